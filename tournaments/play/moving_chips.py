"""Chips that come to a table during a session: fills of the tray, and chips due."""

from sqlmodel import Session

from house.floor.acts import Act
from house.floor.rounds import book as books
from house.ledger import services as ledger
from house.ledger.postings import Cause, Posting
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.models import EntryRow, TournamentRow
from tournaments.money import accounts as money
from tournaments.money import queries as paid
from tournaments.path import steps
from tournaments.play import accounts
from tournaments.play.counting import Table
from tournaments.rules.table_count import LARGEST

MOVED: Cite = HOUSE.at("TOURN-164")
FILL, HANDED_OVER = "fill", "chips handed over"  # what such postings come from


def fill(
    session: Session, tournament: TournamentRow, there: Table, chips: int, act: Act
) -> int | Refused:
    """Bring chips to the tray of a table, from those that are not handed out."""
    found = _closed(there)
    if not 0 < chips <= LARGEST:
        wrong = "A fill brings some chips."
        found += (Refusal(MOVED, wrong, "Say what the chips are worth.", "chips"),)
    after = {"table": there.table.number, "chips": chips}
    verdict: int | Refused = Refused(found) if found else chips
    if not found:
        tray = accounts.rack(there.table.number)
        moves = ((tray, chips), (accounts.out(tournament.pk), -chips))
        cause = Cause(FILL, str(there.at.row.pk))
        ledger.post(session, Posting(cause, (MOVED,), moves, after), act)
    steps.note(session, tournament, "fill tray", act, verdict, (MOVED,), None, after)
    return verdict


def hand_over(
    session: Session, tournament: TournamentRow, there: Table, entry_id: int, act: Act
) -> int | Refused:
    """Give an entrant at the table the chips that were paid for and wait."""
    entry = session.get(EntryRow, entry_id) if entry_id in there.names else None
    waits = paid.of_entry(session, entry_id).chips_due if entry else 0
    found = _closed(there)
    if not waits:
        found += (Refusal(MOVED, "No chips wait for this entrant here."),)
    dealt = books.under_way(session, there.table)
    if dealt is not None and dealt.first_card_at is not None:
        wrong = "A hand is under way."
        found += (Refusal(MOVED, wrong, "Chips are handed over between hands."),)
    after = {"table": there.table.number, "entry": entry_id, "chips": waits}
    verdict: int | Refused = Refused(found) if found else waits
    if not found:
        promised = dict(money.chips(entry_id, tournament.pk, -waits))
        got = {accounts.stack(entry_id): waits, accounts.out(tournament.pk): -waits}
        cause = Cause(HANDED_OVER, str(entry_id))
        moves = tuple((promised | got).items())
        ledger.post(session, Posting(cause, (MOVED,), moves, after), act)
    name = "hand chips over"
    steps.note(session, tournament, name, act, verdict, (MOVED,), None, after)
    return verdict


def _closed(there: Table) -> tuple[Refusal, ...]:
    if there.closed is None:
        return ()
    return (Refusal(MOVED, f"Table {there.table.number} is closed."),)
