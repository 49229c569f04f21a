"""What a call does: which fields and parameters it fills, and with what."""

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from rulebook.citations import cited, is_citation
from rulebook.reach.classes import Class
from rulebook.reach.deeds import (
    Answer,
    Cites,
    Deed,
    Effect,
    Gives,
    GoesEitherWay,
    IsRead,
    Names,
    Need,
    Reads,
    ReadsAll,
    Speaks,
)
from rulebook.reach.kinds import Type
from rulebook.reach.scope import Scope
from rulebook.reach.shapes import last_name
from rulebook.reach.symbols import Elsewhere, Kind, Symbol
from rulebook.reach.values import defaults, literal, parameters

CITATIONS = {"rulebook.cite:Cite", "rulebook.cite:Cited"}
REFUSALS = {"rulebook.refusal:Refusal", "rulebook.refusal:Refused"}
GOES_THROUGH = {"fields", "asdict", "astuple", "vars"}


class CallReader(ABC):
    """Notes what calls and attributes do."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.effects: list[Effect] = []
        self.needs: tuple[Need, ...] = ()

    @abstractmethod
    def visit(self, node: ast.AST | None) -> None:
        """Note what a piece of code does."""

    @contextmanager
    def needing(self, *needs: Need) -> Iterator[None]:
        """What is noted here is done only if these hold as well."""
        kept, self.needs = self.needs, (*self.needs, *needs)
        yield
        self.needs = kept

    def do(self, deed: Deed) -> None:
        """Note something the code does."""
        needs = self.needs
        if self._rests_on_rule(deed):
            needs = tuple(self._decided(need) for need in needs)
        self.effects.append(Effect(deed, needs))

    def _rests_on_rule(self, deed: Deed) -> bool:
        """Whether this cites, refuses, or reads the citation of a rulebook."""
        match deed:
            case Cites():
                return True
            case Names(symbol=symbol):
                return symbol.id in REFUSALS
            case Reads(owner=Class() as owner, name=name):
                definer = owner.definer(name)
                if definer is None or name not in definer.own:
                    return False
                note = definer.own[name].annotation
                kinds = self.scope.annotations.type_of(note, definer.symbol.module)
                return bool(kinds) and all(k.name in CITATIONS for k in kinds or ())
        return False

    def _decided(self, need: Need) -> Need:
        """A refusal counts only under a question that is one."""
        if not isinstance(need, Answer) or not need.decides:
            return need
        by_id = self.scope.classes.by_id
        of_facts = all(owner in by_id for owner, _ in need.question.sources)
        return GoesEitherWay(need.question) if of_facts else need

    # Attributes

    def read(self, kinds: Type, name: str, *, is_called: bool = False) -> None:
        """Note that an attribute is read of a value of such a kind."""
        if not kinds:
            self.do(Reads(None, name, is_called=is_called))
            return
        for each in kinds:
            inner = each.made_of[0] if each.name == "type" and each.made_of else None
            if inner:
                self.read(inner, name)
            elif each.product is not None:
                self.do(Reads(each.product, name, is_called=is_called))
            else:
                self.do(Reads(None, name, each.name))

    def _read_all(self, kinds: Type) -> None:
        for each in kinds or ():
            inner = each.made_of[0] if each.name == "type" and each.made_of else None
            if inner:
                self._read_all(inner)
            elif each.product is not None:
                self.do(ReadsAll(each.product))

    # Calls

    def call(self, node: ast.Call) -> None:
        """Note what a call does."""
        if is_citation(node):
            self.do(Cites(node.lineno, cited(node) or ""))
        found = self.scope.meaning(node.func)
        if isinstance(found, Elsewhere):
            self._outside(found.name, node)
        elif isinstance(found, Symbol) and found.kind is Kind.CLASS:
            self.do(Names(found))
            self._construct([self.scope.classes.of(found)], node)
        elif isinstance(found, Symbol) and found.kind is Kind.FUNCTION:
            self.do(Names(found))
            self._give_parameters(found, node)
            self._arguments(node)
        elif isinstance(node.func, ast.Attribute) and found is None:
            self._call_attribute(node.func, node)
        else:
            self.visit(node.func)
            self._call_value(node)

    def _call_attribute(self, func: ast.Attribute, node: ast.Call) -> None:
        base = self.scope.meaning(func.value)
        if isinstance(base, Symbol):
            self.do(Names(base))
        else:
            self.visit(func.value)
        kinds = self.scope.type_of(func.value)
        self.read(kinds, func.attr, is_called=True)
        owners = [kind.product for kind in kinds or () if kind.product is not None]
        for owner in dict.fromkeys(d for o in owners for d in o.definers(func.attr)):
            if func.attr in owner.methods:
                self._give_parameters(owner.methods[func.attr], node)
        self._call_value(node)

    def _call_value(self, node: ast.Call) -> None:
        made = [
            each.product
            for kind in self.scope.type_of(node.func) or ()
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
        elif name == "replace" and len(node.args) == 1:
            self._replace(node.args[0], node)
        elif name == "cast" and len(node.args) == 2:
            self.visit(node.args[1])
        else:
            if name in ("getattr", "hasattr") and first is not None:
                self._getattr(first, node.args[1])
            elif name in GOES_THROUGH and first is not None:
                self._read_all(self.scope.type_of(first))
            self.visit(node.func)
            self._arguments(node)

    def _getattr(self, first: ast.expr, name: ast.expr) -> None:
        kinds = self.scope.type_of(first)
        if isinstance(name, ast.Constant):
            self.read(kinds, str(name.value))
        else:
            self._read_all(kinds)

    def _replace(self, first: ast.expr, node: ast.Call) -> None:
        self.visit(first)
        kinds = self.scope.type_of(first)
        owners = [each.product for each in kinds or () if each.product is not None]
        owners = owners or self._having({k.arg for k in node.keywords if k.arg})
        for keyword in node.keywords:
            name = keyword.arg or ""
            found = {d.id for o in owners if (d := o.definer(name)) is not None}
            for each in found:
                self.do(Gives((each, name), keyword.value))
            needs = [IsRead(each, name) for each in found]
            with self.needing(*(needs if len(needs) == 1 else ())):
                self.visit(keyword.value)

    def _having(self, names: set[str]) -> list[Class]:
        """The records that have all these fields, where no kind says which it is."""
        every = self.scope.classes.by_id.values()
        return [each for each in every if each.is_record and names <= {*each.fields}]

    # Records

    def _construct(self, made: list[Class], node: ast.Call) -> None:
        if len(made) != 1 or not made[0].takes_fields:
            for each in made:
                self._give_every_field(each)
            self._arguments(node)
            return
        owner = made[0]
        given, loose = _given(list(owner.fields), node)
        for value in loose:
            self.visit(value)
            self._give_every_field(owner)
        guards = [g for value in given.values() if (g := self._guard(value))]
        for name, value in given.items():
            self._give_field(owner, name, value, guards)
        for name, field in owner.fields.items():
            if name not in given and not loose:
                known = literal(field.default) is not None
                self.do(Gives(owner.key(name), field.default if known else None))

    def _guard(self, value: ast.expr) -> Symbol | None:
        """The guard an argument hands over, if it is a function that refuses."""
        found = self.scope.meaning(value)
        if not isinstance(found, Symbol) or found.kind is not Kind.FUNCTION:
            return None
        return found if may_refuse(found) else None

    def _give_field(
        self, owner: Class, name: str, value: ast.expr, guards: list[Symbol]
    ) -> None:
        if owner.definer(name) is None:
            self.visit(value)
            return
        self.do(Gives(owner.key(name), value))
        needs: list[Need] = [IsRead(*owner.key(name))]
        if not self._guard(value):  # a rule beside a guard is held by that guard
            needs += [Speaks(guard) for guard in guards]
        with self.needing(*needs):
            self.visit(value)

    def _give_every_field(self, owner: Class) -> None:
        for name in owner.fields:
            self.do(Gives(owner.key(name), None))

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
            self.do(Gives((function.id, name), value))


def may_refuse(function: Symbol) -> bool:
    """Whether a function promises refusals."""
    returns = function.function.returns
    return returns is not None and any(
        last_name(each) in ("Refusal", "Refused")
        for each in ast.walk(returns)
        if isinstance(each, ast.expr)
    )


def refuses(function: Symbol) -> bool:
    """Whether a function itself makes a refusal."""
    return any(
        isinstance(each, ast.Call) and last_name(each) in ("Refusal", "Refused")
        for each in ast.walk(function.nodes[0])
    )


def _given(
    names: list[str], node: ast.Call
) -> tuple[dict[str, ast.expr], list[ast.expr]]:
    """The arguments of a call by the field they fill, and those that fill any."""
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
    return given, loose
