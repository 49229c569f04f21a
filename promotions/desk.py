"""What promotions say on the desks of marketing, approvers and scrutineers."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, func, select

from house.desk import Item, Panel, Place, Urgency, shows, tells
from house.desk.search import Hit, finds
from house.notices.kinds import leads
from house.people.roles import Role
from house.people.sessions import Staff
from promotions import listing, nominees, queries
from promotions.models import KIND, PromotionRow
from promotions.path import letters, sheet
from promotions.rules import scrutineer
from promotions.rules.lifecycle import PATH, Action, Status
from rulebook import HOUSE, Cite
from rulebook.terms import wording
from rulebook.terms.checklist import checklist

SECOND: Cite = HOUSE.at("PROMOTION-13")
IN_ORDER: Cite = HOUSE.at("PROMOTION-11")
LIVE = (Status.RUNNING, Status.CLOSED, Status.DRAWN, Status.POSTPONED)
UNDER_WAY = (Status.APPROVED, Status.LODGED, Status.RUNNING, Status.CLOSED)


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A promotion on a desk, and when its entries close."""

    row: PromotionRow
    closes_at: datetime | None


@leads(KIND)
def page_of(session: Session, promotion_id: int) -> str | None:
    """Where a promotion has its page, for deadlines and notices about it."""
    row = session.get(PromotionRow, promotion_id)
    return url_for("promotions.show", slug=row.slug) if row else None


def _in(session: Session, *statuses: Status) -> list[PromotionRow]:
    some = select(PromotionRow).where(col(PromotionRow.status).in_(statuses))
    return list(session.exec(some.order_by(col(PromotionRow.starts_at))))


def _is_complete(row: PromotionRow) -> bool:
    return not checklist(queries.draft_of(row)).refusals


@tells(Role.MARKETING)
def to_post(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Letters of a cancelled promotion that wait for the post."""
    for row in _in(session, Status.CANCELLED):
        if count := letters.waiting(session, row):
            said = wording.many(count, "letter waits", "letters wait")
            title = f"{wording.capital(said)} for the post: {row.name} is cancelled"
            href = url_for("promotions.paper_letters", slug=row.slug)
            yield Item(Urgency.NEXT, title, letters.TOLD, "Print and post", href)


@tells(Role.MARKETING)
def to_write(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Each draft: what it lacks, or that it waits for the second person."""
    for row in _in(session, Status.DRAFT):
        one = listing.listed(session, row, now)
        href = url_for("promotions.terms", slug=row.slug)
        title, why = f"{row.name} waits for approval", "The terms are complete."
        done = Item(Urgency.NEXT, title, SECOND, "See it", href, why)
        yield one.to_complete(href) or done


@shows(Role.MARKETING, Role.APPROVER, Role.SCRUTINEER)
def under_way(session: Session, _staff: Staff, _now: datetime) -> Panel | None:
    """The promotions that run or wait for their draw, with what comes next and when."""
    lines = [
        UnderWay(row, row.closes_at if row.status is Status.RUNNING else None)
        for row in _in(session, *LIVE)
    ]
    facts = {"promotions": lines}
    return Panel(Place.TOP, "promotions/_under_way.html", facts) if lines else None


@tells(Role.MARKETING)
def next_steps(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Terms to be lodged, and starts that something stands before."""
    for row in _in(session, Status.APPROVED, Status.LODGED):
        facts = queries.facts_of(session, row, now)
        if sheet.waits_until(row.status, facts):
            continue
        ahead = PATH.next_of(row.status, facts)
        shut = [tick for tick in ahead.ticks if not tick.is_done] if ahead else []
        href = url_for("promotions.show", slug=row.slug)
        if not shut:
            title = f"{row.name} can start"
            yield Item(Urgency.NEXT, title, IN_ORDER, "Start it", href)
            continue
        first = shut[0].refusals[0]
        lodge = ahead is not None and ahead.action is Action.LODGE
        yield Item(
            Urgency.NEXT,
            f"Lodge the terms of {row.name}" if lodge else f"{row.name} cannot start",
            first.cite,
            "See the path",
            href,
            first.wrong,
            first.right,
        )


@tells(Role.APPROVER)
def to_approve(session: Session, staff: Staff, _now: datetime) -> Iterator[Item]:
    """Complete drafts that somebody else wrote, and changes to approved terms."""
    for row in _in(session, Status.DRAFT):
        mine = staff.username in {
            row.created_by,
            *queries.writers(session, row, 0),
        }
        if _is_complete(row) and not mine:
            yield Item(
                Urgency.NEXT,
                f"Approve the terms of {row.name}",
                SECOND,
                "Read them",
                url_for("promotions.before_publishing", slug=row.slug),
                f"{row.saved_by_name} saved them last; every item is complete.",
            )
    for row in _in(session, Status.APPROVED, Status.LODGED, Status.RUNNING):
        if queries.draft_of(row) != queries.terms_of(session, row):
            yield Item(
                Urgency.NEXT,
                f"Changed terms of {row.name} wait for approval",
                SECOND,
                "See what changes",
                url_for("promotions.changes", slug=row.slug),
            )


@tells(Role.MARKETING, Role.APPROVER)
def to_nominate(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Promotions whose draw needs a scrutineer that nobody has nominated."""
    for row in _in(session, *UNDER_WAY):
        terms = queries.terms_of(session, row)
        found = scrutineer.check_named(
            terms.regime, terms.largest_prize_cents, nominees.nominated(session, row)
        )
        if (first := next(iter(found), None)) is not None:
            yield Item(
                Urgency.NEXT,
                f"The draw of {row.name} needs a scrutineer",
                first.cite,
                "Nominate one",
                url_for("promotions.scrutineer", slug=row.slug),
                first.wrong,
                first.right,
                terms.last_draw_at,
            )


@tells(Role.SCRUTINEER)
def to_watch(session: Session, staff: Staff, _now: datetime) -> Iterator[Item]:
    """The draws somebody is nominated to watch over."""
    for row in _in(session, *UNDER_WAY):
        named = nominees.nominated(session, row)
        if named is not None and named.username == staff.username:
            yield Item(
                Urgency.NEXT,
                f"You watch over the draw of {row.name}",
                scrutineer.INDEPENDENT,
                "See it",
                url_for("promotions.show", slug=row.slug),
                due_at=row.drawn_at,
            )


@finds("Promotions", "ticket", "promotions.show")
def promotions_named(session: Session, words: str) -> Iterator[Hit]:
    """Promotions by their name, the latest first."""
    row = PromotionRow
    named = func.lower(row.name).contains(words.lower(), autoescape=True)
    for one in session.exec(select(row).where(named).order_by(col(row.id).desc())):
        href = url_for("promotions.show", slug=one.slug)
        yield Hit(one.name, one.status.value, href)
