"""Rounds to rule on, with the few facts each test is about."""

from dataclasses import replace

from game.cautions import Cautions
from game.irregularities.facts import Hand, RoundFacts, Wager
from game.irregularities.remedies import unbalanced
from game.irregularities.rule_on import rule_on
from game.irregularities.ruling import Fate, Ruling


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


def ruled(round_: RoundFacts, found: object) -> Ruling:
    """The ruling, checked to account for every cent however it is decided."""
    ruling = rule_on(round_, found)
    for effects in (ruling.effects, *(c.effects for c in ruling.choices)):
        assert not list(unbalanced(round_, effects)), ruling
        assert all(e.amount >= 0 and e.won >= 0 for e in effects)
    assert ruling.read_aloud().endswith(f"[{ruling.cite}]")
    assert not ruling.spoken[0].islower()
    assert ruling.spoken.endswith(".")
    return ruling


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
