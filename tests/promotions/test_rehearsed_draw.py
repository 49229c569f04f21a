"""A rehearsal shows invented people, the same each time, and keeps nothing."""

import pytest
from sqlmodel import select

from house.people.roles import Role
from promotions.drawing.models import DrawRow
from promotions.rules.formats import Occasion, car_draw
from promotions.rules.rehearsed import AREAS, rehearse
from tests.promotions.promo_cast import DRAWN, NOW, begin, reach

TERMS = car_draw(Occasion("x", NOW, DRAWN, "x", "x"))


@pytest.mark.rule("HOUSE-PROMOTION-111")
def test_a_rehearsal_invents_everybody_and_repeats_itself():
    names = rehearse(TERMS, "car 1")
    assert names == rehearse(TERMS, "car 1")
    assert names != rehearse(TERMS, "car 2")
    assert [one.prize for one in names] == ["A new car"] + ["Dining voucher"] * 10
    assert {one.area for one in names} <= set(AREAS)


@pytest.mark.rule("HOUSE-PROMOTION-111")
def test_the_page_of_a_rehearsal_says_so_and_keeps_nothing(db, sign_in):
    with db.writing() as session:
        reach(session)
        slug = begin(session).slug
    path = f"/desk/promotions/{slug}/draws/1/rehearsal"
    jonah = sign_in(Role.MARKETING)
    for shown in ("", "?shown=3", "?shown=99", "?shown=-1", "?shown=x"):
        page = jonah.get(path + shown)
        assert page.status_code == 200
        assert page.text.count("REHEARSAL") == 90
    assert sign_in(Role.DEALER).get(path).status_code == 403
    with db.reading() as session:
        assert not session.exec(select(DrawRow)).all()
