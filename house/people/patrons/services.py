"""Adding and changing patrons, each act and each refusal on the record."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session

from house import audit
from house.audit import Actor, Subject
from house.people.patrons import queries
from house.people.patrons.models import PatronRow
from house.people.patrons.names import search_name
from house.people.patrons.rules import (
    FIELDS,
    MARKED,
    PatronDetails,
    check,
    differences,
    tidy,
)
from rulebook import HOUSE, Refusal, Refused

DUPLICATE = HOUSE.at("PATRON-5")
MERGED = HOUSE.at("PATRON-14")
STALE = HOUSE.at("STALE-1")


@dataclass(frozen=True, slots=True)
class Moment:
    """Who acts, at which instant, on which day of the venue."""

    by: Actor
    now: datetime
    today: date


def subject(patron: PatronRow) -> Subject:
    """The patron as the record names them."""
    return Subject("patron", str(patron.pk), patron.name[:160])


def details_of(patron: PatronRow) -> PatronDetails:
    """What a row says about its patron."""
    return PatronDetails(**{name: getattr(patron, name) for name in FIELDS})


def add(
    session: Session,
    details: PatronDetails,
    moment: Moment,
    *,
    despite_likely: bool = False,
    salt: str = "",
) -> PatronRow | Refused:
    """Add a patron, once everybody who may be the same person has been looked at."""
    kept = tidy(details)
    refusals = list(check(kept, moment.today))
    if not despite_likely:
        refusals += map(may_be, queries.likely(session, kept))
    if refusals:
        refused = Refused(tuple(refusals))
        new = Subject("patron", "new", kept.name[:160])
        audit.record(
            session, moment.by, "add patron", new, now=moment.now, verdict=refused
        )
        return refused
    return _insert(session, kept, moment, salt)


def _insert(
    session: Session, details: PatronDetails, moment: Moment, salt: str
) -> PatronRow:
    patron = _row(details, moment.now, salt)
    session.add(patron)
    session.flush()
    audit.record(
        session,
        moment.by,
        "add patron",
        subject(patron),
        now=moment.now,
        rules=(DUPLICATE, MARKED),
        after=details.plain(patron.salt),
    )
    return patron


def _row(details: PatronDetails, now: datetime, salt: str) -> PatronRow:
    told = {name: getattr(details, name) for name in FIELDS}
    folded = search_name(details.given_name, details.family_name)
    patron = PatronRow(**told, search_name=folded, created_at=now)
    patron.salt = salt or patron.salt
    return patron


def may_be(patron: PatronRow) -> Refusal:
    """Somebody on file who is likely the person that is to be added."""
    return Refusal(
        DUPLICATE,
        f"{patron.name} may be the same person (patron {patron.pk}).",
        "Open that patron, or tick that this is somebody else.",
        "despite_likely",
    )


def add_many(
    session: Session,
    people: Iterable[PatronDetails],
    moment: Moment,
    *,
    salt: str = "",
) -> Sequence[PatronRow] | Refused:
    """Add a whole list under one entry of the record, or nothing of it.

    Whoever prepares the list looks for duplicates; here only the details are checked.
    """
    kept = [tidy(details) for details in people]
    refusals = [
        Refusal(r.cite, f"Line {number}: {r.wrong}", r.right, r.field)
        for number, details in enumerate(kept, start=1)
        for r in check(details, moment.today)
    ]
    refused = Refused(tuple(refusals)) if refusals else None
    rows = [] if refused else [_row(details, moment.now, salt) for details in kept]
    session.add_all(rows)
    session.flush()
    numbers = {"first": rows[0].pk, "last": rows[-1].pk} if rows else {}
    audit.record(
        session,
        moment.by,
        "add patrons",
        Subject("patron", "list", f"{len(kept)} patrons"),
        now=moment.now,
        verdict=refused,
        after={"added": len(rows)} | numbers,
    )
    return refused or rows


def change(
    session: Session,
    patron: PatronRow,
    version: int,
    details: PatronDetails,
    moment: Moment,
) -> PatronRow | Refused:
    """Change a patron, unless somebody else has changed them since they were read."""
    kept = tidy(details)
    refusals = [*live(patron), *fresh(patron, version), *check(kept, moment.today)]
    before, after = differences(details_of(patron), kept, patron.salt)
    refused = Refused(tuple(refusals)) if refusals else None
    if before or refused:
        audit.record(
            session,
            moment.by,
            "change patron",
            subject(patron),
            now=moment.now,
            verdict=refused,
            before=before if not refused else None,
            after=after if not refused else None,
        )
    if refused:
        return refused
    write(patron, kept)
    session.flush()
    return patron


def write(patron: PatronRow, details: PatronDetails) -> None:
    """Put the details into the row."""
    for name in FIELDS:
        setattr(patron, name, getattr(details, name))
    patron.search_name = search_name(details.given_name, details.family_name)


def live(patron: PatronRow) -> Iterable[Refusal]:
    """Refuse to change a row that was erased, or merged into another."""
    if patron.erased_at is not None:
        wrong = f"Patron {patron.pk} was erased."
        yield Refusal(HOUSE.at("PERSON-2"), wrong, "Add them anew if they come back.")
    if patron.merged_into_id is not None:
        wrong = f"{patron.name} (patron {patron.pk}) was merged into another row."
        yield Refusal(MERGED, wrong, f"Go on with patron {patron.merged_into_id}.")


def fresh(patron: PatronRow, version: int) -> Iterable[Refusal]:
    """Refuse to overwrite what somebody else saved in between."""
    if patron.version != version:
        yield Refusal(
            STALE,
            "Somebody else changed this patron while you were writing.",
            "Compare both below, then save again what should hold.",
        )
