"""A hundred consoles and a thousand readers return together after a cut."""

from bench import Benchmark, Better, Measured
from bench.crowd import Answered, Question, consoles, readers, together
from bench.floor import House, house, served

TABLES = 20
CONSOLES = 100
READERS = 1000


def herd(found: House) -> list[Question]:
    """Everybody who was there before the cut, the staff first in the list."""
    return [*consoles(found, CONSOLES, TABLES), *readers(READERS)]


def good(answers: list[Answered]) -> list[Answered]:
    """The answers, once each of them is one."""
    bad = [one.status for one in answers if one.status != 200]
    if bad:
        raise RuntimeError(f"{len(bad)} were not answered: {sorted(set(bad))}.")
    return answers


def _measure() -> Measured:
    with house(TABLES) as found, served(found, workers=2) as port:
        everybody = herd(found)
        for _ in range(2):  # both workers have compiled, cached and connected
            good(together(port, everybody[:40]))
        alone = good(together(port, everybody[:1]))[0].seconds
        answers = good(together(port, everybody))
        polls = answers[:CONSOLES]
        return Measured(max(one.seconds for one in polls), alone)


BENCHMARK = Benchmark(
    name="herd",
    unit="s slowest",
    against="one poll while nobody else asks",
    goal=6,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
