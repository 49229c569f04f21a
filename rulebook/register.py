"""The register: every numbered rule of the documents, in our own words."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType

REGISTER = Path(__file__).parent / "register"


class UnknownRule(LookupError):
    """Somebody cited a rule that is in no document."""

    def __init__(self, rule_id: str) -> None:
        super().__init__(f"There is no rule “{rule_id}” in the register.")
        self.rule_id = rule_id


class Kind(StrEnum):
    """What a rule asks of the house."""

    ENGINE = "engine"
    GATE = "gate"
    TERMS = "terms"
    ROLE = "role"
    RECORD = "record"
    DEADLINE = "deadline"
    PHYSICAL = "physical"

    @property
    def meaning(self) -> str:
        """The kind in half a sentence, for the page of a rule."""
        return _MEANINGS[self]


_MEANINGS = {
    Kind.ENGINE: "decides an outcome",
    Kind.GATE: "must hold before a step is taken",
    Kind.TERMS: "must be told to those who take part",
    Kind.ROLE: "says who may or must act",
    Kind.RECORD: "must be kept in writing",
    Kind.DEADLINE: "must happen by a time",
    Kind.PHYSICAL: "is done by hand; the right page reminds of it",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: its duty in our words and one concrete check of it."""

    id: str
    topic: str
    kind: Kind
    duty: str
    check: str

    @property
    def code(self) -> str:
        """The document the rule stands in, such as CROWN3."""
        return self.id.partition("-")[0]

    @property
    def clause(self) -> str:
        """The rule's number inside its document, such as 12.2.2(b)."""
        return self.id.partition("-")[2]


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule by its id, in the order of the documents and then of the house."""
    files = [*sorted(REGISTER.glob("*.csv")), *sorted(REGISTER.glob("house/*.csv"))]
    register: dict[str, Rule] = {}
    for path in files:
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                if row["id"] in register:
                    raise ValueError(f"{path.name} gives {row['id']} a second time.")
                register[row["id"]] = _rule(row)
    return MappingProxyType(register)


def _rule(row: Mapping[str, str]) -> Rule:
    return Rule(row["id"], row["topic"], Kind(row["kind"]), row["duty"], row["check"])


def rule(rule_id: str) -> Rule:
    """The rule with this id."""
    try:
        return rules()[rule_id]
    except KeyError:
        raise UnknownRule(rule_id) from None
