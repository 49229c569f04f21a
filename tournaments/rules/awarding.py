"""Who wins what: places in order, equals share, who is barred is passed over. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rulebook import Cite
from tournaments.rules.tie_steps import Group

SHARED_OUT: Cite = Cite("CROWN3-12.5.2(c)")
PASSED_OVER: Cite = Cite("CROWN3-12.4.2(a)(v)")


@dataclass(frozen=True, slots=True)
class Won:
    """A prize: whose, from which place in the play, and for which places of prizes."""

    player: str
    finished: int
    first: int  # place of prizes, and the last of those that are shared
    last: int
    cents: int
    cite: Cite


def won(
    groups: Sequence[Group], prizes: Sequence[int], barred: Collection[str] = ()
) -> tuple[Won, ...]:
    """Prizes by place; equals share theirs, and every place after the barred moves up.

    Of cents that cannot be shared, one each goes to the lowest numbers of entries.
    """
    found: list[Won] = []
    finished = above = 0
    for group in groups:
        mine = sorted((name for name in group if name not in barred), key=_number)
        span = range(above, above + len(mine))
        total = sum(prizes[at] for at in span if at < len(prizes))
        for at, name in enumerate(mine):
            cents = total // len(mine) + (at < total % len(mine))
            moved = above != finished
            cite = PASSED_OVER if moved else SHARED_OUT
            if cents:
                places = (above + 1, above + len(mine))
                found.append(Won(name, finished + 1, *places, cents, cite))
        finished += len(group)
        above += len(mine)
    return tuple(found)


def _number(name: str) -> tuple[int, str]:
    """Entries in the order of their numbers, however many digits these have."""
    digits = name.removeprefix("entry ")
    return (int(digits) if digits.isdigit() else 0, name)
