"""What the page says beside a gate: who, when and how many, from the facts."""

from rulebook.terms import wording
from rulebook.terms.checklist import checklist
from tournaments.rules.facts import Facts


def items(facts: Facts) -> str:
    """How many items of the terms are complete."""
    if facts.terms is None:
        return ""
    done = checklist(facts.terms)
    return f"{done.done} of {done.total} items"


def available(facts: Facts) -> str:
    """Since when patrons can get the terms."""
    if facts.terms is None or facts.terms_available_at is None:
        return ""
    return wording.when(facts.terms_available_at, facts.terms.names.tz)


def advised(facts: Facts) -> str:
    """When the inspectorate was advised, and under which reference."""
    if facts.terms is None or facts.inspectorate_advised_at is None:
        return ""
    told = wording.when(facts.inspectorate_advised_at, facts.terms.names.tz)
    return f"{told}, {facts.inspectorate_reference}".removesuffix(", ")


def closes(facts: Facts) -> str:
    """When entries close."""
    if facts.terms is None:
        return ""
    closes_at = facts.terms.entry.method.closes_at
    return wording.when(closes_at, facts.zone) if closes_at else ""


def starts(facts: Facts) -> str:
    """When play starts, as entrants were told."""
    first = facts.terms.first_start if facts.terms else None
    return wording.when(first, facts.zone) if first else ""


def entries(facts: Facts) -> str:
    """How many have entered, and how many may."""
    said = wording.figure(facts.entries, "entry", "entries")
    if facts.terms is None:
        return said
    players = facts.terms.details.players
    return f"{said}; the terms take {players.minimum} to {players.maximum}"


def director(facts: Facts) -> str:
    """Who the Director is."""
    return facts.director


def deputies(facts: Facts) -> str:
    """Who may stand in."""
    return wording.listed(d.name for d in facts.deputies) if facts.deputies else "none"


def tables(facts: Facts) -> str:
    """Which tables the tournament has."""
    return wording.listed(t.name for t in facts.tables) if facts.tables else ""


def briefed(facts: Facts) -> str:
    """How many of those who are to play are briefed, seated or not yet."""
    done = sum(player.briefed_by in facts.stand_ins for player in facts.players)
    expected = len(facts.players) or facts.entries
    return f"{done} of {expected}" if expected else ""


def present(facts: Facts) -> str:
    """Who of those that count is there."""
    there = sorted(facts.present & facts.stand_ins)
    return wording.listed(there) if there else ""
