"""The demo house's car goes to whoever was drawn in the place of the absent winner."""

from dataclasses import replace
from datetime import timedelta

from house.demo.load import DemoHouse
from house.demo.patrons import done
from house.demo.staff import JONAH, MIRIAM
from house.floor.acts import Act
from promotions.claims import claiming, completing, handing, standing
from promotions.claims.handing import Over
from promotions.claims.standing import Standing
from promotions.models import PromotionRow
from promotions.rules.goods import IN_MONEY, PrizeKind
from promotions.store import stock
from promotions.store.stock import Bought

HOUR = timedelta(hours=1)
VIN = "6T1-DEMO"  # of a car that nobody built
CAR_FROM = "Quay Motors, invoice 2214"
VOUCHERS_FROM = "Harbour Kitchen, invoice 871"


def settle(demo: DemoHouse, row: PromotionRow) -> None:
    """Every winner who came forward claims, signs and gets the prize."""
    session = demo.session
    for one in standing.of(session, row, demo.now):
        at = one.selection.at + HOUR
        acts = Act(JONAH.actor, at)
        done(claiming.claim(session, row, one, "Driving licence, ends 4417", acts))
        claimed = standing.one(session, row, one.selection.pk, at)
        assert claimed is not None
        done(stock.take_in(session, row, _bought(claimed), acts))
        signed = done(handing.prepare(session, row, claimed, _over(claimed), acts))
        prepared = replace(claimed, handing=signed)
        second = Act(MIRIAM.actor, at)
        done(handing.hand_over(session, row, prepared, signed.pk, second))
    done(completing.complete(session, row, Act(MIRIAM.actor, demo.now - HOUR)))


def _bought(one: Standing) -> Bought:
    cost = one.winner.value_cents * 9 // 10
    invoice = CAR_FROM if _is_car(one) else VOUCHERS_FROM
    return Bought(int(one.selection.prize), (_mark(one),), cost, invoice)


def _mark(one: Standing) -> str:
    return f"{VIN if _is_car(one) else 'DINING'}-{one.selection.pk}"


def _is_car(one: Standing) -> bool:
    return one.winner.prize.kind is PrizeKind.VEHICLE


def _over(one: Standing) -> Over:
    way = next(way for way in one.winner.prize.given if way not in IN_MONEY)
    return Over(one.patron.name, way=way, thing=_mark(one))
