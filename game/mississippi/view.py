"""What a seat may see: its own cards once dealt, and whatever lies face up."""

from dataclasses import dataclass

from game.cards import Card
from game.mississippi.round import Box, Phase, Round, Status

HIDDEN = None


@dataclass(frozen=True, slots=True)
class SeenBox:
    """A box as somebody sees it: a card they may not see is hidden."""

    seat: int
    player: str
    ante: int
    jackpot: int
    streets: tuple[int, ...]
    status: Status
    blind: bool
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat sees it, or as the room does."""

    phase: Phase
    shown: int
    community: tuple[Card | None, ...]
    boxes: tuple[SeenBox, ...]


def seen_by(now: Round, seat: int | None = None) -> View:
    """The round as a seat sees it; nobody's seat is the room, the dealer included."""
    community = tuple(
        card if street < now.shown else HIDDEN
        for street, card in enumerate(now.community)
    )
    boxes = tuple(_seen(now, box, seat) for box in now.boxes)
    return View(now.phase, now.shown, community, boxes)


def _seen(now: Round, box: Box, viewer: int | None) -> SeenBox:
    cards = box.hole if _may_see(now, box, viewer) else (HIDDEN,) * len(box.hole)
    return SeenBox(
        box.seat,
        box.player,
        box.ante,
        box.jackpot,
        box.streets,
        box.status,
        box.blind,
        cards,
    )


def _may_see(now: Round, box: Box, viewer: int | None) -> bool:
    if box.seat in now.settled:
        return True  # turned face up at settlement
    looked = now.phase not in (Phase.BETTING, Phase.DEALING)
    return looked and not box.blind and box.seat == viewer
