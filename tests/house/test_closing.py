"""Closing a table: three whole hands, twenty minutes of a sign, or nobody there."""

import pytest

from house.floor.limits import changes as limits_changes
from house.floor.limits import markers
from house.floor.limits.rules import LimitsRequest, SeatedPatron
from house.floor.models import TableStatus
from house.floor.signs import board
from house.floor.tables import closing, shutting
from house.floor.tables.standing import Figures
from house.people.roles import Role
from rulebook import Refused
from tests.house.floor_cast import (
    MINUTE,
    NOON,
    TWENTY,
    VENUE,
    at,
    cites,
    clock_shows,
    do,
    entries,
    open_table,
    stands,
    table,
    tick,
)
from tests.house.test_patrons import sent

SIGNED = [
    ("NSW3-13.8", "NSW3"),
    ("STAR4-13.13", "STAR4"),
    ("HOUSE-SIGNS-5", "MASS"),
    ("HOUSE-SIGNS-5", "VIC99"),
]


def announce(db, act, when=None, under_way=False):
    def service(session, row):
        notice = closing.notice(row, act, at=when, hand_under_way=under_way)
        return closing.announce(session, row, notice, act, VENUE)

    return do(db, 4, service)


def close(db, act, nobody=False):
    return do(db, 4, shutting.close, act, nobody=nobody)


def hand(db, minutes):
    return do(db, 4, closing.hand_played, at(minutes))


def status(db):
    return table(db).status


@pytest.mark.parametrize(("rule", "document"), SIGNED)
def test_a_table_closes_twenty_minutes_after_its_sign(db, rule, document):
    open_table(db, document)
    assert announce(db, at()).rule_id == rule
    assert cites(close(db, at(20, -1))) == [rule]
    assert tick(db, at(20, -1)) == 0
    assert status(db) is TableStatus.OPEN
    assert tick(db, at(20)) == 1
    assert status(db) is TableStatus.CLOSED
    assert tick(db, at(20, 1)) == 0
    done = entries(db, "close table")[-1]
    assert (done.actor, done.at, done.rules) == ("system", NOON + TWENTY, [rule])
    assert stands(db).signs == ()


@pytest.mark.parametrize(("rule", "document"), SIGNED)
def test_a_time_before_the_twenty_minutes_is_refused(db, rule, document):
    open_table(db, document)
    assert cites(announce(db, at(), NOON + TWENTY - MINUTE)) == [rule]
    assert announce(db, at(), NOON + TWENTY).closes_at == NOON + TWENTY


@pytest.mark.rule("NSW3-13.8", "HOUSE-SIGNS-2")
def test_a_closing_sign_taken_down_starts_again(db):
    open_table(db)
    announce(db, at())
    do(db, 4, board.take_down, "Fell over", at(19), VENUE)
    assert tick(db, at(25)) == 0
    assert cites(close(db, at(25))) == ["NSW3-13.8"]
    do(db, 4, board.put_up, at(26), VENUE)
    assert tick(db, at(46, -1)) == 0
    assert tick(db, at(46)) == 1
    assert status(db) is TableStatus.CLOSED


@pytest.mark.rule("CROWN3-13.7")
def test_three_whole_hands_after_the_notice(db):
    open_table(db, "CROWN3")
    assert announce(db, at()).hands_needed == 3
    for played in range(3):
        assert cites(close(db, at(90 + played))) == ["CROWN3-13.7"]
        hand(db, 90 + played)
    assert tick(db, at(600)) == 0  # hands close it, no clock does
    assert close(db, at(95)).status is TableStatus.CLOSED


@pytest.mark.rule("CROWN3-13.7")
def test_the_hand_under_way_counts_for_none(db):
    open_table(db, "CROWN3")
    announce(db, at(), under_way=True)
    for minute in range(1, 4):
        hand(db, minute)
    assert stands(db).closing.hands_played == 2
    assert cites(close(db, at(4))) == ["CROWN3-13.7"]
    hand(db, 5)
    assert close(db, at(6)).status is TableStatus.CLOSED


@pytest.mark.rule("CROWN3-13.7")
def test_without_notice_nothing_is_counted_and_nothing_closes(db):
    open_table(db, "CROWN3")
    assert cites(hand(db, 1)) == ["CROWN3-13.7"]
    assert cites(close(db, at(2))) == ["CROWN3-13.7"]
    assert status(db) is TableStatus.OPEN


@pytest.mark.rule("CROWN3-13.7", "HOUSE-SIGNS-6")
@pytest.mark.parametrize("document", ["CROWN3", "NSW3", "STAR4", "MASS", "VIC99"])
def test_an_empty_table_closes_at_once_on_somebodys_word(db, document):
    open_table(db, document)
    assert close(db, at(1), nobody=True).status is TableStatus.CLOSED
    [said] = entries(db, "close table")
    assert said.after["nobody plays"] == "said Ruth"
    assert said.rules == ["HOUSE-SIGNS-6"]


@pytest.mark.rule("HOUSE-SIGNS-6")
def test_a_marker_says_that_somebody_plays(db):
    open_table(db)
    limits = Figures(50_00, 500_00, 5_00)
    do(db, 4, markers.agree, SeatedPatron(3, "Mr Wu"), limits, at())
    refused = close(db, at(1), nobody=True)
    assert cites(refused) == ["HOUSE-SIGNS-6"]
    assert "Mr Wu" in refused.refusals[0].wrong
    do(db, 4, markers.leave, 3, at(2))
    assert close(db, at(3), nobody=True).status is TableStatus.CLOSED


@pytest.mark.rule("HOUSE-SIGNS-7")
def test_a_closing_table_takes_no_change_and_closing_drops_what_waits(db):
    open_table(db)
    raise_it = LimitsRequest(Figures(25_00, 200_00, 5_00), at=NOON + 60 * MINUTE)
    do(db, 4, limits_changes.announce, raise_it, at(), VENUE)
    announce(db, at(1))
    other = LimitsRequest(Figures(5_00, 200_00, 5_00))
    refused = do(db, 4, limits_changes.announce, other, at(2), VENUE)
    assert cites(refused) == ["HOUSE-SIGNS-1", "HOUSE-SIGNS-7"]
    assert tick(db, at(21)) == 1
    assert tick(db, at(61)) == 0
    assert (status(db), table(db).minimum_cents) == (TableStatus.CLOSED, 10_00)


@pytest.mark.rule("HOUSE-SIGNS-7", "NSW3-6.5")
def test_a_raise_due_before_the_closing_happens_first(db):
    open_table(db)
    raise_it = LimitsRequest(Figures(25_00, 200_00, 5_00))
    do(db, 4, limits_changes.announce, raise_it, at(), VENUE)
    announce(db, at(5))
    assert tick(db, at(90)) == 2
    assert (status(db), table(db).minimum_cents) == (TableStatus.CLOSED, 25_00)
    assert [e.at for e in entries(db, "change limits")] == [NOON + TWENTY]


@pytest.mark.rule("HOUSE-STEP-1")
def test_a_closing_is_called_off_once_and_announced_once(db):
    open_table(db)
    announce(db, at())
    assert cites(announce(db, at(1))) == ["HOUSE-STEP-1"]
    assert not isinstance(do(db, 4, closing.keep_open, at(2)), Refused)
    assert cites(do(db, 4, closing.keep_open, at(3))) == ["HOUSE-STEP-1"]
    assert tick(db, at(60)) == 0
    assert status(db) is TableStatus.OPEN
    close(db, at(61), nobody=True)
    assert "HOUSE-STEP-1" in cites(announce(db, at(62)))
    assert cites(close(db, at(62), nobody=True)) == ["HOUSE-STEP-1"]


@pytest.mark.rule("HOUSE-SIGNS-4", "HOUSE-SIGNS-3")
def test_no_closing_by_a_clock_moved_back_or_for_a_time_past(db):
    open_table(db)
    past = announce(db, at(), NOON - MINUTE)
    assert cites(past) == ["HOUSE-SIGNS-3", "NSW3-13.8"]
    assert cites(announce(db, at(-90))) == ["HOUSE-SIGNS-4"]


def test_late_pages_know_that_the_table_has_closed(db):
    open_table(db)
    announce(db, at())
    assert stands(db).is_open(at(20, -1).now)
    assert not stands(db).is_open(at(20).now)


@pytest.mark.rule("CROWN3-13.7", "HOUSE-FLOOR-7")
@clock_shows()
def test_on_the_page_the_hands_are_tapped(db, sign_in):
    open_table(db, "CROWN3")
    client = sign_in(Role.DIRECTOR)
    page = "/desk/tables/4"
    assert "three whole" not in client.get(f"{page}/closing").text
    assert "3 whole hands" in client.get(f"{page}/closing").text
    told = client.post(f"{page}/closing", data=sent(hand_under_way="y"))
    assert told.status_code == 303
    assert "The hand under way is over" in client.get(page).text
    for _ in range(4):
        assert client.post(f"{page}/closing/hand", data=sent()).status_code == 303
    assert "Closes after 0 more hands" in client.get(page).text
    assert client.post(f"{page}/closing/now", data=sent()).status_code == 303
    assert status(db) is TableStatus.CLOSED
    other = sign_in(Role.SUPERVISOR)
    assert other.post(f"{page}/closing/hand", data=sent()).status_code == 403


def test_a_closing_time_that_does_not_exist_keeps_what_was_typed(db, sign_in):
    open_table(db)
    form = sent(at="2026-10-04T02:30")  # the clocks go forward over it
    answer = sign_in(Role.DIRECTOR).post("/desk/tables/4/closing", data=form)
    assert answer.status_code == 422
    assert "The clocks go forward" in answer.text
    assert "2026-10-04T02:30" in answer.text
