"""Under what a round is played: the table, its limits now, and what it offers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlmodel import Session

from game.games import GAMES
from game.play import Limits, SeatLimits, Setup, read_setup, write_setup
from game.play.setup import KEYED
from house.floor import closing, editions
from house.floor.meters.models import MeterStatus
from house.floor.meters.queries import meter_of
from house.floor.models import TableRow
from house.floor.rounds.models import AnyRound
from house.floor.sign_models import EditionRow, MarkerKind
from house.floor.standing import Standing, standing
from rulebook import HOUSE, SOURCES, Refusal, Refused

OFFERED = HOUSE.at("ROUNDS-4")
# What the house may choose for a table; a round takes it over from the one before.
OPTIONS = frozenset(
    {
        "cards",
        "three_card_table",
        "cover_all",
        "coupons",
        "sizes",
        "street_step",
        "community_first",
        "at_once",
        "maximum_payout",
        "payout_scope",
        "smallest_chip",
        "decks",
        "seconds",
    }
)


def setup_for(
    session: Session,
    stands: Standing,
    now: datetime,
    options: Mapping[str, Any],
    *,
    unit: str = "cents",
) -> Setup | Refused:
    """The setup of a round that opens now, or everything that is wrong with it."""
    table, figures = stands.table, stands.in_force(now)
    unknown = tuple(_unknown(options))
    if unknown:
        return Refused(unknown)
    plain = {
        "game": table.game.value,
        "document": table.rulebook,
        "edition": edition_of(table, now, editions.entries_of(session, table.rulebook)),
        "device": table.device.value,
        "seats": table.seats,
        "limits": {
            "minimum": figures.minimum,
            "maximum": figures.maximum,
            "step": figures.unit,
        },
        "unit": unit,
        "own_limits": [],
        "jackpot": jackpot_price(session, table) if unit == "cents" else None,
        "low_limit": table.low_limit,
        **options,
    }
    setup = read_setup(plain)
    if isinstance(setup, Refused):
        return setup
    setup = replace(setup, own_limits=own_limits(stands, now))
    opened = GAMES[setup.game].open(setup)
    return opened if isinstance(opened, Refused) else setup


def stands_now(session: Session, table: TableRow, now: datetime) -> Standing:
    """How a table stands; what has come due there happens first."""
    stands = standing(session, table)
    due = (stands.due_change, stands.due_closing)
    if any(each is not None and each <= now for each in due):
        return closing.catch_up(session, table, now)
    return stands


def _unknown(options: Mapping[str, Any]) -> Iterator[Refusal]:
    for name in sorted(options.keys() - OPTIONS):
        wrong = f"“{name}” is nothing a table can offer."
        yield Refusal(OFFERED, wrong, "Leave it out.", name)


def taken_over(last: AnyRound | None, table: TableRow) -> dict[str, Any]:
    """What the table offered in the round before, while it plays the same game."""
    if last is None:
        return {"cards": KEYED}
    setup = last.setup
    same = (setup["game"], setup["document"]) == (table.game.value, table.rulebook)
    kept = {name: setup[name] for name in OPTIONS if name in setup}
    return kept if same else {"cards": setup["cards"]}


def edition_of(table: TableRow, at: datetime, entered: Sequence[EditionRow]) -> str:
    """The edition in force at an instant, or the only one where none was entered."""
    found = editions.edition_at(table.rulebook, table.game, at, entered)
    if not isinstance(found, Refused):
        return found.edition
    return SOURCES[table.rulebook].editions[-1].name


def own_limits(stands: Standing, now: datetime) -> tuple[SeatLimits, ...]:
    """The figures of seats with a marker; limits agreed there go before a kept one."""
    markers = [*stands.kept_at(now), *stands.personal]
    order = {MarkerKind.KEPT_MINIMUM: 0, MarkerKind.PERSONAL: 1}
    found = {
        marker.seat: SeatLimits(marker.seat, marker.minimum_cents, marker.maximum_cents)
        for marker in sorted(markers, key=lambda marker: order[marker.kind])
    }
    return tuple(found[seat] for seat in sorted(found))


def jackpot_price(session: Session, table: TableRow) -> int | None:
    """What a jackpot wager costs at a table that feeds an open meter."""
    meter = meter_of(session, table)
    if meter is None or meter.status is not MeterStatus.OPEN:
        return None
    return meter.price_cents or None


def with_limits(setup: Setup, stands: Standing, now: datetime) -> Setup:
    """The same setup under the limits that are in force now."""
    figures = stands.in_force(now)
    limits = Limits(figures.minimum, figures.maximum, figures.unit)
    return replace(setup, limits=limits, own_limits=own_limits(stands, now))


def plain(setup: Setup) -> dict[str, Any]:
    """A setup as it is kept beside its round."""
    return write_setup(setup)
