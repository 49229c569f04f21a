"""Promotions as the gates see them: every fact from the rows that hold it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from house.audit import Actor, Subject
from house.documents.models import DocumentRow
from house.notices.models import NoticeRow
from house.people.models import StaffRow
from house.terms import versions
from house.terms.versions import document_of
from house.venue import Venue
from promotions import duties, material, nominees
from promotions.duties import Promotion
from promotions.incidents.queries import doubts
from promotions.models import (
    KIND,
    FileRow,
    PrescribedRow,
    PromotionRow,
    PromotionStepRow,
    PromotionWriterRow,
    RegulatorWordRow,
)
from promotions.rules.facts import After, Facts
from promotions.rules.lifecycle import Status
from promotions.rules.terms import Terms

Look = Callable[[Session, PromotionRow, datetime], After]
_LOOKS: list[Look] = []


def looks_after(look: Look) -> Look:
    """Let the room of claims say what is left to do after the draws."""
    _LOOKS.append(look)
    return look


def get(session: Session, slug: str, *, lock: bool = False) -> PromotionRow | None:
    """The promotion of this slug, held against others until the act is done."""
    query = select(PromotionRow).where(col(PromotionRow.slug) == slug)
    return session.exec(query.with_for_update() if lock else query).first()


def subject(row: PromotionRow) -> Subject:
    """The promotion as the record, notices and documents name it."""
    return Subject(KIND, str(row.pk), row.name)


def draft_of(row: PromotionRow) -> Terms:
    """The terms being written."""
    return versions.draft_of(Terms, row)


def terms_in(document: DocumentRow) -> Terms:
    """The terms that a published version was printed from."""
    return versions.terms_in(Terms, document)


def terms_of(session: Session, row: PromotionRow) -> Terms:
    """The terms that hold: those in force, or the draft before there are any."""
    return versions.terms_of(Terms, session, row)


def as_run(row: PromotionRow, terms: Terms) -> Promotion:
    """The promotion as its clocks and notices know it."""
    house = Venue(terms.names.venue, terms.zone)
    return Promotion(subject(row), terms.regime, house)


def facts_of(  # noqa: PLR0913
    session: Session,
    row: PromotionRow,
    now: datetime,
    *,
    by: Actor | None = None,
    reason: str = "",
    terms: Terms | None = None,
) -> Facts:
    """Everything the gates ask about a promotion, as its rows have it now."""
    held, document = terms or terms_of(session, row), document_of(session, row)
    number = document.number if document else 0
    run = as_run(row, held)
    stood = steps(session, row).get(Status.POSTPONED)
    return Facts(
        terms=held,
        now=now,
        actor=by.id if by else "",
        began=row.created_by,
        writers=writers(session, row, number),
        lodged_at=duties.lodged_at(session, run, number) if number else None,
        lodging_drafted=bool(number) and bool(lodging(session, row, number)),
        prescribed=prescribed(session),
        files=files(session, row),
        pieces=material.pieces(session, row),
        scrutineer=nominees.nominated(session, row),
        doubts=doubts(session, row),
        after=_after(session, row, now),
        postponed_from=stood.was.value if stood else "",
        reason=reason,
    )


def _after(session: Session, row: PromotionRow, now: datetime) -> After:
    """What is left to do, once everything is drawn."""
    drawn = row.status in {Status.CLOSED, Status.DRAWN}
    found = [look(session, row, now) for look in _LOOKS] if drawn else []
    return found[0] if found else After()


def writers(session: Session, row: PromotionRow, after: int) -> frozenset[str]:
    """Everybody who wrote on the draft since this version was published."""
    mine = select(PromotionWriterRow.by).where(
        col(PromotionWriterRow.promotion_id) == row.pk,
        col(PromotionWriterRow.after_number) == after,
    )
    return frozenset(session.exec(mine))


def lodging(session: Session, row: PromotionRow, number: int) -> NoticeRow | None:
    """The newest notice that lodges this version of the terms, sent or not."""
    mine = select(NoticeRow).where(
        col(NoticeRow.kind) == duties.TERMS,
        col(NoticeRow.about_kind) == KIND,
        col(NoticeRow.about_id) == str(row.pk),
        col(NoticeRow.key).contains(f":v{number}:", autoescape=True),
    )
    return session.exec(mine.order_by(col(NoticeRow.id).desc())).first()


def prescribed(session: Session) -> tuple[str, ...]:
    """The things on the house's list now."""
    rows = session.exec(select(PrescribedRow).order_by(col(PrescribedRow.id)))
    newest = {row.thing: row.listed for row in rows}
    return tuple(thing for thing, listed in newest.items() if listed)


def files(session: Session, row: PromotionRow) -> frozenset[str]:
    """The hashes of the files kept for a promotion."""
    mine = select(FileRow.sha256).where(col(FileRow.promotion_id) == row.pk)
    return frozenset(session.exec(mine))


def steps(session: Session, row: PromotionRow) -> Mapping[Status, PromotionStepRow]:
    """The step that last led to each status."""
    mine = select(PromotionStepRow).where(
        col(PromotionStepRow.promotion_id) == row.pk,
        col(PromotionStepRow.was) != col(PromotionStepRow.becomes),
    )
    rows = session.exec(mine.order_by(col(PromotionStepRow.id)))
    return {each.becomes: each for each in rows}


def word_on(
    session: Session, row: PromotionRow, terms_sha256: str
) -> RegulatorWordRow | None:
    """What the regulator said to these very terms, if anything."""
    mine = select(RegulatorWordRow).where(
        col(RegulatorWordRow.promotion_id) == row.pk,
        col(RegulatorWordRow.terms_sha256) == terms_sha256,
    )
    return session.exec(mine.order_by(col(RegulatorWordRow.id).desc())).first()


def notices(session: Session, row: PromotionRow) -> Sequence[NoticeRow]:
    """Every notice about a promotion, the newest first."""
    mine = select(NoticeRow).where(
        col(NoticeRow.about_kind) == KIND, col(NoticeRow.about_id) == str(row.pk)
    )
    return session.exec(mine.order_by(col(NoticeRow.id).desc())).all()


def staff_named(session: Session, username: str) -> StaffRow | None:
    """The member of staff who signs in under this name."""
    mine = select(StaffRow).where(col(StaffRow.username) == username)
    return session.exec(mine).first()
