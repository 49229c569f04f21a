"""Moves and setups as JSON: read strictly, written back as they were."""

import json

import pytest

from game.cards import parse
from game.games import GAMES
from game.play import Move, read_setup, write_setup
from game.ranks import Rank
from game.rulebooks.punto_banco import Spot
from rulebook import Cite, Refused
from tests.game.play_rounds import a_setup, done

STUD, BACCARAT = GAMES["mississippi_stud"], GAMES["baccarat"]


def fields(verdict) -> list[str]:
    assert isinstance(verdict, Refused), f"{verdict} was read"
    assert {cite.id for cite in verdict.cites} == {"HOUSE-CONSOLE-1"}
    return [refusal.field for refusal in verdict.refusals]


@pytest.mark.rule("HOUSE-CONSOLE-1")
@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        ([], ["act"]),
        ({}, ["act"]),
        ({"act": "win"}, ["act"]),
        ({"act": ["ante"]}, ["act"]),
        ({"act": "bet", "amount": 10}, ["seat"]),
        ({"act": "bet", "seat": 1}, ["amount"]),
        ({"act": "fold", "seat": 1, "amount": 5}, ["amount"]),
        ({"act": "ante", "seat": 1, "amount": "ten"}, ["amount"]),
        ({"act": "ante", "seat": True, "amount": 1.5}, ["seat", "amount"]),
        ({"act": "ante", "seat": 0, "amount": -1}, ["seat", "amount"]),
        ({"act": "ante", "seat": 1, "amount": 10**12 + 1}, ["amount"]),
        ({"act": "ante", "seat": 1, "amount": 5, "player": "a\x00b"}, ["player"]),
        ({"act": "ante", "seat": 1, "amount": 5, "player": "x" * 201}, ["player"]),
        ({"act": "ante", "seat": 1, "amount": 5, "also": {"jackpot": "1"}}, ["also"]),
        ({"act": "ante", "seat": 1, "amount": 5, "also": [5]}, ["also"]),
        ({"act": "ante", "seat": 1, "amount": 5, "medium": "shells"}, ["medium"]),
        ({"act": "ante", "seat": 1, "amount": 5, "blind": 1}, ["blind"]),
        ({"act": "deal", "cards": ["Qx"]}, ["cards"]),
        ({"act": "deal", "cards": ["QhQd"]}, ["cards"]),
        ({"act": "deal", "cards": "Qh"}, ["cards"]),
        ({"act": "deal", "cards": ["Qh"] * 61}, ["cards"]),
        ({"act": "bet_blind", "seat": 1, "amounts": [1, 1, 1, 1]}, ["amounts"]),
        ({"act": "forfeit", "seat": 1, "by": "king"}, ["by"]),
        ({"act": "void_round", "cite": "STAR4-99.9"}, ["cite"]),
        ({"act": "fold", "seat": 1, "x": 1}, ["x"]),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_field(found, wrong):
    assert fields(STUD.read(found)) == wrong


@pytest.mark.rule("HOUSE-CONSOLE-1")
@pytest.mark.parametrize(
    ("game", "move"),
    [
        (STUD, Move("ante", 3, 25, also=(("jackpot", 5),), player="Ann")),
        (STUD, Move("deal", cards=parse("QhTs2c"))),
        (STUD, Move("bet_blind", 2, amounts=(5, 5, 15))),
        (STUD, Move("forfeit", 2, by=Rank.AREA_MANAGER)),
        (STUD, Move("void_hand", 2, cite=Cite("STAR4-1.1:Void"))),
        (BACCARAT, Move("bet", 9, 100, spot=Spot.TIE)),
    ],
)
def test_a_move_is_read_as_it_was_written(game, move):
    assert game.read(json.loads(json.dumps(game.write(move)))) == move


def test_no_field_that_was_left_alone_is_written():
    assert STUD.write(Move("no_more_bets")) == {"act": "no_more_bets"}


@pytest.mark.rule("HOUSE-CONSOLE-4")
@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"document": "VIC00"}, "document"),
        ({"document": None}, "document"),
        ({"seats": 0}, "seats"),
        ({"seats": True}, "seats"),
        ({"unit": "euros"}, "unit"),
        ({"cards": "dreamt"}, "cards"),
        ({"device": "hat"}, "device"),
        ({"limits": {"minimum": 10}}, "limits"),
        ({"limits": {"minimum": 10, "maximum": 5}}, "limits"),
        ({"limits": {"minimum": 10, "maximum": 50, "step": 0}}, "limits"),
        ({"own_limits": [{"seat": 1, "minimum": 5}]}, "own_limits"),
        ({"jackpot": -5}, "jackpot"),
        ({"cover_all": 1}, "cover_all"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_setup_that_is_not_one_is_refused_at_its_field(change, wrong):
    verdict = read_setup(write_setup(a_setup()) | change)
    assert isinstance(verdict, Refused)
    assert [refusal.field for refusal in verdict.refusals] == [wrong]


@pytest.mark.rule("HOUSE-CONSOLE-4")
def test_a_setup_without_a_needed_part_is_refused():
    plain = write_setup(a_setup())
    del plain["edition"]
    assert isinstance(read_setup(plain), Refused)
    assert isinstance(read_setup([]), Refused)
    assert done(read_setup(write_setup(a_setup()))) == a_setup()
