"""Irregularities in Massachusetts."""

import pytest

from game.fates import Fate
from game.irregularities.facts import Hand, Wager
from game.irregularities.kinds import (
    AbsentPlayer,
    BoxedCards,
    CardDrawnInError,
    CardsExposed,
    CommunityShownEarly,
    DeckFault,
    DeviceFault,
    RuleBroken,
    TalkAboutHands,
    WrongHandCount,
)
from game.irregularities.ruling import RoundFate, in_force
from game.ranks import Rank
from tests.game.rulings import facts, hand, ruled


def mass(*hands, **more):
    return facts("MASS", *hands, **more)


@pytest.mark.rule("MASS-14(a)")
def test_a_community_card_before_its_call_voids_all_hands() -> None:
    for found in (CommunityShownEarly(3), CardsExposed(1, community=True)):
        ruling = ruled(mass(), found)
        assert (ruling.cite.id, ruling.back()) == ("MASS-14(a)", 33)
        assert ruling.round is RoundFate.VOID


@pytest.mark.rule("HOUSE-RULING-1", "HOUSE-RANKS-2")
def test_a_community_card_out_of_turn_after_the_call_is_ruled_on() -> None:
    ruling = ruled(mass(called=True), CommunityShownEarly(4))
    assert [choice.name for choice in ruling.choices] == ["void", "play on"]
    assert ruling.back() == 33  # void unless somebody says otherwise
    assert in_force(ruling, Rank.DEALER)
    assert in_force(ruling, Rank.SUPERVISOR) is None


@pytest.mark.rule("MASS-14(b)")
@pytest.mark.parametrize(("cards", "back"), [(1, 0), (2, 33)])
def test_cards_found_face_up(cards: int, back: int) -> None:
    ruling = ruled(mass(), BoxedCards(cards))
    assert (ruling.cite.id, ruling.back()) == ("MASS-14(b)", back)
    assert ruling.tasks[0].before_next_deal


@pytest.mark.rule("MASS-14(c)")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    ruling = ruled(mass(), CardDrawnInError())
    assert (ruling.cite.id, ruling.back()) == ("MASS-14(c)", 0)
    assert "next card dealt" in ruling.spoken


@pytest.mark.rule("MASS-14(d)", "HOUSE-RULING-2")
def test_a_wrong_count_voids_only_that_hand() -> None:
    staked = (Wager("ante", 10), Wager("three_card_bonus", 5), Wager("jackpot", 1))
    ruling = ruled(mass(hand(1), Hand(3, staked)), WrongHandCount(3, 3))
    assert (ruling.cite.id, ruling.back(3), ruling.back(1)) == ("MASS-14(d)", 16, 0)
    assert ruling.round is RoundFate.PLAYS_ON
    none = ruled(mass(), WrongHandCount(None, 3))
    assert none.cite.id == "HOUSE-RULING-1"


@pytest.mark.rule("MASS-14(e)")
def test_a_shuffler_that_fails_means_a_reshuffle() -> None:
    ruling = ruled(mass(), DeviceFault())
    assert (ruling.cite.id, ruling.back()) == ("MASS-14(e)", 0)
    assert ruling.tasks[0].before_next_deal


@pytest.mark.rule("MASS-14(f)")
def test_a_dealing_shoe_that_fails_voids_the_round() -> None:
    ruling = ruled(mass(cards_out=4), DeviceFault(deals_cards=True))
    assert (ruling.cite.id, ruling.back()) == ("MASS-14(f)", 33)
    assert "already dealt" in ruling.tasks[0].what


@pytest.mark.rule("MASS-7(f)(2)")
@pytest.mark.parametrize(
    ("found", "void", "removed"),
    [
        (DeckFault(52, misdealt=True), True, False),
        (DeckFault(51), True, True),
        (DeckFault(51, misdealt=True), True, True),
        (DeckFault(53), True, True),
        (DeckFault(52), False, False),
    ],
)
def test_the_stub_count(found: DeckFault, void: bool, removed: bool) -> None:
    ruling = ruled(mass(), found)
    assert (ruling.cite.id == "MASS-7(f)(2)") is void
    if void:
        assert ruling.back() == 33
        assert bool(ruling.tasks) is removed


@pytest.mark.rule("MASS-10(c)")
def test_talk_about_a_hand_costs_every_stake() -> None:
    round_ = mass(hand(1, third=20, decided=True), hand(2))
    ruling = ruled(round_, TalkAboutHands(1))
    assert ruling.cite.id == "MASS-10(c)"
    assert ruling.total(Fate.COLLECTED, 1) == 30
    assert ruling.total(Fate.COLLECTED, 2) == 0
    assert not ruling.choices  # there is no discretion


def test_massachusetts_prints_no_sanctions_nor_absences() -> None:
    for found in (RuleBroken(1, with_device=True), AbsentPlayer(1)):
        assert ruled(mass(), found).cite.id == "HOUSE-RULING-1"
