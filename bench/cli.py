"""`bench`: the figures as a table, or as JSON."""

import json
from collections.abc import Iterable
from typing import Any

import click

from bench import AREAS, run


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write the list as JSON.")
@click.option("--only", multiple=True, type=click.Choice(list(AREAS)))
@click.argument("names", nargs=-1, type=click.Choice(list(AREAS)))
def bench(*, as_json: bool, only: Iterable[str], names: Iterable[str]) -> None:
    """Measure how fast the house is, each figure beside its baseline."""
    found = run((*only, *names))
    if as_json:
        click.echo(json.dumps(list(found)))
        return
    for each in found:
        click.echo(_row(each))


def _row(found: dict[str, Any]) -> str:
    kept = "ok" if found["ok"] else "MISSED"
    return (
        f"{found['name']:<20} {found['value']:>14,} {found['unit']:<9}"
        f" {found['ratio']:>8}x of {found['baseline']:,} ({found['against']});"
        f" goal {found['goal']:,}: {kept}"
    )


if __name__ == "__main__":
    bench()
