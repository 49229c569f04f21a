"""A tournament to measure: a session under way at its tables, and a crowd entered."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import insert
from sqlmodel import Session, col, select

from bench.floor import BOSS, SEATS, Action, House, bare_house
from bench.tablet import Tablet, stages
from house import clock
from house.audit import Subject
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.floor.at_table.money import MoneyTable
from house.floor.models import Designation, TableRow
from house.floor.rounds.play import Borrower, Floor
from house.floor.tables import designation
from house.people.models import StaffRow
from house.sealing import Seal
from rulebook import Refused
from tournaments.models import (
    KIND,
    AppointmentRow,
    EntryRow,
    Office,
    PresenceRow,
    TournamentRow,
    TournamentTableRow,
)
from tournaments.path.tables import give_back
from tournaments.play import sessions
from tournaments.play.play import TournamentPlay
from tournaments.rules.clauses.seating import Direction, FirstBettor
from tournaments.rules.clauses.wagers import BetLevel
from tournaments.rules.formats import TEMPLATES
from tournaments.rules.lifecycle import Status
from tournaments.rules.occasion import Occasion
from tournaments.rules.terms import Terms
from tournaments.seating.models import SeatDrawRow, SeatRow

SLUG = "bench"
ANTE, BANK = 1_000, 100_000_000
HOURS = 24


@dataclass
class EntrantsTablet(Tablet):
    """A tablet at a tournament table: whoever has the marker stakes first."""

    def taps(self) -> list[list[Action]]:
        """The taps of the next hand, from the marker on."""
        first = (self.playing - 1) % len(SEATS)
        return stages((*SEATS[first:], *SEATS[:first]))


@contextmanager
def tournament(tables: int, entrants: int) -> Iterator[House]:
    """A house where a session is played at so many tables, so many having entered."""
    with bare_house(tables) as found:
        with found.db.writing() as session:
            _play(session, tables, entrants, found.secret)
        yield found


def _play(session: Session, tables: int, entrants: int, secret: str) -> None:
    now = clock.now()
    act = Act(BOSS, now - timedelta(minutes=30))
    row = entered(session, _terms(act.now, tables), tables, entrants, act)
    lent = {KIND: Borrower(give_back, TournamentPlay)}
    floor = Floor(Seal((secret,)), (), MoneyTable, lent)
    slot = sessions.find(session, row, 0, 1)
    assert slot is not None
    begun = sessions.start(session, row, slot, act, floor)
    assert not isinstance(begun, Refused), str(begun)


def _terms(starts: datetime, tables: int) -> Terms:
    """Terms of one long stage in which nobody runs out of chips."""
    heats = next(t for t in TEMPLATES if t.key == "heats")
    made = heats.terms(Occasion(starts, "Bench House"))
    stage = made.format.stages.stages[0]
    stage = replace(
        stage,
        starts=(starts,),
        hands=None,
        minutes=60 * HOURS,
        tables=tables,
        bank_chips=BANK,
    )
    stages_ = replace(made.format.stages, stages=(stage,))
    level = BetLevel(least_chips=ANTE, step_chips=100)
    compulsory = replace(made.wagers.compulsory, levels=(level,))
    order = replace(
        made.house.bet_order, first=FirstBettor.SEAT_ONE, moves=Direction.RIGHT
    )
    return replace(
        made,
        format=replace(made.format, stages=stages_),
        wagers=replace(made.wagers, compulsory=compulsory),
        house=replace(made.house, bet_order=order),
    )


def entered(
    session: Session, terms: Terms, tables: int, entrants: int, act: Act
) -> TournamentRow:
    """A tournament of so many entrants that runs, its Director there and its tables."""
    row = _entered(session, terms, entrants, act.now)
    _seated(session, row, tables, act.now)
    _staffed(session, row, act)
    for number in range(1, tables + 1):
        _designated(session, row, number, act)
    return row


def _entered(
    session: Session, terms: Terms, entrants: int, now: datetime
) -> TournamentRow:
    by: dict[str, Any] = {"created_by": "bench", "created_by_name": "B"}
    by |= {"saved_at": now, "saved_by": "bench", "saved_by_name": "B"}
    row = TournamentRow(
        slug=SLUG,
        name="Bench",
        status=Status.RUNNING,
        draft=(data := terms.to_data()),
        rulebook="CROWN3",
        edition="3.0",
        created_at=now,
        **by,
    )
    document = DocumentRow(
        kind=KIND,
        subject_id=1,
        number=1,
        title="Terms",
        content=json.dumps({"data": data}).encode(),
        sha256="0" * 64,
        published_at=now,
        published_by="bench",
        published_by_name="B",
    )
    session.add_all((row, document))
    session.flush()
    row.document_id = document.pk
    entry: dict[str, Any] = {
        "tournament_id": row.pk,
        "document_id": document.pk,
        "accepted_at": now,
    }
    entry |= {"entered_at": now, "entered_by": "bench", "entered_by_name": "B"}
    rows = [{**entry, "number": n, "name": f"P {n}"} for n in range(1, entrants + 1)]
    session.execute(insert(EntryRow), rows)
    return row


def _seated(session: Session, row: TournamentRow, tables: int, now: datetime) -> None:
    """The first of the entrants sit at the tables, the others in sessions to come."""
    draw = SeatDrawRow(
        tournament_id=row.pk,
        number=1,
        header={},
        commitment="0" * 64,
        sealed=b"",
        fixed_at=now,
        fixed_by="bench",
        fixed_by_name="B",
        released_at=now,
    )
    session.add(draw)
    session.flush()
    full = tables * len(SEATS)
    places = [
        {
            "draw_id": draw.pk,
            "entry_id": entry,
            "session": at // full + 1,
            "table_number": at % full // len(SEATS) + 1,
            "seat": SEATS[at % len(SEATS)],
        }
        for at, entry in enumerate(session.exec(select(col(EntryRow.id))).all())
    ]
    session.execute(insert(SeatRow), places)


def _staffed(session: Session, row: TournamentRow, act: Act) -> None:
    """The Director is appointed and there."""
    staff_id = session.exec(select(StaffRow.id)).first() or 0
    signed: dict[str, Any] = {"at": act.now, "by": act.by.id, "by_name": act.by.name}
    of: dict[str, Any] = {"tournament_id": row.pk, "staff_id": staff_id}
    session.add(AppointmentRow(office=Office.DIRECTOR, by_id=staff_id, **of, **signed))
    session.add(PresenceRow(present=True, **of, **signed))


def _designated(session: Session, row: TournamentRow, number: int, act: Act) -> None:
    query = select(TableRow).where(TableRow.number == number)
    table = session.exec(query).one()
    use = Subject(KIND, str(row.pk), row.name)
    lent = designation.designate(session, table, Designation.TOURNAMENT, act, use)
    assert not isinstance(lent, Refused), str(lent)
    signed: dict[str, Any] = {"at": act.now, "by": act.by.id, "by_name": act.by.name}
    session.add(TournamentTableRow(tournament_id=row.pk, table_id=table.pk, **signed))
