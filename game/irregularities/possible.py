"""What may have gone wrong at this moment of this round, and what must be known."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from game.irregularities.answers import Question, read_answers
from game.irregularities.catalogue import CATALOGUE, Sort
from game.irregularities.facts import RoundFacts
from game.irregularities.kinds import Irregularity
from game.irregularities.rule_on import RULINGS, SANCTIONS, not_covered
from game.irregularities.scene import Scene
from rulebook import HOUSE, Cite, Refusal, Refused

POSSIBLE = HOUSE.at("RULING-3")


@dataclass(frozen=True, slots=True)
class Possible:
    """One thing that may have happened now, with the rule that would answer it."""

    name: str
    group: str
    label: str
    asked: str
    cite: Cite
    questions: tuple[Question, ...]


def possible(scene: Scene) -> tuple[Possible, ...]:
    """Everything that may have gone wrong now under the table's document, in order."""
    happening = (sort for sort in CATALOGUE if sort.when(scene))
    answered = ((sort, _answered(scene, sort)) for sort in happening)
    return tuple(
        Possible(s.name, s.group, s.label, s.asked, cite, tuple(s.questions(scene)))
        for s, cite in answered
        if cite is not None
    )


def _answered(scene: Scene, sort: Sort) -> Cite | None:
    """The rule of the plainest case of its sort, if the document has one now."""
    facts = scene.facts
    if sort.uncovered:
        return not_covered(facts).cite
    if sort.sanction:
        return SANCTIONS[facts.code].power.cite if facts.code in SANCTIONS else None
    answer = RULINGS[facts.code].get(sort.kind) if scene.covered else None
    rulings = (
        (answer(facts, sample) for sample in sort.samples(scene)) if answer else ()
    )
    return next((ruling.cite for ruling in rulings if ruling), None)


def read(
    scene: Scene, name: str, given: Mapping[str, object]
) -> Irregularity | Refused:
    """What happened, from plain answers; only what may have happened now is taken."""
    offered = {one.name: one for one in possible(scene)}
    if name not in offered:
        wrong = f"“{name[:40]}” cannot have happened now."
        names = ", ".join(one.label.lower() for one in offered.values())
        right = f"What can be ruled on now: {names}."
        return Refused((Refusal(POSSIBLE, wrong, right, "what"),))
    answers = read_answers(offered[name].questions, given)
    if isinstance(answers, Refused):
        return answers
    sort = next(one for one in CATALOGUE if one.name == name)
    return sort.made(scene, answers)


def facts_of(scene: Scene, name: str, given: Mapping[str, object]) -> RoundFacts:
    """The facts of the round with what the answers add to them: who has looked."""
    offered = next((one for one in possible(scene) if one.name == name), None)
    answers = read_answers(offered.questions, given) if offered else {}
    seats = () if isinstance(answers, Refused) else answers.get("looked") or ()
    if not isinstance(seats, tuple):
        return scene.facts
    hands = tuple(
        replace(hand, looked=hand.looked or hand.seat in seats)
        for hand in scene.facts.hands
    )
    return replace(scene.facts, hands=hands)
