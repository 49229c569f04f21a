"""A citation: the one rule a value, a guard, a clause or a settled line rests on."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from rulebook.register import Rule, UnknownRule, rule, rules

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, order=True)
class Cite:
    """The id of a rule that is in the register; any other id cannot be cited."""

    id: str

    def __post_init__(self) -> None:
        if self.id not in rules():
            raise UnknownRule(self.id)

    @classmethod
    def kept(cls, rule_id: str) -> "Cite | None":
        """The citation a row was written under, while its rule is in the register.

        Code that holds a rule names it in a literal; this is for reading back.
        """
        return cls(rule_id) if rule_id in rules() else None

    def __str__(self) -> str:
        return self.id

    @property
    def code(self) -> str:
        """The document cited."""
        return self.id.partition("-")[0]

    @property
    def clause(self) -> str:
        """The number of the rule inside its document."""
        return self.id.partition("-")[2]

    @property
    def rule(self) -> Rule:
        """The rule cited, with its duty in our words."""
        return rule(self.id)


@dataclass(frozen=True, slots=True)
class Cited(Generic[T_co]):
    """A value that a rule gives, with that rule."""

    value: T_co
    cite: Cite
