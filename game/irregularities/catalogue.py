"""Every sort of irregularity in the order a dealer looks for it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.irregularities import asking, kinds
from game.irregularities.answers import ANSWERED, Given, Question
from game.irregularities.facts import ANTE, Stage
from game.irregularities.kinds import Irregularity
from game.irregularities.scene import Scene
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from rulebook import Refusal, Refused

DEAL, CARDS, WAGERS, CONDUCT = "The deal", "The cards", "The wagers", "Conduct"


BET_TIMES = 2  # of the ante, in Caribbean Stud


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort of irregularity as the table knows it."""

    name: str
    kind: type
    group: str
    label: str
    asked: str
    when: Callable[[Scene], bool] = lambda _: True
    sample: Callable[[Scene], Iterable[Irregularity]] | None = None
    checked: Callable[[Scene, Any], Irregularity | Refused] = lambda _, found: found
    sanction: bool = False
    uncovered: bool = False  # what no rule covers

    def questions(self, scene: Scene) -> Iterator[Question]:
        """What is asked about it at this table."""
        return asking.questions(self.kind, scene)

    def samples(self, scene: Scene) -> Iterable[Irregularity]:
        """Plain cases, to see whether the document answers this sort now."""
        return self.sample(scene) if self.sample else (self.kind(),)

    def made(
        self, scene: Scene, answers: Mapping[str, Given]
    ) -> Irregularity | Refused:
        """The irregularity from its answers, or how they contradict each other."""
        return self.checked(scene, asking.made(self.kind, answers))


def _bet_found(
    scene: Scene, found: kinds.BetFoundWrong
) -> kinds.BetFoundWrong | Refused:
    """A bet found wrong, with what the ante allows."""
    hand, wager = scene.facts.hand(found.seat), found.wager
    if not hand.amount(wager):
        wrong = f"Seat {hand.seat} has no {wager} bet."
        right = "Choose a bet that lies there."
        return Refused((Refusal(ANSWERED, wrong, right, "wager"),))
    least, most = BET_TIMES, BET_TIMES
    if scene.facts.code in MISSISSIPPI_STUD:
        streets = mississippi_rules(scene.facts.code).streets
        least, most = next(s.times.value for s in streets if s.name == wager)
    ante = hand.amount(ANTE)
    return replace(found, least=least * ante, most=most * ante)


def _invalid(
    scene: Scene, found: kinds.OutcomeInvalid
) -> kinds.OutcomeInvalid | Refused:
    """An outcome to be declared invalid; a fraud names whoever committed it."""
    if found.ground is not kinds.Ground.FRAUD:
        return kinds.OutcomeInvalid(found.ground)
    cite = kinds.FRAUD.get(scene.facts.code)
    if cite is not None and not (found.fraudsters or found.others):
        wrong, right = "Nobody is named for the fraud.", "Name whoever committed it."
        return Refused((Refusal(cite, wrong, right, "fraudsters"),))
    return found


def _dealing(scene: Scene) -> bool:
    return scene.dealt and scene.before_settling


def _deciding(scene: Scene) -> bool:
    return scene.facts.stage is Stage.DECIDING and bool(scene.facts.undecided)


CATALOGUE = (
    Sort(
        "cards-exposed",
        kinds.CardsExposed,
        DEAL,
        "Card shown in the deal",
        "A card was seen that should not have been.",
        _dealing,
        lambda _: (kinds.CardsExposed(), kinds.CardsExposed(community=True)),
    ),
    Sort(
        "wrong-hand-count",
        kinds.WrongHandCount,
        DEAL,
        "Wrong count at a box",
        "A hand has no cards, too few or too many.",
        lambda scene: scene.dealt,
        lambda scene: (kinds.WrongHandCount(scene.taken[0], 3),),
    ),
    Sort(
        "wrong-community-count",
        kinds.WrongCommunityCount,
        DEAL,
        "Wrong community cards",
        "There are too few or too many community cards.",
        _dealing,
        lambda _: (kinds.WrongCommunityCount(4, order_known=False),),
    ),
    Sort(
        "stray-hand",
        kinds.StrayHand,
        DEAL,
        "Cards without an ante",
        "A box got cards without the wager they need.",
        lambda scene: _dealing(scene) and bool(scene.free),
        lambda scene: (kinds.StrayHand(scene.free[0]),),
        lambda _, found: kinds.StrayHand(found.box),  # who has looked is a fact apart
    ),
    Sort(
        "boxed-cards",
        kinds.BoxedCards,
        DEAL,
        "Card face up in the deck",
        "Cards lay face up in the shoe or the deck.",
        lambda scene: bool(scene.taken) and scene.before_settling,
        lambda _: (kinds.BoxedCards(1),),
    ),
    Sort(
        "card-drawn",
        kinds.CardDrawnInError,
        DEAL,
        "Card drawn too many",
        "A card was drawn by mistake and nobody saw it.",
        _dealing,
    ),
    Sort(
        "community-shown-early",
        kinds.CommunityShownEarly,
        CARDS,
        "Community card early",
        "A community card was turned before everybody had decided.",
        lambda scene: _dealing(scene) and scene.shown < 3,
        lambda scene: (kinds.CommunityShownEarly(3 + scene.shown),),
    ),
    Sort(
        "community-spread-wrongly",
        kinds.CommunitySpreadWrongly,
        CARDS,
        "Community cards out of order",
        "The community cards were laid out in the wrong order.",
        _dealing,
    ),
    Sort(
        "cards-swept",
        kinds.CardsSwept,
        CARDS,
        "Cards taken by mistake",
        "A hand was swept up although it was still in play.",
        lambda scene: (
            scene.dealt
            and bool(scene.playing)
            and scene.facts.stage is not Stage.DEALING
        ),
        lambda scene: (kinds.CardsSwept(scene.playing[0]),),
    ),
    Sort(
        "deck-fault",
        kinds.DeckFault,
        CARDS,
        "The deck is not right",
        "The deck is not the 52 cards it should be.",
        sample=lambda _: (kinds.DeckFault(51),),
    ),
    Sort(
        "device-fault",
        kinds.DeviceFault,
        CARDS,
        "The shuffler fails",
        "The shuffling device jams or does not confirm its count.",
    ),
    Sort(
        "cards-dropped",
        kinds.CardsDropped,
        CARDS,
        "Cards dropped",
        "Cards fell or were mishandled.",
    ),
    Sort(
        "cannot-bet-enough",
        kinds.CannotBetEnough,
        WAGERS,
        "Bet cannot be met",
        "A player has not enough for the bet that staying in needs.",
        _deciding,
        lambda scene: (kinds.CannotBetEnough(scene.undecided[0], 0),),
    ),
    Sort(
        "bet-found-wrong",
        kinds.BetFoundWrong,
        WAGERS,
        "Bet found wrong",
        "A bet turns out to be more or less than the ante allows.",
        lambda scene: scene.facts.stage is Stage.SETTLING and bool(scene.later_bets),
        lambda scene: [kinds.BetFoundWrong(*bet) for bet in scene.later_bets],
        _bet_found,
    ),
    Sort(
        "jackpot-game",
        kinds.JackpotGameStartedByMistake,
        WAGERS,
        "Jackpot button pressed",
        "The jackpot game was begun or ended by a wrong press.",
        lambda scene: any(hand.amount("jackpot") for hand in scene.facts.hands),
    ),
    Sort(
        "jackpot-equipment",
        kinds.JackpotEquipmentFails,
        WAGERS,
        "Jackpot equipment fails",
        "The recorder or the display of the jackpot does not work.",
        lambda scene: scene.jackpot,
        sample=lambda scene: (kinds.JackpotEquipmentFails(scene.table),),
        checked=lambda scene, _: kinds.JackpotEquipmentFails(scene.table),
    ),
    Sort(
        "absent",
        kinds.AbsentPlayer,
        CONDUCT,
        "Player away",
        "A player is not there when a decision is due.",
        _deciding,
        lambda scene: (kinds.AbsentPlayer(scene.undecided[0]),),
    ),
    Sort(
        "hands-viewed",
        kinds.HandsViewed,
        CONDUCT,
        "Other hands looked at",
        "A player of several boxes looked at a hand they may not see.",
        lambda scene: _dealing(scene) and len(scene.several) > 1,
        lambda scene: (kinds.HandsViewed(scene.several[0], scene.several[1:2]),),
    ),
    Sort(
        "talk",
        kinds.TalkAboutHands,
        CONDUCT,
        "Talk about a hand",
        "A player told others about a hand while cards were to come.",
        lambda scene: _dealing(scene) and bool(scene.playing),
        lambda scene: (kinds.TalkAboutHands(scene.playing[0]),),
    ),
    Sort(
        "collusion",
        kinds.SuspectedCollusion,
        CONDUCT,
        "Suspected sharing",
        "Players are suspected of sharing what they know of hands.",
        lambda scene: bool(scene.taken),
        lambda scene: (kinds.SuspectedCollusion(scene.taken[:1]),),
    ),
    Sort(
        "rule-broken",
        kinds.RuleBroken,
        CONDUCT,
        "Rules broken by a player",
        "A player broke the rules, such as the ban on devices.",
        lambda scene: bool(scene.taken),
        sample=lambda _: (),
        sanction=True,
    ),
    Sort(
        "outcome-invalid",
        kinds.OutcomeInvalid,
        CONDUCT,
        "Outcome invalid",
        "Fire, a brawl, fraud or the like: the game has no outcome.",
        lambda scene: bool(scene.taken),
        lambda _: (kinds.OutcomeInvalid(kinds.Ground.FIRE),),
        _invalid,
    ),
    Sort(
        "not-covered",
        kinds.NotCovered,
        CONDUCT,
        "The rules do not settle it",
        "Something else went wrong that no rule covers.",
        sample=lambda _: (kinds.NotCovered(""),),
        uncovered=True,
    ),
)
