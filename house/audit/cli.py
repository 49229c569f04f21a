"""Verify the record and take it away, from the command line."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click
from flask.cli import AppGroup
from sqlmodel import Session

from house.audit.chain import line
from house.audit.verification import Anchor, Unreadable, chunks, newest, verify
from house.web.health import require_current
from house.web.request import database

audit = AppGroup(
    "audit", help="The record: verify it, or take it away to be verified elsewhere."
)


@contextlib.contextmanager
def looking() -> Iterator[Session]:
    """A session on a database that is up to date."""
    require_current(database())
    with database().reading() as session:
        yield session


@audit.command("verify")
@click.option(
    "--head",
    metavar="HASH",
    help="A hash noted earlier; with --count, of that very entry.",
)
@click.option(
    "--count",
    type=click.IntRange(min=0),
    metavar="N",
    help="How many entries were noted earlier; fewer now means some were cut off.",
)
def verify_command(head: str | None, count: int | None) -> None:
    """Verify every entry, and say which is the first that does not hold."""
    if head is not None and not is_hash(head):
        raise click.BadParameter("a hash is 64 digits 0-9 a-f.", param_hint="--head")
    with looking() as session:
        finding = verify(session, Anchor(count, head.lower() if head else None))
    if finding.broken:
        broken = finding.broken
        click.echo(
            f"The record does not hold at entry {broken.number}: {broken.why}. "
            f"[{broken.cite}]"
        )
        click.echo(f"Entries before it that hold: {finding.head.number}.")
        sys.exit(1)
    click.echo(f"The record holds: {finding.head.number} entries.")
    click.echo(f"Head: {finding.head.hash}")


def is_hash(value: str) -> bool:
    """Whether this is a SHA-256 as it is written down."""
    return len(value) == 64 and all(c in "0123456789abcdefABCDEF" for c in value)


@audit.command("export")
@click.option(
    "--from",
    "first",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="The first entry to export.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to write; without it, to the terminal.",
)
def export_command(first: int, out: Path | None) -> None:
    """Write the record as JSON lines, each with the fields hashed and the hash."""
    with looking() as session:
        if out is None:
            write_lines(session, first, sys.stdout.buffer)
            return
        with replacing(out) as file:
            count = write_lines(session, first, file)
    click.echo(f"{count} entries written to {out}.")


def write_lines(session: Session, first: int, file: BinaryIO) -> int:
    """Write every entry from this one on; say how many there were."""
    count = 0
    try:
        for entries in chunks(session, first - 1, newest(session)):
            file.write(b"".join(map(line, entries)))
            count += len(entries)
    except Unreadable as garbage:
        raise click.ClickException(
            f"{garbage} Run “flask audit verify” to see more."
        ) from None
    return count


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that appears under its name whole, or not at all."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise click.ClickException(
            f"{path} cannot be written: {error.strerror}."
        ) from None
    half = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
