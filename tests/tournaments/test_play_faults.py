"""A session under faults: kills, two tablets, no wifi, a clock set right, a lock."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError

from house.db import Database
from house.floor.rounds import book as books
from house.floor.rounds import services
from house.floor.rounds.taps import Done, Stale, Tap
from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.house.rounds_cast import finish_step, key
from tests.house.test_rounds_faults import Killed, assert_nothing_lost_or_doubled
from tests.tournaments import play_workers as workers
from tests.tournaments.cast import SLUG, STARTS, at, cites, do
from tests.tournaments.play_cast import (
    DEALT,
    FLOOR,
    asked,
    begun,
    deal,
    in_session,
    short_terms,
    stacks,
    start,
    tablet,
)
from tests.tournaments.test_table_close import expected
from tournaments import queries
from tournaments.path import presence
from tournaments.play import sessions, standing, verification

LONG = (
    ("format.stages.stages.0.hands", 498),
    ("format.bank.bank_chips", 200_000),
    ("format.bank.made_of", ()),
)


def with_random_kills(url, db, kills):
    """Play a session with tablets that are killed at random; nothing is lost."""
    in_session(db, short_terms(*LONG))
    before = expected(db).total
    tablet_ = Killed(url, plays=workers.play_until_killed, at=at(STARTS + 1).now)
    tablet_.run(kills)
    assert tablet_.refused == []
    assert_nothing_lost_or_doubled(db, tablet_)
    assert expected(db).total == before
    with db.reading() as session:
        found = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert found.wrong == []
        hands = len([row for row in tablet_.answered if row.startswith("open")])
        assert found.rounds >= hands


@pytest.fixture
def house(database_url):
    """The same database through a connection of its own."""
    db = Database(database_url)
    yield db
    db.engine.dispose()


@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-TOURN-165", "HOUSE-ONCE-1")
def test_a_few_kills_at_a_tournament_table_lose_nothing(database_url, house):
    with_random_kills(database_url, house, kills=5)


@pytest.mark.soak
@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-TOURN-165", "HOUSE-ONCE-1")
def test_two_hundred_kills_at_a_tournament_table_lose_nothing(database_url, house):
    with_random_kills(database_url, house, kills=200)


@pytest.mark.rule("HOUSE-STALE-1", "HOUSE-TOURN-162")
def test_two_tablets_at_once_stake_a_stack_once(db):
    in_session(db)
    first = tablet(db)
    first.open(options=DEALT)
    seat = asked(first, lambda play: play.first_to_bet())

    def ante(_):
        other = tablet(db)
        other.round, other.seq = first.round, 0
        return other.tap("ante", seat=seat, amount=10_000)

    with ThreadPoolExecutor(3) as together:
        answers = list(together.map(ante, range(3)))
    assert sum(isinstance(answer, Done) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 2


@pytest.mark.rule("HOUSE-TOURN-161", "HOUSE-ONCE-1")
def test_taps_kept_for_ten_minutes_at_the_last_hand_are_taken_once_as_they_were(db):
    in_session(db)
    console = tablet(db)
    for _ in range(5):
        deal(console)
    row = console.open(options=DEALT)
    first = asked(console, lambda play: play.first_to_bet())
    kept = [first, *sorted(asked(console, lambda p: p.playing) - {first})]
    sent_at = console.act.now
    taps = [
        Tap(key(), row.number, n, {"act": "ante", "seat": s, "amount": 100}, sent_at)
        for n, s in enumerate(kept)
    ]
    back = at(STARTS + 12, console.act.by)  # the wifi is back
    for _ in range(2):  # and the tablet is not sure that it got through
        for tap in taps:
            done = console._in_table(
                lambda s, t, tap=tap: services.act(s, t, tap, back, FLOOR)
            )
            assert isinstance(console._saw(done), Done)
    while not finish_step(console, {}).position.over:
        pass
    assert asked(console, lambda play: play.hand.says) == "6 hands played"
    assert isinstance(console.open(options=DEALT), Refused)
    with db.reading() as session:
        ledger_holds(session)


@pytest.mark.rule("CROWN3-12.2.3")
def test_a_hand_under_way_is_played_out_though_the_director_left(db):
    in_session(db)
    console = tablet(db)
    deal(console)
    row = console.open(options=DEALT)
    first = asked(console, lambda play: play.first_to_bet())
    for seat in (first, *sorted(asked(console, lambda p: p.playing) - {first})):
        console.must("ante", seat=seat, amount=100)
    console.must("no_more_bets")
    do(db, presence.check, at(STARTS + 1), coming=False)
    assert cites(console.tap("deal")) == ["CROWN3-12.2.3"]  # no card is out yet
    do(db, presence.check, at(STARTS + 1), coming=True)
    console.must("deal")
    do(db, presence.check, at(STARTS + 1), coming=False)
    while not finish_step(console, {}).position.over:
        pass
    assert console.round == row.number
    assert cites(console.open(options=DEALT)) == ["CROWN3-12.2.3"]


@pytest.mark.rule("HOUSE-TOURN-161")
def test_the_clock_of_a_session_survives_pauses_restarts_and_a_clock_set_right(db):
    made = short_terms(
        ("format.stages.stages.0.hands", None),
        ("format.stages.stages.0.minutes", 45),
        ("house.first_bets.rule", "as-it-falls"),
    )
    playing = in_session(db, made)
    ends = at(STARTS + 45).now
    assert until(db, STARTS + 5) == ends
    assert until(db, STARTS - 30) == ends  # the clock of the machine was put back
    do(db, sessions.pause, playing, "A fire alarm", at(STARTS + 10))
    do(db, sessions.go_on, playing, at(STARTS + 25))
    assert until(db, STARTS + 26) == ends + timedelta(minutes=15)
    last, late = tablet(db, minutes=STARTS + 59), tablet(db, minutes=STARTS + 60)
    deal(last)
    assert cites(late.open(options=DEALT)) == ["HOUSE-TOURN-161"]
    # While it is paused the end moves on; set back, a pause is never below nothing.
    do(db, sessions.pause, playing, "Again", at(STARTS + 50))
    do(db, sessions.go_on, playing, at(STARTS + 40))
    assert until(db, STARTS + 51) == ends + timedelta(minutes=15)


def until(db, minutes):
    """When the session ends at table 1, as its console says it at a moment."""
    return asked(tablet(db, minutes=minutes), lambda play: play.hand.ends_at)


@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-ONCE-1")
def test_a_locked_database_moves_no_chips_and_the_same_key_goes_through(
    sqlite_url, monkeypatch
):
    db = Database(sqlite_url)
    in_session(db)
    console = tablet(db)
    console.open(options=DEALT)
    seat = asked(console, lambda play: play.first_to_bet())
    before = stacks(db, console)
    monkeypatch.setattr("house.db.WAIT", 0.05)
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"):
        console.tap("ante", seat=seat, amount=100, key_="a-key-kept-for-later")
    other.execute("ROLLBACK")
    other.close()
    assert stacks(db, console) == before
    done = console.tap("ante", seat=seat, amount=100, key_="a-key-kept-for-later")
    assert isinstance(done, Done)
    db.engine.dispose()


@pytest.mark.rule("HOUSE-ROUNDS-5")
def test_the_same_card_at_two_seats_is_refused_at_a_tournament_table(db):
    in_session(db)
    console = tablet(db)
    console.open(options={"cards": "keyed"})
    first = asked(console, lambda play: play.first_to_bet())
    for seat in (first, *sorted(asked(console, lambda p: p.playing) - {first})):
        console.must("ante", seat=seat, amount=100)
    console.must("no_more_bets")

    def offered(session, table):
        here = books.here(session, table)
        now = books.position(session, here.book, here.round, FLOOR.seal)
        return now.game.offers(now.state)

    assert any(offer.act == "deal" for offer in console.read(offered))
    refused = console.tap("deal", cards=["Ah", "Ah"])
    assert isinstance(refused, Refused), refused


@pytest.mark.rule("HOUSE-TOURN-160", "HOUSE-ONCE-1")
def test_a_session_started_twice_at_once_is_started_once(db):
    begun(db)
    with ThreadPoolExecutor(2) as together:
        answers = list(together.map(lambda _: start(db), range(2)))
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    with db.reading() as session:
        assert len(standing.sessions(session, queries.get(session, SLUG))) == 1
    assert expected(db).total
