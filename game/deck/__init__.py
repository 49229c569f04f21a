"""The cards on their way to the table: checked, mixed, cut, counted, replaced.

A table whose dealer keys the cards confirms each step, and the first card of a round
waits until every step its document asks for has been taken. Where the engine deals it
takes the same steps itself.
"""

from game.deck.engine import Mixed, cut_cards, mixed
from game.deck.orders import (
    brought,
    count,
    counted_at_end,
    end_shoe,
    expected_stub,
    in_rack,
    machine_count,
    order_count,
    order_cut,
    order_shuffle,
    replace_cards,
)
from game.deck.pack import (
    Pack,
    Step,
    assemble,
    check,
    complete,
    kept,
    standing,
)
from game.deck.steps import (
    Prepared,
    at_round,
    before,
    count_due,
    cut_needed,
    prepare,
    ready,
    steps,
    vacate,
)

__all__ = [
    "Mixed",
    "Pack",
    "Prepared",
    "Step",
    "assemble",
    "at_round",
    "before",
    "brought",
    "check",
    "complete",
    "count",
    "count_due",
    "counted_at_end",
    "cut_cards",
    "cut_needed",
    "end_shoe",
    "expected_stub",
    "in_rack",
    "kept",
    "machine_count",
    "mixed",
    "order_count",
    "order_cut",
    "order_shuffle",
    "prepare",
    "ready",
    "replace_cards",
    "standing",
    "steps",
    "vacate",
]
