"""Loading the demo house: once, into an empty database, never in production."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, SQLModel, select

from house.audit import nightly
from house.audit.checking import NAME, outcome
from house.audit.models import AuditRow
from house.audit.verification import verify
from house.checks import Result
from house.config import Config, Mode
from house.db import Database
from house.demo.meters import run_meters
from house.demo.patrons import add_patrons, exclude_some, issue_cards, limit_some
from house.demo.signs import announce_on_signs, enter_editions
from house.demo.staff import DEMO_PASSWORD, add_staff
from house.demo.tables import set_up_floor
from house.floor.models import TableRow
from house.floor.rounds.play import Floor
from house.people.accounts.passwords import passwords
from house.people.models import StaffRow
from house.people.patrons.models import PatronRow
from house.sealing import Seal
from house.venue import Venue

KINDS: tuple[tuple[type[SQLModel], str], ...] = (
    (StaffRow, "staff"),
    (PatronRow, "patrons"),
    (TableRow, "tables"),
    (AuditRow, "a record of acts"),
)


class CannotLoad(Exception):
    """The demo house does not belong into this database."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the demo house has."""

    staff: int
    tables: int
    patrons: int
    cards: int
    exclusions: int
    loss_limits: int
    meters: int
    besides: tuple[str, ...] = ()  # what other rooms brought, each in words


@dataclass(frozen=True, slots=True)
class DemoHouse:
    """The demo house as other rooms find it when they bring their own part."""

    session: Session
    venue: Venue
    seal: Seal
    staff: Mapping[str, int]  # by username
    patrons: Sequence[PatronRow]
    now: datetime
    floor: Floor
    config: Config


Room = Callable[[DemoHouse], str]
FloorOf = Callable[[Seal], Floor]
_ROOMS: list[Room] = []
_FLOOR: dict[str, FloorOf] = {}


def brings(room: Room) -> Room:
    """Let a room outside the house bring its part, and say in words what it was."""
    _ROOMS.append(room)
    return room


def plays_on(floor_of: FloorOf) -> None:
    """Say how rounds are run in the house that is loaded."""
    _FLOOR["of"] = floor_of


def is_empty(session: Session) -> bool:
    """Whether nobody has worked with this database yet."""
    return not _held(session)


def _held(session: Session) -> list[str]:
    return [
        name
        for kind, name in KINDS
        if session.exec(select(kind).limit(1)).first() is not None
    ]


def load(db: Database, config: Config, now: datetime) -> Loaded:
    """Fill an empty database in one transaction, as if people had worked for weeks."""
    if config.mode is not Mode.DEMO:
        raise CannotLoad(
            "This is a production house. The demo house has passwords that everybody "
            "knows, so it is loaded only with HOUSE_MODE=demo."
        )
    hashed = passwords(config).hash(DEMO_PASSWORD)
    with db.writing() as session:
        if held := _held(session):
            raise CannotLoad(
                f"This database already holds {', '.join(held)}. The demo house is "
                "loaded only into an empty one; set DATABASE_URL to another."
            )
        return _fill(session, config, hashed, now)


def _fill(session: Session, config: Config, hashed: str, now: datetime) -> Loaded:
    venue = Venue(config.house_name, config.zone)
    staff = add_staff(session, hashed, Seal.of(config), now - timedelta(days=90))
    enter_editions(session, venue, now - timedelta(days=61))
    tables = set_up_floor(session, staff, now - timedelta(days=60))
    patrons = add_patrons(session, venue, now)
    meters = run_meters(session, now)
    announce_on_signs(session, venue, now)
    cards = issue_cards(session, patrons, venue, now)
    excluded = exclude_some(session, patrons, venue, now)
    limited = limit_some(session, patrons, now)
    seal = Seal.of(config)
    floor = _FLOOR["of"](seal)
    demo = DemoHouse(session, venue, seal, staff, patrons, now, floor, config)
    loaded = Loaded(
        staff=len(staff),
        tables=tables,
        patrons=len(patrons),
        cards=cards,
        exclusions=excluded,
        loss_limits=limited,
        meters=meters,
        besides=tuple(room(demo) for room in _ROOMS),
    )
    session.flush()
    record = Result(NAME, outcome(verify(session)), 0)
    nightly.note_results(session, [record], now)
    return loaded
