"""Which attributes are read, and so which fields and methods count."""

from abc import ABC, abstractmethod
from collections import defaultdict, deque

from rulebook.reach.classes import Class, Classes
from rulebook.reach.deeds import IsRead, Step
from rulebook.reach.kinds import Annotations, an, either
from rulebook.reach.scope import Scope
from rulebook.reach.symbols import Module, Project, Symbol

Edges = defaultdict[Symbol, dict[Symbol, None]]


class Attributes(ABC):
    """What is read so far, by the kind of value where that is known."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.classes = Classes(project)
        self.annotations = Annotations(project, self.classes)
        self.edges: Edges = defaultdict(dict)
        self.guesses: Edges = defaultdict(dict)  # where only a name says so
        self.read: set[IsRead] = set()
        self.readers: defaultdict[IsRead, dict[Symbol, None]] = defaultdict(dict)
        self.unread: defaultdict[IsRead, list[Step]] = defaultdict(list)
        self.todo: deque[Step] = deque()
        self.by_string: set[Module] = set()  # modules that a string names
        self.asked_of_modules: set[str] = set()
        self._built: set[Symbol] = set()
        self._anywhere: dict[tuple[str, bool], Symbol] = {}
        self._scopes: dict[Symbol, Scope] = {}

    @abstractmethod
    def open(self, named: Symbol) -> None:
        """What is handed on as a value may be built or called with anything."""

    @abstractmethod
    def name(self, by: Symbol, named: Symbol, *, as_value: bool) -> None:
        """A symbol is used."""

    def scope(self, symbol: Symbol) -> Scope:
        """The names of a symbol, read once."""
        if symbol not in self._scopes:
            self._scopes[symbol] = Scope(
                self.project, self.classes, self.annotations, symbol
            )
        return self._scopes[symbol]

    def read_of(
        self, by: Symbol, owner: Class, name: str, *, is_called: bool = False
    ) -> None:
        """An attribute of a value of this kind, or of a kind that builds on it."""
        for each in owner.definers(name):
            self.readers[IsRead(each.id, name)].setdefault(by)
            self._mark(by, each, name, is_called=is_called, by_kind=True)
        if "Protocol" in owner.outside:
            for each in self.classes.having.get(name, ()):
                if owner.names <= {known for c in each.line for known in c.names}:
                    self._mark(by, each, name, by_kind=True)

    def read_outside(self, by: Symbol, name: str, outside: str) -> None:
        """An attribute of a class from outside, which classes here may build on."""
        for each in self.classes.having.get(name, ()):
            if any(outside in child.roots for child in each.family):
                self._mark(by, each, name)

    def read_anywhere(self, by: Symbol, name: str, *, is_called: bool = False) -> None:
        """An attribute of a value of unknown kind: any that code builds as it runs.

        What is built as modules are read, such as a rulebook, is read by its kind.
        """
        self._anywhere.setdefault((name, is_called), by)
        for each in self.classes.having.get(name, ()):
            if self._may_be(each, name, is_called=is_called):
                self._mark(by, each, name)
        self.asked_of_modules.add(name)
        for module in self.by_string:
            if name in module.symbols:
                self.name(by, module.symbols[name], as_value=True)

    def read_in_template(self, by: Symbol, of: str, name: str) -> None:
        """An attribute in a template, by the kind of the attribute before it."""
        having = self.classes.having.get(of, ())
        kinds = either(*(self.scope(by).attribute(an(each), of) for each in having))
        if not kinds:
            self.read_anywhere(by, name)
        for each in kinds or ():
            if each.product is not None:
                self.read_of(by, each.product, name)

    def build(self, symbol: Symbol) -> None:
        """Code builds values of a class as it runs."""
        if symbol in self._built:
            return
        self._built.add(symbol)
        for (name, is_called), by in list(self._anywhere.items()):
            for owner in self.classes.of(symbol).line:
                known = name in owner.names
                if known and self._may_be(owner, name, is_called=is_called):
                    self._mark(by, owner, name)

    def _may_be(self, owner: Class, name: str, *, is_called: bool) -> bool:
        if name in owner.methods or not owner.is_record:
            return True
        built = any(each.symbol in self._built for each in owner.family)
        return built and (not is_called or owner.is_callable(name))

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
                self.open(owner.methods[name])
        need = IsRead(owner.id, name)
        if need not in self.read:
            self.read.add(need)
            self.todo.extend(self.unread.pop(need, ()))
