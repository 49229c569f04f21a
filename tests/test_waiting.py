"""No test waits on the clock: a busy machine takes longer and fails nothing."""

import re
from pathlib import Path

TESTS = Path(__file__).parent
WAITS = re.compile(r"timeout=|\.(join|wait|result|get)\(\d|monotonic\(|\bsleep\(\S")
# They pause between two looks at what ends by itself, draw a moment by chance, or
# meet another where they can and go on where they cannot.
MAY_PAUSE = {
    "conftest.py",
    "test_money_races.py",
    "test_rounds_faults.py",
    "test_serve.py",
    "test_tick.py",
}


def test_no_test_gives_up_after_a_while():
    assert not [
        f"{path.relative_to(TESTS)}:{number}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.name not in MAY_PAUSE and path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if WAITS.search(line)
    ]
