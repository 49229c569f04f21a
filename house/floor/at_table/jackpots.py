"""Jackpot wagers live: they feed their meter, and what goes back is taken off it."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, func
from sqlmodel import Session, col, select

from game.play import GAMES, State
from house.floor.acts import Act
from house.floor.at_table.who import JACKPOT
from house.floor.meters import feeding, ledger
from house.floor.meters.corrections import Correction, correct
from house.floor.meters.feeding import Batch
from house.floor.meters.models import MeterEntryRow
from house.floor.meters.queries import meter_of
from house.floor.models import TableRow
from house.floor.rounds.hooks import (
    Asked,
    TakenBack,
    after_action,
    after_taking_back,
    before_action,
)
from house.floor.rounds.models import RoundRow
from house.floor.rulings import carrying
from rulebook import HOUSE, Refusal, Refused

FED = HOUSE.at("ATTABLE-3")


def staked_on(state: State[Any]) -> Mapping[int, int]:
    """The jackpot wagers of a round, by seat; one the equipment never took is none."""
    staked = GAMES[state.setup.game].staked(state)
    boxes = getattr(state.round, "boxes", ())
    dead = {box.seat for box in boxes if not getattr(box, "registered", True)}
    wagers = {seat: w.get(JACKPOT, 0) for seat, w in staked.items()}
    return {s: stake for s, stake in wagers.items() if stake and s not in dead}


def _begins(asked: Asked) -> bool:
    started = GAMES[asked.after.setup.game].started
    return not started(asked.before) and started(asked.after)


@before_action
def meter_ready(asked: Asked) -> Iterator[Refusal]:
    """The first card waits until the meter can take the round's jackpot wagers."""
    if not _begins(asked) or asked.round.unit != "cents":
        return
    session, table = asked.session, asked.table
    yield from carrying.left_behind(session, table, staked_on(asked.after), asked.seats)
    fresh = _paid_now(session, table, asked.round, asked.after)
    meter = meter_of(session, table) if fresh else None
    if meter is not None:
        batch = Batch(table, len(fresh), "", asked.name)
        yield from feeding.against(session, meter, batch)


def _paid_now(
    session: Session, table: TableRow, round_: RoundRow, state: State[Any]
) -> Mapping[int, int]:
    """The wagers that are new: one carried over from a misdeal was counted then."""
    staked = staked_on(state)
    carried = carrying.carried_into(session, table.pk, round_) if staked else ()
    return {seat: stake for seat, stake in staked.items() if seat not in carried}


@after_action
def wagers_feed(asked: Asked) -> None:
    """With the first card the round's jackpot wagers feed their meter."""
    if not _begins(asked) or asked.round.unit != "cents" or asked.row is None:
        return
    session, table, round_ = asked.session, asked.table, asked.round
    carrying.played(session, table, round_, staked_on(asked.after), asked.act)
    reconcile(session, table, round_, asked.after, asked.act)


@after_taking_back
def wagers_unfeed(taken: TakenBack) -> None:
    """The meter counts what the round has without what was taken back."""
    if taken.round.unit == "cents":
        reconcile(taken.session, taken.table, taken.round, taken.state, taken.act)


def countable(
    session: Session, table: TableRow, round_: RoundRow, state: State[Any]
) -> int:
    """How many wagers of a round its meter is to count: new ones that stayed."""
    if not GAMES[state.setup.game].started(state):
        return 0
    back = carrying.given_back(session, round_)
    return len(_paid_now(session, table, round_, state).keys() - back)


def _mine(round_: RoundRow) -> ColumnElement[bool]:
    key = col(MeterEntryRow.key)
    return key.startswith(f"round-{round_.pk}-", autoescape=True)


def fed(session: Session, round_: RoundRow) -> int:
    """How many wagers of a round its meter counts."""
    total = func.coalesce(func.sum(MeterEntryRow.wagers), 0)
    return int(session.exec(select(total).where(_mine(round_))).one())


def reconcile(
    session: Session, table: TableRow, round_: RoundRow, state: State[Any], act: Act
) -> Refused | None:
    """Let the meter count just the wagers that a round has."""
    found = meter_of(session, table)
    if found is None:
        return None
    counted, wanted = fed(session, round_), countable(session, table, round_, state)
    if counted == wanted:
        return None
    rows = session.exec(select(func.count()).where(_mine(round_))).one()
    key = f"round-{round_.pk}-{rows + 1}"
    meter = ledger.hold(session, [found.pk])[found.pk]
    verdict: object
    if wanted > counted:
        batch = Batch(table, wanted - counted, key, str(round_.number))
        verdict = feeding.contribute(session, meter, batch, act)
    else:
        reason = f"Round {round_.number} at table {table.number}: wagers went back."
        verdict = correct(
            session, meter, Correction(key, reason, counted - wanted), act
        )
    return verdict if isinstance(verdict, Refused) else None
