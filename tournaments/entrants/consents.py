"""Consents: what each entrant agreed to, when, and under which version."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from house.audit import Actor
from house.floor.acts import Act
from house.people.patrons.models import PatronRow
from rulebook import HOUSE, Cite
from tournaments import queries
from tournaments.entrants.models import Consent, ConsentRow
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps

APART: Cite = HOUSE.at("TOURN-145")
PERMITTED: Cite = Cite("CROWN3-12.5.3(f)")
WORDS: Mapping[Consent, str] = {
    Consent.PRIVACY: "I have read how my personal information is handled.",
    Consent.NAME: "My name may be published, with seats and results.",
    Consent.SUBURB: "My suburb may be published with my name.",
    Consent.IMAGE: "Photographs of me may be used to promote the house.",
}


def of_entries(
    session: Session, entries: Sequence[EntryRow]
) -> Mapping[int, Mapping[Consent, bool]]:
    """What holds for each of these entries, by the word of whoever holds it now."""
    ids, people = [e.pk for e in entries], [e.patron_id for e in entries]
    asked = select(PatronRow.id, PatronRow.may_publish_name)
    usual = dict(session.exec(asked.where(col(PatronRow.id).in_(people))).all())
    found = {
        entry.pk: {
            **dict.fromkeys(Consent, False),
            Consent.NAME: usual.get(entry.patron_id, False),
        }
        for entry in entries
    }
    whose = {entry.pk: entry.patron_id for entry in entries}
    rows = select(ConsentRow).where(col(ConsentRow.entry_id).in_(ids))
    for row in session.exec(rows.order_by(col(ConsentRow.id))):
        if whose[row.entry_id] == row.patron_id:
            found[row.entry_id][row.what] = row.given
    return found


def of(session: Session, entry: EntryRow) -> Mapping[Consent, bool]:
    """What holds for one entry."""
    return of_entries(session, [entry])[entry.pk]


def history(session: Session, entry: EntryRow) -> Sequence[ConsentRow]:
    """Everything that was ever said, the newest first."""
    mine = select(ConsentRow).where(col(ConsentRow.entry_id) == entry.pk)
    return session.exec(mine.order_by(col(ConsentRow.id).desc())).all()


def say(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    given: Collection[Consent],
    act: Act,
) -> Sequence[Consent]:
    """Keep what an entrant agrees to from now on; which of it is new."""
    before = of(session, entry)
    changed = [what for what in Consent if before[what] is not (what in given)]
    keep(session, entry, {what: what in given for what in changed}, act.by, act.now)
    if changed:
        after = {"entry": entry.number, "given": sorted(what.value for what in given)}
        rules = (APART, PERMITTED)
        steps.note(session, tournament, "say consents", act, None, rules, {}, after)
    return changed


def keep(
    session: Session,
    entry: EntryRow,
    said: Mapping[Consent, bool],
    by: Actor,
    at: datetime,
) -> None:
    """Append what was said, at the time and under the version it was said."""
    for what, given in said.items():
        row = ConsentRow(
            entry_id=entry.pk,
            patron_id=entry.patron_id,
            what=what,
            given=given,
            document_id=entry.document_id,
            **steps.signed(Act(by, at)),
        )
        session.add(row)
    session.flush()


def public_names(
    session: Session, tournament: TournamentRow, entries: Sequence[EntryRow]
) -> Mapping[int, str]:
    """Each entrant as the public may call them, by what they agreed to."""
    clause = queries.terms_of(session, tournament).conduct.publicity
    given = of_entries(session, entries)
    return {
        entry.pk: clause.shows(entry.name, permitted=given[entry.pk][Consent.NAME])
        for entry in entries
    }
