"""How the house reads the documents where they are unclear, and where they differ."""

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulebook.register import rule, rules

FOLDER = Path(__file__).parent / "readings"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text leaves open and how the house takes it."""

    id: str
    rules: tuple[str, ...]
    problem: str
    reading: str
    setting: bool  # the house may decide otherwise


@dataclass(frozen=True, slots=True)
class Difference:
    """One matter as the two Sydney documents treat it, old and new."""

    id: str
    nsw3: tuple[str, ...]
    star4: tuple[str, ...]
    nsw3_says: str
    star4_says: str

    @property
    def is_renumbering(self) -> bool:
        """Whether only the numbers changed and the meaning did not."""
        return not self.nsw3_says

    def facing(self, rule_id: str) -> tuple[str, ...]:
        """The rules of the other document that stand opposite this one."""
        ours, others = self.nsw3, self.star4
        if rule_id in others:
            ours, others = others, ours
        if len(ours) == 1 or len(others) == 1:
            return others
        return others[(at := ours.index(rule_id)) : at + 1]


@dataclass(frozen=True, slots=True)
class Matter:
    """One question that several documents answer."""

    id: str
    matter: str
    rules: tuple[str, ...]


def _rows(name: str) -> Iterator[Mapping[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def _ids(text: str) -> tuple[str, ...]:
    """Rule ids joined by semicolons; one that is in no document is a mistake."""
    return tuple(rule(rule_id).id for rule_id in text.split(";") if rule_id)


@cache
def readings() -> tuple[Reading, ...]:
    """Every reading, document by document."""
    return tuple(
        Reading(
            row["id"],
            _ids(row["rules"]),
            row["problem"],
            row["reading"],
            row["setting"] == "true",
        )
        for name in ("crown3-vic99", "mass-nsw")
        for row in _rows(name)
    )


@cache
def differences() -> tuple[Difference, ...]:
    """Where the later Sydney document departs from the earlier one."""
    return tuple(
        Difference(
            row["id"],
            _ids(row["nsw3"]),
            _ids(row["star4"]),
            row["nsw3_says"],
            row["star4_says"],
        )
        for row in _rows("nsw3-star4")
    )


@cache
def matters() -> tuple[Matter, ...]:
    """The questions that several documents answer, each with the rules that do."""
    return tuple(
        Matter(row["id"], row["matter"], _ids(row["rules"])) for row in _rows("matters")
    )


@cache
def _readings_by_rule() -> Mapping[str, tuple[Reading, ...]]:
    grouped: defaultdict[str, list[Reading]] = defaultdict(list)
    for reading in readings():
        for rule_id in reading.rules:
            grouped[rule_id].append(reading)
    return {rule_id: tuple(found) for rule_id, found in grouped.items()}


def readings_of(rule_id: str) -> tuple[Reading, ...]:
    """How the house reads this rule, where its text leaves something open."""
    return _readings_by_rule().get(rule_id, ())


def differences_of(rule_id: str) -> tuple[Difference, ...]:
    """What changed between the two Sydney documents about this rule."""
    return tuple(d for d in differences() if rule_id in (*d.nsw3, *d.star4))


def matters_of(rule_id: str) -> tuple[Matter, ...]:
    """The questions this rule answers that other documents answer too."""
    return tuple(matter for matter in matters() if rule_id in matter.rules)


def counterparts(rule_id: str) -> tuple[str, ...]:
    """The rules of other documents about the same matter, in the register's order."""
    code = rule(rule_id).code
    found = {other for matter in matters_of(rule_id) for other in matter.rules}
    changes = differences_of(rule_id)
    for change in changes:
        found.update(change.facing(rule_id))
    if not changes and (twin := _twin(rule_id)):
        found.add(twin)
    return tuple(r.id for r in map(rule, sorted(found, key=_place)) if r.code != code)


OTHER_SYDNEY = {"NSW3": "STAR4", "STAR4": "NSW3"}


def _twin(rule_id: str) -> str | None:
    """The rule of the same number: Sydney kept what neither list mentions."""
    code, _, clause = rule_id.partition("-")
    return _by_number().get((OTHER_SYDNEY.get(code, ""), _plain(clause)))


def _plain(clause: str) -> str:
    return clause.casefold().replace("-", " ")


@cache
def _by_number() -> Mapping[tuple[str, str], str]:
    listed = {i for d in differences() for i in (*d.nsw3, *d.star4)}
    return {
        (each.code, _plain(each.clause)): each.id
        for each in rules().values()
        if each.code in OTHER_SYDNEY and each.id not in listed
    }


@cache
def _places() -> Mapping[str, int]:
    return {rule_id: at for at, rule_id in enumerate(rules())}


def _place(rule_id: str) -> int:
    return _places()[rule_id]
