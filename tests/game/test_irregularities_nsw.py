"""Irregularities under the two New South Wales rulebooks, side by side."""

import pytest

from game.fates import Fate
from game.irregularities.facts import Stage
from game.irregularities.kinds import (
    AbsentPlayer,
    CardsDropped,
    CardsExposed,
    CommunityShownEarly,
    CommunitySpreadWrongly,
    DeckFault,
    DeviceFault,
    DeviceTrouble,
    Ground,
    JackpotEquipmentFails,
    OutcomeInvalid,
    RuleBroken,
    StrayHand,
    SuspectedCollusion,
    TalkAboutHands,
    WrongCommunityCount,
    WrongHandCount,
)
from game.irregularities.ruling import RoundFate, Ruling, choose, in_force
from game.ranks import Party, Rank
from rulebook import Refused
from tests.game.rulings import facts, fates, hand, ruled, tells

BOTH = pytest.mark.parametrize("code", ["NSW3", "STAR4"])
BACK, STANDS, LOST = Fate.RETURNED, Fate.STANDS, Fate.COLLECTED


def reasons(refused: object) -> list[str]:
    return [cite.id for cite in refused.cites] if isinstance(refused, Refused) else []


def chosen(ruling: Ruling, name: str) -> Ruling:
    after = choose(ruling, name, Rank.SUPERVISOR)
    assert isinstance(after, Ruling)
    return after


@pytest.mark.rule("NSW3-11.1", "STAR4-11.1")
@BOTH
@pytest.mark.parametrize(
    "found", [WrongHandCount(2, 3), WrongHandCount(2, 1), WrongCommunityCount(4, True)]
)
def test_a_wrong_number_of_cards_is_a_misdeal(code: str, found: object) -> None:
    ruling = ruled(facts(code), found)
    assert (ruling.cite.id, ruling.back()) == (f"{code}-11.1", 33)
    assert ruling.round is RoundFate.MISDEAL


@pytest.mark.rule("NSW3-11.2", "STAR4-11.2", "NSW3-11.3", "STAR4-11.3")
@BOTH
def test_a_card_shown_in_the_deal_is_a_misdeal(code: str) -> None:
    ruling = ruled(facts(code), CardsExposed(1))
    assert (ruling.cite.id, ruling.round) == (f"{code}-11.2", RoundFate.MISDEAL)
    assert {e.cite.id for e in ruling.effects if e.wager == "ante"} == {f"{code}-11.3"}
    assert [t.cite.id for t in ruling.tasks] == [f"{code}-11.3"]
    assert ruling.back() == 33


@pytest.mark.rule("NSW3-15.3.1", "STAR4-15.3.1")
@BOTH
def test_jackpot_wagers_of_a_misdeal_go_back(code: str) -> None:
    ruling = ruled(facts(code), CardsExposed(1))
    jackpots = [e for e in ruling.effects if e.wager == "jackpot"]
    assert {(e.fate, e.cite.id) for e in jackpots} == {(BACK, f"{code}-15.3.1")}


def early(code: str):
    return facts(
        code,
        hand(1, third=10, jackpot=1, decided=True),
        hand(2, jackpot=1),
        stage=Stage.DECIDING,
        called=True,
    )


@pytest.mark.rule("NSW3-11.4")
def test_a_card_before_3rd_street_used_to_void_the_table() -> None:
    ruling = ruled(early("NSW3"), CommunityShownEarly(3))
    assert (ruling.cite.id, ruling.back()) == ("NSW3-11.4", 32)
    assert ruling.round is RoundFate.MISDEAL


@pytest.mark.rule("STAR4-11.4")
def test_a_card_before_3rd_street_now_touches_only_the_undecided() -> None:
    ruling = ruled(early("STAR4"), CommunityShownEarly(3))
    assert (ruling.cite.id, ruling.round) == ("STAR4-11.4", RoundFate.PLAYS_ON)
    assert [choice.name for choice in ruling.choices] == ["void", "continue"]
    assert reasons(choose(ruling, "void", Rank.DEALER)) == ["STAR4-11.4"]
    void = chosen(ruling, "void")
    assert (void.back(2), void.back(1)) == (11, 0)
    assert chosen(ruling, "continue").back() == 0
    assert ruling.back(2) == 11  # void unless the supervisor records otherwise


@pytest.mark.rule("NSW3-11.5", "STAR4-11.5")
@BOTH
def test_cards_spread_wrongly_are_a_misdeal(code: str) -> None:
    ruling = ruled(early(code), CommunitySpreadWrongly())
    assert (ruling.cite.id, ruling.back()) == (f"{code}-11.5", 32)


@pytest.mark.rule("NSW3-11.6", "STAR4-11.6")
@BOTH
@pytest.mark.parametrize("street", [4, 5])
def test_a_later_card_is_turned_down_again(code: str, street: int) -> None:
    round_ = facts(
        code, hand(1, third=10), hand(2, folded=True), called=True, stage=Stage.DECIDING
    )
    ruling = ruled(round_, CommunityShownEarly(street))
    assert (ruling.cite.id, ruling.back()) == (f"{code}-11.6", 0)
    assert "turned down again" in ruling.spoken
    assert "was seen" in ruling.tasks[0].what
    assert not ruling.tasks[0].before_next_deal


@pytest.mark.rule("NSW3-11.7", "STAR4-11.7", "NSW3-11.8", "STAR4-11.8")
@BOTH
def test_a_hand_on_an_empty_box(code: str) -> None:
    before = ruled(facts(code), StrayHand(5))
    assert (before.cite.id, before.round) == (f"{code}-11.7", RoundFate.MISDEAL)
    looked = facts(code, hand(1, looked=True), hand(2))
    after = ruled(looked, StrayHand(5))
    assert (after.cite.id, after.back()) == (f"{code}-11.8", 0)
    assert not after.may_retract


@pytest.mark.rule(
    "NSW3-11.9", "NSW3-11.9.1", "NSW3-11.9.2", "NSW3-11.9.3", "NSW3-11.9.4"
)
@pytest.mark.rule(
    "STAR4-11.9", "STAR4-11.9.1", "STAR4-11.9.2", "STAR4-11.9.3", "STAR4-11.9.4"
)
@BOTH
@pytest.mark.parametrize("found", [DeckFault(51), DeckFault(52, foreign=("Kh",))])
def test_a_missing_or_foreign_card(code: str, found: DeckFault) -> None:
    round_ = facts(code, hand(1, third=20, jackpot=5), number=12)
    ruling = ruled(round_, found)
    assert (ruling.cite.id, ruling.back()) == (f"{code}-11.9", 35)
    assert {e.cite.id for e in ruling.effects if e.wager == "ante"} == {
        f"{code}-11.9.2"
    }
    assert tells(ruling) == {Party.SURVEILLANCE, Party.INSPECTOR}
    assert {t.cite.id for t in ruling.tell} == {f"{code}-11.9.4"}
    assert [(t.cite.id, t.before_next_deal) for t in ruling.tasks] == [
        (f"{code}-11.9.3", True)
    ]
    assert ruling.earlier_rounds_stand
    assert ruling.earlier_rounds_stand.id == f"{code}-11.9.1"
    complete = ruled(facts(code), DeckFault(52))
    assert complete.round is RoundFate.PLAYS_ON


@pytest.mark.rule("NSW3-11.10", "NSW3-11.10.1", "NSW3-11.10.2", "NSW3-11.10.3")
@pytest.mark.rule("STAR4-11.10", "STAR4-11.10.1", "STAR4-11.10.2", "STAR4-11.10.3")
@BOTH
def test_suspected_collusion_offers_three_directions(code: str) -> None:
    ruling = ruled(facts(code), SuspectedCollusion((1, 2)))
    assert [choice.cite.id for choice in ruling.choices] == [
        f"{code}-11.10.1",
        f"{code}-11.10.2",
        f"{code}-11.10.3",
    ]
    assert reasons(choose(ruling, "keep apart", Rank.DEALER)) == [f"{code}-11.10"]
    after = chosen(ruling, "keep apart")
    assert after.tasks[-1].cite.id == f"{code}-11.10.2"
    assert after.back() == 0


@pytest.mark.rule("NSW3-11.11", "STAR4-11.11")
@BOTH
def test_an_absent_player_is_deemed_folded(code: str) -> None:
    round_ = facts(code, hand(1, third=10, jackpot=5), hand(2, third=10))
    ruling = ruled(round_, AbsentPlayer(1))
    assert ruling.cite.id == f"{code}-11.11"
    held = code == "STAR4"  # there a fold does not end the jackpot
    assert fates(ruling, 1) == {
        "ante": LOST,
        "3rd": LOST,
        "jackpot": STANDS if held else LOST,
    }
    assert ("held for its jackpot" in ruling.spoken) is held


@pytest.mark.rule("STAR4-11.12")
def test_a_meter_failure_goes_to_an_inspector() -> None:
    ruling = ruled(facts("STAR4"), JackpotEquipmentFails("7"))
    assert ruling.cite.id == "STAR4-11.12"
    assert tells(ruling) == {Party.INSPECTOR}
    assert "table 7" in ruling.tasks[0].what
    assert ruled(facts("NSW3"), JackpotEquipmentFails("7")).cite.id == "NSW3-13.12"


@pytest.mark.rule("NSW3-12.1", "STAR4-12.1", "NSW3-12.2", "STAR4-12.2")
@pytest.mark.rule("NSW3-12.2.1", "NSW3-12.2.2", "NSW3-12.2.3")
@pytest.mark.rule("STAR4-12.2.1", "STAR4-12.2.2", "STAR4-12.2.3")
@BOTH
@pytest.mark.parametrize(
    ("trouble", "cards_out", "void"),
    [
        (DeviceTrouble.JAM, 0, False),
        (DeviceTrouble.JAM, 5, False),
        (DeviceTrouble.UNUSABLE, 0, False),
        (DeviceTrouble.UNUSABLE, 1, True),
    ],
)
def test_a_shuffling_device_that_fails(
    code: str, trouble: DeviceTrouble, cards_out: int, void: bool
) -> None:
    ruling = ruled(facts(code, cards_out=cards_out), DeviceFault(trouble))
    if not void:
        assert (ruling.cite.id, ruling.back()) == (f"{code}-12.1", 0)
        assert ruling.tasks[0].what == "shuffle the cards again"
        return
    assert (ruling.cite.id, ruling.back()) == (f"{code}-12.2", 33)
    antes = {e.cite.id for e in ruling.effects if e.wager == "ante"}
    assert antes == {f"{code}-12.2.1"}
    assert ruling.earlier_rounds_stand
    assert ruling.earlier_rounds_stand.id == f"{code}-12.2.2"
    assert [t.cite.id for t in ruling.tasks] == [f"{code}-12.2.3"]


@pytest.mark.rule("NSW3-4.2.1", "STAR4-4.2.1")
@BOTH
def test_dropped_cards_stop_the_table_until_all_are_back(code: str) -> None:
    waiting = ruled(facts(code), CardsDropped())
    assert waiting.cite.id == f"{code}-4.2.1"
    assert tells(waiting) == {Rank.SUPERVISOR}
    assert waiting.tasks[0].before_next_deal
    assert reasons(in_force(waiting, Rank.DEALER)) == [f"{code}-4.2.1"]
    assert not ruled(facts(code), CardsDropped(52)).tasks
    assert ruled(facts(code), CardsDropped(51)).cite.id == f"{code}-11.9"


@pytest.mark.rule("NSW3-9.8", "STAR4-9.8")
@BOTH
def test_talk_about_a_hand_may_cost_its_wagers(code: str) -> None:
    round_ = facts(code, hand(1, third=20), hand(2))
    ruling = ruled(round_, TalkAboutHands(1))
    assert [choice.name for choice in ruling.choices] == ["forfeit", "no forfeit"]
    assert ruling.total(LOST) == 0  # nothing is taken before somebody decides
    assert chosen(ruling, "forfeit").total(LOST) == 30
    assert chosen(ruling, "no forfeit").total(LOST) == 0
    assert reasons(choose(ruling, "forfeit", Rank.DEALER)) == [f"{code}-9.8"]


INVALID = {
    "NSW3": ("NSW3-13.4", "NSW3-13.4.1", "NSW3-13.4.2", "NSW3-13.5"),
    "STAR4": ("STAR4-13.9", "STAR4-13.9.1", "STAR4-13.9.2", "STAR4-13.10"),
}


@pytest.mark.rule("NSW3-13.4", "NSW3-13.4.1", "NSW3-13.4.2", "NSW3-13.5")
@pytest.mark.rule("STAR4-13.9", "STAR4-13.9.1", "STAR4-13.9.2", "STAR4-13.10")
@BOTH
def test_an_invalid_outcome(code: str) -> None:
    power, disruption, fraud, refund = INVALID[code]
    round_ = facts(code, hand(1, ante=40), hand(2, ante=40), cards_out=7)
    for ground in Ground:
        ruling = ruled(round_, OutcomeInvalid(ground))
        assert ruling.cite.id == (fraud if ground is Ground.FRAUD else disruption)
        assert ruling.back() == 80
        assert reasons(in_force(ruling, Rank.DEALER)) == [power]
    cheat = ruled(round_, OutcomeInvalid(Ground.FRAUD, fraudsters=(2,)))
    assert "seat 2" in cheat.tasks[0].what
    forfeited = chosen(cheat, "forfeit the fraudster's")
    assert (forfeited.back(1), forfeited.total(LOST, 2)) == (40, 40)
    assert forfeited.cite.id == refund
    assert chosen(cheat, "refund all").back() == 80


SANCTIONS = {"NSW3": "13.3", "STAR4": "13.8"}


@pytest.mark.rule(
    "NSW3-13.3", "NSW3-13.3.1", "NSW3-13.3.2", "NSW3-13.3.3", "NSW3-13.3.4"
)
@pytest.mark.rule(
    "STAR4-13.8", "STAR4-13.8.1", "STAR4-13.8.2", "STAR4-13.8.3", "STAR4-13.8.4"
)
@BOTH
def test_a_device_breach_offers_exactly_four_sanctions(code: str) -> None:
    rule = f"{code}-{SANCTIONS[code]}"
    ruling = ruled(facts(code), RuleBroken(1, with_device=True))
    offered = [choice.cite.id for choice in ruling.choices]
    assert offered == [f"{rule}.{n}" for n in (1, 2, 3, 4)]
    assert reasons(choose(ruling, "void the wagers", Rank.DEALER)) == [rule]
    assert chosen(ruling, "void the wagers").back() == 11
    assert chosen(ruling, "exclude from the game").back() == 0
    other = ruled(facts(code), RuleBroken(1))
    assert other.choices[0].name == "void"  # no sanction: somebody must decide
