"""The things that go wrong, each with what must be known to rule on it.

What is asked at a table stands beside each field: see `asking`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from game.cards import Card
from game.irregularities import asking as ask
from game.irregularities.answers import Answer, seat_options
from game.irregularities.scene import Scene
from game.rulebooks import MISSISSIPPI_STUD
from rulebook import NSW3, STAR4

VICTORIA = ("CROWN3", "VIC99")
# Where a fraud that makes an outcome invalid has to name whoever committed it.
FRAUD = {"NSW3": NSW3.at("13.4.2"), "STAR4": STAR4.at("13.9.2")}


class Irregularity:
    """Something that went wrong, with what must be known to rule on it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CardsExposed(Irregularity):
    """Cards shown that should not be: how many, and whose."""

    cards: int = ask.number(
        "How many cards were shown", 52, least=1, needed=True, default=1
    )
    community: bool = ask.yes("A community card was among them", *MISSISSIPPI_STUD)
    dealers_up_card: bool = ask.yes("One of them becomes the Dealer's up card", "VIC99")
    by_dealer: bool = ask.asked(
        "Who showed them",
        Answer.ONE_OF,
        {"VIC99"},
        options=lambda _: (("yes", "The Dealer"), ("no", "A player")),
        read=lambda answer: answer == "yes",
        needed=True,
        default=True,
    )


def _hands(scene: Scene) -> Iterable[tuple[str, str]]:
    dealer = [("dealer", "The Dealer")] if scene.facts.code == "VIC99" else []
    return [*seat_options(scene.taken), *dealer]


@dataclass(frozen=True, slots=True)
class WrongHandCount(Irregularity):
    """A hand with no cards, too few or too many; no seat means the dealer's hand."""

    seat: int | None = ask.asked("Whose hand is it", Answer.SEAT, options=_hands)
    cards: int = ask.number("How many cards does it have", 52)
    deck_count: int | None = ask.number(
        "How many cards are there in all, once counted", by=VICTORIA, default=None
    )


@dataclass(frozen=True, slots=True)
class WrongCommunityCount(Irregularity):
    """Too few or too many community cards."""

    cards: int = ask.number("How many community cards are there", 52)
    order_known: bool = ask.yes("The order they were dealt in is known", "CROWN3")
    community_first: bool = ask.yes(
        "They were dealt before the players' cards", "CROWN3"
    )


@dataclass(frozen=True, slots=True)
class StrayHand(Irregularity):
    """Cards dealt to a box without the wager they need."""

    box: int = ask.seat("Which box", lambda at: at.free)
    looked: tuple[int, ...] = ask.seats(
        "Who has looked at their cards",
        lambda at: at.taken,
        *("CROWN3", "NSW3", "STAR4"),
        default=(),
    )


@dataclass(frozen=True, slots=True)
class CardsSwept(Irregularity):
    """Cards a player had looked at, taken by the dealer by mistake."""

    seat: int = ask.seat("Whose cards were taken", lambda at: at.playing)
    named: tuple[Card, ...] = ask.cards("Which two cards does the player name", 2, 2)
    discards: tuple[Card, ...] = ask.cards(
        "Which cards lie on top of the discard rack, the top one first",
        *(1, 52),
        needed=True,
    )


_STREETS = {3: "3rd street", 4: "4th street", 5: "5th street"}


def _face_down(scene: Scene) -> Iterable[tuple[str, str]]:
    return [(str(street), _STREETS[street]) for street in range(3 + scene.shown, 6)]


@dataclass(frozen=True, slots=True)
class CommunityShownEarly(Irregularity):
    """A community card shown before everybody had decided."""

    street: int = ask.asked(
        "Which card was shown", Answer.ONE_OF, options=_face_down, read=int
    )

    @property
    def name(self) -> str:
        """The street as it is called at the table."""
        return _STREETS[self.street]


@dataclass(frozen=True, slots=True)
class CommunitySpreadWrongly(Irregularity):
    """Community cards laid out in the wrong order."""


@dataclass(frozen=True, slots=True)
class DeckFault(Irregularity):
    """A deck that is not the 52 cards it should be."""

    count: int = ask.number("How many cards are in the deck")
    foreign: tuple[str, ...] = ask.asked(
        "Which cards do not belong, if any",
        Answer.WORDS,
        read=lambda words: tuple(filter(None, map(str.strip, words.split(",")))),
        default=(),
    )
    misdealt: bool = ask.yes("The wrong number lies in somebody's hand", "MASS")


class DeviceTrouble(StrEnum):
    """What a shuffling device does."""

    JAM = "it jams, stops or does not finish a cycle"
    UNUSABLE = "it can no longer work as intended"
    UNVERIFIED = "it does not confirm the number of cards"


@dataclass(frozen=True, slots=True)
class DeviceFault(Irregularity):
    """A shuffling device that fails, and the count where cards had to be counted."""

    trouble: DeviceTrouble = ask.one_of(
        "What does it do", DeviceTrouble, needed=True, default=DeviceTrouble.JAM
    )
    count: int | None = ask.number(
        dict.fromkeys(VICTORIA, "How many cards were counted by hand")
        | {"MASS": "How many cards does the shuffler count"},
        default=None,
    )
    deals_cards: bool = ask.yes("It is the shoe the cards are dealt from", "MASS")


@dataclass(frozen=True, slots=True)
class CannotBetEnough(Irregularity):
    """A player who cannot place the bet that staying in needs."""

    seat: int = ask.seat("Who cannot bet enough", lambda at: at.undecided)
    amount: int = ask.amount("How much can the player put down")


def _bets(scene: Scene) -> Iterable[tuple[str, str]]:
    names = dict.fromkeys(name for _, name in scene.later_bets)
    return [(name, f"The {name} bet") for name in names]


@dataclass(frozen=True, slots=True)
class BetFoundWrong(Irregularity):
    """A bet found at settlement to be more or less than the ante allows."""

    seat: int = ask.seat(
        "Whose bet is wrong", lambda at: sorted({s for s, _ in at.later_bets})
    )
    wager: str = ask.asked("Which bet", Answer.ONE_OF, options=_bets)
    least: int = 0
    most: int = 0
    lies: int | None = ask.amount(
        "How much lies there, if not what was keyed", by=VICTORIA, least=1, default=None
    )


@dataclass(frozen=True, slots=True)
class HandsViewed(Irregularity):
    """A player of several areas who looked at other hands than their own."""

    seated_at: int = ask.seat("Where does the player sit", lambda at: at.several)
    viewed: tuple[int, ...] = ask.seats(
        "Which hands did they look at", lambda at: at.several
    )


@dataclass(frozen=True, slots=True)
class JackpotGameStartedByMistake(Irregularity):
    """A jackpot game begun, or ended, by a wrong press of the button."""


@dataclass(frozen=True, slots=True)
class TalkAboutHands(Irregularity):
    """A player who told others about a hand while cards were still to come."""

    seat: int = ask.seat("Who talked", lambda at: at.playing)


@dataclass(frozen=True, slots=True)
class SuspectedCollusion(Irregularity):
    """Players suspected of looking at or collecting information on other hands."""

    seats: tuple[int, ...] = ask.seats("Who is suspected", lambda at: at.taken)


@dataclass(frozen=True, slots=True)
class AbsentPlayer(Irregularity):
    """A player who is not there when a decision is due."""

    seat: int = ask.seat("Who is away", lambda at: at.undecided)


@dataclass(frozen=True, slots=True)
class BoxedCards(Irregularity):
    """Cards found face up in the shoe or deck while dealing."""

    cards: int = ask.number("How many", 52, least=1)


@dataclass(frozen=True, slots=True)
class CardDrawnInError(Irregularity):
    """A card drawn by mistake and not shown."""


@dataclass(frozen=True, slots=True)
class CardsDropped(Irregularity):
    """Cards dropped or mishandled, with the number found again."""

    recovered: int | None = ask.number(
        "How many cards are there now, once counted", default=None
    )


@dataclass(frozen=True, slots=True)
class JackpotEquipmentFails(Irregularity):
    """The jackpot's recording or display equipment does not work."""

    table: str = ""


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

    ground: Ground = ask.one_of("Why is the outcome invalid", Ground)
    fraudsters: tuple[int, ...] = ask.seats(
        "Who committed the fraud, if it was one",
        lambda at: at.taken,
        *FRAUD,
        default=(),
    )
    others: str = ask.asked(
        "Who else committed it, by name", Answer.WORDS, FRAUD, default=""
    )


@dataclass(frozen=True, slots=True)
class RuleBroken(Irregularity):
    """A player who broke the rules, such as the ban on devices."""

    seat: int = ask.seat("Who broke the rules", lambda at: at.taken)
    with_device: bool = ask.yes("A device was used")
    winnings: int = ask.amount(
        "How much has the player won", read=lambda won: won or 0, default=0
    )


@dataclass(frozen=True, slots=True)
class NotCovered(Irregularity):
    """Something no rule of the document covers, in the words of whoever saw it."""

    what: str = ask.asked("What happened", Answer.WORDS)
