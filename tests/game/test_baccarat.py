"""Baccarat: the table of play at every boundary, and every bet with its rule."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.baccarat.acts import ACTS
from game.baccarat.coup import Bet, Coup, open_coup
from game.baccarat.game import BACCARAT as GAME
from game.baccarat.recorded import settle as settle_recorded
from game.baccarat.settlement import line_of, settle
from game.baccarat.table_of_play import count, next_card, turn_refusals, winner
from game.baccarat.view import seen
from game.cards import Card, parse, show
from game.line import net
from game.play import Limits, Move, Setup
from game.play.acts import apply as apply_act
from game.play.moves import MOST
from game.play.phases import Phase
from game.rulebooks.punto_banco import Spot
from game.rulebooks.vic99 import BACCARAT as RULES
from tests.game.caribbean import cites, done
from tests.game.stud import CLOSE, NO_MORE_BETS

PLAYER, BANKER, TIE = Spot.PLAYER, Spot.BANKER, Spot.TIE
# One card of each count: a ten, an ace, a two … a nine.
CARD = [parse("Tc")[0], parse("Ac")[0], *(parse(f"{n}c")[0] for n in range(2, 10))]


def hand(*counts: int) -> tuple[Card, ...]:
    return tuple(CARD[n] for n in counts)


def a_setup(places=9, decks=8) -> Setup:
    named = ("baccarat", "VIC99", "", "shoe", places, Limits(1, MOST))
    return Setup(*named, cards="dealt", decks=decks)


def bet(seat, spot, stake) -> Move:
    return Move("bet", seat, stake, spot=spot)


def card_to(to, card) -> Move:
    return Move("deal", cards=(card,), spot=to)


def apply(coup, move):
    return apply_act(ACTS, coup, move)


def play(coup, moves):
    for move in moves:
        coup = done(apply(coup, move))
    return coup


def a_coup(*bets, places=14, decks=8) -> Coup:
    """A coup with its betting closed."""
    return play(done(open_coup(a_setup(places, decks))), (*bets, NO_MORE_BETS))


def dealt(player, banker, *bets) -> Coup:
    """A coup with these counts dealt, in their order."""
    turns = [(PLAYER, player[0]), (BANKER, banker[0])]
    turns += [(PLAYER, player[1]), (BANKER, banker[1])]
    turns += [(PLAYER, n) for n in player[2:]] + [(BANKER, n) for n in banker[2:]]
    return play(a_coup(*bets), [card_to(to, CARD[n]) for to, n in turns])


# The table and the shoe.


@pytest.mark.rule("VIC99-N26-2.1")
@pytest.mark.parametrize("places", [4, 5, 14, 15])
def test_a_table_has_five_to_fourteen_places(places):
    verdict = open_coup(a_setup(places, 8))
    if places in (5, 14):
        assert done(verdict).setup.seats == places
    else:
        assert cites(verdict) == {"VIC99-N26-2.1"}


@pytest.mark.rule("VIC99-N26-2.1")
def test_a_bet_comes_from_a_place_the_table_has():
    coup = done(open_coup(a_setup(5, 8)))
    done(apply(coup, bet(5, PLAYER, 1)))
    for seat in (0, 6, 15):
        assert cites(apply(coup, bet(seat, PLAYER, 1))) == {"VIC99-N26-2.1"}


@pytest.mark.rule("HOUSE-BACCARAT-1")
@pytest.mark.parametrize("decks", range(10))
def test_a_shoe_has_six_or_eight_decks(decks):
    coup = open_coup(a_setup(9, decks))
    if decks in (6, 8):
        assert done(coup).setup.decks == decks
    else:
        assert cites(coup) == {"HOUSE-BACCARAT-1"}


@pytest.mark.rule("HOUSE-BACCARAT-1")
def test_a_card_comes_no_more_often_than_there_are_decks():
    coup = a_coup(decks=6)
    coup = play(coup, [card_to(s, CARD[0]) for s in (PLAYER, BANKER) * 2])
    third = done(apply(coup, card_to(PLAYER, CARD[0])))
    last = done(apply(third, card_to(BANKER, CARD[0])))
    assert (*last.player, *last.banker).count(CARD[0]) == 6
    assert last.phase is Phase.SETTLING
    again = apply(last, card_to(BANKER, CARD[0]))
    assert cites(again) == {"HOUSE-BACCARAT-1", "HOUSE-BACCARAT-7"}


# What hands count, and who draws.


@pytest.mark.rule("HOUSE-BACCARAT-2")
@pytest.mark.parametrize(
    ("cards", "counts"),
    [("7c8d", 5), ("Kh9s", 9), ("AcAd8h", 0), ("TcJd", 0), ("2c3d", 5), ("Qs", 0)],
)
def test_a_hand_counts_the_last_digit_of_its_sum(cards, counts):
    assert count(RULES, parse(cards)) == counts


@pytest.mark.rule("HOUSE-BACCARAT-3")
def test_the_first_four_cards_go_to_the_player_and_the_banker_in_turn():
    coup = a_coup()
    for to, other in ((PLAYER, BANKER), (BANKER, PLAYER)) * 2:
        assert next_card(RULES, coup.player, coup.banker).value is to
        wrong = apply(coup, card_to(other, CARD[1]))
        assert cites(wrong) == {"HOUSE-BACCARAT-3"}
        coup = done(apply(coup, card_to(to, CARD[1])))
    # Both must draw; the Player comes first.
    early = apply(coup, card_to(BANKER, CARD[1]))
    assert cites(early) == {"HOUSE-BACCARAT-3"}


@pytest.mark.rule("HOUSE-BACCARAT-4")
@pytest.mark.parametrize(
    ("player", "banker", "natural"),
    [
        ((8, 0), (2, 0), True),
        ((9, 0), (0, 0), True),
        ((2, 0), (8, 0), True),
        ((7, 0), (9, 0), True),
        ((7, 0), (5, 0), False),
        ((4, 3), (7, 0), False),
    ],
)
def test_a_natural_on_either_side_ends_the_deal(player, banker, natural):
    hands = hand(*player), hand(*banker)
    due = next_card(RULES, *hands)
    assert (due.cite.id == "HOUSE-BACCARAT-4") is natural
    for side in (PLAYER, BANKER) if natural else ():
        [refusal] = turn_refusals(RULES, *hands, side)
        assert refusal.cite.id == "HOUSE-BACCARAT-4"


@pytest.mark.rule("HOUSE-BACCARAT-5")
@pytest.mark.parametrize("counts", range(8))
def test_the_player_draws_to_five_and_stands_on_six(counts):
    hands = hand(counts, 0), hand(7, 0)
    due = next_card(RULES, *hands)
    assert (due.value is PLAYER) is (counts <= 5)
    refusals = [r.cite.id for r in turn_refusals(RULES, *hands, PLAYER)]
    assert refusals == ([] if counts <= 5 else ["HOUSE-BACCARAT-5"])


@pytest.mark.rule("HOUSE-BACCARAT-6")
@pytest.mark.parametrize(("player", "banker"), [*product((6, 7), range(8))])
def test_when_the_player_stands_the_banker_draws_to_five(player, banker):
    hands = hand(player, 0), hand(banker, 0)
    due = next_card(RULES, *hands)
    assert due.cite.id == "HOUSE-BACCARAT-6"
    assert due.value is (BANKER if banker <= 5 else None)
    refusals = [r.cite.id for r in turn_refusals(RULES, *hands, BANKER)]
    assert refusals == ([] if banker <= 5 else ["HOUSE-BACCARAT-6"])


DRAWS_AGAINST = {  # as it is printed on every layout
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}


@pytest.mark.rule("HOUSE-BACCARAT-7")
@pytest.mark.parametrize(("banker", "third"), [*product(range(8), range(10))])
def test_the_banker_draws_by_the_players_third_card(banker, third):
    hands = hand(5, 0, third), hand(banker, 0)
    due = next_card(RULES, *hands)
    draws = str(third) in DRAWS_AGAINST[banker]
    assert due.cite.id == "HOUSE-BACCARAT-7"
    assert due.value is (BANKER if draws else None)
    refusals = [r.cite.id for r in turn_refusals(RULES, *hands, BANKER)]
    assert refusals == ([] if draws else ["HOUSE-BACCARAT-7"])


@pytest.mark.rule("HOUSE-BACCARAT-8")
@pytest.mark.parametrize(
    ("player", "banker", "won"), [(7, 6, PLAYER), (6, 7, BANKER), (6, 6, TIE)]
)
def test_the_hand_that_counts_more_wins(player, banker, won):
    found = winner(RULES, hand(player, 0), hand(banker, 0))
    assert (found.value, found.cite.id) == (won, "HOUSE-BACCARAT-8")


# Bets.


@pytest.mark.parametrize(
    ("rule", "spot", "won", "stake", "nets"),
    [
        ("HOUSE-BACCARAT-9", PLAYER, PLAYER, 100, 100),
        ("HOUSE-BACCARAT-10", BANKER, BANKER, 100, 95),
        ("HOUSE-BACCARAT-10", BANKER, BANKER, 20, 19),
        ("HOUSE-BACCARAT-11", BANKER, BANKER, 101, 95),
        ("HOUSE-BACCARAT-11", BANKER, BANKER, 119, 113),
        ("HOUSE-BACCARAT-11", BANKER, BANKER, 21, 19),
        ("HOUSE-BACCARAT-11", BANKER, BANKER, 19, 18),
        ("HOUSE-BACCARAT-11", BANKER, BANKER, 1, 0),
        ("HOUSE-BACCARAT-12", TIE, TIE, 10, 80),
        ("HOUSE-BACCARAT-13", BANKER, TIE, 100, 0),
        ("HOUSE-BACCARAT-13", PLAYER, TIE, 100, 0),
        ("HOUSE-BACCARAT-14", PLAYER, BANKER, 100, -100),
        ("HOUSE-BACCARAT-14", BANKER, PLAYER, 100, -100),
        ("HOUSE-BACCARAT-14", TIE, PLAYER, 10, -10),
        ("HOUSE-BACCARAT-14", TIE, BANKER, 10, -10),
    ],
)
def test_a_bet_is_settled_as_its_rule_says(rule, spot, won, stake, nets):
    settled = line_of(RULES, won, Bet(3, spot, stake))
    assert (settled.seat, settled.wager, settled.stake) == (3, spot, stake)
    assert (settled.net, settled.cite.id) == (nets, rule)


@pytest.mark.rule("HOUSE-BACCARAT-15")
@pytest.mark.parametrize("stake", [0, -5, 2.5, True, "5", None])
def test_a_bet_is_a_whole_amount_above_nothing(stake):
    coup = done(open_coup(a_setup(9, 8)))
    assert cites(apply(coup, bet(1, BANKER, stake))) == {"HOUSE-BACCARAT-15"}
    done(apply(coup, bet(1, BANKER, 1)))


@pytest.mark.rule("HOUSE-BACCARAT-15")
def test_an_area_takes_one_bet_and_a_place_may_use_several_areas():
    coup = done(open_coup(a_setup(9, 8)))
    coup = play(coup, [bet(1, PLAYER, 10), bet(1, TIE, 5)])
    assert cites(apply(coup, bet(1, TIE, 5))) == {"HOUSE-BACCARAT-15"}
    done(apply(coup, bet(2, TIE, 5)))


@pytest.mark.rule("HOUSE-BACCARAT-16")
def test_betting_closes_before_the_first_card():
    coup = done(open_coup(a_setup(9, 8)))
    assert cites(apply(coup, card_to(PLAYER, CARD[1]))) == {"HOUSE-BACCARAT-16"}
    closed = done(apply(coup, NO_MORE_BETS))
    assert cites(apply(closed, bet(1, PLAYER, 5))) == {"HOUSE-BACCARAT-16"}
    assert cites(apply(closed, NO_MORE_BETS)) == {"HOUSE-BACCARAT-16"}
    done(apply(closed, card_to(PLAYER, CARD[1])))


@pytest.mark.rule("HOUSE-BACCARAT-17")
def test_bets_are_settled_once_the_hands_are_complete():
    unfinished = dealt((5, 0), (7, 0), bet(1, BANKER, 100))
    assert unfinished.phase is Phase.DEALING
    assert cites(settle(unfinished)) == {"HOUSE-BACCARAT-17"}
    assert cites(apply(unfinished, CLOSE)) == {"HOUSE-BACCARAT-17"}
    coup = done(apply(unfinished, card_to(PLAYER, CARD[1])))
    [settled] = done(settle(coup))
    assert settled.net == 95
    over = done(apply(coup, CLOSE))
    assert (over.phase, GAME.offers(over)) == (Phase.CLOSED, ())
    assert cites(apply(over, CLOSE)) == {"HOUSE-BACCARAT-17"}
    assert cites(settle(a_coup())) == {"HOUSE-BACCARAT-17"}


# What holds for every coup.


@st.composite
def coups(draw):
    """A complete coup from a shuffled shoe, with any bets."""
    places = st.tuples(st.integers(1, 14), st.sampled_from(Spot))
    bets = draw(st.dictionaries(places, st.integers(1, 10**9), max_size=10))
    coup = a_coup(*(bet(seat, spot, n) for (seat, spot), n in bets.items()))
    shoe = iter(draw(st.lists(st.sampled_from(range(52)), min_size=6, max_size=6)))
    while coup.phase is Phase.DEALING:
        coup = done(apply(coup, Move("deal", cards=(Card(next(shoe)),))))
    return done(apply(coup, CLOSE))


@settings(max_examples=100)
@given(coups())
def test_nobody_loses_more_than_staked(coup):
    lines = done(settle(coup))
    assert [each.stake for each in lines] == [bet.stake for bet in coup.boxes]
    assert all(-each.stake <= each.net <= 8 * each.stake for each in lines)
    assert net(lines) >= -sum(bet.stake for bet in coup.boxes)


@settings(max_examples=50)
@given(coups())
def test_a_replayed_record_is_the_same_coup(coup):
    assert GAME.replay(coup.setup, coup.moves) == coup


@settings(max_examples=20)
@given(coups(), st.integers(1, 14))
def test_a_place_sees_what_lies_on_the_table_and_no_card_to_come(coup, seat):
    for length in range(len(coup.moves)):
        part = done(GAME.replay(coup.setup, coup.moves[:length]))
        out = [show(move.cards) for move in coup.moves[:length] if move.cards]
        board = [place["card"] for place in seen(part, seat)["board"]]
        assert sorted(filter(None, board)) == sorted(out)


@pytest.mark.rule("HOUSE-BACCARAT-4")
def test_a_recorded_card_the_table_forbids_is_an_error_with_its_rule():
    request = {
        "game": "baccarat",
        "player": "2c3c9d",
        "banker": "4c5c",
        "seats": [{"seat": 1, "bets": {"banker": 100}}],
    }
    answer = settle_recorded(request)
    assert "No card goes to the Player now" in answer["error"]
    assert [reason["rule"] for reason in answer["refused"]] == ["HOUSE-BACCARAT-4"]
