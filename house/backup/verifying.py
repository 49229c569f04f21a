"""Everything that can be wrong with a house, in sentences."""

from collections.abc import Iterable

from sqlmodel import Session

from house.audit.checkpoints.book import Kept
from house.audit.verification import NOTHING
from house.audit.verification import verify as verify_record
from house.documents.verification import verify as verify_documents
from house.ledger.verification import Check
from house.ledger.verification import verify as verify_ledger

__all__ = ["Check", "everything_wrong"]


def everything_wrong(
    session: Session, checks: Iterable[Check], kept: Kept = NOTHING
) -> tuple[str, ...]:
    """Verify record, ledger and documents; the record against its checkpoints."""
    record = verify_record(session, kept=kept).wrong
    ledger = verify_ledger(session, checks).wrong
    faults = verify_documents(session).faults
    papers = (f"Document {fault.name}: {fault.why}." for fault in faults)
    return (*record, *ledger, *papers)
