"""`jackpot`: what each winner gets, one JSON line in and one out."""

import click

from game.jackpots.wire import answer
from game.wire.lines import answer_all


@click.command("jackpot")
def jackpot() -> None:
    """Share jackpots: JSON lines on standard input, one answer for each."""
    answer_all(answer)
