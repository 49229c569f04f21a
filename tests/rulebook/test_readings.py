"""Every reading of the notes is data, about real rules, and found from the rule."""

import pytest

from rulebook import rules
from rulebook.readings import (
    FOLDER,
    counterparts,
    differences,
    differences_of,
    matters,
    readings,
    readings_of,
)
from rulebook.register import UnknownRule
from rulebook.sections import TITLES, number_of, section_of, sections
from rulebook.sources import SOURCES


def test_every_item_of_the_notes_is_a_reading():
    ids = [reading.id for reading in readings()]
    assert ids == [f"CV-{n}" for n in range(1, 134)] + [
        f"MN-{n}" for n in range(1, 115)
    ]


def test_a_reading_says_what_is_open_and_how_it_is_read_about_some_rule():
    for reading in readings():
        assert reading.rules, reading.id
        assert len(set(reading.rules)) == len(reading.rules), reading.id
        assert reading.problem.endswith((".", "?")), reading.id
        assert reading.reading.endswith("."), reading.id
        assert "[ASSUMED]" not in reading.reading, reading.id


@pytest.mark.parametrize(
    ("rule_id", "ids"),
    [
        ("CROWN3-5.5", "CV-17 CV-18"),
        ("CROWN3-7.4.4(a)", "CV-18"),
        ("CROWN3-12.5.3(d)(i)", "CV-7 CV-72 CV-130"),
        ("VIC99-N26-14.6.3", "CV-69 CV-108 CV-109 CV-110 CV-131"),
        ("MASS-11(c)", "MN-2 MN-12 MN-13 MN-14 MN-15 MN-22"),
        ("NSW3-6.1", "MN-48"),
        ("STAR4-6.1", "MN-47 MN-48"),
        ("STAR4-11.17:13.1.1", "MN-73 MN-75"),
        ("NSW3-15.2.13.1", "MN-83 MN-85 MN-113"),
        ("CROWN3-3.2", ""),
    ],
)
def test_a_rule_finds_its_readings(rule_id, ids):
    assert [reading.id for reading in readings_of(rule_id)] == ids.split()


@pytest.mark.parametrize(
    ("reading_id", "setting"),
    [("CV-18", True), ("CV-19", False), ("MN-12", True), ("MN-46", False)],
)
def test_a_decision_the_text_does_not_make_is_a_setting(reading_id, setting):
    [reading] = [r for r in readings() if r.id == reading_id]
    assert reading.setting is setting


def test_every_assumption_of_the_notes_is_a_setting():
    assumed = {18, 23, 24, 26, 28, 31, 42, 43, 55, 64, 66, 69, 74, 77, 88, 109, 110}
    settings = {reading.id for reading in readings() if reading.setting}
    assert {f"CV-{n}" for n in assumed | {111, 121}} <= settings


def test_both_sydney_tables_are_data():
    changed = [d for d in differences() if not d.is_renumbering]
    assert [d.id for d in changed] == [f"NS-{n}" for n in range(1, 44)]
    assert len(differences()) == 52
    for renumbered in differences()[43:]:
        assert len(renumbered.nsw3) == len(renumbered.star4)


@pytest.mark.parametrize(
    ("rule_id", "others"),
    [
        ("NSW3-14.9.1", ("STAR4-14.13.1",)),  # changed
        ("STAR4-14.8.11.4(vi)", ("NSW3-14.7.11.4(vi)",)),  # renumbered
        ("NSW3-2.2", ("STAR4-2.2",)),  # the same number, the same words
        ("NSW3-1.1:Jackpot Wager", ("STAR4-1.1:jackpot wager",)),  # capitals changed
        ("STAR4-5.1", ()),  # new, though the old document has a 5.1 too
        ("STAR4-1.1:NICC", ()),
        ("NSW3-15.2.9", None),
        ("HOUSE-STEP-1", ()),
    ],
)
def test_a_rule_finds_the_same_matter_in_other_documents(rule_id, others):
    found = counterparts(rule_id)
    if others is not None:
        assert found == others
    assert all(rules()[other].code != rules()[rule_id].code for other in found)


def test_a_counterpart_leads_back():
    for rule_id in rules():
        for other in counterparts(rule_id):
            assert rule_id in counterparts(other), (rule_id, other)


def test_a_street_bet_is_compared_across_four_documents():
    codes = {rules()[other].code for other in counterparts("CROWN3-7.4.4(a)")}
    assert codes == {"MASS", "NSW3", "STAR4"}
    assert "Exactly 1, 2 or 3" in differences_of("NSW3-9.2.2")[0].nsw3_says


def test_a_matter_is_about_several_documents():
    for matter in matters():
        assert len({rules()[rule_id].code for rule_id in matter.rules}) > 1, matter.id


def test_an_unknown_rule_has_no_counterparts():
    with pytest.raises(UnknownRule):
        counterparts("CROWN3-99")


def test_every_file_of_readings_is_read():
    read = {"crown3-vic99", "mass-nsw", "nsw3-star4", "matters"}
    assert {path.stem for path in FOLDER.glob("*.csv")} == read


def test_every_rule_stands_in_a_section_with_a_name():
    for code in SOURCES:
        found = [rule for section in sections(code) for rule in section.rules]
        assert found == [rule for rule in rules().values() if rule.code == code]
    for rule in rules().values():
        assert rule in section_of(rule).rules
        if rule.code in TITLES:
            assert number_of(rule) in TITLES[rule.code], rule.id


def test_a_section_is_called_by_number_and_name():
    assert section_of(rules()["CROWN3-5.5"]).label == "5 Wagers"
    assert section_of(rules()["VIC99-N25-14.10"]).label == "Notice 25: irregularities"
    assert (
        section_of(rules()["MASS-11P(g)"]).label == "11P 3 Card Bonus and progressive"
    )
    assert section_of(rules()["HOUSE-STEP-1"]).label == "Step"
