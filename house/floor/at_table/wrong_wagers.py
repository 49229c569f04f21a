"""Wagers that should not lie there: invalid for their card, or past a loss limit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from game.games import GAMES
from game.irregularities.effects import read_off
from game.irregularities.facts import ANTE
from game.irregularities.ruling import Ruling, in_force
from game.loss_limits import Placed, trim
from game.play import Move, State
from game.player_cards import Bettor, Claim, Found, PlayerCard, rule_on_invalid, stage
from game.player_cards import invalid as why_invalid
from game.ranks import Rank
from house.floor.at_table.chips import declared_by
from house.floor.at_table.who import patron_of
from house.floor.models import TableRow
from house.floor.rounds.models import AnySeat
from house.floor.rulings.making import Asked
from house.floor.rulings.models import RulingRow
from house.floor.rulings.scenes import AtTable, at_table
from house.floor.rulings.services import Bench, carry_out
from house.payments.loss_limits import standing
from rulebook import STAR4, Refusal, Refused

INVALID = "invalid-wager"
PAST_LIMIT = "past-limit"
ONLY = STAR4.at("11.16")
WITHIN = STAR4.at("11.17")


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
    at = at_table(session, table, bench.seal)
    said = {
        "seat": finding.seat,
        "holder": finding.holder[:80],
        "on behalf of": finding.on_behalf_of[:80],
        "no card": finding.no_card,
    }
    asked = Asked(INVALID, said, at.round, at.seq)
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
    outcome = rule_on_invalid(
        when, stakes, [x for x in lines if x.seat == finding.seat]
    )
    rank = Rank.SUPERVISOR if outcome.needs_confirming else Rank.DEALER
    back = Move("void_hand", seat=finding.seat, cite=outcome.cite)
    ruling = Ruling(
        table.rulebook,
        outcome.cite,
        outcome.spoken,
        () if when is Found.AFTER or not stakes else (back,),
        decided_by=rank,
        decided_under=outcome.cite,
    )
    return in_force(ruling, bench.rank) or read_off(at.scene, ruling)


def _nothing_wrong(
    table: TableRow, sits: AnySeat | None, finding: Finding, bench: Bench
) -> Iterator[Refusal]:
    if table.rulebook != "STAR4":
        wrong = f"{table.rulebook} asks for no player card."
        yield Refusal(ONLY, wrong, "Choose what went wrong from its own list.")
    if sits is None:
        yield Refusal(ONLY, f"Nobody sits at seat {finding.seat}.", "", "seat")
        return
    on = bench.venue.local(bench.act.now).date()
    if why_invalid(_bettor(sits, finding), on) is None:
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
    at = at_table(session, table, bench.seal)
    asked = Asked(PAST_LIMIT, {"seat": seat}, at.round, at.seq)
    ruling = _cut(session, at, table, seat, bench)
    return carry_out(session, table, at, asked, ruling, bench)


def _cut(
    session: Session, at: AtTable, table: TableRow, seat: int, bench: Bench
) -> Ruling | Refused:
    sits = at.seats.get(seat)
    patron, now = patron_of(session, sits), at.position
    found = standing(session, patron, bench.act.now) if patron else None
    if sits is None or found is None or now is None or table.rulebook != "STAR4":
        wrong = f"No loss limit holds at seat {seat} in a round under way."
        return Refused(
            (Refusal(WITHIN, wrong, "Choose a player who has one.", "seat"),)
        )
    chips = declared_by(session, sits.pk)
    declared = chips.purchases_seen <= chips.purchases_declared
    declared = declared and chips.chips_in_seen <= chips.chips_in_declared
    cut = trim(found.limit, in_order(now.state, seat), declared=declared)
    if not cut.returned:
        return Refused((Refusal(WITHIN, cut.spoken, "Nothing goes back.", "seat"),))
    staked = dict(now.game.staked(now.state)[seat])
    moves = tuple(_cuts(seat, staked, {b.wager: b.amount for b in cut.returned}))
    ruling = Ruling(table.rulebook, WITHIN, cut.spoken, moves, decided_under=WITHIN)
    return read_off(at.scene, ruling)


def _cuts(
    seat: int, staked: Mapping[str, int], back: Mapping[str, int]
) -> Iterator[Move]:
    """Without an ante the whole hand goes back; else each wager to what is left."""
    if back.get(ANTE) == staked[ANTE]:
        yield Move("void_hand", seat=seat, cite=WITHIN)
        return
    for wager, amount in back.items():
        if amount == staked[wager]:
            yield Move("return_wager", seat=seat, wagers=(wager,), cite=WITHIN)
        else:
            left = ((wager, staked[wager] - amount),)
            yield Move("cut_back", seat=seat, also=left, cite=WITHIN)


def in_order(state: State[Any], seat: int) -> list[Placed]:
    """A seat's stakes in the order in which they were placed."""
    staked = GAMES[state.setup.game].staked(state).get(seat, {})
    first = [name for name in staked if name == "ante"]
    beside = {
        name for move in state.moves if move.seat == seat for name, _ in move.also
    }
    second = [name for name in staked if name in beside]
    rest = [name for name in staked if name not in {*first, *second}]
    return [Placed(name, staked[name]) for name in (*first, *second, *rest)]
