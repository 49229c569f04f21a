"""A prize falls vacant by two signatures; who has won what follows from the rows."""

import pytest
from sqlmodel import select

from promotions.drawing import vacancies, winners
from promotions.drawing.models import DrawRow, Ground, How, SelectionRow, VacancyRow
from promotions.path import steps
from tests.promotions.frozen_cast import CLOSES, frozen, give, ref, run_due, running
from tests.promotions.promo_cast import (
    ANA,
    DRAWN,
    EDITH,
    JONAH,
    MIRIAM,
    act,
    add_staff,
    done,
    reach,
    reasons,
)

PEOPLE = ("Una", "Ben", "Cal")


@pytest.fixture
def drawn(app, db, tmp_path):
    """A draw of three tickets, each for one of the prizes, written down by hand."""
    with db.writing() as session:
        reach(session)
        add_staff(session, JONAH, ANA, MIRIAM, EDITH)
        row, people = running(session, *PEOPLE, name="Voucher Draw")
    give(db, row, tmp_path, Una=1, Ben=2, Cal=3)
    run_due(app, db, CLOSES)
    with db.writing() as session:
        draw = DrawRow(
            promotion_id=row.pk,
            draw=1,
            freeze_id=frozen(session).pk,
            how=How.PROVABLE,
            **steps.signed(act(at=DRAWN)),
        )
        session.add(draw)
        session.flush()
        for at, (prize, name) in enumerate(zip("122", PEOPLE, strict=True)):
            session.add(selected(draw, at, prize, people[name]))
    return row, people


def selected(draw, at, prize, patron, **over):
    return SelectionRow(
        draw_id=draw.pk,
        position=at,
        prize=prize,
        ticket=at,
        place=at,
        patron_id=patron.pk,
        ref=ref(patron),
        **{"round": 0} | over | steps.signed(act(at=DRAWN)),
    )


def first(session, at=0):
    return session.exec(select(SelectionRow).where(SelectionRow.position == at)).one()


def sign(session, row, by, ground=Ground.LAPSED, reason="Called three times."):
    signing = act(by, DRAWN)
    return vacancies.sign(session, row, first(session), ground, reason, signing)


def stands(session, row):
    draw = winners.held(session, row, 1)
    return [
        (one.place, one.prize.title, one.value_cents, one.is_vacant)
        for one in winners.of_draw(session, row, draw)
    ]


def test_winners_are_read_from_what_was_drawn(drawn, db):
    row, people = drawn
    with db.reading() as session:
        assert stands(session, row) == [
            (0, "A new car", 38_990_00, False),
            (1, "Dining voucher", 250_00, False),
            (2, "Dining voucher", 250_00, False),
        ]
        won = winners.one(session, row, first(session).pk)
        assert won is not None
        assert won.selection.patron_id == people["Una"].pk
        assert winners.one(session, row, 99) is None


@pytest.mark.rule("HOUSE-PROMOTION-104")
def test_one_signature_leaves_the_prize_where_it_is(drawn, db):
    row, _ = drawn
    with db.writing() as session:
        done(sign(session, row, JONAH))
        assert not stands(session, row)[0][-1]
        assert reasons(sign(session, row, JONAH)) == ["HOUSE-PROMOTION-104"]
        refused = sign(session, row, ANA, Ground.REFUSED)
        assert reasons(refused) == ["HOUSE-PROMOTION-104"]
        done(sign(session, row, ANA, reason=""))
        assert stands(session, row)[0][-1]
        both = session.exec(select(VacancyRow)).all()
        assert [one.by for one in both] == ["jonah", "ana"]
        assert reasons(sign(session, row, MIRIAM)) == ["HOUSE-PROMOTION-104"]


@pytest.mark.rule("HOUSE-PROMOTION-104")
def test_a_signature_has_a_reason_that_fits(drawn, db):
    row, _ = drawn
    with db.writing() as session:
        assert reasons(sign(session, row, JONAH, reason=" "))
        assert reasons(sign(session, row, JONAH, reason="x" * 401))
        assert not session.exec(select(VacancyRow)).all()
        done(sign(session, row, JONAH, reason="x" * 400))


@pytest.mark.rule("HOUSE-PROMOTION-104")
def test_a_vacancy_is_taken_back_while_the_reserve_is_sealed(drawn, db):
    row, people = drawn
    with db.writing() as session:
        lost = first(session)
        back = act(MIRIAM, DRAWN)
        assert reasons(vacancies.reopen(session, row, lost, "In error.", back))
        done(sign(session, row, JONAH))
        done(sign(session, row, ANA))
        done(vacancies.reopen(session, row, lost, "In error.", back))
        assert not stands(session, row)[0][-1]
        done(sign(session, row, JONAH))
        done(sign(session, row, ANA))
        draw = winners.held(session, row, 1)
        again = {"round": 1, "replaces": 0, "reason": "Nobody came."}
        session.add(selected(draw, 3, "1", people["Cal"], **again))
        session.flush()
        assert reasons(vacancies.reopen(session, row, lost, "In error.", back))
        now = winners.of_draw(session, row, draw)[0]
        assert now.selection.patron_id == people["Cal"].pk
        assert [one.pk for one in now.replaced] == [lost.pk]
        assert not now.is_vacant
        assert winners.one(session, row, lost.pk) is None
