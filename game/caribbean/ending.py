"""The end of a round: the Dealer's hand, then each hand from the Dealer's right."""

from collections.abc import Iterator
from dataclasses import replace

from game.caribbean.round import HAND, Box, Round
from game.caribbean.settlement import must_turn
from game.hands import category, rank_hand
from game.jackpots.prizes import is_metered
from game.play import face_down, sealed
from game.play.moves import UNRULED, Move
from game.play.phases import Phase
from game.stud.round import against_turning
from rulebook import VIC99, Refusal

KEYED_AT_ONCE = VIC99.at("N25-12.2")


def may_declare_no_hand(now: Round, _move: Move) -> Iterator[Refusal]:
    """The Dealer's hand is declared dead only after the call to bet or fold."""
    late = now.settled or now.dealer_dead
    if now.phase not in (Phase.DECIDING, Phase.SETTLING) or late:
        cite = now.table.rules.settlement.no_hand_by_error
        wrong = "It is not the moment to declare “No Hand”."
        right = "Before “Bet or Fold” a wrong number of cards is a misdeal."
        yield Refusal(cite, wrong, right)


def no_hand(now: Round, _move: Move) -> Round:
    """The Dealer's hand is dead: no further decision changes anything."""
    return replace(now, phase=Phase.SETTLING, dealer_dead=True)


def may_reveal(now: Round, move: Move) -> Iterator[Refusal]:
    """The Dealer turns all five cards once every player has decided."""
    cite = now.table.rules.settlement.reveal
    if now.phase is Phase.DECIDING:
        seats = ", ".join(str(box.seat) for box in now.undecided)
        yield Refusal(cite, f"Seat {seats} has not decided.", "Each bets or folds.")
    elif now.phase is not Phase.SETTLING or now.revealed:
        yield Refusal(cite, "It is not the moment to turn the cards.", "Go on.")
    elif len(now.dealer) < HAND:
        wrong = "The Dealer's hand was never complete."
        yield Refusal(cite, wrong, "Close the round.")
    yield from against_turning(now, now.dealer, move)


def reveal(now: Round, move: Move) -> Round:
    """Turn all five cards of the Dealer."""
    dealer = face_down.turned(now.dealer, move.cards)
    return replace(now, revealed=True, dealer=dealer)


def may_settle(now: Round, move: Move) -> Iterator[Refusal]:
    """Hands are compared one by one from the Dealer's right."""
    rules, due, box = now.table.rules, now.to_settle, now.box(move.seat)
    if now.phase is not Phase.SETTLING or not now.dealer_known:
        wrong, right = "The Dealer's hand is not known.", "Turn the cards first."
        yield Refusal(rules.settlement.reveal, wrong, right)
    elif move.seat not in due:
        wrong = f"Seat {move.seat} has no hand to settle."
        yield Refusal(rules.one_hand_to_a_seat, wrong, "Each is settled once.")
    elif move.seat != due[0]:
        wrong, right = f"Seat {move.seat} is not next.", f"Seat {due[0]} is."
        yield Refusal(rules.settlement.order, wrong, right, "seat")
    yield from _keyed_first(now)
    if box and (move.cards or must_turn(now, box)):
        yield from against_turning(now, box.cards, move)


def settle(now: Round, move: Move) -> Round:
    """Compare a hand with the Dealer's, and pay or collect."""
    return replace(_turned(now, move), settled=(*now.settled, move.number))


def _turned(now: Round, move: Move) -> Round:
    box = now.box(move.seat)
    if box is None or not move.cards:
        return now
    return now.changed(box.seat, cards=face_down.turned(box.cards, move.cards))


def may_show(now: Round, move: Move) -> Iterator[Refusal]:
    """A folded hand is looked at all the same, where its jackpot wager is alive."""
    box = now.box(move.seat)
    if box is None or move.seat not in now.to_show:
        wrong = f"No hand of seat {move.seat} is looked at."
        yield Refusal(UNRULED, wrong, "Go on with the round.", "seat")
        return
    yield from _keyed_first(now)
    yield from against_turning(now, box.cards, move)


def show(now: Round, move: Move) -> Round:
    """Look at a folded hand for its jackpot wager."""
    return _turned(now, move)


# A hand that wins from the meter is keyed into the jackpot system before all else.


def to_key(now: Round) -> tuple[Box, ...]:
    """The hands seen so far that win from the meter and are not keyed yet."""
    seen = (box for box in now.boxes if _is_seen(now, box) and not box.keyed)
    return tuple(b for b in seen if is_metered(category(rank_hand(b.cards))))


def _is_seen(now: Round, box: Box) -> bool:
    if not box.in_jackpot or box.face_down or len(box.cards) != HAND:
        return False
    looked_at = now.dealer_dead and now.phase is Phase.SETTLING and not box.bet
    return box.seat in now.settled or (looked_at and not box.ruled)


def _keyed_first(now: Round) -> Iterator[Refusal]:
    for box in to_key(now):
        hand = category(rank_hand(box.cards)).replace("_", " ")
        wrong = f"Seat {box.seat} has a {hand} that is not keyed."
        right = "The Dealer presses the button for it before anything else."
        yield Refusal(KEYED_AT_ONCE, wrong, right, "seat")


def may_key_jackpot(now: Round, move: Move) -> Iterator[Refusal]:
    """Only a hand that was seen to win from the meter is keyed, and once."""
    if move.seat not in [box.seat for box in to_key(now)]:
        wrong = f"Seat {move.seat} has no straight or royal flush to key."
        yield Refusal(KEYED_AT_ONCE, wrong, "Go on with the round.", "seat")


def key_jackpot(now: Round, move: Move) -> Round:
    """Key a straight or royal flush into the jackpot system."""
    return now.changed(move.number, keyed=True)


def is_played(now: Round) -> bool:
    """Whether every hand is settled: what was wagered in secret is announced then."""
    return now.phase is Phase.SETTLING and not (now.to_settle or now.to_show)


def may_close(now: Round, _move: Move) -> Iterator[Refusal]:
    """The round ends when every hand still in is settled, and every jackpot seen."""
    if now.phase is not Phase.SETTLING or now.to_settle:
        wrong = f"The round is {now.phase}, and hands wait to be settled."
        yield Refusal(UNRULED, wrong, "Settle every hand first.")
    for seat in now.to_show:
        wrong = f"The folded jackpot hand of seat {seat} was not looked at."
        cite = now.table.rules.settlement.all_checked
        yield Refusal(cite, wrong, f"Look at seat {seat} first.", "seat")
    yield from _keyed_first(now)
    yield from sealed.before_close(now)


def close(now: Round, _move: Move) -> Round:
    """The last hand is collected."""
    return replace(now, phase=Phase.CLOSED)


def cut_back(now: Round, move: Move) -> Round:
    """Leave less of a stake; what is left is settled, whatever the ratio asks for."""
    return now.changed(move.number, **dict(move.also))
