"""`tournaments`: repeat a draw from its public file, or all play from the record."""

import json
import sys
from pathlib import Path

import click
from flask.cli import with_appcontext

from house.audit.cli import looking
from house.web.request import seal
from rulebook import HOUSE, Cite
from tournaments import queries
from tournaments.play.verification import rebuild
from tournaments.rules.seat_replay import REPEATED, differences

REBUILT: Cite = HOUSE.at("TOURN-145")


@click.group(help="Tournaments: repeat what was drawn and what was played.")
def tournaments() -> None:
    """Commands that repeat what happened, from a file or from the record."""


@tournaments.command("replay-seats")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write the finding as JSON.")
def replay_seats(*, file: Path, as_json: bool) -> None:
    """Draw the seats again from a public file; name everything that differs."""
    found = _read(file)
    wrong = [found] if isinstance(found, str) else [d.wrong for d in differences(found)]
    seats = len(found["seats"]) if isinstance(found, dict) and not wrong else 0
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


@tournaments.command("replay")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="Write the finding as JSON.")
@with_appcontext
def replay(*, slug: str, as_json: bool) -> None:
    """Rebuild every stack, hand, first bet and count; name everything that differs."""
    with looking() as session:
        tournament = queries.get(session, slug)
        if tournament is None:
            raise click.ClickException(f"There is no tournament “{slug}”.")
        found = rebuild(session, tournament, seal())
    stacks = {str(account): chips for account, chips in sorted(found.chips.items())}
    if as_json:
        about = {
            "holds": not found.wrong,
            "rounds": found.rounds,
            "hands": found.hands,
            "chips": stacks,
            "wrong": found.wrong,
            "rule": REBUILT.id,
        }
        click.echo(json.dumps(about, ensure_ascii=False))
    elif found.wrong:
        first = f"The record and the ledger do not agree. [{REBUILT.id}]"
        click.echo("\n".join((first, *found.wrong)))
    else:
        said = f"{found.rounds:,} rounds, {found.hands:,} hands, {len(stacks):,} stacks"
        click.echo(f"Everything agrees: {said} and trays.")
    sys.exit(1 if found.wrong else 0)
