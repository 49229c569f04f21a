"""Two tables at once on PostgreSQL: one loss limit, the same players, one meter."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError

import pytest

from house.db import Database
from house.floor.meters.feeding import Batch, contribute
from house.floor.meters.ledger import hold
from house.floor.meters.models import MeterRow
from house.floor.rounds import services
from house.floor.rounds.taps import Done, Tap
from house.floor.tables import services as tables
from rulebook import Refused
from tests.house import meters
from tests.house.at_table_cast import DEALER, carded, limited, number_of, options_of
from tests.house.floor_cast import at, cites, open_table
from tests.house.money_cast import ledger_holds
from tests.house.rounds_cast import Console, key
from tests.house.test_at_table import brought, lies

MEI, ARJUN = "Mei-Lin Zhao", "Arjun Patel"
pytestmark = pytest.mark.database


@pytest.fixture
def db(postgres_url):
    """A real PostgreSQL: here writers run side by side."""
    db = Database(postgres_url)
    yield db
    db.engine.dispose()


def two_tables(db, *seated, jackpot=False):
    """The same people at two tables, in these seats, and a round open at each."""
    for number in (4, 5):
        open_table(db, "STAR4", number)
    if jackpot:
        with db.writing() as session:
            meters.opened(session, meters.STAR, (4, 5), at=at(-30))
    carded(db, MEI, ARJUN)
    consoles = [Console(db, number, at(by=DEALER)) for number in (4, 5)]
    for console, names in zip(consoles, seated, strict=True):
        for seat, name in enumerate(names, 2):
            console.sit(seat, names=[name], card=number_of(name))
        console.open(options=options_of("STAR4"))
    return consoles


@pytest.mark.rule("STAR4-13.3", "HOUSE-LEDGER-3")
def test_two_tables_cannot_both_use_up_what_is_left_of_a_limit(db):
    consoles = two_tables(db, (MEI,), (MEI,))
    limited(db, MEI, 100_00)
    for console in consoles:
        brought(console, 2, 0)
    at_once = Barrier(2)

    def eighty(console):
        at_once.wait()
        return console.tap("ante", seat=2, amount=80_00)

    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(eighty, consoles))
    [refused] = [answer for answer in answers if not isinstance(answer, Done)]
    assert cites(refused) == ["STAR4-13.3"]
    assert lies(db, MEI) == 80_00
    with db.reading() as session:
        ledger_holds(session)


@pytest.mark.rule("HOUSE-LEDGER-3", "HOUSE-ONCE-1")
def test_two_tables_that_want_the_same_players_in_two_orders_both_go_on(db):
    consoles = two_tables(db, (MEI, ARJUN), (ARJUN, MEI), jackpot=True)
    both_staked = Barrier(2)

    def stake_and_deal(console):
        def work(session, table):
            for seq, action in enumerate(taps):
                tap = Tap(key(), 1, seq, action)
                done = services.act(session, table, tap, console.act, console.running)
                assert isinstance(done, Done), done
                with suppress(BrokenBarrierError):  # the other one waits for our end
                    both_staked.wait(0.5)

        also = {"jackpot": 5_00}
        taps = [
            *(
                {"act": "ante", "seat": n, "amount": 10_00, "also": also}
                for n in (2, 3)
            ),
            {"act": "no_more_bets"},
            {"act": "deal"},
        ]
        console._in_table(work)

    with ThreadPoolExecutor(2) as both:
        list(both.map(stake_and_deal, consoles))
    assert (lies(db, MEI), lies(db, ARJUN)) == (30_00, 30_00)
    with db.reading() as session:
        ledger_holds(session)


@pytest.mark.rule("HOUSE-LEDGER-3", "HOUSE-METERS-1")
def test_a_desk_that_holds_the_meter_and_a_table_that_deals_both_go_on(db):
    console, _ = two_tables(db, (MEI,), (MEI,), jackpot=True)
    console.must("ante", seat=2, amount=10_00, also={"jackpot": 5_00})
    half_way = Barrier(2)

    def deal():
        def work(session, table):
            for seq, act in enumerate(("no_more_bets", "deal"), 1):
                tap = Tap(key(), 1, seq, {"act": act})
                done = services.act(session, table, tap, console.act, console.running)
                assert isinstance(done, Done), done
                with suppress(BrokenBarrierError):  # the desk waits for our end
                    half_way.wait(0.5)

        console._in_table(work)

    def enter_wagers():
        with db.writing() as session:
            held = hold(session, [1])[1]
            with suppress(BrokenBarrierError):  # the table waits for our end
                half_way.wait(0.5)
            batch = Batch(tables.get(session, 5), 3, key(), "9")
            assert not isinstance(contribute(session, held, batch, at()), Refused)

    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(deal), both.submit(enter_wagers)]:
            done.result()
    with db.reading() as session:
        assert session.get_one(MeterRow, 1).staked_cents == 4 * 5_00
        ledger_holds(session)
