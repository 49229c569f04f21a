"""The draw of seats by its services: fixed, drawn, looked at, released, on record."""

import hashlib

import pytest

from rulebook import Refused
from tests.tournaments import cast, stranger
from tests.tournaments.cast import (
    CLOSED,
    SEAL,
    STARTS,
    at,
    cites,
    do,
    look,
    recorded,
    row,
)
from tests.tournaments.examples import complete, with_
from tournaments import queries
from tournaments.models import EntryRow
from tournaments.path import tables
from tournaments.rules.lifecycle import Status
from tournaments.rules.refunds import Cause
from tournaments.rules.seat_replay import differences
from tournaments.seating import conditions, drawing, late, published, seats
from tournaments.seating.drawing import Fixing
from tournaments.seating.models import Condition, ConditionRow


def numbers(db):
    """Where everybody sits now, by the number of the entry."""
    with db.reading() as session:
        tournament = queries.get(session, cast.SLUG)
        now = seats.seats_now(session, tournament)
        return {session.get_one(EntryRow, pk).number: s.place for pk, s in now.items()}


def files(db):
    """The public file of every draw, in order."""
    with db.reading() as session:
        tournament = queries.get(session, cast.SLUG)
        every = published.lists(seats.draws(session, tournament))
        return [published.file(session, each) for each in every]


def condition(db, kind, act=None, **names):
    """Set a condition, or take one back with holds=False."""
    made = ConditionRow(kind=kind, **{"why": "Asked for", **names})
    return do(db, conditions.change, made, act or at(3))


def step(db, service, *given):
    """Take a step of the draw, which must be possible."""
    verdict = do(db, service, *given)
    assert not isinstance(verdict, Refused), verdict
    return verdict


@pytest.mark.rule("HOUSE-TOURN-60", "HOUSE-TOURN-61", "HOUSE-TOURN-103")
def test_the_list_is_fixed_drawn_looked_at_released_and_anybody_can_repeat_it(db):
    cast.with_entries(db)
    early = do(db, drawing.fix, at(2), SEAL)
    assert cites(early) == ["CROWN3-12.2.3", "CROWN3-12.2.4", "HOUSE-TOURN-100"]
    cast.appoint(db)
    cast.set_up_tables(db, 1, 2)
    cast.designate(db, 1)
    assert cites(do(db, drawing.hold, "word", at(3), SEAL)) == ["HOUSE-TOURN-60"]
    fixed = step(db, drawing.fix, at(CLOSED), SEAL)
    assert fixed.header["entries"] == [1, 2, 3, 4, 5, 6]
    assert fixed.secret == ""  # promised, not told
    assert recorded(db, "prepare draw")[-1].after["commitment"] == fixed.commitment
    cast.designate(db, 2)  # a table more changes nothing: the places are the same
    long = do(db, drawing.hold, "w" * 121, at(CLOSED), SEAL)
    assert cites(long) == ["HOUSE-TOURN-60"]
    assert cites(do(db, drawing.confirm, at(CLOSED))) == ["HOUSE-TOURN-103"]
    held = step(db, drawing.hold, "harbour", at(CLOSED), SEAL)
    again = do(db, drawing.hold, "other", at(CLOSED), SEAL)
    assert cites(again) == ["HOUSE-TOURN-60"]
    assert (row(db).status, numbers(db)) == (Status.ENTRIES_OPEN, {})
    [file] = files(db)
    assert not {"secret", "word", "seats", "swaps"} & file.keys()
    assert held.secret not in str([r.after for r in recorded(db, "draw seats")])
    assert cites(do(db, drawing.release, at(CLOSED))) == ["HOUSE-TOURN-103"]
    step(db, drawing.confirm, at(CLOSED))
    step(db, drawing.release, at(CLOSED))
    assert row(db).status is Status.SEATED
    [file] = files(db)
    assert differences(file) == ()
    assert stranger.again(file)[1] == {
        entry: (p.session, p.table, p.seat) for entry, p in numbers(db).items()
    }
    told = recorded(db, "release seats")[-1].after
    assert hashlib.sha256(bytes.fromhex(told["secret"])).hexdigest() == fixed.commitment
    assert cites(do(db, drawing.release, at(CLOSED))) == ["HOUSE-TOURN-103"]


@pytest.mark.rule("HOUSE-TOURN-60", "HOUSE-TOURN-103")
def test_a_list_that_changed_is_fixed_again_counted_and_with_its_reason(db):
    cast.ready_to_seat(db, 6)
    step(db, drawing.fix, at(CLOSED), SEAL)
    cast.end(db, Cause.WITHDRAWN, number=6)
    changed = do(db, drawing.hold, "w", at(CLOSED), SEAL)
    assert cites(changed) == ["HOUSE-TOURN-60"]
    assert row(db).status is Status.ENTRIES_OPEN
    assert cites(do(db, drawing.fix, at(CLOSED), SEAL)) == ["HOUSE-TOURN-103"]
    why = Fixing(why="Entry 6 withdrew")
    assert step(db, drawing.fix, at(CLOSED), SEAL, why).number == 2
    step(db, drawing.hold, "w", at(CLOSED), SEAL)
    step(db, drawing.fix, at(CLOSED), SEAL, Fixing(why="The director misread table 2"))
    step(db, drawing.hold, "w", at(CLOSED), SEAL)
    step(db, drawing.confirm, at(CLOSED))
    step(db, drawing.release, at(CLOSED))
    assert len(numbers(db)) == 5
    first, second, third = files(db)
    assert [f["state"] for f in (first, second, third)] == [
        "replaced",
        "replaced",
        "released",
    ]
    assert second["list"] == {"number": 2, "of": 3, "why": "Entry 6 withdrew"}
    assert ("discarded" in first, "discarded" in second) == (False, True)
    assert "secret" not in second


@pytest.mark.rule("HOUSE-TOURN-103", "HOUSE-TOURN-61")
def test_a_table_released_before_the_release_stops_it_and_who_left_leaves_a_gap(db):
    cast.ready_to_seat(db, 8)
    step(db, drawing.fix, at(CLOSED), SEAL)
    step(db, drawing.hold, "w", at(CLOSED), SEAL)
    step(db, drawing.confirm, at(CLOSED))
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        two = queries.tables(session, tournament)[1]
        released = tables.release(session, tournament, two, at(CLOSED))
        assert not isinstance(released, Refused)
    assert cites(do(db, drawing.release, at(CLOSED))) == ["HOUSE-TOURN-61"]
    assert row(db).status is Status.ENTRIES_OPEN
    cast.designate(db, 2, at(CLOSED))
    cast.end(db, Cause.WITHDRAWN, number=8)
    step(db, drawing.release, at(CLOSED))
    assert len(numbers(db)) == 8  # the draw stays as it was; the seat is empty
    assert differences(files(db)[0]) == ()


@pytest.mark.rule("CROWN3-12.4.1(a)(iii)")
def test_too_few_players_are_not_seated(db):
    cast.ready_to_seat(db, 3)
    few = do(db, drawing.fix, at(CLOSED), SEAL)
    assert cites(few) == ["CROWN3-12.4.1(a)(iii)"]


@pytest.mark.rule("HOUSE-TOURN-102")
def test_conditions_are_in_the_list_and_the_seats_respect_them(db):
    cast.ready_to_seat(db, 10)
    condition(db, Condition.APART, entry=2, other=1)
    condition(db, Condition.ACCESSIBLE_SEAT, table_number=1, seat=1)
    condition(db, Condition.NEEDS_ACCESSIBLE, entry=7)
    condition(db, Condition.LOCKED, entry=3, session=1, table_number=2, seat=5)
    twice = condition(db, Condition.APART, entry=1, other=2)
    assert cites(twice) == ["HOUSE-TOURN-102"]
    for odd in (
        {"entry": 1, "other": 1},
        {"entry": 1, "other": 99},
        {"entry": 4, "other": 5, "why": " "},
    ):
        assert cites(condition(db, Condition.APART, **odd)) == ["HOUSE-TOURN-102"]
    nowhere = condition(db, Condition.LOCKED, entry=3, table_number=9, seat=1)
    assert cites(nowhere) == ["HOUSE-TOURN-102"]
    cast.draw(db)
    where = numbers(db)
    assert where[1].table != where[2].table
    assert (where[7].table, where[7].seat) == (1, 1)
    assert (where[3].session, where[3].table, where[3].seat) == (1, 2, 5)
    [file] = files(db)
    assert differences(file) == ()
    assert file["header"]["apart"] == [[1, 2]]
    assert [entry for entry, _ in file["header"]["limited"]] == [3, 7]
    assert stranger.again(file)[0] == file["swaps"]


@pytest.mark.rule("HOUSE-TOURN-102")
def test_what_cannot_be_respected_stops_the_list_until_it_is_taken_back(db):
    cast.ready_to_seat(db, 6)  # one table takes them all
    condition(db, Condition.APART, entry=1, other=2)
    stuck = do(db, drawing.fix, at(CLOSED), SEAL)
    assert cites(stuck) == ["HOUSE-TOURN-102"]
    assert "apart from 1" in stuck.refusals[0].wrong
    assert look(db, seats.draws) == []
    back = condition(db, Condition.APART, entry=1, other=2, holds=False)
    assert not isinstance(back, Refused)
    step(db, drawing.fix, at(CLOSED), SEAL)
    again = condition(db, Condition.APART, entry=3, other=4)
    assert not isinstance(again, Refused)
    assert cites(do(db, drawing.hold, "w", at(CLOSED), SEAL)) == ["HOUSE-TOURN-60"]


def late_terms():
    """Heats in two sessions, with entries until ten minutes before the second."""
    two = complete("heats").format.stages.stages[0].starts[:2]
    return with_(
        cast.terms(),
        ("format.stages.stages.0.starts", two),
        ("entry.method.closes_at", two[1]),
    )


@pytest.mark.rule("HOUSE-TOURN-100", "HOUSE-TOURN-104", "HOUSE-TOURN-105")
def test_a_late_entry_is_drawn_to_a_kept_place_with_the_same_proof(db):
    made = late_terms()
    cast.ready_to_seat(db, 6, made)
    before = at(STARTS - 30)
    assert cites(do(db, drawing.fix, before, SEAL)) == ["HOUSE-TOURN-100"]
    many = do(db, drawing.fix, before, SEAL, Fixing(kept=7))
    assert cites(many) == ["HOUSE-TOURN-104"]
    step(db, drawing.fix, before, SEAL, Fixing(kept=2))
    patrons = cast.patrons(db, 3)
    assert not isinstance(
        cast.enter(db, patrons[0], act=at(STARTS - 30, cast.DESK)), Refused
    )
    step(db, drawing.hold, "w", before, SEAL)  # entry 7 came late, the list stands
    step(db, drawing.confirm, before)
    step(db, drawing.release, before)
    assert len(numbers(db)) == 6
    assert look(db, late.late_places, before.now) == 1
    after = at(STARTS + 5)
    assert not isinstance(
        cast.enter(db, patrons[1], act=at(STARTS + 5, cast.DESK)), Refused
    )
    full = cast.enter(db, patrons[2], act=at(STARTS + 5, cast.DESK))
    assert "HOUSE-TOURN-104" in cites(full)
    step(db, drawing.fix, after, SEAL)
    step(db, drawing.hold, "late", after, SEAL)
    step(db, drawing.confirm, after)
    step(db, drawing.release, after)
    first, second = files(db)
    assert differences(second) == ()
    assert second["header"]["draw"] == 2
    assert second["header"]["entries"] == [7, 8]
    assert second["header"]["places"] == first["header"]["kept"]
    assert {numbers(db)[n].session for n in (7, 8)} == {2}
    assert row(db).status is Status.SEATED
    nobody = do(db, drawing.fix, after, SEAL)
    assert cites(nobody) == ["HOUSE-TOURN-104"]


class Killed(Exception):
    """The process is gone before the transaction is written."""


def killed(service):
    """The service, with the end of the process right after it."""

    def cut_off(*given):
        service(*given)
        raise Killed

    return cut_off


@pytest.mark.rule("HOUSE-TOURN-60")
def test_a_draft_outlives_a_crash_and_is_released_later(db):
    cast.ready_to_seat(db, 6)
    step(db, drawing.fix, at(CLOSED), SEAL)
    with pytest.raises(Killed):
        do(db, killed(drawing.hold), "lost", at(CLOSED), SEAL)
    held = step(db, drawing.hold, "kept", at(CLOSED), SEAL)
    assert held.beacon == "kept"
    step(db, drawing.confirm, at(CLOSED))
    with pytest.raises(Killed):
        do(db, killed(drawing.release), at(CLOSED))
    assert (numbers(db), row(db).status) == ({}, Status.ENTRIES_OPEN)
    step(db, drawing.release, at(CLOSED))
    assert differences(files(db)[0]) == ()
