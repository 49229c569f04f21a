"""Factories for recorded rounds: a request, a seat of it, and what comes back."""

import json

from game.wire.lines import answers
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
    ((answer, erred),) = answers([line], settle)
    found = json.loads(answer)
    assert erred == ("error" in found)
    return found


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
