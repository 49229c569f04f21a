"""A substitute named on the pass: by the terms' clock, and nobody is looked up."""

import pytest

from tests.house.statements import statements
from tests.tournaments import cast
from tests.tournaments.cast import SLUG, at, clock, look, recorded
from tests.tournaments.test_applications import kept, known
from tests.tournaments.test_passes import guest, make_pass, state
from tests.tournaments.test_path_pages import HOME, as_, sent
from tests.tournaments.test_substituting import TERMS, UNTIL
from tests.tournaments.test_waiting_line import tick
from tournaments.entrants import applying
from tournaments.entrants.models import Outcome
from tournaments.entrants.naming import LAPSES
from tournaments.models import EntryState
from tournaments.path import ledgers

__all__ = ["as_", "guest", "make_pass"]
TYPED = {
    "given_name": "Player",
    "family_name": "Friend",
    "born_on": "1980-01-01",
    "phone": "0412 345 678",
    "knows": "y",
}
LAST = int((UNTIL - cast.NOW).total_seconds()) // 60


def naming(client, mine, **changes):
    """Send the form on the pass."""
    return client.post(f"{mine}/substitute", data=sent(**TYPED | changes))


@pytest.fixture
def entered(db):
    """Two entrants under terms that allow a substitute."""
    cast.with_entries(db, 2, cast.terms(*TERMS))


@pytest.mark.rule("HOUSE-TOURN-172", "CROWN3-12.5.3(a)(iii)")
def test_named_in_time_is_in_time_when_they_come(db, entered, guest, as_, make_pass):
    mine, friend = make_pass(), known(db, "Friend")
    with clock(LAST - 1):
        assert naming(guest, mine).location == mine
        page = guest.get(mine).text
        assert "You named Player Friend to take over" in page
        assert state(db) is EntryState.ENTERED  # theirs until the desk has seen them
    with clock(LAST):
        late = naming(guest, mine, family_name="Other")
        assert (late.status_code, "It is too late" in late.text) == (409, True)
        assert "No substitute can be named any more." in late.text
    with clock(LAST + 1):
        erin = as_("erin", at(LAST + 1).now)
        asked = erin.get(f"{HOME}/applications/1").text
        way = f"entries/1/substitute?patron={friend}&amp;application=1"
        assert way in asked
        shown = erin.get(f"{HOME}/{way.replace('&amp;', '&')}").text
        assert 'name="application" value="1"' in shown
        form = sent(patron=friend, application=1, how="signed")
        for _ in range(2):
            done = erin.post(f"{HOME}/entries/1/substitute", data=form)
            assert done.status_code == 303, done.text
        unnamed = sent(patron=known(db, "Late"), how="signed")
        refused = erin.post(f"{HOME}/entries/2/substitute", data=unnamed)
        assert refused.status_code == 409
        assert guest.get(mine).status_code == 404  # it was the other's secret
    entry = look(db, ledgers.entry, 1)
    assert (entry.name, entry.patron_id) == ("Player Friend", friend)
    [row] = kept(db)
    assert (row.outcome, row.name, row.born_on) == (Outcome.TAKEN, "", None)
    assert tick(db, at(cast.STARTS).now, LAPSES) == 0
    assert [each.outcome for each in kept(db)] == [Outcome.TAKEN]


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-172")
def test_whoever_is_named_the_answer_and_the_work_are_the_same(
    db, entered, app, make_pass
):
    known(db, "Known")
    known(db, "Staffer", is_employee=True)
    mine, answers = make_pass(), []
    for family in ("Known", "Staffer", "Nobody"):
        guest = app.test_client()
        with statements(app.extensions["database"]) as asked:
            first = naming(guest, mine, family_name=family)
        page = guest.get(mine).text.replace(family, "Somebody")
        answers.append((first.status_code, first.location, page))
        assert not any("FROM patron" in statement for statement in asked)
    assert all(each == answers[0] for each in answers)
    outcomes = [row.outcome for row in kept(db)]
    assert outcomes == [Outcome.TAKEN_BACK, Outcome.TAKEN_BACK, Outcome.WAITING]


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-172")
def test_naming_is_taken_back_and_ends_with_the_entry(db, entered, guest, make_pass):
    mine, other = make_pass(1), make_pass(2)
    form = sent(**TYPED)
    for _ in range(2):  # sent twice, kept once
        assert guest.post(f"{mine}/substitute", data=form).location == mine
    assert naming(guest, mine).location == mine  # the same words once more
    assert len(kept(db)) == 1
    assert guest.post(f"{mine}/substitute/take-back", data=sent()).location == mine
    assert "You named" not in guest.get(mine).text
    naming(guest, other)
    guest.post(f"{other}/withdraw", data=sent(back_cents="24000"))
    assert state(db, 2) is EntryState.WITHDRAWN
    assert [row.outcome for row in kept(db)] == [Outcome.TAKEN_BACK] * 2
    assert {row.name for row in kept(db)} == {""}
    assert naming(guest, other).status_code == 409
    assert naming(guest, mine, phone="").status_code == 409
    assert naming(guest, mine, knows="").status_code == 422
    assert naming(guest, f"/t/{SLUG}/pass/guessed").status_code == 404


@pytest.mark.rule("HOUSE-TOURN-172")
@pytest.mark.parametrize(("late", "gone"), [(-1, False), (0, True)])
def test_whoever_does_not_come_by_the_start_lapses(
    db, entered, guest, make_pass, late, gone
):
    mine = make_pass()
    with clock(3):
        naming(guest, mine)
    tick(db, at(cast.CLOSED).now, applying.LAPSES)  # that is not for substitutes
    tick(db, at(cast.STARTS + late).now, LAPSES)
    [row] = kept(db)
    assert (row.outcome is Outcome.LAPSED, row.name == "") == (gone, gone)
    assert state(db) is EntryState.ENTERED


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-172", "HOUSE-TOURN-144")
def test_a_decline_is_told_on_the_pass_without_its_reason(
    db, entered, guest, as_, make_pass
):
    mine = make_pass()
    tomorrow = naming(guest, mine, born_on="2008-11-13")  # eighteen, then
    assert (tomorrow.status_code, kept(db)) == (409, [])
    naming(guest, mine, family_name="Friend")
    erin = as_("erin")
    number = kept(db)[-1].number
    erin.post(f"{HOME}/applications/{number}/decline", data=sent(reason="Excluded"))
    page = guest.get(mine).text
    assert "We could not take whom you named." in page
    assert "Excluded" not in page
    assert recorded(db, "name substitute")
