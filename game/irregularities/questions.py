"""What is asked about each sort of irregularity, and how the answers make it."""

from collections.abc import Iterable
from typing import Any

from game.irregularities import kinds
from game.irregularities.answers import ANSWERED, Answer, Question, seat_options
from game.irregularities.facts import ANTE
from game.irregularities.kinds import DeviceTrouble, Ground, Irregularity
from game.irregularities.scene import Scene
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from rulebook import NSW3, STAR4, Refusal, Refused

MOST = 1_000_000_000_000
DECK_MOST = 104
DEALER = ("dealer", "The Dealer")
LOOKED = "looked"
# Where a fraud that makes an outcome invalid has to name whoever committed it.
FRAUD = {"NSW3": NSW3.at("13.4.2"), "STAR4": STAR4.at("13.9.2")}
BET_TIMES = 2  # of the ante, in Caribbean Stud


def seat(asked: str, seats: Iterable[int], name: str = "seat") -> Question:
    """Which seat it is about."""
    return Question(name, asked, Answer.SEAT, seat_options(seats))


def number(name: str, asked: str, most: int, *, needed: bool = True) -> Question:
    """How many there are."""
    return Question(name, asked, Answer.NUMBER, most=most, needed=needed)


def _yes(name: str, asked: str) -> Question:
    return Question(name, asked, Answer.YES_OR_NO, needed=False)


def exposed(scene: Scene) -> Iterable[Question]:
    """Which cards were shown, and by whom."""
    yield Question("cards", "How many cards were shown", Answer.NUMBER, (), 1, 52)
    if scene.facts.code == "VIC99":
        asked = "One of them becomes the Dealer's up card"
        yield _yes("dealers_up_card", asked)
        yield Question(
            "by_dealer",
            "Who showed them",
            Answer.ONE_OF,
            (("yes", "The Dealer"), ("no", "A player")),
        )
    else:
        yield _yes("community", "A community card was among them")


def make_exposed(_: Scene, answers: dict[str, Any]) -> Irregularity:
    """Cards that were shown."""
    answers["by_dealer"] = answers.get("by_dealer", "yes") == "yes"
    return kinds.CardsExposed(**answers)


def exposed_samples(_: Scene) -> Iterable[Irregularity]:
    """A card of a hand, and one of the community."""
    return kinds.CardsExposed(), kinds.CardsExposed(community=True)


def wrong_hand(scene: Scene) -> Iterable[Question]:
    """Whose hand it is and how many cards it has."""
    options = seat_options(scene.taken)
    if scene.facts.code == "VIC99":
        options = (*options, DEALER)
    yield Question("seat", "Whose hand is it", Answer.SEAT, options)
    yield number("cards", "How many cards does it have", 52)
    if scene.facts.code in {"CROWN3", "VIC99"}:
        asked = "How many cards are there in all, once counted"
        yield number("deck_count", asked, DECK_MOST, needed=False)


def wrong_community(scene: Scene) -> Iterable[Question]:
    """How many community cards there are."""
    yield number("cards", "How many community cards are there", 52)
    if scene.facts.code == "CROWN3":
        yield _yes("order_known", "The order they were dealt in is known")
        yield _yes("community_first", "They were dealt before the players' cards")


def make_community(_: Scene, answers: dict[str, Any]) -> Irregularity:
    """A wrong number of community cards."""
    return kinds.WrongCommunityCount(**{"order_known": False, **answers})


def stray(scene: Scene) -> Iterable[Question]:
    """Which box got cards, and who has looked at theirs."""
    yield seat("Which box", scene.free, "box")
    if scene.facts.code in {"CROWN3", "NSW3", "STAR4"}:
        asked, seats = "Who has looked at their cards", seat_options(scene.taken)
        yield Question(LOOKED, asked, Answer.SEATS, seats, needed=False)


def streets(scene: Scene) -> Iterable[Question]:
    """Which of the community cards still face down was shown."""
    left = range(3 + scene.shown, 6)
    names = {3: "3rd street", 4: "4th street", 5: "5th street"}
    options = tuple((str(street), names[street]) for street in left)
    yield Question("street", "Which card was shown", Answer.ONE_OF, options)


def make_street(_: Scene, answers: dict[str, Any]) -> Irregularity:
    """A community card shown early."""
    return kinds.CommunityShownEarly(int(answers["street"]))


def swept(scene: Scene) -> Iterable[Question]:
    """Whose cards were taken, and what lies in the rack."""
    yield seat("Whose cards were taken", scene.playing)
    asked = "Which two cards does the player name"
    yield Question("named", asked, Answer.CARDS, (), 2, 2, needed=False)
    asked = "Which cards lie on top of the discard rack, the top one first"
    yield Question("discards", asked, Answer.CARDS, (), 1, 52)


def deck(scene: Scene) -> Iterable[Question]:
    """What is wrong with the deck."""
    yield number("count", "How many cards are in the deck", DECK_MOST)
    asked = "Which cards do not belong, if any"
    yield Question("foreign", asked, Answer.WORDS, needed=False)
    if scene.facts.code == "MASS":
        yield _yes("misdealt", "The wrong number lies in somebody's hand")


def make_deck(_: Scene, answers: dict[str, Any]) -> Irregularity:
    """A deck that is not right."""
    words = str(answers.pop("foreign", ""))
    foreign = tuple(word.strip() for word in words.split(",") if word.strip())
    return kinds.DeckFault(**answers, foreign=foreign)


def device(scene: Scene) -> Iterable[Question]:
    """What the shuffling device does."""
    options = [
        (trouble.name.lower(), trouble.value[:1].upper() + trouble.value[1:])
        for trouble in DeviceTrouble
    ]
    yield Question("trouble", "What does it do", Answer.ONE_OF, tuple(options))
    if scene.facts.code in {"CROWN3", "VIC99"}:
        asked = "How many cards were counted by hand"
        yield number("count", asked, DECK_MOST, needed=False)
    if scene.facts.code == "MASS":
        asked = "How many cards does the shuffler count"
        yield number("count", asked, DECK_MOST, needed=False)
        yield _yes("deals_cards", "It is the shoe the cards are dealt from")


def make_device(_: Scene, answers: dict[str, Any]) -> Irregularity:
    """A shuffling device that fails."""
    trouble = DeviceTrouble[str(answers.pop("trouble")).upper()]
    return kinds.DeviceFault(trouble, **answers)


def dropped(_: Scene) -> Iterable[Question]:
    """Whether all cards are there again."""
    asked = "How many cards are there now, once counted"
    yield number("recovered", asked, DECK_MOST, needed=False)


def short(scene: Scene) -> Iterable[Question]:
    """Who cannot bet enough."""
    yield seat("Who cannot bet enough", undecided(scene))
    asked = "How much can the player put down"
    yield Question("amount", asked, Answer.AMOUNT, most=MOST)


def undecided(scene: Scene) -> tuple[int, ...]:
    """The seats that still owe a decision."""
    return tuple(hand.seat for hand in scene.facts.undecided)


def later_bets(scene: Scene) -> dict[str, set[int]]:
    """The bets placed after the ante, each with its seats."""
    found: dict[str, set[int]] = {}
    for hand, wager in scene.facts.stakes():
        if wager.name in scene.streets and not hand.folded:
            found.setdefault(wager.name, set()).add(hand.seat)
    return found


def found_wrong(scene: Scene) -> Iterable[Question]:
    """Which bet is wrong."""
    bets = later_bets(scene)
    yield seat("Whose bet is wrong", sorted(set().union(*bets.values())))
    options = tuple((name, f"The {name} bet") for name in bets)
    yield Question("wager", "Which bet", Answer.ONE_OF, options)
    if scene.facts.code in {"CROWN3", "VIC99"}:
        asked = "How much lies there, if not what was keyed"
        yield Question("lies", asked, Answer.AMOUNT, (), 1, MOST, needed=False)


def make_found(scene: Scene, answers: dict[str, Any]) -> Irregularity | Refused:
    """A bet found wrong, with what the ante allows."""
    hand = scene.facts.hand(answers["seat"])
    ante, wager = hand.amount(ANTE), str(answers["wager"])
    if not hand.amount(wager):
        wrong = f"Seat {hand.seat} has no {wager} bet."
        right = "Choose a bet that lies there."
        return Refused((Refusal(ANSWERED, wrong, right, "wager"),))
    least, most = ante * BET_TIMES, ante * BET_TIMES
    if scene.facts.code in MISSISSIPPI_STUD:
        for street in mississippi_rules(scene.facts.code).streets:
            if street.name == wager:
                least, most = (times * ante for times in street.times.value)
    lies = answers.get("lies")
    return kinds.BetFoundWrong(hand.seat, wager, least, most, lies)


def found_samples(scene: Scene) -> Iterable[Irregularity]:
    """Each bet there is, as if it were too large."""
    for name, seats in later_bets(scene).items():
        for seat in sorted(seats):
            yield kinds.BetFoundWrong(seat, name, least=0, most=0)


def several(scene: Scene) -> tuple[int, ...]:
    """The seats of players who play several boxes."""
    players = [hand.player for hand in scene.facts.hands if hand.player]
    return tuple(h.seat for h in scene.facts.hands if players.count(h.player) > 1)


def viewed(scene: Scene) -> Iterable[Question]:
    """Which hands a player of several looked at."""
    seats = several(scene)
    yield seat("Where does the player sit", seats, "seated_at")
    asked = "Which hands did they look at"
    yield Question("viewed", asked, Answer.SEATS, seat_options(seats))


def viewed_sample(scene: Scene) -> Iterable[Irregularity]:
    """One hand looked at in place of their own."""
    first, other = several(scene)[:2]
    return (kinds.HandsViewed(first, (other,)),)


def invalid(scene: Scene) -> Iterable[Question]:
    """Why the outcome is invalid, and who is to blame for a fraud."""
    options = tuple((g.name.lower(), g.value.capitalize()) for g in Ground)
    yield Question("ground", "Why is the outcome invalid", Answer.ONE_OF, options)
    if scene.facts.code in FRAUD:
        asked = "Who committed the fraud, if it was one"
        seats = seat_options(scene.taken)
        yield Question("fraudsters", asked, Answer.SEATS, seats, needed=False)
        asked = "Who else committed it, by name"
        yield Question("others", asked, Answer.WORDS, needed=False)


def make_invalid(scene: Scene, answers: dict[str, Any]) -> Irregularity | Refused:
    """An outcome to be declared invalid; a fraud names whoever committed it."""
    ground = Ground[str(answers["ground"]).upper()]
    if ground is not Ground.FRAUD:
        return kinds.OutcomeInvalid(ground)
    seats, others = answers.get("fraudsters", ()), str(answers.get("others", ""))
    cite = FRAUD.get(scene.facts.code)
    if cite is not None and not (seats or others):
        wrong, right = "Nobody is named for the fraud.", "Name whoever committed it."
        return Refused((Refusal(cite, wrong, right, "fraudsters"),))
    return kinds.OutcomeInvalid(ground, seats, others)


def broken(scene: Scene) -> Iterable[Question]:
    """Who broke the rules."""
    yield seat("Who broke the rules", scene.taken)
    yield _yes("with_device", "A device was used")
    asked = "How much has the player won"
    yield Question("winnings", asked, Answer.AMOUNT, most=MOST, needed=False)


def make_broken(_: Scene, answers: dict[str, Any]) -> Irregularity:
    """A player who broke the rules."""
    answers["winnings"] = answers.get("winnings") or 0
    return kinds.RuleBroken(**answers)
