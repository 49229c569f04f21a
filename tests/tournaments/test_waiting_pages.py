"""The line, substitutes and the list of entries by their pages."""

import pytest

from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import clock, enter, look
from tests.tournaments.test_path_pages import HOME, as_, sent
from tests.tournaments.test_substituting import TERMS
from tournaments.models import EntryState
from tournaments.path import entry_list, ledgers
from tournaments.rules.refunds import Cause

__all__ = ["as_"]
ENTRIES, LINE = f"{HOME}/entries", f"{HOME}/waiting"


@clock(2)
@pytest.mark.rule("HOUSE-TOURN-120", "HOUSE-TOURN-121")
def test_somebody_waits_is_offered_a_place_and_enters(db, as_):
    cast.with_entries(db, 4, cast.terms(players=(4, 4, 4)))
    [waits] = cast.patrons(db, 1, suburb="Carlton")
    erin = as_("erin")
    assert "Player 01 waits" in erin.get(f"{ENTRIES}?q=player").text
    assert "Nobody waits" in erin.get(LINE).text
    form = sent(patron=waits)
    for _ in range(2):  # the same form twice is one place in line
        assert erin.post(LINE, data=form).location.endswith("/waiting")
    assert "1 person waits" in erin.get(LINE).text
    assert erin.post(LINE, data=sent(patron=waits)).status_code == 409
    assert erin.post(LINE, data=sent(patron="x")).status_code == 409
    assert as_("amara").post(LINE, data=form).status_code == 403
    cast.end(db, Cause.WITHDRAWN)
    assert "offered" in erin.get(LINE).text
    assert "is offered to Player 01" in erin.get("/desk/").text
    entering = f"{ENTRIES}/new?patron={waits}"
    paid = sent(how="signed", entry_fee_cents="40", buy_in_cents="200", method="cash")
    assert erin.post(entering, data=paid).status_code == 303
    assert "No longer in line" in erin.get(LINE).text
    gone = erin.post(f"{LINE}/1/leave", data=sent())
    assert gone.status_code == 409


@clock(2)
@pytest.mark.rule("HOUSE-TOURN-122", "CROWN3-12.5.3(a)(iii)")
def test_a_substitute_is_found_chosen_and_takes_over(db, as_):
    cast.with_entries(db, 4, cast.terms(*TERMS))
    [new] = cast.patrons(db, 1)
    erin, page = as_("erin"), f"{ENTRIES}/1/substitute"
    assert page in erin.get(ENTRIES).text
    found = erin.get(f"{page}?q=player").text
    assert f"{page}?patron={new}" in found
    assert "has one entry already" in found
    assert "takes over" in erin.get(f"{page}?patron={new}").text
    assert erin.post(page, data=sent(patron=new, how="shouted")).status_code == 422
    assert erin.post(page, data=sent(patron=new, how="signed")).status_code == 303
    assert look(db, ledgers.entry, 1).patron_id == new
    assert "took over from Player 01" in erin.get(ENTRIES).text
    assert erin.post(page, data=sent(patron=new, how="signed")).status_code == 409
    assert as_("amara").get(page).status_code == 403


@clock(2)
def test_entries_are_found_filtered_and_turned_by_the_page(db, as_, monkeypatch):
    monkeypatch.setattr(entry_list, "PAGE", 2)
    cast.with_entries(db, 5)
    cast.end(db, Cause.WITHDRAWN, number=2)
    erin = as_("erin")

    def shown(query):
        return look(db, entry_list.listed, **query)

    assert [e.number for e in shown({}).entries] == [1, 2]
    assert [e.number for e in shown({"number": 3}).entries] == [5]
    assert [e.number for e in shown({"number": 99}).entries] == [5]
    assert [e.number for e in shown({"words": "yer 04"}).entries] == [4]
    assert [e.number for e in shown({"words": "1-00003"}).entries] == [3]
    assert shown({"words": "%"}).total == 0
    gone = shown({"state": EntryState.WITHDRAWN})
    assert [e.number for e in gone.entries] == [2]
    assert gone.states == {EntryState.ENTERED: 4, EntryState.WITHDRAWN: 1}
    assert "Page 1 of 3" in erin.get(ENTRIES).text
    assert "No entry fits" in erin.get(f"{ENTRIES}?find=nobody&state=void").text
    assert "Higher numbers" not in erin.get(f"{ENTRIES}?page=3").text
    assert not isinstance(enter(db, cast.patrons(db, 1)[0]), Refused)
