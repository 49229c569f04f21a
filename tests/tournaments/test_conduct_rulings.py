"""Rulings and disputes at a tournament's tables, and chips after all of them."""

import shutil
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import select

from house.audit.models import AuditRow
from house.db import Database
from house.floor.rounds import book as books
from house.floor.rounds import seating
from house.floor.rulings import services as rulings
from house.floor.rulings.making import RulingRequest
from house.floor.rulings.models import RulingRow
from house.floor.rulings.services import Bench
from house.floor.tables import services as floor_tables
from house.ledger import queries as ledger
from house.venue import Venue
from rulebook import Refused
from tests.house.rounds_cast import finish_step, key
from tests.tournaments.cast import RUTH, SLUG, STARTS, at, clock
from tests.tournaments.conduct_cast import (
    ADVICE,
    CHEATS,
    RUDE,
    SLOW,
    act_on,
    deed,
    take_back,
)
from tests.tournaments.play_cast import (
    DEALT,
    FLOOR,
    TESS,
    asked,
    deal,
    in_session,
    seated,
    tablet,
)
from tests.tournaments.test_conduct import all_agrees
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tournaments import queries
from tournaments.conduct import book
from tournaments.models import EntryRow, SubstitutionRow
from tournaments.path.steps import signed
from tournaments.play import accounts, places, standing
from tournaments.rules.conducting import Verb

APPLIED = select(AuditRow).where(AuditRow.act == "apply ruling")
VENUE = Venue("Southbank House", ZoneInfo("Australia/Melbourne"))


def dealt(console, ante=100):
    """A hand in which everybody decides."""
    row = console.open(options=DEALT)
    assert not isinstance(row, Refused), row
    first = asked(console, lambda play: play.first_to_bet())
    for seat in (first, *sorted(asked(console, lambda p: p.playing) - {first})):
        console.must("ante", seat=seat, amount=ante)
    console.must("no_more_bets")
    while not asked_to_decide(finish_step(console, {})):
        pass


def asked_to_decide(done):
    return done.position.state.phase.name == "DECIDING"


def rule(console, sort, chosen=(), **given):
    """The Director rules on something at a table."""
    console.seq = console.replayed().position.seq
    made = RulingRequest(sort, given, console.round, console.seq, tuple(chosen))
    bench = Bench(at(STARTS + 2, TESS), RUTH, VENUE, FLOOR, key())
    with console.db.writing() as session:
        table = floor_tables.get(session, console.number, lock=True)
        row = rulings.apply(session, table, made, bench)
    console.seq = console.replayed().position.seq
    return row


def end(console):
    """End the hand under way as void."""
    verdict = rule(console, "not-covered", ["void"], what="End it.")
    assert isinstance(verdict, RulingRow), verdict


@pytest.mark.rule("CROWN3-11.9", "HOUSE-TOURN-263", "HOUSE-TOURN-265")
@pytest.mark.parametrize("substitute", [False, True])
def test_the_second_short_street_of_a_tournament_loses_the_ante(db, substitute):
    in_session(db)
    console = tablet(db)
    dealt(console)
    seat = max(seated(console))
    first = rule(console, "cannot-bet-enough", seat=str(seat), amount="50")
    assert "The next time" in first.spoken
    assert (first.unit, first.lent_kind) == ("chips", "tournament")
    end(console)
    sit_anew(db, console, seat, substitute=substitute)
    dealt(console)
    second = rule(console, "cannot-bet-enough", seat=str(seat), amount="50")
    mine = {(e["wager"], e["fate"]) for e in second.effects if e["seat"] == seat}
    assert ("The next time" in second.spoken) is substitute
    assert (mine == {("ante", "is collected")}) is not substitute
    with db.reading() as session:
        noted = book.read(session, queries.get(session, SLUG))
        assert [n.kind for n in noted] == ["ruling"] * 3
    end(console)
    all_agrees(db)


def sit_anew(db, console, seat, *, substitute):
    """A player leaves the seat and sits down there once more, or a substitute does."""
    act = at(STARTS + 3)
    with db.writing() as session:
        table = floor_tables.get(session, console.number, lock=True)
        sits = books.seats(session, books.REAL, table)[seat]
        entry = session.get_one(EntryRow, standing.entrant(sits))
        gone = seating.leave(session, table, seat, act, FLOOR, key="away")
        assert not isinstance(gone, Refused), gone
        if substitute:
            row = SubstitutionRow(
                entry_id=entry.pk,
                replaced_name=entry.name,
                patron_id=entry.patron_id,
                name="Another",
                takes_stack=True,
                takes_secret_wagers=True,
                **signed(act),
            )
            session.add(row)
        sat = places.sit_down(session, table, {seat: entry}, "anew", act, FLOOR)
        assert sat is None, sat


@pytest.mark.rule("CROWN3-1.3")
def test_what_is_ruled_at_one_table_touches_no_other(db):
    in_session(db)
    one, two = tablet(db, 1), tablet(db, 2)
    dealt(one)
    dealt(two)
    before = two.replayed().position
    end(one)
    assert two.replayed().position == before
    with db.reading() as session:
        noted = session.exec(APPLIED).one()
        assert "CROWN3-1.3" in noted.rules


@pytest.mark.rule(
    "HOUSE-TOURN-266",
    "CROWN3-12.5.3(h)",
    "CROWN3-12.5.3(j)",
    "CROWN3-13.9",
    "CROWN3-13.11",
)
def test_the_director_decides_a_dispute_and_it_is_final(db, as_):  # noqa: F811
    in_session(db)
    with clock(STARTS + 5):
        ruth, tess = as_("ruth", at(STARTS + 5).now), as_("tess", at(STARTS + 5).now)
        new = {
            "raised_by": "Player 3",
            "what": "My bet stood.",
            "raised_at": "2020-01-01T12:00",
            "document": "CROWN3",
            "table": "1",
        }
        entered = tess.post("/desk/disputes/new", data=sent(**new))
        assert entered.status_code == 303, entered.text
        page = entered.headers["Location"]
        shown = ruth.get(page).text
        assert "Harbour Stud Open, hand 1 of 6" in shown
        assert "Tournament Director decides next" in shown

        def add(client, happened, note="As heard."):
            said = {"happened": happened, "note": note, "how": "in person"}
            return client.post(f"{page}/events", data=sent(**said))

        refused = add(tess, "decided")
        assert (refused.status_code, "CROWN3-12.5.3(g)" in refused.text) == (409, True)
        assert "HOUSE-TOURN-266" in refused.text
        assert add(ruth, "decided", "It was late.").status_code == 303
        final = add(tess, "review asked for")
        assert (final.status_code, "CROWN3-12.5.3(h)" in final.text) == (409, True)
        untold = add(ruth, "unresolved")
        assert (untold.status_code, "CROWN3-12.5.3(j)" in untold.text) == (409, True)
        assert add(ruth, "told of the right to complain").status_code == 303
        assert add(ruth, "unresolved").status_code == 303
        assert add(ruth, "referred to the regulator").status_code == 303
        told = ruth.get(page).text
        assert "Told of the right to complain" in told
        assert "My bet stood." in ruth.get(f"/desk/tournaments/{SLUG}/book").text


DEEDS = (
    deed(Verb.WARNING, SLOW),
    deed(Verb.CHIPS, ADVICE, 500),
    deed(Verb.HANDS, RUDE, 1),
    deed(Verb.LATE),
    deed(Verb.ABSENT),
    deed(Verb.BACK),
    deed(Verb.RETIRED),
    deed(Verb.DISQUALIFIED, CHEATS),
)


@pytest.fixture(scope="module")
def template(tmp_path_factory, sqlite_template):
    """A house with a session under way, to begin from again and again."""
    path = tmp_path_factory.mktemp("conduct") / "house.sqlite3"
    shutil.copy(sqlite_template, path)
    db = Database(f"sqlite:///{path}")
    in_session(db, hands=18)
    db.engine.dispose()
    return path


@pytest.mark.rule("HOUSE-TOURN-262", "HOUSE-TOURN-261", "HOUSE-TOURN-162")
@settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(seed=st.integers(0, 10_000))
def test_undo_rulings_and_conduct_at_random_never_lose_a_chip(template, seed):
    path = template.with_name(f"{seed}.sqlite3")
    shutil.copy(template, path)
    db = Database(f"sqlite:///{path}")
    chance, console, done = Random(seed), tablet(db), []
    whole = total(db, console)
    for _ in range(8):
        step(db, console, chance, done)
        assert total(db, console) == whole
    all_agrees(db)
    db.engine.dispose()


def step(db, console, chance, done):
    """One thing that happens at the table."""
    what = chance.choice(["deal", "deal", "undo", "void", "do", "do", "back"])
    playing = asked(console, lambda play: play.playing)
    if what in {"deal", "undo"} and len(playing) > 1:
        deal(console, ante=25 * chance.randint(4, 7))
        if what == "undo":
            console.undo()
            console.must("close")
    elif what == "void" and len(playing) > 1:
        dealt(console)
        end(console)
    elif what == "do" and seated(console):
        entry = chance.choice(sorted(seated(console).values()))
        row = act_on(db, entry, chance.choice(DEEDS))
        done += [] if isinstance(row, Refused) else [row]
    elif what == "back" and done:
        row = done[-1]
        if not isinstance(take_back(db, row), Refused):
            done.remove(row)


def total(db, console):
    """Every chip at the table and of whoever sat there."""
    with db.reading() as session:
        entries = standing.numbers(session, range(1, 20))
        mine = [accounts.stack(entry) for entry in entries]
        mine += [accounts.lacking(entry) for entry in entries]
        found = ledger.balances(session, [*mine, accounts.rack(console.number)])
        assert all(n >= 0 for a, n in found.items() if a.kind == accounts.STACK)
        return sum(found.values())
