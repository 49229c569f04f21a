"""Merging: side by side, nothing lost, never into oneself or a merged row."""

from datetime import date

import pytest
from sqlmodel import select

from house import clock
from house.audit.models import AuditRow
from house.desk.items import on_the_desk
from house.people.patrons import cards
from house.people.patrons import merge as merging
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from house.people.patrons.rules import FIELDS
from house.people.roles import Role
from rulebook import Refused
from tests.house.test_exclusions import exclude, signed, step_up
from tests.house.test_patrons import DESK, add, details, sent


@pytest.fixture
def twins(db):
    """Two rows of one person, each with a card; the second is excluded."""
    one, other = add(
        db,
        details(suburb="Carlton", may_publish_name=True),
        details("Kim T.", "Nguyen", email="kim@example.com", is_employee=True),
    )
    with db.writing() as session:
        for number, patron_id in (("SB1001", one), ("SB1002", other)):
            patron = session.get_one(PatronRow, patron_id)
            assert not isinstance(
                cards.issue(session, patron, number, DESK), Refused
            )  # fmt: skip
    exclude(db, other)
    return one, other


def choice(one, other, survivor, **picks):
    form = {f"pick_{name}": one for name in FIELDS}
    form |= {f"pick_{name}": pick for name, pick in picks.items()}
    versions = {f"version_{one}": 1, f"version_{other}": 1}
    return sent(**form, **versions, survivor=survivor)


def test_both_rows_are_shown_with_the_careful_choice_first(db, sign_in, twins):
    one, other = twins
    page = sign_in(Role.ENTRIES_DESK).get(f"/desk/patrons/{one}/merge/{other}").text
    for name, row in (
        ("may_publish_name", other),  # no consent
        ("is_employee", other),
        ("suburb", one),  # the other says nothing
        ("email", other),
        ("given_name", one),
    ):
        assert f'name="pick_{name}" value="{row}" checked' in page


@pytest.mark.rule("HOUSE-PATRON-15")
@pytest.mark.parametrize("card_of", ["first", "second"])
def test_cards_and_exclusions_go_to_the_survivor(db, sign_in, twins, card_of):
    one, other = twins
    client = sign_in(Role.ENTRIES_DESK)
    step_up(db, clock.now())
    form = choice(one, other, one, email=other, is_employee=other)
    form["card_of"] = one if card_of == "first" else other
    answer = client.post(f"/desk/patrons/{one}/merge/{other}", data=form)
    assert (answer.status_code, answer.location) == (303, f"/desk/patrons/{one}")
    with db.reading() as session:
        kept, gone = session.get_one(PatronRow, one), session.get_one(PatronRow, other)
        assert (kept.email, kept.suburb) == ("kim@example.com", "Carlton")
        assert kept.is_employee
        assert gone.merged_into_id == one
        assert gone.merged_at is not None
        assert gone.given_name == "Kim T."
        held = session.exec(select(PlayerCardRow)).all()
        assert {card.patron_id for card in held} == {one}
        valid = [card.number for card in held if card.cancelled_at is None]
        assert valid == ["SB1001" if card_of == "first" else "SB1002"]
        assert session.exec(select(ExclusionRow)).one().patron_id == one


@pytest.mark.rule("HOUSE-PATRON-14")
def test_the_other_page_leads_to_the_survivor_and_changes_no_more(db, sign_in, twins):
    one, other = twins
    client = sign_in(Role.DIRECTOR)
    step_up(db, clock.now())
    url = f"/desk/patrons/{one}/merge/{other}"
    client.post(url, data=choice(one, other, other))
    there = client.get(f"/desk/patrons/{one}")
    assert there.status_code == 303
    assert there.location.startswith(f"/desk/patrons/{other}")
    shown = client.get(there.location).text
    assert f"Patron {one} was merged into this one." in shown
    form = {"family_name": "X", "born_on": "1988-04-02", "version": 2}
    edit = client.post(f"/desk/patrons/{one}/edit", data=sent(**form))
    assert edit.status_code == 409
    assert "HOUSE-PATRON-14" in edit.text
    again = client.post(url, data=choice(one, other, other))
    assert again.status_code == 409
    assert "was merged into another row" in again.text
    found = client.get("/desk/patrons/?q=kim").text
    assert f'href="/desk/patrons/{one}"' not in found


@pytest.mark.rule("HOUSE-PATRON-14")
def test_nobody_is_merged_into_themselves(db, sign_in, twins):
    one, _ = twins
    client = sign_in(Role.DIRECTOR)
    step_up(db, clock.now())
    url = f"/desk/patrons/{one}/merge/{one}"
    assert client.get(url).status_code == 409
    answer = client.post(url, data=choice(one, one, one))
    assert answer.status_code == 409
    assert "cannot be merged into itself" in answer.text


def test_a_merged_row_may_lead_on_to_the_next(db, sign_in, twins):
    one, other = twins
    [third] = add(db, details("Kimmy", "Nguyen"))
    client = sign_in(Role.DIRECTOR)
    step_up(db, clock.now())
    first = choice(one, other, one, email=other)
    assert (
        client.post(f"/desk/patrons/{one}/merge/{other}", data=first).status_code == 303
    )
    second = choice(one, third, third) | {f"version_{one}": 2}
    answer = client.post(f"/desk/patrons/{one}/merge/{third}", data=second)
    assert answer.status_code == 303
    location = client.get(f"/desk/patrons/{other}").location
    assert location.startswith(f"/desk/patrons/{third}?")


@pytest.mark.rule("HOUSE-STALE-1")
def test_a_row_changed_meanwhile_is_not_merged_unseen(db, sign_in, twins):
    one, other = twins
    with db.writing() as session:
        session.get_one(PatronRow, other).suburb = "Fitzroy"
    client = sign_in(Role.DIRECTOR)
    step_up(db, clock.now())
    form = choice(one, other, one, suburb=other)
    answer = client.post(f"/desk/patrons/{one}/merge/{other}", data=form)
    assert answer.status_code == 409
    assert "HOUSE-STALE-1" in answer.text
    assert "Fitzroy" in answer.text
    assert f'name="pick_suburb" value="{other}" checked' in answer.text


@pytest.mark.parametrize(
    "missing",
    [
        {"survivor": 0},
        {"survivor": 99},
        {"survivor": "x"},
        {"pick_email": ""},
        {"pick_email": 99},
    ],
)
def test_an_incomplete_choice_is_refused(db, sign_in, twins, missing):
    one, other = twins
    client = sign_in(Role.DIRECTOR)
    step_up(db, clock.now())
    form = choice(one, other, one) | missing
    answer = client.post(f"/desk/patrons/{one}/merge/{other}", data=form)
    assert answer.status_code == 409
    with db.reading() as session:
        assert session.get_one(PatronRow, other).merged_into_id is None


def test_merging_asks_who_it_is_once_more(db, sign_in, twins):
    one, other = twins
    client = sign_in(Role.DIRECTOR)
    url = f"/desk/patrons/{one}/merge/{other}"
    assert client.post(url, data=choice(one, other, one)).status_code == 401
    with db.reading() as session:
        assert session.get_one(PatronRow, other).merged_into_id is None


def test_the_record_has_both_rows_before_and_the_survivor_after(db, sign_in, twins):
    one, other = twins
    client = sign_in(Role.DIRECTOR)
    step_up(db, clock.now())
    form = choice(one, other, one, email=other)
    client.post(f"/desk/patrons/{one}/merge/{other}", data=form)
    with db.reading() as session:
        merged = select(AuditRow).where(AuditRow.act == "merge patrons")
        entries = session.exec(merged.order_by(AuditRow.number)).all()
    assert [e.subject_id for e in entries] == [str(one), str(other)]
    assert entries[0].before["survivor"]["details"]["email"] == ""
    assert entries[0].before["merged"]["cards"] == ["SB1002"]
    assert entries[0].after["survivor"]["details"]["email"].startswith("mark ")
    assert entries[0].after["survivor"]["cards"] == ["SB1002", "SB1001"]
    assert entries[1].after == {"merged_into": one}


def test_what_would_not_be_kept_is_not_merged(db):
    rows = [
        PatronRow(
            id=number,
            given_name="Kim",
            family_name="N",
            search_name="kim n",
            born_on=date(2020, 1, number),
            created_at=DESK.now,
        )
        for number in (1, 2)
    ]
    sides = {row.pk: merging.Side(row, (), ()) for row in rows}
    picks = dict.fromkeys(FIELDS, 1)
    whole = merging.Choice(1, picks, {1: 1, 2: 1})
    assert [r.cite.id for r in merging.check_choice(sides, whole, DESK)] == [
        "HOUSE-PATRON-1"
    ]


@pytest.mark.rule("HOUSE-PATRON-5")
@pytest.mark.parametrize(
    ("again", "told"),
    [
        (details("NGUYEN", "Kim"), False),  # swapped: seen when added, not on the desk
        (details("kim", "nguyen"), True),
        (details("Kimmy", "Tran", email="Kim@example.com"), True),
        (details("Bo", "Lim", date(1988, 4, 3), email="kim@example.com"), False),
        (details("Kim", "Nguyen", date(1988, 4, 3)), False),
    ],
)
def test_the_entries_desk_is_told_of_rows_to_merge(app, db, again, told):
    one, other = add(db, details(email="kim@example.com"), again)
    with app.test_request_context(), db.reading() as session:
        items = on_the_desk(session, signed(Role.ENTRIES_DESK), DESK.now)
    there = [item.href for item in items if item.title == "Kim Nguyễn is here twice"]
    assert there == ([f"/desk/patrons/{one}/merge/{other}"] if told else [])
