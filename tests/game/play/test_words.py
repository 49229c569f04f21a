"""The words of every act: they stand once, and hold whatever is played."""

from string import Formatter

import pytest

from game.games import GAMES
from game.play.words import WORDS

EVERY = [(game, name) for game in GAMES for name in GAMES[game].acts]


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_every_act_of_a_game_has_its_words(game, name):
    words = WORDS[name]
    assert words.label
    assert words.record[0].islower()


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_sentence_names_the_seat_where_the_act_has_one(game, name):
    form = GAMES[game].acts[name].form
    parts = Formatter().parse(WORDS[name].sentence)
    named = {field for _, field, _, _ in parts if field}
    assert named == ({"seat"} if "seat" in form.needs else set())


def test_no_words_are_kept_for_what_no_game_has():
    assert set(WORDS) == {name for game in GAMES.values() for name in game.acts}
