"""What drafts say on the desks of those who write them."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session

from house.desk import Item, Urgency, tells
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import Cite
from tournaments.listing import Listed, drafts

WRITTEN = Cite("CROWN3-12.2.1")


@tells(Role.DIRECTOR, Role.DEPUTY)
def to_publish(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Each draft: what its terms still lack, or that they can be published."""
    for one in drafts(session, now):
        yield _item(one, url_for("tournaments.terms", slug=one.row.slug))


def _item(one: Listed, href: str) -> Item:
    if one.first is None:
        title, why = f"Publish the terms of {one.row.name}", "They are complete."
        return Item(Urgency.NEXT, title, WRITTEN, "Publish them", href, why)
    more = f" And {one.missing - 1} more." if one.missing > 1 else ""
    title = f"Complete the terms of {one.row.name}"
    why, right = f"{one.first.wrong}{more}", one.first.right
    return Item(Urgency.NEXT, title, one.first.cite, "Write them", href, why, right)
