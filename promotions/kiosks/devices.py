"""Kiosks of a promotion: an address that nobody can guess, until it is withdrawn."""

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.signs.displays import Displays
from house.floor.signs.models import DisplayRow
from promotions import queries
from promotions.models import PromotionRow
from rulebook import HOUSE, Cite

KIOSK: Cite = HOUSE.at("PROMOTION-68")
KIND = "promotion-kiosk"


def of(row: PromotionRow) -> Displays:
    """The kiosks of a promotion."""
    return Displays(KIND, queries.subject(row), KIOSK, "kiosk")


def give(session: Session, row: PromotionRow, name: str, act: Act) -> DisplayRow:
    """Give the promotion one more kiosk."""
    called = fitted(name.strip(), 80) or "Kiosk"
    return of(row).give(session, called, act, name=called)


def at(session: Session, row: PromotionRow, token: str) -> DisplayRow | None:
    """The kiosk of this address."""
    return next((each for each in of(row).in_use(session) if each.token == token), None)
