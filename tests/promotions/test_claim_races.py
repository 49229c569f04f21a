"""One prize, two tabs: it is handed over once, and both are told the same."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlmodel import select

from house.ledger.models import EntryRow
from promotions import queries
from promotions.claims import handing
from promotions.claims.models import HandedRow
from promotions.rules.goods import Given
from tests.promotions.drawn_cast import LATER, claimed, drawn, money, over, stands
from tests.promotions.promo_cast import JONAH, MIRIAM, act, add_staff, done, reach
from tests.promotions.test_claims import terms_with

PART = (Given.TRANSFER, 2_000_00)


@pytest.mark.rule("HOUSE-PROMOTION-76", "HOUSE-PROMOTION-77")
@pytest.mark.parametrize("locked", [True, False], ids=["pages", "constraint"])
def test_two_tabs_hand_a_prize_over_once_and_get_the_same_answer(db, locked):
    with db.writing() as session:
        add_staff(session, JONAH, MIRIAM)
        reach(session)
        shape = money(PART[1], PART[0], regime="STAR4")
        changes = terms_with(session, "STAR4", **shape)
        row, _, (one,) = drawn(session, "Wen", changes=changes)
        known, slug = claimed(session, row, one), row.slug
        first = done(handing.prepare(session, row, known, over(PART), act(at=LATER)))
    together = Barrier(2)

    def presses(_tab):
        together.wait()
        with db.writing() as session:
            mine = queries.get(session, slug, lock=locked)
            known = stands(session, mine, one)
            second = act(MIRIAM, LATER)
            return done(handing.hand_over(session, mine, known, first.pk, second)).pk

    with ThreadPoolExecutor(2) as tabs:
        first, second = tabs.map(presses, range(2))
    with db.reading() as session:
        assert [first, second] == [session.exec(select(HandedRow)).one().pk] * 2
        moved = sorted(entry.amount for entry in session.exec(select(EntryRow)))
    assert moved == [-2_000_00, 2_000_00]
