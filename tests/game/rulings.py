"""Rounds to rule on, with the few facts each test is about."""

from dataclasses import replace

from game.caribbean import round as caribbean
from game.cautions import Cautions
from game.fates import Fate
from game.games import GAMES
from game.irregularities.effects import applied, read_off
from game.irregularities.facts import Hand, RoundFacts, Stage, Wager
from game.irregularities.recorded import caribbean_stud, mississippi
from game.irregularities.rule_on import rule_on
from game.irregularities.ruling import Ruling, retract
from game.irregularities.scene import Scene
from game.mississippi.round import Box, Status
from game.play.phases import Phase
from game.play.state import State
from rulebook import Refused
from tests.game.play_rounds import a_setup

STREETS = ("3rd", "4th", "5th")
SIDES = ("three_card_bonus", "cover_all")


def hand(seat: int, ante: int = 10, jackpot: int = 0, **facts: object) -> Hand:
    """A hand with an ante, a jackpot wager if any, and street bets by name."""
    streets = {
        name: facts.pop(key)
        for name, key in (
            ("3rd", "third"),
            ("4th", "fourth"),
            ("5th", "fifth"),
            ("bet", "bet"),
        )
        if key in facts
    }
    wagers = [Wager("ante", ante)]
    wagers += [Wager("jackpot", jackpot)] if jackpot else []
    wagers += [Wager(name, amount) for name, amount in streets.items()]
    return Hand(seat, tuple(wagers), f"P{seat}", **facts)


def facts(code: str, *hands: Hand, **more: object) -> RoundFacts:
    """A round of one document; three plain hands unless told."""
    plain = tuple(hand(seat, jackpot=1) for seat in (1, 2, 3))
    return replace(RoundFacts(code, hands or plain, session="t7"), **more)


def state_of(round_: RoundFacts) -> State:
    """A round in play with just these stakes."""
    settling = round_.stage is Stage.SETTLING
    phase = Phase.SETTLING if settling else Phase.DECIDING
    if round_.code == "VIC99":
        setup = a_setup("VIC99", "caribbean_stud")
        boxes = [_caribbean_box(each) for each in round_.hands]
        return caribbean_stud.unfinished(setup, boxes, phase)
    waiting = [len(_box(each).streets) for each in round_.undecided]
    shown = (0, 4, 8) if settling else (0, 4, 8)[: min([*waiting, 2])]
    boxes = [_box(each) for each in round_.hands]
    setup = a_setup(round_.code)
    return mississippi.unfinished(setup, boxes, phase, shown, called=round_.called)


def _box(each: Hand) -> Box:
    streets = [each.amount(name) for name in STREETS]
    while streets and not streets[-1]:
        streets.pop()
    status = Status.FOLDED if each.folded else Status.PLAYING
    stakes = (each.amount("ante"), each.player, each.amount("jackpot"))
    sides = tuple((name, each.amount(name)) for name in SIDES if each.amount(name))
    return Box(each.seat, *stakes, streets=tuple(streets), status=status, sides=sides)


def _caribbean_box(each: Hand) -> caribbean.Box:
    status = caribbean.Status
    bet = each.amount("bet")
    fate = status.FOLDED if each.folded else status.IN if bet else status.UNDECIDED
    stakes = (each.amount("ante"), each.player, each.amount("jackpot"))
    cards = tuple(range(each.seat * 5, each.seat * 5 + 5))
    box = caribbean.Box(each.seat, *stakes, registered=True, cards=cards)
    return box._replace(bet=bet, status=fate)


def scene(round_: RoundFacts) -> Scene:
    """The round as its document sees it, and as its game does."""
    state = state_of(round_)
    return Scene(round_, 6, game=GAMES[state.setup.game], state=state)


def ruled(round_: RoundFacts, found: object) -> Ruling:
    """The ruling, checked to account for every cent however it is decided."""
    return checked(round_, read_off(scene(round_), rule_on(round_, found)))


def ruled_round(state: State, found: object, seen: object = None) -> Ruling:
    """The ruling on a round in play, with what its moves do to it."""
    game = GAMES[state.setup.game]
    at = Scene(game.facts(state, seen), state.setup.seats, game=game, state=state)
    ruling = read_off(at, rule_on(at.facts, found))
    assert isinstance(ruling, Ruling), str(ruling)
    return ruling


def retracted(round_: RoundFacts, ruling: Ruling, seats: list[int]) -> Ruling | Refused:
    """The ruling after these seats took their wagers back."""
    after = retract(round_, ruling, seats)
    if isinstance(after, Refused):
        return after
    return checked(round_, read_off(scene(round_), after))


def checked(round_: RoundFacts, ruling: Ruling | Refused) -> Ruling:
    """A sound ruling: every cent is accounted for, and it can be carried out."""
    assert isinstance(ruling, Ruling), str(ruling)
    state = state_of(round_)
    game = GAMES[state.setup.game]
    for part in (ruling, *ruling.choices):
        assert not list(unbalanced(round_, part.effects)), ruling
        assert all(e.amount >= 0 and e.won >= 0 for e in part.effects)
        assert not isinstance(applied(game, state, part.moves), Refused)
    assert ruling.read_aloud().endswith(f"[{ruling.cite}]")
    assert not ruling.spoken[0].islower()
    assert ruling.spoken.endswith(".")
    return ruling


def unbalanced(round_: RoundFacts, effects: tuple) -> list[str]:
    """Every stake a ruling forgets or counts twice; a sound ruling has none."""
    left = {(each.seat, w.name): w.amount for each, w in round_.stakes()}
    for effect in effects:
        key = (effect.seat, effect.wager)
        left[key] = left.get(key, 0) - effect.amount
    return [f"{seat} {wager}: {rest}" for (seat, wager), rest in left.items() if rest]


def warned_by(ruling: Ruling) -> Cautions:
    """The memory a ruling leaves behind."""
    memory = Cautions()
    for caution in ruling.cautions:
        memory = memory.add(caution)
    return memory


def fates(ruling: Ruling, seat: int) -> dict[str, Fate]:
    """What becomes of each wager of a seat."""
    return {e.wager: e.fate for e in ruling.effects if e.seat == seat}


def tells(ruling: Ruling) -> set[object]:
    """Everybody who must be told."""
    return {notice.who for notice in ruling.tell}
