"""`backup` and `restore`, for whoever runs the house."""

import sys
from collections.abc import Callable
from pathlib import Path

import click
from flask.cli import with_appcontext

from house import clock
from house.audit.record import SYSTEM
from house.backup import archive, taking
from house.backup.archive import Manifest, NotWhole
from house.backup.dumps import Failed
from house.backup.restoring import Restore, Restored
from house.web.request import config, database, seal

FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


def _say(sentence: str) -> None:
    """How far it is, to somebody who watches."""
    if sys.stderr.isatty():
        click.echo(sentence, err=True)


@click.command("backup")
@FILE
@click.option("--check", is_flag=True, help="Only say whether FILE is a whole backup.")
@with_appcontext
def backup(*, file: Path, check: bool) -> None:
    """Put the whole house as of now into a new FILE, also while it serves."""
    try:
        if check:
            manifest = archive.check(file)
        else:
            manifest = taking.take(config(), file, clock.now(), _say)
            taking.note(database(), SYSTEM, file, manifest, clock.now())
    except (Failed, NotWhole) as error:
        raise click.ClickException(f"{file}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}.") from None
    click.echo(f"{file} is a whole backup{'' if check else ', taken now'}.")
    _describe(manifest)
    if not check and (other := set(manifest.keys) - set(seal().fingerprints)):
        click.echo(
            f"Missing:  the key {', '.join(sorted(other))} is not among the settings "
            "here; keep the house’s own, and give its settings to this command."
        )


def _describe(manifest: Manifest) -> None:
    rows = sum(manifest.rows.values())
    click.echo(f"Taken:    {manifest.taken_at}, release {manifest.release}")
    click.echo(f"Database: {manifest.dialect}, version {manifest.migration}")
    click.echo(f"Holds:    {rows:,} rows in {len(manifest.rows)} tables")
    click.echo(
        f"Record:   {manifest.entries:,} entries, head {manifest.head or 'none'}"
    )
    click.echo(f"Keys:     {', '.join(manifest.keys)} (not in the file: keep them)")


@click.command("restore")
@FILE
@with_appcontext
def restore(file: Path) -> None:
    """Put the house that FILE holds into the empty database of DATABASE_URL."""
    try:
        found = Restore(config(), file, clock.now(), _say).run()
    except (Failed, NotWhole) as error:
        raise click.ClickException(f"{file}: {error}") from None
    click.echo("The house is restored.")
    _describe(found.manifest)
    _tell(found, click.echo)
    sys.exit(1 if found.wrong else 0)


def _tell(found: Restored, echo: Callable[[str], None]) -> None:
    """What is wrong with what was restored, and which key it lacks."""
    if not found.wrong:
        echo("Everything that can be verified holds.")
    for sentence in found.wrong:
        echo(f"Wrong:    {sentence}")
    if found.aside:
        echo(f"Aside:    {found.aside}, checkpoints of the house that was here before")
    for key in found.missing_keys:
        echo(f"Missing:  the key {key}; put it into SECRET_KEY or OLD_SECRET_KEYS.")
    for closed in found.unreadable:
        echo(f"Unread:   {closed.number} {closed.what}")
