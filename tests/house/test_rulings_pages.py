"""The pages of rulings, seats, payments and corrections."""

import itertools
import re
from html import unescape

import pytest
import time_machine
from sqlmodel import select

from house.floor.at_table.models import DeclaredRow
from house.floor.models import TableStatus
from house.floor.rounds.models import ActionRow
from house.floor.rulings.models import RulingRow
from house.floor.tables import services
from house.people.accounts.passwords import Passwords
from house.people.models import SignInAttemptRow, StaffRow
from house.people.roles import Role
from tests.house.at_table_cast import (
    ante_all,
    dealt,
    done,
    limited,
    rows,
    rule,
    table_of,
)
from tests.house.conftest import NOON, add_staff
from tests.house.floor_cast import MINUTE, open_table
from tests.house.rounds_cast import NAMES, Console, finish_step

keys = (f"a-key-of-a-page-{n:05}" for n in itertools.count())
PASSWORD = "a long word of Oscar's own"
LATER = NOON + 3 * MINUTE


@pytest.fixture
def clock():
    """The whole house believes that it is shortly after noon."""
    with time_machine.travel(LATER, tick=False):
        yield


@pytest.fixture
def house(db, clock):
    """The database of the house, shortly after noon."""
    return db


@pytest.fixture
def oscar(db, config):
    """A supervisor who can prove who they are with a password."""
    hashes = Passwords(config.argon_memory_kib, config.argon_rounds)
    with db.writing() as session:
        staff = add_staff(session, "oscar", Role.SUPERVISOR, at=NOON)
        staff.password_hash = hashes.hash(PASSWORD)
        staff.totp_sealed = staff.totp_confirmed_at = None
    return "oscar"


def form(**fields):
    return {"_key": next(keys)} | fields


def seen(console):
    return {"round": console.round, "expected": console.seq}


WRONG = {"what": "wrong-hand-count", "q-seat": "3", "q-cards": "3", "show": "1"}
EARLY = {"what": "community-shown-early", "q-street": "3", "show": "1"}


def test_what_can_have_happened_is_offered_and_ruled_on(house, sign_in):
    console = dealt(house)
    client = sign_in(Role.DEALER)
    page = client.get("/desk/tables/4/ruling").text
    assert "Wrong count at a box" in page
    assert "Bet found wrong" not in page
    assert (
        "Show the ruling"
        in client.get("/desk/tables/4/ruling?what=wrong-hand-count").text
    )
    shown = client.get("/desk/tables/4/ruling", query_string=WRONG)
    assert shown.status_code == 200
    assert "Seat 3 has 3 cards. Misdeal" in shown.text
    assert "STAR4-11.1" in shown.text
    assert ">Goes back</th>" in shown.text
    assert ">Collected</th>" not in shown.text  # a column with nothing in it
    assert not rows(house, RulingRow)
    done_ = client.post("/desk/tables/4/ruling", data=form(**WRONG, **seen(console)))
    assert done_.status_code == 303, done_.text
    book = client.get(done_.headers["Location"]).text
    assert "Ruling 4-261120-1" in book
    assert "Goes back" in book
    assert 'href="/desk/tables/4/console"' in book


@pytest.mark.parametrize(
    "sent",
    [
        WRONG | {"q-seat": "9"},
        WRONG | {"q-cards": "many"},
        {"what": "not-covered", "q-what": " ", "show": "1"},
    ],
)
def test_answers_that_cannot_be_are_said_at_their_question(house, sign_in, sent):
    dealt(house)
    response = sign_in(Role.DEALER).get("/desk/tables/4/ruling", query_string=sent)
    assert response.status_code == 422
    assert "HOUSE-RULING-4" in response.text


def test_an_unknown_irregularity_is_simply_not_picked(house, sign_in):
    dealt(house)
    client = sign_in(Role.DEALER)
    assert "Pick what happened" in client.get("/desk/tables/4/ruling?what=moon").text
    sent = form(what="moon", round="1", expected="1")
    assert client.post("/desk/tables/4/ruling", data=sent).status_code == 409
    assert client.get("/desk/tables/77/ruling").status_code == 404


ANYTHING = {"what": "not-covered", "q-what": "A fire", "show": "1"}


@pytest.mark.parametrize(
    ("sent", "title", "rule"),
    [
        (EARLY, "Dealer", "CROWN3-1.1:Dealer"),
        (WRONG, "TG Area Manager", "CROWN3-1.1:TG-Area-Manager"),
        (WRONG, "Dealer", "NSW3-1.1:Dealer"),
        (ANYTHING, "Gaming Supervisor", "NSW3-1.1:Gaming Supervisor"),
        (ANYTHING, "Assistant Gaming Manager", "NSW3-1.1:Assistant Gaming Manager"),
        (ANYTHING, "Casino Supervisor", "NSW3-1.1:Casino Supervisor"),
        (WRONG, "Dealer", "STAR4-1.1:Dealer"),
        (EARLY, "Gaming Supervisor", "STAR4-1.1:Gaming Supervisor"),
        (EARLY, "Assistant Gaming Manager", "STAR4-1.1:Assistant Gaming Manager"),
        (EARLY, "Casino Supervisor", "STAR4-1.1:Casino Supervisor"),
        (WRONG, "Game Supervisor", "VIC99-N25-1.1.6"),
        (WRONG, "Dealer", "HOUSE-RANKS-2"),
    ],
)
def test_a_ruling_names_everybody_who_may_decide_it(house, sign_in, sent, title, rule):
    """Each title that the document gives the rank, under the rule that defines it."""
    code = rule.partition("-")[0].replace("HOUSE", "MASS")
    dealt(house, code)
    page = sign_in(Role.DEALER).get("/desk/tables/4/ruling", query_string=sent).text
    said = page[page.index("Decided by:") : page.index(", or anybody above")]
    words = re.sub(r"\s*<[^>]+>", "", unescape(said))
    assert f"{title}{rule}" in words


@pytest.mark.rule("HOUSE-RULING-6")
def test_a_supervisor_decides_on_the_dealers_tablet(house, sign_in, oscar):
    console = dealt(house)
    client = sign_in(Role.DEALER)
    page = client.get("/desk/tables/4/ruling", query_string=EARLY).text
    assert "The Casino Supervisor decides" in page
    assert 'name="decider"' in page
    sent = EARLY | {"choice": "void"} | seen(console)
    alone = client.post("/desk/tables/4/ruling", data=form(**sent))
    assert alone.status_code == 409
    assert "STAR4-11.4" in alone.text
    wrong = {"decider": oscar, "password": "guess"}
    refused = client.post("/desk/tables/4/ruling", data=form(**sent, **wrong))
    assert refused.status_code == 409
    assert "HOUSE-RULING-6" in refused.text
    assert "guess" not in refused.text
    assert not rows(house, RulingRow)
    right = {"decider": " Oscar ", "password": PASSWORD}
    applied = client.post("/desk/tables/4/ruling", data=form(**sent, **right))
    assert applied.status_code == 303, applied.text
    [row] = rows(house, RulingRow)
    assert (row.called_by, row.decided_by) == ("dealer", "oscar")
    assert client.get("/desk/").status_code == 200  # the dealer is still signed in
    outcomes = [attempt.outcome.value for attempt in rows(house, SignInAttemptRow)]
    assert outcomes.count("failed") == 1


@pytest.mark.rule("HOUSE-RULING-6")
@pytest.mark.parametrize("who", ["nobody-known", "dealer-two", "left"])
def test_whoever_cannot_prove_or_has_not_the_rank_does_not_decide(
    house, sign_in, oscar, config, who
):
    console = dealt(house)
    hashes = Passwords(config.argon_memory_kib, config.argon_rounds)
    with house.writing() as session:
        if who == "dealer-two":
            other = add_staff(session, who, Role.DEALER, at=NOON)
            other.password_hash = hashes.hash(PASSWORD)
            other.totp_sealed = other.totp_confirmed_at = None
        staff = session.exec(select(StaffRow).where(StaffRow.username == oscar)).one()
        staff.left_at = NOON if who == "left" else None
    name = oscar if who == "left" else who
    sent = EARLY | {"choice": "void"} | seen(console)
    sent |= {"decider": name, "password": PASSWORD}
    response = sign_in(Role.DEALER).post("/desk/tables/4/ruling", data=form(**sent))
    assert response.status_code == 409
    assert not rows(house, RulingRow)


@pytest.mark.rule("HOUSE-RULING-6")
def test_a_second_factor_is_asked_of_those_who_have_one(house, sign_in, oscar):
    console = dealt(house)
    with house.writing() as session:
        staff = session.exec(select(StaffRow).where(StaffRow.username == oscar)).one()
        staff.totp_confirmed_at, staff.totp_sealed = NOON, "-"
    sent = EARLY | {"choice": "void"} | seen(console)
    sent |= {"decider": oscar, "password": PASSWORD}
    response = sign_in(Role.DEALER).post("/desk/tables/4/ruling", data=form(**sent))
    assert response.status_code == 409
    assert "HOUSE-RULING-6" in response.text


@pytest.mark.rule("HOUSE-RULING-7")
def test_a_stale_ruling_is_shown_anew(house, sign_in):
    console = dealt(house)
    sent = form(**WRONG, round=console.round, expected=console.seq - 1)
    response = sign_in(Role.DEALER).post("/desk/tables/4/ruling", data=sent)
    assert response.status_code == 409
    assert "HOUSE-RULING-7" in response.text
    assert f'name="expected" value="{console.seq}"' in response.text


def test_the_same_form_twice_rules_once(house, sign_in):
    console = dealt(house)
    client, sent = sign_in(Role.DEALER), None
    sent = form(**WRONG, **seen(console))
    first = client.post("/desk/tables/4/ruling", data=sent)
    again = client.post("/desk/tables/4/ruling", data=sent)
    assert first.headers["Location"] == again.headers["Location"]
    assert len(rows(house, RulingRow)) == 1


@pytest.mark.rule("HOUSE-RULING-8")
def test_tasks_are_done_on_the_rulings_page(house, sign_in):
    console = dealt(house)
    row = done(rule(console, "deck-fault", count="51"))
    client = sign_in(Role.SUPERVISOR)
    page = client.get(f"/desk/rulings/{row.pk}").text
    assert "One thing is still to be done" in page
    assert "surveillance" in page
    sent = form(happened="done", place="1", note="Verified.")
    assert client.post(f"/desk/rulings/{row.pk}/events", data=sent).status_code == 303
    assert "Verified." in client.get(f"/desk/rulings/{row.pk}").text
    again = form(happened="done", place="1")
    assert client.post(f"/desk/rulings/{row.pk}/events", data=again).status_code == 409
    bad = form(happened="sung", place="one")
    assert client.post(f"/desk/rulings/{row.pk}/events", data=bad).status_code == 422


@pytest.mark.rule("HOUSE-RULING-5")
def test_the_book_filters(house, sign_in):
    console = dealt(house)
    done(rule(console, "wrong-hand-count", seat="3", cards="3"))
    client = sign_in(Role.INSPECTOR)

    def found(**wanted):
        return client.get("/desk/rulings/", query_string=wanted)

    assert "Ruling 4-261120-1" in found().text
    assert "Ruling 4-261120-1" in found(table=4, day="2026-11-20", rule="STAR4").text
    assert "No ruling fits" in found(table=5).text
    assert found(table="x").status_code == 422
    assert found(day="2026-13-40").status_code == 422
    assert client.get("/desk/rulings/12345").status_code == 404


def test_a_practice_table_rules_and_keeps_nothing(house, sign_in):
    open_table(house, "STAR4")
    with house.writing() as session:
        table = services.get(session, 4, lock=True)
        table.status = TableStatus.CLOSED
    console = Console(house)
    opened = console.open(practice=True, options={"cards": "dealt"})
    assert opened.practice
    ante_all(console, (2, 3))
    response = sign_in(Role.DEALER).post(
        "/desk/tables/4/ruling", data=form(**WRONG, **seen(console))
    )
    assert response.status_code == 303, response.text
    assert not rows(house, RulingRow)


# Seats, payments, corrections.


def test_chips_are_declared_on_the_page(house, sign_in):
    table_of(house)
    limited(house, NAMES[0], 500_00)
    client = sign_in(Role.DEALER)
    page = client.get("/desk/tables/4/seats").text
    assert "2 players sit at table 4" in page
    assert "not declared" in page
    sent = form(chips="brought", seen="300", declared="250.50")
    assert client.post("/desk/tables/4/seats/2/chips", data=sent).status_code == 303
    [row] = rows(house, DeclaredRow)
    assert (row.seen, row.declared) == (300_00, 250_50)
    for bad in ({"seen": "x"}, {"declared": ""}, {"chips": "eaten"}):
        answer = client.post(
            "/desk/tables/4/seats/2/chips",
            data=form(**(sent | bad)) | {"_key": next(keys)},
        )
        assert answer.status_code == 422
    gone = client.post("/desk/tables/4/seats/6/chips", data=form(**sent))
    assert gone.status_code in {404, 409}


@pytest.mark.rule("STAR4-13.4")
def test_a_supervisor_stops_the_betting(house, sign_in):
    console = table_of(house)
    limited(house, NAMES[0], 500_00)
    assert (
        sign_in(Role.DEALER)
        .post("/desk/tables/4/seats/2/pause", data=form())
        .status_code
        == 403
    )
    client = sign_in(Role.SUPERVISOR, username="sue")
    assert client.post("/desk/tables/4/seats/2/pause", data=form()).status_code == 303
    assert "paused" in client.get("/desk/tables/4/seats").text
    refused = console.tap("ante", seat=2, amount=10_00)
    assert "STAR4-13.4" in {r.cite.id for r in refused.refusals}
    go_on = form(resume="1")
    assert client.post("/desk/tables/4/seats/2/pause", data=go_on).status_code == 303


def test_invalid_wagers_and_cut_backs_on_the_page(house, sign_in):
    dealt(house)
    client = sign_in(Role.SUPERVISOR)
    nothing = client.post("/desk/tables/4/seats/2/invalid", data=form())
    assert nothing.status_code == 409
    assert "STAR4-11.16" in nothing.text
    none = client.post("/desk/tables/4/seats/2/cut-back", data=form())
    assert none.status_code == 409
    sent = form(holder="Somebody Else", claims=["an agent"])
    assert client.post("/desk/tables/4/seats/2/invalid", data=sent).status_code == 303
    [row] = rows(house, RulingRow)
    assert row.rule_id == "STAR4-11.16.2"


def test_what_was_paid_is_keyed_on_the_page(house, sign_in):
    console = dealt(house)
    for seat in (2, 3):
        console.must("fold", seat=seat)
    console.must("close")
    client = sign_in(Role.DEALER)
    page = f"/desk/tables/4/rounds/{console.round}/paid"
    assert "What were the seats paid?" in client.get(page).text
    assert client.post(page, data=form(seat="2", paid="0")).status_code == 303
    assert client.post(page, data=form(seat="3", paid="5")).status_code == 303
    told = client.get(page).text
    assert "One seat was paid wrongly" in told
    assert ">$5 too much</a>" in told
    assert client.post(page, data=form(seat="3", paid="5")).status_code == 409
    assert client.post(page, data=form(seat="3", paid="lots")).status_code == 422
    assert client.get("/desk/tables/4/rounds/99/paid").status_code == 404


@pytest.mark.rule("HOUSE-ROUNDS-13")
def test_a_correction_shows_its_effect_first(house, sign_in):
    console = dealt(house)
    console.must("bet", seat=2, amount=30_00)
    bet = console.seq
    console.must("fold", seat=3)
    finish(console)
    client = sign_in(Role.SUPERVISOR)
    page = f"/desk/tables/4/rounds/{console.round}/correction"
    assert "See what the correction changes" in client.get(page).text
    sent = {"reason": "It was twenty.", "expected": console.seq, f"amount-{bet}": "20"}
    before = console.lines()
    shown = client.post(page, data=form(**sent))
    assert console.lines() == before
    assert shown.status_code == 200, shown.text
    assert "This is what the correction changes" in shown.text
    applied = client.post(page, data=form(**sent, confirm="1"))
    assert applied.status_code == 303, applied.text
    assert console.lines() != before
    silent = client.post(page, data=form(**(sent | {"reason": ""}), confirm="1"))
    assert silent.status_code == 409
    assert sign_in(Role.DEALER).get(page).status_code == 403
    assert "correct round" in {row.kind for row in rows(house, ActionRow)}


def finish(console):
    """Play the round to its end, with the least of every bet."""
    while not finish_step(console, {}).position.over:
        pass


def test_the_desk_says_which_deal_waits(house, sign_in):
    console = dealt(house)
    done(rule(console, "deck-fault", count="51"))
    page = sign_in(Role.SUPERVISOR).get("/desk/").text
    assert "The next deal at table 4 waits" in page
    assert "STAR4-11.9.3" in page
