"""The structure checker: its figures, its pictures, and who may see them."""

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from house.people.roles import Role
from rulebook import Refusal
from tests.tournaments import cast
from tests.tournaments.examples import MELBOURNE, START, complete, with_
from tests.tournaments.test_structure import vpfree_example
from tournaments.rules.clauses.prizes import PrizeExample, PrizeTable
from tournaments.rules.terms import Terms
from tournaments.structure import bars, gantt, sheet

PAGE = f"/desk/tournaments/{cast.SLUG}/structure"


def test_the_sheet_says_each_stage_for_fewest_expected_and_most():
    made = sheet.sheet(complete())
    assert made.situation == "The structure adds up for 36, 54 and 72 players."
    assert [c.label for c in made.columns] == ["fewest", "expected", "most"]
    heats, semi, final = made.lines
    assert heats.planned == "2 sessions of 6 × 6 seats, 18 hands (75 minutes set aside)"
    assert [cell.tables for cell in heats.cells] == [
        "6 tables of 6",
        "9 tables of 6",
        "12 tables of 6",
    ]
    assert [cell.sessions for cell in heats.cells] == [1, 2, 2]
    assert [cell.plan.through for cell in semi.cells] == [4, 5, 6]
    assert final.cells[0].plan.is_final
    assert made.drawn.plan.players == 54


@pytest.mark.rule("HOUSE-TOURN-10", "CROWN3-12.4.3(a)(v)")
def test_72_losers_for_36_seats_are_named_with_their_field():
    made = sheet.sheet(vpfree_example())
    [short] = made.shortfalls
    assert made.situation == "One thing does not add up."
    assert short.wrong.endswith("72 players lose round one; the repechage seats 36.")
    assert short.field == "format.stages.stages.1.tables"
    cell = made.lines[1].cells[-1]
    assert (cell.plan.eligible, cell.plan.places, cell.plan.unseated) == (72, 36, 36)


@pytest.mark.rule("HOUSE-TOURN-12")
def test_43_74_for_three_per_cent_of_1449_is_named():
    shares = tuple(Fraction(n, 100) for n in (40, 25, 14, 8, 6, 4, 3))
    printed = (579_60, 362_25, 202_86, 115_92, 86_94, 57_96, 43_74)
    terms = with_(
        complete(),
        ("details.fees.entry_fee_cents", 25_00),
        ("details.fees.buy_in_cents", 0),
        ("winners.pool.shares.entry_fee", Fraction(23, 25)),
        ("winners.pool.shares.buy_in", Fraction(0)),
        ("winners.split.tables", (PrizeTable(1, shares),)),
        ("winners.split.examples", (PrizeExample(63, printed),)),
    )
    made = sheet.sheet(terms, 63)
    assert "3% of $1,449 is $43.47; the terms print $43.74." in made.shortfalls[0].wrong
    assert bars.exact(made.asked.plan.prizes_cents[6]) == "$43.47"
    assert sheet.prize_shares(terms, made.asked.plan)[6] == "3%"


@pytest.mark.rule("HOUSE-TOURN-21", "HOUSE-TOURN-5")
def test_uneven_tables_show_their_uneven_chances():
    plan = sheet.sheet(complete(), 40).asked.plan
    heats, semi = sheet.unequal(plan)
    assert (heats.best.seated, heats.worst.seated) == (5, 6)
    assert sheet.per_cent(heats.worst.chance) == "33.3%"
    assert sheet.per_cent(heats.best.chance) == "40.0%"
    drawn = bars.chances(plan)
    assert "The heats, 6 seated: 33.3%, 1 of 3" in drawn.finding
    assert sheet.unequal(sheet.sheet(complete(), 36).asked.plan) == ()
    assert semi.called == "the semi-final"


def test_bars_are_whole_thousandths_of_the_longest():
    plan = sheet.sheet(complete(), 40).asked.plan
    plan = replace(plan, prizes_cents=(300_00, 200_00, 100_00, 1), pool_cents=600_01)
    drawn = bars.prizes(plan, ())
    assert [bar.width for bar in drawn.bars] == [1000, 667, 333, bars.SHORTEST]
    assert all(type(b.width) is int for b in (*drawn.bars, *bars.chances(plan).bars))


@pytest.mark.parametrize("text", ["0", "-1", "abc", "10001", "1e3", "٣", "9" * 40])
def test_a_question_that_is_no_number_gets_a_sentence(text):
    refusal = sheet.check_asked(text)
    assert isinstance(refusal, Refusal)
    assert refusal.right == "Ask about 1 to 10,000."


@pytest.mark.parametrize(("text", "asked"), [("1", 1), (" 10,000 ", 10_000)])
def test_a_question_within_bounds_is_answered(text, asked):
    assert sheet.check_asked(text) == asked


def test_the_timetable_is_drawn_a_row_a_table_and_a_picture_a_day():
    terms = complete()
    plan = sheet.sheet(terms, 40).asked.plan
    [day] = gantt.draw(terms, plan)
    assert day.label == "Saturday 21 November 2026"
    assert len(day.rows) == 4
    assert len(day.bars) == 4 + 3 + 3 + 1
    assert sum(s.players for s in day.sessions[:2]) == 40
    assert day.finding.startswith("Session 1 of the heats from 14:00 to 15:15 at 4")
    assert all(b.x >= gantt.LEFT and b.x + b.width <= gantt.WIDTH for b in day.bars)
    moved = with_(
        terms, ("format.stages.stages.2.starts", (START + timedelta(days=1),))
    )
    assert len(gantt.draw(moved, plan)) == 2
    crowd = with_(complete("heats"), ("format.stages.stages.0.tables", 100))
    wide = sheet.sheet(with_(crowd, ("details.players.maximum", 1_200)), 1_200)
    [big] = gantt.draw(crowd, wide.asked.plan)
    assert big.bars[0].label == "100 tables"


@pytest.mark.rule("HOUSE-TOURN-9")
def test_a_session_past_midnight_and_over_a_change_of_clocks_is_drawn():
    late = with_(
        complete(),
        (
            "format.stages.stages.2.starts",
            (START.replace(hour=23, minute=30),),
        ),
    )
    [day] = gantt.draw(late, sheet.sheet(late, 36).asked.plan)
    assert day.hours[-1].label == "01:00"
    assert day.day == START.astimezone(MELBOURNE).date()


@pytest.mark.rule("HOUSE-TOURN-10")
def test_an_empty_draft_says_what_it_needs_first():
    made = sheet.sheet(Terms(), 10)
    assert made.drawn is None
    assert [r.field for r in made.shortfalls] == [
        "details.players.minimum",
        "format.stages.stages",
    ]


@pytest.mark.rule("CROWN3-13.1", "HOUSE-TOURN-21")
def test_the_page_is_for_directors_and_readers_and_never_for_players(db, sign_in):
    cast.published(db)
    for role in (Role.DIRECTOR, Role.DEPUTY, Role.COMPLIANCE, Role.INSPECTOR):
        page = sign_in(role, username=f"x-{role.value}").get(PAGE)
        assert page.status_code == 200
        assert "CROWN3-13.1" in page.text
    assert sign_in(Role.DEALER, username="x-dealer").get(PAGE).status_code == 403
    outside = sign_in(Role.MARKETING, username="x-out")
    assert outside.get(PAGE).status_code == 403
    outside.delete_cookie("session")
    public = outside.get(f"/t/{cast.SLUG}")
    assert public.status_code in {200, 404}
    assert "Chance of going on" not in public.text
    assert outside.get(PAGE).status_code == 303


def test_the_page_answers_what_if_alone_and_with_a_wrong_question(db, sign_in):
    cast.draft(db)
    client = sign_in(Role.DIRECTOR, username="x")
    page = client.get(f"{PAGE}?players=11").text
    assert "The structure adds up for 4, 6 and 12 players." in page
    assert "asked about" in page
    part = client.get(f"{PAGE}?players=11", headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert "1 table of 6 and 1 of 5" in part
    wrong = client.get(f"{PAGE}?players=many")
    assert wrong.status_code == 422
    assert "“many” is no number of players." in wrong.text
    assert 'value="many"' in wrong.text
    assert client.get("/desk/tournaments/nothing/structure").status_code == 404
    asks = {"HX-Request": "true", "X-Poll": "1"}
    version = cast.row(db).version
    assert client.get(f"{PAGE}?seen={version}", headers=asks).status_code == 204
    assert client.get(f"{PAGE}?seen={version - 1}", headers=asks).status_code == 200
    script = client.get(f"{PAGE}?players=<script>alert(1)</script>").text
    assert "<script>alert" not in script


@pytest.mark.rule("HOUSE-TOURN-10")
def test_each_shortfall_leads_to_its_field_in_the_editor(db, sign_in):
    cast.draft(db, cast.terms(("format.stages.stages.0.hands", 20)))
    page = sign_in(Role.DIRECTOR, username="x").get(PAGE).text
    assert "One thing does not add up." in page
    assert "20 hands for 6 seats" in page
    link = re.search(r'href="([^"]+)"><small>Go to the field', page)
    assert (
        link[1] == f"/desk/tournaments/{cast.SLUG}/terms#format.stages.stages.0.hands"
    )
