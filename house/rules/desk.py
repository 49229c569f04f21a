"""What the rulebook has to say on a desk."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session

from house.desk import Item, Panel, Place, Urgency, shows, tells
from house.desk.search import Hit, finds
from house.people.roles import Role
from house.people.sessions import Staff
from house.rules.overview import document, finding, regulated, standing
from rulebook import DOCUMENTS as FIVE
from rulebook import HOUSE
from rulebook.coverage import State, coverage, coverage_if_known
from rulebook.search import DOCUMENTS, RuleFilter, find


@tells(Role.COMPLIANCE)
def rules_not_yet_held(
    _session: Session, _staff: Staff, _now: datetime
) -> Iterator[Item]:
    """Tell compliance how many rules of the documents people have to see to."""
    found = coverage_if_known()
    if found is None:
        return
    now_held = standing(regulated(), found)
    if now_held.missing:
        yield _to_see_to(
            f"{now_held.missing:,} of {now_held.rules:,} rules are not yet held",
            "The product does not hold them: people have to.",
            State.MISSING,
        )
    if now_held.written:
        yield _to_see_to(
            f"{now_held.written:,} of {now_held.rules:,} rules are only written",
            "Code and test stand, but nothing asks them yet: people have to.",
            State.WRITTEN,
        )


def _to_see_to(title: str, why: str, state: State) -> Item:
    href = url_for("rules.index", document=DOCUMENTS, state=state.value)
    cite = HOUSE.at("RULES-1")
    return Item(Urgency.NEXT, title, cite, act="See which", href=href, why=why)


@shows(Role.COMPLIANCE, Role.INSPECTOR, Role.DIRECTOR, Role.DEPUTY, Role.APPROVER)
def documents_held(_session: Session, _staff: Staff, _now: datetime) -> Panel:
    """Draw how much of each regulator's document the product holds."""
    found = coverage_if_known()
    held = tuple(document(source.code, found) for source in FIVE) if found else ()
    facts = {"documents": held, "finding": finding(held)}
    return Panel(Place.SIDE, "rules/_held.html", facts)


@finds("Rules", "book", "rules.show")
def rules_saying(_session: Session, words: str) -> Iterator[Hit]:
    """Rules by number or by what they say."""
    for rule in find(RuleFilter(words), coverage()):
        yield Hit(rule.id, rule.duty, url_for("rules.show", rule_id=rule.id))
