"""Jackpot wagers live: they feed their meter, and what goes back is taken off it."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sqlmodel import Session, col, select

from game.games import GAMES
from game.play import State
from house.floor.acts import Act
from house.floor.at_table import reconciling
from house.floor.at_table.jackpot_wagers import (
    has_jackpot,
    in_play,
    returned,
    staked_on,
)
from house.floor.at_table.who import seal
from house.floor.meters import accounts, feeding, ledger
from house.floor.meters.corrections import Correction, PlayedRound, correct, still_held
from house.floor.meters.feeding import Batch
from house.floor.meters.models import MeterRow
from house.floor.meters.queries import meter_of
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.hooks import MoveAsked, Room, TakenBack
from house.floor.rounds.models import RoundRow
from house.floor.rulings import carrying
from house.floor.rulings.models import CarriedEndRow, Fate
from house.ledger import services as house_ledger
from house.sealing import BrokenSeal
from rulebook import HOUSE, Refusal, Refused

FED = HOUSE.at("ATTABLE-3")


def played(round_: RoundRow) -> PlayedRound:
    """A round as its meter knows it."""
    return PlayedRound(round_.pk, round_.table_id, round_.number)


def meter_ready(asked: MoveAsked) -> Iterator[Refusal]:
    """The first card waits until the meter can take the round's jackpot wagers."""
    session, table, staked = asked.session, asked.table, staked_on(asked.after)
    yield from carrying.left_behind(session, table, staked, asked.seats)
    paid = {row.seat for row in carrying.waiting(session, table.pk)} if staked else ()
    fresh = staked.keys() - paid
    meter = meter_of(session, table) if fresh else None
    if meter is not None:
        batch = Batch(table, len(fresh), "", asked.name)
        yield from feeding.against(session, meter, batch)


def wagers_feed(asked: MoveAsked) -> None:
    """With the first card the round's jackpot wagers feed their meter."""
    if not asked.begins or not has_jackpot(asked.after) or asked.row is None:
        return
    session, table, round_ = asked.session, asked.table, asked.round
    carrying.play(session, table, round_, staked_on(asked.after), asked.act)
    count(session, table, round_, asked.after, asked.act)


def wagers_unfeed(taken: TakenBack) -> None:
    """The meter counts what the round has without what was taken back."""
    if has_jackpot(taken.state):
        parts = (taken.session, taken.table, taken.round)
        follow(*parts, taken.state, taken.act)


def countable(session: Session, round_: RoundRow, state: State[Any]) -> int:
    """How many wagers of a round its meter is to count: new ones that stayed.

    One carried over from a misdeal was counted then; and one that a later round
    plays was paid, whatever became of the round it came from.
    """
    if not GAMES[state.setup.game].started(state):
        return 0
    went = carrying.carried_from(session, round_.pk)
    played = {row.seat for row, end in went if end and end.fate is Fate.PLAYED}
    mine = staked_on(state).keys() | played
    if not mine:
        return 0
    carried = {row.seat for row in carrying.played_in(session, round_)}
    return len(mine - carried - given_back(session, round_, state))


def given_back(session: Session, round_: RoundRow, state: State[Any]) -> set[int]:
    """The seats whose jackpot wager of a round went back: then, or after waiting."""
    found = {line.seat for line in returned(state)}
    for row, end in carrying.carried_from(session, round_.pk):
        if end is not None and _went_back(session, row.seat, end):
            found.add(row.seat)
    return found


def _went_back(session: Session, seat: int, end: CarriedEndRow) -> bool:
    later = session.get(RoundRow, end.round_id) if end.round_id else None
    if end.fate is not Fate.PLAYED or later is None:
        return end.fate is Fate.RETURNED
    then = books.position(session, books.REAL, later, seal())
    return seat in given_back(session, later, then.state)


def _counted(session: Session, round_: RoundRow) -> Mapping[int, int]:
    """How many wagers of a round each meter counts."""
    posted = house_ledger.posted(session, ledger.fed_by(round_.pk)).due
    return {
        accounts.meter_of(account): wagers
        for account, wagers in posted.items()
        if account.kind == accounts.COUNTED
    }


def fed(session: Session, round_: RoundRow) -> int:
    """How many wagers of a round its meter counts."""
    return sum(_counted(session, round_).values())


def _meter(
    session: Session, table: TableRow, counted: Collection[int]
) -> MeterRow | None:
    """The meter of a round: the one it fed, else the one its table feeds now."""
    first = next(iter(counted), None)
    return session.get(MeterRow, first) if first else meter_of(session, table)


def foreseen(
    session: Session, table: TableRow, round_: RoundRow, state: State[Any]
) -> Iterator[str]:
    """What changes at the meter and about carried wagers if a round comes to this."""
    counted = _counted(session, round_)
    was, now = fed(session, round_), countable(session, round_, state)
    meter = _meter(session, table, counted)
    if meter is not None and was != now:
        wagers = "wager" if now == 1 else "wagers"
        counts = f"{meter.name} counts {now} jackpot {wagers}"
        yield f"{counts} of the round instead of {was}."
    for row in carrying.dropped(session, round_, in_play(state)):
        yield f"The carried jackpot wager of seat {row.seat} waits again."
    for row in carrying.never_staked(session, round_, in_play(state)):
        yield f"The jackpot wager of seat {row.seat} does not wait: there was none."


def follow(
    session: Session, table: TableRow, round_: RoundRow, state: State[Any], act: Act
) -> None:
    """Let carried wagers and the meter follow a round in which something changed.

    What it no longer has, or what went back in it, may have been paid and counted in
    the round it was carried from: that one follows as well.
    """
    before = carrying.origins(session, round_)
    carrying.follow(session, table, round_, in_play(state), act)
    count(session, table, round_, state, act)
    for origin in before:
        then = books.position(session, books.REAL, origin, seal())
        follow(session, table, origin, then.state, act)
        reconciling.reconcile(session, table, origin, then.state, act)


def count(
    session: Session, table: TableRow, round_: RoundRow, state: State[Any], act: Act
) -> None:
    """Let the meter count just the wagers that a round has."""
    counted = _counted(session, round_)
    found = _meter(session, table, counted)
    wanted = countable(session, round_, state) if found else 0
    if found is None or sum(counted.values()) == wanted:
        return
    meter = ledger.hold(session, [found.pk])[found.pk]
    more = wanted - fed(session, round_)  # nobody else moves it now
    if more > 0:
        refused: object = _feed(session, meter, table, round_, more, act)
    else:
        refused = _take_off(session, meter, table, round_, -more, act)
    if isinstance(refused, Refused):
        what = f"Round {round_.number} at table {table.number} has {wanted} wagers"
        ledger.unable(session, meter, f"{what} that count", refused, act)


def _key(round_: RoundRow, meter: MeterRow) -> str:
    return f"round-{round_.pk}-{meter.last_entry + 1}"


def _feed(  # noqa: PLR0913, PLR0917
    session: Session,
    meter: MeterRow,
    table: TableRow,
    round_: RoundRow,
    wagers: int,
    act: Act,
) -> object:
    key, name = _key(round_, meter), str(round_.number)
    batch = Batch(table, wagers, key, name, round_.pk, (FED,))
    return feeding.contribute(session, meter, batch, act)


def _take_off(  # noqa: PLR0913, PLR0917
    session: Session,
    meter: MeterRow,
    table: TableRow,
    round_: RoundRow,
    wagers: int,
    act: Act,
) -> Refused | None:
    """Take wagers off a meter; what left it in a prize already moves nothing."""
    reason = f"Round {round_.number} at table {table.number}: wagers went back."
    held = min(wagers, still_held(session, meter, played(round_)))
    for number, spent in ((held, False), (wagers - held, True)):
        if number:
            mine = (_key(round_, meter), reason, number)
            undone = Correction(*mine, played=played(round_), spent=spent)
            verdict = correct(session, meter, undone, act)
            if isinstance(verdict, Refused):
                return verdict
    return None


def miscounted(session: Session) -> Iterator[str]:
    """Rounds of whose jackpot wagers their meter counts another number."""
    for row in session.exec(select(RoundRow).order_by(col(RoundRow.id))).all():
        try:
            state = books.position(session, books.REAL, row, seal()).state
        except BrokenSeal:
            continue  # it stands among what no key of the house opens
        if not has_jackpot(state):
            continue
        counts, has = fed(session, row), countable(session, row, state)
        table = session.get_one(TableRow, row.table_id)
        if counts != has and _meter(session, table, _counted(session, row)):
            where = f"round {row.number} at table {table.number}"
            yield f"A meter counts {counts} jackpot wagers of {where}; it has {has}."


ROOM = Room(
    after_action=(wagers_feed,),
    after_taking_back=(wagers_unfeed,),
)
