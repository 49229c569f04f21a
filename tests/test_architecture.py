"""The dependency rule: which room may know which."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIBRARIES = {
    "alembic",
    "apscheduler",
    "argon2",
    "babel",
    "click",
    "cryptography",
    "email_validator",
    "flask",
    "flask_openapi",
    "flask_wtf",
    "granian",
    "jinja2",
    "markupsafe",
    "pydantic",
    "pyotp",
    "segno",
    "sqlalchemy",
    "sqlmodel",
    "structlog",
    "weasyprint",
    "werkzeug",
    "wtforms",
}
# The longest matching path governs a file, so pure rooms inside a feature stay pure.
MAY_IMPORT = {
    "rulebook": {"rulebook"},
    "proof": {"proof"},
    "game": {"game", "rulebook"},
    "game/batch": {"game", "rulebook", "numpy"},
    "house": {"house", "game", "proof", "rulebook"} | LIBRARIES,
    "tournaments": {"tournaments", "house", "game", "proof", "rulebook"} | LIBRARIES,
    "tournaments/rules": {"tournaments.rules", "game", "proof", "rulebook"},
    "promotions": {"promotions", "house", "game", "proof", "rulebook"} | LIBRARIES,
    "promotions/rules": {"promotions.rules", "proof", "rulebook"},
    "bench": {
        "bench",
        "promotions",
        "tournaments",
        "house",
        "game",
        "proof",
        "rulebook",
    }
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


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_each_file_imports_only_what_its_room_may(path: Path) -> None:
    allowed = tuple(f"{n}." for n in governing(path) | set(sys.stdlib_module_names))
    strangers = {n for n in imports(path) if not f"{n}.".startswith(allowed)}
    assert not strangers, f"{path.relative_to(ROOT)} imports {strangers}"


def test_the_rule_has_teeth() -> None:
    assert "numpy" not in governing(ROOT / "game" / "hands.py")
    assert "numpy" in governing(ROOT / "game" / "batch" / "hands.py")
    assert "sqlmodel" not in governing(ROOT / "promotions" / "rules" / "draw.py")
    assert all(
        "bench" not in rooms for key, rooms in MAY_IMPORT.items() if key != "bench"
    )
