"""Where somebody is now: found by name, card, entry or receipt, for any desk."""

from collections.abc import Iterator

from flask import url_for
from sqlmodel import Session, col, select

from house.desk.search import AT_MOST, Hit, finds
from tournaments.arrival import roster
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.path import entry_list
from tournaments.rules.lifecycle import Status

OVER = (Status.SETTLED, Status.CANCELLED)


@finds("Entrants", "people", "tournaments.entries")
def entrants(session: Session, words: str) -> Iterator[Hit]:
    """Entries of tournaments under way, each with where its player is now."""
    live = select(TournamentRow).where(col(TournamentRow.status).not_in(OVER))
    for tournament in session.exec(live.order_by(col(TournamentRow.id).desc())):
        found = entry_list.listed(session, tournament, words).entries[:AT_MOST]
        for entry in found:
            yield _hit(session, tournament, entry)


def _hit(session: Session, tournament: TournamentRow, entry: EntryRow) -> Hit:
    there = url_for("tournaments.entries", slug=tournament.slug, find=entry.number)
    title = f"{entry.name}, entry {entry.number} of {tournament.name}"
    return Hit(title, whereabouts(session, tournament, entry), there)


def whereabouts(session: Session, tournament: TournamentRow, entry: EntryRow) -> str:
    """Session, table and seat of an entry, and whether its player is here."""
    if entry.state not in roster.EXPECTED:
        return entry.state.value.replace("-", " ")
    player = next(iter(roster.players(session, tournament, entry.pk)), None)
    if player is None:
        return f"{entry.state.value}, no seat yet"
    place = player.sits.place
    where = f"session {place.session}, table {place.table}, seat {place.seat}"
    if entry.state is EntryState.ABSENT:
        return f"{where}, absent"
    return f"{where}, {'here' if player.is_here else 'not here yet'}"
