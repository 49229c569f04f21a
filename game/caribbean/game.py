"""Caribbean Stud behind the interface that every game has."""

from game.caribbean import settlement, view
from game.caribbean.acts import ACTS
from game.caribbean.offers import deal_next, offers
from game.caribbean.round import Round
from game.caribbean.table import open_round
from game.play.game import Game
from game.play.price_list import PriceList, stud_odds
from game.stud.round import carried, jackpots, staked
from game.stud.secret import secret_stakes


def pays(now: Round) -> PriceList:
    """The odds of the Bet; the ante pays even money."""
    odds = now.table.rules.settlement.bet_pays
    return PriceList(stud_odds(odds.value), odds.cite)


CARIBBEAN_STUD = Game(
    name="caribbean_stud",
    title="Caribbean Stud",
    acts=ACTS,
    open=open_round,
    offers=offers,
    settle=settlement.settle,
    so_far=settlement.so_far,
    claims=settlement.claims,
    staked=staked,
    jackpots=jackpots,
    decided=settlement.decided,
    carried=carried,
    seen=view.seen,
    said=view.said,
    turn=view.turn,
    started=lambda now: now.cards_out > 0,
    facts=view.facts,
    deal_next=deal_next,
    secret_stakes=secret_stakes,
    pays=pays,
)
