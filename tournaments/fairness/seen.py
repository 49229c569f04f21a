"""The tables of closed stages, of one tournament and of those before it."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from sqlmodel import Session, col, select

from rulebook.terms import wording
from tournaments import queries
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.play import standing
from tournaments.play.models import SessionTableRow
from tournaments.play.standing import AtTable
from tournaments.results.outcome import OVER
from tournaments.rules.fairness import Sat, Table
from tournaments.rules.session_plan import SessionPlan, is_final
from tournaments.seating import seats as seating
from tournaments.seating.seats import Sits
from tournaments.stages import counted, field

EARLIER = 20  # events that are compared with; older ones say little about today


def earlier(session: Session, tournament: TournamentRow) -> Sequence[TournamentRow]:
    """The events that were over before this one began, the newest first."""
    mine = select(TournamentRow).where(
        col(TournamentRow.id) != tournament.pk,
        col(TournamentRow.status).in_(OVER.value),
    )
    if tournament.starts_at is not None:
        mine = mine.where(col(TournamentRow.starts_at) < tournament.starts_at)
    newest = (col(TournamentRow.starts_at).desc(), col(TournamentRow.id).desc())
    return session.exec(mine.order_by(*newest).limit(EARLIER)).all()


def tables(session: Session, tournament: TournamentRow) -> Iterator[Table]:
    """Every table of every stage that is closed, in order."""
    terms = queries.terms_of(session, tournament)
    for at, closed in sorted(field.closings(session, tournament).items()):
        planned = terms.format.stages.stages[at]
        many, name = len(planned.starts), wording.capital(planned.called)
        through = None if is_final(terms, at) else closed.through
        seats = seating.seats_now(session, tournament, at)
        for table in counted.tables_of(session, tournament, at, many):
            called = f"{name}, session {table.session}" if many > 1 else name
            here = _here(seats, table)
            bets = _first_bets(session, tournament, at, table)
            players = tuple(_players(session, table, here, bets, through))
            if players:
                yield Table(tournament.slug, called, table.seated, players)


def _here(seats: Mapping[int, Sits], table: counted.Table) -> Mapping[int, Sits]:
    at = (table.session, table.number)
    return {entry: sits for entry, sits in seats.items() if sits.place.at == at}


def _players(
    session: Session,
    table: counted.Table,
    here: Mapping[int, Sits],
    bets: Mapping[int, int],
    through: Collection[int] | None,
) -> Iterator[Sat]:
    """Who was counted at the close, or was out before it with nothing left."""
    for entry, number in _numbers(session, here, table.stacks).items():
        seat = here[entry].seat
        yield Sat(
            seat,
            table.stacks.get(entry, 0),
            None if through is None else number in through,
            None if here[entry].moved else bets.get(seat, 0),
        )


def _numbers(
    session: Session, here: Collection[int], stacks: Collection[int]
) -> Mapping[int, int]:
    mine = select(EntryRow.id, EntryRow.number, EntryRow.state).where(
        col(EntryRow.id).in_(list(here))
    )
    return {
        entry or 0: number
        for entry, number, state in session.exec(mine.order_by(col(EntryRow.number)))
        if entry in stacks or state is EntryState.ELIMINATED
    }


def _first_bets(
    session: Session, tournament: TournamentRow, stage_at: int, table: counted.Table
) -> Mapping[int, int]:
    """How often each seat bet first."""
    begun = standing.sessions(session, tournament).get((stage_at, table.session))
    if begun is None or table.row_id is None:
        return {}
    row = session.get_one(SessionTableRow, table.row_id)
    at = AtTable(row, begun, SessionPlan.kept(begun.plan))
    return standing.tally(session, at).first_bets
