"""Kiosks of a promotion: an address that nobody can guess, until it is withdrawn."""

import secrets
from collections.abc import Sequence

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.signs.models import DisplayRow
from promotions.models import PromotionRow
from promotions.path import steps
from rulebook import HOUSE, Cite, Refusal, Refused

KIOSK: Cite = HOUSE.at("PROMOTION-68")
KIND = "promotion-kiosk"


def give(session: Session, row: PromotionRow, name: str, act: Act) -> DisplayRow:
    """Give the promotion one more kiosk."""
    made = DisplayRow(
        token=secrets.token_urlsafe(24),
        shows=KIND,
        subject_id=row.pk,
        name=fitted(name.strip(), 80) or "Kiosk",
        made_at=act.now,
        made_by=act.by.name,
    )
    session.add(made)
    session.flush()
    # The address itself is a secret and stays off the record.
    after = {"kiosk": made.pk, "name": made.name}
    steps.note(session, row, "give kiosk", act, None, (KIOSK,), None, after)
    return made


def of(session: Session, row: PromotionRow) -> Sequence[DisplayRow]:
    """The kiosks of a promotion that are in use."""
    mine = select(DisplayRow).where(
        col(DisplayRow.shows) == KIND,
        col(DisplayRow.subject_id) == row.pk,
        col(DisplayRow.withdrawn_at).is_(None),
    )
    return session.exec(mine.order_by(col(DisplayRow.id))).all()


def at(session: Session, row: PromotionRow, token: str) -> DisplayRow | None:
    """The kiosk of this address."""
    every = of(session, row)
    return next((kiosk for kiosk in every if kiosk.token == token), None)


def withdraw(
    session: Session, row: PromotionRow, kiosk_id: int, act: Act
) -> DisplayRow | Refused:
    """Withdraw an address: whoever asks for it finds nothing there."""
    found = next((one for one in of(session, row) if one.pk == kiosk_id), None)
    if found is None:
        wrong = "There is no such kiosk."
        right = "It may be withdrawn already."
        refused = Refused((Refusal(KIOSK, wrong, right),))
        steps.note(session, row, "withdraw kiosk", act, refused, (KIOSK,))
        return refused
    found.withdrawn_at = act.now
    after = {"kiosk": found.pk}
    steps.note(session, row, "withdraw kiosk", act, None, (KIOSK,), None, after)
    return found
