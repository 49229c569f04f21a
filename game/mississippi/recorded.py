"""A recorded round of Mississippi Stud, checked as it was played and settled."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.limits import TableLimits
from game.mississippi.hands import hand_of
from game.mississippi.replay import Recorded, as_played
from game.mississippi.round import Box, Status
from game.mississippi.settlement import result_of
from game.mississippi.settlement import settle as table_settles
from game.mississippi.wagers import fits, street_refusals
from game.play.checks import amount_refusals, is_whole, seat_refusals
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.mississippi import MississippiRules, StreetRules
from game.side_bets import (
    COVER_ALL_BONUS,
    COVER_ALL_MODE,
    THREE_CARD_BONUS,
    Placing,
    SideBetsOffered,
    may_place,
    three_card_table,
)
from game.wire.limits import counted, read_limits
from game.wire.lines import BadLine, Json, objects, only, text
from game.wire.recorded_cards import dealt_twice, read_cards, seats_twice
from game.wire.settle import Reason, ended, refused, write_lines
from rulebook import Cite, Refusal, Refused

_NEEDED = frozenset({"rulebook", "game", "community", "seats"})
_EXTRA = frozenset({"id", "limits", "three_card_table"})
_SEAT_NEEDED = frozenset({"seat", "hole", "ante", "streets"})
_SIDE_BETS = (THREE_CARD_BONUS, COVER_ALL_BONUS)
_SEAT_EXTRA = frozenset({"jackpot", *_SIDE_BETS})
ONE_HAND = Cite("HOUSE-STUD-6")
_PLAYING, _FOLDED = Status.PLAYING, Status.FOLDED


def settle(request: Json) -> Json:
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
    notes: dict[int, Refusal] = {}
    for found in objects(request, "seats"):
        only(found, _SEAT_NEEDED, _SEAT_EXTRA)
        box, wrong = _box(rules, found, limits, notes)
        if len(found) > len(_SEAT_NEEDED):
            sides = {w: found[w] for w in _SIDE_BETS if not _nothing(found, w)}
            box = box._replace(sides=tuple(sides.items()))
            wrong += _side_bets(rules, sides, table, box.seat, len(request["seats"]))
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
    limits: TableLimits | None,
    notes: dict[int, Refusal],
) -> tuple[Box, list[Refusal]]:
    number, deck = rules.hands.hole, rules.deck.size.cite
    hole, wrong = read_cards(text(found, "hole"), number, deck, "hole")
    seat, ante, streets = found["seat"], found["ante"], found["streets"]
    if not isinstance(streets, list):
        raise BadLine("“streets” must be a list.")
    reasons = [*wrong, *seat_refusals(rules.seats, seat)]
    reasons += amount_refusals(ante, "ante")
    jackpot = found.get("jackpot", 0)
    if jackpot != 0 or type(jackpot) is not int:
        reasons += amount_refusals(jackpot, "jackpot")
    if type(seat) is not int or not is_whole(ante):
        return Box(0, 0, hole=hole), reasons
    if limits is not None:
        counts = counted(rules, ante, limits)
        ante, reasons = counts.ante, [*reasons, *counts.against]
        if counts.note:
            notes[seat] = counts.note
    folded = bool(streets) and streets[-1] == "fold"
    bets = tuple(streets[:-1] if folded else streets)
    reasons += _decisions(rules, ante, bets, folded=folded)
    status = _FOLDED if folded else _PLAYING
    box = Box(seat, ante, "", jackpot, hole=hole, streets=bets, status=status)
    return box, reasons


def _decisions(
    rules: MississippiRules, ante: int, bets: Sequence[Any], *, folded: bool
) -> list[Refusal]:
    """What is wrong with the street bets of a hand, and with how many there are."""
    reasons: list[Refusal] = []
    for street, amount in zip(rules.streets, bets, strict=False):
        if not fits(street, ante, amount, street.sizes.value):
            reasons.extend(_no_bet(rules, street, ante, amount))
    if len(bets) > 3 or (folded and len(bets) == 3):
        wrong, right = "A decision follows 5th street.", "There are three streets."
        reasons.append(Refusal(rules.streets[2].decide, wrong, right, "streets"))
    elif not folded and len(bets) < 3:
        street = rules.streets[len(bets)]
        wrong = f"No decision on {street.name} street is recorded."
        right = "Bet on each of the three streets, or fold."
        reasons.append(Refusal(street.decide, wrong, right, street.name))
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
    rules: MississippiRules,
    stakes: Mapping[str, Any],
    table: str | None,
    seat: int,
    players: int,
) -> list[Refusal]:
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
        offered = SideBetsOffered(table, cover_all=True, shuffler_mode=COVER_ALL_MODE)
        placing = Placing(seat, 1, first_card_dealt=False, players=players)
        against = may_place(offered, placing, stakes)
        reasons.extend(against.refusals if against else ())
    return reasons


def _known_table(name: object) -> None:
    try:
        three_card_table(name if isinstance(name, str) else repr(name))
    except ValueError as wrong:
        raise BadLine(str(wrong)) from None


def _across_the_table(played: Recorded) -> Iterator[Reason]:
    """What no single seat shows: a card dealt twice, a seat twice, nobody there."""
    rules, seats, cards = played.rules, [], list(played.community)
    for box in played.boxes:
        cards += box.hole
        if box.seat:
            seats.append(box.seat)
    for why in dealt_twice(cards, rules.deck.size.cite):
        yield None, why
    yield from seats_twice(seats, ONE_HAND)
    if not played.boxes:
        wrong, right = "Nobody has anted.", "Only anted boxes play."
        yield None, Refusal(rules.wagers.buys_cards, wrong, right, "seats")


def _settled(played: Recorded) -> Json:
    """Settle the round as it is settled at a table, and tell it seat by seat."""
    lines = table_settles(as_played(played))
    if isinstance(lines, Refused):
        return refused((None, why) for why in lines.refusals)
    rules, community = played.rules, played.community
    seats: dict[int, Json] = {}
    for box in played.boxes:
        hand = hand_of(box.hole, community)
        seats[box.seat] = ended(box.seat, hand, result_of(rules, box, hand))
    write_lines(lines, seats)
    for seat, note in played.notes.items():
        seats[seat]["note"] = {"rule": note.cite.id, "reason": note.reason}
    return {"seats": list(seats.values())}
