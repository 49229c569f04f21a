"""The tables of a tournament: designated for it alone, released when it is over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from house.audit import Subject
from house.floor.acts import Act
from house.floor.models import Designation, TableRow, TableStatus
from house.floor.tables import designation
from house.floor.tables.rules import for_tournament
from rulebook import HOUSE, SOURCES, Cite, Refusal, Refused
from tournaments import queries
from tournaments.editions import game_of
from tournaments.models import TournamentRow, TournamentTableRow
from tournaments.path import steps
from tournaments.rules.lifecycle import Status
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import slots

DESIGNATED: Cite = Cite("CROWN3-12.2.4")
ONLY_FOR: Cite = Cite("CROWN3-12.2.5")
FITS: Cite = HOUSE.at("TOURN-61")
OUT_OF_USE: Cite = HOUSE.at("SIGNS-9")
AHEAD = timedelta(hours=1)  # unless the house sets another time
OVER = frozenset({Status.FINISHED, Status.SETTLED, Status.CANCELLED})


@dataclass(frozen=True, slots=True)
class Choice:
    """A table of the floor, and why it cannot be designated."""

    table: TableRow
    mine: bool
    reasons: tuple[Refusal, ...]


def kept_from(terms: Terms, now: datetime, ahead: timedelta = AHEAD) -> datetime:
    """From when a tournament needs its tables: a while before its first session."""
    starts = [slot.starts for slot in slots(terms)]
    if not starts and terms.details.dates.starts_at:
        starts = [terms.details.dates.starts_at]
    return max(now, min(starts) - ahead) if starts else now


def choices(
    session: Session, tournament: TournamentRow, now: datetime, ahead: timedelta
) -> list[Choice]:
    """Every table of the floor, as the page offers it."""
    mine = {table.pk for table in queries.tables(session, tournament)}
    needs = _Needs.of(session, tournament, now, ahead)
    rows: Sequence[TableRow] = session.exec(
        select(TableRow).order_by(col(TableRow.number))
    ).all()
    return [
        Choice(table, table.pk in mine, tuple(_against(needs, table, mine)))
        for table in rows
    ]


@dataclass(frozen=True, slots=True)
class _Needs:
    """What a tournament asks of a table, and from when."""

    tournament: TournamentRow
    terms: Terms
    since: datetime
    now: datetime

    @classmethod
    def of(
        cls,
        session: Session,
        tournament: TournamentRow,
        now: datetime,
        ahead: timedelta,
    ) -> "_Needs":
        terms = queries.terms_of(session, tournament)
        return cls(tournament, terms, kept_from(terms, now, ahead), now)


def _against(needs: _Needs, table: TableRow, mine: set[int]) -> Iterator[Refusal]:
    name = f"Table {table.number}"
    use = queries.subject(needs.tournament)
    kept = designation.kept_for(table)
    if needs.tournament.status in OVER:
        status = needs.tournament.status.words.lower()
        yield Refusal(HOUSE.at("TOURN-15"), f"The tournament is {status}.", "")
    if table.pk in mine:
        yield Refusal(DESIGNATED, f"{name} is designated already.", "Once is enough.")
    elif kept is not None and (kept.kind, kept.id) != (use.kind, use.id):
        wrong = f"{name} is designated for {kept.name or kept.kind}."
        yield Refusal(ONLY_FOR, wrong, "Release it there first.")
    if table.status is not TableStatus.CLOSED and needs.since <= needs.now:
        yield Refusal(ONLY_FOR, f"{name} is open for play.", "Close it first.")
    if table.designation is Designation.CLOSED:
        wrong = f"{name} is out of use."
        yield Refusal(OUT_OF_USE, wrong, "Release it for open play first.")
    yield from for_tournament(table)
    yield from _unfit(table, needs.terms)


def _unfit(table: TableRow, terms: Terms) -> Iterator[Refusal]:
    """A table is set up for the game, by its document, with seats for the stages."""
    if table.game is not game_of(terms.names):
        wrong = f"Table {table.number} is set up for {table.game.label}."
        right = f"The tournament is played in {terms.names.game}."
        yield Refusal(FITS, wrong, right)
    if table.rulebook != terms.names.rulebook:
        wrong = f"Table {table.number} is played by {_titled(table.rulebook)}."
        right = f"The terms are written under {_titled(terms.names.rulebook)}."
        yield Refusal(FITS, wrong, right)
    seats = min((r.seats for r in terms.format.stages.stages if r.seats), default=0)
    if table.seats < seats:
        wrong = f"Table {table.number} has {table.seats} seats."
        yield Refusal(FITS, wrong, f"A stage of the terms seats {seats} at a table.")


def _titled(code: str) -> str:
    """A document by its code and what it is called."""
    known = SOURCES.get(code)
    return f"{code} ({known.short})" if known else code or "no document"


def designate(
    session: Session,
    tournament: TournamentRow,
    table: TableRow,
    act: Act,
    ahead: timedelta = AHEAD,
) -> TournamentTableRow | Refused:
    """Keep a table for this tournament and nothing else, from when it needs it."""
    mine = {table.pk for table in queries.tables(session, tournament)}
    needs = _Needs.of(session, tournament, act.now, ahead)
    refusals = tuple(_against(needs, table, mine))
    use = queries.subject(tournament)
    if refusals:
        refused = Refused(refusals)
        after = {"table": table.number}
        steps.note(session, tournament, "designate table", act, refused, (), {}, after)
        return refused
    to, since = Designation.TOURNAMENT, needs.since
    verdict = designation.designate(session, table, to, act, use, since=since)
    if isinstance(verdict, Refused):
        return verdict
    return _write(session, tournament, table, act, designated=True)


def release(
    session: Session, tournament: TournamentRow, table: TableRow, act: Act
) -> TournamentTableRow | Refused:
    """Give a table back to open play."""
    refusals = tuple(against_release(session, tournament, table, act.now))
    if refusals:
        refused = Refused(refusals)
        after = {"table": table.number}
        steps.note(session, tournament, "release table", act, refused, (), {}, after)
        return refused
    kept = designation.kept_for(table)
    if kept is not None and kept.id == str(tournament.pk):
        verdict = designation.designate(session, table, Designation.OPEN_PLAY, act)
        if isinstance(verdict, Refused):
            return verdict
    return _write(session, tournament, table, act, designated=False)


def give_back(
    session: Session, table: TableRow, use: Subject, act: Act
) -> TournamentTableRow | Refused:
    """Release a table that the floor asks for, if this tournament can spare it."""
    tournament = session.get_one(TournamentRow, int(use.id), with_for_update=True)
    session.refresh(table, with_for_update=True)
    return release(session, tournament, table, act)


def against_release(
    session: Session, tournament: TournamentRow, table: TableRow, now: datetime
) -> Iterator[Refusal]:
    """Why a table cannot be released."""
    if table.pk not in {t.pk for t in queries.tables(session, tournament)}:
        wrong = f"Table {table.number} is not designated for this tournament."
        yield Refusal(DESIGNATED, wrong)
    if tournament.status in {Status.SEATED, Status.RUNNING}:
        wrong = f"Players are seated at tables of {tournament.name}."
        yield Refusal(ONLY_FOR, wrong, "Tables come free when it is over.")
    yield from in_play(table, now)


def in_play(table: TableRow, now: datetime) -> Iterator[Refusal]:
    """Why nothing can be taken from a table where play goes on."""
    if table.status is TableStatus.OPEN and designation.holds(table, now):
        wrong = f"Table {table.number} is open."
        yield Refusal(ONLY_FOR, wrong, "Close it first.")


def move(
    session: Session, tournament: TournamentRow, act: Act, ahead: timedelta = AHEAD
) -> None:
    """Keep the tables from another time, once the tournament starts at another."""
    since = kept_from(queries.terms_of(session, tournament), act.now, ahead)
    for table in queries.tables(session, tournament):
        designation.keep_from(session, table, since, act)


def release_all(session: Session, tournament: TournamentRow, act: Act) -> list[int]:
    """Give every table back, when the tournament is over; none of them is open."""
    released = []
    for table in queries.tables(session, tournament):
        kept = designation.kept_for(table)
        if kept is not None and kept.id == str(tournament.pk):
            designation.designate(session, table, Designation.OPEN_PLAY, act)
        _write(session, tournament, table, act, designated=False)
        released.append(table.number)
    return released


def _write(
    session: Session,
    tournament: TournamentRow,
    table: TableRow,
    act: Act,
    *,
    designated: bool,
) -> TournamentTableRow:
    row = TournamentTableRow(
        tournament_id=tournament.pk,
        table_id=table.pk,
        designated=designated,
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    return row
