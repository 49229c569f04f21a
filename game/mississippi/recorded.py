"""A recorded round of Mississippi Stud, checked as it was played and settled."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from game.cards import Card
from game.mississippi.round import Box, Round, Status
from game.mississippi.settlement import Hands, hand_of, paid, result_of
from game.mississippi.streets import fits, street_refusals
from game.mississippi.table import open_round
from game.play.checks import amount_refusals, seat_refusals
from game.play.moves import MOST
from game.play.phases import SETTLING
from game.play.setup import DEALT, Limits, Setup
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.mississippi import MississippiRules, StreetRules
from game.side_bets import (
    COVER_ALL_BONUS,
    THREE_CARD_BONUS,
    SideBetsOffered,
    may_place,
    three_card_table,
)
from game.wire.limits import counted, read_limits, read_warned
from game.wire.lines import BadLine, Json, Spelt, objects, only, text
from game.wire.recorded_cards import across_the_table, read_cards
from game.wire.settled import Ended, Notes, Reason, refused, settled
from rulebook import Cite, Refusal, Refused


class Recorded(NamedTuple):
    """A round as it was written down."""

    rules: MississippiRules
    community: tuple[Card, ...]
    boxes: tuple[Box, ...]
    three_card_table: str | None
    notes: Notes


def as_played(played: Recorded) -> Round:
    """The round as its moves leave it, before a hand is turned.

    It is the same as playing its moves one by one, only sooner.
    """
    empty = table(played.rules.code, played.three_card_table)
    return Round(
        empty.setup,
        empty.table,
        SETTLING,
        community=played.community,
        shown=len(played.community),
        boxes=tuple(sorted(played.boxes)),
    )


@cache
def table(code: str, three_card: str | None = None) -> Round:
    """A table for recorded rounds: the document's own, with every wager it knows."""
    rules = mississippi_rules(code)
    setup = Setup(
        "mississippi_stud",
        code,
        edition="",
        device=next(iter(rules.devices)),
        seats=rules.seats.value,
        limits=Limits(1, MOST),
        unit="chips",  # a maximum payout is posted at a table, not on a line
        cards=DEALT,
        three_card_table=three_card if code == "MASS" else None,
        cover_all=COVER_ALL_BONUS in rules.wagers.kinds.value,
    )
    opened = open_round(setup)
    if isinstance(opened, Refused):
        raise TypeError(str(opened))
    return opened


_NEEDED = frozenset({"rulebook", "game", "community", "seats"})
_EXTRA = frozenset({"id", "limits", "three_card_table"})
_SEAT_NEEDED = frozenset({"seat", "hole", "ante", "streets"})
_SIDE_BETS = (THREE_CARD_BONUS, COVER_ALL_BONUS)
_SEAT_EXTRA = frozenset({"jackpot", "warned", *_SIDE_BETS})
ONE_HAND = Cite("HOUSE-STUD-6")
# At hand, as every hand of a round asks for them.
_PLAYING, _FOLDED = Status.PLAYING, Status.FOLDED


def settle(request: Json) -> Json | Spelt:
    """Settle every seat of a recorded round, or refuse the round with all reasons."""
    reasons: list[Reason] = []
    played = read(request, reasons)
    return refused(reasons) if reasons else _settled(played)


def read(request: Json, reasons: list[Reason]) -> Recorded:
    """A round from its line; what a rule forbids in it goes to the reasons."""
    only(request, _NEEDED, _EXTRA)
    code = text(request, "rulebook")
    if code not in MISSISSIPPI_STUD:
        raise BadLine(f"“rulebook” must be one of {', '.join(MISSISSIPPI_STUD)}.")
    played = _read(mississippi_rules(code), request, reasons)
    reasons += _across_the_table(played)
    return played


def _read(rules: MississippiRules, request: Json, reasons: list[Reason]) -> Recorded:
    """Read the round; what a rule forbids goes to the reasons, seat by seat."""
    number, deck = rules.hands.community, rules.deck.size.cite
    community, wrong = read_cards(text(request, "community"), number, deck, "community")
    if wrong:
        reasons.extend((None, why) for why in wrong)
    limits = read_limits(request.get("limits"))
    table = request.get("three_card_table")
    if table is not None:
        _known_table(table)
    boxes: list[Box] = []
    notes: Notes = {}
    for found in objects(request, "seats"):
        only(found, _SEAT_NEEDED, _SEAT_EXTRA)
        box, wrong = _box(rules, found, limits, notes)
        if len(found) > len(_SEAT_NEEDED):  # something beside the main wagers
            sides = {w: found[w] for w in _SIDE_BETS if not _nothing(found, w)}
            box = box._replace(sides=tuple(sides.items()))
            wrong += _side_bets(rules, sides, table, len(request["seats"]))
        boxes.append(box)
        if wrong:
            seat = found["seat"] if type(found["seat"]) is int else None
            reasons.extend((seat, why) for why in wrong)
    return Recorded(rules, community, tuple(boxes), table, notes)


def _nothing(found: Json, wager: str) -> bool:
    """Whether a wager that may be left out is left out, or is 0."""
    stake = found.get(wager, 0)
    return type(stake) is int and stake == 0


def _box(
    rules: MississippiRules,
    found: Json,
    limits: Limits | None,
    notes: Notes,
) -> tuple[Box, tuple[Refusal, ...]]:
    number, deck = rules.hands.hole, rules.deck.size.cite
    hole, wrong = read_cards(text(found, "hole"), number, deck, "hole")
    seat, ante, streets = found["seat"], found["ante"], found["streets"]
    if not isinstance(streets, list):
        raise BadLine("“streets” must be a list.")
    no_ante = amount_refusals(ante, "ante")
    wrong += seat_refusals(rules.seats, seat) + no_ante
    jackpot, warned = 0, False
    if len(found) > len(_SEAT_NEEDED):
        jackpot, warned = found.get("jackpot", 0), read_warned(found)
    if jackpot != 0 or type(jackpot) is not int:
        wrong += amount_refusals(jackpot, "jackpot")
    if no_ante or type(seat) is not int:
        return Box(0, 0, hole=hole), wrong
    goes_back = None
    if limits is not None:
        counts = counted(rules, ante, limits, warned=warned)
        ante, wrong, goes_back = counts.ante, wrong + counts.against, counts.goes_back
        if counts.note:
            notes[seat] = counts.note
    folded = bool(streets) and streets[-1] == "fold"
    bets = tuple(streets[:-1] if folded else streets)
    wrong += _decisions(rules, ante, bets, folded=folded)
    status = _FOLDED if folded else _PLAYING
    if goes_back is not None:
        status = Status.VOID
    box = Box(seat, ante, "", jackpot, hole, bets, status, ruled=goes_back)
    return box, wrong


def _decisions(
    rules: MississippiRules, ante: int, bets: Sequence[Any], *, folded: bool
) -> tuple[Refusal, ...]:
    """What is wrong with the street bets of a hand, and with how many there are."""
    reasons: tuple[Refusal, ...] = ()
    for street, amount in zip(rules.streets, bets, strict=False):
        if not fits(street, ante, amount, street.sizes.value):
            reasons += tuple(_no_bet(rules, street, ante, amount))
    decisions = len(bets) + folded
    if decisions > 3:
        wrong, right = "A decision follows 5th street.", "There are three streets."
        reasons += (Refusal(rules.streets[2].decide, wrong, right, "streets"),)
    elif decisions < 3 and not folded:
        street = rules.streets[len(bets)]
        wrong = f"No decision on {street.name} street is recorded."
        right = "Bet on each of the three streets, or fold."
        reasons += (Refusal(street.decide, wrong, right, street.name),)
    return reasons


def _no_bet(
    rules: MississippiRules, street: StreetRules, ante: int, amount: Any
) -> Iterator[Refusal]:
    if amount == "fold":
        wrong, right = "A decision follows a fold.", "A folded hand is out."
        yield Refusal(rules.folding.final, wrong, right, street.name)
    elif isinstance(amount, str):
        wrong, right = f"“{amount}” is no decision.", "Bet an amount, or fold."
        yield Refusal(street.decide, wrong, right, street.name)
    else:
        yield from street_refusals(street, ante, amount, street.sizes.value)


def _side_bets(
    rules: MississippiRules, stakes: Mapping[str, Any], table: str | None, players: int
) -> tuple[Refusal, ...]:
    """What stands against the side bets of a seat, where its document has them."""
    reasons = [
        Refusal(
            rules.wagers.kinds.cite, f"There is no {wager} wager here.", field=wager
        )
        for wager in stakes
        if wager not in rules.wagers.kinds.value
    ]
    for wager, stake in stakes.items():
        reasons.extend(amount_refusals(stake, wager))
    if not reasons:
        offered = SideBetsOffered(table, cover_all=True, players=players)
        return tuple(may_place(offered, stakes))
    return tuple(reasons)


def _known_table(name: object) -> None:
    try:
        three_card_table(name if isinstance(name, str) else repr(name))
    except ValueError as wrong:
        raise BadLine(str(wrong)) from None


def _across_the_table(played: Recorded) -> list[Reason]:
    """What no single seat shows: a card dealt twice, a seat twice, nobody there."""
    rules, boxes, cards = played.rules, played.boxes, list(played.community)
    for box in boxes:
        cards += box.hole
    seats = [box.seat for box in boxes if box.seat]
    reasons = across_the_table(cards, seats, rules.deck.size.cite, ONE_HAND)
    if not boxes:
        wrong, right = "Nobody has anted.", "Only anted boxes play."
        why = Refusal(rules.wagers.buys_cards, wrong, right, "seats")
        reasons.append((None, why))
    return reasons


def _settled(played: Recorded) -> Spelt:
    """Settle the round as it is settled at a table, and tell it seat by seat."""
    rules, community = played.rules, played.community
    seats: dict[int, Ended] = {}
    hands: Hands = {}
    for box in played.boxes:
        hands[box.seat] = hand = hand_of(box.hole, community)
        seats[box.seat] = Ended(hand, result_of(rules, box, hand))
    now = as_played(played)
    return settled(seats, paid(now, now.boxes, hands), played.notes)
