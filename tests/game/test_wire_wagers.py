"""Limits, side bets and jackpot wagers of a recorded round."""

import pytest

from tests.game.recorded import a_round, a_seat, error_of, rules_against, told


@pytest.mark.parametrize(
    ("ante", "counts", "rule"),
    [
        (99, 99, "CROWN3-6.2.1"),
        (501, 500, "CROWN3-6.2.2"),
        (99, 99, "NSW3-6.2"),
        (501, 500, "NSW3-6.3"),
        (99, 99, "STAR4-6.2"),
        (501, 500, "STAR4-6.3"),
    ],
)
def test_an_ante_found_outside_the_limits_counts_as_the_rule_says(ante, counts, rule):
    code, limits = rule.partition("-")[0], {"min": 100, "max": 500}
    seats = [a_seat(ante=ante, streets=[counts, 3 * counts, counts])]
    [seat] = told(a_round(code, seats, limits=limits))["seats"]
    assert seat["lines"][0]["stake"] == counts
    assert seat["net"] == 4 * 6 * counts
    assert seat["note"]["rule"] == rule


@pytest.mark.rule("CROWN3-6.2.1")
@pytest.mark.parametrize("hole", ["Ac2d", "Kc9d"])  # it would win, it would lose
def test_after_a_warning_a_small_ante_goes_back_whatever_the_cards_say(hole):
    limits, streets = {"min": 100, "max": 500}, [99, 297, 99]
    again = a_seat(hole=hole, ante=99, streets=streets, warned=True)
    [seat] = told(a_round("CROWN3", [again], limits=limits))["seats"]
    assert (seat["result"], seat["net"]) == ("void", 0)
    assert {line["rule"] for line in seat["lines"]} == {"CROWN3-6.2.1"}
    assert sum(line["stake"] for line in seat["lines"]) == 99 + sum(streets)
    assert seat["note"]["rule"] == "CROWN3-6.2.1"
    enough = a_seat(hole=hole, ante=100, streets=[100, 300, 100], warned=True)
    [seat] = told(a_round("CROWN3", [enough], limits=limits))["seats"]
    assert seat["net"]


def test_whether_a_player_was_warned_is_true_or_false():
    line = a_round("CROWN3", [a_seat(warned="yes")], limits={"min": 100, "max": 500})
    assert "“warned” must be true or false" in error_of(line)


@pytest.mark.rule("HOUSE-STUD-4")
@pytest.mark.parametrize(
    ("ante", "settled"), [(99, False), (100, True), (500, True), (501, False)]
)
def test_in_massachusetts_such_an_ante_waits_for_a_ruling(ante, settled):
    seats, limits = [a_seat(ante=ante, streets=["fold"])], {"min": 100, "max": 500}
    request = a_round("MASS", seats, limits=limits)
    if settled:
        assert "note" not in told(request)["seats"][0]
    else:
        assert rules_against(request) == {"HOUSE-STUD-4"}


@pytest.mark.parametrize("ante", [100, 500])
def test_an_ante_at_a_limit_is_within_it(ante):
    seats = [a_seat(ante=ante, streets=["fold"])]
    [seat] = told(a_round(seats=seats, limits={"min": 100, "max": 500}))["seats"]
    assert "note" not in seat


@pytest.mark.parametrize(
    "limits",
    [
        5,
        [],
        {"min": 1},
        {"max": 1},
        {"min": 5, "max": 1},
        {"min": 0, "max": 1},
        {"min": True, "max": 5},
        {"min": 1, "max": 5, "unit": 1},
        {"min": 1.0, "max": 5},
    ],
)
def test_limits_that_make_no_sense_are_an_error(limits):
    assert "“" in error_of(a_round(limits=limits))


@pytest.mark.parametrize(
    ("community", "table", "won", "rule"),
    [
        ("AhKhQh", "3CS-01", 400, "MASS-6(f):Table 1"),
        ("AhKhQh", "3CS-04", 500, "MASS-6(f):Table 2"),
        ("4h5s6d", "3CS-02", 50, "MASS-6(f):Table 1"),
        ("4h9hJh", "3CS-06", 30, "MASS-6(f):Table 2"),
        ("4h9hJd", "3CS-01", -10, "MASS-6(f)(4)"),
    ],
)
def test_the_3_card_bonus_is_settled_even_for_a_folded_hand(
    community, table, won, rule
):
    seats = [a_seat(hole="2c7d", streets=["fold"], three_card_bonus=10)]
    request = a_round("MASS", seats, community=community, three_card_table=table)
    [seat] = told(request)["seats"]
    [_, bonus] = seat["lines"]
    assert bonus == {"wager": "three_card_bonus", "stake": 10, "net": won, "rule": rule}
    assert seat["net"] == -300 + won


def test_cover_all_pays_the_best_live_hand_of_the_table():
    seats = [
        a_seat(seat=1, hole="KcKd", streets=["fold"], cover_all=5),
        a_seat(seat=2, hole="2c3d", cover_all=5),
        a_seat(seat=3, hole="9c9d"),
    ]
    answer = told(a_round("MASS", seats, community="KhKs9h"))
    lines = [seat["lines"][-1] for seat in answer["seats"][:2]]
    # Seat 1 folded four kings; nines full of kings is the best hand left, of three.
    assert [line["net"] for line in lines] == [5 * 35, 5 * 35]


@pytest.mark.parametrize("rule", ["CROWN3-1.4.1", "NSW3-10.3", "STAR4-10.3"])
@pytest.mark.parametrize("wager", ["three_card_bonus", "cover_all"])
def test_side_bets_exist_only_in_massachusetts(wager, rule):
    code = rule.partition("-")[0]
    request = a_round(code, [a_seat(**{wager: 5})], three_card_table="3CS-01")
    assert rules_against(request) == {rule}
    assert "seats" in told(a_round(code, [a_seat(**{wager: 0})]))


@pytest.mark.parametrize("stake", [-1, 1.5, True, "5", False, None, 0.0, "", []])
def test_a_side_bet_is_a_whole_amount(stake):
    request = a_round(
        "MASS", [a_seat(three_card_bonus=stake)], three_card_table="3CS-01"
    )
    assert rules_against(request) == {"HOUSE-STUD-2"}


def test_the_3_card_bonus_needs_its_table():
    assert rules_against(a_round("MASS", [a_seat(three_card_bonus=5)])) == {"MASS-6(f)"}
    for table in ("3CS-07", 1, [], ""):
        assert "no 3 Card Bonus table" in error_of(
            a_round("MASS", three_card_table=table)
        )


def test_cover_all_has_no_odds_for_seven_players():
    holes = ["2c2d", "3c3d", "4c4d", "5c5d", "6c6d", "7c7d", "8c8d"]
    seats = [a_seat(seat=n, hole=h, cover_all=5) for n, h in enumerate(holes, 1)]
    assert rules_against(a_round("MASS", seats, community="AhKhQs")) == {"MASS-12(c)"}


@pytest.mark.parametrize(("code", "lost"), [("CROWN3", 105), ("STAR4", 100)])
def test_a_fold_takes_the_jackpot_wager_where_the_document_says_so(code, lost):
    seats = [a_seat(ante=100, streets=["fold"], jackpot=5)]
    assert told(a_round(code, seats))["seats"][0]["net"] == -lost


@pytest.mark.parametrize("jackpot", [-1, 1.5, True, "1", None])
def test_a_jackpot_wager_is_a_whole_amount(jackpot):
    assert rules_against(a_round(seats=[a_seat(jackpot=jackpot)])) == {"HOUSE-STUD-2"}
