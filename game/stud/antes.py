"""Before the first card of a stud game: what every ante is held to."""

from collections.abc import Iterator
from dataclasses import replace

from game.play.moves import Move
from game.play.phases import Phase
from game.rulebooks.mississippi import Medium
from game.stud.round import ANTE, Round, S
from rulebook import Cite, Refusal


def no_box(now: Round, seat: int) -> Iterator[Refusal]:
    """Refuse whatever a seat without an ante tries to do."""
    if now.box(seat) is None:
        cite = now.table.rules.wagers.buys_cards
        yield Refusal(cite, f"Seat {seat} has no ante.", "Only anted boxes play.")


def too_late(now: Round, called: Cite) -> Iterator[Refusal]:
    """Refuse an ante once the first card is out, or “no more bets” was called."""
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "Antes are placed before it."
        yield Refusal(now.table.rules.wagers.before_first_card, wrong, right, ANTE)
    elif now.stages_closed:
        wrong, right = "No more bets was called.", "Wait for the next round."
        yield Refusal(called, wrong, right, ANTE)


def medium_refusals(now: Round, move: Move) -> Iterator[Refusal]:
    """Refuse what stakes are not put down in; a spoken bet is changed into chips."""
    rules, medium = now.table.rules.wagers, move.medium
    if rules.spoken and medium is Medium.SPOKEN:
        if not move.changed:
            wrong = "A spoken bet was not changed into chips before betting closed."
            right = "Hand over the money and place the chips in time."
            yield Refusal(rules.spoken, wrong, right, ANTE)
    elif medium not in rules.media.value:
        taken = ", ".join(sorted(rules.media.value))
        yield Refusal(rules.media.cite, f"A stake in {medium}.", f"Use {taken}.", ANTE)


def bought(now: S, box: object) -> S:
    """The round with one box more: only a box with an ante is dealt cards."""
    return replace(now, boxes=tuple(sorted((*now.boxes, box))))


def may_take_back(now: Round, move: Move) -> Iterator[Refusal]:
    """A stake on the table is not touched from the first card until it is decided."""
    yield from no_box(now, move.number)
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "The stake stays until it is decided."
        yield Refusal(now.table.rules.wagers.untouched, wrong, right, ANTE)


def take_away(now: S, move: Move) -> S:
    """Take a box's stakes off the table; with none left, betting is open again."""
    boxes = tuple(box for box in now.boxes if box.seat != move.seat)
    return replace(now, boxes=boxes, stages_closed=now.stages_closed if boxes else 0)
