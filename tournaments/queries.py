"""Tournaments as the gates see them: every fact from the rows that hold it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.audit import Actor, Subject
from house.documents.models import DocumentRow
from house.floor.models import TableRow, TableStatus
from house.floor.tables.designation import holds
from house.terms import versions
from rulebook.terms import wording
from rulebook.terms.changes import differences
from tournaments.editions import edition_from
from tournaments.models import (
    KIND,
    PLACE,
    AdviceRow,
    AvailableRow,
    BriefingRow,
    EntryRow,
    EntryState,
    Office,
    SubstitutionRow,
    TellingRow,
    ToldRow,
    TournamentRow,
    TournamentTableRow,
)
from tournaments.rules.changes import Audience, to_accept
from tournaments.rules.facts import (
    Deputy,
    Facts,
    SeatedPlayer,
    TableFacts,
    TableUse,
)
from tournaments.rules.lifecycle import Status
from tournaments.rules.terms import Terms
from tournaments.staffing import People, appointments, present, staff_names

# Everybody entered has a place once the seats are drawn.
SEATED = frozenset({Status.SEATED, Status.RUNNING, Status.FINISHED, Status.SETTLED})


def get(session: Session, slug: str, *, lock: bool = False) -> TournamentRow | None:
    """The tournament of this slug, held against others until the act is done."""
    query = select(TournamentRow).where(col(TournamentRow.slug) == slug)
    return session.exec(query.with_for_update() if lock else query).first()


def subject(tournament: TournamentRow) -> Subject:
    """The tournament as the record, notices and tables name it."""
    return Subject(KIND, str(tournament.pk), tournament.name)


def draft_of(tournament: TournamentRow) -> Terms:
    """The terms being written."""
    return versions.draft_of(Terms, tournament)


def terms_in(document: DocumentRow) -> Terms:
    """The terms that a published version was printed from."""
    return versions.terms_in(Terms, document)


def terms_of(session: Session, tournament: TournamentRow) -> Terms:
    """The terms that hold: those in force, or the draft before there are any."""
    return versions.terms_of(Terms, session, tournament)


def facts_of(
    session: Session,
    tournament: TournamentRow,
    now: datetime,
    *,
    by: Actor | None = None,
    reason: str = "",
) -> Facts:
    """Everything the gates ask about a tournament, as its rows have it now."""
    table = table_facts(session, tournament, now, by=by)
    known, people = entry_facts(session, tournament, now), People(staff_names(session))
    terms = terms_of(session, tournament)
    return replace(
        known,
        actor=table.actor,
        director=table.director,
        deputies=table.deputies,
        present=table.present,
        edition_from=edition_from(session, terms),
        seat_costs=seat_costs(session, terms),
        tables=tuple(
            _use(table, tournament, now) for table in tables(session, tournament)
        ),
        players=tuple(_players(session, tournament, terms, people)),
        untold_changes=tuple(_titles(terms, t) for t in untold(session, tournament)),
        reason=reason,
    )


def seat_costs(session: Session, terms: Terms) -> int | None:
    """What an entry costs in the tournament whose seats are won; none where none is."""
    named = get(session, terms.winners.split.seat_in)
    if named is None:
        return None
    fees = terms_of(session, named).details.fees
    return (fees.entry_fee_cents or 0) + (fees.buy_in_cents or 0)


def entry_facts(session: Session, tournament: TournamentRow, now: datetime) -> Facts:
    """What the gates of an entry ask, however many have entered."""
    available, advice = _first(session, tournament), _advice(session, tournament)
    return Facts(
        terms=terms_of(session, tournament),
        now=now,
        terms_available_at=available.at if available else None,
        inspectorate_advised_at=advice.at if advice else None,
        inspectorate_reference=advice.reference if advice else "",
        entries=entries_count(session, tournament),
    )


def table_facts(
    session: Session,
    tournament: TournamentRow,
    now: datetime,
    *,
    by: Actor | None = None,
) -> TableFacts:
    """What the gates of a hand ask, however many have entered."""
    offices, people = appointments(session, tournament), People(staff_names(session))
    director = next((a for a in offices if a.office is Office.DIRECTOR), None)
    return TableFacts(
        now=now,
        actor=people.acting(by),
        director=people.name(director.staff_id) if director else "",
        deputies=tuple(
            Deputy(people.name(a.staff_id), people.name(a.by_id))
            for a in offices
            if a.office is Office.DEPUTY
        ),
        present=frozenset(map(people.name, present(session, tournament))),
    )


def _first(session: Session, tournament: TournamentRow) -> AvailableRow | None:
    mine = select(AvailableRow).where(col(AvailableRow.tournament_id) == tournament.pk)
    return session.exec(mine.order_by(col(AvailableRow.id)).limit(1)).first()


def _advice(session: Session, tournament: TournamentRow) -> AdviceRow | None:
    mine = select(AdviceRow).where(col(AdviceRow.tournament_id) == tournament.pk)
    return session.exec(mine.order_by(col(AdviceRow.id)).limit(1)).first()


def entries_count(session: Session, tournament: TournamentRow) -> int:
    """How many places are taken."""
    taken = (
        select(func.count())
        .select_from(EntryRow)
        .where(
            col(EntryRow.tournament_id) == tournament.pk, col(EntryRow.state).in_(PLACE)
        )
    )
    return session.exec(taken).one()


def bound_by(session: Session, tournament: TournamentRow) -> Mapping[int, int]:
    """How many entries with a place each version of the terms binds."""
    mine = (
        select(EntryRow.document_id, func.count())
        .where(
            col(EntryRow.tournament_id) == tournament.pk, col(EntryRow.state).in_(PLACE)
        )
        .group_by(col(EntryRow.document_id))
    )
    return Counter(dict(session.exec(mine).all()))


def tables(session: Session, tournament: TournamentRow) -> Sequence[TableRow]:
    """The tables designated for the tournament, by number."""
    mine = select(TournamentTableRow).where(
        col(TournamentTableRow.tournament_id) == tournament.pk
    )
    newest = {
        row.table_id: row.designated
        for row in session.exec(mine.order_by(col(TournamentTableRow.id)))
    }
    claimed = [table_id for table_id, held in newest.items() if held]
    query = select(TableRow).where(col(TableRow.id).in_(claimed))
    return session.exec(query.order_by(col(TableRow.number))).all()


def _use(table: TableRow, tournament: TournamentRow, now: datetime) -> TableUse:
    kept = (table.kept_for_kind, table.kept_for_id)
    mine = kept == (KIND, str(tournament.pk))
    other = "" if mine else table.kept_for_name or table.designation.value
    starts = mine and tournament.status is not Status.RUNNING
    if starts and table.status is TableStatus.OPEN and holds(table, now):
        other = "open play"  # it should have been closed for the tournament by now
    return TableUse(f"Table {table.number}", other, table.low_limit, table.rulebook)


def entrants(session: Session, tournament: TournamentRow) -> Sequence[EntryRow]:
    """Everybody who is to play, in the order of their entries."""
    mine = select(EntryRow).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.state) == EntryState.ENTERED,
    )
    return session.exec(mine.order_by(col(EntryRow.number))).all()


def _players(
    session: Session, tournament: TournamentRow, terms: Terms, people: People
) -> Iterator[SeatedPlayer]:
    if tournament.status not in SEATED:
        return
    entries = entrants(session, tournament)
    names = Counter(entry.name for entry in entries)
    briefed = briefings(session, [entry.pk for entry in entries])
    older = behind(session, tournament, {e.document_id for e in entries})
    for entry in entries:
        same = f" (entry {entry.number})" if names[entry.name] > 1 else ""
        ticked = briefed.get(entry.pk)
        yield SeatedPlayer(
            name=entry.name + same,
            bank_chips=terms.format.bank.bank_chips or 0,
            briefed_by=people.name(ticked.by_id) if ticked else "",
            signed=entry.signed_at is not None,
            accepted=entry.document_id not in older,
            boxes=terms.house.equal_chance.boxes_each,
        )


def briefings(session: Session, entries: Iterable[int]) -> Mapping[int, BriefingRow]:
    """The tick that stands for each of these entries; a substitute needs their own."""
    ids = list(entries)
    rows = select(BriefingRow).where(col(BriefingRow.entry_id).in_(ids))
    newest = {
        row.entry_id: row for row in session.exec(rows.order_by(col(BriefingRow.id)))
    }
    since = {
        entry: row.at for entry, row in substitutions(session, newest.keys()).items()
    }
    return {
        entry: row
        for entry, row in newest.items()
        if row.understood and (entry not in since or row.at > since[entry])
    }


def substitutions(
    session: Session, entries: Iterable[int]
) -> Mapping[int, SubstitutionRow]:
    """Who last took over each of these entries, where anybody did."""
    rows = select(SubstitutionRow).where(
        col(SubstitutionRow.entry_id).in_(list(entries))
    )
    every = session.exec(rows.order_by(col(SubstitutionRow.id)))
    return {row.entry_id: row for row in every}


def behind(
    session: Session, tournament: TournamentRow, accepted: set[int]
) -> frozenset[int]:
    """The accepted versions from which something binding has changed since."""
    if tournament.document_id is None:
        return frozenset()
    rows = {n: session.get_one(DocumentRow, n) for n in accepted}
    kept = {n: versions.kept_in(Terms, row) for n, row in rows.items()}
    in_force = session.get_one(DocumentRow, tournament.document_id)
    now = versions.kept_in(Terms, in_force)
    return frozenset(
        number
        for number, old in kept.items()
        if to_accept(old.terms, now.terms, differences(old, now))
    )


def untold(session: Session, tournament: TournamentRow) -> Sequence[TellingRow]:
    """What the regulator has not been told of yet."""
    told = select(ToldRow.telling_id)
    open_ = select(TellingRow).where(
        col(TellingRow.tournament_id) == tournament.pk,
        col(TellingRow.audience) == Audience.REGULATOR,
        col(TellingRow.id).not_in(told),
    )
    return session.exec(open_.order_by(col(TellingRow.id))).all()


def _titles(terms: Terms, telling: TellingRow) -> str:
    names = {placed.path: placed.clause.title for placed in terms.clauses()}
    return wording.listed(names.get(path, path) for path in telling.paths)
