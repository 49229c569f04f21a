"""A recorded round is a round: its moves, played one by one, settle to the same."""

import json
from dataclasses import replace
from pathlib import Path

from game.caribbean import recorded as caribbean
from game.games import GAMES
from game.mississippi import recorded as mississippi
from rulebook import Refused
from tests.game.recorded_moves import caribbean_moves, stud_moves

ROUNDS = [
    json.loads(line)["in"]
    for line in (Path(__file__).parent / "vectors/settle.jsonl")
    .read_text()
    .splitlines()
]


def done(verdict):
    assert not isinstance(verdict, Refused), str(verdict)
    return verdict


def settled_by_moves(setup, moves):
    """The lines of a round that was played move by move, each hand turned."""
    game = GAMES[setup.game]
    return done(game.settle(done(game.replay(setup, tuple(moves)))))


def with_jackpot(now, boxes):
    """The table with the price of the jackpot wagers that were recorded, if any."""
    price = max((box.jackpot for box in boxes), default=0)
    return replace(now.setup, jackpot=price or None)


def test_a_recorded_stud_round_is_what_its_moves_come_to():
    seen = 0
    for request in ROUNDS[::7]:
        if request["game"] != "mississippi_stud":
            continue
        played = mississippi.read(request, reasons := [])
        assert not reasons
        now = mississippi.as_played(played)
        setup = with_jackpot(now, played.boxes)
        moves = stud_moves(played, now.table.dealing)
        lines = settled_by_moves(setup, moves)
        assert lines == done(GAMES["mississippi_stud"].settle(now))
        seen += 1
    assert seen > 200


def test_a_recorded_caribbean_round_is_what_its_moves_come_to():
    seen = 0
    for request in ROUNDS:
        if request["game"] != "caribbean_stud":
            continue
        played = caribbean.read(request, reasons := [])
        assert not reasons
        now = caribbean.as_played(played)
        setup = with_jackpot(now, played.boxes)
        moves = caribbean_moves(played, now.table.dealing)
        lines = settled_by_moves(setup, moves)
        assert lines == done(GAMES["caribbean_stud"].settle(now))
        seen += 1
    assert seen > 200
