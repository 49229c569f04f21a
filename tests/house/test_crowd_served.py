"""A crowd before a house that is really served: everybody is answered."""

import pytest

from bench.crowd import consoles
from bench.floor import furnished, served
from bench.full_floor import CHANGES, CONSOLES, Crowd
from bench.patient import Patient

pytestmark = [pytest.mark.network, pytest.mark.rule("HOUSE-CROWD-2")]


def statuses(house, port, polls, tables, times=1):
    """Whatever anybody is told in the end who comes again when asked to."""
    crowd = Crowd(house, port, tables, Patient)  # a tap that is refused raises
    answers, health = crowd.comes(consoles(house, polls, tables), times)
    crowd.goes()
    assert {one.times for one in health} == {1}  # who looks is never sent away
    return {one.status for one in (*answers, *health)}


@pytest.mark.rule("HOUSE-CROWD-1")
@pytest.mark.rule("HOUSE-CROWD-3")
def test_more_than_there_are_places_are_all_answered(sqlite_url, monkeypatch):
    monkeypatch.setenv("THREADS", "2")
    with furnished(sqlite_url, 6) as house, served(house) as port:
        assert statuses(house, port, 24, 6) == {200}


@pytest.mark.soak
@pytest.mark.rule("HOUSE-CROWD-1")
@pytest.mark.rule("HOUSE-CROWD-3")
def test_two_hundred_consoles_and_fifty_changes_at_one_instant(database_url):
    with furnished(database_url, CHANGES) as house, served(house, workers=2) as port:
        assert statuses(house, port, CONSOLES, CHANGES, 5) == {200}
