"""The timeline: states to the instant, filters, pages, links, proofs."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from sqlmodel import col, select

from house.audit import Actor, Subject
from house.audit.models import AuditRow
from house.desk.items import on_the_desk
from house.notices import deadlines, duties, kinds, timeline
from house.notices.deadlines import Round, run_due
from house.notices.duties import Proof
from house.notices.models import DeadlineRow
from house.notices.states import State, met_late, state
from house.notices.timeline import Cursor, DeadlineFilter, find
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import Cite

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
TICK = timedelta(microseconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
ANN = Actor("ann", "Ann Archer", "compliance")
CITE = Cite("STAR4-11.14.1")
duties.declare("test.by-hand", "By hand", Role.SUPERVISOR, by_hand=True)
duties.declare("test.in-its-room", "In its room", Role.CASHIER)
deadlines.on("test.itself")(lambda *_: None)


def plan(db, key, due_at=NOON, kind="test.by-hand", subject=("table", "7"), cite=CITE):
    with db.writing() as session:
        how = deadlines if kind == "test.itself" else duties
        how.plan(
            session,
            kind,
            key=key,
            subject=Subject(*subject),
            title=f"Do {key}",
            due_at=due_at,
            cite=cite,
        )


def row(db, key):
    with db.reading() as session:
        return session.exec(select(DeadlineRow).where(DeadlineRow.key == key)).one()


def keys(db, now=NOON, seen=None, **wanted):
    with db.reading() as session:
        found = find(session, DeadlineFilter(**wanted), seen, now=now)
    return [r.key for r in found.rows]


@pytest.mark.rule("HOUSE-NOTICE-1", "HOUSE-NOTICE-2")
@pytest.mark.parametrize(
    ("now", "stands"),
    [
        (NOON - DAY - TICK, State.WAITING),
        (NOON - DAY, State.DUE),
        (NOON - TICK, State.DUE),
        (NOON, State.DUE),
        (NOON + TICK, State.OVERDUE),
    ],
)
def test_a_deadline_stands_as_its_clock_says(db, now, stands):
    plan(db, "k")
    assert state(row(db, "k"), now) is stands
    for one in State:
        assert keys(db, now, state=one) == (["k"] if one is stands else [])


@pytest.mark.rule("HOUSE-NOTICE-2")
@pytest.mark.parametrize(
    ("now", "fires"), [(NOON - TICK, 0), (NOON, 0), (NOON + TICK, 1), (NOON + DAY, 1)]
)
def test_a_duty_is_overdue_after_its_time_and_the_record_says_so(db, now, fires):
    plan(db, "k")
    assert run_due(db, now) == Round(fired=fires)
    assert run_due(db, now) == Round()
    with db.reading() as session:
        entries = session.exec(select(AuditRow)).all()
    assert [(e.act, e.at, e.rules) for e in entries] == [
        ("deadline passed", NOON, ["HOUSE-NOTICE-2", "STAR4-11.14.1"])
    ] * fires
    assert row(db, "k").met_at is None


@pytest.mark.rule("HOUSE-NOTICE-2", "HOUSE-NOTICE-3")
@pytest.mark.parametrize(
    ("at", "late"), [(NOON - TICK, False), (NOON, False), (NOON + TICK, True)]
)
def test_a_duty_is_met_once_with_its_proof(db, at, late):
    plan(db, "k")
    with db.writing() as session:
        proof = Proof("Receipt 12", "payment", 3)
        assert duties.meet(session, "k", by=ANN, now=at, proof=proof)
        assert not duties.meet(session, "k", by=ANN, now=at, proof=Proof("again"))
        assert not deadlines.call_off(session, "k", now=at)
    met = row(db, "k")
    assert (met.met_at, met.met_by, met.met_by_name) == (at, "ann", "Ann Archer")
    assert (met.proof, met.proof_kind, met.proof_id) == ("Receipt 12", "payment", 3)
    assert (state(met, NOON + DAY), met_late(met)) == (State.MET, late)
    assert run_due(db, NOON + DAY) == Round()


def test_an_overdue_duty_can_still_be_met_or_called_off(db):
    plan(db, "a")
    plan(db, "b")
    assert run_due(db, NOON + HOUR) == Round(fired=2)
    with db.writing() as session:
        duties.meet(session, "a", by=ANN, now=NOON + HOUR, proof=Proof("done"))
        assert deadlines.call_off(session, "b", now=NOON + HOUR)
    assert keys(db, NOON + DAY) == []
    assert keys(db, NOON + DAY, state=State.CALLED_OFF) == ["b"]


def test_what_happens_by_itself_is_met_by_itself(db):
    plan(db, "k", kind="test.itself")
    assert run_due(db, NOON) == Round(fired=1)
    met = row(db, "k")
    assert (met.met_at, met.met_by_name, state(met, NOON)) == (
        NOON,
        "House Rules",
        State.MET,
    )


def test_filters_find_by_state_kind_rule_document_subject_and_day(db):
    plan(db, "a", NOON)
    plan(db, "b", NOON + DAY, subject=("table", "8"))
    plan(db, "c", NOON + 2 * DAY, subject=("payment", "7"), cite=Cite("CROWN3-13.7"))
    plan(db, "d", NOON + 3 * DAY, kind="test.in-its-room")
    assert keys(db) == ["a", "b", "c", "d"]
    assert keys(db, everything=True) == ["d", "c", "b", "a"]
    assert keys(db, rule="STAR4") == ["a", "b", "d"]
    assert keys(db, rule="CROWN3-13.7") == ["c"]
    assert keys(db, rule="MASS") == []
    assert keys(db, subject_kind="table") == ["a", "b", "d"]
    assert keys(db, subject_kind="table", subject_id=8) == ["b"]
    assert keys(db, kind="test.in-its-room") == ["d"]
    assert keys(db, since=NOON + DAY, until=NOON + 2 * DAY) == ["b"]
    assert keys(db, seen=frozenset({"test.in-its-room"})) == ["d"]
    assert keys(db, seen=frozenset()) == []


@pytest.mark.parametrize("backwards", [False, True])
def test_pages_miss_nothing_and_repeat_nothing(db, backwards):
    for n in range(23):  # many at the same instant
        plan(db, f"k{n:02}", NOON + (n // 10) * HOUR)
    wanted, seen, after = DeadlineFilter(everything=backwards), [], None
    with db.reading() as session:
        while True:
            page = find(session, wanted, None, now=NOON, after=after, size=5)
            seen += [r.key for r in page.rows]
            if page.then is None:
                break
            after = Cursor.read(str(page.then))
            assert after == page.then
    assert seen == sorted(seen, reverse=backwards)
    assert len(seen) == len(set(seen)) == 23


@pytest.mark.parametrize("text", ["", "x", "-", "20261120-1", "2026-11-20", "é-٣"])
def test_a_cursor_that_is_none_begins_at_the_start(text):
    assert Cursor.read(text) is None


@pytest.mark.rule("HOUSE-NOTICE-10")
def test_each_role_sees_its_own_kinds(db, sign_in):
    plan(db, "supervisors", NOON)
    plan(db, "cashiers", NOON, kind="test.in-its-room")
    sees = {}
    for role in (Role.SUPERVISOR, Role.CASHIER, Role.MARKETING, *kinds.SEE_ALL.value):
        page = sign_in(role).get("/desk/deadlines/").text
        sees[role] = ("Do supervisors" in page, "Do cashiers" in page)
    assert sees[Role.SUPERVISOR] == (True, False)
    assert sees[Role.CASHIER] == (False, True)
    assert sees[Role.MARKETING] == (False, False)
    assert {sees[role] for role in kinds.SEE_ALL.value} == {(True, True)}
    other = sign_in(Role.CASHIER, username="cora")
    pk = row(db, "supervisors").pk
    assert other.get(f"/desk/deadlines/{pk}").status_code == 404
    assert other.get("/desk/deadlines/99999").status_code == 404


def test_a_line_leads_to_its_subject_its_rule_and_its_page(db, sign_in):
    plan(db, "k")
    plan(db, "strange", subject=("moonbase", "3"))
    client = sign_in(Role.COMPLIANCE)
    page = client.get("/desk/deadlines/").text
    assert 'href="/desk/tables/7"' in page
    assert 'href="/desk/rules/STAR4-11.14.1"' in page
    assert f'href="/desk/deadlines/{row(db, "k").pk}"' in page
    assert "Moonbase 3" in page
    assert "moonbase" not in page.partition("<main")[2].partition("href")[0]


@pytest.mark.rule("HOUSE-NOTICE-3", "HOUSE-NOTICE-4")
def test_a_duty_of_no_room_is_met_by_hand_with_a_proof(db, sign_in):
    plan(db, "k", datetime.now(UTC) + DAY)
    plan(db, "room", datetime.now(UTC) + DAY, kind="test.in-its-room")
    client = sign_in(Role.COMPLIANCE)
    there = f"/desk/deadlines/{row(db, 'k').pk}"
    bare = client.post(f"{there}/met", data={"proof": " ", "_key": "a-key-number-0001"})
    assert bare.status_code == 409
    elsewhere = client.post(
        f"/desk/deadlines/{row(db, 'room').pk}/met",
        data={"proof": "I say so", "_key": "a-key-number-0002"},
    )
    assert elsewhere.status_code == 409
    assert "HOUSE-NOTICE-4" in elsewhere.text
    data = {"proof": "Signed list, folder 4", "_key": "a-key-number-0003"}
    assert client.post(f"{there}/met", data=data).status_code == 303
    page = client.get(there).text
    assert "Signed list, folder 4" in page
    assert "It is met." in page
    again = {**data, "_key": "a-key-number-0004"}
    assert client.post(f"{there}/met", data=again).status_code == 409
    cashier = sign_in(Role.CASHIER)
    assert cashier.post(f"{there}/met", data=data).status_code == 403
    with db.reading() as session:
        acts = session.exec(
            select(AuditRow.verdict)
            .where(AuditRow.act == "meet deadline")
            .order_by(col(AuditRow.number))
        ).all()
    assert acts[-2:] == ["done", "refused"]


@pytest.mark.parametrize(
    "query",
    [
        "state=never",
        "rule=NOPE-1",
        "subject=table:x",
        "subject=table:99999999999999999999",
        "since=2026-13-01",
        "since=2026-11-20&until=2026-11-19",
        "since=0001-01-01",
        "rule=" + "x" * 65,
    ],
)
def test_a_filter_that_makes_no_sense_is_answered_with_a_sentence(sign_in, query):
    answer = sign_in(Role.DIRECTOR).get(f"/desk/deadlines/?{query}")
    assert answer.status_code == 422
    assert "Nothing was looked for." in answer.text


@pytest.mark.parametrize("query", ["state=met", "state=all&after=zzz", "kind=x"])
def test_a_strange_but_possible_filter_finds_nothing(sign_in, query):
    answer = sign_in(Role.DIRECTOR).get(f"/desk/deadlines/?{query}")
    assert answer.status_code == 200


def test_an_overdue_duty_is_in_the_heading_and_on_the_right_desks(db, app, sign_in):
    with time_machine.travel(NOON + HOUR, tick=False):
        plan(db, "k")
        run_due(db, NOON + HOUR)
        assert (
            "One duty is overdue."
            in sign_in(Role.DIRECTOR).get("/desk/deadlines/").text
        )
        for role, told in ((Role.SUPERVISOR, 1), (Role.CASHIER, 0), (Role.ADMIN, 0)):
            staff = Staff(1, "x", "X", frozenset({role}), 1, None, None)
            with app.test_request_context(), db.reading() as session:
                items = on_the_desk(session, staff, NOON + HOUR)
            mine = [i for i in items if i.title == "Do k"]
            assert len(mine) == told, role


def test_overdue_duties_are_counted_no_further_than_needed(db, monkeypatch):
    monkeypatch.setattr(timeline, "COUNTED", 3)
    for n in range(5):
        plan(db, str(n))
    with db.reading() as session:
        assert timeline.count_overdue(session, None, NOON) == 0
        assert timeline.count_overdue(session, None, NOON + TICK) == 3
        assert timeline.count_overdue(session, frozenset({"x"}), NOON + TICK) == 0


@pytest.mark.rule("HOUSE-CLOCK-1")
def test_a_clock_moved_back_fires_nothing_twice(db):
    plan(db, "itself", NOON, kind="test.itself")
    plan(db, "duty", NOON)
    assert run_due(db, NOON + TICK) == Round(fired=2)
    for now in (NOON - DAY, NOON - TICK, NOON, NOON + DAY):
        assert run_due(db, now) == Round()
