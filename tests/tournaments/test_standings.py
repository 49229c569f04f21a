"""Standings over HTTP: live, frozen while a count is open, nothing beyond consent."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.cast import SLUG, STARTS, at, clock
from tests.tournaments.play_cast import (
    begun,
    deal,
    in_session,
    short_terms,
    start,
    tablet,
)
from tests.tournaments.test_table_close import LATER, at_table, both, expected
from tournaments import queries
from tournaments.entrants import consents, passes
from tournaments.entrants.models import Consent
from tournaments.models import EntryRow
from tournaments.play import closing, counting
from tournaments.play.closing import Closing
from tournaments.rules.clauses.seating import ShortTablesClause
from tournaments.rules.stages import GoesOn, Stage
from tournaments.rules.standings import Player, Side, cut_after, standings

PAGE = f"/t/{SLUG}/standings"
LIST = f"{PAGE}/list"
SHORT = ShortTablesClause()
# No word of a chance in anything that players fetch.
CHANCES = re.compile(
    r"\b(odds?|chances?|probab\w*|likel\w*|decided|per cent to)\b", re.I
)


def stacks_on(page):
    """Places, names and stacks as the page has them."""
    rows = re.findall(
        r'class="pl">([^<]*)</td>\s*<th scope="row">([^<]*)<.*?'
        r'class="num">([^<]*)</td>',
        page,
        re.S,
    )
    return [(place, name.strip(), stack) for place, name, stack in rows]


def players(stacks, table=1):
    return [Player(n, (1, table), n, has) for n, has in enumerate(stacks, start=1)]


@pytest.mark.rule("HOUSE-TOURN-340")
def test_equal_stacks_share_a_place_and_the_next_is_left_out():
    found = standings(players([300, 500, 300, None, 100]), Stage(), SHORT)
    assert [(s.player.entry, s.place, s.is_shared) for s in found] == [
        (2, 1, False),
        (1, 2, True),
        (3, 2, True),
        (5, 4, False),
        (4, None, False),
    ]


@pytest.mark.rule("HOUSE-TOURN-340")
@given(
    st.lists(st.integers(0, 5) | st.none(), max_size=12).flatmap(
        lambda stacks: st.tuples(
            st.just(players(stacks)), st.permutations(players(stacks))
        )
    )
)
def test_the_order_of_the_rows_never_matters(both_orders):
    one, other = both_orders
    stage = Stage(seats=6, goes_on=GoesOn(top_per_table=2))
    assert standings(one, stage, SHORT) == standings(other, stage, SHORT)


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)")
def test_the_line_runs_where_the_terms_draw_it():
    stage = Stage(seats=6, goes_on=GoesOn(best_others=2))
    found = standings(players([500, 400, 300]), stage, SHORT)
    assert [s.side for s in found] == [Side.ABOVE, Side.ABOVE, Side.BELOW]
    assert cut_after(found) == 2
    tied = standings(players([500, 300, 300]), stage, SHORT)
    assert [s.side for s in tied] == [Side.ABOVE, Side.ON, Side.ON]
    of_each = Stage(seats=6, goes_on=GoesOn(top_per_table=1))
    two = [*players([500, 400]), Player(9, (1, 2), 1, 100), Player(8, (1, 2), 2, 50)]
    crossed = standings(two, of_each, SHORT)
    assert [s.side for s in crossed] == [
        Side.ABOVE,
        Side.BELOW,
        Side.ABOVE,
        Side.BELOW,
    ]
    assert cut_after(crossed) is None


def publish(db, number, *given):
    """Let an entrant agree to these things."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        entry = next(
            e for e in queries.entrants(session, tournament) if e.number == number
        )
        consents.say(session, tournament, entry, given, at(STARTS))
        return entry.name


@pytest.mark.rule("HOUSE-TOURN-340", "CROWN3-12.5.3(f)", "CROWN3-12.5.3(e)")
def test_standings_move_with_each_hand_and_name_only_who_agreed(db, app):
    begun(db)
    phone = app.test_client()
    with clock(STARTS - 1):
        assert "not begun" in phone.get(PAGE).text
    start(db)
    with clock(STARTS + 1):
        before = phone.get(LIST)
        assert {stack for _, _, stack in stacks_on(before.text)} == {"10,000"}
        assert {place for place, *_ in stacks_on(before.text)} == {"=1"}
        tag = {"If-None-Match": before.headers["ETag"]}
        assert phone.get(LIST, headers=tag).status_code == 304
        deal(tablet(db))
        after = phone.get(LIST, headers=tag)
        assert after.status_code == 200
        with db.reading() as session:
            tournament = queries.get(session, SLUG)
            names = {entry.name for entry in queries.entrants(session, tournament)}
        assert len({stack for _, _, stack in stacks_on(after.text)}) > 1
        assert "From 10,000 to" in after.text
        shown = {name for _, name, _ in stacks_on(after.text)}
        hidden = next(iter(sorted(shown)))
        assert hidden.startswith("Entry ")
        assert not names & shown
        name = publish(db, 3, Consent.NAME)
        assert name in phone.get(LIST).text
        publish(db, 3)
        assert name not in phone.get(PAGE).text


@pytest.mark.rule("HOUSE-TOURN-341")
def test_an_open_count_shows_nowhere_and_a_closed_one_does(db, app):
    in_session(db)
    phone = app.test_client()
    for _ in range(6):
        deal(tablet(db))
    with clock(LATER):
        stood = stacks_on(phone.get(LIST).text)
        found = expected(db)
        at_table(db, counting.count, found, at(LATER))
        page = phone.get(LIST).text
        assert "Table 1 is being counted." in page
        assert stacks_on(page) == stood
    both(db, found)
    at_table(db, closing.close, Closing(cards=52), at(LATER + 1))
    with clock(LATER + 2):
        page = phone.get(LIST).text
        assert "being counted" not in page
        assert sorted(stacks_on(page)) == sorted(stood)
        one = phone.get(f"{LIST}?table=1-1").text
        assert len(stacks_on(one)) == 4


@pytest.mark.rule("HOUSE-TOURN-340", "HOUSE-TOURN-140")
def test_the_pass_shows_the_own_entry_and_is_kept_nowhere(db, app):
    in_session(db)
    seal = app.extensions["seal"]
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        entry = session.get_one(EntryRow, 2)
        row = passes.issue(session, tournament, entry, seal, at(STARTS))
        token = passes.token_in(row, seal)
    phone = app.test_client()
    with clock(STARTS + 1):
        page = phone.get(f"/t/{SLUG}/pass/{token}/standings")
        assert page.headers["Cache-Control"] == "no-store"
        assert f"number {entry.number}</small>" in page.text
        assert page.text.count('class="me"') == 1
        assert 'class="me"' not in phone.get(PAGE).text
        polled = phone.get(f"/t/{SLUG}/pass/{token}/standings/list")
        tag = {"If-None-Match": polled.headers["ETag"]}
        again = phone.get(f"/t/{SLUG}/pass/{token}/standings/list", headers=tag)
        assert again.status_code == 304
        assert phone.get(f"/t/{SLUG}/pass/guessed/standings").status_code == 404


ASKED = (
    "?stage=9",
    "?stage=99999999999",
    "?table=x",
    "?table=9-9",
    "?page=0",
    "?page=999",
)


@pytest.mark.rule("HOUSE-TOURN-340")
def test_strange_addresses_find_a_page_or_none(db, app):
    in_session(db)
    phone = app.test_client()
    found = [phone.get(f"{PAGE}{asked}").status_code for asked in ASKED]
    assert found == [404, 200, 200, 200, 200, 200]
    assert phone.get("/t/no-such/standings").status_code == 404
    assert phone.get("/t/No_Such/standings/list").status_code == 404


@pytest.mark.rule("CROWN3-13.1")
def test_no_chance_is_told_in_anything_a_player_fetches(db, app):
    in_session(db, short_terms(("format.stages.stages.0.goes_on", GoesOn(1, 1))))
    deal(tablet(db))
    phone = app.test_client()
    with clock(STARTS + 2):
        for page in (PAGE, LIST, f"{PAGE}?table=1-1", f"{PAGE}?stage=1"):
            text = phone.get(page).text
            assert not CHANCES.search(text), CHANCES.search(text)
