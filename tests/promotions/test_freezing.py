"""Entries close by themselves, and the list is fixed: once, and however late alike."""

import json
import os
import signal
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlmodel import select

from house.db import Database
from house.people.kin import services as kin
from house.people.kin.models import Relation
from house.people.models import StaffRow
from house.people.patrons.models import ExcludedBy, ExclusionRow, PatronRow
from house.people.staff.changes import ChangeRequest
from promotions import nominees, queries
from promotions.freezing import closing, headers, promises, reading, screening
from promotions.freezing.models import (
    DrawSecretRow,
    FreezeRow,
    FrozenPartRow,
)
from promotions.freezing.promises import Promise
from promotions.freezing.screening import Scope
from promotions.path import ending, scrutineers
from promotions.rules.lifecycle import Status
from promotions.rules.screening import youngest
from proof import frozen as lists
from tests.promotions.frozen_cast import (
    CLOSES,
    NOON,
    frozen,
    give,
    left_out,
    listed,
    ref,
    run_due,
    running,
    status,
    tick,
)
from tests.promotions.promo_cast import (
    DAY,
    EDITH,
    HOUR,
    JONAH,
    MIRIAM,
    SYDNEY,
    TICK,
    act,
    add_staff,
    begin,
    change,
    done,
    reach,
    reasons,
)

PHRASE = "four green herons cross at dawn"


@pytest.fixture
def house(app, db):
    with db.writing() as session:
        reach(session)
        add_staff(session, JONAH, MIRIAM, EDITH)


def opened(db, *people, **over):
    with db.writing() as session:
        return running(session, *people, **over)


def look(db, ask, *args):
    with db.reading() as session:
        return ask(session, *args)


@pytest.mark.rule("HOUSE-PROMOTION-50")
@pytest.mark.parametrize("late", [timedelta(0), 30 * DAY], ids=["in time", "late"])
def test_a_late_tick_fixes_the_list_of_the_closing_instant(
    app, db, house, tmp_path, late
):
    row, people = opened(db, "ada", "ben", "cleo")
    give(db, row, tmp_path, ada=3, ben=4)
    give(db, row, tmp_path, at=CLOSES - TICK, cleo=5)
    run_due(app, db, CLOSES - TICK)
    assert status(db, row) is Status.RUNNING
    assert look(db, reading.lists, row) == []
    assert give(db, row, tmp_path, at=CLOSES, ada=9).refused == 1
    run_due(app, db, CLOSES + late)
    run_due(app, db, CLOSES + late + DAY)
    with db.reading() as session:
        fixed = frozen(session)
        wanted = {ref(people["ada"]): 3, ref(people["ben"]): 4, ref(people["cleo"]): 5}
        assert listed(session) == dict(sorted(wanted.items()))
        assert (fixed.holders, fixed.tickets, fixed.closed_at) == (3, 12, CLOSES)
    assert status(db, row) is Status.CLOSED


@pytest.mark.rule("HOUSE-PROMOTION-50")
def test_the_root_is_the_same_whenever_the_tick_comes(app, db, house, tmp_path):
    row, people = opened(db, "ada", "ben")
    give(db, row, tmp_path, ada=3, ben=4)
    run_due(app, db, NOON)
    seal = app.extensions["seal"]
    with db.reading() as session:
        first = _unkept(session, row, seal)
        assert _unkept(session, row, seal) == first
    with db.writing() as session:  # what happens after closing changes nothing
        session.add(excluded(people["ada"], CLOSES))
        session.get_one(PatronRow, people["ben"].pk).merged_into_id = people["ada"].pk
        session.get_one(PatronRow, people["ben"].pk).merged_at = CLOSES + HOUR
    with db.writing() as session:
        session.exec(select(ExclusionRow)).one().from_at = CLOSES + TICK
    run_due(app, db, CLOSES + 9 * DAY)
    with db.reading() as session:
        assert frozen(session).entry_root == first


def _unkept(session, row, seal):
    """The root a freeze would give, taken back again."""
    document = closing.in_force(session, row, act(at=CLOSES))
    draw = queries.terms_in(document).draws[0]
    root = closing.freeze(session, row, document, draw, seal).entry_root
    session.rollback()
    return root


def excluded(patron, since, until=None, lifted=None):
    return ExclusionRow(
        patron_id=patron.pk,
        by=ExcludedBy.SELF,
        reason="own wish",
        from_at=since,
        until_at=until,
        recorded_by="ann",
        lifted_at=lifted,
    )


@pytest.mark.rule("HOUSE-PROMOTION-53", "HOUSE-PROMOTION-54", "HOUSE-PROMOTION-55")
@pytest.mark.rule("HOUSE-PROMOTION-56", "HOUSE-PROMOTION-57")
def test_who_may_not_win_is_left_out_each_by_its_rule(app, db, house, tmp_path):
    names = ("ada", "ben", "cleo", "dora", "finn", "gus", "hal", "ida", "jo", "kit")
    row, people = opened(db, *names, "lee")
    with db.writing() as session:
        done(scrutineers.nominate(session, row, EDITH.id, act(at=NOON)))
    give(db, row, tmp_path, **dict.fromkeys((*names, "lee"), 2))
    day = CLOSES.astimezone(SYDNEY).date()
    with db.writing() as session:
        session.add(excluded(people["ada"], CLOSES - DAY))
        session.add(excluded(people["ben"], CLOSES - DAY, until=CLOSES))
        session.add(excluded(people["cleo"], CLOSES - DAY, lifted=CLOSES - TICK))
        mine = session.get_one
        mine(PatronRow, people["dora"].pk).born_on = day.replace(year=day.year - 18)
        younger = day + DAY
        finn = mine(PatronRow, people["finn"].pk)
        finn.born_on = younger.replace(year=younger.year - 18)
        mine(PatronRow, people["gus"].pk).is_employee = True
        declare(session, JONAH, people["hal"], Relation.SIBLING)
        declare(session, EDITH, people["ida"], Relation.SELF)
        jo = mine(PatronRow, people["jo"].pk)
        jo.merged_into_id, jo.merged_at = people["kit"].pk, CLOSES
        lee = mine(PatronRow, people["lee"].pk)
        lee.merged_into_id, lee.merged_at = people["ada"].pk, CLOSES
    run_due(app, db, CLOSES)
    with db.reading() as session:
        assert listed(session) == dict(
            sorted((ref(people[name]), n) for name, n in IN_LIST.items())
        )
        assert left_out(session) == {
            ref(people[name]): found for name, found in LEFT_OUT.items()
        }


IN_LIST = {"ben": 2, "cleo": 2, "dora": 2, "kit": 4}
LEFT_OUT = {
    "ada": ("excluded", "HOUSE-PROMOTION-53", 4),  # with those of a merged record
    "finn": ("minor", "HOUSE-PROMOTION-54", 2),
    "gus": ("staff", "HOUSE-PROMOTION-55", 2),
    "hal": ("bound", "HOUSE-PROMOTION-56", 2),
    "ida": ("bound", "HOUSE-PROMOTION-56", 2),
    "jo": ("merged", "HOUSE-PROMOTION-57", 2),
    "lee": ("merged", "HOUSE-PROMOTION-57", 2),
}


def staff_of(session, actor):
    return session.exec(select(StaffRow).where(StaffRow.username == actor.id)).one()


def declare(session, actor, patron, relation, at=NOON):
    staff, known = staff_of(session, actor), session.get_one(PatronRow, patron.pk)
    done(kin.declare(session, staff, known, relation, ChangeRequest(actor, at)))


@pytest.mark.rule("HOUSE-PROMOTION-55", "HOUSE-PROMOTION-56")
def test_staff_take_part_where_the_terms_let_them_but_never_who_is_bound(
    app, db, house, tmp_path
):
    may = ("entry.eligibility", {"staff_may": True})
    row, people = opened(db, "gus", "hal", "ida", changes=(may,))
    give(db, row, tmp_path, gus=1, hal=1, ida=1)
    with db.writing() as session:
        session.get_one(PatronRow, people["gus"].pk).is_employee = True
        declare(session, EDITH, people["hal"], Relation.SIBLING)
        declare(session, JONAH, people["ida"], Relation.PARTNER)
    run_due(app, db, CLOSES)
    with db.reading() as session:
        assert set(listed(session)) == {ref(people["gus"]), ref(people["hal"])}
        terms = queries.terms_of(session, row)
        asked = Scope(row, terms, CLOSES + DAY, people["ida"].pk)
        [found] = screening.again(session, asked)
        assert found.cite.id == "HOUSE-PROMOTION-56"
        assert (
            screening.again(session, Scope(row, terms, CLOSES, people["gus"].pk)) == []
        )


@pytest.mark.rule("HOUSE-PROMOTION-19")
def test_a_scrutineer_has_no_ticket_and_no_relative_with_one(app, db, house, tmp_path):
    row, people = opened(db, "ada", "ben", "cleo")

    def bonds():
        with db.writing() as session:
            nominee = nominees.weighed(session, row, staff_of(session, EDITH))
            return nominee.entered, nominee.related_to

    with db.writing() as session:
        declare(session, EDITH, people["ada"], Relation.SELF)
        declare(session, EDITH, people["ben"], Relation.CHILD)
    assert bonds() == (False, "")
    give(db, row, tmp_path, ben=1)
    assert bonds() == (False, "ben Lee")
    give(db, row, tmp_path, at=NOON + HOUR, ada=1)
    assert bonds() == (True, "ben Lee")
    with db.writing() as session:
        declare(session, JONAH, people["ada"], Relation.PARTNER)
    assert bonds() == (True, "Jonah Reid")


@pytest.mark.parametrize(
    ("day", "latest"),
    [
        (date(2026, 2, 28), date(2008, 2, 28)),
        (date(2026, 3, 1), date(2008, 3, 1)),
        (date(2028, 2, 29), date(2010, 2, 28)),
    ],
)
def test_who_is_old_enough_on_a_day(day, latest):
    assert youngest(day, 18) == latest


@pytest.mark.rule("HOUSE-PROMOTION-51", "HOUSE-PROMOTION-52")
def test_the_header_waits_for_the_scrutineers_promise(app, db, house, tmp_path):
    row, _ = opened(db, "ada")  # a car over the sum: a scrutineer is needed
    give(db, row, tmp_path, ada=3)
    run_due(app, db, CLOSES)
    with db.writing() as session:
        row = queries.get(session, row.slug, lock=True)
        fixed = frozen(session)
        assert headers.of(session, fixed) is None
        promise = Promise(1, PHRASE, PHRASE)
        later = CLOSES + HOUR
        assert reasons(promises.give(session, row, promise, act(EDITH, later))) == [
            "HOUSE-PROMOTION-51"
        ]
        done(scrutineers.nominate(session, row, EDITH.id, act(at=later)))
        assert headers.publish(session, row, fixed, act(at=later)) is None
        bad = Promise(1, "too short", "not the same")
        assert len(reasons(promises.give(session, row, bad, act(EDITH, later)))) == 2
        assert reasons(promises.give(session, row, promise, act(JONAH, later)))
        made = done(promises.give(session, row, promise, act(EDITH, later)))
        header = headers.of(session, fixed)
        assert reasons(promises.give(session, row, promise, act(EDITH, later)))
    told = json.loads(header.content)
    assert told["commitments"] == {"house": fixed.house, "scrutineer": made.promise}
    assert header.at == later
    assert PHRASE not in repr(made)


@pytest.mark.rule("HOUSE-PROMOTION-52")
def test_the_header_is_to_the_byte(app, db, house, tmp_path):
    row, _ = opened(db, "ada", "ben", key="cash-weekend")
    give(db, row, tmp_path, ada=3, ben=4)
    with db.writing() as session:
        row = queries.get(session, row.slug, lock=True)
        done(scrutineers.nominate(session, row, EDITH.id, act(at=NOON)))
        promise = Promise(1, PHRASE, PHRASE)
        made = done(promises.give(session, row, promise, act(EDITH, NOON)))
        terms = queries.terms_of(session, row)
    run_due(app, db, terms.draws[0].closes_at)
    with db.reading() as session:
        fixed = frozen(session)
        content = headers.of(session, fixed).content
        sha = queries.document_of(session, row).sha256
    every = enumerate(terms.each_prize, start=1)
    prizes = [{"id": str(n), "quantity": prize.quantity} for n, prize in every]
    wanted = {
        "protocol": "HR-DRAW-1",
        "promotion": row.slug,
        "draw": 1,
        "terms_sha256": sha,
        "entry_root": fixed.entry_root,
        "holders": 2,
        "tickets": 7,
        "one_win_per_holder": terms.award.manner.one_win_each,
        "prizes": prizes,
        "reserves": terms.award.manner.reserves,
        "commitments": {"house": fixed.house, "scrutineer": made.promise},
        "beacon": "none",
    }
    spelt = json.dumps(wanted, sort_keys=True, separators=(",", ":"))
    assert content == spelt.encode()


SERIES = ("award.series", {"times": 3, "every_days": 7})
LONG = ("promotion.held", {"ends_at": CLOSES + 30 * DAY})


@pytest.mark.rule("HOUSE-PROMOTION-50")
@pytest.mark.parametrize("stay", [False, True])
def test_each_draw_of_a_series_closes_and_entries_stay_where_the_terms_say(
    app, db, house, tmp_path, stay
):
    series = (SERIES[0], {**SERIES[1], "entries_stay": stay})
    row, people = opened(db, "ada", "ben", changes=(LONG, series))
    give(db, row, tmp_path, ada=3)
    give(db, row, tmp_path, at=CLOSES, ada=2, ben=5)
    run_due(app, db, CLOSES)
    assert status(db, row) is Status.RUNNING
    run_due(app, db, CLOSES + 7 * DAY)
    run_due(app, db, CLOSES + 14 * DAY)
    assert status(db, row) is Status.CLOSED
    ada, ben = ref(people["ada"]), ref(people["ben"])
    with db.reading() as session:
        assert listed(session, 1) == {ada: 3}
        assert listed(session, 2) == {ada: 5 if stay else 2, ben: 5}
        assert listed(session, 3) == ({ada: 5, ben: 5} if stay else {})
        assert frozen(session, 3).tickets == (10 if stay else 0)


@pytest.mark.rule("HOUSE-PROMOTION-50")
def test_the_closing_hour_is_the_venues_when_clocks_change(app, db, house, tmp_path):
    """Sydney's clocks go back on 4 April 2027: the second week is an hour longer."""
    opens = datetime(2027, 3, 20, 0, tzinfo=UTC)
    drawn = datetime(2027, 4, 1, 9, tzinfo=UTC)  # 20:00 in Sydney
    last = ("promotion.held", {"ends_at": drawn + 30 * DAY})
    changes = (last, ("award.series", {"times": 2, "every_days": 7}))
    with db.writing() as session:
        row = begin(session, opens_at=opens, drawn_at=drawn)
        for path, values in changes:
            done(change(session, row, path, **values))
        draws = queries.draft_of(row).draws
    assert draws[1].closes_at - draws[0].closes_at == 7 * DAY + HOUR
    assert {d.closes_at.astimezone(SYDNEY).hour for d in draws} == {
        draws[0].closes_at.astimezone(SYDNEY).hour
    }


@pytest.mark.rule("HOUSE-PROMOTION-50")
def test_a_clock_moved_back_lets_nothing_into_a_fixed_list(app, db, house, tmp_path):
    row, _ = opened(db, "ada", "ben", changes=(LONG, SERIES))
    give(db, row, tmp_path, ada=3)
    run_due(app, db, CLOSES)
    batch = give(db, row, tmp_path, at=CLOSES - HOUR, ben=4)
    assert (batch.refused, batch.taken) == (1, 0)


@pytest.mark.rule("HOUSE-PROMOTION-50")
def test_a_postponed_promotion_closes_too_and_a_cancelled_one_never(
    app, db, house, tmp_path
):
    row, _ = opened(db, "ada")
    give(db, row, tmp_path, ada=3)
    with db.writing() as session:
        mine = queries.get(session, row.slug, lock=True)
        done(ending.postpone(session, mine, "The stage is flooded.", act(at=NOON)))
    run_due(app, db, CLOSES)
    assert status(db, row) is Status.POSTPONED
    with db.writing() as session:
        mine = queries.get(session, row.slug, lock=True)
        assert frozen(session).tickets == 3
        done(ending.go_on(session, mine, "It is dry.", act(at=CLOSES + HOUR)))
    assert status(db, row) is Status.CLOSED
    other, _ = opened(db, name="Other Draw")
    with db.writing() as session:
        mine = queries.get(session, other.slug, lock=True)
        done(ending.cancel(session, mine, "Not this year.", act(at=NOON)))
    run_due(app, db, CLOSES + DAY)
    assert look(db, reading.lists, other) == []


@pytest.mark.rule("HOUSE-PROMOTION-50")
def test_a_whole_tick_closes_it(app, db, house, tmp_path):
    row, _ = opened(db, "ada")
    give(db, row, tmp_path, ada=3)
    tick(app, CLOSES + HOUR)
    assert status(db, row) is Status.CLOSED


def killed(app, url, at, before):
    """Another process freezes, and is killed before a part is written."""
    pid = os.fork()
    if pid:
        _, ended = os.waitpid(pid, 0)
        return os.WTERMSIG(ended)
    kept, left = closing._kept, [before]

    def power_cut(*args):
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return kept(*args)

    closing._kept = power_cut
    run_due(app, Database(url), at)
    os._exit(0)


@pytest.mark.rule("HOUSE-PROMOTION-50")
def test_a_killed_freeze_leaves_nothing_and_the_next_gives_the_root(
    app, db, house, database_url, tmp_path, monkeypatch
):
    monkeypatch.setattr(lists, "PART", 2)
    names = ("ada", "ben", "cleo", "dora", "eva")
    row, people = opened(db, *names)
    give(db, row, tmp_path, **dict.fromkeys(names, 2))
    run_due(app, db, NOON)
    with db.reading() as session:
        wanted = _unkept(session, row, app.extensions["seal"])
    db.engine.dispose()
    for before in (0, 1, 2):
        assert killed(app, database_url, CLOSES, before) == signal.SIGKILL
        with db.reading() as session:
            assert session.exec(select(FrozenPartRow)).all() == []
            assert session.exec(select(FreezeRow)).all() == []
        assert status(db, row) is Status.RUNNING
        db.engine.dispose()
    run_due(app, db, CLOSES + DAY)
    with db.reading() as session:
        fixed = frozen(session)
        assert (fixed.entry_root, fixed.holders) == (wanted, 5)
        assert len(session.exec(select(FrozenPartRow)).all()) == 3
        assert len(session.exec(select(DrawSecretRow)).all()) == 1
        entries = "".join(reading.entries(session, fixed))
        for person in people.values():
            mine = reading.receipt(session, fixed, ref(person))
            assert lists.is_in(mine, bytes.fromhex(fixed.entry_root))
        assert reading.receipt(session, fixed, "0" * 16) is None
        assert reading.receipt(session, fixed, "g") is None
    assert len(entries.splitlines()) == 5
