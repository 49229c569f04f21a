"""What the editor's page needs to know, from a draft or from what was typed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from rulebook import Refusal
from tournaments import queries
from tournaments.editions import edition_from, rulebook_facts
from tournaments.editor import flat, merging
from tournaments.editor.merging import Conflict
from tournaments.editor.sheet import SectionSheet, sections, with_unread
from tournaments.models import TournamentRow
from tournaments.rules import gates, structure
from tournaments.rules.checklist import Checklist, Item, checklist
from tournaments.rules.contradictions import Contradiction, contradictions
from tournaments.rules.facts import Facts
from tournaments.rules.limits import bounds
from tournaments.rules.structure import Structure
from tournaments.rules.terms import Terms

CONTROL = frozenset({"csrf_token", "version", "marks"})


@dataclass(frozen=True, slots=True)
class Typed:
    """What came with the form: the terms it makes, and what cannot be saved."""

    terms: Terms
    texts: Mapping[str, str]
    refusals: tuple[Refusal, ...]
    version: int
    marks: str


def typed(tournament: TournamentRow, form: Mapping[str, list[str]]) -> Typed:
    """Read a form on top of the draft it was made from."""
    every = flat.ticked(form)
    posted = {
        name: text
        for name, text in every.items()
        if not name.startswith("_") and name not in CONTROL
    }
    saved = queries.draft_of(tournament)
    known = {name: t for name, t in posted.items() if not [*flat.unknown({name: t})]}
    texts = flat.merged(flat.flat(saved), known)
    terms, unread = flat.read(texts, saved.names.tz)
    takes = {n.removeprefix("_take."): t for n, t in every.items() if "_take." in n}
    settled = merging.settled(saved, terms, takes)
    if settled != terms:
        terms, texts = settled, flat.flat(settled)
        unread = tuple(r for r in unread if not _is_taken(r, takes))
    version = every.get("version", "")
    return Typed(
        terms,
        texts,
        (*flat.unknown(posted), *unread),
        int(version) if version.isdecimal() and len(version) < 10 else 0,
        every.get("marks", ""),
    )


def _is_taken(refusal: Refusal, takes: Mapping[str, str]) -> bool:
    path = ".".join(refusal.field.split(".")[:2])
    return takes.get(path) == merging.THEIRS


@dataclass(frozen=True, slots=True)
class Editor:
    """The page: sections beside the checklist, the structure and the contradictions."""

    tournament: TournamentRow
    terms: Terms
    sections: tuple[SectionSheet, ...]
    items: Checklist
    structure: Structure | None  # none while figures make no sense
    ahead: tuple[Refusal, ...]  # dates that have passed, an edition not in force
    clashes: tuple[Contradiction, ...]
    version: int
    marks: str
    unread: tuple[Refusal, ...] = ()
    conflicts: tuple[Conflict, ...] = ()

    @property
    def is_draft(self) -> bool:
        """Whether nothing has been published yet."""
        return self.tournament.document_id is None

    @property
    def left(self) -> int:
        """How many items are not complete."""
        return len(self.items.open)

    @staticmethod
    def to(item: Item) -> str:
        """Where an item is written."""
        return f"#{item.field}"

    @property
    def shortfalls(self) -> tuple[Refusal, ...]:
        """Where the structure does not add up."""
        return self.structure.refusals if self.structure else ()

    @property
    def is_ready(self) -> bool:
        """Whether nothing in the terms stands against publishing them."""
        whole = self.structure is not None and not self.shortfalls
        return not self.left and not self.unread and whole and not self.ahead


def _marks(tournament: TournamentRow) -> str:
    """Which draft the page was made from."""
    return merging.marks(queries.draft_of(tournament))


def editor(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    now: datetime,
    given: Typed | None = None,
    *,
    unread: Iterable[Refusal] = (),
    conflicts: tuple[Conflict, ...] = (),
) -> Editor:
    """The page for the saved draft, or for what was typed over it."""
    terms = given.terms if given else queries.draft_of(tournament)
    texts = given.texts if given else flat.flat(terms)
    wrongs = tuple(unread) or (given.refusals if given else ())
    items = with_unread(checklist(terms), wrongs)
    facts = Facts(terms, now, edition_from=edition_from(session, terms))
    clashes = contradictions(terms, rulebook_facts(terms.names))
    return Editor(
        tournament,
        terms,
        sections(terms, texts, items, clashes),
        items,
        None if bounds(terms) else structure.check(terms),
        (*gates.dates_ahead(facts), *gates.edition_in_force(facts)),
        clashes,
        version=tournament.version if conflicts or not given else given.version,
        marks=given.marks if given and not conflicts else _marks(tournament),
        unread=wrongs,
        conflicts=conflicts,
    )
