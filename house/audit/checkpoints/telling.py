"""What was signed goes on the record and by e-mail, each checkpoint once."""

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session, col, select

from house.audit.checkpoints.book import Kept
from house.audit.checkpoints.checkpoint import Checkpoint, Unreadable, from_data
from house.audit.checkpoints.holding import SIGNED, UNREADABLE, noted
from house.audit.models import AuditRow
from house.audit.record import SYSTEM, Subject, record, take_turn
from house.config import Config
from house.notices import contacts, outbox
from house.notices.models import Audience
from proof.canonical import sha256
from rulebook import HOUSE

RECORD = Subject("record", "0", "The record")
KEPT_ELSEWHERE = HOUSE.at("RECORD-10")


def tell(session: Session, kept: Kept, config: Config, now: datetime) -> int:
    """Tell of every checkpoint that nobody was told of, also after a crash."""
    take_turn(session)
    last = max(noted(session), default=0)
    untold = [one for one in kept.checkpoints if one.number > last]
    to = tuple(dict.fromkeys(_recipients(session, config))) if untold else ()
    for checkpoint in untold:
        record(
            session,
            SYSTEM,
            SIGNED,
            RECORD,
            now=now,
            rules=(KEPT_ELSEWHERE,),
            after={**checkpoint.to_data(), "sha256": checkpoint.hash, "sent_to": to},
        )
        for recipient in to:
            _send(session, checkpoint, recipient, config.house_name, now)
    return len(untold)


def _recipients(session: Session, config: Config) -> Iterator[str]:
    """Compliance, and whoever is told at the inspectorate under any document."""
    yield from config.compliance_email
    for (body, _), row in sorted(contacts.current(session).items()):
        if body == Audience.INSPECTORATE.value and row.email:
            yield row.email


def _send(
    session: Session, checkpoint: Checkpoint, to: str, house: str, now: datetime
) -> None:
    key = f"checkpoint:{checkpoint.hash[:32]}:{sha256(to.encode())[:16]}"
    subject = f"{house}: checkpoint {checkpoint.number} of the record"
    outbox.announce(session, key, to, subject, letter(checkpoint, house), now=now)


def letter(checkpoint: Checkpoint, house: str) -> str:
    """What whoever keeps checkpoints is told, with the checkpoint itself."""
    key = ""
    if checkpoint.next_key:
        key = f"From now on another key signs: {checkpoint.next_key}\n\n"
    if checkpoint.key_lost:
        key = "The key before was lost. Ask the house whether this is true.\n\n"
    return (
        f"The record of {house} had {checkpoint.size:,} entries at {checkpoint.at}.\n"
        "Keep this message. With it, anybody can see later whether an entry was "
        "changed or cut off:\nsave the line below as a file and run "
        "“flask audit verify --against FILE”.\n\n"
        f"{key}{checkpoint.line().decode()}"
    )


def newest_told(session: Session) -> Checkpoint | None:
    """The newest checkpoint as the record names it."""
    query = select(AuditRow.after).where(
        AuditRow.act == SIGNED, AuditRow.actor == SYSTEM.id
    )
    newest = query.order_by(col(AuditRow.number).desc()).limit(1)
    try:
        found = session.exec(newest).first()
        return from_data(found) if found else None
    except (Unreadable, *UNREADABLE):
        return None
