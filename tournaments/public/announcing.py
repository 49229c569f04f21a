"""Tournaments as the house announces them to everybody."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from house.desk.outside import Announced, Section
from rulebook import HOUSE, Cited
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.public.shown import situation
from tournaments.results.outcome import OVER
from tournaments.rules.lifecycle import Status
from tournaments.rules.terms import Terms

ANNOUNCED = Cited(
    (Status.PUBLISHED, Status.ENTRIES_OPEN, Status.SEATED, Status.RUNNING),
    HOUSE.at("TOURN-142"),
)
MOST = 60
ENTER, PLAYED, COMING = "To enter", "Being played", "Coming"
RESULTS, LATELY = "Results", 8
SAID = {
    ENTER: ("tournament takes entries", "tournaments take entries"),
    PLAYED: ("tournament is being played", "tournaments are being played"),
    COMING: ("tournament is coming", "tournaments are coming"),
}


def sections(session: Session, now: datetime) -> Iterator[Section]:
    """What can be entered, what is being played, what is coming; never a draft."""
    mine = select(TournamentRow).where(
        col(TournamentRow.status).in_(ANNOUNCED.value),
        col(TournamentRow.document_id).is_not(None),
    )
    order = (col(TournamentRow.starts_at), col(TournamentRow.id))
    found: dict[str, list[Announced]] = {ENTER: [], PLAYED: [], COMING: []}
    for row in session.exec(mine.order_by(*order).limit(MOST)):
        terms = queries.terms_of(session, row)
        found[_heading(row.status, terms, now)].append(_announced(row, terms, now))
    for title, announced in found.items():
        if announced:
            said = wording.many(len(announced), *SAID[title])
            sentence = f"{wording.capital(said)}."
            yield Section(title, sentence, tuple(announced))
    yield from _results(session)


def _results(session: Session) -> Iterator[Section]:
    """What was played lately, and who won."""
    mine = select(TournamentRow).where(
        col(TournamentRow.status).in_(OVER.value),
        col(TournamentRow.document_id).is_not(None),
    )
    newest = mine.order_by(col(TournamentRow.starts_at).desc(), col(TournamentRow.id))
    played = [_played(session, row) for row in session.exec(newest.limit(LATELY))]
    if played:
        yield Section(RESULTS, "What was played lately.", tuple(played))


def _played(session: Session, row: TournamentRow) -> Announced:
    terms = queries.terms_of(session, row)
    starts = wording.when(terms.details.dates.starts_at, terms.names.tz)
    return Announced(
        name=row.name,
        href=url_for("public_tournaments.results", slug=row.slug),
        sentence="The results are in.",
        facts=(f"Played {starts}",),
    )


def takes_entries(status: Status, terms: Terms, now: datetime) -> bool:
    """Whether somebody may enter now, as far as the calendar goes."""
    opens, closes = terms.entry.method.opens_at, terms.entry.method.closes_at
    begun = status is Status.ENTRIES_OPEN and (opens is None or opens <= now)
    return begun and (closes is None or now < closes)


def _heading(status: Status, terms: Terms, now: datetime) -> str:
    if status is Status.RUNNING:
        return PLAYED
    return ENTER if takes_entries(status, terms, now) else COMING


def _announced(row: TournamentRow, terms: Terms, now: datetime) -> Announced:
    starts = wording.when(terms.details.dates.starts_at, terms.names.tz)
    return Announced(
        name=row.name,
        href=url_for("public_tournaments.front", slug=row.slug),
        sentence=situation(row.status, terms, now, None),
        facts=(f"Starts {starts}", costs(terms)),
    )


def costs(terms: Terms) -> str:
    """What somebody pays to take part, in a few words."""
    parts = [part for part in terms.winners.pool.parts(terms)[:2] if part.cents]
    if not parts:
        return "Entry is free"
    whole = wording.dollars(sum(part.cents for part in parts))
    named = (f"{wording.dollars(part.cents)} {part.what.value}" for part in parts)
    return f"{whole}: {wording.listed(named)}" if len(parts) > 1 else next(named)
