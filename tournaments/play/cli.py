"""`tournaments replay`: everything that was played, rebuilt from the record."""

import json
import sys

import click
from flask.cli import with_appcontext

from house.audit.cli import looking
from house.web.request import seal
from rulebook import HOUSE, Cite
from tournaments import queries
from tournaments.play.verification import rebuild

REBUILT: Cite = HOUSE.at("TOURN-165")


@click.command("replay")
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
