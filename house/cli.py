"""Commands for whoever runs the house."""

import click
from flask import Flask

from house import migrate
from house.web.request import config


@click.command("migrate")
def migrate_command() -> None:
    """Bring the database to the version this release needs."""
    changed = migrate.upgrade(config().database_url)
    at = migrate.head()
    click.echo(f"The database is {'now' if changed else 'already'} at version {at}.")


COMMANDS: tuple[click.Command, ...] = (migrate_command,)


def init_app(app: Flask) -> None:
    """Make the commands available as `flask …`."""
    for command in COMMANDS:
        app.cli.add_command(command)
