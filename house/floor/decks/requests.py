"""Reading what a console says of the cards, strictly."""

from game.cards import Card, parse
from game.deck import Prepared, Step
from game.deck.steps import MIDDLE
from game.ranks import Rank
from house.floor.decks.services import STRANGE, Checked
from house.floor.rounds.requests import RequestFields

JOKER = "joker"
CUTS = {"dealer": Rank.DEALER, "player": Rank.PLAYER}


def prepared_in(said: RequestFields) -> Prepared | None:
    """What a request says was done to the deck of the next round, if it says so."""
    found = said.group("deck")
    if not found:
        return None
    part = RequestFields(found, said.wrong)
    steps, back = found.get("steps"), part.text("back", 16)
    known = [step.value for step in Step]
    if not isinstance(steps, list) or any(step not in known for step in steps):
        said.refuse("steps", f"a list of {', '.join(known)}")
        steps = []
    cut_by = part.text("cut_by", 16) or "dealer"
    if cut_by not in CUTS:
        said.refuse("cut_by", "dealer or player")
        cut_by = "dealer"
    lifted = part.whole("lifted", MIDDLE)
    taken = tuple(step for step in Step if step.value in steps)
    return Prepared(back, taken, CUTS[cut_by], lifted)


def checked_in(said: RequestFields, backs: tuple[str, ...]) -> Checked:
    """What a check of each deck found: nothing, or cards missing and too many."""
    wrong = {
        back: (_cards(said, f"missing-{back}"), _cards(said, f"extra-{back}"))
        for back in backs
    }
    by = "a checking device" if said.flag("by_device") else "hand"
    return Checked({back: each for back, each in wrong.items() if any(each)}, by)


def counted_in(said: RequestFields) -> int | None:
    """How many cards were counted when gaming ended, if anybody counted."""
    return said.whole("counted") if said.found.get("counted") else None


def _cards(said: RequestFields, name: str) -> tuple[Card, ...]:
    """Cards such as “2c 9h”; a joker, or whatever else is no card, is “joker”."""
    found: list[Card] = []
    for word in said.text(name, 200).replace(",", " ").split():
        if word.lower() == JOKER:
            found.append(STRANGE)
            continue
        try:
            found.extend(parse(word[:-1].upper() + word[-1].lower()))
        except ValueError:
            said.refuse(name, "cards such as 2c 9h Th, or joker")
    return tuple(found)
