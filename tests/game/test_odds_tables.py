"""Caribbean Stud and Baccarat: exact odds, against real cards and public figures."""

import random
from collections import Counter
from fractions import Fraction
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest

from game.baccarat.table_of_play import next_card, winner
from game.batch.hands import rank_hands
from game.cards import DECK, parse
from game.hands import Category, category
from game.odds import baccarat
from game.odds.ace_king import BEHIND, is_ace_king, no_pairs, sights
from game.odds.caribbean_stud import DEALS, Strategy, analyse
from game.odds.showdowns import LAST_PLAYING_RANK, Against, all_hands, made_hands
from game.rulebooks.punto_banco import Spot
from game.rulebooks.vic99 import CARIBBEAN_STUD

pytestmark = pytest.mark.exhaustive

PAYS = CARIBBEAN_STUD.settlement.bet_pays.value
ROYAL_100 = {**PAYS, Category.ROYAL_FLUSH: 100}


@pytest.mark.parametrize(
    ("pays", "strategy", "ev", "percent"),
    [
        (PAYS, Strategy.OPTIMAL, "-86362082531/1661102543100", "5.199"),
        (PAYS, Strategy.AKJ83, "-5859374881/110740169540", "5.291"),
        (ROYAL_100, Strategy.OPTIMAL, "-142031221/2718662100", "5.224"),
        (ROYAL_100, Strategy.AKJ83, "-5887307781/110740169540", "5.316"),
    ],
)
def test_caribbean_stud_costs_what_is_known(pays, strategy, ev, percent):
    found = analyse(pays, strategy)
    assert found.ev == Fraction(ev)
    assert round(100 * -found.ev, 3) == Fraction(percent)
    assert found.element_of_risk < -found.ev


def test_the_best_play_is_no_worse_than_the_simple_rule():
    best, simple = (analyse(PAYS, strategy) for strategy in Strategy)
    assert best.ev > simple.ev
    assert 2 < best.average_wager < Fraction(21, 10)


def test_a_bet_that_wins_pays_at_least_even_money():
    with pytest.raises(ValueError, match="1 to 1 or more, pair"):
        analyse({**PAYS, Category.PAIR: 0})


def test_every_pair_of_hands_is_counted_once():
    hands = Counter()
    for rank, number in all_hands().items():
        hands[category(rank)] += number
    assert sum(hands.values()) == comb(52, 5)
    for hand, against in made_hands().items():
        assert against.total == hands[hand] * comb(47, 5)
    looked_at = sum(sight.deals for sight in sights())
    assert looked_at == 164 * (4**5 - 4) * 47
    assert comb(52, 5) * 47 * BEHIND == DEALS


def ranks_behind(seen, more):
    """The rank of every hand of the dealer that can be made with the cards left."""
    left = [card for card in DECK if card not in seen]
    flat = chain.from_iterable(combinations(left, more))
    return np.fromiter(flat, dtype=np.int64).reshape(-1, more)


def against_cards(player, dealer_ranks):
    """What the dealer's hands do to a hand, one by one."""
    mine = int(rank_hands(np.array([player]))[0])
    plays = dealer_ranks <= LAST_PLAYING_RANK
    return Against(
        int((~plays).sum()),
        int((plays & (dealer_ranks > mine)).sum()),
        int((plays & (dealer_ranks == mine)).sum()),
        int((plays & (dealer_ranks < mine)).sum()),
    )


@pytest.mark.parametrize(
    ("player", "up"),
    [
        ("AcKdQh8s3c", "7c"),
        ("AcKcQc8s3d", "8c"),
        ("AhKsJd8c3h", "Kh"),
        ("AdKd4d3d2s", "Ah"),
        ("AcKdJh9s5c", "2d"),
    ],
)
def test_an_ace_king_hand_faces_what_real_cards_give(player, up):
    hand, [shown] = parse(player), parse(up)
    behind = ranks_behind((*hand, shown), 4)
    dealer = np.column_stack([np.full(len(behind), shown), behind])
    plain = against_cards(hand, rank_hands(dealer))
    same_suit = sum(1 << (c >> 2) for c in hand if c & 3 == shown & 3)
    [sight] = [
        s
        for s in sights()
        if s.hand == sum(1 << (c >> 2) for c in hand)
        and s.up == 1 << (shown >> 2)
        and s.same_suit == same_suit
    ]
    assert sight.against == plain


def test_a_royal_flush_faces_what_real_cards_give():
    royal = parse("AcKcQcJcTc")
    plain = against_cards(royal, rank_hands(ranks_behind(royal, 5)))
    assert made_hands()[Category.ROYAL_FLUSH] == Against().plus(plain, 4)


# Why only ace-king hands need a look at the up card.


def ways(available, ranks, up):
    """Cards of these ranks behind an up card, by how many of each rank are left."""
    product = np.ones(len(available), dtype=np.int64)
    for rank in ranks:
        if rank != up:
            product = product * available[:, rank]
    return product


def split(ranks):
    return [rank for rank in range(13) if ranks >> rank & 1]


def test_less_than_ace_king_never_finds_the_dealer_idle_half_of_the_time():
    hands = [split(ranks) for ranks in no_pairs() if not is_ace_king(ranks)]
    available = np.array([[4 - (r in hand) for r in range(13)] for hand in hands])
    for up in range(13):
        idle = sum(
            ways(available, split(ranks), up)
            for ranks in no_pairs()
            if ranks >> up & 1 and not is_ace_king(ranks)
        )  # flushes, which do play, are not even taken off
        assert 2 * idle.max() < BEHIND


def test_a_pair_is_worth_a_bet_against_every_up_card():
    """Betting beats folding if 2·idle + 4·lower + equal > 2·higher, at even money."""
    pairs = [
        (pair, *kickers)
        for pair in range(13)
        for kickers in combinations([r for r in range(13) if r != pair], 3)
    ]
    left = np.array([[4 - (r in p) - (r == p[0]) for r in range(13)] for p in pairs])
    rank = np.array([pair[0] for pair in pairs])
    for up in range(13):
        possible = left[:, up] > 0
        held = [r for r in no_pairs() if r >> up & 1]
        idle = sum(ways(left, split(r), up) - 1 for r in held if not is_ace_king(r))
        lower = sum(ways(left, split(r), up) - 1 for r in held if is_ace_king(r))
        for pair in range(13):
            lower = lower + (pair < rank) * _pairs_behind(left, pair, up)
        # With an ace beside the pair, the same pair without one is lower too.
        same = _kickers_without_ace(left, rank, up)
        lower = lower + same * np.array([12 in pair[1:] for pair in pairs])
        margin = 2 * idle + 4 * lower - 2 * (BEHIND - idle - lower)
        assert margin[possible].min() > 0


def _kickers_without_ace(left, rank, up):
    """Dealer's hands with the other two cards of the pair, the up card and no ace."""
    if up == 12:
        return np.zeros(len(left), dtype=np.int64)
    total = np.zeros(len(left), dtype=np.int64)
    for kickers in combinations([r for r in range(12) if r != up], 2):
        clear = ~np.isin(rank, (*kickers, up))
        total += clear * ways(left, kickers, up)
    return total


def _pairs_behind(left, pair, up):
    """Dealer's pairs of one rank that hold the up card."""
    others = [r for r in range(13) if r not in (pair, up)]
    if pair == up:
        kickers = combinations(others, 3)
        return (left[:, pair] - 1) * sum(ways(left, k, up) for k in kickers)
    kickers = combinations(others, 2)
    twice = left[:, pair] * (left[:, pair] - 1) // 2
    return twice * sum(ways(left, k, up) for k in kickers)


def test_two_pairs_or_more_beat_most_of_what_a_dealer_can_hold():
    """No pair or one pair is more than half of any deal that is left."""
    least = min(
        against.no_hand + against.lower - against.higher
        for hand, against in made_hands().items()
        if hand is not Category.PAIR
    )
    assert least > 0


# Baccarat.


@pytest.mark.parametrize(
    ("decks", "banker", "player"),
    [
        (8, "-114753351728/10847218479825", "-241149546272/19524993263685"),
        (6, "-460294100/43594702723", "-18880657128/1525814595305"),
    ],
)
def test_baccarat_costs_what_is_known(decks, banker, player):
    ev = baccarat.analyse(decks).ev
    assert ev[Spot.BANKER] == Fraction(banker)
    assert ev[Spot.PLAYER] == Fraction(player)
    assert sum(baccarat.result_chances(decks).values()) == 1


def test_the_eight_deck_figures_as_they_are_published():
    found = baccarat.analyse(8)
    rounded = {spot: round(100 * -ev, 2) for spot, ev in found.ev.items()}
    assert rounded == {
        Spot.BANKER: Fraction("1.06"),
        Spot.PLAYER: Fraction("1.24"),
        Spot.TIE: Fraction("14.36"),
    }
    assert found.ev[Spot.TIE] == Fraction(-103841353768, 723147898655)
    assert round(found.chances[Spot.BANKER], 6) == Fraction("0.458597")


def test_dealt_coups_come_out_as_the_chances_say():
    shuffler, rules = random.Random(5), baccarat.BACCARAT
    results = Counter()
    for _ in range(4000):
        shoe = shuffler.sample(list(DECK) * 8, 6)
        hands = {Spot.PLAYER: (), Spot.BANKER: ()}
        while turn := next_card(rules, *hands.values()).value:
            hands[turn] += (shoe.pop(),)
        results[winner(rules, *hands.values()).value] += 1
    for spot, chance in baccarat.result_chances(8).items():
        assert abs(results[spot] / 4000 - chance) < 0.03
