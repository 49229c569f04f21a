"""Conduct that only people can see to: which page reminds them of which rule."""

from dataclasses import dataclass

from rulebook.cite import Cite
from rulebook.register import Kind


@dataclass(frozen=True, slots=True)
class Guidance:
    """A rule done by hand and the page that reminds whoever has to do it."""

    cite: Cite
    page: str  # the page's endpoint, such as “tables.show”

    def __post_init__(self) -> None:
        if self.cite.rule.kind is not Kind.PHYSICAL:
            raise ValueError(
                f"{self.cite} {self.cite.rule.kind.meaning}: code has to hold it."
            )

    @property
    def sentence(self) -> str:
        """What the page says."""
        return self.cite.rule.duty


GUIDANCE: tuple[Guidance, ...] = ()


def shown_on(page: str) -> tuple[Guidance, ...]:
    """What a page reminds of."""
    return tuple(guidance for guidance in GUIDANCE if guidance.page == page)
