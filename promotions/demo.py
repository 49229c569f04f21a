"""The demo house's promotions, led along their path as marketing leads real ones."""

from dataclasses import replace
from datetime import datetime, timedelta

from house.demo.load import DemoHouse, brings
from house.demo.patrons import done
from house.demo.staff import JONAH, MIRIAM, SAMIR, DemoPerson
from house.floor.acts import Act, by_itself
from house.notices import contacts
from house.notices import services as posts
from house.notices.contacts import Contact
from house.notices.models import Audience, Channel
from house.notices.services import Posting
from house.terms import writing
from promotions import beginnings, material, queries, services
from promotions.beginnings import Beginning
from promotions.claims import demo as claims
from promotions.drawing import demo as drawing
from promotions.models import PromotionRow
from promotions.path import lodging, starting
from promotions.rules.clauses import details
from promotions.rules.clauses.prizes import Prize
from promotions.rules.goods import Given, PrizeKind
from promotions.rules.material import Medium, Piece
from promotions.terms import TERMS
from promotions.tickets import demo as tickets

SERVED_AT = "http://127.0.0.1:8000"  # where “make run” serves the demo house
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
SUNDAY, FRIDAY = 6, 4
STAGE = "the promotions stage on level 1"
VOUCHERS = (
    Prize(
        title="Dining voucher of $500",
        kind=PrizeKind.VOUCHER,
        quantity=4,
        value_cents=500_00,
        nature="A voucher for any restaurant of the house",
        qualification="none",
        conditions="used within a year",
        given=(Given.HANDED_OVER, Given.SENT),
    ),
    Prize(
        title="Dining voucher of $100",
        kind=PrizeKind.VOUCHER,
        quantity=20,
        value_cents=100_00,
        nature="A voucher for any restaurant of the house",
        qualification="none",
        conditions="used within a year",
        given=(Given.HANDED_OVER, Given.SENT),
    ),
)


@brings
def promotions(demo: DemoHouse) -> str:
    """Vouchers that are being won, and a hot seat that waits for approval."""
    now = demo.now
    regulator = Contact(
        "Casino commission, promotions", "promotions@example.com", "+61290000142"
    )
    by, when = SAMIR.actor, now - 30 * DAY
    contacts.enter(
        demo.session, Audience.REGULATOR, "STAR4", regulator, by=by, now=when
    )
    _vouchers(demo)
    _hot_seat(demo)
    _car(demo)
    return "3 promotions"


def _vouchers(demo: DemoHouse) -> None:
    """Begun, approved by somebody else, lodged in time, and running since."""
    session, now = demo.session, demo.now
    begun = now - 12 * DAY
    drawn = _next(demo, now + 8 * DAY, SUNDAY, 20)
    first = Beginning("Weekend Vouchers", _at_ten(demo, now - 9 * DAY), drawn, STAGE)
    row = _begun(demo, "blank", first, begun)
    terms = queries.draft_of(row)
    prizes = replace(terms.prizes.prizes, prizes=VOUCHERS)
    written = terms.with_clause("prizes.prizes", prizes)
    wrote = _act(JONAH, begun + HOUR)
    done(writing.save(TERMS, session, row, row.version, written, wrote))
    words = "Win one of 24 dining vouchers. Terms apply: see the website or the cage."
    poster = Piece("Lobby poster", Medium.POSTER, words, details.Channel.SITE)
    done(material.put(session, row, poster, _act(JONAH, begun + 2 * HOUR)))
    _started(demo, row, begun)
    tickets.bring(demo, row)


def _started(demo: DemoHouse, row: PromotionRow, begun: datetime) -> None:
    session = demo.session
    address, approved = f"{SERVED_AT}/p/{row.slug}", _act(MIRIAM, begun + 5 * HOUR)
    done(writing.publish(TERMS, session, row, row.version, address, approved))
    _lodged(demo, row, begun + 6 * HOUR)
    assert row.starts_at is not None
    done(starting.start(session, row, by_itself(row.starts_at)))


def _car(demo: DemoHouse) -> None:
    """A car that was drawn two days ago before a scrutineer."""
    day = demo.venue.local(demo.now - 2 * DAY)
    wall = day.replace(hour=20, minute=0, second=0, microsecond=0, tzinfo=None)
    drawn = demo.venue.instant(wall)
    begun = drawn - 14 * DAY
    first = Beginning("Summer Car Draw", _at_ten(demo, drawn - 8 * DAY), drawn, STAGE)
    row = _begun(demo, "car-draw", first, begun)
    drawing.present(demo, row, begun + HOUR)
    _started(demo, row, begun)
    assert row.closes_at is not None
    tickets.bring(demo, row, row.closes_at)
    drawing.draw(demo, row)
    claims.settle(demo, row)


def _lodged(demo: DemoHouse, row: PromotionRow, when: datetime) -> None:
    notice = done(lodging.draft(demo.session, row, _act(JONAH, when)))
    handed = Act(JONAH.actor, when + HOUR)
    how = Posting(Channel.HAND, "Letter 142")
    done(posts.post(demo.session, notice, how, handed))


def _hot_seat(demo: DemoHouse) -> None:
    """A draft that is complete: the approver finds it on the desk."""
    opens = _at_ten(demo, demo.now + 6 * DAY)
    drawn = _next(demo, demo.now + 8 * DAY, FRIDAY, 21)
    first = Beginning("Friday Hot Seat", opens, drawn, STAGE)
    _begun(demo, "hot-seat", first, demo.now - DAY)


def _begun(demo: DemoHouse, key: str, first: Beginning, when: datetime) -> PromotionRow:
    chosen = beginnings.template(key)
    assert chosen is not None
    act = _act(JONAH, when)
    return done(services.create(demo.session, first, chosen, demo.venue, act))


def _act(who: DemoPerson, when: datetime) -> Act:
    return Act(who.actor, when)


def _at_ten(demo: DemoHouse, near: datetime) -> datetime:
    wall = demo.venue.local(near).replace(hour=10, minute=0, second=0, microsecond=0)
    return demo.venue.instant(wall.replace(tzinfo=None))


def _next(demo: DemoHouse, after: datetime, weekday: int, hour: int) -> datetime:
    """That day of the week, no sooner than an instant."""
    local = demo.venue.local(after)
    day = local + timedelta(days=(weekday - local.weekday()) % 7)
    wall = day.replace(hour=hour, minute=0, second=0, microsecond=0, tzinfo=None)
    return demo.venue.instant(wall)
