"""Ten times as many entrants are drawn in at most twelve times as long."""

from time import process_time

from bench import Benchmark, Better, Measured
from bench.seat_draw import ENTRANTS, draw, house_with_entrants, undone
from bench.timing import seconds_by_turns


def measure(count: int = ENTRANTS) -> Measured:
    """A draw beside one of a tenth of its entrants, by the processor's clock."""
    with house_with_entrants(count) as many, house_with_entrants(count // 10) as few:
        value, baseline = seconds_by_turns(
            lambda: undone(many, draw), lambda: undone(few, draw), clock=process_time
        )
    return Measured(value, baseline)


BENCHMARK = Benchmark(
    name="draw-linear",
    unit="s",
    against="a tenth of the entrants",
    goal=1 / 12,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=measure,
)
