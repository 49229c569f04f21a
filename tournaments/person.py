"""What tournaments have on a person, and which of them are still open."""

from collections.abc import Iterator, Sequence

from sqlmodel import Session, SQLModel, col, select

from house.documents.models import DocumentAcceptanceRow
from house.person.parts import Keeps, Room, by, has, holds_up
from rulebook import HOUSE, Refusal
from tournaments.entrants.models import ApplicationRow, ConsentRow
from tournaments.models import EntryRow, SubstitutionRow, TournamentRow
from tournaments.rules.lifecycle import Status
from tournaments.waiting.models import WaitingRow

OVER = (Status.SETTLED, Status.CANCELLED)
ENTERED = Keeps(
    HOUSE.at("DOC-1"), "Results and prizes are checked against who was entered."
)


def accepted(session: Session, ids: Sequence[int]) -> Sequence[SQLModel]:
    """The terms they accepted with their entries."""
    row = DocumentAcceptanceRow
    entries = select(EntryRow.id).where(col(EntryRow.patron_id).in_(ids))
    mine = select(row).where(row.who_kind == "entry", col(row.who_id).in_(entries))
    return session.exec(mine.order_by(col(row.id))).all()


def replaced(session: Session, ids: Sequence[int]) -> Sequence[SQLModel]:
    """Entries that somebody took over from them, or they from somebody."""
    row = SubstitutionRow
    mine = select(row).where(
        col(row.replaced_id).in_(ids) | col(row.patron_id).in_(ids)
    )
    return session.exec(mine.order_by(col(row.id))).all()


has(Room("Entries of tournaments", EntryRow, by(EntryRow), ENTERED))
has(Room("Consents of entrants", ConsentRow, by(ConsentRow), ENTERED))
has(Room("Applications to enter", ApplicationRow, by(ApplicationRow), ENTERED))
has(Room("Places they waited for", WaitingRow, by(WaitingRow), ENTERED))
has(Room("Entries taken over", SubstitutionRow, replaced, ENTERED))
has(Room("Terms accepted", DocumentAcceptanceRow, accepted, ENTERED))


@holds_up
def entered(session: Session, ids: Sequence[int]) -> Iterator[Refusal]:
    """An entry in a tournament that is not settled."""
    mine = (
        select(EntryRow, TournamentRow)
        .join(TournamentRow, col(TournamentRow.id) == EntryRow.tournament_id)
        .where(col(EntryRow.patron_id).in_(ids))
        .where(col(TournamentRow.status).not_in(OVER))
    )
    for entry, tournament in session.exec(mine):
        wrong = f"They hold entry {entry.number} of “{tournament.name}”."
        right = "Settle or cancel the tournament first: they may have to be reached."
        yield Refusal(HOUSE.at("PERSON-3"), wrong, right)
