"""A doubt that a held draw does not survive: its result is set aside, and stays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.notices import answers
from house.notices.models import NoticeRow
from promotions import queries
from promotions.claims import lapsing, standing
from promotions.claims.standing import Standing
from promotions.drawing import certificates, vacancies, winners
from promotions.drawing.models import DrawRow, SelectionRow, SetAsideRow
from promotions.incidents import services
from promotions.incidents.queries import Incident
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.requirements import LONGEST
from promotions.rules.room import ASIDE
from promotions.telling import retracting
from rulebook import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Aside:
    """Which result does not stand, what was checked, and why as everybody reads it."""

    draw: int
    how: str
    reason: str


def set_aside(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    incident: Incident,
    said: Aside,
    key: Ed25519PrivateKey,
    act: Act,
) -> SetAsideRow | Refused:
    """Set the result of a draw aside: nothing of it is handed over or opened any more.

    What was handed over stays where it is; the rest is drawn under the next number.
    """
    draw = winners.held(session, row, said.draw)
    open_ = _locked(session, row, draw, act) if draw else []
    found = (
        *services.against_validating(incident, act, said.how),
        *against(session, row, incident),
        *_against_result(session, said, draw, open_),
    )
    if found or draw is None:
        refused = Refused(found)
        steps.note(session, row, "set draw aside", act, refused)
        return refused
    services.validate(session, row, incident, said.how, act)
    reason = fitted(said.reason.strip(), LONGEST)
    made = SetAsideRow(
        draw_id=draw.pk,
        incident_id=incident.row.pk,
        reason=reason,
        **steps.signed(act),
    )
    session.add(made)
    session.flush()
    for one in open_:
        vacancies.fall_with_draw(session, row, one.selection, reason, act)
        lapsing.call_off(session, one.selection, act)
        _take_back(session, row, one, reason, act)
    certificates.set_aside(session, row, draw, reason, key, act)
    after = {"draw": draw.draw, "incident": incident.row.pk, "reason": reason}
    after |= {"prizes": len(open_)}
    steps.note(session, row, "set draw aside", act, None, (ASIDE,), None, after)
    return made


def held(session: Session, row: PromotionRow) -> list[DrawRow]:
    """The draws whose result stands."""
    return [
        draw
        for draw in winners.draws(session, row)
        if not draw.aborted and winners.aside(session, draw) is None
    ]


def against(
    session: Session, row: PromotionRow, incident: Incident
) -> Iterator[Refusal]:
    """Why no result can be set aside for this doubt yet: the page asks the same."""
    if session.get_one(NoticeRow, incident.row.notice_id).sent_at is None:
        cite = queries.terms_of(session, row).regime.inspectors_told.cite
        wrong = "The inspectors were not told of this doubt."
        yield Refusal(cite, wrong, "Send the notice first; a result waits for it.")


def _against_result(
    session: Session, said: Aside, draw: DrawRow | None, open_: Sequence[Standing]
) -> Iterator[Refusal]:
    if draw is None or draw.aborted:
        wrong = f"Draw {said.draw} was not held."
        yield Refusal(ASIDE, wrong, "Only what was drawn is set aside.", "draw")
    elif winners.aside(session, draw) is not None:
        wrong = f"The result of draw {said.draw} was set aside before."
        yield Refusal(ASIDE, wrong, "It stays so.", "draw")
    elif not open_:
        wrong = f"Every prize of draw {said.draw} was handed over."
        right = "What was handed over stays: there is nothing to draw again."
        yield Refusal(ASIDE, wrong, right, "draw")
    if not 0 < len(said.reason.strip()) <= LONGEST:
        wrong = "There is no reason of a few sentences."
        right = f"Write it in {LONGEST} characters or less: everybody reads it."
        yield Refusal(ASIDE, wrong, right, "reason")


def _locked(
    session: Session, row: PromotionRow, draw: DrawRow, act: Act
) -> list[Standing]:
    """The prizes of a draw that were not handed over, while nobody hands them over."""
    for one in winners.selections(session, draw):
        session.get_one(SelectionRow, one.pk, with_for_update=True)
    return [
        one
        for one in standing.of(session, row, act.now)
        if one.winner.draw.pk == draw.pk and one.handed is None and not one.drawn_again
    ]


def _take_back(
    session: Session, row: PromotionRow, one: Standing, reason: str, act: Act
) -> None:
    """A winner who was told is written to; one who was not is not told any more."""
    notice = one.told.notice
    if notice is None:
        return
    if notice.posted_at is None:
        why = "The result of the draw was set aside."
        answers.set_aside(session, notice, why, act, replaced=True)
    elif not [*retracting.against(session, row, notice)]:
        retracting.retract(session, row, one.selection, reason, act)
