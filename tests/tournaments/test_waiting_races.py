"""Fifty desks at once, and an offer taken in the moment it lapses."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from house.db import Database
from house.floor.acts import Act
from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.tournaments import cast
from tests.tournaments.cast import at, cites, end, enter, look
from tests.tournaments.test_waiting_line import MINUTES, full, in_line, join, tick
from tournaments import queries
from tournaments.path import ledgers
from tournaments.rules.refunds import Cause
from tournaments.waiting import queries as waiting
from tournaments.waiting.models import Left


@pytest.mark.rule("HOUSE-TOURN-121")
def test_an_offer_taken_as_it_lapses_is_won_by_one(db):
    first, *_ = full(db)
    end(db, Cause.WITHDRAWN, number=1, act=at(3))
    due = look(db, waiting.everybody)[0].offer.lapses_at
    together = Barrier(2)

    def takes():
        together.wait()
        return enter(db, first, act=Act(cast.DESK, due - cast.TICK))

    def lapses():
        together.wait()
        return tick(db, due)

    with ThreadPoolExecutor(2) as both:
        taken, ran = both.submit(takes), both.submit(lapses)
        entered = not isinstance(taken.result(), Refused)
        assert ran.result() in {0, 1}
    how = look(db, waiting.everybody)[0].left.how
    assert how is (Left.ENTERED if entered else Left.LAPSED)
    assert look(db, queries.entries_count) == (5 if entered else 4)
    assert in_line(db, 3 + MINUTES) == (([2, 3], []) if entered else ([3], [2]))


@pytest.mark.rule("CROWN3-12.4.1(a)(iii)", "HOUSE-TOURN-120", "HOUSE-TOURN-121")
def test_fifty_desks_race_for_ten_places_and_twenty_wait_in_order(db, database_url):
    cast.open_for_entries(db, cast.terms(players=(4, 6, 12)))
    for patron_id in cast.patrons(db, 2):
        enter(db, patron_id)
    racers = cast.patrons(db, 50)
    desks, at_once = Database(database_url, connections=50), Barrier(50)

    def races(patron_id):
        at_once.wait()
        return enter(desks, patron_id)

    with ThreadPoolExecutor(50) as fifty:
        answers = dict(zip(racers, fifty.map(races, racers), strict=True))
    desks.engine.dispose()
    shut_out = [p for p, answer in answers.items() if isinstance(answer, Refused)]
    assert len(shut_out) == 40
    assert all(cites(answers[p]) == ["CROWN3-12.4.1(a)(iii)"] for p in shut_out)
    assert look(db, queries.entries_count) == 12
    waits = shut_out[:20]
    assert [join(db, p).number for p in waits] == list(range(1, 21))
    for number in range(3, 13):
        end(db, Cause.WITHDRAWN, number=number, act=at(3))
    assert in_line(db) == (list(range(11, 21)), list(range(1, 11)))
    for patron_id in waits[:10]:
        assert not isinstance(enter(db, patron_id, act=at(4, cast.DESK)), Refused)
    assert look(db, queries.entries_count) == 12
    new = [e for e in look(db, ledgers.entries) if e.number > 12]
    assert [e.patron_id for e in new] == waits[:10]
    with db.reading() as session:
        ledger_holds(session)
