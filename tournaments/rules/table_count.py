"""Two counts of a table: blind, compared, and held against what went in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules import facts
from tournaments.rules.tokens import Pieces

TWO_PEOPLE: Cite = HOUSE.at("TOURN-17")
BY_PIECE: Cite = HOUSE.at("TOURN-200")
LARGEST = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Counted:
    """A tray and its stacks, by entry, as somebody found them."""

    rack_chips: int
    stacks: Mapping[int, int]
    # Of tray and stacks together, where it was counted by denomination.
    pieces: Pieces | None = field(default=None, compare=False)

    @property
    def total(self) -> int:
        """Everything that was found."""
        return self.rack_chips + sum(self.stacks.values())


@dataclass(frozen=True, slots=True)
class Off:
    """What a count has beyond what was expected; below nothing, short of it."""

    where: str
    expected: int
    counted: int
    denomination: int = 0  # of pieces; nought where it is an amount

    @property
    def chips(self) -> int:
        """By how much."""
        return self.counted - self.expected

    @property
    def cite(self) -> Cite:
        """The rule that it is held against."""
        return BY_PIECE if self.denomination else TWO_PEOPLE


def incomplete(counted: Counted, names: Mapping[int, str]) -> tuple[Refusal, ...]:
    """Stacks that nobody counted, and figures that cannot be."""
    found = [
        Refusal(TWO_PEOPLE, f"The stack of {name} is not counted.", "Count it.")
        for entry, name in names.items()
        if entry not in counted.stacks
    ]
    if any(
        not 0 <= n <= LARGEST for n in (counted.rack_chips, *counted.stacks.values())
    ):
        wrong = "A count is below nothing or beyond all chips there are."
        found.append(Refusal(TWO_PEOPLE, wrong, "Count again."))
    return tuple(found)


def same_person(counted_by: str, now_by: str) -> tuple[Refusal, ...]:
    """Whoever counted does not confirm."""
    if counted_by != now_by:
        return ()
    wrong = "You counted this table yourself."
    return (Refusal(TWO_PEOPLE, wrong, "Somebody else confirms the count."),)


def differences(
    expected: Counted, counted: Counted, names: Mapping[int, str]
) -> tuple[Off, ...]:
    """Where the count is off what the tray and the stacks should hold."""
    both = [("The tray", expected.rack_chips, counted.rack_chips)]
    both += [
        (name, expected.stacks.get(entry, 0), counted.stacks.get(entry, 0))
        for entry, name in names.items()
    ]
    return tuple(Off(*each) for each in both if each[1] != each[2])


def same(one: Counted, two: Counted) -> bool:
    """Whether two counts agree: in every place, and in pieces where both counted so."""
    by_piece = one.pieces is not None and two.pieces is not None
    return one == two and (not by_piece or one.pieces == two.pieces)


def pieces_off(expected: Pieces | None, counted: Pieces | None) -> tuple[Off, ...]:
    """Denominations of which more or fewer lie at the table than went there."""
    if expected is None or counted is None:
        return ()
    return tuple(
        Off(f"Chips of {d:,}", expected.get(d, 0), counted.get(d, 0), d)
        for d in sorted({*expected, *counted})
        if expected.get(d, 0) != counted.get(d, 0)
    )


def unexplained(off: Sequence[Off]) -> Iterator[Refusal]:
    """Why a table whose sum is right cannot be closed: it holds something else."""
    right = "Find the difference, or rule on it with a reason."
    if any(not each.denomination for each in off):
        wrong = "Stacks hold something else than the hands came to."
        yield Refusal(TWO_PEOPLE, wrong, right, "ruling")
    if pieces := [each for each in off if each.denomination]:
        each = [f"{abs(off.chips):,} of {off.denomination:,}" for off in pieces]
        which = wording.listed(each)
        wrong = f"More or fewer pieces lie here than went to the table: {which}."
        yield Refusal(BY_PIECE, wrong, right, "ruling")


def as_fact(
    one: tuple[str, Counted] | None,
    two: tuple[str, Counted] | None,
    names: Mapping[int, str],
    variance: int,
    *,
    is_ruled_on: bool,
) -> facts.Count:
    """The two counts as the gates ask about them."""
    both = [each[1] for each in (one, two) if each]
    by_piece = all(counted.pieces is not None for counted in both)
    return facts.Count(
        one[0] if one else "",
        two[0] if two else "",
        _shown(one[1], names, by_piece=by_piece) if one else (),
        _shown(two[1], names, by_piece=by_piece) if two else (),
        variance,
        is_ruled_on,
    )


def _shown(
    counted: Counted, names: Mapping[int, str], *, by_piece: bool
) -> tuple[tuple[str, int], ...]:
    stacks = tuple((names.get(e, f"entry {e}"), n) for e, n in counted.stacks.items())
    pieces = (counted.pieces if by_piece else None) or {}
    counts = tuple((f"the chips of {d}", n) for d, n in sorted(pieces.items()))
    return (("the tray", counted.rack_chips), *stacks, *counts)
