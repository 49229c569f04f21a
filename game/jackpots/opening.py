"""Opening a jackpot at a table, and taking jackpot wagers there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.hands import Category
from game.jackpots.prizes import PrizeTable, figure_on_sign
from game.jackpots.rules import OpeningRules, WageringRules
from game.ranks import Rank, outranked
from rulebook import Cited, Refusal, Refused


@dataclass(frozen=True, slots=True)
class JackpotOnTable:
    """How a table shows its jackpot to the players."""

    approval: str  # the reference the regulator approved the system under
    shown_cents: int | None  # what the meter at the table shows
    price_cents: int | None  # the price of a jackpot wager, on the sign
    payouts_cents: Mapping[Category, int]  # the figures on the sign
    bonus_offered: bool = False
    bonus_cents: Mapping[Category, int] | None = None
    says_folded_hands_qualify: bool = False
    has_spots: bool = True  # the layout has areas or slots for jackpot wagers


def may_open(
    rules: OpeningRules, table: JackpotOnTable, pays: PrizeTable, meter_cents: int
) -> Refused | None:
    """Everything missing before jackpot wagers may be taken at the table."""
    refusals = (
        *_system(rules, table, meter_cents),
        *_sign(rules, table, pays),
    )
    return Refused(refusals) if refusals else None


def _system(
    rules: OpeningRules, table: JackpotOnTable, meter_cents: int
) -> Iterator[Refusal]:
    if not table.approval.strip():
        wrong = "The jackpot system carries no approval."
        yield Refusal(rules.approval, wrong, "Enter its reference.", "approval")
    if rules.spots and not table.has_spots:
        wrong = "The layout has no place for jackpot wagers."
        yield Refusal(rules.spots, wrong, "Mark areas or fit slots.", "spots")
    if table.shown_cents is None:
        wrong = "The table has no meter."
        yield Refusal(rules.display, wrong, "Show the pool at the table.", "meter")
    elif table.shown_cents != meter_cents:
        wrong = f"The table shows {table.shown_cents} cents."
        right = f"Every linked table shows the pool, {meter_cents} cents."
        yield Refusal(rules.feeds, wrong, right, "meter")


def _sign(
    rules: OpeningRules, table: JackpotOnTable, pays: PrizeTable
) -> Iterator[Refusal]:
    if not table.price_cents:
        wrong = "The sign shows no price of a jackpot wager."
        yield Refusal(rules.price_sign, wrong, "Put it on the sign.", "price")
    for hand, prize in pays.prizes.items():
        figure = figure_on_sign(prize.value)
        if table.payouts_cents.get(hand) != figure:
            wrong = f"The sign does not show {figure} cents for a {_spoken(hand)}."
            yield Refusal(rules.payout_sign, wrong, "Correct the sign.", hand)
    if table.bonus_offered and not table.bonus_cents:
        wrong = "The sign shows no amounts for the bonus jackpot."
        yield Refusal(rules.bonus_sign, wrong, "Put them on the sign.", "bonus")
    if rules.folded_sign and not table.says_folded_hands_qualify:
        wrong = "No sign says that folded hands may still qualify for the jackpot."
        yield Refusal(rules.folded_sign, wrong, "Put it up.", "folded_sign")


def _spoken(hand: Category) -> str:
    return hand.replace("_", " ")


@dataclass(frozen=True, slots=True)
class JackpotWager:
    """A jackpot wager about to be accepted on a box."""

    bettor: str
    box_owner: str
    cents: int
    box_has_stake: bool
    owner_has_jackpot_wager: bool = False
    first_card_dealt: bool = False
    approved_by: Rank | None = None  # for a wager on somebody else's box


def may_place_jackpot(
    code: str, rules: WageringRules, price_cents: int, wager: JackpotWager
) -> Refused | None:
    """Every reason against a jackpot wager; its acceptance is then shown."""
    refusals = [*_time_and_price(rules, price_cents, wager)]
    if wager.bettor != wager.box_owner:
        refusals += _on_anothers_box(code, rules, wager)
    elif not wager.box_has_stake:
        wrong = "There is no wager in this round on the box."
        right = "A jackpot wager goes with a wager on the game."
        refusals.append(Refusal(rules.needs_stake, wrong, right, "jackpot"))
    return Refused(tuple(refusals)) if refusals else None


def _time_and_price(
    rules: WageringRules, price_cents: int, wager: JackpotWager
) -> Iterator[Refusal]:
    if wager.first_card_dealt:
        wrong = "The hand has begun."
        right = "A jackpot wager is placed before it begins."
        yield Refusal(rules.before_first_card, wrong, right, "jackpot")
    if wager.cents != price_cents:
        wrong = f"A jackpot wager here is not {wager.cents} cents."
        right = f"It is {price_cents} cents, as the sign shows."
        yield Refusal(rules.price, wrong, right, "jackpot")


def _on_anothers_box(
    code: str, rules: WageringRules, wager: JackpotWager
) -> Iterator[Refusal]:
    """A guest's wager: a free spot, a box in play, and a supervisor's word."""
    cite = rules.on_anothers_box
    if cite is None:
        wrong = "The box belongs to another player."
        right = "Place the jackpot wager on your own box."
        yield Refusal(rules.needs_stake, wrong, right, "jackpot")
        return
    if not wager.box_has_stake:
        wrong = "The box has no wager in this round."
        yield Refusal(cite, wrong, "Choose a box that plays.", "jackpot")
    if wager.owner_has_jackpot_wager:
        wrong = f"{wager.box_owner} has placed the jackpot wager of this box."
        yield Refusal(cite, wrong, "Choose a box without one.", "jackpot")
    refusal = outranked(code, wager.approved_by or Rank.PLAYER, Rank.SUPERVISOR, cite)
    if refusal:
        yield refusal


def belongs_to(rules: WageringRules, wager: JackpotWager) -> Cited[str]:
    """Whose a jackpot wager is, and so its award and its place in a loss limit."""
    if rules.on_anothers_box and wager.bettor != wager.box_owner:
        return Cited(wager.bettor, rules.on_anothers_box)
    return Cited(wager.bettor, rules.needs_stake)


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What the player sees before the deal: whether the wager was accepted."""

    bettor: str
    accepted: bool
    told: str


def acceptance(
    rules: WageringRules, bettor: str, refused: Refused | None
) -> Acceptance:
    """The indicator a player relies on; seeing to it is the player's own part."""
    told = "Your jackpot wager is in."
    if refused:
        told = f"Your jackpot wager is not in. {refused} [{rules.accepted}]"
    return Acceptance(bettor, accepted=refused is None, told=told)
