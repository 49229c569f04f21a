"""How even a tournament was: the arithmetic, and a page for staff alone."""

import re
from fractions import Fraction

import pytest

from house.people.roles import Role
from tests.tournaments.cast import SLUG, look
from tests.tournaments.play_cast import in_session, short_terms
from tests.tournaments.test_results import finished, token_of
from tournaments import queries
from tournaments.fairness import report, seen
from tournaments.models import TournamentRow
from tournaments.rules import fairness
from tournaments.rules.fairness import Sat, Spread, Table

PAGE = f"/desk/tournaments/{SLUG}/fairness"


def table(*players, session="Heats", seated=None):
    return Table("open", session, seated or len(players), tuple(players))


# --- pure ---------------------------------------------------------------------------


@pytest.mark.rule("HOUSE-TOURN-387")
def test_players_are_placed_against_their_own_table_and_equal_stacks_share():
    here = table(Sat(1, 300), Sat(2, 100), Sat(3, 100), Sat(4, 0))
    found = [*fairness.lines([here])]
    assert [line.place for line in found] == [1, Fraction(5, 2), Fraction(5, 2), 4]
    assert {line.even for line in found} == {Fraction(5, 2)}
    assert [line.stack for line in found] == [Fraction(12, 5), *[Fraction(4, 5)] * 2, 0]


@pytest.mark.rule("HOUSE-TOURN-387")
def test_a_table_where_nobody_has_anything_is_even():
    found = fairness.grouped([table(Sat(1, 0), Sat(2, 0))], fairness.by_seat)
    assert {(group.stack, group.place) for group in found.values()} == {
        (1, Fraction(3, 2))
    }


@pytest.mark.rule("HOUSE-TOURN-387")
def test_progress_is_by_how_many_sat_down_and_finals_are_left_out():
    tables = [
        table(Sat(1, 9, went_on=True), Sat(2, 5, went_on=False), seated=3),
        table(Sat(1, 9, went_on=True), Sat(2, 5, went_on=False)),
        table(Sat(1, 9), Sat(2, 5), session="Final"),
    ]
    found = fairness.grouped(tables, fairness.by_size)
    assert (found[3].went_on, found[3].may_go_on) == (1, 2)
    assert (found[2].players, found[2].may_go_on, found[2].went_on) == (4, 2, 1)
    final = fairness.grouped(tables, fairness.by_session)["Final"]
    assert final.share is None


@pytest.mark.rule("HOUSE-TOURN-387")
@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        ((2, 2, 1), Spread(1, 1, 1)),
        ((3, 1), Spread(1, 0, 2)),
        ((3, None), Spread(0, 0, 0)),  # somebody was moved: nothing is known
        ((), Spread(0, 0, 0)),
    ],
)
def test_first_bets_of_a_table_are_even_up_to_one(bets, expected):
    players = [Sat(n, 1, first_bets=each) for n, each in enumerate(bets)]
    assert fairness.spread([table(*players)]) == expected


@pytest.mark.rule("HOUSE-TOURN-387")
def test_nothing_gives_nothing():
    assert fairness.grouped([], fairness.by_seat) == {}
    assert fairness.grouped([table()], fairness.by_seat) == {}


# --- a tournament that was played ---------------------------------------------------


@pytest.mark.rule("HOUSE-TOURN-387", "CROWN3-13.1")
def test_the_report_is_for_staff_and_nothing_of_it_for_players(app, db, sign_in):
    finished(db)
    tables = look(db, lambda session, of: [*seen.tables(session, of)])
    heats = [t for t in tables if t.players[0].went_on is not None]
    assert sum(len(t.players) for t in heats) == 8
    assert sum(sat.went_on for t in heats for sat in t.players) == 4
    made = look(db, report.report)
    assert [part.asked.name for part in made.parts] == [
        "sizes",
        "bets",
        "seats",
        "sessions",
    ]
    assert (made.tables, made.events) == (len(tables), 0)
    text = sign_in(Role.DIRECTOR).get(PAGE).get_data(as_text=True)
    assert "4 of 8" in text
    assert ">HOUSE-TOURN-387<" in text
    assert "Earlier events" not in text
    assert PAGE in sign_in(Role.SUPERVISOR).get(PAGE[:-9]).get_data(as_text=True)
    assert sign_in(Role.MARKETING).get(PAGE).status_code == 403
    guest, token = app.test_client(), token_of(db, 3)
    assert "/sign-in" in guest.get(PAGE).location
    for page in ("", "/standings", "/results", f"/pass/{token}"):
        seen_by_player = guest.get(f"/t/{SLUG}{page}")
        assert seen_by_player.status_code == 200
        assert not re.search(b"fairness|by size of table", seen_by_player.data, re.I)


@pytest.mark.rule("HOUSE-TOURN-387")
def test_earlier_events_stand_beside_this_one(db, sign_in):
    finished(db)
    with db.writing() as session:
        old = queries.get(session, SLUG)
        kept = old.model_dump(exclude={"id", "slug", "starts_at"})
        after = old.starts_at.replace(year=old.starts_at.year + 1)
        session.add(TournamentRow(**kept, slug="next-one", starts_at=after))
    text = sign_in(Role.DIRECTOR).get(PAGE.replace(SLUG, "next-one")).text
    assert "No stage of this event is closed" in text
    assert "of 1 earlier event" in " ".join(text.split())
    assert "Table of 4, earlier" in text


@pytest.mark.rule("HOUSE-TOURN-387")
def test_before_anything_is_closed_the_page_says_so(db, sign_in):
    in_session(db, short_terms())
    director = sign_in(Role.DIRECTOR)
    assert "Nothing is closed yet." in director.get(PAGE).text
    missing = PAGE.replace(SLUG, "no-such-thing")
    assert director.get(missing).status_code == 404
