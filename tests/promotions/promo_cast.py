"""A house that runs promotions: Jonah writes, Miriam approves, Edith watches."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from house.audit import Actor
from house.floor.acts import Act
from house.notices import contacts
from house.notices import services as posts
from house.notices.contacts import Contact
from house.notices.models import Audience, Channel, NoticeRow
from house.notices.services import Posting
from house.people.models import StaffRow
from house.people.roles import Role
from house.people.staff import services as staff_services
from house.people.staff.changes import ChangeRequest
from house.people.staff.services import Newcomer
from house.terms import writing
from house.venue import Venue
from promotions import queries, services
from promotions.beginnings import Beginning
from promotions.models import PromotionRow
from promotions.path import lodging
from promotions.rules.formats import TEMPLATES
from promotions.terms import TERMS
from rulebook import Refused

SYDNEY = ZoneInfo("Australia/Sydney")
NOW = datetime(2026, 11, 2, 0, 0, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
TICK = timedelta(microseconds=1)
OPENS = NOW + 4 * DAY
DRAWN = NOW + 25 * DAY
JONAH = Actor("jonah", "Jonah Reid", "marketing")
ANA = Actor("ana", "Ana Silva", "marketing")
MIRIAM = Actor("miriam", "Miriam Sato", "approver")
EDITH = Actor("edith", "Edith Calloway", "scrutineer")
HOUSE = Venue("Southbank House", SYDNEY)
ADDRESS = "https://house.example/p/harbour-car-draw"


def act(by=JONAH, at=NOW):
    return Act(by, at)


def done(verdict):
    assert not isinstance(verdict, Refused), verdict
    return verdict


def reasons(verdict):
    assert isinstance(verdict, Refused), verdict
    return [refusal.cite.id for refusal in verdict.refusals]


def template(key="car-draw"):
    return next(each for each in TEMPLATES if each.key == key)


def add_staff(session, *people):
    """People on the staff, each with the roles they act in."""
    for actor in people:
        newcomer = Newcomer(
            actor.id,
            actor.name,
            frozenset({Role(actor.role)}),
            "x",
            must_change_password=False,
        )
        done(staff_services.add(session, newcomer, ChangeRequest(MIRIAM, NOW)))


def begin(session, key="car-draw", regime="STAR4", name="Harbour Car Draw", **over):
    times = {"opens_at": OPENS, "drawn_at": DRAWN, "place": "the main stage"} | over
    first = Beginning(name, regime=regime, **times)
    return done(services.create(session, first, template(key), HOUSE, act()))


def change(session, row, path, by=JONAH, at=NOW, also=None, **values):
    """Write something else in one clause; fields named as ours are given “also”."""
    terms = queries.draft_of(row)
    clause = dict(terms.clauses())[path]
    new = terms.with_clause(path, replace(clause, **values, **also or {}))
    return writing.save(TERMS, session, row, row.version, new, act(by, at))


def approve(session, row, by=MIRIAM, at=NOW + HOUR):
    return writing.publish(TERMS, session, row, row.version, ADDRESS, act(by, at))


def reach(session, *codes):
    """The regulators can be reached."""
    body = Contact("The regulator", "rules@example.com", "+61290000000")
    for code in codes or ("NSW3", "STAR4"):
        for who in (Audience.REGULATOR, Audience.INSPECTORATE):
            contacts.enter(session, who, code, body, by=MIRIAM, now=NOW - DAY)


def lodge(session, row, at=NOW + 2 * HOUR):
    """The notice is drafted and handed over."""
    notice = done(lodging.draft(session, row, act(JONAH, at)))
    send(session, notice, at)
    return notice


def send(session, notice, at):
    mine = session.get_one(NoticeRow, notice.pk)
    how = Posting(Channel.PHONE, "call 7")
    done(posts.post(session, mine, how, Act(JONAH, at)))


def lodged(session, **over):
    """A promotion whose terms are with the regulator."""
    row = begin(session, **over)
    done(approve(session, row))
    lodge(session, row)
    return row


def staff_of(session, actor):
    found = session.query(StaffRow).filter(StaffRow.username == actor.id)
    return found.one()


def again(session, row):
    return session.get_one(PromotionRow, row.pk)
