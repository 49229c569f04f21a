"""Prizes are worked out as the tournament is finished: places, pool, split."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from house.floor.acts import Act
from rulebook import HOUSE, Cite
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.prizes.models import PrizePaidRow, PrizeRow
from tournaments.rules.awarding import Won, won
from tournaments.stages.placing import Placing, placing

ONCE: Cite = HOUSE.at("TOURN-310")
WAITS: Cite = HOUSE.at("TOURN-312")
COLLECTED: timedelta = timedelta(days=30)  # unless the house sets another time


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize, whose it is, and how it was handed out."""

    row: PrizeRow
    entry: EntryRow
    paid: PrizePaidRow | None


def of(session: Session, tournament: TournamentRow) -> Sequence[Prize]:
    """Every prize of a tournament, the first place first."""
    mine = (
        select(PrizeRow, EntryRow, PrizePaidRow)
        .join(EntryRow, col(EntryRow.id) == PrizeRow.entry_id)
        .join(PrizePaidRow, col(PrizePaidRow.prize_id) == PrizeRow.id, isouter=True)
        .where(col(PrizeRow.tournament_id) == tournament.pk)
        .order_by(col(PrizeRow.number))
    )
    return [Prize(*row) for row in session.exec(mine)]


def foreseen(
    session: Session, tournament: TournamentRow
) -> tuple[Placing, Sequence[Won]]:
    """What everybody would win as the places are now."""
    places = placing(session, tournament)
    return places, won(places.groups, places.prizes, places.barred)


def award(
    session: Session,
    tournament: TournamentRow,
    act: Act,
    collected: timedelta = COLLECTED,
) -> Sequence[PrizeRow]:
    """Write the prizes down, once, as the tournament is finished."""
    if already := of(session, tournament):
        return [each.row for each in already]
    places, every = foreseen(session, tournament)
    rows = [
        _row(tournament, (number, one), places.entries, act, act.now + collected)
        for number, one in enumerate(every, start=1)
    ]
    session.add_all(rows)
    session.flush()
    given = sum(row.cents for row in rows)
    after: Mapping[str, object] = {
        "pool": places.pool_cents,
        "given": given,
        "prizes": {str(places.entries[one.player].number): one.cents for one in every},
    }
    rules = (ONCE, WAITS, *dict.fromkeys(one.cite for one in every))
    steps.note(session, tournament, "award prizes", act, None, rules, None, dict(after))
    return rows


def _row(
    tournament: TournamentRow,
    which: tuple[int, Won],
    entries: Mapping[str, EntryRow],
    act: Act,
    collect_by: datetime,
) -> PrizeRow:
    number, one = which
    return PrizeRow(
        tournament_id=tournament.pk,
        number=number,
        entry_id=entries[one.player].pk,
        finished=one.finished,
        first_place=one.first,
        last_place=one.last,
        cents=one.cents,
        rule_id=one.cite.id,
        collect_by=collect_by,
        **steps.signed(act),
    )
