"""Opening a round: what the document leaves to the house, and what it does not."""

from collections.abc import Iterator
from dataclasses import replace

from game.maximum_payout import most_payable
from game.mississippi.round import Round, Table
from game.play.checks import edition_refusals, seats_refusals
from game.play.setup import KEPT, Setup
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.deck_of import device_under
from game.rulebooks.devices import Device
from game.rulebooks.limits import CROWN3_CAP, MASS_CAP, CapScope, PayoutCap
from game.rulebooks.mass_side_bets import THREE_CARD_TABLES
from game.rulebooks.mississippi import Community, DealRules, MississippiRules, Sizes
from game.side_bets import COVER_ALL_BONUS, THREE_CARD_BONUS
from rulebook import Cited, Refusal, Refused

CAPS = {("CROWN3", "cents"): CROWN3_CAP, ("MASS", "cents"): MASS_CAP}


def open_round(setup: Setup) -> Round | Refused:
    """A round ready for its first ante, or every rule its setup breaks."""
    if setup.document not in MISSISSIPPI_STUD:
        wrong = f"{setup.document} has no Mississippi Stud."
        right = f"{', '.join(MISSISSIPPI_STUD)} have."
        return Refused((Refusal(KEPT, wrong, right, "document"),))
    rules = mississippi_rules(setup.document)
    refusals = tuple(_refusals(setup, rules)) or tuple(_equipment(setup, rules))
    if refusals:
        return Refused(refusals)
    dealing = _dealing(
        rules.devices[device_under(rules.deck, Device(setup.device))], setup
    )
    sizes = Sizes(setup.sizes) if setup.sizes else rules.streets[0].sizes.value
    return Round(setup, Table(rules, dealing, sizes))


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
        wrong = f"There is no pay table “{table}”."
        right = f"There are {', '.join(THREE_CARD_TABLES)}."
        yield Refusal(KEPT, wrong, right, "three_card_table")


def _equipment(setup: Setup, rules: MississippiRules) -> Iterator[Refusal]:
    device = device_under(rules.deck, Device(setup.device))
    if device not in rules.devices:
        known = ", ".join(rules.devices)
        wrong = f"Cards are not dealt by {device} here."
        yield Refusal(rules.device_is_known, wrong, f"Use {known}.", "device")
        return
    if device in rules.barred and device in setup.not_used:
        wrong, right = f"The operator does not deal by {device}.", "Use another way."
        yield Refusal(rules.barred[device], wrong, right, "device")
    low = rules.low_limit
    if setup.low_limit and low and device is not low.value:
        wrong = f"A low-limit table does not deal by {device}."
        yield Refusal(low.cite, wrong, f"It deals by {low.value}.", "device")
    dealing, first = rules.devices[device], setup.community_first
    if dealing.by_device is None and (first is not None or setup.at_once):
        wrong = "The order of the deal is fixed for this device."
        yield Refusal(dealing.procedure, wrong, "Leave it as it is.", "deal")
    sizes = rules.streets[0].sizes
    if setup.sizes not in (None, sizes.value) and rules.sizes_vary is None:
        wrong = f"Street bets of {setup.sizes} are not allowed."
        yield Refusal(sizes.cite, wrong, f"They are {sizes.value}.", "sizes")


def _dealing(rules: DealRules, setup: Setup) -> DealRules:
    first, at_once = setup.community_first, setup.at_once
    if rules.by_device and first is not None:
        community = Community.FIRST if first else Community.AFTER
        rules = replace(rules, community=Cited(community, rules.by_device))
    if at_once is not None:
        rules = replace(rules, at_once=Cited(at_once, rules.at_once.cite))
    return rules


def cap_of(setup: Setup) -> PayoutCap | None:
    """How the document limits what a round may win; chips are no money."""
    return CAPS.get((setup.document, setup.unit))


def payout_cap(setup: Setup) -> Cited[int] | Refused | None:
    """The most a hand, a player or the table may win, where the document has it."""
    cap = cap_of(setup)
    if cap is None:
        return None
    return most_payable(cap, setup.limits.minimum, setup.maximum_payout)
