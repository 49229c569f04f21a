"""Jackpot questions as JSON objects, and their answers."""

from collections.abc import Callable, Mapping

from game.hands import Category
from game.jackpots.caribbean import as_displayed
from game.jackpots.crown_round import simultaneous, split
from game.jackpots.prizes import figure_on_sign
from game.jackpots.rules import SharingRules
from game.jackpots.seat_by_seat import IN_SEAT_ORDER, SHARES, meter_awards
from game.jackpots.shared_round import Guaranteed, share
from game.jackpots.shares import Share, Shares, card_alarm, own_cards_alarm
from game.rulebooks import nsw3_jackpots, star4_jackpots
from game.wire.lines import BadLine, Json, only
from rulebook import CROWN3, Refusal

MOST_WINNERS = 52  # a deck has no more cards, let alone hands


# A key some other document asks for does no harm; one that nobody knows may be a slip.
_KEYS = frozenset({"id", "meter_cents", "reseed_cents", "minimum_each_cents"})
_KEYS |= {"royals", "straight_flushes", "winners"}


def answer(question: Json) -> Json:
    """Work out one question; a malformed one is a bad line."""
    only(question, frozenset({"rulebook"}), _KEYS)
    code = question["rulebook"]
    if not isinstance(code, str) or code not in _BY_RULEBOOK:
        known = ", ".join(_BY_RULEBOOK)
        raise BadLine(f"“rulebook” must be one of {known}, not {code!r}.")
    return _BY_RULEBOOK[code](question)


def _crown3(question: Json) -> Json:
    meter, reseed = _amount(question, "meter_cents"), _amount(question, "reseed_cents")
    royals, flushes = _hits(question)
    shares = split(simultaneous(meter, reseed, royals, flushes))
    below = None
    if meter < reseed:
        wrong = f"The meter of {meter} cents is below its reseed value."
        right = f"It is reset to no less than {reseed} cents."
        below = Refusal(CROWN3.at("9.4.1"), wrong, right)
    return _told(shares, card_alarm(royals, flushes), below)


def _nsw3(question: Json) -> Json:
    least = _amount(question, "minimum_each_cents")
    return _shared(question, nsw3_jackpots.SHARING, Guaranteed(least, least))


def _star4(question: Json) -> Json:
    """The sign may promise more than the document guarantees, never less."""
    pays = star4_jackpots.PAYS.prizes
    signed = 0
    if "minimum_each_cents" in question:
        signed = _amount(question, "minimum_each_cents")
    least = Guaranteed(
        max(signed, figure_on_sign(pays[Category.ROYAL_FLUSH].value)),
        max(signed, figure_on_sign(pays[Category.STRAIGHT_FLUSH].value)),
    )
    return _shared(question, star4_jackpots.SHARING, least)


def _shared(question: Json, rules: SharingRules, least: Guaranteed) -> Json:
    hits = _hits(question)
    meter = _amount(question, "meter_cents")
    return _told(share(rules, meter, least, hits), card_alarm(*hits))


def _vic99(question: Json) -> Json:
    royals, flushes = _hits(question)
    shares = as_displayed(_amount(question, "meter_cents"), royals, flushes)
    return _told(shares, own_cards_alarm(royals, flushes))


def _mass(question: Json) -> Json:
    meter, winners = _amount(question, "meter_cents"), _winners(question)
    reset = 0
    if Category.ROYAL_FLUSH in winners[:-1] or "reseed_cents" in question:
        # Whoever follows a royal flush is paid from the reset value.
        reset = _amount(question, "reseed_cents")
    awards = tuple(meter_awards(meter, reset, winners))
    told: Json = {
        "meter_used_cents": meter,
        "pays_cents": [award.cents for award in awards],
        "rule": str(IN_SEAT_ORDER),
    }
    royals = winners.count(Category.ROYAL_FLUSH)
    return told | _alarms(card_alarm(royals, len(winners) - royals))


_BY_RULEBOOK: Mapping[str, Callable[[Json], Json]] = {
    "CROWN3": _crown3,
    "MASS": _mass,
    "VIC99": _vic99,
    "NSW3": _nsw3,
    "STAR4": _star4,
}


def _told(shares: Shares, *alarms: Refusal | None) -> Json:
    return {
        "meter_used_cents": shares.meter_used_cents,
        "royal_each": _each(shares.royal),
        "straight_flush_each": _each(shares.straight_flush),
        "rule": str(shares.cite),
    } | _alarms(*alarms)


def _each(each: Share | None) -> Json | None:
    return {"exact": each.exact_dollars, "cents": each.cents} if each else None


def _alarms(*alarms: Refusal | None) -> Json:
    raised = " ".join(f"{alarm.reason} [{alarm.cite}]" for alarm in alarms if alarm)
    return {"alarm": raised} if raised else {}


def _hits(question: Json) -> tuple[int, int]:
    royals = _amount(question, "royals")
    flushes = _amount(question, "straight_flushes")
    if royals + flushes > MOST_WINNERS:
        raise BadLine(f"{royals + flushes} winning hands are more than a deck has.")
    return royals, flushes


def _winners(question: Json) -> tuple[Category, ...]:
    winners = question.get("winners")
    if not isinstance(winners, list):
        wrong = "“winners” must be a list of hands from the dealer's right."
        raise BadLine(wrong)
    if len(winners) > MOST_WINNERS:
        raise BadLine(f"{len(winners)} winning hands are more than a deck has.")
    known = {str(hand): hand for hand in SHARES}
    for hand in winners:
        if not isinstance(hand, str) or hand not in known:
            allowed = " or ".join(known)
            raise BadLine(f"A winner holds a {allowed}, not {hand!r}.")
    return tuple(known[hand] for hand in winners)


def _amount(question: Json, field: str) -> int:
    if field not in question:
        raise BadLine(f"“{field}” is missing.")
    value = question[field]
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadLine(f"“{field}” must be a whole number from 0 up, not {value!r}.")
    return value
