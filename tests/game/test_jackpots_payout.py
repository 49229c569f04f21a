"""What jackpots pay, to whom, in which order and on whose word."""

from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.hands import Category
from game.jackpots.caribbean import (
    ApprovedProcedure,
    CaribbeanRound,
    RegisteredAt,
    pay_caribbean,
    settlement_time,
)
from game.jackpots.caribbean import may_open as may_open_displayed
from game.jackpots.crown_round import may_fix, pay_crown, simultaneous, split
from game.jackpots.meter import Meter, prize_meter
from game.jackpots.opening import (
    JackpotOffered,
    JackpotWager,
    SeenThere,
    acceptance,
    may_open,
    may_open_at,
    may_place_jackpot,
)
from game.jackpots.payment import JackpotHand, hits
from game.jackpots.prizes import FixedPrize, PrizeTable
from game.jackpots.shared_round import (
    Guaranteed,
    SharedJackpot,
    bonus_standing,
    element,
    eligible,
    pay_shared,
    share,
)
from game.jackpots.shares import card_alarm, own_cards_alarm
from game.ranks import Party, Rank
from game.rulebooks import nsw3_jackpots, star4_jackpots
from game.rulebooks.crown3_jackpots import OPTION_1, OPTION_2, Option
from rulebook import SOURCES, Cited, Refused

NOON = datetime(2026, 11, 16, 12, tzinfo=SOURCES["CROWN3"].zone)
RF, SF = Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH
QUADS, FULL, FLUSH = Category.FOUR_OF_A_KIND, Category.FULL_HOUSE, Category.FLUSH
STRAIGHT, TRIPS = Category.STRAIGHT, Category.THREE_OF_A_KIND


def reasons(refused: object) -> list[str]:
    return [cite.id for cite in refused.cites] if isinstance(refused, Refused) else []


def box(
    seat: int, hand: Category | None, stake: int = 1_00, **facts: bool
) -> JackpotHand:
    return JackpotHand(seat, stake, hand, **facts)


def crown(value_cents: int = 100_000_00, option: Option = OPTION_1) -> Meter:
    meter = prize_meter(option, 10_000, 1_00)
    assert isinstance(meter, Meter)
    return meter.receive(value_cents - 10_000_00)


def paid(
    meter: Meter, *boxes: JackpotHand, option: Option = OPTION_1
) -> dict[int, int]:
    return {p.seat: p.cents for p in pay_crown(option, meter, boxes).payments}


# Crown ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "hand", "stake", "cents", "rule"),
    [
        (OPTION_1, QUADS, 1_00, 500_00, "CROWN3-10.1.2:Table4"),
        (OPTION_1, FULL, 2_00, 300_00, "CROWN3-10.1.2:Table4"),
        (OPTION_1, FLUSH, 2_00, 200_00, "CROWN3-10.1.2:Table4"),
        (OPTION_1, SF, 1_00, 10_000_00, "CROWN3-10.1.2:Table4"),
        (OPTION_1, RF, 1_00, 100_000_00, "CROWN3-10.1.2:Table4"),
        (OPTION_2, QUADS, 2_00, 1_200_00, "CROWN3-10.1.2:Table5"),
        (OPTION_2, FULL, 2_00, 200_00, "CROWN3-10.1.2:Table5"),
        (OPTION_2, FLUSH, 2_00, 120_00, "CROWN3-10.1.2:Table5"),
        (OPTION_2, STRAIGHT, 2_00, 80_00, "CROWN3-10.1.2:Table5"),
    ],
)
def test_crown_prizes_by_option(
    option: Option, hand: Category, stake: int, cents: int, rule: str
) -> None:
    result = pay_crown(option, crown(option=option), [box(1, hand, stake)])
    (payment,) = result.payments
    assert payment.cents == cents
    assert option.pays.prizes[hand].cite.id == rule
    assert payment.from_meter_cents == (cents if hand in (RF, SF) else 0)


@pytest.mark.rule("CROWN3-5.9.2")
def test_a_jackpot_wager_wins_only_on_a_listed_hand_played_to_the_end() -> None:
    assert paid(crown(), box(1, FLUSH)) == {1: 100_00}
    assert paid(crown(), box(1, FLUSH, folded=True)) == {}
    assert paid(crown(), box(1, STRAIGHT)) == {}
    assert paid(crown(), box(1, STRAIGHT), option=OPTION_2) == {1: 40_00}
    assert paid(crown(), box(1, FLUSH, stake=0)) == {}
    lost = OPTION_1.pays.prize(FLUSH, folded=True)
    assert (lost.value, lost.cite.id) == (None, "CROWN3-5.9.2")
    assert paid(crown(), box(1, None)) == {}  # never had all its cards


@pytest.mark.rule("CROWN3-10.1.1", "CROWN3-10.1.2", "HOUSE-RANKS-1")
def test_who_fixes_a_prize() -> None:
    boxes = [box(2, FLUSH), box(1, SF)]
    flush, straight_flush = pay_crown(OPTION_1, crown(), boxes).payments
    assert may_fix(flush, Rank.DEALER) is None
    assert reasons(may_fix(flush, Rank.PLAYER)) == ["CROWN3-10.1.2"]
    assert reasons(may_fix(straight_flush, Rank.AREA_MANAGER)) == ["CROWN3-10.1.1"]
    assert may_fix(straight_flush, Rank.ASSISTANT_CASINO_MANAGER) is None
    assert may_fix(straight_flush, Rank.CASINO_MANAGER) is None


@pytest.mark.rule("CROWN3-10.2.3", "CROWN3-10.3", "CROWN3-10.3.2(a)")
def test_two_straight_flushes_of_one_round_are_simultaneous() -> None:
    result = pay_crown(OPTION_1, crown(), [box(1, SF), box(5, SF)])
    assert [(p.seat, p.cents) for p in result.payments] == [
        (5, 9_550_00),
        (1, 9_550_00),
    ]
    assert result.meter.value_cents == 80_900_00
    assert [cite.id for cite in result.order] == ["CROWN3-10.2.3"]


@pytest.mark.rule("CROWN3-10.3", "CROWN3-10.3.1(a)", "CROWN3-10.3.1(b)")
def test_a_royal_beside_a_straight_flush_empties_the_meter_exactly() -> None:
    result = pay_crown(OPTION_1, crown(110_000_00), [box(1, RF), box(5, SF)])
    assert {p.seat: (p.cents, p.cite.id) for p in result.payments} == {
        5: (10_000_00, "CROWN3-10.3.1(b)"),
        1: (100_000_00, "CROWN3-10.3.1(a)"),
    }
    both = split(simultaneous(110_000_00, 10_000_00, 1, 1))
    assert [table.clause for table in both.tables] == [
        "10.3.1(a):Table6",
        "10.3.1(b):Table7",
    ]
    assert result.meter.value_cents == 10_000_00  # reset to the seed


@pytest.mark.rule("CROWN3-10.3.2(a):Table8")
@pytest.mark.parametrize(
    ("j", "r", "flushes", "each"),
    [
        (100_000_00, 10_000_00, 2, 9_550_00),
        (50_000_00, 50_000_00, 2, 5_000_00),
        (50_000_00, 10_000_00, 1, 5_000_00),
    ],
)
def test_table_8(j: int, r: int, flushes: int, each: int) -> None:
    shares = split(simultaneous(j, r, 0, flushes))
    assert shares.straight_flush
    assert shares.straight_flush.exact_cents == each
    assert [table.clause for table in shares.tables] == (
        ["10.3.2(a):Table8"] if flushes > 1 else []
    )


@pytest.mark.rule(
    "CROWN3-10.3:j",
    "CROWN3-10.3:r-reseed",
    "CROWN3-10.3:R-count",
    "CROWN3-10.3:S-count",
)
def test_the_four_quantities() -> None:
    meter = prize_meter(OPTION_1, 10_000, 2_00)
    assert isinstance(meter, Meter)
    found = simultaneous(99_999_20, meter.reseed_cents, 1, 2)
    assert (found.j.value, found.r.value) == (100_000_00, 20_000_00)
    assert (found.R.value, found.S.value) == (1, 2)
    assert found.S.cite.id == "CROWN3-10.3:S-count"
    boxes = [box(1, RF, 0), box(2, RF), box(3, SF), box(4, SF, folded=True)]
    assert hits(OPTION_1.pays, boxes) == (1, 1)


@settings(max_examples=60)
@given(
    meter=st.integers(10_000_00, 10**9),
    hands=st.lists(st.sampled_from([RF, SF, FLUSH, TRIPS]), max_size=4),
)
def test_a_crown_round_takes_no_more_than_the_rounded_meter(
    meter: int, hands: list[Category]
) -> None:
    before = crown(meter)
    result = pay_crown(OPTION_1, before, [box(n, h) for n, h in enumerate(hands, 1)])
    taken = sum(p.from_meter_cents for p in result.payments)
    assert all(p.cents >= p.from_meter_cents >= 0 for p in result.payments)
    assert taken <= before.value_cents + 99
    assert result.meter.value_cents >= result.meter.reseed_cents
    left = before.value_cents - taken
    assert result.meter.value_cents == max(left, result.meter.reseed_cents)


@pytest.mark.rule("HOUSE-JACKPOT-1")
@pytest.mark.parametrize(
    ("royals", "flushes", "shared_cards", "own_cards"),
    [
        (0, 0, False, False),
        (1, 0, False, False),
        (0, 2, False, False),
        (1, 1, False, False),
        (2, 0, True, False),
        (0, 3, True, False),
        (1, 2, True, False),
        (4, 4, True, False),
        (5, 0, True, True),
        (0, 9, True, True),
    ],
)
def test_hands_one_deck_cannot_give_ring_an_alarm(
    royals: int, flushes: int, shared_cards: bool, own_cards: bool
) -> None:
    assert (card_alarm(royals, flushes) is not None) is shared_cards
    assert (own_cards_alarm(royals, flushes) is not None) is own_cards


# New South Wales ------------------------------------------------------------

SIGN = nsw3_jackpots.JackpotSign(
    {RF: 50_000_00, SF: 5_000_00, QUADS: 500_00, FULL: 150_00, FLUSH: 100_00}
)
LEAST = Guaranteed(royal_cents=50_000_00, straight_flush_cents=5_000_00)


def nsw_table() -> PrizeTable:
    table = nsw3_jackpots.pays(SIGN)
    assert isinstance(table, PrizeTable)
    return table


NSW = SharedJackpot(nsw_table(), nsw3_jackpots.SHARING, LEAST)
STAR = SharedJackpot(star4_jackpots.PAYS, star4_jackpots.SHARING, LEAST)
BOTH = pytest.mark.parametrize("jackpot", [NSW, STAR], ids=["NSW3", "STAR4"])
BONUS = {RF: 1_000_00, SF: 200_00}


def pool(cents: int = 100_000_00) -> Meter:
    meter = Meter(star4_jackpots.METER, 50_000_00, Fraction(1, 5), 5_00)
    if cents < 50_000_00:
        return replace(meter, reseed_cents=cents)
    return meter.receive(cents - 50_000_00)


def order_of(jackpot: SharedJackpot, *boxes: JackpotHand, meter: Meter | None = None):
    result = pay_shared(jackpot, meter or pool(), boxes)
    return [(p.seat, p.wager, p.cents) for p in result.payments], result


@pytest.mark.rule("NSW3-15.2.8", "STAR4-15.2.8")
@BOTH
def test_five_classes_win(jackpot: SharedJackpot) -> None:
    for hand in Category:
        won = hand in (RF, SF, QUADS, FULL, FLUSH)
        assert bool(order_of(jackpot, box(1, hand))[0]) is won
    assert jackpot.pays.prize(STRAIGHT).cite.id.endswith("15.2.8")


@pytest.mark.parametrize(
    ("hand", "meter", "cents", "rule"),
    [
        (RF, 42_000_00, 50_000_00, "STAR4-15.2.9.1"),
        (RF, 73_500_00, 73_500_00, "STAR4-15.2.9.1"),
        (SF, 42_000_00, 5_000_00, "STAR4-15.2.9.2"),
        (SF, 73_500_00, 7_350_00, "STAR4-15.2.9.2"),
        (QUADS, 73_500_00, 500_00, "STAR4-15.2.9.3"),
        (FULL, 73_500_00, 150_00, "STAR4-15.2.9.4"),
        (FLUSH, 73_500_00, 100_00, "STAR4-15.2.9.5"),
    ],
)
def test_the_star_pays(hand: Category, meter: int, cents: int, rule: str) -> None:
    _, result = order_of(STAR, box(1, hand), meter=pool(meter))
    (payment,) = result.payments
    assert (payment.cents, payment.cite.id) == (cents, rule)
    assert 0 <= payment.from_meter_cents <= cents


@pytest.mark.rule("NSW3-15.2.9")
def test_a_sign_without_all_five_amounts_opens_nothing() -> None:
    short = nsw3_jackpots.JackpotSign({RF: 50_000_00, SF: 5_000_00, QUADS: 500_00})
    refused = nsw3_jackpots.pays(short)
    assert isinstance(refused, Refused)
    assert [r.field for r in refused.refusals] == ["full_house", "flush"]
    assert reasons(refused) == ["NSW3-15.2.9"]
    assert isinstance(nsw_table().prizes[FLUSH].value, FixedPrize)


@pytest.mark.rule("NSW3-15.2.7", "STAR4-15.2.7")
@BOTH
def test_jackpots_are_entries_of_their_own(jackpot: SharedJackpot) -> None:
    told, _ = order_of(jackpot, box(1, FLUSH))
    assert told == [(1, "jackpot", 100_00)]
    assert jackpot.sharing.paid_apart.id.endswith("15.2.7")


@pytest.mark.rule("STAR4-9.6.2")
def test_a_folded_hand_stays_live_at_the_star_only() -> None:
    assert order_of(STAR, box(1, FLUSH, folded=True))[0] == [(1, "jackpot", 100_00)]
    assert order_of(NSW, box(1, FLUSH, folded=True))[0] == []
    assert STAR.pays.on_fold.cite.id == "STAR4-9.6.2"
    assert NSW.pays.prize(FLUSH, folded=True).cite.id == "NSW3-1.1:Fold"


@pytest.mark.rule("NSW3-15.2.12", "STAR4-15.2.12")
@BOTH
def test_jackpots_are_paid_from_the_dealers_right(jackpot: SharedJackpot) -> None:
    told, result = order_of(jackpot, box(2, FULL), box(6, FLUSH))
    assert told == [(6, "jackpot", 100_00), (2, "jackpot", 150_00)]
    assert [cite.id[-7:] for cite in result.order] == ["15.2.12"]


@pytest.mark.rule("STAR4-15.2.12", "NSW3-15.2.10.4", "STAR4-15.2.10.4")
@BOTH
def test_bonus_jackpots_come_first_then_straight_flushes_then_royals(
    jackpot: SharedJackpot,
) -> None:
    jackpot = replace(jackpot, bonus_cents=BONUS)
    told, result = order_of(
        jackpot, box(6, FLUSH), box(5, RF), box(2, FULL), box(1, TRIPS), box(3, SF)
    )
    assert told == [
        (6, "bonus_jackpot", 1_000_00),
        (2, "bonus_jackpot", 1_000_00),
        (1, "bonus_jackpot", 1_000_00),
        (6, "jackpot", 100_00),
        (3, "jackpot", 10_000_00),
        (2, "jackpot", 150_00),
        (5, "jackpot", 90_000_00),
    ]
    assert any(cite.id.endswith("15.2.10.4") for cite in result.order)


@pytest.mark.rule("NSW3-15.2.14", "STAR4-15.2.14")
@BOTH
@pytest.mark.parametrize(("royal", "flush"), [(1, 6), (6, 1)])
def test_a_straight_flush_is_paid_before_the_royal(
    jackpot: SharedJackpot, royal: int, flush: int
) -> None:
    told, result = order_of(jackpot, box(royal, RF), box(flush, SF))
    assert told == [(flush, "jackpot", 10_000_00), (royal, "jackpot", 90_000_00)]
    assert result.payments[1].cite.id.endswith("15.2.14")
    assert result.meter.value_cents == 50_000_00


@pytest.mark.rule("NSW3-15.2.13", "STAR4-15.2.13")
@BOTH
def test_several_winners_share(jackpot: SharedJackpot) -> None:
    two = share(jackpot.sharing, 100_000_00, LEAST, (0, 2))
    assert two.cite.id.endswith("15.2.13")
    told, result = order_of(jackpot, box(1, SF), box(2, SF))
    assert [cents for _, _, cents in told] == [9_500_00, 9_500_00]
    assert result.meter.value_cents == 81_000_00


@pytest.mark.rule("NSW3-15.2.13.1", "STAR4-15.2.13.1")
@BOTH
@pytest.mark.parametrize(
    ("meter", "each"),
    [(80_000_00, 50_000_00), (100_000_00, 50_000_00), (120_000_00, 60_000_00)],
)
def test_royals_share_or_take_the_minimum(
    jackpot: SharedJackpot, meter: int, each: int
) -> None:
    shares = share(jackpot.sharing, meter, LEAST, (2, 0))
    assert shares.royal
    assert shares.royal.cents == shares.royal.exact_cents == each
    assert shares.royal.from_meter_cents == meter // 2
    assert shares.royal.cite.id.endswith("15.2.13.1")


@pytest.mark.rule("NSW3-15.2.13.2", "STAR4-15.2.13.2")
@BOTH
@pytest.mark.parametrize(
    ("meter", "each"), [(100_000_00, 9_500_00), (40_000_00, 5_000_00)]
)
def test_straight_flushes_share_the_falling_cuts(
    jackpot: SharedJackpot, meter: int, each: int
) -> None:
    shares = share(jackpot.sharing, meter, LEAST, (0, 2))
    assert shares.straight_flush
    assert shares.straight_flush.cents == each
    assert shares.straight_flush.cite.id.endswith("15.2.13.2")


@settings(max_examples=80)
@given(
    meter=st.integers(0, 10**9),
    royals=st.integers(0, 3),
    flushes=st.integers(0, 6),
    least=st.integers(0, 10**7),
)
def test_a_shared_meter_pays_no_more_than_it_holds(
    meter: int, royals: int, flushes: int, least: int
) -> None:
    minimums = Guaranteed(least, least)
    shares = share(STAR.sharing, meter, minimums, (royals, flushes))
    taken = 0
    for won, count in ((shares.royal, royals), (shares.straight_flush, flushes)):
        assert (won is None) is (count == 0)
        if won:
            taken += count * won.from_meter_cents
            assert won.cents >= max(least, won.from_meter_cents) >= 0
            assert abs(won.exact_cents - won.cents) <= max(1, flushes)
    assert taken <= meter
    if royals == 1:
        assert taken == meter  # the royal takes all that is left


@pytest.mark.rule(
    "NSW3-15.2.10",
    "NSW3-15.2.10.1",
    "NSW3-15.2.10.2",
    "NSW3-15.2.10.3",
    "STAR4-15.2.10",
    "STAR4-15.2.10.1",
    "STAR4-15.2.10.2",
    "STAR4-15.2.10.3",
    "NSW3-1.1:Bonus Jackpot",
    "STAR4-1.1:bonus jackpot",
)
@BOTH
def test_who_gets_the_bonus_jackpot(jackpot: SharedJackpot) -> None:
    boxes = [box(1, TRIPS), box(2, SF), box(3, TRIPS, 0), box(5, FLUSH)]
    plain = bonus_standing(jackpot, boxes)
    assert {due.value for due in plain.values()} == {0}
    assert plain[1].cite.id.endswith("15.2.10")
    standing = bonus_standing(replace(jackpot, bonus_cents=BONUS), boxes)
    told = {seat: (due.value, due.cite.id[-9:]) for seat, due in standing.items()}
    assert told == {
        1: (200_00, "15.2.10.2"),
        2: (0, "15.2.10.3"),
        3: (0, standing[3].cite.id[-9:]),
        5: (200_00, "15.2.10.2"),
    }
    assert standing[3].cite.id.lower().endswith("1.1:bonus jackpot")
    in_line = eligible(jackpot.sharing, boxes)
    assert in_line.value == {1, 2, 5}
    assert in_line.cite.id.endswith("15.2.10.1")
    quiet = bonus_standing(replace(jackpot, bonus_cents=BONUS), [box(1, FULL)])
    assert quiet[1].value == 0


@pytest.mark.rule("NSW3-1.1:Fixed Jackpot", "STAR4-1.1:fixed jackpot")
@pytest.mark.rule("NSW3-1.1:Progressive Jackpot", "STAR4-1.1:progressive jackpot")
@BOTH
def test_fixed_and_progressive_elements(jackpot: SharedJackpot) -> None:
    grown = [
        [
            order_of(jackpot, box(1, hand), meter=pool(m))[0][0][2]
            for m in (6000000, 7000000)
        ]
        for hand in (RF, FLUSH)
    ]
    assert grown == [[60_000_00, 70_000_00], [100_00, 100_00]]
    assert element(jackpot, RF).value == "progressive jackpot"
    assert element(jackpot, FLUSH).value == "fixed jackpot"
    assert element(jackpot, FLUSH).cite == jackpot.sharing.fixed


@pytest.mark.rule("STAR4-15.2.9:Payout Table")
def test_the_payout_table_of_the_star() -> None:
    pays = star4_jackpots.PAYS
    assert pays.cite.id == "STAR4-15.2.9:Payout Table"
    royal, flush, *fixed = (prize.value for prize in pays.prizes.values())
    assert (royal.of(80_000_00), flush.of(80_000_00)) == (80_000_00, 8_000_00)
    assert [prize.cents for prize in fixed] == [500_00, 150_00, 100_00]


@pytest.mark.rule("HOUSE-JACKPOT-2")
def test_a_royal_resets_the_meter_to_its_seed() -> None:
    _, result = order_of(STAR, box(1, RF), meter=pool(73_500_00))
    assert result.meter.value_cents == 50_000_00


# Opening a jackpot, and jackpot wagers ---------------------------------------


OPENING = {"NSW3": nsw3_jackpots.OPENING, "STAR4": star4_jackpots.OPENING}
OFFERED = JackpotOffered("L-17", 5_00, says_folded_hands_qualify=True)
SEEN = SeenThere("7", 60_000_00, has_spots=True)


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"approval": " "}, "NSW3-1.1:Jackpot Meter System"),
        ({"approval": " "}, "STAR4-1.1:jackpot system"),
        ({"price_cents": None}, "NSW3-15.2.3"),
        ({"price_cents": None}, "STAR4-15.2.3"),
        ({"bonus_offered": True}, "NSW3-15.2.11"),
        ({"bonus_offered": True}, "STAR4-15.2.11"),
        ({"says_folded_hands_qualify": False}, "STAR4-15.1.4"),
    ],
)
def test_what_the_sign_must_say(changed: dict[str, object], rule: str) -> None:
    rules = OPENING[rule.partition("-")[0]]
    assert may_open(rules, OFFERED) is None
    assert reasons(may_open(rules, replace(OFFERED, **changed))) == [rule]


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"shown_cents": None}, "NSW3-15.1.3"),
        ({"shown_cents": None}, "STAR4-2.4.3"),
        ({"shown_cents": 59_999_00}, "NSW3-15.1.3"),
        ({"shown_cents": 59_999_00}, "STAR4-15.1.3"),
        ({"has_spots": False}, "STAR4-2.2.4"),
    ],
)
def test_what_must_be_seen_at_the_table(changed: dict[str, object], rule: str) -> None:
    rules = OPENING[rule.partition("-")[0]]
    assert may_open_at(rules, SEEN, 60_000_00) is None
    assert reasons(may_open_at(rules, replace(SEEN, **changed), 60_000_00)) == [rule]


WAGERING = {"NSW3": nsw3_jackpots.WAGERING, "STAR4": star4_jackpots.WAGERING}


def place(code: str, **changed: object) -> list[str]:
    wager = JackpotWager("Ann", "Ann", 5_00, box_has_stake=True)
    wager = replace(wager, **changed)
    return reasons(may_place_jackpot(code, WAGERING[code], 5_00, wager))


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"box_has_stake": False}, "NSW3-15.2.1"),
        ({"box_has_stake": False}, "STAR4-15.2.1"),
        ({"cents": 2_00}, "NSW3-15.2.3"),
        ({"cents": 2_00}, "STAR4-15.2.3"),
        ({"first_card_dealt": True}, "NSW3-15.2.4"),
        ({"first_card_dealt": True}, "STAR4-15.2.4"),
    ],
)
def test_a_jackpot_wager_goes_with_a_stake_in_time_at_its_price(
    changed: dict[str, object], rule: str
) -> None:
    code = rule.partition("-")[0]
    assert place(code) == []
    assert place(code, **changed) == [rule]


@pytest.mark.rule("STAR4-15.2.1.1")
def test_a_guest_may_bet_on_anothers_box_with_a_supervisors_word() -> None:
    guest = {"bettor": "Bob", "approved_by": Rank.SUPERVISOR}
    rule = ["STAR4-15.2.1.1"]
    assert place("STAR4", **guest) == []
    assert place("STAR4", **guest | {"approved_by": None}) == rule
    assert place("STAR4", **guest | {"approved_by": Rank.DEALER}) == rule
    assert place("STAR4", **guest, owner_has_jackpot_wager=True) == rule
    assert place("STAR4", **guest, box_has_stake=False) == rule
    assert place("NSW3", **guest) == ["NSW3-15.2.1"]


@pytest.mark.rule("NSW3-15.2.2", "STAR4-15.2.2")
@pytest.mark.parametrize("code", ["NSW3", "STAR4"])
def test_the_player_sees_whether_the_wager_is_in(code: str) -> None:
    rules = WAGERING[code]
    assert acceptance(rules, accepted=True).value == "Your jackpot wager is in."
    assert "not in" in acceptance(rules, accepted=False).value
    assert acceptance(rules, accepted=True).cite.id == f"{code}-15.2.2"


# Caribbean Stud ---------------------------------------------------------------


def caribbean(*boxes: JackpotHand, display: int = 60_000_00, **facts: object):
    return CaribbeanRound(display, boxes, **facts)


def won(round_: CaribbeanRound) -> dict[int, int]:
    return {payment.seat: payment.cents for payment in pay_caribbean(round_)}


@pytest.mark.rule("VIC99-N25-12.1")
@pytest.mark.parametrize(
    ("display", "hand", "cents"),
    [
        (60_000_00, RF, 75_000_00),
        (75_000_00, RF, 75_000_00),
        (120_000_00, RF, 120_000_00),
        (60_000_00, SF, 7_500_00),
        (75_000_00, SF, 7_500_00),
        (120_000_00, SF, 12_000_00),
        (120_000_00, QUADS, 500_00),
        (120_000_00, FULL, 150_00),
        (120_000_00, FLUSH, 100_00),
        (120_000_00, STRAIGHT, None),
    ],
)
def test_caribbean_prizes(display: int, hand: Category, cents: int | None) -> None:
    round_ = caribbean(box(1, hand), display=display)
    assert won(round_) == ({} if cents is None else {1: cents})


def by_tenths(display: int, royals: int, flushes: int) -> tuple[int, int]:
    return display * 9 // 10 // max(royals, 1), display // 10 // max(flushes, 1)


PROCEDURE = ApprovedProcedure("P-3", by_tenths)


@pytest.mark.rule("VIC99-N25-12.3", "VIC99-N25-12.3.1", "VIC99-N25-12.3.2")
def test_winners_share_only_if_both_conditions_hold() -> None:
    two, one = (box(1, SF), box(2, SF)), (box(1, SF), box(2, SF, 0))
    assert won(caribbean(*two)) == {1: 7_500_00, 2: 7_500_00}  # no way of sharing
    assert won(caribbean(*two, procedure=PROCEDURE)) == {1: 3_000_00, 2: 3_000_00}
    assert won(caribbean(*one, procedure=PROCEDURE)) == {1: 7_500_00}  # nobody else
    mixed = caribbean(box(1, RF), box(2, SF), procedure=PROCEDURE)
    assert won(mixed) == {1: 54_000_00, 2: 6_000_00}


@pytest.mark.rule("VIC99-N25-11.3")
def test_a_caribbean_jackpot_needs_its_approval() -> None:
    assert may_open_displayed("A-9", PROCEDURE) is None
    assert reasons(may_open_displayed("", None)) == ["VIC99-N25-11.3"]
    assert may_open_displayed("A-9", ApprovedProcedure("", by_tenths))


@pytest.mark.rule("VIC99-N25-12.4")
def test_surveillance_fixes_the_time_if_the_electronics_fail() -> None:
    keyed = RegisteredAt(NOON, Rank.DEALER)
    seen = RegisteredAt(NOON + timedelta(seconds=3), Party.SURVEILLANCE)
    normal = settlement_time(keyed, None, failed=False)
    assert isinstance(normal, Cited)
    assert (normal.value, normal.cite.id) == (NOON, "VIC99-N25-12.2")
    told = settlement_time(keyed, seen, failed=True)
    assert isinstance(told, Cited)
    assert told.value == NOON + timedelta(seconds=3)
    assert reasons(settlement_time(keyed, None, failed=True)) == ["VIC99-N25-12.4"]
    assert reasons(settlement_time(None, keyed, failed=True)) == ["VIC99-N25-12.4"]
