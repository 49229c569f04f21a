"""The things that go wrong, each with what must be known to rule on it."""

from dataclasses import dataclass
from enum import StrEnum

from game.cards import Card


class Irregularity:
    """Something that went wrong, with what must be known to rule on it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CardsExposed(Irregularity):
    """Cards shown that should not be: how many, and whose."""

    cards: int = 1
    community: bool = False
    dealers_up_card: bool = False  # one of them becomes the dealer's up card
    by_dealer: bool = True


@dataclass(frozen=True, slots=True)
class WrongHandCount(Irregularity):
    """A hand with no cards, too few or too many; no seat means the dealer's hand."""

    seat: int | None
    cards: int
    deck_count: int | None = None  # once all the cards have been counted


@dataclass(frozen=True, slots=True)
class WrongCommunityCount(Irregularity):
    """Too few or too many community cards."""

    cards: int
    order_known: bool
    community_first: bool = False


@dataclass(frozen=True, slots=True)
class StrayHand(Irregularity):
    """Cards dealt to a box without the wager they need."""

    box: int


@dataclass(frozen=True, slots=True)
class CardsSwept(Irregularity):
    """Cards a player had looked at, taken by the dealer by mistake."""

    seat: int
    named: tuple[Card, ...] = ()  # what the player says they were
    discards: tuple[Card, ...] = ()  # the rack, the top card first


@dataclass(frozen=True, slots=True)
class CommunityShownEarly(Irregularity):
    """A community card shown before everybody had decided."""

    street: int  # 3, 4 or 5

    @property
    def name(self) -> str:
        """The street as it is called at the table."""
        return "3rd street" if self.street == 3 else f"{self.street}th street"


@dataclass(frozen=True, slots=True)
class CommunitySpreadWrongly(Irregularity):
    """Community cards laid out in the wrong order."""


@dataclass(frozen=True, slots=True)
class DeckFault(Irregularity):
    """A deck that is not the 52 cards it should be."""

    count: int
    foreign: tuple[str, ...] = ()  # cards that belong to no deck, or twice to it
    misdealt: bool = False  # the wrong number lies in somebody's hand


class DeviceTrouble(StrEnum):
    """What a shuffling device does."""

    JAM = "it jams, stops or does not finish a cycle"
    UNUSABLE = "it can no longer work as intended"
    UNVERIFIED = "it does not confirm the number of cards"


@dataclass(frozen=True, slots=True)
class DeviceFault(Irregularity):
    """A shuffling device that fails, and the count where cards had to be counted."""

    trouble: DeviceTrouble = DeviceTrouble.JAM
    count: int | None = None
    deals_cards: bool = False  # it is the shoe the cards are dealt from


@dataclass(frozen=True, slots=True)
class CannotBetEnough(Irregularity):
    """A player who cannot place the bet that staying in needs."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class BetFoundWrong(Irregularity):
    """A bet found at settlement to be more or less than the ante allows."""

    seat: int
    wager: str
    least: int
    most: int
    lies: int | None = None  # there, if it is not what was keyed


@dataclass(frozen=True, slots=True)
class HandsViewed(Irregularity):
    """A player of several areas who looked at other hands than their own."""

    seated_at: int
    viewed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class JackpotGameStartedByMistake(Irregularity):
    """A jackpot game begun, or ended, by a wrong press of the button."""


@dataclass(frozen=True, slots=True)
class TalkAboutHands(Irregularity):
    """A player who told others about a hand while cards were still to come."""

    seat: int


@dataclass(frozen=True, slots=True)
class SuspectedCollusion(Irregularity):
    """Players suspected of looking at or collecting information on other hands."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AbsentPlayer(Irregularity):
    """A player who is not there when a decision is due."""

    seat: int


@dataclass(frozen=True, slots=True)
class BoxedCards(Irregularity):
    """Cards found face up in the shoe or deck while dealing."""

    cards: int


@dataclass(frozen=True, slots=True)
class CardDrawnInError(Irregularity):
    """A card drawn by mistake and not shown."""


@dataclass(frozen=True, slots=True)
class CardsDropped(Irregularity):
    """Cards dropped or mishandled, with the number found again."""

    recovered: int | None = None


@dataclass(frozen=True, slots=True)
class JackpotEquipmentFails(Irregularity):
    """The jackpot's recording or display equipment does not work."""

    table: str


class Ground(StrEnum):
    """Why the outcome of a game may be declared invalid."""

    COMMOTION = "civil commotion"
    FIRE = "fire"
    RIOT = "riot"
    BRAWL = "brawl"
    ROBBERY = "robbery"
    ACT_OF_GOD = "act of God"
    FRAUD = "fraud"


@dataclass(frozen=True, slots=True)
class OutcomeInvalid(Irregularity):
    """A game whose outcome is to be declared invalid."""

    ground: Ground
    fraudsters: tuple[int, ...] = ()  # seats
    others: str = ""  # by name, who committed it without a seat


@dataclass(frozen=True, slots=True)
class RuleBroken(Irregularity):
    """A player who broke the rules, such as the ban on devices."""

    seat: int
    with_device: bool = False
    winnings: int = 0


@dataclass(frozen=True, slots=True)
class NotCovered(Irregularity):
    """Something no rule of the document covers, in the words of whoever saw it."""

    what: str
