"""`rank`: what a hand of five or three cards is."""

from game.cards import parse, repeated, show
from game.hands import category, rank_hand, three_card_hand
from game.wire.lines import BadLine, Json, only, text

_NEEDED, _EXTRA = frozenset({"cards"}), frozenset({"id"})


def rank(request: Json) -> Json:
    """The class and the rank of five cards, or the class of three."""
    only(request, _NEEDED, _EXTRA)
    written_down = text(request, "cards")
    try:
        cards = parse(written_down)
    except ValueError as wrong:
        raise BadLine(str(wrong)) from None
    if twice := repeated(cards):
        raise BadLine(f"{show(twice)} is there more than once.")
    match len(cards):
        case 5:
            found = rank_hand(cards)
            return {"category": category(found), "rank": found}
        case 3:
            return {"category": three_card_hand(cards)}
        case number:
            raise BadLine(f"A hand is five or three cards, not {number}.")
