"""Tables that move and meters that close, twenty minutes after the last sign."""

import threading

import pytest
from sqlmodel import col, select

from game.rulebooks.crown3_jackpots import OPTIONS
from house.audit.models import AuditRow
from house.db import Database
from house.floor.meters import signs
from house.floor.meters.ledger import state
from house.floor.meters.linking import tables_on
from house.floor.meters.models import (
    MILLION,
    ChangeState,
    EntryKind,
    MeterChangeRow,
    MeterRow,
    MeterStatus,
)
from house.floor.meters.taking_effect import hold_as_of
from house.notices.deadlines import Round, run_due
from house.notices.models import DeadlineRow
from rulebook import Refused
from tests.house.meters import (
    CLOSE,
    CROWN,
    CROWN_2,
    FLUSH,
    JOIN,
    LEAVE,
    MASS,
    NSW,
    OPTION,
    PRIYA,
    STAR,
    TRANSFER,
    VIC,
    act,
    announce,
    claim,
    confirm,
    entries,
    feed,
    find,
    opened,
    reasons,
    sign_up,
    table,
)

TWENTY = [(19, 59, False), (20, 0, True), (20, 1, True)]


@pytest.fixture
def sqlite_db(sqlite_url):
    database = Database(sqlite_url)
    yield database
    database.engine.dispose()


def numbers(db, meter):
    with db.reading() as session:
        row = session.get_one(MeterRow, meter.pk)
        return [t.number for t, _ in tables_on(session, row)]


def change_of(db, change):
    with db.reading() as session:
        return session.get_one(MeterChangeRow, change.pk)


def tick(db, minutes, seconds=0):
    return run_due(db, act(minutes=minutes, seconds=seconds).now)


@pytest.mark.parametrize(
    ("rule", "terms"),
    [
        ("CROWN3-9.1.1(h)", CROWN),
        ("HOUSE-METERS-2", NSW),
        ("HOUSE-METERS-2", STAR),
        ("HOUSE-METERS-2", MASS),
        ("HOUSE-METERS-2", VIC),
    ],
)
@pytest.mark.parametrize(("minutes", "seconds", "moves"), TWENTY)
@pytest.mark.parametrize("kind", [JOIN, LEAVE])
def test_a_table_moves_20_minutes_after_its_sign(
    sqlite_db, rule, terms, minutes, seconds, moves, kind
):
    db = sqlite_db
    with db.writing() as session:
        meter = opened(session, terms, (7, 8) if kind is LEAVE else (7,))
        if kind is JOIN:
            table(session, 8, terms.rulebook)
        change = announce(session, meter, kind, 8)
        sign_up(session, change, 8)
    before = numbers(db, meter)
    assert tick(db, minutes, seconds) == Round(fired=int(moves))
    assert (numbers(db, meter) != before) is moves
    assert tick(db, minutes, seconds) == Round()
    if moves:
        kept = change_of(db, change)
        assert (kept.state, kept.settled_at) == (ChangeState.DONE, act(minutes=20).now)
        with db.reading() as session:
            deadline = session.exec(select(DeadlineRow)).one()
            assert deadline.rule_id == rule
            last = session.exec(
                select(AuditRow).order_by(col(AuditRow.number).desc())
            ).first()
            assert (last.act, last.at) == (
                "change meter as announced",
                act(minutes=20).now,
            )


@pytest.mark.rule("CROWN3-9.1.1(h)", "CROWN3-9.1.1(c)")
def test_a_table_is_transferred_as_of_its_time_on_both_databases(db):
    with db.writing() as session:
        one = opened(session, CROWN, (7, 8), "One")
        two = opened(session, CROWN_2, (9,), "Two")
        change = announce(session, one, TRANSFER, 8, to=two)
        sign_up(session, change, 8)
    assert tick(db, 19, 59) == Round()
    assert tick(db, 90) == Round(fired=1)
    assert (numbers(db, one), numbers(db, two)) == ([7], [8, 9])
    with db.reading() as session:
        links = tables_on(session, session.get_one(MeterRow, two.pk))
        assert links[0][1].since_at == act(minutes=20).now


@pytest.mark.rule("CROWN3-9.1.1(h)")
def test_an_act_after_the_time_sees_the_change_even_if_no_tick_came(db):
    with db.writing() as session:
        one = opened(session, CROWN, (7, 8), "One")
        two = opened(session, CROWN_2, (9,), "Two")
        change = announce(session, one, TRANSFER, 8, to=two)
        sign_up(session, change, 8)
        assert not isinstance(feed(session, one, 1, number=8, minutes=19), Refused)
        assert reasons(feed(session, one, 1, number=8, minutes=20)) == [
            "HOUSE-METERS-11"
        ]
        assert not isinstance(feed(session, two, 1, number=8, minutes=20), Refused)
    assert tick(db, 21) == Round(fired=1)
    assert numbers(db, two) == [8, 9]


@pytest.mark.parametrize(
    ("rule", "terms"), [("CROWN3-9.1.1(i)", CROWN), ("HOUSE-METERS-2", NSW)]
)
@pytest.mark.parametrize(("minutes", "seconds", "closes"), TWENTY)
def test_the_last_of_several_signs_starts_the_clock_of_a_closing(
    sqlite_db, rule, terms, minutes, seconds, closes
):
    db = sqlite_db
    with db.writing() as session:
        meter = opened(session, terms, (7, 8), "One")
        other = CROWN_2 if terms is CROWN else terms
        to = opened(session, other, (9,), "Two")
        change = announce(session, meter, CLOSE, to=to)
        sign_up(session, change, 7)
        assert change.due_at is None
        sign_up(session, change, 8, minutes=5)
        assert change.due_at == act(minutes=25).now
    assert tick(db, minutes + 5, seconds) == Round(fired=int(closes))
    with db.reading() as session:
        kept = session.get_one(MeterRow, meter.pk)
        assert (kept.status is MeterStatus.CLOSED) is closes
        assert kept.closed_at == (act(minutes=25).now if closes else None)
        assert session.exec(select(DeadlineRow)).one().rule_id == rule


@pytest.mark.rule("CROWN3-9.1.1(j)", "CROWN3-9.1.1(j)(i)")
def test_closing_hands_on_what_lies_above_the_seed(db):
    with db.writing() as session:
        meter = opened(session, CROWN_2, (7,), "One")
        to = opened(session, CROWN, (9,), "Two")
        feed(session, meter, 5_000)
        feed(session, meter, 2_841)
        held = meter.value_cents
        assert held == 20_000_00 + 5_341_28  # and 92 hundredths of a cent
        parts = [{"meter": "Pontoon", "game": "Pontoon", "cents": 3_000_00}]
        change = announce(session, meter, CLOSE, to=to, parts=parts)
        sign_up(session, change, 7)
    assert tick(db, 20) == Round(fired=1)
    with db.reading() as session:
        meter, to = (session.get_one(MeterRow, m.pk) for m in (meter, to))
        assert to.value_cents == 10_000_00 + 2_341_28
        assert meter.balance_millionths == 0
        last = [
            (e.kind, e.amount_millionths // MILLION) for e in entries(session, meter)
        ]
        assert last[-3:] == [
            (EntryKind.TRANSFER_OUT, -3_000_00),
            (EntryKind.TRANSFER_OUT, -2_341_28),
            (EntryKind.CLOSING, -20_000_01),  # the part of a cent goes with the seed
        ]
        assert state(to).received_cents == 2_341_28
        assert tables_on(session, meter) == []


@pytest.mark.rule("CROWN3-9.1.1(h)", "CROWN3-9.1.1(i)")
def test_a_sign_that_comes_down_starts_its_time_again(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
        change = announce(session, meter, LEAVE, 8)
        sign_up(session, change, 8)
        signs.take_down(session, change.pk, find(session, 8), act(PRIYA, 10))
        assert change.due_at is None
    assert tick(db, 20) == Round()
    with db.writing() as session:
        change = session.get_one(MeterChangeRow, change.pk)
        sign_up(session, change, 8, minutes=21)
        twice = signs.put_up(session, change.pk, find(session, 8), act(PRIYA, 22))
        assert reasons(twice) == ["CROWN3-9.1.1(h)"]
    assert tick(db, 40, 59) == Round()
    assert tick(db, 41) == Round(fired=1)
    assert numbers(db, meter) == [7]
    with db.writing() as session:
        late = signs.take_down(session, change.pk, find(session, 8), act(PRIYA, 42))
        assert reasons(late) == ["CROWN3-9.1.1(h)"]


@pytest.mark.rule("HOUSE-METERS-12")
def test_a_change_that_is_called_off_never_happens(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
        change = announce(session, meter, LEAVE, 8)
        sign_up(session, change, 8)
        assert signs.call_off(session, change.pk, act(minutes=5)) is change
        again = signs.call_off(session, change.pk, act(minutes=6))
        assert reasons(again) == ["CROWN3-9.1.1(h)"]
        assert not isinstance(announce(session, meter, LEAVE, 8), Refused)
    assert tick(db, 30) == Round()
    assert numbers(db, meter) == [7, 8]


def test_a_sign_elsewhere_counts_for_nothing(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
        change = announce(session, meter, LEAVE, 8)
        stray = signs.put_up(session, change.pk, find(session, 7), act(PRIYA))
        assert reasons(stray) == ["CROWN3-9.1.1(h)"]
        absent = signs.take_down(session, change.pk, find(session, 8), act(PRIYA))
        assert reasons(absent) == ["CROWN3-9.1.1(h)"]


@pytest.mark.parametrize(
    ("rule", "terms"),
    [
        ("CROWN3-9.1.1(a)", CROWN),
        ("NSW3-15.1.2.1", NSW),
        ("STAR4-15.1.2.1", STAR),
        ("HOUSE-METERS-5", MASS),
    ],
)
def test_a_group_is_never_emptied(db, rule, terms):
    with db.writing() as session:
        meter = opened(session, terms, (7, 8), "One")
        assert not isinstance(announce(session, meter, LEAVE, 8), Refused)
        assert reasons(announce(session, meter, LEAVE, 7)) == [rule]
        other = CROWN_2 if terms is CROWN else terms
        to = opened(session, other, (9,), "Two")
        assert reasons(announce(session, meter, TRANSFER, 7, to=to)) == [rule]
        assert reasons(announce(session, to, LEAVE, 7)) == [rule]


@pytest.mark.parametrize(
    ("rule", "terms"), [("CROWN3-9.1.1(j)", CROWN), ("HOUSE-METERS-3", NSW)]
)
def test_the_only_meter_does_not_close_without_a_receiver(db, rule, terms):
    with db.writing() as session:
        meter = opened(session, terms, (7,))
        assert reasons(announce(session, meter, CLOSE)) == [rule]
        assert reasons(announce(session, meter, CLOSE, to=meter)) == [rule]


@pytest.mark.rule("HOUSE-METERS-3")
def test_a_fixed_meter_holds_nothing_to_hand_on(db):
    with db.writing() as session:
        meter = opened(session, VIC, (7,))
        sign_up(session, announce(session, meter, CLOSE), 7)
    assert tick(db, 20) == Round(fired=1)
    with db.reading() as session:
        kept = session.get_one(MeterRow, meter.pk)
        assert (kept.status, kept.balance_millionths) == (MeterStatus.CLOSED, 0)


@pytest.mark.rule("CROWN3-9.1.1(b)")
def test_a_table_moves_only_to_an_open_meter_of_its_document(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
        star = opened(session, STAR, (3,), "Star")
        for to in (None, meter, star):
            refused = announce(session, meter, TRANSFER, 8, to=to)
            assert reasons(refused) == ["CROWN3-9.1.1(b)"]


@pytest.mark.rule("HOUSE-METERS-12")
def test_changes_do_not_overlap(db):
    with db.writing() as session:
        one = opened(session, CROWN, (7, 8, 10), "One")
        two = opened(session, CROWN_2, (9,), "Two")
        announce(session, one, LEAVE, 8)
        refused = announce(session, one, TRANSFER, 8, to=two)
        assert "HOUSE-METERS-12" in reasons(refused)
        assert reasons(announce(session, one, CLOSE, to=two)) == ["HOUSE-METERS-12"]
        assert not isinstance(announce(session, one, TRANSFER, 10, to=two), Refused)
        assert reasons(announce(session, two, CLOSE, to=one)) == ["HOUSE-METERS-12"]
        assert reasons(announce(session, one, JOIN)) == ["HOUSE-METERS-12"]


@pytest.mark.rule("HOUSE-METERS-12")
def test_two_that_announce_the_last_tables_cannot_both_go(db):
    """What came in the way since the announcement is refused when it is due."""
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
        change = announce(session, meter, LEAVE, 8)
        sign_up(session, change, 8)
        gone = tables_on(session, meter)[0][1]
        gone.until_at = act().now
        session.flush()
    assert tick(db, 20) == Round(fired=1)
    kept = change_of(db, change)
    assert kept.state is ChangeState.REFUSED
    assert "CROWN3-9.1.1(a)" in kept.reason
    assert numbers(db, meter) == [8]


@pytest.mark.rule("HOUSE-METERS-8")
def test_a_claim_is_settled_before_a_meter_closes(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7,), "One")
        to = opened(session, CROWN_2, (9,), "Two")
        change = announce(session, meter, CLOSE, to=to)
        sign_up(session, change, 7)
        claimed = claim(session, meter, (1, FLUSH), minutes=19)
    assert tick(db, 20) == Round(failed=1)
    with db.reading() as session:
        assert (
            "A claim on One waits" in session.exec(select(DeadlineRow)).one().last_error
        )
    with db.writing() as session:
        confirm(session, session.merge(claimed), minutes=20)
    assert tick(db, 22) == Round(fired=1)
    assert change_of(db, change).settled_at == act(minutes=20).now


@pytest.mark.rule("CROWN3-9.1.1(g)")
@pytest.mark.parametrize(("minutes", "seconds", "switches"), TWENTY)
def test_the_option_changes_for_all_meters_after_its_notice(
    db, minutes, seconds, switches
):
    with db.writing() as session:
        one = opened(session, CROWN, (7,), "One")
        two = opened(session, CROWN_2, (9,), "Two")
        feed(session, one, 5_000)
        feed(session, one, 1)
        bad = announce(session, one, OPTION, option="option-3", seed=10_000)
        assert reasons(bad) == ["CROWN3-9.1.1(g)"]
        bad = announce(session, one, OPTION, option="option-2", seed=15_000)
        assert reasons(bad) == ["CROWN3-9.3:Table3"]
        change = announce(session, one, OPTION, option="option-2", seed=10_000)
        sign_up(session, change, 7)
        sign_up(session, change, 9)
    assert tick(db, minutes, seconds) == Round(fired=int(switches))
    with db.reading() as session:
        for meter, price in ((one, 1_00), (two, 2_00)):
            kept = session.get_one(MeterRow, meter.pk)
            option = OPTIONS["option-2" if switches else "option-1"]
            assert kept.option == option.name
            assert state(kept).rate == option.rates[10_000]
            assert kept.reseed_cents == 10_000 * price
            assert state(kept).value_cents * MILLION == kept.balance_millionths
        assert session.get_one(MeterRow, one.pk).value_cents == 11_703_34


@pytest.mark.rule("CROWN3-9.1.1(g)", "CROWN3-9.3.1")
def test_a_higher_seed_raises_the_meter_to_it(db):
    with db.writing() as session:
        one = opened(session, CROWN, (7,), "One")
        sign_up(
            session, announce(session, one, OPTION, option="option-1", seed=20_000), 7
        )
        held = hold_as_of(session, one.pk, act(minutes=20).now)
        assert held.value_cents == held.reseed_cents == 20_000_00
        assert entries(session, held)[-1].kind is EntryKind.RESET


@pytest.mark.rule("CROWN3-9.1.1(j)", "HOUSE-METERS-1")
def test_a_closing_amid_wagers_and_two_tickers_loses_nothing(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7,), "One")
        to = opened(session, CROWN_2, (9,), "Two")
        change = announce(session, meter, CLOSE, to=to)
        sign_up(session, change, 7)
    trouble, fed = [], []

    def shift(row, number):
        for _ in range(8):
            try:
                with db.writing() as session:
                    verdict = feed(session, row, 1, number=number, minutes=20)
                    fed.append(not isinstance(verdict, Refused))
            except Exception as error:
                trouble.append(error)

    def ticker():
        trouble.extend([1] * tick(db, 20).failed)

    threads = [
        threading.Thread(target=shift, args=(meter, 7)),
        threading.Thread(target=shift, args=(to, 9)),
        threading.Thread(target=ticker),
        threading.Thread(target=ticker),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert trouble == []
    assert sum(fed) == 8  # the closing meter takes nothing from its minute on
    with db.reading() as session:
        kept = session.get_one(MeterRow, to.pk)
        assert kept.balance_millionths == 20_000_00 * MILLION + 8 * 2 * 34_060_000
        assert session.get_one(MeterRow, meter.pk).balance_millionths == 0
        deadline = session.exec(select(DeadlineRow)).one()
        assert deadline.fired_at is not None
