"""Opening a round of Mississippi Stud: everything the setup must get right."""

from collections.abc import Iterator

from game.maximum_payout import most_payable
from game.mississippi.round import Round
from game.mississippi.tables import Settings, open_table
from game.play.checks import edition_refusals, seats_refusals
from game.play.setup import KEPT, Setup
from game.play.state import State
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.devices import Device
from game.rulebooks.limits import CROWN3_CAP, MASS_CAP, CapScope, PayoutCap
from game.rulebooks.mass_side_bets import THREE_CARD_TABLES
from game.rulebooks.mississippi import MississippiRules, Sizes
from game.side_bets import (
    COVER_ALL_BONUS,
    COVER_ALL_MODE,
    THREE_CARD_BONUS,
    SideBetsOffered,
)
from rulebook import Cited, Refusal, Refused

CAPS = {"CROWN3": CROWN3_CAP, "MASS": MASS_CAP}


def opened(setup: Setup) -> State[Round] | Refused:
    """A round ready for its first ante, or every rule its setup breaks."""
    if setup.document not in MISSISSIPPI_STUD:
        wrong = f"{setup.document} has no Mississippi Stud."
        right = f"{', '.join(MISSISSIPPI_STUD)} have."
        return Refused((Refusal(KEPT, wrong, right, "document"),))
    rules = mississippi_rules(setup.document)
    refusals = tuple(_refusals(setup, rules))
    if refusals:
        return Refused(refusals)
    table = open_table(rules, _settings(setup))
    return table if isinstance(table, Refused) else State(setup, Round(table))


def _settings(setup: Setup) -> Settings:
    return Settings(
        device=_device(setup),
        community_first=setup.community_first,
        at_once=setup.at_once,
        sizes=Sizes(setup.sizes) if setup.sizes else None,
        unit=setup.street_step,
        jackpot_price=setup.jackpot,
        low_limit=setup.low_limit,
    )


def _device(setup: Setup) -> Device:
    """What the document calls the table's device: a shuffler may be its own shoe."""
    device, known = Device(setup.device), mississippi_rules(setup.document).devices
    renamed = device is Device.SHUFFLER and device not in known
    return Device.AUTOMATED_SHOE if renamed else device


def _refusals(setup: Setup, rules: MississippiRules) -> Iterator[Refusal]:
    yield from edition_refusals(setup)
    yield from seats_refusals(setup, rules.seats)
    if setup.sizes and setup.sizes not in tuple(Sizes):
        right = f"They are {' or '.join(Sizes)}."
        yield Refusal(KEPT, f"Sizes “{setup.sizes}”.", right, "sizes")
    if setup.payout_scope and setup.payout_scope not in tuple(CapScope):
        yield Refusal(KEPT, f"Scope “{setup.payout_scope}”.", field="payout_scope")
    yield from _side_bets(setup, rules)
    most = payout_cap(setup)
    if isinstance(most, Refused):
        yield from most.refusals


def _side_bets(setup: Setup, rules: MississippiRules) -> Iterator[Refusal]:
    wanted = {
        THREE_CARD_BONUS: setup.three_card_table is not None,
        COVER_ALL_BONUS: setup.cover_all,
    }
    for wager, offered in wanted.items():
        if offered and wager not in rules.wagers.kinds.value:
            wrong = f"{setup.document} knows no {wager.replace('_', ' ')}."
            yield Refusal(rules.wagers.kinds.cite, wrong, "Leave it out.", wager)
    table = setup.three_card_table
    if table is not None and table not in THREE_CARD_TABLES:
        right = f"There are {', '.join(THREE_CARD_TABLES)}."
        yield Refusal(
            KEPT, f"There is no pay table “{table}”.", right, "three_card_table"
        )


def side_bets_offered(setup: Setup) -> SideBetsOffered:
    """The side bets of the table, as the game asks for them."""
    mode = COVER_ALL_MODE if setup.cover_all else ""
    return SideBetsOffered(
        setup.three_card_table, cover_all=setup.cover_all, shuffler_mode=mode
    )


def cap_of(setup: Setup) -> PayoutCap | None:
    """How the document limits what a round may win; chips are no money."""
    return CAPS.get(setup.document) if setup.unit == "cents" else None


def payout_cap(setup: Setup) -> Cited[int] | Refused | None:
    """The most a hand, a player or the table may win, where the document has it."""
    cap = cap_of(setup)
    if cap is None:
        return None
    return most_payable(cap, setup.limits.minimum, setup.maximum_payout)
