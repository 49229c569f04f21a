"""A prize that nobody claims lapses by itself: once, just after its last instant."""

import pytest
from sqlmodel import col, select

from house.notices.models import DeadlineRow
from promotions.claims import claiming, lapsing, refusing
from promotions.claims.standing import State
from promotions.drawing import again, vacancies
from promotions.drawing.models import Sign, VacancyRow
from promotions.models import PromotionRow
from promotions.rules.clauses.award import Unclaimed
from promotions.rules.lifecycle import Status
from tests.promotions import draw_cast as cast
from tests.promotions.drawn_cast import claimed, drawn, stands
from tests.promotions.frozen_cast import run_due
from tests.promotions.promo_cast import (
    DAY,
    DRAWN,
    JONAH,
    MINUTE,
    MIRIAM,
    TICK,
    act,
    add_staff,
    done,
    reach,
    reasons,
)

LAST = DRAWN + 30 * DAY
RULE = "HOUSE-PROMOTION-120"
pytestmark = pytest.mark.rule(RULE)


@pytest.fixture
def house(db):
    with db.writing() as session:
        add_staff(session, JONAH, MIRIAM)
        reach(session)
    return db


def won(house, unclaimed=Unclaimed.REPLACED, **over):
    """A winner with thirty days to claim."""
    clause = {"within_days": 30, "unclaimed": unclaimed} | over
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen", changes=(("award.claiming", clause),))
    return row, one


def claim(session, row, one, at):
    known = stands(session, row, one, at)
    return claiming.claim(session, row, known, "Licence", act(JONAH, at))


def signs(house):
    with house.reading() as session:
        return [(each.sign, each.at) for each in session.exec(select(VacancyRow))]


@pytest.mark.rule("STAR4-14.8.8")
def test_a_prize_can_be_claimed_at_its_last_instant_and_no_later(app, house):
    row, one = won(house)
    run_due(app, house, LAST)  # the last instant itself is still in time
    assert signs(house) == []
    with house.writing() as session:
        late = claim(session, row, one, LAST + TICK)
        assert reasons(late) == ["STAR4-14.8.8"]
        done(claim(session, row, one, LAST))
    run_due(app, house, LAST + DAY)
    assert signs(house) == []
    with house.reading() as session:
        off = select(DeadlineRow).where(col(DeadlineRow.key) == lapsing.key(one))
        assert session.exec(off).one().called_off_at == LAST


def test_it_lapses_once_as_of_its_time_however_late_the_clock(app, house):
    row, one = won(house)
    for late in (LAST + TICK, LAST + DAY, LAST + 2 * DAY):
        run_due(app, house, late)
    assert signs(house) == [(Sign.BY_ITSELF, LAST + TICK)]
    with house.writing() as session:
        assert stands(session, row, one, LAST + DAY).state is State.VACANT
        # Typed before the last instant, sent after the clock took the prize.
        assert reasons(claim(session, row, one, LAST)) == ["HOUSE-PROMOTION-74"]
        mine = select(DeadlineRow).where(DeadlineRow.kind == lapsing.LAPSES)
        assert [planned.rule_id for planned in session.exec(mine)] == [RULE]


@pytest.mark.parametrize("unclaimed", list(Unclaimed))
def test_then_a_reserve_is_opened_or_it_stays_with_the_casino(
    app, db, tmp_path, unclaimed
):
    clause = {"within_days": 30, "unclaimed": unclaimed, "presence_required": False}
    row, _ = cast.frozen_house(app, db, tmp_path, changes=(("award.claiming", clause),))
    cast.drawn(app, db, row)
    after, stays = cast.SHOW + 30 * DAY + TICK, unclaimed is Unclaimed.FORFEITED
    run_due(app, db, after)
    with db.writing() as session:
        one = cast.selection(session)
        known = stands(session, row, one, after)
        assert (known.is_forfeited, known.is_settled) == (stays, stays)
        assert bool(again.to_draw(session, row, 1)) is not stays
        there = cast.come(app, session, row, after, selection=one)
        opened = cast.reserve(app, session, row, when=after)
        if stays:
            assert reasons(there) == ["STAR4-14.8.8"]
            assert "STAR4-14.8.8" in reasons(opened)
        else:
            assert done(opened).replaces == one.position


@pytest.mark.rule("HOUSE-PROMOTION-104")
def test_one_signature_does_not_keep_it_from_lapsing(app, house):
    row, one = won(house)
    with house.writing() as session:
        said = (vacancies.Ground.WITHDRAWN, "She does not want it.", act(JONAH, LAST))
        done(vacancies.sign(session, row, one, *said))
    run_due(app, house, LAST + TICK)
    assert [sign for sign, _ in signs(house)] == [Sign.FIRST, Sign.BY_ITSELF]


def test_a_lapse_is_taken_back_and_the_prize_claimed_after_all(app, house):
    row, one = won(house)
    run_due(app, house, LAST + TICK)
    after = LAST + DAY
    with house.writing() as session:
        known = stands(session, row, one, after)
        said = "She claimed by telephone on the last day."
        done(refusing.reopen(session, row, known, said, act(MIRIAM, after)))
        assert stands(session, row, one, after).state is State.TO_TELL
        done(claim(session, row, one, after))
        assert stands(session, row, one, after).state is State.CLAIMED


@pytest.mark.parametrize("settled", ["claimed", "cancelled", "called"])
def test_nothing_lapses_that_is_claimed_cancelled_or_called_in_the_room(
    app, house, settled
):
    there = {"presence_required": True, "within_minutes": 5}
    row, one = won(house, **(there if settled == "called" else {}))
    with house.writing() as session:
        if settled == "claimed":
            claimed(session, row, one, LAST - MINUTE)
        elif settled == "cancelled":
            session.get_one(PromotionRow, row.pk).status = Status.CANCELLED
        planned = select(DeadlineRow).where(col(DeadlineRow.kind) == lapsing.LAPSES)
        assert bool(session.exec(planned).all()) is (settled != "called")
    run_due(app, house, LAST + DAY)
    assert signs(house) == []
