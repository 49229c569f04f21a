"""Disputes: entered, decided by the right rank, reviewed, told of, ended."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import select

from house.audit import Actor
from house.audit.models import AuditRow
from house.floor.acts import Act
from house.floor.disputes import queries, rules, services
from house.floor.disputes.models import DisputeEvent, DisputeEventRow, DisputeRow
from house.floor.disputes.rules import Case, Entry
from house.floor.disputes.services import Addition
from house.people.roles import Role
from rulebook import Refused
from tests.house.conftest import NOON
from tests.house.floor_cast import MINUTE, at, cites, open_table

DEALER = Actor("tess", "Tess", "dealer")
PRIYA = Actor("priya", "Priya", "supervisor")
OSCAR = Actor("oscar", "Oscar", "supervisor")
DAN = Actor("dan", "Dan", "deputy")
TOLD = Addition(DisputeEvent.TOLD, "Read out to her.", "in person")
key = iter(f"a-key-of-a-test-{n:04}" for n in range(10**4))


def an_entry(code="NSW3", **changes):
    said = {
        "raised_by": "Nadia Karim",
        "what": "My hand was swept.",
        "raised_at": NOON,
        "document": code,
    }
    return Entry(**said | changes)


def enter(db, code="NSW3", by=DEALER, **changes):
    with db.writing() as session:
        return services.enter(
            session, an_entry(code, **changes), next(key), Act(by, NOON)
        )


def add(db, case, by, what, note="As heard.", how=""):
    new = what if isinstance(what, Addition) else Addition(what, note, how)
    with db.writing() as session:
        held = queries.case(session, case.item.pk, lock=True)
        return services.add(session, held, new, Act(by, NOON + MINUTE))


def took(verdict):
    assert isinstance(verdict, Case), verdict
    return verdict


def test_a_dispute_is_entered_and_kept(db):
    case = took(enter(db))
    assert case.status == "open"
    with db.reading() as session:
        entry = session.exec(select(AuditRow).where(AuditRow.act == "enter dispute"))
        assert entry.one().after["what"] == "My hand was swept."
    for table in ("dispute", "dispute_event"):
        took(add(db, case, DEALER, TOLD)) if table == "dispute_event" else None
        with pytest.raises(DBAPIError, match="append-only"), db.writing() as session:
            session.execute(text(f"DELETE FROM {table}"))


@pytest.mark.rule("HOUSE-DISPUTE-1")
@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"what": " "}, {"what"}),
        ({"raised_by": ""}, {"raised_by"}),
        ({"raised_at": NOON + MINUTE}, {"raised_at"}),
        ({"document": "XYZ"}, {"document"}),
        ({"table_number": 77}, {"table"}),
        ({"round": 3}, {"table"}),
        ({"ruling_id": 9}, {""}),
        ({"what": "", "raised_by": ""}, {"what", "raised_by"}),
    ],
)
def test_what_cannot_be_entered(db, changes, fields):
    verdict = enter(db, **changes)
    assert {r.field for r in verdict.refusals} == fields
    assert set(cites(verdict)) == {"HOUSE-DISPUTE-1"}


@pytest.mark.rule("HOUSE-DISPUTE-1")
def test_the_same_key_enters_once(db):
    with db.writing() as session:
        for _ in range(2):
            services.enter(session, an_entry(), "one-key-of-a-test", at())
        assert len(session.exec(select(DisputeRow)).all()) == 1


@pytest.mark.parametrize(
    ("code", "rule", "lower", "decides", "reviews"),
    [
        ("NSW3", "NSW3-13.12", DEALER, PRIYA, OSCAR),
        ("STAR4", "STAR4-13.17", DEALER, PRIYA, OSCAR),
        ("CROWN3", "CROWN3-13.10", PRIYA, DAN, Actor("ruth", "Ruth", "director")),
        ("MASS", "HOUSE-DISPUTE-2", DEALER, PRIYA, DAN),
        ("VIC99", "HOUSE-DISPUTE-2", DEALER, PRIYA, DAN),
    ],
)
@pytest.mark.rule("HOUSE-DISPUTE-3")
def test_who_decides_and_who_reviews(db, code, rule, lower, decides, reviews):
    case = took(enter(db, code))
    assert cites(add(db, case, lower, DisputeEvent.DECIDED)) == [rule]
    case = took(add(db, case, decides, DisputeEvent.DECIDED))
    case = took(add(db, case, DEALER, DisputeEvent.REVIEW_ASKED))
    assert case.status == "under review"
    assert "HOUSE-DISPUTE-3" in cites(add(db, case, decides, DisputeEvent.REVIEWED))
    case = took(add(db, case, reviews, DisputeEvent.REVIEWED))
    assert case.status == "decided"
    assert rule in cites(add(db, case, DEALER, DisputeEvent.REVIEW_ASKED))


@pytest.mark.rule("HOUSE-DISPUTE-2")
def test_where_the_document_is_silent_a_review_takes_a_higher_rank(db):
    case = took(enter(db, "MASS"))
    case = took(add(db, case, PRIYA, DisputeEvent.DECIDED))
    case = took(add(db, case, DEALER, DisputeEvent.REVIEW_ASKED))
    assert cites(add(db, case, OSCAR, DisputeEvent.REVIEWED)) == ["HOUSE-DISPUTE-2"]


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("CROWN3", "CROWN3-13.9"),
        ("NSW3", "NSW3-13.13"),
        ("STAR4", "STAR4-13.18"),
        ("MASS", "HOUSE-DISPUTE-2"),
    ],
)
def test_nobody_is_left_unresolved_without_being_told(db, code, rule):
    case = took(enter(db, code))
    case = took(add(db, case, DAN, DisputeEvent.DECIDED))
    assert cites(add(db, case, DAN, DisputeEvent.UNRESOLVED)) == [rule]
    case = took(add(db, case, DEALER, TOLD))
    assert case.told.how == "in person"
    case = took(add(db, case, DAN, DisputeEvent.UNRESOLVED))
    assert case.status == "unresolved"


@pytest.mark.rule("CROWN3-13.11", "HOUSE-DISPUTE-4")
def test_a_referral_is_always_open_and_made_once(db):
    case = took(enter(db, "CROWN3"))
    case = took(add(db, case, DAN, DisputeEvent.DECIDED))
    case = took(add(db, case, DAN, DisputeEvent.CLOSED))
    case = took(add(db, case, DEALER, DisputeEvent.REFERRED))
    assert case.events[-1].rule_id == "CROWN3-13.11"
    assert cites(add(db, case, DEALER, DisputeEvent.REFERRED)) == ["CROWN3-13.11"]


@pytest.mark.rule("HOUSE-DISPUTE-4")
@pytest.mark.parametrize(
    ("before", "then"),
    [
        ((), DisputeEvent.CLOSED),
        ((), DisputeEvent.UNRESOLVED),
        ((), DisputeEvent.REVIEW_ASKED),
        ((), DisputeEvent.REVIEWED),
        ((DisputeEvent.DECIDED,), DisputeEvent.DECIDED),
        ((DisputeEvent.DECIDED, DisputeEvent.CLOSED), DisputeEvent.DECIDED),
        ((DisputeEvent.DECIDED, DisputeEvent.CLOSED), DisputeEvent.TOLD),
        ((DisputeEvent.DECIDED, DisputeEvent.CLOSED), DisputeEvent.REVIEW_ASKED),
        ((DisputeEvent.DECIDED, DisputeEvent.REVIEW_ASKED), DisputeEvent.CLOSED),
    ],
)
def test_nothing_happens_out_of_order(db, before, then):
    case = took(enter(db))
    for step in before:
        case = took(add(db, case, PRIYA, step))
    verdict = add(db, case, OSCAR, then, how="in person")
    assert "HOUSE-DISPUTE-4" in cites(verdict)


@pytest.mark.parametrize("how", ["", "by pigeon"])
def test_how_somebody_was_told_is_said(db, how):
    case = took(enter(db))
    assert cites(add(db, case, PRIYA, DisputeEvent.TOLD, how=how)) == ["NSW3-13.13"]
    assert cites(add(db, case, PRIYA, DisputeEvent.DECIDED, " ")) == ["HOUSE-DISPUTE-1"]


def test_every_document_has_somebody_who_decides():
    for code in ("CROWN3", "MASS", "NSW3", "STAR4", "VIC99"):
        assert rules.conduct_of(code).told_of_right.value.endswith(".")


# The pages.


def page_key():
    return {"_key": next(key)}


def entered(client, **changes):
    form = {
        "raised_by": "Nadia",
        "what": "Swept.",
        "raised_at": "2020-01-01T12:00",
        "document": "NSW3",
    }
    return client.post("/desk/disputes/new", data=form | page_key() | changes)


def test_a_dispute_goes_its_way_on_the_pages(sign_in):
    client = sign_in(Role.SUPERVISOR)
    assert "No dispute is open" in client.get("/desk/disputes/").text
    response = entered(client)
    assert response.status_code == 303, response.text
    page = response.headers["Location"]
    assert "Gaming Supervisor decides next" in client.get(page).text
    assert "One dispute is open" in client.get("/desk/disputes/").text
    form = {"happened": "decided", "note": "It was folded.", "how": "in person"}
    done = client.post(f"{page}/events", data=form | page_key())
    assert done.status_code == 303
    form["happened"] = "unresolved"
    refused = client.post(f"{page}/events", data=form | page_key())
    assert refused.status_code == 409
    assert "NSW3-13.13" in refused.text
    assert "It was folded." in refused.text


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"raised_at": "soon"}, 422),
        ({"table": "x"}, 422),
        ({"document": "XYZ"}, 422),
        ({"what": "x" * 1001}, 422),
        ({"what": ""}, 409),
        ({"patron": "nobody"}, 409),
        ({"table": "99"}, 409),
    ],
)
def test_bad_input_keeps_what_was_typed(sign_in, changes, status):
    response = entered(sign_in(Role.DEALER), **changes)
    assert response.status_code == status
    assert 'value="Nadia"' in response.text


def test_a_link_from_a_table_fills_the_form(db, sign_in):
    open_table(db, "STAR4")
    page = sign_in(Role.DEALER).get("/desk/disputes/new?table=4&round=12").text
    assert 'value="4"' in page
    assert 'value="12"' in page
    assert '<option selected value="STAR4">' in page


def test_who_reads_and_who_adds(sign_in):
    page = entered(sign_in(Role.DEALER)).headers["Location"]
    inspector = sign_in(Role.INSPECTOR)
    assert inspector.get(page).status_code == 200
    assert "Add it" not in inspector.get(page).text
    form = {"happened": "decided", "note": "x", "how": "in person"} | page_key()
    assert inspector.post(f"{page}/events", data=form).status_code == 403
    assert sign_in(Role.MARKETING).get(page).status_code == 403
    assert inspector.get("/desk/disputes/999").status_code == 404


def test_the_register_pages_on(db):
    with db.writing() as session:
        for _ in range(3):
            services.enter(session, an_entry(), next(key), at())
        found = queries.find(session, only_open=True, size=2)
        rest = queries.find(session, only_open=True, size=2, before=found.older_than)
    assert (len(found.cases), len(rest.cases), rest.older_than) == (2, 1, None)
    assert not isinstance(found, Refused)
    assert DisputeEventRow.__tablename__ == "dispute_event"
