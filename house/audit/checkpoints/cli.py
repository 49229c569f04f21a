"""Sign a checkpoint, change the key, and prove an entry, from the command line."""

import json
from collections.abc import Callable

import click
from sqlmodel import Session

from house import clock
from house.audit.checkpoints.checkpoint import Checkpoint
from house.audit.checkpoints.proving import NoProof, prove_entry, prove_growth
from house.audit.checkpoints.signing import CannotSign, Signer
from house.audit.checkpoints.telling import tell
from house.audit.cli import audit, looking
from house.web.request import config, database


@audit.command("checkpoint")
def checkpoint_command() -> None:
    """Sign the record as it stands, keep the checkpoint and send it."""
    signer = Signer.of(config())
    done = _signed(signer, lambda session: signer.sign(session, clock.now()))
    click.echo(f"Checkpoint {done.number} stands for {done.size:,} entries.")
    click.echo(f"Root: {done.root}")
    click.echo(f"Kept in {signer.book.path}, signed with {signer.key_path}.")


@audit.command("change-key")
@click.option("--lost", is_flag=True, help="The old key is lost and cannot sign.")
def change_key_command(*, lost: bool) -> None:
    """Sign with a new key from now on; the old key signs for it."""
    signer = Signer.of(config())
    done = _signed(
        signer, lambda session: signer.change_key(session, clock.now(), lost=lost)
    )
    click.echo(f"From checkpoint {done.number + (not lost)} on, this key signs:")
    click.echo(done.signs_next)


@audit.command("prove")
@click.argument("entry", type=click.IntRange(min=1))
def prove_command(entry: int) -> None:
    """Write the proof that an entry is in the record the newest checkpoint signed."""
    newest = Signer.of(config()).book.newest()
    _write(lambda session: prove_entry(session, entry, newest))


@audit.command("growth")
@click.argument("first", type=click.IntRange(min=1), metavar="FROM")
@click.argument("second", type=click.IntRange(min=1), metavar="TO")
def growth_command(first: int, second: int) -> None:
    """Write the proof that between two checkpoints the record only grew."""
    kept = Signer.of(config()).book.read()
    _write(lambda session: prove_growth(session, kept, first, second))


def _signed(signer: Signer, sign: Callable[[Session], Checkpoint]) -> Checkpoint:
    """What was signed, once everybody who must be has been told of it."""
    try:
        with looking() as session:
            done = sign(session)
    except CannotSign as why:
        raise click.ClickException(f"Nothing was signed. {why}") from None
    with database().writing() as session:
        tell(session, signer.book.read(), config(), clock.now())
    return done


def _write(prove: Callable[[Session], dict[str, object]]) -> None:
    try:
        with looking() as session:
            click.echo(json.dumps(prove(session)))
    except NoProof as why:
        raise click.ClickException(str(why)) from None
