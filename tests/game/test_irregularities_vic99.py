"""Irregularities at Caribbean Stud: before and after “Bet or Fold”."""

from dataclasses import replace

import pytest

from game.cautions import Fault
from game.fates import Fate
from game.hands import Category
from game.irregularities.carried import CARRYING, may_leave
from game.irregularities.facts import Stage
from game.irregularities.kinds import (
    BetFoundWrong,
    CannotBetEnough,
    CardsExposed,
    DeckFault,
    DeviceFault,
    DeviceTrouble,
    JackpotGameStartedByMistake,
    StrayHand,
    TalkAboutHands,
    WrongHandCount,
)
from game.irregularities.ruling import RoundFate, Ruling, in_force
from game.jackpots.caribbean import CaribbeanRound, pay_caribbean
from game.jackpots.payment import JackpotHand
from game.ranks import Party, Rank
from rulebook import Refused
from tests.game.rulings import facts, fates, hand, retracted, ruled, tells, warned_by

CARRIED, BACK, STANDS = Fate.CARRIED, Fate.RETURNED, Fate.STANDS


def reasons(refused: object) -> list[str]:
    return [cite.id for cite in refused.cites] if isinstance(refused, Refused) else []


def stud(*hands, **more):
    plain = tuple(hand(seat, ante=5, jackpot=1) for seat in (1, 2))
    return facts("VIC99", *(hands or plain), **more)


def after_call(*hands, **more):
    played = (
        hand(1, ante=5, jackpot=1, folded=True, decided=True),
        hand(2, ante=5, bet=10, jackpot=1, decided=True),
    )
    return stud(*(hands or played), called=True, stage=Stage.DECIDING, **more)


@pytest.mark.parametrize(
    ("found", "fate", "rule"),
    [
        (CardsExposed(1), RoundFate.PLAYS_ON, "VIC99-N25-14.1"),
        (CardsExposed(2), RoundFate.PLAYS_ON, "VIC99-N25-14.2"),
        (CardsExposed(3), RoundFate.MISDEAL, "VIC99-N25-14.2"),
        (CardsExposed(3, dealers_up_card=True), RoundFate.PLAYS_ON, "VIC99-N25-14.3"),
        (CardsExposed(4, dealers_up_card=True), RoundFate.MISDEAL, "VIC99-N25-14.2"),
        (CardsExposed(1, dealers_up_card=True), RoundFate.PLAYS_ON, "VIC99-N25-14.3"),
        (CardsExposed(5, by_dealer=False), RoundFate.PLAYS_ON, "VIC99-N25-14.1"),
    ],
)
def test_exposed_cards(found: CardsExposed, fate: RoundFate, rule: str) -> None:
    ruling = ruled(stud(), found)
    assert (ruling.round, ruling.cite.id) == (fate, rule)
    assert ruling.back() == (10 if fate is RoundFate.MISDEAL else 0)


@pytest.mark.rule("VIC99-N25-14.4")
@pytest.mark.parametrize("seat", [2, None])
def test_a_wrong_count_before_the_call_is_a_misdeal(seat: int | None) -> None:
    ruling = ruled(stud(), WrongHandCount(seat, 4))
    assert (ruling.cite.id, ruling.round) == ("VIC99-N25-14.4", RoundFate.MISDEAL)
    assert fates(ruling, 1) == {"ante": BACK, "jackpot": CARRIED}
    assert reasons(in_force(ruling, Rank.DEALER)) == ["VIC99-N25-14.4"]


@pytest.mark.parametrize(
    ("seat", "rule"), [(2, "VIC99-N25-14.5"), (None, "VIC99-N25-14.6")]
)
def test_after_the_call_the_cards_are_counted_and_the_pit_boss_told(
    seat: int | None, rule: str
) -> None:
    ruling = ruled(after_call(), WrongHandCount(seat, 6))
    assert (ruling.cite.id, ruling.back()) == (rule, 0)
    assert tells(ruling) == {Rank.SUPERVISOR, Party.PIT_BOSS}
    assert [(t.what, t.cite.id) for t in ruling.tasks] == [
        ("count all the cards", rule)
    ]


@pytest.mark.parametrize(
    ("seat", "count", "rule"),
    [
        (2, 53, "VIC99-N25-14.5.1"),
        (2, 51, "VIC99-N25-14.5.1"),
        (None, 51, "VIC99-N25-14.6.1"),
    ],
)
def test_a_wrong_deck_count_is_a_misdeal(
    seat: int | None, count: int, rule: str
) -> None:
    ruling = ruled(after_call(), WrongHandCount(seat, 6, deck_count=count))
    assert (ruling.cite.id, ruling.round) == (rule, RoundFate.MISDEAL)
    assert (ruling.back(), ruling.total(CARRIED)) == (20, 2)


@pytest.mark.rule("VIC99-N25-14.5.2")
def test_a_right_deck_count_voids_the_one_hand() -> None:
    round_ = after_call(hand(2, ante=5, bet=10), hand(4, ante=5, bet=10))
    ruling = ruled(round_, WrongHandCount(2, 6, deck_count=52))
    assert (ruling.cite.id, ruling.back(2), ruling.back(4)) == (
        "VIC99-N25-14.5.2",
        15,
        0,
    )
    assert ruling.may_retract == (4,)
    after = retracted(round_, ruling, [4])
    assert isinstance(after, Ruling)
    assert after.back() == 30


@pytest.mark.rule("VIC99-N25-14.6.2", "VIC99-N25-14.6.2.1", "VIC99-N25-14.6.2.2")
def test_a_dealer_without_a_hand_pays_every_ante() -> None:
    ruling = ruled(after_call(), WrongHandCount(None, 6, deck_count=52))
    assert ruling.cite.id == "VIC99-N25-14.6.2"
    assert {(e.seat, e.wager): (e.fate, e.won) for e in ruling.effects} == {
        (1, "ante"): (STANDS, 5),  # folded, and back to life
        (1, "jackpot"): (STANDS, 0),
        (2, "ante"): (STANDS, 5),
        (2, "bet"): (BACK, 0),
        (2, "jackpot"): (STANDS, 0),
    }
    jackpots = {e.cite.id for e in ruling.effects if e.wager == "jackpot"}
    assert jackpots == {"VIC99-N25-14.6.2.2"}
    flush = JackpotHand(1, 1_00, Category.FLUSH, folded=True)
    kept = CaribbeanRound(0, (flush,), folded_cards_kept=True)
    assert [p.cents for p in pay_caribbean(kept)] == [100_00]


@pytest.mark.rule("VIC99-N25-14.7")
def test_a_stray_hand_before_the_call_is_a_misdeal() -> None:
    ruling = ruled(stud(), StrayHand(5))
    assert (ruling.cite.id, ruling.round) == ("VIC99-N25-14.7", RoundFate.MISDEAL)


@pytest.mark.rule("VIC99-N25-14.8")
def test_a_stray_hand_after_the_call_is_burnt() -> None:
    round_ = after_call()
    ruling = ruled(round_, StrayHand(5))
    assert (ruling.cite.id, ruling.round) == ("VIC99-N25-14.8", RoundFate.PLAYS_ON)
    after = retracted(round_, ruling, [2])
    assert isinstance(after, Ruling)
    assert after.back(2) == 16
    assert after.back(1) == 0


@pytest.mark.rule("VIC99-N25-14.9")
@pytest.mark.parametrize(
    "found", [DeckFault(51), DeckFault(53), DeckFault(52, foreign=("Kh",))]
)
def test_a_deck_that_is_not_52_cards_voids_the_round(found: DeckFault) -> None:
    ruling = ruled(after_call(), found)
    assert (ruling.cite.id, ruling.back()) == ("VIC99-N25-14.9", 20)
    whole = ruled(after_call(), DeckFault(52))
    assert whole.cite.id == "HOUSE-RULING-1"  # nothing is wrong with the deck


@pytest.mark.rule("VIC99-N25-14.10")
def test_a_bet_that_is_not_twice_the_ante() -> None:
    round_ = after_call(hand(1, ante=5), hand(2, ante=5))
    first = ruled(round_, CannotBetEnough(1, 7))
    assert (first.back(1), first.back(2)) == (5, 0)
    assert [c.fault for c in first.cautions] == [Fault.SHORT_BET_IN_PLAY]
    again = ruled(replace(round_, cautions=warned_by(first)), CannotBetEnough(1, 7))
    assert again.total(Fate.COLLECTED) == 5


@pytest.mark.parametrize(
    ("bet", "back", "warns", "rule"),
    [
        (12, 2, False, "VIC99-N25-14.11.1"),
        (11, 1, False, "VIC99-N25-14.11.1"),
        (10, 0, False, "HOUSE-RULING-1"),  # exactly twice the ante is right
        (9, 0, True, "VIC99-N25-14.11.2"),
        (8, 0, True, "VIC99-N25-14.11.2"),
    ],
)
def test_a_wrong_bet_at_settlement(bet: int, back: int, warns: bool, rule: str) -> None:
    round_ = stud(hand(1, ante=5, bet=bet), called=True, stage=Stage.SETTLING)
    ruling = ruled(round_, BetFoundWrong(1, "bet", least=10, most=10))
    back_now = 0 if ruling.choices else ruling.back()
    assert (ruling.cite.id, back_now, bool(ruling.cautions)) == (rule, back, warns)
    if back:
        assert "too much goes back" in ruling.spoken  # how much, its effects say


@pytest.mark.rule("VIC99-N25-14.12.1")
def test_whoever_leaves_after_a_misdeal_has_an_error_notification() -> None:
    for nothing in ("", "  "):
        refused = may_leave(CARRYING["VIC99"], nothing)
        assert reasons(refused) == ["VIC99-N25-14.12.1"]
    assert may_leave(CARRYING["VIC99"], "E-114") is None


@pytest.mark.rule("VIC99-N25-14.12.3")
def test_a_wrong_button_leaves_everybody_marked_in() -> None:
    ruling = ruled(stud(), JackpotGameStartedByMistake())
    assert (ruling.cite.id, ruling.back()) == ("VIC99-N25-14.12.3", 0)
    assert ruling.jackpot_game
    assert ruling.jackpot_game.seats == (1, 2)


@pytest.mark.rule("VIC99-N25-14.13")
def test_a_shuffling_shoe_that_fails_means_a_reshuffle() -> None:
    ruling = ruled(stud(), DeviceFault(DeviceTrouble.JAM))
    assert (ruling.cite.id, ruling.back()) == ("VIC99-N25-14.13", 0)
    assert ruling.tasks[0].before_next_deal


@pytest.mark.rule("VIC99-N25-14.14")
@pytest.mark.parametrize(("count", "back"), [(51, 10), (52, 0), (53, 10), (None, 0)])
def test_hands_and_stub_are_counted(count: int | None, back: int) -> None:
    ruling = ruled(stud(), DeviceFault(DeviceTrouble.UNVERIFIED, count))
    assert (ruling.cite.id, ruling.back()) == ("VIC99-N25-14.14", back)


@pytest.mark.rule("HOUSE-RULING-1")
def test_what_the_notice_does_not_cover_is_for_a_supervisor() -> None:
    ruling = ruled(stud(), TalkAboutHands(1))
    assert ruling.cite.id == "HOUSE-RULING-1"
    assert ruling.choices[0].name == "void"
    assert in_force(ruling, Rank.DEALER)
