"""The sign of a table: on a screen, on paper, on the floor map and on the desks."""

import re
import zlib

import pytest
from sqlalchemy.exc import DatabaseError
from sqlmodel import select

from house.desk.items import on_the_desk
from house.floor.limits import changes as limits_changes
from house.floor.limits.rules import LimitsRequest, SeatedPatron
from house.floor.signs import board, displays
from house.floor.signs.models import DisplayRow, SignKind, SignRow
from house.floor.signs.sheet import sheet
from house.floor.tables import closing, shutting
from house.floor.tables.queries import one
from house.floor.tables.standing import Figures, standing
from house.people.roles import Role
from house.people.sessions import Staff
from tests.house.floor_cast import (
    NOON,
    TWENTY,
    VENUE,
    at,
    cites,
    clock_shows,
    do,
    open_table,
    stands,
    table,
    tick,
)
from tests.house.test_patrons import sent

PAGE = "/desk/tables/4"


def wanted(minimum, **more):
    return LimitsRequest(Figures(minimum, 200_00, 5_00), **more)


def announce(db, wants, act, number=4):
    return do(db, number, limits_changes.announce, wants, act, VENUE)


def screen(db, number=4):
    return do(db, number, displays.give, at(-50)).token


@pytest.mark.rule("CROWN3-6.1", "NSW3-6.1", "STAR4-6.1", "VIC99-N25-6.1")
@pytest.mark.parametrize("document", ["CROWN3", "NSW3", "STAR4", "VIC99", "MASS"])
def test_a_table_opens_with_its_sign_and_closes_without(db, document):
    open_table(db, document)
    up = stands(db).sign(SignKind.LIMITS)
    assert up.says == {
        "minimum_cents": 10_00,
        "maximum_cents": 200_00,
        "unit_cents": 5_00,
    }
    do(db, 4, shutting.close, at(), nobody=True)
    assert stands(db).signs == ()


def test_signs_are_never_changed_only_taken_down(db):
    open_table(db)
    with pytest.raises(DatabaseError, match="append-only"), db.writing() as session:
        session.exec(select(SignRow)).first().serial = 99


@pytest.mark.rule("NSW3-6.5.3", "NSW3-6.5.1.1", "NSW3-6.5.4", "NSW3-6.5.2")
@pytest.mark.rule("STAR4-6.5.3", "STAR4-6.5.1.1", "STAR4-6.5.4", "STAR4-6.5.2")
@pytest.mark.parametrize("document", ["NSW3", "STAR4"])
@clock_shows(5)
def test_the_screen_shows_both_minimums_and_when_one_goes(app, db, document):
    open_table(db, document)
    seated = (SeatedPatron(2, "Mr Wu"),)
    announce(db, wanted(25_00, at_once=True, seated=seated), at())
    do(db, 4, limits_changes.raise_for_everyone, None, at(1), VENUE)
    page = app.test_client().get(f"/display/{screen(db)}").text
    for line in ("two apply until 12:21", "$10", "$25", "If you have a marker"):
        assert line in page
    for rule in ("6.5.3", "6.5.1.1", "6.5.4", "6.5.2"):
        assert f"{document}-{rule}" in page
    assert "Mr Wu" not in page  # the screen is for everybody
    assert "Sign out" not in page


@pytest.mark.parametrize(
    ("document", "rule"), [("NSW3", "NSW3-6.4"), ("STAR4", "STAR4-6.4")]
)
@clock_shows(5)
def test_the_screen_tells_players_to_fit_their_stakes_to_it(app, db, document, rule):
    open_table(db, document)
    page = app.test_client().get(f"/display/{screen(db)}").text
    said = page.partition("See that your stakes fit this sign.")[2]
    assert rule in said.partition("<br>")[0]


@pytest.mark.rule("CROWN3-6.1:fn1-s66(1)(a)", "CROWN3-6.1:fn1-s66(2)")
@clock_shows(5)
def test_the_screen_shows_what_holds_and_what_comes(app, db):
    open_table(db, "CROWN3")
    announce(db, wanted(25_00), at())
    page = app.test_client().get(f"/display/{screen(db)}").text
    for line in ("Minimum Ante until 12:20", "$10", "Maximum Ante <b>$200</b>"):
        assert line in page
    assert "From then the minimum is $25 for everyone." in page
    assert "up since 12:00" in page


def test_the_screen_is_right_to_the_second_however_late_the_tick(db):
    open_table(db)
    announce(db, wanted(25_00), at())
    now = stands(db)
    before, after = sheet(now, at(20, -1).now), sheet(now, at(20).now)
    assert (before.figures.minimum, before.change is None) == (10_00, False)
    assert (after.figures.minimum, after.change) == (25_00, None)


@pytest.mark.rule("HOUSE-SIGNS-10")
@clock_shows(5)
def test_an_address_that_is_wrong_or_withdrawn_shows_nothing(app, db, sign_in):
    open_table(db)
    token, client = screen(db), app.test_client()
    assert len(token) >= 32
    for address in ("1", token[:-1], token + "x", "x" * 400):
        assert client.get(f"/display/{address}").status_code == 404
    assert client.get(f"/display/{token}").status_code == 200
    director = sign_in(Role.DIRECTOR)
    with db.reading() as session:
        row = session.exec(select(DisplayRow)).one()
    away = f"{PAGE}/screens/{row.pk}/withdraw"
    assert director.post(away, data=sent()).status_code == 303
    assert client.get(f"/display/{token}").status_code == 404
    assert client.get(f"/display/{token}/sign").status_code == 404
    assert director.post(away, data=sent()).status_code == 409
    assert director.post(f"{PAGE}/screens", data=sent()).status_code == 303


@pytest.mark.rule("HOUSE-SIGNS-10")
def test_a_screen_is_answered_anew_only_when_the_sign_reads_differently(app, db):
    open_table(db)
    address, client = f"/display/{screen(db)}/sign", app.test_client()
    with clock_shows(1):
        first = client.get(address)
        again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    announce(db, wanted(25_00), at(2))
    with clock_shows(3):
        changed = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    with db.reading() as session:
        assert session.exec(select(DisplayRow)).one().seen_at == at(3).now


@pytest.mark.rule("HOUSE-SIGNS-2", "NSW3-6.1")
@clock_shows(5)
def test_a_screen_whose_sign_was_recorded_as_down_takes_no_wagers(app, db):
    open_table(db)
    token = screen(db)
    do(db, 4, board.take_down, "Dark", at(), VENUE)
    assert "No wagers are taken now" in app.test_client().get(f"/display/{token}").text
    do(db, 4, shutting.close, at(1), nobody=True)
    assert "This table is closed" in app.test_client().get(f"/display/{token}").text


@pytest.mark.rule("CROWN3-13.7", "STAR4-13.13", "STAR4-6.4", "STAR4-13.1")
@clock_shows(5)
def test_the_screen_says_that_the_table_closes(app, db):
    open_table(db, "CROWN3")
    open_table_star(db)
    for number in (4, 5):
        do(db, number, _close_soon)
    crown = app.test_client().get(f"/display/{screen(db)}").text
    assert "More hands, then this table closes." in crown
    star = app.test_client().get(f"/display/{screen(db, 5)}").text
    assert re.search(r">12:20</time>\s*<p>\s*This table closes then\.", star)
    assert "STAR4-6.4" in star
    assert "STAR4-13.1" in star


def open_table_star(db):
    open_table(db, "STAR4", 5)


def _close_soon(session, row):
    notice = closing.notice(row, at(), at=None, hand_under_way=False)
    return closing.announce(session, row, notice, at(), VENUE)


def inside(pdf):
    """What the compressed parts of a PDF say."""
    parts = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    shrunk = (part for part in parts if part.startswith(b"x"))
    return "".join(zlib.decompress(part).decode("latin-1") for part in shrunk)


@clock_shows(5)
def test_the_sign_is_printed_on_one_sheet_of_a5(db, sign_in):
    open_table(db)
    announce(db, wanted(25_00), at())
    client = sign_in(Role.DEALER)
    assert "It fills the paper in the printer" in client.get(f"{PAGE}/sign").text
    pdf = client.get(f"{PAGE}/sign.pdf")
    assert pdf.content_type == "application/pdf"
    assert pdf.data.startswith(b"%PDF")
    [size] = re.findall(r"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", inside(pdf.data))
    assert [round(float(points)) for points in size] == [420, 595]  # A5 upright
    assert client.get("/desk/tables/9/sign.pdf").status_code == 404


def test_the_floor_says_what_comes_and_in_how_many_minutes(db, sign_in):
    open_table(db)
    announce(db, wanted(25_00), at())
    with clock_shows(3, 7):
        client = sign_in(Role.DEALER)
        asks = {"HX-Request": "true"}
        first = client.get("/desk/tables/floor", headers=asks)
        assert "Changing" in first.text
        assert "To $25 in 17 min" in first.text
        tag = asks | {"If-None-Match": first.headers["ETag"]}
        assert client.get("/desk/tables/floor", headers=tag).status_code == 304
    with clock_shows(4, 30):
        assert "in 16 min" in client.get("/desk/tables/floor", headers=tag).text
        by_hand = client.get("/desk/tables/floor")
        assert (by_hand.status_code, by_hand.location) == (303, "/desk/tables/")


def test_a_page_is_loaded_anew_when_the_table_changed(db, sign_in):
    open_table(db)
    with clock_shows():
        client = sign_in(Role.DEALER)
        seen = re.search(r"state\?seen=(\w+)", client.get(PAGE).text)[1]
        same = client.get(f"{PAGE}/state?seen={seen}")
        assert "HX-Refresh" not in same.headers
        announce(db, wanted(25_00), at())
        assert client.get(f"{PAGE}/state?seen={seen}").headers["HX-Refresh"] == "true"


@pytest.mark.rule("HOUSE-SIGNS-1", "HOUSE-SIGNS-2", "HOUSE-FLOOR-7")
def test_a_supervisor_announces_and_calls_off_on_the_page(db, sign_in):
    open_table(db)
    with clock_shows():
        client = sign_in(Role.DIRECTOR)
        form = {"minimum_cents": "25", "maximum_cents": "200", "unit_cents": "5"}
        more = {"how": "announce", "at": "2026-11-20T12:19"}
        early = client.post(f"{PAGE}/limits", data=sent(**form, **more))
        assert early.status_code == 409
        assert "NSW3-6.5" in early.text
        assert "2026-11-20T12:19" in early.text
        garbled = client.post(f"{PAGE}/limits", data=sent(**form, how="x", at="noon"))
        assert garbled.status_code == 422
        done = client.post(f"{PAGE}/limits", data=sent(**form, how="announce"))
        assert done.status_code == 303
        shown = client.get(PAGE).text
        assert "rises to $25 at" in shown
        assert "HOUSE-SIGNS-1" in shown  # why no second change
        for path in ("sign/down", "sign/up", "limits/off"):
            answer = client.post(f"{PAGE}/{path}", data=sent(why="Test"))
            assert answer.status_code == 303, path
        assert client.post(f"{PAGE}/limits/off", data=sent()).status_code == 409
        stranger = sign_in(Role.SUPERVISOR)
        for path in ("limits", "sign/down", "closing", "personal", "screens"):
            assert stranger.post(f"{PAGE}/{path}", data=sent()).status_code == 403


@pytest.mark.rule("NSW3-6.5.1", "NSW3-6.5.2")
def test_a_raise_at_once_names_the_players_seat_by_seat(db, sign_in):
    open_table(db)
    with clock_shows():
        client = sign_in(Role.DIRECTOR)
        form = {
            "minimum_cents": "25",
            "maximum_cents": "200",
            "unit_cents": "5",
            "how": "at once",
            "seat_2": " Ms Tran ",
            "seat_5": "Mr Wu",
        }
        assert client.post(f"{PAGE}/limits", data=sent(**form)).status_code == 303
        assert [(m.seat, m.player) for m in stands(db).kept] == [
            (2, "Ms Tran"),
            (5, "Mr Wu"),
        ]
        page = client.get(f"{PAGE}/limits/everyone").text
        assert "2 players keep an old minimum" in page
        done = client.post(f"{PAGE}/limits/everyone", data=sent())
        assert done.status_code == 303
        again = client.post(f"{PAGE}/limits/everyone", data=sent())
        assert again.status_code == 409


def staff(role, id_=1):
    return Staff(id_, "x", "X", frozenset({role}), 1, None, None)


def desk(app, db, role, act):
    with app.test_request_context(), db.reading() as session:
        mine = table(db).supervisor_id
        items = on_the_desk(session, staff(role, mine), act.now)
        return {item.title: item for item in items if "able 4" in item.title}


@pytest.mark.parametrize(
    "role", [Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY, Role.COMPLIANCE]
)
def test_the_desks_know_what_comes_and_what_lacks_its_sign(app, db, role):
    open_table(db)
    announce(db, wanted(25_00), at())
    do(db, 4, _close_soon)
    items = desk(app, db, role, at(1))
    raised = items["Table 4: the minimum rises to $25"]
    assert (raised.due_at, raised.cite.id) == (NOON + TWENTY, "NSW3-6.5")
    assert items["Table 4 closes"].due_at == NOON + TWENTY
    do(db, 4, board.take_down, "", at(2), VENUE)
    stopped = desk(app, db, role, at(3))
    assert stopped["Table 4 takes no wagers"].cite.id == "NSW3-6.1"


def test_somebody_elses_table_is_not_on_a_supervisors_desk(app, db):
    open_table(db)
    announce(db, wanted(25_00), at())
    with app.test_request_context(), db.reading() as session:
        items = on_the_desk(session, staff(Role.SUPERVISOR, 9999), at(1).now)
    assert not [item for item in items if "minimum rises" in item.title]


def test_a_sign_down_says_so_on_the_floor_and_nothing_counts_down(db):
    open_table(db)
    announce(db, wanted(25_00), at())
    do(db, 4, board.take_down, "", at(1), VENUE)
    with db.reading() as session:
        shown = one(session, table(db), at(2).now)
        assert standing(session, table(db)).due_change is None
    assert (shown.word, shown.mark, shown.minutes) == ("No sign", "stop", None)
    assert shown.coming == ("To $25", "its sign is down")
    assert tick(db, at(60)) == 0


@pytest.mark.rule("HOUSE-SIGNS-4")
def test_a_sign_comes_neither_up_nor_down_by_a_clock_moved_back(db):
    open_table(db)
    assert cites(do(db, 4, board.take_down, "", at(-90), VENUE)) == ["HOUSE-SIGNS-4"]
    do(db, 4, board.take_down, "", at(), VENUE)
    assert cites(do(db, 4, board.put_up, at(-90), VENUE)) == ["HOUSE-SIGNS-4"]
