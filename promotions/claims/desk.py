"""What winners and their prizes say on the desks of marketing and the approver."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from house.desk import Item, Urgency, tells
from house.notices.models import NoticeRow
from house.people.roles import Role
from house.people.sessions import Staff
from promotions import duties
from promotions.claims import standing
from promotions.claims.claiming import ONCE
from promotions.claims.handing import SIGNED
from promotions.claims.standing import Standing, State
from promotions.drawing.vacancies import BY_TWO
from promotions.models import KIND, PromotionRow
from promotions.rules.lifecycle import Status
from promotions.telling.retracting import RETRACTED
from rulebook import Cite

DRAWN = (Status.CLOSED, Status.DRAWN)
MOST = 6
TITLES = {
    State.TO_TELL: "Tell {name} of {prize}",
    State.CLAIMED: "{name} claims {prize}: hand it over",
    State.PREPARED: "{prize} for {name}: sign as second, and it is handed over",
    State.LAPSED: "{name} did not come for {prize}: two people sign",
    State.SIGNED_ONCE: "{prize} of {name} waits for a second signature",
}


@tells(Role.MARKETING, Role.APPROVER)
def prizes(session: Session, staff: Staff, now: datetime) -> Iterator[Item]:
    """What comes next for each prize that was drawn."""
    some = select(PromotionRow).where(col(PromotionRow.status).in_(DRAWN))
    shown = 0
    for row in session.exec(some.order_by(col(PromotionRow.id))):
        for one in standing.of(session, row, now):
            if one.state in TITLES and shown < MOST and _mine(one, staff):
                shown += 1
                yield _item(row, one, now)


def _mine(one: Standing, staff: Staff) -> bool:
    """Whoever signed first does not sign again; the approver tells nobody."""
    if one.state is State.PREPARED and one.handing is not None:
        return one.handing.by != staff.username
    if one.state is State.SIGNED_ONCE and one.winner.vacancy is not None:
        return one.winner.vacancy.by != staff.username
    return one.state is not State.TO_TELL or Role.MARKETING in staff.roles


def _item(row: PromotionRow, one: Standing, now: datetime) -> Item:
    name, prize = one.patron.name, one.winner.prize.title
    notice = one.told.notice
    due = notice.due_at if notice and one.state is State.TO_TELL else None
    late = due is not None and now > due
    return Item(
        Urgency.DUE if late or one.state is State.LAPSED else Urgency.NEXT,
        TITLES[one.state].format(name=name, prize=prize),
        _cite(one),
        "Open it",
        url_for("promotions.winner", slug=row.slug, number=one.selection.pk),
        why="Two days have passed since the draw." if late else row.name,
        due_at=due,
    )


def _cite(one: Standing) -> Cite:
    if one.state is State.TO_TELL:
        return one.terms.regime.winners_told.cite
    if one.state is State.PREPARED:
        return SIGNED
    return ONCE if one.state is State.CLAIMED else BY_TWO


@tells(Role.MARKETING, Role.COMPLIANCE)
def unsent(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Notices of refused claims, doubts and retractions that wait to be sent."""
    mine = select(NoticeRow).where(
        col(NoticeRow.about_kind) == KIND,
        col(NoticeRow.kind).in_((duties.REFUSED, duties.INTEGRITY, RETRACTED)),
        col(NoticeRow.posted_at).is_(None),
    )
    for notice in session.exec(mine.order_by(col(NoticeRow.due_at)).limit(MOST)):
        late = notice.due_at is not None and now > notice.due_at
        yield Item(
            Urgency.DUE,
            f"Send: {notice.title}",
            Cite.kept(notice.rule_id) or BY_TWO,
            "Send it",
            url_for("notices.show", notice_id=notice.pk),
            why="It was due at once." if late else "",
            due_at=notice.due_at,
        )
