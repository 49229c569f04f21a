"""What the walk found: the way to each citation, and what no way leads to."""

import ast
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulebook.citations import is_citation
from rulebook.collecting import without_collecting
from rulebook.reach.deeds import IsRead
from rulebook.reach.entrances import roots
from rulebook.reach.restating import Way, restated
from rulebook.reach.symbols import Kind, Symbol
from rulebook.reach.symbols import read as read_symbols
from rulebook.reach.templates import Templates
from rulebook.reach.walk import Cited, Walk

PACKAGES = ("game", "house", "promotions", "proof", "rulebook", "tournaments")
START = "the start of the app"
# What a clause says on paper: reading a value there holds nobody to it.
PRINTS = frozenset({"text", "paragraphs", "statement", "cites_in"})
SAYS = "Says"  # what one document says beside another


@dataclass(frozen=True, slots=True)
class Unreached:
    """Something the product defines and no entrance leads to."""

    file: str
    line: int
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Reach:
    """The way to every citation of a rule, and what is reached by nothing."""

    ways: Mapping[Cited, Way]
    printed: frozenset[Cited]  # values that only the words of a clause read
    unreached: tuple[Unreached, ...]


def read(root: Path) -> Reach:
    """Follow the product below a project's root from its entrances."""
    with without_collecting():
        project = read_symbols(root, _code(root))
        walk = Walk(project, Templates(root / "templates"))
        walk.run(roots(root, project))
        ways = _ways(walk)
        cited = {
            place: _way_to(walk, ways, symbol, need)
            for place, (symbol, need) in walk.cited.items()
        }
        ways_to = restated(project, cited)
        return Reach(ways_to, _printed(walk), tuple(_unreached(walk)))


def _printed(walk: Walk) -> frozenset[Cited]:
    """The citations of values that nothing reads but clauses that print them."""
    return frozenset(
        place
        for place, (_, need) in walk.cited.items()
        if need is not None
        and (readers := [r for r in walk.readers.get(need, ()) if r in walk.reached])
        and all(_only_words(reader) for reader in readers)
    )


def _only_words(reader: Symbol) -> bool:
    """Whether something is done with a value but telling people of it."""
    if reader.kind not in (Kind.FUNCTION, Kind.METHOD):
        return False
    gives = reader.function.returns
    is_said = isinstance(gives, ast.Name) and gives.id == SAYS
    return is_said or reader.name.rpartition(".")[2] in PRINTS


def _code(root: Path) -> Iterator[Path]:
    yield from sorted(root.glob("*.py"))
    for package in PACKAGES:
        yield from sorted((root / package).rglob("*.py"))


def _ways(walk: Walk) -> Mapping[Symbol, Way]:
    """The shortest way to each symbol, through code that runs if there is one."""
    found: dict[Symbol, Way] = {
        symbol: (words, symbol.name) for symbol, words in walk.entrances.items()
    }
    _spread(walk, found, found.copy(), through_all=False)
    starts = [symbol for symbol in walk.reached if symbol.id == "app:create_app"]
    begun = {each: (START, each.name) for each in starts if each not in found}
    found |= begun
    _spread(walk, found, found.copy(), through_all=False)
    _spread(walk, found, found.copy(), through_all=True)
    return {symbol: found.get(symbol, (START, symbol.name)) for symbol in walk.reached}


def _way_to(
    walk: Walk, ways: Mapping[Symbol, Way], symbol: Symbol, need: IsRead | None
) -> Way:
    """The way to a citation: to the code that reads it, where it is a value."""
    readers = walk.readers.get(need) if need is not None else None
    if need is None or not readers or symbol.kind in (Kind.FUNCTION, Kind.METHOD):
        return ways[symbol]
    shortest = min((ways[reader] for reader in readers), key=len)
    owner = need.owner.rpartition(":")[2]
    return (*shortest, f"{owner}.{need.name}")


def _spread(
    walk: Walk, found: dict[Symbol, Way], begins: Iterable[Symbol], *, through_all: bool
) -> None:
    waiting = deque(begins)
    while waiting:
        symbol = waiting.popleft()
        guesses = walk.guesses.get(symbol, ()) if through_all else ()
        for other in (*walk.edges.get(symbol, ()), *guesses):
            if other in found or other not in walk.reached:
                continue
            by_definition = other.kind is Kind.MODULE or other.owner is symbol
            if through_all or not by_definition:
                found[other] = (*found[symbol], other.name or other.module.name)
                waiting.append(other)


def _unreached(walk: Walk) -> Iterator[Unreached]:
    """Functions, classes and cited constants that nothing reaches."""
    for symbol in walk.project.symbols():
        if symbol not in walk.reached and not _only_promises(walk, symbol):
            file = symbol.module.file
            yield Unreached(file, symbol.line, symbol.name, symbol.kind.value)


def _only_promises(walk: Walk, symbol: Symbol) -> bool:
    """Whether a symbol is there for annotations alone, and so never runs."""
    owner = symbol.owner or symbol
    if owner.kind is Kind.CLASS:
        return "Protocol" in walk.classes.of(owner).roots
    return symbol.kind is Kind.CONSTANT and not any(
        isinstance(each, ast.Call) and is_citation(each)
        for node in symbol.nodes
        for each in ast.walk(node)
    )
