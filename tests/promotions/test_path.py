"""A promotion on its path: every gate by the services that pages and ticks call."""

from dataclasses import replace
from datetime import datetime

import pytest
import time_machine
from sqlmodel import select

from house.notices.models import DeadlineRow
from house.notices.ticking import Ticker
from house.terms import amending
from house.terms.amending import Amend
from promotions import queries
from promotions.models import PromotionStepRow
from promotions.path import (
    approving,
    ending,
    lodging,
    scrutineers,
    starting,
    steps,
)
from promotions.rules import requirements
from promotions.rules.clauses.details import Chosen
from promotions.rules.lifecycle import Action, Status
from promotions.terms import TERMS
from rulebook import Refused
from tests.promotions.promo_cast import (
    ADDRESS,
    ANA,
    DAY,
    DRAWN,
    EDITH,
    HOUR,
    JONAH,
    MINUTE,
    MIRIAM,
    NOW,
    OPENS,
    TICK,
    act,
    add_staff,
    again,
    approve,
    begin,
    change,
    done,
    lodge,
    lodged,
    reach,
    reasons,
    send,
)


@pytest.fixture
def house(app, db):
    with app.app_context(), db.writing() as session:
        reach(session)
        add_staff(session, JONAH, ANA, MIRIAM, EDITH)
        yield session


@pytest.mark.rule("HOUSE-PROMOTION-13")
def test_a_second_person_approves_never_the_author_nor_an_editor(house):
    row = begin(house)
    done(change(house, row, "promotion.held", by=ANA, place="the stage"))
    assert reasons(approve(house, row, by=JONAH)) == ["HOUSE-PROMOTION-13"]
    assert reasons(approve(house, row, by=ANA)) == ["HOUSE-PROMOTION-13"]
    assert row.status is Status.DRAFT
    done(approve(house, row))
    assert row.status is Status.APPROVED
    # The next version counts its own writers: Miriam wrote nothing on it.
    done(change(house, row, "promotion.held", by=ANA, place="the hall"))
    assert "HOUSE-PROMOTION-13" in reasons(amend(house, row, by=ANA))
    assert "HOUSE-PROMOTION-13" in reasons(amend(house, row, by=JONAH))
    assert done(amend(house, row)).number == 2


def amend(session, row, by=MIRIAM, at=NOW + 3 * HOUR, seen=1):
    wish = Amend(row.version, seen, "The place is another.", ADDRESS)
    return amending.amend(TERMS, session, row, wish, act(by, at))


@pytest.mark.rule("HOUSE-PROMOTION-11")
def test_steps_are_taken_in_their_order_and_what_is_over_stays_over(house):
    row = begin(house)
    assert reasons(starting.start(house, row, act())) == ["HOUSE-PROMOTION-11"]
    assert reasons(ending.postpone(house, row, "Why", act())) == ["HOUSE-PROMOTION-11"]
    done(ending.cancel(house, row, "Not this year.", act()))
    assert reasons(ending.cancel(house, row, "Again.", act())) == ["HOUSE-PROMOTION-11"]
    assert reasons(approve(house, row)) == ["HOUSE-PROMOTION-11"]


CODES = [("NSW3", "NSW3-14.9"), ("STAR4", "STAR4-14.13")]


@pytest.mark.parametrize(("code", "rule"), CODES)
@pytest.mark.parametrize(
    ("before", "may"), [(DAY, True), (DAY - TICK, False), (DAY - MINUTE, False)]
)
def test_it_starts_with_terms_lodged_a_day_before(house, code, rule, before, may):
    row = begin(house, regime=code)
    done(approve(house, row))
    lodge(house, row, at=OPENS - before)
    assert row.status is Status.LODGED
    verdict = starting.start(house, row, act(at=OPENS))
    if may:
        assert verdict is Status.RUNNING
        return
    assert reasons(verdict) == [rule]
    assert "It can start from" in verdict.refusals[0].right
    late = OPENS - before + DAY
    assert reasons(starting.start(house, row, act(at=late - TICK))) == [rule]
    assert starting.start(house, row, act(at=late)) is Status.RUNNING


@pytest.mark.rule("HOUSE-PROMOTION-3")
@pytest.mark.rule("HOUSE-PROMOTION-23")
def test_terms_changed_before_the_start_are_lodged_again(house):
    row = lodged(house)
    done(change(house, row, "promotion.held", place="the hall"))
    done(amend(house, row))
    assert row.status is Status.APPROVED
    assert reasons(starting.start(house, row, act(at=OPENS))) == ["HOUSE-PROMOTION-11"]
    lodge(house, row, at=NOW + 4 * HOUR)
    assert row.status is Status.LODGED
    assert starting.start(house, row, act(at=OPENS)) is Status.RUNNING


@pytest.mark.rule("HOUSE-PROMOTION-22")
@pytest.mark.parametrize("late", [TICK * 0, MINUTE, DAY])
def test_it_starts_by_itself_as_of_its_time_however_late_the_tick(app, db, late):
    with app.app_context(), db.writing() as session:
        reach(session)
        row = lodged(session)
        early = reasons(starting.start(session, row, act(at=OPENS - TICK)))
        assert early == ["HOUSE-PROMOTION-22"]
    tick(app, OPENS - TICK)
    assert standing(db, row) is Status.LODGED
    tick(app, OPENS + late)
    tick(app, OPENS + late + MINUTE)
    assert standing(db, row) is Status.RUNNING
    with db.reading() as session:
        steps = session.exec(select(PromotionStepRow)).all()
        assert [step.at for step in steps if step.becomes is Status.RUNNING] == [OPENS]


def tick(app, now: datetime):
    with time_machine.travel(now, tick=False):
        assert Ticker(app).tick()


def standing(db, row):
    with db.reading() as session:
        return again(session, row).status


@pytest.mark.rule("NSW3-14.9.1")
def test_under_nsw3_running_terms_change_only_with_the_regulators_word(house):
    row = lodged(house, regime="NSW3")
    done(starting.start(house, row, act(at=OPENS)))
    at = OPENS + HOUR
    done(change(house, row, "promotion.held", at=at, place="the hall"))
    assert reasons(amend(house, row, at=at)) == ["NSW3-14.9.1"]
    assert queries.terms_of(house, row).promotion.held.place == "the main stage"
    assert reasons(approving.note_word(house, row, " ", act(at=at))) == ["NSW3-14.9.1"]
    done(approving.note_word(house, row, "Letter 12", act(at=at)))
    # The word is for those very words.
    done(change(house, row, "promotion.held", at=at, place="the lobby"))
    assert reasons(amend(house, row, at=at)) == ["NSW3-14.9.1"]
    done(change(house, row, "promotion.held", at=at, place="the hall"))
    assert done(amend(house, row, at=at)).number == 2
    assert row.status is Status.RUNNING
    assert queries.terms_of(house, row).promotion.held.place == "the hall"


@pytest.mark.rule("STAR4-14.13.1")
def test_under_star4_running_terms_hold_and_are_sent_again(house):
    row = lodged(house)
    done(starting.start(house, row, act(at=OPENS)))
    at = OPENS + HOUR
    assert reasons(approving.note_word(house, row, "x", act(at=at))) == ["STAR4-14.13"]
    done(change(house, row, "promotion.held", at=at, place="the hall"))
    assert done(amend(house, row, at=at)).number == 2
    [notice] = [
        n for n in queries.notices(house, row) if n.kind == "promotion.terms-changed"
    ]
    assert (notice.rule_id, notice.due_at) == ("STAR4-14.13.1", at + DAY)


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.2"), ("STAR4", "STAR4-14.2")]
)
@pytest.mark.parametrize(
    ("cents", "needed"),
    [(9_999_99, False), (10_000_00, False), (10_000_01, True)],
)
def test_over_ten_thousand_dollars_the_draw_waits_for_a_scrutineer(
    house, code, rule, cents, needed
):
    row = lodged(house, regime=code, key="travel")
    terms = queries.terms_of(house, row)
    [journey] = terms.each_prize
    prizes = replace(terms.prizes.prizes, prizes=(replace(journey, value_cents=cents),))
    facts = queries.facts_of(
        house, row, OPENS, terms=terms.with_clause("prizes.prizes", prizes)
    )
    found = [r.cite.id for r in requirements.scrutineer_named(facts)]
    assert found == ([rule] if needed else [])
    done(scrutineers.nominate(house, row, "edith", act()))
    facts = replace(
        queries.facts_of(house, row, OPENS),
        terms=terms.with_clause("prizes.prizes", prizes),
    )
    assert not [*requirements.scrutineer_named(facts)]


@pytest.mark.rule("HOUSE-PROMOTION-19")
def test_the_scrutineer_wrote_and_approved_nothing_and_has_the_role(house):
    row = begin(house)
    early = reasons(scrutineers.nominate(house, row, "edith", act()))
    assert early == ["HOUSE-PROMOTION-19"]
    done(change(house, row, "promotion.held", by=ANA, place="the hall"))
    done(approve(house, row))
    for username in ("jonah", "ana", "miriam"):
        found = reasons(scrutineers.nominate(house, row, username, act()))
        assert found == ["HOUSE-PROMOTION-19"] * 2, username  # no role, and bound
    assert reasons(scrutineers.nominate(house, row, "nobody", act()))
    done(scrutineers.nominate(house, row, "edith", act()))
    assert queries.nominees.nominated(house, row).username == "edith"
    assert reasons(scrutineers.withdraw(house, row, " ", act()))
    done(scrutineers.withdraw(house, row, "She is away.", act()))
    assert queries.nominees.nominated(house, row) is None


@pytest.mark.rule("HOUSE-PROMOTION-21")
def test_cancelling_needs_a_reason_tells_everybody_and_stops_the_clocks(house):
    row = lodged(house)
    assert reasons(ending.cancel(house, row, " ", act())) == ["HOUSE-PROMOTION-21"]
    assert reasons(ending.cancel(house, row, "x" * 401, act())) == [
        "HOUSE-PROMOTION-21"
    ]
    done(ending.cancel(house, row, "The car is not built.", act()))
    kinds = {notice.kind for notice in queries.notices(house, row)}
    assert "promotion.cancelled" in kinds
    assert "promotion.entrants" not in kinds  # nobody could take part yet
    [start] = [
        d for d in house.exec(select(DeadlineRow)) if d.kind == "promotion.starts"
    ]
    assert start.called_off_at is not None


@pytest.mark.rule("HOUSE-PROMOTION-24")
def test_a_postponed_promotion_goes_back_to_where_it_stood(house):
    row = lodged(house)
    done(starting.start(house, row, act(at=OPENS)))
    assert reasons(ending.postpone(house, row, "", act())) == ["HOUSE-PROMOTION-24"]
    done(ending.postpone(house, row, "A storm.", act(at=OPENS + HOUR)))
    assert row.status is Status.POSTPONED
    done(ending.go_on(house, row, "It has passed.", act(at=OPENS + DAY)))
    assert row.status is Status.RUNNING
    done(ending.cancel(house, row, "Another storm.", act(at=OPENS + DAY)))
    kinds = {notice.kind for notice in queries.notices(house, row)}
    assert {"promotion.cancelled", "promotion.entrants"} <= kinds


@pytest.mark.rule("HOUSE-PROMOTION-14")
def test_an_exempt_promotion_needs_no_lodging(house):
    row = begin(house)
    scope = {"chosen_by": Chosen.SKILL, "brought_in": False}
    done(change(house, row, "promotion.scope", **scope))
    assert "HOUSE-PROMOTION-14" in reasons(approve(house, row))
    why = "A ranking by points of skill alone."
    done(change(house, row, "promotion.scope", exempt_because=why))
    done(approve(house, row))
    done(steps.take(house, row, Action.LODGE, act()))
    assert starting.start(house, row, act(at=OPENS)) is Status.RUNNING


def test_a_notice_sent_for_another_version_lodges_nothing(house):
    row = begin(house)
    done(approve(house, row))
    first = done(lodging.draft(house, row, act(at=NOW + HOUR)))
    done(change(house, row, "promotion.held", place="the hall"))
    done(amend(house, row))
    send(house, first, NOW + 4 * HOUR)
    assert row.status is Status.APPROVED
    assert isinstance(lodging.draft(house, begin(house, name="B"), act()), Refused)
    assert DRAWN > OPENS
