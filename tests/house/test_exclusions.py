"""Exclusions: in force to the instant, lifted never erased, seen by everybody."""

from datetime import timedelta

import pytest
import time_machine
from sqlmodel import select

from house.audit import Actor
from house.audit.models import AuditRow
from house.desk.items import on_the_desk
from house.notices import deadlines
from house.notices.models import DeadlineRow
from house.people.models import StaffSessionRow
from house.people.patrons import cards, exclusions
from house.people.patrons.exclusion_rules import Grounds, check_lift, in_force, is_over
from house.people.patrons.exclusions import Exclude
from house.people.patrons.models import ExcludedBy, ExclusionRow, PatronRow
from house.people.patrons.services import Moment
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import Refused
from tests.house.conftest import NOON
from tests.house.test_patrons import DESK, TODAY, add, details, sent

TICK = timedelta(microseconds=1)
WEEK = timedelta(days=7)
COMPLIANCE = Moment(Actor("cy", "Cy", "compliance"), NOON, TODAY)


@pytest.fixture
def kim(db):
    [patron_id] = add(db, details())
    return patron_id


def exclude(db, patron_id, until=NOON + WEEK, by=ExcludedBy.SELF, from_at=NOON):
    with db.writing() as session:
        patron = session.get_one(PatronRow, patron_id)
        command = Exclude(by, "Asked for it", from_at, until)
        row = exclusions.exclude(session, patron, command, COMPLIANCE)
    assert isinstance(row, ExclusionRow)
    return row.pk


def step_up(db, at):
    with db.writing() as session:
        for row in session.exec(select(StaffSessionRow)):
            row.stepped_up_at = at


@pytest.mark.rule("HOUSE-PATRON-10")
@pytest.mark.parametrize(
    ("at", "holds"),
    [
        (NOON - TICK, False),
        (NOON, True),
        (NOON + WEEK - TICK, True),
        (NOON + WEEK, False),
    ],
)
def test_it_holds_from_its_beginning_and_not_at_its_end(at, holds):
    row = ExclusionRow(
        patron_id=1,
        by=ExcludedBy.SELF,
        reason="r",
        from_at=NOON,
        until_at=NOON + WEEK,
        recorded_by="cy",
    )
    assert in_force(row, at) is holds
    open_ended = row.model_copy(update={"until_at": None})
    assert in_force(open_ended, at) is (at >= NOON)
    lifted = row.model_copy(update={"lifted_at": NOON})
    assert not in_force(lifted, at)
    assert is_over(lifted, at)


@pytest.mark.rule("HOUSE-PATRON-9")
@time_machine.travel(NOON, tick=False)
def test_everybody_who_may_see_the_patron_sees_the_banner(db, sign_in, kim):
    exclude(db, kim)
    for role in (Role.SUPERVISOR, Role.CASHIER, Role.MARKETING, Role.INSPECTOR):
        client = sign_in(role)
        page = client.get(f"/desk/patrons/{kim}").text
        assert "Excluded: no play, no entry, no card" in page
        assert "Kim Nguyễn is excluded until 27 Nov 2026, 12:00." in page
        assert "Excluded</span>" in client.get("/desk/patrons/").text


@pytest.mark.rule("HOUSE-PATRON-9")
def test_no_card_while_excluded_and_one_the_instant_it_ends(db, kim):
    exclude(db, kim)
    with db.writing() as session:
        patron = session.get_one(PatronRow, kim)
        during = Moment(DESK.by, NOON + WEEK - TICK, TODAY)
        refused = cards.issue(session, patron, "SB100234", during)
        assert isinstance(refused, Refused)
        assert [c.id for c in refused.cites] == ["HOUSE-PATRON-9"]
        after = Moment(DESK.by, NOON + WEEK, TODAY)
        assert cards.issue(session, patron, "SB100234", after).number == "SB100234"


@pytest.mark.rule("HOUSE-PATRON-10")
@pytest.mark.parametrize(
    ("until", "status"),
    [
        ("2026-11-20T12:00", 409),
        ("2026-11-20T11:59", 409),
        ("2026-11-20T12:01", 303),
        ("", 303),
        ("soon", 422),
        ("2027-10-03T02:30", 422),  # the clocks go forward over it
    ],
)
@time_machine.travel(NOON, tick=False)
def test_it_ends_after_it_begins(db, sign_in, kim, until, status):
    form = sent(
        by="house",
        reason="Device at the table",
        from_at="2026-11-20T12:00",
        until_at=until,
    )
    client = sign_in(Role.SUPERVISOR)
    answer = client.post(f"/desk/patrons/{kim}/exclusions/new", data=form)
    assert answer.status_code == status
    with db.reading() as session:
        rows = session.exec(select(ExclusionRow)).all()
    assert len(rows) == (status == 303)
    if status != 303:
        assert "Device at the table" in answer.text


@pytest.mark.rule("HOUSE-PATRON-11")
@time_machine.travel(NOON, tick=False)
def test_it_is_lifted_with_a_reason_and_stays_on_file(db, sign_in, kim):
    number = exclude(db, kim)
    url = f"/desk/patrons/{kim}/exclusions/{number}/lift"
    client = sign_in(Role.DIRECTOR)
    form = sent(lifted_why="Term served")
    assert client.post(url, data=form).status_code == 401  # who is it?
    step_up(db, NOON)
    blank = client.post(url, data=sent(lifted_why=" "))
    assert blank.status_code == 409
    assert client.post(url, data=sent(lifted_why="Term served")).status_code == 303
    again = client.post(url, data=sent(lifted_why="Again"))
    assert again.status_code == 409
    assert "lifted already" in again.text
    with db.reading() as session:
        row = session.exec(select(ExclusionRow)).one()
        assert (row.lifted_by, row.lifted_why) == ("director", "Term served")
        assert row.reason == "Asked for it"
        assert session.exec(select(DeadlineRow)).one().called_off_at == NOON
        acts = [
            (e.act, e.verdict)
            for e in session.exec(select(AuditRow).order_by(AuditRow.number))
            if e.act == "lift exclusion"
        ]
    refused, done = ("lift exclusion", "refused"), ("lift exclusion", "done")
    assert acts == [refused, done, refused]


@pytest.mark.rule("HOUSE-PATRON-12")
@pytest.mark.parametrize(
    ("reference", "refused"), [("", ["HOUSE-PATRON-12"]), ("VGC 2026/118", [])]
)
def test_what_the_regulator_ordered_is_lifted_on_its_word(reference, refused):
    row = ExclusionRow(
        patron_id=1,
        by=ExcludedBy.REGULATOR,
        reason="Order 7",
        from_at=NOON,
        recorded_by="cy",
    )
    assert [
        r.cite.id for r in check_lift(row, Grounds("Revoked", reference), NOON)
    ] == refused


@pytest.mark.rule("HOUSE-PATRON-11")
@time_machine.travel(NOON + WEEK, tick=False)
def test_one_that_is_over_cannot_be_lifted(db, sign_in, kim):
    number = exclude(db, kim)
    client = sign_in(Role.DIRECTOR)
    step_up(db, NOON + WEEK)
    url = f"/desk/patrons/{kim}/exclusions/{number}/lift"
    answer = client.post(url, data=sent(lifted_why="Late"))
    assert answer.status_code == 409
    assert "over already" in answer.text


@pytest.mark.rule("HOUSE-PATRON-13")
def test_it_lapses_as_of_its_end_however_late_the_clock_is_looked_at(db, kim):
    exclude(db, kim)
    assert deadlines.run_due(db, NOON + WEEK - TICK).fired == 0
    assert deadlines.run_due(db, NOON + WEEK + timedelta(hours=3)).fired == 1
    assert deadlines.run_due(db, NOON + WEEK + timedelta(hours=4)).fired == 0
    with db.reading() as session:
        ends = select(AuditRow).where(AuditRow.act == "exclusion ends")
        entry = session.exec(ends).one()
    assert entry.at == NOON + WEEK
    assert entry.subject_id == str(kim)
    assert entry.rules == ["HOUSE-PATRON-13"]


def signed(*roles):
    return Staff(1, "cy", "Cy", frozenset(roles), 1, None, None)


@pytest.mark.rule("HOUSE-PATRON-13")
@pytest.mark.parametrize(
    ("ends", "told"), [(WEEK, True), (WEEK + TICK, False), (TICK, True), (None, False)]
)
def test_compliance_is_told_a_week_before_an_exclusion_ends(app, db, kim, ends, told):
    exclude(db, kim, until=None if ends is None else NOON + ends)
    with app.test_request_context(), db.reading() as session:
        items = on_the_desk(session, signed(Role.COMPLIANCE), NOON)
        theirs = [i for i in items if i.title == "The exclusion of Kim Nguyễn ends"]
        assert [i.due_at for i in theirs] == ([NOON + ends] if told else [])
        others = on_the_desk(session, signed(Role.MARKETING), NOON)
    assert "The exclusion of Kim Nguyễn ends" not in [i.title for i in others]


@pytest.mark.rule("HOUSE-ACCESS-1")
def test_marketing_and_cashiers_exclude_nobody(db, sign_in, kim):
    for role in (Role.MARKETING, Role.CASHIER, Role.INSPECTOR, Role.DEALER):
        url = f"/desk/patrons/{kim}/exclusions/new"
        assert sign_in(role).post(url, data=sent()).status_code == 403
