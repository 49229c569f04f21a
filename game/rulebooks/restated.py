"""The rules of one document, as another document has them under its own numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from types import FunctionType
from typing import Any, TypeVar

from rulebook import Cite, Source

T = TypeVar("T")


def restated(
    rules: T, by: Source, same: Iterable[Cite], moved: Mapping[str, Cite]
) -> T:
    """These rules with every citation turned into the other document's own.

    `same` are the clauses that kept their number, `moved` has the others by the number
    they had. A clause in neither is an error: nothing is cited that was not looked up.
    """
    clauses = {cite.clause: cite for cite in same} | dict(moved)
    return _turned(rules, by, clauses)  # type: ignore[no-any-return]


def _turned(value: Any, by: Source, clauses: Mapping[str, Cite]) -> Any:
    match value:
        case Cite():
            ours = value.code in {"HOUSE", by.code}
            turned: Any = value if ours else clauses[value.clause]
        case Source():
            turned = by
        case Mapping():
            turned = {key: _turned(item, by, clauses) for key, item in value.items()}
        case tuple():
            turned = tuple(_turned(item, by, clauses) for item in value)
        case FunctionType():  # what is worked out is restated when it is asked
            turned = lambda *given: _turned(value(*given), by, clauses)  # noqa: E731
        case _ if is_dataclass(value) and not isinstance(value, type):
            given = [each.name for each in fields(value) if each.init]
            kept = {name: getattr(value, name) for name in given}
            turned = replace(value, **_turned(kept, by, clauses))
        case _:
            turned = value
    return turned
