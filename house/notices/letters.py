"""What a notice says: its kind, whom it tells, and our words for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, UndefinedError

from house.config import ROOT
from house.money import dollars
from house.notices.models import Audience
from house.people.roles import Role

FOLDER = ROOT / "templates" / "notices" / "letters"
_KINDS: dict[str, "Kind"] = {}


class MissingFact(LookupError):
    """A letter needs something that it was not told."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of notice: whom it tells, and the file with its words."""

    name: str
    label: str
    audience: Audience
    template: str
    # Who else opens and sends such notices, besides those who may all of them.
    roles: frozenset[Role] = frozenset()
    by_hand: bool = True  # whether a person may write one, in their own words


@dataclass(frozen=True, slots=True)
class Letter:
    """The words of a notice: its first line is what it is about."""

    title: str
    body: str


def kind(
    name: str,
    label: str,
    audience: Audience,
    template: str = "",
    *roles: Role,
    by_hand: bool = True,
) -> Kind:
    """Register a kind of notice; its words stand in a file of that name."""
    if name in _KINDS:
        raise ValueError(f"Notices of kind “{name}” are already known.")
    file = template or f"{name}.txt"
    made = Kind(name, label, audience, file, frozenset(roles), by_hand)
    _KINDS[name] = made
    return made


def known(name: str) -> Kind:
    """The kind of this name."""
    if name not in _KINDS:
        raise LookupError(f"There is no kind of notice called “{name}”.")
    return _KINDS[name]


def label_of(name: str) -> str:
    """What a kind is called, also one that this release no longer knows."""
    return _KINDS[name].label if name in _KINDS else name


def roles_of(name: str) -> frozenset[Role]:
    """Who opens notices of a kind without opening all of them."""
    return _KINDS[name].roles if name in _KINDS else frozenset()


def every() -> tuple[Kind, ...]:
    """Every kind of notice, by name."""
    return tuple(sorted(_KINDS.values(), key=lambda k: k.label))


@cache
def _letters() -> Environment:
    letters = Environment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701  (plain text; the PDF escapes it)
        trim_blocks=True,
        lstrip_blocks=True,
    )
    letters.filters["dollars"] = dollars
    return letters


def write(kind: Kind, facts: Mapping[str, Any]) -> Letter:
    """Put the facts into words; a fact that is missing is an error, not a gap."""
    try:
        text = _letters().get_template(kind.template).render(facts)
    except UndefinedError as error:
        raise MissingFact(f"“{kind.label}” cannot be written: {error}.") from error
    title, _, body = text.strip().partition("\n")
    return Letter(title.strip(), body.strip() + "\n")


kind(
    "payments.month-end",
    "Month-end payments report",
    Audience.REGULATOR,
    by_hand=False,
)
kind("payments.reported", "An over- or underpayment", Audience.REGULATOR)
kind("meter.fault", "A prize meter failed", Audience.INSPECTORATE)
kind("irregularity.told", "An irregularity", Audience.INSPECTORATE)
kind(
    "irregularity.surveillance",
    "An irregularity, to surveillance",
    Audience.SURVEILLANCE,
    "irregularity.told.txt",
)
kind(
    "irregularity.floor",
    "An irregularity, to the floor",
    Audience.FLOOR,
    "irregularity.told.txt",
)
kind(
    "irregularity.player",
    "An irregularity, to a player",
    Audience.PATRONS,
    "irregularity.told.txt",
)
kind("tournament.opens", "A tournament takes entries", Audience.INSPECTORATE)
kind("promotion.terms", "Terms of a promotion", Audience.REGULATOR, "", Role.MARKETING)
kind(
    "promotion.terms-changed",
    "Changed terms of a promotion",
    Audience.REGULATOR,
    "",
    Role.MARKETING,
)
kind(
    "promotion.integrity", "A draw in doubt", Audience.INSPECTORATE, "", Role.MARKETING
)
kind(
    "promotion.entrants", "To those who entered", Audience.ENTRANTS, "", Role.MARKETING
)
kind(
    "promotion.winner",
    "To a winner",
    Audience.WINNERS,
    "",
    Role.MARKETING,
    by_hand=False,
)
kind(
    "promotion.claim-refused", "A claim refused", Audience.ENTRANTS, "", Role.MARKETING
)
kind(
    "promotion.retracted",
    "To a winner, taken back",
    Audience.WINNERS,
    "",
    Role.MARKETING,
    by_hand=False,
)
kind("correction", "A correction", Audience.REGULATOR, by_hand=False)
for _audience in Audience:
    kind(
        f"written.{_audience}",
        f"Anything else, to {_audience}",
        _audience,
        "written.txt",
    )
