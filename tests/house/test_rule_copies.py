"""The rules of the games for whoever asks: no sign-in, to read and to keep."""

import re
from html import unescape

import pytest

from house.floor import editions
from house.floor.displays import give
from house.floor.editions import Undated
from house.people.roles import Role
from rulebook import rules
from tests.house.floor_cast import NOON, at, clock_shows, do, open_table
from tests.house.test_signs import inside

SHOWN = {"CROWN3": "CROWN3-13.13", "NSW3": "NSW3-13.14", "STAR4": "STAR4-13.20"}


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
    for unknown in ("NOPE", "crown3", "HOUSE%00"):
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
