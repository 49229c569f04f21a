"""Baccarat behind the interface that every game has."""

from game.baccarat import settlement, view
from game.baccarat.acts import ACTS
from game.baccarat.coup import Coup, open_coup
from game.play.game import Game
from game.play.price_list import PriceList


def pays(coup: Coup) -> PriceList:
    """What the three areas pay."""
    rules = coup.rules
    commission = rules.commission.value.rate
    rows = (
        ("Player", f"{rules.player_pays.value} to 1"),
        ("Banker", f"{rules.banker_pays.value} to 1 less {commission * 100}%"),
        ("Tie", f"{rules.tie_pays.value} to 1"),
    )
    return PriceList(rows, rules.commission.cite)


BACCARAT = Game(
    name="baccarat",
    title="Baccarat",
    acts=ACTS,
    open=open_coup,
    offers=view.offers,
    settle=settlement.settle,
    so_far=settlement.so_far,
    staked=settlement.staked,
    decided=settlement.decided,
    seen=view.seen,
    said=view.said,
    started=lambda coup: bool(coup.player),
    facts=view.facts,
    deal_next=view.deal_next,
    pays=pays,
)
