"""Loss limits: declarations, room left, and wagers that went past it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.loss_limits import (
    DISCLAIMER,
    DUTIES,
    Declarations,
    DepositLimit,
    Duty,
    Funds,
    LossLimit,
    Placed,
    has_gaming_limit,
    may_activate,
    may_enter_round,
    may_wager,
    pause,
    trim,
)
from game.ranks import Rank
from rulebook import Refused

ANN = LossLimit("Ann", 300, acknowledged=frozenset(Duty))


def reasons(refused: object) -> list[str]:
    return [cite.id for cite in refused.cites] if isinstance(refused, Refused) else []


def room(cents: int) -> LossLimit:
    return replace(ANN, limit_cents=cents)


@pytest.mark.rule("STAR4-13.2", "STAR4-13.2.4", "STAR4-13.5")
def test_a_limit_starts_once_every_duty_is_acknowledged() -> None:
    assert may_activate(ANN) is None
    for duty in Duty:
        without = replace(ANN, acknowledged=frozenset(Duty) - {duty})
        refused = may_activate(without)
        assert reasons(refused) == ["STAR4-13.2"]
        assert duty in str(refused)
    assert [cite.id for cite in DUTIES.values()] == [
        "STAR4-13.2.1",
        "STAR4-13.2.2",
        "STAR4-13.2.3",
        "STAR4-13.2.4",
    ]
    assert DISCLAIMER.cite.id == "STAR4-13.5"
    assert "not liable" in DISCLAIMER.value


@pytest.mark.parametrize(
    ("chips", "rule"),
    [
        (Declarations(purchases_seen=100, purchases_declared=99), "STAR4-13.2.1"),
        (Declarations(chips_in_seen=300, chips_in_declared=299), "STAR4-13.2.2"),
    ],
)
def test_undeclared_chips_keep_a_player_out_of_the_round(
    chips: Declarations, rule: str
) -> None:
    assert reasons(may_enter_round(ANN, chips)) == [rule]
    told = replace(chips, purchases_declared=100, chips_in_declared=300)
    assert may_enter_round(ANN, told) is None


@pytest.mark.rule(
    "STAR4-1.1:Loss Limit", "STAR4-1.1:Deposit Limit", "STAR4-1.1:Gaming Limit"
)
def test_the_two_gaming_limits() -> None:
    left = replace(ANN, lost_cents=250, won_cents=100).remaining
    assert (left.value, left.cite.id) == (150, "STAR4-1.1:Loss Limit")
    daily = DepositLimit("Ann", 500)
    room_left = daily.remaining([(Funds.EFTPOS, 300), (Funds.WINNINGS, 400)])
    assert (room_left.value, room_left.cite.id) == (200, "STAR4-1.1:Deposit Limit")
    assert daily.remaining([(Funds.CASHIER, 501)]).value == 0
    assert has_gaming_limit(ANN, None).value
    assert has_gaming_limit(None, daily).value
    none = has_gaming_limit(None, None)
    assert (none.value, none.cite.id) == (False, "STAR4-1.1:Gaming Limit")


@pytest.mark.rule("STAR4-13.3")
@pytest.mark.parametrize(
    ("at_risk", "amount", "fine"),
    [(0, 50, True), (0, 51, False), (20, 30, True), (20, 60, False), (50, 1, False)],
)
def test_no_wager_past_the_limit(at_risk: int, amount: int, fine: bool) -> None:
    refused = may_wager(room(50), at_risk, amount)
    assert reasons(refused) == ([] if fine else ["STAR4-13.3"])


@pytest.mark.rule("STAR4-13.4")
def test_a_supervisor_may_pause_a_player() -> None:
    assert reasons(pause(ANN, Rank.DEALER, on=True)) == ["STAR4-13.4"]
    paused = pause(ANN, Rank.SUPERVISOR, on=True)
    assert isinstance(paused, LossLimit)
    assert reasons(may_wager(paused, 0, 1)) == ["STAR4-13.4"]
    assert reasons(may_enter_round(paused, Declarations())) == ["STAR4-13.4"]
    goes_on = pause(paused, Rank.SUPERVISOR, on=False)
    assert isinstance(goes_on, LossLimit)
    assert may_wager(goes_on, 0, 300) is None


@pytest.mark.rule("STAR4-11.17", "STAR4-11.17:13.1.1", "STAR4-11.17:13.1.2")
def test_the_excess_goes_back_from_the_last_bet() -> None:
    placed = [Placed("ante", 20), Placed("3rd", 60), Placed("4th", 60)]
    told = trim(room(100), placed, declared=False)
    assert told.valid == (Placed("ante", 20), Placed("3rd", 60), Placed("4th", 20))
    assert told.returned == (Placed("4th", 40),)
    assert [cite.id for cite in told.cites] == [
        "STAR4-11.17",
        "STAR4-11.17:13.1.1",
        "STAR4-11.17:13.1.2",
    ]
    assert told.spoken == (
        "What is past the loss limit goes back, of the 4th. Earlier rounds stand."
    )
    declared = trim(room(100), placed, declared=True)
    assert [cite.id for cite in declared.cites] == ["STAR4-11.17", "STAR4-11.17:13.1.2"]


@pytest.mark.rule("STAR4-11.17:13.1.1")
def test_several_bets_go_back_in_reverse_order_jackpot_included() -> None:
    placed = [Placed("ante", 20), Placed("jackpot", 5), Placed("3rd", 60)]
    told = trim(room(22), placed, declared=False)
    assert told.returned == (Placed("3rd", 60), Placed("jackpot", 3))
    assert told.valid == (Placed("ante", 20), Placed("jackpot", 2))
    exact = trim(room(85), placed, declared=False)
    assert exact.returned == ()


@settings(max_examples=60)
@given(
    limit=st.integers(0, 200),
    amounts=st.lists(st.integers(1, 80), max_size=5),
)
def test_trimming_loses_no_cent(limit: int, amounts: list[int]) -> None:
    placed = [Placed(f"bet {n}", amount) for n, amount in enumerate(amounts)]
    told = trim(room(limit), placed, declared=False)
    valid = sum(bet.amount for bet in told.valid)
    assert valid + sum(bet.amount for bet in told.returned) == sum(amounts)
    assert valid == min(limit, sum(amounts))
