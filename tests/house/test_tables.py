"""Tables: what the documents let a table be, and who may open which."""

import re
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from sqlmodel import select

from house.audit import Actor
from house.audit.models import AuditRow
from house.desk.items import on_the_desk
from house.floor.models import Device, TableRow, TableStatus
from house.floor.tables import services
from house.floor.tables.moon import places
from house.floor.tables.rules import Layout, check, for_tournament
from house.floor.tables.services import Act
from house.people.models import StaffRoleRow, StaffRow
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import VIC99
from tests.house.conftest import NOON, add_staff
from tests.house.test_patrons import sent, version_in

PLAIN = Layout(
    number=4,
    game="mississippi_stud",
    rulebook="CROWN3",
    seats=6,
    device=Device.SHUFFLER,
    minimum_cents=15_00,
    maximum_cents=500_00,
    unit_cents=5_00,
)
RUTH = Act(Actor("ruth", "Ruth", "director"), NOON)
FORM = {
    "number": "4",
    "game": "mississippi_stud",
    "rulebook": "CROWN3",
    "seats": "6",
    "device": "shuffler",
    "minimum_cents": "15",
    "maximum_cents": "500",
    "unit_cents": "5",
}


def cites(layout, now=NOON):
    return [refusal.cite.id for refusal in check(layout, now)]


def add(db, **changes):
    with db.writing() as session:
        table = services.set_up(session, replace(PLAIN, **changes), RUTH)
    assert isinstance(table, TableRow)
    return table.number


def staff_id(db, username):
    with db.reading() as session:
        return (
            session.exec(select(StaffRow).where(StaffRow.username == username)).one().pk
        )


def assign(db, number, username):
    with db.writing() as session:
        table = services.get(session, number)
        assert not isinstance(
            services.assign(session, table, staff_id(db, username), RUTH), tuple
        )
        assert table.supervisor_id == staff_id(db, username)


def status(db, number=4):
    with db.reading() as session:
        return services.get(session, number).status


@pytest.mark.parametrize(
    ("rule", "game", "document", "least", "most"),
    [
        ("CROWN3-2.1", "mississippi_stud", "CROWN3", 1, 9),
        ("MASS-11P(c)", "mississippi_stud", "MASS", 1, 7),
        ("HOUSE-FLOOR-1", "mississippi_stud", "NSW3", 1, 9),
        ("HOUSE-FLOOR-1", "mississippi_stud", "STAR4", 1, 9),
        ("HOUSE-FLOOR-1", "caribbean_stud", "VIC99", 1, 9),
        ("VIC99-N26-2.1", "baccarat", "VIC99", 5, 14),
    ],
)
def test_places_as_the_document_says(rule, game, document, least, most):
    table = replace(PLAIN, game=game, rulebook=document)
    for seats in (least, most):
        assert cites(replace(table, seats=seats)) == []
    for seats in (least - 1, most + 1):
        assert cites(replace(table, seats=seats)) == [rule]


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ("NSW3-6.6.2", {"rulebook": "NSW3", "low_limit": True, "device": Device.SHOE}),
        (
            "STAR4-6.7.2",
            {"rulebook": "STAR4", "low_limit": True, "device": Device.SHOE},
        ),
        ("HOUSE-FLOOR-4", {"low_limit": True}),
        ("HOUSE-FLOOR-4", {"cashless": True}),
        ("HOUSE-FLOOR-3", {"game": "baccarat"}),
        ("HOUSE-FLOOR-3", {"rulebook": "VIC99"}),
        ("HOUSE-FLOOR-3", {"game": "two-up"}),
        ("HOUSE-FLOOR-8", {"number": 0}),
        ("HOUSE-FLOOR-8", {"number": 1000}),
        ("CROWN3-6.1:fn1-s66(1)(a)", {"maximum_cents": 10_00}),
        ("CROWN3-6.1:fn1-s66(1)(a)", {"minimum_cents": 0}),
        ("STAR4-6.1", {"rulebook": "STAR4", "minimum_cents": 12_00}),
        ("NSW3-6.1", {"rulebook": "NSW3", "maximum_cents": 502_00}),
        (
            "VIC99-N25-6.1",
            {"rulebook": "VIC99", "game": "caribbean_stud", "unit_cents": 0},
        ),
        ("HOUSE-FLOOR-2", {"rulebook": "MASS", "maximum_cents": 10_00}),
        ("VIC99-N24-sch-21", {"rulebook": "VIC99", "game": "superbucks_blackjack"}),
    ],
)
def test_what_a_table_cannot_be(rule, changes):
    assert cites(replace(PLAIN, **changes)) == [rule]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"number": 1},
        {"number": 999},
        {"maximum_cents": 15_00},
        {"rulebook": "NSW3", "low_limit": True},
        {"rulebook": "STAR4", "low_limit": True, "cashless": True},
    ],
)
def test_what_a_table_may_be(changes):
    assert cites(replace(PLAIN, **changes)) == []


@pytest.mark.parametrize(
    ("rule", "game", "edition"),
    [
        ("VIC99-N25-effect", "caribbean_stud", "Notice 25"),
        ("VIC99-N26-effect", "baccarat", "Notice 26"),
    ],
)
def test_a_game_is_offered_from_the_minute_its_notice_holds(rule, game, edition):
    begins = next(e for e in VIC99.editions if e.name == edition).in_force_from
    table = replace(PLAIN, rulebook="VIC99", game=game)
    assert cites(table, begins - timedelta(minutes=1)) == [rule]
    assert cites(table, begins) == []


def test_every_reason_at_once():
    wrong = replace(PLAIN, rulebook="STAR4", seats=10, low_limit=True, maximum_cents=1)
    wrong = replace(wrong, device=Device.SHOE)
    assert cites(wrong) == ["HOUSE-FLOOR-1", "STAR4-6.7.2", "STAR4-6.1", "STAR4-6.1"]


@pytest.mark.rule("NSW3-6.6.1", "STAR4-6.7.1")
@pytest.mark.parametrize(
    ("document", "low", "cited"),
    [
        ("NSW3", True, ["NSW3-6.6.1"]),
        ("STAR4", True, ["STAR4-6.7.1"]),
        ("STAR4", False, []),
    ],
)
def test_a_low_limit_table_holds_no_tournament(db, document, low, cited):
    add(db, rulebook=document, low_limit=low)
    with db.reading() as session:
        table = services.get(session, 4)
        assert [r.cite.id for r in for_tournament(table)] == cited


@pytest.mark.rule("NSW3-6.6", "STAR4-6.7")
@pytest.mark.parametrize(
    ("document", "cited"),
    [
        ("NSW3", ["NSW3-6.6", "NSW3-6.6.1", "NSW3-6.6.2"]),
        ("STAR4", ["STAR4-6.7", "STAR4-6.7.1", "STAR4-6.7.2"]),
    ],
)
def test_the_page_of_a_low_limit_table_says_what_follows(db, sign_in, document, cited):
    add(db, rulebook=document, low_limit=True)
    client = sign_in(Role.DIRECTOR)
    page = client.get("/desk/tables/4").text
    assert all(f">{rule}</a>" in page for rule in cited)
    add(db, number=5, rulebook=document)
    plain = client.get("/desk/tables/5").text
    assert not any(f">{rule}</a>" in plain for rule in cited)


@pytest.mark.parametrize("role", [Role.ADMIN, Role.DIRECTOR])
def test_a_table_is_set_up_closed(db, sign_in, role):
    client = sign_in(role)
    answer = client.post("/desk/tables/new", data=sent(**FORM))
    assert (answer.status_code, answer.location) == (303, "/desk/tables/4")
    assert (
        "Table 4 is closed and has no supervisor." in client.get("/desk/tables/4").text
    )
    assert status(db) is TableStatus.CLOSED
    with db.reading() as session:
        act = AuditRow.act == "set up table"
        assert session.exec(select(AuditRow).where(act)).one().after["seats"] == 6


@pytest.mark.rule("HOUSE-FLOOR-8")
def test_a_number_is_one_tables(db, sign_in):
    add(db)
    answer = sign_in(Role.DIRECTOR).post("/desk/tables/new", data=sent(**FORM))
    assert answer.status_code == 409
    assert "There is a table 4 already." in answer.text


@pytest.mark.rule("HOUSE-FLOOR-8")
def test_a_number_taken_in_the_same_moment_is_refused_as_well(db):
    add(db)
    with db.writing() as session:
        verdict = services._insert(session, PLAIN)
        assert verdict.cites[0].id == "HOUSE-FLOOR-8"
        assert services.set_up(session, replace(PLAIN, number=5), RUTH).number == 5


@pytest.mark.rule("VIC99-N24-sch-21")
def test_a_withdrawn_game_is_refused_by_name(sign_in):
    form = sent(**FORM | {"game": "superbucks_blackjack", "rulebook": "VIC99"})
    answer = sign_in(Role.DIRECTOR).post("/desk/tables/new", data=form)
    assert answer.status_code == 409
    gone = "Superbucks Blackjack was withdrawn on 8 November 1999 at 04:00."
    assert gone in answer.text
    assert "VIC99-N24-sch-21" in answer.text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", "four"),
        ("number", ""),
        ("seats", "6.5"),
        ("device", "hat"),
        ("minimum_cents", "lots"),
        ("unit_cents", "-5"),
    ],
)
def test_what_cannot_be_read_keeps_what_was_typed(sign_in, field, value):
    answer = sign_in(Role.DIRECTOR).post(
        "/desk/tables/new",
        data=sent(**FORM | {"maximum_cents": "499.95", field: value}),
    )
    assert answer.status_code == 422
    assert 'value="499.95"' in answer.text


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"number": "9" * 30}, 422),
        ({"seats": "-1"}, 422),
        ({"seats": "9999"}, 409),
        ({"minimum_cents": " "}, 422),
        ({"maximum_cents": "9" * 14}, 422),
        ({"maximum_cents": "1,000,000.05"}, 409),
    ],
)
def test_absurd_numbers_are_refused(sign_in, values, status):
    form = sent(**FORM | values)
    answer = sign_in(Role.DIRECTOR).post("/desk/tables/new", data=form)
    assert answer.status_code == status


@pytest.mark.rule("HOUSE-STALE-1")
def test_a_stale_change_is_refused_and_shows_both(db, sign_in):
    add(db)
    client = sign_in(Role.DIRECTOR)
    seen = version_in(client.get("/desk/tables/4/edit"))
    first = sent(**FORM | {"seats": "7", "version": seen})
    assert client.post("/desk/tables/4/edit", data=first).status_code == 303
    mine = FORM | {"seats": "8", "version": seen}
    answer = client.post("/desk/tables/4/edit", data=sent(**mine))
    assert answer.status_code == 409
    assert "HOUSE-STALE-1" in answer.text
    assert "<td>7</td><td><b>8</b></td>" in answer.text
    again = sent(**mine | {"version": version_in(answer)})
    assert client.post("/desk/tables/4/edit", data=again).status_code == 303
    with db.reading() as session:
        assert services.get(session, 4).seats == 8


@pytest.mark.rule("HOUSE-FLOOR-5")
def test_an_open_table_does_not_change(db, sign_in):
    add(db)
    client = sign_in(Role.DIRECTOR)
    sign_in(Role.SUPERVISOR, username="priya")
    assign(db, 4, "priya")
    assert client.post("/desk/tables/4/open", data=sent(checked="1")).status_code == 303
    seen = version_in(client.get("/desk/tables/4/edit"))
    form = sent(**FORM | {"seats": "7", "version": seen})
    answer = client.post("/desk/tables/4/edit", data=form)
    assert answer.status_code == 409
    assert "HOUSE-FLOOR-5" in answer.text
    with db.reading() as session:
        assert services.get(session, 4).seats == 6


@pytest.mark.rule("HOUSE-FLOOR-7")
def test_a_supervisor_opens_and_closes_only_their_own_table(db, sign_in):
    add(db)
    priya = sign_in(Role.SUPERVISOR, username="priya")
    oscar = sign_in(Role.SUPERVISOR, username="oscar")
    assign(db, 4, "priya")
    turned_away = oscar.post("/desk/tables/4/open", data=sent(checked="1"))
    assert turned_away.status_code == 403
    assert "Table 4 is not yours." in turned_away.text
    assert status(db) is TableStatus.CLOSED
    assert priya.post("/desk/tables/4/open", data=sent(checked="1")).status_code == 303
    assert status(db) is TableStatus.OPEN
    assert oscar.post("/desk/tables/4/close", data=sent()).status_code == 403
    asked = priya.get("/desk/tables/4/close").text
    assert "Close table 4 now?" in asked
    assert "Its signs come down" in asked
    assert status(db) is TableStatus.OPEN
    assert priya.post("/desk/tables/4/close", data=sent()).status_code == 303
    with db.reading() as session:
        entries = session.exec(select(AuditRow).order_by(AuditRow.number)).all()
    refusals = [e for e in entries if "HOUSE-FLOOR-7" in e.rules]
    assert [(e.actor, e.verdict) for e in refusals] == [("oscar", "refused")] * 2


@pytest.mark.rule("HOUSE-FLOOR-7")
@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.DEPUTY])
def test_directors_and_deputies_run_any_table(db, sign_in, role):
    add(db)
    sign_in(Role.SUPERVISOR, username="priya")
    assign(db, 4, "priya")
    client = sign_in(role)
    assert client.post("/desk/tables/4/open", data=sent(checked="1")).status_code == 303
    assert client.post("/desk/tables/4/close", data=sent()).status_code == 303


@pytest.mark.rule("HOUSE-STEP-1")
def test_a_step_already_taken_is_refused(db, sign_in):
    add(db)
    sign_in(Role.SUPERVISOR, username="priya")
    assign(db, 4, "priya")
    client = sign_in(Role.DIRECTOR)
    closed = client.post("/desk/tables/4/close", data=sent())
    assert closed.status_code == 409
    assert "closed already" in closed.text
    client.post("/desk/tables/4/open", data=sent(checked="1"))
    assert client.post("/desk/tables/4/open", data=sent(checked="1")).status_code == 409


@pytest.mark.rule("HOUSE-FLOOR-6")
def test_no_table_opens_or_stays_open_without_a_supervisor(db, sign_in):
    add(db)
    client = sign_in(Role.DIRECTOR)
    refused = client.post("/desk/tables/4/open", data=sent(checked="1"))
    assert refused.status_code == 409
    assert "has no supervisor" in refused.text
    sign_in(Role.SUPERVISOR, username="priya")
    priya = staff_id(db, "priya")
    url = "/desk/tables/4/supervisor"
    assert client.post(url, data=sent(supervisor=priya)).status_code == 303
    assert client.post("/desk/tables/4/open", data=sent(checked="1")).status_code == 303
    taken = client.post(url, data=sent(supervisor=""))
    assert taken.status_code == 409
    assert "Give it another supervisor" in taken.text
    client.post("/desk/tables/4/close", data=sent())
    assert client.post(url, data=sent(supervisor="")).status_code == 303


@pytest.mark.rule("HOUSE-FLOOR-6")
@pytest.mark.parametrize("who", ["dealer", "99", "-1", "x", "9" * 30])
def test_only_a_supervisor_is_assigned(db, sign_in, who):
    add(db)
    sign_in(Role.DEALER)
    chosen = staff_id(db, "dealer") if who == "dealer" else who
    client = sign_in(Role.DEPUTY)
    answer = client.post("/desk/tables/4/supervisor", data=sent(supervisor=chosen))
    assert answer.status_code == 409
    assert "not a table supervisor" in answer.text


@pytest.mark.rule("HOUSE-FLOOR-6")
@pytest.mark.parametrize("how", ["left", "revoked"])
def test_a_supervisor_who_no_longer_is_one_opens_nothing(db, sign_in, how):
    add(db)
    sign_in(Role.SUPERVISOR, username="priya")
    assign(db, 4, "priya")
    with db.writing() as session:
        priya = session.get_one(StaffRow, staff_id(db, "priya"))
        role = session.exec(
            select(StaffRoleRow).where(StaffRoleRow.staff_id == priya.pk)
        ).one()
        if how == "left":
            priya.left_at = NOON
        else:
            role.revoked_at = NOON
    answer = sign_in(Role.DIRECTOR).post("/desk/tables/4/open", data=sent(checked="1"))
    assert answer.status_code == 409
    assert "no longer is one" in answer.text


@pytest.mark.rule("HOUSE-ACCESS-1")
def test_everybody_sees_the_floor_and_few_may_change_it(db, sign_in):
    add(db)
    for role in (Role.DEALER, Role.CASHIER, Role.INSPECTOR, Role.SUPERVISOR):
        client = sign_in(role)
        assert "Every table is closed." in client.get("/desk/tables/").text
        assert client.get("/desk/tables/4").status_code == 200
        assert client.post("/desk/tables/new", data=sent(**FORM)).status_code == 403
        assert client.post("/desk/tables/4/supervisor", data=sent()).status_code == 403
    for path in ("5", "0", "99999999999999999999"):
        assert client.get(f"/desk/tables/{path}").status_code == 404
        assert client.post(f"/desk/tables/{path}/open", data=sent()).status_code == 404


def test_an_empty_floor_says_so(sign_in):
    assert "no table on the floor yet" in sign_in(Role.DEALER).get("/desk/tables/").text


def test_each_place_is_drawn(db, sign_in):
    add(db, seats=7)
    page = sign_in(Role.DEALER).get("/desk/tables/4").text
    assert len(re.findall(r"<circle ", page)) == 7


@pytest.mark.parametrize("count", range(1, 15))
def test_places_do_not_touch_and_stay_in_the_picture(count):
    seats = places(count)
    assert len(seats) == count
    for one, two in pairwise(seats):
        apart = ((one.x - two.x) ** 2 + (one.y - two.y) ** 2) ** 0.5
        assert apart > one.r + two.r
    for seat in seats:
        assert seat.r <= seat.x <= 64 - seat.r
        assert seat.r <= seat.y <= 38 - seat.r
    assert places(0) == ()


def signed(db, username, *roles):
    return Staff(
        staff_id(db, username), username, username, frozenset(roles), 1, None, None
    )


def test_the_desks_say_what_the_floor_needs(app, db):
    add(db)
    add(db, number=5)
    with db.writing() as session:
        add_staff(session, "priya", Role.SUPERVISOR, at=NOON)
        add_staff(session, "ruth", Role.DIRECTOR, at=NOON)
    assign(db, 4, "priya")
    priya = signed(db, "priya", Role.SUPERVISOR)
    ruth = signed(db, "ruth", Role.DIRECTOR)
    with app.test_request_context(), db.reading() as session:
        own = on_the_desk(session, priya, NOON)
        assert [i.title for i in own] == ["Table 4 is closed"]
        all_ = on_the_desk(session, ruth, NOON)
        assert "Table 5 cannot open" in [i.title for i in all_]
        assert "Table 4 cannot open" not in [i.title for i in all_]
