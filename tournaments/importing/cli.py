"""`tournaments import-entries`: take a list of entries from a file."""

import getpass
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from flask.cli import with_appcontext

from house import clock
from house.audit import Actor
from house.documents.models import How
from house.floor.acts import Act
from house.people.accounts.sign_in import find, folded
from house.people.roles import Role
from house.web.health import require_current
from house.web.request import config, database
from rulebook import Refused
from tournaments.importing import queries
from tournaments.importing.columns import Declaration
from tournaments.importing.files import Encoding
from tournaments.importing.models import Outcome
from tournaments.importing.queries import Progress
from tournaments.importing.running import Errand
from tournaments.importing.services import House
from tournaments.importing.staging import StagedList
from tournaments.path import steps
from tournaments.rules.payments import Method

REASON = ("rule", "wrong", "right")
MOST = 1_000  # rows that are named one by one
MAY = (Role.DIRECTOR, Role.DEPUTY, Role.ENTRIES_DESK)
Told = dict[str, Any]


@click.command("import-entries")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--tournament", "slug", required=True, help="The end of its address.")
@click.option("--by", help="Whose list it is: a user name of the entries desk.")
@click.option("--paid-by", type=click.Choice([m.value for m in Method]))
@click.option("--accepted", type=int, default=0, help="The version of the terms.")
@click.option("--how", type=click.Choice([h.value for h in How]), default="spoken")
@click.option("--selected", is_flag=True, help="All meet the criteria of the terms.")
@click.option("--encoding", type=click.Choice([e.value for e in Encoding]))
@click.option("--dry-run", is_flag=True, help="Weigh each row and change nothing.")
@click.option("--json", "as_json", is_flag=True, help="Write the outcome as JSON.")
@with_appcontext
def import_entries(file: Path, slug: str, **given: Any) -> None:
    """Take entries from a CSV or XLSX list, each row once, with every check."""
    require_current(database())
    method = Method(given["paid_by"]) if given["paid_by"] else None
    how = How(given["how"])
    said = Declaration(how, method, given["accepted"], selected=given["selected"])
    settings, by = config(), _actor(given["by"])
    house = House(settings.imports, settings.cash_needs_shift)
    errand = Errand(database(), slug, house, said, lambda: Act(by, clock.now()))
    staged = errand.stage(file, Encoding(given["encoding"] or Encoding.UTF_8))
    if isinstance(staged, Refused):
        raise _stopped(staged, as_json=given["as_json"])
    run = _weigh if given["dry_run"] else _take
    told = run(errand, staged, file.name)
    if isinstance(told, Refused):
        raise _stopped(told, as_json=given["as_json"])
    click.echo(json.dumps(told, ensure_ascii=False) if given["as_json"] else _say(told))


def _actor(username: str | None) -> Actor:
    """Whose list it is: one of the desk, or whoever sits at the machine itself."""
    if username is None:
        login = f"{getpass.getuser()} at the machine"[:120]
        return Actor("command line", login, "operator")
    with database().reading() as session:
        row = find(session, folded(username))
        if row is None or not steps.is_working(session, row, *MAY):
            raise click.ClickException(f"{username} does not work at the entries desk.")
        return Actor(row.username, row.name, Role.ENTRIES_DESK.value)


def _weigh(errand: Errand, staged: StagedList, _name: str) -> Told | Refused:
    found = errand.weigh(staged)
    if isinstance(found, Refused):
        return found
    counts: Counter[str] = Counter()
    named: list[Told] = []
    for each in found:
        counts[each.outcome.value] += 1
        if each.reasons and len(named) < MOST:
            named.append(_row(each.line, each.outcome, each.why))
    return _told(counts, named, rows=staged.rows, dry_run=True)


def _take(errand: Errand, staged: StagedList, name: str) -> Told | Refused:
    run = errand.begin(staged, name)
    if isinstance(run, Refused):
        return run
    if (stopped := errand.take(run.pk, _show)) is not None:
        return stopped
    with errand.db.reading() as session:
        counts = queries.progress(session, run).counts
        marks = queries.not_entered(session, run, MOST)
    named = [_row(mark.line, mark.outcome, mark.reasons) for mark in marks]
    return _told(counts, named, rows=run.rows, dry_run=False)


def _row(line: int, outcome: Outcome, reasons: Iterable[Sequence[str]]) -> Told:
    why = [dict(zip(REASON, each, strict=True)) for each in reasons]
    return {"line": line, "outcome": outcome.value, "reasons": why}


def _told(counts: Mapping[str, int], named: list[Told], **more: Any) -> Told:
    found = {each.value: counts.get(each.value, 0) for each in Outcome}
    return {**more, **found, "not_entered": named}


def _show(progress: Progress) -> None:
    """Say how far it is, where a person looks on."""
    if sys.stderr.isatty():
        end = "\n" if progress.is_over else ""
        done = f"\r{progress.done:,} of {progress.rows:,} rows{end}"
        click.echo(done, nl=False, err=True)


def _say(told: Told) -> str:
    would = "would be " if told["dry_run"] else ""
    entered = told["new"] + told["known"]
    lines = [
        f"Line {row['line']}: {row['outcome']}. {reason['wrong']} {reason['right']} "
        f"[{reason['rule']}]"
        for row in told["not_entered"]
        for reason in row["reasons"]
    ]
    last = (
        f"{entered:,} of {told['rows']:,} rows {would}entered: "
        f"{told['new']:,} new and {told['known']:,} known; "
        f"{told['twice']:,} twice, {told['refused']:,} refused."
    )
    return "\n".join((*lines, last))


def _stopped(refused: Refused, *, as_json: bool) -> BaseException:
    if not as_json:
        return click.ClickException(str(refused))
    reasons = [(r.cite.id, r.wrong, r.right) for r in refused.refusals]
    why = [dict(zip(REASON, each, strict=True)) for each in reasons]
    click.echo(json.dumps({"stopped": why}, ensure_ascii=False))
    return SystemExit(1)
