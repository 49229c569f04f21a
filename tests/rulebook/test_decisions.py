"""Every decision says what it is about and whether it stands; its rules lead to it."""

from collections import Counter

import pytest
from click.testing import CliRunner

from rulebook import cli, decisions
from rulebook.coverage import ROOT


def test_the_index_lists_what_is_there():
    made_by = "run `flask rules decisions`"
    assert decisions.INDEX.read_text(encoding="utf-8") == decisions.index(), made_by


def test_a_number_is_given_once_and_what_came_after_exists():
    numbers = Counter(each.number for each in decisions.decisions())
    assert numbers.most_common(1)[0][1] == 1
    for each in decisions.decisions():
        for later in each.changed_by + each.superseded_by:
            assert later in numbers, each.file
            assert later != each.number, each.file


def test_what_is_built_names_a_room_of_the_house():
    for each in decisions.decisions():
        assert each.is_reading or (ROOT / each.room).is_dir(), each.file


def test_a_reading_is_found_from_each_of_its_rules():
    [misdeal] = [each for each in decisions.decisions() if each.number == 140]
    assert "CROWN3-11.12" in misdeal.rules
    assert all(misdeal in decisions.decisions_of(rule_id) for rule_id in misdeal.rules)
    told = CliRunner().invoke(cli.rules, ["show", "CROWN3-11.12"]).output
    assert f"140. {misdeal.title} (stands)" in told


@pytest.mark.parametrize(
    "text",
    [
        "# 8. Another number\nRoom: game\n\nText.",
        "# 9. No room\n\nText.",
        "# 9. Two lines\nRoom: game\nText without a blank.\n\nMore.",
    ],
)
def test_a_page_that_says_too_little_is_named(tmp_path, monkeypatch, text):
    monkeypatch.setattr(decisions, "FOLDER", tmp_path)
    page = tmp_path / "0009-nine.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(decisions.Misfiled, match=page.name):
        decisions._read(page)
