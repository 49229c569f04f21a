"""Writing terms: a draft is saved, then published, one person after another."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlmodel import Session

from house import audit
from house.audit.plain import fitted
from house.documents import services as documents
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.terms.kind import Kind, R, T
from house.terms.versions import draft_of, terms_in
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms.changes import values
from rulebook.terms.data import leaves, plain
from rulebook.terms.limits import bounds

STALE = HOUSE.at("STALE-1")
BY_TWO = HOUSE.at("TERMS-9")


def note(  # noqa: PLR0913, PLR0917
    kind: Kind[T, R],
    session: Session,
    row: R,
    name: str,
    act: Act,
    verdict: object = None,
    rules: tuple[Cite, ...] = (),
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Write down what was done to the terms, or refused."""
    audit.record(
        session,
        act.by,
        name,
        kind.subject(row),
        now=act.now,
        verdict=verdict,
        rules=rules,
        before=before,
        after=after,
    )


def begun(kind: Kind[T, R], terms: T, act: Act) -> dict[str, Any]:
    """The fields of a new row, as its first terms have them."""
    return {
        "draft": terms.to_data(),
        "created_at": act.now,
        "created_by": act.by.id,
        "created_by_name": fitted(act.by.name, 120),
        **kind.mirrored(terms),
        **_saved(act),
    }


def _saved(act: Act) -> dict[str, Any]:
    by = fitted(act.by.name, 120)
    return {"saved_at": act.now, "saved_by": act.by.id, "saved_by_name": by}


def save(  # noqa: PLR0913, PLR0917
    kind: Kind[T, R], session: Session, row: R, version: int, terms: T, act: Act
) -> R | Refused:
    """Keep the terms as they are written now, unless somebody saved in between."""
    before = draft_of(kind.terms, row)
    refusals = (*kind.against_writing(row), *fresh(row, version), *bounds(terms))
    if not refusals and not values(before, terms):
        return row
    refused = Refused(refusals) if refusals else None
    was, is_now = what_changed(before, terms) if refused is None else ({}, {})
    if refused is None:
        # Once published, the name and the start that bind are those in force.
        if row.document_id is None:
            mirror(kind, row, terms)
        keep_draft(row, terms, act)
        session.flush()
        kind.saved(session, row, act)
    rules = (kind.written,)
    note(kind, session, row, "save terms", act, refused, rules, was, is_now)
    return refused or row


def mirror(kind: Kind[T, R], row: R, terms: T) -> None:
    """Let the row show what these terms say."""
    for name, value in kind.mirrored(terms).items():
        setattr(row, name, value)


def keep_draft(row: R, terms: T, act: Act) -> None:
    """Make these terms the draft, and say who wrote it when."""
    for name, value in _saved(act).items():
        setattr(row, name, value)
    row.draft = terms.to_data()


def what_changed(before: T, after: T) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the record keeps of a change: every value that differs, was and is."""
    was, now = dict(leaves(before)), dict(leaves(after))
    places = values(before, after)
    return (
        {place: plain(was.get(place)) for place in places},
        {place: plain(now.get(place)) for place in places},
    )


def fresh(row: R, version: int) -> Iterator[Refusal]:
    """Why something cannot be done on top of a version that was replaced."""
    if row.version != version:
        wrong = f"{row.saved_by_name} saved these terms while you were writing."
        right = "Compare both below, choose clause by clause, then save again."
        yield Refusal(STALE, wrong, right)


def second_person(row: R, act: Act, *, by_two: bool) -> Iterator[Refusal]:
    """Whoever saved the terms last does not publish them, where the house sets so."""
    if by_two and row.saved_by == act.by.id:
        wrong = "You saved these terms last."
        right = "Another of those who may reads and publishes them."
        yield Refusal(BY_TWO, wrong, right)


def publish(  # noqa: PLR0913, PLR0917
    kind: Kind[T, R],
    session: Session,
    row: R,
    version: int,
    address: str,
    act: Act,
    *,
    by_two: bool = False,
) -> R | Refused:
    """Publish the terms: every gate open, the document kept, the step recorded."""
    besides = (*fresh(row, version), *second_person(row, act, by_two=by_two))
    if refused := kind.take_step(session, row, act, besides):
        return refused
    document = documents.publish(
        session,
        kind.document,
        kind.subject(row),
        kind.document_of(draft_of(kind.terms, row), address),
        seen=0,
        by=act.by,
        now=act.now,
    )
    assert isinstance(document, DocumentRow), "A first version has nothing against it."
    row.document_id = document.pk
    session.flush()
    kind.published(session, row, terms_in(kind.terms, document), act)
    return row
