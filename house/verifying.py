"""`house verify`: everything that can be checked, in one go."""

import json
import sys
from collections.abc import Iterator

import click
from flask.cli import AppGroup
from sqlmodel import Session

from house import checks
from house.audit.cli import looking
from house.checks import Check, Result
from house.terminal import Bar

ALL_HOLDS = "The house holds."

house = AppGroup("house", help="The whole house: verify everything it keeps.")


@house.command("verify")
@click.option("--json", "as_json", is_flag=True, help="Write what was found as JSON.")
def verify_command(*, as_json: bool) -> None:
    """Verify the record, documents, ledger and rounds; name everything wrong."""
    with looking() as session:
        results = []
        for result in _watched(session, checks.of_the_house()):
            results.append(result)
            if not as_json:
                click.echo(_line(result))
    holds = all(result.holds for result in results)
    if as_json:
        found = [_as_data(result) for result in results]
        click.echo(json.dumps({"holds": holds, "checks": found}))
    else:
        bad = [result.name for result in results if not result.holds]
        click.echo(f"Not everything holds: {', '.join(bad)}." if bad else ALL_HOLDS)
    sys.exit(0 if holds else 1)


def _watched(session: Session, every: tuple[Check, ...]) -> Iterator[Result]:
    """Each check in turn, with a bar for whoever watches."""
    bar = Bar()
    for check in every:
        bar.name = check.name
        bar(0, 0)
        [result] = checks.run(session, (check,), bar)
        bar.clear()
        yield result


def _line(result: Result) -> str:
    """A check in a line, and below it everything that is wrong."""
    mark = "holds" if result.holds else "WRONG"
    said = f"{mark}  {result.name:<12} {result.outcome.said} ({result.seconds:.1f} s)"
    return "\n".join((said, *(f"       {wrong}" for wrong in result.outcome.wrong)))


def _as_data(result: Result) -> dict[str, object]:
    return {
        "name": result.name,
        "holds": result.holds,
        "count": result.outcome.count,
        "said": result.outcome.said,
        "wrong": list(result.outcome.wrong),
        "seconds": round(result.seconds, 3),
    }
