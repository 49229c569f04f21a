"""Whatever happens in a round, rulings included: until it is over, it can go on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games import GAMES
from game.play import Move
from rulebook import Cite, Refused
from tests.game.play.test_replay import TABLES, picker
from tests.game.play_rounds import a_setup, moves_of, opened, replayed

RULED = Cite("HOUSE-RULING-1")


def ruled(game, state, rng):
    """A step of a ruling: a stake cut, a hand void or forfeited, the round void."""
    staked = game.staked(state)
    acts = sorted({"void_hand", "void_round", "cut_back", "forfeit"} & set(game.acts))
    act = rng.choice(acts)
    if act == "void_round" or not staked:
        return Move("void_round", cite=RULED)
    seat = rng.choice(sorted(staked))
    wager, stake = rng.choice(sorted(staked[seat].items()))
    also = ((wager, rng.randrange(stake + 1)),) if act == "cut_back" else ()
    return Move(act, seat, also=also, cite=RULED)


def goes_on(game, state):
    """Something is on offer that the engine takes, or the round is over."""
    offers = game.offers(state)
    assert game.over(state) or offers, state
    assert not (game.over(state) and offers)
    lines = game.settle(state)
    if game.over(state):
        assert not isinstance(lines, Refused), lines
    return offers


@pytest.mark.rule("HOUSE-STEP-1", "HOUSE-CONSOLE-4", "HOUSE-BACCARAT-18")
@pytest.mark.parametrize(("name", "code", "device", "cards"), TABLES)
@settings(max_examples=10)
@given(rng=st.randoms(use_true_random=False))
def test_a_round_that_is_not_over_can_always_go_on(name, code, device, cards, rng):
    setup = a_setup(code, name, device=device, cards=cards)
    game, state, shoe = GAMES[name], opened(setup), replayed(1) * 2
    pick, rulings = picker(rng), rng.choice((0, 0.02, 0.2))
    for _ in range(90):
        offers = goes_on(game, state)
        if not offers:
            return
        offer = pick(offers)
        move = moves_of(state, offer, pick)
        if offer.act == "deal" and cards == "dealt":
            move = game.deal_next(state, shoe)
        if rng.random() < rulings:
            move = ruled(game, state, rng)
        after = game.apply(state, move)
        if not isinstance(after, Refused):
            state = after
