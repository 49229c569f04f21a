"""What the people room tells the desks: who cannot work yet, which codes run low."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session

from house.desk import Item, Urgency, tells
from house.people.accounts import codes
from house.people.roles import Role
from house.people.sessions import Staff
from house.people.staff import queries
from rulebook import HOUSE

MANY = 3  # from here on one line says it for all of them


@tells(Role.ADMIN)
def without_second_factor(
    session: Session, _staff: Staff, _now: datetime
) -> Iterator[Item]:
    """Staff whose role needs a second factor and who have none yet."""
    for person in queries.without_second_factor(session):
        yield Item(
            Urgency.BLOCKED,
            f"{person.row.name} cannot work as {person.titles.lower()}",
            HOUSE.at("ACCESS-4"),
            "See the account",
            url_for("staff.show", staff_id=person.row.pk),
            "The role needs a second factor and none is set up.",
            "They sign in once and set it up; the desk opens by itself.",
        )


@tells(Role.ADMIN)
def never_used(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Accounts whose one-time password nobody has used for too long."""
    rows = queries.never_used(session, now)
    if len(rows) > MANY:
        first = min(row.created_at for row in rows)
        href = url_for("staff.index")
        yield _unused(f"{len(rows)} people have never signed in", href, first)
        return
    for row in rows:
        href = url_for("staff.show", staff_id=row.pk)
        yield _unused(f"{row.name} has never signed in", href, row.created_at)


def _unused(title: str, href: str, created_at: datetime) -> Item:
    return Item(
        Urgency.DUE,
        title,
        HOUSE.at("ACCESS-20"),
        "Look",
        href,
        "The one-time password lies unused.",
        "Reset the password and hand it over, or end the employment.",
        due_at=created_at + queries.UNUSED.value,
    )


@tells(*Role)
def codes_run_low(session: Session, staff: Staff, _now: datetime) -> Iterator[Item]:
    """That one's own recovery codes are nearly used up."""
    if codes.run_low(session, staff.id):
        left = codes.left(session, staff.id)
        yield Item(
            Urgency.NEXT,
            f"You have {left or 'no'} recovery code{'' if left == 1 else 's'} left",
            HOUSE.at("ACCESS-19"),
            "Make new ones",
            url_for("accounts.account"),
            "Without your telephone and without a code you cannot sign in.",
        )
