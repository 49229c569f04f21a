"""Every rule of play at a live table is exercised through a service, or said why not."""

import ast
from functools import cache
from pathlib import Path

from rulebook import proofs
from rulebook.register import rules

TOPICS = (
    "betting",
    "deal",
    "settlement",
    "irregularity",
    "player-card",
    "loss-limit",
    "jackpot-payout",
    "jackpot-meter",
    "over-underpayment",
)
ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
# What only a test has that stands in a house with a database.
HOUSE = {"db", "app", "config", "database_url", "sqlite_url", "postgres_url", "sign_in"}


@cache
def in_a_house(file):
    """The tests of a file that stand in a house, by name: their fixtures say so."""
    module = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    wants = {
        node.name: {arg.arg for arg in node.args.args}
        for node in module.body
        if isinstance(node, ast.FunctionDef)
    }
    known = set(HOUSE)
    while more := {name for name, args in wants.items() if args & known} - known:
        known |= more
    return known


def held():
    """The rules that a test in a house carries by its mark, with these tests."""
    found = {}
    for test in proofs.read(ROOT):
        if test.file.startswith("tests/house/") and test.name in in_a_house(test.file):
            found.setdefault(test.rule_id, []).append(test)
    return found


def at_the_table():
    """The rules of play, by id; what is done by hand alone is no work for a service."""
    return [
        rule
        for rule in rules().values()
        if rule.code != "HOUSE" and rule.topic in TOPICS
    ]
