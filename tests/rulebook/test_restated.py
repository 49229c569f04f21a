"""A clause that version 4 only restates is held as well as the one it restates."""

import pytest

from game.rulebooks import star4
from rulebook.coverage import coverage

PAIRS = sorted(
    {(f"NSW3-{cite.clause}", cite.id) for cite in star4.KEPT}
    | {(f"NSW3-{clause}", cite.id) for clause, cite in star4.MOVED.items()}
)


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_both_are_held_in_the_same_way(before, after):
    """The reader follows a whole list of clauses, so each is held to its twin."""
    found = coverage()
    assert found.state(after) is found.state(before)
