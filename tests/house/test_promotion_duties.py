"""The clocks of promotions: just before, at and just after, by the real ticker."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from sqlmodel import col, select

from house.audit import Act, Actor, Subject
from house.audit.models import AuditRow
from house.notices import contacts, services
from house.notices.contacts import Contact
from house.notices.models import Audience, Channel, DeadlineRow, NoticeRow
from house.notices.services import Posting
from house.notices.states import State, state
from house.notices.ticking import Ticker
from house.venue import Venue
from promotions import duties
from promotions.duties import Claim, Promotion, Terms, Winner
from promotions.rules import gates
from promotions.rules.gates import Decision, Doubt, RefusedClaim
from promotions.rules.regimes import NSW3_14, STAR4_14
from promotions.telling import winners as telling
from rulebook import Refused
from tests.promotions.drawn_cast import drawn
from tests.promotions.promo_cast import DRAWN, act, begin

SYDNEY = ZoneInfo("Australia/Sydney")
MAY = datetime(2026, 5, 1, 18, 0, tzinfo=SYDNEY)
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=SYDNEY)
JUNE = datetime(2026, 6, 10, 9, 0, tzinfo=SYDNEY)
TICK, MINUTE = timedelta(microseconds=1), timedelta(minutes=1)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MIA = Actor("mia", "Mia Marsh", "marketing")
HOUSE = Venue("Southbank House", SYDNEY)
CAR = Subject("promotion", "1", "Summer Car Draw")
WINNERS = tuple(
    Winner(name, Contact(name, phone=number), "A car", "Come by.")
    for name, number in (("Wen", "+61400000001"), ("Zoe", "+61400000002"))
)
REGULATORS = Contact("The regulator", "rules@example.com", "+61290000000")


@pytest.fixture
def house(app, db):
    """A house whose regulators and inspectors can be reached."""
    with app.app_context(), db.writing() as session:
        begin(session, name=CAR.name)
        for body in (Audience.REGULATOR, Audience.INSPECTORATE):
            for code in ("NSW3", "STAR4"):
                contacts.enter(session, body, code, REGULATORS, by=MIA, now=NOON - DAY)
    with app.app_context():
        yield db


def run(db, step, regime, *args, now, **kwargs):
    with db.writing() as session:
        case = Promotion(CAR, regime, HOUSE)
        return step(session, case, *args, act=Act(MIA, now), **kwargs)


def tick(app, now):
    """One look at the clock, by the process that the house runs."""
    with time_machine.travel(now, tick=False):
        assert Ticker(app).tick()


def send(db, notice, at):
    with db.writing() as session:
        row = session.get_one(NoticeRow, notice.pk)
        how = Posting(Channel.PHONE, "call 7")
        verdict = services.post(session, row, how, Act(MIA, at))
        assert not isinstance(verdict, Refused), verdict


def deadline(db, notice):
    with db.reading() as session:
        key = services.key_of(notice)
        return session.exec(select(DeadlineRow).where(DeadlineRow.key == key)).one()


def passed(db, rule):
    """When the record says that duties under a rule were missed."""
    with db.reading() as session:
        query = select(AuditRow).where(AuditRow.act == "deadline passed")
        rows = session.exec(query.order_by(col(AuditRow.number))).all()
    return [row.at for row in rows if rule in row.rules]


def drafts(db):
    with db.reading() as session:
        return session.exec(select(NoticeRow).order_by(col(NoticeRow.id))).all()


def check_clock(app, db, notice, rule, due):
    """Due until that instant, overdue just after it, put on record once as of it."""
    planned = deadline(db, notice)
    assert (planned.due_at, planned.rule_id, planned.duty) == (due, rule, True)
    for now, stands in ((due - TICK, State.DUE), (due, State.DUE)):
        tick(app, now)
        assert state(deadline(db, notice), now) is stands
        assert passed(db, rule) == []
    for now in (due + TICK, due + MINUTE, due + DAY):
        tick(app, now)
        assert state(deadline(db, notice), now) is State.OVERDUE
        assert passed(db, rule) == [due]


WINNERS_TOLD = [("NSW3-14.8", NSW3_14), ("STAR4-14.9", STAR4_14)]


@pytest.mark.parametrize(("rule", "regime"), WINNERS_TOLD)
def test_winners_who_need_not_be_there_are_told_within_two_days(
    app, house, rule, regime
):
    with house.writing() as session:
        row, _, rows = drawn(session, "Wen", "Zoe", regime=regime.code)
        telling.tell(session, row, rows, act(at=DRAWN + HOUR))  # sent twice: once
    told = [n for n in drafts(house) if n.kind == duties.WINNER]
    assert [n.recipient for n in told] == ["Wen Lee", "Zoe Lee"]
    due = datetime(2026, 11, 29, 11, 0, tzinfo=SYDNEY)
    send(house, told[1], due)  # one is told at the last instant, the other is not
    check_clock(app, house, told[0], rule, due)
    met = deadline(house, told[1])
    assert (state(met, due + DAY), met.met_at) == (State.MET, due)
    send(house, told[0], due + DAY)
    assert state(deadline(house, told[0]), due + DAY) is State.MET


@pytest.mark.parametrize(("rule", "regime"), WINNERS_TOLD)
def test_winners_who_had_to_be_there_are_not_written_to(house, rule, regime):
    given = {"now": MAY, "presence_required": True}
    assert run(house, duties.tell_winners, regime, WINNERS, MAY, **given) == ()
    assert drafts(house) == []


LODGED = [("NSW3-14.9", NSW3_14), ("STAR4-14.13", STAR4_14)]
FULL = Terms(1, "1. One car is given away.")


def blocks(db, regime, version=1, starts_at=JUNE):
    with db.reading() as session:
        case = Promotion(CAR, regime, HOUSE)
        lodged = duties.lodged_at(session, case, version)
    found = gates.check_start(regime, starts_at, lodged)
    return [refusal.cite.id for refusal in found]


@pytest.mark.parametrize(("rule", "regime"), LODGED)
@pytest.mark.parametrize(
    ("late", "starts"),
    [(-MINUTE, True), (timedelta(0), True), (TICK, False), (MINUTE, False)],
)
def test_terms_lodged_a_day_before_let_it_start_and_a_minute_later_not(
    app, house, rule, regime, late, starts
):
    notice = run(house, duties.lodge, regime, FULL, JUNE, now=JUNE - 9 * DAY)
    assert FULL.text in drafts(house)[0].body
    assert blocks(house, regime) == [rule]
    due = datetime(2026, 6, 9, 9, 0, tzinfo=SYDNEY)
    assert deadline(house, notice).due_at == due
    tick(app, due + late)
    send(house, notice, due + late)
    tick(app, JUNE)
    assert blocks(house, regime) == ([] if starts else [rule])
    assert passed(house, rule) == ([] if starts else [due])
    assert blocks(house, regime, version=2) == [rule]


@pytest.mark.parametrize(("rule", "regime"), LODGED)
def test_terms_never_lodged_are_overdue_a_day_before_the_start(
    app, house, rule, regime
):
    notice = run(house, duties.lodge, regime, FULL, JUNE, now=JUNE - 9 * DAY)
    check_clock(app, house, notice, rule, JUNE - DAY)
    assert blocks(house, regime) == [rule]


@pytest.mark.rule("HOUSE-PROMOTION-3")
def test_newer_terms_take_the_place_of_those_not_sent(app, house):
    def lodge(version, starts_at, days):
        terms = Terms(version, f"{version}. One car is given away.")
        now = JUNE - days * DAY
        return run(house, duties.lodge, NSW3_14, terms, starts_at, now=now)

    first = lodge(1, JUNE, 9)
    assert lodge(1, JUNE, 8).pk == first.pk
    second = lodge(2, JUNE, 7)
    moved = lodge(2, JUNE + DAY, 6)
    back = lodge(2, JUNE, 5)
    assert len({n.pk for n in (first, second, moved, back)}) == 4
    gone = [deadline(house, n).called_off_at for n in (first, second, moved, back)]
    assert gone == [JUNE - 7 * DAY, JUNE - 6 * DAY, JUNE - 5 * DAY, None]
    tick(app, JUNE + 3 * DAY)
    assert passed(house, "NSW3-14.9") == [JUNE - DAY]
    send(house, back, JUNE - 2 * DAY)
    assert lodge(2, JUNE, 1).pk == back.pk
    assert lodge(3, JUNE, 1).pk != back.pk
    assert deadline(house, back).called_off_at is None
    assert blocks(house, NSW3_14, version=2) == []
    assert blocks(house, NSW3_14, version=3) == ["NSW3-14.9"]


REFUSED = [("NSW3-14.10", NSW3_14), ("STAR4-14.10", STAR4_14)]
CLAIM = Claim("ticket-12", "A car", "wen@example.com")
WHY = RefusedClaim(40_000_00, "The ticket was bought.", "Wen Wu", "1 Quay Street")


@pytest.mark.parametrize(("rule", "regime"), REFUSED)
@pytest.mark.rule("HOUSE-PROMOTION-1")
def test_a_refused_patron_learns_the_reason_at_once(app, house, rule, regime):
    notice = run(house, duties.refuse_claim, regime, CLAIM, WHY, now=NOON)
    [row] = drafts(house)
    assert (row.recipient, row.email) == ("Wen Wu", "wen@example.com")
    assert WHY.reason in row.body
    check_clock(app, house, notice, rule, NOON)
    send(house, notice, NOON + 2 * DAY)
    assert state(deadline(house, notice), NOON + 2 * DAY) is State.MET


@pytest.mark.parametrize(("rule", "regime"), REFUSED)
def test_a_claim_is_not_refused_without_a_reason(house, rule, regime):
    bare = RefusedClaim(40_00, "")
    refused = run(house, duties.refuse_claim, regime, CLAIM, bare, now=NOON)
    assert [refusal.cite.id for refusal in refused.refusals] == [rule]
    assert drafts(house) == []
    with house.reading() as session:
        [entry] = session.exec(select(AuditRow).where(AuditRow.act == "refuse claim"))
    assert (entry.verdict, entry.rules) == ("refused", [rule])


DOUBT = Doubt(NOON, "The drum stood open over night.", Decision.POSTPONED)


@pytest.mark.parametrize(
    ("rule", "regime", "within"),
    [
        ("NSW3-14.12", NSW3_14, timedelta(0)),
        ("STAR4-14.12", STAR4_14, timedelta(hours=48)),
    ],
)
def test_the_inspectors_learn_of_a_draw_in_doubt(app, house, rule, regime, within):
    notice = run(house, duties.doubt, regime, DOUBT, now=NOON)
    assert run(house, duties.doubt, regime, DOUBT, now=NOON + MINUTE).pk == notice.pk
    [row] = drafts(house)
    assert (row.audience, row.document) == (Audience.INSPECTORATE, regime.code)
    assert "The draw is postponed." in row.body
    check_clock(app, house, notice, rule, NOON + within)


@pytest.mark.parametrize(
    ("rule", "regime", "late"),
    [
        ("NSW3-14.12", NSW3_14, TICK),
        ("STAR4-14.12", STAR4_14, timedelta(hours=48) + TICK),
    ],
)
def test_told_in_time_is_no_breach_and_an_instant_later_is(
    app, house, rule, regime, late
):
    for at, missed in ((NOON + late - TICK, 0), (NOON + late, 1)):
        found = Doubt(NOON, f"Found {missed}", Decision.CANCELLED)
        with house.writing() as session:
            case = Promotion(Subject("promotion", str(missed), "x"), regime, HOUSE)
            notice = duties.doubt(session, case, found, Act(MIA, NOON))
        tick(app, at)
        send(house, notice, at)
        tick(app, at + DAY)
        assert len(passed(house, rule)) == missed


def test_a_doubt_without_words_stops_nothing_and_tells_nobody(house):
    bare = Doubt(NOON, "", Decision.POSTPONED)
    refused = run(house, duties.doubt, NSW3_14, bare, now=NOON)
    assert [refusal.field for refusal in refused.refusals] == ["what"]
    assert drafts(house) == []


@pytest.mark.rule("STAR4-14.13.1")
def test_changed_terms_hold_and_are_sent_again(app, house):
    changed = Terms(2, "1. Two cars are given away.")
    given = {"now": NOON, "started": True}
    notice = run(house, duties.amend, STAR4_14, changed, **given)
    assert changed.text in drafts(house)[0].body
    assert state(deadline(house, notice), NOON) is State.DUE
    check_clock(app, house, notice, "STAR4-14.13.1", NOON + DAY)
    send(house, notice, NOON + 2 * DAY)
    assert state(deadline(house, notice), NOON + 2 * DAY) is State.MET


@pytest.mark.rule("NSW3-14.9.1")
def test_in_the_other_regime_the_old_terms_hold_until_approved(house):
    changed = Terms(2, "1. Two cars are given away.")
    given = {"now": NOON, "started": True}
    refused = run(house, duties.amend, NSW3_14, changed, **given)
    assert [refusal.cite.id for refusal in refused.refusals] == ["NSW3-14.9.1"]
    approved = {**given, "approval": "Letter of 30 April"}
    assert run(house, duties.amend, NSW3_14, changed, **approved) is None
    before = {"now": NOON, "started": False}
    assert run(house, duties.amend, STAR4_14, changed, **before) is None
    assert drafts(house) == []


def test_a_key_that_would_be_cut_is_a_mistake(house):
    many = (Winner("x" * 120, WINNERS[0].contact, "A car", "Come by."),)
    given = {"now": MAY, "presence_required": False}
    with pytest.raises(ValueError, match="too long to be told from others"):
        run(house, duties.tell_winners, NSW3_14, many, MAY, **given)
    assert drafts(house) == []
