"""A recorded round of Mississippi Stud, up to where it went wrong."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from game.cards import Card
from game.irregularities.recorded import written
from game.irregularities.recorded.written import Written
from game.mississippi import round as stud
from game.mississippi.recorded import table as recorded_table
from game.mississippi.round import Place
from game.mississippi.streets import fits, street_refusals
from game.play.checks import seat_refusals
from game.play.face_down import stand_in
from game.play.moves import MOST
from game.play.phases import Phase
from game.play.setup import KEYED, Setup
from game.play.state import State
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.mass_side_bets import THREE_CARD_TABLES
from game.rulebooks.mississippi import MississippiRules
from game.side_bets import COVER_ALL_BONUS, THREE_CARD_BONUS
from game.wire.lines import BadLine, Json, objects, only
from game.wire.recorded_cards import across_the_table
from game.wire.settled import Reason
from rulebook import HOUSE, Refusal

ONE_HAND = HOUSE.at("STUD-6")
SIDES = (THREE_CARD_BONUS, COVER_ALL_BONUS)
FIRST_TABLE = "3CS-01"  # what it pays matters only where cards decide it


def read(request: Json, trust: frozenset[str]) -> Written:
    """The round of a request; what a rule forbids is among its reasons."""
    code = request.get("rulebook")
    if not isinstance(code, str) or code not in MISSISSIPPI_STUD:
        raise BadLine(f"“rulebook” must be one of {', '.join(MISSISSIPPI_STUD)}.")
    extra = frozenset({"community", "three_card_table"})
    only(request, frozenset({"rulebook", "game", "seats"}), written.ALL | extra)
    rules, seats = mississippi_rules(code), objects(request, "seats")
    boxes, reasons = [], list[Reason]()
    for found in seats:
        wagers = frozenset({"hole", "streets", "blind", *SIDES})
        only(found, frozenset({"seat", "ante"}), written.SEAT | wagers)
        boxes.append(_stud_box(found))
        reasons.extend(_stud_reasons(rules, found, boxes[-1], trust))
    community = written.cards_in(request, "community", 6)
    cards = [*community, *(card for box in boxes for card in box.hole)]
    taken, deck = [box.seat for box in boxes if box.seat], rules.deck.size.cite
    reasons += across_the_table([] if "deck" in trust else cards, taken, deck, ONE_HAND)
    turned = _turned(boxes, community)
    decided = any(box.streets or box.given_up for box in boxes)
    bets_made = all(box.given_up or len(box.streets) == 3 for box in boxes)
    over = decided and bets_made and (len(turned) == 3 or not _live(boxes))
    likely = written.reached(
        cards=bool(cards), decided=decided or bool(turned), over=over
    )
    setup = _stud_setup(code, request, boxes)
    players, looked = written.told_of(seats)

    def at(stage: str) -> State[Any]:
        phase, called = written.STAGES[stage], request.get("called") is True
        return unfinished(setup, boxes, phase, turned, called=called)

    stages = written.stages_of(request, likely)
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
        written.seat_in(found),
        written.whole_in(found, "ante"),
        str(found.get("player", ""))[:80],
        written.whole_in(found, "jackpot"),
        blind=found.get("blind") is True,
        hole=written.cards_in(found, "hole", 6),
        streets=tuple(bets),
        status=stud.Status.FOLDED if folded else stud.Status.PLAYING,
        sides=tuple(
            (side, written.whole_in(found, side)) for side in SIDES if found.get(side)
        ),
    )


def _stud_reasons(
    rules: MississippiRules, found: Json, box: stud.Box, trust: frozenset[str]
) -> Iterator[Reason]:
    for why in seat_refusals(rules.seats, found["seat"]):
        yield box.seat or None, why
    yield from written.amounts_in(found, ("ante", "jackpot", *SIDES))
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


def _stud_setup(code: str, request: Json, boxes: Sequence[stud.Box]) -> Setup:
    table = request.get("three_card_table", FIRST_TABLE)
    if table not in tuple(THREE_CARD_TABLES):
        known = ", ".join(THREE_CARD_TABLES)
        raise BadLine(f"“three_card_table” must be one of {known}.")
    wanted = any(THREE_CARD_BONUS in dict(box.sides) for box in boxes)
    return replace(
        recorded_table(code).setup,
        cards=KEYED,
        jackpot=max((box.jackpot for box in boxes), default=0) or None,
        three_card_table=table if wanted else None,
        cover_all=any(COVER_ALL_BONUS in dict(box.sides) for box in boxes),
    )


def unfinished(
    setup: Setup,
    boxes: Iterable[stud.Box],
    phase: Phase,
    community: Sequence[Card] = (),
    *,
    called: bool = False,
) -> stud.Round:
    """A round of Mississippi Stud; cards nobody wrote down lie face down.

    `community` are the cards turned so far; `called` is whether “no more bets” was
    called on the street being bet, where every street has such a call.
    """
    ordered = tuple(sorted(boxes, key=lambda box: box.seat))
    now: stud.Round = replace(written.opened(setup), phase=phase, boxes=ordered)
    if phase is Phase.BETTING:
        return replace(
            now, moves=tuple(written.ante_move(box, box.sides) for box in ordered)
        )
    out = sum(not place.face_up for place in now.places)
    if any(place.face_up for place in now.places):
        out += len(community)
    if phase is Phase.DEALING and not now.table.rules.bet_or_fold:
        out -= 1  # nobody calls the end of the deal: it waits for its last card
    hands, streets = _lying(now.places[:out])
    streets[: len(community)] = community
    return replace(
        now,
        boxes=tuple(
            box._replace(hole=written.known(box.hole, hands.get(box.seat, ())))
            for box in ordered
        ),
        community=tuple(streets),
        shown=len(community),
        cards_out=out,
        stages_closed=len(community) + 1 + called,
    )


def _lying(places: Iterable[Place]) -> tuple[dict[int, list[Card]], list[Card]]:
    """The hands and the community cards of a deal, with nobody knowing any of them."""
    hands: dict[int, list[Card]] = {}
    community: list[Card] = []
    for number, place in enumerate(places):
        if place.seat is not None:
            hands.setdefault(place.seat, []).append(stand_in(number))
        elif place.street is not None:
            community.append(stand_in(number))
    return hands, community
