"""The pages of meters: who may do what, every input answered, the public screen."""

import re
from datetime import timedelta

import pytest
import time_machine
from sqlmodel import select

from house import clock
from house.desk.items import on_the_desk
from house.floor.meters import chart
from house.floor.meters.models import (
    ClaimState,
    MeterChangeRow,
    MeterClaimRow,
    MeterEntryRow,
    MeterRow,
    MeterStatus,
    MeterTableRow,
)
from house.floor.meters.pages import exact
from house.floor.meters.queries import values_at
from house.people.models import StaffSessionRow
from house.people.roles import Role
from house.people.sessions import Staff
from tests.house.conftest import NOON
from tests.house.meters import (
    CROWN,
    CROWN_2,
    FLUSH,
    LEAVE,
    ROYAL,
    VIC,
    act,
    announce,
    claim,
    drafted,
    feed,
    find,
    opened,
    sign_up,
    table,
)
from tests.house.test_patrons import sent


@pytest.fixture(autouse=True)
def an_hour_past_noon():
    with time_machine.travel(NOON + timedelta(hours=1), tick=True):
        yield


@pytest.fixture
def meter(db):
    with db.writing() as session:
        return opened(session, CROWN, (7, 8)).pk


@pytest.fixture
def director(sign_in, db):
    """A director who has only just shown who it is."""
    client = sign_in(Role.DIRECTOR)
    with db.writing() as session:
        for row in session.exec(select(StaffSessionRow)):
            row.stepped_up_at = clock.now()
    return client


def kept(db, kind, **where):
    with db.reading() as session:
        return session.exec(select(kind).filter_by(**where)).all()


def test_the_list_and_the_pages_say_how_things_stand(db, sign_in, meter):
    client = sign_in(Role.COMPLIANCE)
    page = client.get("/desk/meters/").text
    assert "Grand shows $10,000." in page
    page = client.get(f"/desk/meters/{meter}").text
    assert "Grand shows $10,000." in page
    for rule in ("CROWN3-9.3", "CROWN3-9.3.1", "CROWN3-10.1.1", "HOUSE-METERS-1"):
        assert f">{rule}</a>" in page
    assert client.get(f"/desk/meters/{meter}/care").status_code == 200
    for path in ("99", "99/care", "99/claims/1", f"{meter}/claims/1", str(2**40)):
        assert client.get(f"/desk/meters/{path}").status_code == 404


def test_an_empty_house_says_so(sign_in):
    assert (
        "There is no prize meter yet." in sign_in(Role.DEALER).get("/desk/meters/").text
    )


@pytest.mark.parametrize(
    ("path", "roles"),
    [
        ("new", {Role.DIRECTOR, Role.DEPUTY}),
        ("{}/open", {Role.DIRECTOR, Role.DEPUTY}),
        ("{}/contributions", {Role.DIRECTOR, Role.DEPUTY, Role.SUPERVISOR}),
        ("{}/changes/new", {Role.DIRECTOR, Role.DEPUTY}),
        ("{}/corrections", {Role.DIRECTOR}),
        ("{}/alarm", {Role.DIRECTOR}),
        ("{}/claims/1/withdraw", {Role.DIRECTOR}),
    ],
)
@pytest.mark.rule("HOUSE-ACCESS-1")
def test_others_are_turned_away(db, sign_in, meter, path, roles):
    for role in (Role.DEALER, Role.CASHIER, Role.COMPLIANCE, Role.INSPECTOR):
        if role not in roles:
            answer = sign_in(role).post(
                f"/desk/meters/{path.format(meter)}", data=sent()
            )
            assert answer.status_code == 403


@pytest.mark.parametrize("code", ["CROWN3", "MASS", "NSW3", "STAR4", "VIC99"])
def test_a_meter_is_drafted_under_each_document(db, director, code):
    path = f"/desk/meters/new?under={code}"
    assert director.get(path).status_code == 200
    assert director.post(path, data=sent(name="")).status_code == 422
    form = sent(name="Grand", option="option-2", seed="20000", price_cents="2")
    form |= {"seed_cents": "50,000", "rate": "20.5", "pay_table": "MS Stud-01"}
    form |= {"sign_flush": "100", "bonus_flush": "x"}
    made = director.post(path, data=form)
    assert made.status_code == 303
    [meter] = kept(db, MeterRow)
    crown = code == "CROWN3"
    assert meter.rulebook == code
    assert meter.reseed_cents == (40_000_00 if crown else 50_000_00)
    assert meter.rate_millionths == (294_700 if crown else 205_000)
    assert meter.pay_table
    page = director.get(made.location).text
    assert "cannot open yet" in page
    assert director.get(f"{made.location}/edit").status_code == 200
    again = director.post(path, data=sent(**form))
    assert again.status_code == 409
    assert "HOUSE-METERS-13" in again.text


def test_bad_terms_are_said_at_their_field(director):
    path = "/desk/meters/new?under=NSW3"
    for bad in ({"rate": "a lot"}, {"seed_cents": "1.234"}, {"sign_flush": "x"}):
        answer = director.post(path, data=sent(name="Grand", **bad))
        assert answer.status_code == 422
        assert 'aria-invalid="true"' in answer.text
    assert director.get("/desk/meters/new?under=SUPER").status_code == 404


def test_a_draft_is_linked_changed_and_opened(db, director):
    with db.writing() as session:
        meter = drafted(session, CROWN, ()).pk
        table(session, 7)
        table(session, 8)
    path = f"/desk/meters/{meter}"
    refused = director.post(f"{path}/open", data=sent())
    assert refused.status_code == 409
    assert "CROWN3-9.1.1(a)" in refused.text
    for number in ("7", "8"):
        assert (
            director.post(f"{path}/tables", data=sent(table=number)).status_code == 303
        )
    assert director.post(f"{path}/tables", data=sent(table="7")).status_code == 409
    assert director.post(f"{path}/tables", data=sent(table="55")).status_code == 404
    assert director.post(f"{path}/tables/8/unlink", data=sent()).status_code == 303
    assert director.post(f"{path}/tables/8/unlink", data=sent()).status_code == 409
    version = re.search(
        r'name="version"[^>]*value="(\d+)"', director.get(f"{path}/edit").text
    )
    form = {"name": "Better", "option": "option-1", "seed": "10000", "price_cents": "1"}
    saved = director.post(f"{path}/edit", data=sent(version=version[1], **form))
    assert saved.status_code == 303
    stale = director.post(f"{path}/edit", data=sent(version=version[1], **form))
    assert stale.status_code == 409
    assert "HOUSE-STALE-1" in stale.text
    assert director.post(f"{path}/edit", data=sent(name="")).status_code == 422
    assert "CROWN3-2.5" in director.post(f"{path}/open", data=sent()).text
    seen = f"{path}/tables/7/look"
    assert director.post(seen, data=sent(shown="a lot")).status_code == 422
    assert director.post(seen, data=sent(has_spots="y")).status_code == 303
    assert "looked at" in director.get(path).text
    assert director.post(f"{path}/open", data=sent()).status_code == 303
    assert director.post(seen, data=sent(has_spots="y")).status_code == 409  # too late
    [row] = kept(db, MeterRow)
    assert (row.name, row.status, row.value_cents) == (
        "Better",
        MeterStatus.OPEN,
        10_000_00,
    )


@pytest.mark.rule("HOUSE-ACCESS-6")
def test_grave_acts_ask_who_it_is(db, sign_in, meter):
    client = sign_in(Role.DIRECTOR)
    with db.writing() as session:
        claimed = claim(session, session.get_one(MeterRow, meter), (1, FLUSH)).pk
    for path in ("corrections", "alarm", f"claims/{claimed}/confirm"):
        answer = client.post(f"/desk/meters/{meter}/{path}", data=sent())
        assert answer.status_code == 401
    assert kept(db, MeterClaimRow)[0].state is ClaimState.WAITING


def test_wagers_are_entered_once(db, sign_in, meter):
    client = sign_in(Role.SUPERVISOR)
    path = f"/desk/meters/{meter}/contributions"
    form = sent(table="7", wagers="1000", round="118")
    for _ in range(2):
        assert client.post(path, data=form).status_code == 303
    assert kept(db, MeterRow)[0].value_cents == 10_340_60
    for bad in ({"wagers": "many"}, {"wagers": ""}, {"table": "9", "wagers": "1"}):
        assert client.post(path, data=sent(**({"table": "7"} | bad))).status_code == 422
    refused = client.post(path, data=sent(table="7", wagers="0"))
    assert refused.status_code == 409
    assert "HOUSE-METERS-11" in refused.text
    assert len(kept(db, MeterEntryRow)) == 2


@pytest.mark.rule("VIC99-N25-12.4")
def test_the_page_of_a_claim_asks_for_the_time_that_nothing_recorded(
    db, sign_in, director
):
    with db.writing() as session:
        meter = opened(session, VIC, (7,))
        session.exec(select(MeterTableRow)).one().recorder_works = False
        row = claim(session, meter, (3, FLUSH))
        path = f"/desk/meters/{meter.pk}/claims/{row.pk}"
    assert "VIC99-N25-12.4" in director.get(path).text
    assert director.post(f"{path}/confirm", data=sent()).status_code == 409
    wall = f"{NOON + timedelta(hours=10):%Y-%m-%dT%H:%M}"  # on the venue's clock
    dealer = sign_in(Role.DEALER, username="dee")
    said = {"fixed_at": wall, "officer": "V. Roy"}
    assert dealer.post(f"{path}/time", data=sent(**said)).status_code == 403
    empty = director.post(f"{path}/time", data=sent(fixed_at="", officer=""))
    assert empty.status_code == 422
    assert "Say who fixed the time." in empty.text
    assert director.post(f"{path}/time", data=sent(**said)).status_code == 303
    assert "V. Roy of Surveillance fixed" in director.get(path).text
    assert director.post(f"{path}/confirm", data=sent()).status_code == 303


def test_a_claim_goes_from_the_table_to_the_ledger(db, sign_in, director, meter):
    dealer = sign_in(Role.DEALER)
    path = f"/desk/meters/{meter}/claims"
    assert dealer.get(f"{path}/new").status_code == 200
    wall = f"{NOON + timedelta(hours=11):%Y-%m-%dT%H:%M}"
    form = {"table": "7", "shown_at": wall, "wager_3": "on", "hand_3": "straight_flush"}
    assert (
        dealer.post(f"{path}/new", data=sent(**form | {"shown_at": ""})).status_code
        == 422
    )
    nothing = dealer.post(f"{path}/new", data=sent(table="7", shown_at=wall))
    assert nothing.status_code == 409
    assert "HOUSE-METERS-14" in nothing.text
    entered = dealer.post(f"{path}/new", data=sent(**form))
    assert entered.status_code == 303
    page = dealer.get(entered.location).text
    assert "waits: $1,000 to confirm" in page
    assert "CROWN3-10.1.1" in page
    assert dealer.post(f"{entered.location}/confirm", data=sent()).status_code == 403
    assert director.post(f"{entered.location}/confirm", data=sent()).status_code == 303
    assert "is paid: $1,000" in dealer.get(entered.location).text
    again = director.post(f"{entered.location}/confirm", data=sent())
    assert again.status_code == 409
    royals = form | {"hand_3": "royal_flush", "wager_4": "on", "hand_4": "royal_flush"}
    blocked = dealer.post(f"{path}/new", data=sent(**royals))
    page = dealer.get(blocked.location).text
    assert "Card-integrity alarm" in page
    assert "HOUSE-JACKPOT-1" in page
    refused = director.post(f"{blocked.location}/confirm", data=sent())
    assert refused.status_code == 409
    gone = director.post(f"{blocked.location}/withdraw", data=sent(reason=""))
    assert gone.status_code == 409
    gone = director.post(f"{blocked.location}/withdraw", data=sent(reason="Cards"))
    assert gone.status_code == 303


def test_a_change_is_announced_and_signed(db, sign_in, director, meter):
    path = f"/desk/meters/{meter}/changes"
    assert director.get(f"{path}/new").status_code == 200
    form = {"option": "option-1", "seed": "10000"}
    bad = director.post(f"{path}/new", data=sent(kind="nonsense", **form))
    assert bad.status_code == 422
    refused = director.post(f"{path}/new", data=sent(kind="close", **form))
    assert refused.status_code == 409
    assert "CROWN3-9.1.1(j)" in refused.text
    stray = director.post(f"{path}/new", data=sent(kind="close", to="77", **form))
    assert stray.status_code == 404
    made = director.post(f"{path}/new", data=sent(kind="leave", table="8", **form))
    assert made.status_code == 303
    [change] = kept(db, MeterChangeRow)
    client = sign_in(Role.SUPERVISOR)
    signs = f"{path}/{change.pk}/signs/8"
    assert client.post(f"{signs}/down", data=sent()).status_code == 409
    assert client.post(f"{signs}/up", data=sent()).status_code == 303
    page = client.get(f"/desk/meters/{meter}").text
    assert "Table 8 leaves Grand" in page
    assert "1 of 1 sign is up" in page
    assert client.post(f"{signs}/down", data=sent()).status_code == 303
    assert client.post(f"{path}/99/signs/8/up", data=sent()).status_code == 404
    off = director.post(f"{path}/{change.pk}/call-off", data=sent())
    assert off.status_code == 303
    assert "Nothing is announced." in client.get(f"/desk/meters/{meter}").text


def test_looking_after_a_meter(db, director, meter):
    path = f"/desk/meters/{meter}"
    assert (
        director.post(f"{path}/display", data=sent(shown_cents="")).status_code == 422
    )
    fine = director.post(f"{path}/display", data=sent(shown_cents="10,000"))
    assert fine.status_code == 303
    low = director.post(f"{path}/display", data=sent(shown_cents="9,999.99"))
    assert low.status_code == 409
    assert "CROWN3-9.3" in low.text
    assert "An alarm stands on Grand." in director.get(path).text
    assert director.post(f"{path}/alarm", data=sent(reason="")).status_code == 409
    assert director.post(f"{path}/alarm", data=sent(reason="Loose")).status_code == 303
    form = {"what": "add", "amount": "5", "reason": "Found"}
    assert director.post(f"{path}/corrections", data=sent(**form)).status_code == 303
    assert kept(db, MeterRow)[0].value_cents == 10_005_00
    form |= {"what": "take", "amount": "6"}
    low = director.post(f"{path}/corrections", data=sent(**form))
    assert low.status_code == 409
    bad = director.post(f"{path}/corrections", data=sent(what="take", amount="x"))
    assert bad.status_code == 422
    report = sent(manual_cover="By hand")
    assert director.post(f"{path}/tables/7/equipment", data=report).status_code == 303
    assert "By hand" in director.get(path).text
    assert "was not open then" in director.get(f"{path}/care?at=2020-01-01T10:00").text
    read = director.get(f"{path}/care?at=2026-12-01T10:00").text
    assert "It showed <b>$10,005</b>" in read
    assert director.get(f"{path}/care?at=soon").status_code == 200


@pytest.mark.rule("CROWN3-9.5.3")
def test_a_supervisor_does_not_read_the_meter_as_it_was(sign_in, meter):
    page = sign_in(Role.SUPERVISOR).get(
        f"/desk/meters/{meter}/care?at=2026-12-01T10:00"
    )
    assert "This is not for a supervisor to decide." in page.text


@pytest.mark.rule("HOUSE-METERS-10", "CROWN3-9.1.1(l)", "CROWN3-9.1.1(k)")
def test_the_screen_is_public_polled_and_read_only(db, app, director, meter):
    with db.writing() as session:
        opened(session, CROWN_2, (9,), "Second")
        token = session.get_one(MeterRow, meter).token
    street = app.test_client()
    path = f"/display/meter/{token}"
    page = street.get(path)
    assert page.status_code == 200
    assert "$10,000" in page.text
    assert "Sign out" not in page.text
    assert "Second" not in page.text
    assert "$20,000" in street.get(f"{path}/all").text
    first = street.get(f"{path}/value")
    assert (first.status_code, "$10,000" in first.text) == (200, True)
    tag = {"If-None-Match": first.headers["ETag"]}
    assert street.get(f"{path}/value", headers=tag).status_code == 304
    with db.writing() as session:
        feed(session, session.get_one(MeterRow, meter), 100)
    later = street.get(f"{path}/value", headers=tag)
    assert (later.status_code, "$10,034.06" in later.text) == (200, True)
    assert "$10,034.06" in street.get(f"{path}/all/value").text
    assert street.get("/display/meter/guessed").status_code == 404
    assert street.post(path, data=sent()).status_code == 405
    moved = director.post(f"/desk/meters/{meter}/address", data=sent())
    assert moved.status_code == 303
    assert street.get(path).status_code == 404
    assert street.get(f"{path}/value").status_code == 404


def test_a_draft_has_nothing_to_show_on_its_screen(db, app):
    with db.writing() as session:
        token = drafted(session).token
    assert "Not open" in app.test_client().get(f"/display/meter/{token}").text


def test_desks_tell_of_alarms_claims_and_changes(db, app, meter):
    with db.writing() as session:
        row = session.get_one(MeterRow, meter)
        announce(session, row, LEAVE, 8)
        claim(session, row, (1, FLUSH))
        claim(session, row, (1, ROYAL), (2, ROYAL))
        row.alarm_at, row.alarm_rule, row.alarm_text = NOON, "CROWN3-9.3", "Too low."
    staff = Staff(1, "r", "Ruth", frozenset({Role.DIRECTOR}), 1, None, None)
    with db.reading() as session, app.test_request_context():
        told = {item.title: item for item in on_the_desk(session, staff, NOON)}
    assert told["An alarm stands on Grand"].cite.id == "CROWN3-9.3"
    assert told["A claim on Grand waits"].cite.id == "CROWN3-10.1.1"
    assert told["A claim on Grand is blocked"].cite.id == "HOUSE-JACKPOT-1"
    assert told["Table 8 leaves Grand"].why == "Signs missing: 1."
    with db.writing() as session:
        [change] = session.exec(select(MeterChangeRow)).all()
        sign_up(session, change, 8)
    with db.reading() as session, app.test_request_context():
        told = {item.title: item for item in on_the_desk(session, staff, NOON)}
    assert told["Table 8 leaves Grand"].due_at == NOON + timedelta(minutes=20)


def test_the_ledger_is_paged(db, sign_in, meter):
    with db.writing() as session:
        row = session.get_one(MeterRow, meter)
        for _ in range(20):
            feed(session, row, 1)
    client = sign_in(Role.DEALER)
    first = client.get(f"/desk/meters/{meter}").text
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    older = client.get(f"/desk/meters/{meter}?before=7").text
    assert 'rel="prev"' in older
    assert 'rel="next"' not in older
    assert client.get(f"/desk/meters/{meter}?before=x").status_code == 200


def test_the_chart_says_what_it_shows(db):
    with db.writing() as session:
        row = opened(session, CROWN, (7,))
        feed(session, row, 1_000, minutes=10)
        feed(session, row, 1_000, minutes=20)
        moments = [act(minutes=m).now for m in (-5, 0, 12, 25)]
        assert values_at(session, row, []) == []
        values = values_at(session, row, moments)
        assert values == [None, 10_000_00, 10_340_60, 10_681_20]
    drawn = chart.draw(moments, values, 10_000_00)
    assert [p.cents for p in drawn.points] == values[1:]
    assert chart.finding(drawn, lambda at: f"{at:%H:%M}") == (
        "The meter rose from $10,000 on 01:00 to $10,681.20 now, "
        "and was highest at $10,681.20 on 01:25."
    )
    fallen = chart.draw(moments, [1, 300_00, 100_00, 90_00], 100)
    assert len(fallen.falls) == 2
    assert "before 01:12 and 01:25." in chart.finding(fallen, lambda at: f"{at:%H:%M}")
    assert chart.draw(moments[:1], [5], 1) is None


def test_moves_are_written_to_the_last_part_of_a_cent():
    assert [exact(n) for n in (34_060_000, -1_000_00 * 10**6, 340_600, 1)] == [
        "+$0.3406",
        "−$1,000",
        "+$0.003406",
        "+$0.00000001",
    ]


def test_a_table_that_is_gone_from_the_page_is_not_found(db, director, meter):
    with db.reading() as session:
        assert find(session, 99) is None
    answer = director.post(f"/desk/meters/{meter}/tables/99/equipment", data=sent())
    assert answer.status_code == 404
