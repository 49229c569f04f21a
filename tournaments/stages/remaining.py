"""What is still open at the end: stages, tables, ties, prizes, chips that are out."""

from dataclasses import replace

from sqlmodel import Session

from house.floor.models import TableStatus
from house.ledger import queries as ledger
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.play import accounts
from tournaments.prizes import awarding
from tournaments.rules.facts import Remaining
from tournaments.rules.lifecycle import Status
from tournaments.stages import field
from tournaments.stages.placing import placing


@steps.remains
def remaining(
    session: Session, tournament: TournamentRow, found: Remaining
) -> Remaining:
    """What finishing and settling wait for, from the rows that hold it."""
    if tournament.status is Status.RUNNING:
        return _before_finish(session, tournament, found)
    if tournament.status is not Status.FINISHED:
        return found
    prizes = awarding.of(session, tournament)
    out = accounts.out(tournament.pk)
    return replace(
        found,
        unpaid_prizes=sum(prize.paid is None for prize in prizes),
        chips_out=-ledger.balances(session, [out]).get(out, 0),
    )


def _before_finish(
    session: Session, tournament: TournamentRow, found: Remaining
) -> Remaining:
    terms, closed = (
        queries.terms_of(session, tournament),
        field.closings(session, tournament),
    )
    stages = terms.format.stages.stages
    waiting = [stage for at, stage in enumerate(stages) if at not in closed]
    tables = [
        f"Table {table.number}"
        for table in queries.tables(session, tournament)
        if table.status is TableStatus.OPEN
    ]
    tables += [wording.capital(stage.called) for stage in waiting]
    ties: tuple[str, ...] = ()
    if not waiting:
        open_ = placing(session, tournament).open
        ties = tuple(wording.listed(tie.players) for tie in open_)
    return replace(found, open_tables=tuple(tables), open_ties=ties)
