"""Ask the rulebook from the command line."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import click

from rulebook.coverage import (
    FLOOR,
    WAITING,
    Coverage,
    Floor,
    State,
    as_json,
    coverage,
    documents,
    floor,
    house,
    lost,
    reached,
    still_waiting,
    tally,
    waiting,
)
from rulebook.decisions import INDEX, decisions_of, index
from rulebook.readings import counterparts, readings_of
from rulebook.register import Rule, UnknownRule
from rulebook.register import rule as find
from rulebook.search import near
from rulebook.sources import DOCUMENTS, SOURCES

BAR = 24
COLUMNS = (
    State.ENFORCED,
    State.DOCUMENTED,
    State.GUIDANCE,
    State.WRITTEN,
    State.MISSING,
)
HEADINGS = f"{'':7}{'rules':>7}{''.join(f'{each:>12}' for each in COLUMNS)}"


@click.group()
def rules() -> None:
    """The rules: what they say and where they are held."""


@rules.command("coverage")
@click.option("--json", "for_programs", is_flag=True, help="One JSON object.")
def coverage_command(*, for_programs: bool) -> None:
    """Say how much of the documents the product holds."""
    found = coverage()
    if for_programs:
        click.echo(json.dumps(as_json(found), ensure_ascii=False))
        return
    click.echo(f"{HEADINGS}  held")
    for source in DOCUMENTS:
        of = [rule for rule in documents() if rule.code == source.code]
        click.echo(_line(source.code, of, found))
    click.echo(_line("all", documents(), found))
    click.echo(_line("HOUSE", house(), found))
    _tell_missing([*documents(), *house()], found)


def _line(name: str, of: list[Rule], found: Coverage) -> str:
    """One row of the table, with a bar of what is held."""
    held = tally(of, found)
    share = (len(of) - held[State.MISSING] - held[State.WRITTEN]) / len(of)
    bar = "█" * int(share * BAR)
    counts = "".join(f"{held[each]:>12,}" for each in COLUMNS)
    return f"{name:7}{len(of):>7,}{counts}  {bar:░<{BAR}} {share:>4.0%}"


def _tell_missing(of: list[Rule], found: Coverage) -> None:
    missing = Counter(r.topic for r in of if found.state(r.id) is State.MISSING)
    untested = sum(found.is_untested(rule.id) for rule in of)
    if missing:
        click.echo("\nNot yet held, by topic:")
    for topic, count in missing.most_common():
        click.echo(f"{count:>7,}  {topic}")
    click.echo(f"\nCited in code but carried by no test: {untested:,}.")


@rules.command("show")
@click.argument("rule_id")
def show(rule_id: str) -> None:
    """Say what one rule asks, how it is read and where it is held."""
    try:
        rule = find(rule_id)
    except UnknownRule as error:
        raise click.ClickException(_nearest(error)) from None
    found = coverage()
    click.echo(f"{rule.id}  ({SOURCES[rule.code].title})\n")
    click.echo(f"{rule.duty}\n")
    click.echo(f"Kind:   {rule.kind.value}, {rule.kind.meaning}")
    click.echo(f"Topic:  {rule.topic}")
    click.echo(f"Check:  {rule.check}")
    click.echo(f"State:  {found.state(rule.id).words}. {found.verdict(rule.id)}")
    _list(
        "Our reading",
        (f"{r.id}: {r.reading} ({r.problem})" for r in readings_of(rule.id)),
    )
    decided = decisions_of(rule.id)
    _list("Decided", (f"{d.number}. {d.title} ({d.state})" for d in decided))
    _list("The same matter elsewhere", counterparts(rule.id))
    places = found.places.get(rule.id, ())
    _list("Cited at", (f"{p.file}:{p.line} {p.name}: {p.sentence}" for p in places))
    ways = dict.fromkeys(place.way for place in places if place.way)
    _list("Reached by", (" → ".join(way) for way in ways))
    tests = found.tests.get(rule.id, ())
    _list("Carried by", (f"{t.file}:{t.line} {t.name}: {t.sentence}" for t in tests))


def _list(title: str, lines: Iterable[str]) -> None:
    written = list(lines)
    if written:
        click.echo(f"\n{title}:")
    for line in written:
        click.echo(f"  {line}")


def _nearest(error: UnknownRule) -> str:
    alike = near(error.rule_id)
    return f"{error} Nearest: {', '.join(alike)}." if alike else str(error)


def _write(path: Path, kept: Floor) -> None:
    path.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")


@rules.command("unreached")
@click.option("--json", "for_programs", is_flag=True, help="One JSON object a line.")
def unreached(*, for_programs: bool) -> None:
    """List what the product defines and no entrance leads to."""
    found = coverage().unreached
    for each in found:
        if for_programs:
            click.echo(json.dumps(asdict(each), ensure_ascii=False))
        else:
            click.echo(f"{each.file}:{each.line} {each.name} ({each.kind})")
    if not for_programs:
        click.echo(f"\nReached by no route, command, deadline or hook: {len(found):,}.")


@rules.command("decisions")
def decisions_command() -> None:
    """Write the index of the decisions anew."""
    INDEX.write_text(index(), encoding="utf-8")
    click.echo(f"Written: {INDEX}")


@rules.command("ratchet")
@click.option("--let-go", multiple=True, help="A rule that may be held less well.")
def ratchet(let_go: tuple[str, ...]) -> None:
    """Write down what is held now, so that coverage only ever goes up."""
    found = coverage()
    before = floor() if FLOOR.exists() else {}
    given_up = [rule_id for rule_id in lost(before, found) if rule_id not in let_go]
    if given_up:
        named = ", ".join(given_up)
        raise click.ClickException(
            f"These rules were held better before: {named}. Hold them again, "
            "or name each with --let-go."
        )
    after = reached(found)
    _write(FLOOR, after)
    _write(WAITING, still_waiting(waiting(WAITING), found))
    count = {state: len(ids) for state, ids in after.items()}
    held = sum(n for state, n in count.items() if state != State.WRITTEN)
    gained = held - sum(len(i) for s, i in before.items() if s != State.WRITTEN)
    click.echo(
        f"{count['enforced']:,} rules enforced, {count['documented']:,} documented, "
        f"{count['guidance']:,} as guidance, {count['written']:,} only written: "
        f"{gained:+,} since last time."
    )
