"""What a promotion owes by when, and what holds it up: pure values, to the instant."""

from datetime import UTC, datetime, timedelta

import pytest

from promotions.rules import deadlines, gates
from promotions.rules.gates import Decision, Doubt, RefusedClaim
from promotions.rules.means import Means
from promotions.rules.means import check as check_means
from promotions.rules.regimes import AT_ONCE, NSW3_14, REGIMES, STAR4_14

START = datetime(2026, 6, 9, 23, 0, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
TICK = timedelta(microseconds=1)


def cites(refusals):
    return [refusal.cite.id for refusal in refusals]


@pytest.mark.rule("HOUSE-PROMOTION-1")
def test_each_value_names_the_document_it_comes_from():
    assert set(REGIMES) == {"NSW3", "STAR4"}
    for code, regime in REGIMES.items():
        found = (
            regime.terms_lodged,
            regime.winners_told,
            regime.refusal_told,
            regime.refusal_kept_over_cents,
            regime.inspectors_told,
        )
        assert {value.cite.code for value in found} == {code}
    assert NSW3_14.inspectors_told.value == AT_ONCE.value == timedelta(0)


@pytest.mark.parametrize(
    ("rule", "regime"), [("NSW3-14.9", NSW3_14), ("STAR4-14.13", STAR4_14)]
)
@pytest.mark.parametrize(
    ("lodged", "starts"),
    [
        (START - DAY - TICK, True),
        (START - DAY, True),
        (START - DAY + TICK, False),
        (START - DAY + MINUTE, False),
        (None, False),
    ],
)
def test_a_start_needs_terms_lodged_a_day_before(rule, regime, lodged, starts):
    found = cites(gates.check_start(regime, START, lodged))
    assert found == ([] if starts else [rule])


@pytest.mark.rule("HOUSE-PROMOTION-2")
@pytest.mark.parametrize(
    ("play_counts", "starts"),
    [(None, START), (START - DAY, START - DAY), (START + DAY, START)],
)
def test_a_promotion_starts_with_entries_or_with_play_that_counts(play_counts, starts):
    assert deadlines.commencement(START, play_counts) == starts


@pytest.mark.rule("NSW3-14.9.1", "STAR4-14.13.1")
@pytest.mark.parametrize(
    ("regime", "started", "approval", "reasons"),
    [
        (NSW3_14, True, "", ["NSW3-14.9.1"]),
        (NSW3_14, True, "  ", ["NSW3-14.9.1"]),
        (NSW3_14, True, "Letter 12", []),
        (NSW3_14, False, "", []),
        (STAR4_14, True, "", []),
    ],
)
def test_terms_change_with_the_regulators_word_where_it_is_asked(
    regime, started, approval, reasons
):
    found = gates.check_amendment(regime, started=started, approval=approval)
    assert cites(found) == reasons


@pytest.mark.parametrize(
    ("rule", "regime", "kept"),
    [
        ("NSW3-14.10", NSW3_14, "NSW3-14.10.1"),
        ("STAR4-14.10", STAR4_14, "STAR4-14.10.1"),
    ],
)
@pytest.mark.rule("NSW3-14.10.1", "STAR4-14.10.1")
def test_a_refused_claim_needs_its_reason_and_over_100_more(rule, regime, kept):
    def missing(*claim):
        return cites(gates.check_refused_claim(regime, RefusedClaim(*claim)))

    assert missing(100_00, "Late") == []
    assert missing(100_00, " ") == [rule]
    assert missing(100_01, "Late") == [kept, kept]
    assert missing(100_01, "Late", "Wen Wu") == [kept]
    assert missing(100_01, "Late", "Wen Wu", "1 Quay St") == []
    assert missing(100_01, "") == [rule, kept, kept]


@pytest.mark.parametrize(
    ("rule", "regime"), [("NSW3-14.12", NSW3_14), ("STAR4-14.12", STAR4_14)]
)
@pytest.mark.rule("HOUSE-PROMOTION-4")
def test_a_draw_in_doubt_waits_until_it_was_validated(rule, regime):
    def held(*doubts):
        return cites(gates.check_draw(regime, doubts))

    def in_doubt(decision=Decision.POSTPONED, *validated):
        return Doubt(START, "A drum left open", decision, *validated)

    assert held() == []
    assert held(in_doubt()) == [rule]
    before = in_doubt(Decision.POSTPONED, START - TICK, "Counted again")
    assert held(before) == [rule]
    unwritten = in_doubt(Decision.POSTPONED, START, " ")
    assert held(unwritten) == ["HOUSE-PROMOTION-4"]
    validated = in_doubt(Decision.POSTPONED, START, "Counted again")
    assert held(validated) == []
    assert held(validated, in_doubt()) == [rule]
    cancelled = in_doubt(Decision.CANCELLED, START, "Counted again")
    assert held(cancelled) == [rule]


@pytest.mark.rule("NSW3-14.12", "STAR4-14.12")
@pytest.mark.parametrize("regime", REGIMES.values(), ids=REGIMES)
def test_a_doubt_says_what_was_found_and_not_in_the_future(regime):
    fine = Doubt(START, "A drum left open", Decision.POSTPONED)
    assert cites(gates.check_doubt(regime, fine, START)) == []
    assert len(cites(gates.check_doubt(regime, fine, START - TICK))) == 1
    bare = Doubt(START, " ", Decision.POSTPONED)
    assert len(cites(gates.check_doubt(regime, bare, START - TICK))) == 2


@pytest.mark.rule("NSW3-14.8", "STAR4-14.9")
@pytest.mark.parametrize("regime", REGIMES.values(), ids=REGIMES)
def test_two_days_are_48_hours_also_when_the_clocks_change(regime):
    night = datetime(2026, 10, 3, 8, 0, tzinfo=UTC)  # the clocks go forward on the 4th
    duty = deadlines.tell_winners(regime, night, presence_required=False)
    assert duty.due_at - night == timedelta(hours=48)
    assert deadlines.tell_winners(regime, night, presence_required=True) is None


MEANS = [
    (regime.means[means], regime, means)
    for regime in REGIMES.values()
    for means in Means
]


@pytest.mark.parametrize(("rule", "regime", "means"), MEANS)
def test_each_of_the_four_means_counts_with_what_it_keeps(rule, regime, means):
    assert [*check_means(regime, tuple(Means), means, "0400 000 000")] == []
    assert cites(check_means(regime, tuple(Means), means, " ")) == [rule.id]
    others = tuple(other for other in Means if other is not means)
    unsaid = check_means(regime, others, means, "0400 000 000")
    assert cites(unsaid) == [regime.items.notified.id]


@pytest.mark.rule("NSW3-14.8.1")
@pytest.mark.rule("STAR4-14.9.1")
@pytest.mark.rule("NSW3-14.8.2")
@pytest.mark.rule("STAR4-14.9.2")
@pytest.mark.rule("NSW3-14.8.3")
@pytest.mark.rule("STAR4-14.9.3")
@pytest.mark.rule("NSW3-14.8.4")
@pytest.mark.rule("STAR4-14.9.4")
def test_a_fifth_means_such_as_social_media_does_not_count():
    for regime in REGIMES.values():
        (refusal,) = check_means(regime, (), None, "@wen")
        assert refusal.cite == regime.winners_told.cite
        for cite in regime.means.values():
            assert cite.id.startswith(regime.winners_told.cite.id)
