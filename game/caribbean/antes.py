"""Before the first card: antes, and the jackpot where one is run."""

from collections.abc import Iterator
from dataclasses import replace

from game.caribbean.round import Box, Round
from game.play.checks import amount_refusals, seat_refusals, stake_refusals
from game.play.moves import Move
from game.play.phases import Phase
from game.stud.antes import bought, medium_refusals, too_late
from game.stud.round import ANTE, JACKPOT
from rulebook import Refusal


def may_ante(now: Round, move: Move) -> Iterator[Refusal]:
    """An ante is a whole amount in chips on a free box, before betting closes."""
    rules = now.table.rules.wagers
    yield from seat_refusals(now.table.rules.seats, move.seat, now.setup)
    if move.wager(JACKPOT) and not move.amount:
        wrong, right = "A jackpot wager without an ante.", "Place the ante first."
        yield Refusal(rules.jackpot_needs_ante, wrong, right, JACKPOT)
    else:
        yield from amount_refusals(move.amount, rules.ante.value)
    yield from too_late(now, rules.no_more_bets)
    yield from medium_refusals(now, move)
    yield from _other_wagers(now, move)
    if now.box(move.seat):
        most, wrong = rules.wagers_per_box, f"There is a wager on box {move.seat}."
        yield Refusal(most.cite, wrong, f"A box takes {most.value}.", "seat")
    yield from _hands(now, move)
    yield from stake_refusals(now.setup, move.number, ANTE, move.amount)


def _other_wagers(now: Round, move: Move) -> Iterator[Refusal]:
    rules, price, stake = now.table.rules.wagers, now.setup.jackpot, move.wager(JACKPOT)
    if stake and stake != price:
        wrong = f"A jackpot wager of {stake}."
        right = f"It costs {price}." if price else "No jackpot is run here."
        yield Refusal(rules.jackpot_price, wrong, right, JACKPOT)
    for wager in dict(move.also).keys() - {JACKPOT}:
        wrong = f"There is no {wager} wager."
        yield Refusal(rules.ante.cite, wrong, "Leave it out.", wager)


def _hands(now: Round, move: Move) -> Iterator[Refusal]:
    most = now.table.rules.wagers.hands_per_player
    hands = sum(bool(move.player) and b.player == move.player for b in now.boxes)
    if hands >= most.value:
        wrong = f"{move.player} has a hand in this round."
        right = f"A player wagers on {most.value} hand."
        yield Refusal(most.cite, wrong, right, "player")


def ante(now: Round, move: Move) -> Round:
    """Buy a hand: only a box with an ante is dealt cards."""
    box = Box(move.number, move.stake, move.player, move.wager(JACKPOT))
    return bought(now, box)


def may_offer_jackpot(now: Round, _move: Move) -> Iterator[Refusal]:
    """A jackpot is offered where one is run, before the first card."""
    rules = now.table.rules.wagers
    if now.setup.jackpot is None:
        wrong, right = "No jackpot price is shown here.", "Show one on a sign."
        yield Refusal(rules.jackpot_price, wrong, right)
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "Offer the jackpot before it."
        yield Refusal(rules.jackpot_offered, wrong, right)


def offer_jackpot(now: Round, _move: Move) -> Round:
    """Give every player the chance of a jackpot wager before the first card."""
    return replace(now, jackpot_offered=True)


def may_register_jackpot(now: Round, move: Move) -> Iterator[Refusal]:
    """The equipment takes a jackpot wager that is there, before the first card."""
    rules, box = now.table.rules.wagers, now.box(move.seat)
    if box is None or not box.jackpot:
        wrong = f"Seat {move.seat} has no jackpot wager."
        yield Refusal(rules.jackpot_registered, wrong, "Place it first.")
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "It had to be accepted before."
        yield Refusal(rules.jackpot_registered, wrong, right)


def register_jackpot(now: Round, move: Move) -> Round:
    """From now on the jackpot wager is live; one that is never taken wins nothing."""
    return now.changed(move.number, registered=True)
