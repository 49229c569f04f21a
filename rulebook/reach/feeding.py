"""What every field and every parameter is given, as far as the walk has come."""

import ast
from collections.abc import Iterable

from rulebook.reach.scope import Scope
from rulebook.reach.values import Key, Values, given, literal

MANY = 8


class Feeding:
    """The values seen for each field and parameter; None for any value at all."""

    def __init__(self) -> None:
        self.fed: dict[Key, Values] = {}
        self._flows: list[tuple[Key, Scope, ast.expr]] = []

    def give(self, key: Key, node: ast.expr | None, scope: Scope) -> None:
        """Something is given; what it hands on may still grow."""
        if key in self.fed and self.fed[key] is None:
            return
        known = literal(node)
        if known is None and node is not None:
            self._flows.append((key, scope, node))
            known = given(scope, node, self.fed)
        self._add(key, known)

    def open(self, keys: Iterable[Key]) -> None:
        """These may be given anything."""
        self.fed |= dict.fromkeys(keys)

    def open_unknown(self, keys: Iterable[Key]) -> bool:
        """What nobody is seen to give may hold anything; whether that is new."""
        found = [key for key in keys if key not in self.fed]
        self.open(found)
        return bool(found)

    def flow(self) -> bool:
        """Hand on what has grown since; whether anything did."""
        grown = False
        for key, scope, node in self._flows:
            before = self.fed.get(key)
            if before is not None:
                self._add(key, given(scope, node, self.fed))
                grown = grown or self.fed[key] != before
        return grown

    def _add(self, key: Key, values: Values) -> None:
        known = self.fed.get(key, frozenset())
        if known is None or values is None or len(known | values) > MANY:
            self.fed[key] = None
        else:
            self.fed[key] = known | values
