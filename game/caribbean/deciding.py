"""Bet or fold: what a player decides once the Dealer's up card shows."""

from collections.abc import Iterator

from game.caribbean.round import BET, Box, Round, Status
from game.play.moves import Move
from game.play.phases import Phase
from game.stud.antes import no_box
from rulebook import Refusal


def may_bet(now: Round, move: Move) -> Iterator[Refusal]:
    """The Bet comes after a look at the cards, and is exactly twice the ante."""
    rules, box = now.table.rules, now.box(move.seat)
    if now.phase is Phase.BETTING:
        wrong, right = "No cards are dealt yet.", "The Bet comes after the deal."
        yield Refusal(rules.wagers.bet.cite, wrong, right, BET)
        return
    yield from _may_decide(now, box, move.number)
    times = rules.decisions.times
    if box and not (type(move.amount) is int and move.amount == times.value * box.ante):
        wrong = f"A Bet of {move.amount!r} on an ante of {box.ante}."
        right = f"Bet exactly {times.value * box.ante}, or fold."
        yield Refusal(times.cite, wrong, right, BET)


def _may_decide(now: Round, box: Box | None, seat: int) -> Iterator[Refusal]:
    rules = now.table.rules
    if box is None:
        yield from no_box(now, seat)
    elif now.phase in (Phase.BETTING, Phase.DEALING):
        wrong = f"The round is {now.phase}."
        right = "Players look and decide once the up card shows and is called."
        yield Refusal(rules.decisions.looks, wrong, right)
    elif box.status is not Status.UNDECIDED:
        wrong, right = f"The hand is {box.status}.", "A decision is made once."
        yield Refusal(rules.decisions.choices, wrong, right)


def bet(now: Round, move: Move) -> Round:
    """Stay in with a Bet of two antes."""
    return now.changed(move.number, bet=move.stake, status=Status.IN).at_its_end()


def may_fold(now: Round, move: Move) -> Iterator[Refusal]:
    """A hand is given up once it has been seen, with all its cards."""
    box, counted = now.box(move.seat), now.table.rules.decisions.counted
    yield from _may_decide(now, box, move.number)
    if box is not None and not now.ahead and len(box.cards) != counted.value:
        wrong = f"The folded hand has {len(box.cards)} cards."
        yield Refusal(counted.cite, wrong, f"It must have {counted.value}.")


def fold(now: Round, move: Move) -> Round:
    """Lay the cards face down; the Dealer takes them and the ante."""
    return now.changed(move.number, status=Status.FOLDED).at_its_end()
