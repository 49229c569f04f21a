"""The demo house's tournaments, led along their path as directors lead real ones."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from house.demo.load import DemoHouse, brings
from house.demo.patrons import done
from house.demo.staff import DANIEL, GRACE, RUTH, SAMIR, DemoPerson
from house.documents.models import How
from house.floor.acts import Act
from house.notices import contacts
from house.notices import services as posts
from house.notices.contacts import Contact
from house.notices.models import Audience, Channel
from house.notices.services import Posting
from house.people.patrons.models import PatronRow
from house.terms import writing
from tournaments import beginnings, queries, services
from tournaments.beginnings import Beginning
from tournaments.models import Office, TournamentRow
from tournaments.money import shifts
from tournaments.money.taking import Tender
from tournaments.path import advice, entries, officials, playing
from tournaments.path.entries import TakeEntry
from tournaments.rules.payments import Method
from tournaments.rules.terms import Terms
from tournaments.terms import TERMS

# Where “make run” serves the demo house.
SERVED_AT = "http://127.0.0.1:8000"
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
ENTRANTS = 44
A_SHIFT = 5  # entries
PAID_BY = (Method.CASH, Method.CARD, Method.CASH, Method.CARD, Method.CHIPS)
SATURDAY, FRIDAY = 5, 4


@dataclass(frozen=True, slots=True)
class Led:
    """A tournament of the demo house and those who lead it."""

    demo: DemoHouse
    row: TournamentRow

    def at(self, when: datetime, who: DemoPerson = RUTH) -> Act:
        """Somebody acting at an instant."""
        return Act(who.actor, when)

    @property
    def address(self) -> str:
        """Its public page."""
        return f"{SERVED_AT}/t/{self.row.slug}"


@brings
def tournaments(demo: DemoHouse) -> str:
    """A classic that takes entries, and a Friday night that was just published."""
    now = demo.now
    inspectors = Contact(
        "Inspectors on site", "inspectors@example.com", "+61390000118", "Level 1"
    )
    contacts.enter(
        demo.session,
        Audience.INSPECTORATE,
        "CROWN3",
        inspectors,
        by=SAMIR.actor,
        now=now - 30 * DAY,
    )
    classic = _begun(demo, "Spring Stud Classic", "heats", now - 16 * DAY)
    _published(classic, now - 15 * DAY)
    _open(classic, now - 14 * DAY)
    _officers(classic, now - 13 * DAY)
    _entered(classic, now - 12 * DAY)
    friday = _begun(demo, "Friday Night Stud", "accumulation", now - 2 * DAY)
    _written(friday, now - 2 * DAY + HOUR)
    _published(friday, now - DAY)
    return "2 tournaments"


def _begun(demo: DemoHouse, name: str, key: str, when: datetime) -> Led:
    weekday, hour = (SATURDAY, 14) if key == "heats" else (FRIDAY, 16)
    chosen = beginnings.template(key)
    assert chosen is not None
    starts = _next(demo, weekday, hour)
    first = Beginning(name, starts, "the tournament area on level 1")
    act = Act(RUTH.actor, when)
    row = done(services.create(demo.session, first, chosen, demo.venue, act))
    return Led(demo, row)


def _next(demo: DemoHouse, weekday: int, hour: int) -> datetime:
    """That day of the week, at least five days away."""
    local = demo.venue.local(demo.now) + 5 * DAY
    day = local + timedelta(days=(weekday - local.weekday()) % 7)
    wall = day.replace(hour=hour, minute=0, second=0, microsecond=0, tzinfo=None)
    return demo.venue.instant(wall)


def _written(led: Led, when: datetime) -> None:
    """The Friday costs less than the Classic; a deputy writes that in."""
    terms = queries.draft_of(led.row)
    fees = replace(terms.details.fees, entry_fee_cents=20_00, buy_in_cents=100_00)
    cheaper: Terms = replace(terms, details=replace(terms.details, fees=fees))
    session, version = led.demo.session, led.row.version
    act = led.at(when, DANIEL)
    done(writing.save(TERMS, session, led.row, version, cheaper, act))


def _published(led: Led, when: datetime) -> None:
    session, version = led.demo.session, led.row.version
    act = led.at(when)
    done(writing.publish(TERMS, session, led.row, version, led.address, act))


def _open(led: Led, when: datetime) -> None:
    """The terms lie at the cage, the inspectorate has its notice: entries open."""
    session, row = led.demo.session, led.row
    places = "The public page, the cage and the tournament desk"
    done(advice.make_available(session, row, places, led.at(when)))
    notice = done(advice.draft(session, row, led.address, led.at(when + MINUTE)))
    handed = posts.Act(RUTH.actor, when + 30 * MINUTE)
    done(posts.post(session, notice, Posting(Channel.HAND, "Letter 118"), handed))
    done(playing.open_entries(session, row, led.at(when + HOUR)))


def _officers(led: Led, when: datetime) -> None:
    session, row, staff = led.demo.session, led.row, led.demo.staff
    for office, who in ((Office.DIRECTOR, RUTH), (Office.DEPUTY, DANIEL)):
        number = staff[who.username]
        done(officials.appoint(session, row, office, number, led.at(when)))


def _entered(led: Led, when: datetime) -> None:
    """Guests enter one after the other, each signing the terms at the desk."""
    session = led.demo.session
    for place, patron in enumerate(_guests(led.demo)):
        desk = led.at(when + 5 * HOUR * place, GRACE)
        if place % A_SHIFT == 0:
            done(shifts.open_shift(session, 300_00, desk))
        tender = Tender(PAID_BY[place % len(PAID_BY)])
        paid = TakeEntry(How.SIGNED, 40_00, 200_00, tender=tender)
        done(entries.take(session, led.row, patron, paid, desk))
        if place % A_SHIFT == A_SHIFT - 1:
            _counted(led, led.at(desk.now + HOUR, GRACE), short=place < A_SHIFT)


def _counted(led: Led, act: Act, *, short: bool) -> None:
    """A drawer is counted and handed in; the first was five dollars short."""
    session = led.demo.session
    shift = shifts.open_of(session, act)
    assert shift is not None
    cents = dict(shifts.totals(session, shift).expected)
    note = "A five-dollar note is missing; the drawer was counted twice."
    if short:
        cents[Method.CASH] -= 5_00
    counted = shifts.Counted(cents, note if short else "")
    done(shifts.close(session, shift, counted, act))


def _guests(demo: DemoHouse) -> list[PatronRow]:
    """Patrons whom nothing keeps out: neither staff nor excluded."""
    some = [*demo.patrons[105:149], *demo.patrons[152:198]]
    free = [p for p in some if not (p.is_employee or p.is_contractor or p.is_associate)]
    return free[:ENTRANTS]
