"""Designated tables: each serves one use, and that one alone."""

from dataclasses import replace

import pytest

from house.audit import Subject
from house.floor.decks.services import WHOLE
from house.floor.models import Designation, TableRow, TableStatus
from house.floor.tables import services, shutting
from house.floor.tables.designation import check_use, designate, kept_for, lent
from house.floor.tables.rules import layout_of
from house.people.roles import Role
from tests.house.floor_cast import (
    at,
    cites,
    clock_shows,
    do,
    entries,
    open_table,
    table,
)
from tests.house.test_patrons import sent

FRIDAY = Subject("tournament", "12", "Friday Night Stud")
SUNDAY = Subject("tournament", "13", "Sunday Stud")
TOURNAMENT, CLOSED = Designation.TOURNAMENT, Designation.CLOSED


@pytest.fixture
def closed(db):
    open_table(db, "CROWN3")
    do(db, 4, shutting.close, at(-5), nobody=True)
    return db


@pytest.mark.rule("CROWN3-12.2.4")
def test_a_table_is_designated_by_somebody_for_something(closed):
    verdict = do(closed, 4, designate, TOURNAMENT, at(), FRIDAY)
    assert isinstance(verdict, TableRow)
    now = table(closed)
    assert kept_for(now) == FRIDAY
    assert (now.designated_by, now.designated_at) == ("Ruth", at().now)
    assert entries(closed, "designate table")[0].rules[0] == "CROWN3-12.2.4"


@pytest.mark.rule("CROWN3-12.2.5")
def test_a_designated_table_serves_nothing_else_until_released(closed):
    do(closed, 4, designate, TOURNAMENT, at(), FRIDAY)
    assert cites(do(closed, 4, services.open_table, at(1))) == ["CROWN3-12.2.5"]
    other = do(closed, 4, services.open_table, at(1), SUNDAY)
    assert cites(other) == ["CROWN3-12.2.5"]
    taken = do(closed, 4, designate, TOURNAMENT, at(1), SUNDAY)
    assert cites(taken) == ["CROWN3-12.2.5"]
    own = do(closed, 4, services.open_table, at(2), FRIDAY, cards=WHOLE)
    assert own.status is TableStatus.OPEN
    refused = do(closed, 4, shutting.close, at(3), nobody=True)
    assert cites(refused) == ["CROWN3-12.2.5"]
    do(closed, 4, shutting.close, at(3), nobody=True, use=FRIDAY)
    do(closed, 4, designate, Designation.OPEN_PLAY, at(4))
    assert (
        do(closed, 4, services.open_table, at(5), cards=WHOLE).status
        is TableStatus.OPEN
    )


@pytest.mark.rule("CROWN3-12.2.4")
def test_a_designated_table_stays_what_it_was_chosen_as(closed):
    do(closed, 4, designate, TOURNAMENT, at(), FRIDAY)
    now = table(closed)
    other = replace(layout_of(now), rulebook="NSW3", seats=5)
    refused = do(closed, 4, services.change, now.version, other, at(1))
    assert {r.field for r in refused.refusals} >= {"rulebook", "seats"}
    assert "CROWN3-12.2.4" in cites(refused)
    dearer = replace(layout_of(now), minimum_cents=25_00)
    changed = do(closed, 4, services.change, now.version, dearer, at(1))
    assert changed.minimum_cents == 25_00


@pytest.mark.rule("CROWN3-12.2.4")
def test_a_tournament_uses_no_table_that_is_not_its_own(closed):
    assert [r.cite.id for r in check_use(table(closed), at().now, FRIDAY)] == [
        "CROWN3-12.2.4"
    ]
    nameless = do(closed, 4, designate, TOURNAMENT, at())
    assert cites(nameless) == ["CROWN3-12.2.4"]


@pytest.mark.rule("HOUSE-SIGNS-9")
def test_an_open_table_is_not_designated_and_one_out_of_use_not_opened(db):
    open_table(db, "CROWN3")
    assert cites(do(db, 4, designate, CLOSED, at())) == ["HOUSE-SIGNS-9"]
    do(db, 4, shutting.close, at(1), nobody=True)
    do(db, 4, designate, CLOSED, at(2))
    assert cites(do(db, 4, services.open_table, at(3))) == ["HOUSE-SIGNS-9"]
    assert cites(do(db, 4, designate, CLOSED, at(4))) == ["HOUSE-STEP-1"]


@pytest.mark.rule("HOUSE-SIGNS-9", "CROWN3-12.2.5")
def test_a_table_serves_open_play_until_its_designation_begins(db):
    open_table(db, "CROWN3")
    since = at(60).now
    kept = do(db, 4, designate, TOURNAMENT, at(), FRIDAY, since=since)
    assert (kept.status, kept.kept_from) == (TableStatus.OPEN, since)
    assert entries(db, "designate table")[0].after["from"] == since.isoformat()
    just_before, then = at(59, 59).now, at(60).now
    assert list(check_use(table(db), just_before)) == []
    assert [r.cite.id for r in check_use(table(db), then)] == ["CROWN3-12.2.5"]
    # No other tournament has it, before or after; its own has it at once.
    for now in (just_before, then):
        assert [r.cite.id for r in check_use(table(db), now, SUNDAY)]
        assert list(check_use(table(db), now, FRIDAY)) == []
    release = do(db, 4, designate, Designation.OPEN_PLAY, at(60))
    assert cites(release) == ["HOUSE-SIGNS-9"]
    early = do(db, 4, designate, Designation.OPEN_PLAY, at(59, 59))
    assert (early.designation, early.kept_from) == (Designation.OPEN_PLAY, None)


@clock_shows()
def test_the_desk_says_which_open_table_is_needed_and_when(db, sign_in):
    open_table(db, "CROWN3")
    do(db, 4, designate, TOURNAMENT, at(), FRIDAY, since=at(60).now)
    desk = sign_in(Role.DIRECTOR).get("/desk/").text
    assert "Table 4 is to be closed for Friday Night Stud" in desk
    page = sign_in(Role.DEPUTY).get("/desk/tables/4").text
    assert "Table 4 is open." in page
    assert "Friday Night Stud from" in page


@clock_shows()
def test_a_table_that_its_tournament_plays_at_is_not_asked_to_close(closed, sign_in):
    do(closed, 4, designate, TOURNAMENT, at(), FRIDAY, since=at(1).now)
    do(closed, 4, services.open_table, at(1), FRIDAY, cards=WHOLE)
    assert lent(table(closed))
    desk = sign_in(Role.DIRECTOR).get("/desk/").text
    assert "is to be closed for" not in desk
    assert "In play" in desk
    do(closed, 4, shutting.close, at(3), nobody=True, use=FRIDAY)
    assert not lent(table(closed))


@pytest.mark.rule("NSW3-6.6.1", "STAR4-6.7.1")
@pytest.mark.parametrize(
    ("document", "rule"), [("NSW3", "NSW3-6.6.1"), ("STAR4", "STAR4-6.7.1")]
)
def test_a_low_limit_table_is_designated_for_no_tournament(db, document, rule):
    open_table(db, document, low_limit=True)
    do(db, 4, shutting.close, at(-1), nobody=True)
    assert cites(do(db, 4, designate, TOURNAMENT, at(), FRIDAY)) == [rule]


@pytest.mark.rule("HOUSE-SIGNS-9")
@clock_shows()
def test_on_the_page_a_table_goes_out_of_use_and_back(closed, sign_in):
    client, page = sign_in(Role.DEPUTY), "/desk/tables/4"
    form = sent(designation="closed")
    assert client.post(f"{page}/designation", data=form).status_code == 303
    shown = client.get(page).text
    assert "Table 4 is out of use." in shown
    assert "HOUSE-SIGNS-9" in shown  # why it cannot be opened
    assert "Out of use" in client.get("/desk/tables/").text
    back = sent(designation="open play")
    assert client.post(f"{page}/designation", data=back).status_code == 303
    assert "Table 4 is closed." in client.get(page).text
    dealer = sign_in(Role.DEALER)
    assert dealer.post(f"{page}/designation", data=sent()).status_code == 403
