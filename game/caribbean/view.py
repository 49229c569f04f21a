"""What a seat may see: its own cards, and whatever lies face up."""

from typing import Any

from game.caribbean.round import BET, HAND, Box, Round, Status
from game.caribbean.settlement import doings, qualifies
from game.fates import ruled_on
from game.irregularities.facts import (
    Hand,
    RoundFacts,
    SeenAtTable,
    Stage,
    Wager,
    stage_of,
)
from game.play import sealed, spoken
from game.play.face_down import plain
from game.play.phases import Phase
from game.stud.round import ANTE, JACKPOT, staked


def seen(now: Round, seat: int | None = None) -> dict[str, Any]:
    """What a seat may see, as plain JSON; without a seat, what the room may."""
    wagers = staked(now)
    return {
        "game": now.setup.game,
        "document": now.setup.document,
        "unit": now.setup.unit,
        "phase": str(now.phase),
        "turn": turn(now),
        "board": [
            {"name": "Dealer", "card": _dealers(now, n), "lies": n < len(now.dealer)}
            for n in range(HAND)
        ],
        "board_said": dealer_said(now),
        "wagers": ["ante", "bet"],
        "seats": [
            {
                "seat": box.seat,
                "player": box.player,
                "wagers": wagers[box.seat],
                "status": str(box.status),
                "out": box.out,
                "blind": False,
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


def _dealers(now: Round, number: int) -> str | None:
    """One of the Dealer's cards, where it shows."""
    up = now.up_card_shows and number == now.table.dealing.up_card.value
    shows = number < len(now.dealer) and (now.revealed or up)
    return plain(now.dealer[number]) if shows else None


def _cards(now: Round, box: Box, viewer: int | None) -> list[str | None]:
    """The cards of a hand; the Dealer has taken those of a folded one."""
    if box.status is Status.FOLDED and not now.dealer_dead:
        return []
    looked = now.phase not in (Phase.BETTING, Phase.DEALING)
    shown = box.seat in now.settled or (looked and box.seat == viewer)
    return [plain(card) if shown else None for card in box.cards]


def turn(now: Round) -> int | None:
    """Whose turn it is: the first seat that owes a decision, or is settled next."""
    if now.phase is Phase.DECIDING:
        return next((box.seat for box in now.undecided), None)
    if now.phase is Phase.SETTLING and now.dealer_known:
        return next(iter(now.to_settle), None)
    return None


def said(now: Round, seat: int) -> str:
    """What has become of a hand, as the dealer calls it."""
    box = now.box(seat)
    if box is None:
        return ""
    if box.out:
        return box.status.capitalize()
    shows = seat in now.settled and not box.face_down
    return spoken.hand(box.cards) if shows else ""


def dealer_said(now: Round) -> str:
    """The Dealer's hand once it is turned, and whether it plays."""
    if now.dealer_dead:
        return "No hand"
    if not now.revealed:
        return ""
    plays = qualifies(now.table.rules, now.dealer).value
    called = spoken.hand(now.dealer)
    if not plays:
        return f"{called}: does not play"
    return "Ace-King: plays" if called == "Ace high" else called


def facts(now: Round, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The facts of the round; a void hand has none, as its stakes are back."""
    seen = seen_at_table or SeenAtTable()
    hands = (_hand(now, box, seen) for box in now.boxes if not box.void)
    called = stage_of(now.phase) is not Stage.DEALING
    code, out = now.table.rules.source.code, now.cards_out
    return seen.facts(code, hands, now.phase, called=called, cards_out=out)


def _hand(now: Round, box: Box, seen: SeenAtTable) -> Hand:
    # Once cards are out, a wager the equipment never took is in no jackpot game.
    is_in = box.jackpot and (box.registered or not now.cards_out)
    stakes = [Wager(ANTE, box.ante)]
    stakes += [Wager(JACKPOT, box.jackpot)] if is_in else []
    stakes += [Wager(BET, box.bet)] if box.bet else []
    return Hand(
        box.seat,
        tuple(w for w in stakes if not ruled_on(box.fates, w.name)),
        box.player,
        looked=box.seat in seen.looked,
        decided=box.status is not Status.UNDECIDED,
        folded=box.status is Status.FOLDED,
    )
