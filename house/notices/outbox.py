"""Messages: written with the act they announce, delivered after it, until they are."""

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import structlog
from sqlalchemy import update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from house.audit.plain import fitted, text
from house.db import Database
from house.notices.deadlines import Round, Stopped, never, pause, said
from house.notices.models import OutboxRow

log = structlog.get_logger()
BATCH = 100
# While one process delivers, the others leave the message alone for this long.
LEASE = timedelta(minutes=5)


KINDS = {"pdf": ("application", "pdf"), "ics": ("text", "calendar")}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a letter: a PDF, or a date for a calendar."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as it is handed to the post."""

    key: str
    recipient: str
    subject: str
    body: str
    written_at: datetime
    attachment: "Attachment | None" = None

    @property
    def reference(self) -> str:
        """A name for the letter that is the same every time it is delivered."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:24]


Post = Callable[[Letter], None]  # raises when the letter could not be delivered
Delivered = Callable[[Session, str, datetime], None]
_DELIVERED: dict[str, Delivered] = {}


def on_delivered(prefix: str) -> Callable[[Delivered], Delivered]:
    """Tell this function when a message whose key begins so has been delivered."""

    def register(effect: Delivered) -> Delivered:
        _DELIVERED[prefix] = effect
        return effect

    return register


def announce(  # noqa: PLR0913
    session: Session,
    key: str,
    recipient: str,
    subject: str,
    body: str,
    *,
    now: datetime,
    attachment: Attachment | None = None,
) -> None:
    """Write a message in the transaction of what it tells; the same key writes once."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    written = dialect.insert(OutboxRow).values(
        key=key,
        recipient=_line(recipient, 254),
        subject=_line(subject, 200),
        body=text(body),
        created_at=now,
        try_at=now,
        attempts=0,
        last_error="",
        attachment=attachment.content if attachment else None,
        attachment_name=attachment.name if attachment else "",
    )
    session.execute(written.on_conflict_do_nothing())


def _line(value: str, length: int) -> str:
    """One line: a break in it would begin another header."""
    return fitted(" ".join(value.split()), length)


def send_due(
    db: Database,
    post: Post,
    now: datetime,
    limit: int = BATCH,
    *,
    stopped: Stopped = never,
) -> Round:
    """Deliver what waits, outside any transaction; put off what fails."""
    sent = failed = 0
    for id_ in _due(db, now, limit):
        if stopped():
            break
        letter = _lease(db, id_, now)
        if letter is None:
            continue
        try:
            post(letter)
        except Exception as error:  # whatever it is, the rest must go
            log.exception("message not delivered", key=letter.key)
            _put_off(db, id_, error, now)
            failed += 1
        else:
            _mark(db, id_, letter.key, now)
            sent += 1
    return Round(sent, failed)


def _due(db: Database, now: datetime, limit: int) -> Sequence[int | None]:
    query = (
        select(OutboxRow.id)
        .where(col(OutboxRow.sent_at).is_(None), col(OutboxRow.try_at) <= now)
        .order_by(col(OutboxRow.try_at), col(OutboxRow.id))
        .limit(limit)
    )
    with db.reading() as session:
        return session.exec(query).all()


def _lease(db: Database, id_: int | None, now: datetime) -> Letter | None:
    """Take a message for a while, so that nobody else delivers it meanwhile."""
    mine = (
        select(OutboxRow)
        .where(
            col(OutboxRow.id) == id_,
            col(OutboxRow.sent_at).is_(None),
            col(OutboxRow.try_at) <= now,
        )
        .with_for_update(skip_locked=True)
    )
    with db.writing() as session:
        row = session.exec(mine).first()
        if row is None:
            return None
        row.attempts += 1
        row.try_at = now + LEASE
        return Letter(
            row.key,
            row.recipient,
            row.subject,
            row.body,
            row.created_at,
            Attachment(row.attachment_name, row.attachment) if row.attachment else None,
        )


def _put_off(db: Database, id_: int | None, error: Exception, now: datetime) -> None:
    with db.writing() as session:
        row = session.get_one(OutboxRow, id_)
        row.try_at = now + pause(row.attempts)
        row.last_error = fitted(said(error), 400)


def _mark(db: Database, id_: int | None, key: str, now: datetime) -> None:
    sent = update(OutboxRow).where(col(OutboxRow.id) == id_)
    effect = _DELIVERED.get(key.partition(":")[0])
    with db.writing() as session:
        session.execute(sent.values(sent_at=now, last_error=""))
        if effect is not None:
            effect(session, key, now)


def to_folder(folder: Path, sender: str) -> Post:
    """A post that puts letters into a folder, each once however often delivered."""

    def deliver(letter: Letter) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        handle, half = tempfile.mkstemp(dir=folder, prefix=".half-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(as_email(letter, sender).as_bytes())
                file.flush()
                os.fsync(file.fileno())
            Path(half).replace(folder / file_name(letter))
        finally:
            Path(half).unlink(missing_ok=True)

    return deliver


def file_name(letter: Letter) -> str:
    """A name for the letter's file: readable, safe, and its key's alone."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", letter.key).strip("-")[:60]
    return f"{readable}-{letter.reference}.eml"


def as_email(letter: Letter, sender: str) -> EmailMessage:
    """The letter as electronic mail; the same letter gives the same bytes."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = letter.recipient
    message["Subject"] = letter.subject
    message["Date"] = format_datetime(letter.written_at)
    message["Message-ID"] = f"<{letter.reference}@house-rules.invalid>"
    message.set_content(letter.body)
    if letter.attachment is not None:
        kind, form = KINDS[letter.attachment.name.rpartition(".")[2]]
        message.add_attachment(
            letter.attachment.content,
            maintype=kind,
            subtype=form,
            filename=letter.attachment.name,
        )
        message.set_boundary(f"={letter.reference}=")  # else each has a new one
    return message
