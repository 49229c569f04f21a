"""Jackpot wagers that wait for the next round: played there, or given back."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, bindparam, func
from sqlalchemy.orm import Mapped, aliased
from sqlmodel import Session, col, select

from game.irregularities.carried import CARRYING, Carried
from game.irregularities.facts import JACKPOT
from game.irregularities.ruling import Fate as Ruled
from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.rounds.models import ActionRow, AnySeat, RoundRow
from house.floor.rulings.models import CarriedEndRow, CarriedRow, Fate, RulingRow
from rulebook import Cite, Refusal, Refused


def taken_back(ruling_id: Mapped[Any]) -> ColumnElement[bool]:
    """Whether what a ruling did to its round was taken back since, as a condition."""
    gone = aliased(ActionRow)
    undone = (
        select(RulingRow.id)
        .join(
            ActionRow,
            (col(ActionRow.round_id) == RulingRow.round_id)
            & (col(ActionRow.key) == func.substr(RulingRow.key, 1, 64)),
        )
        .join(
            gone,
            (col(gone.round_id) == ActionRow.round_id)
            & (col(gone.takes_back) == ActionRow.seq),
        )
        .where(col(RulingRow.id) == ruling_id)
    )
    return undone.exists()


def given_back(session: Session, round_: RoundRow) -> set[int]:
    """The seats whose jackpot wager of a round went back, then or after waiting."""
    mine = select(RulingRow.effects).where(
        col(RulingRow.round_id) == round_.pk, ~taken_back(col(RulingRow.id))
    )
    found = {
        int(effect["seat"])
        for effects in session.exec(mine)
        for effect in effects
        if (effect["wager"], effect["fate"]) == (JACKPOT, Ruled.RETURNED.value)
    }
    left = (
        select(CarriedRow.seat)
        .join(RulingRow, col(RulingRow.id) == CarriedRow.ruling_id)
        .join(CarriedEndRow, col(CarriedEndRow.carried_id) == CarriedRow.id)
        .where(
            col(RulingRow.round_id) == round_.pk,
            col(CarriedEndRow.fate) == Fate.RETURNED,
        )
    )
    return found | set(session.exec(left))


_ENDED = select(CarriedEndRow.id).where(col(CarriedEndRow.carried_id) == CarriedRow.id)
# Every deal asks this: it is put together once.
_WAITING = (
    select(CarriedRow)
    .where(
        col(CarriedRow.table_id) == bindparam("table"),
        ~_ENDED.exists(),
        ~taken_back(col(CarriedRow.ruling_id)),
    )
    .order_by(col(CarriedRow.seat))
)


def waiting(session: Session, table_id: int) -> Sequence[CarriedRow]:
    """The carried wagers of a table that were neither played nor given back."""
    return session.exec(_WAITING, params={"table": table_id}).all()


def carried_into(session: Session, table_id: int, round_: RoundRow) -> set[int]:
    """The seats whose jackpot wager of this round was paid in an earlier one."""
    mine = (
        select(CarriedRow.seat)
        .join(CarriedEndRow, col(CarriedEndRow.carried_id) == CarriedRow.id)
        .where(
            col(CarriedRow.table_id) == table_id,
            col(CarriedEndRow.round_id) == round_.pk,
        )
    )
    held = waiting(session, table_id)
    # What rulings of this round or a later one carry does not come into it.
    ruled = select(RulingRow.id).where(
        col(RulingRow.id).in_([row.ruling_id for row in held]),
        col(RulingRow.round_id) < round_.pk,
    )
    earlier = set(session.exec(ruled))
    still = {row.seat for row in held if row.ruling_id in earlier}
    return still | set(session.exec(mine))


def left_behind(
    session: Session,
    table: TableRow,
    staked: Mapping[int, int],
    seats: Mapping[int, AnySeat],
) -> Iterator[Refusal]:
    """A carried wager whose player left or stays out goes back before the deal."""
    for row in waiting(session, table.pk):
        if not _same(row, seats) or row.seat not in staked:
            wrong = (
                f"The jackpot wager of {row.player or 'seat'} at seat {row.seat} waits."
            )
            right = "Play it with the same player's ante, or give it back first."
            yield Refusal(CARRYING[table.rulebook].leaving, wrong, right)


def _same(row: CarriedRow, seats: Mapping[int, AnySeat]) -> bool:
    sits = seats.get(row.seat)
    return sits is not None and sits.pk == row.sitting_id


def played(
    session: Session,
    table: TableRow,
    round_: RoundRow,
    staked: Mapping[int, int],
    act: Act,
) -> None:
    """With the first card, carried wagers are in; nobody paid twice."""
    for row in waiting(session, table.pk) if staked else ():
        if row.seat in staked:
            cite = CARRYING[table.rulebook].joining
            _end(session, row, Fate.PLAYED, cite, act, round_id=round_.pk)


def give_back(
    session: Session, table: TableRow, row: CarriedRow, notification: str, act: Act
) -> CarriedEndRow | Refused:
    """Give a carried wager back to a player who leaves."""
    rules = CARRYING[table.rulebook]
    held = Carried(rules, {row.seat: row.amount}, {})
    after = held.leave(row.seat, notification)
    refused = after if isinstance(after, Refused) else None
    if row.pk not in {one.pk for one in waiting(session, table.pk)}:
        wrong = "This wager was played or given back already."
        refused = Refused((Refusal(rules.leaving, wrong, "Look at its ruling."),))
    end = None
    if refused is None:
        end = _end(session, row, Fate.RETURNED, rules.leaving, act, notification)
    said = {"seat": row.seat, "amount": row.amount, "notification": notification[:120]}
    name = "give carried wager back"
    record(session, act, name, table, refused, rules=(rules.leaving,), after=said)
    return end or refused or Refused(())


def _end(  # noqa: PLR0913, PLR0917
    session: Session,
    row: CarriedRow,
    fate: Fate,
    cite: Cite,
    act: Act,
    notification: str = "",
    round_id: int | None = None,
) -> CarriedEndRow:
    end = CarriedEndRow(
        carried_id=row.pk,
        fate=fate,
        round_id=round_id,
        notification=notification[:120],
        rule_id=cite.id,
        at=act.now,
        by=act.by.id,
        by_name=act.by.name[:120],
    )
    session.add(end)
    session.flush()
    return end
