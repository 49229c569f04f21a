"""Recorded rounds of Caribbean Stud and Baccarat as JSON: settled, refused or erred."""

import pytest

from tests.game.recorded import told


def a_seat(**changes) -> dict:
    seat = {"seat": 1, "hand": "KdJd9d5d2d", "ante": 100, "decision": "bet"}
    return {**seat, **changes}


def a_round(*seats, **changes) -> dict:
    return {
        "id": "r1",
        "rulebook": "VIC99",
        "game": "caribbean_stud",
        "dealer": "4c4sKc9s2c",
        "seats": list(seats) or [a_seat()],
    } | changes


def a_coup(player="7c2d", banker="5hKs", bets=None, **changes) -> dict:
    return {
        "id": 7,
        "game": "baccarat",
        "player": player,
        "banker": banker,
        "seats": [{"seat": 1, "bets": bets or {"player": 0, "banker": 100, "tie": 0}}],
    } | changes


def rules(answer) -> list[str]:
    return [reason["rule"] for reason in answer["refused"]]


def test_a_caribbean_round_is_settled_seat_by_seat():
    folded = a_seat(seat=3, hand="AcAdAh8s7c", decision="fold")
    answer = told(a_round(a_seat(), folded))
    assert answer == {
        "id": "r1",
        "seats": [
            {
                "seat": 1,
                "category": "flush",
                "result": "win",
                "lines": [
                    {
                        "wager": "ante",
                        "stake": 100,
                        "net": 100,
                        "rule": "VIC99-N25-10.1",
                    },
                    {
                        "wager": "bet",
                        "stake": 200,
                        "net": 1000,
                        "rule": "VIC99-N25-10.2",
                    },
                ],
                "net": 1100,
            },
            {
                "seat": 3,
                "category": "three_of_a_kind",
                "result": "fold",
                "lines": [
                    {
                        "wager": "ante",
                        "stake": 100,
                        "net": -100,
                        "rule": "VIC99-N25-5.3.2",
                    }
                ],
                "net": -100,
            },
        ],
    }


@pytest.mark.parametrize(
    ("dealer", "hand", "result", "nets"),
    [
        ("4c4sKc9s2c", "4d4hKd9h2d", "push", 0),
        ("4c4sKc9s2c", "3d3hKd9h2d", "lose", -300),
        ("4c4sKc9s2c", "5d5hKd9h2d", "win", 300),
        ("AcQs9c8s2c", "3d5hKd9h2d", "win", 100),
    ],
)
def test_the_result_of_a_seat(dealer, hand, result, nets):
    [seat] = told(a_round(a_seat(hand=hand), dealer=dealer))["seats"]
    assert (seat["result"], seat["net"]) == (result, nets)


@pytest.mark.parametrize(
    ("rule", "seat"),
    [
        ("VIC99-N25-3.1", a_seat(hand="4cJd9d5d2d")),  # the dealer has it
        ("VIC99-N25-3.1", a_seat(hand="KdKd9d5d2d")),
        ("VIC99-N25-3.1", a_seat(hand="1dJd9d5d2d")),
        ("VIC99-N25-3.1", a_seat(hand="KdJd9d5d2")),
        ("HOUSE-CARIBBEAN-2", a_seat(hand="KdJd9d5d")),
        ("HOUSE-CARIBBEAN-2", a_seat(hand="KdJd9d5d2d3d")),
        ("HOUSE-CARIBBEAN-2", a_seat(hand="")),
        ("HOUSE-CARIBBEAN-1", a_seat(seat=10)),
        ("HOUSE-CARIBBEAN-1", a_seat(seat=0)),
        ("HOUSE-CARIBBEAN-1", a_seat(seat="1")),
        ("HOUSE-CARIBBEAN-1", a_seat(seat=True)),
        ("HOUSE-STUD-2", a_seat(ante=0)),
        ("HOUSE-STUD-2", a_seat(ante=-100)),
        ("HOUSE-STUD-2", a_seat(ante=2.5)),
        ("HOUSE-STUD-2", a_seat(ante=True)),
        ("HOUSE-STUD-2", a_seat(ante="100")),
        ("HOUSE-STUD-2", a_seat(ante=None)),
        ("HOUSE-STUD-2", a_seat(jackpot=-1)),
        ("VIC99-N25-5.3", a_seat(decision="check")),
        ("VIC99-N25-5.3", a_seat(decision="raise")),
        ("VIC99-N25-5.3", a_seat(decision="")),
        ("VIC99-N25-5.3", a_seat(decision=200)),
        ("VIC99-N25-5.3", a_seat(decision=["bet"])),
    ],
)
def test_a_caribbean_round_that_no_rule_allows_is_refused(rule, seat):
    assert rules(told(a_round(seat))) == [rule]


@pytest.mark.rule("HOUSE-CARIBBEAN-2")
def test_a_seat_is_recorded_once():
    twice = a_round(a_seat(), a_seat(hand="AcAdAh8s7c"))
    assert rules(told(twice)) == ["HOUSE-CARIBBEAN-2"]
    assert told(twice)["refused"][0]["seat"] == 1


def test_every_reason_is_given_with_its_seat():
    wrong = [a_seat(ante=0, decision="check"), a_seat(seat=12, hand="AcAdAh8s7c")]
    reasons = told(a_round(*wrong, dealer="4c4s"))["refused"]
    assert [(r["rule"], r["seat"]) for r in reasons] == [
        ("HOUSE-CARIBBEAN-2", None),
        ("HOUSE-STUD-2", 1),
        ("VIC99-N25-5.3", 1),
        ("HOUSE-CARIBBEAN-1", 12),
    ]
    assert all(r["reason"] for r in reasons)


@pytest.mark.rule("VIC99-N25-5.2.1")
def test_a_round_without_an_ante_is_none():
    assert rules(told(a_round(seats=[]))) == ["VIC99-N25-5.2.1"]


@pytest.mark.rule("VIC99-N25-6.2", "VIC99-N25-6.3")
@pytest.mark.parametrize(
    ("ante", "counts", "noted"),
    [
        (99, 99, "VIC99-N25-6.2"),
        (100, 100, None),
        (500, 500, None),
        (501, 500, "VIC99-N25-6.3"),
    ],
)
def test_an_ante_outside_the_limits_is_settled_as_the_notice_says(ante, counts, noted):
    limits = {"min": 100, "max": 500}
    [seat] = told(a_round(a_seat(ante=ante), limits=limits))["seats"]
    assert [line["stake"] for line in seat["lines"]] == [counts, 2 * counts]
    assert seat.get("note", {}).get("rule") == noted


def test_a_fold_takes_the_jackpot_wager_along():
    [seat] = told(a_round(a_seat(decision="fold", jackpot=100)))["seats"]
    assert [(n["wager"], n["net"]) for n in seat["lines"]] == [
        ("ante", -100),
        ("jackpot", -100),
    ]
    [seat] = told(a_round(a_seat(jackpot=100)))["seats"]
    assert [n["wager"] for n in seat["lines"]] == ["ante", "bet"]


@pytest.mark.parametrize(
    "request_",
    [
        a_round(rulebook="CROWN3"),
        a_round(rulebook=None),
        a_round(dealer=5),
        a_round(seats="none"),
        a_round(seats=[1]),
        a_round(a_seat(hand=5)),
        a_round(a_seat(bet=200)),
        a_round(limits=5),
        a_round(limits={"min": 5}),
        a_round(wat=1),
        {k: v for k, v in a_round().items() if k != "dealer"},
        a_round({k: v for k, v in a_seat().items() if k != "ante"}),
        a_coup(rulebook="MASS"),
        a_coup(player=5),
        a_coup(seats={}),
        a_coup(seats=[{"seat": 1, "bets": 100}]),
        a_coup(bets={"dragon": 5}),
        a_coup(wat=1),
        {k: v for k, v in a_coup().items() if k != "banker"},
    ],
)
def test_a_line_that_asks_nothing_is_an_error_with_its_id(request_):
    answer = told(request_)
    assert set(answer) == {"id", "error"}
    assert answer["id"] == request_["id"]


def test_a_coup_is_settled_place_by_place():
    bets = {"player": 40, "banker": 0, "tie": 5}
    assert told(a_coup(bets=bets)) == {
        "id": 7,
        "seats": [
            {
                "seat": 1,
                "category": "player",
                "result": "win",
                "lines": [
                    {
                        "wager": "player",
                        "stake": 40,
                        "net": 40,
                        "rule": "HOUSE-BACCARAT-9",
                    },
                    {
                        "wager": "tie",
                        "stake": 5,
                        "net": -5,
                        "rule": "HOUSE-BACCARAT-14",
                    },
                ],
                "net": 35,
            }
        ],
    }


@pytest.mark.parametrize(
    ("rule", "player", "banker"),
    [
        ("HOUSE-BACCARAT-4", "8cKd2c", "2hKs"),  # a natural
        ("HOUSE-BACCARAT-4", "8cKd", "2hKs2c"),
        ("HOUSE-BACCARAT-5", "6cKd2c", "7hKs"),  # the Player stands on six
        ("HOUSE-BACCARAT-5", "5cKd", "7hKs"),  # and draws on five
        ("HOUSE-BACCARAT-6", "6cKd", "6hKs2c"),
        ("HOUSE-BACCARAT-6", "6cKd", "5hKs"),
        ("HOUSE-BACCARAT-7", "5cKd8c", "3hKs2c"),
        ("HOUSE-BACCARAT-7", "5cKd9c", "3hKs"),
        ("HOUSE-BACCARAT-7", "5cKd2c", "7hKs2c"),
        ("HOUSE-BACCARAT-3", "5c", "7hKs"),
        ("HOUSE-BACCARAT-3", "5cKd2c2d", "7hKs"),
        ("HOUSE-BACCARAT-3", "", "7hKs"),
        ("HOUSE-BACCARAT-1", "5cKx", "7hKs"),
        ("HOUSE-BACCARAT-1", "5cK", "7hKs"),
    ],
)
def test_cards_that_the_table_of_play_forbids_are_refused(rule, player, banker):
    assert rules(told(a_coup(player, banker))) == [rule]


@pytest.mark.parametrize(
    ("player", "banker", "won"),
    [
        ("8cKd", "2hKs", "player"),
        ("5cKd8c", "3hKs", "tie"),
        ("5cKd9c", "3hKs4c", "banker"),
        ("6cKd", "5hKs4c", "banker"),
        ("6cKd", "6hKs", "tie"),
        ("4c4c", "4c4c", "tie"),  # a shoe has the same card many times
    ],
)
def test_cards_that_it_allows_are_settled(player, banker, won):
    assert told(a_coup(player, banker))["seats"][0]["category"] == won


@pytest.mark.parametrize(
    ("rule", "seat"),
    [
        ("VIC99-N26-2.1", {"seat": 15, "bets": {"tie": 5}}),
        ("VIC99-N26-2.1", {"seat": 0, "bets": {"tie": 5}}),
        ("VIC99-N26-2.1", {"seat": "1", "bets": {"tie": 5}}),
        ("HOUSE-BACCARAT-15", {"seat": 1, "bets": {"tie": -5}}),
        ("HOUSE-BACCARAT-15", {"seat": 1, "bets": {"tie": 2.5}}),
        ("HOUSE-BACCARAT-15", {"seat": 1, "bets": {"tie": 0.0}}),
        ("HOUSE-BACCARAT-15", {"seat": 1, "bets": {"tie": False}}),
        ("HOUSE-BACCARAT-15", {"seat": 1, "bets": {"tie": None}}),
        ("HOUSE-BACCARAT-15", {"seat": 1, "bets": {"tie": 0}}),
        ("HOUSE-BACCARAT-15", {"seat": 1, "bets": {}}),
    ],
)
def test_a_bet_that_no_rule_allows_is_refused(rule, seat):
    assert rules(told(a_coup(seats=[seat]))) == [rule]
    done = told(a_coup(seats=[{"seat": 14, "bets": {"tie": 1}}]))
    assert done["seats"][0]["net"] == -1


@pytest.mark.rule("HOUSE-BACCARAT-15")
def test_a_place_is_recorded_once_and_somebody_has_bet():
    seat = {"seat": 1, "bets": {"tie": 5}}
    assert rules(told(a_coup(seats=[seat, seat]))) == ["HOUSE-BACCARAT-15"]
    assert rules(told(a_coup(seats=[]))) == ["HOUSE-BACCARAT-15"]
