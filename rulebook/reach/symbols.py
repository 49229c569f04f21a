"""The product as names: its modules, functions, classes and constants."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Kind(StrEnum):
    """What a name stands for."""

    MODULE = "module"
    FUNCTION = "function"
    CLASS = "class"
    METHOD = "method"
    CONSTANT = "constant"


@dataclass(eq=False, slots=True)
class Symbol:
    """One thing with a name that the product defines."""

    module: "Module"
    name: str
    kind: Kind
    nodes: list[ast.AST]
    owner: "Symbol | None" = None

    @property
    def id(self) -> str:
        """Its full name, the same in every run."""
        return f"{self.module.name}:{self.name}"

    @property
    def line(self) -> int:
        """The line it begins on."""
        return getattr(self.nodes[0], "lineno", 1) if self.nodes else 1

    @property
    def function(self) -> ast.FunctionDef | ast.AsyncFunctionDef:
        """The definition of a function or method."""
        node = self.nodes[0]
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        return node

    def __repr__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A name that comes from outside the product."""

    name: str


@dataclass(frozen=True, slots=True)
class Import:
    """A name that another module gives: the module itself, or something in it."""

    module: str
    name: str = ""


@dataclass(eq=False, slots=True)
class Module:
    """One file of the product: what it defines and what it brings in."""

    name: str
    file: str
    body: Symbol = field(init=False)
    symbols: dict[str, Symbol] = field(default_factory=dict)
    imports: dict[str, Import] = field(default_factory=dict)
    brings: list[str] = field(default_factory=list)  # modules read when this one is

    def __post_init__(self) -> None:
        self.body = Symbol(self, "", Kind.MODULE, [])


Meaning = Symbol | Module | Elsewhere


@dataclass(frozen=True, slots=True)
class Project:
    """Every module of the product by its full name."""

    modules: Mapping[str, Module]

    def symbols(self) -> Iterator[Symbol]:
        """Everything with a name, file by file."""
        for module in self.modules.values():
            yield from module.symbols.values()

    def inside(self, prefix: str) -> list[Module]:
        """The modules right inside a package that is named with a point at its end."""
        if not prefix.endswith(".") or prefix[:-1] not in self.modules:
            return []
        every = self.modules.items()
        return [each for name, each in every if name.rpartition(".")[0] == prefix[:-1]]

    def meaning(self, module: Module, name: str) -> Meaning | None:
        """What a name at the top of a module means, wherever it was defined."""
        seen = set()
        while (module.name, name) not in seen:
            seen.add((module.name, name))
            if name in module.symbols:
                return module.symbols[name]
            if name not in module.imports:
                return self.modules.get(f"{module.name}.{name}")
            brought = module.imports[name]
            if brought.module not in self.modules:
                if f"{brought.module}.{brought.name}" in self.modules:
                    return self.modules[f"{brought.module}.{brought.name}"]
                return Elsewhere(brought.name or brought.module)
            if not brought.name:
                return self.modules[brought.module]
            module, name = self.modules[brought.module], brought.name
        # A package brings a module of its own under the module's own name.
        return self.modules.get(f"{module.name}.{name}")


def read(root: Path, paths: Iterable[Path]) -> Project:
    """Read the files of the product into their names."""
    modules = {}
    for path in paths:
        file = path.relative_to(root).as_posix()
        name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        module = modules[name] = Module(name, file)
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=file)
        _read_block(module, tree.body)
    return Project(modules)


def imported(node: ast.stmt) -> Iterator[tuple[str, Import]]:
    """The names an import statement binds."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            whole = alias.name if alias.asname else alias.name.partition(".")[0]
            yield alias.asname or whole, Import(whole)
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            yield alias.asname or alias.name, Import(node.module, alias.name)


def modules_named(node: ast.stmt) -> Iterator[str]:
    """The modules an import statement reads, if they are the product's."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _read_block(module: Module, block: Iterable[ast.stmt]) -> None:
    for node in block:
        if isinstance(node, ast.Import | ast.ImportFrom):
            module.imports |= dict(imported(node))
            module.brings += modules_named(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _define(module, node.name, Kind.FUNCTION, node)
        elif isinstance(node, ast.ClassDef):
            _read_class(module, node)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            _read_constant(module, node)
        elif isinstance(node, ast.If) and _only_for_types(node.test):
            kept, module.brings = module.brings, []
            _read_block(module, node.body)
            module.brings = kept
        elif isinstance(node, ast.If | ast.Try):
            module.body.nodes.append(node)
            _read_block(module, [*node.body, *node.orelse])
        else:
            module.body.nodes.append(node)


def _only_for_types(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name == "TYPE_CHECKING"


def _define(
    module: Module, name: str, kind: Kind, node: ast.AST, owner: Symbol | None = None
) -> Symbol:
    symbol = module.symbols.get(name)
    if symbol is None or symbol.kind is not Kind.CONSTANT:
        symbol = module.symbols[name] = Symbol(module, name, kind, [], owner)
    symbol.nodes.append(node)
    return symbol


def _read_class(module: Module, node: ast.ClassDef) -> None:
    owner = _define(module, node.name, Kind.CLASS, node)
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{node.name}.{inner.name}"
            _define(module, name, Kind.METHOD, inner, owner)


def _read_constant(
    module: Module, node: ast.Assign | ast.AnnAssign | ast.AugAssign
) -> None:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [
        each.id
        for target in targets
        for each in ast.walk(target)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    ]
    for name in names:
        _define(module, name, Kind.CONSTANT, node)
    if not names:  # something kept elsewhere, such as TABLE[KEY] = …
        module.body.nodes.append(node)
