"""`rule`: a round up to where it went wrong and what happened in, the ruling out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.cautions import Caution, Cautions, Fault
from game.fates import Fate
from game.games import GAMES
from game.irregularities import recorded
from game.irregularities.answers import Question
from game.irregularities.catalogue import CATALOGUE
from game.irregularities.effects import applied
from game.irregularities.facts import SeenAtTable
from game.irregularities.possible import possible
from game.irregularities.proposing import decide, propose
from game.irregularities.recorded import Written
from game.irregularities.ruling import Effect, MustBeTold, Ruling, Task
from game.irregularities.scene import Scene
from game.line import Line
from game.play.state import State
from game.ranks import LADDERS, Rank
from game.wire.lines import BadLine, Json
from game.wire.settled import refused
from rulebook import HOUSE, Cite, Refused

# What each fate is called outside.
EFFECTS = {
    Fate.STANDS: "stands",
    Fate.RETURNED: "returned",
    Fate.COLLECTED: "lost",
    Fate.CARRIED: "carried",
}
# What a round with this situation has wrong, and is therefore not refused for.
TRUSTED = {
    "bet-found-wrong": frozenset({"amounts"}),
    "deck-fault": frozenset({"deck"}),
    "cards-dropped": frozenset({"deck"}),
    "device-fault": frozenset({"deck"}),
}
ALONE = "ruling"  # what the one thing to do is called where there is no choice
SESSION = "recorded"
WARNED = HOUSE.at("RULING-4")
OWN = frozenset({"kind", "warned", "retract"})


def rule(request: Json) -> Json:
    """Rule on what happened in a recorded round, or refuse with all reasons."""
    situation = request.get("situation")
    if not isinstance(situation, dict):
        raise BadLine("“situation” must be an object with a “kind”.")
    kinds = [sort.name for sort in CATALOGUE]
    kind = situation.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise BadLine(f"“kind” must be one of {', '.join(kinds)}.")
    written = recorded.read(request, trust=TRUSTED.get(kind, frozenset()))
    if written.reasons:
        return refused(written.reasons)
    scene = _scene(written, situation, kind)
    given = _given(scene, situation, kind)
    proposed = propose(scene, kind, given)
    if isinstance(proposed, Refused):
        return refused((None, why) for why in proposed.refusals)
    return _answer(scene, proposed.ruling, _seats(situation, "retract"))


def _seats(situation: Json, key: str) -> tuple[int, ...]:
    found = situation.get(key, [])
    if not isinstance(found, list) or any(type(seat) is not int for seat in found):
        raise BadLine(f"“{key}” must be a list of seats.")
    return tuple(found)


def _scene(written: Written, situation: Json, kind: str) -> Scene:
    """The round at the first stage it may have come to where this can happen."""
    scenes = [_at(written, written.at(stage), situation) for stage in written.stages]
    found = (s for s in scenes if kind in {one.name for one in possible(s)})
    return next(found, scenes[0])


def _at(written: Written, state: State[Any], situation: Json) -> Scene:
    game = GAMES[written.game]
    warned = _seats(situation, "warned")
    names = (written.players.get(seat) or f"seat {seat}" for seat in warned)
    cautions = tuple(
        Caution(name, fault, SESSION, WARNED) for name in names for fault in Fault
    )
    seen = SeenAtTable(written.looked, SESSION, Cautions(cautions))
    return Scene(
        game.facts(state, seen),
        written.seats,
        shown=game.shown(state),
        table="recorded",
        jackpot=state.setup.jackpot is not None,
        covered=written.game != "baccarat",
        game=game,
        state=state,
    )


def _given(scene: Scene, situation: Json, kind: str) -> Mapping[str, Any]:
    """The answers; a community card shown early is the next one unless told."""
    given = {key: value for key, value in situation.items() if key not in OWN}
    if kind == "community-shown-early":
        given.setdefault("street", 3 + scene.shown)
    return given


def _answer(scene: Scene, ruling: Ruling, leaving: Sequence[int]) -> Json:
    choices = []
    for name in [choice.name for choice in ruling.choices] or [ALONE]:
        chosen = (name,) if ruling.choices else ()
        decided = decide(scene, ruling, Rank.CASINO_MANAGER, chosen, leaving)
        if isinstance(decided, Refused):
            return refused((None, why) for why in decided.refusals)
        choices.append(_choice(scene, name, decided))
    answer: Json = {"rule": ruling.cite.id, "spoken": ruling.spoken, "choices": choices}
    if ruling.combinable:
        answer["combinable"] = True
    if ruling.may_retract:
        answer["may_retract"] = list(ruling.may_retract)
    return answer


def _choice(scene: Scene, name: str, ruling: Ruling) -> Json:
    game = scene.game
    under = ruling.decided_under or ruling.cite
    return {
        "name": name,
        "cite": ruling.cite.id,
        "spoken": ruling.spoken,
        "decided_by": LADDERS[ruling.code].title(ruling.decided_by),
        "decided_under": under.id,
        "round": ruling.round.name.lower(),
        "effects": [_effect(effect) for effect in ruling.effects],
        "moves": [game.write(move) for move in ruling.moves] if game else [],
        "tasks": [_task(task) for task in ruling.tasks],
        "tell": [_told(told, ruling.code) for told in ruling.tell],
        "warned": [_warned(caution) for caution in ruling.cautions],
        "lines": [_line(line) for line in _lines(scene, ruling)],
        "cites": sorted({cite.id for cite in _cites(ruling)}),
    }


def _effect(effect: Effect) -> Json:
    told: Json = {
        "seat": effect.seat,
        "wager": effect.wager,
        "effect": EFFECTS[effect.fate],
        "amount": effect.amount,
        "cite": effect.cite.id,
    }
    return told | ({"won": effect.won} if effect.won else {})


def _task(task: Task) -> Json:
    return {
        "what": task.what,
        "cite": task.cite.id,
        "before_next_deal": task.before_next_deal,
    }


def _told(told: MustBeTold, code: str) -> Json:
    who = told.who
    name = LADDERS[code].title(who) if isinstance(who, Rank) else str(who)
    return {"who": name, "cite": told.cite.id}


def _warned(caution: Caution) -> Json:
    return {
        "player": caution.player,
        "about": caution.fault.value,
        "cite": caution.cite.id,
    }


def _lines(scene: Scene, ruling: Ruling) -> tuple[Line, ...]:
    """The settlement after the ruling; as far as it goes while cards are to come."""
    game, state = scene.game, scene.state
    after = applied(game, state, ruling.moves) if game and state else None
    if game is None or after is None or isinstance(after, Refused):
        return ()
    lines = game.settle(after)
    return game.decided(after) if isinstance(lines, Refused) else lines


def _line(line: Line) -> Json:
    return {
        "seat": line.seat,
        "wager": line.wager,
        "stake": line.stake,
        "net": line.net,
        "rule": line.cite.id,
    }


def _cites(ruling: Ruling) -> Iterator[Cite]:
    yield ruling.cite
    yield from (effect.cite for effect in ruling.effects)
    yield from (task.cite for task in ruling.tasks)
    yield from (told.cite for told in ruling.tell)
    yield from (caution.cite for caution in ruling.cautions)
    more = (ruling.decided_under, ruling.retracting, ruling.earlier_rounds_stand)
    yield from (cite for cite in more if cite is not None)


# What each document knows.


def situations() -> Iterator[Json]:
    """Every situation that each document rules on, with the questions it asks."""
    for code in LADDERS:
        for game in ("mississippi_stud", "caribbean_stud", "baccarat"):
            if found := _known(code, game):
                yield {"rulebook": code, "game": game, "situations": found}


def _known(code: str, game: str) -> list[Json]:
    found: dict[str, Json] = {}
    try:
        scenes = tuple(_samples(code, game))
    except BadLine:
        return []
    for stage, scene in scenes:
        for one in possible(scene):
            told = found.setdefault(
                one.name,
                {
                    "kind": one.name,
                    "label": one.label,
                    "asked": one.asked,
                    "rule": one.cite.id,
                    "stages": [],
                    "questions": [_question(each) for each in one.questions],
                },
            )
            told["stages"] += [stage] if stage not in told["stages"] else []
    order = [sort.name for sort in CATALOGUE]
    return sorted(found.values(), key=lambda told: order.index(told["kind"]))


def _samples(code: str, game: str) -> Iterator[tuple[str, Scene]]:
    """A round at each of its stages, with a player of several boxes among others."""
    common = {"rulebook": code, "game": game}
    for stage in recorded.STAGES:
        yield stage, _at(w := _sample(common, stage), w.at(stage), {})


def _sample(common: Json, stage: str) -> Written:
    late = stage == "settling"
    seats: list[Json] = []
    for seat, player in ((1, "Ann"), (2, "Bob"), (3, "Bob")):
        if common["game"] == "baccarat":
            seats.append({"seat": seat, "bets": {"player": 10}})
            continue
        box: Json = {"seat": seat, "ante": 10, "player": player, "jackpot": 1}
        if common["game"] == "mississippi_stud":
            box |= {"streets": [10, 10, 10] if late else []}
        elif late:
            box |= {"decision": "bet"}
        seats.append(box)
    cards = {"community": "2c3d4h"} if common["game"] == "mississippi_stud" else {}
    round_ = common | {"seats": seats, "stage": stage} | (cards if late else {})
    return recorded.read(round_)


def _question(question: Question) -> Json:
    told: Json = {
        "name": question.name,
        "asked": question.asked,
        "answer": question.answer.value,
        "needed": question.needed,
    }
    if question.options:
        told["options"] = [value for value, _ in question.options]
    if question.most:
        told |= {"least": question.least, "most": question.most}
    return told
