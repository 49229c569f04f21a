"""What each kind of deadline is called, whose it is, and where its subject lives."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import url_for
from sqlmodel import Session

from house.people.patrons.models import ExclusionRow
from house.people.roles import READERS, Role
from house.web.access import leads_in
from rulebook import HOUSE, Cited

# They see every deadline; everybody else sees those of their own kinds of work.
SEE_ALL = Cited(READERS | {Role.ADMIN, Role.DIRECTOR}, HOUSE.at("NOTICE-10"))
Link = Callable[[Session, int], str | None]
_KINDS: dict[str, "Kind"] = {}
_LINKS: dict[str, Link] = {}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of deadline as people know it."""

    name: str
    label: str
    roles: frozenset[Role] = frozenset()
    by_hand: bool = False  # met by a person's word and proof, in no room of its own


def describe(name: str, label: str, *roles: Role, by_hand: bool = False) -> Kind:
    """Name a kind of deadline, and say whose desks it concerns."""
    kind = _KINDS[name] = Kind(name, label, frozenset(roles), by_hand)
    return kind


def kind_of(name: str) -> Kind:
    """The kind of this name; one that nobody described is called as it is."""
    return _KINDS.get(name) or Kind(name, name.replace(".", ": ").replace("-", " "))


def described() -> tuple[Kind, ...]:
    """Every kind that has a name of its own, in the order of the names."""
    return tuple(sorted(_KINDS.values(), key=lambda kind: kind.label))


def seen_by(roles: frozenset[Role]) -> frozenset[str] | None:
    """The kinds these roles may see; None is all of them."""
    if roles & SEE_ALL.value:
        return None
    return frozenset(name for name, kind in _KINDS.items() if roles & kind.roles)


def leads(subject_kind: str) -> Callable[[Link], Link]:
    """Let this function say where things of this kind have their page."""

    def register(link: Link) -> Link:
        _LINKS[subject_kind] = link
        return link

    return register


def subjects() -> tuple[str, ...]:
    """The kinds of things that have a page of their own."""
    return tuple(sorted(_LINKS))


def link_to(session: Session, subject_kind: str, subject_id: int | None) -> str | None:
    """The page of what a deadline is about, for those who may open it."""
    link = _LINKS.get(subject_kind)
    there = link(session, subject_id) if link and subject_id is not None else None
    return there if there and leads_in(there) else None


@leads("table")
def _table(_session: Session, number: int) -> str:
    return url_for("tables.show", number=number)


@leads("meter")
def _meter(_session: Session, meter_id: int) -> str:
    return url_for("meters.show", meter_id=meter_id)


@leads("patron")
def _patron(_session: Session, patron_id: int) -> str:
    return url_for("patrons.show", patron_id=patron_id)


@leads("exclusion")
def _exclusion(session: Session, exclusion_id: int) -> str | None:
    exclusion = session.get(ExclusionRow, exclusion_id)
    if exclusion is None:
        return None
    return url_for("patrons.show", patron_id=exclusion.patron_id)


@leads("record")
def _record(_session: Session, _number: int) -> str:
    return url_for("audit.index")


@leads("notice")
def _notice(_session: Session, notice_id: int) -> str:
    return url_for("notices.show", notice_id=notice_id)


@leads("payment")
def _payment(_session: Session, payment_id: int) -> str:
    return url_for("payments.show", payment_id=payment_id)


@leads("month")
def _month(_session: Session, _month_id: int) -> str:
    return url_for("payments.index", show="all")


describe("record.verify", "The record is verified", Role.ADMIN)
FLOOR = (Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)
describe("table.limits", "Limits of a table change", *FLOOR)
describe("table.closing", "A table closes", *FLOOR)
describe("meter change", "A prize meter changes", *FLOOR)
describe("exclusion.ends", "An exclusion ends", Role.ENTRIES_DESK, Role.DEPUTY)
