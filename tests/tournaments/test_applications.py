"""Online entry: the same answer for everybody; the desk knows who it is."""

from datetime import date, timedelta

import pytest
from sqlmodel import select

from house.notices import deadlines
from house.notices.models import OutboxRow
from house.people.patrons.models import (
    ExcludedBy,
    ExclusionRow,
    PatronRow,
    PlayerCardRow,
)
from tests.house.statements import statements
from tests.tournaments import cast
from tests.tournaments.cast import NOW, SLUG, clock, look, recorded
from tests.tournaments.test_passes import make_pass
from tests.tournaments.test_path_pages import HOME, as_, sent
from tournaments.entrants import consents
from tournaments.entrants.applying import HOURLY
from tournaments.entrants.models import ApplicationRow, Consent, ConsentRow, Outcome
from tournaments.models import EntryRow
from tournaments.path import ledgers

__all__ = ["as_", "make_pass"]
ENTER = f"/t/{SLUG}/enter"
TYPED = {
    "given_name": "Player",
    "family_name": "01",
    "born_on": "1980-01-01",
    "email": "player@example.com",
    "version": "1",
    "accepts": "y",
    "consents": ["privacy", "name"],
}


def applied(client, **changes):
    """Send the form."""
    return client.post(ENTER, data=sent(**TYPED | changes))


def kept(db):
    """Every application there is."""
    with db.reading() as session:
        query = select(ApplicationRow).order_by(ApplicationRow.number)
        return session.exec(query).all()


@pytest.fixture
def guest(app):
    """Somebody with a phone, who is not signed in."""
    return app.test_client()


def known(db, family, **changes):
    """Somebody on file."""
    with db.writing() as session:
        row = PatronRow(
            given_name="Player",
            family_name=family,
            search_name=f"player {family}".lower(),
            born_on=date(1980, 1, 1),
            created_at=NOW,
            **changes,
        )
        session.add(row)
        session.flush()
        return row.pk


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-143")
def test_whoever_applies_gets_the_same_answer_after_the_same_work(db, app):
    cast.open_for_entries(db)
    known(db, "Known")
    known(db, "Staffer", is_employee=True)
    barred = known(db, "Barred")
    with db.writing() as session:
        session.add(
            ExclusionRow(
                patron_id=barred,
                by=ExcludedBy.SELF,
                reason="-",
                from_at=NOW - timedelta(days=1),
                recorded_by="ruth",
            )
        )
    answers = [_answer(db, app, name) for name in ("Known", "Staffer", "Barred", "New")]
    assert len(kept(db)) == 4
    assert all(each == answers[0] for each in answers)
    with db.reading() as session:
        assert not session.exec(select(OutboxRow)).all()


def _answer(db, app, family):
    """Everything an applicant can see of their application, and what it took."""
    guest = app.test_client()
    with statements(app.extensions["database"]) as asked:
        first = applied(guest, family_name=family)
    second = guest.get(first.location)
    seen = [
        (page.status_code, sorted(page.headers), page.data) for page in (first, second)
    ]
    assert not any("FROM patron" in statement for statement in asked)
    return seen, asked


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-143")
def test_sent_twice_is_kept_once_and_holds_no_place(db, guest, app):
    cast.open_for_entries(db)
    form = sent(**TYPED)
    assert {guest.post(ENTER, data=form).location for _ in range(2)} == {
        f"{ENTER}/received"
    }
    applied(app.test_client())  # the same words from another browser
    assert [row.number for row in kept(db)] == [1]
    with db.reading() as session:
        assert session.exec(select(EntryRow)).all() == []
    applied(guest, family_name="02")
    assert [row.number for row in kept(db)] == [1, 2]


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-143", "HOUSE-DOC-6", "CROWN3-12.5.3(e)")
@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"email": ""}, 409, "There is nothing by which they are found"),
        ({"version": "2"}, 409, "The terms have changed while you were reading."),
        ({"consents": ["name"]}, 409, "You have not said that you read"),
        ({"consents": ["all of it"]}, 422, "none of"),
        ({"accepts": ""}, 422, "Tick it to enter."),
        ({"born_on": "soon"}, 422, "Give a day that exists"),
        ({"born_on": "2026-11-13"}, 409, "The birth date is in the future."),
        ({"email": "nowhere"}, 409, "The e-mail address is wrong."),
        ({"family_name": ""}, 422, "Give the name."),
    ],
)
def test_what_is_wrong_with_the_form_is_said(db, guest, changes, status, said):
    cast.open_for_entries(db)
    answer = applied(guest, **changes)
    assert answer.status_code == status
    assert said in answer.text.replace("not a valid choice", "none of ours")
    assert kept(db) == []


@pytest.mark.rule("HOUSE-TOURN-143", "CROWN3-12.4.2(c)")
def test_applications_are_taken_as_long_as_entries_are(db, guest):
    cast.open_for_entries(db)
    page = guest.get(ENTER)
    for minutes, status in ((cast.CLOSED - 1, 303), (cast.CLOSED, 409)):
        with clock(minutes):
            assert applied(guest).status_code == status, minutes
    with clock(cast.CLOSED):
        assert "Entries are closed." in guest.get(ENTER).text
    assert "fingerprint" in page.text
    assert guest.get("/t/never-was/enter").status_code == 404


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-143")
def test_one_address_applies_only_so_often(db, guest):
    cast.open_for_entries(db)
    applied(guest)
    with db.writing() as session:
        first = session.exec(select(ApplicationRow)).one()
        for number in range(2, HOURLY.value + 1):
            copy = first.model_dump(exclude={"id", "number", "version"})
            session.add(ApplicationRow(**copy, number=number))
    assert applied(guest, family_name="One More").status_code == 429
    with clock(64):
        assert applied(guest, family_name="One More").status_code == 303


@pytest.mark.rule("HOUSE-TOURN-143")
@pytest.mark.parametrize(
    ("minutes", "outcome"), [(-1, Outcome.WAITING), (0, Outcome.LAPSED)]
)
def test_what_nobody_decided_lapses_with_the_close(db, guest, minutes, outcome):
    cast.open_for_entries(db)
    with clock(3):
        applied(guest)
    deadlines.run_due(db, cast.at(cast.CLOSED + minutes).now)
    [row] = kept(db)
    assert row.outcome is outcome
    typed = (row.name, row.born_on, row.email)
    gone = typed == ("", None, "")
    assert gone is (outcome is Outcome.LAPSED)


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-144", "HOUSE-TOURN-145", "CROWN3-12.5.3(f)")
def test_the_desk_matches_takes_the_entry_and_keeps_the_consents(db, guest, as_):
    cast.open_for_entries(db)
    first, twin = cast.patrons(db, 2)
    with db.writing() as session:
        session.get_one(PatronRow, twin).family_name = "01"
        session.get_one(PatronRow, twin).search_name = "player 01"
        card = PlayerCardRow(number="SB100001", patron_id=twin, issued_at=NOW)
        session.add(card)
    applied(guest, card="sb 100 001")
    erin = as_("erin")
    assert "1 application waits" in erin.get(f"{HOME}/applications").text
    assert f"{HOME}/applications" in erin.get(f"{HOME}/entries").text
    assert "One application to enter Harbour" in erin.get("/desk/").text
    page = erin.get(f"{HOME}/applications/1").text
    ways = [f"entries/new?patron={who}&amp;application=1" for who in (twin, first)]
    assert 0 < page.index(ways[0]) < page.index(ways[1])  # whose card it is comes first
    taking = f"{HOME}/entries/new?patron={twin}&application=1"
    assert 'name="application" value="1"' in erin.get(taking).text
    said = {"entry_fee_cents": "40", "buy_in_cents": "200", "method": "card"}
    form = sent(patron=twin, application=1, how="ticked", **said)
    assert erin.post(f"{HOME}/entries/new", data=form).status_code == 303
    [row] = kept(db)
    entry = look(db, ledgers.entry, 1)
    assert (row.outcome, row.entry_id, row.patron_id) == (Outcome.TAKEN, entry.pk, twin)
    assert (row.name, row.email, row.born_on) == ("", "", None)
    with db.reading() as session:
        held = consents.of(session, entry)
        assert [what for what in Consent if held[what]] == [
            Consent.PRIVACY,
            Consent.NAME,
        ]
        assert {each.at for each in consents.history(session, entry)} == {row.at}
    assert as_("amara").get(f"{HOME}/applications").status_code == 403
    assert "is taken" in erin.get(f"{HOME}/applications/1").text


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-144", "HOUSE-TOURN-120")
def test_whoever_applies_when_all_places_are_taken_is_put_in_line(db, guest, as_):
    cast.with_entries(db, 4, cast.terms(players=(4, 4, 4)))
    who = known(db, "Late")
    applied(guest, family_name="Late")
    erin = as_("erin")
    assert "put Player Late in line" in erin.get(f"{HOME}/applications/1").text
    erin.post(f"{HOME}/waiting", data=sent(patron=who))
    assert "Player Late" in erin.get(f"{HOME}/waiting").text


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-144")
def test_a_decline_tells_no_reason(db, guest, as_):
    cast.open_for_entries(db)
    for family in ("01", "02"):
        applied(guest, family_name=family)
    erin, one = as_("erin"), f"{HOME}/applications/1/decline"
    assert erin.post(one, data=sent(reason="")).status_code == 409
    form = sent(reason="Excluded since May")
    for _ in range(2):
        assert erin.post(one, data=form).location.endswith("/applications")
    assert erin.post(one, data=sent(reason="Again")).status_code == 409
    erin.post(f"{HOME}/applications/2/decline", data=sent(reason="Unknown to us"))
    with db.reading() as session:
        letters = session.exec(select(OutboxRow)).all()
    assert len({letter.body for letter in letters}) == 1
    assert len(letters) == 2
    assert "Excluded" not in letters[0].body
    assert [row.outcome for row in kept(db)] == [Outcome.DECLINED] * 2
    assert kept(db)[0].reason == "Excluded since May"
    assert not any("Excluded" in str(row.after) for row in recorded(db, "apply"))
    assert erin.get(f"{HOME}/applications/99").status_code == 404


@pytest.mark.rule("HOUSE-TOURN-145", "CROWN3-12.5.3(f)")
def test_a_name_is_public_only_as_long_as_its_entrant_agrees(db, guest, as_, make_pass):
    cast.seated(db, 4)
    mine, public = make_pass(), f"/t/{SLUG}/draws"
    erin, desk = as_("erin", cast.at(cast.CLOSED).now), f"{HOME}/entries/1"
    with clock(cast.CLOSED + 5):
        assert guest.get(public).text.count("<td>A player</td>") == 4
        form = sent(consents=["privacy", "name"])
        for _ in range(2):
            assert guest.post(f"{mine}/consents", data=form).location == mine
        assert "<td>Player 01</td>" in guest.get(public).text
        assert "Yes: My name may be published" in guest.get(mine).text
        assert 'checked id="consents-1"' in guest.get(f"{mine}/consents").text
        wrong, said = sent(consents="x"), sent(consents="privacy")
        assert guest.post(f"{mine}/consents", data=wrong).status_code == 422
        assert erin.post(f"{desk}/consents", data=said).location == f"{desk}/pass"
        assert guest.get(public).text.count("<td>A player</td>") == 4
        assert "no, name published" in erin.get(f"{desk}/pass").text
    with db.reading() as session:
        rows = session.exec(select(ConsentRow).order_by(ConsentRow.id)).all()
    assert [(row.what, row.given) for row in rows] == [
        (Consent.PRIVACY, True),
        (Consent.NAME, True),
        (Consent.NAME, False),
    ]
    assert len(recorded(db, "say consents")) == 2


@clock(3)
@pytest.mark.rule("HOUSE-TOURN-145")
def test_without_a_word_the_wish_of_the_patron_holds_and_no_other_speaks_for_them(db):
    cast.open_for_entries(db)
    [shy] = cast.patrons(db, 1)
    [open_] = cast.patrons(db, 1, may_publish_name=True)
    for who in (shy, open_):
        cast.enter(db, who)
    entries = look(db, ledgers.entries)
    assert list(look(db, consents.public_names, entries).values()) == [
        "A player",
        "Player 01",
    ]
    act = cast.at(4, cast.DESK)
    cast.do(db, consents.say, entries[0], {Consent.NAME}, act)
    with db.writing() as session:
        session.get_one(EntryRow, entries[0].pk).patron_id = open_
    taken_over = look(db, ledgers.entries)
    assert look(db, consents.public_names, taken_over)[entries[0].pk] == "Player 01"
    cast.do(db, consents.say, taken_over[0], set(), act)
    assert look(db, consents.public_names, taken_over)[entries[0].pk] == "A player"
