"""A player as an act finds them: where they sit, what they have, what they did."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session

from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.tables import services as floor_tables
from tournaments import queries
from tournaments.arrival import roster
from tournaments.conduct import lowest
from tournaments.conduct import standing as conduct
from tournaments.conduct.models import ConductRow
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.play import counting, standing
from tournaments.play.standing import AtTable
from tournaments.rules.conducting import Player, Verb
from tournaments.rules.terms import Terms
from tournaments.seating.seats import Sits, seats_now


@dataclass(frozen=True, slots=True)
class Where:
    """A table of a session under way, and the seat of a player there."""

    at: AtTable
    table: TableRow
    seat: int
    hand: int  # of the session, that comes next
    last_round: int
    in_hand: bool  # cards are out


def where(
    session: Session, tournament: TournamentRow, entry: EntryRow, *, lock: bool = False
) -> Where | None:
    """Where a player sits now; nowhere before the session and after its close."""
    placed = _placed(session, tournament, entry)
    if placed is None:
        return None
    table = floor_tables.get(session, placed.table_number, lock=lock)
    at = standing.at_table(session, table.pk, tournament.pk) if table else None
    if table is None or at is None or counting.closed_row(session, at.row) is not None:
        return None
    sitting = books.seats(session, books.REAL, table)
    mine = (seat for seat, s in sitting.items() if standing.entrant(s) == entry.pk)
    seat = next(mine, None)
    if seat is None:
        return None
    last = books.last(session, books.REAL, table)
    dealt = books.under_way(session, table)
    return Where(
        at,
        table,
        seat,
        standing.tally(session, at).played + 1,
        last.number if last else 0,
        dealt is not None and dealt.first_card_at is not None,
    )


def _placed(
    session: Session, tournament: TournamentRow, entry: EntryRow
) -> Sits | None:
    stage_at = roster.stage_of(session, tournament)
    return seats_now(session, tournament, stage_at, [entry.pk]).get(entry.pk)


def player(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    there: Where | None,
    now: datetime,
    ground: str = "",
) -> Player:
    """What the rules of conduct ask about a player."""
    terms = queries.terms_of(session, tournament)
    given = history(session, tournament, entry)
    stack = standing.stacks(session, [entry.pk])[entry.pk]
    known = Player(
        entry.name,
        _starts(session, tournament, entry, terms, now),
        now,
        terms.zone,
        stack,
        is_entered=entry.state is EntryState.ENTERED,
        at_table=False,
        warnings=_warned(given, ground),
        penalties=sum(row.verb in PENALTIES for row in given),
    )
    if there is None:
        return known
    plan, rows = there.at.plan, conduct.at_table(session, there.at)
    away = conduct.away_now(rows).get(entry.pk)
    return replace(
        known,
        at_table=True,
        ante_chips=plan.level(there.hand).least_chips,
        hands_left=None if plan.hands is None else max(0, plan.hands - there.hand + 1),
        can_play=plan.can_play(there.hand, stack),
        is_lowest=f"entry {entry.number}"
        in lowest.goes(session, there.at, there.table),
        in_hand=there.in_hand,
        away=away.verb if away else None,
        session=there.at.session.session,
    )


PENALTIES = frozenset({Verb.WARNING, Verb.CHIPS, Verb.HANDS})


def _warned(given: tuple[ConductRow, ...], ground: str) -> int:
    return sum(row.verb is Verb.WARNING and row.ground == ground for row in given)


def history(
    session: Session, tournament: TournamentRow, entry: EntryRow
) -> tuple[ConductRow, ...]:
    """What stands against whoever holds an entry now, in the whole tournament."""
    since = queries.substitutions(session, [entry.pk]).get(entry.pk)
    rows = conduct.of_entry(session, entry.pk)
    return tuple(
        row
        for row in rows
        if row.tournament_id == tournament.pk and (since is None or row.at >= since.at)
    )


def _starts(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    terms: Terms,
    now: datetime,
) -> datetime:
    """When their session starts, as it was published."""
    placed = _placed(session, tournament, entry)
    starts = roster.starts_of(terms, roster.stage_of(session, tournament))
    return starts.get(placed.session, now) if placed else now
