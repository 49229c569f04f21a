"""Extra hands of one player, played unseen."""

import pytest

from game.cards import replayed
from game.mississippi.round import (
    Ante,
    Bet,
    BetBlind,
    Fold,
    RefuseWager,
    Reveal,
    SettleHand,
    TakeBack,
)
from game.mississippi_stud import (
    deal_from,
    play,
    seen_by,
)
from game.ranks import Rank
from tests.game.stud import (
    NO_MORE_BETS,
    a_table,
    act,
    dealt,
    done,
    empty,
    played,
    refused,
)


def with_blind(**more):
    table = a_table()
    antes = [Ante(2, 10, "ann"), Ante(3, 10, "ann", blind=True), Ante(5, 10, "bob")]
    return done(play(table, [*antes, NO_MORE_BETS]))


@pytest.mark.rule("CROWN3-5.10")
def test_at_crown_a_player_may_hold_further_hands_blind():
    assert [box.blind for box in with_blind().boxes] == [False, True, False]
    now = act(empty(), Ante(2, 10, "ann"))
    assert refused(now, Ante(3, 10, "ann")) == {"CROWN3-5.10"}
    assert refused(now, Ante(3, 10, "bob", blind=True)) == {"CROWN3-5.10"}


@pytest.mark.rule("CROWN3-5.10")
def test_a_blind_hand_is_never_left_alone():
    now = with_blind()
    assert refused(now, TakeBack(2)) == {"CROWN3-5.10"}
    assert refused(now, RefuseWager(2, Rank.SUPERVISOR, "late")) == {"CROWN3-5.10"}
    assert [box.seat for box in act(now, TakeBack(3), TakeBack(2)).boxes] == [5]


@pytest.mark.rule("CROWN3-5.10.1")
def test_an_extra_hand_shuts_nobody_out():
    now = act(empty(), Ante(2, 10, "ann"))
    extra = Ante(3, 10, "ann", blind=True, others_waiting=True)
    assert refused(now, extra) == {"CROWN3-5.10.1"}


@pytest.mark.rule("CROWN3-5.10.2(a)")
def test_a_blind_hand_is_seen_by_nobody_until_it_is_settled():
    now = dealt(start=with_blind())
    for viewer in (None, 2, 3, 5):
        assert seen_by(now, viewer).boxes[1].cards == (None, None)
    assert None not in seen_by(now, 2).boxes[0].cards
    assert refused(now, Bet(3, 10)) == {"CROWN3-5.10.2(a)"}
    assert "CROWN3-5.10.2(a)" in refused(now, BetBlind(2, (10, 10, 10)))
    now = played(start=act(deal_all(with_blind()), BetBlind(3, (10, 20, 30))))
    assert seen_by(act(now, SettleHand(5)), 2).boxes[1].cards == (None, None)
    assert None not in seen_by(act(now, SettleHand(5), SettleHand(3)), 5).boxes[1].cards


def deal_all(now):
    return done(deal_from(now, replayed(1)))


@pytest.mark.rule("CROWN3-5.10.2(b)")
def test_a_blind_hand_stakes_every_street_before_the_first_card_shows():
    now = act(dealt(start=with_blind()), Bet(2, 10), Bet(5, 10))
    assert refused(now, Reveal()) == {"CROWN3-5.10.2(b)"}
    assert refused(now, Fold(3)) == {"CROWN3-5.10.2(b)"}
    assert refused(now, BetBlind(3, (10, 15, 30))) == {"CROWN3-5.5"}
    staked = act(now, BetBlind(3, (10, 20, 30)))
    assert refused(staked, BetBlind(3, (10, 10, 10))) == {"CROWN3-5.10.2(b)"}
    shown = act(staked, Reveal())
    assert refused(shown, BetBlind(3, (10, 10, 10))) == {"CROWN3-5.10.2(b)"}
    assert shown.box(3).streets == (10, 20, 30)


@pytest.mark.parametrize("code", ["MASS", "NSW3", "STAR4"])
def test_there_are_no_blind_hands_elsewhere(code):
    assert refused(dealt(code), BetBlind(1, (10, 10, 10))) == {"HOUSE-STEP-1"}
