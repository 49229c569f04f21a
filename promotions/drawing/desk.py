"""What draws say on desks: a draw to hold, a reserve to open, a signature to give."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from house.desk import Item, Urgency, tells
from house.people.roles import Role
from house.people.sessions import Staff
from promotions.drawing import again, certificates, vacancies, winners
from promotions.drawing.again import AGAIN
from promotions.drawing.models import DrawRow
from promotions.freezing import headers, reading
from promotions.models import PromotionRow
from promotions.queries import terms_of
from promotions.rules.room import ONCE, OPEN, READY, SEALED


def _rows(session: Session) -> list[PromotionRow]:
    some = select(PromotionRow).where(col(PromotionRow.status).in_(OPEN))
    return list(session.exec(some.order_by(col(PromotionRow.drawn_at))))


def _room(row: PromotionRow, draw: int) -> str:
    return url_for("promotions.draw_room", slug=row.slug, number=draw)


@tells(Role.MARKETING, Role.SCRUTINEER)
def to_hold(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Draws whose list is frozen, until they are held or given up."""
    for row in _rows(session):
        every = reading.numbers(session, row, terms_of(session, row))
        planned = {draw.number: draw.drawn_at for draw in every}
        for frozen in reading.lists(session, row):
            if winners.held(session, row, frozen.draw) is not None:
                continue
            at = planned.get(frozen.draw)
            due = at is not None and at <= now
            waits = headers.of(session, frozen) is None
            why = "Its header waits for the scrutineer’s promise." if waits else ""
            yield Item(
                Urgency.DUE if due else Urgency.NEXT,
                f"Draw {frozen.draw} of {row.name} {'is due' if due else 'is ready'}",
                READY,
                "Go to the draw room",
                _room(row, frozen.draw),
                why,
                due_at=at,
            )


@tells(Role.MARKETING)
def to_draw_again(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Draws that were given up or set aside, until the next number has their list."""
    for row in _rows(session):
        for draw in winners.draws(session, row):
            aside = winners.aside(session, draw)
            if (draw.aborted or aside) and again.to_draw(session, row, draw.draw):
                said = "was given up" if draw.aborted else "was set aside"
                title = f"Draw {draw.draw} of {row.name} {said}: draw it again"
                why = aside.reason if aside else draw.aborted
                href = _room(row, draw.draw)
                yield Item(Urgency.NEXT, title, AGAIN, "Go to the draw room", href, why)


@tells(Role.MARKETING, Role.APPROVER, Role.SCRUTINEER)
def to_sign(session: Session, staff: Staff, _now: datetime) -> Iterator[Item]:
    """Prizes one person signed to be vacant, and those whose reserve is sealed."""
    for row, draw in _held(session):
        for one in winners.of_draw(session, row, draw):
            href = url_for(
                "promotions.drawn_winner", slug=row.slug, selection=one.selection.pk
            )
            sign = one.vacancy
            if sign and vacancies.waits_for_second(sign) and sign.by != staff.username:
                title = f"{one.prize.title} of {row.name} waits for a second signature"
                why = f"{sign.by_name} signed first."
                yield Item(Urgency.NEXT, title, SEALED, "Look at it", href, why)
            elif one.is_vacant and Role.MARKETING in staff.roles:
                title = f"{one.prize.title} of {row.name} is vacant"
                why = "A reserve may be opened before the scrutineer."
                yield Item(Urgency.NEXT, title, SEALED, "Look at it", href, why)


@tells(Role.MARKETING, Role.APPROVER, Role.COMPLIANCE)
def unsound(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Draws that do not come out the same when they are worked out again."""
    for row, draw in _held(session):
        if not certificates.is_sound(session, draw):
            title = f"Draw {draw.draw} of {row.name} does not come out the same"
            why = "No name of it is shown any more."
            href = _room(row, draw.draw)
            yield Item(Urgency.BLOCKED, title, ONCE, "See it", href, why)


def _held(session: Session) -> Iterator[tuple[PromotionRow, DrawRow]]:
    for row in _rows(session):
        for draw in winners.draws(session, row):
            if not draw.aborted and winners.aside(session, draw) is None:
                yield row, draw
