"""Random rounds of every game, with second thoughts, rulings and power cuts."""

import itertools
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlmodel import select

from game.play import Move
from house.db import Database
from house.floor import services as tables
from house.floor.models import Device
from house.floor.rounds import book as books
from house.floor.rounds import history, services
from house.floor.rounds.models import ActionRow, LineRow, RoundRow
from house.floor.rounds.taps import At, Done, Stale, Tap
from rulebook import CROWN3, MASS, NSW3, VIC99, Refused
from tests.house.floor_cast import open_table
from tests.house.rounds_cast import SEAL, Console, key
from tests.house.test_rounds_faults import assert_money_adds_up

CAP = {"maximum_payout": 100_000_00}
STUD = {"game": "mississippi_stud"}
GAMES = {
    "CROWN3": (STUD, CAP, CROWN3.at("11.1")),
    "MASS": (
        STUD,
        {"three_card_table": "3CS-01", "cover_all": True},
        MASS.at("14(a)"),
    ),
    "NSW3": (STUD, {}, NSW3.at("11.1")),
    "VIC99": ({"game": "caribbean_stud"}, CAP, VIC99.at("N25-14.2")),
    "VIC99 Baccarat": (
        {"game": "baccarat", "seats": 12, "device": Device.SHOE},
        {},
        VIC99.at("N25-14.2"),
    ),
}
_files = itertools.count()


class PowerCut(Exception):
    """The transaction never comes to its end."""


class Rounds(RuleBasedStateMachine):
    """A console that does anything on offer, and sometimes something else."""

    template: Path

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / f"house-{next(_files)}.sqlite3"
        shutil.copy(self.template, path)
        self.db = Database(f"sqlite:///{path}")
        self.last = self.console = None

    def teardown(self):
        self.db.engine.dispose()
        self.folder.cleanup()

    @initialize(code=st.sampled_from(sorted(GAMES)), dealt=st.booleans())
    def a_table(self, code, dealt):
        layout, options, self.cite = GAMES[code]
        open_table(self.db, code.partition(" ")[0], **layout)
        self.console = Console(self.db)
        cards = "dealt" if dealt else "keyed"
        row = self.console.open(options=options | {"cards": cards})
        assert isinstance(row, RoundRow), row
        self.console.sit(1, 2, 4)

    def now(self):
        def work(session, table):
            here = books.here(session, table)
            return here.round, books.position(session, here.book, here.round, SEAL)

        return self.console.read(work)

    @precondition(lambda self: self.console is not None)
    @rule(data=st.data())
    def do_what_is_offered(self, data):
        row, now = self.now()
        self.console.round, self.console.seq = row.number, now.seq
        if row.ended_at is not None:
            assert isinstance(self.console.open(), RoundRow)
            return
        offers = [
            offer
            for offer in now.game.offers(now.state)
            if not offer.blind and offer.seat in (None, 1, 2, 4)
        ]
        if not offers:  # betting was closed before anybody bet: the way out is back
            assert isinstance(self.console.undo("Nobody had bet yet"), Done)
            return
        fields = filled(data, data.draw(st.sampled_from(offers)), now)
        self.last = (key(), row.number, now.seq, fields)
        done = self.console.tap(fields["act"], **self._sent(self.last))
        assert isinstance(done, Done | Refused)

    def _sent(self, last):
        name, number, seq, fields = last
        rest = {k: v for k, v in fields.items() if k != "act"}
        return rest | {"key_": name, "round_": number, "expected": seq}

    @precondition(lambda self: self.last is not None)
    @rule()
    def send_it_again(self):
        before = self.count()
        done = self.console.tap(self.last[3]["act"], **self._sent(self.last))
        assert self.count() in (before, before + 1)
        if self.count() > before:  # it had been refused, and now nothing is in its way
            assert isinstance(done, Done)
            assert not done.repeated

    @rule()
    def send_something_stale(self):
        row, now = self.now()
        verdict = self.console.tap("deal", round_=row.number, expected=now.seq + 7)
        assert isinstance(verdict, Stale)

    @rule(data=st.data())
    def take_something_back(self, data):
        row, now = self.now()
        seq = data.draw(st.sampled_from([None, *(slot.seq for slot in now.slots)]))
        self.console.undo(
            "Second thoughts", seq=seq, round_=row.number, expected=now.seq
        )

    @rule()
    def cut_the_power(self):
        row, now = self.now()
        if row.ended_at is not None:
            return
        before = self.count()
        offers = [o.act for o in now.game.offers(now.state)]
        tap = Tap(key(), row.number, now.seq, {"act": offers[-1] if offers else "deal"})

        def work(session, table):
            services.act(session, table, tap, self.console.act, SEAL)
            raise PowerCut

        with pytest.raises(PowerCut):
            self.console._in_table(work)
        assert self.count() == before

    @rule(whole=st.booleans(), seat=st.sampled_from([1, 2, 4]))
    def rule_on_it(self, whole, seat):
        row, now = self.now()
        forms = now.game.forms
        if row.ended_at is not None or "void_hand" not in forms:
            return
        void = Move("void_round", cite=self.cite)
        if not whole or "void_round" not in forms:
            void = Move("void_hand", seat=seat, cite=self.cite)
        tap = Tap(key(), row.number, now.seq, {})

        def work(session, table):
            at = At(session, table, self.console.act, SEAL)
            return services.rule(session, table, tap, [void], at)

        assert isinstance(self.console._in_table(work), Done | Refused)

    def count(self):
        with self.db.reading() as session:
            return len(session.exec(select(ActionRow.id)).all())

    @invariant()
    def what_is_kept_is_what_was_played_and_money_adds_up(self):
        with self.db.reading() as session:
            table = tables.get(session, 4)
            if table is None:
                return
            for row in session.exec(select(RoundRow).order_by(RoundRow.number)):
                played = history.replay(session, books.REAL, row, SEAL)
                known = books.position(session, books.REAL, row, SEAL)
                assert played.state == known.state
                assert played.position == known
                assert (row.ended_at is not None) == known.over
                assert row.first_card_at == known.first_card_at
                if known.over:
                    assert played.agrees
                    assert_money_adds_up(played)
            lines = session.exec(select(LineRow)).all()
            assert all(line.net >= -line.stake for line in lines)


def filled(data, offer, now):
    """An offer with everything filled in that it asks for."""
    fields = {"act": offer.act}
    if offer.seat is not None and "seat" in fields_of(now, offer.act):
        fields["seat"] = offer.seat
    if offer.spot is not None:
        fields["spot"] = offer.spot
    if offer.amounts is not None and "amount" in fields_of(now, offer.act):
        over = offer.amounts.most + offer.amounts.step
        taps = offer.amounts.taps or (offer.amounts.least,)
        fields["amount"] = data.draw(st.sampled_from([*taps, over]))
    if offer.cards is not None:
        left = offer.cards.left
        cards = data.draw(
            st.lists(
                st.sampled_from(left),
                min_size=offer.cards.count,
                max_size=offer.cards.count,
                unique=True,
            )
        )
        fields["cards"] = now.game.write(Move("deal", cards=tuple(cards)))["cards"]
    if "grounds" in offer.needs:
        fields["grounds"] = "Seen to touch the cards"
    return fields


def fields_of(now, act):
    form = now.game.forms[act]
    return form.needs | form.takes


@pytest.mark.rule("HOUSE-ROUNDS-7", "HOUSE-ROUNDS-10", "HOUSE-ROUNDS-11")
def test_random_rounds_always_add_up(sqlite_template):
    _run(sqlite_template, examples=6, steps=22)


@pytest.mark.soak
@pytest.mark.rule("HOUSE-ROUNDS-7", "HOUSE-ROUNDS-10", "HOUSE-ROUNDS-11")
def test_many_random_rounds_always_add_up(sqlite_template):
    _run(sqlite_template, examples=60, steps=45)


def _run(template, examples, steps):
    class Here(Rounds):
        pass

    Here.template = template
    run_state_machine_as_test(
        Here,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
