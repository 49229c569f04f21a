"""Opening a round of Caribbean Stud: its equipment, and what the house has posted."""

from collections.abc import Iterator, Mapping

from game.caribbean.round import Round, Table
from game.play.checks import edition_refusals, foreign_wagers, seats_refusals
from game.play.setup import KEPT, Setup
from game.rulebooks.caribbean import CapScope
from game.rulebooks.devices import Device
from game.rulebooks.vic99 import CARIBBEAN_STUD
from rulebook import Refusal, Refused, refusing

# A shuffling shoe takes two decks in turn, told apart by their backs.
BACKS: Mapping[Device, tuple[str, ...]] = {Device.SHUFFLER: ("red", "blue")}


def open_round(setup: Setup) -> Round | Refused:
    """A round ready for its first ante, or every rule its setup breaks."""
    if refused := _refusals(setup) or _equipment(setup):
        return refused
    dealing = CARIBBEAN_STUD.devices[Device(setup.device)]
    cap = CapScope(setup.payout_scope) if setup.payout_scope else CapScope.HAND
    table = Table(CARIBBEAN_STUD, dealing, setup.maximum_payout or 0, cap)
    return Round(setup, table)


@refusing
def _refusals(setup: Setup) -> Iterator[Refusal]:
    if setup.document != CARIBBEAN_STUD.source.code:
        wrong = f"{setup.document} has no Caribbean Stud."
        yield Refusal(KEPT, wrong, "VIC99 has.", "document")
        return
    yield from edition_refusals(setup)
    yield from seats_refusals(setup, CARIBBEAN_STUD.seats)
    if setup.payout_scope and setup.payout_scope not in tuple(CapScope):
        yield Refusal(KEPT, f"Scope “{setup.payout_scope}”.", field="payout_scope")
    yield from foreign_wagers(setup, "Caribbean Stud", with_jackpot=True)


@refusing
def _equipment(setup: Setup) -> Iterator[Refusal]:
    rules, device = CARIBBEAN_STUD, Device(setup.device)
    if device in rules.devices:
        yield from _backs(setup, device)
    else:
        known = " or a ".join(rules.devices)
        wrong = f"Cards are not dealt by {device} here."
        yield Refusal(rules.device_is_known, wrong, f"Use a {known}.", "device")
    if not setup.maximum_payout or setup.maximum_payout < 0:
        wrong = "No maximum payout is posted at the table."
        right = "Write the figure on the notice before the round opens."
        yield Refusal(rules.settlement.maximum, wrong, right, "maximum_payout")


def _backs(setup: Setup, device: Device) -> Iterator[Refusal]:
    rules = CARIBBEAN_STUD
    backs = BACKS.get(device, ("red",)) if setup.backs is None else setup.backs
    if rules.devices[device].at_once.value == 1 and len(backs) != 1:
        wrong = f"{len(backs)} decks are in use."
        yield Refusal(rules.deck.size.cite, wrong, "A shoe deals one deck.", "backs")
    elif rules.devices[device].at_once.value > 1 and not (
        len(backs) == len(set(backs)) == 2
    ):
        wrong = f"The backs in use are {', '.join(backs) or 'none'}."
        right = "A shuffling shoe takes two decks of different colours in turn."
        yield Refusal(rules.two_decks, wrong, right, "backs")
