"""Erase a person where no rule keeps what the house has; references stay."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session

from house import audit
from house.audit.record import Subject
from house.people.patrons import queries
from house.people.patrons.models import PatronRow
from house.people.patrons.names import search_name
from house.people.patrons.rules import CONTACT, EARLIEST
from house.people.patrons.services import Moment, subject
from house.person.parts import Part, parts_of, same_person, still_open
from house.person.rooms import EXCLUDED, letters
from rulebook import HOUSE, Refusal, Refused

ACT = "erase a person"
ERASED = HOUSE.at("PERSON-2")
MARK = "Erased patron"
GONE = "The person’s data was erased."


@dataclass(frozen=True, slots=True)
class Erasure:
    """What goes and what stays when a person is erased."""

    people: Sequence[PatronRow]
    goes: tuple[str, ...]
    stays: tuple[Part, ...]
    refusals: tuple[Refusal, ...]

    @property
    def keeps_name(self) -> bool:
        """Whether something that stays needs the name and birth date."""
        return any(part.room.keeps == EXCLUDED for part in self.stays)

    @property
    def done(self) -> bool:
        """Whether it was all erased before."""
        return all(row.erased_at for row in self.people)


def prepare(session: Session, patron: PatronRow) -> Erasure:
    """Look at everything the house has on a person before anything goes."""
    people = same_person(session, patron)
    found = [part for part in parts_of(session, people) if part.rows]
    stays = tuple(part for part in found if part.room.keeps)
    named = any(part.room.keeps == EXCLUDED for part in stays)
    identity = () if named else ("Name", "Birth date")
    goes = (*identity, "E-mail, telephone and address", "Delivered messages to them")
    return Erasure(people, goes, stays, still_open(session, people))


def erase(session: Session, patron: PatronRow, moment: Moment) -> Erasure | Refused:
    """Overwrite what no rule keeps, once; or say what is still open."""
    found = prepare(session, patron)
    if found.done:
        return found
    if found.refusals:
        refused = Refused(found.refusals)
        about = subject(patron)
        audit.record(session, moment.by, ACT, about, now=moment.now, verdict=refused)
        return refused
    _forget_letters(session, found)
    for row in found.people:
        _overwrite(session, row, found, moment)
    session.flush()
    _note(session, found, moment)
    return found


def _forget_letters(session: Session, found: Erasure) -> None:
    """Leave of a delivered message that it was one, and when."""
    for letter in letters(session, [row.pk for row in found.people]):
        letter.recipient, letter.subject, letter.body = "erased", "", ""
        letter.attachment, letter.attachment_name = None, ""
        letter.last_error = ""


def _overwrite(
    session: Session, row: PatronRow, found: Erasure, moment: Moment
) -> None:
    for name in CONTACT:
        setattr(row, name, _blank(row, name, keeps_name=found.keeps_name))
    if not found.keeps_name:
        row.given_name, row.family_name = MARK, str(row.pk)
    row.search_name = search_name(row.given_name, row.family_name)
    row.may_publish_name = False
    row.salt = secrets.token_hex(16)
    row.erased_at = moment.now
    for card in queries.cards_of(session, row.pk):
        if card.cancelled_at is None:
            card.cancelled_at, card.cancelled_why = moment.now, GONE


def _blank(row: PatronRow, name: str, *, keeps_name: bool) -> str | date:
    if name == "born_on":
        return row.born_on if keeps_name else EARLIEST
    return ""


def _note(session: Session, found: Erasure, moment: Moment) -> None:
    """Say on the record that it was done and what stays, without what is gone."""
    first = found.people[0]
    after = {
        "rows": [row.pk for row in found.people],
        "erased": list(found.goes),
        "kept": [
            {"what": part.room.title, "rule": part.room.keeps.cite.id}
            for part in found.stays
            if part.room.keeps
        ],
    }
    about = Subject("patron", str(first.pk), f"{MARK} {first.pk}")
    audit.record(
        session, moment.by, ACT, about, now=moment.now, rules=(ERASED,), after=after
    )
