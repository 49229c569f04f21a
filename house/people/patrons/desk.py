"""What patrons bring to the desks: rows to merge, exclusions about to end."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from flask import url_for
from sqlalchemy import and_, func, or_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from house.desk import Item, Urgency, tells
from house.desk.search import Hit, finds
from house.ledger.owners import Owner
from house.people.patrons import queries
from house.people.patrons.exclusion_rules import LAPSE
from house.people.patrons.models import ExclusionRow, PatronRow
from house.people.patrons.services import DUPLICATE
from house.people.roles import Role
from house.people.sessions import Staff
from house.web.access import opens
from house.web.request import now

AT_MOST = 5
ENDING = timedelta(days=7)


def twins(
    session: Session, limit: int = AT_MOST
) -> Sequence[tuple[PatronRow, PatronRow]]:
    """Pairs of rows that are almost surely one person.

    A shared telephone alone is no sign: couples have one. The birth date must agree.
    """
    one, other = aliased(PatronRow), aliased(PatronRow)
    bare = func.replace(one.search_name, " ", "")
    same = or_(
        bare == func.replace(other.search_name, " ", ""),
        and_(col(one.email) != "", func.lower(one.email) == func.lower(other.email)),
        and_(col(one.phone) != "", col(one.phone) == other.phone),
    )
    query = (
        select(one, other)
        .join(other, and_(col(one.born_on) == other.born_on, col(one.id) < other.id))
        .where(col(one.merged_into_id).is_(None), col(other.merged_into_id).is_(None))
        .where(same)
        .order_by(col(one.id), col(other.id))
    )
    return session.exec(query.limit(limit)).all()


@tells(Role.ENTRIES_DESK)
def rows_to_merge(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Rows that are likely the same person."""
    for one, other in twins(session):
        there = url_for("patrons.merge", patron_id=one.pk, other_id=other.pk)
        yield Item(
            Urgency.NEXT,
            f"{one.name} is here twice",
            DUPLICATE,
            "Compare",
            there,
            why=f"Patrons {one.pk} and {other.pk} have the same birth date.",
        )


@tells(Role.COMPLIANCE)
def exclusions_ending(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Exclusions that end within a week."""
    ending = (
        select(ExclusionRow, PatronRow)
        .join(PatronRow, col(PatronRow.id) == ExclusionRow.patron_id)
        .where(
            col(ExclusionRow.lifted_at).is_(None),
            col(ExclusionRow.until_at) > now,
            col(ExclusionRow.until_at) <= now + ENDING,
        )
        .order_by(col(ExclusionRow.until_at))
    )
    for exclusion, patron in session.exec(ending):
        yield Item(
            Urgency.DUE,
            f"The exclusion of {patron.name} ends",
            LAPSE,
            "Look",
            url_for("patrons.show", patron_id=patron.pk),
            why=exclusion.reason,
            due_at=exclusion.until_at,
        )


@finds("Patrons", "people", "patrons.show")
def patrons_named(session: Session, words: str) -> Iterator[Hit]:
    """Patrons by name or card; by birth date or e-mail where the role sees those."""
    private = opens("patrons.details")
    found = queries.search(session, words, 1, now=now(), private=private)
    for line in found.lines:
        card = f"card {line.card.number}" if line.card else "no card"
        born = f", born {line.patron.born_on}" if private else ""
        href = url_for("patrons.show", patron_id=line.patron.pk)
        yield Hit(line.patron.name, f"{card}{born}", href)


def owner(session: Session, patron_id: int) -> Owner | None:
    """A patron whose accounts are looked at."""
    patron = queries.get(session, patron_id)
    if patron is None:
        return None
    return Owner(patron.name, "patrons.show", {"patron_id": patron_id})
