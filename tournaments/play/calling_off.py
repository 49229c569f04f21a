"""A tournament is called off while it is played: its tables close, chips come in."""

from sqlmodel import Session

from house.floor.acts import Act
from house.floor.models import TableRow, TableStatus
from house.floor.rounds import book as books
from house.floor.tables import closing as floor_closing
from house.ledger import queries as balances
from house.ledger import services as ledger
from house.ledger.postings import Cause, Posting
from rulebook import Cite
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.play import accounts, standing

TAKEN_BACK: Cite = Cite("CROWN3-12.4.3(c)")


def can_close(session: Session, tournament: TournamentRow, table: TableRow) -> bool:
    """Whether a session is played at a table and no hand is under way there."""
    at = standing.at_table(session, table.pk, tournament.pk)
    dealt = books.under_way(session, table)
    return at is not None and (dealt is None or dealt.first_card_at is None)


def close_tables(session: Session, tournament: TournamentRow, act: Act) -> None:
    """Close every open table without a count: nothing is won any more."""
    for table in queries.tables(session, tournament):
        if table.status is TableStatus.OPEN:
            _close(session, tournament, table, act)


def _close(
    session: Session, tournament: TournamentRow, table: TableRow, act: Act
) -> None:
    at = standing.at_table(session, table.pk, tournament.pk)
    assert at is not None, "A table that stays open was refused before."
    sitting = books.seats(session, books.REAL, table).values()
    mine = [accounts.stack(standing.entrant(sits)) for sits in sitting]
    has = balances.balances(session, [*mine, accounts.rack(table.number)])
    due = {account: -chips for account, chips in has.items()}
    due[accounts.out(tournament.pk)] = sum(has.values())
    held = standing.ledger_pieces(session, table)
    back = {denomination: -count for denomination, count in held.items()}
    due |= accounts.brought(tournament.pk, table.number, back)
    if moves := tuple((account, chips) for account, chips in due.items() if chips):
        cause, facts = Cause("called off", str(at.row.pk)), {"table": table.number}
        ledger.post(session, Posting(cause, (TAKEN_BACK,), moves, facts), act)
    stands = floor_closing.catch_up(session, table, act.now)
    said = {"called off": tournament.name}
    floor_closing.shut(session, stands, act, TAKEN_BACK, said)
