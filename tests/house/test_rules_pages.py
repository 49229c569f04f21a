"""The rules as pages: each can be found, read and followed to where it is held."""

import html
import re
import statistics
import time
from datetime import UTC, date, datetime, timedelta
from urllib.parse import quote

import pytest
from flask import url_for

from house import audit
from house.audit import Subject
from house.audit.record import SYSTEM
from house.desk.items import Urgency, on_the_desk
from house.floor.models import Device, Game, TableRow
from house.people.roles import Role
from house.people.sessions import Staff
from house.rules.beside import beside, marked
from house.rules.glossary import linked
from house.rules.overview import LONGEST_PAGE, finding, overview
from house.rules.overview import document as standing_of
from house.rules.page import columns, editions_of, rule_page, title
from house.rules.queries import cited_since, year_begins
from house.rules.views import AT_ONCE, PAIRS_AT_ONCE
from house.venue import Venue
from rulebook import (
    CROWN3,
    DOCUMENTS,
    SOURCES,
    STAR4,
    VIC99,
    Cite,
    Refusal,
    Refused,
    rules,
)
from rulebook.citations import How, Place
from rulebook.coverage import Coverage, State, coverage, documents
from rulebook.guidance import GUIDANCE, shown_on
from rulebook.proofs import Test
from rulebook.readings import readings, readings_of
from rulebook.sections import sections
from rulebook.sources import MELBOURNE
from tests.house.conftest import NOON

BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.database)]


@pytest.fixture
def database_url(request):
    """These pages are the same on any database; one test asks both."""
    return request.getfixturevalue(f"{getattr(request, 'param', 'sqlite')}_url")


@pytest.fixture
def reader(sign_in):
    return sign_in(Role.DEALER)


def page_of(client, path, status=200, **options):
    response = client.get(path, **options)
    assert response.status_code == status
    return response.get_data(as_text=True)


def address(rule_id: str) -> str:
    return f"/desk/rules/{quote(rule_id)}"


@pytest.mark.rule("HOUSE-RULES-1")
def test_the_index_shows_totals_and_every_document(reader):
    page = page_of(reader, "/desk/rules/")
    held = len(documents()) - len(coverage_missing()) - len(only_written())
    assert f"The product holds {held:,} of {len(documents()):,} rules." in page
    for code in SOURCES:
        assert f'href="/desk/rules/documents/{code}"' in page
    assert html.escape(finding(overview(coverage()))) in page


def of(code: str):
    return [rule for rule in documents() if rule.code == code]


def coverage_missing():
    return coverage().in_state(documents(), State.MISSING)


def only_written():
    return coverage().in_state(documents(), State.WRITTEN)


def test_every_rule_of_every_document_is_reachable(reader):
    linked = set()
    pages = [(code, part.number) for code in SOURCES for part in sections(code)]
    for code, part in pages:
        page = page_of(reader, f"/desk/rules/documents/{code}?part={quote(part)}")
        linked |= set(re.findall(r'class="cite" href="([^"]+)"', page))
    with reader.application.test_request_context():
        expected = {url_for("rules.show", rule_id=rule_id) for rule_id in rules()}
    assert expected <= {html.unescape(link) for link in linked}
    assert len(expected) == len(rules())


def test_a_document_is_grouped_into_its_parts(reader):
    page = page_of(reader, "/desk/rules/documents/CROWN3")
    assert f"CROWN3 has {len(of('CROWN3'))} rules" in page
    assert 'id="part-12"' in page
    assert "12 Tournaments" in page


def test_a_document_that_does_not_exist_is_told(reader):
    page = page_of(reader, "/desk/rules/documents/CROWN9", 404)
    assert "There is no document “CROWN9” in the rulebook." in page


@pytest.mark.parametrize(
    "rule_id",
    [
        "CROWN3-6.1:fn1-s66(1)(a)",
        "STAR4-1.1:Player’s Hand",
        "MASS-11P(h):MS Stud MG-02",
        "STAR4-Order(1)",
        "VIC99-masthead",
        "HOUSE-STEP-1",
    ],
)
def test_a_rule_is_shown_whatever_its_number_looks_like(reader, rule_id):
    page = page_of(reader, address(rule_id))
    assert html.escape(rules()[rule_id].duty, quote=False) in html.unescape(page)
    assert rules()[rule_id].kind.meaning in page


def test_a_rule_leads_to_what_was_decided_about_it(reader):
    link = "/desk/rules/decisions/140"
    assert link in page_of(reader, address("CROWN3-11.12"))
    assert link in page_of(reader, "/desk/rules/readings")
    page = page_of(reader, link)
    assert "At Crown every misdeal carries jackpot wagers over" in page
    assert address("CROWN3-11.12") in html.unescape(page)
    assert "Changed in part by 390" in page_of(reader, "/desk/rules/decisions/2")
    assert "There is no decision 9999." in page_of(
        reader, "/desk/rules/decisions/9999", 404
    )


def test_every_rule_has_a_page_to_show():
    found = coverage()
    for rule_id in rules():
        page = rule_page(rule_id, found)
        assert page.title.startswith(rule_id)
        assert page.title.endswith(".")
        assert page.verdict.endswith(".")
        assert page.editions


@pytest.mark.rule("HOUSE-RULES-2")
@pytest.mark.parametrize(
    ("rule_id", "is_setting"), [("CROWN3-7.4.3", True), ("CROWN3-12.2.1", False)]
)
def test_our_reading_is_shown_and_marked_when_it_is_a_setting(
    reader, rule_id, is_setting
):
    page = page_of(reader, address(rule_id))
    for reading in readings_of(rule_id):
        assert reading.reading in html.unescape(page)
    assert ("The house may decide otherwise." in page) is is_setting


def test_a_rule_without_an_open_question_shows_no_reading(reader):
    assert "Our reading" not in page_of(reader, address("CROWN3-5.6"))


def test_every_reading_stands_on_one_page(reader):
    page = page_of(reader, "/desk/rules/readings")
    assert all(f'id="{reading.id}"' in page for reading in readings())


def test_an_enforced_rule_says_where_and_names_its_tests(reader):
    page = page_of(reader, address("VIC99-N24-effect"))
    assert "is held: the product sees to it." in page
    assert "For developers" in page
    assert "rulebook/sources.py:" in page
    assert "A notice takes effect at four in the morning" in page
    assert "8 Nov 1999, 04:00" in page


def test_an_undated_edition_says_so(reader):
    assert "not dated in the text" in page_of(reader, address("MASS-6(a)"))


def test_a_notice_is_an_edition_of_its_own():
    def named(rule_id):
        return [edition.name for edition in editions_of(rules()[rule_id])]

    assert named("VIC99-N25-14.2") == ["Notice 25"]
    assert named("VIC99-masthead") == [edition.name for edition in VIC99.editions]
    assert named("CROWN3-5.5") == ["3.0"]


def test_the_same_matter_stands_side_by_side(reader):
    page = page_of(reader, address("STAR4-14.13.1"))
    assert "The same matter in other documents" in page
    assert 'href="/desk/rules/NSW3-14.9.1"' in page
    assert "Changes after start need no approval" in page


def test_a_new_rule_shows_that_the_old_document_was_silent():
    ours, theirs = columns(rules()["STAR4-13.21"])
    assert (ours.source.code, theirs.source.code) == ("STAR4", "NSW3")
    assert theirs.rules == ()
    assert theirs.difference == "Silent."


def test_a_rule_alone_is_compared_with_nothing():
    assert columns(rules()["CROWN3-12.2.3"]) == ()


def test_rules_are_read_one_after_the_other():
    found = Coverage({}, {})
    first, last = (
        rule_page("CROWN3-cover:version", found),
        rule_page("MASS-14(g)", found),
    )
    assert first.previous is None
    assert first.next is rules()["CROWN3-1.1:Ante"]
    assert last.previous is rules()["MASS-14(f)"]
    assert last.next is None


WAY = ("GET /tables/", "show", "a")
TEST = Test("CROWN3-5.5", "tests/a.py", 1, "a", "A")


@pytest.mark.parametrize(
    ("how", "tests", "told"),
    [
        (How.GUARD, 1, "CROWN3-5.5 is held: the product sees to it."),
        (How.GUARD, 0, "CROWN3-5.5 is cited, but no test holds it yet."),
        (How.CLAUSE, 0, "CROWN3-5.5 is printed in the terms and not enforced further."),
        (How.GUIDANCE, 0, "CROWN3-5.5 is done by hand; a page reminds of it."),
        (None, 0, "CROWN3-5.5 is not yet held."),
        (None, 1, "CROWN3-5.5 is not yet held."),
    ],
)
def test_the_heading_claims_no_more_than_is_so(how, tests, told):
    place = Place("CROWN3-5.5", "game/a.py", 1, "a", "A.", how, WAY) if how else None
    found = Coverage(
        {"CROWN3-5.5": (place,)} if place else {},
        {"CROWN3-5.5": (TEST,) * tests} if tests else {},
    )
    assert title(rules()["CROWN3-5.5"], found) == told


def test_the_heading_says_when_nothing_asks_a_rule():
    place = Place("CROWN3-5.5", "game/a.py", 1, "a", "A.")
    found = Coverage({"CROWN3-5.5": (place,)}, {"CROWN3-5.5": (TEST,)})
    assert found.state("CROWN3-5.5") is State.WRITTEN
    said = "CROWN3-5.5 is written, but nothing asks it yet."
    assert title(rules()["CROWN3-5.5"], found) == said


def test_an_unknown_rule_is_told_with_its_nearest(reader):
    page = page_of(reader, "/desk/rules/CROWN3-5.55", 404)
    assert "There is no such rule." in page
    assert 'href="/desk/rules/CROWN3-5.5"' in page


def test_an_unknown_rule_is_never_markup(reader):
    page = page_of(reader, "/desk/rules/%3Cscript%3Ealert(1)%3C%2Fscript%3E", 404)
    assert "<script>alert" not in page


@pytest.mark.parametrize(
    ("query", "ids", "not_ids"),
    [
        ("q=secret+tied", ["VIC99-N26-14.6.5"], ["VIC99-N26-14.6.3"]),
        ("q=12.2.2(b)", ["CROWN3-12.2.2(b)"], ["CROWN3-12.2.3"]),
        ("document=VIC99&kind=terms", ["VIC99-N26-14.2.8"], ["VIC99-masthead"]),
        ("topic=secret-wager", ["CROWN3-12.4.4(c)"], ["CROWN3-12.4.4(b)"]),
        ("document=VIC99&state=enforced", ["VIC99-N24-effect"], ["CROWN3-5.5"]),
    ],
)
def test_search_and_filters_find_what_they_say(reader, query, ids, not_ids):
    page = page_of(reader, f"/desk/rules/?{query}")
    assert all(f">{rule_id}</a>" in page for rule_id in ids)
    assert not any(f">{rule_id}</a>" in page for rule_id in not_ids)
    assert "match" in page


def test_the_five_documents_can_be_searched_without_the_house(reader):
    page = page_of(reader, "/desk/rules/?document=documents&state=missing")
    assert f"{len(coverage_missing()) or 'No'} rules match." in page
    every = page_of(reader, "/desk/rules/?document=documents")
    assert f"{len(documents()):,} rules match." in every


def test_a_long_answer_is_turned_page_by_page(reader):
    where = "/desk/rules/?document=STAR4"
    last = -(-len(of("STAR4")) // AT_ONCE)
    pages = [page_of(reader, f"{where}&page={at}") for at in range(1, last + 1)]
    assert all(f"{len(of('STAR4'))} rules match." in page for page in pages)
    assert pages[0].count('class="cite"') == AT_ONCE
    assert sum(page.count('class="cite"') for page in pages) == len(of("STAR4"))
    assert ('rel="prev"' in pages[0], 'rel="next"' in pages[-1]) == (False, False)
    assert "document=STAR4&amp;page=2" in page_of(reader, where)


def test_a_document_too_long_for_a_page_shows_a_part_at_a_time(reader):
    house = standing_of("HOUSE", coverage())
    assert house.standing.rules > LONGEST_PAGE
    for part in house.parts:
        at = quote(part.section.number)
        page = page_of(reader, f"/desk/rules/documents/HOUSE?part={at}")
        assert page.count('class="cite"') >= part.standing.rules
        assert all(f">{rule.id}<" in page for rule in part.section.rules)
        assert page.count('aria-current="true"') == 1
    first = house.parts[0].section.rules[0].id
    assert f">{first}<" in page_of(reader, "/desk/rules/documents/HOUSE?part=none")


def test_nothing_found_says_what_to_try(reader):
    page = page_of(reader, "/desk/rules/?q=%22%3E%3Cb%3Exyzzy")
    assert "Nothing matches all of that." in page
    assert "<b>xyzzy" not in page
    assert "No rules match." in page


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("kind=magic", "There is no kind “magic” to look for."),
        ("state=wonderful", "There is no state “wonderful” to look for."),
        ("topic=love", "There is no topic “love” to look for."),
        ("document=CROWN9", "There is no document “CROWN9” to look in."),
        (f"q={'a' * 201}", "Search for at most 200 characters."),
    ],
)
def test_a_filter_that_does_not_exist_is_told(reader, query, sentence):
    assert sentence in page_of(reader, f"/desk/rules/?{query}", 400)


def test_a_search_of_exactly_the_longest_is_taken(reader):
    assert "No rules match." in page_of(reader, f"/desk/rules/?q={'a' * 200}")


def test_results_come_alone_while_somebody_types(reader):
    typing = {"HX-Request": "true"}
    part = page_of(reader, "/desk/rules/?q=secret+tied", headers=typing)
    assert part.lstrip().startswith('<p id="found-count"')
    assert "hx-swap-oob" in part
    assert "<html" not in part
    back = {**typing, "HX-History-Restore-Request": "true"}
    assert "<html" in page_of(reader, "/desk/rules/?q=secret", headers=back)


def test_strangers_do_not_read_here(app):
    assert app.test_client().get("/desk/rules/CROWN3-5.5").status_code == 303


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_a_rule_says_how_often_it_was_cited_this_year(app, db, sign_in):
    cite, other = CROWN3.at("5.5"), CROWN3.at("5.6")
    january = datetime(2025, 12, 31, 13, tzinfo=UTC)  # midnight in Melbourne
    refused = Refused((Refusal(cite, "Too much."),))
    for at, verdict, rule in [
        (january - timedelta(microseconds=1), None, cite),
        (january, None, cite),
        (NOON, refused, cite),
        (NOON, None, other),
    ]:
        with db.writing() as session:
            subject = Subject("table", "7")
            audit.record(
                session, SYSTEM, "bet", subject, now=at, verdict=verdict, rules=(rule,)
            )
    since = year_begins(Venue("Here", MELBOURNE), NOON)
    assert since == january
    with db.reading() as session:
        found = cited_since(session, "CROWN3-5.5", since)
        assert (found.done, found.refused, found.total) == (1, 1, 2)
        assert cited_since(session, "CROWN3-5.7.1", since).total == 0


def test_the_record_is_one_click_away(db, sign_in):
    client = sign_in(Role.COMPLIANCE)
    assert "not cited" in page_of(client, address("CROWN3-5.5"))
    from house import clock  # noqa: PLC0415

    with db.writing() as session:
        subject = Subject("table", "7")
        cites = (Cite("CROWN3-5.5"),)
        audit.record(session, SYSTEM, "bet", subject, now=clock.now(), rules=cites)
    page = page_of(client, address("CROWN3-5.5"))
    assert 'href="/desk/audit/?rule=CROWN3-5.5">cited 1 time</a>' in page


@pytest.mark.rule("HOUSE-RULES-1")
def test_compliance_is_told_what_is_not_yet_held(app, db):
    def desk_of(role: Role):
        staff = Staff(1, "cy", "Cy", frozenset({role}), 1, None, None)
        with app.test_request_context(), db.reading() as session:
            return on_the_desk(session, staff, NOON)

    counts = {
        "missing": (len(coverage_missing()), "not yet held"),
        "written": (len(only_written()), "only written"),
    }
    told = [i for i in desk_of(Role.COMPLIANCE) if i.cite.id == "HOUSE-RULES-1"]
    assert [(item.title, item.href) for item in told] == [
        (
            f"{count:,} of {len(documents()):,} rules are {words}",
            f"/desk/rules/?document=documents&state={state}",
        )
        for state, (count, words) in counts.items()
        if count
    ]
    assert all(item.urgency is Urgency.NEXT for item in told)
    assert not [i for i in desk_of(Role.DEALER) if i.cite.id == "HOUSE-RULES-1"]


def test_a_desk_does_not_wait_until_it_is_known_what_is_held(app, sign_in, monkeypatch):
    monkeypatch.setattr("house.rules.desk.coverage_if_known", lambda: None)
    page = sign_in(Role.COMPLIANCE).get("/desk/").text
    assert "It is being worked out from the code of this release." in page
    assert "not yet held" not in page


def test_guidance_names_pages_that_exist(app):
    assert {guidance.page for guidance in GUIDANCE} <= app.view_functions.keys()


@pytest.mark.parametrize("code", [source.code for source in DOCUMENTS])
def test_a_table_reminds_of_what_is_done_by_hand(db, reader, code):
    game = Game.CARIBBEAN_STUD if code == "VIC99" else Game.MISSISSIPPI_STUD
    with db.writing() as session:
        session.add(_table(game, code))
    page = page_of(reader, "/desk/tables/7")
    told = shown_on("tables.show", code)
    assert told
    for guidance in told:
        assert guidance.sentence in html.unescape(page)
        assert f">{guidance.cite}</a>" in page


def test_a_baccarat_table_is_not_told_of_caribbean_stud(db, reader):
    with db.writing() as session:
        session.add(_table(Game.BACCARAT, "VIC99"))
    assert "Done by hand here" not in page_of(reader, "/desk/tables/7")


def _table(game: Game, code: str) -> TableRow:
    return TableRow(
        number=7,
        game=game,
        rulebook=code,
        seats=6,
        device=Device.SHOE,
        minimum_cents=10_00,
        maximum_cents=500_00,
        unit_cents=5_00,
    )


def test_a_rule_opens_at_once(reader):
    page_of(reader, address("CROWN3-5.5"))

    def took() -> float:
        began = time.process_time()
        page_of(reader, address("STAR4-9.1.2"))
        return time.process_time() - began

    assert statistics.median(took() for _ in range(7)) < 0.05


def test_two_documents_stand_beside_each_other_with_every_difference_marked(reader):
    page = page_of(reader, "/desk/rules/beside?one=NSW3&other=STAR4")
    assert "NSW3 beside STAR4" in page
    assert "<mark>" in page
    every = {rule.id for rule in rules().values() if rule.code in ("NSW3", "STAR4")}
    pairs = tuple(beside("NSW3", "STAR4"))
    shown = {each.rule.id for pair in pairs for each in (*pair.ours, *pair.theirs)}
    assert shown == every
    last = -(-len(pairs) // PAIRS_AT_ONCE)
    where = "/desk/rules/beside?one=NSW3&other=STAR4&page="
    turned = [page_of(reader, f"{where}{at}") for at in range(1, last + 1)]
    assert all(any(f">{rule}<" in page for page in turned) for rule in every)
    assert ('rel="prev"' in turned[0], 'rel="next"' in turned[-1]) == (False, False)
    assert "<td>" not in page_of(reader, f"{where}{last + 1}")
    for wrong in ("one=NSW3&other=NSW3", "one=MOON", "other=HOUSE"):
        assert reader.get(f"/desk/rules/beside?{wrong}").status_code == 400


@pytest.mark.parametrize(
    ("text", "against", "words"),
    [
        ("one red card", "one blue card", ("one", "red", "card")),
        ("as it is", "as it is", ("as it is",)),
        ("alone", "", ("alone",)),
    ],
)
def test_a_difference_is_marked_where_it_stands(text, against, words):
    found = marked(text, against)
    assert tuple(run for run, _ in found) == words
    assert any(new for _, new in found) is ("red" in words)


@pytest.mark.rule("STAR4-Order(1)")
def test_an_edition_stands_with_the_instrument_that_approved_it(sign_in):
    [edition] = STAR4.editions
    by = edition.instrument
    assert (edition.name, by.kind, by.signed, by.annexure) == (
        "4",
        "Order",
        date(2025, 8, 15),
        "A",
    )
    client = sign_in(Role.DEALER)
    for page in ("documents/STAR4", "STAR4-14.2"):
        shown = " ".join(client.get(f"/desk/rules/{page}").text.split())
        assert "signed 15 August 2025" in shown
        assert "annexure A" in shown
    assert "annexure" not in client.get("/desk/rules/documents/NSW3").text


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-1.1"), ("STAR4", "STAR4-1.1")]
)
def test_each_defined_word_leads_to_its_meaning_in_the_same_document(
    sign_in, code, rule
):
    every = [each for each in rules().values() if each.code == code]
    for each in every:
        for part in linked(each):
            if part.defined_by:
                assert part.defined_by.startswith(f"{rule}:")
                assert part.defined_by != each.id
        assert "".join(part.text for part in linked(each)) == each.duty
    client = sign_in(Role.DEALER)
    page = client.get(f"/desk/rules/documents/{code}").text
    assert f'href="/desk/rules/{code}-1.1:Void"' in page or "1.1%3AVoid" in page
    assert linked(rules()["CROWN3-1.1:VCGLR"])[0].defined_by == ""
