"""The tables of a tournament: designated for it alone, released when it is over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.floor import designation
from house.floor.acts import Act
from house.floor.models import Designation, TableRow, TableStatus
from house.floor.rules import for_tournament
from rulebook import HOUSE, SOURCES, Cite, Refusal, Refused
from tournaments import queries
from tournaments.editions import game_of
from tournaments.models import TournamentRow, TournamentTableRow
from tournaments.path import steps
from tournaments.rules.lifecycle import Status
from tournaments.rules.terms import Terms

DESIGNATED: Cite = Cite("CROWN3-12.2.4")
ONLY_FOR: Cite = Cite("CROWN3-12.2.5")
FITS: Cite = HOUSE.at("TOURN-61")
OUT_OF_USE: Cite = HOUSE.at("SIGNS-9")
OVER = frozenset({Status.FINISHED, Status.SETTLED, Status.CANCELLED})


@dataclass(frozen=True, slots=True)
class Choice:
    """A table of the floor, and why it cannot be designated."""

    table: TableRow
    mine: bool
    reasons: tuple[Refusal, ...]


def choices(session: Session, tournament: TournamentRow) -> list[Choice]:
    """Every table of the floor, as the page offers it."""
    mine = {table.pk for table in queries.tables(session, tournament)}
    terms = queries.terms_of(session, tournament)
    rows: Sequence[TableRow] = session.exec(
        select(TableRow).order_by(col(TableRow.number))
    ).all()
    return [
        Choice(table, table.pk in mine, tuple(_against(tournament, table, mine, terms)))
        for table in rows
    ]


def against(
    session: Session, tournament: TournamentRow, table: TableRow
) -> Iterator[Refusal]:
    """Why a table cannot be designated for a tournament."""
    mine = {table.pk for table in queries.tables(session, tournament)}
    yield from _against(tournament, table, mine, queries.terms_of(session, tournament))


def _against(
    tournament: TournamentRow, table: TableRow, mine: set[int], terms: Terms
) -> Iterator[Refusal]:
    name = f"Table {table.number}"
    use = queries.subject(tournament)
    kept = designation.kept_for(table)
    if tournament.status in OVER:
        status = tournament.status.words.lower()
        yield Refusal(HOUSE.at("TOURN-15"), f"The tournament is {status}.", "")
    if table.pk in mine:
        yield Refusal(DESIGNATED, f"{name} is designated already.", "Once is enough.")
    elif kept is not None and (kept.kind, kept.id) != (use.kind, use.id):
        wrong = f"{name} is designated for {kept.name or kept.kind}."
        yield Refusal(ONLY_FOR, wrong, "Release it there first.")
    if table.status is not TableStatus.CLOSED:
        yield Refusal(ONLY_FOR, f"{name} is open for play.", "Close it first.")
    if table.designation is Designation.CLOSED:
        wrong = f"{name} is out of use."
        yield Refusal(OUT_OF_USE, wrong, "Release it for open play first.")
    yield from for_tournament(table)
    yield from _unfit(table, terms)


def _unfit(table: TableRow, terms: Terms) -> Iterator[Refusal]:
    """A table is set up for the game, by its document, with seats for the rounds."""
    if table.game is not game_of(terms.names):
        wrong = f"Table {table.number} is set up for {table.game.label}."
        right = f"The tournament is played in {terms.names.game}."
        yield Refusal(FITS, wrong, right)
    if table.rulebook != terms.names.rulebook:
        wrong = f"Table {table.number} is played by {_titled(table.rulebook)}."
        right = f"The terms are written under {_titled(terms.names.rulebook)}."
        yield Refusal(FITS, wrong, right)
    seats = min((r.seats for r in terms.format.rounds.rounds if r.seats), default=0)
    if table.seats < seats:
        wrong = f"Table {table.number} has {table.seats} seats."
        yield Refusal(FITS, wrong, f"A round of the terms seats {seats} at a table.")


def _titled(code: str) -> str:
    """A document by its code and what it is called."""
    known = SOURCES.get(code)
    return f"{code} ({known.short})" if known else code or "no document"


def designate(
    session: Session, tournament: TournamentRow, table: TableRow, act: Act
) -> TournamentTableRow | Refused:
    """Keep a table for this tournament and nothing else."""
    refusals = tuple(against(session, tournament, table))
    use = queries.subject(tournament)
    if refusals:
        refused = Refused(refusals)
        after = {"table": table.number}
        steps.note(session, tournament, "designate table", act, refused, (), {}, after)
        return refused
    verdict = designation.designate(session, table, Designation.TOURNAMENT, act, use)
    if isinstance(verdict, Refused):
        return verdict
    return _write(session, tournament, table, act, designated=True)


def release(
    session: Session, tournament: TournamentRow, table: TableRow, act: Act
) -> TournamentTableRow | Refused:
    """Give a table back to open play."""
    refusals = tuple(against_release(session, tournament, table))
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


def against_release(
    session: Session, tournament: TournamentRow, table: TableRow
) -> Iterator[Refusal]:
    """Why a table cannot be released."""
    if table.pk not in {t.pk for t in queries.tables(session, tournament)}:
        wrong = f"Table {table.number} is not designated for this tournament."
        yield Refusal(DESIGNATED, wrong)
    if tournament.status in {Status.SEATED, Status.RUNNING}:
        wrong = f"Players are seated at tables of {tournament.name}."
        yield Refusal(ONLY_FOR, wrong, "Tables come free when it is over.")
    yield from in_play(table)


def in_play(table: TableRow) -> Iterator[Refusal]:
    """Why nothing can be taken from a table where play goes on."""
    if table.status is TableStatus.OPEN:
        wrong = f"Table {table.number} is open."
        yield Refusal(ONLY_FOR, wrong, "Close it first.")


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
