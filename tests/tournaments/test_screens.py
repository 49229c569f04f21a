"""Screens of a tournament: given, switched from the desk, withdrawn."""

import re

import pytest

from house.floor.signs.models import DisplayRow
from house.people.roles import Role
from tests.tournaments.cast import SLUG, STARTS, at, clock
from tests.tournaments.play_cast import deal, in_session, tablet
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_standings import CHANCES
from tournaments.watching.models import Picture
from tournaments.watching.screens import Set

DESK = f"/desk/tournaments/{SLUG}/screens"
SHOWN = {
    "lobby": "the final",
    "seats": "Find your seat",
    "tables": "Table 2: ",
    "hand": "of 6",
    "standings": "Highest stacks",
    "moves": "Nobody was moved",
    "prizes": "$",
    "message": "Dinner is served",
}


@pytest.mark.rule("HOUSE-TOURN-343")
def test_pictures_take_turns_by_the_clock():
    to = Set((Picture.HAND, Picture.STANDINGS), 10)
    now = at(0).now.replace(second=0)
    seconds = (0, 9, 10, 19, 20)
    turns = [to.picture(now.replace(second=second)) for second in seconds]
    assert turns == [turns[0], turns[0], turns[2], turns[2], turns[0]]
    assert {turns[0], turns[2]} == {Picture.HAND, Picture.STANDINGS}


@pytest.mark.rule("HOUSE-TOURN-343")
@pytest.mark.parametrize(
    ("seconds", "refused"), [(4, True), (5, False), (120, False), (121, True)]
)
def test_a_picture_is_shown_for_five_to_120_seconds(seconds, refused):
    assert bool(tuple(Set(seconds=seconds).refusals())) is refused


@pytest.mark.rule("HOUSE-TOURN-343", "CROWN3-13.1", "CROWN3-12.5.3(f)")
def test_the_director_switches_a_screen_and_withdraws_it(db, app, as_):  # noqa: F811
    in_session(db)
    deal(tablet(db))
    wall = app.test_client()
    with clock(STARTS + 5):
        ruth = as_("ruth", at(STARTS + 5).now)
        assert ruth.post(DESK, data=sent(name="Main wall")).status_code == 303
        with db.reading() as session:
            token = session.get_one(DisplayRow, 1).token
        assert "Highest stacks" in wall.get(f"/display/{token}").text
        for picture, says in SHOWN.items():
            data = sent(pictures=picture, seconds="15", message="Dinner is served")
            assert ruth.post(f"{DESK}/1", data=data).status_code == 303
            page = wall.get(f"/display/{token}/sign")
            assert says in page.text, picture
            assert "Player" not in re.sub(r"<[^>]*>", "", page.text)
            assert not CHANCES.search(page.text), picture
            tag = {"If-None-Match": page.headers["ETag"]}
            again = wall.get(f"/display/{token}/sign", headers=tag)
            assert again.status_code == 304
        empty = ruth.post(f"{DESK}/1", data=sent(pictures="message", seconds="15"))
        assert empty.status_code == 409
        assert "The message says nothing." in empty.text
        assert ruth.post(f"{DESK}/9", data=sent(seconds="15")).status_code == 404
        assert "Main wall" in ruth.get(DESK).text
        assert ruth.post(f"{DESK}/1/withdraw", data=sent()).status_code == 303
        for lost in (token, "guessed", "x" * 65):
            assert wall.get(f"/display/{lost}").status_code == 404
            assert wall.get(f"/display/{lost}/sign").status_code == 404


@pytest.mark.rule("HOUSE-ACCESS-1")
def test_a_dealer_switches_no_screen_and_reads_no_address(db, sign_in):
    in_session(db)
    with clock(STARTS + 5):
        dealer = sign_in(Role.DEALER)
        assert dealer.get(DESK).status_code == 200
        assert dealer.post(DESK, data=sent(name="Main wall")).status_code == 403
