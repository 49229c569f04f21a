"""Beginning from a template or from a past one; on the record."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house.audit import Subject
from house.audit.plain import fitted
from house.floor.acts import Act, record
from house.terms import writing
from house.terms.beginning import TRIES, free_addresses
from house.terms.kind import Kind, R, T
from house.terms.models import TermsRow
from rulebook import Refusal, Refused
from rulebook.terms.limits import bounds


class Template(Protocol):
    """Ready terms under a name."""

    @property
    def key(self) -> str:
        """What forms call it."""

    @property
    def title(self) -> str:
        """What people call it."""


Source = Template | TermsRow


@dataclass(frozen=True, slots=True)
class Start(Generic[T]):
    """What is known of something before its terms are written."""

    name: str
    source: Source
    address: str  # as its name makes it
    refusals: tuple[Refusal, ...]  # why nothing can be begun with what was said
    terms: Callable[[], T]  # the first terms, where nothing is against them


def create(
    kind: Kind[T, R], session: Session, start: Start[T], act: Act
) -> R | Refused:
    """Begin with complete terms, or say every reason against it."""
    verdict = _begun(kind, session, start, act)
    about = (
        Subject(kind.noun, "new", fitted(start.name, 160))
        if isinstance(verdict, Refused)
        else kind.subject(verdict)
    )
    source = start.source
    came = source.slug if isinstance(source, TermsRow) else source.key
    rules, after = (kind.written,), {"from": came}
    record(
        session, act, f"create {kind.noun}", about, verdict, rules=rules, after=after
    )
    return verdict


def _begun(
    kind: Kind[T, R], session: Session, start: Start[T], act: Act
) -> R | Refused:
    if start.refusals:
        return Refused(start.refusals)
    terms = start.terms()
    if reasons := tuple(_at_the_start(kind, refusal) for refusal in bounds(terms)):
        return Refused(reasons)
    return _insert(kind, session, start, terms, act)


def _at_the_start(kind: Kind[T, R], refusal: Refusal) -> Refusal:
    """A reason against the first terms, at the field of the page that asks for it."""
    field = kind.asked_first.get(refusal.field, refusal.field)
    return Refusal(refusal.cite, refusal.wrong, refusal.right, field)


def _insert(
    kind: Kind[T, R], session: Session, start: Start[T], terms: T, act: Act
) -> R | Refused:
    for slug in free_addresses(session, kind.row, start.address):
        begun = writing.begun(kind, terms, act) | _came_from(start.source)
        row = kind.row(slug=slug, **begun)
        try:
            with session.begin_nested():
                session.add(row)
        except IntegrityError:  # somebody took the address in this very moment
            continue
        return row
    wrong = f"There are {TRIES} {kind.noun}s of that name."
    return Refused((Refusal(kind.one_name, wrong, "Give it another name.", "name"),))


def _came_from(source: Source) -> dict[str, Any]:
    if isinstance(source, TermsRow):
        return {"template": source.template, "copied_from_id": source.pk}
    return {"template": source.key}
