"""Changing terms after publication: a new version, on top of the one in force."""

from dataclasses import dataclass

from sqlmodel import Session

from house.documents import services as documents
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.terms import writing
from house.terms.kind import Amendment, Kind, R, T
from house.terms.versions import document_of, kept_draft, kept_in
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms.changes import differences
from rulebook.terms.terms import Kept

WHOLE: Cite = HOUSE.at("TERMS-7")


def proposed(kind: Kind[T, R], session: Session, row: R) -> Amendment[T] | None:
    """What publishing the draft would change; nothing before the first version."""
    document = document_of(session, row)
    if document is None:
        return None
    kept, new = kept_in(kind.terms, document), Kept(kept_draft(kind.terms, row).terms)
    # What is for the house alone is in no version, so it is no change either.
    old = Kept(kept.terms.private_as_in(new.terms), kept.absent)
    changes = differences(old, new)
    follows = kind.consequences(session, row, (old, new), changes)
    return Amendment(document, old, new, changes, follows)


@dataclass(frozen=True, slots=True)
class Amend:
    """What is to be published: on top of which draft and version, and why."""

    draft: int  # the version of the draft that was looked at
    seen: int  # the number of the version in force that was looked at
    note: str
    address: str
    by_two: bool = False  # whether somebody else publishes what was saved


def against(
    kind: Kind[T, R], session: Session, row: R, command: Amend, act: Act
) -> tuple[Refusal, ...]:
    """Every reason why the draft cannot become the next version now."""
    proposal = proposed(kind, session, row)
    reasons = [
        *writing.fresh(row, command.draft),
        *writing.second_person(row, act, by_two=command.by_two),
        *kind.against_amending(session, row, proposal, act),
    ]
    if proposal is not None:
        reasons += documents.against(
            session,
            kind.document,
            kind.subject(row),
            kind.document_of(proposal.new.terms, command.address),
            seen=command.seen,
            now=act.now,
            note=command.note,
        )
    return tuple(dict.fromkeys(reasons))


def amend(
    kind: Kind[T, R], session: Session, row: R, command: Amend, act: Act
) -> DocumentRow | Refused:
    """Publish the draft as the next version, and do everything that follows from it."""
    reasons = against(kind, session, row, command, act)
    proposal = proposed(kind, session, row)
    if reasons or proposal is None:
        refused = Refused(reasons)
        writing.note(kind, session, row, "amend", act, refused, (WHOLE,))
        return refused
    document = _publish(kind, session, row, proposal, command, act)
    if isinstance(document, Refused):
        return document
    row.document_id = document.pk
    writing.mirror(kind, row, proposal.new.terms)
    session.flush()
    after = {
        "version": document.number,
        "changes": [change.path for change in proposal.changes],
        **kind.amended(session, row, document, proposal, act),
    }
    before = {"version": proposal.document.number}
    writing.note(kind, session, row, "amend", act, None, (WHOLE,), before, after)
    return document


def _publish(  # noqa: PLR0913, PLR0917
    kind: Kind[T, R],
    session: Session,
    row: R,
    proposal: Amendment[T],
    command: Amend,
    act: Act,
) -> DocumentRow | Refused:
    return documents.publish(
        session,
        kind.document,
        kind.subject(row),
        kind.document_of(proposal.new.terms, command.address),
        seen=command.seen,
        by=act.by,
        now=act.now,
        note=command.note,
    )
