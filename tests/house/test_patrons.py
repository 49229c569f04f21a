"""Patrons: found however they are spelled, added once, changed by one at a time."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from sqlmodel import select

from house.audit import Actor
from house.audit.models import AuditRow
from house.people.patrons import cards, queries, services
from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.patrons.names import fold
from house.people.patrons.rules import PatronDetails, check, of_age, tidy, tidy_phone
from house.people.patrons.services import Moment
from house.people.roles import Role
from rulebook import Refused
from tests.house.conftest import NOON

TODAY = date(2026, 11, 20)
DESK = Moment(Actor("desk", "Desk", "entries desk"), NOON, TODAY)
LINE = {
    "given_name": "Kim",
    "family_name": "Nguyễn",
    "born_on": "1988-04-02",
    "email": "kim@example.com",
    "phone": "0412 345 678",
    "country": "Australia",
}
_keys = iter(range(10_000))


def sent(**fields):
    """A form as a browser sends it, under a key of its own."""
    return fields | {"_key": f"key-of-a-test-{next(_keys):06}"}


def details(given="Kim", family="Nguyễn", born=date(1988, 4, 2), **more):
    return PatronDetails(given, family, born, **more)


def add(db, *people):
    with db.writing() as session:
        rows = [
            services.add(session, p, DESK, despite_likely=True) for p in people
        ]  # fmt: skip
    assert all(isinstance(row, PatronRow) for row in rows)
    return [row.pk for row in rows]


def names(db, text, *, private=True):
    with db.reading() as session:
        page = queries.search(session, text, 1, now=NOON, private=private)
        return [line.patron.name for line in page.lines]


def version_in(response) -> str:
    return re.search(r'name="version"[^>]*value="(\d+)"', response.text)[1]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Nguyễn", "nguyen"),
        ("  O’Brien ", "obrien"),
        ("Anne-Marie  De Luca", "anne marie de luca"),
        ("Đặng", "dang"),
        ("Müßig", "mussig"),
        ("Łukasz Øberg", "lukasz oberg"),
        ("王小明", "王小明"),
        ("Ἀλέξανδρος", "αλεξανδροσ"),
    ],
)
def test_a_name_is_folded(typed, kept):
    assert fold(typed) == kept


def test_a_patron_is_found_however_they_are_asked_for(db):
    kim, _, _ = add(
        db,
        details(email="kim@example.com", phone="0412 345 678"),
        details("Susan", "Dimakis", date(1970, 1, 1)),
        details("Mary Ann", "de Luca", date(1971, 1, 1)),
    )
    with db.writing() as session:
        session.add(PlayerCardRow(number="SB100234", patron_id=kim, issued_at=NOON))
    by_name = ("kim nguyen", "NGUYEN KIM", "nguy ki", "Nguyễn", "nguyenkim", "ki")
    by_number = ("SB100", "sb 100-234", "0412 345 678", "+61 412 345 678", "412345")
    for text in (*by_name, *by_number, "1988-04-02", "2/4/1988", "kim@ex"):
        assert names(db, text) == ["Kim Nguyễn"], text
    for text in ("maryann", "deluca", "de luca mary", "luca ma", "delucamaryann"):
        assert names(db, text) == ["Mary Ann de Luca"], text
    for text in ("san", "%", "_", "\0", "nobody", "9999-99-99", "@"):
        assert names(db, text) == [], text


def test_names_are_found_in_any_script(db):
    add(db, details("小明", "王"), details("Олена", "Шевченко"))
    for text in ("王小明", "小明", "王 小明"):
        assert names(db, text) == ["小明 王"], text
    assert names(db, "шевч") == ["Олена Шевченко"]


@pytest.mark.rule("HOUSE-PATRON-17")
def test_who_may_not_see_a_birth_date_may_not_search_one(db):
    add(db, details(email="kim@example.com", phone="0412345678"))
    for text in ("1988-04-02", "kim@example.com", "0412345678"):
        assert names(db, text, private=False) == []
    assert names(db, "kim", private=False) == ["Kim Nguyễn"]


@pytest.mark.rule("HOUSE-PATRON-17")
def test_each_role_sees_what_it_needs(app, db, sign_in):
    [kim] = add(db, details(email="kim@example.com", phone="0412345678"))
    for role in (Role.ENTRIES_DESK, Role.MARKETING, Role.CASHIER, Role.INSPECTOR):
        page = sign_in(role).get(f"/desk/patrons/{kim}").text
        assert "kim@example.com" in page
        assert "2 April 1988" in page
    supervisor = sign_in(Role.SUPERVISOR)
    page = supervisor.get(f"/desk/patrons/{kim}")
    assert "Kim Nguyễn" in page.text
    assert "kim@example.com" not in page.text
    assert "April 1988" not in page.text
    assert supervisor.get(f"/desk/patrons/{kim}/details").status_code == 403
    told = supervisor.get("/desk/patrons/?q=kim@example.com").text
    assert "not searched in your role" in told
    for role in (Role.DEALER, Role.ADMIN, Role.SCRUTINEER):
        assert sign_in(role).get("/desk/patrons/").status_code == 403


@pytest.mark.rule("HOUSE-PATRON-1")
@pytest.mark.parametrize(
    ("born", "today", "may"),
    [
        (date(2008, 11, 20), date(2026, 11, 20), True),
        (date(2008, 11, 21), date(2026, 11, 20), False),
        (date(2008, 11, 19), date(2026, 11, 20), True),
        (date(2008, 2, 29), date(2026, 2, 28), False),
        (date(2008, 2, 29), date(2026, 3, 1), True),
        (date(2004, 2, 29), date(2022, 2, 28), False),
        (date(9999, 12, 31), date(2026, 3, 1), False),
    ],
)
def test_eighteen_on_the_venues_day(born, today, may):
    assert of_age(born, today) is may


@pytest.mark.rule("HOUSE-PATRON-1")
@time_machine.travel(datetime(2026, 11, 19, 13, 30, tzinfo=UTC), tick=False)
def test_the_day_is_the_venues_not_utcs(db, sign_in):
    # 13:30 UTC on the 19th is already the 20th in Melbourne.
    client = sign_in(Role.ENTRIES_DESK)
    form = sent(**LINE | {"born_on": "2008-11-20"})
    assert client.post("/desk/patrons/new", data=form).status_code == 303
    form = sent(**LINE | {"born_on": "2008-11-21", "email": "", "phone": ""})
    answer = client.post("/desk/patrons/new", data=form)
    assert answer.status_code == 409
    assert "They may come from 21 November 2026." in answer.text


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("HOUSE-PATRON-2", {"born": date(2026, 11, 21)}),
        ("HOUSE-PATRON-2", {"born": date(1899, 12, 31)}),
        ("HOUSE-PATRON-3", {"given": " ", "family": "\u202e"}),
        ("HOUSE-PATRON-3", {"family": "x" * 81}),
        ("HOUSE-PATRON-4", {"email": "kim@nowhere"}),
        ("HOUSE-PATRON-4", {"email": "kim.example.com"}),
        ("HOUSE-PATRON-4", {"phone": "12345"}),
        ("HOUSE-PATRON-4", {"phone": "ask her mother"}),
        ("HOUSE-PATRON-4", {"street": "x" * 161}),
    ],
)
def test_details_that_cannot_be_kept(rule, wrong):
    assert [r.cite.id for r in check(tidy(details(**wrong)), TODAY)] == [rule]


@pytest.mark.parametrize(
    "right",
    [
        {"born": date(1900, 1, 1)},
        {"given": ""},
        {"given": "Prince", "family": ""},
        {"email": "kim@bücher.example.com"},
        {"phone": "+64 21 123 456"},
        {"phone": "13 23 33"},
    ],
)
@pytest.mark.rule("HOUSE-PATRON-2", "HOUSE-PATRON-3", "HOUSE-PATRON-4")
def test_details_that_are_kept(right):
    assert list(check(tidy(details(**right)), TODAY)) == []


@pytest.mark.rule("HOUSE-PATRON-4")
@pytest.mark.parametrize(
    "typed", ["0412 345 678", "+61 412 345 678", "0061412345678", "+61 (0)412-345-678"]
)
def test_a_number_has_one_spelling(typed):
    assert tidy_phone(typed) == "+61412345678"


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        ("+61412345678", "+61 412 345 678"),
        ("+61370101017", "+61 3 7010 1017"),
        ("+6421123456", "+6421123456"),
        ("", ""),
    ],
)
def test_a_number_is_read_out_in_groups(kept, read):
    assert PatronRow(phone=kept).spoken_phone == read


def test_every_reason_is_given_at_once_and_nothing_is_lost(db, sign_in):
    client = sign_in(Role.ENTRIES_DESK)
    wrong = LINE | {"born_on": "2020-01-01", "email": "nope", "phone": "1"}
    answer = client.post("/desk/patrons/new", data=sent(**wrong, street="1 Key St"))
    assert answer.status_code == 409
    assert "Refused for 3 reasons" in answer.text
    assert 'value="1 Key St"' in answer.text
    assert 'value="nope"' in answer.text
    with db.reading() as session:
        assert session.exec(select(PatronRow)).all() == []
        entry = session.exec(select(AuditRow).where(AuditRow.act == "add patron")).one()
        assert entry.verdict == "refused"
        assert entry.rules == ["HOUSE-PATRON-1", "HOUSE-PATRON-4"]


@pytest.mark.parametrize("born", ["", "31/02/1990", "1990-02-30", "soon"])
def test_a_day_that_is_none_is_a_form_error(sign_in, born):
    form = sent(**LINE | {"born_on": born})
    answer = sign_in(Role.ENTRIES_DESK).post("/desk/patrons/new", data=form)
    assert answer.status_code == 422
    assert "kim@example.com" in answer.text


@pytest.mark.rule("HOUSE-PATRON-5")
@pytest.mark.parametrize(
    "same",
    [
        {"email": "", "phone": ""},
        {"given_name": "NGUYEN", "family_name": "kim", "email": "", "phone": ""},
        {"family_name": "Tran", "born_on": "1990-01-01", "phone": ""},
        {"family_name": "Tran", "born_on": "1990-01-01", "email": "KIM@EXAMPLE.com"},
        {"family_name": "Tran", "born_on": "1990-01-01", "email": ""},
    ],
)
def test_a_likely_duplicate_is_shown_before_it_is_added(db, sign_in, same):
    add(db, details(email="kim@example.com", phone="+61412345678"))
    client = sign_in(Role.DIRECTOR)
    answer = client.post("/desk/patrons/new", data=sent(**LINE | same))
    assert answer.status_code == 409
    assert "may be the same person" in answer.text
    ticked = sent(**LINE | same, despite_likely="y")
    assert client.post("/desk/patrons/new", data=ticked).status_code == 303
    with db.reading() as session:
        assert len(session.exec(select(PatronRow)).all()) == 2


@pytest.mark.rule("HOUSE-PATRON-5")
def test_another_birth_date_is_another_person(db, sign_in):
    add(db, details())
    form = sent(**LINE | {"born_on": "1988-04-03"})
    answer = sign_in(Role.ENTRIES_DESK).post("/desk/patrons/new", data=form)
    assert answer.status_code == 303


@pytest.mark.rule("HOUSE-ONCE-1")
def test_a_double_click_adds_once(db, sign_in):
    client, form = sign_in(Role.ENTRIES_DESK), sent(**LINE)
    first = client.post("/desk/patrons/new", data=form)
    again = client.post("/desk/patrons/new", data=form)
    assert (first.status_code, again.status_code) == (303, 303)
    assert first.location == again.location
    with db.reading() as session:
        assert len(session.exec(select(PatronRow)).all()) == 1


@pytest.mark.rule("HOUSE-STALE-1")
def test_a_stale_save_is_refused_and_shows_both(db, sign_in):
    [kim] = add(db, details(suburb="Carlton"))
    url = f"/desk/patrons/{kim}/edit"
    ann = sign_in(Role.ENTRIES_DESK, username="ann")
    bob = sign_in(Role.DIRECTOR, username="bob")
    seen = version_in(ann.get(url))
    first = sent(**LINE | {"suburb": "Fitzroy", "version": seen})
    assert bob.post(url, data=first).status_code == 303
    mine = LINE | {"suburb": "Brunswick", "street": "7 Sydney Rd", "version": seen}
    answer = ann.post(url, data=sent(**mine))
    assert answer.status_code == 409
    assert "HOUSE-STALE-1" in answer.text
    assert "<td>Fitzroy</td><td><b>Brunswick</b></td>" in answer.text
    assert 'value="7 Sydney Rd"' in answer.text
    with db.reading() as session:
        assert session.get_one(PatronRow, kim).suburb == "Fitzroy"
    again = sent(**mine | {"version": version_in(answer)})
    assert ann.post(url, data=again).status_code == 303
    with db.reading() as session:
        assert session.get_one(PatronRow, kim).suburb == "Brunswick"


def test_a_change_is_on_the_record_with_before_and_after(db, sign_in):
    [kim] = add(db, details(suburb="Carlton", phone="0412345678"))
    client = sign_in(Role.DIRECTOR)
    seen = version_in(client.get(f"/desk/patrons/{kim}/edit"))
    form = LINE | {"email": "", "suburb": "Fitzroy", "version": seen}
    client.post(f"/desk/patrons/{kim}/edit", data=sent(**form))
    with db.reading() as session:
        act = AuditRow.act == "change patron"
        entry = session.exec(select(AuditRow).where(act)).one()
    assert entry.before.keys() == entry.after.keys() == {"suburb"}
    assert entry.before["suburb"] != entry.after["suburb"]
    assert (entry.actor, entry.role) == ("director", "director")


@pytest.mark.rule("HOUSE-ACCESS-1")
def test_only_the_entries_desk_and_the_director_change_patrons(db, sign_in):
    [kim] = add(db, details())
    for role in (Role.CASHIER, Role.SUPERVISOR, Role.DEPUTY, Role.COMPLIANCE):
        client = sign_in(role)
        form = sent(**LINE)
        assert client.post("/desk/patrons/new", data=form).status_code == 403
        assert client.post(f"/desk/patrons/{kim}/edit", data=form).status_code == 403
        assert "Change details" not in client.get(f"/desk/patrons/{kim}").text


@pytest.mark.parametrize(
    "path",
    ["0", "77", "9223372036854775808", "1/edit", "1/merge/2", "1/cards/1/cancel"],
)
def test_nobody_there_is_a_404(sign_in, path):
    client = sign_in(Role.DIRECTOR)
    assert client.get(f"/desk/patrons/{path}").status_code == 404


def test_the_list_is_paged_and_answers_htmx_with_its_part(db, sign_in):
    people = [details(f"Given{n:02}", "Family") for n in range(30)]
    with db.writing() as session:
        services.add_many(session, people, DESK)
    client = sign_in(Role.CASHIER)
    assert "Page 1 of 2" in client.get("/desk/patrons/").text
    last = client.get("/desk/patrons/?page=99").text
    assert "Given29" in last
    assert "Given24" not in last
    part = client.get("/desk/patrons/?q=given07", headers={"HX-Target": "found"})
    assert part.text.startswith('<div id="found">')
    assert "<html" not in part.text
    assert "Given07" in part.text
    assert client.get("/desk/patrons/?page=x").status_code == 200


def test_a_whole_list_is_added_or_nothing_of_it(db):
    good = [details(f"Given{n}", "Family") for n in range(50)]
    with db.writing() as session:
        rows = services.add_many(session, good, DESK)
        assert len({row.pk for row in rows}) == 50
        bad = [*good, details(email="nope")]
        refused = services.add_many(session, bad, DESK)
        assert isinstance(refused, Refused)
        assert refused.refusals[0].wrong == "Line 51: The e-mail address is wrong."
    with db.reading() as session:
        assert len(session.exec(select(PatronRow)).all()) == 50


def card_url(kim):
    return f"/desk/patrons/{kim}/cards/new"


@pytest.mark.rule("HOUSE-PATRON-6", "HOUSE-PATRON-7", "HOUSE-PATRON-8", "STAR4-13.1")
def test_a_card_is_issued_cancelled_and_never_anybody_elses(db, sign_in):
    kim, bo = add(db, details(), details("Bo", "Lim"))
    client = sign_in(Role.CASHIER)
    first = client.post(card_url(kim), data=sent(number="sb 100-234"))
    assert first.status_code == 303
    assert "holds card SB100234" in client.get(f"/desk/patrons/{kim}").text
    second = client.post(card_url(kim), data=sent(number="SB100235"))
    assert second.status_code == 409
    assert "HOUSE-PATRON-7" in second.text
    with db.reading() as session:
        card = session.exec(select(PlayerCardRow)).one().pk
    cancel = f"/desk/patrons/{kim}/cards/{card}/cancel"
    assert client.post(cancel, data=sent(cancelled_why="")).status_code == 422
    blank = client.post(cancel, data=sent(cancelled_why=" "))
    assert blank.status_code == 409
    assert "No reason is given." in blank.text
    assert client.post(cancel, data=sent(cancelled_why="Lost")).status_code == 303
    again = client.post(cancel, data=sent(cancelled_why="Lost"))
    assert again.status_code == 409
    assert "HOUSE-PATRON-8" in again.text
    for patron in (kim, bo):
        refused = client.post(card_url(patron), data=sent(number="SB100234"))
        assert refused.status_code == 409
        assert f"belongs to patron {kim} for ever" in refused.text
    elsewhere = f"/desk/patrons/{bo}/cards/{card}/cancel"
    assert client.get(elsewhere).status_code == 404
    assert client.post(card_url(kim), data=sent(number="SB100235")).status_code == 303


@pytest.mark.rule("HOUSE-PATRON-6")
def test_a_number_issued_in_the_same_moment_is_refused_as_well(db):
    kim, bo = add(db, details(), details("Bo", "Lim"))
    with db.writing() as session:
        first = PlayerCardRow(number="SB1", patron_id=kim, issued_at=NOON)
        second = PlayerCardRow(number="SB1", patron_id=bo, issued_at=NOON)
        assert cards._insert(session, first) is first
        refused = cards._insert(session, second)
        assert [c.id for c in refused.cites] == ["HOUSE-PATRON-6"]
    with db.reading() as session:
        assert session.exec(select(PlayerCardRow)).one().patron_id == kim


@pytest.mark.parametrize("number", ["1", "123", "x" * 33, "王小明"])
def test_a_number_that_is_none(db, sign_in, number):
    [kim] = add(db, details())
    answer = sign_in(Role.ENTRIES_DESK).post(card_url(kim), data=sent(number=number))
    assert answer.status_code == 409


@pytest.mark.rule("STAR4-5.1", "STAR4-1.1:Player Card")
def test_play_under_star4_needs_a_valid_card_since_19_august_2024():
    begins = datetime.fromisoformat("2024-08-19T00:00:00+10:00")
    card = PlayerCardRow(number="SB100234", patron_id=1, issued_at=NOON)
    gone = PlayerCardRow(
        number="SB100235", patron_id=1, issued_at=NOON, cancelled_at=NOON
    )
    assert not list(cards.needed_to_play([], begins - timedelta(microseconds=1)))
    assert [r.cite.id for r in cards.needed_to_play([], begins)] == ["STAR4-5.1"]
    assert [r.cite.id for r in cards.needed_to_play([gone], begins)] == ["STAR4-5.1"]
    assert not list(cards.needed_to_play([gone, card], begins))
