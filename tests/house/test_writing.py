"""Notices written by hand: whom they may tell, how they read, what becomes of them."""

import itertools
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from sqlmodel import col, select

from house.audit import Act, Actor, Subject
from house.audit.models import AuditRow
from house.notices import (
    answers,
    contacts,
    letters,
    notice_queries,
    services,
    writing_services,
)
from house.notices.contacts import Contact
from house.notices.letters import Letter
from house.notices.models import Audience, Channel, DeadlineRow, NoticeRow
from house.notices.notice_rules import State, state
from house.notices.states import State as Standing
from house.notices.states import state as standing
from house.notices.ticking import Ticker
from house.notices.writing_services import MOST, Written, read
from house.people.roles import Role
from rulebook import Cite, Refused

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
TICK, HOUR = timedelta(microseconds=1), timedelta(hours=1)
ANN = Actor("ann", "Ann Archer", "compliance")
PAGE = "/desk/notices/write"
TO_PATRONS = Written(
    kind="written.patrons",
    document="NSW3",
    rule="",
    about=Subject("table", "7", "Table 7"),
    letter=Letter("Your complaint", "You may complain to an inspector.\n"),
    recipients=("Wen Wu, wen@example.com", "Zoe Zhu, 0400 000 000"),
    channel=Channel.HAND,
    due_at=None,
    key="one",
)
TO_INSPECTORS = replace(
    TO_PATRONS, kind="meter.fault", document="STAR4", rule="STAR4-11.12", recipients=()
)
numbers = itertools.count()


def form(**over):
    given = {
        "kind": "written.patrons",
        "document": "NSW3",
        "rule": "",
        "about": "table:7",
        "recipients": "Wen Wu, wen@example.com",
        "channel": "hand delivery",
        "due_at": "",
        "title": "Your complaint",
        "body": "You may complain\r\nto an inspector.",
        "_key": f"a-key-of-a-test-{next(numbers):04}",
    }
    return given | over


def write(db, written, now=NOON):
    with db.writing() as session:
        return writing_services.write(session, written, Act(ANN, now))


def kept(db):
    with db.reading() as session:
        return session.exec(select(NoticeRow).order_by(col(NoticeRow.id))).all()


@pytest.mark.rule("HOUSE-NOTICE-14")
def test_everybody_named_gets_a_notice_of_their_own(db):
    drafts = write(db, TO_PATRONS)
    assert [(n.recipient, n.email, n.phone) for n in kept(db)] == [
        ("Wen Wu", "wen@example.com", ""),
        ("Zoe Zhu", "", "0400 000 000"),
    ]
    assert [n.pk for n in write(db, TO_PATRONS)] == [n.pk for n in drafts]
    first = kept(db)[0]
    assert (first.document, first.rule_id) == ("NSW3", "HOUSE-NOTICE-14")
    assert (first.channel, state(first)) == (Channel.HAND, State.DRAFT)
    assert first.body == "You may complain to an inspector.\n"


@pytest.mark.rule("HOUSE-NOTICE-14")
def test_a_body_is_told_once_under_the_rule_named(db):
    [draft] = write(db, TO_INSPECTORS)
    assert (draft.audience, draft.recipient) == (Audience.INSPECTORATE, "")
    assert (draft.document, draft.rule_id) == ("STAR4", "STAR4-11.12")
    assert draft.title == "Your complaint"


@pytest.mark.rule("HOUSE-NOTICE-14", "HOUSE-NOTICE-7")
@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({}, []),
        ({"kind": "smoke-signal"}, ["kind"]),
        ({"kind": "correction"}, ["kind"]),
        ({"kind": "payments.month-end"}, ["kind"]),
        ({"document": "HOUSE"}, ["document"]),
        ({"rule": "NSW3-13.13"}, []),
        ({"rule": "STAR4-11.12"}, ["rule"]),
        ({"rule": "NSW3-99"}, ["rule"]),
        ({"rule": "HOUSE-NOTICE-14"}, ["rule"]),
        ({"letter": Letter(" ", " \n")}, ["title", "body"]),
        ({"due_at": NOON - TICK}, ["due_at"]),
        ({"due_at": NOON}, []),
        ({"recipients": ()}, ["recipients"]),
        ({"recipients": (", a@example.com",)}, ["recipients"]),
        ({"recipients": ("Wen, nobody@",)}, ["recipients"]),
        ({"recipients": ("Wen, a@example.com, 1, " + "2" * 301,)}, ["recipients"]),
        ({"recipients": ("W" * 121,)}, ["recipients"]),
        ({"recipients": ("Wen, " + "1" * 33,)}, ["recipients"]),
        ({"recipients": ("Wen",), "channel": Channel.EMAIL}, ["recipients"]),
        ({"recipients": ("Wen",) * MOST}, []),
        ({"recipients": ("Wen",) * (MOST + 1)}, ["recipients"]),
        ({"kind": "written.regulator"}, ["recipients"]),
        ({"kind": "x", "document": "y", "letter": Letter("", "")}, ["kind"] * 4),
    ],
)
def test_what_can_be_written(db, change, fields):
    verdict = write(db, replace(TO_PATRONS, **change))
    found = verdict.refusals if isinstance(verdict, Refused) else ()
    if len(fields) < 4:
        assert [refusal.field for refusal in found] == fields
    assert len(found) == len(fields)
    assert bool(kept(db)) is not bool(fields)
    with db.reading() as session:
        [entry] = session.exec(select(AuditRow).where(AuditRow.act == "write notice"))
    assert entry.verdict == ("refused" if fields else "done")


def test_lines_are_read_as_people_write_them():
    assert read("Wen Wu") == Contact("Wen Wu")
    assert read(" Wen Wu ,0400 , w@x.org") == Contact("Wen Wu", "w@x.org", "0400")
    assert read("Wen Wu,,0400") == Contact("Wen Wu", "", "0400")


def test_every_audience_can_be_written_to():
    assert {kind.audience for kind in writing_services.kinds()} == set(Audience)
    assert len({kind.label for kind in letters.every()}) == len(letters.every())


@pytest.mark.rule("HOUSE-NOTICE-14", "HOUSE-NOTICE-2")
def test_with_a_time_it_is_overdue_just_after_it(app, db):
    due = NOON + HOUR
    [draft] = write(db, replace(TO_INSPECTORS, due_at=due))

    def stands(now):
        with time_machine.travel(now, tick=False):
            assert Ticker(app).tick()
        key = f"notice:{draft.pk}"
        with db.reading() as session:
            row = session.exec(select(DeadlineRow).where(DeadlineRow.key == key)).one()
        return standing(row, now), row.fired_at

    assert stands(due - TICK) == (Standing.DUE, None)
    assert stands(due) == (Standing.DUE, None)
    assert stands(due + TICK) == (Standing.OVERDUE, due + TICK)


# --- pages -------------------------------------------------------------------


@pytest.mark.rule("HOUSE-NOTICE-14")
@pytest.mark.parametrize("role", list(Role))
def test_who_may_write(sign_in, role):
    may = role in {Role.COMPLIANCE, Role.DIRECTOR, Role.DEPUTY}
    client = sign_in(role)
    assert client.get(PAGE).status_code == (200 if may else 403)
    assert client.post(PAGE, data=form()).status_code == (303 if may else 403)
    listed = client.get("/desk/notices/")
    assert ("Write a notice" in listed.text) is may


@pytest.mark.rule("HOUSE-NOTICE-14")
def test_it_is_looked_at_drafted_told_and_acknowledged(db, sign_in):
    client = sign_in(Role.COMPLIANCE)
    seen = client.post(PAGE, data=form(preview="yes"))
    assert seen.status_code == 200
    assert "How it reads" in seen.text
    assert "To Wen Wu (wen@example.com), by hand delivery." in seen.text
    assert 'value="Your complaint"' in seen.text
    assert kept(db) == []
    drafted = client.post(PAGE, data=form())
    assert drafted.status_code == 303
    [notice] = kept(db)
    assert notice.body == "You may complain\nto an inspector.\n"
    there = f"/desk/notices/{notice.pk}"
    assert drafted.headers["Location"].endswith(there)
    page = client.get(there).text
    assert 'href="/desk/tables/7"' in page
    chosen = re.search(r'<option selected value="([^"]+)"', page)
    assert chosen[1] == "hand delivery"
    assert client.get(f"{there}/pdf").data.startswith(b"%PDF")
    told = {"channel": "telephone", "_key": "a-key-to-tell-0001"}
    assert client.post(f"{there}/send", data=told).status_code == 409
    told = {**told, "reference": "call 7", "_key": "a-key-to-tell-0002"}
    assert client.post(f"{there}/send", data=told).status_code == 303
    back = {"acknowledgement": "Seen", "_key": "a-key-to-tell-0003"}
    assert client.post(f"{there}/acknowledge", data=back).status_code == 303
    assert state(kept(db)[0]) is State.ACKNOWLEDGED


def test_several_drafts_lead_to_the_list(db, sign_in):
    client = sign_in(Role.DEPUTY)
    several = form(recipients="Wen Wu\r\n\r\n Zoe Zhu, 0400\r\n")
    answer = client.post(PAGE, data=several)
    assert answer.headers["Location"].endswith("/desk/notices/?state=draft")
    assert [n.recipient for n in kept(db)] == ["Wen Wu", "Zoe Zhu"]
    assert client.post(PAGE, data=several).status_code == 303  # the same key: once
    assert len(kept(db)) == 2


@pytest.mark.parametrize(
    ("over", "status", "said"),
    [
        ({"about": "table:x"}, 422, "Choose from the list."),
        ({"about": "moonbase:3"}, 422, "Choose from the list."),
        ({"about": "table:99999999999999999999"}, 422, "Choose from the list."),
        ({"about": "table:0"}, 422, "Choose from the list."),
        ({"channel": "pigeon"}, 422, "Not a valid choice"),
        ({"due_at": "soon"}, 422, "Give a day and time"),
        ({"due_at": "2026-10-04T02:30"}, 422, "The clocks go forward"),
        ({"title": "x" * 201}, 422, "200"),
        ({"title": "", "body": ""}, 409, "Refused for 2 reasons"),
        ({"title": "", "preview": "yes"}, 409, "It has no title."),
        ({"kind": "nope"}, 409, "No notice of this kind"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    db, sign_in, over, status, said
):
    typed = form(recipients="Somebody Typed", **over)
    answer = sign_in(Role.DIRECTOR).post(PAGE, data=typed)
    assert answer.status_code == status
    assert said in answer.text
    assert "Somebody Typed" in answer.text
    assert kept(db) == []


def test_other_pages_may_begin_a_notice(sign_in):
    page = sign_in(Role.DIRECTOR).get(f"{PAGE}?about=table:7&document=STAR4").text
    assert 'value="table:7"' in page
    assert '<option selected value="STAR4">' in page
    strange = sign_in(Role.DIRECTOR, username="ruth").get(f"{PAGE}?kind=%25&about=é")
    assert strange.status_code == 200


def test_a_preview_to_a_body_says_whom_or_that_nobody_is_entered(db, sign_in):
    client = sign_in(Role.DIRECTOR)
    to_inspectors = {"kind": "meter.fault", "document": "STAR4", "recipients": ""}
    bare = client.post(PAGE, data=form(**to_inspectors, preview="yes"))
    assert "Nobody can be told yet" in bare.text
    with db.writing() as session:
        inspectors = Contact("Inspectors on site", "i@example.com")
        body = Audience.INSPECTORATE
        contacts.enter(session, body, "STAR4", inspectors, by=ANN, now=NOON)
    seen = client.post(PAGE, data=form(**to_inspectors, preview="yes"))
    assert "To Inspectors on site (i@example.com)" in seen.text


# --- setting aside -----------------------------------------------------------


def set_aside(db, pk, why="Written twice", now=NOON, **how):
    with db.writing() as session:
        row = session.get_one(NoticeRow, pk)
        return answers.set_aside(session, row, why, Act(ANN, now), **how)


@pytest.mark.rule("HOUSE-NOTICE-18")
def test_a_draft_written_by_hand_is_set_aside_for_good(app, db):
    due = NOON + HOUR
    [draft] = write(db, replace(TO_INSPECTORS, due_at=due))
    bare = set_aside(db, draft.pk, " ")
    assert [refusal.field for refusal in bare.refusals] == ["why"]
    assert not isinstance(set_aside(db, draft.pk), Refused)
    [row] = kept(db)
    assert (state(row), row.reference) == (State.SET_ASIDE, "Written twice")
    assert row.sent_at is None
    with time_machine.travel(due + HOUR, tick=False):
        assert Ticker(app).tick()
    with db.reading() as session:
        [planned] = session.exec(
            select(DeadlineRow).where(DeadlineRow.kind == "notice.send")
        )
        [entry, *_] = session.exec(
            select(AuditRow).where(AuditRow.act == "set notice aside")
        )
    assert (planned.called_off_at, planned.fired_at) == (NOON, None)
    assert entry.verdict == "refused"
    again = set_aside(db, draft.pk)
    assert [refusal.cite.id for refusal in again.refusals] == ["HOUSE-NOTICE-5"]
    with db.writing() as session:
        row = session.get_one(NoticeRow, draft.pk)
        how = services.Posting(Channel.PHONE, "x")
        assert isinstance(services.post(session, row, how, Act(ANN, NOON)), Refused)
        correction = answers.correct(session, row, "", Act(ANN, NOON))
    assert correction.refusals[0].wrong == "This notice was set aside and never sent."


@pytest.mark.rule("HOUSE-NOTICE-18")
def test_what_a_step_drafted_is_set_aside_only_by_another_in_its_place(db):
    with db.writing() as session:
        draft = services.draft(
            session,
            "meter.fault",
            about=TO_PATRONS.about,
            facts={"meter": "Grand", "at": "noon", "table": 7, "what": "Dark."},
            cite=Cite("STAR4-11.12"),
            now=NOON,
        )
    refused = set_aside(db, draft.pk)
    assert [refusal.cite.id for refusal in refused.refusals] == ["HOUSE-NOTICE-18"]
    assert not isinstance(set_aside(db, draft.pk, replaced=True), Refused)


def test_each_state_lists_its_own(db):
    drafts = [write(db, replace(TO_INSPECTORS, key=str(n)))[0].pk for n in range(5)]
    set_aside(db, drafts[0])
    with db.writing() as session:
        body, who = Audience.INSPECTORATE, Contact("Inspectors", "i@example.com")
        contacts.enter(session, body, "STAR4", who, by=ANN, now=NOON)
        ways = (Channel.EMAIL, Channel.HAND, Channel.PHONE)
        for pk, channel in zip(drafts[1:4], ways, strict=True):
            row = session.get_one(NoticeRow, pk)
            services.post(session, row, services.Posting(channel, "x"), Act(ANN, NOON))
        row = session.get_one(NoticeRow, drafts[3])
        answers.acknowledge(session, row, "Seen", NOON, Act(ANN, NOON))
        listed = {
            one: [n.pk for n in notice_queries.find(session, one).rows] for one in State
        }
    assert listed == {
        State.SET_ASIDE: [drafts[0]],
        State.POSTED: [drafts[1]],
        State.SENT: [drafts[2]],
        State.ACKNOWLEDGED: [drafts[3]],
        State.DRAFT: [drafts[4]],
    }


@pytest.mark.rule("HOUSE-NOTICE-18")
def test_on_the_page_a_draft_is_set_aside_with_its_reason(db, sign_in):
    client = sign_in(Role.DIRECTOR)
    assert client.post(PAGE, data=form()).status_code == 303
    there = f"/desk/notices/{kept(db)[0].pk}"
    assert "Do not send it" in client.get(there).text
    bare = {"why": "", "_key": "a-key-to-set-aside-1"}
    assert client.post(f"{there}/aside", data=bare).status_code == 409
    long = {"why": "x" * 201, "_key": "a-key-to-set-aside-2"}
    assert client.post(f"{there}/aside", data=long).status_code == 422
    inspector = sign_in(Role.INSPECTOR)
    why = {"why": "Written twice", "_key": "a-key-to-set-aside-3"}
    assert inspector.post(f"{there}/aside", data=why).status_code == 403
    assert client.post(f"{there}/aside", data=why).status_code == 303
    page = client.get(there).text
    assert "This notice was set aside." in page
    assert "Written twice" in page
    assert "Draft a correction" not in page
    assert "Set aside" in client.get("/desk/notices/?state=set+aside").text
