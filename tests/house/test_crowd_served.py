"""A crowd before a house that is really served: everybody is answered."""

from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import pytest

from bench.burst import at_once
from bench.crowd import Question, consoles, together
from bench.floor import Tablet, furnished, served

pytestmark = [pytest.mark.network, pytest.mark.rule("HOUSE-CROWD-2")]
HEALTH = Question("/healthz")


class Crowd:
    """Consoles that poll and dealers who tap, all at one instant."""

    def __init__(self, house, port, tables):
        self.port = port
        self.tablets = [
            Tablet(port, house.token, number, most=1) for number in range(1, tables + 1)
        ]
        for tablet in self.tablets:
            tablet.step()  # every table opens its round

    def comes(self, polls, rounds=1):
        """Every answer to the polls, and to who asked beside them how it goes."""
        with ThreadPoolExecutor(3) as places:
            looks = places.submit(self._look, polls, rounds)
            health = places.submit(self._look, [HEALTH], rounds * 10)
            for _ in range(rounds):
                at_once(self.tablets)  # a tap that is not answered with 200 raises
            answers = looks.result(), health.result()
        for tablet in self.tablets:
            tablet.line.close()
        return answers

    def _look(self, questions, rounds):
        return [
            one for _ in repeat(None, rounds) for one in together(self.port, questions)
        ]


@pytest.mark.rule("HOUSE-CROWD-1")
@pytest.mark.rule("HOUSE-CROWD-3")
def test_more_than_there_are_places_are_all_answered(sqlite_url, monkeypatch):
    monkeypatch.setenv("THREADS", "2")
    with furnished(sqlite_url, 6) as house, served(house) as port:
        polls, health = Crowd(house, port, 6).comes(consoles(house, 24, 6))
    assert {(one.status, one.times) for one in (*polls, *health)} == {(200, 1)}


@pytest.mark.soak
@pytest.mark.rule("HOUSE-CROWD-1")
@pytest.mark.rule("HOUSE-CROWD-3")
def test_two_hundred_consoles_and_fifty_changes_at_one_instant(database_url):
    with furnished(database_url, 50) as house, served(house, workers=2) as port:
        polls, health = Crowd(house, port, 50).comes(consoles(house, 200, 50), 10)
    assert {(one.status, one.times) for one in (*polls, *health)} == {(200, 1)}
    assert max(one.seconds for one in health) < 1
