"""Playing a round: one action after another, each written down before it counts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from game.play import Move
from house.floor.acts import Act, record
from house.floor.editions.services import check_edition, entries_of
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import decks, settling, setups
from house.floor.rounds.asking import (
    asked_move,
    for_player,
    nobody_there,
    out_of_turn,
    player_of,
)
from house.floor.rounds.book import Book, RoundAtTable
from house.floor.rounds.hooks import MoveAsked
from house.floor.rounds.ledger import about, append, new_action, note_all
from house.floor.rounds.models import (
    AnyAction,
    AnyRound,
    AnySeat,
    RoundRow,
)
from house.floor.rounds.play import Floor, Play
from house.floor.rounds.replay import cards_out, stepped, written
from house.floor.rounds.taps import Done, TableAct, Tap, stale
from rulebook import HOUSE, Refusal, Refused

ONCE = HOUSE.at("ONCE-2")
OVER = HOUSE.at("ROUNDS-2")
SIGN = HOUSE.at("ROUNDS-17")


def act(
    session: Session, table: TableRow, tap: Tap, by: Act, floor: Floor
) -> Done | Refused:
    """Do one action in the round under way, once, and settle it when it ends."""
    return _act(TableAct(session, table, by, floor), tap)


def _act(at: TableAct, tap: Tap) -> Done | Refused:
    return _asked(at, books.here(at.session, at.table, (tap.key,)), tap)


def _asked(at: TableAct, here: RoundAtTable, tap: Tap) -> Done | Refused:
    if here.round is not None and here.round.number == tap.round:
        verdict = _in_round(at, here, here.round, tap)
    else:
        verdict = _elsewhere(at, here, tap)
    if isinstance(verdict, Refused) and not here.book.practice:
        _note_refusal(at, tap, verdict)
    return verdict


def act_on(
    session: Session, here: RoundAtTable, taps: Sequence[Tap], by: Act, floor: Floor
) -> tuple[Done | Refused, int]:
    """Do what a tablet held back, in order, up to the first that is refused.

    Says what the last of them came to, and how many were done.
    """
    at = TableAct(session, here.table, by, floor, notes=[])
    fresh = here.last is not None and here.last.keyed is None
    verdict = _asked(at, here, taps[0]) if fresh else _act(at, taps[0])
    done = 0
    for tap in taps[1:]:
        if isinstance(verdict, Refused):
            break
        done += 1
        tap_ = replace(tap, expected=verdict.position.seq)
        alone = fresh and not verdict.repeated
        verdict = _next(at, verdict, tap_) if alone else _act(at, tap_)
    note_all(at)
    return verdict, done + (not isinstance(verdict, Refused))


def _next(at: TableAct, done: Done, tap: Tap) -> Done | Refused:
    """One more action right after another, while nobody could come between."""
    verdict = _do(at, done, tap)
    if isinstance(verdict, Refused) and not done.book.practice:
        _note_refusal(at, tap, verdict)
    return verdict


def rule(
    session: Session, table: TableRow, tap: Tap, moves: Sequence[Move], at: TableAct
) -> Done | Refused:
    """Carry out the moves of a ruling in the round under way, all or none."""
    here = books.here(session, table)
    row = here.round
    if row is None:
        return _nothing_open(table)
    if books.by_key(session, here.book, row, tap.key) is not None:
        now = books.position(session, here.book, row, at.seal)
        return Done(here.book, row, now, repeated=True)
    now = books.position(session, here.book, row, at.seal)
    if (late := stale(table, row, now.seq, tap)) is not None:
        return late
    if row.ended_at is not None:
        return Refused((_over(row),))
    with session.begin_nested() as all_or_none:
        verdict = _make_all(at, Done(here.book, row, now), moves, tap)
        if isinstance(verdict, Refused):
            all_or_none.rollback()
            session.expire(row)
    return verdict


def _make_all(
    at: TableAct, done: Done, moves: Sequence[Move], tap: Tap
) -> Done | Refused:
    for number, move in enumerate(moves, 1):
        key = books.numbered_key(tap.key, number)
        verdict = _make(at, done, move, replace(tap, key=key))
        if isinstance(verdict, Refused):
            return verdict
        done = verdict
    return done


def _in_round(
    at: TableAct, here: RoundAtTable, row: AnyRound, tap: Tap
) -> Done | Refused:
    """Act in the round under way, unless this key did so or something came between."""
    book = here.book
    last = here.last or books.newest(at.session, book, row, tap.key)
    if last.keyed is not None:
        return _repeated(at, book, row, tap, last.keyed)
    now = books.position(at.session, book, row, at.seal, last)
    late = stale(at.table, row, now.seq, tap)
    return late or _do(at, Done(book, row, now), tap)


def _elsewhere(at: TableAct, here: RoundAtTable, tap: Tap) -> Done | Refused:
    """What is asked of another round than the one under way: told again, or late."""
    row = books.numbered(at.session, here.book, at.table, tap.round)
    done = books.by_key(at.session, here.book, row, tap.key) if row else None
    if row is not None and done is not None:
        return _repeated(at, here.book, row, tap, done.seq)
    if here.round is None:
        return _nothing_open(at.table)
    last = here.last or books.newest(at.session, here.book, here.round)
    return stale(at.table, here.round, last.seq, tap) or _nothing_open(at.table)


def _repeated(
    at: TableAct, book: Book, row: AnyRound, tap: Tap, seq: int
) -> Done | Refused:
    """The answer that this key already got, however long ago."""
    done = books.at_seq(at.session, book, row, seq)
    if not _same(done, tap.action):
        wrong = "This key was already used for another action."
        return Refused((Refusal(ONCE, wrong, "Key the action again.", "key"),))
    then = books.after(at.session, book, row, at.seal, seq)
    return Done(book, row, then, repeated=True)


def _same(done: AnyAction, asked: Mapping[str, Any]) -> bool:
    """Whether an action is the one asked for; what the house fills in aside."""
    if done.takes_back is not None:
        return asked.get("act") == done.kind
    ours = {name: value for name, value in done.data.items() if name in asked}
    theirs = {name: value for name, value in asked.items() if name in done.data}
    ours.pop("by", None), theirs.pop("by", None)
    return done.kind == asked.get("act") and ours == theirs


def _nothing_open(table: TableRow) -> Refused:
    wrong = f"No round is open at table {table.number}."
    return Refused((Refusal(OVER, wrong, "Open one first.", "round"),))


def _over(row: AnyRound) -> Refusal:
    wrong = f"Round {row.number} is over."
    return Refusal(OVER, wrong, "Open the next one, or take back its end.", "round")


def _do(at: TableAct, done: Done, tap: Tap) -> Done | Refused:
    row = done.round
    if row.ended_at is not None:
        return Refused((_over(row),))
    if row.first_card_at is None and not row.practice:
        renewed = _up_to_date(at, done, tap)
        if isinstance(renewed, Refused):
            return renewed
        done = renewed
    move = asked_move(at, row, done.position, tap.action)
    return move if isinstance(move, Refused) else _make(at, done, move, tap)


def _up_to_date(at: TableAct, done: Done, tap: Tap) -> Done | Refused:
    """Before the first card: limits follow what is played for until something was
    staked, taken back or not, and the edition is the one in force when that card comes.
    """
    now, act = done.position, at.act
    setup = now.state.setup
    if all(slot.moves for slot in now.slots) and not now.game.staked(now.state):
        play = at.play(done.round)
        if play.is_open():
            setup = setups.with_limits(setup, play, done.round.number)
    if tap.action.get("act") == "deal":
        entered = entries_of(at.session, at.table.rulebook)
        if against := check_edition(at.table, act.now, entered):
            return Refused(against)
        edition = setups.edition_of(at.table, act.now, entered)
        setup = replace(setup, edition=edition)
    if setup == now.state.setup:
        return done
    done.round.setup = setups.plain(setup)
    after = {"round": done.round.number, "limits": done.round.setup["limits"]}
    after["edition"] = setup.edition
    record(at.session, act, "renew round", about(at.table), rules=(SIGN,), after=after)
    now = books.position(at.session, done.book, done.round, at.seal)
    return replace(done, position=now)


def _make(at: TableAct, done: Done, move: Move, tap: Tap) -> Done | Refused:
    """Make one move: the engine takes it, nobody objects, it is written, it counts."""
    book, row, now, play = done.book, done.round, done.position, at.play(done.round)
    seats = _taking_part(at, book, play) if done.seats is None else done.seats
    player = player_of(now.game, move, seats)
    if player is not None or book.practice:
        move = for_player(now.game, move, player)
    after = now.game.apply(now.state, move)
    found = (
        *nobody_there(now.game, move, player, book),
        *(after.refusals if isinstance(after, Refused) else ()),
    )
    if found or isinstance(after, Refused):
        return Refused(found)
    asked = None
    if isinstance(row, RoundRow):
        asked = MoveAsked(
            at.session, at.table, row, move, now.state, after, seats, at.act, play=play
        )
        if objections := tuple(_objections(at, play, asked)):
            return Refused(objections)
    action = _action(at, done, move, tap, player)
    then = append(at, done, action, stepped(now, action, (move,), after))
    if asked is not None:
        at.floor.rooms_in(play).tell_action(replace(asked, row=action))
    made = Done(book, row, then, seats=seats)
    if then.over and not now.over:
        settling.settle(at, made)
    return made


def _taking_part(at: TableAct, book: Book, play: Play) -> Mapping[int, AnySeat]:
    """Who takes part in a round of a book."""
    practise = books.seats(at.session, book, at.table) if book.practice else None
    return play.seats(play.sitting if practise is None else practise)


def _objections(at: TableAct, play: Play, asked: MoveAsked) -> Iterator[Refusal]:
    """Every reason against a move that the engine would take."""
    yield from out_of_turn(play, asked)
    yield from at.floor.rooms_in(play).against(asked)
    if asked.begins:
        yield from play.before_first_card(asked)


def _action(
    at: TableAct, done: Done, move: Move, tap: Tap, player: AnySeat | None
) -> AnyAction:
    """The row of a move, bound to those before it."""
    now, row = done.position, done.round
    deck = decks.cards(row, at.seal) if move.cards and row.is_dealt else ()
    data = written(now.game, move, deck, cards_out(now.state))
    action = new_action(at, done, move.act, data, key=tap.key)
    action.sent_at, action.seat_id = tap.sent_at, player.pk if player else None
    return action


def _note_refusal(at: TableAct, tap: Tap, refused: Refused) -> None:
    said = {"round": tap.round, "expected": tap.expected}
    name = str(tap.action.get("act", ""))[:32]
    after = said | {"act": name}
    record(at.session, at.act, "act in round", about(at.table), refused, after=after)
