"""The collector rests over plain rows and wakes whatever became of them."""

import gc

import pytest

from house import collector


def test_it_rests_and_wakes_again_even_after_an_error():
    with collector.paused():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ValueError, match="row"), collector.paused():
        raise ValueError("a bad row")
    assert gc.isenabled()
