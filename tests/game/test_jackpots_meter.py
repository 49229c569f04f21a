"""Prize meters: what they show, who may join them, and how they change."""

from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.hands import Category
from game.jackpots import changes
from game.jackpots.equipment import (
    Equipment,
    Reading,
    may_take_wagers,
    promotional_display,
    read_back,
)
from game.jackpots.links import (
    MeterSystem,
    TableTerms,
    check_links,
    may_activate,
    may_join,
    may_link_games,
    may_run_beside,
)
from game.jackpots.meter import Meter, integrity_alarm, prize_meter, record_wagers
from game.jackpots.rules import LinkRules
from game.ranks import Rank
from game.rulebooks import (
    crown3_jackpots,
    mass_side_bets,
    nsw3_jackpots,
    star4_jackpots,
)
from game.rulebooks.crown3_jackpots import OPTION_1, OPTION_2
from game.signs import Sign, too_early
from rulebook import SOURCES, Refused

MELBOURNE = SOURCES["CROWN3"].zone
TEN = datetime(2026, 11, 16, 10, tzinfo=MELBOURNE)


def at(minutes: int, seconds: int = 0) -> datetime:
    return TEN + timedelta(minutes=minutes, seconds=seconds)


def reasons(refused: object) -> list[str]:
    return [cite.id for cite in refused.cites] if isinstance(refused, Refused) else []


def crown_meter(option=OPTION_1, seed: int = 10_000, price: int = 1_00) -> Meter:
    meter = prize_meter(option, seed, price)
    assert isinstance(meter, Meter)
    return meter


# What the meter shows -------------------------------------------------------


@pytest.mark.rule("CROWN3-9.3.1")
@pytest.mark.parametrize(("price", "start"), [(1_00, 10_000_00), (2_00, 20_000_00)])
def test_a_meter_starts_at_its_seed_times_the_price(price: int, start: int) -> None:
    meter = crown_meter(price=price)
    assert meter.value_cents == meter.reseed_cents == start
    assert meter.parts[0].cite.id == "CROWN3-9.3.1"


@pytest.mark.rule("CROWN3-9.3.2")
def test_stakes_add_the_increment_rate() -> None:
    meter = crown_meter().register(1_000)
    assert meter.value_cents == 10_340_60
    assert meter.parts[1].value == 340_60
    assert meter.parts[1].cite.id == "CROWN3-9.3.2"
    assert meter.cancel(1_000).value_cents == 10_000_00
    with pytest.raises(ValueError, match="cancelled"):
        meter.cancel(1_001)


@pytest.mark.parametrize(
    ("option", "rows", "rule"),
    [
        (
            OPTION_1,
            "34.06 32.51 30.94 29.36 27.76 26.12 23.50",
            "CROWN3-9.3:Table2",
        ),
        (
            OPTION_2,
            "31.02 29.47 27.90 26.32 24.70 23.02 20.28",
            "CROWN3-9.3:Table3",
        ),
    ],
)
def test_the_seed_tables(option: crown3_jackpots.Option, rows: str, rule: str) -> None:
    seeds = (10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 75_000)
    for seed, percent in zip(seeds, rows.split(), strict=True):
        grown = crown_meter(option, seed).register(1_000)
        assert grown.value_cents - seed * 100 == Fraction(percent) * 1_000
    refused = prize_meter(option, 15_000, 1_00)
    assert reasons(refused) == [rule]


@pytest.mark.rule("CROWN3-9.3.3", "CROWN3-9.3")
def test_only_royal_and_straight_flush_prizes_come_off() -> None:
    meter = replace(crown_meter(), received_cents=40_000_00)
    assert meter.pay(5_000_00).value_cents == 45_000_00
    assert meter.pay(5_000_00).parts[2].cite.id == "CROWN3-9.3.3"


@pytest.mark.rule("CROWN3-9.3")
@pytest.mark.parametrize(("shown", "rings"), [(10_340_60, False), (10_340_59, True)])
def test_a_display_below_the_sum_rings_an_alarm(shown: int, rings: bool) -> None:
    alarm = integrity_alarm(crown_meter().register(1_000), shown)
    assert (alarm is not None) is rings
    if alarm:
        assert alarm.cite.id == "CROWN3-9.3"


@pytest.mark.rule("CROWN3-9.4.1")
@pytest.mark.parametrize(
    ("above", "prize", "after"),
    [
        (500_00, 1_050_00, 10_000_00),  # 9,450 would be below the seed
        (500_00, 500_00, 10_000_00),  # exactly the seed needs no reset
        (500_00, 499_99, 10_000_01),
    ],
)
def test_a_meter_never_falls_below_its_seed(above: int, prize: int, after: int) -> None:
    meter = crown_meter().receive(above).pay(prize)
    assert meter.value_cents == after
    assert meter.paid_cents == (0 if prize > above else prize)  # it starts again


@settings(max_examples=50)
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(["register", "pay", "receive"]), st.integers(0, 10**7)
        ),
        max_size=12,
    ),
    seed=st.sampled_from(list(OPTION_1.rates)),
)
def test_no_meter_ever_shows_less_than_its_floor(
    steps: list[tuple[str, int]], seed: int
) -> None:
    meter = crown_meter(seed=seed)
    for step, amount in steps:
        meter = getattr(meter, step)(amount)
        assert meter.value_cents >= meter.reseed_cents
        assert meter.value_cents >= meter.floor_cents
        assert integrity_alarm(meter, int(meter.value_cents) + 1) is None


def test_a_meter_refuses_nonsense() -> None:
    with pytest.raises(ValueError, match="negative"):
        crown_meter().pay(-1)
    with pytest.raises(ValueError, match="receives"):
        crown_meter().receive(-1)


@pytest.mark.rule("STAR4-2.3", "STAR4-15.1.3", "NSW3-15.1.3")
@pytest.mark.parametrize("book", [star4_jackpots, nsw3_jackpots])
def test_every_jackpot_wager_is_recorded_and_feeds_the_pool(book) -> None:
    pool = Meter(book.METER, 50_000_00, Fraction(20, 100), 5_00)
    rows, after = record_wagers(pool, "T", 6)
    assert len(rows) == 6
    assert sum(row.stake_cents for row in rows) == 30_00
    assert [row.pool_cents for row in rows] == [
        50_000_00 + 1_00 * n for n in range(1, 7)
    ]
    assert after.value_cents == 50_006_00
    assert rows[0].cite == book.METER.increments


# Linking tables -------------------------------------------------------------

HANDS = frozenset({Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH, Category.FLUSH})


def terms(table: str = "7", **changed: object) -> TableTerms:
    base = TableTerms(table, HANDS, "Table 4", 10_000_00, Fraction("0.3406"), 1_00)
    return replace(base, **changed)


GROUP = MeterSystem("A", (terms("7"), terms("8")), "option-1")


@pytest.mark.rule("CROWN3-9.1.1(a)", "NSW3-15.1.2.1", "STAR4-15.1.2.1")
@pytest.mark.parametrize(
    ("links", "cite"),
    [
        (crown3_jackpots.LINKS, "CROWN3-9.1.1(a)"),
        (nsw3_jackpots.LINKS, "NSW3-15.1.2.1"),
        (star4_jackpots.LINKS, "STAR4-15.1.2.1"),
    ],
)
def test_a_meter_serves_a_table_or_a_group(links: LinkRules, cite: str) -> None:
    assert reasons(may_activate(links, MeterSystem("A", ()))) == [cite]
    assert may_activate(links, GROUP) is None


@pytest.mark.parametrize(
    ("links", "changed", "rule"),
    [
        (
            crown3_jackpots.LINKS,
            {"qualifying": HANDS | {Category.STRAIGHT}},
            "CROWN3-9.1.1(b)(i)",
        ),
        (crown3_jackpots.LINKS, {"pay_table": "Table 5"}, "CROWN3-9.1.1(b)(ii)"),
        (crown3_jackpots.LINKS, {"rate": Fraction("0.3251")}, "CROWN3-9.1.1(b)(iii)"),
        (crown3_jackpots.LINKS, {"seed_cents": 20_000_00}, "CROWN3-9.1.1(b)(iii)"),
        (crown3_jackpots.LINKS, {"price_cents": 2_00}, "CROWN3-9.1.1(d)"),
        (nsw3_jackpots.LINKS, {"pay_table": "other"}, "NSW3-15.2.5.1"),
        (nsw3_jackpots.LINKS, {"rate": Fraction(1, 4)}, "NSW3-15.2.5.2"),
        (nsw3_jackpots.LINKS, {"seed_cents": 60_000_00}, "NSW3-15.2.5.2"),
        (nsw3_jackpots.LINKS, {"price_cents": 2_00}, "NSW3-15.1.2.3"),
        (star4_jackpots.LINKS, {"pay_table": "other"}, "STAR4-15.2.5.1"),
        (star4_jackpots.LINKS, {"rate": Fraction(1, 4)}, "STAR4-15.2.5.2"),
        (star4_jackpots.LINKS, {"seed_cents": 60_000_00}, "STAR4-15.2.5.2"),
        (star4_jackpots.LINKS, {"price_cents": 10_00}, "STAR4-15.2.5.3"),
        (mass_side_bets.LINKS, {"price_cents": 5_00}, "MASS-11P(k)"),
        (mass_side_bets.LINKS, {"pay_table": "MS Stud MG-02"}, "MASS-11P(k)"),
        (mass_side_bets.LINKS, {"decks": 2}, "MASS-11P(k)"),
    ],
)
def test_a_table_on_other_terms_may_not_join(
    links: LinkRules, changed: dict[str, object], rule: str
) -> None:
    assert may_join(links, GROUP, terms("9")) is None
    refused = may_join(links, GROUP, terms("9", **changed))
    assert set(reasons(refused)) == {links.joins.id, rule}


@pytest.mark.rule("CROWN3-9.1.1(b)", "NSW3-15.2.5", "STAR4-15.2.5")
@pytest.mark.parametrize(
    "links", [crown3_jackpots.LINKS, nsw3_jackpots.LINKS, star4_jackpots.LINKS]
)
def test_every_difference_is_told_at_once(links: LinkRules) -> None:
    refused = may_join(links, GROUP, terms("9", pay_table="other", price_cents=5_00))
    assert reasons(refused) == [links.joins.id, links.pay_table.id, links.price.id]


@pytest.mark.rule("CROWN3-9.1.1(c)", "NSW3-15.1.2.2", "STAR4-15.1.2.2")
@pytest.mark.parametrize(
    ("links", "cite"),
    [
        (crown3_jackpots.LINKS, "CROWN3-9.1.1(c)"),
        (nsw3_jackpots.LINKS, "NSW3-15.1.2.2"),
        (star4_jackpots.LINKS, "STAR4-15.1.2.2"),
    ],
)
def test_a_table_is_on_one_meter_only(links: LinkRules, cite: str) -> None:
    other = MeterSystem("B", (terms("12"),))
    assert reasons(may_join(links, other, terms("7"), [GROUP])) == [cite]
    assert may_join(links, other, terms("9"), [GROUP]) is None


@pytest.mark.rule("NSW3-15.1.2", "STAR4-15.1.2", "NSW3-15.1.1", "STAR4-15.1.1")
@pytest.mark.parametrize("book", [nsw3_jackpots, star4_jackpots])
def test_several_pools_have_every_link_checked(book) -> None:
    apart = MeterSystem("B", (terms("12", price_cents=5_00),))
    both = MeterSystem("C", (terms("7"),))
    many = book.MANY_METERS
    assert may_run_beside(many, apart, [GROUP]) is None  # as many pools as it likes
    assert many.most.value is None
    assert check_links(book.LINKS, many, [GROUP, apart]) is None
    refused = check_links(book.LINKS, many, [GROUP, both])
    assert reasons(refused) == [many.linking.id, book.LINKS.one_meter.id]


@pytest.mark.rule("CROWN3-9.1.1", "CROWN3-9.1.1(e)", "CROWN3-9.1.1(f)")
@pytest.mark.parametrize(
    ("changed", "option", "cites"),
    [
        ({"price_cents": 2_00, "seed_cents": 20_000_00}, "option-1", []),
        ({}, "option-1", ["CROWN3-9.1.1(e)"]),
        (
            {"price_cents": 2_00, "seed_cents": 20_000_00},
            "option-2",
            ["CROWN3-9.1.1(f)"],
        ),
        (
            {"price_cents": 2_00, "seed_cents": 40_000_00},
            "option-1",
            ["CROWN3-9.1.1(f)"],
        ),
    ],
)
def test_meters_side_by_side(
    changed: dict[str, object], option: str, cites: list[str]
) -> None:
    new = MeterSystem("B", (terms("12", **changed),), option)
    refused = may_run_beside(crown3_jackpots.MANY_METERS, new, [GROUP])
    assert reasons(refused) == cites
    one_only = replace(
        crown3_jackpots.MANY_METERS,
        most=replace(crown3_jackpots.MANY_METERS.most, value=1),
    )
    assert "CROWN3-9.1.1" in reasons(may_run_beside(one_only, new, [GROUP]))


@pytest.mark.rule("MASS-11P(i)")
@pytest.mark.parametrize(
    ("table", "fine"),
    [("MS Stud MG-01", True), ("MS Stud MG-02", True), ("MS Stud-01", False)],
)
def test_a_multi_game_link_uses_a_listed_table(table: str, fine: bool) -> None:
    assert reasons(may_link_games(table)) == ([] if fine else ["MASS-11P(i)"])


# Changes --------------------------------------------------------------------

WAITS = {
    "CROWN3-9.1.1(h)": crown3_jackpots.TABLE_CHANGE_NOTICE,
    "CROWN3-9.1.1(g)": crown3_jackpots.OPTION_CHANGE_NOTICE,
}


def waits(signs, rule, now):
    """The rules by which it is too early, if it is."""
    found = too_early(signs, WAITS[rule], now, "a change")
    return [found.cite.id] if found else []


@pytest.mark.parametrize("rule", ["CROWN3-9.1.1(h)", "CROWN3-9.1.1(g)"])
@pytest.mark.parametrize(
    ("now", "fine"), [(at(19, 59), False), (at(20), True), (at(21), True)]
)
def test_twenty_minutes_of_notice_are_enough(
    rule: str, now: datetime, fine: bool
) -> None:
    assert waits([Sign(TEN)], rule, now) == ([] if fine else [rule])


@pytest.mark.rule("CROWN3-9.1.1(h)")
def test_a_sign_taken_down_does_not_count() -> None:
    rule = "CROWN3-9.1.1(h)"
    assert waits([Sign(TEN, taken_down_at=at(5))], rule, at(60))
    assert waits([Sign(None)], rule, at(60))
    assert waits([Sign(at(10))], rule, at(29))  # put up again at ten past


@pytest.mark.rule("CROWN3-9.1.1(i)")
@pytest.mark.parametrize(("now", "fine"), [(at(24, 59), False), (at(25), True)])
def test_a_meter_closes_after_its_last_sign(now: datetime, fine: bool) -> None:
    signs = [Sign(TEN), Sign(at(5))]
    wait = crown3_jackpots.CLOSURE_NOTICE
    early = too_early(signs, wait, now, "closing")
    assert (early is None) is fine
    assert wait.cite.id == "CROWN3-9.1.1(i)"
    assert too_early([*signs, Sign(None)], wait, at(90), "closing")


@pytest.mark.rule("CROWN3-9.1.1(j)", "CROWN3-9.1.1(j)(i)")
def test_a_closing_meter_hands_on_what_lies_above_its_seed() -> None:
    meter = crown_meter(price=2_00).receive(5_340_60)
    assert meter.value_cents == 25_340_60
    assert changes.surplus(meter).value == 5_340_60
    to_b = changes.Receiver("B", "Mississippi Stud", 3_000_00)
    other = changes.Receiver("X", "Caribbean Stud", 2_340_60)
    closed = changes.close_meter(meter, [to_b, other])
    assert isinstance(closed, Meter)
    assert closed.value_cents == 20_000_00
    fresh = changes.close_meter(crown_meter(), [])
    assert isinstance(fresh, Meter)  # nothing above the seed, nothing to hand on
    short = changes.close_meter(meter, [to_b])
    assert reasons(short) == ["CROWN3-9.1.1(j)"]
    nowhere = changes.close_meter(meter, [to_b, replace(other, meter="")])
    assert reasons(nowhere) == ["CROWN3-9.1.1(j)(i)"]
    assert reasons(changes.close_meter(meter, [])) == ["CROWN3-9.1.1(j)"]
    cent = replace(other, cents=1)
    rest = replace(to_b, cents=5_340_59)
    assert isinstance(changes.close_meter(meter, [rest, cent]), Meter)
    for wrong in (0, -1):
        all_of_it = replace(to_b, cents=5_340_60 - wrong)
        refused = changes.close_meter(meter, [all_of_it, replace(other, cents=wrong)])
        assert reasons(refused) == ["CROWN3-9.1.1(j)(i)"]


@pytest.mark.parametrize(
    ("option", "table", "rule"),
    [
        ("option-1", "Table 5", "CROWN3-9.3:Table2"),
        ("option-2", "Table 4", "CROWN3-9.3:Table3"),
    ],
)
def test_seed_and_prize_tables_go_in_pairs(option: str, table: str, rule: str) -> None:
    assert reasons(changes.pairing(option, table)) == [rule]
    own = {"option-1": "Table 4", "option-2": "Table 5"}[option]
    assert changes.pairing(option, own) is None


# Equipment ------------------------------------------------------------------


@pytest.mark.rule("CROWN3-9.2.1")
@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        ("records_amounts", "CROWN3-9.5.1"),
        ("records_settlement_times", "CROWN3-9.5.2"),
        ("can_be_read_back", "CROWN3-9.5.3"),
        ("display_works", "CROWN3-9.1.1(k)"),
    ],
)
def test_faulty_equipment_closes_the_jackpot(fault: str, rule: str) -> None:
    faulty = replace(Equipment(), **{fault: False})
    assert reasons(may_take_wagers(faulty)) == ["CROWN3-9.2.1", rule]
    assert may_take_wagers(replace(faulty, manual_cover=True)) is None
    assert may_take_wagers(Equipment()) is None


@pytest.mark.rule("CROWN3-2.5")
def test_no_jackpot_without_its_equipment() -> None:
    bare = Equipment(fitted=False, manual_cover=True)
    assert reasons(may_take_wagers(bare)) == ["CROWN3-2.5"]


@pytest.mark.rule("CROWN3-9.5.3", "CROWN3-9.5.2")
def test_an_area_manager_reads_the_meter_as_it_stood() -> None:
    readings = [Reading(at(n), "7", 118 + n, Fraction(10_000_00 + n)) for n in range(3)]
    told = read_back(readings, at(1, 30), Rank.AREA_MANAGER)
    assert told == readings[1]
    assert read_back(readings, at(1), Rank.AREA_MANAGER) == readings[1]
    assert read_back(readings, at(-1), Rank.AREA_MANAGER) is None
    assert reasons(read_back(readings, at(1), Rank.DEALER)) == ["CROWN3-9.5.3"]


@pytest.mark.rule("CROWN3-9.1.1(l)")
def test_a_promotional_display_shows_every_meter() -> None:
    shown = promotional_display({"A": Fraction(10_340_60), "B": Fraction(1, 2)})
    assert [(x.meter, x.value_cents) for x in shown] == [("A", 10_340_60), ("B", 0)]
    assert {x.cite.id for x in shown} == {"CROWN3-9.1.1(l)"}
