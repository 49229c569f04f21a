"""A tree that grows: the same root as the whole tree, and proof of every step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proof.growing import Frontier, growth, only_grew
from proof.tree import Tree, leaf, root_by

LEAVES = [leaf(bytes([n])) for n in range(70)]
ROOTS = [Tree.over(LEAVES[:n]).root for n in range(71)]


def test_a_frontier_has_the_root_of_the_whole_tree_at_every_size():
    grown = Frontier()
    for size, root in enumerate(ROOTS):
        assert (grown.size, grown.root, grown.is_whole) == (size, root, True)
        grown = grown.grown(LEAVES[size : size + 1])


@given(st.lists(st.integers(0, 9), max_size=8))
def test_it_does_not_matter_how_many_leaves_come_at_once(steps):
    grown, size = Frontier(), 0
    for step in steps:
        grown, size = grown.grown(LEAVES[size : size + step]), min(size + step, 70)
    assert grown == Frontier().grown(LEAVES[:size])
    assert grown.root == ROOTS[size]


@pytest.mark.parametrize("later", [1, 2, 3, 7, 8, 21, 64, 70])
def test_every_growth_is_proven_and_no_other(later):
    for earlier in range(later + 1):
        path = growth(LEAVES[:later], earlier)
        before, after = (earlier, ROOTS[earlier]), (later, ROOTS[later])
        assert only_grew(before, after, path)
        if earlier not in (0, later):
            assert not only_grew((earlier, leaf(b"x")), after, path)
            assert not only_grew(before, (later, leaf(b"x")), path)
            assert not only_grew(before, after, path[:-1])
            assert not only_grew(before, after, (*path, leaf(b"x")))
            assert not only_grew(after, before, path)


def test_what_was_rewritten_has_no_proof():
    other = [leaf(b"other"), *LEAVES[1:]]
    for earlier in range(1, 20):
        path = growth(other[:20], earlier)
        rewritten = (20, Tree.over(other[:20]).root)
        assert not only_grew((earlier, ROOTS[earlier]), rewritten, path)
    with pytest.raises(IndexError):
        growth(LEAVES[:3], 4)


def test_the_path_of_one_leaf_leads_to_the_root_of_the_frontier():
    grown = Frontier().grown(LEAVES[:21])
    path = Tree.over(LEAVES[:21]).path(13)
    assert root_by(LEAVES[13], 13, 21, path) == grown.root
