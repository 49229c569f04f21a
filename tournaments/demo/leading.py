"""Leading a tournament of the demo house along its path, as real ones are led."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from house.demo.load import DemoHouse
from house.demo.patrons import done
from house.demo.staff import DANIEL, GRACE, RUTH, DemoPerson
from house.documents.models import How
from house.floor.acts import Act
from house.notices import services as posts
from house.notices.models import Channel
from house.notices.services import Posting
from house.people.patrons.models import PatronRow
from house.terms import writing
from rulebook.terms.base import Clause
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
A_SHIFT = 5  # entries
PAID_BY = (Method.CASH, Method.CARD, Method.CASH, Method.CARD, Method.CHIPS)
PLACE = "the tournament area on level 1"


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


def begun(
    demo: DemoHouse, name: str, key: str, starts: datetime, when: datetime
) -> Led:
    """A draft from a template."""
    chosen = beginnings.template(key)
    assert chosen is not None
    first = Beginning(name, starts, PLACE)
    act = Act(RUTH.actor, when)
    row = done(services.create(demo.session, first, chosen, demo.venue, act))
    return Led(demo, row)


def on_weekday(demo: DemoHouse, after: datetime, weekday: int, hour: int) -> datetime:
    """That day of the week, no sooner than an instant's day."""
    local = demo.venue.local(after)
    day = local + timedelta(days=(weekday - local.weekday()) % 7)
    wall = day.replace(hour=hour, minute=0, second=0, microsecond=0, tzinfo=None)
    return demo.venue.instant(wall)


def written(led: Led, when: datetime, *clauses: tuple[str, Clause]) -> None:
    """A deputy writes clauses of the draft anew, each by its path."""
    terms: Terms = queries.draft_of(led.row)
    for path, clause in clauses:
        terms = terms.with_clause(path, clause)
    session, version = led.demo.session, led.row.version
    act = led.at(when, DANIEL)
    done(writing.save(TERMS, session, led.row, version, terms, act))


def costs(led: Led, entry_fee_cents: int, buy_in_cents: int) -> tuple[str, Clause]:
    """What entering costs, as a clause by its path."""
    fees = queries.draft_of(led.row).details.fees
    new = replace(fees, entry_fee_cents=entry_fee_cents, buy_in_cents=buy_in_cents)
    return "details.fees", new


def published(led: Led, when: datetime) -> None:
    """The terms are published."""
    session, version = led.demo.session, led.row.version
    act = led.at(when)
    done(writing.publish(TERMS, session, led.row, version, led.address, act))


def opened(led: Led, when: datetime, letter: str) -> None:
    """The terms lie at the cage, the inspectorate has its notice: entries open."""
    session, row = led.demo.session, led.row
    places = "The public page, the cage and the tournament desk"
    done(advice.make_available(session, row, places, led.at(when)))
    notice = done(advice.draft(session, row, led.address, led.at(when + MINUTE)))
    handed = Act(RUTH.actor, when + 30 * MINUTE)
    done(posts.post(session, notice, Posting(Channel.HAND, letter), handed))
    done(playing.open_entries(session, row, led.at(when + HOUR)))


def officers(led: Led, when: datetime) -> None:
    """A Director and a deputy are appointed."""
    session, row, staff = led.demo.session, led.row, led.demo.staff
    for office, who in ((Office.DIRECTOR, RUTH), (Office.DEPUTY, DANIEL)):
        number = staff[who.username]
        done(officials.appoint(session, row, office, number, led.at(when)))


def entered(
    led: Led, guests: Sequence[PatronRow], when: datetime, short_cents: int = 0
) -> None:
    """Guests enter one after the other, each signing the terms at the desk.

    A drawer is counted after every fifth; the first may have been short.
    """
    session = led.demo.session
    fees = queries.terms_of(session, led.row).details.fees
    for place, patron in enumerate(guests):
        desk = led.at(when + 5 * HOUR * place, GRACE)
        if place % A_SHIFT == 0:
            done(shifts.open_shift(session, 300_00, desk))
        tender = Tender(PAID_BY[place % len(PAID_BY)])
        money = (fees.entry_fee_cents or 0, fees.buy_in_cents or 0)
        paid = TakeEntry(How.SIGNED, *money, tender=tender)
        done(entries.take(session, led.row, patron, paid, desk))
        if place % A_SHIFT == A_SHIFT - 1:
            missing = short_cents if place < A_SHIFT else 0
            shift_counted(led, GRACE, desk.now + HOUR, missing)


def shift_counted(
    led: Led, who: DemoPerson, when: datetime, short_cents: int = 0
) -> None:
    """A drawer is counted and handed in, perhaps some cents short."""
    session, act = led.demo.session, led.at(when, who)
    shift = shifts.open_of(session, act)
    assert shift is not None
    cents = dict(shifts.totals(session, shift).expected)
    cents[Method.CASH] -= short_cents
    note = "A five-dollar note is missing; the drawer was counted twice."
    counted = shifts.ShiftCount(cents, note if short_cents else "")
    done(shifts.close(session, shift, counted, act))


def guests(demo: DemoHouse) -> list[PatronRow]:
    """Patrons whom nothing keeps out: neither staff nor excluded."""
    some = [*demo.patrons[105:149], *demo.patrons[152:198]]
    return [p for p in some if not (p.is_employee or p.is_contractor or p.is_associate)]
