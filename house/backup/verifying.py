"""Everything that can be wrong with a house, in sentences."""

from collections.abc import Iterable

from sqlmodel import Session

from house.audit.verification import verify as verify_record
from house.documents.verification import verify as verify_documents
from house.ledger.verification import Check
from house.ledger.verification import verify as verify_ledger

__all__ = ["Check", "everything_wrong"]


def everything_wrong(session: Session, checks: Iterable[Check]) -> tuple[str, ...]:
    """Verify record, ledger and documents."""
    record = verify_record(session).broken
    wrong = [f"Entry {record.number} of the record: {record.why}."] if record else []
    wrong += verify_ledger(session, checks).wrong
    faults = verify_documents(session).faults
    return (*wrong, *(f"Document {fault.name}: {fault.why}." for fault in faults))
