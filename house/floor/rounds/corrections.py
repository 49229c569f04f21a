"""Correcting a round that is over: what would change is shown before it is done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmodel import Session

from game.line import Line
from game.play import Move
from game.ranks import Rank
from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from house.floor.rounds import book as books
from house.floor.rounds import settling
from house.floor.rounds.book import REAL
from house.floor.rounds.ledger import about, new_action, write
from house.floor.rounds.models import RoundRow
from house.floor.rounds.play import Floor
from house.floor.rounds.replay import Position, play, replaced, start
from house.floor.rounds.taps import Done, Stale, TableAct, stale
from rulebook import HOUSE, Refusal, Refused

CORRECT = HOUSE.at("ROUNDS-13")
NAME = "correct round"


@dataclass(frozen=True, slots=True)
class Correction:
    """What should have happened: other moves, or none, in the place of some actions."""

    key: str
    round: int
    expected: int
    reason: str
    instead: Mapping[int, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """One wager that comes to something else; what is not there came to nothing."""

    seat: int
    wager: str
    before: Line | None
    after: Line | None

    @property
    def net(self) -> int:
        """What the player gets more, or less."""
        was, now = self.before, self.after
        return (now.net if now else 0) - (was.net if was else 0)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a correction changes: each line, each seat, and elsewhere."""

    lines: tuple[Changed, ...]
    seats: Mapping[int, int]
    elsewhere: tuple[str, ...]
    done: Done | None = None


def foresee(
    session: Session, table: TableRow, wanted: Correction, by: Act, floor: Floor
) -> Effect | Refused:
    """What a correction would change; nothing is written."""
    at = TableAct(session, table, by, floor)
    row, found = _round(at, wanted)
    if row is None or isinstance(found, Refused):
        assert isinstance(found, Refused)
        return found
    return _effect(at, row, found, wanted)


def correct(
    session: Session, table: TableRow, wanted: Correction, by: Act, floor: Floor
) -> Effect | Refused:
    """Put other moves in the place of those that were wrong, and settle again."""
    at = TableAct(session, table, by, floor)
    row, now = _round(at, wanted)
    verdict: Effect | Refused
    if row is None or isinstance(now, Refused):
        assert isinstance(now, Refused)
        verdict = now
    elif books.by_key(session, REAL, row, wanted.key) is not None:
        done = Done(
            REAL, row, books.position(session, REAL, row, at.seal), repeated=True
        )
        return Effect((), {}, (), done)
    else:
        verdict = _correct(at, row, now, wanted)
    if isinstance(verdict, Refused):
        said = {"round": wanted.round, "reason": wanted.reason[:400]}
        record(session, by, NAME, about(table), verdict, after=said)
    return verdict


def _correct(
    at: TableAct, row: RoundRow, now: Position, wanted: Correction
) -> Effect | Refused:
    effect = _effect(at, row, now, wanted)
    if isinstance(effect, Refused):
        return effect
    done = Done(REAL, row, now)
    for number, (seq, moves) in enumerate(sorted(wanted.instead.items()), 1):
        key = books.numbered_key(wanted.key, number)
        action = new_action(
            at,
            done,
            NAME,
            {"moves": [dict(move) for move in moves]},
            key=key,
            takes_back=seq,
            reason=wanted.reason,
        )
        done = replace(done, position=write(at, done, action))
    settling.settle(at, done, wanted.reason)
    return replace(effect, done=done)


def _round(
    at: TableAct, wanted: Correction
) -> tuple[RoundRow | None, Position | Refused]:
    row = books.numbered(at.session, REAL, at.table, wanted.round)
    if not isinstance(row, RoundRow):
        wrong = f"There is no round {wanted.round} at table {at.table.number}."
        return None, Refused((Refusal(CORRECT, wrong, "", "round"),))
    repeated = books.by_key(at.session, REAL, row, wanted.key) is not None
    now = books.position(at.session, REAL, row, at.seal)
    late: Stale | None = None
    if not repeated:
        late = stale(at.table, row, now.seq, wanted)
    return row, late or now


def _effect(
    at: TableAct, row: RoundRow, now: Position, wanted: Correction
) -> Effect | Refused:
    found = list(_against(at, row, now, wanted))
    slots, unread = now.slots, list[Refusal]()
    for seq, moves in wanted.instead.items():
        read = [now.game.read(dict(move)) for move in moves]
        unread += [r for m in read if isinstance(m, Refused) for r in m.refusals]
        held = tuple(move for move in read if isinstance(move, Move))
        slots = tuple(replaced(slots, seq, held))
    played = play(start(row), slots)
    if unread or found or isinstance(played, Refused):
        told = played.refusals if isinstance(played, Refused) else ()
        return Refused((*found, *unread, *told))
    state, first = played
    then = Done(REAL, row, replace(now, state=state, slots=slots, first_card_at=first))
    after = settling.lines_of(then)
    if isinstance(after, Refused) or not then.position.over:
        wrong = f"Round {row.number} would not be played out."
        return Refused((Refusal(CORRECT, wrong, "Give every move it needs."),))
    before = settling.as_lines(books.lines(at.session, REAL, row))
    players = books.players(at.session, REAL, row)
    foreseen = settling.settled(at, then, row, (before, after), 0, players)
    return Effect(*compared(before, after), at.rooms(row).foreseen(foreseen))


def _against(
    at: TableAct, row: RoundRow, now: Position, wanted: Correction
) -> Iterator[Refusal]:
    if not wanted.reason.strip():
        yield Refusal(CORRECT, "No reason is given.", "Say why.", "reason")
    if not wanted.instead:
        yield Refusal(CORRECT, "Nothing would change.", "Say what was wrong.")
    if rank_of(at.act.by) < Rank.SUPERVISOR:
        wrong = f"A {rank_of(at.act.by).title} does not correct a settled round."
        yield Refusal(CORRECT, wrong, "A supervisor or above does.")
    if row.ended_at is None:
        wrong = f"Round {row.number} is still played."
        yield Refusal(CORRECT, wrong, "Take the action back instead.", "round")
    yield from at.play(row).against_correcting(row.number)
    known = {slot.seq for slot in now.slots}
    for seq in sorted(wanted.instead.keys() - known):
        wrong = f"Round {row.number} has no action {seq}."
        yield Refusal(CORRECT, wrong, "Choose one it has.", "instead")
    if row.is_dealt and any("cards" in m for ms in wanted.instead.values() for m in ms):
        wrong = "The house dealt this round."
        yield Refusal(CORRECT, wrong, "Its cards stay as they were.", "instead")


def compared(
    before: Sequence[Line], after: Sequence[Line]
) -> tuple[tuple[Changed, ...], Mapping[int, int]]:
    """The lines that differ, and what each seat gets more or less."""
    was = {(line.seat, line.wager): line for line in before}
    now = {(line.seat, line.wager): line for line in after}
    changed = tuple(
        Changed(*place, was.get(place), now.get(place))
        for place in dict.fromkeys((*was, *now))
        if was.get(place) != now.get(place)
    )
    seats: dict[int, int] = {}
    for each in changed:
        seats[each.seat] = seats.get(each.seat, 0) + each.net
    return changed, seats
