"""Who may decide what at a table, from the player up, as each document names them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from rulebook import CROWN3, HOUSE, NSW3, STAR4, VIC99, Cite, Cited, Refusal, Refused


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


LADDERS: Mapping[str, Ladder] = {
    "CROWN3": Ladder(
        {
            "Dealer": Cited(Rank.DEALER, CROWN3.at("1.1:Dealer")),
            "TG Higher Duties Dealer": Cited(
                Rank.SUPERVISOR, CROWN3.at("1.1:TG-Higher-Duties-Dealer")
            ),
            "TG Area Manager": Cited(
                Rank.AREA_MANAGER, CROWN3.at("1.1:TG-Area-Manager")
            ),
            "TG Assistant Casino Manager": Cited(
                Rank.ASSISTANT_CASINO_MANAGER,
                CROWN3.at("1.1:TG-Assistant-Casino-Manager"),
            ),
            "Casino Manager": Cited(Rank.CASINO_MANAGER, HOUSE.at("RANKS-1")),
        },
        deals_too=Cited(Rank.SUPERVISOR, CROWN3.at("1.2")),
    ),
    "VIC99": Ladder(
        {
            "Dealer": Cited(Rank.DEALER, VIC99.at("N25-1.1.4")),
            "Game Supervisor": Cited(Rank.SUPERVISOR, VIC99.at("N25-1.1.6")),
            "Casino Supervisor": Cited(Rank.AREA_MANAGER, VIC99.at("N25-1.1.3")),
        },
        deals_too=Cited(Rank.SUPERVISOR, HOUSE.at("RANKS-1")),
    ),
    "NSW3": Ladder(
        {
            "Dealer": Cited(Rank.DEALER, NSW3.at("1.1:Dealer")),
            "Gaming Supervisor": Cited(
                Rank.SUPERVISOR, NSW3.at("1.1:Gaming Supervisor")
            ),
            "Assistant Gaming Manager": Cited(
                Rank.SUPERVISOR, NSW3.at("1.1:Assistant Gaming Manager")
            ),
            # The document counts the other two among its casino supervisors.
            "Casino Supervisor": Cited(
                Rank.SUPERVISOR, NSW3.at("1.1:Casino Supervisor")
            ),
        },
        deals_too=Cited(Rank.SUPERVISOR, HOUSE.at("RANKS-1")),
    ),
    "STAR4": Ladder(
        {
            "Dealer": Cited(Rank.DEALER, STAR4.at("1.1:Dealer")),
            "Gaming Supervisor": Cited(
                Rank.SUPERVISOR, STAR4.at("1.1:Gaming Supervisor")
            ),
            "Assistant Gaming Manager": Cited(
                Rank.SUPERVISOR, STAR4.at("1.1:Assistant Gaming Manager")
            ),
            "Casino Supervisor": Cited(
                Rank.SUPERVISOR, STAR4.at("1.1:Casino Supervisor")
            ),
        },
        deals_too=Cited(Rank.SUPERVISOR, HOUSE.at("RANKS-1")),
    ),
    "MASS": Ladder(
        {
            "Dealer": Cited(Rank.DEALER, HOUSE.at("RANKS-2")),
            "Casino Supervisor": Cited(Rank.SUPERVISOR, HOUSE.at("RANKS-2")),
        },
        deals_too=Cited(Rank.SUPERVISOR, HOUSE.at("RANKS-1")),
    ),
}


def outranked(code: str, rank: Rank, least: Rank, cite: Cite) -> Refusal | None:
    """Why this rank may not act where the rule asks for another, if it may not."""
    ladder = LADDERS[code]
    if ladder.reaches(rank, least):
        return None
    wrong = f"This is not for a {rank.title} to decide."
    return Refusal(cite, wrong, f"It takes a {ladder.title(least)} or above.")


def may_act(code: str, rank: Rank, least: Rank, cite: Cite) -> Refused | None:
    """Whether this rank may act where the rule asks for another."""
    refusal = outranked(code, rank, least, cite)
    return Refused((refusal,)) if refusal else None
