"""The timeline is read both ways: on to what comes, back to what is past."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlmodel import select

from house.audit import Actor, Subject
from house.notices import deadlines, duties, timeline
from house.notices.duties import Proof
from house.notices.models import DeadlineRow
from house.notices.timeline import Cursor, DeadlineFilter, find
from house.people.roles import Role
from rulebook import Cite

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
ANN = Actor("ann", "Ann Archer", "compliance")
KIND = "test.both-ways"
duties.declare(KIND, "Both ways", Role.SUPERVISOR)
SHAPES = {
    "open": DeadlineFilter(),
    "past": DeadlineFilter(past=True),
    "all": DeadlineFilter(everything=True),
}


def plan(db, count, *, met=False, table=7, off=False):
    """Deadlines three an hour, so that several fall on the same instant."""
    kind = "met" if met else "off" if off else "open"
    with db.writing() as session:
        for n in range(count):
            key = f"{kind}-{table}-{n:02}"
            duties.plan(
                session,
                KIND,
                key=key,
                subject=Subject("table", str(table)),
                title=f"Do {key}.",
                due_at=NOON + (n // 3) * HOUR * (-1 if met or off else 1),
                cite=Cite("STAR4-11.14.1"),
            )
            if met:
                proof = Proof("Done")
                duties.meet(session, key, by=ANN, now=NOON, proof=proof)
            if off:
                deadlines.call_off(session, key, now=NOON)


def walk(session, wanted, size, start=None, **step):
    """Every page from here on, one way or the other."""
    pages = [find(session, wanted, None, now=NOON, size=size, **(start or {}))]
    edge, name = ("then", "after") if "on" in step else ("back", "before")
    while (cursor := getattr(pages[-1], edge)) is not None:
        read = Cursor.read(str(cursor))
        assert read == cursor
        pages.append(find(session, wanted, None, now=NOON, size=size, **{name: read}))
    return pages


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("count", [0, 1, 4, 5, 6, 10, 11, 23])
def test_back_are_the_same_pages_as_on(db, shape, count):
    plan(db, count)
    plan(db, count, met=True)
    wanted = SHAPES[shape]
    with db.reading() as session:
        on = walk(session, wanted, 5, on=True)
        last = on[-1]
        assert last.then is None
        start = {"before": last.back} if last.back else {}
        back = walk(session, wanted, 5, start)
    keys = [[row.key for row in page.rows] for page in on]
    seen = [key for page in keys for key in page]
    assert len(seen) == len(set(seen)) == count * (2 if shape == "all" else 1)
    before = [[row.key for row in page.rows] for page in back]
    assert before == (keys[:-1][::-1] if len(keys) > 1 else keys)
    assert back[-1].back is None


def test_what_is_past_is_what_was_met_or_called_off_newest_first(db):
    plan(db, 4)
    plan(db, 5, met=True)
    plan(db, 4, off=True, table=8)
    with db.reading() as session:
        rows = find(session, DeadlineFilter(past=True), None, now=NOON).rows
        assert len(rows) == 9
        assert [row.due_at for row in rows] == sorted(
            (row.due_at for row in rows), reverse=True
        )
        some = find(
            session, DeadlineFilter(past=True, subject_id=8), None, now=NOON
        ).rows
        assert {row.called_off_at for row in some} == {NOON}
        assert len(some) == 4
        assert (
            find(session, DeadlineFilter(past=True), frozenset(), now=NOON).rows == []
        )


def test_a_page_before_the_first_is_the_first(db):
    plan(db, 7)
    with db.reading() as session:
        first = find(session, DeadlineFilter(), None, now=NOON, size=5)
        early = Cursor(NOON - HOUR, 1)
        assert (
            find(session, DeadlineFilter(), None, now=NOON, size=5, before=early)
            == first
        )
        second = Cursor(first.rows[2].due_at, first.rows[2].pk)
        assert (
            find(session, DeadlineFilter(), None, now=NOON, size=5, before=second)
            == first
        )


def links(page):
    main = page.partition("<main")[2]
    found = re.findall(r'<a class="btn" href="([^"]+)">(Earlier|Later)</a>', main)
    return {word: unescape(address) for address, word in found}


def titles(page):
    section = page.partition('id="h-timeline"')[2].partition("</section>")[0]
    return re.findall(r"Do ([a-z0-9-]+)\.", section)


def test_one_pages_from_what_comes_back_to_what_is_past_and_on_again(
    db, sign_in, monkeypatch
):
    plan(db, 12)
    plan(db, 12, met=True)
    plan(db, 3, table=9)
    monkeypatch.setattr(timeline.find, "__kwdefaults__", _pages_of(5))
    client = sign_in(Role.DIRECTOR)
    address = f"/desk/deadlines/?subject=table:7&kind={KIND}"
    seen, going = {}, "Later"
    first = client.get(address).text
    for _ in range(12):
        page = client.get(address).text
        seen[address] = list(dict.fromkeys(titles(page)))
        if going == "Later" and "Later" not in links(page):
            going = "Earlier"
        if going not in links(page):
            break
        address = links(page)[going]
        asked = parse_qs(urlsplit(address).query)
        assert (asked["subject"], asked["kind"]) == (["table:7"], [KIND])
    found = [title for page in seen.values() for title in page]
    assert set(found) == {f"{k}-7-{n:02}" for k in ("open", "met") for n in range(12)}
    assert going == "Earlier"
    past = client.get(links(first)["Earlier"]).text
    assert titles(past)[0].startswith("met-7-")
    assert "Met or called off</h2>" in past
    on_again = client.get(links(past)["Later"]).text
    assert titles(on_again) == titles(first)


def _pages_of(size):
    kept = dict(timeline.find.__kwdefaults__)
    return {**kept, "size": size}


@pytest.mark.parametrize("query", ["before=zzz", "after=zzz&before=", "state=past"])
def test_an_edge_that_is_none_begins_at_the_start(sign_in, query):
    answer = sign_in(Role.DIRECTOR).get(f"/desk/deadlines/?{query}")
    assert answer.status_code == 200


def test_only_one_s_own_kinds_are_found_in_the_past(db, sign_in):
    plan(db, 2, met=True)
    for role, sees in ((Role.SUPERVISOR, 2), (Role.CASHIER, 0)):
        page = sign_in(role).get("/desk/deadlines/?state=past").text
        assert len(set(titles(page))) == sees
    with db.reading() as session:
        assert len(session.exec(select(DeadlineRow)).all()) == 2
