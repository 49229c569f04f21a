"""The whole sign of a table: its prize meter, what comes, what it is kept for."""

from dataclasses import replace

import pytest

from house.audit import Subject
from house.floor.meters import signs as meter_signs
from house.floor.meters.models import ChangeState, MeterChangeRow, MeterTableRow
from house.floor.meters.pot import pot_of
from house.floor.models import Designation
from house.floor.signs import board
from house.floor.signs.displays import give
from house.floor.signs.views import sheet_of
from house.floor.tables import shutting
from house.floor.tables.designation import designate
from house.notices import deadlines
from house.people.roles import Role
from tests.house import meters
from tests.house.floor_cast import (
    MINUTE,
    NOON,
    SECOND,
    VENUE,
    at,
    cites,
    clock_shows,
    do,
    open_table,
)

CLUB = Subject("tournament", "1", "Friday Night Stud")


def a_meter(db, terms, *numbers):
    """An open meter with tables, an hour before noon, and a few wagers on it."""
    for number in numbers:
        open_table(db, terms.rulebook, number)
    with db.writing() as session:
        meter = meters.opened(session, terms, numbers, at=meters.act(minutes=-50))
        meters.feed(session, meter, 1, numbers[0], minutes=-40)
        return meter.pk


def pot(db, number):
    with db.reading() as session:
        return pot_of(session, meters.find(session, number))


def shown(db, number):
    return do(db, number, give, at()).token


@pytest.mark.rule("HOUSE-SIGNS-15", "CROWN3-9.1.1(k)", "STAR4-15.1.4", "NSW3-15.2.9")
@pytest.mark.parametrize(
    ("terms", "says"),
    [
        (meters.CROWN, ["$10,000.34", "100% of the meter", "$1,000.03", "$500"]),
        (meters.NSW, ["$50,001", "at least $50,000", "$5,000.10", "$150"]),
        (meters.STAR, ["$50,001", "Folded hands may still qualify", "$1,000"]),
        (meters.MASS, ["$10,000.25", "300 for 1", "$9", "Another’s royal flush"]),
        (meters.VIC, ["$75,000", "10% of the meter, at least $7,500"]),
    ],
    ids=lambda value: value.rulebook if hasattr(value, "rulebook") else "",
)
def test_the_sign_shows_the_meter_its_price_and_every_prize(db, app, terms, says):
    a_meter(db, terms, 4)
    with clock_shows():
        page = app.test_client().get(f"/display/{shown(db, 4)}")
        assert page.status_code == 200
        for words in ("Jackpot, Grand", *says):
            assert words in page.text
    pays = pot(db, 4)
    assert pays.price_cents == terms.price_cents
    assert [line.hand for line in pays.lines][:2] == ["Royal flush", "Straight flush"]


@pytest.mark.rule("HOUSE-SIGNS-15")
def test_a_fixed_prize_follows_the_price_of_a_wager(db):
    a_meter(db, meters.CROWN_2, 4)
    assert [line.cents for line in pot(db, 4).lines][2:] == [1000_00, 300_00, 200_00]
    assert pot_of_table_without_meter(db) is None


def pot_of_table_without_meter(db):
    open_table(db, "CROWN3", 9)
    return pot(db, 9)


@pytest.mark.rule("STAR4-15.2.9", "HOUSE-SIGNS-15")
def test_what_the_sign_promises_beyond_the_document_is_shown(db):
    more = replace(meters.STAR, sign_cents={"royal_flush": 90_000_00, "flush": 200_00})
    a_meter(db, more, 4)
    lines = {line.hand: line for line in pot(db, 4).lines}
    assert lines["Royal flush"].cents == 90_000_00
    assert "at least $90,000" in lines["Royal flush"].how
    assert lines["Flush"].cents == 200_00
    assert lines["Full house"].cents == 150_00


@pytest.mark.rule("CROWN3-9.1.1(k)")
def test_a_broken_display_closes_the_jackpot_on_the_sign(db, app):
    a_meter(db, meters.CROWN, 4)
    with db.writing() as session:
        session.get_one(MeterTableRow, 1).display_works = False
    with clock_shows():
        page = app.test_client().get(f"/display/{shown(db, 4)}").text
    assert "No jackpot wager is taken now." in page
    assert "$10,000.34" not in page


@pytest.mark.rule("HOUSE-SIGNS-15", "CROWN3-9.1.1(h)", "HOUSE-SIGNS-2")
def test_a_change_of_the_meter_comes_and_goes_with_the_sheet(db, app, sign_in):
    meter_id = a_meter(db, meters.CROWN, 4, 5)
    with db.writing() as session:
        meter = session.get_one(meters.MeterRow, meter_id)
        change = meters.announce(session, meter, meters.LEAVE, 5)
        meters.sign_up(session, change, 5)
        change_id = change.pk
    token = shown(db, 5)

    def due():
        with db.reading() as session:
            return session.get_one(MeterChangeRow, change_id).due_at

    def page():
        return app.test_client().get(f"/display/{token}").text

    with clock_shows(1):
        assert "From then this table has no jackpot." in page()
        assert "12:20" in page()
        staff = sign_in(Role.DEALER).get("/desk/tables/5").text
        assert "From then this table has no jackpot." in staff
    assert due() == NOON + 20 * MINUTE
    do(db, 5, board.take_down, "It fell", at(10), VENUE)
    assert due() is None
    with clock_shows(11):
        assert "From then this table has no jackpot." not in page()
    assert deadlines.run_due(db, NOON + 20 * MINUTE).failed == 0
    assert pot(db, 5) is not None  # its wait was interrupted
    do(db, 5, board.put_up, at(12), VENUE)
    assert due() == NOON + 32 * MINUTE
    deadlines.run_due(db, NOON + 32 * MINUTE - SECOND)
    assert pot(db, 5) is not None
    deadlines.run_due(db, NOON + 32 * MINUTE)
    assert pot(db, 5) is None
    with db.reading() as session:
        state = session.get_one(MeterChangeRow, change_id).state
    assert state is ChangeState.DONE


@pytest.mark.rule("HOUSE-SIGNS-15")
def test_a_sign_that_never_hung_does_not_go_up_with_the_sheet(db):
    meter_id = a_meter(db, meters.CROWN, 4, 5)
    with db.writing() as session:
        meter = session.get_one(meters.MeterRow, meter_id)
        meters.announce(session, meter, meters.LEAVE, 5)
    do(db, 5, board.take_down, "It fell", at(1), VENUE)
    do(db, 5, board.put_up, at(2), VENUE)
    with db.reading() as session:
        assert meter_signs.up_at(session, meters.find(session, 5)) == []


@pytest.mark.rule("CROWN3-9.1.1(i)", "HOUSE-SIGNS-15")
def test_a_closed_table_still_shows_that_its_meter_closes(db, app):
    first = a_meter(db, meters.CROWN, 4, 5)
    with db.writing() as session:
        open_second = meters.opened(session, meters.CROWN_2, (6,), "Other")
        meter = session.get_one(meters.MeterRow, first)
        change = meters.announce(session, meter, meters.CLOSE, to=open_second)
        meters.sign_up(session, change, 4)
    do(db, 4, shutting.close, at(1), nobody=True)
    with clock_shows(2):
        page = app.test_client().get(f"/display/{shown(db, 4)}").text
    assert "This table is closed" in page
    assert "From then Grand is closed." in page
    assert "20 minutes after the last table has this sign." in page


@pytest.mark.rule("CROWN3-12.2.5")
def test_a_table_kept_for_a_tournament_says_so_and_shows_no_limits(db, app, sign_in):
    open_table(db, "CROWN3")
    do(db, 4, shutting.close, at(), nobody=True)
    do(db, 4, designate, Designation.TOURNAMENT, at(1), CLUB)
    with clock_shows(2):
        page = app.test_client().get(f"/display/{shown(db, 4)}").text
        paper = sign_in(Role.DEALER).get("/desk/tables/4/sign").text
    for sheet in (page, paper):
        assert "Friday Night Stud" in sheet
        assert "No wager of money is taken here." in sheet
        assert "Minimum" not in sheet
    do(db, 4, designate, Designation.OPEN_PLAY, at(3))
    do(db, 4, designate, Designation.CLOSED, at(4))
    with db.reading() as session, clock_shows(5), app.app_context():
        sheet = sheet_of(session, meters.find(session, 4))
    assert sheet.out_of_use
    assert not sheet.is_up
    assert cites(do(db, 4, board.put_up, at(6), VENUE)) == ["HOUSE-STEP-1"]
