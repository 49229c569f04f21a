"""Throwing practice rounds away: they never counted."""

from sqlalchemy import delete
from sqlmodel import Session, col, select

from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.rounds import seat_screens
from house.floor.rounds.models import (
    PracticeActionRow,
    PracticeLineRow,
    PracticeRoundRow,
    PracticeSeatRow,
)
from rulebook import HOUSE

THROWN_AWAY = HOUSE.at("ROUNDS-15")


def purge(session: Session, table: TableRow, act: Act) -> int:
    """Throw away every practice round of a table; say how many there were."""
    rounds = select(col(PracticeRoundRow.id)).where(
        col(PracticeRoundRow.table_id) == table.pk
    )
    count = len(session.exec(rounds).all())
    seat_screens.end_practice(session, table, act)
    for kind in (PracticeActionRow, PracticeLineRow):
        session.execute(delete(kind).where(col(kind.round_id).in_(rounds)))
    for own in (PracticeRoundRow, PracticeSeatRow):
        session.execute(delete(own).where(col(own.table_id) == table.pk))
    after = {"rounds": count}
    rules = (THROWN_AWAY,)
    record(session, act, "purge practice", table, rules=rules, after=after)
    return count
