"""The rules themselves: every numbered rule, who says so, and how code cites it."""

from rulebook.cite import Cite, Cited
from rulebook.refusal import Refusal, Refused, refusing
from rulebook.register import Kind, Rule, UnknownRule, rule, rules
from rulebook.sources import (
    CROWN3,
    DOCUMENTS,
    HOUSE,
    MASS,
    NSW3,
    SOURCES,
    STAR4,
    VIC99,
    Edition,
    Source,
)

__all__ = [
    "CROWN3",
    "DOCUMENTS",
    "HOUSE",
    "MASS",
    "NSW3",
    "SOURCES",
    "STAR4",
    "VIC99",
    "Cite",
    "Cited",
    "Edition",
    "Kind",
    "Refusal",
    "Refused",
    "Rule",
    "Source",
    "UnknownRule",
    "refusing",
    "rule",
    "rules",
]
