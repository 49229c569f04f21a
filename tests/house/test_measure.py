"""The measure of public pages: a full venue passes, a flood from one address waits."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine

from house.people.roles import Role
from house.web import measure as measures
from house.web.measure import Measure
from tests.house.conftest import NOON

A_SECOND = timedelta(seconds=1)


@pytest.mark.rule("HOUSE-CROWD-6")
def test_so_many_at_once_and_so_many_a_second_after_that():
    measure = Measure(at_once=3, a_second=2)
    assert [measure.wait("here", NOON) for _ in range(4)] == [0, 0, 0, 1]
    assert measure.wait("elsewhere", NOON) == 0
    assert [measure.wait("here", NOON + A_SECOND) for _ in range(3)] == [0, 0, 1]
    later = NOON + timedelta(hours=1)
    assert [measure.wait("here", later) for _ in range(4)] == [0, 0, 0, 1]


def test_a_clock_moved_back_takes_nothing_away():
    measure = Measure(at_once=2, a_second=1)
    assert measure.wait("here", NOON) == 0
    assert measure.wait("here", NOON - A_SECOND) == 0
    assert measure.wait("here", NOON - A_SECOND) == 1


def test_only_so_many_addresses_are_remembered(monkeypatch):
    monkeypatch.setattr(measures, "REMEMBERED", 2)
    measure = Measure(at_once=1, a_second=1)
    for address in ("first", "second", "third"):
        assert measure.wait(address, NOON) == 0
    assert len(measure._buckets) == 2
    assert measure.wait("third", NOON) == 1
    assert measure.wait("first", NOON) == 0


@pytest.fixture
def strict(app):
    """A house that gives one page to an address, and another each second."""
    kept = app.extensions["measure"]
    app.extensions["measure"] = Measure(at_once=1, a_second=1)
    with time_machine.travel(NOON, tick=False):
        yield app
    app.extensions["measure"] = kept


@pytest.mark.rule("HOUSE-CROWD-6")
def test_a_flood_from_one_address_is_told_when_to_come_again(strict):
    stranger = strict.test_client()
    assert stranger.get("/rules/").status_code == 200
    told = stranger.get("/rules/CROWN3")
    assert told.status_code == 429
    assert told.headers["Retry-After"] == "1"
    assert "HOUSE-CROWD-6" in told.text
    assert stranger.get("/nowhere").status_code == 429
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    assert stranger.get("/rules/", environ_overrides=elsewhere).status_code == 200
    assert stranger.get("/healthz").status_code == 200
    stranger.set_cookie("session", "of nobody")
    assert stranger.get("/rules/").status_code == 429


@pytest.mark.rule("HOUSE-CROWD-6")
def test_whoever_is_signed_in_is_not_held_to_it(strict, sign_in):
    client = sign_in(Role.DEALER)
    for _ in range(3):
        assert client.get("/rules/").status_code == 200
        assert client.get("/desk/tables/").status_code == 200


@pytest.mark.rule("HOUSE-CROWD-6")
def test_behind_a_trusted_proxy_it_is_the_address_of_whoever_asks(config, open_house):
    behind = replace(config, trusted_proxies=1, public_at_once=1, public_a_second=1)
    with time_machine.travel(NOON, tick=False):
        client = open_house(behind).test_client()
        for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1"):
            asked = {"X-Forwarded-For": f"198.51.100.7, {address}"}
            assert client.get("/rules/", headers=asked).status_code == 200
        neighbour = {"X-Forwarded-For": "2001:db8::2"}
        assert client.get("/rules/", headers=neighbour).status_code == 429


@pytest.mark.rule("HOUSE-CROWD-6")
def test_a_thousand_readers_behind_one_address_pass(config):
    measure = Measure(config.public_at_once, config.public_a_second)
    assert not any(measure.wait("the venue", NOON) for _ in range(1000))
