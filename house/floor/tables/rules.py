"""What a gaming table may be: pure checks, each under the document's own rule."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from game.limits import no_tournament
from game.rulebooks.deck_of import deck_rules, device_under, usual_method
from game.rulebooks.devices import Device as DeckDevice
from game.rulebooks.devices import Method
from game.rulebooks.limits import LIMITS as STAKES
from game.rulebooks.limits import LowLimit
from game.rulebooks.notices import may_offer
from house.floor.decks.supply import supply
from house.floor.models import Device, Game, TableRow
from house.money import dollars
from rulebook import (
    CROWN3,
    HOUSE,
    MASS,
    NSW3,
    STAR4,
    VIC99,
    Cite,
    Cited,
    Edition,
    Refusal,
    Refused,
)

PLACES = HOUSE.at("FLOOR-1")
LIMITS = HOUSE.at("FLOOR-2")
DOCUMENT = HOUSE.at("FLOOR-3")
KNOWN_TABLES = HOUSE.at("FLOOR-4")
NUMBER = HOUSE.at("FLOOR-8")
DEVICE = HOUSE.at("FLOOR-9")
MOST_CENTS = 1_000_000_00


@dataclass(frozen=True, slots=True)
class Offer:
    """A game as one document gives it: its places, its limits, from when it holds."""

    seats: Cited[range]
    limits: Cite
    edition: Edition | None = None
    low_limit: LowLimit | None = None
    cashless: Cite | None = None
    device: Cite = DEVICE  # a table deals from a device that is there
    approval: Cite | None = None  # a shuffler that deals needs the regulator's word
    off_first: Cite | None = None  # a machine leaves before cards are mixed otherwise


def _edition(name: str) -> Edition:
    return next(edition for edition in VIC99.editions if edition.name == name)


UNSAID = Cited(range(1, 10), PLACES)
OFFERS: Mapping[tuple[str, Game], Offer] = {
    ("CROWN3", Game.MISSISSIPPI_STUD): Offer(
        seats=Cited(range(1, 10), CROWN3.at("2.1")),
        limits=CROWN3.at("6.1:fn1-s66(1)(a)"),
        device=CROWN3.at("2.3"),
    ),
    ("MASS", Game.MISSISSIPPI_STUD): Offer(
        seats=Cited(range(1, 8), MASS.at("11P(c)")),
        limits=LIMITS,
        approval=MASS.at("9(a)"),
        off_first=MASS.at("14(g)"),
    ),
    ("NSW3", Game.MISSISSIPPI_STUD): Offer(
        seats=UNSAID,
        limits=NSW3.at("6.1"),
        low_limit=STAKES["NSW3"].low_limit,
    ),
    ("STAR4", Game.MISSISSIPPI_STUD): Offer(
        seats=UNSAID,
        limits=STAR4.at("6.1"),
        low_limit=STAKES["STAR4"].low_limit,
        cashless=STAR4.at("1.1:Cashless"),
    ),
    ("VIC99", Game.CARIBBEAN_STUD): Offer(
        seats=UNSAID, limits=VIC99.at("N25-6.1"), edition=_edition("Notice 25")
    ),
    ("VIC99", Game.BACCARAT): Offer(
        seats=Cited(range(5, 15), VIC99.at("N26-2.1")),
        limits=LIMITS,
        edition=_edition("Notice 26"),
    ),
}


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything that makes a table what it is, apart from who watches over it."""

    number: int
    game: str
    rulebook: str
    seats: int
    device: Device
    minimum_cents: int
    maximum_cents: int
    unit_cents: int
    low_limit: bool = False
    cashless: bool = False
    method: str = ""  # how its cards are mixed; empty: as is usual there
    backs: str = ""  # the colours of its decks, with a space between
    machine_counts: bool = False
    device_off: bool = False  # what it deals from is not on the table
    device_approval: str = ""  # the reference of an automated shoe's approval

    @property
    def mixes(self) -> tuple[Device, str]:
        """From what it deals and how its cards are mixed."""
        rules = deck_rules(self.game, self.rulebook)
        device = device_under(rules, DeckDevice(self.device.value))
        return self.device, self.method or usual_method(rules, device).value

    @property
    def offer(self) -> Offer | None:
        """The game under its document, when the two belong together."""
        games: list[str] = [game.value for game in Game]
        known = Game(self.game) if self.game in games else None
        return OFFERS.get((self.rulebook, known)) if known else None

    def plain(self) -> dict[str, Any]:
        """The table as the record keeps it."""
        return asdict(self) | {"device": self.device.value}


def layout_of(table: TableRow) -> Layout:
    """What a row says its table is."""
    return Layout(
        number=table.number,
        game=table.game.value,
        rulebook=table.rulebook,
        seats=table.seats,
        device=table.device,
        minimum_cents=table.minimum_cents,
        maximum_cents=table.maximum_cents,
        unit_cents=table.unit_cents,
        low_limit=table.low_limit,
        cashless=table.cashless,
        method=table.method,
        backs=table.backs,
        machine_counts=table.machine_counts,
        device_off=table.device_off,
        device_approval=table.device_approval,
    )


def check(layout: Layout, now: datetime) -> Iterator[Refusal]:
    """Every reason why there cannot be such a table."""
    if not 1 <= layout.number <= 999:
        right = "Give a number from 1 to 999."
        yield Refusal(NUMBER, f"No table has number {layout.number}.", right, "number")
    yield from check_game(layout, now)
    if (offer := layout.offer) is not None:
        yield from check_seats(layout, offer)
        yield from check_marks(layout, offer)
        yield from check_cards(layout)
    yield from check_limits(layout, offer.limits if offer else LIMITS)


def check_cards(layout: Layout) -> Iterator[Refusal]:
    """Whether the document lets cards be mixed and dealt as the table does."""
    cards = supply(
        layout.game,
        layout.rulebook,
        layout.device.value,
        method=layout.method,
        backs=layout.backs,
        machine_counts=layout.machine_counts,
    )
    if isinstance(cards, Refused):
        yield from cards.refusals


def check_device(layout: Layout) -> Iterator[Refusal]:
    """Whether what a table deals from is there, and approved where it must be."""
    if (offer := layout.offer) is None:
        return
    if layout.device_off:
        wrong = f"Nothing to deal from is on table {layout.number}."
        right = "Put the device on the table, and say so in its settings."
        yield Refusal(offer.device, wrong, right, "device_off")
    deals = layout.device is Device.SHUFFLER
    if offer.approval and deals and not layout.device_approval.strip():
        wrong = "No approval of the automated shoe, its place and procedure is named."
        right = "Give the reference of the approval, or deal from something else."
        yield Refusal(offer.approval, wrong, right, "device_approval")


def check_switch(now: Layout, becomes: Layout) -> Iterator[Refusal]:
    """Whether a machine has left the table before cards are mixed another way."""
    machine = now.device is Device.SHUFFLER or now.mixes[1] != Method.MANUAL
    offer, off = now.offer, now.device_off or becomes.device_off
    if offer and offer.off_first and machine and not off and now.mixes != becomes.mixes:
        wrong = f"The machine that mixes or deals is still on table {now.number}."
        right = "Take it off the table first, and say so in its settings."
        yield Refusal(offer.off_first, wrong, right, "device_off")


def check_game(layout: Layout, now: datetime) -> Iterator[Refusal]:
    """Whether the game is one the document gives, in force at this instant."""
    name = layout.game.replace("_", " ").title()
    offer = layout.offer
    if (gone := may_offer(layout.game, now)) is not None:
        yield from gone.refusals
    elif offer is None:
        games = ", ".join(g.label for code, g in OFFERS if code == layout.rulebook)
        right = f"It gives: {games}." if games else "Choose one of the documents."
        wrong = f"{layout.rulebook or 'No document'} gives no rules for {name}."
        yield Refusal(DOCUMENT, wrong, right, "game")
    elif (edition := offer.edition) is not None and not edition.holds_at(now):
        cite = edition.cite or DOCUMENT
        yield Refusal(cite, f"{name} is not in force yet.", "", "game")


def check_seats(layout: Layout, offer: Offer) -> Iterator[Refusal]:
    """Whether the table has as many places as the document lets it have."""
    places = offer.seats.value
    if layout.seats not in places:
        wrong = f"{layout.seats} {'place' if layout.seats == 1 else 'places'}."
        right = f"It has {places.start} to {places.stop - 1}."
        yield Refusal(offer.seats.cite, wrong, right, "seats")


def check_marks(layout: Layout, offer: Offer) -> Iterator[Refusal]:
    """Whether the table may be low-limit or cashless, and deals as it then must."""
    if layout.low_limit and offer.low_limit is None:
        wrong = f"{layout.rulebook} knows no low-limit tables."
        right = "NSW3 and STAR4 do."
        yield Refusal(KNOWN_TABLES, wrong, right, "low_limit")
    elif layout.low_limit and offer.low_limit and layout.device is not Device.SHUFFLER:
        wrong = "A low-limit table does not deal from a shoe."
        right = "Use a shuffling device."
        yield Refusal(offer.low_limit.device, wrong, right, "device")
    if layout.cashless and offer.cashless is None:
        wrong = f"{layout.rulebook} knows no cashless tables."
        yield Refusal(KNOWN_TABLES, wrong, "STAR4 does.", "cashless")


def check_limits(layout: Layout, cite: Cite) -> Iterator[Refusal]:
    """Whether the limits can stand on a sign: in order, and on the unit."""
    least, most, unit = layout.minimum_cents, layout.maximum_cents, layout.unit_cents
    if not 0 < least <= MOST_CENTS:
        right = f"From 1 cent to {dollars(MOST_CENTS)}."
        wrong = f"The minimum is {dollars(least)}."
        yield Refusal(cite, wrong, right, "minimum_cents")
    if not least <= most <= MOST_CENTS:
        wrong = f"The maximum is {dollars(most)}."
        right = f"At least the minimum, at most {dollars(MOST_CENTS)}."
        yield Refusal(cite, wrong, right, "maximum_cents")
    if unit < 1:
        wrong = f"The unit is {dollars(unit)}."
        yield Refusal(cite, wrong, "At least 1 cent.", "unit_cents")
        return
    for name, amount in (("minimum", least), ("maximum", most)):
        if amount % unit:
            wrong = f"The {name} {dollars(amount)} is no multiple of {dollars(unit)}."
            right = "Limits fall on the unit, or wagers could not reach them."
            yield Refusal(cite, wrong, right, f"{name}_cents")


def for_tournament(table: TableRow) -> Iterator[Refusal]:
    """Why a table cannot be used in a tournament, if it cannot."""
    name = f"Table {table.number}"
    yield from no_tournament(table.rulebook, name, low_limit=table.low_limit)


def low_limit_game(table: TableRow) -> Cite | None:
    """The rule that makes a table's game a low-limit one, if it is."""
    offer = layout_of(table).offer
    low = offer.low_limit if offer else None
    return low.version if low and table.low_limit else None
