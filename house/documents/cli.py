"""Check the documents of the house from the command line."""

import json
import sys
from dataclasses import asdict

import click
from flask.cli import AppGroup

from house.audit.cli import looking
from house.documents.verification import HOLDS, verify

documents = AppGroup("documents", help="Published documents: check what is kept.")


@documents.command("verify")
@click.option("--json", "as_json", is_flag=True, help="Write the finding as JSON.")
def verify_command(*, as_json: bool) -> None:
    """Check every version and print against its hash and against the record."""
    with looking() as session:
        found = verify(session)
    if as_json:
        click.echo(json.dumps(asdict(found) | {"holds": not found.faults}))
    elif not found.faults:
        click.echo(
            f"The documents hold: versions {found.versions:,}, prints {found.prints:,}."
        )
    else:
        for fault in found.faults:
            click.echo(f"Not as published: {fault.name}: {fault.why}. [{HOLDS}]")
    sys.exit(1 if found.faults else 0)
