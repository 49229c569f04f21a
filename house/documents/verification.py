"""Check what is kept of documents: against its hash, its order and the record."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.audit.models import AuditRow, Verdict
from house.checks import Check, Outcome, Progress
from house.documents.models import DocumentPrintRow, DocumentRow
from house.documents.services import PUBLISH
from proof.canonical import canonical, sha256
from rulebook import HOUSE

HOLDS = HOUSE.at("DOC-7")
CHUNK = 100
Place = tuple[str, int]  # the kind and the subject


@dataclass(frozen=True, slots=True)
class Fault:
    """A version or print that is not what was published, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Finding:
    """How many versions and prints there are, and what does not hold."""

    versions: int
    prints: int
    faults: tuple[Fault, ...]


def verify(session: Session) -> Finding:
    """Look at every version and every print."""
    recorded, faults, count = _recorded(session), [], 0
    before: dict[Place, DocumentRow] = {}
    for row in _documents(session):
        count += 1
        place = (row.kind, row.subject_id)
        said = recorded.pop((*place, row.number), None)
        faults += [Fault(name(row), w) for w in _wrongs(row, before.get(place), said)]
        before[place] = row
    faults += [
        Fault(f"{kind} {subject}, version {number}", "it is on the record and not here")
        for kind, subject, number in recorded
    ]
    made, bad = _prints(session)
    return Finding(count, made, (*faults, *bad))


def look(session: Session, _progress: Progress) -> Outcome:
    """Verify every version and print, as one of the house's checks."""
    found = verify(session)
    said = f"{found.versions:,} versions, {found.prints:,} prints"
    wrong = tuple(f"{fault.name}: {fault.why}." for fault in found.faults)
    return Outcome(found.versions + found.prints, said, wrong)


CHECK = Check("documents", look)


def name(row: DocumentRow) -> str:
    """A version as the check names it."""
    return f"{row.kind} {row.subject_id}, version {row.number} ({row.title})"


def _documents(session: Session) -> Iterator[DocumentRow]:
    ordered = select(DocumentRow).order_by(
        col(DocumentRow.kind), col(DocumentRow.subject_id), col(DocumentRow.number)
    )
    yield from session.exec(ordered.execution_options(yield_per=CHUNK))


def _recorded(session: Session) -> dict[tuple[str, int, int], str]:
    """The hash of every version, as the record has it."""
    published = select(AuditRow.subject_id, AuditRow.after).where(
        col(AuditRow.act) == PUBLISH, col(AuditRow.verdict) == Verdict.DONE
    )
    return {
        (after["kind"], int(subject), after["number"]): after["sha256"]
        for subject, after in session.exec(published)
    }


def _wrongs(
    row: DocumentRow, before: DocumentRow | None, recorded: str | None
) -> Iterator[str]:
    if sha256(row.content) != row.sha256:
        yield "its content does not match its hash"
    if recorded is None:
        yield "the record does not know it"
    elif recorded != row.sha256:
        yield "the record has another hash for it"
    try:
        data = json.loads(row.content)
    except ValueError:
        yield "its content cannot be read"
        return
    if canonical(data) != row.content:
        yield "its content is not in the one spelling"
    yield from _out_of_line(row, data, before)


def _out_of_line(
    row: DocumentRow, data: Mapping[str, object], before: DocumentRow | None
) -> Iterator[str]:
    """Whether a version stands where it says, after the version it names."""
    here = (row.kind, row.subject_id, row.number)
    if (data.get("kind"), data.get("subject"), data.get("number")) != here:
        yield "it stands in the place of another"
    if row.number != (before.number + 1 if before else 1):
        yield "the version before it is missing"
    replaces = data.get("replaces")
    said = replaces.get("sha256") if isinstance(replaces, dict) else None
    if said != (before.sha256 if before else None):
        yield "it does not name the version before it"


def _prints(session: Session) -> tuple[int, tuple[Fault, ...]]:
    made, faults = 0, []
    every = select(DocumentPrintRow).order_by(col(DocumentPrintRow.id))
    for row in session.exec(every.execution_options(yield_per=CHUNK)):
        made += 1
        if sha256(row.pdf) != row.sha256:
            which = f"the {row.paper} print of document {row.document_id}"
            faults.append(Fault(which, "its content does not match its hash"))
    return made, tuple(faults)
