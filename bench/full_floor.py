"""Two hundred consoles that poll and fifty changes, all at one instant."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

from bench import Benchmark, Better, Measured
from bench.burst import at_once
from bench.crowd import Answered, Question, consoles, together
from bench.floor import House, house, served
from bench.tablet import Tablet

HEALTH = Question("/healthz")
CONSOLES, CHANGES, TIMES = 200, 50, 3
SOON = 1.0  # seconds, for whoever asks how it goes


class Crowd:
    """Consoles that poll and dealers who tap, all at one instant."""

    def __init__(
        self, found: House, port: int, tables: int, tablet: type[Tablet] = Tablet
    ) -> None:
        self.port = port
        numbers = range(1, tables + 1)
        self.tablets = [tablet(port, found.token, each, most=1) for each in numbers]
        for each in self.tablets:
            each.step()  # every table opens its round

    def comes(
        self, polls: Sequence[Question], times: int = 1
    ) -> tuple[list[Answered], list[Answered]]:
        """Every answer to the polls, and to who asked beside them how it goes."""
        with ThreadPoolExecutor(2) as places:
            health = places.submit(self._look, [HEALTH], times * 10)
            seen = []
            for _ in range(times):
                looks = places.submit(self._look, polls, 1)
                at_once(self.tablets)  # a tap that is not answered with 200 raises
                seen += looks.result()
            return seen, health.result()

    def _look(self, questions: Sequence[Question], times: int) -> list[Answered]:
        return [
            one for _ in repeat(None, times) for one in together(self.port, questions)
        ]

    def goes(self) -> None:
        """Close every line."""
        for tablet in self.tablets:
            tablet.line.close()


def _measure() -> Measured:
    with house(CHANGES) as found, served(found, workers=2) as port:
        crowd, polls = Crowd(found, port, CHANGES), consoles(found, CONSOLES, CHANGES)
        alone = min(one.seconds for _ in range(5) for one in together(port, polls[:1]))
        looks, health = crowd.comes(polls, TIMES)
        crowd.goes()
    if told := [one for one in looks if (one.status, one.times) != (200, 1)]:
        raise RuntimeError(f"{len(told)} of {len(looks)} had to come again: {told[0]}.")
    if late := [one for one in health if one.status != 200 or one.seconds >= SOON]:
        raise RuntimeError(f"The house did not say in time how it goes: {late[0]}.")
    return Measured(max(one.seconds for one in looks), alone)


BENCHMARK = Benchmark(
    name="full-floor",
    unit="s slowest",
    against="one poll while nobody else asks",
    goal=5,  # then they are told to come again
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
