"""Which keys the house has sealed with, as its record names them."""

from datetime import datetime

from sqlmodel import Session, col, select

from house import audit
from house.audit.models import AuditRow
from house.audit.record import SYSTEM, Subject
from house.sealing import Seal
from rulebook import HOUSE

ACT = "seal with another key"
KEY = HOUSE.at("BACKUP-3")
SUBJECT = Subject("key", "seal", "The house’s key")


def note(session: Session, seal: Seal, now: datetime) -> None:
    """Put the key that is used from now on on the record, once."""
    today = seal.fingerprints[0]
    if today in used(session)[:1]:
        return
    after = {"fingerprint": today}
    audit.record(session, SYSTEM, ACT, SUBJECT, now=now, rules=(KEY,), after=after)


def used(session: Session) -> list[str]:
    """The fingerprints of all keys the house has sealed with, the newest first."""
    mine = select(AuditRow.after).where(
        AuditRow.act == ACT, AuditRow.subject_kind == SUBJECT.kind
    )
    newest = session.exec(mine.order_by(col(AuditRow.number).desc()))
    return list(dict.fromkeys(str(after.get("fingerprint")) for after in newest))


def missing(session: Session, seal: Seal) -> tuple[str, ...]:
    """The fingerprints of keys that were used and that the house does not have now."""
    return tuple(key for key in used(session) if key not in seal.fingerprints)
