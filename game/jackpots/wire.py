"""Jackpot questions as JSON objects, and their answers."""

from collections.abc import Callable, Mapping
from typing import Any

from game.hands import Category
from game.jackpots.displayed import as_displayed
from game.jackpots.prizes import MeterShare, PrizeTable
from game.jackpots.rules import SharingRules
from game.jackpots.seat_by_seat import IN_SEAT_ORDER, SHARES, meter_awards
from game.jackpots.shared import Guaranteed, share
from game.jackpots.shares import Share, Shares, card_alarm, own_cards_alarm
from game.jackpots.simultaneous import simultaneous, split
from game.rulebooks import nsw3_jackpots, star4_jackpots
from rulebook import CROWN3, Refusal

Question = Mapping[str, Any]
Answer = dict[str, Any]
MOST_WINNERS = 52  # a deck has no more cards, let alone hands


def answer(question: Question) -> Answer:
    """Work out one question; a malformed one raises ValueError with a sentence."""
    code = question.get("rulebook")
    if not isinstance(code, str) or code not in _BY_RULEBOOK:
        known = ", ".join(_BY_RULEBOOK)
        raise ValueError(f"“rulebook” must be one of {known}, not {code!r}.")
    return {"id": question.get("id"), **_BY_RULEBOOK[code](question)}


def _crown3(question: Question) -> Answer:
    meter, reseed = _amount(question, "meter_cents"), _amount(question, "reseed_cents")
    royals, flushes = _hits(question)
    shares = split(simultaneous(meter, reseed, royals, flushes))
    below = None
    if meter < reseed:
        below = Refusal(
            CROWN3.at("9.4.1"),
            f"The meter of {meter} cents is below its reseed value.",
            f"It is reset to no less than {reseed} cents.",
        )
    return _told(shares, card_alarm(royals, flushes), below)


def _nsw3(question: Question) -> Answer:
    least = _amount(question, "minimum_each_cents")
    return _shared(question, nsw3_jackpots.SHARING, Guaranteed(least, least))


def _star4(question: Question) -> Answer:
    """The sign may promise more than the document guarantees, never less."""
    pays = star4_jackpots.PAYS
    signed = 0
    if "minimum_each_cents" in question:
        signed = _amount(question, "minimum_each_cents")
    least = Guaranteed(
        max(signed, _guaranteed(pays, Category.ROYAL_FLUSH)),
        max(signed, _guaranteed(pays, Category.STRAIGHT_FLUSH)),
    )
    return _shared(question, star4_jackpots.SHARING, least)


def _guaranteed(pays: PrizeTable, hand: Category) -> int:
    prize = pays.prizes[hand].value
    return prize.at_least_cents if isinstance(prize, MeterShare) else prize.cents


def _shared(question: Question, rules: SharingRules, least: Guaranteed) -> Answer:
    hits = _hits(question)
    meter = _amount(question, "meter_cents")
    return _told(share(rules, meter, least, hits), card_alarm(*hits))


def _vic99(question: Question) -> Answer:
    royals, flushes = _hits(question)
    shares = as_displayed(_amount(question, "meter_cents"), royals, flushes)
    return _told(shares, own_cards_alarm(royals, flushes))


def _mass(question: Question) -> Answer:
    meter, winners = _amount(question, "meter_cents"), _winners(question)
    reset = 0
    if Category.ROYAL_FLUSH in winners[:-1] or "reseed_cents" in question:
        # Whoever follows a royal flush is paid from the reset value.
        reset = _amount(question, "reseed_cents")
    awards = tuple(meter_awards(meter, reset, winners))
    told: Answer = {
        "meter_used_cents": meter,
        "pays_cents": [award.cents for award in awards],
        "rule": str(IN_SEAT_ORDER),
    }
    royals = winners.count(Category.ROYAL_FLUSH)
    return told | _alarms(card_alarm(royals, len(winners) - royals))


_BY_RULEBOOK: Mapping[str, Callable[[Question], Answer]] = {
    "CROWN3": _crown3,
    "MASS": _mass,
    "VIC99": _vic99,
    "NSW3": _nsw3,
    "STAR4": _star4,
}


def _told(shares: Shares, *alarms: Refusal | None) -> Answer:
    return {
        "meter_used_cents": shares.meter_used_cents,
        "royal_each": _each(shares.royal),
        "straight_flush_each": _each(shares.straight_flush),
        "rule": str(shares.cite),
    } | _alarms(*alarms)


def _each(each: Share | None) -> Answer | None:
    return {"exact": each.exact_dollars, "cents": each.cents} if each else None


def _alarms(*alarms: Refusal | None) -> Answer:
    raised = " ".join(f"{alarm.reason} [{alarm.cite}]" for alarm in alarms if alarm)
    return {"alarm": raised} if raised else {}


def _hits(question: Question) -> tuple[int, int]:
    royals = _amount(question, "royals")
    flushes = _amount(question, "straight_flushes")
    if royals + flushes > MOST_WINNERS:
        raise ValueError(f"{royals + flushes} winning hands are more than a deck has.")
    return royals, flushes


def _winners(question: Question) -> tuple[Category, ...]:
    winners = question.get("winners")
    if not isinstance(winners, list):
        wrong = "“winners” must be a list of hands from the dealer's right."
        raise ValueError(wrong)  # noqa: TRY004  the line is bad, not the program
    if len(winners) > MOST_WINNERS:
        raise ValueError(f"{len(winners)} winning hands are more than a deck has.")
    known = {str(hand): hand for hand in SHARES}
    for hand in winners:
        if not isinstance(hand, str) or hand not in known:
            allowed = " or ".join(known)
            raise ValueError(f"A winner holds a {allowed}, not {hand!r}.")
    return tuple(known[hand] for hand in winners)


def _amount(question: Question, field: str) -> int:
    if field not in question:
        raise ValueError(f"“{field}” is missing.")
    value = question[field]
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"“{field}” must be a whole number from 0 up, not {value!r}.")
    return value
