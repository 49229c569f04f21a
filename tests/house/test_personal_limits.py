"""Personal limits: agreed with one player, marked at the seat, gone with the player."""

import pytest

from house.floor.limits import markers
from house.floor.limits.rules import SeatedPatron
from house.floor.tables import closing
from house.floor.tables.standing import Figures
from house.people.roles import Role
from tests.house.floor_cast import (
    SUPERVISOR,
    VENUE,
    at,
    cites,
    clock_shows,
    do,
    entries,
    open_table,
    stands,
    tick,
)
from tests.house.test_patrons import sent

HIGH = Figures(50_00, 1000_00, 5_00)
WU = SeatedPatron(3, "Mr Wu")


def agree(db, player=WU, figures=HIGH, act=None):
    return do(db, 4, markers.agree, player, figures, act or at())


@pytest.mark.parametrize(
    ("rule", "document", "game"),
    [
        ("CROWN3-6.3", "CROWN3", "mississippi_stud"),
        ("STAR4-6.6", "STAR4", "mississippi_stud"),
        ("VIC99-N25-6.5", "VIC99", "caribbean_stud"),
        ("HOUSE-LIMITS-1", "NSW3", "mississippi_stud"),
        ("HOUSE-LIMITS-1", "MASS", "mississippi_stud"),
    ],
)
def test_limits_are_agreed_and_the_seat_is_marked(db, rule, document, game):
    open_table(db, document, game=game)
    assert agree(db).rule_id == rule
    [marker] = stands(db).personal
    assert (marker.seat, marker.player) == (3, "Mr Wu")
    assert (marker.minimum_cents, marker.maximum_cents) == (50_00, 1000_00)
    assert stands(db).table.maximum_cents == 200_00  # nobody else's
    assert rule in entries(db, "agree personal limits")[0].rules


@pytest.mark.rule("HOUSE-SIGNS-11")
def test_they_end_when_the_player_leaves_or_the_table_closes(db):
    open_table(db)
    agree(db)
    agree(db, SeatedPatron(4, "Ms Tran"))
    do(db, 4, markers.leave, 3, at(1))
    assert [m.seat for m in stands(db).personal] == [4]
    do(db, 4, markers.leave, 4, at(2))
    agree(db, WU, act=at(3))

    def announce(session, row):
        notice = closing.notice(row, at(4), at=None, hand_under_way=False)
        return closing.announce(session, row, notice, at(4), VENUE)

    do(db, 4, announce)
    assert tick(db, at(24)) == 1
    assert stands(db).personal == ()


@pytest.mark.rule("HOUSE-SIGNS-11")
@pytest.mark.parametrize(
    "player",
    [
        SeatedPatron(0, "A"),
        SeatedPatron(7, "A"),
        SeatedPatron(1, ""),
        SeatedPatron(1, "x" * 81),
    ],
)
def test_a_marker_names_a_player_at_a_seat(db, player):
    open_table(db)
    assert cites(agree(db, player)) == ["HOUSE-SIGNS-11"]
    assert stands(db).markers == ()


@pytest.mark.rule("HOUSE-SIGNS-11")
def test_a_seat_has_one_marker_of_a_kind(db):
    open_table(db)
    agree(db)
    assert cites(agree(db, SeatedPatron(3, "Ms Tran"), act=at(1))) == ["HOUSE-SIGNS-11"]


@pytest.mark.rule("VIC99-N25-6.5", "HOUSE-SIGNS-8")
def test_at_caribbean_stud_it_takes_a_casino_supervisor(db):
    open_table(db, "VIC99")
    assert cites(agree(db, act=at(by=SUPERVISOR))) == ["VIC99-N25-6.5"]


@pytest.mark.rule("NSW3-6.1")
def test_limits_that_make_no_sense_are_refused(db):
    open_table(db)
    assert cites(agree(db, figures=Figures(100_00, 50_00, 5_00))) == ["NSW3-6.1"]


@clock_shows()
def test_on_the_page_a_player_is_agreed_with_and_leaves(db, sign_in):
    open_table(db, "CROWN3")
    client, page = sign_in(Role.DIRECTOR), "/desk/tables/4"
    assert "personal limits" in client.get(f"{page}/personal").text
    form = {"seat": "2", "player": " Mr Wu ", "minimum_cents": "50"}
    bad = client.post(f"{page}/personal", data=sent(**form, maximum_cents="lots"))
    assert bad.status_code == 422
    assert "Mr Wu" in bad.text
    far = sent(**form | {"seat": "9"}, maximum_cents="500")
    assert client.post(f"{page}/personal", data=far).status_code == 409
    good = sent(**form, maximum_cents="500")
    assert client.post(f"{page}/personal", data=good).status_code == 303
    assert "Mr Wu" in client.get(page).text
    assert client.post(f"{page}/seats/2/left", data=sent()).status_code == 303
    assert client.post(f"{page}/seats/2/left", data=sent()).status_code == 409
