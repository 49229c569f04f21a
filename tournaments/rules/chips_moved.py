"""Chips that move at a table beside the hands: what each way of moving them asks."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.table_count import LARGEST
from tournaments.rules.tokens import Pieces, pieces_worth

MOVED: Cite = HOUSE.at("TOURN-164")
COLOUR_UP = "colour-up"
# Between a stack and the tray: which pieces they are makes no difference to the table.
WITHIN = frozenset({"penalty", "removed", "correction"})
WITH_REASON = frozenset({"taken out", *WITHIN})
COMES, GOES = frozenset({"fill", "handed over"}), frozenset({"taken out", *WITHIN})


@dataclass(frozen=True, slots=True)
class ChipMove:
    """Chips that somebody wants to move, and what lies there now."""

    kind: str
    chips: int
    pieces: Pieces | None  # none: the amount cannot be made of the chips there are
    reason: str
    tray_chips: int
    stack_chips: int | None  # none where it is nobody's stack
    lies: Pieces | None = None  # at the table; none: which pieces there are is unknown


def against(asked: ChipMove) -> Iterator[Refusal]:
    """Everything that stands against a move of chips."""
    if asked.kind == COLOUR_UP:
        yield from _exchange(asked)
    else:
        yield from _amount(asked)
    if asked.kind in WITH_REASON and not asked.reason.strip():
        wrong = "Nothing says why the chips are moved."
        yield Refusal(MOVED, wrong, "Give a reason.", "reason")
    yield from _missing(asked)


def _missing(asked: ChipMove) -> Iterator[Refusal]:
    """No more pieces of one kind go than lie at the table."""
    for denomination, n in sorted((asked.pieces or {}).items()):
        lies = (asked.lies or {}).get(denomination, 0)
        if asked.lies is not None and n + lies < 0:
            wrong = f"{lies:,} pieces of {denomination:,} lie at the table."
            yield Refusal(MOVED, wrong, "Take no more than there are.", "pieces")


def _exchange(asked: ChipMove) -> Iterator[Refusal]:
    """A colour-up brings pieces for pieces of the same worth."""
    pieces = asked.pieces or {}
    if not any(n > 0 for n in pieces.values()) or not any(
        n < 0 for n in pieces.values()
    ):
        wrong = "A colour-up takes pieces in and brings others."
        yield Refusal(MOVED, wrong, "Key both.", "pieces")
    elif off := pieces_worth(pieces):
        size = wording.chips(abs(off))
        wrong = f"What comes is worth {size} {'more' if off > 0 else 'less'}."
        yield Refusal(MOVED, wrong, "Let both be worth the same.", "pieces")


def _amount(asked: ChipMove) -> Iterator[Refusal]:
    chips, kind = asked.chips, asked.kind
    one_way = (kind in COMES and chips <= 0) or (
        kind in GOES - {"correction"} and chips >= 0
    )
    if kind == "handed over" and not chips:
        yield Refusal(MOVED, "No chips wait for this entrant here.")
    elif not chips or one_way or abs(chips) > LARGEST:
        wrong = "That is no amount of chips."
        yield Refusal(MOVED, wrong, "Say what the chips are worth.", "chips")
    elif asked.pieces is None:
        wrong = f"{wording.chips(abs(chips))} cannot be made of the chips there are."
        yield Refusal(MOVED, wrong, "Change the amount.", "chips")
    elif asked.pieces and pieces_worth(asked.pieces) != chips:
        wrong = f"The pieces are worth {wording.chips(pieces_worth(asked.pieces))}."
        yield Refusal(MOVED, wrong, f"They make up {chips:,}.", "pieces")
    elif any((n > 0) != (chips > 0) for n in (asked.pieces or {}).values()):
        wrong = "Some pieces come and others go."
        yield Refusal(MOVED, wrong, "Exchange pieces in a colour-up.", "pieces")
    elif chips < 0 and -chips > _there(asked):
        wrong = f"There are {wording.chips(_there(asked))}."
        yield Refusal(MOVED, wrong, "Take no more than there are.", "chips")


def _there(asked: ChipMove) -> int:
    """How many there are to be taken from."""
    return asked.tray_chips if asked.stack_chips is None else asked.stack_chips
