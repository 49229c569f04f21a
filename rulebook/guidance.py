"""Conduct that only people can see to: which page reminds them of which rule."""

from dataclasses import dataclass
from enum import StrEnum

from rulebook.cite import Cite
from rulebook.register import Kind
from rulebook.sources import CROWN3, MASS, NSW3, STAR4, VIC99


class Moment(StrEnum):
    """When at a table something is done by hand."""

    ALWAYS = "always"
    OPENING = "when the table opens"
    WAITING = "while nobody sits at the open table"
    CARDS_READY = "before the deal"
    DEALING = "at the deal"
    DECIDING = "while players decide"
    SETTLING = "at the settlement"


@dataclass(frozen=True, slots=True)
class Guidance:
    """A rule done by hand and the page that reminds whoever has to do it."""

    cite: Cite
    page: str  # the page's endpoint, such as “tables.show”
    moment: Moment = Moment.ALWAYS
    answers: tuple[str, ...] = ()  # what may be confirmed, on the record
    per_deck: Cite | None = None  # the rule by which each deck is confirmed apart
    only_with: str = ""  # a wager that must lie on the table

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
TABLE = "tables.show"
# What a dealer does hand by hand: the console says so at that moment of the round.
CONSOLE = "console.show"
GUIDANCE = (
    Guidance(
        MASS.at("3(a)"),
        CONSOLE,
        Moment.OPENING,
        answers=("Received, spread and mixed", "Pre-shuffled"),
        per_deck=MASS.at("3(d)"),
    ),
    Guidance(MASS.at("4(e)"), CONSOLE, Moment.WAITING),
    Guidance(MASS.at("4(c)(1)"), CONSOLE, Moment.CARDS_READY),
    Guidance(MASS.at("4(c)(1)(i)"), CONSOLE, Moment.CARDS_READY),
    Guidance(MASS.at("4(c)(1)(iv)"), CONSOLE, Moment.CARDS_READY),
    Guidance(MASS.at("9(b)(1)"), CONSOLE, Moment.CARDS_READY),
    Guidance(NSW3.at("4.4.2"), CONSOLE, Moment.CARDS_READY),
    Guidance(NSW3.at("6.5.1.3"), CONSOLE, Moment.CARDS_READY),
    Guidance(STAR4.at("4.4.2"), CONSOLE, Moment.CARDS_READY),
    Guidance(VIC99.at("N25-5.5"), CONSOLE, Moment.CARDS_READY),
    Guidance(MASS.at("7(c)"), CONSOLE, Moment.DEALING),
    Guidance(MASS.at("8(b)(2)"), CONSOLE, Moment.DEALING),
    Guidance(MASS.at("8(b)(2)(i)"), CONSOLE, Moment.DEALING),
    Guidance(MASS.at("8(b)(2)(ii)"), CONSOLE, Moment.DEALING),
    Guidance(CROWN3.at("7.4.2"), CONSOLE, Moment.DECIDING),
    Guidance(CROWN3.at("7.4.2(c)"), CONSOLE, Moment.DECIDING),
    Guidance(
        MASS.at("7(e)"),
        CONSOLE,
        Moment.DECIDING,
        answers=("Stub in the discard rack", "Stub kept for the count"),
    ),
    Guidance(MASS.at("8(d)"), CONSOLE, Moment.DECIDING),
    Guidance(NSW3.at("9.4"), CONSOLE, Moment.DECIDING),
    Guidance(STAR4.at("9.4"), CONSOLE, Moment.DECIDING),
    Guidance(VIC99.at("N25-8.2"), CONSOLE, Moment.DECIDING),
    Guidance(CROWN3.at("7.4.2(a)"), CONSOLE, Moment.SETTLING),
    Guidance(CROWN3.at("8.1.1(d)"), CONSOLE, Moment.SETTLING),
    Guidance(MASS.at("12(h)"), CONSOLE, Moment.SETTLING, only_with="cover_all"),
    Guidance(VIC99.at("N25-9.3.2.1"), CONSOLE, Moment.SETTLING),
    Guidance(VIC99.at("N25-9.4.2"), CONSOLE, Moment.SETTLING),
    Guidance(VIC99.at("N25-9.6"), CONSOLE, Moment.SETTLING),
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
    Guidance(MASS.at("3(b)"), TABLE),
    Guidance(MASS.at("3(c)"), TABLE),
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


def shown_on(
    page: str, code: str, moment: Moment = Moment.ALWAYS
) -> tuple[Guidance, ...]:
    """What a page reminds of at a moment, where one document governs."""
    return tuple(
        guidance
        for guidance in GUIDANCE
        if (guidance.page, guidance.moment) == (page, moment)
        and guidance.cite.code == code
    )
