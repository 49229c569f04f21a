"""Limits: a higher minimum waits for its sign; everything else holds at once."""

from datetime import UTC, datetime

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from house.floor.acts import Act
from house.floor.limits import changes as limits_changes
from house.floor.limits import markers
from house.floor.limits.rules import LimitsRequest, SeatedPatron
from house.floor.models import TableRow
from house.floor.signs import board
from house.floor.signs.models import ChangeKind, LimitChangeRow, SignKind
from house.floor.tables.standing import Figures
from house.notices.models import DeadlineRow
from rulebook import Refused
from tests.house.floor_cast import (
    DIRECTOR,
    MINUTE,
    NOON,
    SUPERVISOR,
    TWENTY,
    VENUE,
    at,
    cites,
    do,
    entries,
    open_table,
    stands,
    table,
    tick,
)

RAISES = [
    ("CROWN3-6.1:fn1-s66(2)", "CROWN3", "mississippi_stud"),
    ("VIC99-N25-6.4", "VIC99", "caribbean_stud"),
    ("NSW3-6.5", "NSW3", "mississippi_stud"),
    ("STAR4-6.5", "STAR4", "mississippi_stud"),
    ("HOUSE-LIMITS-1", "MASS", "mississippi_stud"),
    ("HOUSE-LIMITS-1", "VIC99", "baccarat"),
]


def wants(minimum, maximum=200_00, unit=5_00, **more):
    return LimitsRequest(Figures(minimum, maximum, unit), **more)


def announce(db, wanted, act, number=4):
    return do(db, number, limits_changes.announce, wanted, act, VENUE)


def everyone(db, act, when=None):
    return do(db, 4, limits_changes.raise_for_everyone, when, act, VENUE)


@pytest.mark.parametrize(("rule", "document", "game"), RAISES)
def test_a_minimum_rises_twenty_minutes_after_its_sign(db, rule, document, game):
    open_table(db, document, game=game)
    change = announce(db, wants(25_00), at())
    assert (change.kind, change.rule_id) == (ChangeKind.RAISE, rule)
    assert change.effective_at == NOON + TWENTY
    assert tick(db, at(20, -1)) == 0
    assert table(db).minimum_cents == 10_00
    assert tick(db, at(20)) == 1
    assert table(db).minimum_cents == 25_00
    assert tick(db, at(20, 1)) == 0
    done = entries(db, "change limits")[-1]
    assert (done.actor, done.at, done.rules) == ("system", NOON + TWENTY, [rule])


@pytest.mark.parametrize(("rule", "document", "game"), RAISES)
def test_a_time_before_the_twenty_minutes_is_refused(db, rule, document, game):
    open_table(db, document, game=game)
    early = announce(db, wants(25_00, at=NOON + TWENTY - MINUTE), at())
    assert cites(early) == [rule]
    assert early.refusals[0].field == "at"
    assert stands(db).change is None
    exactly = announce(db, wants(25_00, at=NOON + TWENTY), at())
    assert exactly.effective_at == NOON + TWENTY


@pytest.mark.rule("NSW3-6.5")
@pytest.mark.parametrize(("second", "minute"), [(0, 20), (1, 21), (59, 21)])
def test_a_sign_gives_full_minutes_and_never_too_few(db, second, minute):
    open_table(db)
    change = announce(db, wants(25_00), at(0, second))
    assert change.effective_at == NOON + minute * MINUTE


def test_a_later_time_is_kept_and_the_tick_may_be_late(db):
    open_table(db)
    announce(db, wants(25_00, at=NOON + 45 * MINUTE), at())
    assert tick(db, at(44, 59)) == 0
    assert tick(db, at(600)) == 1
    with db.reading() as session:
        [change] = session.exec(select(LimitChangeRow)).all()
    assert change.took_effect_at == NOON + 45 * MINUTE


@pytest.mark.rule("NSW3-6.5", "CROWN3-6.1:fn1-s66(2)", "VIC99-N25-6.4")
@pytest.mark.parametrize("document", ["NSW3", "CROWN3", "VIC99", "STAR4", "MASS"])
@pytest.mark.parametrize(
    "wanted", [wants(5_00), wants(10_00, 500_00), wants(10_00, 200_00, 10_00)]
)
def test_everything_else_changes_at_once(db, document, wanted):
    open_table(db, document)
    change = announce(db, wanted, at())
    assert change.took_effect_at == NOON
    now = table(db)
    assert (now.minimum_cents, now.maximum_cents, now.unit_cents) == (
        wanted.figures.minimum,
        wanted.figures.maximum,
        wanted.figures.unit,
    )
    up = stands(db).sign(SignKind.LIMITS)
    assert up.displayed_at == NOON
    assert up.says == wanted.figures.plain()


@pytest.mark.rule("HOUSE-SIGNS-1")
def test_one_change_at_a_time(db):
    open_table(db)
    announce(db, wants(25_00), at())
    for wanted in (wants(50_00), wants(5_00), wants(10_00, 500_00)):
        assert cites(announce(db, wanted, at(1))) == ["HOUSE-SIGNS-1"]
    assert not isinstance(do(db, 4, limits_changes.call_off, at(2)), Refused)
    assert not isinstance(announce(db, wants(5_00), at(3)), Refused)
    assert tick(db, at(60)) == 0
    assert table(db).minimum_cents == 5_00


@pytest.mark.rule("HOUSE-SIGNS-1")
def test_what_is_due_counts_even_when_nobody_has_ticked(db):
    open_table(db)
    announce(db, wants(25_00), at())
    lower = announce(db, wants(15_00), at(30))
    assert lower.old_minimum_cents == 25_00
    assert table(db).minimum_cents == 15_00
    assert tick(db, at(31)) == 1  # it finds that everything has happened
    assert table(db).minimum_cents == 15_00


@pytest.mark.rule("HOUSE-STEP-1")
def test_nothing_to_call_off_and_nothing_new_are_refused(db):
    open_table(db)
    assert cites(do(db, 4, limits_changes.call_off, at())) == ["HOUSE-STEP-1"]
    assert cites(announce(db, wants(10_00), at())) == ["HOUSE-STEP-1"]


@pytest.mark.rule("HOUSE-SIGNS-3")
@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (wants(25_00, at=NOON - MINUTE), ["HOUSE-SIGNS-3", "NSW3-6.5"]),
        (wants(25_00, at=NOON + 24 * 60 * MINUTE + MINUTE), ["HOUSE-SIGNS-3"]),
        (wants(5_00, at=NOON + TWENTY), ["HOUSE-SIGNS-3"]),
        (wants(25_00, at=NOON + TWENTY, at_once=True), ["HOUSE-SIGNS-3"]),
    ],
)
def test_a_time_that_cannot_be_on_a_sign_is_refused(db, wanted, found):
    open_table(db)
    assert cites(announce(db, wanted, at())) == found
    assert entries(db, "change limits")[-1].verdict == "refused"


@pytest.mark.rule("HOUSE-SIGNS-3")
def test_a_day_ahead_is_the_most(db):
    open_table(db)
    change = announce(db, wants(25_00, at=NOON + 24 * 60 * MINUTE), at())
    assert change.effective_at == NOON + 24 * 60 * MINUTE


@pytest.mark.rule("HOUSE-SIGNS-4")
def test_a_clock_moved_back_announces_nothing(db):
    open_table(db)
    change = announce(db, wants(5_00), at())
    assert change.took_effect_at == NOON
    assert cites(announce(db, wants(25_00), at(0, -6))) == ["HOUSE-SIGNS-4"]
    assert "NSW3" not in str(announce(db, wants(25_00), at(-30)))
    assert isinstance(announce(db, wants(25_00), at()), LimitChangeRow)


@pytest.mark.rule("HOUSE-SIGNS-4")
def test_a_clock_moved_back_brings_no_raise_forward(db):
    open_table(db)
    announce(db, wants(25_00), at())
    assert tick(db, at(-30)) == 0
    assert stands(db).in_force(at(-30).now).minimum == 10_00
    assert tick(db, at(20)) == 1


@pytest.mark.rule("HOUSE-SIGNS-2", "NSW3-6.5")
def test_a_sign_taken_down_starts_again(db):
    open_table(db)
    announce(db, wants(25_00), at())
    assert not isinstance(
        do(db, 4, board.take_down, "Screen failed", at(10), VENUE), Refused
    )
    assert tick(db, at(20)) == 0
    assert table(db).minimum_cents == 10_00
    assert stands(db).due_change is None
    do(db, 4, board.put_up, at(15), VENUE)  # the clock is not moved back: 15 > 10
    assert stands(db).due_change == NOON + 35 * MINUTE
    assert tick(db, at(35, -1)) == 0
    assert tick(db, at(35)) == 1
    assert table(db).minimum_cents == 25_00
    with db.reading() as session:
        rows = session.exec(select(DeadlineRow).order_by(DeadlineRow.id)).all()
    assert [(r.fired_at is None, r.called_off_at is None) for r in rows] == [
        (True, False),
        (False, True),
    ]


@pytest.mark.rule("HOUSE-SIGNS-2")
def test_a_sign_down_after_its_time_changes_nothing(db):
    open_table(db)
    announce(db, wants(25_00), at())
    do(db, 4, board.take_down, "", at(20), VENUE)  # nobody had ticked
    assert table(db).minimum_cents == 25_00
    assert tick(db, at(21)) == 1
    assert len(entries(db, "change limits")) == 1


@pytest.mark.rule("HOUSE-SIGNS-2")
def test_a_sign_down_a_second_before_its_time_stops_it(db):
    open_table(db)
    announce(db, wants(25_00), at())
    do(db, 4, board.take_down, "", at(20, -1), VENUE)
    assert tick(db, at(21)) == 0
    assert table(db).minimum_cents == 10_00


def test_a_sign_that_is_up_or_down_already_says_so(db):
    open_table(db)
    assert cites(do(db, 4, board.put_up, at(), VENUE)) == ["HOUSE-STEP-1"]
    do(db, 4, board.take_down, "", at(1), VENUE)
    assert cites(do(db, 4, board.take_down, "", at(2), VENUE)) == ["HOUSE-STEP-1"]


@pytest.mark.parametrize(
    ("rule", "document"), [("NSW3-6.5.1", "NSW3"), ("STAR4-6.5.1", "STAR4")]
)
def test_a_minimum_rises_at_once_while_the_seated_keep_theirs(db, rule, document):
    open_table(db, document)
    seated = (SeatedPatron(2, "Mr Wu"), SeatedPatron(5, "Ms Tran"))
    change = announce(db, wants(25_00, at_once=True, seated=seated), at())
    assert (change.rule_id, change.took_effect_at) == (rule, NOON)
    now = stands(db)
    assert now.table.minimum_cents == 25_00
    assert [(m.seat, m.player, m.minimum_cents) for m in now.kept] == [
        (2, "Mr Wu", 10_00),
        (5, "Ms Tran", 10_00),
    ]
    [marked] = entries(db, "mark seats")
    assert marked.rules == [f"{document}-{n}" for n in ("6.5.1.1", "6.5.3", "6.5.4")]


@pytest.mark.parametrize(
    ("rule", "document"),
    [
        ("CROWN3-6.1:fn1-s66(2)", "CROWN3"),
        ("VIC99-N25-6.4", "VIC99"),
        ("HOUSE-LIMITS-1", "MASS"),
    ],
)
def test_elsewhere_no_minimum_rises_at_once(db, rule, document):
    open_table(db, document)
    assert cites(announce(db, wants(25_00, at_once=True), at())) == [rule]


@pytest.mark.parametrize(
    ("rule", "document"), [("NSW3-6.5.2", "NSW3"), ("STAR4-6.5.2", "STAR4")]
)
def test_those_who_kept_theirs_follow_twenty_minutes_after_a_sign(db, rule, document):
    open_table(db, document)
    announce(db, wants(25_00, at_once=True, seated=(SeatedPatron(2, "Mr Wu"),)), at())
    assert cites(everyone(db, at(1), NOON + TWENTY)) == [rule]
    change = everyone(db, at(1))
    assert (change.rule_id, change.effective_at) == (rule, NOON + 21 * MINUTE)
    assert tick(db, at(21, -1)) == 0
    assert [m.seat for m in stands(db).kept] == [2]
    assert tick(db, at(21)) == 1
    assert stands(db).kept == ()
    assert tick(db, at(21, 1)) == 0
    assert entries(db, "change limits")[-1].rules == [rule]


@pytest.mark.rule("HOUSE-STEP-1")
def test_nobody_kept_a_minimum(db):
    open_table(db)
    assert cites(everyone(db, at())) == ["HOUSE-STEP-1"]


@pytest.mark.rule("NSW3-6.5.1.2", "STAR4-6.5.1.2", "HOUSE-SIGNS-11")
@pytest.mark.parametrize("document", ["NSW3", "STAR4"])
def test_a_kept_minimum_goes_with_its_player(db, document):
    open_table(db, document)
    announce(db, wants(25_00, at_once=True, seated=(SeatedPatron(2, "Mr Wu"),)), at())
    assert len(do(db, 4, markers.leave, 2, at(5))) == 1
    assert stands(db).kept == ()
    [left] = entries(db, "end markers")
    assert left.rules == ["HOUSE-SIGNS-11", f"{document}-6.5.1.2"]
    assert cites(do(db, 4, markers.leave, 2, at(6))) == ["HOUSE-SIGNS-11"]


def test_a_second_raise_at_once_leaves_the_first_markers(db):
    open_table(db)
    announce(db, wants(25_00, at_once=True, seated=(SeatedPatron(2, "Mr Wu"),)), at())
    again = wants(50_00, at_once=True, seated=(SeatedPatron(3, "Ms Tran"),))
    announce(db, again, at(1))
    assert [(m.seat, m.minimum_cents) for m in stands(db).kept] == [
        (2, 10_00),
        (3, 25_00),
    ]
    announce(db, wants(20_00), at(2))  # Ms Tran's marker now says nothing
    assert [m.seat for m in stands(db).kept] == [2]


@pytest.mark.rule("HOUSE-SIGNS-11")
@pytest.mark.parametrize(
    "seated",
    [
        (SeatedPatron(0, "A"),),
        (SeatedPatron(7, "A"),),
        (SeatedPatron(1, ""),),
        (SeatedPatron(1, "x" * 81),),
        (SeatedPatron(1, "A"), SeatedPatron(1, "B")),
    ],
)
def test_markers_name_players_at_seats_of_the_table(db, seated):
    open_table(db)
    verdict = announce(db, wants(25_00, at_once=True, seated=seated), at())
    assert cites(verdict) == ["HOUSE-SIGNS-11"]
    assert table(db).minimum_cents == 10_00


@pytest.mark.rule("HOUSE-SIGNS-8", "VIC99-N25-6.4")
def test_at_caribbean_stud_a_supervisor_is_not_enough(db):
    open_table(db, "VIC99")
    assert cites(announce(db, wants(25_00), at(by=SUPERVISOR))) == ["VIC99-N25-6.4"]
    open_table(db, "NSW3", 5)
    done = announce(db, wants(25_00), at(by=SUPERVISOR), 5)
    assert done.announced_by == "Priya"


@pytest.mark.rule("NSW3-6.1")
def test_figures_that_cannot_stand_on_a_sign_are_all_named(db):
    open_table(db)
    verdict = announce(db, wants(12_00, 8_00), at())
    assert cites(verdict) == ["NSW3-6.1"] * 3


def test_a_raise_announced_on_the_night_the_clocks_change(db):
    open_table(db)
    # Summer time ends in Melbourne at 3.00 on 4 April 2027: 16:00 UTC the day before.
    before = datetime(2027, 4, 3, 15, 50, tzinfo=UTC)
    change = announce(db, wants(25_00), Act(DIRECTOR, before))
    assert change.effective_at == before + TWENTY
    assert VENUE.clock(before) == "02:50 AEDT"
    assert VENUE.clock(change.effective_at) == "02:10 AEST"  # twenty minutes later
    assert tick(db, Act(DIRECTOR, before + TWENTY)) >= 1
    assert table(db).minimum_cents == 25_00


def test_the_database_itself_keeps_one_change_waiting(db):
    open_table(db)
    announce(db, wants(25_00), at())
    with db.reading() as session:
        row = session.exec(select(TableRow)).one()
        plan = limits_changes.PlannedChange(
            ChangeKind.RAISE, Figures(50_00, 200_00, 5_00), NOON, limits_changes.STEP
        )
        session.add(limits_changes._row(row, plan, at()))
        with pytest.raises(IntegrityError):
            session.flush()
