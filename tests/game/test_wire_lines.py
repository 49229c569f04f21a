"""Lines that ask nothing, and the commands that answer the others."""

import json
from copy import deepcopy

import pytest
from click.testing import CliRunner

from game.cli import game
from game.wire.lines import BadLine
from game.wire.rank import rank
from tests.game.recorded import a_round, a_seat, error_of, told


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
