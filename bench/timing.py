"""Taking the time of something: the best of several goes, the least disturbed one."""

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

Clock = Callable[[], float]


def processes() -> float:
    """A clock that runs only while a processor works for processes begun from here."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(
    work: Callable[[], object], goes: int = 5, clock: Clock = perf_counter
) -> float:
    """How long the work takes at its best."""
    best = float("inf")
    for _ in range(goes):
        start = clock()
        work()
        best = min(best, clock() - start)
    return best


def seconds_by_turns(
    work: Callable[[], object],
    baseline: Callable[[], object],
    goes: int = 5,
    clock: Clock = perf_counter,
) -> tuple[float, float]:
    """How long each of two takes at its best, by turns: a busy moment meets both."""
    turns = [
        (seconds(work, 1, clock), seconds(baseline, 1, clock)) for _ in range(goes)
    ]
    return min(each for each, _ in turns), min(each for _, each in turns)


def seconds_in_fresh_process(setup: str, work: str, goes: int = 5) -> float:
    """How long a statement takes at its best in a process that has just begun."""
    program = (
        "from time import perf_counter\n"
        f"{setup}\n"
        "start = perf_counter()\n"
        f"{work}\n"
        "print(perf_counter() - start)\n"
    )
    command = [sys.executable, "-c", program]
    times = (
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
        for _ in range(goes)
    )
    return min(float(json.loads(done.stdout)) for done in times)


def answer_lines(command: list[str], lines: bytes) -> None:
    """Have a Python command answer these lines, each of them, start included."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, *command], input=lines, check=True, capture_output=True
    )
    asked, answered = lines.count(b"\n"), done.stdout.count(b"\n")
    if asked != answered:
        raise RuntimeError(f"{asked} lines were asked and {answered} answered.")
