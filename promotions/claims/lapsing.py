"""A prize lapses by itself once the days of the terms to claim it are over."""

from collections.abc import Sequence

from sqlmodel import Session

from house.floor.acts import Act, by_itself
from house.notices import deadlines, kinds
from house.notices.models import DeadlineRow
from house.people.roles import Role
from promotions import queries
from promotions.claims import standing as standings
from promotions.claims.standing import Standing
from promotions.drawing import vacancies
from promotions.drawing import winners as drawn
from promotions.drawing.models import DrawRow, SelectionRow
from promotions.models import PromotionRow
from promotions.rules import claims as rules
from promotions.rules.room import OPEN
from rulebook import HOUSE, Cite

LAPSES = "promotion.claim-lapses"
BY_ITSELF: Cite = HOUSE.at("PROMOTION-120")
WHY = "The time of the terms to claim it is over, and nobody did."
kinds.describe(LAPSES, "A prize lapses that nobody claimed", Role.MARKETING)


@drawn.on_drawn
def plan(
    session: Session, row: PromotionRow, selections: Sequence[SelectionRow], _act: Act
) -> None:
    """Set when each prize lapses that was just drawn: just after its last instant.

    Where winners have to be there the time runs from the call, and two people sign.
    """
    for selection in selections:
        draw = session.get_one(DrawRow, selection.draw_id)
        terms = drawn.terms_of(session, draw)
        last = rules.lapses_at(terms, selection.at)
        if last is None or terms.award.claiming.presence_required:
            continue
        prize = terms.each_prize[int(selection.prize) - 1].title
        deadlines.plan(
            session,
            LAPSES,
            key=key(selection),
            subject=queries.subject(row),
            title=f"{row.name}: “{prize}” lapses unless it is claimed",
            due_at=last + deadlines.INSTANT,
            cite=BY_ITSELF,
        )


def key(selection: SelectionRow) -> str:
    """What tells the lapse of one winner's prize from every other."""
    return f"{LAPSES}:{selection.pk}"


def call_off(session: Session, selection: SelectionRow, act: Act) -> None:
    """The prize is claimed: it does not lapse any more."""
    deadlines.call_off(session, key(selection), now=act.now, unless_firing=True)


@deadlines.on(LAPSES)
def lapse_by_itself(session: Session, deadline: DeadlineRow) -> None:
    """Let a prize fall vacant that was not claimed by then, however late the tick."""
    number = int(deadline.key.rpartition(":")[2])
    row = session.get_one(PromotionRow, deadline.subject_id)
    stands = locked(session, row, number, by_itself(deadline.due_at))
    if stands is not None and row.status in OPEN and stands.is_unclaimed:
        act = by_itself(deadline.due_at)
        vacancies.lapse(session, row, stands.selection, WHY, BY_ITSELF, act)


def locked(
    session: Session, row: PromotionRow, selection_id: int, act: Act
) -> Standing | None:
    """How a prize stands, while nobody else claims it and no clock takes it."""
    session.get_one(SelectionRow, selection_id, with_for_update=True)
    return standings.one(session, row, selection_id, act.now)
