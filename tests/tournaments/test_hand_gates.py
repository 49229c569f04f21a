"""The gates of a hand: each says what settles it, and costs the same for any crowd."""

import pytest
from sqlalchemy import insert
from sqlmodel import select

from house.floor.signs import displays
from house.floor.tables import services as floor_tables
from rulebook import Refused
from tests.house.statements import statements
from tests.tournaments.cast import SLUG, STARTS, at, clock
from tests.tournaments.play_cast import (
    DEALT,
    asked,
    deal,
    in_session,
    stacks,
    tablet,
)
from tests.tournaments.test_play import void_all
from tests.tournaments.test_table_close import LATER, at_table, expected
from tournaments import queries
from tournaments.models import EntryRow
from tournaments.play import moving_chips
from tournaments.play.models import Moved
from tournaments.play.moving_chips import Moving
from tournaments.seating import seats
from tournaments.seating.models import SeatRow

CROWD = 10_000
FEW_MORE = 20  # cards are dealt: a win posts more than a push


def crowd(db):
    """Thousands more have entered and have seats in a later session."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG)
        one = session.exec(select(EntryRow).order_by(EntryRow.id)).first()
        draw = seats.released(session, tournament)
        plain = one.model_dump(exclude={"id", "number", "name", "patron_id"})
        rows = [
            plain | {"number": n, "name": f"Player {n}", "patron_id": None}
            for n in range(1_000, 1_000 + CROWD)
        ]
        session.execute(insert(EntryRow), rows)
        new = session.exec(
            select(EntryRow.id).where(EntryRow.number >= 1_000).order_by(EntryRow.id)
        ).all()
        places = [
            {
                "draw_id": draw.pk,
                "entry_id": entry,
                "session": 2,
                "table_number": 10 + n // 6,
                "seat": n % 6 + 1,
            }
            for n, entry in enumerate(new)
        ]
        session.execute(insert(SeatRow), places)


@pytest.mark.rule("HOUSE-TOURN-161", "CROWN3-12.2.3")
def test_the_gates_of_a_hand_cost_the_same_with_ten_thousand_entrants(db):
    in_session(db)
    console = tablet(db)
    deal(console)
    with statements(db) as few:
        deal(console)
    crowd(db)
    with statements(db) as many:
        deal(console)
    assert len(many) < len(few) + FEW_MORE


@pytest.mark.rule("HOUSE-TOURN-161")
def test_a_void_hand_says_that_it_is_played_again(db):
    in_session(db)
    console = tablet(db)
    first = asked(console, lambda play: play.first_to_bet())
    console.open(options=DEALT)
    for seat in (first, *sorted(asked(console, lambda p: p.playing) - {first})):
        console.must("ante", seat=seat, amount=100)
    console.must("no_more_bets")
    console.must("deal")
    void_all(console)
    said = asked(console, lambda play: play.progress().calls)
    assert said == "Hand 1 was void and is played again."
    deal(console)
    said = asked(console, lambda play: play.progress().calls)
    assert said == "5 hands to go."


@pytest.mark.rule("HOUSE-TOURN-161")
def test_no_hand_is_dealt_where_nobody_can_place_the_ante(db):
    in_session(db)
    for entry, has in expected(db).stacks.items():
        gone = Moving(Moved.REMOVED, -has, entry, reason="Lost at another table")
        assert not isinstance(at_table(db, moving_chips.move, gone, at(LATER)), Refused)
    refused = tablet(db).open(options=DEALT)
    assert "Nobody at table 1 can place the Ante." in str(refused)


@pytest.mark.rule("CROWN3-12.3.2", "HOUSE-ROUNDS-3")
def test_practice_hands_before_play_change_nothing(db):
    from tests.tournaments.play_cast import begun, start  # noqa: PLC0415

    begun(db)
    console = tablet(db)
    row = console.open(practice=True, options=DEALT)
    assert not isinstance(row, Refused), row
    console.sit(1, 2, names=("Ann", "Bob"))
    console.must("ante", seat=1, amount=100)
    console.must("no_more_bets")
    console.must("deal")
    assert not isinstance(start(db), Refused)
    has, _ = stacks(db, console)
    assert set(has.values()) == {10_000}
    assert asked(console, lambda play: play.hand.says) == "Hand 1 of 6"


@pytest.mark.rule("HOUSE-TOURN-161", "CROWN3-12.2.5")
def test_the_sign_and_the_screens_show_this_hands_limits_in_chips(db, app):
    in_session(db)
    with db.writing() as session:
        table = floor_tables.get(session, 1, lock=True)
        token = displays.give(session, table, at(STARTS)).token
    with clock(STARTS + 1):
        page = app.test_client().get(f"/display/{token}").text
    assert "Hand 1 of 6, the heats" in page
    assert "At least 100 chips" in page
    assert "No wager of money is taken here." in page
