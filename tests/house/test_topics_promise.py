"""Every rule of play at a live table goes through a service, or says why not.

A rule counts as held where a test names it by its mark (not by a word in a comment)
and that test stands in a house with a database. The files `test_topics_*` ask more:
a rule named there must have been cited by a service, or shown by an assertion.
"""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

from game.irregularities.catalogue import CATALOGUE
from rulebook import proofs
from rulebook.guidance import GUIDANCE
from rulebook.register import rules

ROOT = Path(__file__).parents[2]
TOPICS = {
    "betting": 56,
    "deal": 78,
    "settlement": 41,
    "irregularity": 122,
    "player-card": 11,
    "loss-limit": 11,
    "jackpot-payout": 72,
    "jackpot-meter": 53,
    "over-underpayment": 11,
}
NOT_BY_HAND = "no table of the house deals from the hand (MASS-8(a))"
ONE_ROYAL = (
    "one deck gives one royal flush; a claim of two is blocked (HOUSE-JACKPOT-1)"
)
EXCEPT = {
    "MASS-8(b)(3)": NOT_BY_HAND,
    "MASS-8(c)": NOT_BY_HAND,
    "MASS-8(c)(1)": NOT_BY_HAND,
    "MASS-8(c)(2)": NOT_BY_HAND,
    "MASS-8(c)(3)": NOT_BY_HAND,
    "NSW3-15.2.13.1": ONE_ROYAL,
    "STAR4-15.2.13.1": ONE_ROYAL,
}
# Only a test that stands in a house has one of these, itself or through a fixture.
HOUSE = {"app", "config", "database_url", "db", "postgres_url", "sign_in", "sqlite_url"}


@cache
def in_a_house(path):
    """The tests and fixtures of a file that stand in a house, by name."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    asks = {
        node.name: {arg.arg for arg in node.args.args}
        for node in module.body
        if isinstance(node, ast.FunctionDef)
    }
    known = set(HOUSE)
    while more := {name for name, args in asks.items() if args & known} - known:
        known |= more
    return known


@cache
def held():
    """The rules that some test in a house names by its mark."""
    return {
        test.rule_id
        for test in proofs.read(ROOT)
        if test.file.startswith("tests/house/")
        and test.name in in_a_house(ROOT / test.file)
    }


def at_the_table():
    """The rules of play, by id."""
    return {
        r.id: r for r in rules().values() if r.code != "HOUSE" and r.topic in TOPICS
    }


def by_hand():
    """What only people do: the pages remind them, no service could."""
    return {guidance.cite.id for guidance in GUIDANCE}


def test_every_rule_of_play_is_exercised_through_a_service():
    missing = at_the_table().keys() - held() - by_hand() - EXCEPT.keys()
    assert not sorted(missing)


def test_an_exception_is_a_rule_of_play_that_is_really_not_held():
    assert EXCEPT.keys() <= at_the_table().keys() - held() - by_hand()


def test_no_rule_of_play_falls_out_of_sight():
    assert Counter(rule.topic for rule in at_the_table().values()) == TOPICS


def test_every_sort_of_irregularity_is_ruled_on():
    said = {
        node.value
        for file in Path(__file__).parent.glob("test_topics_irregularities*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    assert {sort.name for sort in CATALOGUE} <= said


def test_a_test_without_a_house_holds_nothing_here(tmp_path):
    file = tmp_path / "test_sample.py"
    file.write_text(
        "def floor(app): ...\n"
        "def plain(): ...\n"
        "def test_served(floor): ...\n"
        "def test_pure(plain): ...\n"
    )
    assert {"floor", "test_served"} <= in_a_house(file)
    assert {"plain", "test_pure"}.isdisjoint(in_a_house(file))
