"""Commands of tournaments: repeat a draw or all play, take a list of entries."""

import json
import sys
from pathlib import Path

import click

from tournaments.importing.cli import import_entries
from tournaments.play.cli import replay
from tournaments.rules.seat_replay import REPEATED, differences


@click.group(help="Tournaments: repeat draws and play, take lists of entries.")
def tournaments() -> None:
    """Commands of tournaments; repeating a draw needs no house, only its file."""


tournaments.add_command(import_entries)
tournaments.add_command(replay)


@tournaments.command("replay-seats")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write the finding as JSON.")
def replay_seats(*, file: Path, as_json: bool) -> None:
    """Draw the seats again from a public file; name everything that differs."""
    found = _read(file)
    wrong = [found] if isinstance(found, str) else [d.wrong for d in differences(found)]
    drawn = found.get("seats", found.get("order")) if isinstance(found, dict) else ()
    seats = 0 if wrong else len(drawn or ())
    if as_json:
        about = {"holds": not wrong, "seats": seats, "wrong": wrong}
        click.echo(json.dumps(about | {"rule": REPEATED.id}, ensure_ascii=False))
    elif wrong:
        click.echo("\n".join((f"The draw does not repeat. [{REPEATED.id}]", *wrong)))
    else:
        click.echo(f"The draw repeats: all {seats:,} seats are as they were drawn.")
    sys.exit(1 if wrong else 0)


def _read(file: Path) -> object:
    """What the file has, or a sentence where it has nothing to read."""
    try:
        found: object = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        return f"{file} cannot be read: {error.strerror}."
    except (ValueError, RecursionError):
        return f"{file} is not JSON."
    return found if not isinstance(found, str) else f"{file} has no draw in it."
