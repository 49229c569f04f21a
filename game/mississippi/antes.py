"""Antes: who may place one, in what, on which box, and until when."""

from collections.abc import Iterator

from game.mississippi.options import carries_blind
from game.mississippi.round import Ante, Phase, RefuseWager, Round, TakeBack
from game.mississippi.wagers import amount_refusals, beyond, no_box, seat_refusals
from game.rulebooks.mississippi import Medium
from rulebook import Refusal


def may_ante(now: Round, action: Ante) -> Iterator[Refusal]:
    """An ante is a whole amount in chips, on a free box, before the first card."""
    rules = now.table.rules.wagers
    yield from seat_refusals(now.table.rules, action.seat)
    yield from amount_refusals(action.amount, "ante")
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "Antes are placed before it."
        yield Refusal(rules.before_first_card, wrong, right, "ante")
    elif now.stages_closed:
        wrong, right = "No more bets was called.", "Wait for the next round."
        yield Refusal(now.table.dealing.no_more_bets.cite, wrong, right, "ante")
    if rules.seated and not action.seated:
        wrong, right = "The player is not seated.", "Only seated players bet."
        yield Refusal(rules.seated, wrong, right, "seat")
    if now.box(action.seat):
        wrong = f"There is a wager on box {action.seat}."
        yield Refusal(rules.one_to_an_area, wrong, "Each area takes one.", "seat")
    yield from _medium(now, action)
    yield from _jackpot(now, action)
    yield from _hands(now, action)


def _medium(now: Round, action: Ante) -> Iterator[Refusal]:
    rules, medium = now.table.rules.wagers, action.medium
    if medium in rules.media.value:
        return
    if rules.spoken and medium is Medium.SPOKEN:
        if not action.changed_to_chips:
            wrong = "A spoken bet was not changed into chips before betting closed."
            right = "Hand over the money and place the chips in time."
            yield Refusal(rules.spoken, wrong, right, "ante")
        return
    taken = ", ".join(sorted(rules.media.value))
    yield Refusal(rules.media.cite, f"A stake in {medium}.", f"Use {taken}.", "ante")


def _jackpot(now: Round, action: Ante) -> Iterator[Refusal]:
    rules, price = now.table.rules.wagers, now.table.jackpot_price
    if not action.jackpot:
        return
    if price is None:
        wrong, right = "No jackpot is offered here.", "Place the ante alone."
        yield Refusal(rules.jackpot_offered, wrong, right, "jackpot")
    elif action.jackpot != price:
        wrong = f"A jackpot wager of {action.jackpot}."
        yield Refusal(rules.jackpot_price, wrong, f"It costs {price}.", "jackpot")


def _hands(now: Round, action: Ante) -> Iterator[Refusal]:
    rules, blind = now.table.rules.wagers, now.table.rules.blind
    own = [box for box in now.boxes if action.player and box.player == action.player]
    limit = rules.hands_per_player
    if limit.value is not None and (len(own) >= limit.value or action.blind):
        wrong = f"{action.player or 'The player'} would hold another hand."
        yield Refusal(limit.cite, wrong, "One hand to a player.", "player")
    if blind is None:
        return
    if bool(own) is not action.blind:
        wrong = "The hand of the seat taken at the deal is played open, others blind."
        right = "Ante your own seat first; every further hand is a blind one."
        yield Refusal(limit.cite, wrong, right, "blind")
    if own and action.others_waiting:
        wrong, right = "Somebody waits for a box.", "Leave this one free."
        yield Refusal(blind.room_for_others, wrong, right, "seat")


def may_take_back(now: Round, action: TakeBack) -> Iterator[Refusal]:
    """A stake on the table is not touched from the first card until it is decided."""
    yield from no_box(now, action.seat)
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "The stake stays until it is decided."
        yield Refusal(now.table.rules.wagers.untouched, wrong, right, "ante")
    yield from _no_blind_left_alone(now, action.seat)


def _no_blind_left_alone(now: Round, seat: int) -> Iterator[Refusal]:
    if carries_blind(now, seat):
        wrong, right = "A blind hand would be left alone.", "Take that back first."
        yield Refusal(now.table.rules.wagers.hands_per_player.cite, wrong, right)


def may_refuse(now: Round, action: RefuseWager) -> Iterator[Refusal]:
    """A supervisor may refuse a stake before the first card, and says why."""
    power = now.table.rules.wagers.may_refuse
    yield from no_box(now, action.seat)
    yield from beyond(action.by, power.value, power.cite, "refuse a stake")
    if not action.grounds.strip():
        yield Refusal(power.cite, "No grounds are given.", "Say why.", "grounds")
    if now.phase is not Phase.BETTING:
        wrong, right = "The first card is out.", "A stake is refused before it."
        yield Refusal(power.cite, wrong, right)
    yield from _no_blind_left_alone(now, action.seat)
