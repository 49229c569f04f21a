"""Irregularities at Crown: rule 11 to the letter, and what the notes decided."""

from dataclasses import replace

import pytest

from game.cards import parse
from game.cautions import Fault
from game.fates import Fate
from game.irregularities.carried import CARRYING, may_leave
from game.irregularities.facts import Stage
from game.irregularities.kinds import (
    BetFoundWrong,
    CannotBetEnough,
    CardsExposed,
    CardsSwept,
    CommunityShownEarly,
    DeckFault,
    DeviceFault,
    DeviceTrouble,
    Ground,
    HandsViewed,
    JackpotGameStartedByMistake,
    OutcomeInvalid,
    RuleBroken,
    StrayHand,
    WrongCommunityCount,
    WrongHandCount,
)
from game.irregularities.ruling import RoundFate, Ruling, choose, in_force
from game.jackpots.meter import Meter, prize_meter
from game.ranks import Rank
from game.rulebooks.crown3_jackpots import OPTION_1
from rulebook import Refused
from tests.game.rulings import facts, fates, hand, retracted, ruled, tells, warned_by

CARRIED, BACK, STANDS = Fate.CARRIED, Fate.RETURNED, Fate.STANDS
VOID_HAND = {"ante": BACK, "jackpot": CARRIED}


def reasons(refused: object) -> list[str]:
    return [cite.id for cite in refused.cites] if isinstance(refused, Refused) else []


def crown(*hands, **more):
    return facts("CROWN3", *hands, **more)


@pytest.mark.rule("CROWN3-11.1", "CROWN3-11.12")
def test_a_card_exposed_in_the_initial_deal_is_a_misdeal() -> None:
    ruling = ruled(crown(), CardsExposed(1))
    assert (ruling.cite.id, ruling.round) == ("CROWN3-11.1", RoundFate.MISDEAL)
    assert fates(ruling, 1) == VOID_HAND
    assert (ruling.back(), ruling.total(CARRIED)) == (30, 3)
    carried = [e.cite.id for e in ruling.effects if e.fate is CARRIED]
    assert set(carried) == {"CROWN3-11.12"}
    assert ruling.read_aloud() == (
        "Misdeal. All hands are void and all wagers go back, "
        "except jackpot wagers, which stay for the next round. [CROWN3-11.1]"
    )


@pytest.mark.rule("CROWN3-11.2", "CROWN3-11.2.1", "CROWN3-11.2.2")
@pytest.mark.parametrize("cards", [0, 1, 3])
def test_a_wrong_count_is_a_misdeal_whenever_it_is_found(cards: int) -> None:
    late = crown(
        hand(1, third=20), hand(3, third=20), stage=Stage.DECIDING, called=True
    )
    ruling = ruled(late, WrongHandCount(3, cards))
    assert (ruling.cite.id, ruling.back()) == ("CROWN3-11.2.1", 60)
    assert tells(ruling) == {Rank.SUPERVISOR, Rank.AREA_MANAGER}
    assert [(t.cite.id, t.before_next_deal) for t in ruling.tasks] == [
        ("CROWN3-11.2.2", True)
    ]
    assert reasons(in_force(ruling, Rank.SUPERVISOR)) == ["CROWN3-11.2"]
    assert in_force(ruling, Rank.AREA_MANAGER) is None


@pytest.mark.parametrize(
    ("count", "said", "rule"),
    [
        (52, "same cards", "CROWN3-11.2.2(a)"),
        (51, "card slip", "CROWN3-11.2.2(b)"),
        (53, "seal", "CROWN3-11.2.2(b)"),
    ],
)
def test_the_count_decides_about_the_deck(count: int, said: str, rule: str) -> None:
    task = ruled(crown(), WrongHandCount(3, 3, deck_count=count)).tasks[-1]
    assert (task.cite.id, said in task.what) == (rule, True)


@pytest.mark.parametrize(
    ("known", "first", "cites", "fate", "rule"),
    [
        (True, True, ["CROWN3-11.3.1(a)"], RoundFate.PLAYS_ON, "CROWN3-11.3.1"),
        (True, False, ["CROWN3-11.3.1(b)"], RoundFate.PLAYS_ON, "CROWN3-11.3.1"),
        (False, True, [], RoundFate.MISDEAL, "CROWN3-11.3.2"),
        (False, False, [], RoundFate.MISDEAL, "CROWN3-11.3.2"),
    ],
)
@pytest.mark.rule("CROWN3-11.3", "CROWN3-11.3.1(a)", "CROWN3-11.3.1(b)")
def test_wrong_community_cards(
    known: bool, first: bool, cites: list[str], fate: RoundFate, rule: str
) -> None:
    ruling = ruled(crown(), WrongCommunityCount(4, known, community_first=first))
    assert (ruling.cite.id, ruling.round) == (rule, fate)
    assert [task.cite.id for task in ruling.tasks] == cites
    assert {t.cite.id for t in ruling.tell} == {"CROWN3-11.3"}
    assert tells(ruling) == {Rank.SUPERVISOR, Rank.AREA_MANAGER}
    assert (ruling.total(CARRIED) == 3) is (fate is RoundFate.MISDEAL)


@pytest.mark.rule("CROWN3-11.4")
def test_a_stray_hand_found_before_anyone_looked() -> None:
    ruling = ruled(crown(), StrayHand(5))
    assert (ruling.cite.id, ruling.round) == ("CROWN3-11.4", RoundFate.MISDEAL)
    assert fates(ruling, 2) == VOID_HAND
    assert reasons(in_force(ruling, Rank.DEALER)) == ["CROWN3-11.4"]


@pytest.mark.rule("CROWN3-11.5", "CROWN3-11.5.1")
def test_a_stray_hand_found_later_is_burnt_and_players_may_retract() -> None:
    round_ = crown(
        hand(1, jackpot=1),
        hand(2, jackpot=1, looked=True),
        hand(3, jackpot=1),
        hand(4),
    )
    ruling = ruled(round_, StrayHand(5))
    assert (ruling.cite.id, ruling.round) == ("CROWN3-11.5", RoundFate.PLAYS_ON)
    assert ruling.may_retract == (1, 2, 3, 4)
    assert ruling.total(CARRIED) == 0  # nothing waits for another round
    after = retracted(round_, ruling, [2])
    assert isinstance(after, Ruling)
    assert fates(after, 2) == {"ante": BACK, "jackpot": BACK}
    assert after.back() == 11
    assert fates(after, 1) == {"ante": STANDS, "jackpot": STANDS}
    assert after.jackpot_game
    assert (after.jackpot_game.seats, after.jackpot_game.cite.id) == (
        (1, 3),
        "CROWN3-11.5.1",
    )
    meter = prize_meter(OPTION_1, 10_000, 1_00)
    assert isinstance(meter, Meter)
    again = meter.register(3).cancel(3).register(len(after.jackpot_game.seats))
    assert again.staked_cents == 2_00  # two wagers, not five
    assert isinstance(retracted(round_, ruling, [9]), Refused)
    gone = ruled(crown(hand(1, looked=True), hand(2, folded=True)), StrayHand(5))
    assert gone.may_retract == (1,)  # a folded hand has nothing left to take back
    keep = retracted(round_, ruling, [])
    assert isinstance(keep, Ruling)
    assert (keep.back(), keep.jackpot_game) == (0, None)


@pytest.mark.rule("CROWN3-11.6.3")
@pytest.mark.parametrize(
    ("named", "rack", "restored", "rule"),
    [
        ("Kd7s", "Kd7s2c3c", True, "CROWN3-11.6.1"),
        ("7sKd", "Kd7s2c3c", True, "CROWN3-11.6.1"),
        ("Kd7c", "Kd7s2c3c", False, "CROWN3-11.6.2"),
        ("Kd7s", "2cKd7s3c", False, "CROWN3-11.6.2"),
        ("", "Kd7s2c3c", False, "CROWN3-11.6.2"),
        ("", "Kd7s", True, "CROWN3-11.6.2"),
    ],
)
def test_cards_swept_by_mistake(
    named: str, rack: str, restored: bool, rule: str
) -> None:
    round_ = crown(hand(1, third=20, jackpot=1, looked=True), hand(2))
    found = CardsSwept(1, parse(named), parse(rack))
    ruling = ruled(round_, found)
    assert ruling.cite.id == rule
    assert ruling.back(1) == (0 if restored else 31)
    if not restored:
        assert {e.cite.id for e in ruling.effects if e.seat == 1} == {"CROWN3-11.6.3"}
    assert ruling.back(2) == 0


@pytest.mark.rule("CROWN3-11.7")
def test_a_community_card_shown_early_stops_nothing() -> None:
    round_ = crown(
        hand(1, third=10, decided=True),
        hand(2, folded=True),
        hand(3),
        called=True,
        stage=Stage.DECIDING,
    )
    for found in (CommunityShownEarly(3), CardsExposed(1, community=True)):
        ruling = ruled(round_, found)
        assert (ruling.cite.id, ruling.round) == ("CROWN3-11.7", RoundFate.PLAYS_ON)
        assert "still to decide: seat 3." in ruling.spoken
        assert ruling.back() == 0
    early = ruled(replace(round_, called=False), CommunityShownEarly(3))
    assert early.cite.id == "CROWN3-11.1"


@pytest.mark.rule("CROWN3-11.8")
@pytest.mark.parametrize(("count", "void"), [(51, True), (52, False), (53, True)])
def test_a_deck_that_is_not_52_cards(count: int, void: bool) -> None:
    round_ = crown(hand(1, third=30, fourth=20, fifth=10, jackpot=1))
    ruling = ruled(round_, DeckFault(count))
    if void:
        assert (ruling.cite.id, ruling.back()) == ("CROWN3-11.8", 70)
        assert (ruling.round, ruling.total(CARRIED)) == (RoundFate.VOID, 1)
    else:
        assert ruling.cite.id == "CROWN3-13.10"


@pytest.mark.rule("CROWN3-11.9", "CROWN3-1.1:Initial-Wagers")
def test_a_short_street_bet_voids_the_hand_once_and_then_costs_the_ante() -> None:
    round_ = crown(hand(1, third=20, jackpot=1), hand(2, jackpot=1))
    first = ruled(round_, CannotBetEnough(1, 5))
    assert fates(first, 1) == {"ante": BACK, "jackpot": CARRIED, "3rd": BACK}
    assert fates(first, 2) == {"ante": STANDS, "jackpot": STANDS}
    told = [(c.player, c.fault, c.session) for c in first.cautions]
    assert told == [("P1", Fault.SHORT_STREET_IN_PLAY, "t7")]
    nameless = ruled(crown(replace(hand(4), player="")), CannotBetEnough(4, 5))
    assert nameless.cautions[0].player == "seat 4"
    again = ruled(replace(round_, cautions=warned_by(first)), CannotBetEnough(1, 5))
    assert fates(again, 1) == {"ante": Fate.COLLECTED, "jackpot": CARRIED, "3rd": BACK}
    assert again.total(Fate.COLLECTED) == 10
    assert not again.cautions
    other = ruled(replace(round_, cautions=warned_by(first)), CannotBetEnough(2, 5))
    assert other.total(Fate.COLLECTED) == 0


def wrong_fourth(seat: int = 1) -> BetFoundWrong:
    return BetFoundWrong(seat, "4th", least=10, most=30)


@pytest.mark.rule("CROWN3-11.10.1", "CROWN3-1.1:Subsequent-Wagers")
def test_an_oversized_street_bet_has_its_excess_returned() -> None:
    round_ = crown(hand(1, third=10, fourth=45), stage=Stage.SETTLING, called=True)
    ruling = ruled(round_, wrong_fourth())
    assert (ruling.cite.id, ruling.back()) == ("CROWN3-11.10.1", 15)
    kept = [e.amount for e in ruling.effects if e.wager == "4th" and e.fate is STANDS]
    assert kept == [30]
    fits = ruled(crown(hand(1, fourth=30)), wrong_fourth())
    assert fits.cite.id == "CROWN3-13.10"  # nothing is wrong with it
    ante = ruled(crown(hand(1, ante=45)), replace(wrong_fourth(), wager="ante"))
    assert ante.cite.id == "CROWN3-13.10"  # an ante is no subsequent wager


@pytest.mark.rule("CROWN3-11.10.2")
def test_an_undersized_street_bet_settles_once_and_then_goes_back() -> None:
    round_ = crown(hand(1, third=10, fourth=5), stage=Stage.SETTLING, called=True)
    first = ruled(round_, wrong_fourth())
    assert (first.cite.id, first.back()) == ("CROWN3-11.10.2", 0)
    assert [c.fault for c in first.cautions] == [Fault.SHORT_STREET_AT_SETTLEMENT]
    again = ruled(replace(round_, cautions=warned_by(first)), wrong_fourth())
    assert again.back() == 5
    # The counter of short bets in play is another one.
    apart = ruled(replace(round_, cautions=warned_by(first)), CannotBetEnough(1, 5))
    assert apart.total(Fate.COLLECTED) == 0


@pytest.mark.rule("CROWN3-11.11", "CROWN3-11.11.1")
def test_one_wrong_hand_viewed_becomes_the_seat_hand() -> None:
    round_ = crown(hand(2), hand(3))
    ruling = ruled(round_, HandsViewed(2, (3,)))
    assert (ruling.cite.id, ruling.back()) == ("CROWN3-11.11.1", 0)
    assert "hand 2 is now played unseen" in ruling.spoken
    assert reasons(in_force(ruling, Rank.DEALER)) == ["CROWN3-11.11"]
    assert in_force(ruling, Rank.SUPERVISOR) is None


@pytest.mark.rule("CROWN3-11.11.2", "CROWN3-11.11.2(a)")
def test_several_hands_viewed_leave_only_the_seat_hand() -> None:
    round_ = crown(hand(2, jackpot=1), hand(3, jackpot=1), hand(5, jackpot=1))
    ruling = ruled(round_, HandsViewed(2, (2, 3)))
    assert ruling.cite.id == "CROWN3-11.11.2"
    assert fates(ruling, 3) == VOID_HAND
    assert fates(ruling, 2) == {"ante": STANDS, "jackpot": STANDS}
    assert ruling.may_retract == (5,)
    after = retracted(round_, ruling, [5])
    assert isinstance(after, Ruling)
    assert after.back(5) == 11
    assert after.retracting
    assert after.retracting.id == "CROWN3-11.11.2(a)"
    assert after.jackpot_game
    assert after.jackpot_game.seats == (2,)


@pytest.mark.rule("CROWN3-11.12.1")
def test_whoever_leaves_after_a_misdeal_needs_no_notification() -> None:
    assert may_leave(CARRYING["CROWN3"], "") is None


@pytest.mark.rule("CROWN3-11.13", "CROWN3-1.1:Jackpot-wager")
def test_a_jackpot_game_started_by_mistake_is_cancelled() -> None:
    ruling = ruled(crown(), JackpotGameStartedByMistake())
    assert (ruling.cite.id, ruling.back()) == ("CROWN3-11.13", 3)
    assert fates(ruling, 1) == {"ante": STANDS, "jackpot": BACK}
    assert ruling.jackpot_game
    assert ruling.jackpot_game.seats == ()
    assert tells(ruling) == {Rank.SUPERVISOR}
    assert reasons(in_force(ruling, Rank.DEALER)) == ["CROWN3-11.13"]


@pytest.mark.rule("CROWN3-11.14")
def test_a_shuffler_that_fails_means_a_reshuffle() -> None:
    ruling = ruled(crown(), DeviceFault(DeviceTrouble.JAM))
    assert (ruling.cite.id, ruling.back()) == ("CROWN3-11.14", 0)
    assert [t.before_next_deal for t in ruling.tasks] == [True]


@pytest.mark.rule("CROWN3-11.15")
@pytest.mark.parametrize(("count", "back"), [(51, 30), (52, 0), (53, 30), (None, 0)])
def test_an_unconfirmed_count_is_made_by_hand(count: int | None, back: int) -> None:
    ruling = ruled(crown(), DeviceFault(DeviceTrouble.UNVERIFIED, count))
    assert (ruling.cite.id, ruling.back()) == ("CROWN3-11.15", back)
    assert bool(ruling.tasks) is (count is None)
    assert (ruling.total(CARRIED) == 3) is (back > 0)


@pytest.mark.rule("CROWN3-13.3", "CROWN3-13.4")
@pytest.mark.parametrize(
    ("ground", "rule"),
    [
        (Ground.FIRE, "CROWN3-13.3.1"),
        (Ground.RIOT, "CROWN3-13.3.1"),
        (Ground.FRAUD, "CROWN3-13.3.2"),
    ],
)
def test_an_invalid_outcome_refunds_everything(ground: Ground, rule: str) -> None:
    round_ = crown(hand(1, third=30, fourth=20, fifth=10, jackpot=1))
    ruling = ruled(round_, OutcomeInvalid(ground))
    assert (ruling.cite.id, ruling.back()) == (rule, 71)  # the jackpot wager too
    assert {e.cite.id for e in ruling.effects} == {"CROWN3-13.4"}
    assert reasons(in_force(ruling, Rank.DEALER)) == ["CROWN3-13.3"]
    assert in_force(ruling, Rank.SUPERVISOR) is None


@pytest.mark.rule("CROWN3-13.2", "CROWN3-13.2.1", "CROWN3-13.2.2", "CROWN3-13.2.3")
@pytest.mark.rule("CROWN3-13.2.4")
def test_sanctions_need_an_assistant_casino_manager() -> None:
    round_ = crown(hand(1, third=30, fourth=20, fifth=10))
    ruling = ruled(round_, RuleBroken(1, with_device=True, winnings=700))
    assert [choice.cite.id for choice in ruling.choices] == [
        "CROWN3-13.2.1",
        "CROWN3-13.2.2",
        "CROWN3-13.2.3",
        "CROWN3-13.2.4",
    ]
    refused = choose(ruling, "void the wagers", Rank.AREA_MANAGER)
    assert reasons(refused) == ["CROWN3-13.2"]
    void = choose(ruling, "void the wagers", Rank.ASSISTANT_CASINO_MANAGER)
    assert isinstance(void, Ruling)
    assert (void.back(), void.cite.id) == (70, "CROWN3-13.2.1")
    held = choose(ruling, "withhold winnings", Rank.ASSISTANT_CASINO_MANAGER)
    assert isinstance(held, Ruling)
    assert "700" in held.tasks[-1].what
    several = ("void the wagers", "exclude from the game")
    both = choose(ruling, several, Rank.ASSISTANT_CASINO_MANAGER)
    assert isinstance(both, Ruling)
    assert both.back() == 70
    assert both.tasks[-1].cite.id == "CROWN3-13.2.2"
    assert "or several of these." in ruling.read_aloud()
    plain = ruled(round_, RuleBroken(1))
    assert [choice.cite.id for choice in plain.choices] == [
        "CROWN3-13.2.1",
        "CROWN3-13.2.2",
    ]


@pytest.mark.rule("CROWN3-13.10")
def test_what_no_rule_covers_is_for_an_area_manager() -> None:
    ruling = ruled(crown(called=True), CardsExposed(1))
    assert [choice.name for choice in ruling.choices] == ["void", "play on"]
    assert reasons(choose(ruling, "void", Rank.SUPERVISOR)) == ["CROWN3-13.10"]
    told = choose(ruling, "play on", Rank.AREA_MANAGER)
    assert isinstance(told, Ruling)
    assert told.back() == 0
    for wrong in ("dance", (), ("void", "dance"), ("void", "play on")):
        assert isinstance(choose(ruling, wrong, Rank.AREA_MANAGER), Refused)
    assert "The TG Area Manager decides: void or play on." in ruling.read_aloud()
