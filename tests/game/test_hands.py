"""What hands are worth: by example, by class, and over the whole deck."""

from hashlib import sha256
from itertools import combinations, groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.batch.hands import rank_hands, stud_classes
from game.cards import DECK, RANKS, parse
from game.hands import (
    LAST_RANK,
    LAST_STUD_RANK,
    Category,
    StudHand,
    ThreeCardHand,
    category,
    classify,
    rank_hand,
    standings,
    stud_hand,
    three_card_hand,
)
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules

COUNTS = {
    StudHand.ROYAL_FLUSH: 4,
    StudHand.STRAIGHT_FLUSH: 36,
    StudHand.FOUR_OF_A_KIND: 624,
    StudHand.FULL_HOUSE: 3_744,
    StudHand.FLUSH: 5_108,
    StudHand.STRAIGHT: 10_200,
    StudHand.THREE_OF_A_KIND: 54_912,
    StudHand.TWO_PAIR: 123_552,
    StudHand.PAIR_J_A: 337_920,
    StudHand.PAIR_6_10: 422_400,
    StudHand.PAIR_2_5: 337_920,
    StudHand.HIGH_CARD: 1_302_540,
}
DIGEST = "af14c746cc10125be8d2b9eac27f2f5ebeb464d28756f0a2c0f5ffe5192746fc"


@pytest.fixture(scope="module")
def whole_deck():
    """All 2,598,960 hands, in the order of their cards."""
    hands = np.fromiter(combinations(range(52), 5), dtype=np.dtype((np.uint8, 5)))
    return hands, rank_hands(hands)


@pytest.mark.exhaustive
def test_the_whole_deck_is_ranked_as_pinned(whole_deck):
    _, ranks = whole_deck
    assert sha256(ranks.astype("<i2").tobytes()).hexdigest() == DIGEST
    found = np.bincount(stud_classes(ranks), minlength=12)
    assert dict(zip(StudHand, found.tolist(), strict=True)) == COUNTS
    assert sum(COUNTS.values()) == 2_598_960


@pytest.mark.exhaustive
def test_readable_and_batch_code_agree_on_every_hand(whole_deck):
    """Hands of the same ranks, suited alike, form one class: 7462 classes in all.

    Within each class the batch gives one rank; the readable code gives the same.
    """
    hands, ranks = whole_deck
    by_rank = np.sort(hands >> 2, axis=1).astype(np.int64)
    suited = ((hands & 3) == (hands[:, :1] & 3)).all(axis=1)
    classes = by_rank @ 13 ** np.arange(5) + suited * 13**5
    found, first, which = np.unique(classes, return_index=True, return_inverse=True)
    assert len(found) == 7462
    scalar = np.array([rank_hand(hand) for hand in hands[first].tolist()])
    assert sorted(scalar.tolist()) == list(range(1, 7463))
    assert np.array_equal(scalar[which], ranks)


@settings(max_examples=200)
@given(st.permutations(DECK).map(lambda deck: deck[:5]))
def test_scalar_equals_batch_in_any_order_of_the_cards(cards):
    assert rank_hands(np.array([cards])).tolist() == [rank_hand(cards)]
    assert rank_hand(sorted(cards)) == rank_hand(cards)


def test_batches_are_the_same_whatever_their_length_and_type():
    hands = np.array([DECK[n : n + 5] for n in range(47)] * 1_500)
    expected = [rank_hand(hand) for hand in hands[:47].tolist()] * 1_500
    for kind in (np.uint8, np.int32, np.int64):
        assert rank_hands(hands.astype(kind)).tolist() == expected
    assert rank_hands(hands[:0]).tolist() == []


@pytest.mark.parametrize("wrong", [np.zeros((3, 7), int), np.zeros(5, int)])
def test_a_batch_is_rows_of_five(wrong):
    with pytest.raises(ValueError, match="rows of five"):
        rank_hands(wrong)


@pytest.mark.parametrize("card", [-1, 52])
def test_a_batch_has_only_cards(card):
    with pytest.raises(ValueError, match="0 to 51"):
        rank_hands(np.array([[0, 1, 2, 3, card]]))


def test_classes_end_where_they_should():
    suited_and_not = [
        (place, classify(ranks, suited=suited))
        for suited, places in zip((False, True), standings(), strict=True)
        for ranks, place in places.items()
    ]
    for place, expected in suited_and_not:
        assert category(place) is expected
    last = {k: max(p for p, c in suited_and_not if c is k) for k in Category}
    assert last == LAST_RANK
    assert LAST_STUD_RANK[StudHand.PAIR_2_5] == LAST_RANK[Category.PAIR]


@pytest.mark.parametrize(
    ("cards", "hand", "rule"),
    [
        ("AsKsQsJsTs", StudHand.ROYAL_FLUSH, "CROWN3-3.6.1(j)"),
        ("5h4h3h2hAh", StudHand.STRAIGHT_FLUSH, "CROWN3-3.6.1(i)"),
        ("AsAdAcAh7s", StudHand.FOUR_OF_A_KIND, "CROWN3-3.6.1(h)"),
        ("KsKdKcJhJs", StudHand.FULL_HOUSE, "CROWN3-3.6.1(g)"),
        ("KdJd9d5d2d", StudHand.FLUSH, "CROWN3-3.6.1(f)"),
        ("5s4d3c2hAs", StudHand.STRAIGHT, "CROWN3-3.6.1(e)"),
        ("2s2d2c9hKs", StudHand.THREE_OF_A_KIND, "CROWN3-3.6.1(d)"),
        ("3s3d2c2hKs", StudHand.TWO_PAIR, "CROWN3-3.6.1(c)"),
        ("TsTdKc6h3s", StudHand.PAIR_6_10, "CROWN3-3.6.1(b)"),
        ("QsTd6c4h2s", StudHand.HIGH_CARD, "CROWN3-3.6.1(a)"),
        ("3s2dAcKhQs", StudHand.HIGH_CARD, "CROWN3-3.6.1(e)"),
        ("AhKhQhJhTh", StudHand.ROYAL_FLUSH, "MASS-5(b)(1)"),
        ("5s4s3s2sAs", StudHand.STRAIGHT_FLUSH, "MASS-5(b)(2)"),
        ("9c9d9h9s2d", StudHand.FOUR_OF_A_KIND, "MASS-5(b)(3)"),
        ("7c7d7hKdKs", StudHand.FULL_HOUSE, "MASS-5(b)(4)"),
        ("Kc9c6c4c2c", StudHand.FLUSH, "MASS-5(b)(5)"),
        ("Tc9d8h7s6c", StudHand.STRAIGHT, "MASS-5(b)(6)"),
        ("JcJdJh4s2c", StudHand.THREE_OF_A_KIND, "MASS-5(b)(7)"),
        ("4c4d3h3sKc", StudHand.TWO_PAIR, "MASS-5(b)(8)"),
        ("6c6dAh9s2c", StudHand.PAIR_6_10, "MASS-5(b)(9)"),
        ("QhKdAs2c3h", StudHand.HIGH_CARD, "MASS-5(a)"),
        ("As2c3h4d5s", StudHand.STRAIGHT, "MASS-5(a)"),
        ("AsKsQsJsTs", StudHand.ROYAL_FLUSH, "NSW3-8.1(a)"),
        ("5d4d3d2dAd", StudHand.STRAIGHT_FLUSH, "NSW3-8.1(b)"),
        ("QcQdQhQs2c", StudHand.FOUR_OF_A_KIND, "NSW3-8.1(c)"),
        ("8c8d8h3s3c", StudHand.FULL_HOUSE, "NSW3-8.1(d)"),
        ("Ac9c7c5c2c", StudHand.FLUSH, "NSW3-8.1(e)"),
        ("9c8d7h6s5c", StudHand.STRAIGHT, "NSW3-8.1(f)"),
        ("4c4d4hKs9c", StudHand.THREE_OF_A_KIND, "NSW3-8.1(g)"),
        ("2c2d5h5sKc", StudHand.TWO_PAIR, "NSW3-8.1(h)"),
        ("JcJd9h4s2c", StudHand.PAIR_J_A, "NSW3-8.1(i)"),
        ("6c6d9h4s2c", StudHand.PAIR_6_10, "NSW3-8.1(j)"),
        ("TcTd9h4s2c", StudHand.PAIR_6_10, "NSW3-8.1(j)"),
        ("5c5d9h4s2c", StudHand.PAIR_2_5, "NSW3-8.1"),
        ("TcJdQhKsAc", StudHand.STRAIGHT, "NSW3-3.3"),
        ("AsKsQsJsTs", StudHand.ROYAL_FLUSH, "STAR4-8.1(a)"),
        ("5d4d3d2dAd", StudHand.STRAIGHT_FLUSH, "STAR4-8.1(b)"),
        ("QcQdQhQs2c", StudHand.FOUR_OF_A_KIND, "STAR4-8.1(c)"),
        ("8c8d8h3s3c", StudHand.FULL_HOUSE, "STAR4-8.1(d)"),
        ("Ac9c7c5c2c", StudHand.FLUSH, "STAR4-8.1(e)"),
        ("9c8d7h6s5c", StudHand.STRAIGHT, "STAR4-8.1(f)"),
        ("4c4d4hKs9c", StudHand.THREE_OF_A_KIND, "STAR4-8.1(g)"),
        ("2c2d5h5sKc", StudHand.TWO_PAIR, "STAR4-8.1(h)"),
        ("JcJd9h4s2c", StudHand.PAIR_J_A, "STAR4-8.1(i)"),
        ("6c6d9h4s2c", StudHand.PAIR_6_10, "STAR4-8.1(j)"),
        ("5c5d9h4s2c", StudHand.PAIR_2_5, "STAR4-8.1"),
        ("TcJdQhKsAc", StudHand.STRAIGHT, "STAR4-3.3"),
    ],
)
def test_a_hand_is_of_the_class_the_document_names(cards, hand, rule):
    assert stud_hand(rank_hand(parse(cards))) is hand
    if rule not in ("MASS-5(a)", "NSW3-3.3", "STAR4-3.3", "CROWN3-3.6.1(e)"):
        rules = mississippi_rules(rule.partition("-")[0])
        assert rules.hands.ranking.value[hand].id == rule


@pytest.mark.rule("CROWN3-3.6.1", "MASS-5(b)", "MASS-1:Rank", "NSW3-8.1", "STAR4-8.1")
@pytest.mark.parametrize("code", MISSISSIPPI_STUD)
def test_each_document_orders_the_classes_as_the_ranks_do(code):
    hands = mississippi_rules(code).hands
    ranks = [LAST_STUD_RANK[hand] for hand in hands.ranking.value]
    assert ranks == sorted(ranks)
    assert set(hands.ranking.value) == set(StudHand)


@pytest.mark.rule(
    "CROWN3-3.5", "CROWN3-3.5.1", "MASS-1:Suit", "MASS-5(a)", "NSW3-3.3", "STAR4-3.3"
)
@pytest.mark.parametrize("code", MISSISSIPPI_STUD)
def test_cards_rank_as_each_document_says_and_suits_never_do(code):
    hands = mississippi_rules(code).hands
    assert hands.order.value == RANKS[::-1]
    pairs = [rank_hand(parse(f"{r}c{r}d")[:2] + _kickers(r)) for r in hands.order.value]
    assert pairs == sorted(pairs)
    assert hands.suits_rank.value is False
    assert rank_hand(parse("AsKd9c5h2s")) == rank_hand(parse("AhKc9d5s2c"))
    assert rank_hand(parse("Ah9h7h5h2h")) == rank_hand(parse("As9s7s5s2s"))
    small = hands.small_straight.value
    assert category(rank_hand(parse("5c4d3h2sAc"))) is Category.STRAIGHT
    assert [name for name, _ in groupby(small)] == list("5432A")


def _kickers(rank):
    others = [r for r in "AKQJT98765432" if r != rank]
    return parse("".join(f"{r}h" for r in others[-3:]))


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("AhKhQh", ThreeCardHand.MINI_ROYAL),
        ("KhQhJh", ThreeCardHand.STRAIGHT_FLUSH),
        ("Ah2h3h", ThreeCardHand.STRAIGHT_FLUSH),
        ("QdQsQc", ThreeCardHand.THREE_OF_A_KIND),
        ("AhKhQd", ThreeCardHand.STRAIGHT),
        ("Ah2d3h", ThreeCardHand.STRAIGHT),
        ("Ah2hKh", ThreeCardHand.FLUSH),
        ("Ah2hKd", ThreeCardHand.HIGH_CARD),
        ("Ah3h2h", ThreeCardHand.STRAIGHT_FLUSH),
        ("2c2dAh", ThreeCardHand.PAIR),
        ("2cAdAh", ThreeCardHand.PAIR),
        ("2c4d5h", ThreeCardHand.HIGH_CARD),
    ],
)
def test_three_cards(cards, hand):
    assert three_card_hand(parse(cards)) is hand


def test_three_card_classes_over_the_whole_deck():
    found = [three_card_hand(cards) for cards in combinations(DECK, 3)]
    counts = {hand: found.count(hand) for hand in ThreeCardHand}
    assert list(counts.values()) == [4, 44, 52, 720, 1_096, 3_744, 16_440]
