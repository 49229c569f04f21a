"""Who is away or sits out at a table of a session, from what stands of the book."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from tournaments.conduct.models import ConductBackRow, ConductRow
from tournaments.play.standing import AtTable
from tournaments.rules.conducting import AWAY_BY, Verb

_BACK = select(ConductBackRow.id).where(col(ConductBackRow.conduct_id) == ConductRow.id)
# Every hand at a table asks this: it is put together once.
_AT = (
    select(ConductRow)
    .where(col(ConductRow.session_table_id) == bindparam("at"), ~_BACK.exists())
    .order_by(col(ConductRow.id))
)
_OF = (
    select(ConductRow)
    .where(col(ConductRow.entry_id) == bindparam("entry"), ~_BACK.exists())
    .order_by(col(ConductRow.id))
)


@dataclass(frozen=True, slots=True)
class Spell:
    """The rounds of a table that somebody is away for, by which act."""

    row: ConductRow
    until_round: int | None = None  # the last of them, once they are back

    def covers(self, round_number: int) -> bool:
        """Whether somebody was away in a round."""
        began = self.row.after_round < round_number
        return began and (self.until_round is None or round_number <= self.until_round)


def at_table(session: Session, at: AtTable) -> Sequence[ConductRow]:
    """What stands of all that was done at a table of a session, in order."""
    return session.exec(_AT, params={"at": at.row.pk}).all()


def of_entry(session: Session, entry_id: int) -> Sequence[ConductRow]:
    """What stands of all that was done to an entrant in the tournament, in order."""
    return session.exec(_OF, params={"entry": entry_id}).all()


def spells(rows: Iterable[ConductRow]) -> tuple[Spell, ...]:
    """When somebody was away; another act at the table, or coming back, ends it."""
    found: list[Spell] = []
    under_way: dict[int, Spell] = {}
    for row in rows:
        if row.verb not in AWAY_BY and row.verb is not Verb.BACK:
            continue
        before = under_way.pop(row.entry_id, None)
        if before is not None:
            found.append(Spell(before.row, row.after_round))
        if row.verb in AWAY_BY and row.keeps_seat:
            under_way[row.entry_id] = Spell(row)
    return (*found, *under_way.values())


def away_now(rows: Iterable[ConductRow]) -> Mapping[int, ConductRow]:
    """By which act each entrant is away now."""
    open_ = (spell for spell in spells(rows) if spell.until_round is None)
    return {spell.row.entry_id: spell.row for spell in open_}


def hands_owed(rows: Iterable[ConductRow], hand: int) -> Mapping[int, int]:
    """How many hands each entrant still sits out as a penalty, from this one on.

    One penalty after another: a second one waits until the first is served.
    """
    until: dict[int, int] = {}  # the first hand that they play again
    for row in rows:
        if row.verb is Verb.HANDS:
            begins = max(row.hand, until.get(row.entry_id, 0))
            until[row.entry_id] = begins + row.size
    return {entry: first - hand for entry, first in until.items() if first > hand}
