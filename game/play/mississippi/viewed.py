"""Mississippi Stud as a seat, the room or a ruling sees it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from game.irregularities.facts import Hand, RoundFacts, Wager
from game.irregularities.from_round import SeenAtTable, of_mississippi
from game.mississippi.options import to_settle
from game.mississippi.round import GIVEN_UP, Phase, Round
from game.mississippi.view import SeenBox, seen_by
from game.play.face_down import plain
from game.play.mississippi.ending import said
from game.play.mississippi.rulings import open_hand_for
from game.play.mississippi.stakes import staked
from game.play.mississippi.steps import Stud


def seen(state: Stud, seat: int | None = None) -> dict[str, Any]:
    """What a seat may see, as plain JSON; without a seat, what the room may."""
    now, view = state.round, seen_by(state.round, seat)
    wagers = staked(state)
    streets = [street.name for street in now.table.rules.streets]
    community = [plain(card) for card in view.community]
    return {
        "game": state.setup.game,
        "document": state.setup.document,
        "unit": state.setup.unit,
        "phase": str(now.phase),
        "turn": turn(state),
        "board": [
            {
                "name": f"{name} street",
                "card": community[number] if number < len(community) else None,
                "lies": number < len(community),
            }
            for number, name in enumerate(streets)
        ],
        "board_said": "",
        "wagers": ["ante", *streets],
        "seats": [
            {
                "seat": box.seat,
                "player": box.player,
                "wagers": wagers[box.seat],
                "status": str(box.status),
                "out": bool(now_box and now_box.out),
                "blind": box.blind,
                "cards": [plain(card) for card in box.cards] if _lie(now, box) else [],
                "said": said(state, box.seat),
            }
            for box, now_box in zip(view.boxes, now.boxes, strict=True)
        ],
    }


def _lie(now: Round, box: SeenBox) -> bool:
    """Whether a hand still lies on the table: folded ones go, unless they are held."""
    given_up = box.status in GIVEN_UP and box.seat not in now.settled
    held = bool(box.jackpot) and now.table.rules.folding.held is not None
    return not given_up or held


def turn(state: Stud) -> int | None:
    """Whose turn it is: the first seat that owes a decision, or is settled next."""
    now = state.round
    if now.phase is Phase.DECIDING:
        return next((box.seat for box in now.undecided if not box.blind), None)
    if now.phase is Phase.SETTLING and now.shown == 3:
        return next(iter(to_settle(now)), None)
    return None


def facts(state: Stud, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The round as a ruling sees it, side bets among the stakes."""
    found = of_mississippi(state.round, seen_at_table)
    hands = tuple(
        replace(
            hand,
            wagers=tuple(_open_wagers(state, hand)),
            may_open=open_hand_for(state, hand.seat) is not None,
        )
        for hand in found.hands
    )
    return replace(found, hands=hands)


def _open_wagers(state: Stud, hand: Hand) -> Iterator[Wager]:
    """What may still be ruled on: every wager on which no ruling was made."""
    sides = (Wager(s.wager, s.stake) for s in state.sides if s.seat == hand.seat)
    gone = {one.wager for one in state.ruled_at(hand.seat)}
    yield from (w for w in (*hand.wagers, *sides) if w.name not in gone)
