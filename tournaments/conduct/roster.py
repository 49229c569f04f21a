"""Who deals and who watches at each table of a session, and what does not fit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.floor.models import TableRow
from house.people.models import StaffRow
from house.people.roles import Role
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries, staffing
from tournaments.conduct.models import DutyRow, Post
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.path import steps
from tournaments.rules.duty import On, conflicts
from tournaments.rules.timetable import Slot, slots

ON_DUTY: Cite = HOUSE.at("TOURN-268")
MAY_HOLD: Mapping[Post, tuple[Role, ...]] = {
    Post.DEALER: (Role.DEALER, Role.SUPERVISOR),
    Post.SUPERVISOR: (Role.SUPERVISOR, Role.DEPUTY, Role.DIRECTOR),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A post at a table of a session."""

    stage_at: int
    session: int
    table: int
    post: Post


def on_duty(session: Session, tournament: TournamentRow) -> Mapping[Place, int]:
    """Who has which post, by number."""
    mine = select(DutyRow).where(col(DutyRow.tournament_id) == tournament.pk)
    newest: dict[Place, int | None] = {}
    for row in session.exec(mine.order_by(col(DutyRow.id))):
        place = Place(row.stage_at, row.session, row.table_number, row.post)
        newest[place] = row.staff_id
    return {place: who for place, who in newest.items() if who is not None}


def slot_of(session: Session, tournament: TournamentRow, place: Place) -> Slot | None:
    """The session of the terms that a post belongs to."""
    every = slots(queries.terms_of(session, tournament))
    wanted = (place.stage_at, place.session)
    return next((s for s in every if (s.stage_at, s.session) == wanted), None)


def put(
    session: Session,
    tournament: TournamentRow,
    place: Place,
    staff_id: int | None,
    act: Act,
) -> DutyRow | Refused:
    """Give somebody a post, or leave it open; the newest word holds."""
    found = tuple(_against(session, tournament, place, staff_id))
    row = DutyRow(
        tournament_id=tournament.pk,
        stage_at=place.stage_at,
        session=place.session,
        table_number=place.table,
        post=place.post,
        staff_id=staff_id,
        **steps.signed(act),
    )
    verdict: DutyRow | Refused = Refused(found) if found else row
    if not found:
        session.add(row)
        session.flush()
    after = {"table": place.table, "post": place.post.value, "staff": staff_id}
    name = "put on duty"
    steps.note(session, tournament, name, act, verdict, (ON_DUTY,), None, after)
    return verdict


def _against(
    session: Session, tournament: TournamentRow, place: Place, staff_id: int | None
) -> Iterator[Refusal]:
    mine = {table.number for table in queries.tables(session, tournament)}
    if slot_of(session, tournament, place) is None or place.table not in mine:
        wrong = f"Table {place.table} is not played at in such a session."
        yield Refusal(ON_DUTY, wrong, "Choose a table of the tournament.", "table")
    if staff_id is None:
        return
    person = session.get(StaffRow, staff_id) if 0 < staff_id < 2**63 else None
    roles = MAY_HOLD[place.post]
    if not steps.is_working(session, person, *(role.value for role in roles)):
        name = person.name if person else "Nobody"
        needed = " or ".join(role.label.lower() for role in roles)
        wrong = f"{name} is not on the staff as {needed}."
        yield Refusal(ON_DUTY, wrong, f"Choose somebody who is {needed}.", "who")


def found_wrong(session: Session, tournament: TournamentRow) -> tuple[str, ...]:
    """What does not fit in the roster, each as a sentence."""
    every = {
        (s.stage_at, s.session): s for s in slots(queries.terms_of(session, tournament))
    }
    people = staffing.People(staffing.staff_names(session))
    rows = [
        On(
            people.name(who),
            place.table,
            place.post.value,
            slot.called,
            slot.starts,
            slot.ends,
        )
        for place, who in on_duty(session, tournament).items()
        if (slot := every.get((place.stage_at, place.session))) is not None
    ]
    watched = {t.number: t for t in queries.tables(session, tournament)}
    return (
        *conflicts(rows, _players(session, tournament)),
        *_others(rows, watched, people),
    )


def _players(session: Session, tournament: TournamentRow) -> frozenset[str]:
    """The names of those who play, in case somebody on duty is one of them."""
    mine = select(EntryRow.name).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.state) == EntryState.ENTERED,
    )
    return frozenset(session.exec(mine))


def _others(
    rows: Sequence[On], tables: Mapping[int, TableRow], people: staffing.People
) -> Iterator[str]:
    """A table is watched on the floor by somebody else than the roster has."""
    for on in rows:
        table = tables.get(on.table)
        if on.post != Post.SUPERVISOR.value or table is None:
            continue
        if table.supervisor_id and people.name(table.supervisor_id) != on.who:
            other = people.name(table.supervisor_id)
            yield f"On the floor table {on.table} is {other}’s, not {on.who}’s."
