"""What was worked out from the source is kept until the source changes."""

import pytest

from rulebook.kept import digest, keep


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "cards.py").write_text("DECK = 52\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return tmp_path


def counting():
    """Work that says how often it was done."""
    done = []

    def work():
        done.append(len(done) + 1)
        return {"times": len(done)}

    return work


def test_the_same_source_is_worked_out_once(tree):
    work, place = counting(), tree / "instance" / "kept.json"
    assert [keep(tree, place, work) for _ in range(3)] == [{"times": 1}] * 3


@pytest.mark.parametrize("changed", ["game/cards.py", "pyproject.toml"])
def test_changed_source_is_worked_out_again(tree, changed):
    work, place = counting(), tree / "instance" / "kept.json"
    keep(tree, place, work)
    (tree / changed).write_text("# changed\n")
    assert keep(tree, place, work) == {"times": 2}


def test_a_new_file_and_a_new_name_are_changes(tree):
    before = digest(tree)
    (tree / "game" / "cards.py").rename(tree / "game" / "deck.py")
    renamed = digest(tree)
    (tree / "game" / "hands.py").write_text("")
    assert len({before, renamed, digest(tree)}) == 3


@pytest.mark.parametrize("spoilt", ["", "{}", "[]", '{"of": "another"}', "\0"])
def test_what_cannot_be_read_is_worked_out_again(tree, spoilt):
    work, place = counting(), tree / "kept.json"
    place.write_text(spoilt)
    assert keep(tree, place, work) == {"times": 1}
    assert keep(tree, place, work) == {"times": 1}


def test_a_folder_that_cannot_be_written_costs_time_alone(tree):
    work, place = counting(), tree / "pyproject.toml" / "kept.json"
    assert keep(tree, place, work) == {"times": 1}
