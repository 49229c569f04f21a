"""Lodging: the full terms go to the regulator, and arriving there is a step."""

from sqlmodel import Session

from house.audit import Actor
from house.documents import queries as documents
from house.documents.content import Document
from house.floor.acts import Act
from house.notices.models import NoticeRow
from house.notices.services import on_sent
from house.terms.versions import document_of
from promotions import duties, queries
from promotions.models import KIND, PromotionRow
from promotions.path import starting, steps
from promotions.rules.lifecycle import Action, Status
from rulebook import HOUSE, Cite, Refusal, Refused

FIRST: Cite = HOUSE.at("PROMOTION-3")


def as_text(document: Document) -> str:
    """The full terms as plain paragraphs, for a letter."""
    parts: list[str] = []
    for section in document.sections:
        parts.append(f"{section.number}. {section.title}")
        parts += [f"{p.number} {p.title}: {p.text}" for p in section.paragraphs]
    return "\n\n".join(parts)


def draft(session: Session, row: PromotionRow, act: Act) -> NoticeRow | Refused:
    """Draft the notice that lodges the terms in force, to be sent a day before."""
    document = document_of(session, row)
    terms = queries.terms_of(session, row)
    if row.status is not Status.APPROVED or document is None or terms.starts_at is None:
        wrong = f"The promotion is {row.status.words.lower()}."
        right = "Terms are lodged once they are approved."
        refused = Refused((Refusal(FIRST, wrong, right),))
        steps.note(session, row, "lodge terms", act, refused)
        return refused
    text = as_text(documents.read(document).document)
    return duties.lodge(
        session,
        queries.as_run(row, terms),
        duties.Terms(document.number, text),
        terms.starts_at,
        act,
    )


@on_sent(duties.TERMS)
def arrived(session: Session, notice: NoticeRow) -> None:
    """The regulator has the terms: the promotion is lodged as of that instant."""
    if notice.about_kind != KIND or not notice.about_id.isdigit():
        return
    row = session.get(PromotionRow, int(notice.about_id), with_for_update=True)
    if row is None or row.status is not Status.APPROVED or notice.sent_at is None:
        return
    by = Actor(notice.posted_by, notice.posted_by_name, "")
    act = Act(by, notice.sent_at)
    if not isinstance(steps.take(session, row, Action.LODGE, act), Refused):
        starting.plan(session, row)
