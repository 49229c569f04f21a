"""What the Dealer's hand does to antes and Bets, hand by hand and rule by rule."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cards import DECK as WHOLE
from game.cards import parse
from game.caribbean.game import CARIBBEAN_STUD
from game.caribbean.round import Status
from game.caribbean.settlement import (
    announce,
    compare,
    lines_of,
    qualifies,
    rank_of,
    result_of,
    settle,
    turned,
)
from game.caribbean.table import open_round
from game.caribbean.view import seen
from game.hands import Category, rank_hand
from game.line import net
from game.rulebooks.caribbean import CapScope
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import Result
from rulebook import VIC99
from tests.game.caribbean import (
    RULES,
    a_box,
    act,
    deal_from,
    done,
    empty,
    nets,
    played,
    replayed_of,
)
from tests.game.stud import (
    BET_OR_FOLD,
    CLOSE,
    NO_MORE_BETS,
    REVEAL,
    ante,
    bet,
    fold,
    settle_hand,
)

PAIR_OF_FOURS = "4c4dKh9s2c"
DOES_NOT_PLAY = "AcQdJh9s8c"


@pytest.mark.rule("VIC99-N25-9.1")
@pytest.mark.parametrize(
    ("dealer", "plays"),
    [
        ("AsKd4c3h2s", True),  # the lowest hand that plays
        ("AsQdJc9h8s", False),
        ("AsQdJcTh9s", False),  # the highest that does not
        ("KsQdJcTh8s", False),
        ("2s2d3c4h5s", True),
        ("As2d3c4h5s", True),  # a straight, though without a king
        ("KsQdJcTh9s", True),
        ("Qs9s7s4s2s", True),
    ],
)
def test_the_dealer_plays_with_ace_king_or_better(dealer, plays):
    assert qualifies(RULES, parse(dealer)).value is plays


@pytest.mark.rule("VIC99-N25-9.2", "VIC99-N25-9.3.1")
@pytest.mark.parametrize("hand", ["AhKhQhJhTh", "9c7d5h3s2d", "AdQc9h8d7c"])
def test_without_a_dealers_hand_antes_are_paid_and_bets_go_back(hand):
    found = nets(a_box(hand), DOES_NOT_PLAY)
    assert found == {"ante": (5, "N25-9.3.1"), "bet": (0, "N25-9.2")}


@pytest.mark.parametrize(
    ("rule", "hand", "ante", "bet"),
    [
        ("VIC99-N25-9.4.1.1", "KdJd9d5d2d", 5, 50),
        ("VIC99-N25-9.4.1.1", "4h4sKc9c3d", 5, 10),  # a better last card
        ("VIC99-N25-9.4.1.2", "3c3dAh9h8c", -5, -10),
        ("VIC99-N25-9.4.1.3", "4h4sKc9c2d", 0, 0),
    ],
)
def test_higher_wins_lower_loses_and_equal_stands(rule, hand, ante, bet):
    box = a_box(hand)
    dealer = turned(RULES, parse(PAIR_OF_FOURS))
    assert [line.net for line in lines_of(RULES, box, dealer)] == [ante, bet]
    assert result_of(RULES, box, dealer).cite.id == rule


@pytest.mark.rule("VIC99-N25-1.1.8")
def test_equal_hands_neither_win_nor_lose():
    box = a_box("4h4sKc9c2d")
    dealer = turned(RULES, parse(PAIR_OF_FOURS))
    lines = lines_of(RULES, box, dealer)
    assert (result_of(RULES, box, dealer).value, net(lines)) == (Result.PUSH, 0)
    assert sum(line.stake for line in lines) == 15


@pytest.mark.rule("VIC99-N25-10.1")
@pytest.mark.parametrize("hand", ["AhKhQhJhTh", "KcKdKhJsJd", "4h4sKc9c3d"])
def test_the_ante_pays_even_money_whatever_the_hand(hand):
    assert nets(a_box(hand), PAIR_OF_FOURS)["ante"] == (5, "N25-10.1")


@pytest.mark.rule("VIC99-N25-10.2")
@pytest.mark.parametrize(
    ("hand", "dealer", "pays"),
    [
        ("AhKhQhJhTh", PAIR_OF_FOURS, 250),
        ("9h8h7h6h5h", PAIR_OF_FOURS, 50),
        ("5h4h3h2hAh", PAIR_OF_FOURS, 50),
        ("AcAdAhAs7d", PAIR_OF_FOURS, 20),
        ("QcQdQhJsJd", PAIR_OF_FOURS, 7),
        ("KdJd9d5d2d", PAIR_OF_FOURS, 5),
        ("5c4h3d2hAs", PAIR_OF_FOURS, 4),
        ("QcQdQh8s3d", PAIR_OF_FOURS, 3),
        ("7c7d5h5sJd", PAIR_OF_FOURS, 2),
        ("TcTdQh6s3d", PAIR_OF_FOURS, 1),
        ("AhKsQc9d7c", "AsKd4c3h2s", 1),  # less than a pair
    ],
)
def test_the_bet_pays_by_the_hand(hand, dealer, pays):
    assert nets(a_box(hand), dealer)["bet"] == (10 * pays, "N25-10.2")


@pytest.mark.rule("VIC99-N25-3.4")
def test_suits_do_not_rank():
    one, other = parse("AsKd9c5h2s"), parse("AhKc9d5s2c")
    against = compare(RULES, rank_hand(one), rank_hand(other))
    assert (against.value, against.cite.clause) == (Result.PUSH, "N25-3.4")
    assert not RULES.hands.suits_rank.value


@pytest.mark.rule("VIC99-N25-3.4.1", "VIC99-N25-13.2")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac9d7h5s3c", "KcQdJh9s8c"),
        ("9c9dKh7s4c", "9h9sKc7d3c"),
        ("6c5d4h3s2c", "5c4d3h2sAc"),  # the ace counts low in the wheel
        ("KcQdJhTs9c", "JcTd9h8s7c"),
        ("4c4d4h2s2c", "3c3d3hAsAc"),
    ],
)
def test_within_a_class_the_cards_decide(higher, lower):
    mine, theirs = rank_hand(parse(higher)), rank_hand(parse(lower))
    won, lost = compare(RULES, mine, theirs), compare(RULES, theirs, mine)
    assert (won.value, lost.value) == (Result.WIN, Result.LOSE)
    assert won.cite == VIC99.at("N25-13.2")


@pytest.mark.rule("VIC99-N25-3.4.1")
def test_the_order_of_ranks_is_what_a_dealers_hand_is_read_by():
    assert RULES.hands.order.value == "AKQJT98765432"
    assert qualifies(RULES, parse("2s3h4cKdAs")).value  # in whatever order they lie


@pytest.mark.rule("VIC99-N25-13.1")
def test_ten_classes_rank_upwards_from_odd_cards_to_the_royal_flush():
    hands = ["QsTd6c4h2s", "TsTdKc6h3s", "7s7d4c4hJs", "QsQdQc8h3s", "5s4d3c2hAs"]
    hands += ["KdJd9d5d2d", "KsKdKcJhJs", "AsAdAcAh7s", "9h8h7h6h5h", "AsKsQsJsTs"]
    classes = [announce(RULES, parse(hand)).value for hand in hands]
    assert classes == list(RULES.hands.ranking)[::-1] == list(Category)[::-1]
    ranks = [rank_hand(parse(hand)) for hand in hands]
    for low, high in pairwise(ranks):
        against = compare(RULES, high, low)
        assert (against.value, against.cite.clause) == (Result.WIN, "N25-13.1")


@pytest.mark.parametrize(
    ("rule", "hand", "named"),
    [
        ("VIC99-N25-13.1.1", "QsTd6c4h2s", Category.HIGH_CARD),
        ("VIC99-N25-13.1.1", "2sAdKcQhJs", Category.HIGH_CARD),
        ("VIC99-N25-13.1.2", "TsTdKc6h3s", Category.PAIR),
        ("VIC99-N25-13.1.3", "7s7d4c4hJs", Category.TWO_PAIR),
        ("VIC99-N25-13.1.4", "QsQdQc8h3s", Category.THREE_OF_A_KIND),
        ("VIC99-N25-13.1.5", "5s4d3c2hAs", Category.STRAIGHT),
        ("VIC99-N25-13.1.5", "AsKdQcJhTs", Category.STRAIGHT),
        ("VIC99-N25-13.1.6", "KdJd9d5d2d", Category.FLUSH),
        ("VIC99-N25-13.1.7", "3s3d3cAhAs", Category.FULL_HOUSE),
        ("VIC99-N25-13.1.8", "AsAdAcAh7s", Category.FOUR_OF_A_KIND),
        ("VIC99-N25-13.1.9", "9h8h7h6h5h", Category.STRAIGHT_FLUSH),
        ("VIC99-N25-13.1.9", "5h4h3h2hAh", Category.STRAIGHT_FLUSH),
        ("VIC99-N25-13.1.10", "AsKsQsJsTs", Category.ROYAL_FLUSH),
    ],
)
def test_a_hand_is_named_by_its_rule(rule, hand, named):
    called = announce(RULES, parse(hand))
    assert (called.value, called.cite.id) == (named, rule)


@pytest.mark.rule("VIC99-N25-9.7")
def test_the_best_value_counts_whatever_a_player_called():
    called = announce(RULES, parse("As2d3c4h5s"), called=Category.HIGH_CARD)
    assert called.value is Category.STRAIGHT
    assert called.cite == VIC99.at("N25-9.7")


# The posted maximum.


@pytest.mark.rule("VIC99-N25-10.11")
@pytest.mark.parametrize(
    ("maximum", "paid", "clause"),
    [(25_001, 25_000, "10.2"), (25_000, 25_000, "10.2"), (24_999, 24_999, "10.11")],
)
def test_a_bet_wins_no_more_than_the_posted_maximum(maximum, paid, clause):
    start = empty(maximum_payout=maximum)
    now = played("4c4dKc9s2c", "AhKhQhJhTh", amount=50, start=start)
    [ante, bet] = done(settle(now))
    assert (ante.net, bet.net, bet.cite.clause) == (50, paid, f"N25-{clause}")


@pytest.mark.rule("VIC99-N25-10.11")
def test_a_maximum_for_the_table_is_shared_in_proportion():
    start = empty(maximum_payout=1_000, payout_scope=CapScope.TABLE)
    hands = ("KdJd9d5d2d", "AhJh9h5h3h")  # two flushes, 5 to 1 on 200 each
    now = played("4c4sKc9s2c", *hands, amount=100, start=start)
    bets = [line for line in done(settle(now)) if line.wager == "bet"]
    assert [line.net for line in bets] == [500, 500]
    assert {line.cite.clause for line in bets} == {"N25-10.11"}
    each = played("4c4sKc9s2c", *hands, amount=100, start=empty(maximum_payout=1_000))
    assert [n.net for n in done(settle(each)) if n.wager == "bet"] == [1_000, 1_000]


# What holds for every round.


@st.composite
def rounds(draw):
    """A round of any length: antes, a shuffled deck, and a decision for each seat."""
    device = draw(st.sampled_from([Device.SHOE, Device.SHUFFLER]))
    antes = draw(
        st.dictionaries(
            st.integers(1, 9), st.integers(1, 10_000), min_size=1, max_size=9
        )
    )
    cap = draw(st.sampled_from(CapScope))
    now = empty(device, draw(st.integers(1, 50_000)), payout_scope=cap)
    now = act(now, *(ante(s, n) for s, n in antes.items()), NO_MORE_BETS)
    now = deal_from(now, draw(st.permutations(WHOLE)))
    now = act(now, BET_OR_FOLD)
    for seat, stake in antes.items():
        now = act(now, fold(seat) if draw(st.booleans()) else bet(seat, 2 * stake))
    return act(now, REVEAL)


def stages(now):
    """The round as it stood before each of its moves, and as it stands."""
    part = done(open_round(now.setup))
    yield part
    for move in now.moves:
        part = act(part, move)
        yield part


@settings(max_examples=40)
@given(rounds())
def test_nobody_loses_more_than_staked_and_every_wager_has_its_rule(now):
    lines = done(settle(now))
    for box in now.boxes:
        own = [line for line in lines if line.seat == box.seat]
        staked = box.ante + box.bet
        assert sum(line.stake for line in own) == staked
        assert net(own) >= -staked
        assert all(line.net >= -line.stake for line in own)
    won = [line.net for line in lines if line.wager == "bet"]
    assert all(each <= now.table.maximum_payout for each in won)


@settings(max_examples=20)
@given(rounds())
def test_a_replayed_record_is_the_same_round(now):
    for seat in now.to_settle:
        now = act(now, settle_hand(seat))
    now = act(now, CLOSE)
    assert replayed_of(now) == now


@settings(max_examples=20)
@given(rounds())
def test_a_seat_sees_its_own_cards_and_what_lies_open_and_nothing_else(now):
    for part in stages(now):
        for viewer in (None, *(box.seat for box in part.boxes)):
            view = seen(part, viewer)
            for its in view["seats"]:
                assert its["seat"] == viewer or not any(its["cards"])
            shown = [place for place in view["board"] if place["card"]]
            assert len(shown) == (5 if part.revealed else part.up_card_shows)


@settings(max_examples=20)
@given(rounds())
def test_whatever_was_done_had_been_offered(now):
    for part, move in zip(stages(now), now.moves, strict=False):
        offered = {(offer.act, offer.seat) for offer in CARIBBEAN_STUD.offers(part)}
        assert (move.act, move.seat) in offered


def test_a_void_hand_that_was_never_complete_is_settled_all_the_same():
    box = a_box("2c3d", bet=0, status=Status.VOID, ruled=VIC99.at("N25-14.9"))
    assert (rank_of(box), net(lines_of(RULES, box, None))) == (0, 0)
