"""Every deadline of the documents is travelled past: before it, at it, after it."""

import ast
from functools import cache
from pathlib import Path

import pytest

from rulebook import DOCUMENTS, Kind, proofs, rules

ROOT = Path(__file__).parents[2]
CODES = {source.code for source in DOCUMENTS}
DEADLINES = sorted(
    rule.id
    for rule in rules().values()
    if rule.kind is Kind.DEADLINE and rule.id.partition("-")[0] in CODES
)
RAISED = "test_a_minimum_rises_twenty_minutes_after_its_sign"
KEPT = "test_those_who_kept_theirs_follow_twenty_minutes_after_a_sign"
CLOSED = "test_a_table_closes_twenty_minutes_after_its_sign"
DOUBTED = "test_the_inspectors_learn_of_a_draw_in_doubt"
LODGED = "test_terms_lodged_a_day_before_let_it_start_and_a_minute_later_not"
REFUSED = "test_a_refused_patron_learns_the_reason_at_once"
WON = "test_winners_who_need_not_be_there_are_told_within_two_days"
# The test that looks at the clock just before, at and just after each of them.
TRAVELLED = {
    "CROWN3-6.1:fn1-s66(2)": RAISED,
    "CROWN3-9.1.1(g)": "test_the_option_changes_for_all_meters_after_its_notice",
    "CROWN3-9.1.1(h)": "test_a_table_moves_twenty_minutes_after_its_sign",
    "CROWN3-9.1.1(i)": (
        "test_a_meter_closes_twenty_minutes_after_the_last_of_its_signs"
    ),
    "NSW3-6.5": RAISED,
    "NSW3-6.5.2": KEPT,
    "NSW3-13.8": CLOSED,
    "NSW3-14.8": WON,
    "NSW3-14.9": LODGED,
    "NSW3-14.10": REFUSED,
    "NSW3-14.12": DOUBTED,
    "STAR4-6.5": RAISED,
    "STAR4-6.5.2": KEPT,
    "STAR4-11.14.1": (
        "test_what_must_be_tried_is_due_at_the_end_of_the_fourteenth_day"
    ),
    "STAR4-11.15.2:monthly": (
        "test_it_is_drafted_the_moment_the_month_ends_and_due_by_the_end_of_that_day"
    ),
    "STAR4-13.13": CLOSED,
    "STAR4-14.9": WON,
    "STAR4-14.10": REFUSED,
    "STAR4-14.12": DOUBTED,
    "STAR4-14.13": LODGED,
    "STAR4-14.13.1": "test_changed_terms_hold_and_are_sent_again",
    "VIC99-N25-6.4": RAISED,
}
# Deadlines that no clock reaches: what is counted instead, and the test that counts.
EXPLAINED = {
    "CROWN3-13.7": (
        "Three whole hands are counted, not minutes; the clock closes nothing.",
        "test_three_whole_hands_after_the_notice",
    ),
}
# How a test looks at the clock, and which fixtures bring both databases.
LOOKS = {"tick", "run_due", "check_clock"}
BOTH = {"db", "house"}


@cache
def functions(file):
    """The functions of a file of tests, by name."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}


@cache
def carriers():
    """The file of every test that carries a deadline, by rule and name."""
    every = ((t.rule_id, t.name, t.file) for t in proofs.read(ROOT))
    return {(rule, name): file for rule, name, file in every if rule in DEADLINES}


def looks(function):
    """Whether the test looks at the clock as the house does."""
    calls = (n.func for n in ast.walk(function) if isinstance(n, ast.Call))
    return any(getattr(f, "attr", getattr(f, "id", "")) in LOOKS for f in calls)


def test_no_deadline_is_forgotten_and_none_is_invented():
    assert sorted({*TRAVELLED, *EXPLAINED}) == DEADLINES
    assert not TRAVELLED.keys() & EXPLAINED.keys()


@pytest.mark.parametrize("deadline", DEADLINES)
def test_its_test_carries_it_and_looks_at_the_clock_on_both_databases(deadline):
    name = TRAVELLED.get(deadline) or EXPLAINED[deadline][1]
    file = carriers().get((deadline, name))
    assert file, f"{name} does not carry {deadline}"
    function = functions(file)[name]
    assert looks(function)
    assert BOTH & {argument.arg for argument in function.args.args}


def test_a_test_without_a_clock_is_found_out():
    file = carriers()["CROWN3-13.7", "test_the_hand_under_way_counts_for_none"]
    assert not looks(functions(file)["test_the_hand_under_way_counts_for_none"])
