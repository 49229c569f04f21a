"""Lines that ask nothing, and the commands that answer the others."""

import io
import json
from copy import deepcopy

import pytest
from click.testing import CliRunner

from game.cli import game
from game.wire.lines import LONGEST_LINE, BadLine, batches
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


def good(**more):
    return json.dumps(a_round(**more)).encode()


LONG = b"9" * 101  # one digit more than a number may have
UNREADABLE = [
    (b'{"id":"r7","ante":' + LONG + b"}", "r7", "100 digits at most"),
    (b'{"ante":-' + b"1" * 4_301 + b',"id":"r7"}', "r7", "100 digits at most"),
    (b'{"id":' + LONG + b"}", None, "100 digits at most"),
    (b'{"id":"r7","ante":[' + b"9" * 1_000_000 + b"]}", "r7", "100 digits at most"),
    (b'{"id":"r7","ante":NaN}', "r7", "NaN is no number"),
    (b'{"id":"r7","ante":-Infinity}', "r7", "-Infinity is no number"),
    (b'{"id":"r7","ante":1e999}', "r7", "1e999 is too large"),
    (b'{"id":"r7","ante":1' + b"0" * 400 + b".5}", "r7", "too large"),
    (b'{"ante":1,"ante":2,"id":"r7"}', "r7", "“ante” is given more than once"),
    (b'{"id":"r7","seats":[{"seat":1,"seat":2}]}', "r7", "“seat” is given more"),
    (b'{"id":"r7","id":"r8"}', None, "“id” is given more than once"),
    (b'{"id":"r7","hole":"\xff"}', "r7", "not UTF-8"),
    (b'{"id":"r\xff","hole":"x"}', None, "not UTF-8"),
    (b'{"id":"r7","seats":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "r7", "nested"),
    (b'{"id":"r7","seats":' + b'{"a":' * 50_000, "r7", "nested"),
    (b'{"id":' + b"[" * 100 + b"]" * 100 + b"}", None, "nested"),
    (b'{"id":"r7","seats":[', "r7", "no JSON"),
    (b'{"id":12,"seats":oops}', 12, "no JSON"),
    (b'{"id":"r7"} {"id":"r8"}', None, "no JSON: Extra data"),
    (b'{"id":"r7","note":"' + b"x" * 1_100_000 + b'"}', "r7", "longer than 1,048,576"),
    (b"x" * 3_000_000, None, "longer than 1,048,576"),
]


@pytest.mark.parametrize("command", ["settle", "rank", "jackpot"])
@pytest.mark.parametrize(("line", "echo", "says"), UNREADABLE)
def test_no_line_takes_the_others_with_it(command, line, echo, says):
    result = run(command, [b'{"id":"a"}', line, b'{"id":"b"}'])
    before, told_, after = (json.loads(each) for each in result.output.splitlines())
    assert told_["id"] == echo
    assert says in told_["error"]
    assert (before["id"], after["id"]) == ("a", "b")
    assert result.exit_code == 1


def test_a_number_of_a_hundred_digits_is_settled_to_the_last_of_them():
    ante = 10**100 - 1
    result = run("settle", [good(seats=[a_seat(ante=ante, streets=[ante] * 3)])])
    [seat] = json.loads(result.output)["seats"]
    assert seat["net"] == 16 * ante


@pytest.mark.parametrize("meter", [10**99, 10**100 - 1])
@pytest.mark.parametrize("code", ["CROWN3", "NSW3", "STAR4", "VIC99", "MASS"])
def test_a_jackpot_of_a_hundred_digits_is_shared(code, meter):
    question = {"id": 1, "rulebook": code, "meter_cents": meter, "royals": 1}
    question |= {"reseed_cents": meter - 1, "straight_flushes": 3}
    question |= {"minimum_each_cents": 5, "winners": ["straight_flush"] * 50}
    result = run("jackpot", [json.dumps(question).encode()])
    assert "rule" in json.loads(result.output)


def test_digits_in_text_are_no_number():
    answer = told(good(id="9" * 5_000))
    assert (answer["id"], "seats" in answer) == ("9" * 5_000, True)


def test_a_lone_surrogate_comes_back_as_it_was_sent():
    result = run("settle", [good(id="\ud800"), good(seats=[a_seat(hole="\udfff2d")])])
    first, second = (json.loads(line) for line in result.output.splitlines())
    assert first["id"] == "\ud800"
    assert "is no card" in second["refused"][0]["reason"]


@pytest.mark.parametrize("command", ["settle", "rank", "jackpot"])
@pytest.mark.parametrize("depth", [*range(60, 70), *range(900, 1_000, 5)])
def test_whatever_can_be_read_can_be_answered(command, depth):
    nested = b"[" * depth + b"]" * depth
    lines = [b'{"id":' + nested + b"}", b'{"id":1,"rulebook":' + nested + b"}"]
    result = run(command, [*lines, b'{"id":"b"}'])
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert len(answers) == 3
    assert all("error" in answer for answer in answers)
    assert [answer["id"] for answer in answers[1:]] == [1, "b"]


class Arriving(io.RawIOBase):
    """A pipe whose writer sends these pieces, one at a time."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def readable(self):
        return True

    def readinto(self, buffer):
        piece = self.pieces.pop(0) if self.pieces else b""
        buffer[: len(piece)] = piece
        return len(piece)


def test_lines_are_answered_as_they_arrive():
    pipe = Arriving(b'{"id":1}\n{"id', b'":2}\n', b'{"id":3}\n\n{"id":4}')
    arrived = batches(io.BufferedReader(pipe))
    assert next(arrived) == [b'{"id":1}']
    assert len(pipe.pieces) == 2
    assert list(arrived) == [[b'{"id":2}'], [b'{"id":3}', b""], [b'{"id":4}']]


def test_no_more_of_a_line_is_kept_than_may_be_read():
    endless = Arriving(*[b"x" * 8_192] * 1_000, b'\n{"id":2}\n')
    first, second = (
        line for batch in batches(io.BufferedReader(endless)) for line in batch
    )
    assert len(first) < 2 * LONGEST_LINE
    assert second == b'{"id":2}'
