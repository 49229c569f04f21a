"""Recorded rounds and hands with their results, from an independent implementation."""

import json
from pathlib import Path

import pytest

from game.wire.lines import answers
from game.wire.rank import rank
from game.wire.settle import settle

VECTORS = Path(__file__).parent / "vectors"


def told(name, answer):
    """Each vector's expectation beside what the command answers to its line."""
    lines = (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    vectors = [json.loads(line) for line in lines]
    sent = [json.dumps(vector["in"]).encode() for vector in vectors]
    for vector, (written, erred) in zip(vectors, answers(sent, answer), strict=True):
        assert not erred, written
        yield vector["in"], vector["out"], json.loads(written)


def test_every_hand_ranks_as_recorded():
    seen = 0
    for asked, expected, answer in told("rank", rank):
        assert answer == {"id": asked["id"], **expected}
        seen += 1
    assert seen == 439


@pytest.mark.parametrize("game", ["mississippi_stud", "caribbean_stud"])
def test_every_round_settles_as_recorded(game):
    seen = 0
    for asked, expected, answer in told("settle", settle):
        if asked["game"] == game:
            assert answer["id"] == asked["id"]
            assert compared(answer, expected) == expected
            seen += 1
    assert seen == {"mississippi_stud": 1_539, "caribbean_stud": 231}[game]


def compared(answer, expected):
    """The answer cut down to what the vector compares."""
    seats = []
    for seat, wanted in zip(answer["seats"], expected["seats"], strict=True):
        wagers = {line["wager"]: line["net"] for line in seat["lines"]}
        seats.append({key: ({**seat, "lines": wagers})[key] for key in wanted})
    return {"seats": seats}
