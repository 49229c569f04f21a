"""Lines for `flask game rule`, and what is read off their answers."""

import json

from click.testing import CliRunner

from game.cli import game
from game.irregularities.wire import rule


def box(seat, ante=10, **more):
    """A seat of a recorded round."""
    return {"seat": seat, "ante": ante, **more}


def line(code, seats, kind, /, **more):
    """A line of the command; the answers to the situation's questions come last."""
    whole = {"stage", "community", "dealer", "called", "three_card_table"}
    caribbean = code == "VIC99"
    return {
        "id": kind,
        "rulebook": code,
        "game": "caribbean_stud" if caribbean else "mississippi_stud",
        "seats": seats,
        **{key: more.pop(key) for key in tuple(more) if key in whole},
        "situation": {"kind": kind, **more},
    }


def effects(choice):
    """What becomes of each wager: `1 ante` goes `returned`; a part of it, `15`."""
    found = {}
    for effect in choice["effects"]:
        found.setdefault(f"{effect['seat']} {effect['wager']}", []).append(effect)
    return {
        wager: parts[0]["effect"]
        if len(parts) == 1
        else " ".join(f"{part['effect']} {part['amount']}" for part in parts)
        for wager, parts in found.items()
    }


def choice_of(answer, name=None):
    """One of the choices of an answer; the only one unless told."""
    assert "choices" in answer, answer
    named = {choice["name"]: choice for choice in answer["choices"]}
    if name is None:
        [only] = named.values()
        return only
    return named[name]


def sums(choice, effect, *seats):
    """How much meets a fate, at some seats or at all."""
    return sum(
        one["amount"]
        for one in choice["effects"]
        if one["effect"] == effect and (not seats or one["seat"] in seats)
    )


def asked(request):
    """The answer to one line."""
    return rule(request)


def through_the_command(*lines):
    """Exit status and answers of the command itself."""
    text = "\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines)
    told = CliRunner().invoke(game, ["rule"], input=text)
    return told.exit_code, [json.loads(each) for each in told.output.splitlines()]
