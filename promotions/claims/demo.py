"""The demo house's car goes to whoever was drawn in the place of the absent winner."""

from datetime import timedelta

from house.demo.load import DemoHouse
from house.demo.patrons import done
from house.demo.staff import JONAH, MIRIAM
from house.floor.acts import Act
from promotions.claims import claiming, completing, handing, standing
from promotions.claims.handing import Over
from promotions.claims.standing import Standing
from promotions.models import PromotionRow
from promotions.rules.goods import IN_MONEY

HOUR = timedelta(hours=1)


def settle(demo: DemoHouse, row: PromotionRow) -> None:
    """Every winner who came forward claims, signs and gets the prize."""
    session = demo.session
    for one in standing.of(session, row, demo.now):
        at = one.selection.at + HOUR
        acts = Act(JONAH.actor, at)
        done(claiming.claim(session, row, one, "Driving licence, ends 4417", acts))
        claimed = standing.one(session, row, one.selection.pk, at)
        assert claimed is not None
        over = _over(claimed)
        done(handing.hand_over(session, row, claimed, over, Act(JONAH.actor, at)))
    done(completing.complete(session, row, Act(MIRIAM.actor, demo.now - HOUR)))


def _over(one: Standing) -> Over:
    way = next(way for way in one.winner.prize.given if way not in IN_MONEY)
    return Over(one.patron.name, MIRIAM.name, way=way)
