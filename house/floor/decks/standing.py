"""How the cards of a table stand: what was last kept, brought up to the next round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from game import deck
from game.deck import Pack
from house.floor.decks.models import CardAct, DeckRow
from house.floor.decks.supply import supply
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import AnyRound, AnySeat, Seating, SeatRow
from rulebook import Refused

_NEWEST = (
    select(DeckRow)
    .where(col(DeckRow.table_id) == bindparam("table"))
    .order_by(col(DeckRow.id).desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a table before its next round, and the round that is played."""

    pack: Pack
    mixed_at: datetime | None = None
    last: AnyRound | None = None

    @property
    def in_play(self) -> bool:
        """Whether cards of a round are out."""
        row = self.last
        return row is not None and row.ended_at is None and bool(row.first_card_at)


def cards_of(session: Session, table: TableRow) -> Cards:
    """The cards as they stand before the round that is dealt next."""
    last = books.last(session, books.REAL, table)
    number = 1
    if last is not None:
        waits = last.ended_at is None and last.first_card_at is None
        number = last.number if waits else last.number + 1
    return before(session, table, number, last)


def before(
    session: Session, table: TableRow, number: int, last: AnyRound | None = None
) -> Cards:
    """The cards as they stand before the round with this number."""
    row = session.exec(_NEWEST, params={"table": table.pk}).first()
    pack = supplied(table)
    if row is None or row.act is CardAct.PUT_AWAY:
        return Cards(deck.at_round(pack, number), None, last)
    return Cards(
        deck.before(deck.standing(pack, row.stands), number), row.mixed_at, last
    )


def supplied(table: TableRow) -> Pack:
    """The cards that a table was set up with, none of them touched."""
    pack = supply(
        table.game.value,
        table.rulebook,
        table.device.value,
        method=table.method,
        backs=table.backs,
        machine_counts=table.machine_counts,
    )
    if isinstance(pack, Refused):  # a table is set up only with cards that fit
        raise TypeError(str(pack))
    return pack


def with_vacancy(
    session: Session,
    table: TableRow,
    cards: Cards,
    seats: Mapping[int, AnySeat] | None = None,
) -> Pack:
    """The pack, vacant if the table stood empty since its cards were shuffled."""
    pack, since = cards.pack, cards.mixed_at
    matters = pack.shuffled or pack.rules.shuffle.washed is not None
    if since is None or not matters or not pack.played:
        return pack
    taken = books.seats(session, books.REAL, table) if seats is None else seats
    if any(seat.at <= since for seat in taken.values()):
        return pack
    return deck.vacate(pack) if _stood_empty(session, table, since) else pack


def _stood_empty(session: Session, table: TableRow, since: datetime) -> bool:
    """Whether at some instant after this one nobody sat at the table."""
    later = select(SeatRow).where(
        col(SeatRow.table_id) == table.pk, col(SeatRow.at) > since
    )
    events = session.exec(later.order_by(col(SeatRow.id))).all()
    first: dict[int, SeatRow] = {}
    for event in events:
        first.setdefault(event.seat, event)
    sitting = {seat for seat, e in first.items() if e.happened is Seating.LEAVE}
    if not sitting:
        return True
    for event in events:
        change = sitting.add if event.happened is Seating.SIT else sitting.discard
        change(event.seat)
        if not sitting:
            return True
    return False


def history(
    session: Session, table: TableRow, before_id: int = 0, most: int = 50
) -> Sequence[DeckRow]:
    """What was done to the cards of a table, newest first."""
    mine = select(DeckRow).where(col(DeckRow.table_id) == table.pk)
    if before_id:
        mine = mine.where(col(DeckRow.id) < before_id)
    return session.exec(mine.order_by(col(DeckRow.id).desc()).limit(most)).all()
