"""How a round of Caribbean Stud ends, and what a seat, the room or a ruling sees."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from game.caribbean.round import OUT, Box, Status
from game.caribbean.settlement import (
    DealerHand,
    capped,
    claim_of,
    outcome_of,
    qualifies,
    turned,
)
from game.caribbean.view import seen_by
from game.fates import overruled, ruled_on
from game.irregularities.facts import Hand, RoundFacts
from game.irregularities.from_round import SeenAtTable, of_caribbean
from game.line import Line
from game.mississippi.round import Phase
from game.mississippi.settlement import Claim
from game.play import face_down, spoken
from game.play.caribbean.steps import JACKPOT, Stud, must_turn
from rulebook import VIC99, Cited, Refusal, Refused

NO_HAND = VIC99.at("N25-14.6.2")


def settled(state: Stud) -> tuple[Line, ...] | Refused:
    """Every ante and Bet of the round with its rule, in the order it is paid."""
    now, rules = state.round, state.round.table.rules.settlement
    found = []
    live = [box for box in now.boxes if box.status is Status.IN]
    known = now.revealed or now.dealer_dead or not live
    if now.phase not in (Phase.SETTLING, Phase.CLOSED) or not known:
        wrong = f"The round is still {now.phase}, the Dealer's hand not known."
        found.append(Refusal(rules.reveal, wrong, "Settle once it is turned."))
    found += [
        Refusal(face_down.TURNED, f"Seat {box.seat} is not turned.", "Key its cards.")
        for box in reversed(live)
        if must_turn(now, box)
    ]
    return Refused(tuple(found)) if found else _lines(state, now.boxes)


def so_far(state: Stud) -> tuple[Line, ...]:
    """The lines of the hands that are done with, while others still wait."""
    now = state.round
    if now.phase is Phase.CLOSED:
        lines = settled(state)
        return () if isinstance(lines, Refused) else lines
    done = [b for b in now.boxes if b.seat in now.settled or b.status in OUT]
    return _lines(state, done)


def _lines(state: Stud, boxes: Iterable[Box]) -> tuple[Line, ...]:
    return capped(state.round.table, _uncapped(state, tuple(boxes)))


def _uncapped(state: Stud, boxes: tuple[Box, ...]) -> Iterator[Line]:
    rules, dealer = state.round.table.rules, _dealer(state)
    for box in reversed(boxes):
        unseen = any(face_down.unknown(card) for card in box.cards)
        known = replace(box, cards=()) if unseen else box
        lines = (*outcome_of(rules, known, dealer).lines, *_jackpot(state, box))
        yield from overruled(lines, state.ruled_at(box.seat))


def _jackpot(state: Stud, box: Box) -> Iterator[Line]:
    """A jackpot wager that no hand decides: it goes back, or as a ruling has it."""
    ruled = ruled_on(state.ruled_at(box.seat), JACKPOT)
    lies = box.jackpot and box.registered and box.status is not Status.FOLDED
    if lies and (ruled or box.status is Status.VOID):
        yield Line(box.seat, JACKPOT, box.jackpot, 0, box.ruled or NO_HAND)


def decided(state: Stud) -> tuple[Line, ...]:
    """The wagers that nothing can change any more but another ruling."""
    now = state.round
    if now.dealer_dead:
        return _lines(state, now.boxes)
    done = [b for b in now.boxes if b.seat in now.settled or b.status in OUT]
    others = (box for box in now.boxes if box not in done)
    ruled = {(seat, one.wager) for seat, one in state.ruled}
    more = (x for x in _lines(state, others) if (x.seat, x.wager) in ruled)
    return (*_lines(state, done), *more)


def _dealer(state: Stud) -> DealerHand | None:
    now = state.round
    if now.dealer_dead:  # “No Hand”, whatever the cards are
        return DealerHand(0, Cited(value=False, cite=NO_HAND), dead=True)
    return turned(now.table.rules, now.dealer) if now.revealed else None


def claimed(state: Stud) -> tuple[Claim, ...]:
    """The jackpot wagers alive at the end whose hands are known, in paying order."""
    now = state.round
    if now.phase not in (Phase.SETTLING, Phase.CLOSED):
        return ()
    alive = (
        claim_of(now.table.rules, box, dead=now.dealer_dead)
        for box in reversed(now.boxes)
        if box.cards
        and not any(face_down.unknown(card) for card in box.cards)
        and not ruled_on(state.ruled_at(box.seat), JACKPOT)
    )
    return tuple(claim for claim in alive if claim is not None)


def staked(state: Stud) -> dict[int, dict[str, int]]:
    """What lies on the table, by seat and wager."""
    names = state.round.table.rules.wagers
    return {
        box.seat: {names.ante.value: box.ante}
        | ({names.bet.value: box.bet} if box.bet else {})
        | ({JACKPOT: box.jackpot} if box.jackpot else {})
        for box in state.round.boxes
    }


def said(state: Stud, seat: int) -> str:
    """What has become of a hand, as the dealer calls it."""
    box = state.round.box(seat)
    if box is None:
        return ""
    if box.status in OUT:
        return box.status.capitalize()
    shows = seat in state.round.settled
    unseen = any(face_down.unknown(card) for card in box.cards)
    return spoken.hand(box.cards) if shows and not unseen else ""


def dealer_said(state: Stud) -> str:
    """The Dealer's hand once it is turned, and whether it plays."""
    now = state.round
    if now.dealer_dead:
        return "No hand"
    if not now.revealed:
        return ""
    plays = qualifies(now.table.rules, now.dealer).value
    called = spoken.hand(now.dealer)
    return called if plays else f"{called}: does not play"


def seen(state: Stud, seat: int | None = None) -> dict[str, Any]:
    """What a seat may see, as plain JSON; without a seat, what the room may."""
    now, view = state.round, seen_by(state.round, seat)
    wagers = staked(state)
    dealer = [face_down.plain(card) for card in view.dealer]
    return {
        "game": state.setup.game,
        "document": state.setup.document,
        "unit": state.setup.unit,
        "phase": str(now.phase),
        "turn": turn(state),
        "board": [
            {"name": "Dealer", "card": dealer[n] if n < len(dealer) else None,
             "lies": n < len(dealer)}
            for n in range(5)
        ],
        "board_said": dealer_said(state),
        "wagers": ["ante", "bet"],
        "seats": [
            {
                "seat": box.seat,
                "player": box.player,
                "wagers": wagers[box.seat],
                "status": str(box.status),
                "out": box.status in OUT,
                "blind": False,
                "cards": [face_down.plain(card) for card in box.cards]
                if box.status is not Status.FOLDED or now.dealer_dead
                else [],  # the Dealer has taken them
                "said": said(state, box.seat),
            }
            for box in view.boxes
        ],
    }  # fmt: skip


def turn(state: Stud) -> int | None:
    """Whose turn it is: the first seat that owes a decision, or is settled next."""
    now = state.round
    if now.phase is Phase.DECIDING:
        return next((box.seat for box in now.undecided), None)
    if now.phase is Phase.SETTLING and (now.revealed or now.dealer_dead):
        return next(iter(now.to_settle), None)
    return None


def facts(state: Stud, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The round as a ruling sees it: every wager on which no ruling was made."""
    found = of_caribbean(state.round, seen_at_table)
    return replace(found, hands=tuple(_open(state, hand) for hand in found.hands))


def _open(state: Stud, hand: Hand) -> Hand:
    gone = {one.wager for one in state.ruled_at(hand.seat)}
    return replace(hand, wagers=tuple(w for w in hand.wagers if w.name not in gone))
