"""The end of a promotion: disputes decided for good, and nothing left to do."""

import pytest
import time_machine
from sqlmodel import select

from house import clock
from house.floor.disputes import services as disputes
from house.floor.disputes.models import DisputeEvent
from house.floor.disputes.services import Addition
from house.people.models import StaffSessionRow
from house.people.roles import Role
from promotions.claims import completing
from promotions.claims import disputes as own
from promotions.rules.goods import Given
from promotions.rules.lifecycle import Status
from promotions.telling import attempts
from tests.house.test_patrons import sent
from tests.promotions.drawn_cast import LATER, claimed, drawn, hand_over, over
from tests.promotions.promo_cast import (
    JONAH,
    MIRIAM,
    act,
    add_staff,
    again,
    done,
    reach,
    reasons,
)
from tests.promotions.test_claims import terms_with, tried


@pytest.fixture
def house(db):
    """A house with its people, whose inspectors can be reached."""
    with db.writing() as session:
        add_staff(session, JONAH, MIRIAM)
        reach(session)
    return db


RULES = [("NSW3", "NSW3-14.11"), ("STAR4", "STAR4-14.11")]


def seen_by(session, row, case, by):
    umpire = own.umpire(session, case.lent_to, act(by, LATER))
    return type(case)(case.item, case.events, umpire)


def add(session, row, case, happened, by, note="It stands.", how=""):
    case = next(c for c in own.cases(session, row) if c.item.pk == case.item.pk)
    case = seen_by(session, row, case, by)
    return disputes.add(session, case, Addition(happened, note, how), act(by, LATER))


@pytest.mark.parametrize(("regime", "rule"), RULES)
@pytest.mark.rule("HOUSE-PROMOTION-80")
def test_the_approver_decides_for_good_and_the_right_to_complain_is_told(
    house, regime, rule
):
    with house.writing() as session:
        row, people, _ = drawn(session, "Wen", regime=regime)
        case = done(
            own.raise_one(
                session, row, people["Wen"], "I was there.", act(at=LATER), key="d-1"
            )
        )
        by_jonah = add(session, row, case, DisputeEvent.DECIDED, JONAH)
        assert reasons(by_jonah) == ["HOUSE-PROMOTION-80"]
        done(add(session, row, case, DisputeEvent.DECIDED, MIRIAM))
        silent = add(session, row, case, DisputeEvent.UNRESOLVED, MIRIAM)
        assert rule in reasons(silent)
        assert "section 33" in silent.refusals[-1].right
        told = add(
            session, row, case, DisputeEvent.TOLD, MIRIAM, how="handed in writing"
        )
        assert (done(told).told.how, told.told.rule_id) == ("handed in writing", rule)
        done(add(session, row, case, DisputeEvent.UNRESOLVED, MIRIAM))
        assert own.open_cases(session, row) == []


@pytest.mark.rule("HOUSE-PROMOTION-79")
def test_a_promotion_is_complete_once_nothing_is_left_to_do(house):
    with house.writing() as session:
        changes = terms_with(session, "STAR4", given=(Given.HANDED_OVER,))
        row, people, (one,) = drawn(session, "Wen", changes=changes)
        asked = act(at=LATER)
        case = done(
            own.raise_one(session, row, people["Wen"], "Which car?", asked, key="d-2")
        )
        early = completing.complete(session, row, act(at=LATER))
        assert set(reasons(early)) == {
            "HOUSE-PROMOTION-79",
            "STAR4-14.9",
            "STAR4-14.11",
        }
        done(attempts.note(session, row, one, tried(), act(at=LATER)))
        known, thing = claimed(session, row, one), over(way=Given.HANDED_OVER)
        done(hand_over(session, row, known, thing))
        done(add(session, row, case, DisputeEvent.DECIDED, MIRIAM))
        done(add(session, row, case, DisputeEvent.CLOSED, MIRIAM))
        assert completing.complete(session, row, act(at=LATER)) is Status.COMPLETED
        assert again(session, row).status is Status.COMPLETED


def prove(house):
    """Whoever is signed in has just proved that it is them."""
    with house.writing() as session:
        for one in session.exec(select(StaffSessionRow)):
            one.stepped_up_at = clock.now()


def test_pages_lead_from_a_winner_told_to_a_prize_handed_over(house, sign_in):
    with house.writing() as session:
        changes = terms_with(session, "STAR4", given=(Given.HANDED_OVER,))
        row, people, (one,) = drawn(session, "Wen", changes=changes)
        slug, number, card = row.slug, one.pk, f"P{people['Wen'].pk}"
    at = f"/desk/promotions/{slug}"
    with time_machine.travel(LATER, tick=False):
        jonah = sign_in(Role.MARKETING)
        assert "Tell Wen Lee" in jonah.get("/desk/").text
        assert "Wen Lee" in jonah.get(f"{at}/winners").text
        here = f"{at}/prizes/{number}"
        said = {"means": "telephone", "where": "+61400000001", "outcome": "told"}
        when = {"at": "2026-11-27T12:00", "note": "Reached at noon"}
        told = jonah.post(f"{here}/tried", data=sent(**said, **when))
        assert told.status_code == 303, told.text
        bare = jonah.post(f"{here}/claim", data=sent(identity=""))
        assert bare.status_code == 409
        paper = jonah.post(f"{here}/claim", data=sent(identity="Licence 4411"))
        assert paper.status_code == 303
        signed = {"signed_by": "Wen Lee"}
        given = sent(way="handed-over", **signed)
        assert jonah.post(f"{here}/hand-over", data=given).status_code == 401
        prove(house)
        given = sent(way="handed-over", **signed)
        assert jonah.post(f"{here}/hand-over", data=given).status_code == 303
        alone = jonah.post(f"{here}/handed", data=sent(seen=1))
        assert (alone.status_code, "You signed first." in alone.text) == (409, True)
        miriam = sign_in(Role.APPROVER)
        prove(house)
        assert "sign as second" in miriam.get("/desk/").text
        assert miriam.post(f"{here}/handed", data=sent(seen=1)).status_code == 303
        receipt = jonah.get(f"{here}/receipt.pdf")
        assert receipt.data.startswith(b"%PDF")
        assert "The promotion can be completed." in jonah.get(at).text
        assert jonah.get(f"{at}/disputes").status_code == 200
        nobody = jonah.post(f"{at}/disputes", data=sent(patron="X", what="No."))
        assert nobody.status_code == 409
        assert jonah.post(f"{at}/complete", data=sent()).status_code == 303
        assert jonah.get(f"{at}/prizes/999999").status_code == 404
        assert sign_in(Role.DEALER).get(here).status_code == 403
        assert card
