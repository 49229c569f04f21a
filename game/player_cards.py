"""Player cards: whose card a wager is made with, and what an invalid wager comes to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from game.line import Line
from rulebook import STAR4, Cite, Cited, Refusal, Refused, refusing

REQUIRED_FROM = date(2024, 8, 19)
# The documents by which every player has a card of their own, each with its rule.
CARDS_NEEDED: Mapping[str, Cite] = {"STAR4": STAR4.at("13.1")}


class CardKind(StrEnum):
    """What the casino has issued to a player; every kind counts."""

    PHYSICAL = "physical card"
    DIGITAL = "digital card"
    CLUB = "club membership card"
    SOCIAL = "social member's card"


# Anything the casino issued as a player card is one, whatever it looks like.
PLAYER_CARDS = dict.fromkeys(CardKind, STAR4.at("1.1:Player Card"))


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A card as it is presented at the table."""

    holder: str
    kind: CardKind = CardKind.PHYSICAL
    valid: bool = True


class Claim(StrEnum):
    """What somebody betting with another's card may claim; none of it helps."""

    AGENT = "an agent"
    REPRESENTATIVE = "a representative"
    POWER_OF_ATTORNEY = "a power of attorney"
    OWN_MONEY = "that the money is their own"


@dataclass(frozen=True, slots=True)
class Bettor:
    """Somebody about to bet: who they are, for whom they bet and with which card."""

    person: str
    card: PlayerCard | None
    on_behalf_of: str = ""
    principal_at_table: bool = False
    physical_help_only: bool = False  # moving chips for somebody who cannot
    gains_from_it: bool = False
    claims: tuple[Claim, ...] = ()


def helps_only(bettor: Bettor) -> bool:
    """Whether betting for another is mere physical help to a player at the table."""
    present = bettor.principal_at_table and bettor.physical_help_only
    return bool(bettor.on_behalf_of) and present and not bettor.gains_from_it


def may_start_play(bettor: Bettor, on: date) -> Refused | None:
    """Whether somebody may start to play: from the day cards are required, with one."""
    if on < REQUIRED_FROM or _card_is_valid(bettor.card):
        return None
    wrong = f"{bettor.person} has no valid player card."
    return Refused((Refusal(STAR4.at("5.1"), wrong, "Have one issued first."),))


def _card_is_valid(card: PlayerCard | None) -> bool:
    return card is not None and card.valid and card.kind in PLAYER_CARDS


@refusing
def invalid(bettor: Bettor, on: date) -> Iterator[Refusal]:
    """Every reason why this person's wagers are invalid, if they are."""
    if on < REQUIRED_FROM:
        return
    player = bettor.on_behalf_of if helps_only(bettor) else bettor.person
    if not _card_is_valid(bettor.card):
        wrong = f"{player} plays without a valid player card."
        yield Refusal(STAR4.at("13.1"), wrong, "Use a valid card of your own.")
    elif bettor.card and bettor.card.holder != player:
        wrong = f"The card is {bettor.card.holder}'s, not {player}'s."
        yield Refusal(STAR4.at("13.1"), wrong, "Use your own card.")
        yield from map(_claim, bettor.claims)
    if bettor.on_behalf_of and not helps_only(bettor):
        wrong = f"{bettor.person} bets for {bettor.on_behalf_of}."
        right = "Betting for another is not allowed."
        yield Refusal(STAR4.at("13.21"), wrong, right)
        if bettor.principal_at_table:
            wrong = "It is more than physical help to a player at this table."
            right = "Help without gain may be given to a player who is present."
            yield Refusal(STAR4.at("1.1:Proxy Betting"), wrong, right)


def _claim(claim: Claim) -> Refusal:
    cite = STAR4.at("13.1.1")
    if claim is Claim.OWN_MONEY:
        cite = STAR4.at("13.1.2")
    return Refusal(cite, f"Claiming {claim} makes no difference.")


def is_void(bettor: Bettor, on: date) -> Cited[bool]:
    """Whether this person's wagers are void: an invalid wager has no result at all."""
    return Cited(invalid(bettor, on) is not None, STAR4.at("1.1:Invalid wager"))


class FoundWhen(StrEnum):
    """When an invalid wager is found."""

    BEFORE = "before the hand begins"
    DURING = "in the course of the hand"
    AFTER = "once the hand is settled"


@dataclass(frozen=True, slots=True)
class InvalidWagers:
    """What is ruled on invalid wagers."""

    cite: Cite
    spoken: str
    goes_back: bool = True
    needs_confirming: bool = False  # where they lose, on a supervisor's word


def rule_on_invalid(found: FoundWhen, lines: Sequence[Line] = ()) -> InvalidWagers:
    """Rule on a player's invalid wagers by the moment they are found."""
    match found:
        case FoundWhen.BEFORE:
            spoken = "The wager is invalid. It goes back; no cards."
            return InvalidWagers(STAR4.at("11.16.1"), spoken)
        case FoundWhen.DURING:
            lost = any(line.net < 0 for line in lines)
            spoken = "The wagers are invalid. They go back, nothing is won."
            return InvalidWagers(STAR4.at("11.16.2"), spoken, needs_confirming=lost)
        case FoundWhen.AFTER:
            spoken = "The hand is settled; its wagers and results stand."
            return InvalidWagers(STAR4.at("11.16.3"), spoken, goes_back=False)


def stage(*, first_card_dealt: bool, settled: bool) -> tuple[FoundWhen, Cite]:
    """When a wager is found invalid, which decides how it is handled."""
    cite = STAR4.at("11.16")
    if settled:
        return FoundWhen.AFTER, cite
    return (FoundWhen.DURING if first_card_dealt else FoundWhen.BEFORE), cite


def owed(amount: int, *, in_breach: bool) -> Cited[int]:
    """What must be paid: nothing to whoever bet against the employees' policy."""
    return Cited(0 if in_breach else amount, STAR4.at("13.19"))
