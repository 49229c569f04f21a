"""What the entrances of the product lead to, followed until nothing new is found."""

import ast
import re
import tomllib
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulebook.reach.classes import ENUMS, PLAIN, Class, Classes
from rulebook.reach.effects import (
    Answer,
    Cites,
    Effect,
    Gives,
    IsRead,
    Names,
    Need,
    Reader,
    Reads,
    ReadsAll,
    Says,
)
from rulebook.reach.kinds import Annotations, products
from rulebook.reach.registers import Registered, is_command, registrations, registers_of
from rulebook.reach.scope import Scope
from rulebook.reach.symbols import Kind, Module, Project, Symbol
from rulebook.reach.values import Key, Values, literal

MANY = 8


class Walk:
    """A walk from the entrances along everything the code names, reads and gives."""

    def __init__(self, root: Path, project: Project) -> None:
        self.project = project
        self.classes = Classes(project)
        self.annotations = Annotations(project, self.classes)
        self.templates = root / "templates"
        self.reached: dict[Symbol, Symbol | None] = {}
        self.edges: defaultdict[Symbol, dict[Symbol, None]] = defaultdict(dict)
        self.lines: dict[tuple[str, int], Symbol] = {}
        self.read: set[tuple[str, str]] = set()
        self.read_anywhere: set[str] = set()
        self.fed: dict[Key, Values] = {}
        self.words: dict[Symbol, str] = {}
        self._seen_templates: set[str] = set()
        self._named: set[Module] = set()  # modules that a string names
        self._asked_of_modules: set[str] = set()
        self._todo: deque[tuple[Symbol, Effect]] = deque()
        self._waiting: defaultdict[Need, list[tuple[Symbol, Effect]]] = defaultdict(
            list
        )
        self._asked: list[tuple[Symbol, Effect]] = []
        self._registered: defaultdict[Symbol, list[Registered]] = defaultdict(list)
        self._registrars: dict[Symbol, set[Symbol]] = {}
        self._scopes: dict[Symbol, Scope] = {}
        self._opened: set[Symbol] = set()

    def scope(self, symbol: Symbol) -> Scope:
        if symbol not in self._scopes:
            self._scopes[symbol] = Scope(
                self.project, self.classes, self.annotations, symbol
            )
        return self._scopes[symbol]

    # Going on

    def run(self, roots: Iterable[Symbol]) -> None:
        for symbol in roots:
            self.reach(symbol, None)
        while True:
            while self._todo:
                self._apply(*self._todo.popleft())
            if not self._ask_again() and not self._open_unbuilt():
                return

    def reach(self, symbol: Symbol, by: Symbol | None) -> None:
        if by is not None and by is not symbol:
            self.edges[by].setdefault(symbol)
        if symbol in self.reached:
            return
        self.reached[symbol] = by
        if symbol.kind is not Kind.MODULE:
            self.reach(symbol.module.body, symbol)
        if symbol.owner is not None:
            self.reach(symbol.owner, symbol)
        self._todo.extend((symbol, effect) for effect in self.effects(symbol))
        for each in self._registered.pop(symbol, ()):
            self._enter(each)

    def _enter(self, each: Registered) -> None:
        self.words[each.function] = each.words
        self.reach(each.function, each.register)

    def _apply(self, symbol: Symbol, effect: Effect) -> None:
        for need in effect.needs:
            if isinstance(need, IsRead):
                if (need.owner, need.name) not in self.read:
                    self._waiting[need].append((symbol, effect))
                    return
            elif not self._holds(need, effect):
                self._asked.append((symbol, effect))
                return
        self._do(symbol, effect)

    def _holds(self, need: Answer, effect: Effect) -> bool:
        answers = need.question.answers(self.fed)
        return need.way in answers

    def _ask_again(self) -> bool:
        waiting, self._asked = self._asked, []
        before = len(waiting)
        for symbol, effect in waiting:
            self._apply(symbol, effect)
        return bool(self._todo) or len(self._asked) < before

    def _open_unbuilt(self) -> bool:
        """What nobody is seen to build or call may hold anything."""
        opened = False
        for _, effect in self._asked:
            for need in effect.needs:
                if isinstance(need, Answer):
                    for key in need.question.sources:
                        if key not in self.fed:
                            self.fed[key] = None
                            opened = True
        return opened

    def _do(self, symbol: Symbol, effect: Effect) -> None:
        match effect.does:
            case Names(symbol=named, as_value=as_value):
                if named in self._registrars.get(symbol, ()):
                    return
                if as_value:
                    self._open(named)
                self.reach(named, symbol)
            case Reads(owner=owner, name=name, outside=outside):
                self._read(symbol, owner, name, outside)
            case ReadsAll(owner=owner):
                for name in owner.fields:
                    self._read(symbol, owner, name, "")
            case Gives(key=key, node=node):
                self._give(key, literal(node))
            case Says(text=text, begins=begins):
                self._say(symbol, text, begins)
            case Cites(line=line):
                self.lines.setdefault((symbol.module.file, line), symbol)

    # What is given

    def _give(self, key: Key, values: Values) -> None:
        if key in self.fed and self.fed[key] is None:
            return
        known = self.fed.get(key) or frozenset()
        merged = None if values is None else known | values
        self.fed[key] = None if merged is not None and len(merged) > MANY else merged

    def _open(self, named: Symbol) -> None:
        """Something used as a value may be built or called with anything."""
        if named.kind is Kind.FUNCTION:
            given = named.function.args
            for each in (*given.posonlyargs, *given.args, *given.kwonlyargs):
                self.fed[named.id, each.arg] = None
        elif named.kind is Kind.CLASS and named not in self._opened:
            self._opened.add(named)
            owner = self.classes.of(named)
            for name, each in owner.fields.items():
                definer = owner.definer(name)
                assert definer is not None
                self.fed[definer.id, name] = None
                kinds = self.annotations.type_of(each.annotation, definer.symbol.module)
                for inner in products(kinds):
                    self._open(inner.symbol)
                    self.reach(inner.symbol, named)

    # What is read

    def _read(self, by: Symbol, owner: Class | None, name: str, outside: str) -> None:
        if owner is not None:
            found = {d for each in owner.family if (d := each.definer(name))}
            if "Protocol" in owner.outside:
                needed = set(owner.names)
                found |= {
                    each
                    for each in self.classes.having.get(name, ())
                    if needed <= {n for c in each.line for n in c.names}
                }
            for each in found:
                self._mark(by, each, name)
            return
        if not outside:
            self._asked_of_modules.add(name)
            for module in self._named:
                if name in module.symbols:
                    self.reach(module.symbols[name], by)
        for each in self.classes.having.get(name, ()):
            if not outside or any(outside in c.roots for c in each.family):
                self._mark(by, each, name)

    def _mark(self, by: Symbol, owner: Class, name: str) -> None:
        if name in owner.methods and owner.symbol in self.reached:
            self.edges[by].setdefault(owner.methods[name])
        if (owner.id, name) in self.read:
            return
        self.read.add((owner.id, name))
        self._todo.extend(self._waiting.pop(IsRead(owner.id, name), ()))

    # What is named by a string

    def _say(self, by: Symbol, text: str, begins: bool) -> None:  # noqa: FBT001
        if begins:
            if text.endswith(".") and text[:-1] in self.project.modules:
                for name, module in self.project.modules.items():
                    if name.rpartition(".")[0] == text[:-1]:
                        self._name_module(by, module)
        elif text in self.project.modules:
            self._name_module(by, self.project.modules[text])
        elif text.endswith((".html", ".txt", ".xml")):
            self._template(by, text)

    def _name_module(self, by: Symbol, module: Module) -> None:
        self.reach(module.body, by)
        if module in self._named:
            return
        self._named.add(module)
        for symbol in module.symbols.values():
            if is_command(symbol) or symbol.name in self._asked_of_modules:
                self.reach(symbol, module.body)

    def _template(self, by: Symbol, name: str) -> None:
        path = self.templates / name
        if name in self._seen_templates or not path.is_file():
            return
        self._seen_templates.add(name)
        text = path.read_text(encoding="utf-8")
        for code in re.findall(r"\{[{%](.*?)[%}]\}", text, re.DOTALL):
            for attribute in re.findall(r"\.\s*([A-Za-z_]\w*)", code):
                self._read(by, None, attribute, "")
            for other in re.findall(r"""["']([^"']+\.(?:html|txt|xml))["']""", code):
                self._template(by, other)

    # What a symbol does

    def effects(self, symbol: Symbol) -> list[Effect]:
        if symbol.kind is Kind.MODULE:
            return self._module(symbol)
        reader = Reader(self.scope(symbol))
        if symbol.kind is Kind.CLASS:
            self._class(symbol, reader)
        else:
            for node in symbol.nodes:
                reader.visit(node)
        return reader.effects

    def _module(self, symbol: Symbol) -> list[Effect]:
        module = symbol.module
        reader = Reader(self.scope(symbol))
        for node in symbol.nodes:
            reader.visit(node)
        for name in module.brings:
            if name in self.project.modules:
                self.reach(self.project.modules[name].body, symbol)
        parts = module.name.split(".")
        for count in range(1, len(parts)):
            package = self.project.modules.get(".".join(parts[:count]))
            if package is not None:
                self.reach(package.body, symbol)
        for each in module.symbols.values():
            if each.kind is Kind.FUNCTION:
                self._register(each)
        return reader.effects

    def _register(self, function: Symbol) -> None:
        for each in registrations(self.scope(function)):
            if each.register in self.reached:
                self._enter(each)
            else:
                self._registered[each.register].append(each)

    def _class(self, symbol: Symbol, reader: Reader) -> None:
        owner = self.classes.of(symbol)
        for node in (*owner.node.bases, *owner.node.decorator_list):
            reader.visit(node)
        for keyword in owner.node.keywords:
            reader.visit(keyword.value)
        called_outside = bool(owner.roots - PLAIN)
        for name, method in owner.methods.items():
            always = called_outside or name.startswith("__")
            need = () if always else (IsRead(owner.id, name),)
            reader.effects.append(Effect(Names(method), need))
        for node in owner.node.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            names = [
                each.id
                for target in getattr(node, "targets", [getattr(node, "target", None)])
                for each in ([target] if isinstance(target, ast.Name) else [])
            ]
            free = owner.is_enum or called_outside or not names
            before = len(reader.effects)
            reader.visit(node)
            if not free:
                need = IsRead(owner.id, names[0])
                for index in range(before, len(reader.effects)):
                    each = reader.effects[index]
                    reader.effects[index] = Effect(each.does, (need, *each.needs))


def find_registrars(walk: Walk) -> None:
    """Note which lists a decorator only fills, so that filling is not reading."""
    for symbol in walk.project.symbols():
        if symbol.kind is Kind.FUNCTION:
            for mark in symbol.function.decorator_list:
                target = mark.func if isinstance(mark, ast.Call) else mark
                known = walk.scope(symbol).meaning(target)
                if isinstance(known, Symbol) and known.kind is Kind.FUNCTION:
                    if known not in walk._registrars:
                        walk._registrars[known] = set(
                            registers_of(walk.project, known)
                        )


def roots(root: Path, project: Project) -> Iterator[Symbol]:
    """Where the product begins: the factory of the app, and what runs by itself."""
    app = project.modules.get("app")
    if app is not None:
        yield app.body
        if "create_app" in app.symbols:
            yield app.symbols["create_app"]
    for module in project.modules.values():
        for node in module.body.nodes:
            if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
                yield module.body
    path = root / "pyproject.toml"
    if path.exists():
        told = tomllib.loads(path.read_text(encoding="utf-8")).get("project", {})
        points = [told.get("scripts", {}), *told.get("entry-points", {}).values()]
        for each in (value for group in points for value in group.values()):
            module, _, name = each.partition(":")
            if module in project.modules:
                yield project.modules[module].body
                if name in project.modules[module].symbols:
                    yield project.modules[module].symbols[name]
