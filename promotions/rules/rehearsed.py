"""A rehearsal of a draw on invented holders: never kept, never counted."""

import hashlib
from dataclasses import dataclass
from itertools import accumulate

from promotions.rules.terms import Terms
from proof.draw import Drum, Prize
from rulebook import HOUSE, Cite

INVENTED: Cite = HOUSE.at("PROMOTION-111")
HOLDERS = 400
LETTERS = "ABCDEFGHJKLMNPRSTVW"
AREAS = (
    "Northmere",
    "Eastfield",
    "Westcombe",
    "Southport Vale",
    "Hilltop",
    "Ferrygate",
)


@dataclass(frozen=True, slots=True)
class Invented:
    """Somebody who does not exist, drawn for a prize that is not given."""

    prize: str
    name: str
    area: str
    ticket: int


def rehearse(terms: Terms, word: str) -> list[Invented]:
    """Who would be shown if invented people held tickets; the same each time."""
    marks = [_mark(word, at) for at in range(HOLDERS)]
    counts = [1 + mark[0] % 40 for mark in marks]
    *firsts, tickets = accumulate(counts, initial=0)
    drum = Drum(firsts, tickets, terms.award.manner.one_win_each)
    prizes = [Prize(prize.title, prize.quantity) for prize in terms.each_prize]
    return [
        Invented(one.prize, *_person(marks[one.index]), one.ticket)
        for one in drum.draw(prizes, hashlib.sha256(word.encode()).digest())
    ]


def _mark(word: str, at: int) -> bytes:
    return hashlib.sha256(f"rehearsal {word} {at}".encode()).digest()


def _person(mark: bytes) -> tuple[str, str]:
    first, last = (LETTERS[mark[at] % len(LETTERS)] for at in (1, 2))
    return f"{first}. {last}.", AREAS[mark[3] % len(AREAS)]
