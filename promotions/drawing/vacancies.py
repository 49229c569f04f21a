"""A prize falls vacant by two signatures, or by itself when its time is over."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from promotions.drawing import about
from promotions.drawing.models import (
    DrawRow,
    Ground,
    SelectionRow,
    Sign,
    VacancyRow,
)
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.clauses.award import Unclaimed
from promotions.rules.requirements import LONGEST
from promotions.rules.room import ASIDE
from promotions.rules.terms import Terms
from rulebook import HOUSE, Cite, Refusal, Refused

BY_TWO: Cite = HOUSE.at("PROMOTION-104")
VACANT = (Sign.SECOND, Sign.BY_ITSELF, Sign.WITH_ITS_DRAW)
WHY = {
    Ground.LAPSED: "nobody claimed it in time",
    Ground.REFUSED: "the claim was refused",
    Ground.WITHDRAWN: "the winner gave it up",
    Ground.SET_ASIDE: "the result of its draw was set aside",
}


def newest(session: Session, draw: DrawRow) -> Mapping[int, VacancyRow]:
    """The newest signature about each selection of a draw."""
    return about.newest(session, VacancyRow, about.of_draws(draw))


def of(session: Session, selection: SelectionRow) -> VacancyRow | None:
    """The newest signature about one selection."""
    mine = select(VacancyRow).where(col(VacancyRow.selection_id) == selection.pk)
    return session.exec(mine.order_by(col(VacancyRow.id).desc())).first()


def signatures(session: Session, selection: SelectionRow) -> list[VacancyRow]:
    """Every signature about a selection, in order."""
    mine = select(VacancyRow).where(col(VacancyRow.selection_id) == selection.pk)
    return list(session.exec(mine.order_by(col(VacancyRow.id))))


def is_vacant(newest_sign: VacancyRow | None) -> bool:
    """Whether two people signed or its time was over, and it was not taken back."""
    return newest_sign is not None and newest_sign.sign in VACANT


def is_forfeited(terms: Terms, newest_sign: VacancyRow | None) -> bool:
    """Whether nobody claimed the prize, and the terms leave it with the casino."""
    if newest_sign is None or not is_vacant(newest_sign):
        return False
    stays = terms.award.claiming.unclaimed is Unclaimed.FORFEITED
    return stays and newest_sign.ground is Ground.LAPSED


def waits_for_second(newest_sign: VacancyRow | None) -> bool:
    """Whether one person signed and another is still to."""
    return newest_sign is not None and newest_sign.sign is Sign.FIRST


def is_replaced(session: Session, selection: SelectionRow) -> bool:
    """Whether somebody was drawn in the place of this one."""
    mine = select(SelectionRow.id).where(
        col(SelectionRow.draw_id) == selection.draw_id,
        col(SelectionRow.replaces) == selection.position,
    )
    return session.exec(mine).first() is not None


def sign(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    selection: SelectionRow,
    ground: Ground,
    reason: str,
    act: Act,
) -> VacancyRow | Refused:
    """Sign that a prize fell vacant: the first with a reason, the second beside it.

    Until somebody else has signed as well, no reserve can be opened.
    """
    known = of(session, selection)
    second = waits_for_second(known)
    if second and known is not None:
        reason = reason.strip() or known.reason
    found = tuple(against(session, selection, ground, reason, act))
    if found:
        return _refused(session, row, found, act)
    made = _signed(selection, Sign.SECOND if second else Sign.FIRST, ground, reason)
    return _kept(session, row, made, selection, act)


def against(
    session: Session, selection: SelectionRow, ground: Ground, reason: str, act: Act
) -> Iterator[Refusal]:
    """Why this person cannot sign it now: the button asks the same."""
    known = of(session, selection)
    yield from _reason(reason)
    if is_replaced(session, selection) or is_vacant(known):
        wrong = "This prize has fallen vacant already."
        yield Refusal(BY_TWO, wrong, "Open a reserve for it.")
    if known is None or not waits_for_second(known):
        return
    if known.by == act.by.id:
        wrong = "You signed it first."
        yield Refusal(BY_TWO, wrong, "Somebody else signs as second.")
    if known.ground is not ground:
        wrong = f"{known.by_name} signed another ground: {WHY[known.ground]}."
        yield Refusal(BY_TWO, wrong, "Both sign the same.", "ground")


def lapse(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    selection: SelectionRow,
    reason: str,
    cite: Cite,
    act: Act,
) -> VacancyRow:
    """Let a prize fall vacant because the time of the terms to claim it is over."""
    made = _signed(selection, Sign.BY_ITSELF, Ground.LAPSED, reason)
    return _kept(session, row, made, selection, act, cite)


def fall_with_draw(
    session: Session, row: PromotionRow, selection: SelectionRow, reason: str, act: Act
) -> VacancyRow:
    """Let a prize fall vacant because the whole result of its draw was set aside."""
    made = _signed(selection, Sign.WITH_ITS_DRAW, Ground.SET_ASIDE, reason)
    return _kept(session, row, made, selection, act, ASIDE)


def reopen(
    session: Session, row: PromotionRow, selection: SelectionRow, reason: str, act: Act
) -> VacancyRow | Refused:
    """Take a vacancy back while its reserve is sealed: the prize is the winner's."""
    known = of(session, selection)
    found = [*_reason(reason)]
    if known is None or known.sign is Sign.REOPENED:
        wrong = "This prize has not fallen vacant."
        found.append(Refusal(BY_TWO, wrong, "There is nothing to take back."))
    if is_replaced(session, selection):
        wrong = "A reserve was opened for this prize."
        found.append(Refusal(BY_TWO, wrong, "It belongs to whoever was drawn then."))
    if known is not None and known.sign is Sign.WITH_ITS_DRAW:
        wrong = "The result of its draw was set aside."
        found.append(Refusal(ASIDE, wrong, "It is drawn again under the next number."))
    if found or known is None:
        return _refused(session, row, tuple(found), act)
    made = _signed(selection, Sign.REOPENED, known.ground, reason)
    return _kept(session, row, made, selection, act)


def _reason(reason: str) -> Iterator[Refusal]:
    said = reason.strip()
    if not said:
        yield Refusal(BY_TWO, "No reason is given.", "Write it down.", "reason")
    elif len(said) > LONGEST:
        wrong = f"The reason has {len(said):,} characters."
        yield Refusal(BY_TWO, wrong, f"Say it in {LONGEST}.", "reason")


def _signed(
    selection: SelectionRow, does: Sign, ground: Ground, reason: str
) -> dict[str, Any]:
    said = fitted(reason.strip(), LONGEST)
    about = {"selection_id": selection.pk, "sign": does, "ground": ground}
    return {**about, "reason": said}


def _kept(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    made: dict[str, Any],
    selection: SelectionRow,
    act: Act,
    cite: Cite = BY_TWO,
) -> VacancyRow:
    sign_row = VacancyRow(**made, **steps.signed(act))
    session.add(sign_row)
    session.flush()
    after = {
        "position": selection.position,
        "sign": sign_row.sign.value,
        "ground": sign_row.ground.value,
        "reason": sign_row.reason,
    }
    steps.note(session, row, "sign vacancy", act, None, (cite,), None, after)
    return sign_row


def _refused(
    session: Session, row: PromotionRow, reasons: tuple[Refusal, ...], act: Act
) -> Refused:
    refused = Refused(reasons)
    steps.note(session, row, "sign vacancy", act, refused)
    return refused
