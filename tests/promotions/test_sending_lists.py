"""Lists sent on a page, and play sent by a system with a key."""

import io
import re
from uuid import uuid4

import pytest
import time_machine
from sqlmodel import func, select

from house.people.roles import Role
from promotions.tickets import callers, list_views
from promotions.tickets.models import GrantRow, ListRow
from tests.promotions.frozen_cast import CLOSES, NOON, give, running
from tests.promotions.promo_cast import act, done, reach, reasons

KEYED = "HOUSE-PROMOTION-64"


@pytest.fixture
def row(db):
    with db.writing() as session:
        reach(session)
        return running(session, "ada", "ben")[0]


def line(name, card="SBADA", at=NOON, amount=2):
    return f"{name},{card},{at.isoformat()},{amount}\n"


def csv(*lines, mark="", head="reference,card,at,tickets"):
    return f"{mark}{head}\n{''.join(lines)}".encode()


def send(client, path, content=None, **data):
    page = client.get(path.removesuffix("/take")).text
    page = page if "csrf_token" in page else client.get("/desk/account").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
    form = {"csrf_token": token, "_key": uuid4().hex, **data}
    if content is not None:
        form["file"] = (io.BytesIO(content), "night.csv")
    return client.post(path, data=form, content_type="multipart/form-data")


def tickets(db):
    with db.reading() as session:
        return session.exec(select(func.sum(GrantRow.tickets))).one() or 0


@pytest.mark.rule("HOUSE-PROMOTION-65")
def test_a_list_is_looked_at_row_by_row_and_then_taken(db, row, sign_in, tmp_path):
    give(db, row, tmp_path, ada=3)
    before = f"{NOON.isoformat()}-ada"
    rows = (
        line("a"),
        line("a", amount=9),
        line(before),
        line("b", card="SBNOBODY"),
        line("c", amount="<b>lots</b>"),
    )
    path = f"/desk/promotions/{row.slug}/tickets/send"
    with time_machine.travel(NOON, tick=False):
        client = sign_in(Role.MARKETING, now=NOON)
        sent = send(client, path, csv(*rows, mark="\ufeff"))
        assert sent.status_code == 303
        there = sent.location
        page = client.get(there).text
        assert "1 of the next 5 rows would give 2" in re.sub(r"\s+", " ", page)
        for said in ("twice", "known", "Nobody has this card.", "&lt;b&gt;lots"):
            assert said in page
        assert "twice" not in client.get(f"{there}?show=new").text.split("h-rows")[-1]
        assert tickets(db) == 3
        assert send(client, f"{there}/take").status_code == 303
        assert tickets(db) == 5
        assert "Rows that gave" in client.get(there).text
        again = send(client, path, csv(*rows, mark="\ufeff"))
        assert again.location == there
        assert tickets(db) == 5


@pytest.mark.rule("HOUSE-PROMOTION-65")
def test_a_list_goes_on_where_it_was_cut_off(db, row, sign_in, monkeypatch):
    monkeypatch.setattr(list_views, "BATCH", 2)
    rows = [line(f'"r\n{n}"') for n in range(5)]  # rows of two lines each
    path = f"/desk/promotions/{row.slug}/tickets/send"
    with time_machine.travel(NOON, tick=False):
        client = sign_in(Role.MARKETING, now=NOON)
        there = send(client, path, csv(*rows)).location
        for expected in (4, 8, 10):
            assert send(client, f"{there}/take").status_code == 303
            assert tickets(db) == expected
        assert send(client, f"{there}/take").status_code == 303
    assert tickets(db) == 10


@pytest.mark.rule("HOUSE-PROMOTION-65")
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No list was sent."),
        (b"reference,card\na,b\n", "It names reference, card, at"),
        (csv(line("a")) + b"\xff\n", "Line 3 is not UTF-8."),
        (csv('"a'), "Save it as CSV again."),
    ],
)
def test_what_is_no_list_is_refused_and_nothing_is_kept(
    db, row, sign_in, content, said
):
    path = f"/desk/promotions/{row.slug}/tickets/send"
    with time_machine.travel(NOON, tick=False):
        found = send(sign_in(Role.MARKETING, now=NOON), path, content)
    assert found.status_code == 409
    assert said in found.text
    with db.reading() as session:
        assert session.exec(select(ListRow)).all() == []


def call(app, row, key, body, **more):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    path = f"/api/promotions/{row.slug}/tickets"
    return app.test_client().post(path, json=body, headers=headers, **more)


def played(name="r1", card="SBADA", at=NOON, **what):
    return {"reference": name, "card": card, "at": at.isoformat(), **what}


@pytest.mark.rule("HOUSE-PROMOTION-64")
def test_a_system_sends_play_by_its_key_and_each_reference_counts_once(app, db, row):
    with db.writing() as session:
        key = done(callers.make(session, "Floor system", act(at=NOON)))
    rows = [
        played(play=25_00),
        played("r2", play=5_00),
        played("r1", play=9_00),
        played("r3", card="SBNOBODY", play=1),
        played("r4", tickets="7"),
    ]
    rows[0]["tier"] = " Gold "
    with time_machine.travel(NOON, tick=False):
        answer = call(app, row, key, {"rows": rows})
        assert answer.status_code == 200, answer.text
        told = answer.json
        assert [r["outcome"] for r in told["rows"]] == [
            "new",
            "new",
            "twice",
            "refused",
            "refused",
        ]
        assert [r["tickets"] for r in told["rows"]] == [2, 1, 0, 0, 0]
        assert told["rows"][3]["why"] == "Nobody has this card."
        assert call(app, row, key, {"rows": rows}).json["known"] == 3
        assert call(app, row, key, {"rows": rows[1:]}).json["known"] == 2
        wrong = call(app, row, key, {"rows": [played("r5", play=1, tier=7)]})
        assert wrong.json["refused"] == 1
    assert tickets(db) == 3
    with db.reading() as session:
        tiers = session.exec(select(GrantRow.reference, GrantRow.tier)).all()
    assert sorted(tiers) == [("r1", "Gold"), ("r2", "")]


@pytest.mark.rule("HOUSE-PROMOTION-64")
def test_every_bad_call_is_answered_clearly_and_changes_nothing(app, db, row):
    with db.writing() as session:
        key = done(callers.make(session, "Floor system", act(at=NOON)))
        other = done(callers.make(session, "Kiosks", act(at=NOON)))
        mine = callers.of(session, other)
        done(callers.revoke(session, mine.pk, act(at=NOON)))
    good = {"rows": [played(tickets=1)]}
    with time_machine.travel(NOON, tick=False):
        asked = {
            "no key": (call(app, row, "", good), 401),
            "a wrong key": (call(app, row, "x" * 43, good), 401),
            "an ended key": (call(app, row, other, good), 401),
            "no rows": (call(app, row, key, {"rows": []}), 422),
            "a list": (call(app, row, key, [1]), 422),
            "too many": (call(app, row, key, {"rows": [{}] * 5_001}), 422),
        }
        for name, (answer, code) in asked.items():
            assert answer.status_code == code, name
            assert answer.json["title"], name
    with time_machine.travel(CLOSES, tick=False):
        late = call(app, row, key, good)
    assert late.json["refused"] == 1
    assert tickets(db) == 0


@pytest.mark.rule("HOUSE-PROMOTION-64")
def test_one_name_has_one_key_and_it_ends_once(db, row, sign_in):
    with db.writing() as session:
        key = done(callers.make(session, " Floor  system ", act(at=NOON)))
        assert reasons(callers.make(session, "Floor system", act(at=NOON))) == [KEYED]
        assert reasons(callers.make(session, " ", act(at=NOON))) == [KEYED]
        mine = callers.of(session, key)
        assert mine.name == "Floor system"
        assert key not in repr(mine)
        done(callers.revoke(session, mine.pk, act(at=NOON)))
        assert reasons(callers.revoke(session, mine.pk, act(at=NOON))) == [KEYED]
        assert callers.of(session, key) is None
        done(callers.make(session, "Floor system", act(at=NOON)))
    path = "/desk/promotions/callers"
    with time_machine.travel(NOON, tick=False):
        client = sign_in(Role.MARKETING, now=NOON)
        assert "One system sends" in client.get(path).text
        assert send(client, path, name="Mine").status_code == 403
