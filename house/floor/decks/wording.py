"""The cards of a table in words: how they stand, and what was done to them. Pure."""

from collections.abc import Callable, Mapping

from game import deck
from game.deck import Pack, Step
from game.rulebooks.devices import Method
from house.floor.decks.models import CardAct, DeckRow

DONE: Mapping[Step, str] = {
    Step.WASH: "washed",
    Step.BY_HAND: "shuffled by hand",
    Step.SHUFFLE: "shuffled",
    Step.MACHINE_COUNT: "counted by the machine",
    Step.CUT: "cut",
}


def done(pack: Pack, steps: tuple[Step, ...]) -> str:
    """What a tap says was done: “Washed, shuffled and cut”."""
    words = [DONE[step] for step in steps]
    if Step.SHUFFLE in steps:
        by = "by hand" if pack.method is Method.MANUAL else "by the machine"
        if pack.method is not Method.MANUAL and Step.BY_HAND in steps:
            words[steps.index(Step.SHUFFLE)] = f"then {by}"
    return listed(words).capitalize()


def listed(words: list[str]) -> str:
    """Words with commas and a last “and”."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def decks(pack: Pack) -> str:
    """The decks of a table: “one red deck”, “a red and a blue deck”."""
    if len(pack.backs) == 1:
        return f"one {pack.backs[0]} deck"
    return f"a {' and a '.join(pack.backs)} deck"


def described(pack: Pack) -> str:
    """How the cards stand, in a sentence."""
    if pack.away:
        return "The deck was sent away."
    if not pack.checked:
        return f"{decks(pack).capitalize()}, not checked."
    needs = [step.value for step in deck.steps(pack)]
    name = f"{pack.back.capitalize()} deck"
    if needs:
        return f"{name} next: to be {listed([DONE[step] for step in needs])}."
    return f"{name} ready."


def in_words(row: DeckRow) -> str:
    """One entry of the history of the cards."""
    return TOLD[row.act](row)


def _prepared(row: DeckRow) -> str:
    steps = [DONE[Step(step)] for step in row.figures["steps"]]
    return f"{row.back.capitalize()} deck {listed(steps)}"


def _counted(row: DeckRow) -> str:
    found, expected = row.figures["counted"], row.figures["expected"]
    end = "right" if found == expected else f"of {expected}: the deck is sent away"
    return f"{found} cards counted, {end}"


def _checked(row: DeckRow) -> str:
    names = listed(row.figures["decks"]).capitalize()
    return f"{names} checked by {row.figures['by']}"


def _shuffle_ordered(row: DeckRow) -> str:
    run = row.figures["abnormal run"]
    return f"Shuffle ordered{', abnormal run of cards' if run else ''}"


def _count_ordered(row: DeckRow) -> str:
    who = row.figures.get("inspector")
    return f"Count ordered{f', an inspector demands it: {who}' if who else ''}"


TOLD: Mapping[CardAct, Callable[[DeckRow], str]] = {
    CardAct.CHECK: _checked,
    CardAct.PREPARE: _prepared,
    CardAct.COUNT: _counted,
    CardAct.MACHINE_COUNT: _counted,
    CardAct.ORDER_SHUFFLE: _shuffle_ordered,
    CardAct.ORDER_CUT: lambda _: "Fresh cut ordered",
    CardAct.ORDER_COUNT: _count_ordered,
    CardAct.REPLACE: lambda row: f"New cards brought: {listed(row.figures['decks'])}",
    CardAct.END_SHOE: lambda _: "The shoe is over",
    CardAct.PUT_AWAY: lambda _: "Cards put away: the table closed",
}
