"""Everything about a round that moves money, looked up once."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import bindparam, func
from sqlmodel import Session, col, select

from game.games import GAMES
from game.line import Line
from game.play import State
from house.floor.at_table.due import Paid, Prize, RoundFacts, guests
from house.floor.at_table.jackpot_wagers import (
    has_jackpot,
    in_play,
    lines_of,
    returned,
    staked_on,
)
from house.floor.at_table.models import BackedRow, PaidRow
from house.floor.at_table.who import backers
from house.floor.meters.models import ClaimState, MeterClaimRow
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import AnySeat, LineRow, RoundRow, SeatRow
from house.floor.rulings import carrying
from house.floor.rulings.models import CarriedRow, Fate, RulingRow
from house.payments.accounts import owner
from rulebook import Refused

KEYED = "as it was keyed"


def facts_of(
    session: Session,
    table: TableRow,
    round_: RoundRow,
    state: State[Any],
    players: Mapping[int, AnySeat] | None = None,
) -> RoundFacts:
    """Everything about a round that moves money."""
    if players is None:
        players = books.players(session, books.REAL, round_)
    game = GAMES[state.setup.game]
    over = game.over(state)
    facts = RoundFacts(
        table.number,
        game.staked(state),
        {seat: _owner(sits.patron_id, table) for seat, sits in players.items()},
        _settled(state) if over else (),
        over,
    )
    facts = replace(facts, paid=_keyed(session, round_, facts) if over else ())
    if not has_jackpot(state):
        return facts
    prizes, claimed = _prizes(session, table, round_, over=over)
    back = _given_back(session, table, round_, state)
    return replace(
        facts,
        lines=facts.lines if over else returned(state),
        backers={
            seat: _owner(row.backer_patron_id, table)
            for seat, row in backers(session, round_).items()
        },
        prizes=prizes,
        paid=(*facts.paid, *claimed, *back),
        carried_in=_carried_in(session, table, round_, state, players),
        carried_out=_carried_out(session, round_, state),
    )


def _owner(patron_id: int | None, table: TableRow) -> str:
    return owner(patron_id) if patron_id else guests(table.number)


def _settled(state: State[Any]) -> tuple[Line, ...]:
    lines = GAMES[state.setup.game].settle(state)
    if isinstance(lines, Refused):
        raise TypeError(f"A round that is over cannot be settled: {lines}")
    return lines


_LAST = select(func.coalesce(func.max(LineRow.settlement), 1)).where(
    col(LineRow.round_id) == bindparam("round")
)
_KEYED = select(PaidRow).where(
    col(PaidRow.round_id) == bindparam("round"),
    col(PaidRow.settlement) == _LAST.scalar_subquery(),
)


def settlement_of(session: Session, round_: RoundRow) -> int:
    """The settlement of a round that holds; the first, where it has no lines."""
    return session.exec(_LAST, params={"round": round_.pk}).one()


def keyed(session: Session, round_: RoundRow) -> Sequence[PaidRow]:
    """What seats were paid, as it was keyed for the settlement that holds."""
    return session.exec(_KEYED, params={"round": round_.pk}).all()


def _keyed(session: Session, round_: RoundRow, facts: RoundFacts) -> tuple[Paid, ...]:
    return tuple(
        Paid(row.seat, facts.owner(row.seat, ""), KEYED, row.due, row.paid, row.at)
        for row in keyed(session, round_)
    )


def _prizes(
    session: Session, table: TableRow, round_: RoundRow, *, over: bool
) -> tuple[tuple[Prize, ...], tuple[Paid, ...]]:
    """What jackpot wagers are due, and what was paid on claims: once one is paid."""
    prizes, paid = [], []
    for line in lines_of(session, round_):
        mine, award = _owner(line.patron_id, table), line.award if over else 0
        if line.claim_id is not None:
            claim = session.get_one(MeterClaimRow, line.claim_id)
            settled = claim.settled_at if claim.state is ClaimState.PAID else None
            given = sum(p["cents"] for p in claim.payments if p["seat"] == line.seat)
            again = settled is not None and line.at >= settled
            award = (line.award if again else given) if settled else 0
            if settled:
                name = f"claim {claim.pk}"
                paid.append(Paid(line.seat, mine, name, award, given, settled))
        prizes.append(Prize(line.seat, mine, bool(line.stake), award))
    return tuple(prizes), tuple(paid)


def _given_back(
    session: Session, table: TableRow, round_: RoundRow, state: State[Any]
) -> Iterator[Paid]:
    """Carried wagers that were given back though none was ever staked."""
    staked = in_play(state)
    for row, end in carrying.carried_from(session, round_.pk):
        if end and end.fate is Fate.RETURNED and row.seat not in staked:
            mine = _owner(_patron(session, row), table)
            yield Paid(row.seat, mine, "wager given back", 0, row.amount, end.at)


def _carried_in(
    session: Session,
    table: TableRow,
    round_: RoundRow,
    state: State[Any],
    players: Mapping[int, AnySeat],
) -> Mapping[int, str]:
    """Whose the jackpot wagers of a round are that were paid in an earlier one."""
    staked = staked_on(state)
    if GAMES[state.setup.game].started(state):
        rows = carrying.played_in(session, round_)
    elif staked:
        waiting = carrying.waiting(session, table.pk)
        rows = [row for row in waiting if _plays(row, staked, players)]
    else:
        rows = []
    return {row.seat: _owner(_patron(session, row), table) for row in rows}


def _plays(
    row: CarriedRow, staked: Collection[int], players: Mapping[int, AnySeat]
) -> bool:
    """Whether a wager that waits is the one that lies before its player now."""
    sits = players.get(row.seat)
    return row.seat in staked and sits is not None and sits.pk == row.sitting_id


def _patron(session: Session, row: CarriedRow) -> int | None:
    """Whose a carried wager is: whoever backed it, else who sat there."""
    ruling = session.get_one(RulingRow, row.ruling_id)
    query = select(BackedRow).where(
        col(BackedRow.round_id) == ruling.round_id, col(BackedRow.seat) == row.seat
    )
    if (backed := session.exec(query).first()) is not None:
        return backed.backer_patron_id
    sits = session.get(SeatRow, row.sitting_id) if row.sitting_id else None
    return sits.patron_id if sits else None


def _carried_out(
    session: Session, round_: RoundRow, state: State[Any]
) -> Mapping[int, int]:
    """The jackpot wagers of a round that wait, or that a later round plays.

    One that a later round plays was paid, whatever became of the round it came from.
    """
    game = GAMES[state.setup.game]
    if not game.started(state):
        return {}
    staked, ends = staked_on(state), carrying.carried_from(session, round_.pk)
    gone = {row.seat for row, end in ends if end and end.fate is Fate.RETURNED}
    waits = {seat: staked[seat] for seat, _ in game.carried(state) if seat in staked}
    played = {row.seat: row.amount for row, end in ends if end and end.is_played}
    return {seat: n for seat, n in waits.items() if seat not in gone} | played
