"""Prize meters: opening, feeding and correcting them, on both databases."""

import threading
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import func, select

from game.jackpots.links import TableTerms
from game.rulebooks.crown3_jackpots import OPTION_2
from house.audit.models import AuditRow
from house.floor.meters import corrections, linking, services, watching
from house.floor.meters.corrections import Correction
from house.floor.meters.ledger import hold, state, terms_of
from house.floor.meters.models import (
    MILLION,
    ClaimState,
    EntryKind,
    MeterEntryRow,
    MeterRow,
    MeterStatus,
)
from house.floor.meters.opening import Linked, check_opening, group
from house.floor.meters.taking_effect import hold_as_of
from house.floor.meters.terms import Terms, check_terms, percent
from house.floor.models import Game
from rulebook import Refused
from tests.house.meters import (
    CLOSE,
    CROWN,
    CROWN_2,
    FLUSH,
    MASS,
    NSW,
    ROYAL,
    STAR,
    VIC,
    act,
    announce,
    claim,
    confirm,
    drafted,
    entries,
    feed,
    find,
    key,
    look,
    opened,
    reasons,
    sign_up,
    table,
)


def missing(terms, numbers=("7",), others=()):
    seen = {"shown_cents": terms.reseed_cents, "has_spots": True}
    tables = [Linked(number, **seen) for number in numbers]
    return [r.cite.id for r in check_opening("Grand", terms, tables, others)]


# Opening ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "terms", "numbers"),
    [
        ("CROWN3-9.1.1(a)", CROWN, ()),
        ("NSW3-15.1.2.1", NSW, ()),
        ("STAR4-15.1.2.1", STAR, ()),
        ("HOUSE-METERS-5", MASS, ()),
        ("HOUSE-METERS-5", VIC, ()),
        ("CROWN3-9.3:Table2", replace(CROWN, reseed_cents=15_000_00), ("7",)),
        ("CROWN3-9.3:Table2", replace(CROWN, rate_millionths=325_100), ("7",)),
        ("CROWN3-9.3:Table2", replace(CROWN, pay_table="Table 5"), ("7",)),
        (
            "CROWN3-9.3:Table3",
            replace(CROWN, option="option-2", rate_millionths=310_200),
            ("7",),
        ),
        ("CROWN3-9.1.1(d)", replace(CROWN, price_cents=0), ("7",)),
        ("NSW3-1.1:Jackpot Meter System", replace(NSW, approval=" "), ("7",)),
        ("STAR4-1.1:jackpot system", replace(STAR, approval=""), ("7",)),
        ("VIC99-N25-11.3", replace(VIC, approval=""), ("7",)),
        ("NSW3-15.2.9", replace(NSW, sign_cents={**NSW.sign_cents, "flush": 0}), "7"),
        ("NSW3-15.2.11", replace(NSW, bonus_cents={"royal_flush": 1}), ("7",)),
        ("STAR4-15.1.4", replace(STAR, says_folded=False), ("7",)),
        ("STAR4-15.2.9.1", replace(STAR, sign_cents={"royal_flush": 49_999_99}), "7"),
        ("HOUSE-JACKPOT-2", replace(MASS, reseed_cents=0), ("7",)),
        ("HOUSE-JACKPOT-2", replace(MASS, rate_millionths=0), ("7",)),
        ("HOUSE-JACKPOT-2", replace(NSW, rate_millionths=1_000_001), ("7",)),
        ("MASS-11P(i)", replace(MASS, multi_game=True), ("7",)),
        ("MASS-11P(k)", replace(MASS, pay_table="our own"), ("7",)),
        ("MASS-11P(h):MS Stud MG-02", replace(MASS, pay_table="MS Stud MG-02"), "7"),
    ],
)
def test_a_meter_opens_only_when_it_is_complete(rule, terms, numbers):
    assert missing(terms, numbers) == [rule]


@pytest.mark.parametrize(
    "terms",
    [
        CROWN,
        NSW,
        replace(NSW, bonus_cents={}),
        STAR,
        replace(STAR, sign_cents={"royal_flush": 60_000_00}),
        MASS,
        replace(MASS, multi_game=True, pay_table="MS Stud MG-01"),
        replace(MASS, pay_table="MS Stud MG-02", price_cents=5_00, multi_game=True),
        VIC,
        replace(VIC, rate_millionths=100_000),
        replace(NSW, rate_millionths=1_000_000),
    ],
)
def test_complete_terms_open(terms):
    assert missing(terms) == []


@pytest.mark.rule("CROWN3-9.1.1(e)", "CROWN3-9.1.1(f)", "CROWN3-9.1.1")
def test_meters_beside_one_another_share_an_option_and_never_a_price():
    other = group("Other", CROWN, ["8"])
    assert missing(CROWN, others=[other]) == ["CROWN3-9.1.1(e)"]
    assert missing(CROWN_2, others=[other]) == []
    two = replace(
        CROWN_2,
        option="option-2",
        pay_table="Table 5",
        rate_millionths=int(OPTION_2.rates[10_000] * MILLION),
    )
    assert missing(two, others=[other]) == ["CROWN3-9.1.1(f)"]


@pytest.mark.parametrize(
    ("rule", "terms"),
    [("NSW3-15.1.1", NSW), ("STAR4-15.1.1", STAR)],
)
def test_several_pools_run_beside_one_another(db, rule, terms):
    with db.writing() as session:
        first = opened(session, terms, (7,), "First")
        second = opened(session, terms, (8,), "Second")
        assert {first.status, second.status} == {MeterStatus.OPEN}


SAME_TERMS = {
    "CROWN3": "CROWN3-9.1.1(b)",
    "NSW3": "NSW3-15.2.5",
    "STAR4": "STAR4-15.2.5",
    "MASS": "MASS-11P(k)",
    "VIC99": "VIC99-N25-11.3",
}


@pytest.mark.rule("NSW3-15.2.5", "STAR4-15.2.5", "CROWN3-9.1.1(b)")
@pytest.mark.parametrize(
    ("rule", "terms", "changed"),
    [
        ("CROWN3-9.1.1(b)(i)", CROWN, {"qualifying": frozenset({ROYAL})}),
        ("CROWN3-9.1.1(b)(ii)", CROWN, {"pay_table": "Table 5"}),
        ("CROWN3-9.1.1(b)(iii)", CROWN, {"rate": Fraction("0.3251")}),
        ("CROWN3-9.1.1(b)(iii)", CROWN, {"seed_cents": 20_000_00}),
        ("CROWN3-9.1.1(d)", CROWN, {"price_cents": 2_00}),
        ("NSW3-15.2.5.1", NSW, {"pay_table": "another sign"}),
        ("NSW3-15.2.5.2", NSW, {"rate": Fraction(1, 4)}),
        ("NSW3-15.2.5.2", NSW, {"seed_cents": 60_000_00}),
        ("NSW3-15.1.2.3", NSW, {"price_cents": 2_00}),
        ("STAR4-15.2.5.1", STAR, {"pay_table": "another"}),
        ("STAR4-15.2.5.2", STAR, {"rate": Fraction(1, 4)}),
        ("STAR4-15.2.5.3", STAR, {"price_cents": 10_00}),
        ("MASS-11P(k)", MASS, {"price_cents": 5_00}),
        ("MASS-11P(k)", MASS, {"decks": 2}),
    ],
)
def test_a_table_joins_only_on_the_same_terms(db, rule, terms, changed):
    with db.writing() as session:
        meter = drafted(session, terms, (7,))
        other = table(session, 8, terms.rulebook)
        own: TableTerms = replace(terms_of(meter).at_table("8"), **changed)
        verdict = linking.link_draft(session, meter, other, act(), own)
        assert set(reasons(verdict)) == {SAME_TERMS[terms.rulebook], rule}
        assert linking.link_draft(session, meter, other, act()) is meter
        assert [t.number for t, _ in linking.tables_on(session, meter)] == [7, 8]


@pytest.mark.parametrize(
    ("rule", "terms"),
    [
        ("CROWN3-9.1.1(c)", CROWN),
        ("NSW3-15.1.2.2", NSW),
        ("STAR4-15.1.2.2", STAR),
        ("HOUSE-METERS-4", MASS),
        ("VIC99-N25-11.3", VIC),
    ],
)
def test_a_table_is_on_one_meter_only(db, rule, terms):
    with db.writing() as session:
        opened(session, terms, (7,), "First")
        second = drafted(session, terms, (), "Second")
        verdict = linking.link_draft(session, second, find(session, 7), act())
        assert reasons(verdict) == [rule]


@pytest.mark.parametrize(
    ("rule", "one_pool", "terms"),
    [
        ("NSW3-15.1.2", "NSW3-15.1.2.2", NSW),
        ("STAR4-15.1.2", "STAR4-15.1.2.2", STAR),
    ],
)
def test_the_links_of_every_pool_are_checked_before_another_opens(
    rule, one_pool, terms
):
    assert missing(terms, ("7",), [group("Other", terms, ["8"])]) == []
    found = missing(terms, ("7",), [group("Other", terms, ["8", "7"])])
    assert set(found) == {rule, one_pool}


@pytest.mark.rule("HOUSE-METERS-4")
def test_a_table_is_linked_under_its_own_document(db):
    with db.writing() as session:
        meter = drafted(session, CROWN, ())
        star = table(session, 3, "STAR4")
        baccarat = table(session, 4, "CROWN3", Game.BACCARAT)
        for row in (star, baccarat):
            verdict = linking.link_draft(session, meter, row, act())
            assert reasons(verdict) == ["HOUSE-METERS-4"]


@pytest.mark.rule("CROWN3-9.1.1(a)", "CROWN3-9.3.1")
def test_opening_seeds_the_meter_on_its_ledger_and_on_the_record(db):
    with db.writing() as session:
        meter = drafted(session, CROWN_2, ())
        refused = services.open_meter(session, meter, act())
        assert reasons(refused) == ["CROWN3-9.1.1(a)"]
        linking.link_draft(session, meter, table(session, 7), act())
        look(session, meter, find(session, 7))
        assert services.open_meter(session, meter, act()) is meter
        assert meter.value_cents == 20_000_00
        [seed] = entries(session, meter)
        assert (seed.kind, seed.rule_id) == (EntryKind.SEED, "CROWN3-9.3.1")
        assert reasons(services.open_meter(session, meter, act())) == [
            "HOUSE-METERS-13"
        ]
        acts = [
            (row.act, row.verdict)
            for row in session.exec(select(AuditRow).order_by(AuditRow.number))
        ]
        assert acts[-3:] == [
            ("look at meter table", "done"),
            ("open meter", "done"),
            ("open meter", "refused"),
        ]


@pytest.mark.rule("HOUSE-METERS-13")
def test_terms_change_only_before_a_meter_opens(db):
    with db.writing() as session:
        opened(session, CROWN, (7,), "Taken")
        meter = drafted(session, CROWN_2, (8,), "Draft")
        draft = services.Draft("Taken", CROWN, meter.version)
        assert reasons(services.change_terms(session, meter, draft, act())) == [
            "HOUSE-METERS-13"
        ]
        draft = services.Draft("Better", CROWN_2, meter.version + 1)
        assert reasons(services.change_terms(session, meter, draft, act())) == [
            "HOUSE-STALE-1"
        ]
        draft = services.Draft("Better", CROWN_2, meter.version)
        assert services.change_terms(session, meter, draft, act()).name == "Better"
        services.open_meter(session, meter, act())
        draft = services.Draft("Other", CROWN, meter.version)
        assert reasons(services.change_terms(session, meter, draft, act())) == [
            "HOUSE-METERS-13"
        ]
        for name in ("", "x" * 81, "Better"):
            verdict = services.set_up(session, name, CROWN, act())
            assert reasons(verdict) == ["HOUSE-METERS-13"]
        assert reasons(services.set_up(session, "N", Terms("SUPER"), act())) == [
            "HOUSE-METERS-4"
        ]


def test_rates_are_read_out_with_the_decimals_they_have():
    assert [percent(n) for n in (340_600, 200_000, 235_000, 12_345)] == [
        "34.06%",
        "20%",
        "23.50%",
        "1.2345%",
    ]
    assert [r.cite.id for r in check_terms(replace(CROWN, option="3"))] == [
        "HOUSE-METERS-13"
    ]


# Feeding ---------------------------------------------------------------------


@pytest.mark.rule("CROWN3-9.3.2", "HOUSE-METERS-1", "CROWN3-9.5.2")
def test_stakes_feed_the_meter_exactly(db):
    with db.writing() as session:
        meter = opened(session)
        [one] = feed(session, meter, 1, round="118")
        assert one.amount_millionths == 34_060_000
        assert (one.table_id, one.round) == (find(session, 7).pk, "118")
        assert one.at == act().now
        feed(session, meter, 999)
        assert meter.value_cents == 10_340_60
        assert meter.balance_millionths == 10_340_60 * MILLION
        rows = entries(session, meter)
        assert [row.number for row in rows] == [1, 2, 3]
        assert sum(r.amount_millionths for r in rows) == meter.balance_millionths
        assert rows[-1].balance_millionths == meter.balance_millionths


@pytest.mark.rule("STAR4-2.3")
def test_at_the_star_every_wager_is_a_row_with_the_pool_after_it(db):
    with db.writing() as session:
        meter = opened(session, STAR, (3,))
        rows = feed(session, meter, 6, number=3, key="shift-1")
        assert [row.stake_cents for row in rows] == [5_00] * 6
        assert {row.rule_id for row in rows} == {"STAR4-2.3"}
        assert [row.balance_millionths // MILLION for row in rows] == [
            50_000_00 + n * 1_00 for n in range(1, 7)
        ]
        assert len(feed(session, meter, 6, number=3, key="shift-1")) == 1
        assert meter.value_cents == 50_006_00
        refused = feed(session, meter, 5, number=3, key="shift-1")
        assert reasons(refused) == ["HOUSE-METERS-6"]


@pytest.mark.parametrize(
    ("rule", "terms"), [("NSW3-15.1.3", NSW), ("STAR4-15.1.3", STAR)]
)
def test_a_wager_of_5_at_20_per_cent_adds_1_dollar(db, rule, terms):
    with db.writing() as session:
        meter = opened(session, terms, (7, 8))
        feed(session, meter, 1, number=8)
        assert meter.value_cents == 50_001_00


@pytest.mark.rule("HOUSE-METERS-6")
def test_a_key_enters_once(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
        for _ in range(2):
            feed(session, meter, 6, key="batch")
        assert meter.value_cents == 10_002_04
        for wagers, number in ((7, 7), (6, 8)):
            refused = feed(session, meter, wagers, number=number, key="batch")
            assert reasons(refused) == ["HOUSE-METERS-6"]
        assert len(entries(session, meter)) == 2


@pytest.mark.rule("HOUSE-METERS-11")
@pytest.mark.parametrize("wagers", [0, -1, 5_001])
def test_a_batch_has_a_sensible_size_and_comes_from_a_linked_table(db, wagers):
    with db.writing() as session:
        meter = opened(session)
        table(session, 8)
        draft = drafted(session, CROWN_2, (9,), "Draft")
        assert reasons(feed(session, meter, wagers)) == ["HOUSE-METERS-11"]
        assert reasons(feed(session, meter, 1, number=8)) == ["HOUSE-METERS-11"]
        assert reasons(feed(session, draft, 1, number=9)) == ["HOUSE-METERS-11"]
        assert not isinstance(feed(session, meter, 5_000), Refused)
        assert meter.value_cents == 11_703_00


@pytest.mark.parametrize(
    ("rule", "report"),
    [
        ("CROWN3-9.1.1(k)", Linked("7", display_works=False)),
        ("CROWN3-9.5.1", Linked("7", recorder_works=False)),
        ("CROWN3-9.2.1", Linked("7", display_works=False, recorder_works=False)),
    ],
)
def test_wagers_wait_while_the_equipment_fails(db, rule, report):
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
        seven = find(session, 7)
        watching.report_equipment(session, meter, seven, report, act())
        refused = reasons(feed(session, meter, 1))
        assert refused[0] == "CROWN3-9.2.1"
        assert rule in refused
        assert not isinstance(feed(session, meter, 1, number=8), Refused)
        covered = replace(report, manual_cover="Board by hand, Priya")
        watching.report_equipment(session, meter, seven, covered, act())
        assert not isinstance(feed(session, meter, 1), Refused)
        stray = watching.report_equipment(
            session, meter, table(session, 9), report, act()
        )
        assert reasons(stray) == ["HOUSE-METERS-4"]


@pytest.mark.parametrize(
    ("rule", "terms"), [("STAR4-2.4.3", STAR), ("NSW3-15.1.3", NSW)]
)
def test_a_table_without_its_meter_on_show_takes_no_wagers(db, rule, terms):
    with db.writing() as session:
        meter = drafted(session, terms, (7,))
        seven = find(session, 7)
        dark = Linked("7", display_works=False)
        watching.report_equipment(session, meter, seven, dark, act())
        assert reasons(services.open_meter(session, meter, act())) == [rule]
        watching.report_equipment(session, meter, seven, Linked("7"), act())
        services.open_meter(session, meter, act())
        watching.report_equipment(session, meter, seven, dark, act())
        assert reasons(feed(session, meter, 1)) == [rule]


@pytest.mark.rule("HOUSE-METERS-1")
def test_the_ledger_cannot_be_changed(db):
    with db.writing() as session:
        feed(session, opened(session), 3)
    for change in (
        "UPDATE meter_entry SET amount_millionths = 0",
        "DELETE FROM meter_entry",
    ):
        with pytest.raises(DBAPIError, match="append-only"), db.writing() as session:
            session.execute(text(change))


@pytest.mark.rule("HOUSE-METERS-1")
def test_tables_that_contribute_at_once_lose_nothing(db):
    with db.writing() as session:
        meter = opened(session, CROWN, (7, 8))
    trouble = []

    def shift(number):
        for _ in range(12):
            try:
                with db.writing() as session:
                    feed(session, meter, 1, number=number)
            except Exception as error:
                trouble.append(error)

    threads = [threading.Thread(target=shift, args=(n,)) for n in (7, 8, 7, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert trouble == []
    with db.reading() as session:
        kept = session.get_one(MeterRow, meter.pk)
        assert kept.balance_millionths == 10_000_00 * MILLION + 48 * 34_060_000
        assert kept.last_entry == 49
        total = session.exec(select(func.sum(MeterEntryRow.amount_millionths))).one()
        assert int(total) == kept.balance_millionths
        assert state(kept).value_cents * MILLION == kept.balance_millionths


@pytest.mark.rule("HOUSE-METERS-1")
def test_a_clock_that_is_moved_back_does_not_move_the_ledger(db):
    with db.writing() as session:
        meter = opened(session)
        feed(session, meter, 1, minutes=10)
        feed(session, meter, 1, minutes=5)
        feed(session, meter, 1, minutes=11)
        times = [entry.at for entry in entries(session, meter)]
        assert times == [act(minutes=m).now for m in (0, 10, 10, 11)]


# Corrections and alarms ------------------------------------------------------


def correct(session, meter, reason="Keyed twice", **given):
    held = hold(session, [meter.pk])[meter.pk]
    return corrections.correct(session, held, Correction(key(), reason, **given), act())


@pytest.mark.rule("HOUSE-METERS-9")
def test_a_correction_is_a_new_row_with_a_reason(db):
    with db.writing() as session:
        meter = opened(session)
        feed(session, meter, 10)
        assert correct(session, meter, cancelled_wagers=4) is meter
        assert meter.value_cents == 10_002_04
        assert correct(session, meter, cents=50_00) is meter
        assert correct(session, meter, cents=-50_00) is meter
        assert meter.value_cents == 10_002_04
        assert [e.kind for e in entries(session, meter)][-3:] == [
            EntryKind.CORRECTION
        ] * 3
        assert reasons(correct(session, meter, reason=" ", cents=1)) == [
            "HOUSE-METERS-9"
        ]
        assert reasons(correct(session, meter)) == ["HOUSE-METERS-9"]
        assert meter.alarm_at is None


@pytest.mark.parametrize(
    ("rule", "given"),
    [
        ("CROWN3-9.3", {"cents": -1}),
        ("CROWN3-9.3.2", {"cancelled_wagers": 11}),
    ],
)
def test_a_correction_below_the_floor_rings_an_alarm_and_changes_nothing(
    db, rule, given
):
    with db.writing() as session:
        meter = opened(session)
        feed(session, meter, 10)
        before = meter.balance_millionths
        assert reasons(correct(session, meter, **given)) == [rule]
        assert meter.balance_millionths == before
        assert (meter.alarm_at, meter.alarm_rule) == (act().now, rule)
        claimed = claim(session, meter, (1, FLUSH))
        assert reasons(confirm(session, claimed)) == ["HOUSE-METERS-8"]
        assert reasons(watching.end_alarm(session, meter, " ", act())) == [
            "HOUSE-METERS-9"
        ]
        watching.end_alarm(session, meter, "Keyed wrongly, nothing moved", act())
        assert meter.alarm_at is None
        assert reasons(watching.end_alarm(session, meter, "again", act())) == [
            "HOUSE-METERS-9"
        ]
        assert confirm(session, claimed).state is ClaimState.PAID


@pytest.mark.rule("CROWN3-9.4.1", "CROWN3-9.3")
def test_wagers_cannot_be_cancelled_below_the_seed(db):
    with db.writing() as session:
        meter = opened(session)
        feed(session, meter, 5_000)
        confirm(session, claim(session, meter, (1, FLUSH)))
        assert meter.value_cents == 11_703_00 - 1_170_30
        assert reasons(correct(session, meter, cancelled_wagers=2_000)) == [
            "CROWN3-9.3"
        ]
        assert meter.alarm_at is not None


@pytest.mark.rule("HOUSE-METERS-8")
def test_no_correction_while_a_claim_waits(db):
    with db.writing() as session:
        meter = opened(session)
        claim(session, meter, (1, FLUSH))
        assert reasons(correct(session, meter, cents=1)) == ["HOUSE-METERS-8"]
        assert meter.alarm_at is None


@pytest.mark.rule("CROWN3-9.3")
@pytest.mark.parametrize(("shown", "rings"), [(10_340_60, False), (10_340_59, True)])
def test_a_display_below_the_meter_rings_an_alarm(db, shown, rings):
    with db.writing() as session:
        meter = opened(session)
        feed(session, meter, 1_000)
        verdict = watching.check_display(session, meter, shown, act())
        assert isinstance(verdict, Refused) is rings
        assert (meter.alarm_at is not None) is rings
        if rings:
            assert reasons(verdict) == ["CROWN3-9.3"]


# Money is conserved ----------------------------------------------------------

STEPS = st.one_of(
    st.tuples(st.just("feed"), st.integers(1, 5_000)),
    st.tuples(st.just("claim"), st.sampled_from([(1, 0), (0, 1), (1, 1), (0, 2)])),
    st.tuples(st.just("confirm"), st.just(0)),
    st.tuples(st.just("correct"), st.integers(-20_000, 20_000)),
    st.tuples(st.just("cancel"), st.integers(1, 500)),
    st.tuples(st.just("receive"), st.integers(1, 50)),
)


def play(session, meter, steps):
    waiting = []
    for step, much in steps:
        if step == "feed":
            feed(session, meter, much)
        elif step == "claim":
            royals, flushes = much
            hands = [ROYAL] * royals + [FLUSH] * flushes
            waiting.append(claim(session, meter, *enumerate(hands, 1)))
        elif step == "confirm" and waiting:
            assert not isinstance(confirm(session, waiting.pop(0)), Refused)
        elif step == "correct":
            correct(session, meter, cents=much)
        elif step == "cancel":
            correct(session, meter, cancelled_wagers=much)
        elif step == "receive":
            other = opened(session, CROWN_2, (50 + meter.last_entry,), key())
            feed(session, other, much, number=50 + meter.last_entry)
            change = announce(session, other, CLOSE, to=meter)
            sign_up(session, change, 50 + meter.last_entry, minutes=-20)
            hold_as_of(session, other.pk, act().now)
            assert other.status is MeterStatus.CLOSED
            assert other.balance_millionths == 0
        if meter.alarm_at:
            watching.end_alarm(session, meter, "Looked into", act())
        conserved(session, meter)


def conserved(session, meter):
    rows = entries(session, meter)
    moved = {
        kind: sum(r.amount_millionths for r in rows if r.kind is kind)
        for kind in EntryKind
    }
    put_in = moved[EntryKind.SEED] + moved[EntryKind.CONTRIBUTION]
    put_in += moved[EntryKind.TRANSFER_IN] + moved[EntryKind.RESET]
    put_in += moved[EntryKind.CORRECTION]
    taken = -moved[EntryKind.PRIZE] - moved[EntryKind.TRANSFER_OUT]
    assert put_in - taken == meter.balance_millionths
    mine = state(meter)
    assert mine.value_cents * MILLION == meter.balance_millionths
    assert mine.value_cents >= mine.floor_cents
    assert mine.value_cents >= mine.reseed_cents
    balance = 0
    for number, row in enumerate(rows, 1):
        balance += row.amount_millionths
        assert (row.number, row.balance_millionths) == (number, balance)


@pytest.mark.rule("HOUSE-METERS-1", "CROWN3-9.3", "HOUSE-METERS-15")
@pytest.mark.parametrize(
    "terms", [CROWN, NSW, STAR, MASS, VIC], ids=lambda t: t.rulebook
)
@settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=st.lists(STEPS, max_size=8))
def test_money_is_conserved_and_no_meter_falls_below_its_floor(
    sqlite_template, tmp_path_factory, terms, steps
):
    import shutil  # noqa: PLC0415

    from house.db import Database  # noqa: PLC0415

    path = tmp_path_factory.mktemp("money") / "house.sqlite3"
    shutil.copy(sqlite_template, path)
    db = Database(f"sqlite:///{path}")
    if terms is not CROWN:
        steps = [step for step in steps if step[0] != "receive"]
    if terms is STAR:
        steps = [(s, min(n, 40) if s == "feed" else n) for s, n in steps]
    try:
        with db.writing() as session:
            play(session, opened(session, terms, (7,)), steps)
    finally:
        db.engine.dispose()
