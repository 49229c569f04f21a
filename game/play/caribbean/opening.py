"""Opening a round of Caribbean Stud: everything the setup must get right."""

from collections.abc import Iterator

from game.caribbean.round import Round, Settings, open_table
from game.play.checks import edition_refusals, seats_refusals
from game.play.setup import KEPT, Setup
from game.play.state import State
from game.rulebooks.caribbean import CapScope
from game.rulebooks.devices import Device
from game.rulebooks.vic99 import CARIBBEAN_STUD
from rulebook import Refusal, Refused

# A shuffling shoe takes two decks in turn, told apart by their backs.
BACKS = {Device.SHUFFLER: ("red", "blue")}


def opened(setup: Setup) -> State[Round] | Refused:
    """A round ready for its first ante, or every rule its setup breaks."""
    refusals = tuple(_refusals(setup))
    if refusals:
        return Refused(refusals)
    device = Device(setup.device)
    settings = Settings(
        device,
        BACKS.get(device, ("red",)),
        setup.maximum_payout,
        CapScope(setup.payout_scope) if setup.payout_scope else CapScope.HAND,
        setup.jackpot,
    )
    table = open_table(CARIBBEAN_STUD, settings)
    return table if isinstance(table, Refused) else State(setup, Round(table))


def _refusals(setup: Setup) -> Iterator[Refusal]:
    if setup.document != CARIBBEAN_STUD.source.code:
        wrong = f"{setup.document} has no Caribbean Stud."
        yield Refusal(KEPT, wrong, "VIC99 has.", "document")
        return
    yield from edition_refusals(setup)
    yield from seats_refusals(setup, CARIBBEAN_STUD.seats)
    if setup.payout_scope and setup.payout_scope not in tuple(CapScope):
        yield Refusal(KEPT, f"Scope “{setup.payout_scope}”.", field="payout_scope")
    for name in ("three_card_table", "cover_all"):
        if getattr(setup, name):
            wrong = "Caribbean Stud has no such side bet."
            yield Refusal(KEPT, wrong, "Leave it out.", name)
