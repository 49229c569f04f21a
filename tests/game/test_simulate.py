"""Dealt by the thousand, Mississippi Stud comes out as the exact odds say."""

import json

import pytest
from click.testing import CliRunner

from game.batch.simulate import simulate
from game.cli import game
from game.odds.mississippi_stud import Ties, analyse
from tests.game.test_odds_mississippi import PAYS

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize("ties", Ties)
def test_many_rounds_come_close_to_the_exact_figures(ties):
    exact, found = analyse(PAYS, ties), simulate(PAYS, 200_000, seed=7, ties=ties)
    assert found.rounds == 200_000
    assert abs(found.mean - exact.ev) < 4 * found.standard_error
    assert abs(found.wagered / found.rounds - exact.average_wager) < 0.02


def test_the_same_seed_deals_the_same_rounds():
    assert simulate(PAYS, 1000, seed=1) == simulate(PAYS, 1000, seed=1)
    assert simulate(PAYS, 1000, seed=1) != simulate(PAYS, 1000, seed=2)


def test_the_command_gives_sums_and_the_exact_figures_beside_them():
    asked = ["simulate", "--rulebook", "STAR4", "--rounds", "5000", "--seed", "3"]
    told = CliRunner().invoke(game, asked)
    assert told.exit_code == 0, told.output
    found = json.loads(told.output)
    plain = simulate(PAYS, 5000, seed=3)
    assert (found["net"], found["wagered"]) == (plain.net, plain.wagered)
    assert found["exact"] == {"ev": "-53223/1082900", "average_wager": "74757/20825"}
