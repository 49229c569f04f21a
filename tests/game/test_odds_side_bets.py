"""3 Card Bonus and Cover All: exact odds, against plain enumeration."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cards import DECK, parse
from game.hands import Category, category, rank_hand
from game.odds.holdings import Kinds, avoiding, holdings, matchings, merged
from game.odds.side_bets import (
    PAYING,
    Board,
    best_hand_chances,
    boards,
    cover_all,
    three_card_bonus,
    three_card_frequencies,
)
from game.odds.streets import View, frequencies

pytestmark = pytest.mark.exhaustive


def test_three_cards_fall_in_22100_ways():
    found = tuple(three_card_frequencies().values())
    assert found == (4, 44, 52, 720, 1096, 3744, 16440)
    assert sum(found) == 22_100


@pytest.mark.parametrize(
    ("table", "ev"),
    [
        ("3CS-01", Fraction(-128, 5525)),
        ("3CS-02", Fraction(-308, 5525)),
        ("3CS-03", Fraction(-402, 5525)),
        ("3CS-04", Fraction(-118, 5525)),
        ("3CS-05", Fraction(-298, 5525)),
        ("3CS-06", Fraction(-392, 5525)),
    ],
)
def test_a_3_card_bonus_table_costs_what_its_odds_leave(table, ev):
    assert three_card_bonus(table).ev == ev


def test_a_mini_royal_is_worth_ten_more_where_it_is_paid():
    plain, royal = three_card_bonus("3CS-01").ev, three_card_bonus("3CS-04").ev
    assert royal - plain == Fraction(4 * 10, 22_100)


def test_cover_all_with_one_player_is_a_hand_of_five_cards():
    hands = {Category(h.value): n for h, n in frequencies().items() if h in PAYING}
    chances = best_hand_chances(1)
    assert {hand: p * 2_598_960 for hand, p in chances.items()} == hands
    assert cover_all(1).ev == Fraction(-58603, 649740)


@pytest.mark.parametrize(
    ("players", "ev"),
    [
        (6, Fraction(-159874184243587, 1911589256133375)),
    ],
)
def test_cover_all_counts_holdings_that_share_no_card(players, ev):
    assert cover_all(players).ev == ev
    assert sum(best_hand_chances(players).values()) < 1


@pytest.mark.parametrize(
    ("view", "cards"),
    [
        (View((3, 4, 5), suited=True), "5c6c7c"),
        (View((2, 9, 9), suited=False), "4hJcJd"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_two_players_on_a_board_as_plain_enumeration_has_it(view, cards):
    board = parse(cards)
    left = [card for card in DECK if card not in board]
    order = tuple(Category)
    place = {
        pair: order.index(category(rank_hand((*board, *pair))))
        for pair in combinations(left, 2)
    }
    best: Counter[int] = Counter()
    for one, other in combinations(place, 2):
        if one[0] not in other and one[1] not in other:
            best[min(place[one], place[other])] += 1
    for limit in range(len(PAYING) + 1):
        plain = sum(n for worst, n in best.items() if worst >= limit)
        assert Board(view).holdings(2, limit) == plain


def test_every_board_is_counted_once():
    assert sum(board.deals for board in boards()) == 22_100


# Matchings, against trying every set of edges.


@st.composite
def graphs(draw):
    """A few kinds of a few cards each, linked at random."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    kinds = range(len(sizes))
    linked = {
        pair: draw(st.booleans()) for pair in [(i, j) for i in kinds for j in kinds]
    }
    links = tuple(tuple(linked[min(i, j), max(i, j)] for j in kinds) for i in kinds)
    return Kinds(tuple(sizes), links)


def plain_matchings(kinds, most):
    cards = [(k, n) for k, size in enumerate(kinds.sizes) for n in range(size)]
    edges = [(a, b) for a, b in combinations(cards, 2) if kinds.links[a[0]][b[0]]]
    return tuple(
        sum(
            len({card for edge in chosen for card in edge}) == 2 * k
            for chosen in combinations(edges, k)
        )
        for k in range(most + 1)
    )


@settings(max_examples=50)
@given(graphs())
def test_matchings_are_counted_as_by_trying_all(kinds):
    assert matchings(kinds, 3) == plain_matchings(kinds, 3)
    assert matchings(merged(kinds), 3) == plain_matchings(kinds, 3)


def test_nobody_gets_an_unwanted_holding():
    every = Kinds((49,), ((True,),))
    assert [avoiding(49, n, every) for n in (0, 1, 2)] == [1, 0, 0]
    none = Kinds((49,), ((False,),))
    assert avoiding(49, 6, none) == holdings(49, 6)
    assert holdings(4, 2) == 3
