"""Check the documents of the house from the command line."""

import sys

import click
from flask.cli import AppGroup

from house.audit.cli import looking
from house.documents.verification import HOLDS, verify

documents = AppGroup("documents", help="Published documents: check what is kept.")


@documents.command("verify")
def verify_command() -> None:
    """Check every version and print against its hash and against the record."""
    with looking() as session:
        found = verify(session)
    for fault in found.faults:
        click.echo(f"Not as published: {fault.name}: {fault.why}. [{HOLDS}]")
    if found.faults:
        sys.exit(1)
    click.echo(
        f"The documents hold: versions {found.versions:,}, prints {found.prints:,}."
    )
