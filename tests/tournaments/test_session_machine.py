"""Whole sessions at random in each game: chips always reconcile, the tray included."""

import os
from collections import Counter
from functools import partial
from random import Random
from typing import ClassVar

import pytest
from hypothesis import currently_in_test_context, event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from game.play import Move
from house.db import Database
from house.floor.rounds import book as books
from house.floor.rounds import corrections, services
from house.floor.rounds.corrections import Correction
from house.floor.rounds.taps import Done, TableAct, Tap
from house.ledger import queries as ledger
from rulebook import CROWN3, VIC99, Refused
from tests.house.machine_cast import (
    OnSqlite,
    PowerCut,
    houses,
    run,
    run_until_met,
    seeded,
)
from tests.house.money_cast import ledger_holds
from tests.house.night_chance import changed
from tests.house.rounds_cast import key
from tests.tournaments.cast import SLUG, at
from tests.tournaments.play_cast import (
    FLOOR,
    GAMES,
    SUE,
    TESS,
    asked,
    game_begins,
    tablet,
)
from tests.tournaments.session_chance import forward, now
from tests.tournaments.test_table_close import LATER, at_table, expected
from tournaments import queries
from tournaments.play import (
    accounts,
    closing,
    counting,
    marker,
    moving_chips,
    verification,
)
from tournaments.play.closing import Closing, Early
from tournaments.play.models import Moved, TableClosedRow
from tournaments.play.moving_chips import Moving
from tournaments.rules.clauses.statements import EarlyGround

__all__ = ["houses"]
SEEDS = st.integers(0, 2**20)
EXAMPLES = int(os.environ.get("SESSIONS", "40"))
CITE = {
    "mississippi": CROWN3.at("5.5"),
    "caribbean": VIC99.at("N25-14.2"),
    "baccarat": VIC99.at("N25-14.2"),
}
CARDS = {"mississippi": 52, "caribbean": 52, "baccarat": 416}
DECIDED = Early(EarlyGround.DECIDED, decided=True)


class Sessions(RuleBasedStateMachine):
    """A table of a session where anything may happen, in any order."""

    houses = None
    game = "mississippi"
    met: ClassVar[Counter] = Counter()

    def __init__(self):
        super().__init__()
        self.url = self.houses.new()
        self.db = Database(self.url)
        self.console, self.patch, self.seen = None, None, Counter()
        self.total, self.closed = 0, False

    @initialize(seed=SEEDS)
    def a_session(self, seed):
        self.patch = seeded(seed)
        self.options = self.begun(self.db)
        self.console = tablet(self.db)
        self.total = expected(self.db).total

    def begun(self, db):
        """A session under way, in the house of this example."""
        return game_begins(db, self.game, hands=24)

    def teardown(self):
        try:
            if self.console is not None:
                self.end()
                self.rebuilt()
        finally:
            self.met.update(self.seen)
            for name in self.seen if currently_in_test_context() else ():
                event(name)
            if self.patch is not None:
                self.patch.undo()
            self.db.engine.dispose()
            self.houses.end(self.url)

    def end(self):
        """However it went, the table is counted and closed between two hands."""
        self.void_the_hand()
        if not self.closed:
            self.what_is_rare()
            self.chips_reconcile()
            self.close()

    def what_is_rare(self):
        """What may be refused during a hand is met at its end, whatever chance did."""
        for seed in range(3):
            self.correct_a_hand(seed)
        for wanted in self.movings(Random(0)):
            self.moved(wanted)

    def rebuilt(self):
        """Everything comes out of the record alone as the ledger has it."""
        with self.db.reading() as session:
            ledger_holds(session)
            tournament = queries.get(session, SLUG)
            found = verification.rebuild(session, tournament, FLOOR.seal)
            assert found.wrong == []

    def saw(self, name, verdict):
        """Count a path that was really taken."""
        taken = not isinstance(verdict, Refused)
        self.seen[name] += taken
        return taken

    @rule(seed=SEEDS, taps=st.integers(10, 60))
    def play_on(self, seed, taps):
        rng = Random(seed)
        for _ in range(0 if self.closed else taps):
            row, position = now(self.console)
            if row is None or row.ended_at is not None:
                opened = self.console.open(options=self.options)
                if isinstance(opened, Refused):
                    self.seen["no hand left or nobody to play"] += 1
                    return
                continue
            fields = forward(rng, self.console, position)
            self.saw_tap(fields, row, position)

    def saw_tap(self, fields, row, position):
        place = {"round_": row.number, "expected": position.seq}
        done = self.console.tap(**fields, **place)
        if isinstance(done, Refused):
            self.seen["refused"] += 1
            early = fields["act"] in ("close", "deal") or "No more bets" in str(done)
            if early:  # betting was closed before everybody had bet: back it goes
                self.saw("undo", self.console.undo("Nobody had bet yet", **place))
        elif fields["act"] in ("fold", "bet", "ante"):
            self.seen[fields["act"]] += 1
        if isinstance(done, Done) and done.position.over:
            self.seen["hand over"] += 1

    @rule(seed=SEEDS)
    def play_long(self, seed):
        self.play_on(seed, 80)

    @rule(seed=SEEDS)
    def play_in_the_midst(self, seed):
        self.play_on(seed, 15)

    @rule(seed=SEEDS)
    def take_something_back(self, seed):
        row, position = now(self.console)
        if row is None or self.closed:
            return
        rng, seqs = Random(seed), [slot.seq for slot in position.slots]
        seq = rng.choice(seqs) if seqs and rng.random() < 0.3 else None
        place = {"round_": row.number, "expected": position.seq}
        back = self.console.undo("A slip", seq=seq, **place)
        self.saw("undo of a settled hand" if position.over else "undo", back)

    @rule(seed=SEEDS)
    def correct_a_hand(self, seed):
        if self.closed:
            return
        wanted = self.console.read(partial(self._misread, Random(seed)))
        if wanted is None:
            return
        by = at(LATER)
        work = partial(_correct, wanted=wanted, by=by)
        self.saw("correction", self.console._in_table(work))

    def _misread(self, rng, session, table):
        ended = [
            row
            for number in range(1, 30)
            if (row := books.numbered(session, books.REAL, table, number))
            and row.ended_at
        ]
        if not ended:
            return None
        row = rng.choice(ended)
        position = books.position(session, books.REAL, row, FLOOR.seal)
        slots = [s for s in position.slots if s.moves and s.moves[0].act != "close"]
        slot = rng.choice(slots)
        put = [changed(rng, position, move) for move in slot.moves]
        for plain in put:
            if "amount" in plain:
                plain["amount"] = rng.choice([100, 125, 200, 300])
        return Correction(key(), row.number, position.seq, "Misread", {slot.seq: put})

    @rule()
    def void_the_hand(self):
        row, position = now(self.console)
        if row is None or row.ended_at is not None or self.closed:
            return
        if not position.game.started(position.state):
            return
        moves = (Move("void_round", cite=CITE[self.game]), Move("close"))
        tap = Tap(key(), row.number, position.seq, {"act": "void_round"})

        def work(session, table):
            here = TableAct(session, table, self.console.act, FLOOR)
            return services.rule(session, table, tap, moves, here)

        self.saw("void hand", self.console._in_table(work))

    @rule(seed=SEEDS)
    def move_chips(self, seed):
        rng = Random(seed)
        self.moved(rng.choice(self.movings(rng)))

    def movings(self, rng):
        """One of each way in which chips move outside a hand."""
        entry = rng.choice(list(expected(self.db).stacks) or [0])
        return (
            Moving(Moved.FILL, 1_000),
            Moving(Moved.TAKEN_OUT, -1_000, reason="Too many"),
            Moving(Moved.PENALTY, -200, entry, reason="Advice"),
            Moving(Moved.CORRECTION, rng.choice([-75, 75]), entry, reason="Paid"),
            Moving(Moved.COLOUR_UP, pieces={25: -40, 1_000: 1}),
        )

    def moved(self, wanted):
        done = at_table(self.db, moving_chips.move, wanted, at(LATER))
        if self.saw(f"chips: {wanted.kind.value}", done) and wanted.entry_id is None:
            self.total += wanted.chips

    @rule(seed=SEEDS)
    def somebody_is_out(self, seed):
        has, rng = expected(self.db).stacks, Random(seed)
        left = [entry for entry, chips in has.items() if chips]
        if len(left) < 3 or self.closed or rng.random() < 0.5:
            return
        entry = rng.choice(left)
        gone = Moving(Moved.REMOVED, -has[entry], entry, reason="Disqualified")
        done = at_table(self.db, moving_chips.move, gone, at(LATER))
        self.saw("elimination", done)

    @rule(seed=SEEDS)
    def put_the_marker_right(self, seed):
        seats = sorted(asked(self.console, lambda play: play.playing))
        if seats and not self.closed:
            seat = Random(seed).choice(seats)
            done = at_table(self.db, marker.put_right, seat, "It lay there", at(LATER))
            self.saw("marker put right", done)

    @rule(seed=SEEDS)
    def the_power_fails(self, seed):
        """What was not committed never was; the same key goes through afterwards."""
        row, position = now(self.console)
        if row is None or row.ended_at is not None or self.closed:
            return
        fields = forward(Random(seed), self.console, position)
        tap = Tap(key(), row.number, position.seq, fields)

        def cut(session, table):
            services.act(session, table, tap, self.console.act, FLOOR)
            raise PowerCut

        with pytest.raises(PowerCut):
            self.console._in_table(cut)
        self.seen["crash"] += 1
        _, again = now(self.console)
        assert again.seq == position.seq
        rest = {name: given for name, given in fields.items() if name != "act"}
        place = {"round_": row.number, "expected": position.seq, "key_": tap.key}
        self.console.tap(fields["act"], **rest, **place)

    @rule(seed=SEEDS)
    def count_and_close(self, seed):
        if Random(seed).random() <= 0.1 and not self.closed:
            self.close()

    def close(self):
        """Two people count what there is, and the table is closed, unless it waits."""
        found = expected(self.db)
        for service, who in ((counting.count, TESS), (counting.confirm, SUE)):
            if isinstance(at_table(self.db, service, found, at(LATER, who)), Refused):
                return
        said = Closing(CARDS[self.game], early=DECIDED)
        done = at_table(self.db, closing.close, said, at(LATER))
        self.closed = isinstance(done, TableClosedRow)
        self.saw("closed", done)

    @invariant()
    def chips_reconcile(self):
        if self.console is None:
            return
        with self.db.reading() as session:
            has = expected(self.db)
            names = [*map(accounts.lacking, has.stacks)]
            lacking = sum(ledger.balances(session, names).values())
        if not self.closed:
            assert has.total + lacking == self.total
            assert min(has.stacks.values(), default=0) >= 0


def _correct(session, table, wanted, by):
    corrections.foresee(session, table, wanted, by, FLOOR)
    return corrections.correct(session, table, wanted, by, FLOOR)


EVERY = pytest.mark.parametrize("game", GAMES)
# What many sessions meet three times at least.
PATHS = ("hand over", "undo", "correction", "void hand", "crash", "closed")
PATHS += ("elimination", "marker put right", "chips: penalty", "refused")
BY_CHANCE = (
    *(Sessions.play_long,) * 5,
    *(Sessions.take_something_back, Sessions.correct_a_hand, Sessions.the_power_fails),
    *(Sessions.move_chips, Sessions.put_the_marker_right),
)


def by_hand(session, seed, steps):
    """So many things in a row that a seed picks, always the same, and the close."""
    rng = Random(seed)
    session.a_session(seed)
    for at_step in range(steps):
        rng.choice(BY_CHANCE)(session, rng.randrange(2**20))
        if at_step in {4, 8, 12}:
            session.the_power_fails(rng.randrange(2**20))
            session.take_something_back(rng.randrange(2**20))
            session.void_the_hand()
            for _ in range(3):
                session.somebody_is_out(rng.randrange(2**20))
        session.chips_reconcile()
    for _ in range(25):
        session.play_on(rng.randrange(2**20), 9)
        session.count_and_close(rng.randrange(2**20))
        session.chips_reconcile()


@EVERY
@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-TOURN-165")
def test_a_session_at_random_reconciles(game, request):
    there = OnSqlite(request.getfixturevalue("sqlite_template"))
    session = type("Here", (Sessions,), {"houses": there, "game": game})()
    try:
        by_hand(session, 7, 14)
    finally:
        session.teardown()
    seen = session.seen
    assert seen["hand over"] >= 5, seen
    assert min(seen["crash"], seen["refused"], seen["undo"] + seen["void hand"]), seen


@EVERY
@pytest.mark.soak
@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-TOURN-165")
def test_many_sessions_at_random_reconcile(houses, game, record_property):
    met = Counter()
    play = partial(run, Sessions, EXAMPLES, 40, houses=houses, game=game, met=met)
    left = run_until_met(play, lambda: [path for path in PATHS if met[path] < 3])
    record_property("met", dict(sorted(met.items())))
    assert not left, met
