"""Taking an action back: a new action with a reason, until the next first card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from game.ranks import Rank
from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from house.floor.rounds import book as books
from house.floor.rounds import settling
from house.floor.rounds.book import PRACTICE, REAL, Book
from house.floor.rounds.hooks import TakenBack
from house.floor.rounds.ledger import about, new_action, write
from house.floor.rounds.models import ActionRow, AnyRound, RoundRow
from house.floor.rounds.play import Floor
from house.floor.rounds.replay import TAKE_BACK, play, replaced, start
from house.floor.rounds.taps import Done, TableAct, stale
from rulebook import HOUSE, Refusal, Refused

UNTIL = HOUSE.at("ROUNDS-11")
AFTER_SETTLEMENT = HOUSE.at("ROUNDS-12")
ONCE = HOUSE.at("ONCE-2")


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """An action to be taken back, and why; without a number the last that holds."""

    key: str
    round: int
    expected: int
    reason: str
    seq: int | None = None


def take_back(
    session: Session, table: TableRow, undo_request: UndoRequest, by: Act, floor: Floor
) -> Done | Refused:
    """Take one action back by another that says why; nothing is erased."""
    at = TableAct(session, table, by, floor)
    book = PRACTICE if books.here(session, table).book.practice else REAL
    row = books.numbered(session, book, table, undo_request.round)
    verdict = _verdict(at, book, row, undo_request)
    if isinstance(verdict, Refused) and not book.practice:
        said = {
            "round": undo_request.round,
            "seq": undo_request.seq,
            "reason": undo_request.reason[:400],
        }
        record(session, by, TAKE_BACK, about(table), verdict, after=said)
    return verdict


def _verdict(
    at: TableAct, book: Book, row: AnyRound | None, undo_request: UndoRequest
) -> Done | Refused:
    if row is None:
        wrong = f"There is no round {undo_request.round} at table {at.table.number}."
        return Refused((Refusal(UNTIL, wrong, "", "round"),))
    if (done := books.by_key(at.session, book, row, undo_request.key)) is not None:
        if done.kind != TAKE_BACK:
            wrong = "This key was already used for another action."
            return Refused((Refusal(ONCE, wrong, "Key it again.", "key"),))
        last = books.together(at.session, book, row, undo_request.key)[-1].seq
        then = books.after(at.session, book, row, at.seal, last)
        return Done(book, row, then, repeated=True)
    now = books.position(at.session, book, row, at.seal)
    if (late := stale(at.table, row, now.seq, undo_request)) is not None:
        return late
    return _take_back(at, Done(book, row, now), undo_request)


def _take_back(at: TableAct, done: Done, undo_request: UndoRequest) -> Done | Refused:
    now = done.position
    seq = undo_request.seq or (now.last.seq if now.last else 0)
    found = tuple(_against(at, done, undo_request, seq))
    seqs = _with_its_ruling(at, done, seq)
    unfit = _unfit_without(done, seqs)
    if not found and unfit is not None:
        found = (_does_not_fit(seq), *unfit.refusals)
    if found:
        return Refused(found)
    for number, each in enumerate(seqs, 1):
        key = books.numbered_key(undo_request.key, number)
        done = _without(at, done, each, key, undo_request.reason)
    if done.position.over:  # it comes to something else, though it is over as before
        settling.settle(at, done, undo_request.reason)
    return done


def _with_its_ruling(at: TableAct, done: Done, seq: int) -> tuple[int, ...]:
    """The actions that are taken back with one, the last first: a ruling as a whole."""
    holds = {slot.seq for slot in done.position.slots if slot.moves}
    if seq not in holds:
        return (seq,)
    key = books.at_seq(at.session, done.book, done.round, seq).key
    found = books.together(at.session, done.book, done.round, key)
    mine = {one.seq for one in found} & holds
    return tuple(sorted(mine, reverse=True))


def _unfit_without(done: Done, seqs: Sequence[int]) -> Refused | None:
    """Why the rest of a round does not fit without these, on the way there too."""
    slots = done.position.slots
    for seq in seqs:
        slots = tuple(replaced(slots, seq, ()))
        played = play(start(done.round), slots)
        if isinstance(played, Refused):
            return played
    return None


def _without(at: TableAct, done: Done, seq: int, key: str, reason: str) -> Done:
    """Append that one action is taken back, and let other rooms follow."""
    row = done.round
    action = new_action(
        at, done, TAKE_BACK, {"moves": []}, key=key, takes_back=seq, reason=reason
    )
    then = write(at, done, action)
    if isinstance(row, RoundRow):
        gone = books.at_seq(at.session, done.book, row, seq)
        assert isinstance(gone, ActionRow)
        taken = TakenBack(at.session, at.table, row, gone, then.state, at.act)
        at.rooms(row).tell_taken_back(taken)
    return Done(done.book, row, then)


def _does_not_fit(seq: int) -> Refusal:
    wrong = f"Without action {seq} the later ones do not fit."
    return Refusal(UNTIL, wrong, "Take the later ones back first.", "seq")


def _against(
    at: TableAct, done: Done, undo_request: UndoRequest, seq: int
) -> Iterator[Refusal]:
    now = done.position
    if not undo_request.reason.strip():
        yield Refusal(UNTIL, "No reason is given.", "Say why.", "reason")
    if not any(slot.seq == seq and slot.moves for slot in now.slots):
        wrong = f"Action {seq} does not hold." if seq else "Nothing holds yet."
        yield Refusal(UNTIL, wrong, "Choose one that does.", "seq")
    later = books.following(at.session, done.book, done.round)
    if later is not None and later.first_card_at is not None:
        wrong = f"The first card of round {later.number} is out."
        right = "A supervisor corrects what is over."
        yield Refusal(UNTIL, wrong, right, "round")
    if now.over and not done.book.practice and rank_of(at.act.by) < Rank.SUPERVISOR:
        wrong = f"Round {done.round.number} is settled."
        right = "A supervisor or above takes back what was settled."
        yield Refusal(AFTER_SETTLEMENT, wrong, right)
