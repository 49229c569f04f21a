"""Tickets given and taken back by hand: each with a reason, and counted."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.people.patrons.queries import card_number
from promotions import queries
from promotions.freezing.reading import frozen_up_to
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.lifecycle import Status
from promotions.tickets import holders
from promotions.tickets.models import Came, GrantRow, HandRow
from rulebook import HOUSE, Cite, Refusal, Refused

BY_HAND: Cite = HOUSE.at("PROMOTION-60")
MOST = 10_000


@dataclass(frozen=True, slots=True)
class ByHand:
    """So many tickets for a card, given or, below nought, taken back; and why."""

    card: str
    tickets: int
    reason: str
    key: str  # what is sent twice counts once


def change(
    session: Session, row: PromotionRow, wish: ByHand, act: Act
) -> GrantRow | Refused:
    """Give tickets by hand, or take some back, towards the draw that is open now."""
    reference = f"hand {wish.key}"[:80]
    known = session.exec(
        select(GrantRow).where(
            col(GrantRow.promotion_id) == row.pk, col(GrantRow.reference) == reference
        )
    ).first()
    if known is not None:
        return known
    number = card_number(wish.card)
    holder = holders.by_card(session, [number]).get(number)
    draw = open_draw(session, row, act)
    reasons = [*_against(session, row, wish, holder, draw)]
    if reasons or holder is None or draw is None:
        refused = Refused(tuple(reasons))
        steps.note(session, row, "tickets by hand", act, refused, (BY_HAND,))
        return refused
    made = GrantRow(
        promotion_id=row.pk,
        draw=draw,
        holder=holder.ref,
        patron_id=holder.patron_id,
        reference=reference,
        came=Came.HAND if wish.tickets > 0 else Came.VOID,
        amount=wish.tickets,
        counted=0,
        tickets=wish.tickets,
        at=act.now,
    )
    return _kept(session, row, made, wish, act)


def _kept(
    session: Session, row: PromotionRow, made: GrantRow, wish: ByHand, act: Act
) -> GrantRow:
    session.add(made)
    session.flush()
    why = fitted(wish.reason.strip(), 400)
    session.add(HandRow(grant_id=made.pk, reason=why, **steps.signed(act)))
    session.flush()
    after = {"holder": made.holder, "tickets": made.tickets, "reason": why}
    steps.note(session, row, "tickets by hand", act, None, (BY_HAND,), None, after)
    return made


def open_draw(session: Session, row: PromotionRow, act: Act) -> int | None:
    """The draw that tickets of now count for."""
    fixed = frozen_up_to(session, row.pk)
    draws = queries.terms_of(session, row).draws
    ahead = (d.number for d in draws if act.now < d.closes_at and d.number > fixed)
    return next(ahead, None)


def held(session: Session, row: PromotionRow, draw: int, ref: str) -> int:
    """How many tickets somebody has towards a draw: one look into the index."""
    total = select(func.coalesce(func.sum(col(GrantRow.tickets)), 0)).where(
        col(GrantRow.promotion_id) == row.pk,
        col(GrantRow.draw) == draw,
        col(GrantRow.holder) == ref,
    )
    return int(session.exec(total).one())


def _against(
    session: Session,
    row: PromotionRow,
    wish: ByHand,
    holder: holders.Holder | None,
    draw: int | None,
) -> Iterator[Refusal]:
    if row.status is not Status.RUNNING or draw is None:
        wrong = "Entries are not open."
        yield Refusal(BY_HAND, wrong, "Tickets come and go while they are.")
    if holder is None:
        wrong = "Nobody has this card."
        yield Refusal(BY_HAND, wrong, "Look at the number again.", "card")
    if not wish.reason.strip():
        yield Refusal(BY_HAND, "No reason is given.", "Write it down.", "reason")
    if not 0 < abs(wish.tickets) <= MOST:
        wrong = f"{wish.tickets:,} tickets cannot be given or taken back at once."
        yield Refusal(BY_HAND, wrong, f"From 1 to {MOST:,}.", "tickets")
    elif holder is not None and draw is not None and wish.tickets < 0:
        has = held(session, row, draw, holder.ref)
        if has + wish.tickets < 0:
            wrong = f"The card has {has:,} tickets for draw {draw}."
            yield Refusal(BY_HAND, wrong, "Take back no more.", "tickets")
