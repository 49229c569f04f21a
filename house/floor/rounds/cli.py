"""`floor`: what happened at a table, on the command line."""

import json

import click
from flask import current_app
from flask.cli import with_appcontext

from house.floor.rounds import book as books
from house.floor.rounds import history
from house.floor.rounds.answers import instant
from house.floor.tables import services
from house.sealing import Seal
from house.web.request import database


@click.group("floor")
def floor() -> None:
    """Look at the gaming floor."""


@floor.command("replay")
@click.argument("table", type=click.IntRange(1, 999))
@click.argument("number", type=click.IntRange(1), metavar="ROUND")
@click.option("--practice", is_flag=True, help="A practice round of the table.")
@click.option("--json", "as_json", is_flag=True, help="Only the settled lines.")
@with_appcontext
def replay(*, table: int, number: int, practice: bool, as_json: bool) -> None:
    """Play a round again, step by step, to the lines it came to."""
    book = books.PRACTICE if practice else books.REAL
    seal: Seal = current_app.extensions["seal"]
    with database().reading() as session:
        here = services.get(session, table)
        row = books.numbered(session, book, here, number) if here else None
        if row is None:
            raise click.ClickException(f"There is no round {number} at table {table}.")
        found = history.replay(session, book, row, seal)
        if not as_json:
            _steps(found)
        wire = {"id": f"{table}/{number}", "seats": [*history.wire_lines(found.lines)]}
        click.echo(json.dumps(wire, separators=(",", ":")))
    if not found.is_sealed_deck:
        raise click.ClickException("The cards are not those put on record before.")
    if found.position.over and not found.agrees:
        raise click.ClickException("The lines kept differ from what was played.")


def _steps(found: history.Replayed) -> None:
    setup, row = found.round.setup, found.round
    click.echo(
        f"Round {row.number}, {setup['game']} under {setup['document']} "
        f"{setup['edition']}, opened {instant(row.opened_at)}"
        + (", practice: nothing in it counts" if row.practice else "")
    )
    for step in found.steps:
        by, at = step.action.by_name, instant(step.at)
        click.echo(f"{step.action.seq:>4}  {at}  {by}: {history.said(step)}")
