"""`flask game rule`: rulings on recorded rounds, for whoever wants to check them."""

import json

import click

from game.irregularities.wire import rule as ruling_on
from game.irregularities.wire import situations as known
from game.wire.lines import answer_all


@click.command(epilog="docs/rulings.md shows the lines this takes, and their answers.")
@click.option(
    "--situations",
    is_flag=True,
    help="List what each document rules on, with the questions it asks, and stop.",
)
def rule(*, situations: bool) -> None:
    """Rule on what went wrong in recorded rounds: JSON lines in, one answer each."""
    if not situations:
        answer_all(ruling_on)
        return
    for document in known():
        click.echo(json.dumps(document, ensure_ascii=False))
