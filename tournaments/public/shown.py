"""What the public page of a tournament says, from its published terms alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from house.documents.content import Document, Edition, Table
from house.documents.models import DocumentRow
from rulebook import HOUSE, Cite
from rulebook.register import Rule, rules
from tournaments.rules import wording
from tournaments.rules.lifecycle import Status
from tournaments.rules.terms import Terms

SHOWN = HOUSE.at("DOC-8")
FIRST = ("Timetable", "What it costs", "Prizes")


@dataclass(frozen=True, slots=True)
class Page:
    """One version as the public page shows it."""

    slug: str
    row: DocumentRow
    edition: Edition
    versions: Sequence[DocumentRow]  # the one in force first
    situation: str
    is_cancelled: bool

    @property
    def document(self) -> Document:
        """What the version says."""
        return self.edition.document

    @property
    def in_force(self) -> DocumentRow:
        """The version that binds now."""
        return self.versions[0]

    @property
    def is_in_force(self) -> bool:
        """Whether the page shows the version that binds now."""
        return self.row.number == self.in_force.number

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables people look for first."""
        every = [t for section in self.document.sections for t in section.tables]
        return tuple(t for name in FIRST for t in every if t.title == name)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule the terms name, and the one this page keeps, in our words."""
        cited = (c for p in self.document.paragraphs for c in p.cites)
        named = dict.fromkeys((*cited, self.promise.id))
        return tuple(rules()[c] for c in named if c in rules())

    @property
    def promise(self) -> Cite:
        """The rule that has every version, its hash and what it changed shown."""
        return SHOWN


def situation(
    status: Status, terms: Terms, now: datetime, cancelled_at: datetime | None
) -> str:
    """How the tournament stands, as everybody may know it."""
    zone, method = terms.names.tz, terms.entry.method
    starts = wording.when(terms.details.dates.starts_at, zone)
    if status is Status.CANCELLED:
        when = f" on {wording.when(cancelled_at, zone)}" if cancelled_at else ""
        return f"This tournament was cancelled{when}. It does not take place."
    if status is Status.PUBLISHED:
        if method.opens_at is not None and method.opens_at <= now:
            return f"Entries are not open yet. Play starts {starts}."
        return f"Entries open {wording.when(method.opens_at, zone)}."
    if status is Status.ENTRIES_OPEN:
        return _entries(method.closes_at, now, starts, terms)
    return {
        Status.SEATED: f"The seats are drawn. Play starts {starts}.",
        Status.RUNNING: "The tournament is being played.",
        Status.FINISHED: "The last hand is played.",
    }.get(status, "The tournament is over.")


def _entries(closes: datetime | None, now: datetime, starts: str, terms: Terms) -> str:
    if closes is not None and now >= closes:
        return f"Entries are closed. Play starts {starts}."
    return f"Entries are taken until {wording.when(closes, terms.names.tz)}."
