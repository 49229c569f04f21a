"""Who runs a tournament: appointed, present, and what they are called."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from house.audit import Actor
from house.people.models import StaffRow
from tournaments.models import (
    AppointmentRow,
    Office,
    PresenceRow,
    TournamentRow,
)

# Every hand asks who is there: these are put together once.
_STAFF = sa_select(col(StaffRow.id), col(StaffRow.name), col(StaffRow.username))


_APPOINTED = (
    select(AppointmentRow)
    .where(col(AppointmentRow.tournament_id) == bindparam("tournament"))
    .order_by(col(AppointmentRow.id))
)


_PRESENT = (
    sa_select(col(PresenceRow.staff_id), col(PresenceRow.present))
    .where(col(PresenceRow.tournament_id) == bindparam("tournament"))
    .order_by(col(PresenceRow.id))
)


@dataclass(frozen=True, slots=True)
class People:
    """Staff by name; two of the same name are told apart by how they sign in."""

    by_id: Mapping[int, tuple[str, str]]  # name and username

    def name(self, staff_id: int) -> str:
        """What somebody is called, and nobody else."""
        name, username = self.by_id[staff_id]
        namesakes = sum(other == name for other, _ in self.by_id.values())
        return f"{name} ({username})" if namesakes > 1 else name

    def acting(self, actor: Actor | None) -> str:
        """The name of whoever acts."""
        if actor is None:
            return ""
        found = (i for i, (_, username) in self.by_id.items() if username == actor.id)
        staff_id = next(found, None)
        return actor.name if staff_id is None else self.name(staff_id)


def staff_names(session: Session) -> Mapping[int, tuple[str, str]]:
    """Everybody who works or worked here: name and username by number."""
    every = session.connection().execute(_STAFF)
    return {staff_id or 0: (name, username) for staff_id, name, username in every}


def appointments(
    session: Session, tournament: TournamentRow
) -> tuple[AppointmentRow, ...]:
    """Who holds which office now: one Director at most, and the deputies."""
    newest: dict[tuple[Office, int], AppointmentRow] = {}
    for row in session.exec(_APPOINTED, params={"tournament": tournament.pk}):
        who = 0 if row.office is Office.DIRECTOR else row.staff_id
        newest.pop((row.office, who), None)
        newest[row.office, who] = row
    return tuple(row for row in newest.values() if row.appointed)


def present(session: Session, tournament: TournamentRow) -> tuple[int, ...]:
    """Who is checked in now, by number, whoever came first first."""
    newest: dict[int, bool] = {}
    read = session.connection().execute
    for staff_id, here in read(_PRESENT, {"tournament": tournament.pk}):
        newest.pop(staff_id, None)
        newest[staff_id] = here
    return tuple(staff_id for staff_id, here in newest.items() if here)
