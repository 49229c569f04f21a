"""Functions that are handed to a registry, and the names of entrances."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.reach.scope import Scope, called
from rulebook.reach.symbols import Elsewhere, Kind, Module, Project, Symbol

VERBS = {"get", "post", "put", "patch", "delete"}


@dataclass(frozen=True, slots=True)
class Registered:
    """A function that a register calls, and how people know it."""

    register: Symbol
    function: Symbol
    words: str


def registrations(scope: Scope) -> Iterator[Registered]:
    """The registers that the marks above a function hand it to."""
    for mark in scope.symbol.function.decorator_list:
        target = mark.func if isinstance(mark, ast.Call) else mark
        known = scope.meaning(target)
        if isinstance(known, Symbol) and known.kind is Kind.FUNCTION:
            for register in registers_of(scope.project, known):
                words = _hook(scope.symbol, known, mark)
                yield Registered(register, scope.symbol, words)
        elif isinstance(target, ast.Attribute):
            owner = scope.meaning(target.value)
            if isinstance(owner, Symbol):
                words = _words(owner, target.attr, mark, scope.symbol)
                yield Registered(owner, scope.symbol, words)


def registers_of(project: Project, registrar: Symbol) -> list[Symbol]:
    """The lists and tables a decorator puts what it marks into."""
    found = []
    for node in ast.walk(registrar.nodes[0]):
        if isinstance(node, ast.Name):
            symbol = project.meaning(registrar.module, node.id)
            if isinstance(symbol, Symbol) and _is_container(symbol):
                found.append(symbol)
    return list(dict.fromkeys(found))


def _is_container(symbol: Symbol) -> bool:
    """Whether a constant begins empty, to be filled as modules are read."""
    if symbol.kind is not Kind.CONSTANT:
        return False
    match getattr(symbol.nodes[0], "value", None):
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(func=func) if called(func) in ("defaultdict", "set", "dict"):
            return True
    return False


def is_command(symbol: Symbol) -> bool:
    """Whether a function is marked as a command or a group of commands."""
    if symbol.kind is not Kind.FUNCTION:
        return False
    marks = {called(mark) for mark in symbol.function.decorator_list}
    return bool(marks & {"command", "group"})


def _words(owner: Symbol, how: str, mark: ast.expr, function: Symbol) -> str:
    given = [*mark.args] if isinstance(mark, ast.Call) else []
    first = given[0].value if given and isinstance(given[0], ast.Constant) else ""
    if how in VERBS or how == "route":
        verb = how.upper() if how in VERBS else "/".join(_methods(mark))
        return f"{verb} {_prefix(owner)}{first}"
    if how in ("command", "group"):
        return f"command {first or function.name}"
    return f"{how} {function.name}"


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


def _hook(function: Symbol, registrar: Symbol, mark: ast.expr) -> str:
    given = mark.args if isinstance(mark, ast.Call) else []
    about = ", ".join(ast.unparse(each) for each in given)
    room = registrar.module.name.rpartition(".")[2]
    return f"{room}.{registrar.name}({about}) {function.name}"
