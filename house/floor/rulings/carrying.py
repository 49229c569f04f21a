"""Jackpot wagers that wait for the next round: played there, or given back."""

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import ColumnElement, bindparam
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from game.irregularities.carried import CARRYING, may_leave
from house.floor.acts import Act, record, signed
from house.floor.models import TableRow
from house.floor.rounds.models import AnySeat, RoundRow
from house.floor.rulings.models import CarriedEndRow, CarriedRow, Fate, RulingRow
from house.floor.rulings.upheld import taken_back
from rulebook import HOUSE, Cite, Refusal, Refused

AGAIN = HOUSE.at("ATTABLE-7")


def newest() -> ColumnElement[bool]:
    """Whether this is the last that became of a carried wager, as a condition."""
    later = aliased(CarriedEndRow)
    since = select(later.id).where(
        col(later.carried_id) == CarriedEndRow.carried_id,
        col(later.id) > CarriedEndRow.id,
    )
    return ~since.exists()


# Every deal asks these: they are put together once.
_CARRIED = (
    select(CarriedRow, CarriedEndRow)
    .join(RulingRow, col(RulingRow.id) == CarriedRow.ruling_id)
    .join(
        CarriedEndRow,
        (col(CarriedEndRow.carried_id) == CarriedRow.id) & newest(),
        isouter=True,
    )
    .where(
        col(RulingRow.round_id) == bindparam("round"), ~taken_back(col(RulingRow.id))
    )
)


def carried_from(
    session: Session, round_id: int
) -> Sequence[tuple[CarriedRow, CarriedEndRow | None]]:
    """The wagers that a round carried over, and what became of each last."""
    return session.exec(_CARRIED, params={"round": round_id}).all()


_ENDED = select(CarriedEndRow.id).where(
    col(CarriedEndRow.carried_id) == CarriedRow.id,
    col(CarriedEndRow.fate) != Fate.WAITING,
    newest(),
)
_WAITING = (
    select(CarriedRow)
    .where(
        col(CarriedRow.table_id) == bindparam("table"),
        ~_ENDED.exists(),
        ~taken_back(col(CarriedRow.ruling_id)),
    )
    .order_by(col(CarriedRow.seat))
)


def _came_to(fate: Fate) -> SelectOfScalar[CarriedRow]:
    """The carried wagers whose last word is this fate, in a round."""
    return (
        select(CarriedRow)
        .join(CarriedEndRow, col(CarriedEndRow.carried_id) == CarriedRow.id)
        .where(
            col(CarriedEndRow.round_id) == bindparam("round"),
            col(CarriedEndRow.fate) == fate,
            newest(),
        )
        .order_by(col(CarriedRow.seat))
    )


_PLAYED = _came_to(Fate.PLAYED)
_WAS_IN = _came_to(Fate.WAITING).where(~taken_back(col(CarriedRow.ruling_id)))


def waiting(session: Session, table_id: int) -> Sequence[CarriedRow]:
    """The carried wagers of a table that were neither played nor given back."""
    return session.exec(_WAITING, params={"table": table_id}).all()


def played_in(session: Session, round_: RoundRow) -> Sequence[CarriedRow]:
    """The carried wagers that a round plays: they were paid in an earlier one."""
    return session.exec(_PLAYED, params={"round": round_.pk}).all()


def origins(session: Session, round_: RoundRow) -> Sequence[RoundRow]:
    """The rounds from which the carried wagers of a round came."""
    rulings = {row.ruling_id for row in played_in(session, round_)}
    if not rulings:
        return ()
    mine = select(RulingRow.round_id).where(col(RulingRow.id).in_(rulings))
    return session.exec(select(RoundRow).where(col(RoundRow.id).in_(mine))).all()


def left_behind(
    session: Session,
    table: TableRow,
    staked: Mapping[int, int],
    seats: Mapping[int, AnySeat],
) -> Iterator[Refusal]:
    """A carried wager whose player left or stays out goes back before the deal."""
    for row in waiting(session, table.pk):
        if not _same(row, seats) or row.seat not in staked:
            who = f"{row.player or 'seat'} at seat {row.seat}"
            wrong = f"The jackpot wager of {who} waits."
            right = "Play it with the same player's ante, or give it back first."
            yield Refusal(CARRYING[table.rulebook].leaving, wrong, right)


def _same(row: CarriedRow, seats: Mapping[int, AnySeat]) -> bool:
    sits = seats.get(row.seat)
    return sits is not None and sits.pk == row.sitting_id


def play(
    session: Session,
    table: TableRow,
    round_: RoundRow,
    staked: Mapping[int, int],
    act: Act,
) -> None:
    """With the first card, carried wagers are in; nobody paid twice."""
    for row in waiting(session, table.pk) if staked else ():
        if row.seat in staked:
            _play(session, table, row, round_, act)


def _play(
    session: Session, table: TableRow, row: CarriedRow, round_: RoundRow, act: Act
) -> None:
    joining = CARRYING[table.rulebook].joining
    _end(session, row, Fate.PLAYED, joining, act, round_id=round_.pk)


def dropped(
    session: Session, round_: RoundRow, staked: Mapping[int, int]
) -> Sequence[CarriedRow]:
    """The wagers that a round no longer has."""
    return [row for row in played_in(session, round_) if row.seat not in staked]


def follow(
    session: Session,
    table: TableRow,
    round_: RoundRow,
    staked: Mapping[int, int],
    act: Act,
) -> None:
    """What a round no longer has waits again; what it has once more is in again."""
    for row in dropped(session, round_, staked):
        _end(session, row, Fate.WAITING, AGAIN, act, round_id=round_.pk)
    for row in _was_in(session, round_) if staked else ():
        if row.seat in staked:
            _play(session, table, row, round_, act)
    for row in never_staked(session, round_, staked):
        _end(session, row, Fate.NEVER, AGAIN, act)
    for row, end in carried_from(session, round_.pk):
        if end is not None and end.fate is Fate.NEVER and row.seat in staked:
            _end(session, row, Fate.WAITING, AGAIN, act)


def never_staked(
    session: Session, round_: RoundRow, staked: Mapping[int, int]
) -> Sequence[CarriedRow]:
    """The wagers that wait though the round they come from had none there."""
    return [
        row
        for row, end in carried_from(session, round_.pk)
        if row.seat not in staked and (end is None or end.fate is Fate.WAITING)
    ]


def _was_in(session: Session, round_: RoundRow) -> Sequence[CarriedRow]:
    """The wagers that wait because this round took them back."""
    return session.exec(_WAS_IN, params={"round": round_.pk}).all()


def give_back(
    session: Session, table: TableRow, row: CarriedRow, notification: str, act: Act
) -> CarriedEndRow | Refused:
    """Give a carried wager back to a player who leaves."""
    rules = CARRYING[table.rulebook]
    refused = may_leave(rules, notification)
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
        **signed(act),
    )
    session.add(end)
    session.flush()
    return end
