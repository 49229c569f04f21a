"""Who runs a tournament: its Director, the deputies the Director appoints."""

from collections.abc import Iterator, Mapping

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.people.models import StaffRow
from house.people.roles import Role
from house.people.staff.queries import Search, search
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import staffing
from tournaments.models import AppointmentRow, Office, TournamentRow
from tournaments.path import steps
from tournaments.rules.lifecycle import Action, Status, transition

DIRECTOR: Cite = Cite("CROWN3-12.2.3")
DEPUTY: Cite = Cite("CROWN3-12.2.3(a)")
WHO: Cite = HOUSE.at("TOURN-62")
STEP: Cite = HOUSE.at("STEP-1")
OVER = frozenset({Status.FINISHED, Status.SETTLED, Status.CANCELLED})
MAY_HOLD: Mapping[Office, tuple[Role, ...]] = {
    Office.DIRECTOR: (Role.DIRECTOR,),
    Office.DEPUTY: (Role.DEPUTY, Role.DIRECTOR),
}


def candidates(session: Session, office: Office) -> Mapping[int, str]:
    """Everybody who may be appointed, by name."""
    found = {
        one.row.pk: one.row.name
        for role in MAY_HOLD[office]
        for one in search(session, Search(role=role))[0]
    }
    return dict(sorted(found.items(), key=lambda each: each[1].casefold()))


def appoint(
    session: Session, tournament: TournamentRow, office: Office, who: int, act: Act
) -> AppointmentRow | Refused:
    """Appoint the Director, or a deputy; a new Director takes the old one's place."""
    person = session.get(StaffRow, who) if 0 < who < 2**63 else None
    refusals = tuple(dict.fromkeys(_against(session, tournament, office, person, act)))
    if refusals or person is None:
        return _refused(session, tournament, f"appoint {office.value}", refusals, act)
    before = _holders(session, tournament, office)
    row = _write(session, tournament, office, person, act)
    steps.note(
        session,
        tournament,
        f"appoint {office.value}",
        act,
        None,
        (DIRECTOR if office is Office.DIRECTOR else DEPUTY, WHO),
        {office.value: before},
        {office.value: _holders(session, tournament, office)},
    )
    return row


def revoke(
    session: Session, tournament: TournamentRow, who: int, reason: str, act: Act
) -> AppointmentRow | Refused:
    """End the appointment of a deputy."""
    held = {
        a.staff_id: a
        for a in staffing.appointments(session, tournament)
        if a.office is Office.DEPUTY
    }
    refusals = list(_not_the_director(session, tournament, act))
    if who not in held:
        wrong = "That person is no deputy of this tournament."
        refusals.append(Refusal(STEP, wrong, "Nothing needs to end."))
    if refusals:
        return _refused(session, tournament, "end deputy", tuple(refusals), act)
    person = session.get_one(StaffRow, who)
    row = _write(
        session, tournament, Office.DEPUTY, person, act, appointed=False, reason=reason
    )
    before, after = {"deputy": person.name}, {"reason": reason[:400]}
    steps.note(session, tournament, "end deputy", act, None, (DEPUTY,), before, after)
    return row


def _write(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    office: Office,
    person: StaffRow,
    act: Act,
    *,
    appointed: bool = True,
    reason: str = "",
) -> AppointmentRow:
    by = steps.who_acts(session, act)
    assert by is not None
    row = AppointmentRow(
        tournament_id=tournament.pk,
        office=office,
        staff_id=person.pk,
        appointed=appointed,
        by_id=by.pk,
        reason=fitted(reason, 400),
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    return row


def _against(
    session: Session,
    tournament: TournamentRow,
    office: Office,
    person: StaffRow | None,
    act: Act,
) -> Iterator[Refusal]:
    if office is Office.DEPUTY:
        yield from _not_the_director(session, tournament, act)
    elif tournament.status in OVER:
        yield _over(tournament)
    elif not steps.is_working(session, steps.who_acts(session, act), Role.DIRECTOR):
        wrong = f"{act.by.name} is no tournament director."
        yield Refusal(WHO, wrong, "A tournament director appoints the Director.")
    roles = MAY_HOLD[office]
    if not steps.is_working(session, person, *(role.value for role in roles)):
        name = person.name if person else "Nobody"
        needed = " or ".join(role.label.lower() for role in roles)
        wrong = f"{name} is not on the staff as {needed}."
        yield Refusal(WHO, wrong, f"Choose somebody who is {needed}.", "who")
    elif person is not None and person.pk in _ids(session, tournament, office, act):
        wrong = f"{person.name} is appointed already."
        yield Refusal(STEP, wrong, "Choose somebody else.", "who")
    elif (
        person is not None
        and office is Office.DEPUTY
        and person.pk in _ids(session, tournament, Office.DIRECTOR, act)
    ):
        wrong = f"{person.name} is the Tournament Director."
        yield Refusal(DEPUTY, wrong, "A deputy is somebody else.", "who")


def _ids(
    session: Session, tournament: TournamentRow, office: Office, act: Act
) -> set[int]:
    """Who holds an office by the Director's own hand now."""
    facts = steps.facts_of(session, tournament, act)
    people = staffing.People(staffing.staff_names(session))
    return {
        a.staff_id
        for a in staffing.appointments(session, tournament)
        if a.office is office
        and (office is Office.DIRECTOR or people.name(a.by_id) == facts.director)
    }


def _not_the_director(
    session: Session, tournament: TournamentRow, act: Act
) -> Iterator[Refusal]:
    """Only the Director appoints deputies, and while there is something to run."""
    facts = steps.facts_of(session, tournament, act)
    verdict = transition(tournament.status, Action.APPOINT_DEPUTY, facts)
    if isinstance(verdict, Refused):
        yield from verdict.refusals


def _over(tournament: TournamentRow) -> Refusal:
    status = tournament.status.words.lower()
    return Refusal(
        HOUSE.at("TOURN-15"),
        f"The tournament is {status}: nobody is appointed any more.",
        "Appoint before play is over.",
    )


def _holders(session: Session, tournament: TournamentRow, office: Office) -> list[str]:
    people = staffing.People(staffing.staff_names(session))
    held = staffing.appointments(session, tournament)
    return [people.name(a.staff_id) for a in held if a.office is office]


def _refused(
    session: Session,
    tournament: TournamentRow,
    name: str,
    refusals: tuple[Refusal, ...],
    act: Act,
) -> Refused:
    refused = Refused(refusals)
    steps.note(session, tournament, name, act, refused)
    return refused
