"""The rules of one document, as another document has them under its own numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
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
    if isinstance(value, Cite):
        ours = value.id.startswith("HOUSE-")
        return value if ours else clauses[value.clause]
    if isinstance(value, Source):
        return by
    if isinstance(value, Mapping):
        return {key: _turned(item, by, clauses) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(_turned(item, by, clauses) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        names = (field.name for field in fields(value))
        return replace(
            value, **{n: _turned(getattr(value, n), by, clauses) for n in names}
        )
    return value
