"""The chips that conduct moved at a table, for whoever rebuilds a tournament."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from house.floor.rounds.models import RoundRow
from house.ledger import services as ledger
from house.ledger.postings import Account, Due
from tournaments.conduct import acting, chips, standing
from tournaments.conduct.models import ConductBackRow, ConductRow
from tournaments.models import TournamentRow
from tournaments.play import accounts
from tournaments.play.standing import AtTable


def at_table(
    session: Session, at: AtTable, rounds: list[RoundRow]
) -> Iterator[tuple[Account, int]]:
    """Chips taken by acts that stand, and antes of those who were away."""
    for row in standing.at_table(session, at):
        yield from _of_stacks(acting.due(row))
    for round_ in rounds:
        yield from _of_stacks(ledger.posted(session, chips.cause(round_)).due)


def elsewhere(
    session: Session, tournament: TournamentRow
) -> Iterator[tuple[Account, int]]:
    """Chips taken from players who sat at no table."""
    back = select(ConductBackRow.conduct_id)
    mine = select(ConductRow).where(
        col(ConductRow.tournament_id) == tournament.pk,
        col(ConductRow.session_table_id).is_(None),
        col(ConductRow.id).not_in(back),
    )
    for row in session.exec(mine):
        yield from _of_stacks(acting.due(row))


def _of_stacks(due: Due) -> Iterator[tuple[Account, int]]:
    kept = {accounts.STACK, accounts.RACK}
    yield from ((account, n) for account, n in due.items() if account.kind in kept)
