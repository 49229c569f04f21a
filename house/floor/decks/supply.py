"""Which cards a table has: its decks, their backs, how they are mixed. Pure."""

from collections.abc import Iterator, Sequence

from game import deck
from game.deck import Pack
from game.rulebooks.deck_of import (
    deck_rules,
    device_under,
    not_allowed,
    unknown_device,
    usual_backs,
    usual_method,
)
from game.rulebooks.devices import Device, Method
from rulebook import HOUSE, Refusal, Refused

CHOSEN = HOUSE.at("CARDS-1")
COLOURS = ("red", "blue", "green", "black", "brown", "purple")


def supply(  # noqa: PLR0913
    game: str,
    document: str,
    device: str,
    *,
    method: str = "",
    backs: str = "",
    machine_counts: bool = False,
) -> Pack | Refused:
    """The cards of a table as it was set up, or every rule that its settings break."""
    named = Device(device)
    if refusal := unknown_device(game, document, named):
        return Refused((refusal,))
    rules = deck_rules(game, document)
    named = device_under(rules, named)
    if refusals := tuple(_unread(method, backs.split())):
        return Refused(refusals)
    return deck.assemble(
        rules,
        named,
        Method(method) if method else usual_method(rules, named),
        tuple(backs.split()) or usual_backs(rules, named),
        machine_counts=machine_counts,
    )


def _unread(method: str, backs: Sequence[str]) -> Iterator[Refusal]:
    if method and method not in tuple(Method):
        wrong = f"“{method}” is no way to shuffle."
        yield Refusal(CHOSEN, wrong, "Choose one from the list.", "method")
    for back in backs:
        if back not in COLOURS:
            right = f"Choose among {', '.join(COLOURS)}."
            yield Refusal(CHOSEN, f"No deck has {back} backs.", right, "backs")


def against_hand(game: str, document: str, device: str) -> Iterator[Refusal]:
    """Why this device is not used in this house, where it has decided so."""
    if refusal := not_allowed(game, document, Device(device)):
        yield refusal
