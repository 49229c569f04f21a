"""Ties, step by step as the terms order them, until nothing is equal any more."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulebook import HOUSE, Cite, Refusal
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.ranking import placings

ORDERED: Cite = HOUSE.at("TOURN-302")
Scores = Mapping[str, int]  # the higher comes first
Group = tuple[str, ...]
RANKS, SUITS = "23456789TJQKA", "cdhs"


@dataclass(frozen=True, slots=True)
class Step:
    """One way to decide a tie, and what it gave each of those who were in it."""

    by: TieBreak
    scores: Scores

    @property
    def players(self) -> frozenset[str]:
        """Whom it was about."""
        return frozenset(self.scores)


@dataclass(frozen=True, slots=True)
class Open:
    """Players who are still equal at the edge of the places, and what comes next."""

    players: Group
    places: int  # that they are tied for
    first_place: int  # of them, counted from one in the tie
    by: TieBreak | None  # none where the terms have nothing more


@dataclass(frozen=True, slots=True)
class Standing:
    """A tie as far as it is decided: groups in order, who has a place, what is open."""

    groups: tuple[Group, ...]
    won: Group
    open: tuple[Open, ...]


def split(groups: Sequence[Group], step: Step) -> tuple[Group, ...]:
    """Groups of equals as a step leaves them: it is about exactly one of them."""
    found: list[Group] = []
    for group in groups:
        if step.players == frozenset(group):
            found += placings(step.scores)
        else:
            found.append(group)
    return tuple(found)


def stands(
    players: Sequence[str],
    places: int,
    order: Sequence[TieBreak],
    steps: Sequence[Step],
    *,
    every_place: bool = False,
) -> Standing:
    """How far a tie is decided; where every place counts, not only the edge."""
    groups: tuple[Group, ...] = (tuple(sorted(players)),)
    used: dict[Group, list[TieBreak]] = {groups[0]: []}
    for step in steps:
        before = next((g for g in groups if frozenset(g) == step.players), None)
        if before is None:
            continue
        done = [*used[before], step.by]
        groups = split(groups, step)
        used |= {group: done for group in groups if set(group) <= set(before)}
    won: list[str] = []
    still: list[Open] = []
    taken = 0
    for group in groups:
        left = places - taken
        if len(group) <= left:
            won += group
        shares = TieBreak.SHARED in used[group]
        if shares or len(group) == 1:
            pass
        elif left > 0 and (every_place or len(group) > left):
            ahead = [by for by in order if by not in used[group]]
            by = ahead[0] if ahead else None
            still.append(Open(group, min(left, len(group)), taken + 1, by))
        taken += len(group)
    return Standing(groups, tuple(sorted(won)), tuple(still))


def high_card(card: str) -> int | None:
    """What a card is worth in a draw for the highest; suits count from spades down."""
    text = card.strip().replace("10", "T")
    if len(text) != 2:
        return None
    rank, suit = RANKS.find(text[0].upper()), SUITS.find(text[1].lower())
    return rank * 4 + suit if rank >= 0 and suit >= 0 else None


def card_named(worth: int) -> str:
    """The card that is worth so much in a draw for the highest."""
    return f"{RANKS[worth // 4]}{SUITS[worth % 4]}"


def cards_wrong(cards: Mapping[str, str]) -> Iterator[Refusal]:
    """What is wrong with the cards that were keyed."""
    seen: dict[int, str] = {}
    for player, card in cards.items():
        worth = high_card(card)
        if worth is None:
            wrong = f"“{card[:20]}” of {player} is not a card."
            yield Refusal(ORDERED, wrong, "Write rank and suit: KS, 10h, 2c.", player)
        elif worth in seen:
            wrong = f"{player} and {seen[worth]} cannot both hold the {card}."
            yield Refusal(ORDERED, wrong, "Key what was drawn.", player)
        else:
            seen[worth] = player
