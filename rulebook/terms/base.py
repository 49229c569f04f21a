"""What every clause of the terms can do: print itself, say what it lacks, and guard."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from rulebook.cite import Cite
from rulebook.refusal import Refusal

SINCE, ASKS = "since", "asks"


def since(
    version: int,
    default: Any = None,
    *,
    factory: Callable[[], Any] | None = None,
    asks: str = "",
) -> Any:
    """A field or clause that came with a later shape of its terms.

    Terms kept before take its default; where there is none to take, the field is
    empty (None) and asks to be filled with this sentence on the checklist.
    """
    about = {SINCE: version, ASKS: asks}
    if factory is not None:
        return field(default_factory=factory, metadata=about)
    return field(default=default, metadata=about)


@dataclass(frozen=True, slots=True)
class Clause(ABC):
    """One item of the terms: typed values that print a sentence and drive the event."""

    cites: ClassVar[tuple[Cite, ...]] = ()  # the rule it answers to comes first
    title: ClassVar[str] = ""
    enforced: ClassVar[bool] = True
    binding: ClassVar[bool] = True  # a change has to be accepted again
    loose: ClassVar[frozenset[str]] = frozenset()  # fields whose change is only told
    unprinted: ClassVar[frozenset[str]] = frozenset()  # fields for the house alone

    @property
    def cite(self) -> Cite:
        """The rule the clause answers to."""
        return self.cites[0]

    def cites_in(self, terms: Any) -> tuple[Cite, ...]:
        """The rules it answers to in these terms, the one that asks for it first."""
        return self.cites

    @abstractmethod
    def text(self, terms: Any) -> str:
        """The clause as it is printed; what is not yet known shows as a blank."""

    def paragraphs(self, terms: Any) -> Iterator[tuple[str, str]]:
        """Title and text of each paragraph that the clause prints."""
        if text := self.text(terms):
            yield self.title, text

    def missing(self, terms: Any) -> Iterator[Refusal]:
        """What has not been entered yet; fields are named inside the clause."""
        yield from ()

    def refusals(self, terms: Any) -> Iterator[Refusal]:
        """What has been entered and cannot stand."""
        yield from ()

    def unfilled(self) -> Iterator[Refusal]:
        """What came with a later shape and has to be entered before publication."""
        for each in fields(self):
            if each.metadata.get(ASKS) and getattr(self, each.name) is None:
                yield self.gap(each.name, each.metadata[ASKS], "Enter it.")

    def gap(self, field: str, wrong: str, right: str = "") -> Refusal:
        """A reason under this clause's own rule."""
        return Refusal(self.cite, wrong, right, field)


@dataclass(frozen=True, slots=True)
class StatementClause(Clause):
    """A statement that all terms of its kind carry, whatever else they say."""

    binding: ClassVar[bool] = False

    stated: bool = True

    def missing(self, terms: Any) -> Iterator[Refusal]:
        """A statement left out is missing."""
        if not self.stated:
            yield self.gap(
                "stated",
                f"The statement “{self.title}” is left out.",
                "Terms of this kind always carry it.",
            )

    def text(self, terms: Any) -> str:
        """The statement, or nothing when it is left out."""
        return self.statement(terms) if self.stated else ""

    @abstractmethod
    def statement(self, terms: Any) -> str:
        """The statement in the house's words."""
