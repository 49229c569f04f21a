"""A place held for an application: by room alone, and to the second."""

from datetime import timedelta

import pytest

from house.people.patrons.rules import PatronDetails
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import NOW, SLUG, TICK, at, cites, clock, do, look, recorded
from tests.tournaments.test_applications import ENTER, TYPED, kept
from tests.tournaments.test_path_pages import as_, sent
from tests.tournaments.test_waiting_line import in_line, join, tick
from tournaments.entrants import applying, deciding, holding
from tournaments.entrants.applying import Applies
from tournaments.entrants.models import Consent
from tournaments.path.entries import TakeEntry
from tournaments.waiting.queries import held_online

__all__ = ["as_"]
TEN = 10
OVER = NOW + timedelta(minutes=TEN)


def ask(db, name="Somebody", minutes=TEN, address="", now=NOW):
    """Somebody applies online, in a house that holds places so long."""
    details = PatronDetails("Some", name, NOW.date().replace(1980), "a@example.com")
    privacy = frozenset({Consent.PRIVACY})
    said = Applies(details, "", 1, privacy, name, address or name)
    return do(db, applying.apply, said, now, minutes)


def one_place_left(db):
    """Three of four places are taken."""
    cast.with_entries(db, 3, cast.terms(players=(3, 4, 4)))


def enter_at(db, patron_id, now, application=0):
    """The desk takes an entry at an instant."""
    act = cast.Act(cast.DESK, now)
    command = TakeEntry(cast.PAID.how, 40_00, 200_00, application=application)
    return cast.enter(db, patron_id, command, act)


@pytest.mark.rule("HOUSE-TOURN-171")
def test_a_place_is_held_to_the_second_for_whoever_applied(db):
    one_place_left(db)
    other, mine = cast.patrons(db, 2)
    row = ask(db)
    assert row.held_until == OVER
    refused = enter_at(db, other, OVER - TICK)
    assert cites(refused) == ["CROWN3-12.4.1(a)(iii)"]
    assert "One person comes first" in refused.refusals[0].wrong
    late = ask(db, "Second")
    assert late.held_until is None  # nothing is left to hold
    took = enter_at(db, mine, OVER - TICK, row.number)
    assert not isinstance(took, Refused), took
    do(db, deciding.taken, took, row.number, cast.Act(cast.DESK, OVER - TICK))
    assert look(db, held_online, NOW) == 0
    assert tick(db, OVER, holding.RUNS_OUT) == 0  # called off
    assert recorded(db, "held place runs out") == []


@pytest.mark.rule("HOUSE-TOURN-171")
def test_at_that_second_the_place_is_anybodys_and_the_application_waits_on(db):
    one_place_left(db)
    [other] = cast.patrons(db, 1)
    row = ask(db)
    took = enter_at(db, other, OVER)  # before any clock has been looked at
    assert not isinstance(took, Refused), took
    assert [tick(db, OVER, holding.RUNS_OUT) for _ in range(2)] == [1, 0]
    assert len(recorded(db, "held place runs out")) == 1
    assert [each.outcome.value for each in kept(db)] == ["waiting"]
    again = cites(enter_at(db, other, OVER, row.number))
    assert "CROWN3-12.4.1(a)(iii)" in again  # its number opens nothing any more


@pytest.mark.rule("HOUSE-TOURN-171", "HOUSE-TOURN-121")
@pytest.mark.parametrize("declined", [True, False])
def test_a_place_given_up_goes_to_the_first_in_line(db, declined):
    one_place_left(db)
    [waits] = cast.patrons(db, 1, email="waits@example.com")
    row = ask(db)
    assert not isinstance(join(db, waits), Refused)  # every place has somebody
    assert in_line(db) == ([1], [])
    assert ask(db, "Third").held_until is None  # the line comes first
    if declined:
        do(db, deciding.decline, row.number, "Nobody we know", at(3, cast.DESK))
    else:
        tick(db, OVER, holding.RUNS_OUT)
    assert in_line(db, 11 if not declined else 3) == ([], [1])


@pytest.mark.rule("HOUSE-TOURN-171")
def test_nothing_is_held_without_minutes_nor_beyond_the_close_nor_for_a_crowd(db):
    cast.open_for_entries(db)
    assert ask(db, minutes=0).held_until is None
    last = at(cast.CLOSED - 1).now
    assert ask(db, "Last", now=last).held_until == at(cast.CLOSED).now
    for number in range(holding.AT_ONCE.value):
        assert ask(db, f"N{number}", address="one").held_until == OVER
    assert ask(db, "One more", address="one").held_until is None
    assert ask(db, "Elsewhere", address="two").held_until == OVER
    assert ask(db, "Long", minutes=10**9).held_until == NOW + timedelta(days=7)


@pytest.mark.rule("HOUSE-TOURN-171")
def test_the_page_says_until_when_and_believes_nobody_else(db, app, as_):
    cast.open_for_entries(db)
    with clock(3):
        guest = app.test_client()
        plain = guest.post(ENTER, data=sent(**TYPED)).location
        assert "no place is held" in guest.get(plain).text
        held = int(at(13).now.timestamp())
        forged = guest.get(f"/t/{SLUG}/enter/received?held={held}&mark=x").text
        assert "A place is held" not in forged
        settings = app.extensions["config"]
        object.__setattr__(settings, "application_hold_minutes", TEN)
        assert "held for you for 10 minutes" in guest.get(ENTER).text
        there = guest.post(ENTER, data=sent(**TYPED | {"family_name": "02"})).location
        assert "A place is held for you until" in guest.get(there).text
        listed = as_("erin").get(f"/desk/tournaments/{SLUG}/applications").text
        assert "a place is held until" in listed
    with clock(13):
        assert "is over" in guest.get(there).text
