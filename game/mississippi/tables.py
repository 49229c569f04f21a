"""Setting up a table: what the document leaves to the house, and what it does not."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.mississippi.round import Table
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import Community, DealRules, MississippiRules, Sizes
from rulebook import Cited, Refusal, Refused


@dataclass(frozen=True, slots=True)
class Settings:
    """What the house has decided for one table; None follows the document."""

    device: Device
    community_first: bool | None = None
    at_once: int | None = None  # hole cards a box gets in one pass
    sizes: Sizes | None = None
    unit: int = 1
    jackpot_price: int | None = None
    low_limit: bool = False
    not_used: frozenset[Device] = frozenset()  # devices the operator has ruled out


def open_table(rules: MississippiRules, settings: Settings) -> Table | Refused:
    """A table ready for its first round, or every rule its settings break."""
    refusals = tuple(_refusals(rules, settings))
    if refusals:
        return Refused(refusals)
    return Table(
        rules=rules,
        device=settings.device,
        dealing=_dealing(rules.devices[settings.device], settings),
        sizes=settings.sizes or rules.streets[0].sizes.value,
        unit=settings.unit,
        jackpot_price=settings.jackpot_price,
    )


def _refusals(rules: MississippiRules, settings: Settings) -> Iterator[Refusal]:
    device = settings.device
    if device not in rules.devices:
        known = ", ".join(rules.devices)
        wrong = f"Cards are not dealt by {device} here."
        yield Refusal(rules.device_is_known, wrong, f"Use {known}.", "device")
        return
    if device in rules.barred and device in settings.not_used:
        wrong, right = f"The operator does not deal by {device}.", "Use another way."
        yield Refusal(rules.barred[device], wrong, right, "device")
    low = rules.low_limit
    if settings.low_limit and low and device is not low.value:
        wrong = f"A low-limit table does not deal by {device}."
        yield Refusal(low.cite, wrong, f"It deals by {low.value}.", "device")
    dealing, first = rules.devices[device], settings.community_first
    if dealing.by_device is None and (first is not None or settings.at_once):
        wrong = "The order of the deal is fixed for this device."
        yield Refusal(dealing.procedure, wrong, "Leave it as it is.", "deal")
    sizes = rules.streets[0].sizes
    if settings.sizes not in (None, sizes.value) and rules.sizes_vary is None:
        wrong = f"Street bets of {settings.sizes} are not allowed."
        yield Refusal(sizes.cite, wrong, f"They are {sizes.value}.", "sizes")


def _dealing(rules: DealRules, settings: Settings) -> DealRules:
    first, at_once = settings.community_first, settings.at_once
    if rules.by_device and first is not None:
        community = Community.FIRST if first else Community.AFTER
        rules = replace(rules, community=Cited(community, rules.by_device))
    if at_once is not None:
        rules = replace(rules, at_once=Cited(at_once, rules.at_once.cite))
    return rules
