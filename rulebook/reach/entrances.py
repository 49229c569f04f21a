"""Where the product begins, and what is handed to registers that it asks later."""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulebook.reach.classes import dotted
from rulebook.reach.shapes import last_name
from rulebook.reach.symbols import Kind, Project, Symbol

VERBS = {"get", "post", "put", "patch", "delete"}
LISTENS = "listens_for"  # of an event of the database


@dataclass(frozen=True, slots=True)
class Registered:
    """A function that a register calls, and how people know it."""

    register: Symbol
    function: Symbol
    words: str


class Registers:
    """What the marks above functions hand them to."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._filled = {
            known: self._containers(known)
            for symbol in project.symbols()
            if symbol.kind is Kind.FUNCTION
            for mark in symbol.function.decorator_list
            for known in [dotted(project, symbol.module, _target(mark))]
            if isinstance(known, Symbol) and known.kind is Kind.FUNCTION
        }

    def _containers(self, registrar: Symbol) -> tuple[Symbol, ...]:
        names = (n.id for n in ast.walk(registrar.nodes[0]) if isinstance(n, ast.Name))
        found = (self._project.meaning(registrar.module, name) for name in names)
        filled = (s for s in found if isinstance(s, Symbol) and _is_container(s))
        return tuple(dict.fromkeys(filled))

    def filled_by(self, registrar: Symbol) -> tuple[Symbol, ...]:
        """The lists and tables a decorator puts what it marks into."""
        return self._filled.get(registrar, ())

    def of(self, function: Symbol) -> Iterator[Registered]:
        """The registers that the marks above a function hand it to."""
        for mark in function.function.decorator_list:
            target = _target(mark)
            known = dotted(self._project, function.module, target)
            if isinstance(known, Symbol):
                for register in self.filled_by(known):
                    yield Registered(register, function, _hook(known, mark))
            elif isinstance(target, ast.Attribute):
                owner = dotted(self._project, function.module, _asked(mark, target))
                if isinstance(owner, Symbol):
                    words = _words(owner, target.attr, mark, function)
                    yield Registered(owner, function, words)


def _asked(mark: ast.expr, target: ast.Attribute) -> ast.expr:
    """What asks a marked function later; a listener is asked by what it listens to."""
    if target.attr == LISTENS and isinstance(mark, ast.Call) and mark.args:
        return mark.args[0]
    return target.value


def _target(mark: ast.expr) -> ast.expr:
    return mark.func if isinstance(mark, ast.Call) else mark


def _is_container(symbol: Symbol) -> bool:
    """Whether a constant begins empty, to be filled as modules are read."""
    if symbol.kind is not Kind.CONSTANT:
        return False
    match getattr(symbol.nodes[0], "value", None):
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(func=func) if last_name(func) in ("defaultdict", "set", "dict"):
            return True
    return False


def is_command(symbol: Symbol) -> bool:
    """Whether a function is marked as a command or a group of commands."""
    if symbol.kind is not Kind.FUNCTION:
        return False
    marks = {last_name(mark) for mark in symbol.function.decorator_list}
    return bool(marks & {"command", "group"})


def _words(owner: Symbol, how: str, mark: ast.expr, function: Symbol) -> str:
    given = mark.args if isinstance(mark, ast.Call) else []
    first = str(getattr(given[0], "value", "")) if given else ""
    if how in VERBS or how == "route":
        verb = how.upper() if how in VERBS else "/".join(_methods(mark))
        return f"{verb} {_prefix(owner)}{first}"
    if how in ("command", "group"):
        return f"command {first or function.name}"
    return how


def _methods(mark: ast.expr) -> list[str]:
    for keyword in mark.keywords if isinstance(mark, ast.Call) else ():
        if keyword.arg == "methods" and isinstance(keyword.value, ast.List | ast.Tuple):
            return [str(getattr(each, "value", "")) for each in keyword.value.elts]
    return ["GET"]


def _prefix(blueprint: Symbol) -> str:
    value = getattr(blueprint.nodes[0], "value", None)
    for keyword in value.keywords if isinstance(value, ast.Call) else ():
        if keyword.arg == "url_prefix" and isinstance(keyword.value, ast.Constant):
            return str(keyword.value.value)
    return ""


def _hook(registrar: Symbol, mark: ast.expr) -> str:
    given = mark.args if isinstance(mark, ast.Call) else []
    about = f"({', '.join(ast.unparse(each) for each in given)})" if given else ""
    room = registrar.module.name.rpartition(".")[2]
    return f"{room}.{registrar.name}{about}"


def roots(root: Path, project: Project) -> Iterator[Symbol]:
    """Where the product begins: the factory of the app, and what runs by itself."""
    for module in project.modules.values():
        runs = [node for node in module.body.nodes if isinstance(node, ast.If)]
        if any("__main__" in ast.unparse(node.test) for node in runs):
            yield module.body
    for name in ("app:create_app", *_scripts(root / "pyproject.toml")):
        place, _, attribute = name.partition(":")
        if place in project.modules:
            yield project.modules[place].body
            symbol = project.modules[place].symbols.get(attribute)
            yield from [symbol] if symbol else []


def _scripts(path: Path) -> Iterator[str]:
    if path.exists():
        told = tomllib.loads(path.read_text("utf-8")).get("project", {})
        yield from told.get("scripts", {}).values()
        for group in told.get("entry-points", {}).values():
            yield from group.values()
