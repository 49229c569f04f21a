"""What a tournament came to, as everybody may read it, and one's own chips."""

import re
from datetime import timedelta

import pytest
from sqlmodel import select

from house.people.roles import Role
from tests.house.conftest import NOON
from tests.tournaments.cast import NOW, SEAL, SLUG, at, clock, do, look
from tests.tournaments.play_cast import in_session, short_terms, start
from tests.tournaments.stages_cast import close_tables, draw_next, numbers
from tests.tournaments.test_prizes import final_played
from tests.tournaments.test_stages import TOP_ONE
from tests.tournaments.test_table_close import LATER
from tournaments import queries
from tournaments.entrants import consents, passes
from tournaments.entrants.models import Consent
from tournaments.models import EntryRow
from tournaments.path import playing
from tournaments.prizes import awarding
from tournaments.results import chips, outcome
from tournaments.results.chart import chart
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.stages import GoesOn

PAGE = f"/t/{SLUG}/results"
ODD = re.compile(r"\b(odds?|chances?|probabilit|expected|likel)", re.IGNORECASE)


def finished(db):
    over = final_played(db, short_terms(TOP_ONE))
    do(db, playing.finish, at(over))
    return over


def token_of(db, number):
    """The address of somebody's pass; one they had before ends."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG)
        mine = select(EntryRow).where(EntryRow.number == number)
        entry = session.exec(mine).one()
        row = passes.issue(session, tournament, entry, SEAL, at(0))
        return passes.token_in(row, SEAL)


# --- pure ---------------------------------------------------------------------------


def moments(*chips):
    return [(NOON + timedelta(minutes=n), has) for n, has in enumerate(chips)]


def test_a_chart_has_a_line_for_each_and_says_what_it_shows():
    made = chart({"Ann": moments(100, 250, 0), "Bob": moments(100, 90)})
    assert [line.name for line in made.lines] == ["Ann", "Bob"]
    assert made.lines[0].path == "64.0,151.2 387.0,12.0 710.0,244.0"
    assert "Ann: from 100 to 0, lowest 0, highest 250." in made.desc
    assert [chips for _, chips in made.marks] == [0, 50, 100, 150, 200, 250]


@pytest.mark.parametrize("went", [{}, {"Ann": []}, {"Ann": moments(100)}])
def test_where_nothing_moved_there_is_no_chart(went):
    assert chart(went) is None


def test_a_long_line_keeps_its_ends_and_a_stack_of_nothing_is_drawn():
    made = chart({"Ann": moments(*range(1000))})
    assert len(made.lines[0].path.split()) == 160
    assert made.lines[0].last == 999
    assert chart({"Ann": moments(0, 0)}).lines[0].path.endswith("244.0")


# --- for everybody ------------------------------------------------------------------


@pytest.mark.rule("HOUSE-TOURN-380", "CROWN3-12.5.3(f)")
def test_results_are_there_once_it_is_finished_with_names_as_agreed(app, db):
    over = final_played(db, short_terms(TOP_ONE))
    client = app.test_client()
    page = client.get(PAGE)
    assert (page.status_code, b"There are no results yet." in page.data) == (200, True)
    assert client.get(f"{PAGE}.pdf").status_code == 404
    do(db, playing.finish, at(over))
    won = look(db, awarding.of)
    text = client.get(PAGE).get_data(as_text=True)
    for prize in won:
        assert prize.entry.name not in text  # nobody agreed to be named
        assert f"Entry {prize.entry.number}" in text
    with db.writing() as session:
        entry = session.get_one(EntryRow, won[0].entry.pk)
        tournament = queries.get(session, SLUG)
        consents.say(session, tournament, entry, [Consent.NAME], at(over))
    assert won[0].entry.name in client.get(PAGE).get_data(as_text=True)
    assert "<desc" in text
    assert not ODD.search(re.sub(r"<[^>]*>", " ", text))
    assert b"The results are in." in client.get("/").data
    assert client.get("/t/no-such-thing/results").status_code == 404


@pytest.mark.rule("HOUSE-TOURN-380", "HOUSE-TOURN-382")
def test_results_and_certificates_on_paper(app, db, sign_in):
    finished(db)
    made = app.test_client().get(f"{PAGE}.pdf")
    assert made.data.startswith(b"%PDF-")
    staff = sign_in(Role.DIRECTOR)
    papers = staff.get(f"/desk/tournaments/{SLUG}/certificates.pdf")
    assert papers.data.startswith(b"%PDF-")
    assert (
        sign_in(Role.MARKETING)
        .get(f"/desk/tournaments/{SLUG}/certificates.pdf")
        .status_code
        == 403
    )


@pytest.mark.rule("HOUSE-TOURN-380")
def test_everybody_has_one_place_and_prizes_are_those_awarded(db):
    finished(db)
    found = look(db, outcome.results)
    numbers = [line.number for line in found.lines]
    assert len(numbers) == len(set(numbers)) == 8
    assert sum(line.cents for line in found.lines) == found.pool_cents
    assert len(found.winners) == 1
    assert [line.first for line in found.lines] == sorted(
        line.first for line in found.lines
    )


# --- for oneself --------------------------------------------------------------------


@pytest.mark.rule("HOUSE-TOURN-381", "HOUSE-TOURN-382")
def test_chips_and_certificate_are_on_ones_own_pass_alone(app, db):
    finished(db)
    client, token = app.test_client(), token_of(db, 3)
    page = client.get(f"/t/{SLUG}/pass/{token}/chips")
    text = page.get_data(as_text=True)
    assert "Entry <b>3</b>" in text
    assert "Chips to begin with" in text
    with db.reading() as session:
        names = [entry.name for entry in session.exec(select(EntryRow))]
    assert sum(name in text for name in names) == 1
    assert page.headers["Cache-Control"] == "no-store"
    assert not ODD.search(re.sub(r"<[^>]*>", " ", text))
    paper = client.get(f"/t/{SLUG}/pass/{token}/certificate.pdf")
    assert paper.data.startswith(b"%PDF-")
    for guess in ("x" * len(token), token[:-1], f"{token}x"):
        for what in ("chips", "certificate.pdf", "standings"):
            assert client.get(f"/t/{SLUG}/pass/{guess}/{what}").status_code == 404
    assert client.get(f"/t/elsewhere/pass/{token}/chips").status_code == 404
    newer = token_of(db, 3)
    assert client.get(f"/t/{SLUG}/pass/{token}/chips").status_code == 404
    assert client.get(f"/t/{SLUG}/pass/{newer}/chips").status_code == 200


@pytest.mark.rule("HOUSE-TOURN-381")
def test_before_play_there_are_no_chips_and_no_certificate(app, db):
    in_session(db, short_terms(TOP_ONE))
    token = token_of(db, 1)
    client = app.test_client()
    assert client.get(f"/t/{SLUG}/pass/{token}/chips").status_code == 200
    assert client.get(f"/t/{SLUG}/pass/{token}/certificate.pdf").status_code == 404


@pytest.mark.rule("HOUSE-TOURN-311")
@clock()
def test_the_slip_of_a_prize_is_printed_in_two_copies(db, sign_in):
    finished(db)
    client = sign_in(Role.CASHIER, username="carla", now=NOW)
    first = look(db, awarding.of)[0].row.pk
    there = f"/desk/tournaments/{SLUG}/prizes/{first}/slip"
    assert f"{there}.pdf" in client.get(there).get_data(as_text=True)
    assert client.get(f"{there}.pdf").data.startswith(b"%PDF-")
    assert (
        client.get(f"/desk/tournaments/{SLUG}/prizes/999/slip.pdf").status_code == 404
    )


@pytest.mark.rule("HOUSE-TOURN-304", "HOUSE-TOURN-381")
def test_chips_of_a_play_off_are_not_drawn_among_those_of_the_tournament(db):
    tied = GoesOn(best_others=2)
    made = short_terms(
        ("format.stages.stages.0.goes_on", tied),
        ("house.ties.order", (TieBreak.PLAY_OFF, TieBreak.LOT)),
        ("house.ties.play_off_hands", 3),
        ("house.ties.play_off_chips", 77_000),
    )
    in_session(db, made)
    close_tables(db, LATER, lambda n, _has: 9_000 if n > 5 else 10)
    drawn = draw_next(db, LATER + 1)
    start(db, at(LATER + 2), drawn.stage_at)
    close_tables(db, LATER + 3, lambda n, _has: n * 100)
    entry = next(pk for pk, number in numbers(db).items() if number == 7)
    with db.reading() as session:
        moved = chips.moved(session, [entry])[entry]
    assert [one.what.startswith("Play-off: ") for one in moved] == [
        one.in_play_off for one in moved
    ]
    assert 77_000 in [one.has for one in moved if one.in_play_off]
    assert max(one.has for one in moved if one.is_drawn) == made.format.bank.bank_chips
