"""Settling recorded rounds through the command line, the start of it included.

Both sides are timed by what the processor did for them, not by the clock on the wall:
whatever else the machine is busy with is no part of the figure.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

from bench import Benchmark, Better, Measured
from bench.timing import answer_lines, processes, seconds_by_turns
from game.cards import DECK, Card, show
from game.rulebooks import MISSISSIPPI_STUD

ROUNDS = 60_000
ONLY_JSON = (
    "import json, sys\n"
    "for line in sys.stdin.buffer:\n"
    "    sys.stdout.write(json.dumps(json.loads(line)) + '\\n')\n"
)


def recorded_rounds(number: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Rounds as a floor records them: one to six players, some of whom fold."""
    shuffler = random.Random(seed)  # noqa: S311  the same rounds every time
    for each in range(number):
        deck = list(DECK)
        shuffler.shuffle(deck)
        stud = each % 8 != 0
        yield (
            _mississippi(each, deck, shuffler)
            if stud
            else _caribbean(each, deck, shuffler)
        )


def _mississippi(number: int, deck: list[Card], by: random.Random) -> dict[str, Any]:
    seats = []
    for seat in range(1, by.randint(1, 6) + 1):
        ante = 100 * by.randint(1, 50)
        bets: list[int | str] = [ante * by.randint(1, 3) for _ in range(3)]
        stays = by.randint(0, 3)
        streets = bets if stays == 3 else [*bets[:stays], "fold"]
        hole = show([deck.pop(), deck.pop()])
        seats.append({"seat": seat, "hole": hole, "ante": ante, "streets": streets})
    return {
        "id": number,
        "rulebook": MISSISSIPPI_STUD[number % 4],
        "game": "mississippi_stud",
        "community": show([deck.pop() for _ in range(3)]),
        "seats": seats,
    }


def _caribbean(number: int, deck: list[Card], by: random.Random) -> dict[str, Any]:
    seats = [
        {
            "seat": seat,
            "hand": show([deck.pop() for _ in range(5)]),
            "ante": 100 * by.randint(1, 50),
            "decision": by.choice(("bet", "fold")),
        }
        for seat in range(1, by.randint(1, 6) + 1)
    ]
    return {
        "id": number,
        "rulebook": "VIC99",
        "game": "caribbean_stud",
        "dealer": show([deck.pop() for _ in range(5)]),
        "seats": seats,
    }


def _measure() -> Measured:
    lines = b"".join(
        json.dumps(each).encode() + b"\n" for each in recorded_rounds(ROUNDS)
    )
    settled, echoed = seconds_by_turns(
        lambda: answer_lines(["-m", "game.cli", "settle"], lines),
        lambda: answer_lines(["-c", ONLY_JSON], lines),
        clock=processes,
    )
    return Measured(ROUNDS / settled, ROUNDS / echoed)


BENCHMARK = Benchmark(
    name="settle-cli",
    unit="rounds/s",
    against="the same lines only read as JSON and written back",
    goal=0.2,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=_measure,
)
