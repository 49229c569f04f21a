"""Conduct at the table, ranks, and warnings."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from game.conduct import (
    CONDUCT,
    Aid,
    Closing,
    Dispute,
    assigned_to,
    may_ask_to_vacate,
    may_close_table,
    may_decide,
    may_leave_unresolved,
    may_show,
    referral,
)
from game.ranks import LADDERS, Rank, may_act
from game.signs import Sign
from rulebook import SOURCES, Cite, Refused

EIGHT = datetime(2026, 11, 16, 20, tzinfo=SOURCES["NSW3"].zone)
NSW = pytest.mark.parametrize("code", ["NSW3", "STAR4"])


def at(minutes: int, seconds: int = 0) -> datetime:
    return EIGHT + timedelta(minutes=minutes, seconds=seconds)


def reasons(refused: Refused | None) -> list[str]:
    return [cite.id for cite in refused.cites] if refused else []


# Closing a table and idle seats --------------------------------------------------


@pytest.mark.rule("CROWN3-13.7")
@pytest.mark.parametrize(("hands", "fine"), [(None, False), (2, False), (3, True)])
def test_crown_gives_three_whole_hands_of_notice(hands: int | None, fine: bool) -> None:
    rules = CONDUCT["CROWN3"]
    closing = Closing(occupied=True, by=Rank.SUPERVISOR, hands_since_notice=hands)
    refused = may_close_table(rules, closing, EIGHT)
    assert reasons(refused) == ([] if fine else ["CROWN3-13.7"])
    assert may_close_table(rules, replace(closing, occupied=False), EIGHT) is None
    assert may_close_table(rules, replace(closing, by=Rank.DEALER), EIGHT)


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-13.8"), ("STAR4", "STAR4-13.13")]
)
def test_new_south_wales_shows_a_sign_for_twenty_minutes(code: str, rule: str) -> None:
    closing = Closing(occupied=True, by=Rank.SUPERVISOR, sign=Sign(EIGHT))
    rules = CONDUCT[code]
    assert reasons(may_close_table(rules, closing, at(19, 59))) == [rule]
    assert may_close_table(rules, closing, at(20)) is None
    below = replace(closing, by=Rank.DEALER)
    assert reasons(may_close_table(rules, below, at(20))) == [rule]
    empty = Closing(occupied=False, by=Rank.SUPERVISOR)
    assert may_close_table(rules, empty, EIGHT) is None


@pytest.mark.parametrize(
    ("code", "rule"),
    [("CROWN3", "CROWN3-13.8"), ("NSW3", "NSW3-13.9"), ("STAR4", "STAR4-13.14")],
)
def test_three_idle_rounds_at_a_full_table(code: str, rule: str) -> None:
    rules = CONDUCT[code]
    for idle, full, asked in ((2, True, False), (3, True, True), (3, False, False)):
        refused = may_ask_to_vacate(rules, idle, all_other_seats_taken=full)
        assert reasons(refused) == ([] if asked else [rule])


# Disputes ------------------------------------------------------------------------


@pytest.mark.rule("CROWN3-13.10")
def test_an_area_manager_has_the_last_word_at_crown() -> None:
    rules = CONDUCT["CROWN3"]
    assert reasons(may_decide(rules, Dispute(), Rank.SUPERVISOR)) == ["CROWN3-13.10"]
    assert may_decide(rules, Dispute(), Rank.AREA_MANAGER) is None


@pytest.mark.rule("NSW3-13.12", "STAR4-13.17")
@NSW
def test_a_gaming_supervisor_decides_first_and_a_casino_supervisor_reviews(
    code: str,
) -> None:
    rules = CONDUCT[code]
    cite = {"NSW3": "NSW3-13.12", "STAR4": "STAR4-13.17"}[code]
    first, review = Dispute(), Dispute(review_requested=True)
    assert assigned_to(rules, first).value[1] == "Gaming Supervisor"
    assert assigned_to(rules, review).value[1] == "Casino Supervisor"
    assert reasons(may_decide(rules, first, Rank.DEALER)) == [cite]
    assert may_decide(rules, review, Rank.SUPERVISOR) is None


@pytest.mark.parametrize(
    ("code", "said", "rule"),
    [
        ("CROWN3", "inspector", "CROWN3-13.9"),
        ("NSW3", "section 33", "NSW3-13.13"),
        ("STAR4", "section 33", "STAR4-13.18"),
    ],
)
def test_an_unhappy_person_is_told_of_their_right(
    code: str, said: str, rule: str
) -> None:
    rules = CONDUCT[code]
    refused = may_leave_unresolved(rules, Dispute())
    assert reasons(refused) == [rule]
    assert said in str(refused)
    assert may_leave_unresolved(rules, Dispute(told_of_right=True)) is None
    assert may_leave_unresolved(rules, Dispute(satisfied=True)) is None


@pytest.mark.rule("CROWN3-13.11")
def test_a_complaint_may_always_go_to_the_regulator() -> None:
    assert referral(CONDUCT["CROWN3"]).cite.id == "CROWN3-13.11"
    assert "regulator" in referral(CONDUCT["CROWN3"]).value


# Aids ----------------------------------------------------------------------------


@pytest.mark.rule("NSW3-13.2", "STAR4-13.7", "NSW3-13.6", "STAR4-13.11")
@pytest.mark.rule("CROWN3-13.1", "CROWN3-13.5")
@pytest.mark.parametrize("code", ["CROWN3", "NSW3", "STAR4"])
def test_analysis_is_for_staff_and_advice_is_for_nobody(code: str) -> None:
    rules = CONDUCT[code]
    assert not may_show(rules, Aid.CARDS_LEFT, Rank.PLAYER).value
    assert may_show(rules, Aid.CARDS_LEFT, Rank.DEALER).value
    for rank in Rank:
        assert not may_show(rules, Aid.ADVICE, rank).value
    assert may_show(rules, Aid.CARDS_LEFT, Rank.DEALER).cite == rules.staff_exempt
    assert may_show(rules, Aid.ADVICE, Rank.DEALER).cite == rules.no_advice


# Ranks ---------------------------------------------------------------------------


@pytest.mark.rule("CROWN3-1.2")
def test_whoever_outranks_a_dealer_may_do_a_dealers_work() -> None:
    ladder = LADDERS["CROWN3"]
    assert ladder.deals_too.cite.id == "CROWN3-1.2"
    for rank in Rank:
        assert ladder.reaches(rank, Rank.DEALER) is (rank >= Rank.DEALER)


@pytest.mark.parametrize(
    ("code", "title", "rank", "rule"),
    [
        ("CROWN3", "Dealer", Rank.DEALER, "CROWN3-1.1:Dealer"),
        (
            "CROWN3",
            "TG Higher Duties Dealer",
            Rank.SUPERVISOR,
            "CROWN3-1.1:TG-Higher-Duties-Dealer",
        ),
        ("CROWN3", "TG Area Manager", Rank.AREA_MANAGER, "CROWN3-1.1:TG-Area-Manager"),
        (
            "CROWN3",
            "TG Assistant Casino Manager",
            Rank.ASSISTANT_CASINO_MANAGER,
            "CROWN3-1.1:TG-Assistant-Casino-Manager",
        ),
        ("CROWN3", "Casino Manager", Rank.CASINO_MANAGER, "HOUSE-RANKS-1"),
        ("VIC99", "Dealer", Rank.DEALER, "VIC99-N25-1.1.4"),
        ("VIC99", "Game Supervisor", Rank.SUPERVISOR, "VIC99-N25-1.1.6"),
        ("VIC99", "Casino Supervisor", Rank.AREA_MANAGER, "VIC99-N25-1.1.3"),
        ("NSW3", "Gaming Supervisor", Rank.SUPERVISOR, "NSW3-1.1:Gaming Supervisor"),
        ("NSW3", "Casino Supervisor", Rank.SUPERVISOR, "NSW3-1.1:Casino Supervisor"),
        (
            "NSW3",
            "Assistant Gaming Manager",
            Rank.SUPERVISOR,
            "NSW3-1.1:Assistant Gaming Manager",
        ),
        ("NSW3", "Dealer", Rank.DEALER, "NSW3-1.1:Dealer"),
        ("STAR4", "Gaming Supervisor", Rank.SUPERVISOR, "STAR4-1.1:Gaming Supervisor"),
        ("STAR4", "Casino Supervisor", Rank.SUPERVISOR, "STAR4-1.1:Casino Supervisor"),
        (
            "STAR4",
            "Assistant Gaming Manager",
            Rank.SUPERVISOR,
            "STAR4-1.1:Assistant Gaming Manager",
        ),
        ("STAR4", "Dealer", Rank.DEALER, "STAR4-1.1:Dealer"),
        ("MASS", "Casino Supervisor", Rank.SUPERVISOR, "HOUSE-RANKS-2"),
    ],
)
def test_titles_and_their_ranks(code: str, title: str, rank: Rank, rule: str) -> None:
    named = LADDERS[code].titles[title]
    assert (named.value, named.cite.id) == (rank, rule)


def test_a_refusal_names_the_title_the_document_uses() -> None:
    cite = Cite("CROWN3-10.1.1")
    refused = may_act("CROWN3", Rank.DEALER, Rank.ASSISTANT_CASINO_MANAGER, cite)
    assert refused
    assert "TG Assistant Casino Manager or above" in str(refused)
    assert may_act("CROWN3", Rank.CASINO_MANAGER, Rank.AREA_MANAGER, cite) is None
