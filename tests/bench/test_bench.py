"""The benchmarks: known by name, judged by their goal; their speed is never a test."""

import json

import pytest
from click.testing import CliRunner

import bench
from bench import AREAS, Benchmark, Better, Measured, benchmark, run
from bench.cli import bench as command
from bench.settle import recorded_rounds
from game.wire.settle import settle


def a_benchmark(value, baseline, better=Better.HIGHER, goal=25, *, ratio=True):
    return Benchmark(
        name="sums",
        unit="sums/s",
        against="an abacus",
        goal=goal,
        better=better,
        goal_is_ratio=ratio,
        measure=lambda: Measured(value, baseline),
    )


@pytest.mark.parametrize("name", AREAS)
def test_every_name_has_its_benchmark(name):
    found = benchmark(name)
    assert found.name == name
    assert found.against


@pytest.mark.parametrize(
    ("value", "better", "goal", "ratio", "ok"),
    [
        (2500, Better.HIGHER, 25, True, True),
        (2499, Better.HIGHER, 25, True, False),
        (4, Better.LOWER, 25, True, True),
        (5, Better.LOWER, 25, True, False),
        (5000, Better.HIGHER, 5000, False, True),
        (4999, Better.HIGHER, 5000, False, False),
        (30, Better.LOWER, 30, False, True),
        (31, Better.LOWER, 30, False, False),
    ],
)
def test_a_figure_is_judged_by_its_goal(value, better, goal, ratio, ok):
    found = a_benchmark(value, 100, better, goal, ratio=ratio).run()
    assert found["ok"] is ok
    up = better is Better.HIGHER
    assert found["ratio"] == pytest.approx(value / 100 if up else 100 / value, rel=1e-3)


def test_the_answer_is_a_list_of_figures(monkeypatch):
    monkeypatch.setattr(bench, "benchmark", lambda _name: a_benchmark(5000, 100))
    told = CliRunner().invoke(
        command, ["--json", "--only", "import-game", "odds-exact"]
    )
    assert told.exit_code == 0, told.output
    found = json.loads(told.output)
    assert len(found) == 2
    assert found[0] == {
        "name": "sums",
        "value": 5000.0,
        "unit": "sums/s",
        "baseline": 100.0,
        "against": "an abacus",
        "ratio": 50.0,
        "goal": 25,
        "ok": True,
    }
    assert [each["name"] for each in run()] == ["sums"] * len(AREAS)
    table = CliRunner().invoke(command, [])
    assert table.output.count("goal 25: ok") == len(AREAS)


def test_an_unknown_name_is_refused():
    told = CliRunner().invoke(command, ["--only", "teleport"])
    assert told.exit_code == 2


def test_the_recorded_rounds_are_settled_and_the_same_every_time():
    rounds = list(recorded_rounds(40))
    assert rounds == list(recorded_rounds(40))
    assert all(settle(each).startswith('"seats"') for each in rounds)
    assert {each["game"] for each in rounds} == {"mississippi_stud", "caribbean_stud"}
