"""What the ledger has of a tournament's chips, though others play at its tables now."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from house.floor.models import TableRow
from house.ledger import queries as ledger
from house.ledger.postings import Account
from tournaments.models import TournamentRow
from tournaments.play import accounts
from tournaments.play.models import PlaySessionRow, SessionTableRow


def balances(
    session: Session, tournament: TournamentRow, of: Collection[Account]
) -> Mapping[Account, int]:
    """What accounts come to; of a table, until another tournament took it over."""
    found = dict(ledger.balances(session, of))
    for number, since in _taken_over(session, tournament):
        owner = accounts.rack(number).owner
        there = [account for account in of if account.owner == owner]
        found |= ledger.before(session, there, since)
    return found


def _taken_over(
    session: Session, tournament: TournamentRow
) -> Sequence[tuple[int, datetime]]:
    """The tables where another tournament played after this one, and since when."""
    mine, its = aliased(SessionTableRow), aliased(PlaySessionRow)
    last = (
        select(func.max(mine.id))
        .join(its, col(its.id) == mine.session_id)
        .where(
            col(its.tournament_id) == tournament.pk, col(mine.table_id) == TableRow.id
        )
        .scalar_subquery()
    )
    later = (
        select(TableRow.number, func.min(SessionTableRow.at))
        .join(SessionTableRow, col(SessionTableRow.table_id) == TableRow.id)
        .join(PlaySessionRow, col(PlaySessionRow.id) == SessionTableRow.session_id)
        .where(
            col(PlaySessionRow.tournament_id) != tournament.pk,
            col(SessionTableRow.id) > last,
        )
        .group_by(col(TableRow.number))
    )
    return session.exec(later).all()
