"""Find a rule by what it says, or by an id that is almost right."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from rulebook.coverage import Coverage, State
from rulebook.register import Kind, Rule, rules

DOCUMENTS = "documents"  # every document, without what the house gave itself


@dataclass(frozen=True, slots=True)
class RuleFilter:
    """What somebody looks for; whatever is left empty does not matter."""

    words: str = ""
    code: str = ""
    kind: Kind | None = None
    topic: str = ""
    state: State | None = None

    @property
    def is_everything(self) -> bool:
        """Whether nothing was asked for."""
        return self == RuleFilter()


@cache
def _texts() -> Mapping[str, str]:
    """What is searched of each rule: its id, duty, topic, kind and check."""
    return {
        rule.id: plain(
            " ".join((rule.id, rule.duty, rule.topic, rule.kind.value, rule.check))
        )
        for rule in rules().values()
    }


def plain(text: str) -> str:
    """Text as people type it: no capitals, one kind of apostrophe."""
    return text.casefold().replace("’", "'")


def find(wanted: RuleFilter, found: Coverage) -> list[Rule]:
    """The rules that hold every word asked for and match every filter."""
    words = plain(wanted.words).split()
    return [
        rule
        for rule in rules().values()
        if wanted.code in ("", rule.code, DOCUMENTS if rule.code != "HOUSE" else None)
        and wanted.kind in (None, rule.kind)
        and wanted.topic in ("", rule.topic)
        and all(word in _texts()[rule.id] for word in words)
        and wanted.state in (None, found.state(rule.id))
    ]


def near(rule_id: str, limit: int = 6) -> tuple[str, ...]:
    """The ids most like one that does not exist."""
    asked = _letters(rule_id)
    by_letters = _by_letters()
    exact = [by_letters[asked]] if asked in by_letters else []
    begin = [i for key, i in by_letters.items() if asked and key.startswith(asked)]
    alike = get_close_matches(asked, by_letters, n=limit, cutoff=0.6)
    ids = dict.fromkeys([*exact, *begin[:limit], *(by_letters[key] for key in alike)])
    return tuple(ids)[:limit]


def _letters(rule_id: str) -> str:
    return re.sub(r"[\s’']", "", rule_id.casefold())


@cache
def _by_letters() -> Mapping[str, str]:
    return {_letters(rule_id): rule_id for rule_id in rules()}


def topics(of: Iterable[Rule]) -> list[str]:
    """The topics these rules are about, by name."""
    return sorted({rule.topic for rule in of})
