"""What each kind of prize adds to its nature and value; it replaces neither."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from promotions.rules.goods import PrizeKind
from promotions.rules.numbers import Numbers
from rulebook import Cite
from rulebook.terms import wording


@dataclass(frozen=True, slots=True)
class Appliance:
    """Machinery or an electrical appliance."""

    make: str = ""
    model: str = ""
    accessories: str = ""


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A motor vehicle."""

    make: str = ""
    model: str = ""
    accessories: str = ""
    on_road: bool | None = None  # registration and on-road costs are covered


@dataclass(frozen=True, slots=True)
class Travel:
    """A journey; “none” is an answer, silence is not."""

    persons: int | None = None
    flights: str = ""
    transfers: str = ""
    other_transport: str = ""
    length: str = ""
    lodging: str = ""
    meals: str = ""
    restriction: str = ""
    spending_money: bool | None = None


@dataclass(frozen=True, slots=True)
class Estate:
    """Land or a dwelling; plans and contract are files, named by their hash."""

    dwelling: str = ""
    plans: str = ""
    contract: str = ""
    easements: str = ""
    address: str = ""
    conveyancing: bool | None = None
    legal_costs: bool | None = None
    fixtures: bool | None = None
    furniture: bool | None = None


@dataclass(frozen=True, slots=True)
class Liquor:
    """How much liquor it is."""

    volume_ml: int | None = None


class Need(NamedTuple):
    """One detail that a kind of prize has to give, and the rule that asks for it."""

    field: str
    what: str
    rule: Cite


def _appliance(items: Numbers) -> tuple[Need, ...]:
    return (
        Need("appliance.make", "make of the appliance", items.appliance_make),
        Need("appliance.model", "model of the appliance", items.appliance_model),
        Need(
            "appliance.accessories",
            "accessories of the appliance, or “none”,",
            items.appliance_accessories,
        ),
    )


def _vehicle(items: Numbers) -> tuple[Need, ...]:
    return (
        Need("vehicle.make", "make of the vehicle", items.vehicle_make),
        Need("vehicle.model", "model of the vehicle", items.vehicle_model),
        Need(
            "vehicle.accessories",
            "accessories of the vehicle, or “none”,",
            items.vehicle_accessories,
        ),
        Need(
            "vehicle.on_road",
            "answer whether on-road costs are covered",
            items.vehicle_on_road,
        ),
    )


INCLUDED = {
    "flights": "flights",
    "transfers": "transfers",
    "other_transport": "other transport",
    "length": "length of the journey",
    "lodging": "standard of lodging",
    "meals": "meals",
}


def _travel(items: Numbers) -> tuple[Need, ...]:
    included = (
        Need(f"travel.{field}", f"answer on {what}", items.travel_inclusions)
        for field, what in INCLUDED.items()
    )
    return (
        Need("travel.persons", "number of travellers", items.travel_persons),
        *included,
        Need(
            "travel.restriction",
            "limit on when the journey is made, or “none”,",
            items.travel_restriction,
        ),
        Need(
            "travel.spending_money",
            "answer on spending money",
            items.travel_spending,
        ),
    )


ESTATE_INCLUDES = {
    "conveyancing": "conveyancing",
    "legal_costs": "legal costs",
    "fixtures": "fixtures",
    "furniture": "furniture",
}


def _estate(items: Numbers) -> tuple[Need, ...]:
    included = (
        Need(f"estate.{field}", f"answer on {what}", items.estate_inclusions)
        for field, what in ESTATE_INCLUDES.items()
    )
    return (
        Need("estate.dwelling", "type of dwelling", items.estate_dwelling),
        Need("estate.plans", "file with the plans", items.estate_plans),
        Need("estate.contract", "file with the contract", items.estate_contract),
        Need("estate.easements", "easements, or “none”,", items.estate_easements),
        Need("estate.address", "address or location", items.estate_address),
        *included,
    )


def _liquor(items: Numbers) -> tuple[Need, ...]:
    return (Need("liquor.volume_ml", "volume of the liquor", items.prizes),)


NEEDS: Mapping[PrizeKind, Callable[[Numbers], tuple[Need, ...]]] = {
    PrizeKind.APPLIANCE: _appliance,
    PrizeKind.VEHICLE: _vehicle,
    PrizeKind.TRAVEL: _travel,
    PrizeKind.REAL_ESTATE: _estate,
    PrizeKind.LIQUOR: _liquor,
}


def kind_rule(kind: PrizeKind | None, items: Numbers) -> Cite:
    """The rule that asks for the details of this kind of prize."""
    match kind:
        case PrizeKind.APPLIANCE:
            return items.appliance
        case PrizeKind.VEHICLE:
            return items.vehicle
        case PrizeKind.TRAVEL:
            return items.travel
        case PrizeKind.REAL_ESTATE:
            return items.estate
    return items.prizes


def is_blank(value: Any) -> bool:
    """Whether nothing was said: no, none and nought are answers."""
    return value is None or (isinstance(value, str) and not value.strip())


def said_of_vehicle(vehicle: Vehicle) -> str:
    """The details of a vehicle in a sentence."""
    costs = "covered" if vehicle.on_road else "for the winner to pay"
    return (
        f"Make {wording.phrase(vehicle.make)}, model {wording.phrase(vehicle.model)}; "
        f"accessories: {wording.phrase(vehicle.accessories)}; registration and on-road "
        f"costs are {wording.BLANK if vehicle.on_road is None else costs}."
    )


def said_of_appliance(appliance: Appliance) -> str:
    """The details of an appliance in a sentence."""
    return (
        f"Make {wording.phrase(appliance.make)}, model "
        f"{wording.phrase(appliance.model)}; accessories: "
        f"{wording.phrase(appliance.accessories)}."
    )


def said_of_travel(travel: Travel) -> str:
    """The details of a journey in a sentence."""
    included = "; ".join(
        f"{what}: {wording.phrase(getattr(travel, field))}"
        for field, what in INCLUDED.items()
    )
    money = "is" if travel.spending_money else "is not"
    return (
        f"For {wording.many(travel.persons, 'traveller')}; {included}; limits on when: "
        f"{wording.phrase(travel.restriction)}; spending money "
        f"{wording.BLANK if travel.spending_money is None else money} included."
    )


def said_of_estate(estate: Estate) -> str:
    """The details of land or a dwelling in a sentence."""
    included = "; ".join(
        f"{what} {'included' if getattr(estate, field) else 'not included'}"
        for field, what in ESTATE_INCLUDES.items()
    )
    return (
        f"{wording.phrase(estate.dwelling)} at {wording.phrase(estate.address)}; "
        f"easements: {wording.phrase(estate.easements)}; {included}; plans: file "
        f"{wording.phrase(estate.plans)}; contract: file "
        f"{wording.phrase(estate.contract)}."
    )


def said_of_liquor(liquor: Liquor) -> str:
    """How much liquor, in litres."""
    if liquor.volume_ml is None:
        return f"{wording.BLANK} of liquor."
    whole, rest = divmod(liquor.volume_ml, 1000)
    litres = f"{whole}.{rest:03}".rstrip("0").rstrip(".")
    return f"{litres} litres of liquor."
