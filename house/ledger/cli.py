"""`ledger verify`: add everything up, and name what is wrong."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

import click
from flask.cli import AppGroup

from house.audit.cli import looking
from house.ledger.verification import ADDS_UP, Check, verify


def commands(checks: Sequence[Check]) -> AppGroup:
    """The commands of the ledger; other rooms check what they are due themselves."""
    ledger = AppGroup("ledger", help="Every unit that moves: add all of it up.")

    @ledger.command("verify")
    @click.option("--json", "as_json", is_flag=True, help="Write the finding as JSON.")
    def verify_command(*, as_json: bool) -> None:
        """Add up every posting, account and round; name everything that is wrong."""
        with looking() as session:
            found = verify(session, checks)
        if as_json:
            click.echo(json.dumps(asdict(found) | {"holds": found.holds}))
        elif found.holds:
            click.echo(
                f"The ledger holds: {found.postings:,} postings, "
                f"{found.accounts:,} accounts."
            )
        else:
            first = f"The ledger does not hold. [{ADDS_UP}]"
            click.echo("\n".join((first, *found.wrong)))
        sys.exit(0 if found.holds else 1)

    return ledger
