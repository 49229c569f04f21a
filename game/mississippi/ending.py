"""The end of a round: hands conceded, turned, settled, and the cards cleared away."""

from collections.abc import Iterator
from dataclasses import replace

from game.fates import ruled_on
from game.mississippi.round import Round, Status
from game.play import face_down, sealed
from game.play.moves import UNRULED, Move
from game.play.phases import Phase
from game.side_bets import COVER_ALL_BONUS, THREE_CARD_BONUS, cover_all_may_settle
from game.stud.antes import no_box
from game.stud.round import against_turning
from rulebook import HOUSE, Refusal

WAITS = HOUSE.at("CONSOLE-5")


def may_concede(now: Round, move: Move) -> Iterator[Refusal]:
    """Where a document knows it, a hand that stayed in may be conceded at the end."""
    box, cite = now.box(move.seat), now.table.rules.folding.concede
    yield from no_box(now, move.number)
    if cite is None:
        yield Refusal(UNRULED, "These rules know no concession.", "Settle the hand.")
    elif box and (now.phase is not Phase.SETTLING or box.status is not Status.PLAYING):
        wrong, right = "The hand is not up for settlement.", "Concede it then."
        yield Refusal(cite, wrong, right)


def concede(now: Round, move: Move) -> Round:
    """Give up a hand that has stayed in to the end, with a sweep of the hand."""
    return now.changed(move.number, status=Status.CONCEDED)


def may_settle(now: Round, move: Move) -> Iterator[Refusal]:
    """Hands are settled one by one from the dealer's right, after the last card."""
    rules, due, box = now.table.rules.settlement, now.to_settle, now.box(move.seat)
    if now.phase is not Phase.SETTLING or now.shown < 3:
        wrong, right = "The last card is not turned.", "Settle once it is."
        yield Refusal(rules.closed, wrong, right)
    elif move.seat not in due:
        wrong = f"Seat {move.seat} has no hand to settle."
        yield Refusal(rules.one_by_one, wrong, "Each hand is settled once.")
    elif move.seat != due[0]:
        wrong, right = f"Seat {move.seat} is not next.", f"Seat {due[0]} is."
        yield Refusal(rules.order, wrong, right, "seat")
    yield from against_turning(now, box.hole if box else (), move)


def settle(now: Round, move: Move) -> Round:
    """Turn the player's cards, announce the hand, pay or collect."""
    box = now.box(move.seat)
    if box is None:
        return now
    hole = face_down.turned(box.hole, move.cards)
    status = box.status if box.given_up else Status.SETTLED
    after = now.changed(box.seat, hole=hole, status=status)
    return replace(after, settled=(*now.settled, box.seat))


def waits_for_cards(now: Round) -> bool:
    """Whether a side bet is still to be decided by cards that are not turned."""
    return now.shown < 3 and any(
        THREE_CARD_BONUS in dict(box.sides)
        and not ruled_on(box.fates, THREE_CARD_BONUS)
        for box in now.boxes
        if box.status not in (Status.VOID, Status.FORFEITED)
    )


def is_played(now: Round) -> bool:
    """Whether every hand is settled: what was wagered in secret is announced then."""
    return now.phase is Phase.SETTLING and not now.to_settle


def may_close(now: Round, _move: Move) -> Iterator[Refusal]:
    """The round ends when every hand is settled and the cards are cleared."""
    cite, due = now.table.rules.settlement.closed, now.to_settle
    if now.phase is not Phase.SETTLING:
        yield Refusal(cite, f"The round is {now.phase}.", "Close it at the end.")
    elif due:
        seats = ", ".join(str(seat) for seat in due)
        yield Refusal(cite, f"Seat {seats} is not settled.", "Settle every hand.")
        if any(COVER_ALL_BONUS in dict(box.sides) for box in now.boxes):
            yield from cover_all_may_settle(len(due))
    elif waits_for_cards(now):
        wrong, right = "A 3 Card Bonus wager waits for its cards.", "Turn them first."
        yield Refusal(WAITS, wrong, right)
    yield from sealed.before_close(now)


def close(now: Round, _move: Move) -> Round:
    """The last card is in the discard rack: only now is the round over."""
    return replace(now, phase=Phase.CLOSED)


def may_leave(now: Round, seat: int) -> Iterator[Refusal]:
    """Where the document says so, whoever holds cards stays until the round ends."""
    cite, box = now.table.rules.wagers.seated, now.box(seat)
    if cite and box and box.hole and now.phase is not Phase.CLOSED:
        yield Refusal(cite, f"Seat {seat} holds cards.", "Leave after the round.")
