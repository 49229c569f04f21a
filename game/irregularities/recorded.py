"""A round as `settle` takes it, written down up to where it went wrong."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.baccarat.coup import Bet
from game.cards import Card, parse
from game.caribbean import round as caribbean
from game.irregularities import unfinished
from game.mississippi import round as stud
from game.mississippi.wagers import fits, street_refusals
from game.play.checks import amount_refusals, seat_refusals
from game.play.moves import MOST
from game.play.phases import Phase
from game.play.setup import Limits, Setup
from game.play.state import State
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import MississippiRules
from game.rulebooks.punto_banco import Spot
from game.rulebooks.vic99 import BACCARAT, CARIBBEAN_STUD
from game.side_bets import COVER_ALL_BONUS, THREE_CARD_BONUS
from game.wire.limits import read_limits
from game.wire.lines import BadLine, Json, objects, only, text
from game.wire.recorded_cards import dealt_twice, seats_twice
from game.wire.settle import Reason
from rulebook import HOUSE, Cite, Refusal

ONE_HAND = HOUSE.at("STUD-6")
STAGES = {
    "antes": Phase.BETTING,
    "dealing": Phase.DEALING,
    "betting": Phase.DECIDING,
    "settling": Phase.SETTLING,
}
_ALL = frozenset({"id", "situation", "rulebook", "game", "limits", "stage", "called"})
_SEAT = frozenset({"player", "looked", "jackpot"})
SIDES = (THREE_CARD_BONUS, COVER_ALL_BONUS)


@dataclass(frozen=True, slots=True)
class Written:
    """A round as far as it was written down, and the stages it may have come to."""

    game: str
    code: str
    seats: int
    stages: tuple[str, ...]  # the likeliest first
    at: Callable[[str], State[Any]]  # the round as it is at a stage
    players: Mapping[int, str]
    looked: tuple[int, ...]
    reasons: tuple[Reason, ...]  # what a rule forbids


def read(request: Json, *, trust: frozenset[str] = frozenset()) -> Written:
    """The round of a request; `trust` names what went wrong and is not checked."""
    game = request.get("game")
    if not isinstance(game, str) or game not in _READERS:
        raise BadLine(f"“game” must be one of {', '.join(_READERS)}.")
    stage = request.get("stage")
    if stage is not None and stage not in STAGES:
        raise BadLine(f"“stage” must be one of {', '.join(STAGES)}.")
    read_limits(request.get("limits"))
    return _READERS[game](request, trust)


def _cards(found: Json, key: str, most: int) -> tuple[Card, ...]:
    written = text(found, key) if found.get(key) is not None else ""
    try:
        cards = parse(written)
    except ValueError as unknown:
        raise BadLine(f"“{key}”: {unknown}") from None
    if len(cards) > most:
        raise BadLine(f"“{key}” has more than {most} cards.")
    return cards


def _seat(found: Json) -> int:
    return found["seat"] if type(found["seat"]) is int else 0


def _told(seats: Sequence[Json]) -> tuple[dict[int, str], tuple[int, ...]]:
    """The names of the players, and who has looked at their cards."""
    players = {}
    for found in seats:
        name, looked = found.get("player", ""), found.get("looked", False)
        if not isinstance(name, str) or not isinstance(looked, bool):
            raise BadLine("“player” must be text and “looked” true or false.")
        players[_seat(found)] = name[:80]
    return players, tuple(_seat(found) for found in seats if found.get("looked"))


def _amounts(found: Json, names: Sequence[str]) -> Iterator[Reason]:
    for name in names:
        if found.get(name, 0) != 0 or name == "ante":
            for why in amount_refusals(found.get(name), name):
                yield _seat(found) or None, why


def _whole(found: Json, name: str) -> int:
    value = found.get(name, 0)
    return value if type(value) is int and value > 0 else 0


def _stages(request: Json, likely: Sequence[str]) -> tuple[str, ...]:
    told = request.get("stage")
    return (told,) if isinstance(told, str) else tuple(likely)


def _likely(*, cards: bool, decided: bool, over: bool) -> tuple[str, ...]:
    """How far a round has come, by what was written down of it."""
    if over:
        return ("settling",)
    if decided:
        return ("betting",)
    return ("dealing", "betting") if cards else ("antes", "dealing", "betting")


# Mississippi Stud.


def _mississippi(request: Json, trust: frozenset[str]) -> Written:
    code = request.get("rulebook")
    if code not in MISSISSIPPI_STUD:
        raise BadLine(f"“rulebook” must be one of {', '.join(MISSISSIPPI_STUD)}.")
    extra = frozenset({"community", "three_card_table"})
    only(request, frozenset({"rulebook", "game", "seats"}), _ALL | extra)
    rules, seats = mississippi_rules(code), objects(request, "seats")
    boxes, reasons = [], list[Reason]()
    for found in seats:
        wagers = frozenset({"hole", "streets", "blind", *SIDES})
        only(found, frozenset({"seat", "ante"}), _SEAT | wagers)
        boxes.append(_stud_box(found))
        reasons.extend(_stud_reasons(rules, found, boxes[-1], trust))
    community = _cards(request, "community", 6)
    cards = [*community, *(card for box in boxes for card in box.hole)]
    reasons += _across(cards, boxes, rules.deck.size.cite, ONE_HAND, trust)
    turned = _turned(boxes, community)
    decided = any(box.streets or box.given_up for box in boxes)
    bets_made = all(box.given_up or len(box.streets) == 3 for box in boxes)
    over = decided and bets_made and (len(turned) == 3 or not _live(boxes))
    likely = _likely(cards=bool(cards), decided=decided or bool(turned), over=over)
    setup = _stud_setup(code, request, boxes)
    players, looked = _told(seats)

    def at(stage: str) -> State[Any]:
        phase, called = STAGES[stage], request.get("called") is True
        return unfinished.mississippi(setup, boxes, phase, turned, called=called)

    stages = _stages(request, likely)
    seated = rules.seats.value
    parts = (stages, at, players, looked, tuple(reasons))
    return Written("mississippi_stud", code, seated, *parts)


def _live(boxes: Sequence[stud.Box]) -> list[stud.Box]:
    return [box for box in boxes if not box.given_up]


def _turned(boxes: Sequence[stud.Box], community: Sequence[Card]) -> tuple[Card, ...]:
    """The cards turned in their time: none before everybody has bet on its street."""
    due = min((len(box.streets) for box in _live(boxes)), default=3)
    return tuple(community[: min(due, 3)])


def _stud_box(found: Json) -> stud.Box:
    streets = found.get("streets", [])
    if not isinstance(streets, list):
        raise BadLine("“streets” must be a list.")
    folded = bool(streets) and streets[-1] == "fold"
    bets = streets[:-1] if folded else streets
    if len(bets) > 3 or any(type(b) is not int or not 0 < b <= MOST for b in bets):
        raise BadLine("“streets” are up to three amounts; a fold comes last.")
    return stud.Box(
        _seat(found),
        _whole(found, "ante"),
        str(found.get("player", ""))[:80],
        _whole(found, "jackpot"),
        blind=found.get("blind") is True,
        hole=_cards(found, "hole", 6),
        streets=tuple(bets),
        status=stud.Status.FOLDED if folded else stud.Status.PLAYING,
        sides=tuple((side, _whole(found, side)) for side in SIDES if found.get(side)),
    )


def _stud_reasons(
    rules: MississippiRules, found: Json, box: stud.Box, trust: frozenset[str]
) -> Iterator[Reason]:
    for why in seat_refusals(rules.seats, found["seat"]):
        yield box.seat or None, why
    yield from _amounts(found, ("ante", "jackpot", *SIDES))
    for side, _ in box.sides:
        if side not in rules.wagers.kinds.value:
            wrong = f"There is no {side} wager here."
            yield box.seat, Refusal(rules.wagers.no_other, wrong, field=side)
    if "amounts" in trust:
        return
    for street, amount in zip(rules.streets, box.streets, strict=False):
        if not fits(street, box.ante, amount, street.sizes.value):
            sizes = street.sizes.value
            for why in street_refusals(street, box.ante, amount, sizes):
                yield box.seat, why


def _across(
    cards: Sequence[Card],
    boxes: Sequence[stud.Box | caribbean.Box],
    deck: Cite,
    one_hand: Cite,
    trust: frozenset[str],
) -> Iterator[Reason]:
    """What no single seat shows: a card dealt twice, a seat twice."""
    if "deck" not in trust:
        yield from ((None, why) for why in dealt_twice(cards, deck))
    yield from seats_twice([box.seat for box in boxes if box.seat], one_hand)


def _stud_setup(code: str, request: Json, boxes: Sequence[stud.Box]) -> Setup:
    rules = mississippi_rules(code)
    table = request.get("three_card_table")
    table = table if isinstance(table, str) else "3CS-01"
    wanted = any(THREE_CARD_BONUS in dict(box.sides) for box in boxes)
    return Setup(
        "mississippi_stud",
        code,
        edition="",
        device=next(iter(rules.devices)),
        seats=rules.seats.value,
        limits=Limits(1, MOST),
        unit="chips",
        jackpot=max((box.jackpot for box in boxes), default=0) or None,
        three_card_table=table if wanted else None,
        cover_all=any(COVER_ALL_BONUS in dict(box.sides) for box in boxes),
    )


# Caribbean Stud.

_DECISIONS = {
    None: caribbean.Status.UNDECIDED,
    "bet": caribbean.Status.IN,
    "fold": caribbean.Status.FOLDED,
}


def _caribbean(request: Json, trust: frozenset[str]) -> Written:
    rules = CARIBBEAN_STUD
    only(request, frozenset({"rulebook", "game", "seats"}), _ALL | {"dealer"})
    if request["rulebook"] != "VIC99":
        raise BadLine("“rulebook” must be VIC99.")
    seats, boxes, reasons = objects(request, "seats"), [], list[Reason]()
    for found in seats:
        wagers = frozenset({"hand", "decision", "bet"})
        only(found, frozenset({"seat", "ante"}), _SEAT | wagers)
        boxes.append(_caribbean_box(found))
        refusals = seat_refusals(rules.seats, found["seat"])
        reasons.extend((boxes[-1].seat or None, why) for why in refusals)
        reasons.extend(_amounts(found, ("ante", "jackpot")))
    dealer = _cards(request, "dealer", 7)
    cards = [*dealer, *(card for box in boxes for card in box.cards)]
    deck, one_hand = rules.deck.size.cite, rules.one_hand_to_a_seat
    reasons += _across(cards, boxes, deck, one_hand, trust)
    open_still = [b for b in boxes if b.status is caribbean.Status.UNDECIDED]
    decided = len(open_still) < len(boxes)
    over = decided and not open_still and len(dealer) == caribbean.HAND
    likely = _likely(cards=bool(cards), decided=decided, over=over)
    if decided and not open_still:
        likely = ("settling",)
    players, looked = _told(seats)
    setup = Setup(
        "caribbean_stud",
        "VIC99",
        edition="",
        device=next(iter(rules.devices)),
        seats=rules.seats.value,
        limits=Limits(1, MOST),
        jackpot=max((box.jackpot for box in boxes), default=0) or None,
        maximum_payout=MOST * 1_000,
    )
    parts = (
        _stages(request, likely),
        lambda stage: unfinished.caribbean_stud(setup, boxes, STAGES[stage], dealer),
        players,
        looked,
        tuple(reasons),
    )
    return Written("caribbean_stud", "VIC99", rules.seats.value, *parts)


def _caribbean_box(found: Json) -> caribbean.Box:
    decision, ante = found.get("decision"), _whole(found, "ante")
    if decision is not None and decision not in _DECISIONS:
        raise BadLine("“decision” is “bet”, “fold” or left out.")
    status = _DECISIONS[decision]
    times = CARIBBEAN_STUD.decisions.times.value
    bet = (_whole(found, "bet") or ante * times) if decision == "bet" else 0
    jackpot = _whole(found, "jackpot")
    return caribbean.Box(
        _seat(found),
        ante,
        str(found.get("player", ""))[:80],
        jackpot,
        registered=bool(jackpot),
        cards=_cards(found, "hand", 7),
        bet=bet,
        status=status,
    )


# Baccarat.


def _baccarat(request: Json, _trust: frozenset[str]) -> Written:
    only(request, frozenset({"game", "seats"}), _ALL | {"player", "banker"})
    if request.get("rulebook", "VIC99") != "VIC99":
        raise BadLine("“rulebook” must be VIC99, or left out.")
    bets, reasons = list[Bet](), list[Reason]()
    for found in objects(request, "seats"):
        only(found, frozenset({"seat", "bets"}), frozenset())
        if not isinstance(found["bets"], dict):
            raise BadLine("“bets” must be an object.")
        only(found["bets"], frozenset(), frozenset(Spot))
        for spot in found["bets"]:
            reasons.extend(_amounts(found["bets"] | {"seat": found["seat"]}, (spot,)))
        stakes = {s: _whole(found["bets"], s) for s in found["bets"]}
        bets += [Bet(_seat(found), Spot(s), n) for s, n in stakes.items() if n]
    player, banker = (_cards(request, key, 3) for key in ("player", "banker"))
    most = BACCARAT.places.value[1]
    limits = Limits(1, MOST)
    setup = Setup("baccarat", "VIC99", "", Device.SHOE, most, limits)

    def at(stage: str) -> State[Any]:
        closed = stage != "antes"
        return unfinished.baccarat(setup, bets, player, banker, closed=closed)

    likely = ("dealing",) if player or banker else ("antes", "dealing")
    parts = (_stages(request, likely), at, dict[int, str](), (), tuple(reasons))
    return Written("baccarat", "VIC99", most, *parts)


_READERS: Mapping[str, Callable[[Json, frozenset[str]], Written]] = {
    "mississippi_stud": _mississippi,
    "caribbean_stud": _caribbean,
    "baccarat": _baccarat,
}
