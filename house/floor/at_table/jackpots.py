"""Jackpots live: wagers feed their meter, hands are judged, meters are claimed of."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from game.hands import category
from game.jackpots.prizes import is_metered
from game.play import GAMES, State
from house.floor.acts import Act
from house.floor.at_table.models import JackpotLineRow
from house.floor.at_table.who import JACKPOT, backers
from house.floor.meters import claims, feeding, ledger
from house.floor.meters.corrections import Correction, correct
from house.floor.meters.feeding import Batch
from house.floor.meters.models import MeterClaimRow, MeterEntryRow, MeterRow
from house.floor.meters.queries import meter_of
from house.floor.meters.valuing import Box, value
from house.floor.models import TableRow
from house.floor.rounds.hooks import (
    Asked,
    Settled,
    TakenBack,
    after_action,
    after_settlement,
    after_taking_back,
    before_action,
)
from house.floor.rounds.models import RoundRow
from house.floor.rulings import carrying
from rulebook import HOUSE, Refusal, Refused

FED = HOUSE.at("ATTABLE-3")
JUDGED = HOUSE.at("ATTABLE-4")


def staked_on(state: State[Any]) -> Mapping[int, int]:
    """The jackpot wagers of a round, by seat."""
    staked = GAMES[state.setup.game].staked(state)
    return {seat: w[JACKPOT] for seat, w in staked.items() if w.get(JACKPOT)}


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
    fresh = _paid_now(asked.session, asked.table, asked.round, asked.after)
    carrying.played(
        asked.session, asked.table, asked.round, staked_on(asked.after), asked.act
    )
    key = f"round-{asked.round.pk}-{asked.row.seq}"
    reconcile(asked.session, asked.table, asked.round, len(fresh), key, asked.act)


@after_taking_back
def wagers_unfeed(taken: TakenBack) -> None:
    """Without a first card nothing has fed the meter."""
    started = GAMES[taken.state.setup.game].started(taken.state)
    if not started and taken.round.unit == "cents":
        key = f"round-{taken.round.pk}-without-{taken.row.seq}"
        reconcile(taken.session, taken.table, taken.round, 0, key, taken.act)


def fed(session: Session, round_: RoundRow) -> int:
    """How many wagers of a round its meter counts."""
    total = func.coalesce(func.sum(MeterEntryRow.wagers), 0)
    mine = col(MeterEntryRow.key).startswith(f"round-{round_.pk}-", autoescape=True)
    return int(session.exec(select(total).where(mine)).one())


def reconcile(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    round_: RoundRow,
    wanted: int,
    key: str,
    act: Act,
) -> Refused | None:
    """Let the meter count just so many wagers of a round."""
    found = meter_of(session, table)
    if found is None or (counted := fed(session, round_)) == wanted:
        return None
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


def went_back(  # noqa: PLR0913, PLR0917
    session: Session, table: TableRow, round_: RoundRow, count: int, key: str, act: Act
) -> Refused | None:
    """Jackpot wagers of a round went back: the meter no longer counts them."""
    left = max(0, fed(session, round_) - count)
    return reconcile(session, table, round_, left, f"round-{round_.pk}-{key}", act)


@after_settlement
def hands_judged(settled: Settled) -> None:
    """Judge each jackpot wager alive, once; what the meter pays is claimed of it."""
    alive = GAMES[settled.state.setup.game].claims(settled.state)
    if settled.round.unit != "cents" or not alive or _judged(settled):
        return
    boxes = tuple(Box(c.seat, category(c.rank), c.folded) for c in alive)
    meter = meter_of(settled.session, settled.table)
    if meter is None:
        return
    meter = ledger.hold(settled.session, [meter.pk])[meter.pk]
    claim = _claim(settled, meter, boxes)
    stakes = {c.seat: (c.stake, c.cite.id) for c in alive}
    _write(settled, meter, boxes, claim, stakes)


def _judged(settled: Settled) -> bool:
    mine = select(JackpotLineRow.id).where(
        col(JackpotLineRow.round_id) == settled.round.pk
    )
    return settled.session.exec(mine.limit(1)).first() is not None


def _claim(
    settled: Settled, meter: MeterRow, boxes: Sequence[Box]
) -> MeterClaimRow | None:
    """Enter a royal or a straight flush as a claim, in the order it was keyed."""
    if not any(is_metered(box.hand) for box in boxes):
        return None
    claim = claims.Claim(
        settled.table,
        tuple(boxes),
        settled.act.now,
        f"round-{settled.round.pk}",
        settled.name,
    )
    entered = claims.enter(settled.session, meter, claim, settled.act)
    return None if isinstance(entered, Refused) else entered


def _write(
    settled: Settled,
    meter: MeterRow,
    boxes: Sequence[Box],
    claim: MeterClaimRow | None,
    stakes: Mapping[int, tuple[int, str]],
) -> None:
    terms, session = ledger.terms_of(meter), settled.session
    paid = (
        claims.worth(session, meter, claim)
        if claim
        else value(terms, ledger.state(meter), boxes)
    )
    owners = _owners(settled)
    for place, box in enumerate(boxes, 1):
        mine = [payment for payment in paid.payments if payment.seat == box.seat]
        stake, rule = stakes[box.seat]
        player, patron_id = owners.get(box.seat, ("", None))
        session.add(
            JackpotLineRow(
                round_id=settled.round.pk,
                settlement=settled.settlement,
                place=place,
                seat=box.seat,
                player=player[:80],
                patron_id=patron_id,
                hand=str(box.hand) if box.hand else "",
                folded=box.folded,
                stake=stake,
                award=sum(payment.cents for payment in mine),
                claim_id=claim.pk if claim else None,
                rule_id=mine[0].cite.id if mine else rule,
                at=settled.act.now,
            )
        )
    session.flush()


def _owners(settled: Settled) -> Mapping[int, tuple[str, int | None]]:
    """Whose each jackpot wager is: the seat's own player, or who backed it."""
    found = {
        seat: (sits.player, sits.patron_id) for seat, sits in settled.players.items()
    }
    for seat, row in backers(settled.session, settled.round).items():
        found[seat] = (row.backer, row.backer_patron_id)
    return found


def lines_of(session: Session, round_: RoundRow) -> Sequence[JackpotLineRow]:
    """What the jackpot wagers of a round came to, in paying order."""
    mine = select(JackpotLineRow).where(col(JackpotLineRow.round_id) == round_.pk)
    return session.exec(mine.order_by(col(JackpotLineRow.place))).all()
