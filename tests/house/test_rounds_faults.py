"""Rounds under faults: killed processes, a locked database, two hands at once."""

import random
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from house.audit.models import AuditRow
from house.audit.verification import verify
from house.db import Database
from house.floor.rounds import book as books
from house.floor.rounds import history, services
from house.floor.rounds.models import ActionRow, LineRow, RoundRow
from house.floor.rounds.taps import Done, Stale, Tap
from house.floor.rounds.undoing import TAKE_BACK
from tests.house import rounds_workers as workers
from tests.house.conftest import NOON, SECRET
from tests.house.floor_cast import open_table
from tests.house.money_cast import ledger_holds
from tests.house.rounds_cast import FLOOR, SEAL, Console
from tests.processes import processes


@pytest.fixture
def db(database_url):
    db = Database(database_url)
    yield db
    db.engine.dispose()


class Killed:
    """A tablet that is killed at a random moment, and the one that takes over."""

    def __init__(self, url, seed=11, plays=workers.play_until_killed, at=NOON):
        self.url, self.chance = url, random.Random(seed)
        self.plays, self.at = plays, at
        self.pending, self.answered, self.refused = None, {}, []

    def run(self, kills):
        for _ in range(kills):
            told, tells = processes.Pipe(duplex=False)
            process = processes.Process(
                target=self.plays,
                args=(self.url, SECRET, tells, self.at, self.pending),
            )
            process.start()
            tells.close()
            for _ in range(self.chance.randrange(1, 12)):
                self._listen(told)
            time.sleep(self.chance.uniform(0, 0.01))  # anywhere within an action
            process.kill()
            process.join()
            while told.poll():
                try:
                    self._listen(told)
                except EOFError:
                    break
            told.close()

    def _listen(self, told):
        said, tap, *more = told.recv()
        if said == "sending":
            self.pending = tap
        elif said == "done":
            self.answered[name_of(tap)], self.pending = more[0], None
        else:
            self.refused.append((tap, more))


def name_of(tap):
    return tap.get("key") or tap.get("undo") or f"open-round-{tap['open']:06}"


def with_random_kills(url, db, kills):
    open_table(db, "CROWN3")
    Console(db).sit(2, 3)
    tablet = Killed(url)
    tablet.run(kills)
    assert tablet.refused == []
    assert_nothing_lost_or_doubled(db, tablet)


def assert_nothing_lost_or_doubled(db, tablet):
    with db.reading() as session:
        rounds = session.exec(select(RoundRow).order_by(RoundRow.number)).all()
        actions = session.exec(select(ActionRow)).all()
        recorded = session.exec(
            select(AuditRow).where(AuditRow.subject_kind == "round")
        ).all()
        assert [row.number for row in rounds] == list(range(1, len(rounds) + 1))
        for row in rounds:
            played = history.replay(session, books.REAL, row, SEAL)
            assert [s.action.seq for s in played.steps] == list(
                range(1, len(played.steps) + 1)
            )
            assert played.agrees
            assert (row.ended_at is not None) == played.position.over
            assert row.first_card_at == played.position.first_card_at
            if played.position.over:
                assert_money_adds_up(played)
        for row in rounds:  # the seal opens the deck of the one under way
            books.position(session, books.REAL, row, SEAL)
        ledger_holds(session)
        assert sum(row.ended_at is None for row in rounds) <= 1
        assert (
            len(rounds) == len(session.exec(select(LineRow.round_id)).unique().all())
            or rounds
        )
    kept = {row.key: row.seq for row in actions} | {row.key: 0 for row in rounds}
    assert len(kept) == len(actions) + len(rounds)  # no key acted twice
    assert {name: kept[name] for name in tablet.answered} == tablet.answered
    settled = sum(entry.act == "settle round" for entry in recorded)
    assert len(recorded) - settled == len(actions)
    assert settled == sum(row.ended_at is not None for row in rounds)


def assert_money_adds_up(played):
    """Stakes in are payouts and what the house keeps, wager by wager."""
    staked = played.position.game.staked(played.state)
    lines = {}
    for line in played.lines:
        assert (line.seat, line.wager) not in lines
        lines[line.seat, line.wager] = line
    for seat, wagers in staked.items():
        for wager, stake in wagers.items():
            assert lines[seat, wager].stake == stake
    places = {(seat, wager) for seat, wagers in staked.items() for wager in wagers}
    assert lines.keys() == places  # nothing is settled that nobody staked
    assert all(line.net >= -line.stake for line in played.lines)
    paid = sum(line.stake + line.net for line in played.lines)
    house = -sum(line.net for line in played.lines)
    assert sum(sum(wagers.values()) for wagers in staked.values()) == paid + house


@pytest.mark.rule("HOUSE-ROUNDS-7", "HOUSE-ONCE-1")
def test_a_few_kills_lose_nothing_and_double_nothing(database_url, db):
    with_random_kills(database_url, db, kills=6)


@pytest.mark.soak
@pytest.mark.rule("HOUSE-ROUNDS-7", "HOUSE-ONCE-1")
def test_two_hundred_kills_lose_nothing_and_double_nothing(database_url, db):
    with_random_kills(database_url, db, kills=200)


@pytest.mark.rule("HOUSE-STALE-1")
def test_two_tablets_at_once_never_both_act_on_what_they_saw(db):
    open_table(db, "CROWN3")
    first = Console(db)
    first.open(options={"cards": "dealt", "maximum_payout": 10_000_000})
    first.sit(2, 3, 4)

    def ante(seat):
        tablet = Console(db)
        tablet.round, tablet.seq = 1, 0
        return tablet.tap("ante", seat=seat, amount=10_00)

    with ThreadPoolExecutor(3) as together:
        answers = list(together.map(ante, (2, 3, 4)))
    assert sum(isinstance(answer, Done) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 2
    with db.reading() as session:
        assert len(session.exec(select(ActionRow)).all()) == 1


def test_a_locked_database_does_nothing_and_the_same_key_goes_through_later(
    sqlite_url, monkeypatch
):
    db = Database(sqlite_url)
    open_table(db, "CROWN3")
    console = Console(db)
    console.open(options={"cards": "dealt", "maximum_payout": 10_000_000})
    console.sit(2)
    monkeypatch.setattr("house.db.WAIT", 0.05)
    file = sqlite_url.removeprefix("sqlite:///")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"):
        console.tap("ante", seat=2, amount=10_00, key_="a-key-kept-for-later")
    other.execute("ROLLBACK")
    other.close()
    done = console.tap("ante", seat=2, amount=10_00, key_="a-key-kept-for-later")
    assert isinstance(done, Done)
    assert (done.repeated, done.position.seq) == (False, 1)
    db.engine.dispose()


def test_what_was_rolled_back_is_not_remembered(db):
    open_table(db, "CROWN3")
    console = Console(db)
    console.open(options={"cards": "dealt", "maximum_payout": 10_000_000})
    console.sit(2, 3)

    class PowerCut(Exception):
        pass

    def cut(session, table):

        tap = Tap(
            "never-comes-to-pass", 1, 0, {"act": "ante", "seat": 2, "amount": 2000}
        )
        assert isinstance(services.act(session, table, tap, console.act, FLOOR), Done)
        raise PowerCut

    with pytest.raises(PowerCut):
        console._in_table(cut)
    done = console.must("ante", seat=3, amount=10_00)
    assert list(done.position.game.staked(done.position.state)) == [3]
    assert console.replayed().state == done.position.state


def test_the_record_still_holds_after_a_game(db):
    open_table(db, "CROWN3")
    console = Console(db)
    console.open(options={"cards": "dealt", "maximum_payout": 10_000_000})
    console.sit(2)
    console.must("ante", seat=2, amount=10_00)
    console.undo()
    with db.reading() as session:
        assert TAKE_BACK in [r.act for r in session.exec(select(AuditRow))]
        assert verify(session).holds
