"""Conduct that only people can see to: which page reminds them of which rule."""

from dataclasses import dataclass

from rulebook.cite import Cite
from rulebook.register import Kind
from rulebook.sources import CROWN3, MASS, NSW3, STAR4, VIC99


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


# Setting a table up, and how people behave at it: the page of the table says so.
# What a dealer does hand by hand waits for a page of its own.
TABLE = "tables.show"
GUIDANCE = (
    Guidance(CROWN3.at("1.1:Automatic-Shuffling-Machine"), TABLE),
    Guidance(CROWN3.at("1.1:Continuous-Shuffling-Machine"), TABLE),
    Guidance(CROWN3.at("1.1:Dealing-Shoe"), TABLE),
    Guidance(CROWN3.at("2.2.1(a)"), TABLE),
    Guidance(CROWN3.at("2.2.1(b)"), TABLE),
    Guidance(CROWN3.at("2.2.1(c)"), TABLE),
    Guidance(CROWN3.at("2.2.2"), TABLE),
    Guidance(CROWN3.at("2.4"), TABLE),
    Guidance(CROWN3.at("4.1.2"), TABLE),
    Guidance(CROWN3.at("13.1"), TABLE),
    Guidance(CROWN3.at("13.6"), TABLE),
    Guidance(MASS.at("3(a)"), TABLE),
    Guidance(MASS.at("3(b)"), TABLE),
    Guidance(MASS.at("3(c)"), TABLE),
    Guidance(MASS.at("3(d)"), TABLE),
    Guidance(MASS.at("4(e)"), TABLE),
    Guidance(MASS.at("7(a)"), TABLE),
    Guidance(MASS.at("10(b)"), TABLE),
    Guidance(VIC99.at("N25-2.1"), TABLE),
    Guidance(VIC99.at("N25-2.2.1"), TABLE),
    Guidance(VIC99.at("N25-2.2.2"), TABLE),
    Guidance(VIC99.at("N25-2.2.3"), TABLE),
    Guidance(NSW3.at("1.1:Card Shoe"), TABLE),
    Guidance(NSW3.at("1.1:Float Tray"), TABLE),
    Guidance(NSW3.at("1.1:Shuffling Device"), TABLE),
    Guidance(NSW3.at("2.1"), TABLE),
    Guidance(NSW3.at("2.2"), TABLE),
    Guidance(NSW3.at("2.2.1"), TABLE),
    Guidance(NSW3.at("2.2.1.1"), TABLE),
    Guidance(NSW3.at("2.2.1.2"), TABLE),
    Guidance(NSW3.at("2.2.1.3"), TABLE),
    Guidance(NSW3.at("2.2.1.4"), TABLE),
    Guidance(NSW3.at("2.2.2"), TABLE),
    Guidance(NSW3.at("2.2.3"), TABLE),
    Guidance(NSW3.at("2.3.1"), TABLE),
    Guidance(NSW3.at("2.3.2"), TABLE),
    Guidance(NSW3.at("2.3.3"), TABLE),
    Guidance(NSW3.at("2.4"), TABLE),
    Guidance(NSW3.at("3.5"), TABLE),
    Guidance(NSW3.at("9.7"), TABLE),
    Guidance(NSW3.at("9.9"), TABLE),
    Guidance(NSW3.at("13.1"), TABLE),
    Guidance(NSW3.at("13.7"), TABLE),
    Guidance(NSW3.at("13.10"), TABLE),
    Guidance(STAR4.at("1.1:Card Shoe"), TABLE),
    Guidance(STAR4.at("1.1:Float Tray"), TABLE),
    Guidance(STAR4.at("1.1:Shuffling Device"), TABLE),
    Guidance(STAR4.at("2.1"), TABLE),
    Guidance(STAR4.at("2.2"), TABLE),
    Guidance(STAR4.at("2.2.1"), TABLE),
    Guidance(STAR4.at("2.2.1.1"), TABLE),
    Guidance(STAR4.at("2.2.1.2"), TABLE),
    Guidance(STAR4.at("2.2.1.3"), TABLE),
    Guidance(STAR4.at("2.2.1.4"), TABLE),
    Guidance(STAR4.at("2.2.2"), TABLE),
    Guidance(STAR4.at("2.2.3"), TABLE),
    Guidance(STAR4.at("2.4.1"), TABLE),
    Guidance(STAR4.at("2.4.2"), TABLE),
    Guidance(STAR4.at("2.4.4"), TABLE),
    Guidance(STAR4.at("2.5"), TABLE),
    Guidance(STAR4.at("2.5.1"), TABLE),
    Guidance(STAR4.at("3.5"), TABLE),
    Guidance(STAR4.at("9.7"), TABLE),
    Guidance(STAR4.at("9.9"), TABLE),
    Guidance(STAR4.at("13.6"), TABLE),
    Guidance(STAR4.at("13.12"), TABLE),
    Guidance(STAR4.at("13.15"), TABLE),
)


def shown_on(page: str, code: str) -> tuple[Guidance, ...]:
    """What a page reminds of where one document governs."""
    return tuple(g for g in GUIDANCE if g.page == page and g.cite.code == code)
