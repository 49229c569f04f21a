"""`settle` and `rank`: JSON lines in, one answer for each."""

import click

from game.wire.lines import answer_all
from game.wire.rank import rank as rank_of
from game.wire.settle import settle as settle_of

SHOWN = "docs/command-line.md shows the lines this takes, and their answers."


@click.command(epilog=SHOWN)
def settle() -> None:
    """Settle recorded rounds: JSON lines on standard input, one answer for each."""
    answer_all(settle_of)


@click.command(epilog=SHOWN)
def rank() -> None:
    """Rank hands of five or three cards: JSON lines in, one answer for each."""
    answer_all(rank_of)
