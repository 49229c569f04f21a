"""A stack put right after the close: before seats are released, after, in play."""

import pytest
from sqlmodel import select

from house.notices.models import NoticeRow
from tests.tournaments.cast import SEAL, SLUG, at, cites, clock, do, look, recorded
from tests.tournaments.play_cast import (
    FLOOR,
    deal,
    in_session,
    short_terms,
    stacks,
    start,
    tablet,
)
from tests.tournaments.stages_cast import (
    close_tables,
    count,
    draw_next,
    numbers,
    starts,
    state,
)
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_stages import by_number
from tests.tournaments.test_table_close import LATER
from tournaments import queries
from tournaments.entrants.models import ReachRow
from tournaments.models import EntryState
from tournaments.play import verification
from tournaments.rules import seat_replay
from tournaments.rules.stages import GoesOn
from tournaments.seating import drawing, moves, published, seats
from tournaments.seating.drawing import Fixing
from tournaments.seating.models import MoveKind
from tournaments.stages import closing, correcting
from tournaments.stages.correcting import Correction
from tournaments.watching import field as watched

BEST = ("format.stages.stages.0.goes_on", GoesOn(best_others=3))
WHY = "Two stacks were exchanged at the count."
WANTED = Correction(2, 9_000, WHY)
RULED = Correction(2, 9_000, WHY, "Entry 2 was through and plays on from here.")


@pytest.fixture
def made(db):
    """Stage one is closed: entries 6, 7 and 8 go on."""
    terms = short_terms(BEST)
    in_session(db, terms)
    close_tables(db, LATER, by_number)
    assert do(db, closing.close, 0, at(LATER)).through == [6, 7, 8]
    return terms


def correct(db, wanted, minutes=LATER):
    """The Director puts a stack right."""
    return do(db, correcting.correct, 0, wanted, at(minutes), FLOOR)


def sitting(db):
    """Who sits where in the final, by number."""
    of = numbers(db)
    return {of[e]: s.place for e, s in look(db, seats.seats_now, 1).items()}


def told(db):
    """The numbers of those who were told that who goes on has changed."""
    of = numbers(db)
    with db.reading() as session:
        mine = (
            select(ReachRow.entry_id)
            .join(NoticeRow, NoticeRow.id == ReachRow.notice_id)
            .where(NoticeRow.kind == "tournament.stage-corrected")
        )
        return sorted(of[entry] for entry in session.exec(mine))


def standing(db):
    """Who is in the final, as standings have it."""
    return {player.entry for player in look(db, watched.field, 1).players}


def as_drawn(db):
    """What a stranger finds who repeats the last draw from its public file."""
    with db.reading() as session:
        draws = seats.draws(session, queries.get(session, SLUG))
        file = published.file(session, published.lists(draws)[-1])
    assert seat_replay.differences(file) == ()
    return file


@pytest.mark.rule("HOUSE-TOURN-306")
def test_before_the_release_another_goes_on_and_is_drawn(db, made):
    seen = look(db, correcting.foresee, 0, WANTED)
    assert "It replaces entry 6 by entry 2 among those who go on." in seen.says
    assert cites(correct(db, Correction(2, 9_000))) == ["HOUSE-TOURN-306"]
    assert "HOUSE-TOURN-2" in cites(correct(db, Correction(5, 1_600, "So.")))
    row = correct(db, WANTED)
    assert (row.number, row.through) == (2, [2, 7, 8])
    assert state(db, 2) is EntryState.ENTERED
    assert state(db, 6) is EntryState.ELIMINATED
    assert told(db) == [2, 6]
    draw_next(db, starts(made, 1) - 5)
    assert set(sitting(db)) == {2, 7, 8}


@pytest.mark.rule("HOUSE-TOURN-60", "HOUSE-TOURN-306")
def test_a_draft_is_not_released_for_others_than_those_who_go_on(db, made):
    when = at(starts(made, 1) - 5)
    do(db, drawing.fix, when, SEAL, Fixing(secret=b"t" * 32))
    do(db, drawing.hold, "harbour", when, SEAL)
    do(db, drawing.confirm, when)
    correct(db, WANTED)
    assert cites(do(db, drawing.release, when)) == ["HOUSE-TOURN-60"]


@pytest.mark.rule("HOUSE-TOURN-306")
def test_after_the_release_the_seat_goes_to_whoever_goes_on(db, made):
    draw_next(db, starts(made, 1) - 5)
    before, drawn = sitting(db), as_drawn(db)
    place = before[6]
    seen = look(db, correcting.foresee, 0, WANTED)
    where = f"table {place.table}, seat {place.seat} of the final"
    says = f"It replaces entry 6 by entry 2 at {where}, already seated."
    assert says in seen.says
    assert correct(db, WANTED).through == [2, 7, 8]
    after = {n: p for n, p in before.items() if n != 6} | {2: place}
    assert sitting(db) == after
    assert as_drawn(db) == drawn
    [moved] = look(db, moves.recent)
    assert (moved.row.kind, moved.entry.number) == (MoveKind.REPLACED, 2)
    assert moved.row.why == f"In place of entry 6: {WHY}"
    assert told(db) == [2, 6]
    assert standing(db) == {2, 7, 8}
    start(db, at(starts(made, 1)), stage_at=1)
    with db.reading() as session:
        there = seats.seats_at(
            session, queries.get(session, SLUG).pk, 1, (1, place.table)
        )
    assert {s: numbers(db)[e] for s, e in there.items()} == {
        p.seat: n for n, p in after.items() if p.table == place.table
    }


@pytest.mark.rule("HOUSE-TOURN-306")
def test_a_correction_put_right_gives_the_seat_back(db, made):
    draw_next(db, starts(made, 1) - 5)
    before = sitting(db)
    correct(db, WANTED)
    back = correct(db, Correction(2, 1_200, "They were not."), LATER + 1)
    assert back.through == [6, 7, 8]
    assert sitting(db) == before
    with db.reading() as session:
        tournament = queries.get(session, SLUG)
        place = before[6]
        there = seats.seats_at(session, tournament.pk, 1, (1, place.table))
    assert numbers(db)[there[place.seat]] == 6
    assert standing(db) == {6, 7, 8}


@pytest.mark.rule("HOUSE-TOURN-430")
def test_once_the_session_has_begun_only_a_ruling_changes_who_plays(db, made):
    begins = starts(made, 1)
    draw_next(db, begins - 5)
    place = sitting(db)[6]
    start(db, at(begins), stage_at=1)
    for minutes in (begins, begins + 1):
        refused = correct(db, WANTED, minutes)
        assert cites(refused) == ["HOUSE-TOURN-430"]
    assert correct(db, Correction(8, 2_000, WHY), begins + 1).through == [6, 7, 8]
    console = tablet(db, place.table, begins + 1)
    deal(console)
    (was, _), seat = stacks(db, console), place.seat
    assert correct(db, RULED, begins + 2).through == [2, 7, 8]
    assert sitting(db)[2] == place
    assert told(db) == [2, 6]
    assert standing(db) == {2, 7, 8}
    bank = made.format.bank.bank_chips
    assert stacks(db, console)[0] == was | {seat: bank}
    deal(console)
    with db.reading() as session:
        again = verification.rebuild(session, queries.get(session, SLUG), SEAL)
    assert again.wrong == []
    kept = recorded(db, "correct count")[-1]
    assert "HOUSE-TOURN-430" in str(kept)


@pytest.mark.rule("HOUSE-TOURN-430")
def test_nobody_is_replaced_during_a_hand(db, made):
    begins = starts(made, 1)
    draw_next(db, begins - 5)
    place = sitting(db)[6]
    start(db, at(begins), stage_at=1)
    console = tablet(db, place.table, begins + 1)
    deal(console)
    console.undo()  # the last act: the hand is not over
    refused = correct(db, RULED, begins + 1)
    assert "A hand is under way" in refused.refusals[0].wrong


@pytest.mark.rule("HOUSE-TOURN-430")
def test_nobody_is_replaced_after_the_count(db, made):
    begins = starts(made, 1)
    draw_next(db, begins - 5)
    place = sitting(db)[6]
    start(db, at(begins), stage_at=1)
    count(db, begins + 1, lambda _, has: has, place.table)
    assert "HOUSE-TOURN-430" in cites(correct(db, RULED, begins + 2))
    close_tables(db, begins + 2, by_number)
    assert "HOUSE-TOURN-17" in cites(correct(db, RULED, begins + 3))
    assert 6 in sitting(db)


@pytest.mark.rule("HOUSE-TOURN-306", "HOUSE-TOURN-430")
def test_the_page_says_what_changes_and_asks_for_a_ruling(db, made, as_):  # noqa: F811
    begins = starts(made, 1)
    draw_next(db, begins - 5)
    home = f"/desk/tournaments/{SLUG}/stages/0/correct"
    form = {"entry": "2", "chips": "9000", "reason": WHY}
    with clock(begins - 1):
        page = as_("ruth", at(begins - 1).now).post(home, data=sent(**form, look="yes"))
        assert "replaces entry 6 by entry 2 at table" in page.text
        assert "already seated" in page.text
        assert "The ruling, and why" not in page.text
    start(db, at(begins), stage_at=1)
    with clock(begins + 1):
        ruth = as_("ruth", at(begins + 1).now)
        page = ruth.post(home, data=sent(**form, look="yes"))
        assert "The ruling, and why" in page.text
        assert ruth.post(home, data=sent(**form)).status_code == 409
        done = ruth.post(home, data=sent(**form, ruling="They play on from here."))
        assert done.status_code == 303, done.text
        assert "In place of entry 6" in ruth.get(f"/desk/tournaments/{SLUG}/moves").text
        assert "In place of entry 6" in ruth.get(f"/t/{SLUG}/draws").text
