"""Mississippi Stud behind the interface that every game has."""

from collections.abc import Iterator

from game.mississippi import settlement, view
from game.mississippi.acts import ACTS
from game.mississippi.ending import may_leave
from game.mississippi.offers import deal_next, offers
from game.mississippi.round import Round
from game.mississippi.table import open_round
from game.play.game import Game
from game.play.price_list import PriceList, how_hands_are_read, stud_odds
from game.side_bets import COVER_ALL_BONUS, cover_all_odds
from game.stud.round import carried, jackpots, staked
from game.stud.secret import secret_stakes
from rulebook import MASS, Cited


def pays(now: Round) -> PriceList:
    """The odds of the ante and the street bets."""
    rules = now.table.rules
    odds = rules.settlement.pays
    notes = (*_cover_all(now), *how_hands_are_read(rules.hands))
    return PriceList(stud_odds(odds.value), odds.cite, notes)


def _cover_all(now: Round) -> Iterator[Cited[str]]:
    """The odds the device shows once it has counted the players dealt in."""
    if now.cards_out and any(COVER_ALL_BONUS in dict(b.sides) for b in now.boxes):
        players = len(now.boxes)
        odds = stud_odds(cover_all_odds(players))
        said = ", ".join(f"{hand.lower()} {to_one}" for hand, to_one in odds)
        yield Cited(f"Cover All, {players} players: {said}", MASS.at("12(e)"))


MISSISSIPPI_STUD = Game(
    name="mississippi_stud",
    title="Mississippi Stud",
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
    shown=lambda now: now.shown,
    seen=view.seen,
    said=view.said,
    turn=view.turn,
    started=lambda now: now.cards_out > 0,
    facts=view.facts,
    deal_next=deal_next,
    secret_stakes=secret_stakes,
    pays=pays,
    may_leave=may_leave,
)
