"""What was ruled in a round, and a correction that would do without it."""

from collections.abc import Iterator

from house.floor.at_table.who import seal
from house.floor.rounds import book as books
from house.floor.rounds.hooks import Settled


def ruled_otherwise(settled: Settled) -> Iterator[str]:
    """Say which rulings of a round would no longer be carried out as they were."""
    row = settled.round
    before = books.position(settled.session, books.REAL, row, seal()).state
    gone = (m for m in before.moves if m.cite and m not in settled.state.moves)
    for cite in dict.fromkeys(move.cite for move in gone):
        yield f"What was ruled under {cite} would no longer be carried out."
