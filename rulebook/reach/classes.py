"""The classes of the product: their fields, their methods, what they build on."""

import ast
from dataclasses import dataclass, field
from functools import cached_property

from rulebook.reach.symbols import Kind, Module, Project, Symbol

# Classes from outside that call nothing of what is built on them.
PLAIN = {
    *("ABC", "Enum", "Flag", "Generic", "IntEnum", "NamedTuple", "Protocol"),
    *("SQLModel", "StrEnum", "TypedDict", "object", "str", "int", "type"),
    *("Exception", "ValueError", "LookupError", "KeyError", "RuntimeError"),
}
ENUMS = {"Enum", "StrEnum", "IntEnum", "Flag"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field or attribute that stands in the body of a class."""

    name: str
    annotation: ast.expr | None
    default: ast.expr | None


@dataclass(eq=False)
class Class:
    """A class as far as its text tells."""

    symbol: Symbol
    node: ast.ClassDef
    bases: list["Class"] = field(default_factory=list)
    outside: set[str] = field(default_factory=set)
    children: list["Class"] = field(default_factory=list)
    own: dict[str, Field] = field(default_factory=dict)
    methods: dict[str, Symbol] = field(default_factory=dict)
    variables: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The full name of the class."""
        return self.symbol.id

    @cached_property
    def line(self) -> list["Class"]:
        """The class and everything it builds on, nearest first."""
        found = [self]
        for base in self.bases:
            found += [each for each in base.line if each not in found]
        return found

    @cached_property
    def family(self) -> list["Class"]:
        """The class and everything that builds on it."""
        found = [self]
        for child in self.children:
            found += [each for each in child.family if each not in found]
        return found

    @cached_property
    def roots(self) -> frozenset[str]:
        """Every class outside the product that it builds on."""
        return frozenset(name for each in self.line for name in each.outside)

    @cached_property
    def is_record(self) -> bool:
        """Whether it only keeps what it is given: a dataclass or a named tuple."""
        named = (_name(d.func if isinstance(d, ast.Call) else d) for d in self._marks)
        return "dataclass" in named or "NamedTuple" in self.roots

    @property
    def _marks(self) -> list[ast.expr]:
        return self.node.decorator_list

    @cached_property
    def is_enum(self) -> bool:
        """Whether its attributes are its members."""
        return bool(self.roots & ENUMS)

    def is_member(self, name: str) -> bool:
        """Whether this is one of the values of an enumeration."""
        return self.is_enum and name in self.own

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The fields it is built from, in the order in which it takes them."""
        found: dict[str, Field] = {}
        for each in reversed(self.line):
            found |= {n: f for n, f in each.own.items() if f.annotation is not None}
        return {
            name: each
            for name, each in found.items()
            if _name(each.annotation) != "ClassVar" and not _not_given(each.default)
        }

    def definer(self, name: str) -> "Class | None":
        """The class that defines an attribute, nearest first."""
        for each in self.line:
            if name in each.own or name in each.methods:
                return each
        return None

    def definers(self, name: str) -> list["Class"]:
        """Every class that may define an attribute of such a value."""
        found = (each.definer(name) for each in self.family)
        return list(dict.fromkeys(each for each in found if each is not None))

    def key(self, name: str) -> tuple[str, str]:
        """The full name of a field, by the class that defines it."""
        definer = self.definer(name)
        return (definer.id if definer else self.id, name)

    def is_callable(self, name: str) -> bool:
        """Whether a field may hold something that can be called."""
        known = self.own[name].annotation
        plain = {"Cite", "Cited", "int", "str", "bool", "tuple", "Mapping", "datetime"}
        return known is None or _name(known) not in plain

    @cached_property
    def takes_fields(self) -> bool:
        """Whether a call of it gives each of its fields, and nothing more happens."""
        made = any("__init__" in each.methods for each in self.line)
        return self.is_record and not made

    @cached_property
    def names(self) -> frozenset[str]:
        """Everything its own body defines."""
        return frozenset({*self.own, *self.methods})


def _not_given(default: ast.expr | None) -> bool:
    """Whether a field is worked out instead of given: field(init=False)."""
    return isinstance(default, ast.Call) and any(
        k.arg == "init" and isinstance(k.value, ast.Constant) and not k.value.value
        for k in default.keywords
    )


def _name(node: ast.expr | None) -> str:
    if isinstance(node, ast.Subscript):
        return _name(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


class Classes:
    """Every class of a project, and who has an attribute of a given name."""

    def __init__(self, project: Project) -> None:
        self.by_id = {
            symbol.id: Class(symbol, node)
            for symbol in project.symbols()
            if symbol.kind is Kind.CLASS
            for node in symbol.nodes[:1]
            if isinstance(node, ast.ClassDef)
        }
        for each in self.by_id.values():
            self._fill(project, each)
        self.having: dict[str, list[Class]] = {}
        for each in self.by_id.values():
            for name in each.names:
                self.having.setdefault(name, []).append(each)

    def of(self, symbol: Symbol) -> Class:
        """The class a symbol names."""
        return self.by_id[symbol.id]

    def _fill(self, project: Project, found: Class) -> None:
        for base in found.node.bases:
            self._add_base(project, found, base)
        for node in found.node.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                name = node.target.id
                found.own[name] = Field(name, node.annotation, node.value)
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    if name := _name(target):
                        found.own[name] = Field(name, None, node.value)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                symbol = found.symbol.module.symbols[f"{found.node.name}.{node.name}"]
                found.methods[node.name] = symbol

    def _add_base(self, project: Project, found: Class, base: ast.expr) -> None:
        if isinstance(base, ast.Subscript):
            if _name(base.value) in ("Generic", "Protocol"):
                found.variables = tuple(
                    _name(each)
                    for each in (
                        base.slice.elts
                        if isinstance(base.slice, ast.Tuple)
                        else [base.slice]
                    )
                )
            base = base.value
        symbol = dotted(project, found.symbol.module, base)
        if isinstance(symbol, Symbol) and symbol.id in self.by_id:
            parent = self.by_id[symbol.id]
            found.bases.append(parent)
            parent.children.append(found)
        else:
            found.outside.add(_name(base))


def dotted(project: Project, module: Module, node: ast.expr) -> object:
    """What a name or a chain of names means at the top of a module."""
    if isinstance(node, ast.Name):
        return project.meaning(module, node.id)
    if isinstance(node, ast.Attribute):
        base = dotted(project, module, node.value)
        if isinstance(base, Module):
            return project.meaning(base, node.attr)
    return None
