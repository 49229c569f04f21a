"""What the entrances of the product lead to, followed until nothing new is found."""

from collections import defaultdict
from collections.abc import Iterable

from rulebook.reach.attributes import Attributes
from rulebook.reach.calls import REFUSALS, may_refuse, refuses
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
    Says,
    Speaks,
    Step,
)
from rulebook.reach.entrances import Registered, Registers, is_command
from rulebook.reach.feeding import Feeding
from rulebook.reach.kinds import products
from rulebook.reach.reading import effects
from rulebook.reach.symbols import Kind, Module, Project, Symbol
from rulebook.reach.templates import Templates

CITED = "rulebook.cite:Cited"
Cited = tuple[str, int, str]  # the file, the line and the rule that is cited there


class Walk(Attributes):
    """A walk from the entrances along everything the code names, reads and gives."""

    def __init__(self, project: Project, templates: Templates) -> None:
        super().__init__(project)
        self.reached: set[Symbol] = set()
        self.cited: dict[Cited, tuple[Symbol, IsRead | None]] = {}
        self.entrances: dict[Symbol, str] = {}
        self._registers = Registers(project)
        self._templates = templates
        self._feeding = Feeding()
        self._speaking: set[Symbol] = set()
        self._opened: set[Symbol] = set()
        self._unanswered: list[Step] = []
        self._registered: defaultdict[Symbol, list[Registered]] = defaultdict(list)

    # Going on

    def run(self, roots: Iterable[Symbol]) -> None:
        """Walk on until nothing new is reached."""
        for symbol in roots:
            self.reach(symbol, None)
        while True:
            while self.todo:
                self._take(*self.todo.popleft())
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
        if symbol.kind is Kind.MODULE:
            self._read_module(symbol)
        self.todo.extend((symbol, each) for each in effects(self.scope(symbol)))
        for each in self._registered.pop(symbol, ()):
            self._enter(each)

    def _enter(self, each: Registered) -> None:
        self.entrances[each.function] = each.words
        self.open(each.function)
        self.reach(each.function, each.register)

    def _take(self, symbol: Symbol, effect: Effect) -> None:
        for need in effect.needs:
            if isinstance(need, IsRead):
                if need not in self.read:
                    self.unread[need].append((symbol, effect))
                    return
            elif not self._holds(need):
                self._unanswered.append((symbol, effect))
                return
        if isinstance(effect.does, Cites):
            fields = [n for n in effect.needs if isinstance(n, IsRead)]
            asked = next((n for n in reversed(fields) if n.owner != CITED), None)
            place = (symbol.module.file, effect.does.line, effect.does.rule_id)
            self.cited.setdefault(place, (symbol, asked))
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
                self.name(symbol, named, as_value=as_value)
            case Reads(owner=None, outside=outside) if outside:
                self.read_outside(symbol, deed.name, outside)
            case Reads(owner=None, name=name, is_called=is_called):
                self.read_anywhere(symbol, name, is_called=is_called)
            case Reads(owner=Class() as owner, name=name, is_called=is_called):
                self.read_of(symbol, owner, name, is_called=is_called)
            case ReadsAll(owner=owner):
                for name in owner.fields:
                    self.read_of(symbol, owner, name)
            case Gives(key=key, node=node):
                self._feeding.give(key, node, self.scope(symbol))
            case Says(text=text, begins=begins):
                self._say(symbol, text, begins=begins)

    def name(self, by: Symbol, named: Symbol, *, as_value: bool) -> None:
        """A symbol is used."""
        if named in self._registers.filled_by(by):
            return  # a registrar fills its register and asks nothing of it
        if named.id in REFUSALS:
            self._speaking.add(by)
        if as_value:
            self.open(named)
        if named.kind is Kind.CLASS and by.kind in (Kind.FUNCTION, Kind.METHOD):
            self.build(named)
        self.reach(named, by)

    def open(self, named: Symbol) -> None:
        """What is handed on as a value may be built or called with anything."""
        if named in self._opened:
            return
        self._opened.add(named)
        if named.kind is Kind.CLASS:
            self.build(named)
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
            for inner in products(self.annotations.type_of(each.annotation, module)):
                self.open(inner.symbol)
                self.reach(inner.symbol, owner.symbol)

    # What is named by a string

    def _say(self, by: Symbol, text: str, *, begins: bool) -> None:
        if begins:
            for module in self.project.inside(text):
                self._name_module(by, module)
        elif text in self.project.modules:
            self._name_module(by, self.project.modules[text])
        else:
            for of, name in self._templates.reads(text):
                self.read_in_template(by, of, name)

    def _name_module(self, by: Symbol, module: Module) -> None:
        self.reach(module.body, by)
        if module in self.by_string:
            return
        self.by_string.add(module)
        for symbol in module.symbols.values():
            if is_command(symbol) or symbol.name in self.asked_of_modules:
                self.name(module.body, symbol, as_value=True)

    # What a module does

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
