"""The staff: added, renamed, given roles, reset, ended; each refusal cites its rule."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import col, select

from house import clock
from house.audit import Actor
from house.audit.models import AuditRow, Verdict
from house.desk.items import on_the_desk
from house.people import sessions
from house.people.accounts import codes
from house.people.accounts.passwords import passwords
from house.people.models import StaffRoleRow, StaffRow, StaffSessionRow
from house.people.roles import Role
from house.people.sessions import Hurdle, Limits, Staff
from house.people.staff import rules as staff_rules
from house.people.staff import services as staff_services
from house.people.staff.changes import ChangeRequest
from house.people.staff.rules import Facts, Person
from house.web.once import RequestKeyRow
from rulebook import Refused
from tests.house.conftest import NOON, add_staff
from tests.house.test_sign_in import enter

_numbers = iter(range(10_000))


@pytest.fixture
def amy(db, sign_in):
    """Amy administers and has just confirmed that it is her."""
    client = sign_in(Role.ADMIN, username="amy")
    with db.writing() as session:
        session.exec(select(StaffSessionRow)).one().stepped_up_at = clock.now()
    return client


@pytest.fixture
def dee(db, amy):
    """Dee deals."""
    with db.writing() as session:
        return add_staff(session, "dee", Role.DEALER, at=clock.now())


def post(client, path: str, **data):
    key = f"staff-test-key-{next(_numbers):05}"
    return client.post(f"/desk/staff/{path}", data={"_key": key, **data})


def row_of(db, username: str) -> StaffRow:
    with db.reading() as session:
        return session.exec(select(StaffRow).where(StaffRow.username == username)).one()


def roles_of(db, staff) -> set[Role]:
    with db.reading() as session:
        return set(sessions.roles_of(session, staff.pk))


def last(db) -> AuditRow:
    with db.reading() as session:
        query = select(AuditRow).order_by(col(AuditRow.number).desc())
        return session.exec(query).first()


def shown_password(response) -> str:
    page = response.get_data(as_text=True)
    found = re.search(r'class="one-time">([^<]+)<', page)
    assert found, page
    return found[1]


@pytest.mark.rule("HOUSE-ACCESS-15")
def test_a_newcomer_signs_in_with_a_password_shown_once(app, db, amy):
    response = post(amy, "", username="Bob.B", name=" Bob Brown ", roles=["dealer"])
    password = shown_password(response)
    assert response.status_code == 200
    bob = row_of(db, "bob.b")
    assert (bob.name, roles_of(db, bob)) == ("Bob Brown", {Role.DEALER})
    assert last(db).after["roles"] == ["dealer"]
    with db.reading() as session:
        everything = str(session.exec(select(RequestKeyRow)).all())
        everything += str(session.exec(select(AuditRow)).all())
    assert password not in everything
    browser = app.test_client()
    assert enter(browser, "bob.b", password).location == "/desk/"
    assert browser.get("/desk/").location == "/desk/account/password"
    chosen = {"current": password, "password": "tall green lamps 7", "_key": "k" * 16}
    response = browser.post(
        "/desk/account/password", data={**chosen, "again": "tall green lamps 7"}
    )
    assert response.status_code == 303
    assert browser.get("/desk/").status_code == 200
    assert enter(app.test_client(), "bob.b", password).status_code == 401


@pytest.mark.rule("HOUSE-ACCESS-14")
def test_a_user_name_belongs_to_one_person_for_ever(db, amy, dee):
    post(amy, f"{dee.pk}/leave", version=dee.version, sure="y")
    response = post(amy, "", username="DEE", name="Another Dee")
    assert response.status_code == 409
    page = response.get_data(as_text=True)
    assert "The user name “dee” belongs to Dee." in page
    assert 'value="Another Dee"' in page
    assert last(db).rules == ["HOUSE-ACCESS-14"]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("username", "", "Give a user name."),
        ("username", "two words", "Use small letters"),
        ("username", "x" * 65, "Use small letters"),
        ("name", "  ", "Give the full name."),
        ("name", "x" * 121, "longer than 120"),
        ("roles", "king", "not a valid choice"),
    ],
)
def test_a_wrong_form_says_what_is_wrong_and_adds_nobody(
    db, amy, field, value, sentence
):
    data = {"username": "bob", "name": "Bob", "roles": "dealer", field: value}
    response = post(amy, "", **data)
    assert response.status_code == 422
    assert sentence in response.get_data(as_text=True)
    with db.reading() as session:
        assert len(session.exec(select(StaffRow)).all()) == 1


def test_a_name_is_corrected_on_the_record(db, amy, dee):
    response = post(amy, f"{dee.pk}/name", name="Dee Diaz", version=dee.version)
    assert response.status_code == 303
    entry = last(db)
    assert (entry.before, entry.after) == ({"name": "Dee"}, {"name": "Dee Diaz"})
    assert row_of(db, "dee").version == dee.version + 1


@pytest.mark.rule("HOUSE-STALE-1")
def test_nobody_overwrites_what_somebody_else_changed(db, amy, dee):
    post(amy, f"{dee.pk}/roles", roles=["cashier"], version=dee.version)
    response = post(amy, f"{dee.pk}/name", name="Dee Diaz", version=dee.version)
    page = response.get_data(as_text=True)
    assert response.status_code == 409
    assert "was changed by somebody else" in page
    assert 'value="Dee Diaz"' in page
    assert row_of(db, "dee").name == "Dee"
    assert last(db).rules == ["HOUSE-STALE-1"]
    stale = post(amy, f"{dee.pk}/roles", roles=["dealer"], version=dee.version)
    page = stale.get_data(as_text=True)
    assert stale.status_code == 409
    assert "<td>Cashier</td><td><b>Dealer</b></td>" in page
    fresh = re.search(r'id="version" name="version" type="hidden" value="(\d+)"', page)
    again = post(amy, f"{dee.pk}/roles", roles=["dealer"], version=fresh[1])
    assert again.status_code == 303
    assert roles_of(db, dee) == {Role.DEALER}


@pytest.mark.rule("HOUSE-ACCESS-16")
def test_roles_are_given_and_taken_and_hold_at_once(db, amy, dee):
    wanted = ["supervisor", "entries desk"]
    response = post(amy, f"{dee.pk}/roles", roles=wanted, version=dee.version)
    assert response.status_code == 303
    assert roles_of(db, dee) == {Role.SUPERVISOR, Role.ENTRIES_DESK}
    entry = last(db)
    assert entry.before == {"roles": ["dealer"]}
    assert entry.after == {"roles": wanted}
    with db.reading() as session:
        taken = session.exec(
            select(StaffRoleRow).where(StaffRoleRow.role == Role.DEALER)
        ).one()
    assert taken.revoked_by == "amy"


@pytest.mark.rule("HOUSE-ACCESS-13")
def test_nobody_changes_their_own_roles(db, amy):
    own = row_of(db, "amy")
    response = post(amy, f"{own.pk}/roles", roles=["admin", "approver"], version=1)
    assert response.status_code == 409
    assert roles_of(db, own) == {Role.ADMIN}
    entry = last(db)
    assert (entry.verdict, entry.rules) == (Verdict.REFUSED, ["HOUSE-ACCESS-13"])
    page = amy.get(f"/desk/staff/{own.pk}").get_data(as_text=True)
    assert 'aria-disabled="true" aria-describedby="why-not">Save the roles' in page


@pytest.mark.rule("HOUSE-ACCESS-12", "HOUSE-ACCESS-13")
def test_the_last_administrator_stays_and_hears_every_reason(db, amy):
    own = row_of(db, "amy")
    response = post(amy, f"{own.pk}/leave", version=own.version, sure="y")
    assert response.status_code == 409
    assert set(last(db).rules) == {"HOUSE-ACCESS-12", "HOUSE-ACCESS-13"}
    assert row_of(db, "amy").left_at is None


ANN = Person(1, "Ann", frozenset({Role.ADMIN}))


@pytest.mark.rule("HOUSE-ACCESS-12")
@pytest.mark.parametrize(
    ("admins", "wanted", "refused"),
    [
        ({1}, {Role.DEALER}, True),
        ({1, 2}, {Role.DEALER}, False),
        ({1}, {Role.ADMIN, Role.DEALER}, False),
        ({2}, {Role.DEALER}, False),
    ],
)
def test_one_administrator_always_remains(admins, wanted, refused):
    facts = Facts(9, frozenset(admins))
    found = list(staff_rules.against_roles(ANN, frozenset(wanted), facts))
    assert bool(found) is refused
    leaving = list(staff_rules.against_leaving(ANN, facts))
    assert bool(leaving) is (admins == {1})


@pytest.mark.rule("HOUSE-ACCESS-15", "HOUSE-ACCESS-16")
def test_a_reset_password_signs_out_and_works_once(app, db, amy, sign_in):
    cy = sign_in(Role.CASHIER, username="cy")
    number = row_of(db, "cy").pk
    password = shown_password(post(amy, f"{number}/password"))
    assert cy.get("/desk/").location.startswith("/sign-in")
    cy_row = row_of(db, "cy")
    assert cy_row.must_change_password
    assert passwords(app.extensions["config"]).fits(cy_row.password_hash, password)
    assert last(db).act == "reset password"


@pytest.mark.rule("HOUSE-ACCESS-16")
def test_a_reset_second_factor_is_set_up_anew(db, amy, sign_in):
    bo = sign_in(Role.APPROVER, username="bo")
    number = row_of(db, "bo").pk
    with db.writing() as session:
        codes.replace(session, number, clock.now())
    assert post(amy, f"{number}/second-factor").status_code == 303
    assert bo.get("/desk/").location.startswith("/sign-in")
    after = row_of(db, "bo")
    assert (after.totp_sealed, after.totp_confirmed_at) == (None, None)
    with db.reading() as session:
        assert codes.left(session, number) == 0
    again = post(amy, f"{number}/second-factor")
    assert again.status_code == 409
    assert "has no second factor" in again.get_data(as_text=True)


@pytest.mark.rule("HOUSE-ACCESS-16", "HOUSE-ACCESS-17")
def test_who_leaves_is_out_at_once_and_can_be_taken_back(app, db, amy, sign_in):
    cy = sign_in(Role.CASHIER, username="cy")
    row = row_of(db, "cy")
    unsure = post(amy, f"{row.pk}/leave", version=row.version)
    assert unsure.status_code == 422
    assert "Tick the box" in unsure.get_data(as_text=True)
    assert (
        post(amy, f"{row.pk}/leave", version=row.version, sure="y").status_code == 303
    )
    assert cy.get("/desk/").location.startswith("/sign-in")
    assert roles_of(db, row) == set()
    for path, data in (
        ("name", {"name": "X", "version": row.version + 1}),
        ("roles", {"roles": ["dealer"], "version": row.version + 1}),
        ("password", {}),
        ("leave", {"sure": "y", "version": row.version + 1}),
    ):
        assert post(amy, f"{row.pk}/{path}", **data).status_code == 409
        assert last(db).rules == ["HOUSE-ACCESS-17"]
    shown_password(post(amy, f"{row.pk}/return"))
    back = row_of(db, "cy")
    assert (back.left_at, back.must_change_password) == (None, True)
    assert post(amy, f"{row.pk}/return").status_code == 409


def test_a_person_who_does_not_exist_is_not_found(amy):
    assert amy.get("/desk/staff/999").status_code == 404
    assert post(amy, "999/name", name="X", version=1).status_code == 404
    assert post(amy, "999/password").status_code == 404


def test_the_list_is_found_by_name_role_and_state(db, amy):
    with db.writing() as session:
        for name in ("zoe", "zack%", "_ed"):
            add_staff(session, name, Role.DEALER, at=NOON)
        add_staff(session, "zita", Role.CASHIER, at=NOON).left_at = NOON

    def found(**args):
        page = amy.get("/desk/staff/", query_string=args).get_data(as_text=True)
        return {
            name
            for name in ("amy", "zoe", "zack%", "_ed", "zita")
            if f"<small>{name}</small>" in page
        }

    assert found() == {"amy", "zoe", "zack%", "_ed"}
    assert found(q="Z") == {"zoe", "zack%"}
    assert found(q="%") == {"zack%"}
    assert found(q="_") == {"_ed"}
    assert found(role="dealer") == {"zoe", "zack%", "_ed"}
    assert found(state="left") == {"zita"}
    assert found(state="all", q="z") == {"zoe", "zack%", "zita"}
    assert found(role="king", state="nowhere", page="minus one") == found()
    assert found(q="nobody at all") == set()
    page = amy.get("/desk/staff/?q=nobody").get_data(as_text=True)
    assert "Nobody fits." in page


def test_two_administrators_cannot_unmake_each_other(db, amy, sign_in):
    bea = sign_in(Role.ADMIN, username="bea")
    with db.writing() as session:
        for row in session.exec(select(StaffSessionRow)):
            row.stepped_up_at = clock.now()
    amys, beas = row_of(db, "amy"), row_of(db, "bea")
    first = post(amy, f"{beas.pk}/roles", roles=["dealer"], version=beas.version)
    assert first.status_code == 303
    second = post(bea, f"{amys.pk}/roles", roles=["dealer"], version=amys.version)
    assert second.status_code == 403  # she is no administrator any more
    assert roles_of(db, amys) == {Role.ADMIN}


def test_compliance_reads_the_staff_and_changes_nothing(db, sign_in, amy, dee):
    reader = sign_in(Role.COMPLIANCE, username="cora")
    page = reader.get(f"/desk/staff/{dee.pk}").get_data(as_text=True)
    assert "Dee works here." in page
    assert "End the employment" not in page
    assert post(reader, f"{dee.pk}/name", name="X", version=1).status_code == 403


def signed(staff: StaffRow, *roles: Role) -> Staff:
    return Staff(staff.pk, staff.username, staff.name, frozenset(roles), 1, None, None)


@pytest.mark.rule("HOUSE-ACCESS-4", "HOUSE-ACCESS-20")
def test_the_administrators_desk_says_who_cannot_work_and_who_never_came(app, db):
    with db.writing() as session:
        amy = add_staff(session, "amy", Role.ADMIN, at=NOON)
        bo = add_staff(session, "bo", Role.APPROVER, at=NOON)
        bo.totp_confirmed_at = None
        for staff in (amy, bo):
            sessions.begin(
                session, staff, key=staff.username, address="", agent="", now=NOON
            )
        add_staff(session, "nell", Role.DEALER, at=NOON).must_change_password = True
        add_staff(session, "otto", Role.DEALER, at=NOON)
    due = NOON + timedelta(days=14)
    with app.test_request_context(), db.reading() as session:
        early = on_the_desk(
            session, signed(amy, Role.ADMIN), due - timedelta(seconds=1)
        )
        late = on_the_desk(session, signed(amy, Role.ADMIN), due)
        dealer = on_the_desk(session, signed(amy, Role.DEALER), due)
    assert [(i.title, i.cite.id) for i in early] == [
        ("Bo cannot work as approver", "HOUSE-ACCESS-4")
    ]
    assert [(i.title, i.due_at) for i in late][1:] == [
        ("Nell has never signed in", due)
    ]
    assert dealer == ()


@pytest.mark.rule("HOUSE-ACCESS-20")
def test_many_unused_accounts_are_one_line_on_the_desk(app, db):
    with db.writing() as session:
        for number in range(4):
            newcomer = add_staff(session, f"n{number}", Role.DEALER, at=NOON)
            newcomer.must_change_password = True
        amy = add_staff(session, "amy", Role.ADMIN, at=NOON)
    with app.test_request_context(), db.reading() as session:
        items = on_the_desk(session, signed(amy, Role.ADMIN), NOON + timedelta(days=14))
    assert [item.title for item in items] == ["4 people have never signed in"]


@pytest.mark.rule("HOUSE-ACCESS-12")
def test_two_who_unmake_each_other_at_once_leave_one_administrator(app, db):
    with db.writing() as session:
        ids = [
            add_staff(session, name, Role.ADMIN, at=NOON).pk for name in ("amy", "bea")
        ]

    def unmake(by: int, whom: int):
        asked = ChangeRequest(Actor(str(by), "", "admin"), NOON, by)
        with db.writing() as session:
            return staff_services.set_roles(session, whom, frozenset(), asked)

    with ThreadPoolExecutor(2) as pool:
        verdicts = list(pool.map(unmake, ids, reversed(ids)))
    assert sorted(isinstance(v, Refused) for v in verdicts) == [False, True]
    with db.reading() as session:
        assert len(staff_services.working_admins(session)) == 1


def test_a_role_that_needs_a_second_factor_asks_for_it_at_the_next_click(db, amy, dee):
    limits = Limits(timedelta(minutes=30), timedelta(hours=12))
    with db.writing() as session:
        row = session.get_one(StaffRow, dee.pk)
        row.totp_confirmed_at = None
        about = {"key": "k" * 16, "address": "", "agent": "", "now": NOON}
        token, _ = sessions.begin(session, row, **about)

    def hurdle():
        with db.engine.connect() as connection:
            signed, _ = sessions.find(connection, token, limits, NOON)
        return signed.hurdle

    assert hurdle() is None
    with db.writing() as session:
        given = {"granted_at": NOON, "granted_by": "amy"}
        session.add(StaffRoleRow(staff_id=dee.pk, role=Role.SCRUTINEER, **given))
    assert hurdle() is Hurdle.ENROL


def test_the_first_administrator_comes_from_the_command_line(app, db):
    run = app.test_cli_runner()
    assert "Nobody works here yet" in run.invoke(args=["staff", "list"]).output
    made = run.invoke(args=["staff", "add", "Boss", "Ruth Okafor", "--role", "admin"])
    assert made.exit_code == 0, made.output
    password = made.output.strip().rpartition(" ")[2]
    assert enter(app.test_client(), "boss", password).location == "/desk/"
    assert row_of(db, "boss").must_change_password
    assert last(db).act == "sign in"
    listed = run.invoke(args=["staff", "list"]).output
    assert "boss\tRuth Okafor\tAdministrator" in listed


@pytest.mark.parametrize(
    ("args", "stdin", "sentence"),
    [
        (["add", "two words", "X"], "", "is no user name"),
        (["add", "x", " "], "", "readable characters"),
        (["add", "x", "X", "--password-stdin"], "short\n", "It has 5 characters."),
        (["add", "x", "X", "--role", "king"], "", "'king' is not one of"),
        (["reset-password", "nobody"], "", "Nobody has the user name"),
    ],
)
def test_the_command_line_says_what_is_wrong(app, db, args, stdin, sentence):
    answer = app.test_cli_runner().invoke(args=["staff", *args], input=stdin)
    assert answer.exit_code != 0
    assert sentence in answer.output
    with db.reading() as session:
        assert session.exec(select(StaffRow)).all() == []


def test_a_lost_password_and_telephone_are_reset_from_the_command_line(app, db):
    run = app.test_cli_runner()
    chosen = run.invoke(
        args=["staff", "add", "x", "X Y", "--role", "entries-desk", "--password-stdin"],
        input="four blue lamps hum\n",
    )
    assert "One-time" not in chosen.output
    assert enter(app.test_client(), "x", "four blue lamps hum").status_code == 303
    with db.writing() as session:
        session.exec(select(StaffRow)).one().totp_confirmed_at = NOON
    reset = run.invoke(args=["staff", "reset-password", "x", "--second-factor"])
    password = reset.output.strip().rpartition(" ")[2]
    assert reset.exit_code == 0, reset.output
    assert row_of(db, "x").totp_confirmed_at is None
    other = enter(app.test_client(), "x", password, key="another-key-00001")
    assert other.status_code == 303
