"""A frozen list of ticket holders, as long as a benchmark asks for."""

from array import array
from collections.abc import Iterator, Sequence
from functools import cache

from bench import Benchmark, Better, Measured
from bench.timing import seconds
from proof import frozen
from proof.draw import Drum, Prize

HOLDERS = 1_000_000  # with ten tickets each, more or less
KEY = bytes(range(32))


def people(holders: int) -> Iterator[frozen.Holder]:
    """So many holders in order, with one to nineteen tickets."""
    return ((f"holder-{n:09}", 1 + n % 19) for n in range(holders))


@cache
def parts(holders: int = HOLDERS) -> tuple[frozen.Part, ...]:
    """The list, frozen once a run."""
    return tuple(frozen.freeze(people(holders)))


def bounds(holders: int = HOLDERS) -> tuple[Sequence[int], int]:
    """Where each holder's tickets begin, and how many there are."""
    firsts = array("Q")
    for part in parts(holders):
        firsts.extend(part.tickets()[:-1])
    return firsts, parts(holders)[-1].tickets()[-1]


def draw_seconds(winners: int, holders: int = HOLDERS) -> float:
    """How long a draw of so many winners takes once the list is frozen."""
    firsts, tickets = bounds(holders)
    prize = [Prize("voucher", winners)]
    return seconds(lambda: Drum(firsts, tickets, True).draw(prize, KEY))  # noqa: FBT003


def milliseconds(name: str, winners: int, against: str, limit: float) -> Benchmark:
    """A draw held to a limit in milliseconds, beside a single winner's draw."""
    return Benchmark(
        name=name,
        unit="ms",
        against=against,
        goal=limit,
        better=Better.LOWER,
        goal_is_ratio=False,
        measure=lambda: Measured(1e3 * draw_seconds(winners), 1e3 * draw_seconds(1)),
    )
