"""Registers of a promotion: draws, winners, attempts, refusals, prizes, doubts."""

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session, col, select

from house import clock
from house.sheets import Cell, Cents
from house.web.request import venue
from promotions import queries
from promotions.claims import standing
from promotions.claims.models import RefusedClaimRow
from promotions.claims.standing import Standing
from promotions.drawing import winners
from promotions.drawing.models import DrawRow, SelectionRow
from promotions.incidents.queries import incidents
from promotions.models import PromotionRow
from promotions.telling.models import AttemptRow

Rows = Iterator[tuple[Cell, ...]]


def _row(session: Session, promotion_id: int) -> PromotionRow:
    return session.get_one(PromotionRow, promotion_id)


def draws(session: Session, promotion_id: int) -> Rows:
    """Every draw, those given up among them."""
    yield ("Draw", "When", "By", "How", "Scrutineer", "Given up", "Set aside")
    for one in winners.draws(session, _row(session, promotion_id)):
        at, how = venue().exact(one.at), one.how.value
        aside = winners.aside(session, one)
        yield (
            *(one.draw, at, one.by_name, how, one.scrutineer_name, one.aborted),
            aside.reason if aside else "",
        )


def prizes(session: Session, promotion_id: int) -> Rows:
    """Every place of a prize, whose it is and how it stands."""
    row = _row(session, promotion_id)
    yield (
        *("Draw", "Place", "Prize", "Worth", "Winner", "Stands"),
        *("Received", "When", "Which one"),
    )
    for one in standing.of(session, row, clock.now()):
        yield (
            one.winner.draw.draw,
            one.winner.place + 1,
            one.winner.prize.title,
            Cents(one.winner.value_cents),
            one.patron.name,
            one.state.value,
            *_received(one),
        )


def _received(one: Standing) -> tuple[Cell, Cell, Cell]:
    if one.handed is None:
        return ("", "", "")
    return (one.handed.signed_by, venue().exact(one.handed.at), one.handed.thing)


def notices(session: Session, promotion_id: int) -> Rows:
    """Every notice about it, as it was drafted, due and sent."""
    yield ("Notice", "Rule", "To", "Due", "Posted", "Delivered", "How", "Reference")
    for one in reversed(queries.notices(session, _row(session, promotion_id))):
        yield (
            one.title,
            one.rule_id,
            one.recipient,
            *(_exact(at) for at in (one.due_at, one.posted_at, one.sent_at)),
            one.channel.value if one.channel else "",
            one.reference,
        )


def _exact(at: datetime | None) -> str:
    return venue().exact(at) if at else ""


def attempts(session: Session, promotion_id: int) -> Rows:
    """Every attempt to tell a winner."""
    yield ("Place", "How", "Where", "Came of it", "Note", "When", "By")
    mine = (
        select(AttemptRow, SelectionRow)
        .join(SelectionRow, col(SelectionRow.id) == col(AttemptRow.selection_id))
        .join(DrawRow, col(DrawRow.id) == col(SelectionRow.draw_id))
        .where(col(DrawRow.promotion_id) == promotion_id)
    )
    for one, drawn in session.exec(mine.order_by(col(AttemptRow.id))):
        at, came = venue().exact(one.at), one.outcome.value
        where = one.reached_at
        yield (drawn.position + 1, one.means, where, came, one.note, at, one.by_name)


def refusals(session: Session, promotion_id: int) -> Rows:
    """Every refused claim, with what is kept of it."""
    yield (
        "Place",
        "Ground",
        "Reason",
        "Evidence",
        "Worth",
        "Name",
        "Address",
        "When",
    )
    mine = (
        select(RefusedClaimRow, SelectionRow)
        .join(SelectionRow, col(SelectionRow.id) == col(RefusedClaimRow.selection_id))
        .join(DrawRow, col(DrawRow.id) == col(SelectionRow.draw_id))
        .where(col(DrawRow.promotion_id) == promotion_id)
    )
    for one, drawn in session.exec(mine.order_by(col(RefusedClaimRow.id))):
        yield (
            drawn.position + 1,
            one.ground.value,
            one.reason,
            one.evidence,
            Cents(one.prize_cents),
            one.name,
            one.address,
            venue().exact(one.at),
        )


def doubts(session: Session, promotion_id: int) -> Rows:
    """Every doubt about a draw, and its validation."""
    yield ("Found", "By", "What", "Decided", "Validated", "How")
    for one in incidents(session, _row(session, promotion_id)):
        then = one.validation
        yield (
            venue().exact(one.row.found_at),
            one.row.found_by,
            one.row.what,
            one.row.decision.value,
            _exact(then.at if then else None),
            then.how if then else "",
        )
