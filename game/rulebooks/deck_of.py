"""Which deck rules hold at a table, by its game, its document and its device."""

from game.rulebooks import mississippi_rules
from game.rulebooks.baccarat_shoe import SHOE
from game.rulebooks.decks import DeckRules
from game.rulebooks.devices import Device, Method
from game.rulebooks.vic99 import CARIBBEAN_STUD
from rulebook import Refusal

# How a device mixes its cards where the house has chosen nothing else.
USUAL = {
    Device.SHOE: (Method.MANUAL,),
    Device.HAND: (Method.MACHINE,),
    Device.AUTOMATED_SHOE: (Method.MACHINE,),
    Device.SHUFFLER: (Method.MACHINE, Method.CONTINUOUS),
}


def deck_rules(game: str, document: str) -> DeckRules:
    """What is said about the cards of a game under a document."""
    if game == "baccarat":
        return SHOE
    if game == "caribbean_stud":
        return CARIBBEAN_STUD.deck
    return mississippi_rules(document).deck


def unknown_device(game: str, document: str, device: Device) -> Refusal | None:
    """Why cards are not dealt from this device under a document, if they are not."""
    rules = deck_rules(game, document)
    known = {each for each, _ in rules.needs_cut}
    if device_under(rules, device) in known:
        return None
    cite = SHOE.checked
    if game == "caribbean_stud":
        cite = CARIBBEAN_STUD.device_is_known
    elif game != "baccarat":
        cite = mississippi_rules(document).device_is_known
    wrong = f"Cards are not dealt from {device.spoken} under {document}."
    right = f"Deal from {' or '.join(each.spoken for each in sorted(known))}."
    return Refusal(cite, wrong, right, "device")


def not_allowed(game: str, document: str, device: Device) -> Refusal | None:
    """Why the operator's own word keeps a table from a device, if it may."""
    if game != "mississippi_stud":
        return None
    barred = mississippi_rules(document).barred
    if device not in barred:
        return None
    wrong = f"The operator does not let cards be dealt from {device.spoken}."
    return Refusal(barred[device], wrong, "Choose another way.", "device")


def device_under(rules: DeckRules, device: Device) -> Device:
    """What a document calls a device: a shuffler may be its own automated shoe."""
    known = {each for each, _ in rules.needs_cut}
    renamed = device is Device.SHUFFLER and device not in known
    return Device.AUTOMATED_SHOE if renamed else device


def usual_method(rules: DeckRules, device: Device) -> Method:
    """How cards are mixed for a device unless the house chose another way."""
    usual = USUAL[device]
    known = (method for method in usual if (device, method) in rules.needs_cut)
    return next(known, usual[0])


def usual_backs(rules: DeckRules, device: Device) -> tuple[str, ...]:
    """The decks of a table unless the house chose others."""
    needed = rules.second.needed
    return ("red", "blue") if needed and device is needed.value else ("red",)
