"""How much of the documents the product holds, worked out from the code itself."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from rulebook import citations, kept, proofs, reach
from rulebook.citations import How, Place, Unreadable
from rulebook.proofs import Test
from rulebook.reach import Unreached
from rulebook.register import Kind, Rule, rules
from rulebook.sources import DOCUMENTS

ROOT = Path(__file__).parent.parent
FLOOR = ROOT / "docs" / "coverage.json"
WAITING = ROOT / "docs" / "written.json"
KEPT = ROOT / "instance" / "coverage.json"
HOUSE = "HOUSE"
_READING = Lock()


class State(StrEnum):
    """How the product holds a rule."""

    ENFORCED = "enforced"
    DOCUMENTED = "documented"
    GUIDANCE = "guidance"
    WRITTEN = "written"
    MISSING = "missing"

    @property
    def words(self) -> str:
        """The state as a person says it."""
        return "not yet held" if self is State.MISSING else self.value

    @property
    def meaning(self) -> str:
        """What the state promises, and no more."""
        return _MEANINGS[self]


_MEANINGS = {
    State.ENFORCED: "The product asks it, and a test fails without it.",
    State.DOCUMENTED: "A clause of the terms prints it; nothing else holds it.",
    State.GUIDANCE: "It is done by hand; a page reminds whoever has to do it.",
    State.WRITTEN: "It is prepared and tested, but no page or step asks it yet.",
    State.MISSING: "The product does not hold it: people have to see to it.",
}


@dataclass(frozen=True, slots=True)
class Coverage:
    """Where each rule is cited and which tests carry it."""

    places: Mapping[str, tuple[Place, ...]]
    tests: Mapping[str, tuple[Test, ...]]
    unreadable: tuple[Unreadable, ...] = ()
    unreached: tuple[Unreached, ...] = ()

    def state(self, rule_id: str) -> State:
        """How the product holds this rule."""
        places = self.places.get(rule_id, ())
        ways = {place.how for place in places}
        held = [place for place in places if place.how is not How.GUIDANCE]
        is_tested = rule_id in self.tests
        reached = [place for place in held if place.way]
        if is_tested and any(_holds(place) for place in reached):
            return State.ENFORCED
        if reached and is_tested:
            return State.DOCUMENTED
        if How.CLAUSE in ways and not is_tested:
            return State.DOCUMENTED
        if How.GUIDANCE in ways:
            return State.GUIDANCE
        return State.WRITTEN if held and is_tested else State.MISSING

    def is_untested(self, rule_id: str) -> bool:
        """Whether code cites the rule but no test carries it, so nothing is proved."""
        return rule_id in self.places and self.state(rule_id) is State.MISSING

    def verdict(self, rule_id: str) -> str:
        """How well the rule is held, in a sentence that claims no more than is so."""
        if self.is_untested(rule_id):
            return "Code cites it, but no test carries it: nothing is proved yet."
        if rule_id in self.tests and rule_id not in self.places:
            return "A test names it, but no code cites it: it is not held yet."
        return self.state(rule_id).meaning

    def in_state(self, of: Iterable[Rule], state: State) -> list[str]:
        """The ids of these rules that are held in this way."""
        return [rule.id for rule in of if self.state(rule.id) is state]


def _holds(place: Place) -> bool:
    """Whether what stands here does what its rule asks: of terms, to be printed."""
    rule = rules().get(place.rule_id)
    return not place.only_prints or (rule is not None and rule.kind is Kind.TERMS)


Found = TypeVar("Found", Place, Test)


def _by_rule(found: Iterable[Found]) -> Mapping[str, tuple[Found, ...]]:
    grouped: defaultdict[str, list[Found]] = defaultdict(list)
    for each in found:
        grouped[each.rule_id].append(each)
    return {rule_id: tuple(each) for rule_id, each in grouped.items()}


def read(root: Path) -> Coverage:
    """Read the coverage of a tree of source."""
    found, led = citations.read(root), reach.read(root)
    at = {place: (place.file, place.line, place.rule_id) for place in found.places}
    places = (
        replace(place, way=led.ways.get(key, ()), is_printed=key in led.printed)
        for place, key in at.items()
    )
    return Coverage(
        _by_rule(places), _by_rule(proofs.read(root)), found.unreadable, led.unreached
    )


def coverage() -> Coverage:
    """The coverage of the code that is running, worked out once a version."""
    # Two threads that parse source at once can make CPython 3.11 fail.
    with _READING:
        return _of_this_code()


def coverage_if_known() -> Coverage | None:
    """The coverage, if somebody has worked it out already: nobody waits for it."""
    if _of_this_code.cache_info().currsize or kept.look(ROOT, KEPT) is not None:
        return coverage()
    return None


@cache
def _of_this_code() -> Coverage:
    return _from_plain(kept.keep(ROOT, KEPT, lambda: _as_plain(read(ROOT))))


def _as_plain(found: Coverage) -> dict[str, list[dict[str, Any]]]:
    return {
        "places": [asdict(each) for some in found.places.values() for each in some],
        "tests": [asdict(each) for some in found.tests.values() for each in some],
        "unreadable": [asdict(each) for each in found.unreadable],
        "unreached": [asdict(each) for each in found.unreached],
    }


def _from_plain(plain: Mapping[str, list[dict[str, Any]]]) -> Coverage:
    places = (
        Place(**{**each, "how": How(each["how"]), "way": tuple(each["way"])})
        for each in plain["places"]
    )
    return Coverage(
        _by_rule(places),
        _by_rule(Test(**each) for each in plain["tests"]),
        tuple(Unreadable(**each) for each in plain["unreadable"]),
        tuple(Unreached(**each) for each in plain["unreached"]),
    )


def documents() -> list[Rule]:
    """Every rule that a regulator's document gives."""
    return [rule for rule in rules().values() if rule.code != HOUSE]


def house() -> list[Rule]:
    """Every rule that the house gave itself."""
    return [rule for rule in rules().values() if rule.code == HOUSE]


def tally(of: Iterable[Rule], found: Coverage) -> Counter[State]:
    """How many of these rules are held in which way."""
    return Counter(found.state(rule.id) for rule in of)


def as_json(found: Coverage) -> dict[str, Any]:
    """The coverage in the form other programs read."""
    by_code = Counter(rule.code for rule in documents())
    return {
        "rules": len(documents()),
        "by_code": {source.code: by_code[source.code] for source in DOCUMENTS},
        **_summary(documents(), found),
        "house": {"rules": len(house()), **_summary(house(), found)},
    }


def _summary(of: list[Rule], found: Coverage) -> dict[str, Any]:
    held = tally(of, found)
    return {
        "enforced": held[State.ENFORCED],
        "documented": held[State.DOCUMENTED],
        "guidance": held[State.GUIDANCE],
        "written": found.in_state(of, State.WRITTEN),
        "missing": found.in_state(of, State.MISSING),
        "untested": [rule.id for rule in of if found.is_untested(rule.id)],
    }


Floor = Mapping[str, list[str]]
# What is written is asked by nobody yet: a page that reminds a person does more.
STRENGTH = (
    State.MISSING,
    State.WRITTEN,
    State.GUIDANCE,
    State.DOCUMENTED,
    State.ENFORCED,
)


def floor(path: Path = FLOOR) -> Floor:
    """The rules that must stay held, by the way they were held when written down."""
    kept: Floor = json.loads(path.read_text(encoding="utf-8"))
    return kept


def waiting(path: Path = WAITING) -> Floor:
    """The rules that are only written, by what each of them waits for."""
    return floor(path)


def still_waiting(kept: Floor, found: Coverage) -> Floor:
    """What is left of that list now that some of it is asked."""
    return {
        what: left
        for what, ids in kept.items()
        if (left := [each for each in ids if found.state(each) is State.WRITTEN])
    }


def lost(kept: Floor, found: Coverage) -> list[str]:
    """The rules that are held less well than they once were."""
    return [
        rule_id
        for state, ids in kept.items()
        for rule_id in ids
        if STRENGTH.index(found.state(rule_id)) < STRENGTH.index(State(state))
    ]


def reached(found: Coverage) -> Floor:
    """The floor that today's coverage has reached, in the order of the register."""
    everything = rules().values()
    held = (State.ENFORCED, State.DOCUMENTED, State.GUIDANCE, State.WRITTEN)
    return {state.value: found.in_state(everything, state) for state in held}
