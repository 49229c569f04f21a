"""What the entrances of the product lead to, followed until nothing new is found."""

import ast
from collections import defaultdict, deque
from collections.abc import Iterable

from rulebook.reach.calls import REFUSALS, may_refuse, refuses
from rulebook.reach.classes import PLAIN, Class, Classes
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
    Says,
    Speaks,
)
from rulebook.reach.entrances import Registered, Registers, is_command
from rulebook.reach.feeding import Feeding
from rulebook.reach.kinds import Annotations, an, either, products
from rulebook.reach.reading import Reader
from rulebook.reach.scope import Scope
from rulebook.reach.symbols import Kind, Module, Project, Symbol
from rulebook.reach.templates import Templates

Step = tuple[Symbol, Effect]
CITED = "rulebook.cite:Cited"


class Walk:
    """A walk from the entrances along everything the code names, reads and gives."""

    def __init__(self, project: Project, templates: Templates) -> None:
        self.project = project
        self.classes = Classes(project)
        self.edges: defaultdict[Symbol, dict[Symbol, None]] = defaultdict(dict)
        self.guesses: defaultdict[Symbol, dict[Symbol, None]] = defaultdict(dict)
        self.reached: set[Symbol] = set()
        self.cited: dict[tuple[str, int], tuple[Symbol, IsRead | None]] = {}
        self.readers: defaultdict[IsRead, dict[Symbol, None]] = defaultdict(dict)
        self.entrances: dict[Symbol, str] = {}
        self._annotations = Annotations(project, self.classes)
        self._registers = Registers(project)
        self._templates = templates
        self._feeding = Feeding()
        self._read: set[tuple[str, str]] = set()
        self._speaking: set[Symbol] = set()
        self._opened: set[Symbol] = set()
        self._built: set[Symbol] = set()
        self._anywhere: dict[tuple[str, bool], Symbol] = {}
        self._by_string: set[Module] = set()
        self._asked_of_modules: set[str] = set()
        self._todo: deque[Step] = deque()
        self._unread: defaultdict[Need, list[Step]] = defaultdict(list)
        self._unanswered: list[Step] = []
        self._registered: defaultdict[Symbol, list[Registered]] = defaultdict(list)
        self._scopes: dict[Symbol, Scope] = {}

    def scope(self, symbol: Symbol) -> Scope:
        """The names of a symbol, read once."""
        if symbol not in self._scopes:
            self._scopes[symbol] = Scope(
                self.project, self.classes, self._annotations, symbol
            )
        return self._scopes[symbol]

    # Going on

    def run(self, roots: Iterable[Symbol]) -> None:
        """Walk on until nothing new is reached."""
        for symbol in roots:
            self.reach(symbol, None)
        while True:
            while self._todo:
                self._take(*self._todo.popleft())
            if not self._ask_again() and not self._open_unknown():
                return

    def reach(self, symbol: Symbol, by: Symbol | None) -> None:
        """Something is reached: what it does is looked at next."""
        if by is not None and by is not symbol:
            self.edges[by].setdefault(symbol)
        if symbol in self.reached:
            return
        self.reached.add(symbol)
        if symbol.kind is not Kind.MODULE:
            self.reach(symbol.module.body, symbol)
        if symbol.owner is not None:
            self.reach(symbol.owner, symbol)
        self._todo.extend((symbol, effect) for effect in self._effects(symbol))
        for each in self._registered.pop(symbol, ()):
            self._enter(each)

    def _enter(self, each: Registered) -> None:
        self.entrances[each.function] = each.words
        self._open(each.function)
        self.reach(each.function, each.register)

    def _take(self, symbol: Symbol, effect: Effect) -> None:
        for need in effect.needs:
            if isinstance(need, IsRead):
                if (need.owner, need.name) not in self._read:
                    self._unread[need].append((symbol, effect))
                    return
            elif not self._holds(need):
                self._unanswered.append((symbol, effect))
                return
        if isinstance(effect.does, Cites):
            asked = [n for n in effect.needs if isinstance(n, IsRead)]
            kept = [need for need in asked if need.owner != CITED]
            last = kept[-1] if kept else None
            self.cited.setdefault(
                (symbol.module.file, effect.does.line), (symbol, last)
            )
        self._do(symbol, effect.does)

    def _holds(self, need: Need) -> bool:
        match need:
            case Answer(question=question, way=way):
                return way in question.answers(self._feeding.fed)
            case GoesEitherWay(question=question):
                return len(question.answers(self._feeding.fed)) == 2
            case Speaks(guard=guard):
                return self._speaks(guard, set())
        return True

    def _speaks(self, guard: Symbol, seen: set[Symbol]) -> bool:
        """Whether a guard, or one it asks in turn, can make a refusal."""
        if guard in self._speaking:
            return True
        seen.add(guard)
        others = [
            each
            for each in (*self.edges[guard], *self.guesses[guard])
            if each.kind in (Kind.FUNCTION, Kind.METHOD) and may_refuse(each)
        ]
        if not others and not refuses(guard):
            return True  # it hands on refusals made where the walk cannot follow
        return any(self._speaks(e, seen) for e in others if e not in seen)

    def _ask_again(self) -> bool:
        """Ask what had no answer yet, now that more is known."""
        grown = self._feeding.flow()
        waiting, self._unanswered = self._unanswered, []
        for step in waiting:
            self._take(*step)
        return grown or len(self._unanswered) < len(waiting)

    def _open_unknown(self) -> bool:
        return self._feeding.open_unknown(
            key
            for _, effect in self._unanswered
            for need in effect.needs
            if isinstance(need, Answer | GoesEitherWay)
            for key in need.question.sources
        )

    # What is done

    def _do(self, symbol: Symbol, deed: Deed) -> None:
        match deed:
            case Names(symbol=named, as_value=as_value):
                self._name(symbol, named, as_value=as_value)
            case Reads(owner=None, outside=outside) if outside:
                self._read_outside(symbol, deed.name, outside)
            case Reads(owner=None, name=name, is_called=is_called):
                self._read_anywhere(symbol, name, is_called=is_called)
            case Reads(owner=Class() as owner, name=name, is_called=is_called):
                self._read_of(symbol, owner, name, is_called=is_called)
            case ReadsAll(owner=owner):
                for name in owner.fields:
                    self._read_of(symbol, owner, name)
            case Gives(key=key, node=node):
                self._feeding.give(key, node, self.scope(symbol))
            case Says(text=text, begins=begins):
                self._say(symbol, text, begins=begins)

    def _name(self, by: Symbol, named: Symbol, *, as_value: bool) -> None:
        if named in self._registers.filled_by(by):
            return  # a registrar fills its register and asks nothing of it
        if named.id in REFUSALS:
            self._speaking.add(by)
        if as_value:
            self._open(named)
        if named.kind is Kind.CLASS and by.kind in (Kind.FUNCTION, Kind.METHOD):
            self._build(named)
        self.reach(named, by)

    def _open(self, named: Symbol) -> None:
        """What is handed on as a value may be built or called with anything."""
        if named in self._opened:
            return
        self._opened.add(named)
        if named.kind is Kind.CLASS:
            self._build(named)
        if named.kind in (Kind.FUNCTION, Kind.METHOD):
            given = named.function.args
            every = (*given.posonlyargs, *given.args, *given.kwonlyargs)
            self._feeding.open((named.id, each.arg) for each in every)
        elif named.kind is Kind.CLASS:
            self._open_class(self.classes.of(named))

    def _open_class(self, owner: Class) -> None:
        """Whoever has a class may build it, and what its annotations name."""
        for name, each in owner.fields.items():
            self._feeding.open([owner.key(name)])
            definer = owner.definer(name)
            module = (definer or owner).symbol.module
            for inner in products(self._annotations.type_of(each.annotation, module)):
                self._open(inner.symbol)
                self.reach(inner.symbol, owner.symbol)

    # What is read

    def _read_of(
        self, by: Symbol, owner: Class, name: str, *, is_called: bool = False
    ) -> None:
        for each in {d for c in owner.family if (d := c.definer(name))}:
            self.readers[IsRead(each.id, name)].setdefault(by)
            self._mark(by, each, name, is_called=is_called, by_kind=True)
        if "Protocol" in owner.outside:
            needed = set(owner.names)
            for each in self.classes.having.get(name, ()):
                if needed <= {n for c in each.line for n in c.names}:
                    self._mark(by, each, name, by_kind=True)

    def _read_outside(self, by: Symbol, name: str, outside: str) -> None:
        """An attribute of a class from outside, which classes here may build on."""
        for each in self.classes.having.get(name, ()):
            if any(outside in child.roots for child in each.family):
                self._mark(by, each, name)

    def _read_anywhere(self, by: Symbol, name: str, *, is_called: bool = False) -> None:
        """An attribute of a value of unknown kind: any that code builds as it runs.

        What is built as modules are read, such as a rulebook, is read by its kind.
        """
        self._anywhere.setdefault((name, is_called), by)
        for each in self.classes.having.get(name, ()):
            if self._may_be(each, name, is_called=is_called):
                self._mark(by, each, name)
        self._asked_of_modules.add(name)
        for module in self._by_string:
            if name in module.symbols:
                self._name(by, module.symbols[name], as_value=True)

    def _may_be(self, owner: Class, name: str, *, is_called: bool) -> bool:
        if name in owner.methods or not owner.is_record:
            return True
        built = any(each.symbol in self._built for each in owner.family)
        return built and (not is_called or owner.is_callable(name))

    def _build(self, symbol: Symbol) -> None:
        """Code builds values of a class as it runs."""
        if symbol in self._built:
            return
        self._built.add(symbol)
        for owner in self.classes.of(symbol).line:
            for (name, is_called), by in list(self._anywhere.items()):
                if name in owner.names and self._may_be(
                    owner, name, is_called=is_called
                ):
                    self._mark(by, owner, name)

    def _read_in_template(self, by: Symbol, of: str, name: str) -> None:
        kinds = either(
            *(
                self.scope(by).attribute(an(each), of)
                for each in self.classes.having.get(of, ())
            )
        )
        if not kinds:
            self._read_anywhere(by, name)
        for each in kinds or ():
            if each.product is not None:
                self._read_of(by, each.product, name)

    def _mark(
        self,
        by: Symbol,
        owner: Class,
        name: str,
        *,
        is_called: bool = False,
        by_kind: bool = False,
    ) -> None:
        if name in owner.methods:
            edges = self.edges if by_kind else self.guesses
            edges[by].setdefault(owner.methods[name])
            if not is_called:
                self._open(owner.methods[name])
        if (owner.id, name) not in self._read:
            self._read.add((owner.id, name))
            self._todo.extend(self._unread.pop(IsRead(owner.id, name), ()))

    # What is named by a string

    def _say(self, by: Symbol, text: str, *, begins: bool) -> None:
        if begins:
            for module in self.project.inside(text):
                self._name_module(by, module)
        elif text in self.project.modules:
            self._name_module(by, self.project.modules[text])
        else:
            for of, name in self._templates.reads(text):
                self._read_in_template(by, of, name)

    def _name_module(self, by: Symbol, module: Module) -> None:
        self.reach(module.body, by)
        if module in self._by_string:
            return
        self._by_string.add(module)
        for symbol in module.symbols.values():
            if is_command(symbol) or symbol.name in self._asked_of_modules:
                self._name(module.body, symbol, as_value=True)

    # What a symbol does

    def _effects(self, symbol: Symbol) -> list[Effect]:
        reader = Reader(self.scope(symbol))
        if symbol.kind is Kind.CLASS:
            self._read_class(self.classes.of(symbol), reader)
            return reader.effects
        if symbol.kind is Kind.MODULE:
            self._read_module(symbol)
        for node in symbol.nodes:
            reader.visit(node)
        return reader.effects

    def _read_module(self, symbol: Symbol) -> None:
        """A module that is read reads others, and fills registers."""
        parts = symbol.module.name.split(".")
        packages = [".".join(parts[:count]) for count in range(1, len(parts))]
        for name in (*packages, *symbol.module.brings):
            if name in self.project.modules:
                self.reach(self.project.modules[name].body, symbol)
        for function in symbol.module.symbols.values():
            if function.kind is Kind.FUNCTION:
                for each in self._registers.of(function):
                    if each.register in self.reached:
                        self._enter(each)
                    else:
                        self._registered[each.register].append(each)

    def _read_class(self, owner: Class, reader: Reader) -> None:
        """A class: its methods and attributes wait until something reads them."""
        for node in (*owner.node.bases, *owner.node.decorator_list):
            reader.visit(node)
        called_outside = bool(owner.roots - PLAIN)
        for name, method in owner.methods.items():
            always = called_outside or name.startswith("__")
            with reader.needing(*([] if always else [IsRead(owner.id, name)])):
                reader.do(Names(method, as_value=always))
        for node in owner.node.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            names = [] if owner.is_enum or called_outside else _assigned(node)
            with reader.needing(*(IsRead(owner.id, name) for name in names)):
                reader.visit(node)


def _assigned(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    return [target.id for target in targets if isinstance(target, ast.Name)]
