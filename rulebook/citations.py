"""Where the product cites a rule, read from its own source."""

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from rulebook.sources import SOURCES

PACKAGES = ("game", "house", "promotions", "rulebook/terms", "tournaments")
SIGNS = ("Cite(", ".at(")  # a file or statement without either cites nothing
FILES = ("app.py", "rulebook/guidance.py", "rulebook/sources.py")


class How(StrEnum):
    """What a citation is there for."""

    GUARD = "guard"
    CLAUSE = "clause"
    GUIDANCE = "guidance"


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the product that cites a rule, and what the code there does."""

    rule_id: str
    file: str
    line: int
    name: str
    sentence: str
    how: How = How.GUARD
    way: tuple[str, ...] = ()  # from an entrance to here; none leads here if empty
    is_printed: bool = False  # a value that only the words of a clause read

    @property
    def only_prints(self) -> bool:
        """Whether a clause names the rule for its text, outside anything it does."""
        return self.is_printed or (self.how is How.CLAUSE and "." not in self.name)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A citation that only shows when the code runs, so that no reader can find it."""

    file: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Citations:
    """Every citation found in one tree of source."""

    places: tuple[Place, ...]
    unreadable: tuple[Unreadable, ...]


def read(root: Path) -> Citations:
    """Read every citation of the product below a project's root."""
    readers = [_read(root, path) for path in _code(root)]
    return Citations(
        tuple(place for reader in readers for place in reader.places),
        tuple(odd for reader in readers for odd in reader.unreadable),
    )


def _code(root: Path) -> Iterator[Path]:
    yield from (root / name for name in FILES if (root / name).exists())
    for package in PACKAGES:
        yield from sorted((root / package).rglob("*.py"))


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, on one line."""
    words = " ".join(text.split())
    sentence = re.match(r".+?[.!?](?=\s|$)", words)
    return sentence[0] if sentence else words


def called(node: ast.expr) -> str:
    """The last name of what is called: Cite in both Cite(…) and rulebook.Cite(…)."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_citation(call: ast.Call) -> bool:
    """Whether this call makes a citation: Cite(…) or CROWN3.at(…)."""
    if called(call.func) == "Cite":
        return True
    at = isinstance(call.func, ast.Attribute) and call.func.attr == "at"
    return at and called(call.func.value) in SOURCES  # type: ignore[attr-defined]


def cited(call: ast.Call) -> str | None:
    """The rule a citation names, where it is written out."""
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    literal = arguments[0] if len(arguments) == 1 else None
    if not isinstance(literal, ast.Constant) or not isinstance(literal.value, str):
        return None
    if called(call.func) == "Cite":
        return literal.value
    assert isinstance(call.func, ast.Attribute)
    return f"{called(call.func.value)}-{literal.value}"


class _CodeReader(ast.NodeVisitor):
    """Walks one file of the product and notes where rules are cited."""

    def __init__(self, file: str, text: str) -> None:
        module = ast.parse(text, filename=file)
        self.file = file
        self._lines = [
            number
            for number, line in enumerate(text.splitlines(), 1)
            if any(sign in line for sign in SIGNS)
        ]
        self.places: list[Place] = []
        self.unreadable: list[Unreadable] = []
        self._names: list[str] = []
        self._sentences = [first_sentence(ast.get_docstring(module) or "")]
        self._how = How.GUARD
        self.visit(module)

    def visit(self, node: ast.AST) -> None:
        """Walk on, but never into a statement without a sign of a citation."""
        if not isinstance(node, ast.stmt) or self._has_sign(node):
            super().visit(node)

    def _has_sign(self, node: ast.stmt) -> bool:
        decorators: list[ast.expr] = getattr(node, "decorator_list", [])
        first = decorators[0].lineno if decorators else node.lineno
        at = bisect_left(self._lines, first)
        return at < len(self._lines) and self._lines[at] <= (node.end_lineno or first)

    @contextmanager
    def _inside(self, name: str, how: How) -> Iterator[None]:
        kept, self._how = self._how, how
        if name:
            self._names.append(name)
        yield
        self._how = kept
        if name:
            self._names.pop()

    def _define(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, how: How
    ) -> None:
        doc = first_sentence(ast.get_docstring(node) or "")
        self._sentences.append(doc or self._sentences[-1])
        with self._inside(node.name, how):
            self.generic_visit(node)
        self._sentences.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._define(node, self._how)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._define(node, self._how)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._define(node, How.CLAUSE if node.name.endswith("Clause") else self._how)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._constant(node, node.targets[0])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._constant(node, node.target)

    def _constant(self, node: ast.AST, target: ast.expr) -> None:
        """Outside functions, the name of a value says where a citation stands."""
        name = "" if self._names else called(target)
        with self._inside(name, self._how):
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if is_citation(node):
            self._note(node)
        name, how = called(node.func), self._how
        if name == "Guidance":
            how = How.GUIDANCE
        elif name.endswith("Clause"):
            how = How.CLAUSE
        with self._inside("", how):
            self.generic_visit(node)

    def _note(self, node: ast.Call) -> None:
        name = ".".join(self._names) or self.file
        if (rule_id := cited(node)) is None:
            self.unreadable.append(Unreadable(self.file, node.lineno, name))
            return
        sentence = self._sentences[-1]
        self.places.append(
            Place(rule_id, self.file, node.lineno, name, sentence, self._how)
        )


@dataclass(frozen=True, slots=True)
class _Nothing:
    places: tuple[Place, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()


def _read(root: Path, path: Path) -> _CodeReader | _Nothing:
    text = path.read_text(encoding="utf-8")
    if not any(sign in text for sign in SIGNS):
        return _Nothing()
    name = path.relative_to(root).as_posix()
    reader = _CodeReader(name, text)
    if name.startswith("rulebook/"):  # Source.at itself has to build a citation
        reader.unreadable.clear()
    return reader
