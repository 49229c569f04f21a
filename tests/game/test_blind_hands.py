"""Extra hands of one player, played unseen."""

import pytest

from game.ranks import Rank
from tests.game.shuffles import replayed
from tests.game.stud import (
    NO_MORE_BETS,
    REVEAL,
    act,
    ante,
    bet,
    bet_blind,
    deal_from,
    dealt,
    empty,
    fold,
    hand_seen,
    played,
    refuse_wager,
    refused,
    settle_hand,
    take_back,
)


def with_blind(**more):
    antes = [ante(2, 10, "ann"), ante(3, 10, "ann", blind=True), ante(5, 10, "bob")]
    return act(empty(), *antes, NO_MORE_BETS)


@pytest.mark.rule("CROWN3-5.10")
def test_at_crown_a_player_may_hold_further_hands_blind():
    assert [box.blind for box in with_blind().boxes] == [False, True, False]
    now = act(empty(), ante(2, 10, "ann"))
    assert refused(now, ante(3, 10, "ann")) == {"CROWN3-5.10"}
    assert refused(now, ante(3, 10, "bob", blind=True)) == {"CROWN3-5.10"}


@pytest.mark.rule("CROWN3-5.10")
def test_a_blind_hand_is_never_left_alone():
    now = with_blind()
    assert refused(now, take_back(2)) == {"CROWN3-5.10"}
    assert refused(now, refuse_wager(2, Rank.SUPERVISOR, "late")) == {"CROWN3-5.10"}
    assert [box.seat for box in act(now, take_back(3), take_back(2)).boxes] == [5]


@pytest.mark.rule("CROWN3-5.10.1")
def test_an_extra_hand_shuts_nobody_out():
    now = act(empty(), ante(2, 10, "ann"))
    extra = ante(3, 10, "ann", blind=True, waiting=True)
    assert refused(now, extra) == {"CROWN3-5.10.1"}


@pytest.mark.rule("CROWN3-5.10.2(a)")
def test_a_blind_hand_is_seen_by_nobody_until_it_is_settled():
    now = dealt(start=with_blind())
    for viewer in (None, 2, 3, 5):
        assert hand_seen(now, viewer, 1) == [None, None]
    assert None not in hand_seen(now, 2, 0)
    assert refused(now, bet(3, 10)) == {"CROWN3-5.10.2(a)"}
    assert "CROWN3-5.10.2(a)" in refused(now, bet_blind(2, 10, 10, 10))
    now = played(start=act(deal_all(with_blind()), bet_blind(3, 10, 20, 30)))
    assert hand_seen(act(now, settle_hand(5)), 2, 1) == [None, None]
    assert None not in hand_seen(act(now, settle_hand(5), settle_hand(3)), 5, 1)


def deal_all(now):
    return deal_from(now, replayed(1))


@pytest.mark.rule("CROWN3-5.10.2(b)")
def test_a_blind_hand_stakes_every_street_before_the_first_card_shows():
    now = act(dealt(start=with_blind()), bet(2, 10), bet(5, 10))
    assert refused(now, REVEAL) == {"CROWN3-5.10.2(b)"}
    assert refused(now, fold(3)) == {"CROWN3-5.10.2(b)"}
    assert refused(now, bet_blind(3, 10, 15, 30)) == {"CROWN3-5.5"}
    staked = act(now, bet_blind(3, 10, 20, 30))
    assert refused(staked, bet_blind(3, 10, 10, 10)) == {"CROWN3-5.10.2(b)"}
    shown = act(staked, REVEAL)
    assert refused(shown, bet_blind(3, 10, 10, 10)) == {"CROWN3-5.10.2(b)"}
    assert shown.box(3).streets == (10, 20, 30)


@pytest.mark.parametrize("code", ["MASS", "NSW3", "STAR4"])
def test_there_are_no_blind_hands_elsewhere(code):
    assert refused(dealt(code), bet_blind(1, 10, 10, 10)) == {"HOUSE-STEP-1"}
