"""Conduct at the table: closing it, idle seats, disputes, and who may be shown what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from game.ranks import Rank, may_act, outranked
from game.signs import Sign, too_early
from rulebook import CROWN3, NSW3, STAR4, Cite, Cited, Refusal, Refused, refusing


@dataclass(frozen=True, slots=True)
class ConductRules:
    """What one document says about conduct at a table."""

    code: str
    closing_power: Rank
    closing_hands: Cited[int] | None  # so many hands of notice, or
    closing_sign: Cited[timedelta] | None  # a sign for so long
    idle_rounds: Cited[int]
    first_word: Cited[tuple[Rank, str]]  # who hears a dispute first
    last_word: Cited[tuple[Rank, str]]  # who reviews that, or has the last word
    told_of_right: Cited[str]  # what an unhappy person must be told
    complaint: Cite
    rules_shown: Cite
    staff_exempt: Cite  # staff on duty may use analysis
    no_advice: Cite


_AREA_MANAGER = (Rank.AREA_MANAGER, "TG Area Manager")
_GAMING = (Rank.SUPERVISOR, "Gaming Supervisor")
_CASINO = (Rank.SUPERVISOR, "Casino Supervisor")

CONDUCT: Mapping[str, ConductRules] = {
    "CROWN3": ConductRules(
        code="CROWN3",
        closing_power=Rank.SUPERVISOR,
        closing_hands=Cited(3, CROWN3.at("13.7")),
        closing_sign=None,
        idle_rounds=Cited(3, CROWN3.at("13.8")),
        first_word=Cited(_AREA_MANAGER, CROWN3.at("13.10")),
        last_word=Cited(_AREA_MANAGER, CROWN3.at("13.10")),
        told_of_right=Cited(
            "An inspector is in the casino and may be consulted.", CROWN3.at("13.9")
        ),
        complaint=CROWN3.at("13.11"),
        rules_shown=CROWN3.at("13.13"),
        staff_exempt=CROWN3.at("13.1"),
        no_advice=CROWN3.at("13.5"),
    ),
    "NSW3": ConductRules(
        code="NSW3",
        closing_power=Rank.SUPERVISOR,
        closing_hands=None,
        closing_sign=Cited(timedelta(minutes=20), NSW3.at("13.8")),
        idle_rounds=Cited(3, NSW3.at("13.9")),
        first_word=Cited(_GAMING, NSW3.at("13.12")),
        last_word=Cited(_CASINO, NSW3.at("13.12")),
        told_of_right=Cited(
            "A complaint may be lodged with an inspector under section 33.",
            NSW3.at("13.13"),
        ),
        complaint=NSW3.at("13.13"),
        rules_shown=NSW3.at("13.14"),
        staff_exempt=NSW3.at("13.2"),
        no_advice=NSW3.at("13.6"),
    ),
    "STAR4": ConductRules(
        code="STAR4",
        closing_power=Rank.SUPERVISOR,
        closing_hands=None,
        closing_sign=Cited(timedelta(minutes=20), STAR4.at("13.13")),
        idle_rounds=Cited(3, STAR4.at("13.14")),
        first_word=Cited(_GAMING, STAR4.at("13.17")),
        last_word=Cited(_CASINO, STAR4.at("13.17")),
        told_of_right=Cited(
            "A complaint may be lodged with an inspector under section 33.",
            STAR4.at("13.18"),
        ),
        complaint=STAR4.at("13.18"),
        rules_shown=STAR4.at("13.20"),
        staff_exempt=STAR4.at("13.7"),
        no_advice=STAR4.at("13.11"),
    ),
}


NO_SIGN = Sign(None)


@dataclass(frozen=True, slots=True)
class Closing:
    """A table about to close."""

    occupied: bool
    by: Rank
    sign: Sign = NO_SIGN
    hands_since_notice: int | None = None  # None: no notice was given


@refusing
def may_close_table(
    rules: ConductRules, closing: Closing, now: datetime
) -> Iterator[Refusal]:
    """Whether a table may close: an empty one at once, else after its notice."""
    if not closing.occupied:
        return
    sign, hands = rules.closing_sign, rules.closing_hands
    cite = sign.cite if sign else hands.cite if hands else rules.complaint
    if refusal := outranked(rules.code, closing.by, rules.closing_power, cite):
        yield refusal
    if sign and (refusal := too_early([closing.sign], sign, now, "closing the table")):
        yield refusal
    if hands and (closing.hands_since_notice or 0) < hands.value:
        wrong = f"{closing.hands_since_notice or 0} hands were played since the notice."
        right = f"Players get notice of {hands.value} whole hands."
        yield Refusal(hands.cite, wrong, right)


@refusing
def may_ask_to_vacate(
    rules: ConductRules, rounds_idle: int, *, all_other_seats_taken: bool
) -> Iterator[Refusal]:
    """Whether an idle player may be asked to give up the seat; nobody is removed."""
    idle = rules.idle_rounds
    if rounds_idle < idle.value:
        wrong = f"The player sat out {rounds_idle} of {idle.value} rounds in a row."
        yield Refusal(idle.cite, wrong, "Wait until then.", "seat")
    if not all_other_seats_taken:
        wrong, right = "There is a free seat.", "Offer that one to whoever waits."
        yield Refusal(idle.cite, wrong, right, "seat")


class DisputeStatus(StrEnum):
    """How far a dispute has come."""

    OPEN = "open"
    DECIDED = "decided"
    REVIEW = "under review"
    UNRESOLVED = "unresolved"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute or complaint about a game."""

    status: DisputeStatus = DisputeStatus.OPEN
    review_requested: bool = False
    told_of_right: bool = False  # recorded when and how it was delivered
    satisfied: bool = False


def assigned_to(rules: ConductRules, dispute: Dispute) -> Cited[tuple[Rank, str]]:
    """Who decides a dispute now: first instance, or the review if one is asked for."""
    return rules.last_word if dispute.review_requested else rules.first_word


def may_decide(rules: ConductRules, dispute: Dispute, by: Rank) -> Refused | None:
    """Whether this rank may decide a dispute, or review its decision."""
    power = assigned_to(rules, dispute)
    return may_act(rules.code, by, power.value[0], power.cite)


def may_leave_unresolved(rules: ConductRules, dispute: Dispute) -> Refused | None:
    """Whether a dispute may be closed or left: the person was told of their right."""
    if dispute.satisfied or dispute.told_of_right:
        return None
    right = rules.told_of_right
    wrong = "The person has not been told of their right."
    return Refused((Refusal(right.cite, wrong, f"Say: {right.value}"),))


def referral(rules: ConductRules) -> Cited[str]:
    """What is always open to a patron who complains about the conduct of gaming."""
    return Cited("Refer the complaint to the regulator.", rules.complaint)


class Aid(StrEnum):
    """What software can tell somebody during play."""

    CARDS_LEFT = "which cards are still in the deck"
    ADVICE = "how to play"


def may_show(rules: ConductRules, aid: Aid, to: Rank) -> Cited[bool]:
    """Whether an aid may be shown: analysis to staff on duty, advice to nobody."""
    match aid:
        case Aid.CARDS_LEFT:
            return Cited(to > Rank.PLAYER, rules.staff_exempt)
        case Aid.ADVICE:
            return Cited(value=False, cite=rules.no_advice)


# A game is what is played at one table: what is ruled there touches no other.
ONE_TABLE: Mapping[str, Cite] = {"CROWN3": CROWN3.at("1.3")}
BARS: Mapping[str, Mapping[str, Cite]] = {
    "CROWN3": {"game": CROWN3.at("13.2.2")},
    "NSW3": {
        "pairs": NSW3.at("11.10.2"),
        "game": NSW3.at("13.3.2"),
        "casino": NSW3.at("13.3.3"),
        "first": NSW3.at("11.10.1"),
        "english": NSW3.at("11.10.3"),
    },
    "STAR4": {
        "pairs": STAR4.at("11.10.2"),
        "game": STAR4.at("13.8.2"),
        "casino": STAR4.at("13.8.3"),
        "first": STAR4.at("11.10.1"),
        "english": STAR4.at("11.10.3"),
    },
}
