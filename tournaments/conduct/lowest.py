"""Elimination hands at a table: who has to go before the next one is dealt."""

from collections.abc import Sequence

from sqlmodel import Session

from house.floor.models import TableRow
from house.floor.rounds import book as books
from rulebook import Refusal
from tournaments import queries
from tournaments.conduct import standing as conduct
from tournaments.models import TournamentRow
from tournaments.play import standing
from tournaments.play.standing import AtTable
from tournaments.rules import eliminating, play_offs, tie_steps
from tournaments.rules.conducting import Verb
from tournaments.rules.eliminating import Lowest
from tournaments.rules.progress import Tie
from tournaments.stages import outcomes
from tournaments.stages.outcomes import TieState


def due(session: Session, at: AtTable, table: TableRow) -> Lowest | None:
    """Who of a table is to be eliminated now by the terms."""
    tournament = session.get_one(TournamentRow, at.session.tournament_id)
    terms = queries.terms_of(session, tournament)
    clause = terms.elimination.elimination
    if not clause.lowest_after_hands or play_offs.is_play_off(at.session.stage_at):
        return None
    sitting = books.seats(session, books.REAL, table).values()
    entries = [entry for sits in sitting if (entry := standing.entrant(sits))]
    numbers = standing.numbers(session, entries)
    has = standing.stacks(session, entries)
    stacks = {f"entry {numbers[entry]}": chips for entry, chips in has.items()}
    rows = conduct.at_table(session, at)
    done = sum(row.verb is Verb.LOWEST for row in rows)
    return eliminating.due(clause, standing.tally(session, at).played, done, stacks)


def tie(session: Session, at: AtTable, table: TableRow) -> TieState | None:
    """The tie for the lowest stack of a table, as far as steps have decided it."""
    waiting = due(session, at, table)
    if waiting is None or not waiting.is_tied:
        return None
    tournament = session.get_one(TournamentRow, at.session.tournament_id)
    terms = queries.terms_of(session, tournament)
    steps = outcomes.steps_of(session, tournament, at.session.stage_at)
    players, stay = waiting.players, len(waiting.players) - 1
    order = eliminating.order(terms.house.ties)
    found = tie_steps.stands(players, stay, order, steps)
    where = f"table {table.number} after hand {waiting.hand}"
    return TieState(Tie(where, players, stay), found)


def goes(session: Session, at: AtTable, table: TableRow) -> Sequence[str]:
    """Who may be eliminated as the lowest: one, or all whom nothing tells apart."""
    waiting = due(session, at, table)
    if waiting is None:
        return ()
    state = tie(session, at, table)
    if state is None:
        return waiting.players
    won = state.standing.won
    undecided = [each for each in state.standing.open if each.by is not None]
    if undecided:
        return ()
    return tuple(name for name in waiting.players if name not in won)


def against(session: Session, at: AtTable, table: TableRow) -> tuple[Refusal, ...]:
    """Why neither the next hand is dealt nor the table closed."""
    waiting = due(session, at, table)
    return tuple(eliminating.before_next_hand(waiting, table.number))


def open_ties(
    session: Session, tournament: TournamentRow
) -> Sequence[tuple[int, TieState]]:
    """Every open tie for the lowest stack of a table under way, by stage."""
    found = []
    for table in queries.tables(session, tournament):
        at = standing.at_table(session, table.pk, tournament.pk)
        if at is None or table.status.value != "open":
            continue
        state = tie(session, at, table)
        if state is not None and state.is_open:
            found.append((at.session.stage_at, state))
    return found
