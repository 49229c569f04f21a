"""Defined words of a document: each links to its meaning in that very document."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from rulebook import NSW3, STAR4, Cite
from rulebook.register import Rule, rules

# Listed meanings govern the whole document, wherever one of its words stands.
GOVERN: Mapping[str, Cite] = {"NSW3": NSW3.at("1.1"), "STAR4": STAR4.at("1.1")}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a rule's words, and the rule that defines it, if one does."""

    text: str
    defined_by: str = ""


@cache
def meanings(code: str) -> Mapping[str, str]:
    """The defined words of a document, in small letters, and where each is defined."""
    if code not in GOVERN:
        return {}
    start = f"{GOVERN[code].id}:"
    found = (rule.id for rule in rules().values() if rule.id.startswith(start))
    return {_word(rule_id.removeprefix(start)): rule_id for rule_id in found}


def _word(term: str) -> str:
    return term.replace("(s)", "").replace("’", "'").strip().lower()


@cache
def _finder(code: str) -> re.Pattern[str] | None:
    """Whole words, the longest first, also where there are several of a thing."""
    words = sorted(meanings(code), key=len, reverse=True)
    if not words:
        return None
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})(?:s|es)?\b", re.I)


def linked(rule: Rule) -> tuple[Part, ...]:
    """A rule's words with every defined one leading to its meaning."""
    return tuple(_parts(rule))


def _parts(rule: Rule) -> Iterator[Part]:
    finder, text, at = _finder(rule.code), rule.duty, 0
    for found in finder.finditer(text.replace("’", "'")) if finder else ():
        defined = _defined(rule.code, found[0])
        if not defined or defined == rule.id:
            continue
        yield Part(text[at : found.start()])
        yield Part(text[found.start() : found.end()], defined)
        at = found.end()
    yield Part(text[at:])


def _defined(code: str, said: str) -> str:
    known, word = meanings(code), said.lower()
    for ending in ("", "s", "es"):
        if word.endswith(ending) and (one := word.removesuffix(ending)) in known:
            return known[one]
    return ""
