"""Everybody with a ticket is written to when a promotion is cancelled."""

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session, col, func, select

from house.audit.plain import fitted
from house.floor.acts import Act, by_itself
from house.notices import deadlines, kinds, outbox
from house.notices.contacts import wrong_with
from house.notices.models import DeadlineRow
from house.people.patrons.models import PatronRow
from house.people.roles import Role
from promotions import queries
from promotions.freezing.screening import merged_at
from promotions.models import PromotionRow
from promotions.path import letters, steps
from promotions.rules.lifecycle import Status
from promotions.tickets.models import GrantRow
from rulebook import HOUSE, Cite
from rulebook.terms import wording

TOLD: Cite = HOUSE.at("PROMOTION-21")
TELLS = "promotion.tells-entrants"
kinds.describe(TELLS, "Everybody with a ticket is written to", Role.MARKETING)


def plan(session: Session, row: PromotionRow, act: Act) -> None:
    """Let the ticking process write to everybody: there may be very many."""
    deadlines.plan(
        session,
        TELLS,
        key=f"{TELLS}:{row.pk}",
        subject=queries.subject(row),
        title=f"{row.name}: everybody with a ticket is written to",
        due_at=act.now,
        cite=TOLD,
    )


@deadlines.on(TELLS)
def write_by_itself(session: Session, deadline: DeadlineRow) -> None:
    """Write to everybody with a ticket, once each: by e-mail, or on paper."""
    row = session.get(PromotionRow, deadline.subject_id, with_for_update=True)
    if row is None or row.status is not Status.CANCELLED:
        return
    step = queries.steps(session, row)[Status.CANCELLED]
    body = (
        f"{row.name} is cancelled and its prizes are not drawn. The reason: "
        f"{wording.ended(step.reason)}"
    )
    title, written, on_paper = f"{row.name} is cancelled", 0, 0
    for patron in holders(session, row, deadline.due_at):
        if wrong_with(patron.email):
            letters.draft(session, row, patron, body, deadline.due_at)
            on_paper += 1
            continue
        key = f"cancelled:{row.pk}:{patron.pk}"
        outbox.announce(
            session, key, patron.email, fitted(title, 200), body, now=deadline.due_at
        )
        written += 1
    after = {"by e-mail": written, "on paper": on_paper}
    act = by_itself(deadline.due_at)
    steps.note(session, row, "write to entrants", act, None, (TOLD,), None, after)


def holders(session: Session, row: PromotionRow, at: datetime) -> Iterator[PatronRow]:
    """Everybody with a ticket, each once, by the record that stands for them."""
    merged = merged_at(session, at)
    some = (
        select(GrantRow.patron_id)
        .where(col(GrantRow.promotion_id) == row.pk)
        .group_by(col(GrantRow.patron_id))
        .having(func.sum(col(GrantRow.tickets)) > 0)
    )
    for id_ in sorted({merged.get(id_, id_) for id_ in session.exec(some)}):
        yield session.get_one(PatronRow, id_)
