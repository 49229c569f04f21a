"""Who may decide what at a table, from the player up, as each document names them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from rulebook import CROWN3, HOUSE, NSW3, STAR4, VIC99, Cite, Cited, Refusal, refusing


class Rank(IntEnum):
    """The ranks of the floor, lowest first; a higher rank may do what a lower may."""

    PLAYER = 0
    DEALER = 1
    SUPERVISOR = 2  # TG Higher Duties Dealer, game or gaming supervisor
    AREA_MANAGER = 3
    ASSISTANT_CASINO_MANAGER = 4
    CASINO_MANAGER = 5

    @property
    def title(self) -> str:
        """The rank as it is spoken of."""
        return self.name.replace("_", " ").lower()


class Party(StrEnum):
    """Somebody who must be told, apart from the ranks of the floor."""

    SURVEILLANCE = "Surveillance"
    INSPECTOR = "an inspector"
    PIT_BOSS = "the Pit Boss"
    PLAYER = "the player"


@dataclass(frozen=True, slots=True)
class Ladder:
    """The titles of one document and the rank each of them has."""

    titles: Mapping[str, Cited[Rank]]
    deals_too: Cited[Rank]  # from here up everybody may do a Dealer's work

    def titles_of(self, rank: Rank) -> tuple[Cited[str], ...]:
        """Every title of this rank, or of the next one up that the document names."""
        known = (cited.value for cited in self.titles.values())
        step = min((each for each in known if each >= rank), default=None)
        return tuple(
            Cited(title, cited.cite)
            for title, cited in self.titles.items()
            if cited.value is step
        )

    def title(self, rank: Rank) -> str:
        """The title that takes in all others of this rank: the last one named."""
        titles = self.titles_of(rank)
        return titles[-1].value if titles else rank.title

    def reaches(self, rank: Rank, least: Rank) -> bool:
        """Whether this rank is the one asked for, or stands above it."""
        if least is Rank.DEALER and rank is not least:
            return rank >= self.deals_too.value
        return rank >= least


def _ladder(deals_too: Cite, *titles: tuple[str, Rank, Cite]) -> Ladder:
    """A ladder from its titles, lowest first."""
    known = {title: Cited(rank, cite) for title, rank, cite in titles}
    return Ladder(known, Cited(Rank.SUPERVISOR, deals_too))


LADDERS: Mapping[str, Ladder] = {
    "CROWN3": _ladder(
        CROWN3.at("1.2"),
        ("Dealer", Rank.DEALER, CROWN3.at("1.1:Dealer")),
        (
            "TG Higher Duties Dealer",
            Rank.SUPERVISOR,
            CROWN3.at("1.1:TG-Higher-Duties-Dealer"),
        ),
        ("TG Area Manager", Rank.AREA_MANAGER, CROWN3.at("1.1:TG-Area-Manager")),
        (
            "TG Assistant Casino Manager",
            Rank.ASSISTANT_CASINO_MANAGER,
            CROWN3.at("1.1:TG-Assistant-Casino-Manager"),
        ),
        ("Casino Manager", Rank.CASINO_MANAGER, HOUSE.at("RANKS-1")),
    ),
    "VIC99": _ladder(
        HOUSE.at("RANKS-1"),
        ("Dealer", Rank.DEALER, VIC99.at("N25-1.1.4")),
        ("Game Supervisor", Rank.SUPERVISOR, VIC99.at("N25-1.1.6")),
        ("Casino Supervisor", Rank.AREA_MANAGER, VIC99.at("N25-1.1.3")),
    ),
    "NSW3": _ladder(
        HOUSE.at("RANKS-1"),
        ("Dealer", Rank.DEALER, NSW3.at("1.1:Dealer")),
        ("Gaming Supervisor", Rank.SUPERVISOR, NSW3.at("1.1:Gaming Supervisor")),
        (
            "Assistant Gaming Manager",
            Rank.SUPERVISOR,
            NSW3.at("1.1:Assistant Gaming Manager"),
        ),
        # The document counts the other two among its casino supervisors.
        ("Casino Supervisor", Rank.SUPERVISOR, NSW3.at("1.1:Casino Supervisor")),
    ),
    "STAR4": _ladder(
        HOUSE.at("RANKS-1"),
        ("Dealer", Rank.DEALER, STAR4.at("1.1:Dealer")),
        ("Gaming Supervisor", Rank.SUPERVISOR, STAR4.at("1.1:Gaming Supervisor")),
        (
            "Assistant Gaming Manager",
            Rank.SUPERVISOR,
            STAR4.at("1.1:Assistant Gaming Manager"),
        ),
        ("Casino Supervisor", Rank.SUPERVISOR, STAR4.at("1.1:Casino Supervisor")),
    ),
    "MASS": _ladder(
        HOUSE.at("RANKS-1"),
        ("Dealer", Rank.DEALER, HOUSE.at("RANKS-2")),
        ("Casino Supervisor", Rank.SUPERVISOR, HOUSE.at("RANKS-2")),
    ),
}


def beyond(by: Rank, least: Rank, cite: Cite, act: str) -> Iterator[Refusal]:
    """Refuse what only a higher rank may do, whatever a document calls it."""
    if by < least:
        right = f"A {least.title} or above may."
        yield Refusal(cite, f"A {by.title} may not {act}.", right)


def outranked(code: str, rank: Rank, least: Rank, cite: Cite) -> Refusal | None:
    """Why this rank may not act where the rule asks for another, if it may not."""
    ladder = LADDERS[code]
    if ladder.reaches(rank, least):
        return None
    wrong = f"This is not for a {rank.title} to decide."
    return Refusal(cite, wrong, f"It takes a {ladder.title(least)} or above.")


@refusing
def may_act(code: str, rank: Rank, least: Rank, cite: Cite) -> Iterator[Refusal]:
    """Whether this rank may act where the rule asks for another."""
    if refusal := outranked(code, rank, least, cite):
        yield refusal
