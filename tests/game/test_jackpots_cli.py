"""The `jackpot` command: exact shares, alarms, and every malformed line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from game.jackpots.cli import jackpot

VECTORS = Path(__file__).parent / "vectors" / "jackpot.jsonl"


def ask(*lines: object) -> tuple[list[dict], int]:
    """The answers to these lines, and the exit status."""
    sent = "\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines)
    result = CliRunner().invoke(jackpot, input=sent)
    return [json.loads(line) for line in result.stdout.splitlines()], result.exit_code


def crown(**fields: object) -> dict[str, object]:
    return {
        "id": 1,
        "rulebook": "CROWN3",
        "meter_cents": 100_000_00,
        "reseed_cents": 10_000_00,
        "royals": 0,
        "straight_flushes": 1,
    } | fields


def test_the_sample_vectors_agree() -> None:
    vectors = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    told, status = ask(*(vector["in"] for vector in vectors))
    assert status == 0
    assert len(told) == len(vectors) == 52
    for vector, answer in zip(vectors, told, strict=True):
        assert answer["id"] == vector["in"]["id"]
        exact = {field: answer[field]["exact"] for field in vector["out"]}
        assert exact == vector["out"]


@pytest.mark.rule(
    "CROWN3-10.3",
    "CROWN3-10.3.1(a)",
    "CROWN3-10.3.1(a):Table6",
    "CROWN3-10.3.1(b)",
    "CROWN3-10.3.1(b):Table7",
)
@pytest.mark.parametrize(
    ("royals", "flushes", "royal", "flush", "rule"),
    [
        (0, 0, None, None, "CROWN3-10.2.1"),
        (1, 0, "110000/1", None, "CROWN3-10.1.2:Table4"),
        (0, 1, None, "11000/1", "CROWN3-10.1.2:Table4"),
        (1, 1, "100000/1", "10000/1", "CROWN3-10.3.1(a)"),
        (0, 2, None, "10500/1", "CROWN3-10.3.2(a)"),
        (2, 0, "55000/1", None, "CROWN3-10.3"),
        (1, 2, "275000/3", "27500/3", "CROWN3-10.3.1(a)"),
        (0, 3, None, "30100/3", "CROWN3-10.3.2(a)"),
    ],
)
def test_crown_shares_by_royals_and_straight_flushes(
    royals: int, flushes: int, royal: str | None, flush: str | None, rule: str
) -> None:
    meter = crown(meter_cents=110_000_00, royals=royals, straight_flushes=flushes)
    (told,), status = ask(meter)
    assert status == 0
    assert (told["royal_each"] and told["royal_each"]["exact"]) == royal
    assert (
        told["straight_flush_each"] and told["straight_flush_each"]["exact"]
    ) == flush
    assert told["rule"] == rule
    possible = royals <= 1 and royals + flushes <= 2
    assert ("alarm" in told) is not possible


@pytest.mark.parametrize(
    ("royals", "flushes", "said"),
    [
        (1, 2, "1 royal flush and 2 straight flushes in one round."),
        (2, 0, "cannot give 2 royal flushes in one round."),
    ],
)
def test_an_alarm_says_what_cannot_be(royals: int, flushes: int, said: str) -> None:
    (told,), status = ask(crown(royals=royals, straight_flushes=flushes))
    assert said in told["alarm"]
    assert status == 0


def test_there_are_no_more_winners_than_cards() -> None:
    most, more = ask(crown(straight_flushes=52), crown(royals=1, straight_flushes=52))[
        0
    ]
    assert "alarm" in most
    assert "error" in more


def test_the_odd_cent_goes_to_the_royal_flush() -> None:
    (told,), _ = ask(crown(meter_cents=100_000_00, royals=1, straight_flushes=1))
    assert told["royal_each"] == {"exact": "1000000/11", "cents": 90_909_10}
    assert told["straight_flush_each"] == {"exact": "100000/11", "cents": 9_090_90}


@pytest.mark.rule("CROWN3-10.2.1")
@pytest.mark.parametrize(
    ("meter", "used"),
    [(12_345_00, 12_345_00), (12_345_01, 12_346_00), (12_344_99, 12_345_00)],
)
def test_the_meter_is_rounded_up_to_a_whole_dollar(meter: int, used: int) -> None:
    (told,), _ = ask(crown(meter_cents=meter))
    assert told["meter_used_cents"] == used


def test_a_meter_below_its_reseed_value_raises_an_alarm() -> None:
    at, below = ask(crown(meter_cents=10_000_00), crown(meter_cents=9_999_99))[0]
    assert "alarm" not in at
    assert "CROWN3-9.4.1" in below["alarm"]


@pytest.mark.parametrize(
    ("royals", "flushes", "rule"),
    [
        (1, 0, "STAR4-15.2.9.1"),
        (0, 1, "STAR4-15.2.9.2"),
        (1, 1, "STAR4-15.2.14"),
        (0, 2, "STAR4-15.2.13"),
        (2, 0, "STAR4-15.2.13"),
    ],
)
def test_the_star_names_the_rule(royals: int, flushes: int, rule: str) -> None:
    line = {"id": 1, "rulebook": "STAR4", "meter_cents": 100_000_00}
    (told,), _ = ask(line | {"royals": royals, "straight_flushes": flushes})
    assert told["rule"] == rule


@pytest.mark.parametrize(
    ("fields", "royal", "flush"),
    [
        ({"royals": 1, "straight_flushes": 0, "meter_cents": 42_000_00}, 50_000_00, 0),
        ({"royals": 1, "straight_flushes": 0, "meter_cents": 73_500_00}, 73_500_00, 0),
        ({"royals": 0, "straight_flushes": 1, "meter_cents": 42_000_00}, 0, 5_000_00),
        ({"royals": 0, "straight_flushes": 1, "meter_cents": 73_500_00}, 0, 7_350_00),
        ({"royals": 1, "straight_flushes": 1}, 90_000_00, 10_000_00),
        ({"royals": 1, "straight_flushes": 2}, 81_000_00, 9_500_00),
        ({"royals": 2, "straight_flushes": 0, "meter_cents": 80_000_00}, 50_000_00, 0),
        ({"royals": 2, "straight_flushes": 0, "meter_cents": 120_000_00}, 60_000_00, 0),
    ],
)
def test_the_star_guarantees_its_own_minimums(
    fields: dict[str, int], royal: int, flush: int
) -> None:
    line = {"id": 1, "rulebook": "STAR4", "meter_cents": 100_000_00} | fields
    (told,), _ = ask(line)
    assert (told["royal_each"] or {"cents": 0})["cents"] == royal
    assert (told["straight_flush_each"] or {"cents": 0})["cents"] == flush


def test_the_earlier_rules_take_the_minimum_from_the_sign() -> None:
    line = {"id": 1, "rulebook": "NSW3", "meter_cents": 40_000_00, "royals": 0}
    line |= {"straight_flushes": 2}
    told, status = ask(line | {"minimum_each_cents": 5_000_00}, line)
    assert told[0]["straight_flush_each"]["cents"] == 5_000_00
    assert told[1] == {"id": 1, "error": "“minimum_each_cents” is missing."}
    assert status == 1


def test_massachusetts_pays_from_the_dealers_right() -> None:
    meter = {"rulebook": "MASS", "meter_cents": 100_000_00, "reseed_cents": 20_000_00}
    royal, flush = "royal_flush", "straight_flush"
    first, second, third = ask(
        meter | {"id": "a", "winners": [royal, flush]},
        meter | {"id": "b", "winners": [flush, royal]},
        meter | {"id": "c", "winners": []},
    )[0]
    assert first["pays_cents"] == [100_000_00, 2_000_00]
    assert second["pays_cents"] == [10_000_00, 90_000_00]
    assert third["pays_cents"] == []
    assert first["rule"] == "MASS-11P(g)"
    assert "alarm" not in first


def test_massachusetts_needs_the_reset_value_only_after_a_royal_flush() -> None:
    meter = {"id": 1, "rulebook": "MASS", "meter_cents": 100_000_00}
    last, before = ask(
        meter | {"winners": ["royal_flush"]},
        meter | {"winners": ["royal_flush", "straight_flush"]},
    )[0]
    assert last["pays_cents"] == [100_000_00]
    assert "reseed_cents" in before["error"]


def test_the_caribbean_jackpot_pays_the_greater_sum() -> None:
    line = {"id": 1, "rulebook": "VIC99", "royals": 1, "straight_flushes": 1}
    low, high = ask(
        line | {"meter_cents": 60_000_00}, line | {"meter_cents": 12000000}
    )[0]
    assert (low["royal_each"]["cents"], low["straight_flush_each"]["cents"]) == (
        75_000_00,
        7_500_00,
    )
    assert (high["royal_each"]["cents"], high["straight_flush_each"]["cents"]) == (
        120_000_00,
        12_000_00,
    )


@pytest.mark.parametrize(
    ("line", "echo", "said"),
    [
        ('{"id":7', None, "no JSON"),
        ("null", None, "JSON object"),
        ("[1]", None, "JSON object"),
        ("[" * 100_000, None, "nested too deeply"),
        (crown(rulebook="CROWN4"), 1, "“rulebook” must be one of"),
        (crown(rulebook=None), 1, "“rulebook” must be one of"),
        (crown(rulebook=["CROWN3"]), 1, "“rulebook” must be one of"),
        (crown(royal=1), 1, "“royal” is no key of this request"),
        ({"id": 1, "meter_cents": 1}, 1, "“rulebook” is missing"),
        (crown(meter_cents=-1), 1, "“meter_cents” must be a whole number"),
        (crown(meter_cents=1.5), 1, "“meter_cents” must be a whole number"),
        (crown(meter_cents="100"), 1, "“meter_cents” must be a whole number"),
        (crown(meter_cents=True), 1, "“meter_cents” must be a whole number"),
        (crown(meter_cents=None), 1, "“meter_cents” must be a whole number"),
        (crown(reseed_cents=-1), 1, "“reseed_cents” must be a whole number"),
        (crown(royals=-1), 1, "“royals” must be a whole number"),
        (crown(straight_flushes=0.5), 1, "“straight_flushes” must be a whole"),
        (crown(royals=10**9), 1, "more than a deck has"),
        ('{"id":2,"rulebook":"CROWN3"}', 2, "“meter_cents” is missing"),
        ('{"id":2,"rulebook":"STAR4","meter_cents":NaN}', 2, "no number"),
        ('{"id":2,"id":3}', None, "more than once"),
        (crown(rulebook="MASS"), 1, "“winners” must be a list"),
        (crown(rulebook="MASS", winners="royal_flush"), 1, "must be a list"),
        (crown(rulebook="MASS", winners=["flush"]), 1, "A winner holds a"),
        (crown(rulebook="MASS", winners=[1]), 1, "A winner holds a"),
        (crown(rulebook="MASS", winners=[["royal_flush"]]), 1, "A winner holds a"),
        (crown(rulebook="NSW3", minimum_each_cents=-5), 1, "minimum_each_cents"),
    ],
)
def test_a_malformed_line_errs_and_the_rest_goes_on(
    line: object, echo: object, said: str
) -> None:
    (before, told, after), status = ask(crown(id="a"), line, crown(id="b"))
    assert (told["id"], status) == (echo, 1)
    assert said in told["error"]
    assert before["id"] == "a"
    assert after["id"] == "b"
    assert "error" not in before
    assert "error" not in after


@pytest.mark.parametrize("echo", ["r1", 7, None, 1.5, {"a": [1]}, "ü\ud800"])
def test_the_id_comes_back_as_it_was_sent(echo: object) -> None:
    (told,), status = ask(json.dumps(crown(id=echo)))
    assert (told["id"], status) == (echo, 0)


def test_bytes_that_are_no_text_err() -> None:
    result = CliRunner().invoke(jackpot, input=b"\xff\xfe\n\n")
    assert json.loads(result.stdout)["error"] == "The line is not UTF-8 text."
    assert result.exit_code == 1
