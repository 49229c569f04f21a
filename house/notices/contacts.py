"""How the regulator, the inspectorate and surveillance are reached; all kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from email_validator import EmailNotValidError, validate_email
from sqlalchemy import func
from sqlmodel import Session, col, select

from house import audit
from house.audit import Actor, Subject
from house.notices.models import Audience, ContactRow
from rulebook import DOCUMENTS, HOUSE, Refusal, Refused

RULE = HOUSE.at("NOTICE-8")
REACHED = HOUSE.at("NOTICE-7")
BODIES = tuple(body for body in Audience if body.is_body)
CODES = tuple(source.code for source in DOCUMENTS)


@dataclass(frozen=True, slots=True)
class Contact:
    """Somebody who can be told something."""

    name: str
    email: str = ""
    phone: str = ""
    address: str = ""


def current(session: Session) -> Mapping[tuple[str, str], ContactRow]:
    """The contact that holds for each body under each document."""
    newest = select(func.max(ContactRow.id)).group_by(
        col(ContactRow.body), col(ContactRow.document)
    )
    rows = session.exec(select(ContactRow).where(col(ContactRow.id).in_(newest)))
    return {(row.body.value, row.document): row for row in rows}


def of(session: Session, body: Audience, document: str) -> ContactRow | None:
    """Who is told at this body under this document, as last entered."""
    return next(iter(history(session, body, document, 1)), None)


def history(
    session: Session, body: Audience, document: str, limit: int = 50
) -> Sequence[ContactRow]:
    """Every contact that held, the newest first."""
    query = select(ContactRow).where(
        col(ContactRow.body) == body, col(ContactRow.document) == document
    )
    return session.exec(query.order_by(col(ContactRow.id).desc()).limit(limit)).all()


def check(body: Audience, document: str, contact: Contact) -> Iterator[Refusal]:
    """Why a contact cannot be entered like this."""
    if not body.is_body or document not in CODES:
        yield Refusal(RULE, "Contacts are kept for bodies, document by document.")
    if not contact.name:
        yield Refusal(REACHED, "Nobody is named.", "Give a name or an office.", "name")
    if not (contact.email or contact.phone or contact.address):
        wrong = "There is no way to reach them."
        right = "Give an e-mail address, a telephone number or an address."
        yield Refusal(REACHED, wrong, right, "email")
    if contact.email and (wrong := wrong_with(contact.email)):
        yield Refusal(REACHED, wrong, "Write it as name@example.com.", "email")


def wrong_with(email: str) -> str:
    """Why no letter can be sent to this address; nothing where one can."""
    try:
        validate_email(email, check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        return f"“{email}” is no e-mail address: {error}"
    return ""


def enter(  # noqa: PLR0913
    session: Session,
    body: Audience,
    document: str,
    contact: Contact,
    *,
    by: Actor,
    now: datetime,
) -> ContactRow | Refused:
    """Enter a contact; the one before it stays on file."""
    refusals = tuple(check(body, document, contact))
    refused = Refused(refusals) if refusals else None
    before = of(session, body, document)
    row = ContactRow(
        body=body,
        document=document,
        entered_at=now,
        entered_by=by.id,
        **asdict(contact),
    )
    if refused is None:
        session.add(row)
        session.flush()
    audit.record(
        session,
        by,
        "enter contact",
        Subject("contact", f"{body.value}:{document}"[:64], contact.name),
        now=now,
        verdict=refused,
        rules=(RULE,),
        before=asdict(as_contact(before)) if before else None,
        after=asdict(contact),
    )
    return refused or row


def as_contact(row: ContactRow) -> Contact:
    """Whom an entry names."""
    return Contact(row.name, row.email, row.phone, row.address)
