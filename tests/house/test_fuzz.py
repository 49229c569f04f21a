"""Every route and form under hostile hands: a sentence, never an error of the house."""

from itertools import groupby

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.house.demo_house import demo_file, demo_rows, lay_out  # noqa: F401
from tests.house.floor_cast import clock_shows
from tests.house.hostile import explore, requests_to, sweep
from tests.house.rounds_cast import key

LONG = 25  # to every route: some ten thousand requests
LEAVES = {"accounts", "staff"}  # what may end a sign-in, asked by somebody new


@pytest.fixture
def enter(request, app, db, sign_in, monkeypatch):
    """Somebody of a role in the demo house; again the same, or somebody new."""
    # Drawing a page takes seconds and is tried elsewhere.
    monkeypatch.setattr("weasyprint.HTML.write_pdf", lambda *_, **__: b"%PDF-")
    with clock_shows():
        kept = "demo_file" if db.is_sqlite else "demo_rows"
        lay_out(db, request.getfixturevalue(kept))
        inside = {None: app.test_client()}

        def as_(role, *, new=False):
            if role is not None and (new or role not in inside):
                inside[role] = sign_in(role, username=f"fuzz-{key()}")
            return inside[role]

        yield as_


def rooms(app):
    """The routes of the house, room by room."""
    found = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    of = sorted(found, key=lambda rule: (rule.endpoint, rule.rule))
    return groupby(of, key=lambda rule: rule.endpoint.partition(".")[0])


class Fire:
    """Requests to the house, and those that it could not answer."""

    def __init__(self, app, enter):
        self.enter, self.found, self.asked = enter, [], 0
        self.atlas = explore(app, enter)

    def at(self, sent, room):
        self.asked += 1
        client = self.enter(sent.role, new=room in LEAVES)
        about = {"data": sent.body, "content_type": sent.kind, "buffered": True}
        answer = client.open(sent.address, method=sent.method, **about)
        if answer.status_code >= 500:
            self.found.append((answer.status_code, sent))

    def volleys(self, room, rules, times):
        """Send so many volleys to a room, each with a request to every route of it."""

        @settings(
            max_examples=times,
            derandomize=True,
            database=None,
            phases=(Phase.generate,),
            suppress_health_check=[*HealthCheck],
        )
        @given(st.tuples(*(requests_to(self.atlas, rule) for rule in rules)))
        def fire(volley):
            for sent in volley:
                self.at(sent, room)

        fire()


def test_no_request_makes_the_house_fail(app, enter):
    fire = Fire(app, enter)
    for room, rules in rooms(app):
        for sent in sweep(fire.atlas, rules):
            fire.at(sent, room)
    assert fire.asked > 500
    assert not fire.found


@pytest.mark.soak
def test_no_request_makes_the_house_fail_for_long(app, enter):
    fire = Fire(app, enter)
    for room, rules in rooms(app):
        fire.volleys(room, [*rules], LONG)
    assert not fire.found
