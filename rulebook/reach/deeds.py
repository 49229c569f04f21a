"""What code does once it runs, and what must hold before it does it."""

import ast
from dataclasses import dataclass

from rulebook.reach.classes import Class
from rulebook.reach.symbols import Symbol
from rulebook.reach.values import Key, Question


@dataclass(frozen=True, slots=True)
class IsRead:
    """Something reads this field of this class."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A question of the code can come out this way."""

    question: Question
    way: bool
    decides: bool = False  # what stands under it is there because of the question


@dataclass(frozen=True, slots=True)
class GoesEitherWay:
    """A question of the code can come out both ways, so that it is one."""

    question: Question


@dataclass(frozen=True, slots=True)
class Speaks:
    """A guard can refuse something."""

    guard: Symbol


Need = IsRead | Answer | GoesEitherWay | Speaks


@dataclass(frozen=True, slots=True)
class Names:
    """A symbol is used; as a value, it may be called with anything."""

    symbol: Symbol
    as_value: bool = False


@dataclass(frozen=True, slots=True)
class Reads:
    """An attribute is read of values of this class (of any class, without one)."""

    owner: Class | None
    name: str
    outside: str = ""  # the class from outside the product, where that is known
    is_called: bool = False  # and what it is given is known


@dataclass(frozen=True, slots=True)
class ReadsAll:
    """Every field of a class is gone through."""

    owner: Class


@dataclass(frozen=True, slots=True)
class Gives:
    """A field or a parameter gets the value of an expression (any, without one)."""

    key: Key
    node: ast.expr | None


@dataclass(frozen=True, slots=True)
class Says:
    """A string that may name a module or a template, or how their names begin."""

    text: str
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Cites:
    """A rule is cited on this line."""

    line: int
    rule_id: str


Deed = Names | Reads | ReadsAll | Gives | Says | Cites


@dataclass(frozen=True, slots=True)
class Effect:
    """Something the code does, and what it needs before it does it."""

    does: Deed
    needs: tuple[Need, ...] = ()


Step = tuple[Symbol, Effect]
