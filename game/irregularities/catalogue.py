"""Every sort of irregularity in the order a dealer looks for it."""

from game.irregularities import kinds
from game.irregularities import questions as ask
from game.irregularities.answers import Answer, Question, seat_options
from game.irregularities.facts import Stage
from game.irregularities.scene import Scene, Sort

DEAL, CARDS, WAGERS, CONDUCT = "The deal", "The cards", "The wagers", "Conduct"


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
        ask.exposed,
        ask.exposed_samples,
        ask.make_exposed,
    ),
    Sort(
        "wrong-hand-count",
        kinds.WrongHandCount,
        DEAL,
        "Wrong count at a box",
        "A hand has no cards, too few or too many.",
        lambda scene: scene.dealt,
        ask.wrong_hand,
        lambda scene: (kinds.WrongHandCount(scene.taken[0], 3),),
    ),
    Sort(
        "wrong-community-count",
        kinds.WrongCommunityCount,
        DEAL,
        "Wrong community cards",
        "There are too few or too many community cards.",
        _dealing,
        ask.wrong_community,
        lambda _: (kinds.WrongCommunityCount(4, order_known=False),),
        ask.make_community,
    ),
    Sort(
        "stray-hand",
        kinds.StrayHand,
        DEAL,
        "Cards without an ante",
        "A box got cards without the wager they need.",
        lambda scene: _dealing(scene) and bool(scene.free),
        ask.stray,
        lambda scene: (kinds.StrayHand(scene.free[0]),),
        lambda _, answers: kinds.StrayHand(answers["box"]),
    ),
    Sort(
        "boxed-cards",
        kinds.BoxedCards,
        DEAL,
        "Card face up in the deck",
        "Cards lay face up in the shoe or the deck.",
        lambda scene: bool(scene.taken) and scene.before_settling,
        lambda _: (Question("cards", "How many", Answer.NUMBER, (), 1, 52),),
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
        ask.streets,
        lambda scene: (kinds.CommunityShownEarly(3 + scene.shown),),
        ask.make_street,
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
        ask.swept,
        lambda scene: (kinds.CardsSwept(scene.playing[0]),),
    ),
    Sort(
        "deck-fault",
        kinds.DeckFault,
        CARDS,
        "The deck is not right",
        "The deck is not the 52 cards it should be.",
        questions=ask.deck,
        sample=lambda _: (kinds.DeckFault(51),),
        make=ask.make_deck,
    ),
    Sort(
        "device-fault",
        kinds.DeviceFault,
        CARDS,
        "The shuffler fails",
        "The shuffling device jams or does not confirm its count.",
        questions=ask.device,
        make=ask.make_device,
    ),
    Sort(
        "cards-dropped",
        kinds.CardsDropped,
        CARDS,
        "Cards dropped",
        "Cards fell or were mishandled.",
        questions=ask.dropped,
    ),
    Sort(
        "cannot-bet-enough",
        kinds.CannotBetEnough,
        WAGERS,
        "Bet cannot be met",
        "A player has not enough for the bet that staying in needs.",
        _deciding,
        ask.short,
        lambda scene: (kinds.CannotBetEnough(ask.undecided(scene)[0], 0),),
    ),
    Sort(
        "bet-found-wrong",
        kinds.BetFoundWrong,
        WAGERS,
        "Bet found wrong",
        "A bet turns out to be more or less than the ante allows.",
        lambda scene: (
            scene.facts.stage is Stage.SETTLING and bool(ask.later_bets(scene))
        ),
        ask.found_wrong,
        ask.found_samples,
        ask.make_found,
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
        make=lambda scene, _: kinds.JackpotEquipmentFails(scene.table),
    ),
    Sort(
        "absent",
        kinds.AbsentPlayer,
        CONDUCT,
        "Player away",
        "A player is not there when a decision is due.",
        _deciding,
        lambda scene: (ask.seat("Who is away", ask.undecided(scene)),),
        lambda scene: (kinds.AbsentPlayer(ask.undecided(scene)[0]),),
    ),
    Sort(
        "hands-viewed",
        kinds.HandsViewed,
        CONDUCT,
        "Other hands looked at",
        "A player of several boxes looked at a hand they may not see.",
        lambda scene: _dealing(scene) and len(ask.several(scene)) > 1,
        ask.viewed,
        ask.viewed_sample,
    ),
    Sort(
        "talk",
        kinds.TalkAboutHands,
        CONDUCT,
        "Talk about a hand",
        "A player told others about a hand while cards were to come.",
        lambda scene: _dealing(scene) and bool(scene.playing),
        lambda scene: (ask.seat("Who talked", scene.playing),),
        lambda scene: (kinds.TalkAboutHands(scene.playing[0]),),
    ),
    Sort(
        "collusion",
        kinds.SuspectedCollusion,
        CONDUCT,
        "Suspected sharing",
        "Players are suspected of sharing what they know of hands.",
        lambda scene: bool(scene.taken),
        lambda scene: (
            Question(
                "seats", "Who is suspected", Answer.SEATS, seat_options(scene.taken)
            ),
        ),
        lambda scene: (kinds.SuspectedCollusion(scene.taken[:1]),),
    ),
    Sort(
        "rule-broken",
        kinds.RuleBroken,
        CONDUCT,
        "Rules broken by a player",
        "A player broke the rules, such as the ban on devices.",
        lambda scene: bool(scene.taken),
        ask.broken,
        make=ask.make_broken,
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
        ask.invalid,
        lambda _: (kinds.OutcomeInvalid(kinds.Ground.FIRE),),
        ask.make_invalid,
    ),
    Sort(
        "not-covered",
        kinds.NotCovered,
        CONDUCT,
        "The rules do not settle it",
        "Something else went wrong that no rule covers.",
        questions=lambda _: (Question("what", "What happened", Answer.WORDS),),
        sample=lambda _: (kinds.NotCovered(""),),
        uncovered=True,
    ),
)
