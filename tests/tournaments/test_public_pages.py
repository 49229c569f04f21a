"""The public page: what everybody may know of a tournament, and not a word more."""

import hashlib
import json
import re

import pytest

from house.documents import pdf
from house.documents import services as documents
from house.documents.models import Paper
from house.press import NoPdf
from house.terms import versions
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.examples import with_
from tournaments import queries
from tournaments.path import cancelling
from tournaments.printing.document import KIND, document_of
from tournaments.rules.lifecycle import Status

PAGE = f"/t/{cast.SLUG}"
TERMS = f"{PAGE}/terms"
SCRIPT = "<script>alert(1)</script>"
FILES = (
    "",
    "/terms",
    "/v/1",
    "/terms.pdf",
    "/terms.json",
    "/v/1/terms.pdf",
    "/v/1/terms.json",
)


@pytest.fixture
def client(app):
    """Somebody who is not signed in."""
    return app.test_client()


@pytest.fixture
def press(monkeypatch):
    """A quick press; printing itself is tested elsewhere."""
    monkeypatch.setattr(
        pdf, "of", lambda row, paper: f"%PDF {row.number} {paper}".encode()
    )


def change(db, *changes, note="The room is taken."):
    """Publish another version, as it would be after a change."""
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        last = versions.document_of(session, tournament)
        terms = with_(queries.terms_in(last), *changes)
        row = documents.publish(
            session,
            KIND,
            queries.subject(tournament),
            document_of(terms, "https://house.example/t/x"),
            seen=last.number,
            by=cast.RUTH,
            now=cast.NOW,
            note=note,
        )
        assert not isinstance(row, Refused), row
        tournament.document_id = row.pk


MOVED = ("details.location.place", "the river room")


@pytest.mark.rule("HOUSE-DOC-8")
@pytest.mark.parametrize("path", [*FILES, "/v/2/changes"])
def test_a_draft_is_nowhere_just_like_what_never_was(db, client, path):
    cast.draft(db)
    draft, never = client.get(PAGE + path), client.get(f"/t/never-was{path}")
    assert draft.status_code == never.status_code == 404
    assert draft.data == never.data
    assert dict(draft.headers) == dict(never.headers)


@pytest.mark.parametrize(
    "path",
    [
        "/t/" + "x" * 5_000,
        "/t/UPPER",
        PAGE + "/v/0",
        PAGE + "/v/2",
        PAGE + "/v/99999999999999999999",
        PAGE + "/v/1/changes",
        PAGE + "/v/-1",
        PAGE + "/v/x",
    ],
)
def test_an_address_that_means_nothing_is_not_found(db, client, path):
    cast.published(db)
    assert client.get(path).status_code == 404


@pytest.mark.rule("CROWN3-12.2.2(a)")
def test_the_terms_are_there_for_everybody(db, client):
    cast.published(db)
    page = client.get(TERMS)
    assert page.status_code == 200
    document = document_of(cast.terms(), "https://house.example/t/x")
    text = re.sub(r"<[^>]+>|\s+", " ", page.text)
    for paragraph in document.paragraphs:
        assert paragraph.title.replace("’", "’") in text, paragraph.title
        assert paragraph.number in text
        assert all(f"#rule-{cite}" in page.text for cite in paragraph.cites)
    assert "Entries are not open yet. Play starts" in text  # their time has come
    for table in ("Timetable", "What it costs", "Prizes"):
        assert table in text
    assert "Set-Cookie" not in page.headers


@pytest.mark.rule("HOUSE-DOC-8")
def test_the_hash_on_the_page_is_that_of_the_file(db, client):
    cast.published(db)
    given = client.get(PAGE + "/terms.json")
    fingerprint = hashlib.sha256(given.data).hexdigest()
    page = client.get(TERMS).text
    for at in range(0, 64, 8):
        assert f"<span>{fingerprint[at : at + 8]}</span>" in page
    assert f"{len(given.data):,} bytes" in page
    assert 'href="#rule-HOUSE-DOC-8"' in page
    assert 'id="rule-HOUSE-DOC-8"' in page
    assert given.content_type == "application/json"
    assert given.get_etag()[0] == fingerprint
    said = json.loads(given.data)
    assert said["number"] == 1
    assert said["title"] == "Harbour Stud Open"


def test_nothing_for_the_house_only_leaks(db, client):
    cast.published(db)
    given = client.get(PAGE + "/terms.json").text
    assert json.loads(given)["data"]["details"]["players"]["expected"] is None
    for word in ("odds", "probab", "house edge", "shortfall", "chance of progress"):
        for path in ("", "/terms", "/terms.json"):
            assert word not in client.get(PAGE + path).text.lower(), word


@pytest.mark.rule("HOUSE-DOC-8")
def test_every_version_and_what_it_changed_is_shown(db, client):
    cast.published(db)
    change(db, MOVED, note="The hall is being rebuilt.")
    page = client.get(TERMS).text
    assert "river room" in page
    assert "The hall is being rebuilt." in page
    assert f'href="{PAGE}/v/2/changes"' in page
    changes = client.get(f"{PAGE}/v/2/changes").text
    assert "Version 2 changed one thing." in changes
    assert "<del>tournament area on level 1</del>" in changes
    assert "<ins>river room</ins>" in changes
    assert "#rule-CROWN3-12.4.1(a)(iv)" in changes
    old = client.get(f"{PAGE}/v/1").text
    assert "This version was replaced." in old
    assert "the tournament area on level 1" in old
    assert "This version was replaced." not in page


def test_each_version_keeps_its_own_file(db, client):
    cast.published(db)
    first = client.get(f"{PAGE}/terms.json").data
    change(db, MOVED)
    assert client.get(f"{PAGE}/v/1/terms.json").data == first
    newest = client.get(f"{PAGE}/terms.json").data
    assert newest == client.get(f"{PAGE}/v/2/terms.json").data
    replaced = json.loads(newest)["replaces"]["sha256"]
    assert replaced == hashlib.sha256(first).hexdigest()


@pytest.mark.parametrize(
    ("asked", "paper"),
    [("", "A4"), ("?paper=A4", "A4"), ("?paper=letter", "Letter")],
)
def test_the_print_comes_on_the_paper_asked_for(db, client, press, asked, paper):
    cast.published(db)
    given = client.get(f"{PAGE}/terms.pdf{asked}")
    assert given.data == f"%PDF 1 {Paper(paper)}".encode()
    assert given.content_type == "application/pdf"
    name = f"{cast.SLUG}-version-1-{paper.lower()}.pdf"
    assert given.headers["Content-Disposition"] == f'inline; filename="{name}"'


def test_a_paper_nobody_has_is_refused_in_a_sentence(db, client):
    cast.published(db)
    given = client.get(f"{PAGE}/terms.pdf?paper=A5")
    assert given.status_code == 400
    assert "printed on A4 or Letter" in given.text


def test_a_version_may_be_kept_and_the_newest_is_asked_for_again(db, client, press):
    cast.published(db)
    for path in ("terms.pdf", "terms.json"):
        fixed = client.get(f"{PAGE}/v/1/{path}")
        assert "immutable" in fixed.headers["Cache-Control"]
        newest = client.get(f"{PAGE}/{path}")
        assert newest.headers["Cache-Control"] == "public, no-cache"
        tag = {"If-None-Match": newest.headers["ETag"]}
        again = client.get(f"{PAGE}/{path}", headers=tag)
        assert (again.status_code, again.data) == (304, b"")
    page = client.get(TERMS)
    tag = {"If-None-Match": page.headers["ETag"]}
    assert client.get(TERMS, headers=tag).status_code == 304
    change(db, MOVED)
    assert client.get(TERMS, headers=tag).status_code == 200


def test_where_nothing_can_be_printed_the_page_says_so(db, client, monkeypatch):
    def broken(_row, _paper):
        raise NoPdf("libpango is missing")

    monkeypatch.setattr(pdf, "of", broken)
    cast.published(db)
    given = client.get(f"{PAGE}/terms.pdf")
    assert given.status_code == 503
    assert "libpango is missing" in given.text
    assert client.get(TERMS).status_code == 200


def test_a_cancelled_tournament_says_so(db, client):
    cast.published(db)
    assert cast.do(db, cancelling.cancel, "The river rose.", cast.at()) is (
        Status.CANCELLED
    )
    page = client.get(PAGE).text
    assert client.get(TERMS).status_code == 200
    cancelled = "This tournament was cancelled on Thursday 12 November 2026, 12:00."
    assert cancelled in page
    assert "The river rose." not in page


def test_a_tournament_cancelled_as_a_draft_was_never_there(db, client):
    cast.draft(db)
    cast.do(db, cancelling.cancel, "The river rose.", cast.at())
    assert client.get(TERMS).status_code == 404


def test_how_things_stand_is_said_in_a_sentence(db, client):
    cast.open_for_entries(db)
    with cast.clock():
        said = "Entries are taken until Saturday 21 November 2026, 13:00."
        assert said in client.get(TERMS).text
        assert said in client.get(PAGE).text
    with cast.clock(cast.CLOSED - 1):
        assert "Entries are taken until" in client.get(TERMS).text
    with cast.clock(cast.CLOSED):
        assert "Entries are closed. Play starts" in client.get(TERMS).text


def test_markup_that_got_into_the_terms_is_shown_as_text(db, client):
    cast.published(db)
    change(db, ("details.location.place", SCRIPT), note=SCRIPT)
    for path in ("", "/terms", "/v/2/changes"):
        page = client.get(PAGE + path).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page


@pytest.mark.rule("HOUSE-TOURN-142")
def test_a_tournament_in_short_leads_to_its_terms(db, client):
    cast.open_for_entries(db)
    with cast.clock():
        page = client.get(PAGE)
    for said in ("$240: $40 entry fee and $200 buy-in", "With 12 entries $2,400 for"):
        assert said in page.text
    assert f'href="{TERMS}"' in page.text
    assert "How to enter" in page.text
    assert len(page.text) < len(client.get(TERMS).text) / 5
    assert "Set-Cookie" not in page.headers
    tag = {"If-None-Match": page.headers["ETag"]}
    with cast.clock():
        assert client.get(PAGE, headers=tag).status_code == 304
    with cast.clock(cast.CLOSED):
        later = client.get(PAGE, headers=tag)
    assert later.status_code == 200
    assert "How to enter" not in later.text


def announced(client):
    """The headings of the house's own page, each with what stands below it."""
    page = client.get("/").text
    parts = re.split(r"<h2[^>]*>", page)[1:]
    return {part.partition("<")[0]: re.findall("/t/([a-z-]+)", part) for part in parts}


@pytest.mark.rule("HOUSE-TOURN-142")
def test_the_house_announces_what_is_on_and_never_a_draft(db, client):
    cast.draft(db)
    with cast.clock():
        assert announced(client) == {}
        assert "Nothing is announced just now." in client.get("/").text
        cast.do(db, cast.publish, 1, "https://house.example/t/x", cast.at(-30))
        assert announced(client) == {"Coming": [cast.SLUG]}
        page = client.get("/")
        assert page.headers["Cache-Control"] == "public, no-cache"
        assert page.headers["Vary"] == "Cookie"
        tag = {"If-None-Match": page.headers["ETag"]}
        assert client.get("/", headers=tag).status_code == 304
        assert "/sign-in" in page.text
        cast.do(db, cancelling.cancel, "The river rose.", cast.at())
        assert announced(client) == {}


@pytest.mark.rule("HOUSE-TOURN-142")
def test_what_takes_entries_and_what_is_played_stand_apart(db, client):
    cast.running(db, 4)
    with cast.clock(cast.STARTS + 1):
        assert announced(client) == {"Being played": [cast.SLUG]}


@pytest.mark.rule("HOUSE-TOURN-142")
@pytest.mark.parametrize(
    ("minutes", "heading"), [(0, "To enter"), (cast.CLOSED, "Coming")]
)
def test_entries_are_announced_until_they_close(db, client, minutes, heading):
    cast.open_for_entries(db)
    with cast.clock(minutes):
        assert announced(client) == {heading: [cast.SLUG]}
