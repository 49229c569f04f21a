"""The words of every act: they stand once, and hold whatever is played."""

from string import Formatter

import pytest

from game.games import ACTS, GAMES

EVERY = [(game, name) for game in GAMES for name in GAMES[game].acts]


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_an_act_is_told_alike_in_every_game(game, name):
    act = GAMES[game].acts[name]
    assert (act.sentence, act.record) == (ACTS[name].sentence, ACTS[name].record)
    assert act.label
    assert act.record[0].islower()


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_sentence_names_the_seat_where_the_act_has_one(game, name):
    act = GAMES[game].acts[name]
    named = {field for _, field, _, _ in Formatter().parse(act.sentence) if field}
    assert named == ({"seat"} if "seat" in act.form.needs else set())
