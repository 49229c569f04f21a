"""Commands for whoever runs the house."""

import os
from functools import partial

import click
from flask import Flask
from flask.cli import with_appcontext

import house.audit.checkpoints.cli  # noqa: F401 (more commands of the record)
from house import capacity, migrate, serve
from house.audit.cli import audit
from house.backup.cli import backup, restore
from house.config import Mode
from house.demo.cli import demo, open_demo_house
from house.documents.cli import documents
from house.floor.at_table.jackpots import miscounted
from house.floor.at_table.reconciling import unreconciled
from house.floor.meters.ledger import out_of_step
from house.floor.rounds.cli import floor
from house.ledger.cli import commands
from house.notices.cli import tick
from house.people.staff.cli import staff
from house.terminal import plainly
from house.verifying import house as house_commands
from house.web.request import config, database


@click.command("migrate")
@with_appcontext
def migrate_command() -> None:
    """Bring the database to the version this release needs."""
    changed = migrate.upgrade(config().database_url)
    at = migrate.head()
    click.echo(f"The database is {'now' if changed else 'already'} at version {at}.")


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), envvar="PORT", default=8000)
@click.option("--workers", type=click.IntRange(1, 64), envvar="WORKERS")
@with_appcontext
def serve_command(host: str, port: int, workers: int | None) -> None:
    """Serve the house and keep its clocks: web server and ticking process in one."""
    try:
        serve.require_free(host, port)
    except serve.PortTaken as error:
        raise click.ClickException(str(error)) from error
    count, threads = workers or min(os.cpu_count() or 1, 4), config().threads
    _require_room(count, threads)
    migrate.upgrade(config().database_url)
    serve.read_ahead()
    if config().mode is Mode.DEMO:
        open_demo_house()
    click.echo(f"\n  {config().house_name} is open at http://{host}:{port}\n")
    web = partial(serve.web, host, port, count, threads)
    database().engine.dispose()  # each process has connections of its own
    serve.keep([("web server", web), ("ticking process", serve.ticker)])


def _require_room(workers: int, threads: int) -> None:
    """Refuse to start a house that its database has not connections enough for."""
    found = capacity.limits(database())
    reasons = list(capacity.too_small(found, workers, threads)) if found else []
    if reasons:
        raise click.ClickException("\n".join(reasons))


# What each room finds wrong with its own part of the ledger.
LEDGER_CHECKS = (unreconciled, miscounted, out_of_step)
COMMANDS: tuple[click.Command, ...] = (
    migrate_command,
    serve_command,
    audit,
    backup,
    restore,
    demo,
    floor,
    documents,
    commands(LEDGER_CHECKS),
    house_commands,
    staff,
    tick,
)


def init_app(app: Flask, *others: click.Command) -> None:
    """Make the commands available as `flask …`, with those of other rooms."""
    for command in (*COMMANDS, *others):
        app.cli.add_command(plainly(command))
