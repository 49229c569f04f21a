"""Before the first card: antes, and the jackpot where one is run."""

from collections.abc import Iterator
from dataclasses import replace

from game.caribbean.round import ANTE, JACKPOT, Box, Round, changed
from game.play.checks import amount_refusals, seat_refusals, stake_refusals
from game.play.moves import Move
from game.play.phases import Phase
from game.rulebooks.mississippi import Medium
from rulebook import Refusal


def no_box(now: Round, seat: int) -> Iterator[Refusal]:
    """Refuse whatever a seat without an ante tries to do."""
    if now.box(seat) is None:
        cite = now.table.rules.wagers.ante_first
        yield Refusal(cite, f"Seat {seat} has no ante.", "Only anted boxes play.")


def may_ante(now: Round, move: Move) -> Iterator[Refusal]:
    """An ante is a whole amount in chips on a free box, before betting closes."""
    rules = now.table.rules.wagers
    yield from seat_refusals(now.table.rules.seats, move.seat, now.setup)
    if move.wager(JACKPOT) and not move.amount:
        wrong, right = "A jackpot wager without an ante.", "Place the ante first."
        yield Refusal(rules.jackpot_needs_ante, wrong, right, JACKPOT)
    else:
        yield from amount_refusals(move.amount, rules.ante.value)
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "Antes are placed before it."
        yield Refusal(rules.ante_first, wrong, right, ANTE)
    elif now.betting_closed:
        wrong, right = "No more bets was called.", "Wait for the next round."
        yield Refusal(rules.no_more_bets, wrong, right, ANTE)
    yield from _medium(now, move)
    yield from _other_wagers(now, move)
    if now.box(move.seat):
        most, wrong = rules.wagers_per_box, f"There is a wager on box {move.seat}."
        yield Refusal(most.cite, wrong, f"A box takes {most.value}.", "seat")
    yield from _hands(now, move)
    yield from stake_refusals(now.setup, move.number, ANTE, move.amount)


def _medium(now: Round, move: Move) -> Iterator[Refusal]:
    rules = now.table.rules.wagers
    if move.medium is Medium.SPOKEN:
        if not move.changed:
            wrong = "A spoken bet was not changed into chips before betting closed."
            right = "Hand over the money at once and place the chips in time."
            yield Refusal(rules.spoken, wrong, right, ANTE)
    elif move.medium not in rules.media.value:
        taken = ", ".join(sorted(rules.media.value))
        wrong = f"A stake in {move.medium}."
        yield Refusal(rules.media.cite, wrong, f"Use {taken}.", ANTE)


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
    boxes = sorted((*now.boxes, box), key=lambda each: each.seat)
    return replace(now, boxes=tuple(boxes))


def may_take_back(now: Round, move: Move) -> Iterator[Refusal]:
    """An ante is not touched once cards leave the shoe."""
    yield from no_box(now, move.number)
    if now.phase is not Phase.BETTING:
        wrong = "Cards have left the shoe."
        right = "The ante stays until it is decided."
        yield Refusal(now.table.rules.wagers.untouched, wrong, right, ANTE)


def take_back(now: Round, move: Move) -> Round:
    """Take an ante off the table; with none left, betting is open again."""
    boxes = tuple(box for box in now.boxes if box.seat != move.seat)
    closed = now.betting_closed and bool(boxes)
    return replace(now, boxes=boxes, betting_closed=closed)


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
    return changed(now, move.number, registered=True)
