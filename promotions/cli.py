"""Commands of promotions: check a draw as a stranger would, take a list of tickets."""

import getpass
import json
import sys
from pathlib import Path
from typing import Any

import click
from flask.cli import with_appcontext

from house import clock
from house.audit import Actor
from house.floor.acts import Act
from house.people.accounts.sign_in import find
from house.people.roles import Role
from house.people.sessions import roles_of
from house.web.health import require_current
from house.web.request import database
from promotions import verify as script
from promotions.tickets import importing
from promotions.tickets.models import ListBatchRow
from rulebook import HOUSE, Cite, Refused

SOUND: Cite = HOUSE.at("PROMOTION-45")
COUNTS = ("rows", "taken", "twice", "refused", "tickets")


@click.group(help="Promotions: check draws, take lists of tickets.")
def promotions() -> None:
    """Commands of promotions; checking a draw needs no house, only its two files."""


@promotions.command("verify")
@click.argument("certificate", type=click.Path(path_type=Path))
@click.argument("entries", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write the finding as JSON.")
def verify(*, certificate: Path, entries: Path, as_json: bool) -> None:
    """Work a draw out again from its certificate and list; name what does not hold."""
    try:
        with entries.open(encoding="utf-8") as lines:
            wrong = [*script.faults(json.loads(certificate.read_bytes()), lines)]
    except (LookupError, TypeError, ValueError, OSError, RecursionError) as bad:
        wrong = [f"It cannot be read: {bad!r}"]
    if as_json:
        about = {"holds": not wrong, "wrong": wrong, "rule": SOUND.id}
        click.echo(json.dumps(about, ensure_ascii=False))
    elif wrong:
        click.echo("\n".join((f"The draw does not hold. [{SOUND.id}]", *wrong)))
    else:
        click.echo("The draw is sound: it comes out the same.")
    sys.exit(1 if wrong else 0)


@promotions.command("import-tickets")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--promotion", "slug", required=True, help="The end of its address.")
@click.option("--by", help="Whose list it is: a user name of marketing.")
@click.option("--json", "as_json", is_flag=True, help="Write the outcome as JSON.")
@with_appcontext
def import_tickets(*, file: Path, slug: str, by: str | None, as_json: bool) -> None:
    """Take tickets or play from a CSV list, each reference once, as often as sent."""
    require_current(database())
    actor = _actor(by)
    made = importing.take(
        database(), slug, file, lambda: Act(actor, clock.now()), _show
    )
    if isinstance(made, Refused):
        raise click.ClickException(
            "\n".join(f"{r.wrong} {r.right} [{r.cite.id}]" for r in made.refusals)
        )
    told: dict[str, Any] = {name: getattr(made, name) for name in COUNTS}
    click.echo(json.dumps(told) if as_json else _say(made))


def _actor(username: str | None) -> Actor:
    if username is None:
        return Actor("system", getpass.getuser(), "system")
    with database().reading() as session:
        row = find(session, username)
        if row is None or Role.MARKETING not in roles_of(session, row.pk):
            raise click.ClickException(f"{username} does not work in marketing.")
        return Actor(row.username, row.name, Role.MARKETING.value)


def _show(batch: ListBatchRow) -> None:
    """Say how far it is, where a person looks on."""
    if sys.stderr.isatty():
        end = "\n" if batch.over else ""
        click.echo(f"\r{batch.rows:,} rows{end}", nl=False, err=True)


def _say(batch: ListBatchRow) -> str:
    return (
        f"{batch.rows:,} rows: {batch.taken:,} taken, {batch.twice:,} known already, "
        f"{batch.refused:,} refused; {batch.tickets:,} tickets."
    )
