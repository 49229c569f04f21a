"""Commands that `flask` finds before it looks for the app: they need none of it."""

import gc
import sys
from pathlib import Path

# Flask takes the app from the folder it is run in. Its commands come from there too,
# or two checkouts that share an environment would run half of each.
if Path("app.py").is_file():
    sys.path.insert(0, str(Path.cwd()))

# Reading the house makes a million lasting things: looking through them for garbage
# every seven hundred takes a fifth of every start.
gc.set_threshold(50_000, 20, 50)

from game.cli import game  # noqa: E402

__all__ = ["game"]
