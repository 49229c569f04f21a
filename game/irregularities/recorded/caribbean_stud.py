"""A recorded round of Caribbean Stud, up to where it went wrong."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from game.cards import Card
from game.caribbean import round as caribbean
from game.caribbean.recorded import table as recorded_table
from game.irregularities.recorded import written
from game.irregularities.recorded.written import Written
from game.play.checks import seat_refusals
from game.play.face_down import stand_in
from game.play.phases import Phase
from game.play.setup import KEYED, Setup
from game.rulebooks.vic99 import CARIBBEAN_STUD
from game.wire.lines import BadLine, Json, objects, only
from game.wire.recorded_cards import across_the_table
from game.wire.settled import Reason

_DECISIONS = {
    None: caribbean.Status.UNDECIDED,
    "bet": caribbean.Status.IN,
    "fold": caribbean.Status.FOLDED,
}


def read(request: Json, trust: frozenset[str]) -> Written:
    """The round of a request; what a rule forbids is among its reasons."""
    rules = CARIBBEAN_STUD
    only(request, frozenset({"rulebook", "game", "seats"}), written.ALL | {"dealer"})
    if request["rulebook"] != "VIC99":
        raise BadLine("“rulebook” must be VIC99.")
    seats, boxes, reasons = objects(request, "seats"), [], list[Reason]()
    for found in seats:
        wagers = frozenset({"hand", "decision", "bet"})
        only(found, frozenset({"seat", "ante"}), written.SEAT | wagers)
        boxes.append(_caribbean_box(found))
        refusals = seat_refusals(rules.seats, found["seat"])
        reasons.extend((boxes[-1].seat or None, why) for why in refusals)
        reasons.extend(written.amounts_in(found, ("ante", "jackpot")))
    dealer = written.cards_in(request, "dealer", 7)
    cards = [*dealer, *(card for box in boxes for card in box.cards)]
    deck, one_hand = rules.deck.size.cite, rules.one_hand_to_a_seat
    taken = [box.seat for box in boxes if box.seat]
    reasons += across_the_table([] if "deck" in trust else cards, taken, deck, one_hand)
    open_still = [b for b in boxes if b.status is caribbean.Status.UNDECIDED]
    decided = len(open_still) < len(boxes)
    over = decided and not open_still and len(dealer) == caribbean.HAND
    likely = written.reached(cards=bool(cards), decided=decided, over=over)
    if decided and not open_still:
        likely = ("settling",)
    players, looked = written.told_of(seats)
    jackpot = max((box.jackpot for box in boxes), default=0) or None
    setup = replace(recorded_table().setup, cards=KEYED, jackpot=jackpot)
    parts = (
        written.stages_of(request, likely),
        lambda stage: unfinished(setup, boxes, written.STAGES[stage], dealer),
        players,
        looked,
        tuple(reasons),
    )
    return Written("caribbean_stud", "VIC99", rules.seats.value, *parts)


def _caribbean_box(found: Json) -> caribbean.Box:
    decision, ante = found.get("decision"), written.whole_in(found, "ante")
    if decision is not None and decision not in tuple(_DECISIONS):
        raise BadLine("“decision” is “bet”, “fold” or left out.")
    status = _DECISIONS[decision]
    times = CARIBBEAN_STUD.decisions.times.value
    bet = (written.whole_in(found, "bet") or ante * times) if decision == "bet" else 0
    jackpot = written.whole_in(found, "jackpot")
    return caribbean.Box(
        written.seat_in(found),
        ante,
        str(found.get("player", ""))[:80],
        jackpot,
        registered=bool(jackpot),
        cards=written.cards_in(found, "hand", 7),
        bet=bet,
        status=status,
    )


def unfinished(
    setup: Setup,
    boxes: Iterable[caribbean.Box],
    phase: Phase,
    dealer: Sequence[Card] = (),
) -> caribbean.Round:
    """A round of Caribbean Stud; cards nobody wrote down lie face down."""
    ordered = tuple(sorted(boxes, key=lambda box: box.seat))
    now: caribbean.Round = replace(
        written.opened(setup), phase=phase, boxes=ordered, jackpot_offered=True
    )
    if phase is Phase.BETTING:
        return replace(now, moves=tuple(written.ante_move(box, ()) for box in ordered))
    hand = [stand_in(number) for number in range(caribbean.HAND)]
    return replace(
        now,
        boxes=tuple(
            box._replace(cards=written.known(box.cards, hand)) for box in ordered
        ),
        stages_closed=1,
        dealer=written.known(dealer, hand),
        cards_out=len(now.places),
        up_card_shows=phase is not Phase.DEALING,
        revealed=phase is Phase.SETTLING and len(dealer) == caribbean.HAND,
    )
