"""A move in words, as the log of a round tells it. Pure."""

from game.cards import show
from game.play import Move
from game.play.words import WORDS
from house.floor.console import wording
from house.units import written


def in_words(move: Move, unit: str, *, cards: bool = True) -> str:
    """One move in words; a card only where everybody could see it."""
    parts = [called(move.act, move.seat)]
    if move.amount is not None:
        parts.append(written(move.amount, unit))
    if move.spot is not None:
        parts.append(f"on {move.spot.title()}")
    parts += [f"{wording.wager(w)} {written(a, unit)}" for w, a in move.also]
    if cards and WORDS[move.act].shows_cards:
        parts += [_pretty(show((card,))) for card in move.cards]
    return " ".join(parts)


def called(act: str, seat: int | None) -> str:
    """An act and whose it is, without what was staked or dealt."""
    if act not in WORDS:
        return act.replace("_", " ").capitalize()
    return WORDS[act].sentence.format(seat=seat)


def _pretty(code: str) -> str:
    rank = "10" if code[0] == "T" else code[0]
    return rank + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[code[1]]
