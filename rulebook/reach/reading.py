"""What the code of one symbol does, statement by statement."""

import ast
from collections.abc import Iterable, Sequence

from rulebook.reach.calls import CallReader
from rulebook.reach.classes import PLAIN, Class
from rulebook.reach.deeds import (
    Answer,
    Effect,
    Gives,
    IsRead,
    Names,
    Need,
    Reads,
    Says,
)
from rulebook.reach.kinds import Type
from rulebook.reach.scope import Scope
from rulebook.reach.symbols import Kind, Module, Symbol, modules_named
from rulebook.reach.values import Question


class Reader(CallReader):
    """Walks the code of one symbol and notes its effects."""

    def visit(self, node: ast.AST | None) -> None:
        """Note what a piece of code does."""
        match node:
            case None:
                pass
            case ast.Constant(value=value):
                if isinstance(value, str):
                    self.do(Says(value))
            case ast.Name():
                self._name(node)
            case ast.Attribute():
                self._attribute(node)
            case ast.Call():
                self.call(node)
            case ast.stmt():
                self._statement(node)
            case ast.IfExp():
                self.visit(node.test)
                self._branch(node.test, [node.body], way=True)
                self._branch(node.test, [node.orelse], way=False)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                self._comprehension(node.generators, [node.elt])
            case ast.DictComp():
                self._comprehension(node.generators, [node.key, node.value])
            case _:
                self._part(node)

    def _part(self, node: ast.AST) -> None:
        match node:
            case ast.JoinedStr():
                self._joined(node)
            case ast.MatchClass():
                self._pattern(node)
            case ast.ExceptHandler():
                self.block(node.body)
            case ast.arguments():
                for each in (*node.defaults, *node.kw_defaults):
                    self.visit(each)
            case _:
                self._children(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.If() | ast.While():
                self.visit(node.test)
                self._branch(node.test, node.body, way=True)
                goes_on = _is_chain(node.orelse)
                self._branch(node.test, node.orelse, way=False, decides=not goes_on)
            case ast.For():
                self.visit(node.iter)
                self._branch(node.iter, node.body, way=True)
                self.block(node.orelse)
            case ast.Import() | ast.ImportFrom():
                for name in modules_named(node):
                    self.do(Says(name))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                for mark in node.decorator_list:
                    self.visit(mark)
                self.visit(node.args)
                self.block(node.body)
            case ast.AnnAssign():
                self.visit(node.target)
                self.visit(node.value)
            case _:
                self._children(node)

    def _children(self, node: ast.AST) -> None:
        for _, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                self.visit(value)
            elif isinstance(value, list) and value:
                self._each(value)

    def _each(self, nodes: Sequence[ast.AST]) -> None:
        if isinstance(nodes[0], ast.stmt):
            self.block(nodes)
            return
        for each in nodes:
            if isinstance(each, ast.AST):
                self.visit(each)

    # Questions

    def block(self, block: Iterable[ast.AST]) -> None:
        """A run of statements; what follows an early return needs it not taken."""
        kept = self.needs
        for node in block:
            self.visit(node)
            if isinstance(node, ast.If) and not node.orelse and _leaves(node.body):
                self.needs = (*self.needs, *self._asked(node.test, way=False))
        self.needs = kept

    def _asked(self, test: ast.expr, *, way: bool, decides: bool = False) -> list[Need]:
        question = Question(self.scope, test)
        return [Answer(question, way, decides)] if question.sources else []

    def _branch(
        self,
        test: ast.expr,
        inside: Sequence[ast.AST],
        *,
        way: bool,
        decides: bool = True,
    ) -> None:
        if inside:
            with self.needing(*self._asked(test, way=way, decides=decides)):
                self._each(inside)

    def _comprehension(
        self, generators: list[ast.comprehension], inside: list[ast.expr]
    ) -> None:
        needs: list[Need] = []
        for each in generators:
            for test in (each.iter, *each.ifs):
                self.visit(test)
                needs += self._asked(test, way=True, decides=True)
        with self.needing(*needs):
            for node in inside:
                self.visit(node)

    # Names

    def _joined(self, node: ast.JoinedStr) -> None:
        match node.values:
            case [ast.Constant(value=str(text)), *_]:
                self.do(Says(text, begins=True))
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                self.visit(value.value)
                self.visit(value.format_spec)

    def _name(self, node: ast.Name | ast.Attribute) -> bool:
        """Note what a name means; whether it means anything outside the code here."""
        found = self.scope.meaning(node)
        if isinstance(found, Symbol):
            self.do(Names(found, as_value=True))
        elif isinstance(found, Module):
            self.do(Says(found.name))
        return found is not None

    def _attribute(self, node: ast.Attribute) -> None:
        if self._name(node):
            return
        base = self.scope.meaning(node.value)
        if isinstance(base, Symbol):
            self.do(Names(base))
        else:
            self.visit(node.value)
        kinds = self.scope.type_of(node.value)
        if isinstance(node.ctx, ast.Load):
            self.read(kinds, node.attr)
        else:
            self._change(kinds, node.attr)

    def _change(self, kinds: Type, name: str) -> None:
        for each in kinds or ():
            if each.product is not None and each.product.definer(name) is not None:
                self.do(Gives(each.product.key(name), None))

    def _pattern(self, node: ast.MatchClass) -> None:
        found = self.scope.meaning(node.cls)
        if isinstance(found, Symbol) and found.kind is Kind.CLASS:
            owner = self.scope.classes.of(found)
            by_position = list(owner.fields)[: len(node.patterns)]
            for name in (*by_position, *node.kwd_attrs):
                self.do(Reads(owner, name))
        for each in (*node.patterns, *node.kwd_patterns):
            self.visit(each)


def _is_chain(orelse: list[ast.stmt]) -> bool:
    """Whether an “else” only goes on with the next question."""
    return len(orelse) == 1 and isinstance(orelse[0], ast.If)


def _leaves(block: list[ast.stmt]) -> bool:
    return isinstance(block[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


def effects(scope: Scope) -> list[Effect]:
    """What a symbol does once it is reached."""
    reader, symbol = Reader(scope), scope.symbol
    if symbol.kind is Kind.CLASS:
        _read_class(scope.classes.of(symbol), reader)
        return reader.effects
    for node in symbol.nodes:
        reader.visit(node)
    return reader.effects


def _read_class(owner: Class, reader: Reader) -> None:
    """A class: its methods and attributes wait until something reads them."""
    for base in owner.bases:  # to build on a class is not to hand it on as a value
        reader.do(Names(base.symbol))
    for mark in owner.node.decorator_list:
        reader.visit(mark)
    called_outside = bool(owner.roots - PLAIN)
    for name, method in owner.methods.items():
        always = called_outside or name.startswith("__")
        with reader.needing(*([] if always else [IsRead(owner.id, name)])):
            reader.do(Names(method, as_value=always))
    for line in owner.node.body:
        if isinstance(line, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        names = [] if owner.is_enum or called_outside else _assigned(line)
        with reader.needing(*(IsRead(owner.id, name) for name in names)):
            reader.visit(line)


def _assigned(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    return [target.id for target in targets if isinstance(target, ast.Name)]
