"""The Massachusetts side bets: 3 Card Bonus, Cover All and the progressive."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from game.bonus_hand import OnFold
from game.cards import parse
from game.hands import Category, ThreeCardHand
from game.jackpots.payment import JackpotHand
from game.jackpots.seat_by_seat import (
    FoldSettings,
    Progressive,
    settle_progressive,
)
from game.rulebooks.mass_side_bets import COVER_ALL, PROGRESSIVES, THREE_CARD_TABLES
from game.side_bets import (
    SideBetsOffered,
    SideWager,
    best_hands,
    cover_all_may_settle,
    cover_all_odds,
    leave_exposed,
    may_place,
    settle_cover_all,
    settle_three_card_bonus,
    three_card_table,
)
from rulebook import Refusal

OFFERED = SideBetsOffered("3CS-01", cover_all=True, players=4)


def reasons(refusals: Iterable[Refusal]) -> list[str]:
    return [refusal.cite.id for refusal in refusals]


def bonus(table: str, community: str, stake: int = 10, **facts: object) -> int:
    bet = SideWager(1, stake, **facts)  # type: ignore[arg-type]
    return settle_three_card_bonus(three_card_table(table), parse(community), bet).net


# 3 Card Bonus ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "community", "net", "rule"),
    [
        ("3CS-01", "AhKhQh", 400, "MASS-6(f):Table 1"),
        ("3CS-01", "5h6h7h", 400, "MASS-6(f):Table 1"),
        ("3CS-01", "5h5c5d", 300, "MASS-6(f):Table 1"),
        ("3CS-01", "5h6c7d", 60, "MASS-6(f):Table 1"),
        ("3CS-02", "5h6c7d", 50, "MASS-6(f):Table 1"),
        ("3CS-02", "2h6h9h", 40, "MASS-6(f):Table 1"),
        ("3CS-03", "2h6h9h", 30, "MASS-6(f):Table 1"),
        ("3CS-03", "2h2c9h", 10, "MASS-6(f):Table 1"),
        ("3CS-04", "AhKhQh", 500, "MASS-6(f):Table 2"),
        ("3CS-05", "KhQhJh", 400, "MASS-6(f):Table 2"),
        ("3CS-05", "Ah2c3d", 50, "MASS-6(f):Table 2"),
        ("3CS-06", "2h6h9h", 30, "MASS-6(f):Table 2"),
        ("3CS-06", "Kh2cAd", -10, "MASS-6(f)(4)"),
        ("Paytable 1", "5h6c7d", 60, "MASS-11P(b):Paytable 1"),
        ("Paytable 2", "5h6c7d", 50, "MASS-11P(b):Paytable 2"),
        ("Paytable 3", "2h6h9h", 30, "MASS-11P(b):Paytable 3"),
        ("Paytable 4", "AhKhQh", 500, "MASS-11P(b):Paytable 4"),
        ("Paytable 5", "5h6c7d", 50, "MASS-11P(b):Paytable 5"),
        ("Paytable 6", "2h6h9h", 30, "MASS-11P(b):Paytable 6"),
    ],
)
def test_a_three_card_hand_pays_to_one(
    table: str, community: str, net: int, rule: str
) -> None:
    bet = SideWager(3, 10)
    line = settle_three_card_bonus(three_card_table(table), parse(community), bet)
    assert (line.seat, line.wager, line.stake) == (3, "three_card_bonus", 10)
    assert (line.net, line.cite.id) == (net, rule)


@pytest.mark.rule("MASS-6(f):Table 1", "MASS-6(f):Table 2")
def test_the_two_printings_of_each_table_agree() -> None:
    for number in range(1, 7):
        first = THREE_CARD_TABLES[f"3CS-0{number}"]
        assert first.pays == THREE_CARD_TABLES[f"Paytable {number}"].pays
        royal = ThreeCardHand.MINI_ROYAL in first.pays
        assert royal is (number > 3)


@pytest.mark.rule("MASS-6(f)(3)", "MASS-11P(b)")
@pytest.mark.parametrize("table", ["3CS-01", "Paytable 1"])
def test_hole_cards_do_not_count(table: str) -> None:
    assert bonus(table, "7h4c2d", hole=parse("AcAd")) == -10
    assert bonus(table, "7h7c2d", hole=parse("AcAd")) == 10


@pytest.mark.rule("MASS-6(f)(5)")
def test_a_fold_does_not_touch_the_bonus() -> None:
    assert bonus("3CS-01", "5h5c5d", 5, folded=True) == 150


@pytest.mark.rule("MASS-6(f)(1)", "MASS-11P(a)")
@pytest.mark.parametrize("table", ["3CS-01", "Paytable 1"])
def test_the_bonus_is_voluntary(table: str) -> None:
    offered = SideBetsOffered(three_card_table=table)
    rule = {"3CS-01": "MASS-6(f)(1)", "Paytable 1": "MASS-11P(a)"}[table]
    assert not reasons(may_place(offered, {}))
    assert not reasons(may_place(offered, {"three_card_bonus": 0}))
    assert not reasons(may_place(offered, {"three_card_bonus": 5}))
    assert reasons(may_place(offered, {"three_card_bonus": -5})) == [rule]


@pytest.mark.rule("MASS-6(f)")
def test_a_bonus_the_house_does_not_offer_is_refused() -> None:
    refused = may_place(SideBetsOffered(), {"three_card_bonus": 5})
    assert reasons(refused) == ["MASS-6(f)"]


@pytest.mark.rule("MASS-6(f)(2)", "MASS-12(a)")
def test_side_bets_are_placed_before_the_first_card() -> None:
    late = replace(OFFERED, first_card_dealt=True)
    refused = may_place(late, {"three_card_bonus": 5, "cover_all": 5})
    assert reasons(refused) == ["MASS-6(f)(2)", "MASS-12(a)"]
    assert not reasons(may_place(OFFERED, {"three_card_bonus": 5, "cover_all": 5}))


def test_an_unknown_table_is_named() -> None:
    with pytest.raises(ValueError, match="3CS-07"):
        three_card_table("3CS-07")


# Cover All ------------------------------------------------------------------

ROWS = {
    Category.ROYAL_FLUSH: (100, 125, 150, 200, 250, 500),
    Category.STRAIGHT_FLUSH: (50, 60, 70, 80, 100, 200),
    Category.FOUR_OF_A_KIND: (30, 35, 40, 50, 80, 150),
    Category.FULL_HOUSE: (20, 20, 25, 35, 50, 100),
    Category.FLUSH: (10, 11, 15, 20, 30, 60),
    Category.STRAIGHT: (6, 8, 10, 12, 20, 40),
    Category.THREE_OF_A_KIND: (3, 4, 5, 7, 10, 20),
}


@pytest.mark.rule("MASS-12(k):table", "MASS-12(f):table", "MASS-12(c)")
@pytest.mark.parametrize("hand", ROWS)
@pytest.mark.parametrize("players", [6, 5, 4, 3, 2, 1])
def test_the_cover_all_matrix(players: int, hand: Category) -> None:
    line = settle_cover_all(players, [hand], SideWager(2, 10))
    assert line.net == 10 * ROWS[hand][6 - players]
    table = "MASS-12(f):table" if players == 6 else "MASS-12(k):table"
    assert line.cite.id == table


@pytest.mark.rule("MASS-12(b)")
def test_cover_all_wins_from_three_of_a_kind() -> None:
    line = settle_cover_all(2, [Category.TWO_PAIR, Category.PAIR], SideWager(2, 10))
    assert (line.net, line.cite.id) == (-10, "MASS-12(b)")
    assert settle_cover_all(2, [Category.THREE_OF_A_KIND], SideWager(2, 10)).net == 100
    assert settle_cover_all(2, [], SideWager(2, 10)).net == -10  # all have folded


@pytest.mark.rule("MASS-12(g)")
def test_only_the_best_hand_of_the_table_pays() -> None:
    hands = [Category.THREE_OF_A_KIND, Category.STRAIGHT_FLUSH, Category.FLUSH]
    assert best_hands(hands) == (Category.STRAIGHT_FLUSH,)
    assert settle_cover_all(6, hands, SideWager(1, 10)).net == 500


@pytest.mark.rule("MASS-12(i)", "MASS-12(h)a")
def test_a_better_hand_replaces_the_one_left_exposed() -> None:
    first = leave_exposed(None, 6, Category.STRAIGHT)
    assert first
    assert first.cite.id == "MASS-12(h)a"
    better = leave_exposed(first, 4, Category.FULL_HOUSE)
    assert better
    assert (better.seat, better.hand) == (4, Category.FULL_HOUSE)
    assert better.cite.id == "MASS-12(i)"
    assert leave_exposed(better, 2, Category.FLUSH) == better
    assert leave_exposed(better, 2, Category.FULL_HOUSE) == better
    assert leave_exposed(None, 2, Category.TWO_PAIR) is None


@pytest.mark.rule("MASS-12(c)")
def test_the_odds_are_those_of_the_players_dealt_in() -> None:
    assert cover_all_odds(4) == {hand: row[2] for hand, row in ROWS.items()}
    with pytest.raises(ValueError, match="7 players"):
        cover_all_odds(7)


@pytest.mark.rule("MASS-12(c)")
@pytest.mark.parametrize("players", [0, 1, 6, 7])
def test_cover_all_is_refused_where_it_has_no_odds(players: int) -> None:
    refused = may_place(replace(OFFERED, players=players), {"cover_all": 5})
    assert reasons(refused) == ([] if players in COVER_ALL else ["MASS-12(c)"])


@pytest.mark.rule("MASS-12(d)")
def test_cover_all_needs_the_shufflers_mode() -> None:
    other = replace(OFFERED, cover_all=False)
    assert reasons(may_place(other, {"cover_all": 5})) == ["MASS-12(d)"]


@pytest.mark.rule("MASS-12(j)")
def test_cover_all_waits_for_the_ordinary_wagers() -> None:
    assert reasons(cover_all_may_settle(1)) == ["MASS-12(j)"]
    assert not reasons(cover_all_may_settle(0))


# The progressive ------------------------------------------------------------


def box(
    seat: int, hand: Category | None, stake: int = 1_00, **facts: bool
) -> JackpotHand:
    return JackpotHand(seat, stake, hand, **facts)


def nets(progressive: Progressive, *boxes: JackpotHand) -> list[tuple[int, str, int]]:
    lines, _ = settle_progressive(progressive, boxes)
    return [(line.seat, line.wager, line.net) for line in lines]


def progressive(table: str = "MS Stud-01", **facts: object) -> Progressive:
    values = {"meter_cents": 100_000_00, "reset_cents": 20_000_00} | facts
    return Progressive(PROGRESSIVES[table], **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("table", "stake", "hand", "net", "rule"),
    [
        ("MS Stud-01", 1_00, Category.FULL_HOUSE, 49_00, "MASS-11P(h):MS Stud-01"),
        ("MS Stud-01", 1_00, Category.FLUSH, 39_00, "MASS-11P(h):MS Stud-01"),
        ("MS Stud-01", 1_00, Category.STRAIGHT, 29_00, "MASS-11P(h):MS Stud-01"),
        ("MS Stud-01", 1_00, Category.FOUR_OF_A_KIND, 299_00, "MASS-11P(h):MS Stud-01"),
        (
            "MS Stud MG-01",
            1_00,
            Category.THREE_OF_A_KIND,
            8_00,
            "MASS-11P(h):MS Stud MG-01",
        ),
        (
            "MS Stud MG-02",
            5_00,
            Category.FOUR_OF_A_KIND,
            1_495_00,
            "MASS-11P(h):MS Stud MG-02",
        ),
        ("MS Stud-01", 1_00, Category.TWO_PAIR, -1_00, "MASS-11P(e)"),
        ("MS Stud-01", 1_00, Category.ROYAL_FLUSH, 99_999_00, "MASS-11P(e)"),
        ("MS Stud-01", 1_00, Category.STRAIGHT_FLUSH, 9_999_00, "MASS-11P(f)"),
    ],
)
def test_the_progressive_pays_for_one(
    table: str, stake: int, hand: Category, net: int, rule: str
) -> None:
    (line,), _ = settle_progressive(progressive(table), [box(1, hand, stake)])
    assert (line.stake, line.net, line.cite.id) == (stake, net, rule)


@pytest.mark.rule("MASS-11P(g)")
@pytest.mark.parametrize(
    ("seats", "awards", "after"),
    [
        (
            {6: Category.ROYAL_FLUSH, 2: Category.STRAIGHT_FLUSH},
            (100_000, 2_000),
            18_000,
        ),
        (
            {6: Category.STRAIGHT_FLUSH, 2: Category.ROYAL_FLUSH},
            (10_000, 90_000),
            20_000,
        ),
        (
            {6: Category.STRAIGHT_FLUSH, 2: Category.STRAIGHT_FLUSH},
            (10_000, 9_000),
            81_000,
        ),
    ],
)
def test_winners_are_paid_from_the_dealers_right(
    seats: dict[int, Category], awards: tuple[int, int], after: int
) -> None:
    boxes = [box(seat, hand) for seat, hand in seats.items()]
    lines, meter = settle_progressive(progressive(), list(reversed(boxes)))
    paid = [(x.seat, x.net + x.stake) for x in lines if x.wager == "jackpot"]
    assert paid == [(6, awards[0] * 100), (2, awards[1] * 100)]
    assert meter == after * 100
    assert [x.cite.id for x in lines][1] == "MASS-11P(g)"


@pytest.mark.rule("MASS-11P(h)")
def test_everybody_else_in_the_progressive_is_paid_envy() -> None:
    link = progressive("MS Stud MG-02")
    paid = nets(
        link,
        box(1, Category.PAIR, 5_00),
        box(2, Category.ROYAL_FLUSH, 5_00),
        box(3, Category.PAIR, 0),
        box(5, Category.FLUSH, 5_00),
    )
    assert [x for x in paid if x[1] == "envy"] == [
        (5, "envy", 5_000_00),
        (1, "envy", 5_000_00),
    ]
    lines, _ = settle_progressive(
        link, [box(1, None, 5_00), box(2, Category.ROYAL_FLUSH, 5_00)]
    )
    assert [x.stake for x in lines if x.wager == "envy"] == [
        0
    ]  # the stake is lost once


@pytest.mark.rule("MASS-11P(h)")
def test_two_winners_pay_each_other_envy() -> None:
    paid = nets(
        progressive(), box(6, Category.ROYAL_FLUSH), box(2, Category.STRAIGHT_FLUSH)
    )
    assert [x for x in paid if x[1] == "envy"] == [
        (2, "envy", 1_000_00),
        (6, "envy", 300_00),
    ]


@pytest.mark.rule("HOUSE-JACKPOT-3")
def test_what_a_fold_does_is_a_setting() -> None:
    boxes = (box(2, Category.ROYAL_FLUSH), box(1, Category.FLUSH, folded=True))
    assert nets(progressive(), *boxes)[1:] == [
        (1, "jackpot", -1_00),
        (1, "envy", 1_000_00),
    ]
    live = FoldSettings(progressive=OnFold.LIVE, envy=OnFold.LOST)
    assert nets(progressive(folds=live), *boxes)[1:] == [(1, "jackpot", 39_00)]
