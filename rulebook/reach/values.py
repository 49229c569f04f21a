"""Which values a question can meet, where the code only ever gives it constants."""

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from rulebook.reach.scope import Scope
from rulebook.reach.symbols import Elsewhere, Kind, Symbol

Key = tuple[str, str]  # a class and its field, or a function and its parameter
Values = frozenset[Any] | None  # None: anything
Fed = Mapping[Key, Values]
MANY = 16
EMPTY = {"tuple": (), "frozenset": frozenset()}  # a list or a dict may still grow
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
ALIKE = set(COMPARE.values())  # a thing beside itself: each has one answer
COMPARE |= {
    ast.In: lambda part, whole: part in whole,
    ast.NotIn: lambda part, whole: part not in whole,
}


@dataclass(frozen=True, slots=True)
class Same:
    """Whatever one expression holds, where nothing else is ever given."""

    module: str
    text: str


def given(scope: Scope, node: ast.expr, fed: Fed) -> Values:
    """The values an expression can hand over."""
    found = _values(scope, node, fed)
    if found is None and isinstance(node, ast.Attribute) and source(scope, node):
        return frozenset({Same(scope.module.name, ast.unparse(node))})
    return found


def literal(node: ast.expr | None) -> Values:
    """The value of a literal; anything else may be any value."""
    match node:
        case ast.Constant(value=value):
            return frozenset({value})
        case ast.Tuple(elts=[]):
            return frozenset({()})
        case ast.Call(func=ast.Name(id=name), args=[], keywords=[]) if name in EMPTY:
            return frozenset({EMPTY[name]})
        case ast.Call(func=ast.Name(id="field"), keywords=keywords):
            for each in keywords:
                if each.arg == "default":
                    return literal(each.value)
                if each.arg == "default_factory" and isinstance(each.value, ast.Name):
                    empty = EMPTY.get(each.value.id)
                    return frozenset({empty}) if empty is not None else None
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return frozenset({-value})
    return None


@dataclass(eq=False, slots=True)
class Question:
    """A condition of the code, with the fields and parameters it looks at."""

    scope: Scope
    node: ast.expr
    sources: frozenset[Key] = frozenset()

    def __post_init__(self) -> None:
        self.sources = frozenset(_sources(self.scope, self.node))

    def answers(self, fed: Fed) -> frozenset[bool]:
        """How it can come out, as the code is fed."""
        values = _values(self.scope, self.node, fed)
        if values is None or any(isinstance(each, Same) for each in values):
            return frozenset({True, False})
        return frozenset(bool(value) for value in values)


def _sources(scope: Scope, node: ast.expr, depth: int = 0) -> Iterator[Key]:
    if depth > MANY:
        return
    if (key := source(scope, node)) is not None:
        yield key
    elif isinstance(node, ast.Name):
        if (value := _bound_once(scope, node.id)) is not None:
            yield from _sources(scope, value, depth + 1)
    else:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from _sources(scope, child, depth + 1)


def source(scope: Scope, node: ast.expr) -> Key | None:
    """The field or the parameter an expression reads, if it reads just that."""
    if isinstance(node, ast.Name) and node.id in scope.parameters:
        alone = len(scope.local[node.id]) == 1 and node.id not in ("self", "cls")
        return (scope.symbol.id, node.id) if alone else None
    if not isinstance(node, ast.Attribute) or scope.meaning(node) is not None:
        return None
    found = scope.type_of(node.value)
    if found is None or len(found) != 1:
        return None
    [only] = found
    if only.product is None or not only.product.is_record:
        return None
    definer = only.product.definer(node.attr)
    if definer is None or node.attr not in only.product.fields:
        return None
    return (definer.id, node.attr)


def _bound_once(scope: Scope, name: str) -> ast.expr | None:
    bound = scope.bound.get(name, [])
    alone = len(bound) == 1 and len(scope.local.get(name, ())) == 1
    return bound[0] if alone else None


def _values(scope: Scope, node: ast.expr, fed: Fed, depth: int = 0) -> Values:
    if depth > MANY:
        return None
    if (key := source(scope, node)) is not None:
        return fed.get(key, frozenset())
    match node:
        case ast.Name(id=name) if (value := _bound_once(scope, name)) is not None:
            return _values(scope, value, fed, depth + 1)
        case ast.NamedExpr(value=value):
            return _values(scope, value, fed, depth + 1)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _values(scope, operand, fed, depth + 1)
            return _worked_out(operator.not_, [inner])
        case ast.BoolOp(op=op, values=values):
            every = [_values(scope, each, fed, depth + 1) for each in values]
            return _joined(isinstance(op, ast.And), every)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            how = COMPARE[type(op)]
            sides = [_values(scope, each, fed, depth + 1) for each in (left, right)]
            return _worked_out(how, sides)
        case ast.Call(func=ast.Name(id="len"), args=[only]):
            if isinstance(scope.meaning(node.func), Elsewhere):
                return _worked_out(len, [_values(scope, only, fed, depth + 1)])
    return literal(node)


def _joined(is_and: bool, every: list[Values]) -> Values:  # noqa: FBT001
    """One operand can settle an “and” or an “or” whatever the others are."""
    every = [None if _is_open(each) else each for each in every]
    settled = [
        each is not None and bool(each) and all(bool(v) is not is_and for v in each)
        for each in every
    ]
    if any(settled):
        return frozenset({not is_and})
    if any(each is None for each in every):
        return None
    return frozenset(
        (all if is_and else any)(combined)
        for combined in product(*(each for each in every if each is not None))
    )


def _is_open(values: Values) -> bool:
    """Whether one of the values is known by its name only."""
    return any(isinstance(each, Same) for each in values or ())


def _is_one_thing(values: Values) -> bool:
    return values is not None and len(values) == 1 and _is_open(values)


def _worked_out(how: Callable[..., Any], sides: list[Values]) -> Values:
    if len(sides) == 2 and sides[0] == sides[1] and _is_one_thing(sides[0]):
        return frozenset({how(1, 1)}) if how in ALIKE else None
    known = [each for each in sides if each is not None and not _is_open(each)]
    if len(known) < len(sides):
        return None
    found = set()
    for combined in product(*known):
        try:
            found.add(how(*combined))
        except TypeError:
            return None
    return frozenset(found)


def parameters(function: Symbol) -> list[ast.arg]:
    """What a call of a function gives by position, in order."""
    given = function.function.args
    every = [*given.posonlyargs, *given.args]
    marks = (each.id for each in _marks(function))
    bound = function.kind is Kind.METHOD and "staticmethod" not in marks
    return every[1:] if bound else every


def _marks(function: Symbol) -> Iterator[ast.Name]:
    for mark in function.function.decorator_list:
        if isinstance(mark, ast.Name):
            yield mark


def defaults(function: Symbol) -> dict[str, ast.expr]:
    """What a function takes where a call leaves something out."""
    given = function.function.args
    found = dict(
        zip(
            reversed([each.arg for each in parameters(function)]),
            reversed(given.defaults),
            strict=False,
        )
    )
    named = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    return found | {each.arg: value for each, value in named if value is not None}
