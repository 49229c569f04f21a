"""How often somebody may try: at the limit, just before and just after."""

from datetime import timedelta

import pytest

from house.people.accounts import throttle
from house.people.accounts.throttle import (
    ADDRESS,
    KNOWN_BROWSER,
    NAME,
    NAME_AND_ADDRESS,
    Caller,
    Outcome,
    Try,
    in_words,
    neighbourhood,
    wait,
)
from tests.house.conftest import NOON

ANN = Caller("ann", "10.0.0.1")
ANNS_OWN = Caller("ann", "10.0.0.1", "d" * 32)


def tries(number: int, caller=ANN, outcome=Outcome.FAILED, ago=timedelta(minutes=1)):
    return [Try(NOON - ago, caller, outcome) for _ in range(number)]


def elsewhere(number: int) -> list[Try]:
    return [t for n in range(number) for t in tries(1, Caller("ann", f"10.2.0.{n}"))]


def other_names(number: int) -> list[Try]:
    return [t for n in range(number) for t in tries(1, Caller(f"u{n}", "10.0.0.1"))]


@pytest.mark.parametrize(
    ("rule", "caller", "below", "at"),
    [
        pytest.param(
            "HOUSE-ACCESS-7", ANNS_OWN, tries(9, ANNS_OWN), tries(10, ANNS_OWN)
        ),
        pytest.param("HOUSE-ACCESS-8", ANN, tries(4), tries(5)),
        pytest.param("HOUSE-ACCESS-9", ANN, elsewhere(19), elsewhere(20)),
        pytest.param("HOUSE-ACCESS-10", ANN, other_names(49), other_names(50)),
    ],
)
def test_each_limit_holds_from_its_number_on(rule, caller, below, at):
    assert wait(below, caller, NOON) is None
    held = wait(at, caller, NOON)
    assert held is not None
    assert held.cite.id == rule


@pytest.mark.parametrize(
    "limit",
    [KNOWN_BROWSER, NAME_AND_ADDRESS, NAME, ADDRESS],
    ids=lambda limit: limit.cite.id,
)
def test_a_limit_ends_when_its_time_has_passed(limit):
    failed = [NOON] * limit.tries
    last = NOON + limit.within - timedelta(microseconds=1)
    assert limit.free_at(failed, last) == NOON + limit.within
    assert limit.free_at(failed, NOON + limit.within) is None


def test_the_wait_runs_from_the_try_that_leaves_first():
    first = tries(1, ago=timedelta(minutes=14))
    held = wait([*first, *tries(4)], ANN, NOON)
    assert held.until == NOON + timedelta(minutes=1)
    assert held.seconds(NOON) == 60


def test_the_longest_wait_counts_when_two_limits_are_reached():
    held = wait([*tries(5), *elsewhere(20)], ANN, NOON)
    assert held.cite == NAME.cite


@pytest.mark.rule("HOUSE-ACCESS-7")
def test_strangers_and_the_persons_own_browser_are_counted_apart():
    strangers = [*tries(5), *elsewhere(20), *other_names(50)]
    assert wait(strangers, ANNS_OWN, NOON) is None
    assert wait(tries(10, ANNS_OWN), ANN, NOON) is None
    another = Caller("ann", "10.0.0.1", "e" * 32)
    assert wait(tries(10, ANNS_OWN), another, NOON) is None


def test_signing_in_forgives_ones_own_slips_and_nobody_elses():
    passed = tries(1, outcome=Outcome.PASSED, ago=timedelta(seconds=30))
    assert wait([*tries(5), *passed], ANN, NOON) is None
    half = tries(1, outcome=Outcome.HALF, ago=timedelta(seconds=30))
    assert wait([*tries(5), *half], ANN, NOON) is not None
    assert wait([*other_names(50), *passed], ANN, NOON) is not None
    assert wait([*elsewhere(20), *passed], ANN, NOON) is not None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "one second"),
        (30, "30 seconds"),
        (31, "one minute"),
        (60, "one minute"),
        (61, "2 minutes"),
        (900, "15 minutes"),
        (3600, "60 minutes"),
    ],
)
def test_a_wait_is_said_never_shorter_than_it_is(seconds, words):
    assert in_words(seconds) == words


def test_no_limit_looks_back_further_than_tries_are_loaded():
    limits = (KNOWN_BROWSER, NAME_AND_ADDRESS, NAME, ADDRESS)
    assert all(limit.within <= throttle.LONGEST for limit in limits)


@pytest.mark.rule("HOUSE-ACCESS-8")
@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_a_whole_network_of_one_household_is_one_address(address, counted_as):
    assert neighbourhood(address) == counted_as
