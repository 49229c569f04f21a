"""What the names inside one function or constant stand for."""

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from rulebook.reach.classes import Classes
from rulebook.reach.kinds import NOTHING, Annotations, Type, an, either, one
from rulebook.reach.shapes import each_in, entered, item, last_name, result
from rulebook.reach.symbols import (
    Elsewhere,
    Import,
    Kind,
    Meaning,
    Module,
    Project,
    Symbol,
    imported,
)

Thunk = Callable[[], Type]
Inner = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
BINDS_NOTHING = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop)
SOMETHING = ast.Call(ast.Name("something", ast.Load()), [], [])


class Bindings(ABC):
    """The names of one symbol: its own first, then those of its module."""

    def __init__(
        self,
        project: Project,
        classes: Classes,
        annotations: Annotations,
        symbol: Symbol,
    ) -> None:
        self.project, self.classes, self.annotations = project, classes, annotations
        self.symbol, self.module = symbol, symbol.module
        self.local: dict[str, list[Thunk]] = {}
        self.bound: dict[str, list[ast.expr]] = {}
        self.brought: dict[str, Import] = {}
        self.parameters: set[str] = set()
        self._runs = symbol.kind in (Kind.FUNCTION, Kind.METHOD)
        for node in symbol.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._take_parameters(node)
                self.parameters = set(self.local)
                self._take_block(node)
            else:
                self._take_block(node)

    @abstractmethod
    def type_of(self, node: ast.expr) -> Type:
        """What kind of value an expression gives."""

    def meaning(self, node: ast.expr) -> Meaning | None:
        """What a name or a chain of names means, if it is no value of this scope."""
        if isinstance(node, ast.Name):
            if node.id in self.brought:
                return self._brought(self.brought[node.id])
            if node.id in self.local:
                return None
            found = self.project.meaning(self.module, node.id)
            return found if found is not None else Elsewhere(node.id)
        if isinstance(node, ast.Attribute):
            base = self.meaning(node.value)
            if isinstance(base, Module):
                return self.project.meaning(base, node.attr)
            if isinstance(base, Elsewhere) and isinstance(node.value, ast.Name):
                return Elsewhere(node.attr)
        return None

    def _brought(self, brought: Import) -> Meaning | None:
        if brought.module not in self.project.modules:
            whole = self.project.modules.get(f"{brought.module}.{brought.name}")
            return whole or Elsewhere(brought.name or brought.module)
        module = self.project.modules[brought.module]
        return self.project.meaning(module, brought.name) if brought.name else module

    # Parameters

    def _take_parameters(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    ) -> None:
        given = node.args
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
        for each in every:
            self._bind(each.arg, self._parameter(each))
        for rest, kind in ((given.vararg, "tuple*"), (given.kwarg, "dict")):
            if rest is not None:
                self._bind(rest.arg, self._rest(rest, kind))
        if every and self.symbol.owner is not None and node in self.symbol.nodes:
            self._bind_self(every[0].arg)

    def _parameter(self, given: ast.arg) -> Thunk:
        return lambda: self.annotations.type_of(given.annotation, self.module)

    def _rest(self, given: ast.arg, kind: str) -> Thunk:
        def rest() -> Type:
            inner = self.annotations.type_of(given.annotation, self.module)
            return one(kind, one("str"), inner) if kind == "dict" else one(kind, inner)

        return rest

    def _bind_self(self, name: str) -> None:
        assert self.symbol.owner is not None
        marks = {last_name(mark) for mark in self.symbol.function.decorator_list}
        mine = an(self.classes.of(self.symbol.owner))
        if "classmethod" in marks:
            mine = one("type", mine)
        if "staticmethod" not in marks:
            self.local[name] = [lambda: mine]

    # Bodies

    def _bind(self, name: str, thunk: Thunk) -> None:
        self.local.setdefault(name, []).append(thunk)

    def _take_block(self, node: ast.AST) -> None:
        for each in _inside(node):
            match each:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    if self._runs:  # what a class defines is no name of its body
                        self._bind(each.name, self._returning(each))
                        self._take_parameters(each)
                        self._take_block(each)
                case ast.Lambda():
                    self._take_parameters(each)
                    self._take_block(each)
                case ast.ClassDef():
                    self._bind(each.name, lambda: None)
                    self._take_block(each)
                case ast.Import() | ast.ImportFrom():
                    self.brought |= dict(imported(each))
                case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                    if self._runs:
                        self._take_assignment(each)
                case _:
                    self._take_binding(each)

    def _returning(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Thunk:
        return lambda: one(
            "Callable", self.annotations.type_of(node.returns, self.module)
        )

    def _take_assignment(
        self, node: ast.Assign | ast.AnnAssign | ast.AugAssign
    ) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind_target(target, self._like(value), value)
            case ast.AnnAssign(target=target, annotation=given, value=default):
                promised = self.annotations
                self._bind_target(
                    target, lambda: promised.type_of(given, self.module), default
                )
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                self._bind(name, lambda: NOTHING)
                self.bound.setdefault(name, []).append(value)

    def _like(self, value: ast.expr) -> Thunk:
        return lambda: self.type_of(value)

    def _take_binding(self, node: ast.AST) -> None:
        match node:
            case ast.NamedExpr(target=target, value=value):
                self._bind_target(target, self._like(value), value)
            case ast.For() | ast.AsyncFor() | ast.comprehension():
                every = node.iter
                self._bind_target(node.target, lambda: each_in(self.type_of(every)))
            case ast.withitem(context_expr=given, optional_vars=ast.expr() as target):
                self._bind_target(target, lambda: entered(self.type_of(given)))
            case ast.ExceptHandler(type=caught, name=str(name)):
                self._bind(name, lambda: result(self.type_of(caught or SOMETHING)))
            case ast.MatchAs(pattern=pattern, name=str(name)):
                self._bind(name, lambda: self._matched(pattern))
            case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                self._bind(name, lambda: None)

    def _matched(self, pattern: ast.pattern | None) -> Type:
        match pattern:
            case ast.MatchClass(cls=cls):
                return result(self.type_of(cls))
            case ast.MatchOr(patterns=patterns):
                return either(*(self._matched(each) for each in patterns))
        return None

    def _bind_target(
        self, target: ast.expr, thunk: Thunk, value: ast.expr | None = None
    ) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, thunk)
            self.bound.setdefault(target.id, []).append(value or SOMETHING)
        elif isinstance(target, ast.Starred):
            self._bind_target(target.value, thunk)
        elif isinstance(target, ast.Tuple | ast.List):
            for index, part in enumerate(target.elts):
                self._bind_target(part, _part(thunk, index))


def _part(whole: Thunk, index: int) -> Thunk:
    return lambda: item(whole(), index)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """Everything inside a node, but not what is inside an inner function or class."""
    waiting = [node]
    while waiting:
        for child in _children(waiting.pop()):
            yield child
            if not isinstance(child, Inner):
                waiting.append(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What a node is made of, but for names and constants, which bind nothing."""
    for name in node._fields:
        value = getattr(node, name, None)
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, ast.AST) and not isinstance(each, BINDS_NOTHING):
                yield each
