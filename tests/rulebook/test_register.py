"""The register holds every rule of the documents, and nothing else can be cited."""

import csv
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from rulebook import CROWN3, DOCUMENTS, SOURCES, VIC99, Cite, Refusal, Refused, rules
from rulebook.register import REGISTER, UnknownRule

COUNTS = {"CROWN3": 279, "MASS": 144, "VIC99": 146, "NSW3": 264, "STAR4": 326}


def test_holds_all_1159_rules_of_the_five_documents():
    by_code = Counter(rule.code for rule in rules().values())
    assert {source.code: by_code[source.code] for source in DOCUMENTS} == COUNTS
    assert sum(COUNTS.values()) == 1159


def test_every_rule_belongs_to_a_source_and_says_what_it_asks():
    for rule in rules().values():
        assert rule.code in SOURCES
        assert rule.duty
        assert rule.check


@pytest.mark.parametrize(
    "path", sorted(REGISTER.rglob("*.csv")), ids=lambda path: path.stem
)
def test_no_comma_of_a_sentence_is_taken_for_the_end_of_a_cell(path):
    with path.open(encoding="utf-8", newline="") as lines:
        headings, *rows = csv.reader(lines)
    assert {len(row) for row in rows} == {len(headings)}


@pytest.mark.parametrize("unknown", ["CROWN3-99.9", "CROWN3", "", "crown3-5.5"])
def test_an_unknown_rule_cannot_be_cited(unknown):
    with pytest.raises(UnknownRule, match="There is no rule"):
        Cite(unknown)


def test_a_cite_knows_its_document_and_rule():
    cite = CROWN3.at("12.2.2(b)")
    assert (cite.code, cite.clause) == ("CROWN3", "12.2.2(b)")
    assert cite == Cite("CROWN3-12.2.2(b)")
    assert "inspector" in cite.rule.duty.lower()


def test_a_refusal_lists_every_reason_and_each_rule_once():
    cite, other = CROWN3.at("5.5"), CROWN3.at("5.3")
    refused = Refused(
        (
            Refusal(cite, "The bet is 4 times the ante.", "Bet 1, 2 or 3 times."),
            Refusal(cite, "The bet is late."),
            Refusal(other, "There is no ante."),
        )
    )
    assert refused.cites == (cite, other)
    assert refused.refusals[0].reason == (
        "The bet is 4 times the ante. Bet 1, 2 or 3 times."
    )
    assert "CROWN3-5.3" in str(refused)


def test_a_refusal_without_a_reason_is_a_bug():
    with pytest.raises(ValueError, match="at least one reason"):
        Refused(())


@pytest.mark.rule("VIC99-N24-effect", "VIC99-N25-effect", "VIC99-N26-effect")
@pytest.mark.parametrize(
    ("edition", "instant"),
    [
        # Melbourne keeps summer time then: 4.00 am is 17:00 UTC of the day before.
        ("Notice 24", datetime(1999, 11, 7, 17, tzinfo=UTC)),
        ("Notice 26", datetime(1999, 11, 7, 17, tzinfo=UTC)),
        ("Notice 25", datetime(1999, 11, 30, 17, tzinfo=UTC)),
    ],
)
def test_a_notice_takes_effect_at_four_in_the_morning(edition, instant):
    [notice] = [e for e in VIC99.editions if e.name == edition]
    assert not notice.holds_at(instant - timedelta(microseconds=1))
    assert notice.holds_at(instant)
    assert notice.holds_at(instant + timedelta(microseconds=1))
