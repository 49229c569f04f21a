"""What the names inside one function or constant stand for, and of what kind."""

import ast
from collections.abc import Callable, Iterator

from rulebook.reach.classes import Class, Classes
from rulebook.reach.kinds import NOTHING, Annotations, One, Type, an, either, one
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
MAPPINGS = {"Mapping", "dict", "defaultdict", "MutableMapping", "OrderedDict"}
KEEPS = {"sorted", "list", "tuple", "set", "frozenset", "reversed", "iter", "deque"}
PICKS = {"next", "min", "max", "choice"}
PLAINS = {
    *("len", "sum", "int", "str", "bool", "abs", "any", "all", "isinstance", "repr"),
    *("range", "hash", "round", "divmod", "ord", "chr", "print", "hasattr", "format"),
}


class Scope:
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
        self._asking: set[int] = set()
        self._cuts = 0
        self._known: dict[int, Type] = {}
        for node in symbol.nodes:
            if symbol.kind in (Kind.FUNCTION, Kind.METHOD):
                self._take_names(node)
            elif isinstance(node, ast.ClassDef):
                for inner in node.body:
                    if not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                        self._take_inner_names(inner)
            else:
                self._take_inner_names(node)

    # Names

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

    def _take_names(self, node: ast.AST) -> None:
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        given = node.args
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
        for each in every:
            self.parameters.add(each.arg)
            self._bind(each.arg, self._parameter(each))
        for rest, kind in ((given.vararg, "tuple*"), (given.kwarg, "dict")):
            if rest is not None:
                self.parameters.add(rest.arg)
                self._bind(rest.arg, self._rest(rest, kind))
        if every and self.symbol.owner is not None and node is self.symbol.nodes[0]:
            self._bind_self(node, every[0].arg)
        self._take_inner_names(node)

    def _parameter(self, given: ast.arg) -> Thunk:
        return lambda: self.annotations.type_of(given.annotation, self.module)

    def _rest(self, given: ast.arg, kind: str) -> Thunk:
        def rest() -> Type:
            inner = self.annotations.type_of(given.annotation, self.module)
            return one(kind, one("str"), inner) if kind == "dict" else one(kind, inner)

        return rest

    def _bind_self(self, node: ast.AST, name: str) -> None:
        assert self.symbol.owner is not None
        marks = {called(mark) for mark in getattr(node, "decorator_list", ())}
        if "staticmethod" in marks:
            return
        mine = an(self.classes.of(self.symbol.owner))
        self.local[name] = [
            lambda: one("type", mine) if "classmethod" in marks else mine
        ]

    def _bind(self, name: str, thunk: Thunk) -> None:
        self.local.setdefault(name, []).append(thunk)

    def _take_inner_names(self, node: ast.AST) -> None:
        for each in _inside(node):
            match each:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self._bind(each.name, self._returning(each))
                    self._take_names(each)
                case ast.Lambda():
                    self._take_names(each)
                case ast.ClassDef():
                    self._bind(each.name, lambda: None)
                    self._take_inner_names(each)
                case ast.Import() | ast.ImportFrom():
                    self.brought |= dict(imported(each))
                case _:
                    self._take_binding(each)

    def _returning(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Thunk:
        return lambda: one(
            "Callable", self.annotations.type_of(node.returns, self.module)
        )

    def _take_binding(self, node: ast.AST) -> None:
        at_top = self.symbol.kind not in (Kind.FUNCTION, Kind.METHOD)
        match node:
            case ast.Assign(targets=targets, value=value) if not at_top:
                for target in targets:
                    self._bind_target(target, lambda v=value: self.type_of(v), value)
            case ast.AnnAssign(target=target, annotation=given) if not at_top:
                self._bind_target(
                    target,
                    lambda g=given: self.annotations.type_of(g, self.module),
                    node.value,
                )
            case ast.AugAssign(target=ast.Name(id=name)) if not at_top:
                self._bind(name, lambda: NOTHING)
                self.bound.setdefault(name, []).append(node.value)
            case ast.NamedExpr(target=target, value=value):
                self._bind_target(target, lambda v=value: self.type_of(v), value)
            case ast.For(target=target, iter=every) | ast.comprehension(
                target=target, iter=every
            ):
                self._bind_target(target, lambda e=every: self.each_of(e))
            case ast.withitem(context_expr=given, optional_vars=ast.expr() as target):
                self._bind_target(target, lambda g=given: self._entered(g))
            case ast.ExceptHandler(type=caught, name=str(name)):
                self._bind(name, lambda c=caught: self._made_by(c))
            case ast.MatchAs(pattern=pattern, name=str(name)):
                self._bind(name, lambda p=pattern: self._matched(p))
            case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                self._bind(name, lambda: None)

    def _bind_target(
        self, target: ast.expr, thunk: Thunk, value: ast.expr | None = None
    ) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, thunk)
            unknown = ast.Call(func=ast.Name(id="?", ctx=ast.Load()))
            self.bound.setdefault(target.id, []).append(value or unknown)
        elif isinstance(target, ast.Starred):
            self._bind_target(target.value, thunk)
        elif isinstance(target, ast.Tuple | ast.List):
            for index, part in enumerate(target.elts):
                self._bind_target(part, lambda i=index: _item(thunk(), i))

    # Kinds

    def type_of(self, node: ast.expr) -> Type:
        """What kind of value an expression gives."""
        if id(node) in self._known:
            return self._known[id(node)]
        if id(node) in self._asking:
            self._cuts += 1
            return NOTHING  # a loop adds nothing to what it begins with
        before = self._cuts
        self._asking.add(id(node))
        found = self._type(node)
        self._asking.discard(id(node))
        if self._cuts == before or not self._asking:
            self._known[id(node)] = found
        return found

    def _type(self, node: ast.expr) -> Type:
        match node:
            case ast.Constant(value=None):
                return NOTHING
            case ast.Constant(value=value):
                return one(type(value).__name__)
            case ast.JoinedStr() | ast.Compare():
                return one("str" if isinstance(node, ast.JoinedStr) else "bool")
            case ast.Name() if node.id in self.local:
                return either(*(thunk() for thunk in self.local[node.id]))
            case ast.Name() | ast.Attribute() if (known := self.meaning(node)):
                return self._of_meaning(known)
            case ast.Attribute(value=value, attr=attr):
                return self.attribute(self.type_of(value), attr)
            case ast.Call():
                return self._call(node)
            case ast.IfExp(body=body, orelse=orelse):
                return either(self.type_of(body), self.type_of(orelse))
            case ast.BoolOp(values=values):
                return either(*(self.type_of(value) for value in values))
            case ast.NamedExpr(value=value) | ast.Await(value=value):
                return self.type_of(value)
            case ast.Subscript():
                return self._subscript(node)
            case ast.List(elts=elts) | ast.Set(elts=elts):
                return one("list", self._elements(elts))
            case ast.Tuple(elts=elts):
                if any(isinstance(each, ast.Starred) for each in elts):
                    return one("tuple*", self._elements(elts))
                return one("tuple", *(self.type_of(each) for each in elts))
            case ast.Dict(keys=keys, values=values):
                named = [key for key in keys if key is not None]
                if len(named) < len(keys):
                    return one("dict", None, None)
                return one("dict", self._elements(named), self._elements(values))
            case ast.ListComp(elt=elt) | ast.SetComp(elt=elt) | ast.GeneratorExp(
                elt=elt
            ):
                return one("list", self.type_of(elt))
            case ast.DictComp(key=key, value=value):
                return one("dict", self.type_of(key), self.type_of(value))
            case ast.BinOp(left=left, op=op, right=right):
                if isinstance(op, ast.BitOr | ast.Add):
                    return either(self.type_of(left), self.type_of(right))
                return self.type_of(left)
            case ast.UnaryOp(operand=operand):
                return self.type_of(operand)
            case ast.Lambda(body=body):
                return one("Callable", self.type_of(body))
        return None

    def _elements(self, nodes: list[ast.expr]) -> Type:
        return either(
            *(
                self.each_of(node.value)
                if isinstance(node, ast.Starred)
                else self.type_of(node)
                for node in nodes
            )
        )

    def each_of(self, node: ast.expr) -> Type:
        """What kind of value comes out when this is gone through."""
        return each_in(self.type_of(node))

    def _of_meaning(self, known: Meaning) -> Type:
        if not isinstance(known, Symbol):
            return one("type", one(known.name)) if isinstance(known, Elsewhere) else None
        node = known.nodes[0]
        if known.kind is Kind.CLASS:
            return one("type", an(self.classes.of(known)))
        if known.kind is Kind.FUNCTION:
            return one("Callable", self._returned(known))
        if isinstance(node, ast.AnnAssign):
            return self.annotations.type_of(node.annotation, known.module)
        value = getattr(node, "value", None)
        if value is None or len(known.nodes) > 1 or id(known) in self._asking:
            return None
        self._asking.add(id(known))
        scope = Scope(self.project, self.classes, self.annotations, known)
        scope._asking = self._asking
        found = scope.type_of(value)
        self._asking.discard(id(known))
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        return None if isinstance(target, ast.Tuple) else found

    def _returned(self, function: Symbol) -> Type:
        node = function.function
        marks = {called(mark) for mark in node.decorator_list}
        found = self.annotations.type_of(node.returns, function.module)
        return one("entered", each_in(found)) if "contextmanager" in marks else found

    def _entered(self, node: ast.expr) -> Type:
        found = self.type_of(node)
        if found is None:
            return None
        return either(
            *(
                each.made_of[0] if each.name == "entered" else frozenset({each})
                for each in found
            )
        )

    def attribute(self, of: Type, name: str) -> Type:
        """What kind of value an attribute of such a value is."""
        if of is None:
            return None
        return either(*(self._attribute(each, name) for each in of))

    def _attribute(self, of: One, name: str) -> Type:
        if of.name == "type" and of.made_of and of.made_of[0]:
            inner = of.made_of[0]
            if any(e.product and e.product.is_enum for e in inner):
                member = all(
                    e.product and name in e.product.own for e in inner
                )
                if member:
                    return inner
            return self.attribute(inner, name)
        if of.product is None:
            return _of_outside(of, name)
        if of.product.is_enum and name in ("value", "name"):
            return one("str")
        definer = of.product.definer(name)
        if definer is None:
            return None
        module = definer.symbol.module
        if name in definer.own:
            given = definer.own[name]
            if given.annotation is None:
                return None
            if (variable := _variable(definer, given.annotation)) is not None:
                index = definer.variables.index(variable)
                return of.made_of[index] if index < len(of.made_of) else None
            return self.annotations.type_of(given.annotation, module)
        method = definer.methods[name]
        returned = self._returned(method)
        returns = method.function.returns
        if returns is not None and (v := _variable(definer, returns)) is not None:
            index = definer.variables.index(v)
            returned = of.made_of[index] if index < len(of.made_of) else None
        elif isinstance(returns, ast.Name) and returns.id == "Self":
            returned = frozenset({of})
        marks = {called(mark) for mark in method.function.decorator_list}
        if marks & {"property", "cached_property"}:
            return returned
        return one("Callable", returned)

    def _call(self, node: ast.Call) -> Type:
        if isinstance(node.func, ast.Name) and node.func.id not in self.local:
            known = self.meaning(node.func)
            if isinstance(known, Elsewhere):
                return self._call_outside(known.name, node)
        if isinstance(node.func, ast.Attribute):
            known = self.meaning(node.func)
            if isinstance(known, Elsewhere):
                return self._call_outside(known.name, node)
            if node.func.attr in ("get", "get_one") and node.args:
                row = self.type_of(node.args[0])
                if row and all(e.name == "type" and e.made_of for e in row):
                    return either(*(each.made_of[0] for each in row))
        return self._made_by(node.func)

    def _made_by(self, node: ast.expr | None) -> Type:
        """What a call of this gives."""
        kinds = self.type_of(node) if node is not None else None
        if kinds is None:
            return None
        return either(*(_result(each) for each in kinds))

    def _call_outside(self, name: str, node: ast.Call) -> Type:
        first = node.args[0] if node.args else None
        if name == "super" and self.symbol.owner is not None:
            bases = self.classes.of(self.symbol.owner).bases
            return either(*(an(base) for base in bases)) if bases else one("super")
        if name in PLAINS:
            return one("int")
        if first is None or isinstance(first, ast.Starred):
            return one(name) if name[:1].isupper() else None
        if name in KEEPS:
            return one("list", self.each_of(first))
        if name in PICKS:
            found = self.type_of(first) if len(node.args) == 1 else None
            several = found is not None and each_in(found) is not None
            if name == "next" or several:
                rest = [self.type_of(each) for each in node.args[1:]]
                return either(self.each_of(first), *rest)
            return either(*(self.type_of(each) for each in node.args))
        if name in ("replace", "deepcopy", "copy"):
            return self.type_of(first)
        if name == "cast":
            return self.annotations.type_of(first, self.module)
        if name == "enumerate":
            return one("list", one("tuple", one("int"), self.each_of(first)))
        if name == "zip":
            return one("list", one("tuple", *(self.each_of(e) for e in node.args)))
        if name == "pairwise":
            return one("list", one("tuple*", self.each_of(first)))
        if name == "filter" and len(node.args) == 2:
            return one("list", self.each_of(node.args[1]))
        if name == "map" and len(node.args) >= 2:
            return one("list", self._made_by(first))
        if name == "dict":
            return self.type_of(first)
        return one(name) if name[:1].isupper() else None

    def _subscript(self, node: ast.Subscript) -> Type:
        found = self.type_of(node.value)
        if found is None:
            return None
        if isinstance(node.slice, ast.Slice):
            return found
        index = node.slice.value if isinstance(node.slice, ast.Constant) else None
        given: list[Type] = []
        for each in found:
            if each.name in MAPPINGS:
                given.append(each.made_of[1] if len(each.made_of) == 2 else None)
            elif each.name == "tuple" and isinstance(index, int):
                given.append(_item(frozenset({each}), index))
            else:
                given.append(each_in(frozenset({each})))
        return either(*given)

    def _matched(self, pattern: ast.pattern | None) -> Type:
        match pattern:
            case ast.MatchClass(cls=cls):
                return self._made_by(cls)
            case ast.MatchOr(patterns=patterns):
                return either(*(self._matched(each) for each in patterns))
        return None


def each_in(found: Type) -> Type:
    """What kind of value comes out when such a value is gone through."""
    if found is None:
        return None
    given: list[Type] = []
    for each in found:
        if each.name == "type" and each.made_of:
            given.append(each.made_of[0])  # the members of an enumeration
        elif each.name == "tuple":
            given.append(either(*each.made_of))
        elif each.name == "str":
            given.append(one("str"))
        elif each.product is not None:
            given.append(None)
        else:
            given.append(each.made_of[0] if each.made_of else None)
    return either(*given)


def _item(found: Type, index: int) -> Type:
    if found is None:
        return None
    given: list[Type] = []
    for each in found:
        if each.name == "tuple":
            inside = -len(each.made_of) <= index < len(each.made_of)
            given.append(each.made_of[index] if inside else None)
        else:
            given.append(each_in(frozenset({each})))
    return either(*given)


def _of_outside(of: One, name: str) -> Type:
    """What a method of a mapping or a list gives."""
    if of.name in MAPPINGS and len(of.made_of) == 2:
        key, value = of.made_of
        gives = {
            "items": one("list", one("tuple", key, value)),
            "values": one("list", value),
            "keys": one("list", key),
            "get": value,
            "pop": value,
            "setdefault": value,
            "copy": frozenset({of}),
        }
        return one("Callable", gives[name]) if name in gives else None
    if name in ("pop", "popleft") and of.made_of:
        return one("Callable", each_in(frozenset({of})))
    if name in ("union", "intersection", "difference", "copy"):
        return one("Callable", frozenset({of}))
    return None


def _result(of: One) -> Type:
    if of.name in ("type", "Callable"):
        return of.made_of[0] if of.made_of else None
    if of.product is not None and "__call__" in of.product.methods:
        return None
    return None


def _variable(owner: Class, annotation: ast.expr) -> str | None:
    name = annotation.id if isinstance(annotation, ast.Name) else None
    return name if name in owner.variables else None


def called(node: ast.expr) -> str:
    """The last name of a decorator or of what is called."""
    if isinstance(node, ast.Call):
        return called(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """Everything inside a node, but not what is inside an inner function or class."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(
            child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
        ):
            yield from _inside(child)
