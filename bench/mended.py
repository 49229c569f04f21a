"""How soon the house is whole after any one of its processes was killed under play."""

import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter

from bench import Benchmark, Better, Measured
from bench.floor import address
from bench.patient import Night
from bench.serving import PARTS
from house.config import ROOT


def _measure() -> Measured:
    with address() as url, tempfile.TemporaryDirectory() as folder:
        with closing(Night(url, Path(folder))) as night:
            took = night.under_kills(PARTS, Night.another_round)
            waited = max(tablet.longest for tablet in night.tablets)
        return Measured(max(*took, waited), _read())


def _read() -> float:
    """How long Python takes to read the house: a parent cannot be back before."""
    begun = perf_counter()
    subprocess.run([sys.executable, "-c", "import app"], cwd=ROOT, check=True)
    return perf_counter() - begun


BENCHMARK = Benchmark(
    name="mended",
    unit="s slowest",
    against="Python reading the house once",
    goal=5,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
