"""Over- and underpayments: no breach, what must be tried, and the month-end report."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from game.payments import (
    Change,
    Difference,
    Done,
    Intent,
    Kind,
    Step,
    close_as_no_breach,
    is_breach,
    is_credit,
    may_change,
    month_end_report,
    open_tasks,
    reasonable_attempt,
)
from rulebook import Refused

NOW = datetime(2026, 3, 9, 3, tzinfo=UTC)
MARCH = date(2026, 3, 9)


def reasons(refused: Refused | None) -> list[str]:
    return [cite.id for cite in refused.cites] if refused else []


def case(over: int = 40_00, *steps: Step, **facts: object) -> Difference:
    done = tuple(Done(step, "Cy", NOW, "noted") for step in steps)
    found = Difference(Kind.WAGER, 100_00, 100_00 + over, MARCH, steps=done)
    return replace(found, **facts)


def tasks(difference: Difference) -> list[tuple[str, date | None]]:
    return [(task.cite.id, task.due) for task in open_tasks(difference)]


@pytest.mark.rule("STAR4-1.1:Cash Change", "STAR4-1.1:Colour Change")
@pytest.mark.parametrize(
    ("change", "short", "cites"),
    [
        (Change(Kind.CASH_CHANGE, 200_00, 200_00, "cash"), 0, []),
        (Change(Kind.CASH_CHANGE, 200_00, 175_00, "debit card"), 25_00, []),
        (Change(Kind.CASH_CHANGE, 200_00, 200_00, " "), 0, ["STAR4-1.1:Cash Change"]),
        (Change(Kind.CASH_CHANGE, 0, 1, "cash"), -1, ["STAR4-1.1:Cash Change"]),
        (Change(Kind.COLOUR_CHANGE, 4 * 25_00, 100_00), 0, []),
        (Change(Kind.COLOUR_CHANGE, 100_00, 125_00), -25_00, []),
        (
            Change(Kind.COLOUR_CHANGE, 100_00, 100_00, "cash"),
            0,
            ["STAR4-1.1:Colour Change"],
        ),
    ],
)
def test_chips_bought_and_swapped(change, short, cites) -> None:
    assert change.short_cents == short
    assert [refusal.cite.id for refusal in may_change(change)] == cites


@pytest.mark.rule("STAR4-11.13")
@pytest.mark.parametrize("kind", list(Kind))
def test_an_unintended_difference_that_was_tried_is_no_breach(kind: Kind) -> None:
    tried = case(40_00, Step.ENQUIRY, Step.IDENTIFICATION, kind=kind)
    told = is_breach(tried)
    assert (told.value, told.cite.id) == (False, "STAR4-11.13")
    assert is_breach(replace(tried, intent=Intent.SUSPECTED)).value
    assert is_breach(case(40_00, Step.ENQUIRY)).value


@pytest.mark.rule("STAR4-11.13.1")
def test_closing_needs_an_enquiry() -> None:
    assert reasons(close_as_no_breach(case(40_00, Step.RECTIFIED))) == ["STAR4-11.13.1"]
    assert close_as_no_breach(case(40_00, Step.ENQUIRY, Step.RECTIFIED)) is None


@pytest.mark.rule("STAR4-11.13.2")
@pytest.mark.parametrize(
    ("steps", "fine"),
    [
        ((), False),
        ((Step.RECTIFIED,), True),
        ((Step.REPORTED,), True),
        ((Step.CONTACT,), True),
        ((Step.DEMAND,), False),  # nobody was sought first
    ],
)
def test_one_of_three_outcomes_is_needed(steps: tuple[Step, ...], fine: bool) -> None:
    refused = close_as_no_breach(case(40_00, Step.ENQUIRY, *steps))
    assert reasons(refused) == ([] if fine else ["STAR4-11.13.2"])


@pytest.mark.rule("STAR4-11.14", "STAR4-11.14.1", "STAR4-11.14.2")
def test_a_suspected_intent_asks_for_both_tasks() -> None:
    suspected = case(intent=Intent.SUSPECTED)
    due = date(2026, 3, 23)
    assert tasks(suspected) == [("STAR4-11.14.1", due), ("STAR4-11.14.2", None)]
    assert reasons(close_as_no_breach(suspected)) == [
        "STAR4-11.13.1",
        "STAR4-11.14",
        "STAR4-11.13.2",
    ]
    half = case(40_00, Step.IDENTIFICATION, intent=Intent.SUSPECTED)
    assert tasks(half) == [("STAR4-11.14.1", due)]
    assert "STAR4-11.14" not in reasons(close_as_no_breach(half))


@pytest.mark.rule("HOUSE-PAYMENTS-1", "STAR4-11.13.2")
def test_a_reasonable_time_is_a_setting() -> None:
    within = {task.cite.id: task.due for task in open_tasks(case())}
    assert within["STAR4-11.13.2"] == date(2026, 3, 23)
    week = {task.cite.id: task.due for task in open_tasks(case(), timedelta(days=7))}
    assert week["STAR4-11.13.2"] == date(2026, 3, 16)


@pytest.mark.rule("STAR4-11.15.1")
def test_a_reasonable_attempt_seeks_the_patron_first() -> None:
    for step in (Step.IDENTIFICATION, Step.CONTACT):
        assert reasonable_attempt(case(40_00, step)).value
        assert not reasonable_attempt(case(40_00, step, patron_known=True)).value
    found = case(40_00, Step.CONTACT, Step.DEMAND, patron_known=True)
    told = reasonable_attempt(found)
    assert (told.value, told.cite.id) == (True, "STAR4-11.15.1")


@pytest.mark.rule("STAR4-11.15.1.1", "STAR4-11.15.1.2")
@pytest.mark.parametrize(
    ("over", "step", "cite"),
    [
        (-40_00, Step.REIMBURSEMENT, "STAR4-11.15.1.1"),
        (40_00, Step.DEMAND, "STAR4-11.15.1.2"),
    ],
)
def test_a_known_patron_is_paid_or_asked(over: int, step: Step, cite: str) -> None:
    assert (cite, None) in tasks(case(over, patron_known=True))
    assert cite not in dict(tasks(case(over)))
    assert cite not in dict(tasks(case(over, step, patron_known=True)))
    assert cite not in dict(tasks(case(over, Step.RECTIFIED, patron_known=True)))


@pytest.mark.rule("STAR4-11.15.2")
def test_an_unintended_overpayment_is_no_credit() -> None:
    told = is_credit(case(5_000_00))
    assert (told.value, told.cite.id) == (False, "STAR4-11.15.2")
    assert is_credit(case(5_000_00, intent=Intent.INTENDED)).value
    assert not is_credit(case(-5_000_00, intent=Intent.INTENDED)).value


@pytest.mark.rule("STAR4-11.15.2:monthly", "STAR4-1.1:NICC")
def test_the_month_end_report_lists_single_items_over_1000() -> None:
    amounts = (1_000_00, 1_000_01, 2_500_00, -1_000_00, -1_000_01, 999_99)
    march = [case(over) for over in amounts]
    april = case(9_000_00, aware_on=date(2026, 4, 1))
    february = case(9_000_00, aware_on=date(2026, 2, 28))
    meant = case(3_000_00, intent=Intent.INTENDED)
    report = month_end_report([*march, april, february, meant], 2026, 3)
    assert (report.to.value, report.to.cite.id) == (
        "NSW Independent Casino Commission",
        "STAR4-1.1:NICC",
    )
    assert report.due == date(2026, 3, 31)
    assert month_end_report([], 2028, 2).due == date(2028, 2, 29)
    told = [difference.over_cents for difference in report.items]
    assert told == [1_000_01, 2_500_00, -1_000_01, 3_000_00]
