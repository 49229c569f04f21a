"""Recorded rounds as JSON lines: what is settled, what is refused, what is an error."""

import json
from copy import deepcopy

import pytest
from click.testing import CliRunner

from game.cli import game
from game.wire.lines import BadLine, told_of
from game.wire.rank import rank
from game.wire.settle import settle
from rulebook import Cite

SEAT = {"seat": 1, "hole": "Ac2d", "ante": 300, "streets": [300, 900, 600]}


def a_round(code="CROWN3", seats=None, **more):
    community = more.pop("community", "3h4s5c")
    return {
        "id": "r1",
        "rulebook": code,
        "game": "mississippi_stud",
        "community": community,
        "seats": [SEAT] if seats is None else seats,
        **more,
    }


def a_seat(**more):
    return {**SEAT, **more}


def told(request):
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    return told_of(line, settle)


def rules_against(request):
    """The rules a round is refused under; each reason is a sentence with its seat."""
    answer = told(request)
    assert "refused" in answer, answer
    for reason in answer["refused"]:
        assert set(reason) == {"rule", "seat", "reason"}
        assert reason["reason"].endswith(".")
        assert Cite(reason["rule"])
    return {reason["rule"] for reason in answer["refused"]}


def error_of(request):
    answer = told(request)
    assert set(answer) == {"id", "error"}, answer
    return answer["error"]


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
        a_seat(seat=12, hole="Zz9c", ante=-1),
        a_seat(seat=3, hole="3hKd"),
    ]
    answer = told(a_round(seats=seats))
    assert [(r["seat"], r["rule"]) for r in answer["refused"]] == [
        (1, "CROWN3-5.5"),
        (1, "CROWN3-5.5"),
        (12, "CROWN3-3.1"),
        (12, "CROWN3-2.1"),
        (12, "HOUSE-STUD-2"),
        (None, "CROWN3-3.1"),
    ]
    assert answer["refused"][0]["reason"] == (
        "A 3rd street bet of 1000 on an ante of 300. Bet 300, 600 or 900, or fold."
    )


# Limits


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


# Side bets and jackpot wagers


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


@pytest.mark.parametrize("rule", ["CROWN3-13.12", "NSW3-13.10", "STAR4-13.15"])
@pytest.mark.parametrize("wager", ["three_card_bonus", "cover_all"])
def test_side_bets_exist_only_in_massachusetts(wager, rule):
    code = rule.partition("-")[0]
    request = a_round(code, [a_seat(**{wager: 5})], three_card_table="3CS-01")
    assert rules_against(request) == {rule}
    assert "seats" in told(a_round(code, [a_seat(**{wager: 0})]))


@pytest.mark.parametrize("stake", [-1, 1.5, True, "5"])
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


# Lines that ask nothing


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"nonsense", "no JSON"),
        (b'{"id":1', "no JSON"),
        (b"\xff\xfe{}", "UTF-8"),
        (b"[]", "JSON object"),
        (b"3", "JSON object"),
        (b"null", "JSON object"),
        (b'{"id":1,"id":2}', "more than once"),
        (b'{"id":NaN}', "NaN"),
        (b'{"id":-1e999}', "too large"),
        (b'{"id":' + b"[" * 100_000, "nested"),
        (b'{"id":' + b"9" * 5_000 + b"}", "too long"),
    ],
)
def test_a_line_that_cannot_be_read_is_an_error_without_an_id(line, says):
    answer = told(line)
    assert answer["id"] is None
    assert says in answer["error"]


@pytest.mark.parametrize("key", ["rulebook", "community", "seats"])
def test_a_missing_key_is_named(key):
    request = a_round()
    del request[key]
    assert error_of(request) == f"“{key}” is missing."


@pytest.mark.parametrize("key", ["seat", "hole", "ante", "streets"])
def test_a_missing_key_of_a_seat_is_named(key):
    request = deepcopy(a_round())
    del request["seats"][0][key]
    assert error_of(request) == f"“{key}” is missing."


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (a_round(colour="red"), "“colour” is no key"),
        (a_round(seats=[a_seat(cover_al=5)]), "“cover_al” is no key"),
        (a_round(game="blackjack"), "“game” must be one of"),
        (a_round(game=None), "“game” must be one of"),
        (a_round(game=[]), "“game” must be one of"),
        (a_round("VIC99"), "“rulebook” must be one of"),
        (a_round(7), "“rulebook” must be text"),
        (a_round(seats={}), "“seats” must be a list"),
        (a_round(seats=[1]), "“seats” must be a list"),
        (a_round(community=5), "“community” must be text"),
        (a_round(seats=[a_seat(hole=None)]), "“hole” must be text"),
        (a_round(seats=[a_seat(streets="fold")]), "“streets” must be a list"),
    ],
)
def test_a_request_of_another_shape_is_an_error_with_its_id(request_, says):
    assert says in error_of(request_)
    assert told(request_)["id"] == "r1"


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("AcKdQhJs", "five or three"),
        ("", "five or three"),
        ("AcAcQhJsTc", "more than once"),
        ("AcKdQhJsT", "is no card"),
        (5, "must be text"),
    ],
)
def test_cards_that_cannot_be_ranked(cards, says):
    with pytest.raises(BadLine, match=says):
        rank({"id": 1, "cards": cards})


# The commands


def run(command, lines):
    data = b"\n".join(lines) + b"\n"
    return CliRunner().invoke(game, [command], input=data)


def test_one_answer_for_each_line_in_order_and_a_status_that_tells():
    good = json.dumps(a_round()).encode()
    result = run("settle", [good, b"nonsense", b"", good])
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert [("seats" in answer) for answer in answers] == [True, False, True]
    assert result.exit_code == 1
    assert run("settle", [good, good]).exit_code == 0


def test_a_refusal_is_an_answer_and_no_error():
    result = run("settle", [json.dumps(a_round(seats=[a_seat(ante=0)])).encode()])
    assert result.exit_code == 0
    assert "refused" in json.loads(result.output)


def test_rank_on_the_command_line():
    result = run(
        "rank", [b'{"id":1,"cards":"AcKdQhJsTc"}', b'{"id":2,"cards":"AhKhQh"}']
    )
    assert [json.loads(line) for line in result.output.splitlines()] == [
        {"id": 1, "category": "straight", "rank": 1600},
        {"id": 2, "category": "mini_royal"},
    ]
    assert result.exit_code == 0


def test_the_commands_are_listed_with_those_that_live_elsewhere():
    listed = CliRunner().invoke(game, ["--help"]).output
    assert all(name in listed for name in ("settle", "rank", "odds", "jackpot"))
    assert CliRunner().invoke(game, ["jackpot"], input=b"").exit_code == 0
