"""The rules of the games for whoever asks: no sign-in, to read and to keep."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import unescape

import pytest

from house.floor.editions import services as editions
from house.floor.editions.services import Undated
from house.floor.models import Game
from house.floor.signs.displays import give
from house.people.roles import Role
from house.press import turns
from rulebook import rules
from tests.house.floor_cast import NOON, at, clock_shows, do, open_table
from tests.house.test_signs import inside

SHOWN = {"CROWN3": "CROWN3-13.13", "NSW3": "NSW3-13.14", "STAR4": "STAR4-13.20"}


AMENDED = {  # what each notice of 1999 amends, in the order of date
    "VIC99-N24-preamble": "S44 of 24 April 1997, G17 of 30 April 1998, "
    "S39 of 18 March 1999, S121 of 13 August 1999, S156 of 22 October 1999",
    "VIC99-N25-preamble": "S44 of 24 April 1997",
    "VIC99-N26-preamble": "S44 of 24 April 1997, G40 of 9 October 1997, "
    "S114 of 4 August 1999",
}


@clock_shows()
@pytest.mark.rule("VIC99-masthead", "VIC99-N25-sch")
@pytest.mark.rule("VIC99-N24-dated", "VIC99-N25-dated", "VIC99-N26-dated")
@pytest.mark.rule("VIC99-N24-preamble", "VIC99-N25-preamble", "VIC99-N26-preamble")
def test_the_notices_of_1999_tell_how_their_rules_came_about(db, app):
    open_table(db, "VIC99")
    page = unescape(app.test_client().get("/rules/VIC99").text)
    said = " ".join(re.sub("<[^>]+>", "", page).split())
    for rule, earlier in AMENDED.items():
        assert f"It amends {earlier} {rule}." in said
    assert said.count("Gazette S161 of 4 November 1999 VIC99-masthead") == 3
    for number in (24, 25, 26):
        assert f"VIC99-N{number}-dated. In force from" in said
    assert "VIC99-N25-sch It amends" in said
    crown = app.test_client().get("/rules/CROWN3").text
    assert "How these rules came about" not in crown


@clock_shows()
@pytest.mark.rule("VIC99-masthead", "VIC99-N25-dated")
@pytest.mark.parametrize("lacks", ["gazette", "dated"])
def test_a_notice_without_its_papers_brings_nothing_into_force(db, monkeypatch, lacks):
    open_table(db, "VIC99")
    held = editions.known("VIC99", Game.CARIBBEAN_STUD, ())
    assert [one.edition for one in held] == ["Notice 25"]
    notice = editions.BY_NOTICE["VIC99", Game.CARIBBEAN_STUD]
    bare = replace(notice, **{lacks: replace(getattr(notice, lacks), value=None)})
    monkeypatch.setitem(editions.BY_NOTICE, ("VIC99", Game.CARIBBEAN_STUD), bare)
    assert editions.known("VIC99", Game.CARIBBEAN_STUD, ()) == ()


@clock_shows()
@pytest.mark.parametrize(
    ("document", "rule"),
    [
        *SHOWN.items(),
        ("MASS", "HOUSE-SIGNS-14"),
        ("VIC99", "HOUSE-SIGNS-14"),
    ],
)
def test_the_rules_in_force_are_there_for_a_visitor(db, app, document, rule):
    open_table(db, document)
    visitor = app.test_client()
    page = visitor.get(f"/rules/{document}")
    assert page.status_code == 200
    assert rule in page.text
    assert "in force since" in page.text
    assert "Table 4 is played by these rules." in page.text
    mine = [each for each in rules().values() if each.code == document]
    assert page.text.count('<li id="') == len(mine)
    for each in mine:
        assert f'<li id="{each.id}">' in page.text


@clock_shows()
@pytest.mark.parametrize("rule", ["NSW3-5.6", "STAR4-5.7"])
def test_players_are_told_first_what_they_answer_for(db, app, rule):
    document = rule.partition("-")[0]
    open_table(db, document)
    page = unescape(app.test_client().get(f"/rules/{document}").text)
    told = page.index("For players.")
    assert page.index(rules()[rule].duty) > told
    assert told < page.index('<li id="')


@clock_shows()
@pytest.mark.rule("CROWN3-13.13", "HOUSE-SIGNS-14")
def test_a_copy_is_to_keep(db, app):
    open_table(db, "CROWN3")
    visitor = app.test_client()
    assert '"/rules/CROWN3.pdf"' in visitor.get("/rules/CROWN3").text
    copy = visitor.get("/rules/CROWN3.pdf")
    assert (copy.status_code, copy.content_type) == (200, "application/pdf")
    assert len(re.findall(r"/Type /Page\b", inside(copy.data))) > 5
    again = visitor.get(
        "/rules/CROWN3.pdf", headers={"If-None-Match": copy.headers["ETag"]}
    )
    assert again.data == copy.data or again.status_code == 304


@pytest.mark.rule("HOUSE-CROWD-5")
def test_a_hundred_strangers_at_a_cold_copy_have_it_made_once(
    db, app, config, tmp_path, monkeypatch
):
    open_table(db, "CROWN3")
    app.extensions["config"] = replace(config, press=tmp_path / "press")
    made = []
    monkeypatch.setattr(turns, "as_pdf", lambda page: made.append(page) or b"%PDF-")

    def ask(_stranger):
        return app.test_client().get("/rules/CROWN3.pdf").status_code

    with ThreadPoolExecutor(20) as strangers:
        answers = Counter(strangers.map(ask, range(100)))
    assert len(made) == 1
    assert set(answers) <= {200, 503}  # made, or told when to come again
    assert answers[200] > 0


@clock_shows()
@pytest.mark.rule("CROWN3-13.13", "NSW3-13.14", "STAR4-13.20", "HOUSE-SIGNS-14")
@pytest.mark.parametrize("document", SHOWN)
def test_the_table_and_its_sign_lead_to_the_rules(db, app, sign_in, document):
    open_table(db, document)
    page = sign_in(Role.SUPERVISOR).get("/desk/tables/4").text
    assert f'href="/rules/{document}"' in page
    visitor = app.test_client()
    sign = visitor.get(f"/display/{do(db, 4, give, at()).token}").text
    assert f'href="http://localhost/rules/{document}"' in sign
    assert 'class="qr"' in sign
    assert f'href="/rules/{document}#{SHOWN[document]}"' in sign
    # Nothing on a public sign leads to a sign-in.
    for there in set(re.findall(r'href="(/(?!static)[^"#]+)', sign)):
        assert visitor.get(there).status_code == 200, there


@clock_shows()
@pytest.mark.rule("HOUSE-SIGNS-14")
def test_the_list_names_what_is_played_and_nothing_else(db, app):
    visitor = app.test_client()
    assert "No table stands on the floor" in visitor.get("/rules/").text
    open_table(db, "NSW3")
    listed = visitor.get("/rules/").text
    assert "/rules/NSW3" in listed
    assert "/rules/CROWN3" not in listed
    for unknown in ("NOPE", "crown3"):
        assert visitor.get(f"/rules/{unknown}").status_code == 404
        assert visitor.get(f"/rules/{unknown}.pdf").status_code == 404


@clock_shows()
@pytest.mark.rule("HOUSE-SIGNS-14")
def test_of_the_house_only_what_players_meet_is_public(app):
    page = app.test_client().get("/rules/HOUSE").text
    assert "HOUSE-BACCARAT-1" in page
    assert "HOUSE-ACCESS-1" not in page


@pytest.mark.rule("HOUSE-SIGNS-14", "HOUSE-SIGNS-12")
def test_a_corrected_edition_is_what_a_visitor_reads(db, app):
    open_table(db, "CROWN3")
    with db.writing() as session:
        editions.enter(session, Undated("CROWN3", "3.0"), NOON, "Corrected", at())
    with clock_shows(1):
        page = app.test_client().get("/rules/CROWN3").text
    assert "Edition 3.0, in force since 20 Nov 2026, 12:00" in page
