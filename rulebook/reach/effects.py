"""What the code of one symbol does once it runs: what it names, reads and gives."""

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rulebook.citations import is_citation
from rulebook.reach.classes import Class
from rulebook.reach.kinds import Type
from rulebook.reach.scope import Scope, called
from rulebook.reach.symbols import Elsewhere, Kind, Module, Symbol, modules_named
from rulebook.reach.values import Key, Question, defaults, literal, parameters


@dataclass(frozen=True, slots=True)
class IsRead:
    """Something reads this field of this class (of any class, without one)."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A question of the code can come out this way (either way, without one)."""

    question: Question
    way: bool | None


Need = IsRead | Answer


@dataclass(frozen=True, slots=True)
class Names:
    """A symbol is used; as a value, it may be called with anything."""

    symbol: Symbol
    as_value: bool = False


@dataclass(frozen=True, slots=True)
class Reads:
    """An attribute is read of values of this class (of any class, without one)."""

    owner: Class | None
    name: str
    outside: str = ""


@dataclass(frozen=True, slots=True)
class ReadsAll:
    """Every field of a class is gone through."""

    owner: Class


@dataclass(frozen=True, slots=True)
class Gives:
    """A field or a parameter gets a value."""

    key: Key
    node: ast.expr | None


@dataclass(frozen=True, slots=True)
class Says:
    """A string that may name a module or a template."""

    text: str
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Cites:
    """A rule is cited on this line."""

    line: int


Deed = Names | Reads | ReadsAll | Gives | Says | Cites


@dataclass(frozen=True, slots=True)
class Effect:
    """What the code does, and what must hold before it is done."""

    does: Deed
    needs: tuple[Need, ...] = ()


class Reader:
    """Walks the code of one symbol and notes its effects."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.effects: list[Effect] = []
        self._needs: tuple[Need, ...] = ()

    @contextmanager
    def _if(self, *needs: Need) -> Iterator[None]:
        kept, self._needs = self._needs, (*self._needs, *needs)
        yield
        self._needs = kept

    def _do(self, deed: Deed, *needs: Need) -> None:
        self.effects.append(Effect(deed, (*self._needs, *needs)))

    # Blocks

    def block(self, block: Iterable[ast.stmt]) -> None:
        """A run of statements; what follows an early return needs it not taken."""
        kept = self._needs
        for node in block:
            self.visit(node)
            if isinstance(node, ast.If) and not node.orelse and _leaves(node.body):
                if asked := self._question(node.test):
                    self._needs = (*self._needs, Answer(asked, way=False))
        self._needs = kept

    def _question(self, test: ast.expr) -> Question | None:
        found = Question(self.scope, test)
        return found if found.sources else None

    def _branch(self, test: ast.expr, way: bool, inside: Any) -> None:  # noqa: FBT001
        asked = self._question(test)
        inside = inside if isinstance(inside, list) else [inside]
        if asked is None:
            self._either(inside)
            return
        with self._if(Answer(asked, way)):
            self._either(inside)

    def _either(self, inside: list[Any]) -> None:
        if inside and isinstance(inside[0], ast.stmt):
            self.block(inside)
        else:
            for each in inside:
                self.visit(each)

    # Nodes

    def visit(self, node: ast.AST | None) -> None:
        """Note what a piece of code does."""
        match node:
            case None | ast.Constant(value=bool() | int() | None):
                return
            case ast.Constant(value=str(text)):
                self._do(Says(text))
            case ast.JoinedStr():
                self._joined(node)
            case ast.Import() | ast.ImportFrom():
                for name in modules_named(node):
                    self._do(Says(name))
            case ast.Name(ctx=ast.Load()):
                self._name(node)
            case ast.Attribute():
                self._attribute(node)
            case ast.Call():
                self._call(node)
            case ast.If() | ast.While():
                self.visit(node.test)
                self._branch(node.test, True, node.body)
                self._branch(node.test, False, node.orelse)
            case ast.IfExp():
                self.visit(node.test)
                self._branch(node.test, True, node.body)
                self._branch(node.test, False, node.orelse)
            case ast.For():
                self.visit(node.iter)
                self._branch(node.iter, True, node.body)
                self.block(node.orelse)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                self._comprehension(node.generators, [node.elt])
            case ast.DictComp():
                self._comprehension(node.generators, [node.key, node.value])
            case ast.MatchClass():
                self._pattern(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node)
            case ast.AnnAssign():
                self.visit(node.target)
                self.visit(node.value)
            case ast.ExceptHandler():
                self.block(node.body)
            case ast.arguments():
                for each in (*node.defaults, *node.kw_defaults):
                    self.visit(each)
            case _:
                self._children(node)

    def _children(self, node: ast.AST) -> None:
        for _, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                self.visit(value)
            elif isinstance(value, list) and value:
                if isinstance(value[0], ast.stmt):
                    self.block(value)
                else:
                    for each in value:
                        if isinstance(each, ast.AST):
                            self.visit(each)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for mark in node.decorator_list:
            self.visit(mark)
        self.visit(node.args)
        self.block(node.body)

    def _comprehension(
        self, generators: list[ast.comprehension], inside: list[ast.expr]
    ) -> None:
        needs: list[Need] = []
        for each in generators:
            self.visit(each.iter)
            for test in (each.iter, *each.ifs):
                if asked := self._question(test):
                    needs.append(Answer(asked, way=True))
            for test in each.ifs:
                self.visit(test)
        with self._if(*needs):
            for node in inside:
                self.visit(node)

    def _joined(self, node: ast.JoinedStr) -> None:
        first = node.values[0] if node.values else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            self._do(Says(first.value, begins=True))
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                self.visit(value.value)
                self.visit(value.format_spec)

    def _name(self, node: ast.Name) -> None:
        found = self.scope.meaning(node)
        if isinstance(found, Symbol):
            self._do(Names(found, as_value=True))
        elif isinstance(found, Module):
            self._do(Says(found.name))

    def _attribute(self, node: ast.Attribute) -> None:
        found = self.scope.meaning(node)
        if isinstance(found, Symbol):
            self._do(Names(found, as_value=True))
            return
        if isinstance(found, Module):
            self._do(Says(found.name))
            return
        base = self.scope.meaning(node.value)
        if isinstance(base, Symbol):
            self._do(Names(base))
        else:
            self.visit(node.value)
        if isinstance(base, Module):
            return
        kinds = self.scope.type_of(node.value)
        if isinstance(node.ctx, ast.Load):
            self._read(kinds, node.attr)
        else:
            self._give_all(kinds, node.attr)

    def _read(self, kinds: Type, name: str) -> None:
        if not kinds:
            self._do(Reads(None, name))
            return
        for each in kinds:
            inner = each.made_of[0] if each.name == "type" and each.made_of else None
            if inner:
                self._read(inner, name)
            elif each.product is not None:
                self._do(Reads(each.product, name))
            else:
                self._do(Reads(None, name, each.name))

    def _give_all(self, kinds: Type, name: str) -> None:
        for each in kinds or ():
            definer = each.product.definer(name) if each.product else None
            if definer is not None:
                self._do(Gives((definer.id, name), None))

    def _pattern(self, node: ast.MatchClass) -> None:
        found = self.scope.meaning(node.cls)
        if isinstance(found, Symbol) and found.kind is Kind.CLASS:
            owner = self.scope.classes.of(found)
            by_position = list(owner.fields)[: len(node.patterns)]
            for name in (*by_position, *node.kwd_attrs):
                self._do(Reads(owner, name))
        for each in (*node.patterns, *node.kwd_patterns):
            self.visit(each)

    # Calls

    def _call(self, node: ast.Call) -> None:
        if is_citation(node):
            self._do(Cites(node.lineno))
        found = self.scope.meaning(node.func)
        if isinstance(found, Elsewhere):
            self._outside(found.name, node)
        elif isinstance(found, Symbol) and found.kind is Kind.CLASS:
            self._do(Names(found))
            self._construct([self.scope.classes.of(found)], node)
        elif isinstance(found, Symbol) and found.kind is Kind.FUNCTION:
            self._do(Names(found))
            self._give_parameters(found, node)
            self._arguments(node)
        else:
            self._call_value(node)

    def _call_value(self, node: ast.Call) -> None:
        self.visit(node.func)
        kinds = self.scope.type_of(node.func)
        made = [
            each.product
            for kind in kinds or ()
            if kind.name == "type" and kind.made_of
            for each in kind.made_of[0] or ()
            if each.product is not None
        ]
        if made:
            self._construct([c for each in made for c in each.family], node)
        else:
            self._arguments(node)

    def _arguments(self, node: ast.Call) -> None:
        for each in node.args:
            self.visit(each)
        for keyword in node.keywords:
            self.visit(keyword.value)

    def _outside(self, name: str, node: ast.Call) -> None:
        first = node.args[0] if node.args else None
        if name == "isinstance":
            self.visit(first)
            return
        if name == "replace" and first is not None and len(node.args) == 1:
            self._replace(first, node)
            return
        if name in ("getattr", "hasattr") and first is not None:
            self._getattr(first, node)
        elif name in ("fields", "asdict", "astuple", "vars") and first is not None:
            self._read_all(self.scope.type_of(first))
        elif name == "cast" and len(node.args) == 2:
            self.visit(node.args[1])
            return
        self.visit(node.func)
        self._arguments(node)

    def _getattr(self, first: ast.expr, node: ast.Call) -> None:
        name = node.args[1] if len(node.args) > 1 else None
        kinds = self.scope.type_of(first)
        if isinstance(name, ast.Constant):
            self._read(kinds, str(name.value))
        else:
            self._read_all(kinds)

    def _read_all(self, kinds: Type) -> None:
        for each in kinds or ():
            inner = each.made_of[0] if each.name == "type" and each.made_of else None
            if inner:
                self._read_all(inner)
            elif each.product is not None:
                self._do(ReadsAll(each.product))

    def _replace(self, first: ast.expr, node: ast.Call) -> None:
        self.visit(first)
        kinds = self.scope.type_of(first)
        owners = [each.product for each in kinds or () if each.product is not None]
        for keyword in node.keywords:
            name = keyword.arg or ""
            definers = {d.id for o in owners if (d := o.definer(name)) is not None}
            for each in definers:
                self._do(Gives((each, name), keyword.value))
            needs = IsRead(definers.pop(), name) if len(definers) == 1 else None
            with self._if(*([needs] if needs else ())):
                self.visit(keyword.value)

    def _construct(self, made: list[Class], node: ast.Call) -> None:
        records = [each for each in made if each.is_record and _takes_fields(each)]
        if len(records) != 1 or len(made) != 1:
            for each in made:
                self._give_every_field(each)
            self._arguments(node)
            return
        [owner] = records
        fields = owner.fields
        names = list(fields)
        given: dict[str, ast.expr] = {}
        loose: list[ast.expr] = []
        for index, value in enumerate(node.args):
            if isinstance(value, ast.Starred) or index >= len(names):
                loose.append(value)
            else:
                given[names[index]] = value
        for keyword in node.keywords:
            if keyword.arg is None:
                loose.append(keyword.value)
            else:
                given[keyword.arg] = keyword.value
        for value in loose:
            self.visit(value)
            self._give_every_field(owner)
        for name, value in given.items():
            self._give_field(owner, name, value)
        for name in () if loose else names:
            if name not in given:
                definer = owner.definer(name)
                assert definer is not None
                default = fields[name].default
                known = literal(default) if default is not None else None
                nothing = None if known is None else default
                self._do(Gives((definer.id, name), nothing))

    def _give_field(self, owner: Class, name: str, value: ast.expr) -> None:
        definer = owner.definer(name)
        if definer is None:
            self.visit(value)
            return
        self._do(Gives((definer.id, name), value))
        with self._if(IsRead(definer.id, name)):
            self.visit(value)

    def _give_every_field(self, owner: Class) -> None:
        for name in owner.fields:
            definer = owner.definer(name)
            assert definer is not None
            self._do(Gives((definer.id, name), None))

    def _give_parameters(self, function: Symbol, node: ast.Call) -> None:
        names = [each.arg for each in parameters(function)]
        names += [each.arg for each in function.function.args.kwonlyargs]
        loose = any(isinstance(each, ast.Starred) for each in node.args)
        loose = loose or any(keyword.arg is None for keyword in node.keywords)
        given = dict(zip(names, node.args, strict=False))
        given |= {k.arg: k.value for k in node.keywords if k.arg is not None}
        left_out = defaults(function)
        for name in names:
            value = None if loose else given.get(name, left_out.get(name))
            self._do(Gives((function.id, name), value))


def _takes_fields(owner: Class) -> bool:
    return all("__init__" not in each.methods for each in owner.line)


def _leaves(block: list[ast.stmt]) -> bool:
    return bool(block) and isinstance(
        block[-1], ast.Return | ast.Raise | ast.Continue | ast.Break
    )
