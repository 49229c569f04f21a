"""The dependency rule: which room may know which."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIBRARIES = {
    "alembic",
    "apscheduler",
    "argon2",
    "click",
    "cryptography",
    "email_validator",
    "flask",
    "flask_wtf",
    "granian",
    "jinja2",
    "markupsafe",
    "pyotp",
    "segno",
    "sqlalchemy",
    "sqlmodel",
    "structlog",
    "weasyprint",
    "werkzeug",
    "wtforms",
}
# Started by name, spoken to by the database's address, read by the standard library.
NEVER_IMPORTED = {"granian", "psycopg", "tzdata"}
# The longest matching path governs a file, so pure rooms inside a feature stay pure.
MAY_IMPORT = {
    "rulebook": {"rulebook"},
    "game": {"game", "rulebook"},
    "game/batch": {"game", "rulebook", "numpy"},
    "house": {"house", "game", "rulebook"} | LIBRARIES,
    "tournaments": {"tournaments", "house", "game", "rulebook"} | LIBRARIES,
    "tournaments/rules": {"tournaments.rules", "game", "rulebook"},
    "promotions": {"promotions", "house", "game", "rulebook"} | LIBRARIES,
    "promotions/rules": {"promotions.rules", "rulebook"},
    "bench": {"bench", "promotions", "tournaments", "house", "game", "rulebook"}
    | {"numpy"}
    | LIBRARIES,
}


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, by its full name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports relatively"
            assert node.module
            yield node.module


def governing(path: Path) -> set[str]:
    """What the file may import, by the most specific entry that covers it."""
    name = path.relative_to(ROOT).as_posix()
    covers = [key for key in MAY_IMPORT if name == key or name.startswith(f"{key}/")]
    allowed = MAY_IMPORT[max(covers, key=len)]
    return allowed | {"click"} if path.name == "cli.py" else allowed


FILES = sorted(
    path
    for package in {key.partition("/")[0] for key in MAY_IMPORT}
    for path in (ROOT / package).rglob("*.py")
)


def test_each_file_imports_only_what_its_room_may() -> None:
    wrong = {}
    for path in FILES:
        allowed = tuple(f"{n}." for n in governing(path) | set(sys.stdlib_module_names))
        if strangers := {n for n in imports(path) if not f"{n}.".startswith(allowed)}:
            wrong[path.relative_to(ROOT).as_posix()] = strangers
    assert not wrong


def test_the_rule_has_teeth() -> None:
    assert "numpy" not in governing(ROOT / "game" / "hands.py")
    assert "numpy" in governing(ROOT / "game" / "batch" / "hands.py")
    assert "sqlmodel" not in governing(ROOT / "promotions" / "rules" / "draw.py")
    assert all(
        "bench" not in rooms for key, rooms in MAY_IMPORT.items() if key != "bench"
    )


def test_nothing_is_installed_that_nothing_uses() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {re.split(r"[\[<>=]", each)[0] for each in project["dependencies"]}
    brought_by = packages_distributions()
    imported = {name.partition(".")[0] for path in FILES for name in imports(path)}
    used = {
        brought.lower() for name in imported for brought in brought_by.get(name, ())
    }
    assert wanted - used == NEVER_IMPORTED
