"""Throwing away a draft of changes: the terms in force stay as they are."""

from collections.abc import Iterator

from sqlmodel import Session

from house.floor.acts import Act
from house.terms import writing
from house.terms.kind import Kind, R, T
from house.terms.versions import draft_of, terms_of
from rulebook import HOUSE, Cite, Refusal, Refused

THROWN_AWAY: Cite = HOUSE.at("TERMS-8")
LONGEST = 400


def discard(  # noqa: PLR0913, PLR0917
    kind: Kind[T, R], session: Session, row: R, version: int, reason: str, act: Act
) -> R | Refused:
    """Let the draft say again what the version in force says, and keep why."""
    draft, terms = draft_of(kind.terms, row), terms_of(kind.terms, session, row)
    why = reason.strip()
    reasons = (
        *writing.fresh(row, version),
        *kind.against_writing(row),
        *_against(row, why, is_same=draft == terms),
    )
    refused = Refused(reasons) if reasons else None
    before, after = writing.what_changed(draft, terms) if refused is None else ({}, {})
    if refused is None:
        writing.keep_draft(row, terms, act)
        session.flush()
        after = {"reason": why, **after}
    name, rules = "throw away draft", (THROWN_AWAY,)
    writing.note(kind, session, row, name, act, refused, rules, before, after)
    return refused or row


def _against(row: R, why: str, *, is_same: bool) -> Iterator[Refusal]:
    if row.document_id is None:
        wrong, right = "No version is published yet.", "Change the draft itself."
        yield Refusal(THROWN_AWAY, wrong, right)
    elif is_same:
        wrong = "The draft changes nothing."
        yield Refusal(THROWN_AWAY, wrong, "There is nothing to throw away.")
    if not why:
        wrong, right = "No reason is given.", "Say why the changes are dropped."
        yield Refusal(THROWN_AWAY, wrong, right, "reason")
    elif len(why) > LONGEST:
        wrong = f"The reason has {len(why):,} characters."
        yield Refusal(THROWN_AWAY, wrong, f"Say it in {LONGEST}.", "reason")
