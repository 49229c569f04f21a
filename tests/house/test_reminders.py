"""What people do by hand, said on the console when they do it, and confirmed there."""

import re
from html import unescape
from json import loads

import pytest

from house.floor.at_table.models import ConfirmedRow
from house.floor.models import Device
from house.people.roles import Role
from tests.house.at_table_cast import rows
from tests.house.floor_cast import clock_shows, open_table
from tests.house.rounds_cast import Console, dealer, key

HOME = "/desk/tables/4/console"
SEND = "/desk/tables/4/rounds/by-hand"


@pytest.fixture
def client(db, sign_in):
    """A dealer's tablet at a Massachusetts table that has just opened."""
    with clock_shows(1):
        open_table(db, "MASS", device=Device.SHUFFLER)
        yield sign_in(Role.DEALER)


def page(client):
    """The console as it reads now."""
    return unescape(client.get(HOME).text)


def offered(client):
    """What the console lets a dealer confirm now."""
    return [
        loads(x)
        for x in re.findall("data-send=\"by-hand\" data-said='(.*?)'", page(client))
    ]


def confirm(client, said, status=200):
    """Confirm something on the console."""
    answer = client.post(SEND, json=said, headers={"Idempotency-Key": key()})
    assert answer.status_code == status, answer.text
    return answer.json


@pytest.mark.rule("MASS-3(a)", "MASS-3(d)", "HOUSE-CONSOLE-10")
def test_both_ways_of_receiving_cards_are_asked_for_each_deck(db, client):
    assert "First deck: " in page(client)
    found = offered(client)
    assert [each["rule"] for each in found] == ["MASS-3(a)"] * 4
    received, shuffled = {each["answer"] for each in found[:2]}, found[-1]
    assert received == {"Received, spread and mixed", "Pre-shuffled"}
    confirm(client, shuffled)
    confirm(client, shuffled)  # once more, by another tablet: nothing is added
    [kept] = rows(db, ConfirmedRow)
    assert (kept.rule_id, kept.answer) == ("MASS-3(a)", "Pre-shuffled")
    assert kept.moment.endswith("second deck")
    assert "Second deck: " not in page(client)
    assert "First deck: " in page(client)


@pytest.mark.rule("MASS-3(d)")
def test_one_deck_is_asked_for_once(db, sign_in):
    with clock_shows(1):
        open_table(db, "MASS", device=Device.SHOE)
        found = offered(sign_in(Role.DEALER))
    assert [each["answer"] for each in found] == [
        "Received, spread and mixed",
        "Pre-shuffled",
    ]


@pytest.mark.rule("HOUSE-CONSOLE-10")
def test_what_nobody_asks_for_is_not_confirmed(db, client):
    asked = offered(client)[0]
    for wrong in ({"rule": "MASS-7(e)"}, {"moment": "round 1"}, {"answer": "Done"}):
        told = confirm(client, asked | wrong, 409)
        assert told["refused"][0]["rule"] == "HOUSE-CONSOLE-10"
    assert rows(db, ConfirmedRow) == []


SPREAD = "An open but idle table keeps cards spread"


@pytest.mark.rule("MASS-4(e)")
def test_cards_are_spread_while_nobody_sits_at_an_open_table(db, client):
    console = played(db, client)
    assert SPREAD not in page(client)
    console.act = dealer(2)
    for seat in (1, 3):
        console.leave(seat)
    assert SPREAD in page(client)
    console.act = dealer(3)
    console.sit(3)  # now the cards themselves ask to be washed and shuffled
    assert SPREAD not in page(client)
    assert ">MASS-4(e)<" in page(client)


def played(db, client):
    """A round in which everybody folds."""
    console = Console(db, act=dealer(1))
    console.sit(1, 3)
    console.open(options={"cards": "keyed"})
    to_first_decision(console)
    for seat in (1, 3):
        console.must("fold", seat=seat)
    console.must("close")
    return console


def to_first_decision(console, **more):
    for seat in (1, 3):
        console.must("ante", seat=seat, amount=10_00, **more)
    for act in ("no_more_bets", "deal", "bet_or_fold"):
        console.tap(act)


@pytest.mark.rule("MASS-7(e)")
def test_where_the_stub_goes_is_asked_once_the_cards_are_out(db, client):
    console = Console(db, act=dealer(1))
    console.sit(1, 3)
    console.open(options={"cards": "keyed"})
    assert "MASS-7(e)" not in page(client)
    to_first_decision(console)
    found = [each for each in offered(client) if each["rule"] == "MASS-7(e)"]
    assert {each["moment"] for each in found} == {"round 1"}
    confirm(client, found[0])
    assert "MASS-7(e)" not in page(client)


@pytest.mark.rule("MASS-12(h)")
@pytest.mark.parametrize("covered", [True, False])
def test_cover_all_changes_how_the_round_is_settled(db, client, covered):
    console = Console(db, act=dealer(1))
    console.sit(1, 3)
    console.open(options={"cards": "keyed", "cover_all": True})
    more = {"also": {"cover_all": 5_00}} if covered else {}
    to_first_decision(console, **more)
    for card in ("2c", "7d", "9h"):
        for seat in (1, 3):
            console.must("bet", seat=seat, amount=10_00)
        console.tap("no_more_bets")
        console.must("reveal", cards=[card])
    assert ("MASS-12(h)" in page(client)) is covered


def test_reminders_are_not_folded_away(db, client):
    assert '<details class="by-hand"' not in page(client)
    assert '<section class="by-hand"' in page(client)
    table = client.get("/desk/tables/4").text
    shown = table[table.index('id="h-by-hand"') :]
    assert "<details" not in shown[: shown.index("</section>")]
