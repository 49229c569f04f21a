"""A tournament played again from the record: stacks, hands, marker and counts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from sqlmodel import Session, col, select

from house.floor.at_table.who import seal as seal_of_the_house
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import history
from house.floor.rounds.history import Replayed as Round
from house.floor.rounds.models import RoundRow, SeatRow
from house.floor.rounds.settling import counts
from house.ledger import queries as balances
from house.ledger import services as ledger
from house.ledger.postings import Account, difference
from house.ledger.verification import checks
from house.sealing import Seal
from tournaments import queries
from tournaments.conduct import again as conduct
from tournaments.conduct import ending
from tournaments.models import KIND, TournamentRow
from tournaments.play import (
    accounts,
    chips,
    closing,
    counting,
    keying,
    moving_chips,
    standing,
    taken_over,
)
from tournaments.play.models import (
    ChipsMovedRow,
    CountRow,
    HandRow,
    KeyedHandsRow,
    PlaySessionRow,
    SessionTableRow,
)
from tournaments.play.standing import AtTable
from tournaments.rules.session_plan import Keyed, SessionPlan
from tournaments.rules.tokens import Pieces, pieces_of, pieces_together


@dataclass(slots=True)
class Rebuilt:
    """What a tournament's record comes to when it is played again."""

    rounds: int = 0
    hands: int = 0
    chips: dict[Account, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def move(self, account: Account, amount: int) -> None:
        """Let an account have so much more."""
        self.chips[account] = self.chips.get(account, 0) + amount


@dataclass(frozen=True, slots=True)
class Again:
    """A table of a session that is played again."""

    session: Session
    tournament: TournamentRow
    at: AtTable
    table: TableRow
    seal: Seal

    def began(self) -> list[int]:
        """Who sat down when the session started at the table."""
        mine = select(SeatRow).where(
            col(SeatRow.table_id) == self.at.row.table_id,
            col(SeatRow.key).startswith(f"session-{self.at.session.pk}-"),
        )
        return [standing.entrant(sits) for sits in self.session.exec(mine)]

    def rounds(self) -> Iterator[RoundRow]:
        """The rounds of the session at the table."""
        at, id_ = self.at.row, self.tournament.pk
        mine = select(RoundRow).where(
            col(RoundRow.table_id) == at.table_id,
            col(RoundRow.lent_kind) == KIND,
            col(RoundRow.lent_id) == str(id_),
            col(RoundRow.number) > at.after_round,
        )
        for row in self.session.exec(mine.order_by(col(RoundRow.number))).all():
            of = standing.at_table(self.session, row.table_id, id_, row.number)
            if of is not None and of.row.pk == at.pk:
                yield row


def rebuild(session: Session, tournament: TournamentRow, seal: Seal) -> Rebuilt:
    """Play everything again, table by table, and compare it with what is kept."""
    found = Rebuilt()
    for _, group in groupby(
        _tables(session, tournament), lambda one: one[0].session.pk
    ):
        tables = list(group)
        for step in (_banks, _played, _came, _closed):
            for at, table in tables:
                step(Again(session, tournament, at, table, seal), found)
    for account, amount in conduct.elsewhere(session, tournament):
        found.move(account, amount)
    kept = taken_over.balances(session, tournament, found.chips)
    for account, amount in sorted(found.chips.items()):
        if kept.get(account, 0) != amount:
            said = f"The {account} is {kept.get(account, 0):,}"
            found.wrong.append(f"{said}, and the record comes to {amount:,}.")
    return found


def _tables(
    session: Session, tournament: TournamentRow
) -> Iterator[tuple[AtTable, TableRow]]:
    mine = (
        select(SessionTableRow, PlaySessionRow, TableRow)
        .join(PlaySessionRow, col(PlaySessionRow.id) == SessionTableRow.session_id)
        .join(TableRow, col(TableRow.id) == SessionTableRow.table_id)
        .where(col(PlaySessionRow.tournament_id) == tournament.pk)
        .order_by(col(SessionTableRow.id))
    )
    for row, playing, table in session.exec(mine).all():
        yield AtTable(row, playing, SessionPlan.kept(playing.plan)), table


def _banks(again: Again, found: Rebuilt) -> None:
    """What everybody and the tray began with: a bank, or the stack brought along."""
    plan, number = again.at.plan, again.table.number
    began = again.began()
    if not plan.carries:
        for entry in began:
            found.chips[accounts.stack(entry)] = plan.bank_chips
    found.move(accounts.rack(number), plan.rack_chips)
    if (bank := plan.begins_with) is not None:
        came = pieces_together((pieces_of(plan.rack_of), *(bank for _ in began)))
        _bring(again, came, found)


def _bring(again: Again, came: Pieces, found: Rebuilt) -> None:
    for denomination, count in came.items():
        found.move(accounts.pieces(again.table.number, denomination), count)


def _played(again: Again, found: Rebuilt) -> None:
    """Every round of the session at the table, or the stacks that were keyed."""
    if again.at.plan.keyed is not Keyed.CARDS:
        _keyed(again, found)
        return
    settled = standing.hands(again.session, again.at)
    kept = {hand.round_number: hand for hand in settled}
    hands: list[HandRow] = []
    for row in again.rounds():
        _round(again, row, kept.get(row.number), hands, found)


def _keyed(again: Again, found: Rebuilt) -> None:
    """Stacks that were keyed: what each row moved, and how far it says play is."""
    mine = (
        select(KeyedHandsRow)
        .where(col(KeyedHandsRow.session_table_id) == again.at.row.pk)
        .order_by(col(KeyedHandsRow.number))
    )
    played = 0
    for row in again.session.exec(mine):
        played += row.hands
        for account, amount in keying.due(again.table.number, row).items():
            found.move(account, amount)
        if played != row.played:
            found.wrong.append(
                f"Table {again.table.number} was at hand {played}, not {row.played}."
            )
    found.hands += played


def _round(
    again: Again,
    row: RoundRow,
    hand: HandRow | None,
    hands: list[HandRow],
    found: Rebuilt,
) -> None:
    session, table = again.session, again.table
    played = history.replay(session, books.REAL, row, again.seal)
    found.rounds += 1
    for account, amount in _due(session, table, row, played).items():
        found.move(account, amount)
    if not played.position.over:
        return
    name, is_hand = (
        f"Round {row.number} at table {table.number}",
        counts(played.state, played.lines),
    )
    found.hands += is_hand
    if hand is None or hand.counts != is_hand:
        found.wrong.append(f"{name} {'is' if is_hand else 'is not'} a hand.")
        return
    taken = books.players(session, books.REAL, row)
    last = hands[-1] if hands else None
    first = standing.marker(session, again.at, last, taken, row.number)
    if is_hand and hand.first_seat != first:
        found.wrong.append(f"{name} was begun by seat {hand.first_seat}, not {first}.")
    hands.append(hand)


def _due(
    session: Session, table: TableRow, row: RoundRow, again: Round | None
) -> Mapping[Account, int]:
    """What a round moves, as it is played again; what was lacking then still is.

    One under way moves nothing more, whatever its cards are.
    """
    posted = ledger.posted(session, chips.cause(row)).due
    lacked = {
        accounts.entry_of(account): chips_
        for account, chips_ in posted.items()
        if account.kind == accounts.LACKING
    }
    won = dict.fromkeys(lacked, 0)
    if again is not None and again.position.over:
        won |= chips.won_by(again.lines, books.players(session, books.REAL, row))
    has = {entry: lacked.get(entry, 0) - net for entry, net in won.items()}
    return accounts.due(table.number, won, has)


def _came(again: Again, found: Rebuilt) -> None:
    """Chips that moved beside the hands: fills, colour-ups, penalties, what was due."""
    mine = select(ChipsMovedRow).where(
        col(ChipsMovedRow.session_table_id) == again.at.row.pk
    )
    for row in again.session.exec(mine):
        due = moving_chips.due(again.tournament.pk, again.table.number, row)
        for account, amount in due.items():
            if not account.owner.startswith("tournament "):
                found.move(account, amount)
    rounds = [*again.rounds()]
    for account, amount in conduct.at_table(again.session, again.at, rounds):
        found.move(account, amount)


def _closed(again: Again, found: Rebuilt) -> None:
    """What a table came to when it was closed: as counted, or taken in."""
    session, at, table = again.session, again.at, again.table
    closed = counting.closed_row(session, at.row)
    if closed is None:
        return
    counted = counting.read(session.get_one(CountRow, closed.count_id))
    tray = accounts.rack(table.number)
    went_in = found.chips.get(tray, 0)
    terms = queries.terms_of(session, again.tournament)
    stay = closing.stays(terms, at.session.stage_at)
    gone = ending.gone(session, at)
    for entry, has in counted.stacks.items():
        account = accounts.stack(entry)
        went_in += found.chips.get(account, 0)
        found.chips[account] = has if stay and entry not in gone else 0
    found.chips[tray] = 0
    for account in found.chips:
        if account.unit == accounts.PIECES and account.owner == tray.owner:
            found.chips[account] = 0
    if counted.total - went_in != closed.variance_chips:
        off = f"{counted.total - went_in:,}, not {closed.variance_chips:,}"
        found.wrong.append(f"The count of table {table.number} is off by {off}.")


@checks
def chips_out_of_step(session: Session) -> Iterator[str]:
    """Rounds at tables of tournaments whose postings are not what they are due."""
    mine = select(RoundRow).where(col(RoundRow.lent_kind) == KIND)
    seal = seal_of_the_house()
    for row in session.exec(mine.order_by(col(RoundRow.id))).all():
        served = (row.table_id, int(row.lent_id), row.number)
        if standing.at_table(session, *served) is None:
            continue
        table = session.get_one(TableRow, row.table_id)
        where = f"round {row.number} at table {table.number}"
        ended = row.ended_at is not None
        again = history.replay(session, books.REAL, row, seal) if ended else None
        due = _due(session, table, row, again)
        kept = ledger.posted(session, chips.cause(row)).due
        for account, amount in difference(due, kept, accounts.OF_ROUNDS):
            yield f"The {account} lacks {amount} of {where}."


@checks
def stacks_below_nothing(session: Session) -> Iterator[str]:
    """No stack holds fewer chips than none."""
    for account, balance in balances.below_nothing(session, accounts.STACK, "entry"):
        yield f"The {account} is {balance:,}."
