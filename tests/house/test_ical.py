"""Calendars: read back as RFC 5545 says, secret, one's own, taken back at once."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from house.audit import Subject
from house.audit.models import AuditRow
from house.notices import deadlines, duties
from house.notices.ical import Event, calendar, escaped, folded
from house.notices.models import CalendarFeedRow
from house.people.models import StaffRoleRow, StaffRow
from house.people.roles import Role
from rulebook import Cite

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def parsed(content: bytes) -> list[dict[str, str]]:
    """The events of a calendar, by a reader that only knows the standard."""
    assert content.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    lines = content.replace(b"\r\n ", b"").decode().split("\r\n")[:-1]
    assert lines[0] == "BEGIN:VCALENDAR"
    assert {"VERSION:2.0", "METHOD:PUBLISH"} <= set(lines)
    events: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events and name not in {"END", "BEGIN"}:
            assert name not in events[-1]
            events[-1][name] = unescaped(value) if name in TEXT else value
    assert lines.count("END:VEVENT") == len(events)
    return events


TEXT = {"SUMMARY", "DESCRIPTION", "UID"}


def unescaped(value: str) -> str:
    out, i = "", 0
    while i < len(value):
        if value[i] == "\\":
            out += {"n": "\n", "N": "\n"}.get(value[i + 1], value[i + 1])
            i += 2
        else:
            assert value[i] not in ",;"
            out += value[i]
            i += 1
    return out


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=300))
def test_any_text_reads_back_and_no_letter_is_torn(text):
    event = Event("u", NOON, text, description=f"{text}\n{text}")
    [read] = parsed(calendar(text, [event], NOON))
    assert read["SUMMARY"] == text
    assert read["DESCRIPTION"] == f"{text}\n{text}"


def test_breaks_and_marks_are_escaped_and_what_nobody_prints_is_left_out():
    assert escaped("a,b;c\\d\r\ne\rf\x00\x07") == "a\\,b\\;c\\\\d\\ne\\nf"


@pytest.mark.parametrize("length", [74, 75, 76, 149, 150, 300])
def test_lines_are_folded_at_75_octets(length):
    assert max(map(len, folded("ü" * length).split(b"\r\n"))) <= 75
    whole = folded("x" * length)
    assert whole.replace(b"\r\n ", b"") == b"x" * length + b"\r\n"
    assert whole.count(b"\r\n ") == (0 if length <= 75 else 1 + (length - 76) // 74)


def plan(db, key, due_at, kind="payment.task", *, duty=True):
    with db.writing() as session:
        (duties if duty else deadlines).plan(
            session,
            kind,
            key=key,
            subject=Subject("payment", "7"),
            title=f"Put right, {key}; today",
            due_at=due_at,
            cite=Cite("STAR4-11.13.2"),
        )


def address(client):
    page = client.post("/desk/deadlines/calendar", data={"_key": "k" * 16 + "1"}).text
    return page.partition('value="http://localhost')[2].partition('"')[0]


@pytest.mark.rule("HOUSE-NOTICE-11")
def test_a_calendar_shows_what_its_owner_may_see(db, sign_in, app):
    with time_machine.travel(NOON, tick=False):
        plan(db, "soon", NOON + HOUR)
        plan(db, "late", NOON - HOUR)
        plan(db, "far", NOON + timedelta(days=400))
        plan(db, "old", NOON - timedelta(days=40))
        plan(db, "verify", NOON + HOUR, "record.verify", duty=False)
        with db.writing() as session:
            deadlines.call_off(session, "soon", now=NOON)
        cashier, admin = sign_in(Role.CASHIER), sign_in(Role.ADMIN)
        theirs, whole = address(cashier), address(admin)
        outside = app.test_client()
        answer = outside.get(theirs)
        events = {e["SUMMARY"]: e for e in parsed(answer.data)}
        assert answer.content_type == "text/calendar; charset=utf-8"
        assert set(events) == {
            "Called off: Put right, soon; today",
            "Overdue: Put right, late; today",
            "Overdue: Put right, old; today",
        }
        late = events["Overdue: Put right, late; today"]
        assert (late["DTSTART"], late["DTSTAMP"]) == (
            "20261120T000000Z",
            "20261120T010000Z",
        )
        assert "Rule STAR4-11.13.2" in late["DESCRIPTION"]
        called_off = events["Called off: Put right, soon; today"]
        assert called_off["STATUS"] == "CANCELLED"
        again = {e["UID"] for e in parsed(outside.get(theirs).data)}
        assert again == {e["UID"] for e in events.values()}
        assert len(parsed(outside.get(whole).data)) == 4
        assert b"VALARM" not in answer.data


@pytest.mark.rule("HOUSE-NOTICE-11")
def test_an_address_is_secret_replaced_and_taken_back(db, sign_in, app):
    client = sign_in(Role.DEPUTY)
    outside = app.test_client()
    first = address(client)
    token = first.removeprefix("/calendar/").removesuffix(".ics")
    assert len(token) >= 43
    with db.reading() as session:
        [row] = session.exec(select(CalendarFeedRow)).all()
        acts = session.exec(select(AuditRow.act, AuditRow.after)).all()
    assert token not in row.token_sha256
    assert token not in str(acts)
    assert token not in client.get("/desk/deadlines/calendar").text
    assert outside.get(first).status_code == 200
    page = client.post("/desk/deadlines/calendar", data={"_key": "k" * 16 + "2"}).text
    second = page.partition('value="http://localhost')[2].partition('"')[0]
    assert second != first
    assert outside.get(first).status_code == 404
    assert outside.get(second).status_code == 200
    client.post("/desk/deadlines/calendar/end", data={"_key": "k" * 16 + "3"})
    assert outside.get(second).status_code == 404
    assert acts[-1][0] == "make calendar address"


@pytest.mark.rule("HOUSE-NOTICE-11")
def test_whoever_leaves_or_loses_a_role_sees_it_in_the_calendar(db, sign_in, app):
    client = sign_in(Role.CASHIER)
    plan(db, "k", datetime.now(UTC) + HOUR)
    there = address(client)
    outside = app.test_client()
    assert len(parsed(outside.get(there).data)) == 1
    with db.writing() as session:
        role = session.exec(select(StaffRoleRow)).one()
        role.revoked_at, role.revoked_by = datetime.now(UTC), "test"
    assert parsed(outside.get(there).data) == []
    with db.writing() as session:
        session.exec(select(StaffRow)).one().left_at = datetime.now(UTC)
    assert outside.get(there).status_code == 404


@pytest.mark.parametrize("token", ["x", "a" * 43, "é", "a" * 500])
def test_no_calendar_is_guessed(app, token):
    assert app.test_client().get(f"/calendar/{token}.ics").status_code == 404
