"""A session over HTTP: started, dealt at the console, counted by two, closed."""

import json
import re

import pytest

from house.floor.models import TableStatus
from house.people.roles import Role
from tests.tournaments.cast import SLUG, STARTS, at, clock
from tests.tournaments.play_cast import begun, deal, in_session, tablet
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_table_close import expected, played_out

HOME = f"/desk/tournaments/{SLUG}/play"
TABLE = f"{HOME}/0/1/table/1"


def figures(counted, rack=0):
    """A count as the form sends it."""
    stacks = {f"stack-{entry}": str(has) for entry, has in counted.stacks.items()}
    return sent(rack=str(counted.rack_chips + rack), **stacks)


@pytest.mark.rule("HOUSE-TOURN-160")
def test_a_session_is_started_from_the_page_when_its_time_has_come(db, as_):  # noqa: F811
    begun(db)
    with clock(STARTS - 1):
        ruth = as_("ruth", at(STARTS - 1).now)
        page = ruth.get(HOME).text
        assert re.search(r'aria-disabled="true"[^>]*>Start the heats', page)
        assert "It does not start before that." in page
        assert ruth.post(f"{HOME}/0/1/start", data=sent()).status_code == 409
    with clock(STARTS):
        form = sent()
        ruth = as_("ruth", at(STARTS).now)
        for _ in range(2):  # sent twice, it is done once
            answer = ruth.post(f"{HOME}/0/1/start", data=form)
            assert answer.status_code == 303, answer.text
        page = ruth.get(HOME).text
        assert page.count("Hand 1 of 6, the heats") == 2
        console = ruth.get("/desk/tables/1/console").text
        assert "Hand 1 of 6, the heats" in console
        assert "10,000 chips, may bet 100 to 10,000, bets first" in console
        assert "At least 100 chips" in console


@pytest.mark.rule("HOUSE-TOURN-17")
def test_two_people_count_and_the_same_person_is_refused_by_the_server(db, as_):  # noqa: F811
    played_out(db)
    found = expected(db)
    with clock(STARTS + 40):
        now = at(STARTS + 40).now
        tess, sue, ruth = (as_(name, now) for name in ("tess", "sue", "ruth"))
        assert tess.post(f"{TABLE}/count", data=figures(found)).status_code == 303
        assert "Confirm the count" not in tess.get(TABLE).text
        refused = tess.post(f"{TABLE}/confirm", data=figures(found))
        assert refused.status_code == 409
        assert "You counted this table yourself." in refused.text
        page = sue.get(TABLE).text
        assert "Counted by Tess" in page
        assert f'value="{found.rack_chips}"' not in page
        blank = sue.post(f"{TABLE}/confirm", data=sent(rack="1"))
        assert "A count is missing" in blank.text
        assert sue.post(f"{TABLE}/confirm", data=figures(found)).status_code == 303
        closed = ruth.post(f"{TABLE}/close", data=sent(cards="52"))
        assert closed.status_code == 303, closed.text
        assert "Table 1 is closed." in ruth.get(TABLE).text
    status = tablet(db).read(lambda _, table: table.status)
    assert status is TableStatus.CLOSED


@pytest.mark.rule("HOUSE-TOURN-161", "HOUSE-TOURN-163", "HOUSE-TOURN-164")
def test_a_session_is_paused_and_its_marker_put_right_from_the_pages(db, as_):  # noqa: F811
    in_session(db)
    with clock(STARTS + 5):
        ruth = as_("ruth", at(STARTS + 5).now)
        assert ruth.post(f"{HOME}/0/1/pause", data=sent(reason="")).status_code == 409
        ruth.post(f"{HOME}/0/1/pause", data=sent(reason="A fire alarm"))
        assert "Paused: A fire alarm" in ruth.get(HOME).text
        assert "The session is paused" in ruth.get("/desk/tables/1/console").text
        ruth.post(f"{HOME}/0/1/go-on", data=sent())
        ruth.post(f"{HOME}/0/1/seats", data=sent())
        moved = ruth.post(f"{TABLE}/marker", data=sent(seat="2", reason="Misplaced"))
        assert moved.status_code == 303, moved.text
        assert "10,000 chips, may bet 100 to 10,000, bets first" in ruth.get(TABLE).text
        assert (
            ruth.post(
                f"{TABLE}/chips", data=sent(kind="fill", chips="5,000")
            ).status_code
            == 303
        )
        assert ruth.post(f"{TABLE}/chips/1", data=sent()).status_code == 409


@pytest.mark.rule("CROWN3-12.4.4(a)", "HOUSE-TOURN-162")
def test_no_money_and_no_cash_chips_come_to_a_tournament_table(db, as_):  # noqa: F811
    in_session(db)
    with clock(STARTS + 5):
        sue = as_("sue", at(STARTS + 5).now)
        page = sue.get("/desk/tables/1/seats").text
        assert "Write the chips down" not in page
        assert "Write the change down" not in page
        bought = {"chips": "100", "given": "100", "means": "cash"}
        for way, said in (
            ("change", bought | {"kind": "a cash change"}),
            ("chips", {"chips": "brought", "seen": "300", "declared": "300"}),
        ):
            refused = sue.post(f"/desk/tables/1/seats/2/{way}", data=sent(**said))
            assert refused.status_code == 409, refused.text
            assert "Only tournament chips are wagered." in refused.text
            assert "is played in tournament chips" in refused.text


@pytest.mark.rule("HOUSE-ACCESS-1")
def test_a_dealer_sees_play_and_starts_nothing(db, sign_in):
    in_session(db)
    with clock(STARTS + 5):
        dealer = sign_in(Role.DEALER)
        assert dealer.get(HOME).status_code == 200
        assert dealer.get(TABLE).status_code == 200
        assert dealer.post(f"{HOME}/0/1/start", data=sent()).status_code == 403
        assert dealer.post(f"{TABLE}/close", data=sent()).status_code == 403
        assert dealer.get(f"{HOME}/0/1/table/9").status_code == 404


@pytest.mark.rule("HOUSE-TOURN-165")
def test_the_command_rebuilds_what_was_played(db, app):
    in_session(db)
    deal(tablet(db))
    runner = app.test_cli_runner()
    found = runner.invoke(args=["tournaments", "replay", SLUG, "--json"])
    said = json.loads(found.output)
    assert (said["holds"], said["rounds"], said["hands"]) == (True, 1, 1)
    assert found.exit_code == 0
    assert runner.invoke(args=["tournaments", "replay", "nothing"]).exit_code == 1
    assert runner.invoke(args=["ledger", "verify"]).exit_code == 0
