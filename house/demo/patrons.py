"""The demo house's patrons, added as the entries desk adds anybody."""

from datetime import datetime, timedelta
from typing import TypeVar

from sqlmodel import Session

from game.loss_limits import Duty
from house.demo.people import doubles, people
from house.demo.staff import DANIEL, GRACE, LEO, RUTH, DemoPerson
from house.floor.acts import Act
from house.payments import loss_limits
from house.payments.loss_limits import LimitRequest
from house.people.patrons import cards, exclusions, services
from house.people.patrons.exclusion_rules import Grounds
from house.people.patrons.exclusions import Exclude
from house.people.patrons.models import ExcludedBy, PatronRow
from house.people.patrons.services import Moment
from house.venue import Venue
from rulebook import Refused

T = TypeVar("T")
FIRST_CARD = 100_001
AT_THE_DESK = 30
DAY = timedelta(days=1)
SALT = "the same house wherever loaded"  # nobody real is in it


def done(verdict: T | Refused) -> T:
    """What a service did; in the demo house nothing is refused."""
    if isinstance(verdict, Refused):
        raise TypeError(f"The demo house contradicts itself: {verdict}")
    return verdict


def moment(person: DemoPerson, at: datetime, venue: Venue) -> Moment:
    """One of the demo house's people, acting at an instant."""
    return Moment(person.actor, at, venue.local(at).date())


def add_patrons(session: Session, venue: Venue, now: datetime) -> list[PatronRow]:
    """Most came over from an older list; the rest, and the doubles, from the desk."""
    everybody = list(people(venue.local(now).date()))
    older, newer = everybody[:-AT_THE_DESK], everybody[-AT_THE_DESK:]
    moved = moment(RUTH, now - 50 * DAY, venue)
    rows = list(done(services.add_many(session, older, moved, salt=SALT)))
    for number, person in enumerate(newer):
        at = now - (AT_THE_DESK - number) * DAY
        asked = moment(GRACE, at, venue)
        rows.append(done(services.add(session, person, asked, salt=SALT)))
    for number, person in enumerate(doubles(everybody)):
        desk = moment(GRACE, now - (5 - number) * DAY / 24, venue)
        row = services.add(session, person, desk, despite_likely=True, salt=SALT)
        rows.append(done(row))
    return rows


def issue_cards(
    session: Session, patrons: list[PatronRow], venue: Venue, now: datetime
) -> int:
    """A card for every second patron; now and then one was lost and replaced."""
    number = FIRST_CARD
    for patron in patrons[::2] + patrons[-3::2]:
        desk = moment(LEO, min(patron.created_at + DAY / 24, now), venue)
        card = done(cards.issue(session, patron, f"SB{number}", desk))
        number += 1
        if patron.pk % 40 == 1:
            done(cards.cancel(session, patron, card, "Lost", desk))
            done(cards.issue(session, patron, f"SB{number}", desk))
            number += 1
    return number - FIRST_CARD


def limit_some(session: Session, patrons: list[PatronRow], now: datetime) -> int:
    """Three people who hold themselves to a loss limit; one takes a break."""
    cases = ((60, 300_00, 1), (72, 1_000_00, 7), (86, 2_500_00, 30))
    for place, cents, days in cases:
        wanted = LimitRequest(cents, days, frozenset(Duty))
        at = Act(GRACE.actor, now - 2 * DAY)
        done(loss_limits.set_limit(session, patrons[place], wanted, at))
    resting = Act(DANIEL.actor, now - DAY / 12)
    done(loss_limits.pause(session, patrons[86], resting, on=True))
    return len(cases)


def exclude_some(
    session: Session, patrons: list[PatronRow], venue: Venue, now: datetime
) -> int:
    """Five people who may not play, and one who may again."""
    cases = (
        (17, ExcludedBy.SELF, "Asked at the desk for a year", 40, 325),
        (58, ExcludedBy.SELF, "Asked by telephone for six weeks", 39, 3),
        (104, ExcludedBy.HOUSE, "Used a device at table 6", 20, 160),
        (151, ExcludedBy.HOUSE, "Abused a dealer", 12, None),
        (199, ExcludedBy.REGULATOR, "Order of the commission", 10, None),
        (222, ExcludedBy.SELF, "Asked at the desk for a month", 9, 21),
    )
    for place, by, reason, ago, left in cases:
        at = now - ago * DAY
        until = None if left is None else now + left * DAY
        command = Exclude(by, reason, at, until)
        who = moment(DANIEL, at, venue)
        row = done(exclusions.exclude(session, patrons[place], command, who))
    back = moment(RUTH, now - DAY, venue)
    done(
        exclusions.lift(
            session, patrons[222], row, Grounds("Recorded by mistake"), back
        )
    )
    return len(cases)
