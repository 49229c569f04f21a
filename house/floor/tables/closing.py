"""Closing a table: after three hands, after a sign, or at once when nobody plays."""

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session

from game.conduct import Closing, may_close_table
from game.signs import Sign
from house.audit import Subject
from house.floor.acts import Act, by_itself, record, subject
from house.floor.clock import wall_clock
from house.floor.decks import services as decks
from house.floor.limits import changes as limits_changes
from house.floor.limits import markers
from house.floor.limits.rules import ahead, soonest
from house.floor.models import TableRow, TableStatus
from house.floor.ranks import rank_of
from house.floor.rounds import book as rounds
from house.floor.rounds import seating
from house.floor.signs import services as signs
from house.floor.signs.models import ClosingRow, SignKind, SignRow
from house.floor.tables.designation import ONLY_FOR, check_use
from house.floor.tables.documents import conduct_rules
from house.floor.tables.standing import Standing, standing
from house.notices import deadlines
from house.notices.models import DeadlineRow
from house.venue import Venue
from rulebook import HOUSE, Cite, Refusal, Refused

KIND = "table.closing"
STEP = HOUSE.at("STEP-1")
NOBODY = HOUSE.at("SIGNS-6")
COUNTED = HOUSE.at("ROUNDS-16")
PLAYING = HOUSE.at("ROUNDS-18")


def cite_of(table: TableRow) -> Cite:
    """The rule under which a table with players closes."""
    rules = conduct_rules(table)
    hands, sign = rules.closing_hands, rules.closing_sign
    return hands.cite if hands else sign.cite if sign else NOBODY


def announce(
    session: Session,
    table: TableRow,
    closing: ClosingRow,
    act: Act,
    venue: Venue,
) -> ClosingRow | Refused:
    """Tell the players that the table will close: so many hands, or at a time."""
    stands = catch_up(session, table, act.now)
    found = tuple(_may_announce(session, stands, closing, act, venue))
    if found:
        refused = Refused(found)
        record(session, act, "announce closing", table, refused)
        return refused
    playing = rounds.under_way(session, table)
    if closing.hands_needed and playing and playing.first_card_at:
        closing.hand_under_way = True
    session.add(closing)
    session.flush()
    show(session, table, closing, act)
    after = {
        "hands": closing.hands_needed,
        "hand under way": closing.hand_under_way,
        "at": closing.closes_at.isoformat() if closing.closes_at else None,
    }
    record(
        session, act, "announce closing", table, rules=(cite_of(table),), after=after
    )
    return closing


def notice(
    table: TableRow, act: Act, *, at: datetime | None, hand_under_way: bool
) -> ClosingRow:
    """The notice that the document of a table asks for."""
    rules = conduct_rules(table)
    hands, sign = rules.closing_hands, rules.closing_sign
    return ClosingRow(
        table_id=table.pk,
        rule_id=cite_of(table).id,
        announced_at=act.now,
        announced_by=act.by.name,
        hands_needed=hands.value if hands else None,
        hand_under_way=hand_under_way and hands is not None,
        closes_at=(at or soonest(act.now, sign.value)) if sign else None,
    )


def _may_announce(
    session: Session, stands: Standing, closing: ClosingRow, act: Act, venue: Venue
) -> Iterator[Refusal]:
    table = stands.table
    if table.status is not TableStatus.OPEN:
        yield Refusal(STEP, f"Table {table.number} is closed already.")
    if stands.closing is not None:
        yield Refusal(STEP, f"Table {table.number} is about to close already.")
    yield from against_lent(table, act.now, None)
    if back := wall_clock.moved_back(session, table, act.now, venue):
        yield back
    if closing.closes_at is not None:
        yield from ahead(closing.closes_at, act.now, venue)
        asked = Closing(occupied=True, by=rank_of(act.by), sign=Sign(act.now))
        early = may_close_table(conduct_rules(table), asked, closing.closes_at)
        yield from reasons_of(early, "at")


def reasons_of(early: Refused | None, field: str = "") -> Iterator[Refusal]:
    """Why it cannot be closed, in plain words where it is only too early."""
    for refusal in early.refusals if early else ():
        if "too early" not in refusal.wrong:
            yield refusal
            continue
        wrong = "That is too early to close the table."
        right = "The sign is up for at least 20 minutes first."
        yield Refusal(refusal.cite, wrong, right, field)


def show(session: Session, table: TableRow, closing: ClosingRow, act: Act) -> SignRow:
    """Put the notice up, and set the clock that it starts if it gives a time."""
    at = closing.closes_at
    says = {"hands": closing.hands_needed, "at": at.isoformat() if at else None}
    sign = signs.put_up(session, table, SignKind.CLOSING, says, act)
    closing.sign_id = sign.pk
    if at is not None:
        deadlines.plan(
            session,
            KIND,
            key=key(closing, sign.pk),
            subject=subject(table),
            title=f"Table {table.number}: the table closes",
            due_at=at,
            cite=cite_of(table),
        )
    session.flush()
    return sign


def key(closing: ClosingRow, sign_id: int) -> str:
    """What names the clock of one closing under one uninterrupted sign."""
    return f"{KIND}:{closing.pk}:{sign_id}"


def hand_played(session: Session, table: TableRow, act: Act) -> ClosingRow | Refused:
    """Count a hand that was played out since the notice."""
    stands = catch_up(session, table, act.now)
    closing = stands.closing
    if closing is None or closing.hands_needed is None:
        wrong = f"Table {table.number} is not closing by hands."
        refused = Refused((Refusal(cite_of(table), wrong, "Give notice first."),))
        record(session, act, "count hand", table, refused)
        return refused
    if rounds.kept_since(session, table, closing.announced_at):
        wrong = f"The rounds at table {table.number} are kept and count themselves."
        refused = Refused((Refusal(COUNTED, wrong, "Play the round out."),))
        record(session, act, "count hand", table, refused)
        return refused
    if closing.hand_under_way:
        closing.hand_under_way = False  # it had begun before the notice
    else:
        closing.hands_played += 1
    after = {"hands since the notice": closing.hands_played}
    record(session, act, "count hand", table, rules=(cite_of(table),), after=after)
    return closing


def keep_open(session: Session, table: TableRow, act: Act) -> ClosingRow | Refused:
    """Call the closing off: the table stays open."""
    stands = catch_up(session, table, act.now)
    closing = stands.closing
    if closing is None:
        refused = Refused((Refusal(STEP, f"Table {table.number} is not closing."),))
        record(session, act, "call off closing", table, refused)
        return refused
    closing.called_off_at, closing.called_off_by = act.now, act.by.name
    interrupt(session, closing, act)
    up = [sign for sign in stands.signs if sign.kind is SignKind.CLOSING]
    signs.take_down(session, up, "The table stays open", act)
    record(session, act, "call off closing", table, rules=(cite_of(table),))
    return closing


def interrupt(session: Session, closing: ClosingRow, act: Act) -> None:
    """Stop the clock of a closing whose sign came down."""
    if closing.sign_id is not None:
        deadlines.call_off(session, key(closing, closing.sign_id), now=act.now)
        closing.sign_id = None
    session.flush()


def show_again(
    session: Session, table: TableRow, closing: ClosingRow, act: Act
) -> SignRow:
    """Put the notice back up: a time on it starts again from now."""
    wait = conduct_rules(table).closing_sign
    if wait is not None and closing.closes_at is not None:
        again = soonest(act.now, wait.value)
        closing.closes_at = max(closing.closes_at, again)
    return show(session, table, closing, act)


def against_lent(
    table: TableRow, now: datetime, use: Subject | None
) -> Iterator[Refusal]:
    """Whoever a table is lent to closes it, and nobody else."""
    if table.status is TableStatus.OPEN and any(check_use(table, now, use)):
        wrong = f"{table.kept_for_name or 'Somebody else'} is played at the table."
        yield Refusal(ONLY_FOR, wrong, "It is counted and closed there.")


def shut(
    session: Session, stands: Standing, act: Act, cite: Cite, said: dict[str, str]
) -> None:
    """Close the table as of this act; everything that waited there is over."""
    table = stands.table
    table.status = TableStatus.CLOSED
    if stands.closing is not None:
        stands.closing.closed_at = act.now
    limits_changes.drop_waiting(session, stands, "The table closed", act)
    markers.end(stands.markers, "The table closed", act)
    seating.clear(session, table, "The table closed", act)
    decks.put_away(session, table, act)
    own = (SignKind.LIMITS, SignKind.CLOSING)
    left = [sign for sign in stands.signs if sign.kind in own]
    signs.take_down(session, left, "The table closed", act)
    record(
        session,
        act,
        "close table",
        table,
        rules=(cite,),
        before={"status": TableStatus.OPEN.value},
        after={"status": TableStatus.CLOSED.value} | said,
    )


def catch_up(session: Session, table: TableRow, now: datetime) -> Standing:
    """How a table stands once its limits and its closing are up to date."""
    stands = standing(session, table)
    due = stands.due_closing
    if due is None or due > now:
        return limits_changes.catch_up(session, table, now, stands)
    stands = limits_changes.catch_up(session, table, due, stands)
    shut(session, stands, by_itself(due), cite_of(table), {})
    return standing(session, table)


@deadlines.on(KIND)
def ring(session: Session, deadline: DeadlineRow) -> None:
    """Close a table when its sign has been up for its time, and only then."""
    closing_id, sign_id = map(int, deadline.key.rsplit(":", 2)[1:])
    found = session.get_one(ClosingRow, closing_id)
    table = session.get_one(TableRow, found.table_id, with_for_update=True)
    session.refresh(found)
    over = found.closed_at is not None or found.called_off_at is not None
    if over or found.sign_id != sign_id:
        return  # it is closed already, stays open, or the sign was interrupted
    catch_up(session, table, deadline.due_at)
