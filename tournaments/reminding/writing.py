"""What an entrant is written about a session: when, which table, which seat."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.notices import ical, letters
from house.notices.contacts import Contact
from house.notices.ical import Event
from house.notices.models import Audience, NoticeRow
from house.notices.outbox import Attachment
from rulebook import HOUSE, Cite
from rulebook.terms import wording
from tournaments import queries
from tournaments.entrants import reaching
from tournaments.entrants.reaching import Personal
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.path import notices
from tournaments.rules.timetable import Slot
from tournaments.seating.seats import Sits, seats_now

REMINDER, MOVED = "tournament.reminder", "tournament.start-moved"
AHEAD_OF: Cite = HOUSE.at("TOURN-385")
TOLD_OF: Cite = HOUSE.at("TOURN-386")
letters.kind(REMINDER, "A session is to come", Audience.ENTRANTS, "", *notices.RUN)
letters.kind(MOVED, "A start is moved", Audience.ENTRANTS, "", *notices.RUN)


def remind(
    session: Session, tournament: TournamentRow, slot: Slot, act: Act
) -> NoticeRow | None:
    """Write to everybody who has a seat in a session, once for each start of it."""
    sits = _seated(session, tournament, slot)
    if not sits:
        return None
    facts = _facts(session, tournament, slot)
    return _written(session, tournament, REMINDER, (slot, AHEAD_OF), facts, act)


def moved(
    session: Session, tournament: TournamentRow, slot: Slot, reason: str, act: Act
) -> NoticeRow | None:
    """Write to everybody concerned that a start has moved; the slot has the new one."""
    facts = _facts(session, tournament, slot) | {"reason": wording.ended(reason)}
    return _written(session, tournament, MOVED, (slot, TOLD_OF), facts, act)


def _written(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    kind: str,
    about: tuple[Slot, Cite],
    facts: dict[str, str],
    act: Act,
) -> NoticeRow | None:
    slot, cite = about
    sits = _seated(session, tournament, slot)
    entries = _entries(session, tournament, sits)
    if not entries:
        return None
    notice = notices.draft(
        session,
        tournament,
        kind,
        facts,
        cite,
        act,
        key=f"{slot.stage_at}:{slot.session}:{slot.starts:%Y-%m-%dT%H:%M}",
        to=Contact(f"Players of {slot.called}"[:120]),
        due_at=slot.starts,
    )

    def personal(entry: EntryRow) -> Personal:
        seat = sits.get(entry.pk)
        event = _event(tournament, entry, slot, seat)
        file = ical.calendar(tournament.name, [event], act.now)
        return Personal(_words(seat), Attachment(f"{tournament.slug}.ics", file))

    reaching.write_to(session, tournament, notice, entries, act, personal=personal)
    return notice


def _facts(session: Session, tournament: TournamentRow, slot: Slot) -> dict[str, str]:
    terms = queries.terms_of(session, tournament)
    return {
        "tournament": tournament.name,
        "house": wording.phrase(terms.names.operator),
        "session": slot.called,
        "starts": wording.when(slot.starts, terms.names.tz),
        "place": wording.phrase(terms.details.location.place),
    }


def _seated(
    session: Session, tournament: TournamentRow, slot: Slot
) -> Mapping[int, Sits]:
    every = seats_now(session, tournament, slot.stage_at)
    return {pk: sits for pk, sits in every.items() if sits.session == slot.session}


def _entries(
    session: Session, tournament: TournamentRow, sits: Mapping[int, Sits]
) -> Sequence[EntryRow]:
    """Who is still in: those with a seat there, or everybody while none is drawn."""
    mine = select(EntryRow).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.state) == EntryState.ENTERED,
    )
    if sits:
        mine = mine.where(col(EntryRow.id).in_(list(sits)))
    return session.exec(mine.order_by(col(EntryRow.number))).all()


def _words(seat: Sits | None) -> str:
    if seat is None:
        return "Your seat is not drawn yet."
    return f"You sit at table {seat.table_number}, seat {seat.seat}."


def _event(
    tournament: TournamentRow, entry: EntryRow, slot: Slot, seat: Sits | None
) -> Event:
    return Event(
        uid=uid_of(entry, slot.stage_at),
        at=slot.starts,
        summary=f"{tournament.name}: {slot.called}",
        description=f"Entry {entry.number}. {_words(seat)}",
    )


def uid_of(entry: EntryRow, stage_at: int) -> str:
    """What a calendar knows a start by: the same one follows when it moves."""
    stage = f"-{stage_at}" if stage_at else ""
    return f"entry-{entry.pk}{stage}@house-rules"
