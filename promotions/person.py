"""What promotions have on a person, and which of them are still open."""

from collections.abc import Iterator, Sequence

from sqlmodel import Session, col, select

from house.person.parts import Keeps, Room, by, has, holds_up
from promotions.drawing.models import SelectionRow
from promotions.freezing.models import ScreenedRow
from promotions.models import PromotionRow
from promotions.rules.lifecycle import OVER
from promotions.tickets.models import ActivationRow, GrantRow
from rulebook import HOUSE, Refusal

DRAWN_FROM = Keeps(
    HOUSE.at("PROMOTION-50"), "A list that was frozen is proved by who was in it."
)

WON = Keeps(
    HOUSE.at("PROMOTION-101"), "A draw is proved by the tickets that were drawn."
)

has(Room("Prizes drawn in promotions", SelectionRow, by(SelectionRow), WON))
has(Room("Tickets of promotions", GrantRow, by(GrantRow), DRAWN_FROM))
has(Room("Draws swiped in for", ActivationRow, by(ActivationRow), DRAWN_FROM))
has(Room("Tickets kept out of draws", ScreenedRow, by(ScreenedRow), DRAWN_FROM))


@holds_up
def holds_tickets(session: Session, ids: Sequence[int]) -> Iterator[Refusal]:
    """Tickets of a promotion that is not over."""
    held = select(GrantRow.promotion_id).where(col(GrantRow.patron_id).in_(ids))
    mine = select(PromotionRow).where(
        col(PromotionRow.id).in_(held), col(PromotionRow.status).not_in(OVER)
    )
    for row in session.exec(mine.order_by(col(PromotionRow.id))):
        wrong = f"They hold tickets of “{row.name}”."
        right = "Complete or cancel the promotion first: they may have to be reached."
        yield Refusal(HOUSE.at("PERSON-3"), wrong, right)
