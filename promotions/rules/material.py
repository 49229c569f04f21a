"""Marketing material: each piece leads its reader to the terms, in honest words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from promotions.rules.clauses.details import SAID, Channel
from promotions.rules.regimes import Regime
from rulebook import HOUSE, MASS, Cite, Refusal

ON_FILE: Cite = HOUSE.at("PROMOTION-20")
ODDS: Cite = MASS.at("11(a)")
FOR_ONE = re.compile(r"\b\d[\d,]*\s*for\s*(?:1|one)\b", re.IGNORECASE)
TERMS = re.compile(r"\bterms\b|\bt&cs?\b|\bconditions\b", re.IGNORECASE)
LONGEST = 4_000


class Medium(StrEnum):
    """What a piece is."""

    POSTER = "poster"
    FLYER = "flyer"
    EMAIL = "e-mail"
    BROCHURE = "brochure"
    LAYOUT = "layout"
    SCREEN = "screen"
    SOCIAL = "social media"
    RADIO = "radio"


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of marketing material: its words, and its way to the terms."""

    title: str
    medium: Medium
    words: str
    channel: Channel | None


def against(
    piece: Piece, channels: tuple[Channel, ...], regime: Regime
) -> Iterator[Refusal]:
    """Why a piece may not go out."""
    name = f"“{piece.title}”" if piece.title.strip() else "The piece"
    if not piece.title.strip():
        wrong = "The piece has no name."
        yield Refusal(ON_FILE, wrong, "Give it one.", "title")
    if not piece.words.strip():
        wrong = f"The words of {name} are not on file."
        yield Refusal(ON_FILE, wrong, "Enter every word it carries.", "words")
    elif not TERMS.search(piece.words):
        wrong = f"{name} does not say that terms apply."
        right = "Add a line that leads to the terms."
        yield Refusal(regime.available, wrong, right, "words")
    yield from _channel(piece, name, channels, regime)
    yield from odds(piece)


def _channel(
    piece: Piece, name: str, channels: tuple[Channel, ...], regime: Regime
) -> Iterator[Refusal]:
    if piece.channel is None:
        wrong = f"{name} does not say where its reader gets the terms."
        yield Refusal(regime.available, wrong, "Choose the way.", "channel")
    elif piece.channel not in channels:
        wrong = f"{name} promises the terms {SAID[piece.channel]}; they are not there."
        right = "Choose a way that the terms offer, or add it to them."
        yield Refusal(regime.available, wrong, right, "channel")


def odds(piece: Piece) -> Iterator[Refusal]:
    """Odds on a layout or brochure are so many to one, never for one."""
    printed = piece.medium in {Medium.LAYOUT, Medium.BROCHURE, Medium.FLYER}
    if printed and (found := FOR_ONE.search(piece.words)):
        wrong = f"“{found[0]}” counts the stake as a win."
        yield Refusal(ODDS, wrong, "Print odds with “to” or “win”.", "words")
