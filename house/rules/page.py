"""What the page of a rule says: pure values, worked out before any template."""

from collections.abc import Iterable
from dataclasses import dataclass

from rulebook.citations import Place
from rulebook.coverage import Coverage, State
from rulebook.decisions import Decision, decisions_of
from rulebook.proofs import Test
from rulebook.readings import (
    Difference,
    Reading,
    counterparts,
    differences_of,
    matters_of,
    readings_of,
)
from rulebook.register import Rule, rule, rules
from rulebook.sections import Section, section_of
from rulebook.sources import DOCUMENTS, SOURCES, Edition, Source


@dataclass(frozen=True, slots=True)
class Column:
    """One document's answer to a question that several documents answer."""

    source: Source
    rules: tuple[Rule, ...]
    difference: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """Everything a person may want to know of one rule."""

    rule: Rule
    state: State
    untested: bool
    title: str
    verdict: str
    source: Source
    section: Section
    editions: tuple[Edition, ...]
    readings: tuple[Reading, ...]
    decisions: tuple[Decision, ...]
    matters: tuple[str, ...]
    columns: tuple[Column, ...]
    places: tuple[Place, ...]
    tests: tuple[Test, ...]
    previous: Rule | None
    next: Rule | None


def rule_page(rule_id: str, found: Coverage) -> RulePage:
    """Gather the page of a rule; an id in no document raises UnknownRule."""
    shown = rule(rule_id)
    before, after = _neighbours(shown)
    return RulePage(
        rule=shown,
        state=found.state(shown.id),
        untested=found.is_untested(shown.id),
        title=title(shown, found),
        verdict=found.verdict(shown.id),
        source=SOURCES[shown.code],
        section=section_of(shown),
        editions=editions_of(shown),
        readings=readings_of(shown.id),
        decisions=decisions_of(shown.id),
        matters=tuple(matter.matter for matter in matters_of(shown.id)),
        columns=columns(shown),
        places=found.places.get(shown.id, ()),
        tests=found.tests.get(shown.id, ()),
        previous=before,
        next=after,
    )


def title(shown: Rule, found: Coverage) -> str:
    """How the rule stands, in one sentence for whoever works under it."""
    match found.state(shown.id):
        case State.ENFORCED:
            return f"{shown.id} is held: the product sees to it."
        case State.DOCUMENTED:
            return f"{shown.id} is printed in the terms and not enforced further."
        case State.WRITTEN:
            return f"{shown.id} is written, but nothing asks it yet."
        case State.GUIDANCE:
            return f"{shown.id} is done by hand; a page reminds of it."
    if found.is_untested(shown.id):
        return f"{shown.id} is cited, but no test holds it yet."
    return f"{shown.id} is not yet held."


def editions_of(shown: Rule) -> tuple[Edition, ...]:
    """The editions a rule belongs to; a gazette's notices are editions of their own."""
    every = SOURCES[shown.code].editions
    number = shown.clause.partition("-")[0].removeprefix("N")
    own = tuple(edition for edition in every if edition.name == f"Notice {number}")
    return own or every


def columns(shown: Rule) -> tuple[Column, ...]:
    """The same matter document by document, this rule's document first."""
    others = [rule(rule_id) for rule_id in counterparts(shown.id)]
    changed = [d for d in differences_of(shown.id) if not d.is_renumbering]
    ours = Column(SOURCES[shown.code], (shown,), _told(changed, shown.code))
    theirs = (
        Column(
            source,
            tuple(other for other in others if other.code == source.code),
            _told(changed, source.code),
        )
        for source in DOCUMENTS
        if source.code != shown.code
    )
    beside = tuple(column for column in theirs if column.rules or column.difference)
    return (ours, *beside) if beside else ()


def _told(changed: Iterable[Difference], code: str) -> str:
    """What the comparison of the two Sydney documents says of one of them."""
    says = {"NSW3": "nsw3_says", "STAR4": "star4_says"}.get(code)
    return " ".join(getattr(each, says) for each in changed) if says else ""


def _neighbours(shown: Rule) -> tuple[Rule | None, Rule | None]:
    """The rules before and after this one in its document."""
    same = [each for each in rules().values() if each.code == shown.code]
    at = same.index(shown)
    return (same[at - 1] if at else None), (
        same[at + 1] if at + 1 < len(same) else None
    )
