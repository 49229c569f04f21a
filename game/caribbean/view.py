"""What a seat may see in Caribbean Stud: its own cards, and whatever lies face up."""

from dataclasses import dataclass

from game.cards import Card
from game.caribbean.round import Box, Round, Status
from game.mississippi.round import Phase

HIDDEN = None


@dataclass(frozen=True, slots=True)
class SeenBox:
    """A box as somebody sees it: a card they may not see is hidden."""

    seat: int
    player: str
    ante: int
    bet: int
    jackpot: int
    status: Status
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat sees it, or as the room does."""

    phase: Phase
    dealer: tuple[Card | None, ...]
    boxes: tuple[SeenBox, ...]


def seen_by(now: Round, seat: int | None = None) -> View:
    """The round as a seat sees it; nobody's seat is the room, the Dealer included."""
    up = now.table.dealing.up_card.value
    dealer = tuple(
        card if now.revealed or (now.up_card_shows and number == up) else HIDDEN
        for number, card in enumerate(now.dealer)
    )
    return View(now.phase, dealer, tuple(_seen(now, box, seat) for box in now.boxes))


def _seen(now: Round, box: Box, viewer: int | None) -> SeenBox:
    looked = now.phase not in (Phase.BETTING, Phase.DEALING)
    turned = box.seat in now.settled
    shown = turned or (looked and box.seat == viewer)
    cards = box.cards if shown else (HIDDEN,) * len(box.cards)
    return SeenBox(
        box.seat, box.player, box.ante, box.bet, box.jackpot, box.status, cards
    )
