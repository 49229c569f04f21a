"""What kind of value an expression gives, as far as annotations tell."""

import ast

from rulebook.reach.bindings import Bindings
from rulebook.reach.kinds import NOTHING, One, Type, an, either, one
from rulebook.reach.shapes import (
    each_in,
    filled_in,
    last_name,
    looked_up,
    of_outside,
    result,
)
from rulebook.reach.symbols import Elsewhere, Kind, Meaning, Symbol

KEEPS = {"sorted", "list", "tuple", "set", "frozenset", "reversed", "iter", "deque"}
COPIES = {"replace", "deepcopy", "copy", "dict"}
PLAINS = {
    *("len", "sum", "int", "str", "bool", "abs", "any", "all", "isinstance", "repr"),
    *("range", "hash", "round", "divmod", "ord", "chr", "print", "hasattr", "format"),
}


class Scope(Bindings):
    """The names of one symbol, and the kinds of its expressions."""

    _cuts = 0

    def type_of(self, node: ast.expr) -> Type:
        """What kind of value an expression gives."""
        known = self.annotations.expressions
        if id(node) in known:
            return known[id(node)]
        asking = self.annotations.asking
        if id(node) in asking:
            self.annotations.cuts += 1
            return NOTHING  # a loop adds nothing to what it begins with
        before = self.annotations.cuts
        asking.add(id(node))
        found = self._type(node)
        asking.discard(id(node))
        if self.annotations.cuts == before or not asking:
            known[id(node)] = found
        return found

    def _type(self, node: ast.expr) -> Type:
        match node:
            case ast.Constant(value=value):
                return NOTHING if value is None else one(type(value).__name__)
            case ast.Name() if node.id in self.local:
                return either(*(thunk() for thunk in self.local[node.id]))
            case ast.Name() | ast.Attribute() if known := self.meaning(node):
                return self._of_meaning(known)
            case ast.Attribute(value=value, attr=attr):
                return self.attribute(self.type_of(value), attr)
            case ast.Call():
                return self._call(node)
            case ast.Subscript(value=value, slice=key):
                return looked_up(self.type_of(value), key)
            case ast.IfExp(body=body, orelse=orelse):
                return either(self.type_of(body), self.type_of(orelse))
            case ast.BoolOp(values=values):
                return either(*(self.type_of(value) for value in values))
            case ast.NamedExpr(value=value) | ast.Await(value=value):
                return self.type_of(value)
        return self._literal(node) or self._worked_out(node)

    def _worked_out(self, node: ast.expr) -> Type:
        match node:
            case ast.JoinedStr():
                return one("str")
            case ast.Compare():
                return one("bool")
            case ast.BinOp(left=left, op=ast.BitOr() | ast.Add(), right=right):
                return either(self.type_of(left), self.type_of(right))
            case ast.BinOp(left=left):
                return self.type_of(left)
            case ast.UnaryOp(operand=operand):
                return self.type_of(operand)
            case ast.Lambda(body=body):
                return one("Callable", self.type_of(body))
        return None

    def _literal(self, node: ast.expr) -> Type:
        match node:
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
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                return one("list", self.type_of(node.elt))
            case ast.DictComp(key=key, value=value):
                return one("dict", self.type_of(key), self.type_of(value))
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

    # Names

    def _of_meaning(self, known: Meaning) -> Type:
        if isinstance(known, Elsewhere):
            return one("type", one(known.name))
        if not isinstance(known, Symbol):
            return None
        if known.kind is Kind.CLASS:
            return one("type", an(self.classes.of(known)))
        if known.kind is Kind.FUNCTION:
            return one("Callable", self._returned(known))
        return self._constant(known)

    def _constant(self, known: Symbol) -> Type:
        match known.nodes:
            case [ast.AnnAssign(annotation=annotation), *_]:
                return self.annotations.type_of(annotation, known.module)
            case [ast.Assign(targets=[ast.Name()], value=value)]:
                if id(value) in self.annotations.expressions:
                    return self.annotations.expressions[id(value)]
                scope = Scope(self.project, self.classes, self.annotations, known)
                return scope.type_of(value)
        return None

    def _returned(self, function: Symbol) -> Type:
        node = function.function
        marks = {last_name(mark) for mark in node.decorator_list}
        found = self.annotations.type_of(node.returns, function.module)
        return one("entered", each_in(found)) if "contextmanager" in marks else found

    # Attributes

    def attribute(self, of: Type, name: str) -> Type:
        """What kind of value an attribute of such a value is."""
        if of is None:
            return None
        return either(*(self._attribute(each, name) for each in of))

    def _attribute(self, of: One, name: str) -> Type:
        if of.name == "type" and of.made_of and of.made_of[0]:
            inner = of.made_of[0]
            members = (e.product and e.product.is_member(name) for e in inner)
            return inner if all(members) else self.attribute(inner, name)
        if of.product is None:
            return of_outside(of, name)
        if of.product.is_enum and name in ("value", "name"):
            return one("str")
        owner = of.product.definer(name)
        if owner is None:
            return None
        if name in owner.methods:
            return self._method(of, owner.methods[name])
        annotation = owner.own[name].annotation
        filled = filled_in(of, owner, annotation)
        if not isinstance(filled, bool):
            return filled
        return self.annotations.type_of(annotation, owner.symbol.module)

    def _method(self, of: One, method: Symbol) -> Type:
        assert method.owner is not None
        owner = self.classes.of(method.owner)
        filled = filled_in(of, owner, method.function.returns)
        returned = self._returned(method) if isinstance(filled, bool) else filled
        marks = {last_name(mark) for mark in method.function.decorator_list}
        is_value = marks & {"property", "cached_property"}
        return returned if is_value else one("Callable", returned)

    # Calls

    def _call(self, node: ast.Call) -> Type:
        known = self.meaning(node.func)
        if isinstance(known, Elsewhere):
            return self._call_outside(known.name, node)
        if last_name(node.func) in ("get", "get_one") and node.args:
            row = self.type_of(node.args[0])  # as in session.get(Row, key)
            if row and all(each.name == "type" for each in row):
                return result(row)
        return result(self.type_of(node.func))

    def _call_outside(self, name: str, node: ast.Call) -> Type:
        if name == "super" and self.symbol.owner is not None:
            bases = self.classes.of(self.symbol.owner).bases
            return either(*(an(base) for base in bases)) if bases else one("super")
        if name in PLAINS:
            return one("int")
        if not node.args or isinstance(node.args[0], ast.Starred):
            return one(name) if name[:1].isupper() else None
        if name in ("enumerate", "zip", "product", "pairwise", "filter", "map"):
            return self._gone_through(name, node.args)
        if name in ("next", "min", "max"):
            return self._picked(name, node.args)
        first = node.args[0]
        if name in KEEPS:
            return one("list", self.each_of(first))
        if name in COPIES:
            return self.type_of(first)
        if name == "cast":
            return self.annotations.type_of(first, self.module)
        return one(name) if name[:1].isupper() else None

    def _gone_through(self, name: str, given: list[ast.expr]) -> Type:
        first, last = given[0], given[-1]
        match name:
            case "enumerate":
                return one("list", one("tuple", one("int"), self.each_of(first)))
            case "zip" | "product":
                return one("list", one("tuple", *(self.each_of(e) for e in given)))
            case "pairwise":
                return one("list", one("tuple*", self.each_of(first)))
            case "filter":
                return one("list", self.each_of(last))
        return one("list", result(self.type_of(first)))  # map

    def _picked(self, name: str, given: list[ast.expr]) -> Type:
        first, *rest = given
        others = [self.type_of(each) for each in rest]
        if name == "next" or not rest:
            return either(self.each_of(first), *others)
        return either(self.type_of(first), *others)
