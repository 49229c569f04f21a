"""Where a table of a session stands: which hand, who bets first, which stacks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import bindparam, func
from sqlalchemy import select as sa_select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from house import bare
from house.floor.models import TableRow
from house.floor.rounds.models import AnySeat, RoundRow, SeatRow
from house.ledger.models import AccountRow
from tournaments.conduct.kept import keeps_seat
from tournaments.models import EntryRow, TournamentRow
from tournaments.money.accounts import CHIPS
from tournaments.play import accounts
from tournaments.play.models import (
    HandRow,
    KeyedHandsRow,
    MarkerRow,
    PauseRow,
    PlaySessionRow,
    SessionTableRow,
)
from tournaments.rules.session_gates import Hand
from tournaments.rules.session_plan import Keyed, SessionPlan, held_by, next_seat
from tournaments.rules.tokens import Pieces

MOVED_SEAT = "moved-"  # how the keys of seats begin that a move gave or took
LAST = 2**31 - 1
# Every tap at a table asks these: they are put together once.
_AT = (
    select(SessionTableRow, PlaySessionRow)
    .join(PlaySessionRow, col(PlaySessionRow.id) == SessionTableRow.session_id)
    .where(
        col(SessionTableRow.table_id) == bindparam("table"),
        col(SessionTableRow.after_round) < bindparam("round"),
        col(PlaySessionRow.tournament_id) == bindparam("tournament"),
    )
    .order_by(col(SessionTableRow.after_round).desc(), col(SessionTableRow.id).desc())
    .limit(1)
)
_OF_TABLE = (
    col(HandRow.session_table_id) == bindparam("at"),
    col(RoundRow.ended_at).is_not(None),
)
_HANDS = (
    select(HandRow)
    .join(RoundRow, col(RoundRow.id) == HandRow.round_id)
    .where(*_OF_TABLE)
    .order_by(col(HandRow.round_number), col(HandRow.settlement))
)
_newer = aliased(HandRow)
_STANDS = ~(
    select(_newer.id)
    .where(
        col(_newer.round_id) == HandRow.round_id,
        col(_newer.settlement) > HandRow.settlement,
    )
    .correlate(HandRow)
    .exists()
)
_FIRSTS = (
    sa_select(
        col(HandRow.first_seat),
        col(HandRow.counts),
        func.count(),
        func.max(HandRow.round_number),
    )
    .join(RoundRow, col(RoundRow.id) == HandRow.round_id)
    .where(*_OF_TABLE, _STANDS)
    .group_by(col(HandRow.first_seat), col(HandRow.counts))
)
_LAST = (
    sa_select(col(HandRow.first_seat), col(HandRow.counts), col(HandRow.round_number))
    .join(RoundRow, col(RoundRow.id) == HandRow.round_id)
    .where(*_OF_TABLE, col(HandRow.round_number) < bindparam("round"))
    .order_by(col(HandRow.round_number).desc(), col(HandRow.settlement).desc())
    .limit(1)
)
_ENTERED = sa_select(col(EntryRow.id)).where(
    col(EntryRow.id).in_(bindparam("entries", expanding=True)), keeps_seat()
)
_STACKS = sa_select(col(AccountRow.owner), col(AccountRow.balance)).where(
    col(AccountRow.owner).in_(bindparam("owners", expanding=True)),
    col(AccountRow.kind) == accounts.STACK,
    col(AccountRow.unit) == CHIPS,
)
_KEYED = (
    select(KeyedHandsRow)
    .where(col(KeyedHandsRow.session_table_id) == bindparam("at"))
    .order_by(col(KeyedHandsRow.number).desc())
    .limit(1)
)
_PAUSES = (
    select(PauseRow)
    .where(col(PauseRow.session_id) == bindparam("session"))
    .order_by(col(PauseRow.id))
)
_MARKER = (
    select(MarkerRow)
    .where(
        col(MarkerRow.session_table_id) == bindparam("at"),
        col(MarkerRow.after_round) < bindparam("round"),
    )
    .order_by(col(MarkerRow.id).desc())
    .limit(1)
)
_TABLES = (
    select(SessionTableRow, TableRow)
    .join(TableRow, col(TableRow.id) == SessionTableRow.table_id)
    .where(col(SessionTableRow.session_id) == bindparam("session"))
)
_NUMBERED = _TABLES.where(col(TableRow.number) == bindparam("number"))
_MOVED = (
    select(SeatRow.id)
    .where(
        col(SeatRow.table_id) == bindparam("table"),
        col(SeatRow.key).startswith(MOVED_SEAT),
        col(SeatRow.at) >= bindparam("since"),
    )
    .limit(1)
)
_PIECES = select(AccountRow.kind, AccountRow.balance).where(
    col(AccountRow.owner) == bindparam("owner"),
    col(AccountRow.unit) == accounts.PIECES,
)


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table of a session, and how that session is played."""

    row: SessionTableRow
    session: PlaySessionRow
    plan: SessionPlan


def at_table(
    session: Session, table_id: int, tournament_id: int, round_number: int = LAST
) -> AtTable | None:
    """The session that a table serves, or served in a round of it."""
    which = {"table": table_id, "round": round_number, "tournament": tournament_id}
    found = session.exec(_AT, params=which).first()
    if found is None:
        return None
    return served(*found)


def served(row: SessionTableRow, playing: PlaySessionRow) -> AtTable:
    """A table of a session, with how that is played."""
    return AtTable(row, playing, SessionPlan.kept(playing.plan))


def hands(session: Session, at: AtTable) -> tuple[HandRow, ...]:
    """The hands that were settled at the table, in order, as they stand now."""
    rows = session.exec(_HANDS, params={"at": at.row.pk})
    return tuple({row.round_number: row for row in rows}.values())


class LastHand(NamedTuple):
    """The last hand that was settled at a table."""

    first_seat: int
    counts: bool
    round_number: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How far a table is, however long the session lasts already."""

    first_bets: Mapping[int, int]  # by seat, in hands that count
    last: LastHand | None
    keyed: KeyedHandsRow | None = None  # where stacks alone are keyed

    @property
    def played(self) -> int:
        """How many hands count."""
        return self.keyed.played if self.keyed else sum(self.first_bets.values())

    @property
    def was_void(self) -> bool:
        """Whether the last hand counted as none."""
        return self.last is not None and not self.last.counts


def tally(session: Session, at: AtTable) -> Tally:
    """How many hands were played at the table, and the last of them."""
    if at.plan.keyed is not Keyed.CARDS:
        keyed = session.exec(_KEYED, params={"at": at.row.pk}).first()
        bets = keyed.first_bets if keyed else {}
        return Tally({int(seat): n for seat, n in bets.items()}, None, keyed)
    rows = session.connection().execute(_FIRSTS, {"at": at.row.pk}).all()
    firsts = {seat: times for seat, counts, times, _ in sorted(rows) if counts}
    each = (LastHand(seat, counts, number) for seat, counts, _, number in rows)
    last = max(each, key=lambda hand: hand.round_number, default=None)
    return Tally(firsts, last)


def last_before(
    session: Session, at: AtTable, round_number: int = LAST
) -> LastHand | None:
    """The last hand that was settled at the table before a round."""
    which = {"at": at.row.pk, "round": round_number}
    found = session.connection().execute(_LAST, which).first()
    return LastHand(*found) if found else None


def marker(
    session: Session,
    at: AtTable,
    last: LastHand | HandRow | KeyedHandsRow | None,
    seats: Iterable[int],
    round_number: int = LAST,
) -> int | None:
    """The seat that bets first in the next hand, or did so in a round."""
    taken, moves = set(seats), at.plan.moves
    which = {"at": at.row.pk, "round": round_number}
    right = session.exec(_MARKER, params=which).first()
    if right is not None and (last is None or _after(right, last)):
        return held_by(right.seat, taken, moves)
    if last is None:
        return held_by(at.row.first_seat, taken, moves)
    if isinstance(last, KeyedHandsRow):
        return held_by(last.next_seat, taken, moves)
    on = next_seat if last.counts else held_by  # a void hand is played again
    return on(last.first_seat, taken, moves)


def _after(right: MarkerRow, last: LastHand | HandRow | KeyedHandsRow) -> bool:
    """Whether the marker was put right after the last hand."""
    if isinstance(last, KeyedHandsRow):
        return right.at >= last.at
    return right.after_round >= last.round_number


@dataclass(frozen=True, slots=True)
class Clock:
    """Whether a session is paused, why, and how long it was so far."""

    paused: bool
    reason: str
    so_far: timedelta


def clock(session: Session, playing: PlaySessionRow, now: datetime) -> Clock:
    """The pauses of a session until now."""
    total, since, reason = timedelta(), None, ""
    for row in session.exec(_PAUSES, params={"session": playing.pk}):
        if row.paused:
            since, reason = row.at, row.reason
        elif since is not None:
            total, since = total + max(row.at - since, timedelta()), None
    if since is None:
        return Clock(paused=False, reason="", so_far=total)
    return Clock(
        paused=True, reason=reason, so_far=total + max(now - since, timedelta())
    )


def hand(
    session: Session, at: AtTable, table: TableRow, played: int, now: datetime
) -> Hand:
    """The hand of a session that is played at a table now, or comes next."""
    pauses, plan = clock(session, at.session, now), at.plan
    ends_at = plan.ends_at(at.session.at, pauses.so_far)
    paused = pauses.reason if pauses.paused else None
    return Hand(table.number, played, plan.hands, now, ends_at, paused)


def stacks(session: Session, entries: Iterable[int]) -> Mapping[int, int]:
    """The chips of each of these entrants."""
    mine = {accounts.stack(entry_id).owner: entry_id for entry_id in entries}
    rows = session.connection().execute(_STACKS, {"owners": [*mine]})
    found = {mine[owner]: chips for owner, chips in rows}
    return dict.fromkeys(mine.values(), 0) | found


def held(session: Session, tournament: TournamentRow) -> Mapping[int, int]:
    """The chips of every entrant of a tournament who has some."""
    mine = (
        sa_select(col(EntryRow.id), col(AccountRow.balance))
        .join(AccountRow, accounts.is_stack_of(col(EntryRow.id)))
        .where(
            col(EntryRow.tournament_id) == tournament.pk, col(AccountRow.balance) != 0
        )
    )
    return dict(bare.rows(session, mine))


def entered(session: Session, seats: Mapping[int, int]) -> Mapping[int, int]:
    """Those of the entries at these seats whose seat is kept."""
    which = {"entries": list(seats.values())}
    playing = {entry for (entry,) in session.connection().execute(_ENTERED, which)}
    return {seat: entry for seat, entry in seats.items() if entry in playing}


def numbers(session: Session, entries: Iterable[int]) -> Mapping[int, int]:
    """The number of each of these entries."""
    query = select(EntryRow.id, EntryRow.number)
    rows = session.exec(query.where(col(EntryRow.id).in_(list(entries))))
    return {entry_id or 0: number for entry_id, number in rows}


def entrant(sits: AnySeat) -> int:
    """The entry that sits there; nought for somebody who is none."""
    return int(sits.entrant) if sits.entrant.isdigit() else 0


def sessions(
    session: Session, tournament: TournamentRow
) -> Mapping[tuple[int, int], PlaySessionRow]:
    """The sessions that were started, by stage and number."""
    mine = select(PlaySessionRow).where(
        col(PlaySessionRow.tournament_id) == tournament.pk
    )
    return {(row.stage_at, row.session): row for row in session.exec(mine)}


def tables_of(
    session: Session, playing: PlaySessionRow
) -> Sequence[tuple[SessionTableRow, TableRow]]:
    """The tables that a session is played at, by number."""
    query = _TABLES.order_by(col(TableRow.number))
    return session.exec(query, params={"session": playing.pk}).all()


def table_of(
    session: Session, playing: PlaySessionRow, number: int
) -> tuple[SessionTableRow, TableRow] | None:
    """The table of this number, where the session is played at it."""
    which = {"session": playing.pk, "number": number}
    return session.exec(_NUMBERED, params=which).first()


def pieces(session: Session, at: AtTable, table: TableRow) -> Pieces | None:
    """The chips at a table by denomination, where that is known of all of them.

    Whoever came from another table, or left for one, moved chips that nobody counted.
    """
    which = {"table": table.pk, "since": at.row.at}
    if at.plan.begins_with is None or session.exec(_MOVED, params=which).first():
        return None
    return ledger_pieces(session, table)


def ledger_pieces(session: Session, table: TableRow) -> Pieces:
    """What the ledger has of each denomination at a table."""
    rows = session.exec(_PIECES, params={"owner": f"table {table.number}"})
    found = {int(kind.rpartition(" ")[2]): n for kind, n in rows}
    return {d: n for d, n in sorted(found.items()) if n}
