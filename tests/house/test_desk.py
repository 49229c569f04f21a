"""The desk says what is blocked, late and next, to each role its own."""

from datetime import timedelta

import pytest

from house.desk import Item, Urgency, items
from house.desk.help import HELP
from house.desk.views import situation
from house.people.roles import Role
from rulebook import Cite
from tests.house.at_table_cast import carded
from tests.house.conftest import NOON

CITE = Cite("HOUSE-STEP-1")


def item(urgency=Urgency.NEXT, minutes=None, title="Something"):
    due = None if minutes is None else NOON + timedelta(minutes=minutes)
    return Item(urgency, title, CITE, "Do it", "/desk/", due_at=due)


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ([], "Nothing waits for you."),
        ([item()], "One thing waits."),
        ([item(), item()], "Two things wait."),
        ([item(Urgency.BLOCKED)], "One thing is blocked."),
        (
            [item(Urgency.BLOCKED)] * 3 + [item(Urgency.DUE, -1)],
            "Three things are blocked and one is late.",
        ),
        (
            [item(Urgency.BLOCKED)] * 2 + [item(Urgency.DUE, -1)] * 2 + [item()] * 12,
            "Two things are blocked, two are late and 12 wait.",
        ),
    ],
)
def test_the_heading_states_the_situation(found, sentence):
    assert situation(tuple(found), NOON) == sentence


@pytest.mark.parametrize(
    ("seconds", "late", "soon"),
    [
        (-1, True, False),
        (0, True, False),
        (1, False, True),
        (1800, False, True),
        (1801, False, False),
    ],
)
def test_late_at_its_very_time_and_soon_within_half_an_hour(seconds, late, soon):
    matter = item(Urgency.DUE, seconds / 60)
    assert (matter.late(NOON), matter.soon(NOON)) == (late, soon)


def test_a_room_speaks_only_on_the_desks_it_names(sign_in, monkeypatch):
    monkeypatch.setattr(items, "_TELLERS", [])
    items.tells(Role.DIRECTOR)(lambda *_: [item(title="Count the chips")])
    assert "Count the chips" in sign_in(Role.DIRECTOR).get("/desk/").text
    assert "Count the chips" not in sign_in(Role.DEALER).get("/desk/").text


def test_the_most_pressing_and_soonest_comes_first(monkeypatch):
    found = [item(Urgency.DUE, 9), item(), item(Urgency.BLOCKED), item(Urgency.DUE, 3)]
    monkeypatch.setattr(items, "_TELLERS", [])
    items.tells()(lambda *_: found)
    staff = type("Staff", (), {"roles": frozenset({Role.DEALER})})()
    assert items.on_the_desk(None, staff, NOON) == (
        found[2],
        found[3],
        found[0],
        found[1],
    )


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("CROWN3-12.2.2(b)", "inspectorate"),
        ("secret wager", "VIC99-N26-14.6"),
        ("nothing-like-this", "Nothing that you may open fits."),
        ("", "What are you looking for?"),
    ],
)
def test_one_search_finds_what_one_may_open(sign_in, words, found):
    page = sign_in(Role.DEALER).get("/desk/search", query_string={"q": words})
    assert page.status_code == 200
    assert found in page.text


def test_nobody_finds_what_they_may_not_open(sign_in, db):
    carded(db, "Wen Wu")
    assert "Wen Wu" in sign_in(Role.CASHIER).get("/desk/search?q=wu").text
    assert "Wen Wu" not in sign_in(Role.DEALER).get("/desk/search?q=wu").text


@pytest.mark.parametrize("role", Role)
def test_every_role_has_its_help_from_every_page(sign_in, role):
    client = sign_in(role)
    assert 'href="/desk/help"' in client.get("/desk/").text
    page = client.get("/desk/help").text
    assert role.label in page
    assert HELP[role].does in page
