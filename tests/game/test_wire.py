"""Recorded rounds: what is settled and what is refused, by rule."""

import pytest

from tests.game.recorded import SEAT, a_round, a_seat, rules_against, told


def test_an_answer_looks_as_documented():
    assert told(a_round(seats=[a_seat(streets=[300, 900, "fold"], jackpot=0)])) == {
        "id": "r1",
        "seats": [
            {
                "seat": 1,
                "category": "straight",
                "result": "fold",
                "lines": [
                    {
                        "wager": "ante",
                        "stake": 300,
                        "net": -300,
                        "rule": "CROWN3-5.7.3(a)",
                    },
                    {
                        "wager": "3rd",
                        "stake": 300,
                        "net": -300,
                        "rule": "CROWN3-7.4.5(b)",
                    },
                    {
                        "wager": "4th",
                        "stake": 900,
                        "net": -900,
                        "rule": "CROWN3-7.4.5(b)",
                    },
                ],
                "net": -1500,
            }
        ],
    }
    [seat] = told(a_round())["seats"]
    assert (seat["result"], seat["net"]) == ("win", 8_400)
    assert {line["rule"] for line in seat["lines"]} == {"CROWN3-8.2:Table1"}


def test_seats_come_back_in_the_order_they_were_sent():
    seats = [a_seat(seat=4), a_seat(seat=2, hole="KcKd"), a_seat(seat=9, hole="9c8d")]
    assert [seat["seat"] for seat in told(a_round(seats=seats))["seats"]] == [4, 2, 9]


@pytest.mark.parametrize(
    ("streets", "rule"),
    [
        ([299, 300, 300], "CROWN3-5.5"),
        ([301, 300, 300], "CROWN3-5.5"),
        ([300, 450, 300], "CROWN3-5.5"),
        ([300, 300, 901], "CROWN3-5.5"),
        ([300, 1200, "fold"], "CROWN3-5.5"),
        ([0, 300, 300], "HOUSE-STUD-2"),
        ([-300, 300, 300], "HOUSE-STUD-2"),
        ([300.0, 300, 300], "HOUSE-STUD-2"),
        ([True, 300, 300], "HOUSE-STUD-2"),
        ([None, 300, 300], "HOUSE-STUD-2"),
        ([[300], 300, 300], "HOUSE-STUD-2"),
        ([], "CROWN3-7.4.1"),
        ([300], "CROWN3-7.4.4"),
        ([300, 300], "CROWN3-7.4.5"),
        ([300, 300, 300, 300], "CROWN3-7.4.5"),
        ([300, 300, 300, "fold"], "CROWN3-7.4.5"),
        (["fold", 300, 300], "CROWN3-1.1:Fold"),
        (["fold", "fold"], "CROWN3-1.1:Fold"),
        (["check", 300, 300], "CROWN3-7.4.1"),
        (["300", 300, 300], "CROWN3-7.4.1"),
        (["Fold"], "CROWN3-7.4.1"),
    ],
)
def test_street_bets_that_are_not_allowed(streets, rule):
    assert rule in rules_against(a_round(seats=[a_seat(streets=streets)]))


@pytest.mark.parametrize(
    ("amount", "codes"),
    [
        (300, {"CROWN3", "MASS", "NSW3", "STAR4"}),
        (301, {"STAR4"}),
        (450, {"STAR4"}),
        (600, {"CROWN3", "MASS", "NSW3", "STAR4"}),
        (899, {"STAR4"}),
        (900, {"CROWN3", "MASS", "NSW3", "STAR4"}),
        (901, set()),
        (299, set()),
    ],
)
def test_which_document_takes_which_street_bet(amount, codes):
    for code in ("CROWN3", "MASS", "NSW3", "STAR4"):
        answer = told(a_round(code, [a_seat(streets=[amount, amount, amount])]))
        assert ("seats" in answer) is (code in codes)


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ("MASS", ["1:3rd street wager", "1:4th street wager", "1:5th street wager"]),
        (
            "NSW3",
            ["1.1:3rd Street Wager", "1.1:4th Street Wager", "1.1:5th Street Wager"],
        ),
        (
            "STAR4",
            ["1.1:3rd Street Wager", "1.1:4th Street Wager", "1.1:5th Street Wager"],
        ),
    ],
)
def test_each_street_is_refused_under_its_own_rule(code, rules):
    for street, rule in enumerate(rules):
        streets = [300, 300, 300]
        streets[street] = 1_000
        seats = [a_seat(streets=streets)]
        assert rules_against(a_round(code, seats)) == {f"{code}-{rule}"}


@pytest.mark.rule("HOUSE-STUD-2")
@pytest.mark.parametrize("ante", [0, -1, 1.5, 300.0, True, False, None, "300", []])
def test_an_ante_is_a_whole_amount(ante):
    assert rules_against(a_round(seats=[a_seat(ante=ante)])) == {"HOUSE-STUD-2"}


def test_huge_amounts_stay_exact():
    ante = 10**30 + 1
    [seat] = told(a_round(seats=[a_seat(ante=ante, streets=[ante] * 3)]))["seats"]
    assert seat["net"] == 16 * ante


@pytest.mark.rule("CROWN3-3.1", "MASS-2(a)", "NSW3-3.1", "STAR4-3.1")
@pytest.mark.parametrize("code", ["CROWN3", "MASS", "NSW3", "STAR4"])
@pytest.mark.parametrize(
    ("community", "holes"),
    [
        ("3h4s5c", ["Ac3h"]),
        ("3h4s5c", ["AcAc"]),
        ("3h3h5c", ["Ac2d"]),
        ("3h4s5c", ["Ac2d", "Ac9d"]),
        ("3h4s5c", ["Ac2d", "Kc5c"]),
        ("3h4s1c", ["Ac2d"]),
        ("3h4s5c", ["Ax2d"]),
        ("3h4s5c", ["ac2d"]),
        ("3h4s5", ["Ac2d"]),
    ],
)
def test_cards_that_one_deck_cannot_give(code, community, holes):
    seats = [a_seat(seat=n, hole=hole) for n, hole in enumerate(holes, 1)]
    deck = {"MASS": "MASS-2(a)"}.get(code, f"{code}-3.1")
    assert rules_against(a_round(code, seats, community=community)) == {deck}


@pytest.mark.parametrize(
    ("rule", "community_rule"),
    [
        ("CROWN3-1.1:Hole-Cards", "CROWN3-1.1:Community-cards"),
        ("MASS-7(d)(1)", "MASS-1:Community card"),
        ("NSW3-1.1:Hole Cards", "NSW3-1.1:Community Cards"),
        ("STAR4-1.1:Hole Cards", "STAR4-1.1:Community Cards"),
    ],
)
def test_two_hole_cards_and_three_community_cards(rule, community_rule):
    code = rule.partition("-")[0]
    for hole in ("", "Ac", "Ac2d9h"):
        assert rules_against(a_round(code, [a_seat(hole=hole)])) == {rule}
    for community in ("", "3h4s", "3h4s5c6d"):
        found = rules_against(a_round(code, community=community))
        assert found == {community_rule}


@pytest.mark.parametrize(
    ("seat", "rule"),
    [
        (0, "CROWN3-2.1"),
        (10, "CROWN3-2.1"),
        (-1, "CROWN3-2.1"),
        (True, "CROWN3-2.1"),
        ("1", "CROWN3-2.1"),
        (1.0, "CROWN3-2.1"),
        (None, "CROWN3-2.1"),
        (8, "MASS-11P(c)"),
        (10, "HOUSE-STUD-1"),
    ],
)
def test_seats_the_table_does_not_have(seat, rule):
    code = rule.partition("-")[0].replace("HOUSE", "NSW3")
    assert rules_against(a_round(code, [a_seat(seat=seat)])) == {rule}


@pytest.mark.rule("HOUSE-STUD-6")
def test_a_seat_is_settled_once():
    twice = [SEAT, a_seat(hole="KcKd")]
    assert rules_against(a_round(seats=twice)) == {"HOUSE-STUD-6"}


def test_a_round_without_antes_is_none():
    assert rules_against(a_round(seats=[])) == {"CROWN3-1.1:Ante"}


def test_every_reason_is_given_with_its_seat():
    seats = [
        a_seat(streets=[1_000, 250, "fold"]),
        a_seat(seat=12, hole="Zz9c", streets=["check"]),
        a_seat(seat=3, hole="3hKd"),
    ]
    answer = told(a_round(seats=seats))
    assert [(r["seat"], r["rule"]) for r in answer["refused"]] == [
        (1, "CROWN3-5.5"),
        (1, "CROWN3-5.5"),
        (12, "CROWN3-3.1"),
        (12, "CROWN3-2.1"),
        (12, "CROWN3-7.4.1"),
        (12, "CROWN3-7.4.4"),
        (None, "CROWN3-3.1"),
    ]
    assert answer["refused"][0]["reason"] == (
        "A 3rd street bet of 1000 on an ante of 300. Bet 300, 600 or 900, or fold."
    )
