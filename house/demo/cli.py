"""Load the demo house from the command line, and say who can sign in."""

import click
from flask.cli import with_appcontext

from house import clock
from house.audit.checkpoints.signing import CannotSign, Signer
from house.audit.checkpoints.telling import tell
from house.demo.load import CannotLoad, Loaded, is_empty, load
from house.demo.staff import DEMO_PASSWORD, DEMO_STAFF
from house.web.health import require_current
from house.web.request import config, database


@click.group()
def demo() -> None:
    """The demo house: a small casino to look around in."""


@demo.command("load")
@with_appcontext
def load_command() -> None:
    """Load the demo house into an empty database."""
    require_current(database())
    try:
        loaded = load(database(), config(), clock.now())
    except CannotLoad as error:
        raise click.ClickException(str(error)) from error
    begin_checkpoints()
    click.echo(said(loaded))
    sign_ins()


def open_demo_house() -> None:
    """Fill an empty demo house, and say who can sign in."""
    with database().reading() as session:
        empty = is_empty(session)
    if empty:
        click.echo(said(load(database(), config(), clock.now())))
        begin_checkpoints()
    sign_ins()


def begin_checkpoints() -> None:
    """Sign the new demo house; what is left of an earlier one is put aside."""
    signer = Signer.of(config())
    signer.book.put_aside(clock.now())
    try:
        with database().reading() as session:
            signer.sign(session, clock.now())
    except CannotSign as why:
        click.echo(f"The record was not signed. {why}")
    with database().writing() as session:
        tell(session, signer.book.read(), config(), clock.now())


def said(loaded: Loaded) -> str:
    """What was loaded, in one sentence."""
    *parts, last = (
        f"{loaded.staff} staff",
        f"{loaded.tables} tables",
        f"{loaded.patrons} patrons",
        f"{loaded.cards} player cards",
        f"{loaded.exclusions} exclusions",
        f"{loaded.loss_limits} loss limits",
        f"{loaded.meters} prize meters",
        *loaded.besides,
    )
    return f"The demo house has {', '.join(parts)} and {last}."


def sign_ins() -> None:
    """Print who a visitor may be."""
    click.echo(f"\n  Sign in with the password {DEMO_PASSWORD} as:\n")
    for person in DEMO_STAFF:
        code = ", with the code shown" if person.needs_code else ""
        click.echo(f"    {person.username:<8} {person.name} ({person.titles}{code})")
