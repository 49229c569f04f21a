"""Wagers that should not lie there: invalid for their card, or past a loss limit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from game.games import GAMES
from game.irregularities.effects import read_off
from game.irregularities.facts import ANTE
from game.irregularities.ruling import Ruling, in_force
from game.loss_limits import LIMITED, Placed, trim
from game.play import Move, State
from game.player_cards import (
    CARDS_NEEDED,
    Bettor,
    Claim,
    PlayerCard,
    is_void,
    rule_on_invalid,
    stage,
)
from game.ranks import Rank
from house.floor.at_table.chips import declared_by
from house.floor.at_table.who import JACKPOT, backers, patron_of
from house.floor.models import TableRow
from house.floor.rounds.models import AnySeat, RoundRow
from house.floor.rulings.making import RulingRequest
from house.floor.rulings.models import RulingRow
from house.floor.rulings.scenes import AtTable, at_table
from house.floor.rulings.services import Bench, carry_out
from house.payments.loss_limits import standing
from rulebook import STAR4, Refusal, Refused

INVALID = "invalid-wager"
PAST_LIMIT = "past-limit"
ONLY = STAR4.at("11.16")
WITHIN = STAR4.at("11.17")
Where = tuple[int, str]  # the box a wager lies on, and the wager


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about whoever bets at a seat."""

    seat: int
    holder: str = ""  # whose card it is, if not the player's own
    on_behalf_of: str = ""
    principal_at_table: bool = False
    physical_help_only: bool = False
    claims: tuple[Claim, ...] = ()
    no_card: bool = False


def rule_invalid(
    session: Session, table: TableRow, finding: Finding, bench: Bench
) -> RulingRow | Refused | None:
    """Rule on wagers that are invalid for their card, by when that is found."""
    at = at_table(session, table, bench.seal, bench.play(session, table))
    said = {
        "seat": finding.seat,
        "holder": finding.holder[:80],
        "on behalf of": finding.on_behalf_of[:80],
        "no card": finding.no_card,
    }
    asked = RulingRequest(INVALID, said, at.round, at.seq)
    ruling = _invalid(at, table, finding, bench)
    return carry_out(session, table, at, asked, ruling, bench)


def _invalid(
    at: AtTable, table: TableRow, finding: Finding, bench: Bench
) -> Ruling | Refused:
    sits = at.seats.get(finding.seat)
    found = tuple(_nothing_wrong(table, sits, finding, bench))
    if found:
        return Refused(found)
    now = at.position
    begun = now is not None and now.game.started(now.state)
    when, _ = stage(first_card_dealt=begun, settled=now is None)
    stakes = _stakes(at, finding.seat)
    lines = now.game.so_far(now.state) if now else ()
    outcome = rule_on_invalid(when, [x for x in lines if x.seat == finding.seat])
    rank = Rank.SUPERVISOR if outcome.needs_confirming else Rank.DEALER
    back = Move("void_hand", seat=finding.seat, cite=outcome.cite)
    ruling = Ruling(
        outcome.cite,
        outcome.spoken,
        (back,) if outcome.goes_back and stakes else (),
        decided_by=rank,
        decided_under=outcome.cite,
        code=table.rulebook,
    )
    return in_force(ruling, bench.rank) or read_off(at.scene, ruling)


def _nothing_wrong(
    table: TableRow, sits: AnySeat | None, finding: Finding, bench: Bench
) -> Iterator[Refusal]:
    if table.rulebook not in CARDS_NEEDED:
        wrong = f"{table.rulebook} asks for no player card."
        yield Refusal(ONLY, wrong, "Choose what went wrong from its own list.")
    if sits is None:
        yield Refusal(ONLY, f"Nobody sits at seat {finding.seat}.", "", "seat")
        return
    on = bench.venue.local(bench.act.now).date()
    if not is_void(_bettor(sits, finding), on).value:
        wrong = f"Nothing is invalid about the wagers of {sits.player}."
        yield Refusal(ONLY, wrong, "Say whose card it is, or for whom they bet.")


def _bettor(sits: AnySeat, finding: Finding) -> Bettor:
    card = PlayerCard(finding.holder or sits.player)
    return Bettor(
        sits.player,
        None if finding.no_card or not sits.card else card,
        on_behalf_of=finding.on_behalf_of,
        principal_at_table=finding.principal_at_table,
        physical_help_only=finding.physical_help_only,
        claims=finding.claims,
    )


def _stakes(at: AtTable, seat: int) -> dict[str, int]:
    now = at.position
    return dict(now.game.staked(now.state).get(seat, {})) if now else {}


def cut_back(
    session: Session, table: TableRow, seat: int, bench: Bench
) -> RulingRow | Refused | None:
    """Cut a player's wagers back to what their loss limit leaves, the last first."""
    at = at_table(session, table, bench.seal, bench.play(session, table))
    asked = RulingRequest(PAST_LIMIT, {"seat": seat}, at.round, at.seq)
    ruling = _cut(session, at, table, seat, bench)
    return carry_out(session, table, at, asked, ruling, bench)


def _cut(
    session: Session, at: AtTable, table: TableRow, seat: int, bench: Bench
) -> Ruling | Refused:
    sits = at.seats.get(seat)
    patron, now = patron_of(session, sits), at.position
    found = standing(session, patron, bench.act.now) if patron else None
    if sits is None or found is None or now is None or table.rulebook not in LIMITED:
        wrong = f"No loss limit holds at seat {seat} in a round under way."
        return Refused(
            (Refusal(WITHIN, wrong, "Choose a player who has one.", "seat"),)
        )
    chips = declared_by(session, sits.pk)
    declared = chips.purchases_seen <= chips.purchases_declared
    declared = declared and chips.chips_in_seen <= chips.chips_in_declared
    staked = placed_by(session, at, now.state, seat)
    cut = trim(found.limit, list(staked.values()), declared=declared)
    if not cut.returned:
        return Refused((Refusal(WITHIN, cut.spoken, "Nothing goes back.", "seat"),))
    returned = {bet.wager: bet.amount for bet in cut.returned}
    moves = tuple(_cuts(staked, returned))
    ruling = Ruling(
        WITHIN, cut.spoken, moves, decided_under=WITHIN, code=table.rulebook
    )
    return read_off(at.scene, ruling)


def _cuts(staked: Mapping[Where, Placed], back: Mapping[str, int]) -> Iterator[Move]:
    """Without an ante the whole hand goes back; else each wager to what is left."""
    where = {bet.wager: place for place, bet in staked.items()}
    gone = {where[name]: amount for name, amount in back.items()}
    void = {box for (box, wager), amount in gone.items() if wager == ANTE}
    void -= {box for box in void if gone[box, ANTE] < staked[box, ANTE].amount}
    for box in sorted(void):
        yield Move("void_hand", seat=box, cite=WITHIN)
    for (box, wager), amount in gone.items():
        left = staked[box, wager].amount - amount
        if box in void:
            continue
        if left:
            also = ((wager, left),)
            yield Move("cut_back", seat=box, also=also, cite=WITHIN)
        else:
            yield Move("return_wager", seat=box, wagers=(wager,), cite=WITHIN)


def placed_by(
    session: Session, at: AtTable, state: State[Any], seat: int
) -> dict[Where, Placed]:
    """What the player of a seat has staked, in the order in which it was placed.

    A jackpot wager is whoever's placed it, on whichever box it lies.
    """
    row = at.here.round
    backed = backers(session, row) if isinstance(row, RoundRow) else {}
    found: dict[Where, Placed] = {}
    for box, staked in GAMES[state.setup.game].staked(state).items():
        for wager, amount in staked.items():
            guest = backed.get(box) if wager == JACKPOT else None
            if (guest.backer_seat if guest else box) == seat:
                name = wager if box == seat else f"{wager} on seat {box}"
                found[box, wager] = Placed(name, amount)
    return dict(sorted(found.items(), key=lambda each: _moment(state, *each[0])))


def _moment(state: State[Any], box: int, wager: str) -> tuple[int, bool]:
    """When a wager was placed; what lies beside an ante comes right after it."""
    moves = [(n, move) for n, move in enumerate(state.moves) if move.seat == box]
    first = [n for n, move in moves if wager in {move.act, *dict(move.also)}]
    return (first[-1] if first else len(state.moves)), wager != "ante"
