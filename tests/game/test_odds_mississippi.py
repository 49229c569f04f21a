"""Mississippi Stud's exact odds, against plain play with real cards."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from game.cards import DECK
from game.hands import StudHand, rank_hand, stud_hand
from game.odds.mississippi_stud import Ties, analyse, best_strategy, unfolded
from game.odds.streets import HANDS, frequencies, streets
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules

PAYS = dict(zip(HANDS, (500, 100, 40, 10, 6, 4, 3, 2, 1, 0, -1, -1), strict=True))
ODD_PAYS = {**PAYS, StudHand.STRAIGHT: Fraction(11, 2), StudHand.PAIR_2_5: 0}


@pytest.mark.parametrize("code", MISSISSIPPI_STUD)
def test_every_document_pays_the_table_that_is_analysed(code):
    ante = mississippi_rules(code).settlement.ante
    assert {hand: verdict.to_one for hand, verdict in ante.items()} == PAYS


@pytest.mark.parametrize(
    ("ties", "wager", "variance"),
    [
        (Ties.BET, "74757/20825", "113467204301671/1172672410000"),
        (Ties.FOLD, "134727/38675", "112803949709671/1172672410000"),
    ],
)
def test_perfect_play_loses_4_91_percent_of_the_ante(ties, wager, variance):
    found = analyse(PAYS, ties)
    assert found.ev == Fraction(-53223, 1082900)
    assert round(100 * -found.ev, 2) == Fraction("4.91")
    assert found.average_wager == Fraction(wager)
    assert found.variance == Fraction(variance)
    assert found.element_of_risk == -found.ev / found.average_wager
    if ties is Ties.BET:
        assert round(found.average_wager, 2) == Fraction("3.59")


def test_the_twelve_classes_make_up_the_whole_deck():
    counts = (4, 36, 624, 3744, 5108, 10200, 54912, 123552)
    counts += (337920, 422400, 337920, 1302540)
    assert tuple(frequencies().values()) == counts
    assert sum(counts) == 2_598_960
    assert analyse(PAYS).frequencies == frequencies()


def test_the_starting_hands_are_played_as_is_known():
    hands = analyse(PAYS).starting_hands
    assert len(hands) == 169
    assert Counter(hands.values()) == {"fold": 51, "1x": 105, "3x": 13}
    # Any pair bets three times, a high card or two middle ones once, and 6-5 suited.
    for name, play in hands.items():
        high, low = ("23456789TJQKA".index(rank) for rank in name[:2])
        points = sum(2 if r >= 9 else r >= 4 for r in (high, low))
        expected = "3x" if high == low else "1x" if points >= 2 else "fold"
        assert play == ("1x" if name == "65s" else expected), name


def test_a_better_pay_table_is_never_worse_and_a_worse_one_never_better():
    base = analyse(PAYS).ev
    assert analyse({**PAYS, StudHand.STRAIGHT: 5}).ev > base
    assert analyse({**PAYS, StudHand.STRAIGHT: Fraction(7, 2)}).ev < base
    generous = dict.fromkeys(HANDS, 1)
    assert analyse(generous).ev == 10  # four wagers, three of them at three times
    assert analyse(dict.fromkeys(HANDS, -1)).ev == -1
    assert set(analyse({}).starting_hands.values()) == {"fold"}


def test_a_hand_that_pays_nothing_and_costs_nothing_is_bet_as_little_as_it_may():
    pushes = analyse(dict.fromkeys(HANDS, 0))
    assert (pushes.ev, pushes.average_wager, pushes.variance) == (0, 4, 0)


# The same values with real cards, every bet tried, and nothing merged.


def value_with_cards(pays, seen, staked):
    """The best that can be done with these cards in sight and so much staked."""
    if len(seen) == 5:
        return staked * pays[stud_hand(rank_hand(seen))]
    left = [card for card in DECK if card not in seen]
    best = Fraction(-staked)
    for bet in (1, 2, 3):
        worth = [value_with_cards(pays, (*seen, c), staked + bet) for c in left]
        best = max(best, Fraction(sum(worth)) / len(left))
    return best


def states_of(seen):
    """The state of these cards on the street of their number, by way of the starts."""
    low, *more = sorted(seen, key=lambda card: card >> 2)
    high = more[-1]
    kind = "" if low >> 2 == high >> 2 else "s" if low & 3 == high & 3 else "o"
    ranks = "23456789TJQKA"
    return streets().starts[f"{ranks[high >> 2]}{ranks[low >> 2]}{kind}"].state


@pytest.mark.parametrize("pays", [PAYS, ODD_PAYS], ids=["printed", "odd"])
@pytest.mark.parametrize("seed", range(6))
def test_fifth_street_is_worth_what_real_cards_give(pays, seed):
    seen = tuple(random.Random(seed).sample(DECK, 4))
    strategy = best_strategy(pays)
    ends = Counter(
        stud_hand(rank_hand((*seen, card))) for card in DECK if card not in seen
    )
    state = streets().fifth.index(tuple(ends[hand] for hand in HANDS))
    for staked in (3, 5, 7):
        worth = Fraction(strategy.fifth[staked][state].net, 48 * strategy.unit)
        assert worth == value_with_cards(pays, seen, staked)


@pytest.mark.parametrize("hole", [(48, 44), (13, 17), (0, 1)], ids=["AKs", "65s", "22"])
def test_a_starting_hand_is_worth_what_real_cards_give(hole):
    """Bets of 1 and 3 from the states; real cards one street at a time beneath."""
    strategy = best_strategy(PAYS)
    worth = strategy.third[states_of(hole)]
    fourth, fifth = strategy.fourth, strategy.fifth
    best = -1 * 50 * 49 * 48
    for third in (1, 2, 3):
        total = 0
        for state, cards in streets().third[states_of(hole)]:
            staked = 1 + third
            if staked in fourth:
                total += cards * fourth[staked][state].net
            else:  # a bet of 2x, which the analysis never tries
                total += cards * _fourth_by_hand(staked, state, fifth)
        best = max(best, total)
    assert worth.net == best


def _fourth_by_hand(staked, state, fifth):
    nets = [-staked * 49 * 48]
    for bet in (1, 2, 3):
        total = 0
        for after, cards in streets().fourth[state]:
            ends = streets().fifth[after]
            won = sum(n * PAYS[h] for n, h in zip(ends, HANDS, strict=True))
            now = staked + bet
            total += cards * max(-48 * now, *((now + b) * won for b in (1, 2, 3)))
        nets.append(total)
    return max(nets)


def test_unfolded_hands_are_part_of_all_hands():
    live = unfolded(best_strategy(PAYS))
    for hand, chance in live.items():
        assert 0 < chance <= Fraction(frequencies()[hand], 2_598_960)
    assert live[StudHand.ROYAL_FLUSH] == Fraction(4, 2_598_960)  # never folded
    assert sum(unfolded(best_strategy({})).values()) == 0
