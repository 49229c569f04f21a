"""Commands that `flask` finds before it looks for the app: they need none of it."""

import sys
from pathlib import Path

# Flask takes the app from the folder it is run in. Its commands come from there too,
# or two checkouts that share an environment would run half of each.
if Path("app.py").is_file():
    sys.path.insert(0, str(Path.cwd()))

from game.cli import game

__all__ = ["game"]
