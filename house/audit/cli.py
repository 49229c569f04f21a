"""Verify the record and take it away, from the command line."""

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import click
from flask.cli import AppGroup
from sqlmodel import Session

from house.audit.chain import line
from house.audit.checking import held_against
from house.audit.checkpoints.book import Kept, received
from house.audit.checkpoints.holding import HELD
from house.audit.checkpoints.signing import Signer
from house.audit.verification import (
    Anchor,
    Finding,
    Unreadable,
    chunks,
    newest,
    verify,
)
from house.config import Mode
from house.web.health import require_current
from house.web.request import config, database

NOTHING_TO_HOLD_AGAINST = (
    "It was held against nothing: there is no checkpoint, and a record that was cut "
    f"short, rewritten or emptied would look the same. [{HELD}]"
)

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
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Checkpoints that were sent: a message as it was saved, or their lines.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Fail where there is nothing to hold the record against.",
)
@click.option("--json", "as_json", is_flag=True, help="Write the finding as JSON.")
def verify_command(
    *,
    head: str | None,
    count: int | None,
    against: Path | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Verify every entry, and the whole against the checkpoints there are."""
    if head is not None and not is_hash(head):
        raise click.BadParameter("a hash is 64 digits 0-9 a-f.", param_hint="--head")
    kept = _with_sent(Signer.of(config()).read(), against)
    anchor = Anchor(count, head.lower() if head else None)
    with looking() as session:
        finding = verify(session, anchor, kept)
    strict = strict or config().mode is Mode.PRODUCTION
    bare = finding.against is None and anchor == Anchor()
    if as_json:
        click.echo(json.dumps(as_data(finding)))
    else:
        _say(finding, kept, bare=bare)
    sys.exit(0 if finding.holds and not (bare and strict) else 1)


def _with_sent(kept: Kept, path: Path | None) -> Kept:
    """What the house keeps, and what somebody was sent."""
    if path is None:
        return kept
    sent = received(path.read_bytes())
    if not sent:
        raise click.ClickException(f"{path} holds no checkpoint that was signed so.")
    return replace(kept, checkpoints=(*kept.checkpoints, *sent))


def _say(finding: Finding, kept: Kept, *, bare: bool) -> None:
    """Everything wrong; or how many entries hold, and what they were held against."""
    if finding.broken:
        click.echo(f"{finding.broken.sentence} [{finding.broken.cite}]")
        click.echo(f"Entries before it that hold: {finding.head.number}.")
    for sentence in finding.faults:
        click.echo(f"{sentence} [{HELD}]")
    if finding.holds:
        count = finding.head.number
        whole = "is whole in itself" if bare else "holds"
        click.echo(f"The record {whole}: {count} entries.")
        click.echo(f"Head: {finding.head.hash}")
    if finding.against:
        said = held_against(finding)
        click.echo(f"{said[0].upper()}{said[1:]}.")
    elif bare and finding.holds:
        click.echo(NOTHING_TO_HOLD_AGAINST)
    for one in kept.unannounced:
        click.echo(
            f"Checkpoint {one.number} has a new key, {one.key[:16]}…, that no older "
            "key signed for: see that this is true."
        )


def as_data(finding: Finding) -> dict[str, object]:
    """A finding as `--json` writes it."""
    broken, mark = finding.broken, finding.against
    return {
        "holds": finding.holds,
        "entries": finding.head.number,
        "head": finding.head.hash,
        "held_against": mark.to_data() if mark else None,
        "first_bad": broken.number if broken else None,
        "wrong": list(finding.wrong),
    }


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
