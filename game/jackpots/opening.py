"""Opening a jackpot at a table, and taking jackpot wagers there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.hands import Category
from game.jackpots.rules import OpeningRules, WageringRules
from game.ranks import Rank, outranked
from rulebook import Cited, Refusal, refusing


@dataclass(frozen=True, slots=True)
class JackpotOffered:
    """A jackpot as its sign tells the players of it."""

    approval: str  # the reference the regulator approved the system under
    price_cents: int | None  # the price of a jackpot wager, on the sign
    bonus_offered: bool = False
    bonus_cents: Mapping[Category, int] | None = None
    says_folded_hands_qualify: bool = False


@refusing
def may_open(rules: OpeningRules, offered: JackpotOffered) -> Iterator[Refusal]:
    """Everything missing of the system and its sign before wagers may be taken."""
    if not offered.approval.strip():
        wrong = "The jackpot system carries no approval."
        yield Refusal(rules.approval, wrong, "Enter its reference.", "approval")
    if not offered.price_cents:
        wrong = "The sign shows no price of a jackpot wager."
        yield Refusal(rules.price_sign, wrong, "Put it on the sign.", "price")
    if offered.bonus_offered and not offered.bonus_cents:
        wrong = "The sign shows no amounts for the bonus jackpot."
        yield Refusal(rules.bonus_sign, wrong, "Put them on the sign.", "bonus")
    if rules.folded_sign and not offered.says_folded_hands_qualify:
        wrong = "No sign says that folded hands may still qualify for the jackpot."
        yield Refusal(rules.folded_sign, wrong, "Put it up.", "folded_sign")


@dataclass(frozen=True, slots=True)
class SeenThere:
    """What somebody saw at one table before its jackpot opens."""

    table: str
    shown_cents: int | None  # on its display; None: nobody looked, or it is dark
    has_spots: bool  # the layout has areas or slots for jackpot wagers


@refusing
def may_open_at(
    rules: OpeningRules, seen: SeenThere, meter_cents: int
) -> Iterator[Refusal]:
    """Everything missing at one table before jackpot wagers may be taken there."""
    if rules.spots and not seen.has_spots:
        wrong = f"The layout of table {seen.table} has no place for jackpot wagers."
        yield Refusal(rules.spots, wrong, "Mark areas or fit slots.", "spots")
    if seen.shown_cents is None:
        wrong = f"Nobody has seen the meter on show at table {seen.table}."
        yield Refusal(rules.display, wrong, "Enter what its display shows.", "shown")
    elif seen.shown_cents != meter_cents:
        wrong = f"Table {seen.table} shows {seen.shown_cents} cents."
        right = f"Every linked table shows the pool, {meter_cents} cents."
        yield Refusal(rules.feeds, wrong, right, "shown")


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


@refusing
def may_place_jackpot(
    code: str, rules: WageringRules, price_cents: int, wager: JackpotWager
) -> Iterator[Refusal]:
    """Every reason against a jackpot wager; its acceptance is then shown."""
    if wager.first_card_dealt:
        wrong = "The hand has begun."
        right = "A jackpot wager is placed before it begins."
        yield Refusal(rules.before_first_card, wrong, right, "jackpot")
    if wager.cents != price_cents:
        wrong = f"A jackpot wager here is not {wager.cents} cents."
        right = f"It is {price_cents} cents, as the sign shows."
        yield Refusal(rules.price, wrong, right, "jackpot")
    if wager.bettor != wager.box_owner:
        yield from _on_anothers_box(code, rules, wager)
    elif not wager.box_has_stake:
        wrong = "There is no wager in this round on the box."
        right = "A jackpot wager goes with a wager on the game."
        yield Refusal(rules.needs_stake, wrong, right, "jackpot")


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


def acceptance(rules: WageringRules, *, accepted: bool) -> Cited[str]:
    """What a player relies on before the deal: to see to it is the player's part."""
    yes, no = "Your jackpot wager is in.", "Your jackpot wager is not in."
    return Cited(yes if accepted else no, rules.accepted)
