"""The draw room by its pages: two people draw a car, one alone gets nowhere."""

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from sqlmodel import select

from house.audit.models import AuditRow, Verdict
from house.people import sessions
from house.people.models import StaffRow
from house.people.patrons.models import PatronRow
from house.people.roles import Role
from promotions import verify
from promotions.drawing import staging
from promotions.drawing.models import DrawRow, SelectionRow, StageRow
from promotions.rules.clauses.award import Shown
from tests.promotions import draw_cast as cast
from tests.promotions.draw_cast import PHRASE, SHOW
from tests.promotions.frozen_cast import NOON, ref, running
from tests.promotions.promo_cast import ANA, EDITH, JONAH, MIRIAM, reach

SHOWN = select(AuditRow).where(
    AuditRow.act == "show winner", AuditRow.verdict == Verdict.DONE
)
TWO_MINUTES = timedelta(minutes=2)
THERE = [
    (
        "award.claiming",
        {"presence_required": True, "within_minutes": 2, "within_days": None},
    )
]


def signed(app, db, who, at):
    """A browser of somebody who has just proved that it is them."""
    with db.writing() as session:
        staff = session.exec(select(StaffRow).where(StaffRow.username == who.id)).one()
        staff.totp_sealed, staff.totp_confirmed_at = "-", at
        staff.password_changed_at = at
        token, row = sessions.begin(
            session, staff, key="k" * 16, address="127.0.0.1", agent="test", now=at
        )
        row.second_factor_at = row.stepped_up_at = at
    client = app.test_client()
    client.set_cookie("session", token)
    return client


def post(client, path, **fields):
    """A form sent from the page it stands on."""
    page = client.get("/desk/promotions/").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    about = {"csrf_token": token[1] if token else "", "_key": uuid4().hex}
    return client.post(path, data=about | fields)


@pytest.fixture
def room(app, db, tmp_path):
    row, people = cast.frozen_house(app, db, tmp_path, changes=THERE)
    return f"/desk/promotions/{row.slug}", f"/p/{row.slug}", people


@pytest.mark.rule("HOUSE-PROMOTION-102", "HOUSE-PROMOTION-107", "HOUSE-PROMOTION-109")
def test_two_people_draw_a_car_and_replace_who_does_not_come(app, db, room):
    desk, public, people = room
    draw = f"{desk}/draws/1"
    with time_machine.travel(SHOW, tick=False) as clock:
        ana, edith = signed(app, db, ANA, SHOW), signed(app, db, EDITH, SHOW)
        jonah, miriam = signed(app, db, JONAH, SHOW), signed(app, db, MIRIAM, SHOW)
        assert post(ana, f"{draw}/room", drawer="ana").status_code == 303
        assert "Draw now" not in ana.get(draw).text
        assert post(ana, f"{draw}/hold").status_code == 409
        wrong = post(edith, f"{draw}/present", phrase="not the phrase at all, no")
        assert wrong.status_code == 409
        assert "not the phrase" in wrong.text
        assert post(edith, f"{draw}/present", phrase=PHRASE).status_code == 303
        assert "Draw now" in ana.get(draw).text
        assert post(ana, f"{draw}/hold").status_code == 303
        assert post(ana, f"{draw}/hold").status_code == 303
        with db.reading() as session:
            assert len(session.exec(select(DrawRow)).all()) == 1
            first = session.exec(select(SelectionRow)).first().pk
        winner = f"{desk}/winners/{first}"
        lapse = {"ground": "lapsed", "reason": "Called; nobody came."}
        assert post(ana, f"{winner}/vacant", **lapse).status_code == 409
        assert post(ana, f"{winner}/call").status_code == 303
        clock.move_to(SHOW + TWO_MINUTES - timedelta(seconds=1))
        assert post(ana, f"{winner}/vacant", **lapse).status_code == 409
        clock.move_to(SHOW + TWO_MINUTES)
        assert post(ana, f"{winner}/vacant", **lapse).status_code == 303
        assert post(ana, f"{winner}/vacant", **lapse).status_code == 409
        assert post(ana, f"{winner}/reserve").status_code == 409
        assert post(miriam, f"{winner}/vacant", **lapse).status_code == 303
        said = {"phrase": PHRASE, "selection": str(first)}
        assert post(edith, f"{draw}/present", **said).status_code == 303
        assert post(ana, f"{winner}/reserve").status_code == 303
        assert post(jonah, f"{draw}/show", wanted="1").status_code == 303
        assert post(jonah, f"{draw}/show", wanted="3").status_code == 409
    assert checked(app, public) == []
    nothing_private(app, db, public, people)


@pytest.mark.rule("HOUSE-PROMOTION-108", "HOUSE-PATRON-16")
@pytest.mark.parametrize("agreed", [False, True], ids=["no word", "agreed"])
def test_the_stage_shows_one_name_after_another_as_each_agreed(
    app, db, tmp_path, agreed
):
    by_name = ("award.published", {"shown": Shown.NAME})
    row, _ = cast.frozen_house(app, db, tmp_path, changes=[*THERE, by_name])
    draw = f"/desk/promotions/{row.slug}/draws/1"
    with db.writing() as session:
        for patron in session.exec(select(PatronRow)):
            patron.may_publish_name = agreed
    with time_machine.travel(SHOW, tick=False):
        ana, edith = signed(app, db, ANA, SHOW), signed(app, db, EDITH, SHOW)
        jonah = signed(app, db, JONAH, SHOW)
        assert post(jonah, f"{draw}/show", wanted="1").status_code == 404
        post(ana, f"{draw}/room", drawer="ana")
        post(edith, f"{draw}/present", phrase=PHRASE)
        assert post(ana, f"{draw}/hold").status_code == 303
        skipped = post(jonah, f"{draw}/show", wanted="2")
        assert skipped.status_code == 409
        assert "HOUSE-PROMOTION-108" in skipped.text
        for _ in range(2):  # pressed twice, one name is shown
            assert post(jonah, f"{draw}/show", wanted="1").status_code == 303
        with db.reading() as session:
            assert [row.shown for row in session.exec(select(StageRow))] == [1]
            [noted] = session.exec(SHOWN)
            assert noted.rules == ["HOUSE-PROMOTION-108"]
            held = session.exec(select(DrawRow)).one()
            [first, *_] = staging.names(session, held, 1)
            drawn = session.exec(select(SelectionRow)).first()
            winner = session.get_one(PatronRow, drawn.patron_id)
            assert (first.name == winner.name) is agreed
            assert first.area == winner.suburb


def checked(app, public):
    """What anybody finds wrong with the certificate."""
    anyone = app.test_client()
    said = json.loads(anyone.get(f"{public}/certificate.json").data)
    assert len(said["reveals"]) == 2
    return [*verify.faults(said, anyone.get(f"{public}/entries.csv").text.splitlines())]


def nothing_private(app, db, public, people):
    """No name, contact or reference of a patron is in anything public."""
    anyone = app.test_client()
    paths = ("", "/check", "/certificate.json", "/entries.csv", "/header.json")
    whole = "\n".join(anyone.get(f"{public}{path}").text for path in paths)
    with db.reading() as session:
        for row in session.exec(select(PatronRow)):
            for secret in (row.given_name, row.email, row.phone, row.salt):
                assert not secret or not re.search(rf"\b{re.escape(secret)}\b", whole)
    for one in people.values():
        assert ref(one) not in whole


@pytest.mark.rule("HOUSE-PROMOTION-102", "STAR4-14.2")
def test_one_person_alone_gets_nowhere(app, db, room):
    desk, _, _ = room
    draw = f"{desk}/draws/1"
    with time_machine.travel(SHOW, tick=False):
        ana, edith = signed(app, db, ANA, SHOW), signed(app, db, EDITH, SHOW)
        assert post(ana, f"{draw}/hold").status_code == 409
        assert post(ana, f"{draw}/room", drawer="edith").status_code == 409
        assert post(ana, f"{draw}/present", phrase=PHRASE).status_code == 403
        assert post(edith, f"{draw}/room", drawer="ana").status_code == 403
        assert post(edith, f"{draw}/present", phrase=PHRASE).status_code == 409
        assert post(edith, f"{draw}/hold").status_code == 403
        assert post(ana, f"{draw}/show", wanted="1").status_code == 404
        assert ana.get(f"{desk}/draws/9").status_code == 404
        assert ana.get(f"{desk}/winners/1").status_code == 404
        assert app.test_client().get(draw).status_code == 303
        with db.reading() as session:
            assert not session.exec(select(DrawRow)).all()


def test_a_gate_with_nothing_to_look_at_is_not_ticked_off(db, sign_in):
    with db.writing() as session:
        reach(session)
        row, _ = running(session, "ada")
    with time_machine.travel(NOON, tick=False):
        client = sign_in(Role.MARKETING, now=NOON)
        page = client.get(f"/desk/promotions/{row.slug}/draws/1").text
    assert "The list of draw 1 is not frozen." in page
    for title in ("The header is published", "The public value", "Somebody else draws"):
        assert title not in page
