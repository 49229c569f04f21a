"""What kind of value an annotation promises."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulebook.reach.classes import Class, Classes, dotted
from rulebook.reach.symbols import Kind, Module, Project, Symbol


@dataclass(frozen=True, slots=True)
class One:
    """One kind of value: a class of the product, or a name from outside it."""

    name: str
    made_of: tuple["Type", ...] = ()
    product: Class | None = None


Type = frozenset[One] | None  # None: nothing is known
NOTHING: Type = frozenset()
UNKNOWN = {"Any", "object", "Self", "TypeVar", "ParamSpec", "NewType"}


def one(name: str, *made_of: Type) -> Type:
    """A kind of value from outside the product."""
    return frozenset({One(name, made_of)})


def an(product: Class) -> Type:
    """An instance of a class of the product."""
    return frozenset({One(product.id, (), product)})


def either(*types: Type) -> Type:
    """Any of these; unknown as soon as one of them is."""
    found: set[One] = set()
    for each in types:
        if each is None:
            return None
        found |= each
    return frozenset(found)


def products(types: Type) -> Iterator[Class]:
    """Every class of the product that a kind of value is made of."""
    for each in types or ():
        if each.product is not None:
            yield each.product
        for inner in each.made_of:
            yield from products(inner)


class Annotations:
    """Reads annotations; each only once."""

    def __init__(self, project: Project, classes: Classes) -> None:
        self._project = project
        self._classes = classes
        self._read: dict[int, Type] = {}
        self.expressions: dict[int, Type] = {}  # what is known of code already
        self.asking: set[int] = set()
        self.cuts = 0

    def type_of(self, node: ast.expr | None, module: Module) -> Type:
        """What an annotation promises."""
        if node is None:
            return None
        if id(node) not in self._read:
            self._read[id(node)] = None  # an alias of itself promises nothing
            self._read[id(node)] = self._type(node, module)
        return self._read[id(node)]

    def _type(self, node: ast.expr, module: Module) -> Type:
        match node:
            case ast.Constant(value=None):
                return NOTHING
            case ast.Constant(value=str(text)):
                try:
                    return self._type(ast.parse(text, mode="eval").body, module)
                except SyntaxError:
                    return None
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return either(self.type_of(left, module), self.type_of(right, module))
            case ast.Subscript(value=value, slice=inner):
                return self._generic(value, inner, module)
            case ast.Name() | ast.Attribute():
                return self._named(node, module)
        return None

    def _generic(self, value: ast.expr, inner: ast.expr, module: Module) -> Type:
        parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        last = value.attr if isinstance(value, ast.Attribute) else ""
        name = value.id if isinstance(value, ast.Name) else last
        if name in ("Annotated", "ClassVar", "Final", "Required", "Mapped"):
            return self.type_of(parts[0], module)
        if name in ("Optional", "Union"):
            return either(*(self.type_of(part, module) for part in parts))
        if name == "Literal":
            return one("str")
        if name == "Callable":
            return one("Callable", self.type_of(parts[-1], module))
        made_of = tuple(
            self.type_of(part, module)
            for part in parts
            if not (isinstance(part, ast.Constant) and part.value is ...)
        )
        if name == "tuple" and len(parts) == 2 and len(made_of) == 1:
            return one("tuple*", *made_of)
        base = self._named(value, module)
        if base is None:
            return None
        # An alias such as Acts[S] already says what it is made of.
        return frozenset(replace(e, made_of=e.made_of or made_of) for e in base)

    def _named(self, node: ast.expr, module: Module) -> Type:
        meaning = dotted(self._project, module, node)
        if isinstance(meaning, Symbol):
            if meaning.kind is Kind.CLASS:
                return an(self._classes.of(meaning))
            return self._alias(meaning)
        name = node.attr if isinstance(node, ast.Attribute) else ""
        name = node.id if isinstance(node, ast.Name) else name
        return None if name in UNKNOWN else one(name)

    def _alias(self, symbol: Symbol) -> Type:
        """A name given to an annotation, or a variable that stands for a type."""
        value = getattr(symbol.nodes[0], "value", None)
        if isinstance(value, ast.Call):
            bound = [k.value for k in value.keywords if k.arg == "bound"]
            return self.type_of(bound[0], symbol.module) if bound else None
        return self.type_of(value, symbol.module)
