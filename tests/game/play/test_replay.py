"""Any round reached by what is offered replays from its written moves."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games import GAMES
from game.play import read_setup, write_setup
from rulebook import Refused
from tests.game.play_rounds import a_setup, done, walk

TABLES = [
    ("mississippi_stud", code, device, cards)
    for code, devices in {
        "CROWN3": ("shoe", "shuffler"),
        "MASS": ("shoe", "hand", "automated_shoe"),
        "NSW3": ("shoe", "shuffler"),
        "STAR4": ("shoe", "shuffler"),
    }.items()
    for device in devices
    for cards in ("keyed", "dealt")
] + [
    (game, "VIC99", device, cards)
    for game, devices in {
        "caribbean_stud": ("shoe", "shuffler"),
        "baccarat": ("shoe",),
    }.items()
    for device in devices
    for cards in ("keyed", "dealt")
]


UNDOES = {"take_back", "refuse_wager", "concede", "forfeit", "deem_folded"}


def picker(rng):
    """Choose among offers, seldom one that takes another back."""

    def pick(options):
        first = rng.choice(options)
        undoes = getattr(first, "act", "") in UNDOES
        return rng.choice(options) if undoes and rng.random() < 0.8 else first

    return pick


@pytest.mark.rule("HOUSE-CONSOLE-4")
@pytest.mark.parametrize(("game", "code", "device", "cards"), TABLES)
@settings(max_examples=12)
@given(rng=st.randoms(use_true_random=False), steps=st.integers(1, 80))
def test_a_round_replays_from_its_written_moves(game, code, device, cards, rng, steps):
    setup = a_setup(code, game, device=device, cards=cards)
    state = walk(setup, picker(rng), steps=steps)
    plays = GAMES[game]
    written = json.loads(json.dumps([plays.write(move) for move in state.moves]))
    kept = done(read_setup(json.loads(json.dumps(write_setup(setup)))))
    again = done(plays.replay(kept, [done(plays.read(move)) for move in written]))
    assert again == state
    assert plays.settle(again) == plays.settle(state)
    for seat in (None, *range(1, 7)):
        assert json.dumps(plays.seen(again, seat)) == json.dumps(
            plays.seen(state, seat)
        )
    lines = plays.settle(state)
    if not isinstance(lines, Refused):
        stakes = plays.staked(state)
        settled = {(line.seat, line.wager): line.stake for line in lines}
        for (seat, wager), stake in settled.items():
            assert stakes[seat][wager] == stake
        assert all(line.net >= -line.stake for line in lines)
