"""Before the first card: who may ante, in what, on which box; and second thoughts."""

from collections.abc import Iterator

from game.mississippi.round import Box, Round
from game.play.checks import amount_refusals, seat_refusals, stake_refusals
from game.play.moves import Move
from game.play.phases import Phase
from game.ranks import beyond
from game.rulebooks.mississippi import Medium
from game.side_bets import COVER_ALL_BONUS, THREE_CARD_BONUS, SideBetsOffered, may_place
from game.stud import antes
from game.stud.antes import bought, medium_refusals, no_box, too_late
from game.stud.round import ANTE, JACKPOT
from rulebook import MASS, Cite, Refusal

COUPON = MASS.at("6(a)")
SIDE_BETS = (THREE_CARD_BONUS, COVER_ALL_BONUS)


def may_ante(now: Round, move: Move) -> Iterator[Refusal]:
    """An ante is a whole amount in chips, on a free box, before the first card."""
    rules = now.table.rules.wagers
    yield from seat_refusals(now.table.rules.seats, move.seat, now.setup)
    yield from amount_refusals(move.amount, ANTE)
    yield from _named(rules.amount, move)
    yield from too_late(now, now.table.dealing.no_more_bets.cite)
    if rules.seated and move.standing:
        wrong, right = "The player is not seated.", "Only seated players bet."
        yield Refusal(rules.seated, wrong, right, "seat")
    if now.box(move.seat):
        wrong = f"There is a wager on box {move.seat}."
        yield Refusal(rules.one_to_an_area, wrong, "Each area takes one.", "seat")
    yield from _medium(now, move)
    yield from _jackpot(now, move)
    yield from _hands(now, move)
    yield from _limits(now, move)
    yield from _side_bets(now, move)


def _named(cite: Cite | None, move: Move) -> Iterator[Refusal]:
    """A wager is a bet and what is put on it: a bet that is named has an amount."""
    for bet, amount in move.also:
        if cite is not None and not amount:
            wrong = f"Nothing is put on the {bet.replace('_', ' ')}."
            yield Refusal(cite, wrong, "Put an amount on it, or leave it out.", bet)


def _medium(now: Round, move: Move) -> Iterator[Refusal]:
    media = now.table.rules.wagers.media.value
    if move.medium is Medium.COUPON and move.medium in media:
        if not now.setup.coupons:
            wrong, right = "Match-play coupons are not taken here.", "Stake chips."
            yield Refusal(COUPON, wrong, right, "medium")
        return
    yield from medium_refusals(now, move)


def _jackpot(now: Round, move: Move) -> Iterator[Refusal]:
    rules, price, stake = now.table.rules.wagers, now.setup.jackpot, move.wager(JACKPOT)
    if not stake:
        return
    if price is None:
        wrong, right = "No jackpot is offered here.", "Place the ante alone."
        yield Refusal(rules.jackpot_offered, wrong, right, JACKPOT)
    elif stake != price:
        wrong = f"A jackpot wager of {stake}."
        yield Refusal(rules.jackpot_price, wrong, f"It costs {price}.", JACKPOT)


def _hands(now: Round, move: Move) -> Iterator[Refusal]:
    rules, blind = now.table.rules.wagers, now.table.rules.blind
    own = [box for box in now.boxes if move.player and box.player == move.player]
    limit = rules.hands_per_player
    if limit.value is not None and (len(own) >= limit.value or move.blind):
        wrong = f"{move.player or 'The player'} would hold another hand."
        yield Refusal(limit.cite, wrong, "One hand to a player.", "player")
    if blind is None:
        return
    if bool(own) is not move.blind:
        wrong = "The hand of the seat taken at the deal is played open, others blind."
        right = "Ante your own seat first; every further hand is a blind one."
        yield Refusal(limit.cite, wrong, right, "blind")
    if own and move.waiting:
        wrong, right = "Somebody waits for a box.", "Leave this one free."
        yield Refusal(blind.room_for_others, wrong, right, "seat")


def _limits(now: Round, move: Move) -> Iterator[Refusal]:
    own = (b.ante for b in now.boxes if move.player and b.player == move.player)
    elsewhere = sum(own)
    yield from stake_refusals(now.setup, move.number, ANTE, move.amount, elsewhere)


def _side_bets(now: Round, move: Move) -> Iterator[Refusal]:
    """What stands against the side bets; a bet once placed keeps its odds."""
    placed = dict(move.also)
    for wager in placed.keys() - {JACKPOT, *SIDE_BETS}:
        wrong = f"There is no {wager} wager; players make no bets of their own."
        cite = now.table.rules.wagers.no_other
        yield Refusal(cite, wrong, "Leave it out.", wager)
    kinds = now.table.rules.wagers.kinds
    for wager in placed.keys() & {*SIDE_BETS} - kinds.value:
        wrong = f"{now.setup.document} knows no {wager.replace('_', ' ')}."
        yield Refusal(kinds.cite, wrong, "Leave it out.", wager)
    stakes = {w: placed.get(w, 0) for w in SIDE_BETS if w in kinds.value}
    if not stakes:
        return
    if any(COVER_ALL_BONUS in dict(box.sides) for box in now.boxes):
        stakes[COVER_ALL_BONUS] = stakes[COVER_ALL_BONUS] or 1  # the odds must exist
    if not any(stakes.values()):
        return
    offered = SideBetsOffered(
        now.setup.three_card_table,
        cover_all=now.setup.cover_all,
        players=len(now.boxes) + 1,
        first_card_dealt=now.cards_out > 0,
    )
    yield from may_place(offered, stakes)


def ante(now: Round, move: Move) -> Round:
    """Buy a hand: only a box with an ante is dealt cards."""
    box = Box(
        move.number,
        move.stake,
        move.player,
        move.wager(JACKPOT),
        blind=move.blind,
        medium=move.medium,
        sides=tuple((w, stake) for w, stake in move.also if stake and w in SIDE_BETS),
    )
    return bought(now, box)


def may_take_back(now: Round, move: Move) -> Iterator[Refusal]:
    """A stake stays from the first card on; a blind hand hangs on an open one."""
    yield from antes.may_take_back(now, move)
    yield from _no_blind_left_alone(now, move.number)


def _no_blind_left_alone(now: Round, seat: int) -> Iterator[Refusal]:
    if now.carries_blind(seat):
        wrong, right = "A blind hand would be left alone.", "Take that back first."
        yield Refusal(now.table.rules.wagers.hands_per_player.cite, wrong, right)


def may_refuse_wager(now: Round, move: Move) -> Iterator[Refusal]:
    """A supervisor may refuse a stake before the first card, and says why."""
    power = now.table.rules.wagers.may_refuse
    yield from no_box(now, move.number)
    yield from beyond(move.rank, power.value, power.cite, "refuse a stake")
    if not move.grounds.strip():
        yield Refusal(power.cite, "No grounds are given.", "Say why.", "grounds")
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "A stake is refused before it."
        yield Refusal(power.cite, wrong, right)
    yield from _no_blind_left_alone(now, move.number)
