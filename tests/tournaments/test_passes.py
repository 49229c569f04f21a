"""The pass: an entrant’s own page, for whoever holds its address and nobody else."""

import io
import re

import pypdf
import pytest
from sqlmodel import select

from house.people.patrons.models import PatronRow
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import SEAL, SLUG, at, clock, look, recorded
from tests.tournaments.test_path_pages import HOME, as_, sent
from tournaments.entrants import passes
from tournaments.entrants.models import PassRow
from tournaments.models import EntryState
from tournaments.path import ledgers, substituting
from tournaments.path.substituting import Substitute
from tournaments.seating import drawing
from tournaments.seating.drawing import Fixing

__all__ = ["as_"]
GONE = "This pass opens nothing."
PRIVATE = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
    "Referrer-Policy": "no-referrer",
}


@pytest.fixture
def guest(app):
    """Somebody with a phone, who is not signed in."""
    return app.test_client()


@pytest.fixture
def make_pass(app, db):
    """Make the pass of an entry; where it is opened."""

    def make(number=1):
        def service(session, tournament):
            entry = ledgers.entry(session, tournament, number)
            seal = app.extensions["seal"]
            row = passes.issue(session, tournament, entry, seal, at(2, cast.DESK))
            return passes.path(tournament, passes.token_in(row, seal))

        return cast.do(db, service)

    return make


def state(db, number=1):
    """How an entry stands."""
    return look(db, ledgers.entry, number).state


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-140", "HOUSE-TOURN-141")
def test_a_pass_shows_its_own_entry_and_is_kept_nowhere(db, guest, make_pass):
    cast.with_entries(db, 2)
    mine, other = make_pass(1), make_pass(2)
    page = guest.get(mine)
    assert page.status_code == 200
    for said in ("Entry <b>1</b>, Player 01", "$240: $40 entry fee, $200 buy-in"):
        assert said in page.text
    assert "Not drawn yet" in page.text
    assert f"/t/{SLUG}/v/1" in page.text
    assert "Player 02" not in page.text
    assert {name: page.headers[name] for name in PRIVATE} == PRIVATE
    assert "Set-Cookie" not in page.headers
    assert "Player 02" in guest.get(other).text


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-140")
def test_a_guessed_and_an_ended_pass_answer_alike(db, guest, make_pass):
    cast.with_entries(db, 1)
    old, new = make_pass(), make_pass()
    assert old != new
    token = old.rpartition("/")[2]
    assert len(token) * 6 >= 128
    ended = guest.get(old)
    for address in (
        old[:-1],
        f"/t/{SLUG}/pass/{'x' * 5_000}",
        f"/t/never-was/pass/{new.rpartition('/')[2]}",
        f"/t/UPPER/pass/{token}",
        f"{old}/withdraw",
        f"{old}/start.ics",
    ):
        guessed = guest.get(address)
        assert (guessed.status_code, guessed.data) == (404, ended.data)
        assert dict(guessed.headers) == dict(ended.headers)
    assert GONE in ended.text
    assert {name: ended.headers[name] for name in PRIVATE} == PRIVATE
    posted = guest.post(f"{old}/withdraw", data=sent(back_cents="24000"))
    assert (posted.status_code, state(db)) == (404, EntryState.ENTERED)
    assert guest.get(new).status_code == 200


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-140")
def test_the_database_alone_opens_no_pass(db, make_pass):
    cast.with_entries(db, 1)
    token = make_pass().rpartition("/")[2]
    with db.reading() as session:
        row = session.exec(select(PassRow)).one()
    assert token not in f"{row.token_sha256} {row.sealed!r} {row.by_name}"
    assert not any(token in str(entry.after) for entry in recorded(db, "issue pass"))


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-141")
def test_withdrawing_says_what_comes_back_and_asks_once_more(db, guest, make_pass):
    cast.with_entries(db, 2)
    mine = make_pass()
    asked = guest.get(f"{mine}/withdraw")
    assert "An entrant may withdraw without financial penalty until" in asked.text
    assert "<dt>Comes back</dt><dd>$240</dd>" in asked.text
    assert asked.headers["Referrer-Policy"] == "same-origin"  # the form is sent back
    stale = guest.post(f"{mine}/withdraw", data=sent(back_cents="23999"))
    assert stale.status_code == 409
    assert "What comes back has changed meanwhile: it is $240 now." in stale.text
    assert state(db) is EntryState.ENTERED
    form = sent(back_cents="24000")
    for _ in range(2):  # sent twice, done once
        assert guest.post(f"{mine}/withdraw", data=form).location == mine
    assert state(db) is EntryState.WITHDRAWN
    assert cast.back(db) == 240_00
    page = guest.get(mine).text
    assert "You have withdrawn." in page
    assert "$240 waits for you at the" in page
    again = guest.post(f"{mine}/withdraw", data=sent(back_cents="0"))
    assert again.status_code == 409
    assert "You cannot withdraw any more." in again.text
    written = recorded(db, "end entry")
    assert [(row.actor, row.role) for row in written] == [
        ("entrant", "entrant"),
        ("entrant", "entrant"),
    ]


@pytest.mark.rule("HOUSE-TOURN-141", "CROWN3-12.4.2(d)")
@pytest.mark.parametrize(("late", "back"), [(-1, "$240"), (0, "$")])
def test_the_clock_of_the_terms_decides_what_withdrawing_costs(
    db, guest, make_pass, late, back
):
    made = cast.terms()
    free = made.entry.withdrawal.free_until
    cast.with_entries(db, 1, made)
    mine = make_pass()
    minutes = int((free - cast.NOW).total_seconds()) // 60
    with clock(minutes + late):
        page = guest.get(f"{mine}/withdraw").text
    found = re.search(r"<dt>Comes back</dt><dd>(.+?)</dd>", page)[1]
    assert (found == "$240") is (late < 0), found
    assert found.startswith(back)


@pytest.mark.rule("HOUSE-TOURN-141")
def test_a_seat_shows_with_its_release_and_not_before(db, guest, make_pass):
    cast.ready_to_seat(db, 4)
    mine = make_pass()
    since = cast.CLOSED
    for service, *given in (
        (drawing.fix, at(since), SEAL, Fixing(secret=b"s" * 32)),
        (drawing.hold, "harbour", at(since + 1), SEAL),
        (drawing.confirm, at(since + 2)),
    ):
        cast.do(db, service, *given)
        with clock(since + 2):
            assert "Not drawn yet" in guest.get(mine).text
    cast.do(db, drawing.release, at(since + 3))
    with clock(since + 3):
        page = guest.get(mine).text
        date = guest.get(f"{mine}/start.ics")
    assert re.search(r"You sit at table [12], seat \d\.", page)
    assert date.content_type.startswith("text/calendar")
    assert "DTSTART:20261121T030000Z" in date.text
    assert mine not in date.text.replace("\r\n ", "")  # calendars are shared


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-140")
def test_the_desk_makes_a_pass_shows_it_and_takes_it_back(db, as_, guest):
    cast.with_entries(db, 1)
    erin, page = as_("erin"), f"{HOME}/entries/1/pass"
    assert "Player 01 has no pass." in erin.get(page).text
    assert erin.post(page, data=sent()).location == page
    shown = erin.get(page).text
    mine = re.search(rf"/t/{SLUG}/pass/[\w-]+", shown)[0]
    assert "<svg" in shown
    assert guest.get(mine).status_code == 200
    assert page in erin.get(f"{HOME}/entries/1/money").text
    assert as_("amara").get(page).status_code == 403
    assert erin.post(f"{page}/revoke", data=sent()).location == page
    assert guest.get(mine).status_code == 404
    assert [len(recorded(db, f"{act} pass")) for act in ("issue", "revoke")] == [1, 1]
    assert erin.get(f"{HOME}/entries/9/pass").status_code == 404


@clock(9)
@pytest.mark.rule("HOUSE-TOURN-140", "HOUSE-TOURN-82")
def test_the_entrants_copy_of_a_receipt_carries_the_pass(db, as_, config):
    cast.with_entries(db, 1)
    erin = as_("erin")
    there = erin.post(f"{HOME}/receipts/1/print", data=sent(paper="roll")).location
    shelf = set(config.press.glob("*.pdf"))
    copies = pypdf.PdfReader(io.BytesIO(erin.get(there).data)).pages
    words = [page.extract_text() for page in copies]
    assert ["Scan this" in each for each in words] == [True, False]
    assert set(config.press.glob("*.pdf")) == shelf  # no pass lies about
    dealers = pypdf.PdfReader(io.BytesIO(as_("amara").get(there).data)).pages
    assert not any("Scan this" in each.extract_text() for each in dealers)
    assert len(recorded(db, "issue pass")) == 1


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-140")
def test_a_pass_ends_when_a_substitute_takes_over(db, guest, make_pass):
    cast.with_entries(db, 1)
    mine, [other] = make_pass(), cast.patrons(db, 1)

    def take_over(session, tournament):
        entry = ledgers.entry(session, tournament, 1, lock=True)
        named = Substitute(session.get_one(PatronRow, other))
        return substituting.substitute(session, tournament, entry, named, at(2))

    assert not isinstance(cast.do(db, take_over), Refused)
    assert guest.get(mine).status_code == 404
    assert guest.get(make_pass()).status_code == 200


@pytest.mark.rule("HOUSE-TOURN-170", "HOUSE-TOURN-82")
def test_a_receipt_of_somebody_replaced_carries_no_pass(db, as_):
    cast.with_entries(db, 1)
    [other] = cast.patrons(db, 1)
    with clock(9):
        there = as_("erin").post(f"{HOME}/receipts/1/print", data=sent(paper="roll"))
        assert "Scan this" in _words(as_("erin").get(there.location))

    def take_over(session, tournament):
        entry = ledgers.entry(session, tournament, 1, lock=True)
        named = Substitute(session.get_one(PatronRow, other))
        act = at(10)
        verdict = substituting.substitute(session, tournament, entry, named, act)
        passes.issue(session, tournament, entry, SEAL, act)
        return verdict

    assert not isinstance(cast.do(db, take_over), Refused)
    with clock(11):
        erin = as_("erin")
        again = erin.post(f"{HOME}/receipts/1/print", data=sent(paper="roll"))
        for print_ in (there, again):
            words = _words(erin.get(print_.location))
            assert "Scan this" not in words
            assert "Player 01" in words  # who paid it


def _words(answer):
    pages = pypdf.PdfReader(io.BytesIO(answer.data)).pages
    return " ".join(page.extract_text() for page in pages)
