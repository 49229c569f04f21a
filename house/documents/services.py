"""Publish a version of a document; whatever was published stays."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house import audit
from house.audit import Actor, Subject
from house.audit.plain import fitted
from house.documents import prints
from house.documents.content import KEPT, Document, Edition, Replaced
from house.documents.models import DocumentRow
from house.documents.queries import latest, read
from proof.canonical import sha256
from rulebook import HOUSE, Refusal, Refused

OTHERWISE = HOUSE.at("DOC-2")
ON_TOP = HOUSE.at("DOC-3")
REASON = HOUSE.at("DOC-4")
PUBLISH = "publish document"
NOTE = 400


def publish(  # noqa: PLR0913
    session: Session,
    kind: str,
    subject: Subject,
    document: Document,
    *,
    seen: int,
    by: Actor,
    now: datetime,
    note: str = "",
) -> DocumentRow | Refused:
    """Publish the next version of a document, on top of the version that was seen.

    The first version is published on top of none: nought was seen.
    """
    last = latest(session, kind, int(subject.id))
    edition = _edition(kind, subject, document, last, now, note)
    refusals = _against(edition, last, seen)
    kept = Refused(tuple(refusals)) if refusals else _keep(session, edition, by)
    audit.record(
        session,
        by,
        PUBLISH,
        subject,
        now=now,
        verdict=kept,
        rules=(KEPT,),
        after={"kind": kind, "number": edition.number, "sha256": _hash_of(kept)},
    )
    if isinstance(kept, DocumentRow):
        prints.plan(session, kept, now=now)
    return kept


def against(  # noqa: PLR0913
    session: Session,
    kind: str,
    subject: Subject,
    document: Document,
    *,
    seen: int,
    now: datetime,
    note: str = "",
) -> tuple[Refusal, ...]:
    """Every reason why this could not be published as the next version now."""
    last = latest(session, kind, int(subject.id))
    edition = _edition(kind, subject, document, last, now, note)
    return tuple(_against(edition, last, seen))


def _hash_of(kept: DocumentRow | Refused) -> str:
    return kept.sha256 if isinstance(kept, DocumentRow) else ""


def _edition(  # noqa: PLR0913, PLR0917
    kind: str,
    subject: Subject,
    document: Document,
    last: DocumentRow | None,
    now: datetime,
    note: str,
) -> Edition:
    return Edition(
        kind=kind,
        subject_id=int(subject.id),
        number=last.number + 1 if last else 1,
        published_at=now,
        document=document,
        note=note.strip(),
        replaces=Replaced(last.number, last.sha256, last.published_at)
        if last
        else None,
    )


def _against(edition: Edition, last: DocumentRow | None, seen: int) -> list[Refusal]:
    found: list[Refusal] = []
    if seen != (last.number if last else 0):
        wrong = f"Version {edition.number - 1} has been published meanwhile."
        right = "Look at it, then publish on top of it."
        found.append(Refusal(ON_TOP, wrong, right))
    if last and says_the_same(read(last), edition):
        wrong = f"Version {last.number} says the same, word for word."
        found.append(Refusal(OTHERWISE, wrong, "Change something, or leave it."))
    if last and not edition.note:
        wrong = "No reason is given for the new version."
        found.append(Refusal(REASON, wrong, "Say why it changes.", "note"))
    if len(edition.note) > NOTE:
        wrong = f"The reason has {len(edition.note):,} characters."
        found.append(Refusal(REASON, wrong, f"Say it in {NOTE}.", "note"))
    return found


def says_the_same(one: Edition, two: Edition) -> bool:
    """Whether two editions have the same content, whatever their number and time."""
    same = replace(two, number=one.number, published_at=one.published_at)
    bare = replace(same, note=one.note, replaces=one.replaces)
    return one.content() == bare.content()


def _keep(session: Session, edition: Edition, by: Actor) -> DocumentRow | Refused:
    content = edition.content()
    row = DocumentRow(
        kind=edition.kind,
        subject_id=edition.subject_id,
        number=edition.number,
        title=fitted(edition.document.title, 200),
        content=content,
        sha256=sha256(content),
        note=fitted(edition.note, NOTE),
        published_at=edition.published_at,
        published_by=by.id,
        published_by_name=fitted(by.name, 120),
    )
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # somebody published in this very moment
        wrong = f"Version {edition.number} has been published meanwhile."
        return Refused((Refusal(ON_TOP, wrong, "Look at it first."),))
    return row
