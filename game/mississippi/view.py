"""What a seat may see: its own cards once dealt, and whatever lies face up."""

from collections.abc import Sequence
from typing import Any

from game.cards import Card
from game.fates import ruled_on
from game.irregularities.facts import (
    Hand,
    RoundFacts,
    SeenAtTable,
    Stage,
    Wager,
    stage_of,
)
from game.mississippi.handling import doings
from game.mississippi.round import GIVEN_UP, Box, Round, Status
from game.mississippi.rulings import open_hand_for
from game.mississippi.settlement import all_known
from game.play import sealed, spoken
from game.play.face_down import plain
from game.play.phases import Phase
from game.stud.round import JACKPOT, staked


def seen(now: Round, seat: int | None = None) -> dict[str, Any]:
    """What a seat may see, as plain JSON; without a seat, what the room may."""
    wagers = staked(now)
    streets = [street.name for street in now.table.rules.streets]
    return {
        "game": now.setup.game,
        "document": now.setup.document,
        "unit": now.setup.unit,
        "phase": str(now.phase),
        "turn": turn(now),
        "board": [
            {
                "name": f"{name} street",
                "card": plain(now.community[n]) if n < now.shown else None,
                "lies": n < len(now.community),
            }
            for n, name in enumerate(streets)
        ],
        "board_said": "",
        "wagers": ["ante", *streets],
        "seats": [
            {
                "seat": box.seat,
                "player": box.player,
                "wagers": wagers[box.seat],
                "status": str(box.status),
                "out": box.out,
                "blind": box.blind,
                "cards": _cards(now, box, seat),
                "said": said(now, box.seat),
                "dealer": [
                    {"does": doing.value, "rule": doing.cite.id}
                    for doing in doings(now, box)
                ],
            }
            for box in now.boxes
        ],
        **sealed.marks(now),
    }


def _cards(now: Round, box: Box, viewer: int | None) -> list[str | None]:
    """The cards of a hand that lies on the table; one that may not be seen is none."""
    if not _lies(now, box):
        return []
    hidden: Sequence[Card | None] = (None,) * len(box.hole)
    return [plain(card) for card in (box.hole if _open(now, box, viewer) else hidden)]


def _lies(now: Round, box: Box) -> bool:
    """Whether a hand still lies on the table: folded ones go, unless they are held."""
    given_up = box.status in GIVEN_UP and box.seat not in now.settled
    held = bool(box.jackpot) and now.table.rules.folding.held is not None
    return not given_up or held


def _open(now: Round, box: Box, viewer: int | None) -> bool:
    if box.seat in now.settled:
        return True  # turned face up at settlement
    looked = now.phase not in (Phase.BETTING, Phase.DEALING)
    return looked and not box.blind and box.seat == viewer


def turn(now: Round) -> int | None:
    """Whose turn it is: the first seat that owes a decision, or is settled next."""
    if now.phase is Phase.DECIDING:
        owing = [box.seat for box in now.undecided if not box.blind]
        return next((seat for seat in owing if not now.acts_before(seat)), None)
    if now.phase is Phase.SETTLING and now.shown == 3:
        return next(iter(now.to_settle), None)
    return None


def said(now: Round, seat: int) -> str:
    """What has become of a hand, as the dealer calls it."""
    box = now.box(seat)
    if box is None:
        return ""
    if box.status is Status.VOID:
        return "Void"
    if box.given_up:
        street = now.table.rules.streets[min(len(box.streets), 2)].name
        words = {Status.FOLDED: f"Folded on {street} street"}
        return words.get(box.status, box.status.capitalize())
    if seat not in now.settled or not all_known(now, box):
        return ""
    return spoken.hand((*box.hole, *now.community))


def facts(now: Round, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The facts of the round; a void hand has none, as its stakes are back."""
    seen = seen_at_table or SeenAtTable()
    return seen.facts(
        now.table.rules.code,
        (_hand(now, box, seen) for box in now.boxes if not box.void),
        now.phase,
        called=_called(now),
        cards_out=now.cards_out,
        acting_first=tuple(seat for seat, _ in now.first),
    )


def _called(now: Round) -> bool:
    """Whether the call that an early card is measured by has been made."""
    if now.phase is Phase.DECIDING and now.table.dealing.call_before_reveal:
        return now.stage_closed  # every street has a call of its own
    if now.phase is Phase.DECIDING and now.table.rules.bet_or_fold is None:
        # Nobody calls the end of the deal here: the first decision shows it.
        return now.shown > 0 or any(box.streets or box.given_up for box in now.boxes)
    return stage_of(now.phase) is not Stage.DEALING


def _hand(now: Round, box: Box, seen: SeenAtTable) -> Hand:
    ante, *streets = now.main_wagers(box)
    jackpot = [(JACKPOT, box.jackpot)] if box.jackpot else []
    wagers = (ante, *jackpot, *streets, *box.sides)
    open_still = (w for w in wagers if not ruled_on(box.fates, w[0]))
    return Hand(
        box.seat,
        tuple(Wager(name, stake) for name, stake in open_still),
        box.player,
        looked=box.seat in seen.looked,
        decided=now.phase is Phase.DECIDING and box not in now.undecided,
        folded=box.given_up,
        may_open=open_hand_for(now, box.seat) is not None,
    )
