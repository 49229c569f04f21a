"""Who sits in a session, and who of them is here: in three queries, however many."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from tournaments import queries
from tournaments.arrival.models import ArrivalNote, ArrivalRow
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.rules.terms import Terms
from tournaments.seating import seats
from tournaments.seating.seats import Sits

EXPECTED = frozenset({EntryState.ENTERED, EntryState.ABSENT})


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody with a seat, and what was last noted of them for their session."""

    entry: EntryRow
    sits: Sits
    noted: ArrivalRow | None = None
    identity_seen: bool = False  # at this or an earlier session

    @property
    def is_here(self) -> bool:
        """Whether they have arrived."""
        return self.noted is not None and self.noted.what is ArrivalNote.ARRIVED

    @property
    def is_absent(self) -> bool:
        """Whether they were set absent."""
        return self.entry.state is EntryState.ABSENT


def stage_of(session: Session, tournament: TournamentRow) -> int:
    """The stage whose seats hold now."""
    newest = seats.released(session, tournament)
    return newest.stage_at if newest else seats.FIRST_STAGE


def starts_of(terms: Terms, stage_at: int) -> Mapping[int, datetime]:
    """When each session of a stage starts."""
    stages = terms.format.stages.stages
    starts = stages[stage_at].starts if stage_at < len(stages) else ()
    return dict(enumerate(starts, start=1))


def players(
    session: Session, tournament: TournamentRow, only: int | None = None
) -> Sequence[Player]:
    """Everybody expected, or one of them, in the order of the tables."""
    stage_at = stage_of(session, tournament)
    ids = None if only is None else [only]
    sit = seats.seats_now(session, tournament, stage_at, ids)
    rows = select(EntryRow).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.state).in_(EXPECTED),
    )
    if ids is not None:
        rows = rows.where(col(EntryRow.id).in_(ids))
    entries = {entry.pk: entry for entry in session.exec(rows)}
    noted, seen = _noted(session, tournament, stage_at, ids)
    return [
        Player(
            entries[entry_id],
            place,
            noted.get((entry_id, place.session)),
            entry_id in seen,
        )
        for entry_id, place in sit.items()
        if entry_id in entries
    ]


def _noted(
    session: Session, tournament: TournamentRow, stage_at: int, ids: list[int] | None
) -> tuple[Mapping[tuple[int, int], ArrivalRow], frozenset[int]]:
    """What was last noted of each for a session, and whose identity was seen."""
    mine = select(ArrivalRow).where(col(ArrivalRow.tournament_id) == tournament.pk)
    if ids is not None:
        mine = mine.where(col(ArrivalRow.entry_id).in_(ids))
    every = session.exec(mine.order_by(col(ArrivalRow.id))).all()
    since = queries.substitutions(session, {row.entry_id for row in every})
    # A substitute arrives anew, whoever came before them.
    own = [r for r in every if r.entry_id not in since or r.at > since[r.entry_id].at]
    newest = {(r.entry_id, r.session): r for r in own if r.stage_at == stage_at}
    return newest, frozenset(r.entry_id for r in own if r.identity_seen)
