"""What a finished hand is worth, wager by wager, and where its cards go."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.cards import Card
from game.hands import StudHand, rank_hand, stud_hand
from game.line import Line
from game.mississippi.round import Box, Status
from game.rulebooks.mississippi import MississippiRules, Result
from rulebook import Cite


def hand_of(hole: Sequence[Card], community: Sequence[Card]) -> StudHand:
    """The hand of a box: its two cards and the three shared ones, all of them."""
    return stud_hand(rank_hand((*hole, *community)))


def result_of(rules: MississippiRules, box: Box, hand: StudHand) -> Result:
    """How the box ended, in one word."""
    if box.status is Status.VOID:
        return Result.VOID
    return Result.FOLD if box.given_up else rules.settlement.ante[hand].result


def lines_of(
    rules: MississippiRules, box: Box, hand: StudHand | None
) -> tuple[Line, ...]:
    """Every wager of a box, settled, each with the rule that settles it."""
    if box.status is Status.VOID:
        return tuple(_void(rules, box))
    if box.given_up or hand is None:
        return tuple(_given_up(rules, box))
    seat, settlement = box.seat, rules.settlement
    ante, street = settlement.ante[hand], settlement.street[hand]
    lines = [Line(seat, "ante", box.ante, ante.net(box.ante), ante.cite)]
    for rule, stake in zip(rules.streets, box.streets, strict=True):
        lines.append(Line(seat, rule.name, stake, street.net(stake), street.cite))
    return tuple(lines)


def _void(rules: MississippiRules, box: Box) -> Iterator[Line]:
    """A void hand neither wins nor loses; a jackpot wager is left to the ruling."""
    cite = box.ruled or rules.void.hand
    yield Line(box.seat, "ante", box.ante, 0, cite)
    for rule, stake in zip(rules.streets, box.streets, strict=False):
        yield Line(box.seat, rule.name, stake, 0, cite)


def _given_up(rules: MississippiRules, box: Box) -> Iterator[Line]:
    """A hand given up loses what it staked; the document says what of a jackpot."""
    seat, folding = box.seat, rules.folding
    cite = _why_given_up(rules, box)
    by_fold = box.status is Status.FOLDED and rules.settlement.ante_folded
    yield Line(seat, "ante", box.ante, -box.ante, by_fold or cite)
    for rule, stake in zip(rules.streets, box.streets, strict=False):
        yield Line(seat, rule.name, stake, -stake, cite)
    if box.jackpot and box.status is Status.FORFEITED:
        yield Line(seat, "jackpot", box.jackpot, -box.jackpot, cite)
    elif box.jackpot and folding.jackpot_lost.value:
        stake = box.jackpot
        yield Line(seat, "jackpot", stake, -stake, folding.jackpot_lost.cite)


def _why_given_up(rules: MississippiRules, box: Box) -> Cite:
    match box.status:
        case Status.ABSENT:
            return rules.folding.absent
        case Status.FORFEITED:
            return box.ruled or rules.folding.forfeit.cite
        case Status.CONCEDED if rules.folding.concede:
            return rules.folding.concede
        case _:
            return rules.streets[len(box.streets)].fold


class Where(StrEnum):
    """Where a player's cards go."""

    RACK = "to the discard rack"
    JACKPOT_AREA = "face down on the player's jackpot area"
    FACE_UP = "left face up on the layout"


@dataclass(frozen=True, slots=True)
class Handling:
    """What the dealer does with a hand once it is decided, and under which rules."""

    seat: int
    cards: Where
    cards_cite: Cite
    stakes_cite: Cite
    announced: Cite | None = None  # the rule that names the hand


def handle(rules: MississippiRules, box: Box, hand: StudHand | None) -> Handling:
    """What happens to the stakes and the cards of a decided box."""
    folding, settlement = rules.folding, rules.settlement
    if box.given_up or hand is None:
        taken = folding.collected
        if box.jackpot and folding.held:
            return Handling(box.seat, Where.JACKPOT_AREA, folding.held, taken)
        return Handling(box.seat, Where.RACK, folding.discarded, taken)
    result, named = settlement.ante[hand].result, rules.hands.ranking.value[hand]
    stakes = settlement.handling[result]
    if box.jackpot:
        waits = settlement.jackpot_waits
        return Handling(box.seat, Where.FACE_UP, waits, stakes, named)
    if result is Result.WIN and settlement.winners_stay:
        stay = settlement.winners_stay
        return Handling(box.seat, Where.FACE_UP, stay, stakes, named)
    return Handling(box.seat, Where.RACK, settlement.discard, stakes, named)


@dataclass(frozen=True, slots=True)
class Claim:
    """A jackpot wager still alive when the hands are known: the jackpot decides it."""

    seat: int
    stake: int
    rank: int
    folded: bool
    cite: Cite


def claim_of(
    rules: MississippiRules, box: Box, community: Sequence[Card]
) -> Claim | None:
    """The jackpot wager of a box, if the document lets it live to the end."""
    if not box.jackpot or box.status in {Status.VOID, Status.FORFEITED}:
        return None  # no result, or every wager forfeited
    if box.given_up and rules.folding.jackpot_lost.value:
        return None
    only = rules.folding.paid_only_jackpot
    cite = only if box.given_up and only else rules.settlement.jackpot_waits
    rank = rank_hand((*box.hole, *community))
    return Claim(box.seat, box.jackpot, rank, box.given_up, cite)
