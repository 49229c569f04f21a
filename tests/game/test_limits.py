"""Limits: at, just below and just above, before and after the first card."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cautions import Cautions, Fault
from game.limits import (
    Change,
    CountsFor,
    PersonalLimits,
    Staked,
    agree_personal,
    change,
    found_late,
    may_end_kept,
    no_tournament,
    pay_up,
    refusals,
)
from game.line import Line
from game.maximum_payout import hold, most_payable
from game.play.setup import Limits
from game.ranks import Rank
from game.rulebooks.limits import (
    CROWN3_CAP,
    LIMITS,
    MASS_CAP,
    CapScope,
)
from game.signs import Sign
from rulebook import SOURCES, Cite, Cited, Refused

TWO = datetime(2026, 11, 16, 14, tzinfo=SOURCES["NSW3"].zone)
SIGNED = Limits(10, 500)
NSW = pytest.mark.parametrize("code", ["NSW3", "STAR4"])


def at(minutes: int, seconds: int = 0) -> datetime:
    return TWO + timedelta(minutes=minutes, seconds=seconds)


def reasons(refused: object) -> list[str]:
    if isinstance(refused, tuple):
        return [refusal.cite.id for refusal in refused]
    return [cite.id for cite in refused.cites] if isinstance(refused, Refused) else []


def bet(amount: int, **facts: object) -> Staked:
    return replace(Staked("Ann", "ante", amount, session="t7"), **facts)


def late(code: str, amount: int, limits: Limits = SIGNED, **facts: object):
    staked = bet(amount, first_card_dealt=True, **facts)
    return found_late(LIMITS[code], limits, staked, Cautions())


# The sign ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "amount", "fine", "rule"),
    [
        (Limits(10, 200, step=5), 15, True, "NSW3-6.1"),
        (Limits(10, 200, step=5), 12, False, "NSW3-6.1"),
        (Limits(10, 200), 12, True, "NSW3-6.1"),
        (Limits(10, 200, step=5), 12, False, "STAR4-6.1"),
        (Limits(10, 200), 12, True, "STAR4-6.1"),
        (Limits(5, 200), 7, True, "VIC99-N25-6.1"),
        (Limits(5, 200, step=5), 7, False, "VIC99-N25-6.1"),
    ],
)
def test_multiples_only_where_the_sign_says_so(
    limits: Limits, amount: int, fine: bool, rule: str
) -> None:
    found = refusals(LIMITS[rule.partition("-")[0]], limits, bet(amount))
    assert reasons(found) == ([] if fine else [rule])


@pytest.mark.parametrize(
    ("amount", "fine"), [(9, False), (10, True), (500, True), (501, False)]
)
@pytest.mark.parametrize("code", list(LIMITS))
def test_wagers_before_the_first_card_keep_the_limits(
    code: str, amount: int, fine: bool
) -> None:
    assert bool(refusals(LIMITS[code], SIGNED, bet(amount))) is not fine


@pytest.mark.rule("STAR4-6.1")
@pytest.mark.parametrize(
    ("amount", "elsewhere", "cites"),
    [
        (200, 300, []),
        (200, 301, ["STAR4-6.1"]),
        (201, 0, ["STAR4-6.3"]),
        (201, 300, ["STAR4-6.3", "STAR4-6.1"]),
    ],
)
def test_limits_per_area_and_per_player_both_hold(
    amount: int, elsewhere: int, cites: list[str]
) -> None:
    limits = Limits(10, 200, player_maximum=500)
    found = refusals(LIMITS["STAR4"], limits, bet(amount, elsewhere=elsewhere))
    assert reasons(found) == cites
    assert not refusals(LIMITS["NSW3"], limits, bet(200, elsewhere=400))


# Found late ---------------------------------------------------------------------


@pytest.mark.rule("CROWN3-6.2.1", "VIC99-N25-6.2")
@pytest.mark.parametrize("code", ["CROWN3", "VIC99"])
def test_the_first_wager_under_the_minimum_stands_and_the_next_goes_back(
    code: str,
) -> None:
    rules, cautions = LIMITS[code], Cautions()
    first = found_late(rules, SIGNED, bet(5), cautions)
    assert isinstance(first, CountsFor)
    assert (first.at_risk, first.returned) == (5, 0)
    assert first.caution
    assert "warned" in first.spoken
    cautions = cautions.add(first.caution)
    again = found_late(rules, SIGNED, bet(5), cautions)
    assert isinstance(again, CountsFor)
    assert (again.at_risk, again.returned, again.caution) == (0, 5, None)
    assert again.cite == rules.under.cite
    # The memory is this player's, at this table, about this fault.
    for other in (bet(5, player="Bob"), bet(5, session="t8")):
        fresh = found_late(rules, SIGNED, other, cautions)
        assert isinstance(fresh, CountsFor)
        assert fresh.at_risk == 5
    assert not cautions.has("Ann", Fault.SHORT_STREET_IN_PLAY, "t7")


@pytest.mark.rule("NSW3-6.2", "STAR4-6.2")
@NSW
def test_under_the_minimum_stands_once_the_first_card_is_out(code: str) -> None:
    told = late(code, 5)
    assert isinstance(told, CountsFor)
    assert (told.at_risk, told.returned, told.caution) == (5, 0, None)
    assert told.cite.id == f"{code}-6.2"
    early = found_late(LIMITS[code], SIGNED, bet(5), Cautions())
    assert reasons(early) == [f"{code}-6.2"]


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("CROWN3", "CROWN3-6.2.2"),
        ("VIC99", "VIC99-N25-6.3"),
        ("NSW3", "NSW3-6.3"),
        ("STAR4", "STAR4-6.3"),
    ],
)
def test_over_the_maximum_counts_as_the_maximum(code: str, rule: str) -> None:
    told = late(code, 600)
    assert isinstance(told, CountsFor)
    assert (told.at_risk, told.returned, told.cite.id) == (500, 100, rule)
    assert told.spoken == "The wager counts as 500; 100 goes back."
    for amount in (10, 500):
        within = late(code, amount)
        assert isinstance(within, CountsFor)
        assert (within.at_risk, within.returned, within.caution) == (amount, 0, None)
        assert within.spoken == ""  # nothing to rule on


@pytest.mark.rule("HOUSE-LIMITS-1")
@pytest.mark.parametrize("amount", [9, 501])
def test_massachusetts_has_it_ruled_on(amount: int) -> None:
    assert reasons(late("MASS", amount)) == ["HOUSE-STUD-4"]


@settings(max_examples=60)
@given(
    code=st.sampled_from(["CROWN3", "VIC99", "NSW3", "STAR4"]),
    amount=st.integers(1, 2000),
    warned=st.booleans(),
)
def test_no_cent_is_lost_between_risk_and_return(
    code: str, amount: int, warned: bool
) -> None:
    first = late(code, 1)
    cautions = Cautions().add(first.caution) if warned else Cautions()
    staked = bet(amount, first_card_dealt=True)
    told = found_late(LIMITS[code], SIGNED, staked, cautions)
    assert told.at_risk + told.returned == amount
    assert 0 <= told.at_risk <= SIGNED.maximum
    assert told.returned >= 0


@pytest.mark.rule("CROWN3-6.2.3")
@pytest.mark.parametrize(
    ("winnings", "paid"), [(7_00, 7_50), (7_50, 7_50), (7_51, 10_00), (0, 0), (-7, -7)]
)
def test_winnings_are_paid_up_to_what_chips_can_pay(winnings: int, paid: int) -> None:
    [line] = pay_up(LIMITS["CROWN3"], won(winnings), 2_50)
    cite = "CROWN3-6.2.3" if paid != winnings else PAYS.id
    assert (line.net, line.cite.id) == (paid, cite)
    assert not refusals(LIMITS["CROWN3"], Limits(10, 500, step=5), bet(12))
    for code, chip in (("NSW3", 2_50), ("CROWN3", None)):
        assert pay_up(LIMITS[code], won(winnings), chip)[0].net == winnings


# Personal limits ------------------------------------------------------------------


@pytest.mark.rule("CROWN3-6.3", "VIC99-N25-6.5", "STAR4-6.6")
@pytest.mark.parametrize(
    ("code", "by", "marker", "rule"),
    [
        ("CROWN3", Rank.SUPERVISOR, "personal limits", "CROWN3-1.1:Distinctive-Marker"),
        ("VIC99", Rank.AREA_MANAGER, "higher limit", "VIC99-N25-6.5"),
        ("STAR4", Rank.SUPERVISOR, "personal limits", "STAR4-6.6"),
        ("NSW3", Rank.SUPERVISOR, "personal limits", "HOUSE-LIMITS-1"),
    ],
)
def test_personal_limits_are_agreed_for_one_seat_with_a_marker(
    code: str, by: Rank, marker: str, rule: str
) -> None:
    rules, own = LIMITS[code], Limits(50, 2000)
    agreed = agree_personal(rules, 3, "Ann", own, by)
    assert isinstance(agreed, PersonalLimits)
    assert (agreed.marker.value, agreed.marker.cite.id) == (marker, rule)
    assert (agreed.player, agreed.seat) == ("Ann", 3)
    assert (agreed.minimum, agreed.maximum) == (50, 2000)
    below = Rank(by - 1)
    refused = agree_personal(rules, 3, "Ann", own, below)
    assert reasons(refused) == [rules.personal.cite.id]


# Raising a minimum ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "by", "rule"),
    [
        ("CROWN3", Rank.SUPERVISOR, "CROWN3-6.1:fn1-s66(2)"),
        ("VIC99", Rank.AREA_MANAGER, "VIC99-N25-6.4"),
        ("NSW3", Rank.SUPERVISOR, "NSW3-6.5"),
        ("STAR4", Rank.SUPERVISOR, "STAR4-6.5"),
        ("MASS", Rank.SUPERVISOR, "HOUSE-LIMITS-1"),
    ],
)
def test_a_higher_minimum_waits_twenty_minutes(code: str, by: Rank, rule: str) -> None:
    rules, higher = LIMITS[code], Limits(25, 500)
    raised = Change(higher, by, Sign(TWO))
    early = change(rules, SIGNED, raised, at(19, 59))
    assert reasons(early) == [rule]
    assert "20 minutes" in str(early)
    assert change(rules, SIGNED, raised, at(20)) == higher
    lower = Change(SIGNED, by, Sign(None))
    assert change(rules, higher, lower, TWO) == SIGNED
    most = Change(replace(SIGNED, maximum=900), by, Sign(None))
    assert change(rules, SIGNED, most, TWO) == most.new
    below = replace(most, by=Rank(by - 1))
    assert isinstance(change(rules, SIGNED, below, TWO), Refused)


@pytest.mark.rule("NSW3-6.5.1", "STAR4-6.5.1")
@NSW
def test_a_minimum_rises_at_once_where_the_old_one_is_kept(code: str) -> None:
    higher = Limits(25, 500)
    at_once = Change(higher, Rank.SUPERVISOR, Sign(None), keep_old_minimum=True)
    assert change(LIMITS[code], SIGNED, at_once, TWO) == higher


def test_elsewhere_nobody_keeps_an_old_minimum() -> None:
    rules, higher = LIMITS["CROWN3"], Limits(25, 500)
    at_once = Change(higher, Rank.SUPERVISOR, Sign(None), keep_old_minimum=True)
    assert isinstance(change(rules, SIGNED, at_once, TWO), Refused)


@pytest.mark.rule("NSW3-6.5.2", "STAR4-6.5.2")
@NSW
def test_an_old_minimum_ends_after_twenty_minutes_of_notice(code: str) -> None:
    rules = LIMITS[code]
    assert reasons(may_end_kept(rules, Sign(TWO), at(19, 59))) == [f"{code}-6.5.2"]
    assert may_end_kept(rules, Sign(TWO), at(20)) is None


@pytest.mark.rule("NSW3-6.6.1", "STAR4-6.7.1")
@pytest.mark.parametrize(
    ("code", "cites"), [("NSW3", ["NSW3-6.6.1"]), ("STAR4", ["STAR4-6.7.1"])]
)
def test_no_tournament_at_a_low_limit_table(code: str, cites: list[str]) -> None:
    found = no_tournament(code, "Table 8", low_limit=True)
    assert [refusal.cite.id for refusal in found] == cites
    assert not list(no_tournament(code, "Table 8", low_limit=False))
    assert not list(no_tournament("CROWN3", "Table 8", low_limit=True))


# Maximum payouts --------------------------------------------------------------------

PAYS = Cite("MASS-11(b):table")


def won(*nets: int, seat: int = 1) -> list[Line]:
    names = ("ante", "3rd", "4th", "5th")
    return [Line(seat, w, 1, n, PAYS) for w, n in zip(names, nets, strict=False)]


@pytest.mark.rule("MASS-11(c)")
@pytest.mark.parametrize(
    ("minimum", "most"),
    [
        (10_00, 50_000_00),
        (25_00, 50_000_00),  # 4 x 25 x 500 is exactly 50,000
        (25_01, 50_020_00),
        (100_00, 200_000_00),
    ],
)
def test_massachusetts_takes_the_greater_sum(minimum: int, most: int) -> None:
    assert most_payable(MASS_CAP, minimum) == Cited(most, Cite("MASS-11(c)"))


@pytest.mark.rule("MASS-11(c)")
def test_ten_units_are_a_setting() -> None:
    ten = replace(MASS_CAP, minimum_wager_units=10)
    assert most_payable(ten, 25_00) == Cited(125_000_00, Cite("MASS-11(c)"))


@pytest.mark.rule("MASS-11(c)")
def test_a_capped_hand_is_paid_the_cap_in_all() -> None:
    most = most_payable(MASS_CAP, 10_00)
    assert isinstance(most, Cited)
    lines = won(12_500_00, 37_500_00, 37_500_00, 37_500_00)
    side = Line(1, "three_card_bonus", 5_00, 200_00, PAYS)
    held = hold(MASS_CAP, most, [*lines, side])
    assert sum(line.net for line in held) == 50_000_00 + 200_00
    assert held[-1] == side
    assert {line.cite.id for line in held[:-1]} == {"MASS-11(c)"}


@pytest.mark.rule("CROWN3-8.2:Table1-note")
def test_crown_posts_its_maximum_payout() -> None:
    for nothing in (None, 0):
        refused = most_payable(CROWN3_CAP, 10_00, nothing)
        assert reasons(refused) == ["CROWN3-8.2:Table1-note"]
    assert isinstance(most_payable(CROWN3_CAP, 10_00, 1), Cited)
    most = most_payable(CROWN3_CAP, 10_00, 50_000_00)
    assert isinstance(most, Cited)
    assert sum(x.net for x in hold(CROWN3_CAP, most, won(60_000_00))) == 50_000_00
    assert hold(CROWN3_CAP, most, won(50_000_00))[0].net == 50_000_00
    assert hold(CROWN3_CAP, most, won(-10))[0].net == -10


def test_the_scope_of_a_cap_is_a_setting() -> None:
    most = Cited(100, CROWN3_CAP.posted)
    lines = [Line(seat, "ante", 10, 80, PAYS) for seat in (1, 2)]
    lines += [Line(1, "jackpot", 1, 500, PAYS)]
    assert [x.net for x in hold(CROWN3_CAP, most, lines)] == [80, 80, 500]
    by_table = hold(CROWN3_CAP, most, lines, CapScope.TABLE)
    assert [x.net for x in by_table] == [50, 50, 500]


@settings(max_examples=60)
@given(
    nets=st.lists(st.integers(-500, 10_000), min_size=1, max_size=4),
    most=st.integers(1, 10_000),
)
def test_a_cap_pays_to_the_last_cent_and_takes_nothing_else(
    nets: list[int], most: int
) -> None:
    before = won(*nets)
    after = hold(CROWN3_CAP, Cited(most, CROWN3_CAP.posted), before)
    wins = sum(net for net in nets if net > 0)
    assert sum(x.net for x in after if x.net > 0) == min(wins, most)
    assert all((a.net >= 0) == (b.net >= 0) for a, b in zip(after, before, strict=True))
    assert [x.net for x in after if x.net < 0] == [net for net in nets if net < 0]
