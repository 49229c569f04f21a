"""Royal and straight flushes on a meter: valued, confirmed by rank, paid in order."""

import pytest
from sqlmodel import select

from game.hands import Category
from house.audit.models import AuditRow
from house.floor.meters import claims, line
from house.floor.meters.models import ClaimState, EntryKind
from house.floor.meters.queries import read_at
from house.floor.meters.taking_effect import hold_as_of
from rulebook import Refused
from tests.house.meters import (
    CROWN,
    CROWN_2,
    FLUSH,
    MASS,
    NSW,
    PRIYA,
    ROYAL,
    RUTH,
    STAR,
    TOM,
    VIC,
    act,
    claim,
    confirm,
    entries,
    feed,
    find,
    key,
    opened,
    reasons,
)

DANIEL = type(RUTH)("daniel", "Daniel", "deputy")


def paid(claimed):
    return [(p["seat"], p["wager"], p["cents"]) for p in claimed.payments]


@pytest.mark.rule("CROWN3-10.1.1", "CROWN3-9.3.3")
@pytest.mark.parametrize("by", [TOM, PRIYA, DANIEL])
def test_at_crown_a_prize_from_the_meter_takes_a_casino_manager(db, by):
    with db.writing() as session:
        meter = opened(session)
        feed(session, meter, 5_000)
        claimed = claim(session, meter, (3, FLUSH))
        assert reasons(confirm(session, claimed, by)) == ["CROWN3-10.1.1"]
        assert claimed.state is ClaimState.WAITING
        assert confirm(session, claimed, RUTH).state is ClaimState.PAID
        assert paid(claimed) == [(3, "jackpot", 1_170_30)]
        assert meter.value_cents == 11_703_00 - 1_170_30
        last = entries(session, meter)[-1]
        assert (last.kind, last.claim_id) == (EntryKind.PRIZE, claimed.pk)
        verdicts = session.exec(
            select(AuditRow.verdict).where(AuditRow.act == "confirm jackpot claim")
        ).all()
        assert sorted(verdicts) == ["done", "refused"]


@pytest.mark.rule("HOUSE-METERS-7")
@pytest.mark.parametrize("terms", [NSW, STAR, MASS, VIC], ids=lambda t: t.rulebook)
def test_elsewhere_a_supervisor_confirms(db, terms):
    with db.writing() as session:
        meter = opened(session, terms, (7,))
        claimed = claim(session, meter, (1, FLUSH))
        assert reasons(confirm(session, claimed, TOM)) == ["HOUSE-METERS-7"]
        assert confirm(session, claimed, PRIYA).state is ClaimState.PAID


@pytest.mark.rule("CROWN3-9.4.1")
def test_a_prize_that_goes_below_the_seed_resets_the_meter(db):
    with db.writing() as session:
        meter = opened(session)
        feed(session, meter, 1_468)  # 10,500.00 and 8 cents
        confirm(session, claim(session, meter, (1, FLUSH)))
        assert meter.value_cents == 10_000_00
        kinds = [(e.kind, e.rule_id) for e in entries(session, meter)]
        assert kinds[-1] == (EntryKind.RESET, "CROWN3-9.4.1")


@pytest.mark.rule("CROWN3-10.2.1", "CROWN3-10.3.1(a)", "CROWN3-10.2.3")
def test_outcomes_of_one_round_are_simultaneous_on_the_rounded_meter(db):
    with db.writing() as session:
        meter = opened(session, CROWN_2)
        feed(session, meter, 1)
        claimed = claim(session, meter, (2, ROYAL), (5, FLUSH))
        confirm(session, claimed)
        assert paid(claimed) == [
            (5, "jackpot", 1_818_27),
            (2, "jackpot", 18_182_73),
        ]
        assert meter.value_cents == 20_000_00


@pytest.mark.rule("CROWN3-10.2.4", "CROWN3-10.2.2")
def test_claims_of_several_tables_are_settled_in_the_order_they_were_entered(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
        for _ in range(6):
            feed(session, meter, 5_000)
        assert meter.value_cents == 20_218_00
        first = claim(session, meter, (1, FLUSH), number=7)
        feed(session, meter, 100, number=8)  # after the outcome was keyed
        second = claim(session, meter, (1, FLUSH), number=8)
        feed(session, meter, 100, number=7)
        assert line.worth(session, meter, first).payments[0].cents == 2_021_80
        assert line.worth(session, meter, second).payments[0].cents == 1_823_10
        assert reasons(confirm(session, second)) == ["CROWN3-10.2.4"]
        act = AuditRow.act == "enter jackpot claim"
        entered = session.exec(select(AuditRow).where(act)).all()
        assert all("CROWN3-10.2.2" in each.rules for each in entered)
        confirm(session, first)
        confirm(session, second)
        assert paid(first) == [(1, "jackpot", 2_021_80)]
        # 20,218.00 − 2,021.80 + 34.06 = 18,230.26, rounded up to 18,231
        assert paid(second) == [(1, "jackpot", 1_823_10)]
        assert meter.value_cents == 20_218_00 + 68_12 - 2_021_80 - 1_823_10


@pytest.mark.rule("CROWN3-10.2.2")
def test_what_comes_in_after_a_royal_was_keyed_belongs_to_the_next_jackpot(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
        feed(session, meter, 1_000)
        royal = claim(session, meter, (4, ROYAL))
        feed(session, meter, 1_000, number=8)
        confirm(session, royal)
        assert paid(royal) == [(4, "jackpot", 10_341_00)]
        assert royal.meter_used_cents == 10_340_60
        assert meter.value_cents == 10_340_60


@pytest.mark.rule("HOUSE-METERS-16")
def test_elsewhere_claims_are_settled_in_order_too(db):
    with db.writing() as session:
        meter = opened(session, STAR, (3, 4))
        first = claim(session, meter, (1, FLUSH), number=3)
        second = claim(session, meter, (1, FLUSH), number=4)
        assert reasons(confirm(session, second)) == ["HOUSE-METERS-16"]
        confirm(session, first)
        assert confirm(session, second).state is ClaimState.PAID


@pytest.mark.rule("HOUSE-JACKPOT-1")
@pytest.mark.parametrize(
    ("terms", "hands", "alarms"),
    [
        (CROWN, (ROYAL, ROYAL), True),
        (CROWN, (FLUSH, FLUSH, FLUSH), True),
        (CROWN, (FLUSH, FLUSH), False),
        (NSW, (ROYAL, FLUSH, FLUSH), True),
        (VIC, (ROYAL, ROYAL), False),
        (VIC, (ROYAL,) * 5, True),
    ],
)
def test_hands_that_no_deck_gives_block_the_claim(db, terms, hands, alarms):
    with db.writing() as session:
        meter = opened(session, terms, (7,))
        before = meter.value_cents
        claimed = claim(session, meter, *enumerate(hands, 1))
        assert (claimed.state is ClaimState.BLOCKED) is alarms
        verdict = confirm(session, claimed)
        assert isinstance(verdict, Refused) is alarms
        if alarms:
            assert reasons(verdict) == ["HOUSE-JACKPOT-1"]
            assert meter.value_cents == before
            gone = claims.withdraw(session, meter, claimed, "", act())
            assert reasons(gone) == ["HOUSE-METERS-9"]
            claims.withdraw(session, meter, claimed, "Foreign cards found", act())
            assert claimed.state is ClaimState.WITHDRAWN
            again = claims.withdraw(session, meter, claimed, "x", act())
            assert reasons(again) == ["HOUSE-METERS-9"]


@pytest.mark.rule("HOUSE-METERS-14")
@pytest.mark.parametrize(
    "boxes",
    [
        (),
        ((1, Category.FLUSH),),
        ((1, FLUSH), (1, None)),
        ((0, FLUSH),),
        ((8, FLUSH),),
    ],
)
def test_a_claim_makes_sense(db, boxes):
    with db.writing() as session:
        meter = opened(session)
        assert set(reasons(claim(session, meter, *boxes))) == {"HOUSE-METERS-14"}


@pytest.mark.rule("HOUSE-METERS-14", "HOUSE-METERS-6")
def test_a_claim_comes_from_a_linked_table_once_and_not_from_the_future(db):
    with db.writing() as session:
        meter = opened(session)
        other = opened(session, CROWN_2, (9,), "Other")
        assert reasons(claim(session, meter, (1, FLUSH), number=9)) == [
            "HOUSE-METERS-14"
        ]
        box = claims.Box(1, FLUSH)
        seven = find(session, 7)
        early = claims.Claim(seven, (box,), act(seconds=1).now, key())
        assert reasons(claims.enter(session, meter, early, act(TOM))) == [
            "HOUSE-METERS-14"
        ]
        once = claims.Claim(seven, (box,), act().now, key())
        assert not isinstance(claims.enter(session, meter, once, act(TOM)), Refused)
        assert reasons(claims.enter(session, meter, once, act(TOM))) == [
            "HOUSE-METERS-6"
        ]
        assert other.last_entry == 1


@pytest.mark.parametrize(
    ("terms", "rule"), [(NSW, "NSW3-15.2.10.2"), (STAR, "STAR4-15.2.10.2")]
)
def test_others_with_a_wager_get_the_bonus_jackpot(db, terms, rule):
    with db.writing() as session:
        meter = opened(session, terms, (7,))
        claimed = claim(session, meter, (1, None), (2, FLUSH), (3, Category.PAIR))
        confirm(session, claimed, PRIYA)
        assert sorted(paid(claimed)) == [
            (1, "bonus_jackpot", 100_00),
            (2, "jackpot", 5_000_00),
            (3, "bonus_jackpot", 100_00),
        ]
        assert {p["rule"] for p in claimed.payments} >= {rule}
        assert meter.value_cents == 50_000_00


@pytest.mark.rule("HOUSE-JACKPOT-2", "STAR4-15.2.9.1")
def test_a_royal_flush_resets_a_star_meter_and_the_house_makes_up_the_minimum(db):
    with db.writing() as session:
        meter = opened(session, STAR, (7,))
        feed(session, meter, 40)
        royal = claim(session, meter, (1, ROYAL))
        confirm(session, royal, PRIYA)
        assert paid(royal)[0] == (1, "jackpot", 50_040_00)
        assert meter.value_cents == 50_000_00


@pytest.mark.rule("MASS-11P(g)", "MASS-11P(h)", "HOUSE-METERS-15")
def test_massachusetts_pays_seat_by_seat_with_envy(db):
    with db.writing() as session:
        meter = opened(session, MASS, (7,))
        claimed = claim(session, meter, (1, FLUSH), (2, None), (3, ROYAL))
        confirm(session, claimed, PRIYA)
        assert [p for p in paid(claimed) if p[1] == "jackpot"] == [
            (3, "jackpot", 10_000_00),
            (1, "jackpot", 1_000_00),
        ]
        assert sum(c for seat, w, c in paid(claimed) if w == "envy" and seat == 2) == (
            1_300_00
        )
        assert meter.value_cents == 10_000_00


@pytest.mark.rule("VIC99-N25-12.1")
def test_a_fixed_jackpot_pays_at_least_its_sum_and_stays(db):
    with db.writing() as session:
        meter = opened(session, VIC, (7,))
        claimed = claim(session, meter, (1, ROYAL), (2, Category.FULL_HOUSE))
        confirm(session, claimed, PRIYA)
        assert sorted(paid(claimed)) == [
            (1, "jackpot", 75_000_00),
            (2, "jackpot", 150_00),
        ]
        assert meter.value_cents == 75_000_00


@pytest.mark.rule("CROWN3-9.5.3")
def test_an_area_manager_reads_the_meter_as_at_a_settlement(db):
    with db.writing() as session:
        meter = opened(session)
        feed(session, meter, 1_000, minutes=1)
        feed(session, meter, 1_000, minutes=3)
        for by in (DANIEL, RUTH):
            reading = read_at(session, meter, act(minutes=2).now, by)
            assert (reading.value_cents, reading.table) == (10_340_60, "7")
            assert reading.at == act(minutes=1).now
        assert read_at(session, meter, act(minutes=-1).now, RUTH) is None
        for by in (TOM, PRIYA):
            denied = read_at(session, meter, act(minutes=2).now, by)
            assert reasons(denied) == ["CROWN3-9.5.3"]


@pytest.mark.rule("CROWN3-9.1.1(i)")
def test_a_meter_that_is_not_there_is_not_held(db):
    with db.writing() as session:
        assert hold_as_of(session, 99, act().now) is None
