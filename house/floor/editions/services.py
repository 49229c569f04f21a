"""Which edition of a document is in force at a table, now or at any instant."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from game.rulebooks import InForce, bring_into_force, governing
from game.rulebooks.notices import NOTICE_25, NOTICE_26, Notice, may_activate
from house.audit import Subject
from house.floor.acts import Act, record
from house.floor.models import Game, TableRow
from house.floor.signs.models import EditionRow
from rulebook import (
    CROWN3,
    DOCUMENTS,
    HOUSE,
    SOURCES,
    STAR4,
    VIC99,
    Cite,
    Refusal,
    Refused,
)

ENTERED = HOUSE.at("SIGNS-12")
LATER = HOUSE.at("SIGNS-13")
VERSION = CROWN3.at("cover:version")
# The notices of 1999 say themselves from when they hold, each for its own game.
BY_NOTICE = {
    (VIC99.code, Game.CARIBBEAN_STUD): NOTICE_25,
    (VIC99.code, Game.BACCARAT): NOTICE_26,
}
# Documents that hold from the day they were published, which must be known.
FROM_PUBLICATION: Mapping[str, Cite] = {STAR4.code: STAR4.at("Order:Effect")}


@dataclass(frozen=True, slots=True)
class Undated:
    """An edition whose document does not say since when it holds."""

    code: str
    name: str


UNDATED = tuple(
    Undated(source.code, edition.name)
    for source in DOCUMENTS
    for edition in source.editions
    if edition.in_force_from is None
)


def known(code: str, game: Game, entered: Iterable[EditionRow]) -> tuple[InForce, ...]:
    """Every edition that governs a game under a document, with its first instant."""
    notice = BY_NOTICE.get((code, game))
    by_document = [_by_notice(notice)] if notice and not may_activate(notice) else []
    latest: dict[str, InForce] = {}
    for row in sorted(entered, key=lambda row: row.pk):
        if row.code == code:
            latest[row.edition] = InForce(code, row.edition, row.since, row.instrument)
    return (*by_document, *latest.values())


def _by_notice(notice: Notice) -> InForce:
    """A notice with its papers in order, in force from the hour it gives."""
    gazette = notice.gazette.value
    instrument = f"{gazette.gazette} of {gazette.published}" if gazette else ""
    return InForce(VIC99.code, notice.name, notice.effect.value, instrument)


def edition_at(
    code: str, game: Game, at: datetime, entered: Iterable[EditionRow]
) -> InForce | Refused:
    """The edition in force at an instant, or why none is."""
    return governing(known(code, game, entered), at)


def check_edition(
    table: TableRow, at: datetime, entered: Sequence[EditionRow]
) -> tuple[Refusal, ...]:
    """Why a table cannot open under its document at this instant, if it cannot."""
    editions = known(table.rulebook, table.game, entered)
    if editions and isinstance(governing(editions, at), Refused):
        wrong = f"{table.rulebook} {editions[0].edition} is not in force yet."
        return (Refusal(LATER, wrong, "Open the table once it is."),)
    effect = FROM_PUBLICATION.get(table.rulebook)
    if not editions and effect is not None:
        version = SOURCES[table.rulebook].editions[-1].name
        wrong = f"The day on which version {version} was published is not entered."
        right = "It holds from that day: an administrator enters it."
        return (Refusal(effect, wrong, right),)
    return ()


_ENTRIES = select(EditionRow).order_by(col(EditionRow.id))
_OF_ONE = _ENTRIES.where(col(EditionRow.code) == bindparam("code"))


def entries(session: Session) -> Sequence[EditionRow]:
    """Everything entered about editions, the oldest first."""
    return session.exec(_ENTRIES).all()


def entries_of(session: Session, code: str) -> Sequence[EditionRow]:
    """What was entered about the editions of one document, the oldest first."""
    return session.exec(_OF_ONE, params={"code": code}).all()


def enter(
    session: Session, which: Undated, since: datetime | None, instrument: str, act: Act
) -> EditionRow | Refused:
    """Enter since when an edition holds here; an earlier entry is kept beside it."""
    about = Subject("document", which.code, f"{which.code} {which.name}")
    verdict = bring_into_force(
        which.code, which.name, published=since, instrument=instrument
    )
    found = [*(verdict.refusals if isinstance(verdict, Refused) else ())]
    if which not in UNDATED:
        wrong = f"{which.code} has no edition “{which.name}” without a date."
        found.insert(0, Refusal(ENTERED, wrong, "Choose one of the list.", "edition"))
    refused = Refused(tuple(found)) if found else None
    rules: tuple[Cite, ...] = (ENTERED, VERSION)
    after = {"since": since.isoformat() if since else "", "instrument": instrument}
    record(session, act, "enter edition", about, refused, rules=rules, after=after)
    if refused or since is None:
        assert refused is not None
        return refused
    row = EditionRow(
        code=which.code,
        edition=which.name,
        since=since,
        instrument=instrument,
        entered_at=act.now,
        entered_by=act.by.name,
    )
    session.add(row)
    session.flush()
    return row
