"""The dependency rule: which room may know which."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from rulebook import DOCUMENTS

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
    "openpyxl",
    "pyotp",
    "segno",
    "sqlalchemy",
    "sqlmodel",
    "structlog",
    "weasyprint",
    "werkzeug",
    "wtforms",
}
# Spoken to by the database's address, read by the standard library.
NEVER_IMPORTED = {"psycopg", "tzdata"}
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


# Reads a module by its name only when it is needed: a command line starts at once.
LAZY = {"game/cli.py"}
BY_NAME = {"import_module", "__import__"}
ROOMS = {key.partition("/")[0] for key in MAY_IMPORT}
MODULE = re.compile(r"(?:{})(?:\.[a-z_][a-z_0-9]*)+".format("|".join(sorted(ROOMS))))
# A round's units and the documents' codes are data: what is asked of them is a value.
DATA = {"cents", "chips", *(source.code for source in DOCUMENTS)}


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module a file imports or names in a string, by its full name."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, level=level):
                yield module if module and not level else "a relative import"
            case ast.Constant(value=str(text)) if MODULE.fullmatch(text):
                yield from [text] if _is_module(text) else []


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def by_name(tree: ast.AST) -> Iterator[str]:
    """Every way of importing that hides what is imported."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in BY_NAME:
                yield name


def compared(tree: ast.AST) -> Iterator[str]:
    """Every unit or code of a document that something is compared with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for each in (node.left, *node.comparators):
                if isinstance(each, ast.Constant) and each.value in DATA:
                    yield str(each.value)
        elif isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant):
            yield from [str(node.value.value)] if node.value.value in DATA else []


def governing(path: Path) -> set[str]:
    """What the file may import, by the most specific entry that covers it."""
    name = path.relative_to(ROOT).as_posix()
    covers = [key for key in MAY_IMPORT if name == key or name.startswith(f"{key}/")]
    allowed = MAY_IMPORT[max(covers, key=len)]
    return allowed | {"click"} if path.name == "cli.py" else allowed


@cache
def trees() -> Mapping[Path, ast.AST]:
    """Every file of the product, read once."""
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}


def named(found: Mapping[Path, Iterable[str]]) -> list[str]:
    """The files with what was found in them, all at once."""
    return sorted(
        f"{path.relative_to(ROOT).as_posix()}: {', '.join(sorted(each))}"
        for path, each in found.items()
        if each
    )


def test_each_file_imports_only_what_its_room_may() -> None:
    standard = set(sys.stdlib_module_names)
    allowed = {p: tuple(f"{n}." for n in governing(p) | standard) for p in trees()}
    strangers = {
        path: {n for n in imports(tree) if not f"{n}.".startswith(allowed[path])}
        for path, tree in trees().items()
    }
    assert named(strangers) == []


def test_no_import_is_hidden() -> None:
    hidden = {path: set(by_name(tree)) for path, tree in trees().items()}
    found = [line for line in named(hidden) if not line.startswith("bench/")]
    assert {line.partition(":")[0] for line in found} == LAZY


def test_the_house_compares_no_unit_and_no_code_of_a_document() -> None:
    house = {p: set(compared(t)) for p, t in trees().items() if in_room(p, "house")}
    assert named(house) == []


def in_room(path: Path, room: str) -> bool:
    """Whether a file stands in a room of the product."""
    return path.relative_to(ROOT).parts[0] == room


def test_the_rule_has_teeth() -> None:
    assert "numpy" not in governing(ROOT / "game" / "hands.py")
    assert "numpy" in governing(ROOT / "game" / "batch" / "hands.py")
    assert "sqlmodel" not in governing(ROOT / "promotions" / "rules" / "draw.py")
    assert all(
        "bench" not in rooms for key, rooms in MAY_IMPORT.items() if key != "bench"
    )
    hidden = ast.parse('import_module("game.hands"); x = "house.web"; unit == "cents"')
    assert {*imports(hidden)} == {"game.hands", "house.web"}
    assert list(by_name(hidden)) == ["import_module"]
    assert list(compared(hidden)) == ["cents"]


def test_nothing_is_installed_that_nothing_uses() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {re.split(r"[\[<>=]", each)[0] for each in project["dependencies"]}
    brought_by = packages_distributions()
    imported = {
        name.partition(".")[0] for tree in trees().values() for name in imports(tree)
    }
    used = {
        brought.lower() for name in imported for brought in brought_by.get(name, ())
    }
    assert wanted - used == NEVER_IMPORTED
