"""`jackpot`: what each winner gets, one JSON line in and one out."""

import sys

import click

from game.jackpots.wire import answer
from game.wire.lines import answers


@click.command("jackpot")
def jackpot() -> None:
    """Share jackpots: JSON lines on standard input, one answer for each."""
    any_erred = False
    for told, erred in answers(sys.stdin.buffer, answer):
        any_erred = any_erred or erred
        click.echo(told)
    if any_erred:
        raise SystemExit(1)
