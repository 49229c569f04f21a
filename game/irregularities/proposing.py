"""The ruling on what somebody says happened: asked by the console and from outside."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.irregularities.effects import read_off
from game.irregularities.kinds import Irregularity
from game.irregularities.possible import facts_of, read
from game.irregularities.rule_on import rule_on
from game.irregularities.ruling import Ruling, choose, in_force, retract
from game.irregularities.scene import Scene
from game.ranks import Rank
from rulebook import Refused


@dataclass(frozen=True, slots=True)
class Proposed:
    """A ruling as the rules have it, before anybody decided."""

    found: Irregularity
    ruling: Ruling


def propose(scene: Scene, what: str, given: Mapping[str, Any]) -> Proposed | Refused:
    """The ruling on what happened, or what is missing to make it."""
    found = read(scene, what, given)
    if isinstance(found, Refused):
        return found
    ruling = read_off(scene, rule_on(facts_of(scene, what, given), found))
    return ruling if isinstance(ruling, Refused) else Proposed(found, ruling)


def decide(
    scene: Scene,
    ruling: Ruling,
    by: Rank,
    chosen: Sequence[str] = (),
    retracted: Iterable[int] = (),
) -> Ruling | Refused:
    """The ruling as a rank decides it, with those who take their wagers back."""
    decided: Ruling | Refused = in_force(ruling, by) or ruling
    if ruling.choices or chosen:  # a choice that is not on offer is none
        decided = choose(ruling, chosen, by)
    leaving = tuple(retracted)
    if isinstance(decided, Refused) or not leaving:
        return decided
    without = retract(scene.facts, decided, leaving)
    return without if isinstance(without, Refused) else read_off(scene, without)
