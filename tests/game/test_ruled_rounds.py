"""What rulings do to a round: stakes cut back, hands forfeited or void."""

import pytest

from game.fates import Fate
from game.irregularities.facts import Stage
from game.irregularities.kinds import (
    AbsentPlayer,
    BetFoundWrong,
    TalkAboutHands,
    WrongHandCount,
)
from game.irregularities.ruling import choose
from game.mississippi.settlement import claims, settle
from game.ranks import Rank
from rulebook import Cite
from tests.game.rulings import facts, fates, hand, ruled, ruled_round
from tests.game.stud import (
    NO_MORE_BETS,
    act,
    ante,
    bet,
    cut_back,
    dealt,
    deem_folded,
    done,
    empty,
    fold,
    forfeit,
    played,
    turn,
    void_hand,
)
from tests.game.stud import refused as refused_under

LIMIT = Cite("STAR4-11.17")


def with_jackpots(code="STAR4", seats=(1, 3)):
    antes = (ante(s, 10, f"P{s}", 5) for s in seats)
    return act(empty(code, jackpot=5), *antes, NO_MORE_BETS)


def nets(now, seat):
    return {(x.wager, x.stake) for x in done(settle(now)) if x.seat == seat}


@pytest.mark.rule("STAR4-11.17", "STAR4-11.17:13.1.1")
def test_what_is_left_of_a_stake_is_settled_whatever_the_ratio_asks_for():
    now = act(dealt("STAR4"), bet(1, 30), bet(3, 10))
    now = act(now, cut_back(1, "3rd", 4, LIMIT))
    assert now.box(1).streets == (4,)
    assert [box.seat for box in now.undecided] == []
    whole = played("STAR4")
    cut = act(whole, cut_back(1, "5th", 4, LIMIT), cut_back(1, "4th", 0, LIMIT))
    assert {("5th", 4), ("4th", 0), ("3rd", 10)} <= nets(cut, 1)


@pytest.mark.parametrize(
    ("wager", "amount"),
    [("3rd", 30), ("3rd", 31), ("ante", 0), ("4th", 0), ("jackpot", 0), ("moon", 1)],
)
@pytest.mark.rule("STAR4-11.17")
def test_a_stake_is_only_ever_cut(wager, amount):
    now = act(dealt("STAR4"), bet(1, 30))
    assert refused_under(now, cut_back(1, wager, amount, LIMIT)) == {"STAR4-11.17"}


@pytest.mark.rule("STAR4-11.17")
def test_a_hand_that_is_out_has_no_stake_to_cut():
    now = act(dealt("STAR4"), bet(1, 30), fold(3))
    assert "STAR4-11.17" in refused_under(now, cut_back(3, "ante", 5, LIMIT))
    assert refused_under(now, cut_back(6, "ante", 5, LIMIT))


@pytest.mark.rule("CROWN3-11.10.1")
def test_the_excess_of_a_bet_goes_back():
    at = facts("CROWN3", hand(1, third=40), stage=Stage.SETTLING, called=True)
    ruling = ruled(at, BetFoundWrong(1, "3rd", 10, 30))
    assert ruling.moves == (cut_back(1, "3rd", 30, Cite("CROWN3-11.10.1")),)


@pytest.mark.rule("STAR4-11.11")
def test_an_absent_player_folds_and_the_jackpot_wager_lives():
    now = dealt("STAR4", start=with_jackpots())
    ruling = ruled_round(now, AbsentPlayer(1))
    [step] = ruling.moves
    assert step == deem_folded(1, Rank.SUPERVISOR)
    now = act(now, step)
    assert now.box(1).given_up


@pytest.mark.rule("STAR4-9.8")
def test_talk_costs_every_wager_the_jackpot_wager_too():
    now = dealt("STAR4", start=with_jackpots())
    ruling = done(
        choose(ruled_round(now, TalkAboutHands(1)), "forfeit", Rank.SUPERVISOR)
    )
    [step] = ruling.moves
    assert step == forfeit(1, Rank.SUPERVISOR, Cite("STAR4-9.8"))
    now = act(now, step)
    for _ in range(3):
        now = act(now, *(bet(b.seat, 10) for b in now.undecided))
        now = turn(now)
    lines = [line for line in done(settle(now)) if line.seat == 1]
    assert {(x.wager, x.net, x.cite.id) for x in lines} == {
        ("ante", -10, "STAR4-9.8"),
        ("jackpot", -5, "STAR4-9.8"),
    }
    assert [claim.seat for claim in claims(now)] == [3]


@pytest.mark.rule("HOUSE-RULING-2")
def test_a_hand_whose_wagers_all_go_back_is_void():
    at = facts("MASS", hand(1, jackpot=1), hand(2))
    ruling = ruled(at, WrongHandCount(1, 3))
    assert ruling.moves == (void_hand(1, Cite("MASS-14(d)")),)
    assert fates(ruling, 1) == {"ante": Fate.RETURNED, "jackpot": Fate.RETURNED}
