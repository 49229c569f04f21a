"""When every place is taken: a line, and places offered for a time."""

import pytest
from sqlmodel import select

from house.floor.acts import Act
from house.notices import deadlines
from house.notices.models import NoticeRow, OutboxRow
from house.people.patrons.models import ExcludedBy, ExclusionRow, PatronRow
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import at, cites, do, end, enter, look, recorded
from tournaments import queries
from tournaments.models import EntryState
from tournaments.path import cancelling
from tournaments.rules.refunds import Cause
from tournaments.waiting import line, offers
from tournaments.waiting import queries as waiting
from tournaments.waiting.models import Left

MINUTES = 30


def join(db, patron_id, minutes=2):
    """Somebody joins the line."""
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        patron = session.get(PatronRow, patron_id)
        act = at(minutes, cast.DESK)
        return line.join(session, tournament, patron, MINUTES, act)


def in_line(db, minutes=3):
    """The numbers that wait, and those that hold an offer."""
    now = at(minutes).now
    line_ = look(db, waiting.standing, now)
    return (
        [each.row.number for each in line_ if each.offer is None],
        [each.row.number for each in line_ if each.offer is not None],
    )


def full(db, places=5, waits=3):
    """Every place is taken and some wait; the patrons who wait."""
    cast.open_for_entries(db, cast.terms(players=(4, 4, places)))
    entrants = cast.patrons(db, places)
    others = cast.patrons(db, waits, email="waits@example.com")
    for patron_id in entrants:
        assert enter(db, patron_id).state is EntryState.ENTERED
    for patron_id in others:
        assert not isinstance(join(db, patron_id), Refused)
    return others


def tick(db, now, kind=offers.LAPSES):
    """The clock is looked at, for the line alone; how many offers it ended."""
    due = deadlines.find_due(db, now, deadlines.BATCH)
    mine = [id_ for id_, each in due if each == kind]
    return sum(deadlines._fire(db, id_, kind, now) for id_ in mine)


@pytest.mark.rule("HOUSE-TOURN-120")
def test_nobody_waits_who_could_enter_or_may_not(db):
    cast.open_for_entries(db, cast.terms(players=(4, 4, 5)))
    first, *others = cast.patrons(db, 5)
    barred, waits = cast.patrons(db, 2)
    assert cites(join(db, first)) == ["HOUSE-TOURN-120"]  # a place is free
    for patron_id in (first, *others):
        enter(db, patron_id)
    assert cites(join(db, first)) == ["CROWN3-12.4.2(d)"]  # entered already
    with db.writing() as session:
        session.add(
            ExclusionRow(
                patron_id=barred,
                by=ExcludedBy.SELF,
                reason="asked",
                from_at=at(-90).now,
                recorded_by="erin",
            )
        )
    assert cites(join(db, barred)) == ["CROWN3-12.4.2(a)(ii)"]
    assert join(db, waits).number == 1
    assert cites(join(db, waits)) == ["HOUSE-TOURN-120"]  # keeps the number
    assert in_line(db) == ([1], [])
    assert cites(join(db, 0)) == ["HOUSE-TOURN-65"]  # nobody is chosen
    [later] = cast.patrons(db, 1)
    assert cites(join(db, later, cast.CLOSED)) == ["CROWN3-12.4.2(c)"]


@pytest.mark.rule("HOUSE-TOURN-121", "HOUSE-TOURN-120")
def test_a_free_place_is_offered_in_order_and_is_nobody_elses(db):
    first, second, _ = full(db)
    [stranger] = cast.patrons(db, 1)
    end(db, Cause.WITHDRAWN, number=2, act=at(3))
    assert in_line(db) == ([2, 3], [1])
    refused = enter(db, stranger, act=at(4, cast.DESK))
    assert cites(refused) == ["CROWN3-12.4.1(a)(iii)"]
    assert "Three people come first" in refused.refusals[0].wrong
    assert cites(enter(db, second, act=at(4, cast.DESK))) == ["CROWN3-12.4.1(a)(iii)"]
    with db.reading() as session:
        [notice] = session.exec(
            select(NoticeRow).where(NoticeRow.kind == "tournament.place-offered")
        )
        assert (notice.recipient, notice.email) == ("Player 01", "waits@example.com")
        [letter] = session.exec(select(OutboxRow))
        assert "is yours until" in letter.subject
    assert enter(db, first, act=at(5, cast.DESK)).number == 6
    assert in_line(db, 5) == ([2, 3], [])
    assert tick(db, at(3 + MINUTES).now) == 0  # called off
    assert look(db, queries.entries_count) == 5


@pytest.mark.rule("HOUSE-TOURN-121")
def test_an_offer_lapses_once_as_of_its_time_and_the_next_has_theirs(db):
    first, second, third = full(db)
    end(db, Cause.WITHDRAWN, number=1, act=at(3))
    due = 3 + MINUTES
    assert tick(db, at(due - 1 / 60).now) == 0
    late = due + 60
    # The clock is late: nobody has noticed, and still it is over.
    over = enter(db, first, act=at(due, cast.DESK))
    assert cites(over) == ["CROWN3-12.4.1(a)(iii)", "HOUSE-TOURN-121"]
    assert tick(db, at(late).now) == 1
    assert tick(db, at(late).now) == 0
    assert in_line(db, late) == ([3], [2])
    offered = look(db, waiting.everybody)[1].offer
    assert offered.lapses_at == at(late + MINUTES).now  # whole minutes of their own
    gone = look(db, waiting.everybody)[0].left
    assert (gone.how, gone.at) == (Left.LAPSED, at(due).now)
    assert [each.at for each in recorded(db, "offer lapses")] == [at(due).now]
    last = Act(cast.DESK, offered.lapses_at - cast.TICK)
    assert enter(db, second, act=last).number == 6
    do(db, line.leave, 3, at(late + MINUTES, cast.DESK))
    assert cites(do(db, line.leave, 3, at(late + MINUTES))) == ["HOUSE-TOURN-120"]
    assert join(db, third, late + MINUTES).number == 4  # at the end again


@pytest.mark.rule("HOUSE-TOURN-121")
def test_who_leaves_the_line_makes_room_and_the_end_ends_it(db):
    full(db)
    end(db, Cause.WITHDRAWN, number=1, act=at(3))
    assert not isinstance(do(db, line.leave, 1, at(4, cast.DESK)), Refused)
    assert in_line(db, 4) == ([3], [2])
    closes = look(db, queries.terms_of).entry.method.closes_at
    before = Act(cast.RUTH, closes - cast.MINUTE)
    assert not isinstance(end(db, Cause.WITHDRAWN, number=2, act=before), Refused)
    offer = look(db, waiting.everybody)[2].offer
    assert offer.lapses_at == closes  # never longer than entries are taken
    assert not isinstance(do(db, cancelling.cancel, "Storm", at(5)), Refused)
    assert tick(db, at(cast.CLOSED + 100).now) == 0
