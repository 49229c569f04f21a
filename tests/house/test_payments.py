"""Over- and underpayments: entered, tried, reported at month end, closed."""

import itertools
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from game.payments import Intent, Kind, Step
from house.audit import Act as NoticeAct
from house.audit import Actor
from house.audit.models import AuditRow
from house.floor.models import Device, Game, TableRow
from house.notices import duties
from house.notices.deadlines import Round, run_due
from house.notices.models import Channel, DeadlineRow, NoticeRow
from house.notices.services import Posting, post
from house.notices.states import State, state
from house.notices.ticking import Ticker
from house.payments import month_end, queries, services, tasks
from house.payments.acts import Act
from house.payments.models import Outcome, PaymentEventRow, PaymentRow
from house.payments.month_end import Month
from house.payments.rules import Entry
from house.payments.services import Attempt
from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.roles import Role
from house.venue import Venue
from rulebook import Refused

MELBOURNE = Venue("Southbank House", ZoneInfo("Australia/Melbourne"))
NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
TICK = timedelta(microseconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
ANN = Actor("ann", "Ann Archer", "compliance")
OVER = Entry(
    Kind.WAGER, 150_00, 100_00, NOON - HOUR, NOON, Intent.UNINTENDED, "Paid 3 to 1."
)
UNDER = replace(OVER, paid_cents=60_00)
numbers = itertools.count()


def key():
    return f"a-key-of-a-test-{next(numbers):04}"


@pytest.fixture
def house(app, db):
    """The house, with its clock in reach."""
    with app.app_context():
        yield db


def enter(db, entry=OVER, now=NOON, venue=MELBOURNE):
    with db.writing() as session:
        return services.enter(session, entry, Act(ANN, now, venue))


def act_on(db, pk, what, *args, now=NOON + HOUR):
    with db.writing() as session:
        case = queries.case(session, pk, lock=True)
        return what(session, case, *args, Act(ANN, now, MELBOURNE))


def tried(db, pk, step, patron=None, at=NOON + HOUR, note="They said so."):
    return act_on(db, pk, services.attempt, Attempt(step, note, at, patron), now=at)


def duties_of(db, pk):
    with db.reading() as session:
        mine = select(DeadlineRow).where(
            DeadlineRow.subject_kind == "payment", DeadlineRow.subject_id == pk
        )
        return session.exec(mine.order_by(col(DeadlineRow.id))).all()


def standing(db, pk, now=NOON):
    return {
        (row.key.split(":")[2], row.rule_id): state(row, now)
        for row in duties_of(db, pk)
    }


def wen(db):
    with db.writing() as session:
        row = PatronRow(
            given_name="Wen",
            family_name="Wu",
            search_name="wen wu",
            born_on=date(1980, 1, 1),
            created_at=NOON,
        )
        session.add(row)
        session.flush()
        session.add(PlayerCardRow(number="AB1234", patron_id=row.pk, issued_at=NOON))
        return row


def drafts(db):
    with db.reading() as session:
        return session.exec(select(NoticeRow).order_by(col(NoticeRow.id))).all()


def entries(db, act):
    with db.reading() as session:
        query = select(AuditRow).where(AuditRow.act == act)
        return session.exec(query.order_by(col(AuditRow.number))).all()


# --- entering ----------------------------------------------------------------


@pytest.mark.rule("HOUSE-PAY-1")
@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({}, 0),
        ({"paid_cents": 100_00}, 1),
        ({"paid_cents": -1}, 1),
        ({"paid_cents": 100_000_000_000}, 0),
        ({"paid_cents": 100_000_000_001}, 1),
        ({"known_at": NOON - HOUR}, 0),
        ({"known_at": NOON - HOUR - TICK}, 1),
        ({"known_at": NOON + TICK}, 1),
        ({"note": ""}, 1),
        ({"table_number": 99}, 1),
        ({"paid_cents": 100_00, "note": "", "known_at": NOON + TICK}, 3),
    ],
)
def test_what_can_be_entered(house, change, reasons):
    verdict = enter(house, replace(OVER, **change))
    found = verdict.refusals if isinstance(verdict, Refused) else ()
    assert len(found) == reasons
    with house.reading() as session:
        assert len(session.exec(select(PaymentRow)).all()) == (0 if reasons else 1)
    assert len(duties_of(house, 1)) == (0 if reasons else 2)
    [entry] = entries(house, "enter payment")
    assert entry.verdict == ("refused" if reasons else "done")


@pytest.mark.rule("HOUSE-PAYMENTS-1", "HOUSE-PAY-2", "STAR4-11.14.1")
@pytest.mark.parametrize(
    ("intent", "asked"),
    [
        (
            Intent.UNINTENDED,
            {("ENQUIRY", "STAR4-11.13.1"), ("RECTIFIED", "STAR4-11.13.2")},
        ),
        (
            Intent.SUSPECTED,
            {("RECTIFIED", "STAR4-11.14.1"), ("IDENTIFICATION", "STAR4-11.14.2")},
        ),
    ],
)
def test_what_must_be_tried_is_due_at_the_end_of_the_fourteenth_day(
    house, intent, asked
):
    pk = enter(house, replace(OVER, intent=intent)).item.pk
    ends = datetime(2026, 12, 4, tzinfo=MELBOURNE.zone) + DAY
    assert {row.due_at for row in duties_of(house, pk)} == {ends - TICK}
    assert set(standing(house, pk)) == asked
    assert set(standing(house, pk, ends - TICK).values()) == {State.DUE}
    assert set(standing(house, pk, ends).values()) == {State.OVERDUE}
    assert run_due(house, ends - TICK) == Round()
    assert run_due(house, ends) == Round(fired=2)
    assert run_due(house, ends) == Round()
    assert {e.at for e in entries(house, "deadline passed")} == {ends - TICK}


@pytest.mark.rule("HOUSE-CLOCK-7", "HOUSE-PAYMENTS-1")
@pytest.mark.parametrize("zone", ["Australia/Melbourne", "Australia/Sydney"])
@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 10, 4), 23), (date(2027, 4, 4), 25)]
)
def test_the_last_day_lasts_as_long_as_it_does_when_the_clocks_change(zone, day, hours):
    venue = Venue("x", ZoneInfo(zone))
    begin, end = duties.end_of(venue, day - DAY) + TICK, duties.end_of(venue, day)
    assert end + TICK - begin == hours * HOUR
    assert f"{venue.local(end):%Y-%m-%d %H:%M:%S.%f}" == f"{day} 23:59:59.999999"


# --- trying ------------------------------------------------------------------


@pytest.mark.rule("HOUSE-PAY-7", "HOUSE-NOTICE-3", "STAR4-11.13.1")
def test_a_step_meets_its_duty_with_its_proof(house):
    pk = enter(house).item.pk
    tried(house, pk, Step.ENQUIRY, note="Footage seen; a slip.")
    met = next(r for r in duties_of(house, pk) if "ENQUIRY" in r.key)
    assert (met.met_at, met.met_by_name, met.proof, met.proof_kind, met.proof_id) == (
        NOON + HOUR,
        "Ann Archer",
        "Footage seen; a slip.",
        "payment",
        pk,
    )
    assert standing(house, pk)["RECTIFIED", "STAR4-11.13.2"] is State.WAITING
    tried(house, pk, Step.RECTIFIED)
    assert set(standing(house, pk).values()) == {State.MET}


@pytest.mark.rule("STAR4-11.15.1", "HOUSE-CLOCK-8")
def test_a_task_that_is_moot_is_called_off_and_one_that_returns_is_new(house):
    pk = enter(house).item.pk
    tried(house, pk, Step.IDENTIFICATION)  # nobody found: that was the attempt
    assert standing(house, pk)["RECTIFIED", "STAR4-11.13.2"] is State.CALLED_OFF
    tried(house, pk, Step.CONTACT, patron=wen(house))  # now the money is asked for
    rows = [r for r in duties_of(house, pk) if "RECTIFIED" in r.key]
    assert [state(r, NOON) for r in rows] == [State.CALLED_OFF, State.WAITING]
    assert ("DEMAND", "STAR4-11.15.1.2") in standing(house, pk)
    tried(house, pk, Step.DEMAND)
    tried(house, pk, Step.ENQUIRY)
    assert State.WAITING not in standing(house, pk).values()


@pytest.mark.rule("STAR4-11.15.1.1", "STAR4-11.15.1.2", "STAR4-11.15.1")
def test_the_money_step_fits_the_difference_and_needs_the_patron(house):
    patron = wen(house)
    over = enter(house).item.pk
    under = enter(house, UNDER).item.pk
    wrong_way = tried(house, over, Step.REIMBURSEMENT, patron)
    assert [r.cite.id for r in wrong_way.refusals] == ["STAR4-11.15.1.1"]
    wrong_way = tried(house, under, Step.DEMAND, patron)
    assert [r.cite.id for r in wrong_way.refusals] == ["STAR4-11.15.1.2"]
    unknown = tried(house, over, Step.DEMAND)
    assert [r.cite.id for r in unknown.refusals] == ["STAR4-11.15.1"]
    assert not isinstance(tried(house, under, Step.REIMBURSEMENT, patron), Refused)
    assert entries(house, "log: DEMAND")[-1].verdict == "refused"


@pytest.mark.rule("HOUSE-PAY-1", "HOUSE-PAY-7")
@pytest.mark.parametrize(
    ("at", "note", "reasons"),
    [
        (NOON - TICK, "x", 1),
        (NOON, "x", 0),
        (NOON + 2 * HOUR, "x", 1),
        (NOON, " ", 1),
        (NOON - TICK, "", 2),
    ],
)
def test_a_step_says_something_and_lies_in_the_past(house, at, note, reasons):
    pk = enter(house).item.pk
    step = Attempt(Step.ENQUIRY, note, at)
    verdict = act_on(house, pk, services.attempt, step)
    found = verdict.refusals if isinstance(verdict, Refused) else ()
    assert len(found) == reasons


@pytest.mark.rule("STAR4-11.14", "STAR4-11.14.1", "STAR4-11.14.2", "HOUSE-PAY-7")
def test_what_is_found_to_be_meant_must_be_put_right_and_its_patron_found(house):
    pk = enter(house).item.pk
    act_on(house, pk, services.find_intent, Intent.SUSPECTED, "Twice the same way.")
    assert standing(house, pk) == {
        ("ENQUIRY", "STAR4-11.13.1"): State.CALLED_OFF,
        ("RECTIFIED", "STAR4-11.13.2"): State.CALLED_OFF,
        ("RECTIFIED", "STAR4-11.14.1"): State.WAITING,
        ("IDENTIFICATION", "STAR4-11.14.2"): State.WAITING,
    }
    with house.reading() as session:
        assert session.get_one(PaymentRow, pk).intent is Intent.UNINTENDED


# --- closing -----------------------------------------------------------------


@pytest.mark.rule("STAR4-11.13", "STAR4-11.13.1", "STAR4-11.13.2", "HOUSE-PAY-3")
def test_no_breach_needs_an_enquiry_and_one_of_three(house):
    pk = enter(house).item.pk

    def close(outcome=Outcome.NO_BREACH, note="Done."):
        return act_on(house, pk, services.close, outcome, note)

    assert [r.cite.id for r in close().refusals] == ["STAR4-11.13.1", "STAR4-11.13.2"]
    assert close(note=" ").refusals[0].cite.id == "HOUSE-PAY-7"
    assert [r.cite.id for r in close(Outcome.BREACH).refusals] == ["HOUSE-PAY-3"]
    tried(house, pk, Step.ENQUIRY)
    assert [r.cite.id for r in close().refusals] == ["STAR4-11.13.2"]
    tried(house, pk, Step.RECTIFIED)
    assert close().closed.outcome is Outcome.NO_BREACH
    for verdict in (close(), tried(house, pk, Step.CONTACT)):
        assert [r.cite.id for r in verdict.refusals] == ["HOUSE-PAY-3"]
    assert State.WAITING not in standing(house, pk).values()


@pytest.mark.rule("STAR4-11.13.2", "HOUSE-PAY-3")
def test_a_breach_is_closed_once_the_regulator_has_been_told(house):
    pk = enter(house, replace(OVER, intent=Intent.INTENDED)).item.pk
    refused = tried(house, pk, Step.REPORTED)
    assert [r.cite.id for r in refused.refusals] == ["STAR4-11.13.2"]
    notice = act_on(house, pk, services.tell_regulator)
    assert act_on(house, pk, services.tell_regulator).pk == notice.pk
    assert isinstance(tried(house, pk, Step.REPORTED), Refused)  # only drafted
    assert "$150 was paid where\n$100 was due" in notice.body
    _send(house, notice.pk)
    assert not isinstance(tried(house, pk, Step.REPORTED), Refused)
    closed = act_on(house, pk, services.close, Outcome.BREACH, "Dealer dismissed.")
    assert closed.closed.outcome is Outcome.BREACH


def _send(db, pk, now=NOON + HOUR):
    from house.notices import contacts  # noqa: PLC0415
    from house.notices.models import Audience  # noqa: PLC0415

    nicc = contacts.Contact("NICC", "nicc@example.com")
    with db.writing() as session:
        contacts.enter(session, Audience.REGULATOR, "STAR4", nicc, by=ANN, now=NOON)
        row = session.get_one(NoticeRow, pk)
        how = Posting(Channel.HAND, "receipt 1")
        assert not isinstance(post(session, row, how, NoticeAct(ANN, now)), Refused)


@pytest.mark.rule("HOUSE-PAY-7")
@pytest.mark.parametrize("table", ["payment", "payment_event"])
def test_the_register_is_only_ever_added_to(house, table):
    pk = enter(house).item.pk
    tried(house, pk, Step.ENQUIRY)

    def tamper(verb):
        with house.writing() as session:
            session.execute(text(verb))

    for verb in (f"UPDATE {table} SET note = 'x'", f"DELETE FROM {table}"):
        with pytest.raises(DBAPIError, match="append-only"):
            tamper(verb)


# --- the end of the month ----------------------------------------------------

BEGINS = datetime(2026, 10, 31, 13, 0, tzinfo=UTC)  # 1 November in Melbourne
ENDS = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)  # 1 December in Melbourne


def known(db, at, cents, intent=Intent.UNINTENDED, now=None):
    entry = replace(
        OVER,
        paid_cents=max(cents, 0),
        due_cents=max(-cents, 0),
        happened_at=at - HOUR,
        known_at=at,
        intent=intent,
    )
    return enter(db, entry, now or at).item.pk


def plan(db, at=NOON):
    with db.writing() as session:
        month_end.plan_next(session, MELBOURNE, at)


@pytest.mark.rule("STAR4-11.15.2:monthly")
@pytest.mark.parametrize(
    ("at", "cents", "listed"),
    [
        (NOON, 1_000_00, False),
        (NOON, 1_000_01, True),
        (NOON, -1_000_00, False),
        (NOON, -1_000_01, True),
        (NOON, 2_500_00, True),
        (BEGINS - TICK, 2_500_00, False),
        (BEGINS, 2_500_00, True),
        (ENDS - TICK, 2_500_00, True),
        (ENDS, 2_500_00, False),
    ],
)
@pytest.mark.parametrize("intent", [Intent.UNINTENDED, Intent.INTENDED])
def test_the_report_lists_every_single_item_over_the_line_known_in_the_month(
    house, at, cents, listed, intent
):
    plan(house)
    pk = known(house, at, cents, intent, now=max(at, NOON))
    before = len(drafts(house))  # what became known in October is told apart
    run_due(house, ENDS)
    reports = [n for n in drafts(house) if n.key == "payments.month-end:2026-11"]
    assert len(reports) == (1 if listed else 0)
    assert before == (1 if at < BEGINS else 0)
    if listed:
        [report] = reports
        assert f"Entry {pk} of our register" in report.body
        assert intent.value in report.body
        assert report.title.endswith("became known in November 2026")
        assert (report.audience.value, report.document) == ("regulator", "STAR4")


@pytest.mark.rule("HOUSE-PAY-4", "STAR4-11.15.2:monthly")
@pytest.mark.parametrize(
    ("now", "drafted"), [(ENDS - TICK, 0), (ENDS, 1), (ENDS + TICK, 1)]
)
def test_it_is_drafted_the_moment_the_month_ends_and_due_by_the_end_of_that_day(
    house, now, drafted
):
    plan(house)
    for cents in (1_000_00, 1_000_01, 2_500_00):
        known(house, NOON, cents)
    for _ in range(3):
        run_due(house, now)
    reports = drafts(house)
    assert len(reports) == drafted
    if drafted:
        [report] = reports
        assert report.rule_id == "STAR4-11.15.2:monthly"
        assert report.body.count(" of our register") == 2
        assert report.drafted_at == ENDS
        assert report.due_at == ENDS + DAY - TICK
        [drafted] = entries(house, "draft notice")
        assert "HOUSE-PAY-4" in drafted.rules
        with house.reading() as session:
            send = session.exec(
                select(DeadlineRow).where(DeadlineRow.kind == "notice.send")
            ).one()
        assert state(send, ENDS + DAY - TICK) is State.DUE
        assert state(send, ENDS + DAY) is State.OVERDUE


@pytest.mark.rule("HOUSE-PAY-5")
def test_a_month_with_nothing_to_report_says_so_on_the_record(house):
    plan(house)
    known(house, NOON, 1_000_00)
    run_due(house, ENDS)
    assert drafts(house) == []
    [entry] = entries(house, "no payments to report")
    assert (entry.at, entry.subject_id) == (ENDS, "202611")


@pytest.mark.rule("HOUSE-CLOCK-1", "STAR4-11.15.2:monthly")
def test_months_slept_through_are_reported_one_by_one_each_once(app, db):
    with app.app_context():
        plan(db)
        known(db, NOON, 5_000_00)
        known(db, NOON + 30 * DAY, 6_000_00)
        with time_machine.travel(NOON + 100 * DAY, tick=False):
            tickers = [Ticker(app), Ticker(app)]
            for ticker in tickers * 6:
                assert ticker.tick()
        reports = [n.key for n in drafts(db)]
        assert reports == ["payments.month-end:2026-11", "payments.month-end:2026-12"]
        assert len(entries(db, "no payments to report")) == 1  # January
        with time_machine.travel(NOON, tick=False):  # the clock moved back
            assert Ticker(app).tick()
            assert tickers[0].tick()
        assert len(drafts(db)) == 2


@pytest.mark.rule("HOUSE-PAY-6")
@pytest.mark.parametrize("first", [0, 5_000_00])
def test_what_is_entered_after_the_report_is_reported_at_once(house, first):
    plan(house)
    if first:
        known(house, NOON, first)
    run_due(house, ENDS)
    pk = known(house, NOON, 2_000_00, now=ENDS + 2 * DAY)
    known(house, NOON, 1_000_00, now=ENDS + 2 * DAY)  # not over the line
    run_due(house, ENDS + 3 * DAY)
    *reports, late = drafts(house)
    assert len(reports) == (1 if first else 0)
    assert late.key == f"payments.month-end:2026-11:item-{pk}"
    assert late.corrects_id == (reports[0].pk if first else None)
    assert late.body.count(" of our register") == 1
    assert late.due_at == ENDS + 3 * DAY - TICK
    *before, told = entries(house, "draft notice")
    assert "HOUSE-PAY-6" in told.rules
    assert not any("HOUSE-PAY-6" in entry.rules for entry in before)
    _send(house, late.pk, ENDS + 3 * DAY)
    with house.reading() as session:
        case = queries.case(session, pk)
        assert services.sent_notice(session, case, MELBOURNE).pk == late.pk


@pytest.mark.rule("HOUSE-CLOCK-7", "STAR4-11.15.2:monthly")
@pytest.mark.parametrize("zone", ["Australia/Melbourne", "Australia/Sydney"])
@pytest.mark.parametrize(
    ("month", "begins", "ends"),
    [
        # The clocks go forward on 1 October 2028 and back on 1 April 2029.
        (Month(2028, 9), "2028-08-31T14:00", "2028-09-30T14:00"),
        (Month(2028, 10), "2028-09-30T14:00", "2028-10-31T13:00"),
        (Month(2029, 3), "2029-02-28T13:00", "2029-03-31T13:00"),
        (Month(2029, 4), "2029-03-31T13:00", "2029-04-30T14:00"),
        (Month(2028, 2), "2028-01-31T13:00", "2028-02-29T13:00"),
        (Month(2026, 12), "2026-11-30T13:00", "2026-12-31T13:00"),
    ],
)
def test_a_month_begins_and_ends_on_the_venues_clock(zone, month, begins, ends):
    venue = Venue("x", ZoneInfo(zone))
    first, last = (datetime.fromisoformat(f"{t}:00+00:00") for t in (begins, ends))
    assert (month.begins(venue), month.ends(venue)) == (first, last)
    assert Month.of(venue, first - TICK) != month
    assert Month.of(venue, first) == month
    assert Month.of(venue, last - TICK) == month
    assert Month.of(venue, last) != month
    assert Month.numbered(month.id) == month


# --- pages -------------------------------------------------------------------


@pytest.fixture
def table(db):
    with db.writing() as session:
        row = TableRow(
            number=7,
            game=Game.MISSISSIPPI_STUD,
            rulebook="STAR4",
            seats=6,
            device=Device.SHOE,
            minimum_cents=10_00,
            maximum_cents=100_00,
            unit_cents=5_00,
        )
        session.add(row)
    return row


FORM = {
    "kind": "a wager",
    "paid": "1,500.01",
    "due": "500",
    "happened_at": "2026-11-20T11:00",
    "known_at": "2026-11-20T11:30",
    "intent": "not intended",
    "note": "Three to one where one to one was due.",
    "table": "7",
}


@time_machine.travel(NOON, tick=False)
@pytest.mark.rule("STAR4-11.13", "STAR4-11.15.2")
def test_a_case_says_whether_it_is_a_breach_or_credit_as_it_stands(app, db, sign_in):
    with app.app_context():
        pk = enter(db).item.pk
    client = sign_in(Role.COMPLIANCE)

    def said():
        page = client.get(f"/desk/payments/{pk}").text
        assert ">STAR4-11.13<" in page
        assert ">STAR4-11.15.2<" in page
        return "A breach of the rules" in page, "Counts as credit given" in page

    assert said() == (True, False)  # nothing was enquired or put right yet
    with app.app_context():
        tried(db, pk, Step.ENQUIRY, at=NOON)
        tried(db, pk, Step.RECTIFIED, at=NOON)
    assert said() == (False, False)
    with app.app_context():
        act_on(db, pk, services.find_intent, Intent.INTENDED, "CCTV.", now=NOON)
    assert said() == (True, True)


def test_a_supervisor_enters_tries_and_compliance_closes(db, sign_in, table):
    with time_machine.travel(NOON, tick=False):
        client = sign_in(Role.SUPERVISOR)
        assert "No over- or underpayment is open." in client.get("/desk/payments/").text
        made = client.post("/desk/payments/new", data={**FORM, "_key": key()})
        assert made.status_code == 303
        there = made.headers["Location"]
        page = client.get(there).text
        assert "$1,000.01 too much was paid; 2 things are still to be tried." in page
        assert "Listed" in page
        assert (
            "One over- or underpayment is open." in client.get("/desk/payments/").text
        )
        step = {"step": Step.ENQUIRY.value, "at": "2026-11-20T11:45", "note": "Seen."}
        added = client.post(f"{there}/steps", data={**step, "_key": key()})
        assert added.status_code == 303
        nobody = {**step, "patron": "ZZ9999", "_key": key()}
        refused = client.post(f"{there}/steps", data=nobody)
        assert (refused.status_code, "ZZ9999" in refused.text) == (409, True)
        assert client.post(f"{there}/close", data={"_key": key()}).status_code == 403
        wen(db)
        found = {**step, "step": Step.CONTACT.value, "patron": "ab 1234"}
        client.post(f"{there}/steps", data={**found, "_key": key()})
        assert "Wen Wu" in client.get(there).text
        finding = {"finding-intent": "intended", "finding-note": "CCTV."}
        done = client.post(f"{there}/finding", data={**finding, "_key": key()})
        assert done.status_code == 303
        officer = sign_in(Role.COMPLIANCE)
        told = officer.post(f"{there}/tell", data={"_key": key()})
        assert told.headers["Location"] == "/desk/notices/1"
        end = {"closing-outcome": "no breach", "closing-note": "x", "_key": key()}
        refused = officer.post(f"{there}/close", data=end)
        assert (refused.status_code, "STAR4-11.13.1" in refused.text) == (409, True)
        assert officer.get("/desk/payments/?show=all").status_code == 200
        assert "Put right overpayment 1" in officer.get("/desk/deadlines/").text


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"paid": "lots"}, 422, "Write an amount such as"),
        ({"paid": ""}, 422, "Give the amount paid."),
        ({"paid": "500"}, 409, "What was paid is what was due."),
        ({"paid": "999999999999999"}, 409, "more than a table can pay"),
        ({"known_at": "2026-11-20T10:59"}, 409, "known before it happened"),
        ({"known_at": "2026-11-20T12:01"}, 409, "only later than now"),
        ({"known_at": "2026-10-04T02:30"}, 422, "The clocks go forward"),
        ({"happened_at": "yesterday"}, 422, "Give a day and time"),
        ({"table": "8"}, 409, "There is no table 8."),
        ({"table": "0"}, 422, "Tables are numbered"),
        ({"patron": "77"}, 409, "No patron has the number or card"),
        ({"patron": "77", "note": ""}, 409, "Nothing says what happened."),
        ({"patron": "77", "paid": ""}, 422, "No patron has the number or card"),
        ({"intent": "perhaps"}, 422, "Not a valid choice"),
        ({"note": ""}, 409, "Nothing says what happened."),
        ({"note": "x" * 401}, 422, ""),
    ],
)
def test_a_wrong_entry_is_answered_with_a_sentence_and_kept(
    db, sign_in, table, change, status, says
):
    with time_machine.travel(NOON, tick=False):
        client = sign_in(Role.CASHIER)
        data = {**FORM, **change, "_key": key()}
        answer = client.post("/desk/payments/new", data=data)
    assert answer.status_code == status, answer.text
    assert says in answer.text
    assert FORM["due"] in answer.text
    with db.reading() as session:
        assert session.exec(select(PaymentRow)).all() == []
        assert session.exec(select(PaymentEventRow)).all() == []


@pytest.mark.parametrize("path", ["/desk/payments/1", "/desk/payments/" + "9" * 25])
def test_what_is_not_entered_is_not_there(sign_in, path):
    client = sign_in(Role.SUPERVISOR)
    assert client.get(path).status_code == 404
    assert client.post(f"{path}/steps", data={"_key": key()}).status_code == 404


@pytest.mark.parametrize(
    ("role", "reads", "enters"),
    [
        (Role.INSPECTOR, 200, 403),
        (Role.COMPLIANCE, 200, 200),
        (Role.CASHIER, 200, 200),
        (Role.DEALER, 403, 403),
        (Role.MARKETING, 403, 403),
    ],
)
def test_who_keeps_the_register(sign_in, role, reads, enters):
    client = sign_in(role)
    assert client.get("/desk/payments/").status_code == reads
    assert client.get("/desk/payments/new").status_code == enters


def test_the_register_is_paged(house):
    for _ in range(7):
        enter(house)
    with house.reading() as session:
        first = queries.find(session, only_open=True, size=5)
        rest = queries.find(session, only_open=True, before=first.older_than, size=5)
    assert [c.item.pk for c in (*first.cases, *rest.cases)] == [7, 6, 5, 4, 3, 2, 1]
    assert rest.older_than is None
    assert tasks.subject(first.cases[0]).name == "Overpayment 7"
