"""Winners who have to be there: called, and lapsed only after their time."""

from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house.floor.acts import Act
from promotions.drawing import vacancies, winners
from promotions.drawing.models import CallRow, DrawRow, Ground, SelectionRow, VacancyRow
from promotions.models import PromotionRow
from promotions.path import steps
from rulebook import HOUSE, Cite, Refusal, Refused

CALLED: Cite = HOUSE.at("PROMOTION-107")
# What the room of a draw signs for; claims that lapse or are refused have their own.
GROUNDS = (Ground.LAPSED, Ground.WITHDRAWN)


def of(session: Session, selection: SelectionRow) -> CallRow | None:
    """When a winner was called, if they were."""
    mine = select(CallRow).where(col(CallRow.selection_id) == selection.pk)
    return session.exec(mine).first()


def call(
    session: Session, row: PromotionRow, selection: SelectionRow, act: Act
) -> CallRow | Refused:
    """Call a winner: from the first call on the minutes of the terms run, once."""
    draw = session.get_one(DrawRow, selection.draw_id)
    claiming = winners.terms_of(session, draw).award.claiming
    known = of(session, selection)
    if known is not None:
        return known
    if not claiming.presence_required:
        wrong = "Winners of this draw need not be there."
        found = (Refusal(CALLED, wrong, "They are told instead."),)
        return steps.refused(session, row, "call winner", found, act)
    made = CallRow(
        selection_id=selection.pk,
        until=act.now + timedelta(minutes=claiming.within_minutes or 0),
        **steps.signed(act),
    )
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:  # called in this very moment by somebody else
        return call(session, row, selection, act)
    after = {"draw": draw.draw, "position": selection.position}
    steps.note(session, row, "call winner", act, None, (CALLED,), None, after)
    return made


def sign(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    selection: SelectionRow,
    ground: Ground,
    reason: str,
    act: Act,
) -> VacancyRow | Refused:
    """Sign in the room that a prize fell vacant; a lapse only once its time is over."""
    found = tuple(against(session, selection, ground, act))
    if found:
        return steps.refused(session, row, "sign vacancy", found, act)
    return vacancies.sign(session, row, selection, ground, reason, act)


def against(
    session: Session, selection: SelectionRow, ground: Ground, act: Act
) -> Iterator[Refusal]:
    """Why it is not for the room to sign this now."""
    if ground not in GROUNDS:
        wrong = "A claim is refused where claims are decided."
        yield Refusal(CALLED, wrong, "Go to the winner’s claim.", "ground")
    if ground is not Ground.LAPSED:
        return
    draw, called = session.get_one(DrawRow, selection.draw_id), of(session, selection)
    claiming = winners.terms_of(session, draw).award.claiming
    if not claiming.presence_required:
        wrong = "Winners of this draw need not be there."
        yield Refusal(CALLED, wrong, "Their claim lapses when its days are over.")
    elif called is None:
        yield Refusal(CALLED, "The winner was not called.", "Call them first.")
    elif act.now < called.until:
        wrong = "The winner still has time to come forward."
        yield Refusal(CALLED, wrong, "Wait until the time is over.")
