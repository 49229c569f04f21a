"""Any sequence of money verbs adds up: by tournament, by entry and by drawer."""

import os
import shutil
import signal
from collections import Counter
from dataclasses import replace
from typing import ClassVar

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from house.db import Database
from house.ledger.verification import verify
from rulebook import Refused
from tests.house.machine_cast import OnSqlite, PowerCut, run
from tests.tournaments import cast
from tests.tournaments.cast import CASHIER, DESK, PAID, at, do, look
from tests.tournaments.test_money import SELLS, buy, eliminate
from tournaments import queries
from tournaments.money import correcting, shifts
from tournaments.money import queries as money
from tournaments.money.models import ReceiptKind
from tournaments.money.shifts import ShiftCount
from tournaments.money.taking import Tender
from tournaments.path import cancelling, ledgers
from tournaments.rules.payments import Method, PaidFor
from tournaments.rules.refunds import Cause

PEOPLE = st.sampled_from([DESK, CASHIER])
METHODS = st.sampled_from(Method)
NUMBERS = st.integers(1, 6)
PRICES = {PaidFor.REBUY: 50_00, PaidFor.ADD_ON: 20_00, PaidFor.BUY_BACK: 100_00}
MANY = (
    *SELLS,
    ("format.buy_back.offered", True),
    ("format.buy_back.price_cents", 100_00),
    ("format.buy_back.until_stage", "Heats"),
    ("format.buy_back.how", "At the desk."),
)
RULES = ("HOUSE-TOURN-80", "HOUSE-TOURN-84", "HOUSE-TOURN-85")


def begin(url, beginning):
    """A house with four entries, whose tournament takes more or is being played."""
    db = Database(url)
    {"open": cast.with_entries, "running": cast.running}[beginning](
        db, 4, cast.terms(*MANY)
    )
    db.engine.dispose()


class Tills(RuleBasedStateMachine):
    """Two cashiers, and a tally beside the ledger that knows nothing of it."""

    houses: ClassVar[dict] = {}
    met: ClassVar[Counter] = Counter()

    def __init__(self):
        super().__init__()
        self.db = None
        self.clock = 20
        self.paid = 4 * 240_00
        self.back = 0
        self.working = {DESK, CASHIER}
        self.drawers = {DESK: Counter({Method.CASH: 4 * 240_00}), CASHIER: Counter()}

    def teardown(self):
        if self.db:
            self.db.engine.dispose()
            self.houses[self.beginning].end(self.url)
        for name in self.met:
            event(name)

    @initialize(beginning=st.sampled_from(["open", "running"]))
    def copy(self, beginning):
        self.beginning, self.url = beginning, self.houses[beginning].new()
        self.db = Database(self.url)

    def act(self, who):
        """Somebody acting, a minute after the last."""
        self.clock += 1
        return at(self.clock, who)

    def took(self, name, verdict, who, method, cents):
        """Tally what was taken, or given back below nothing."""
        refused = isinstance(verdict, Refused)
        self.met[f"{name} refused" if refused else name] += 1
        if not refused:
            self.paid += cents
            if who in self.working:
                self.drawers[who][method] += cents
        return not refused

    @rule(who=PEOPLE, method=METHODS)
    def enter(self, who, method):
        [patron] = cast.patrons(self.db, 1)
        tendered = replace(PAID, tender=Tender(method))
        verdict = cast.enter(self.db, patron, tendered, self.act(who))
        self.took("entered", verdict, who, method, 240_00)

    @rule(who=PEOPLE)
    def enter_and_fail(self, who):
        [patron] = cast.patrons(self.db, 1)
        with pytest.raises(PowerCut):
            self._half(patron, self.act(who))

    def _half(self, patron, act):
        with self.db.writing() as session:
            tournament = queries.get(session, cast.SLUG, lock=True)
            person = session.get(cast.PatronRow, patron)
            cast.entries.take(session, tournament, person, PAID, act)
            raise PowerCut

    @rule(number=NUMBERS, cause=st.sampled_from([Cause.WITHDRAWN, Cause.VOID]))
    def end(self, number, cause):
        if look(self.db, ledgers.entry, number):
            cast.end(self.db, cause, "A reason", self.act(DESK), number)

    @rule(who=PEOPLE, method=METHODS, again=st.booleans())
    def hand_out(self, who, method, again):
        every = ledgers.refunds if again else ledgers.unpaid
        if not (owed := look(self.db, every)):
            return
        with self.db.reading() as session:
            paid = money.of_entry(session, owed[0].entry.pk)
            shift = shifts.open_of(session, at(0, who))
            before = shifts.totals(session, shift).taken if shift else {}
        verdict = cast.hand_out(
            self.db, owed[0].row.pk, self.act(who), Tender(method), "Note 5"
        )
        self.met["refund refused" if isinstance(verdict, Refused) else "refunded"] += 1
        if isinstance(verdict, Refused):
            return
        self.back += paid.due_cents
        with self.db.reading() as session:
            after = shifts.totals(session, shift).taken if shift else {}
        out = {m: after[m] - before[m] for m in after}
        if shift:
            assert sum(out.values()) == -paid.due_cents
            self.drawers[who].update(out)

    @rule(what=st.sampled_from([*PRICES]), number=NUMBERS, who=PEOPLE, method=METHODS)
    def sell(self, what, number, who, method):
        self._sell(what, number, who, method)

    def _sell(self, what, number, who, method):
        if look(self.db, ledgers.entry, number) is None:
            return
        act, tender = self.act(who), Tender(method)
        verdict = buy(self.db, what, PRICES[what], number, 3, act, tender)
        self.took(what.value, verdict, who, method, PRICES[what])

    @precondition(lambda self: self.beginning == "running")
    @rule(number=st.integers(1, 4), who=PEOPLE, method=METHODS)
    def eliminate_and_buy_back(self, number, who, method):
        eliminate(self.db, number)
        self._sell(PaidFor.BUY_BACK, number, who, method)

    @rule(data=st.data(), who=PEOPLE, method=METHODS)
    def change_method(self, data, who, method):
        receipt = data.draw(st.sampled_from(look(self.db, money.receipts)))
        with self.db.reading() as session:
            moved = money.moves_of(session, [receipt.pk]).get(receipt.pk, {})
        cents = sum(c for a, c in moved.items() if a.kind == receipt.method)
        args = receipt, Tender(method), "A reason", self.act(who)
        verdict = do(self.db, correcting.change_method, *args)
        if self.took("moved", verdict, who, method, cents):
            self.took("moved", verdict, who, receipt.method, -cents)

    @rule(data=st.data(), who=PEOPLE)
    def give_back(self, data, who):
        receipt = data.draw(st.sampled_from(look(self.db, money.receipts)))
        args = receipt, "A reason", self.act(who)
        verdict = do(self.db, correcting.give_back, *args)
        cents = {w.value: c for w, c in PRICES.items()}.get(receipt.kind, 0)
        method = getattr(verdict, "method", receipt.method)
        self.took("given back", verdict, who, method, -cents)

    @rule(who=PEOPLE, off=st.sampled_from([0, 0, -5_00, 1]))
    def count(self, who, off):
        with self.db.writing() as session:
            act = self.act(who)
            mine = shifts.open_of(session, act)
            if mine is None:
                opened = shifts.open_shift(session, 100_00, act)
                assert not isinstance(opened, Refused)
                self.working.add(who)
                return
            cents = {m: self.drawers[who][m] for m in Method if m.is_counted}
            cents[Method.CASH] += shifts.totals(session, mine).float_cents + off
            note = "Counted twice." if off else ""
            verdict = shifts.close(session, mine, ShiftCount(cents, note), act)
            if min(cents.values()) < 0:  # more was handed out than came in
                assert isinstance(verdict, Refused)
                return
            assert not isinstance(verdict, Refused), verdict
            assert shifts.totals(session, mine).off_cents == off
            self.met["closed"] += 1
        self.working.discard(who)
        self.drawers[who] = Counter()

    @precondition(lambda self: self.beginning == "open")
    @rule(maybe=st.integers(0, 5))
    def cancel(self, maybe):
        if not maybe:
            do(self.db, cancelling.cancel, "A storm", self.act(cast.RUTH))

    @invariant()
    def everything_adds_up(self):
        if self.db is None:
            return
        with self.db.reading() as session:
            assert verify(session).wrong == ()
            tournament = queries.get(session, cast.SLUG)
            taken = money.takings(session, tournament)
            every = [e.pk for e in ledgers.entries(session, tournament)]
            mine = money.of_entries(session, every).values()
            shared = taken.pool_cents + taken.staff_cents + taken.house_cents
            backs = sum(each.back_cents for each in mine)
            assert shared + backs == self.paid
            assert sum(each.refunded_cents for each in mine) == self.back
            for who, drawer in self.drawers.items():
                if shift := shifts.open_of(session, at(0, who)):
                    found = shifts.totals(session, shift).taken
                    assert found == {m: drawer[m] for m in Method}


@pytest.fixture
def tills(sqlite_template, tmp_path):
    """Where a new house of either kind comes from."""
    made = {}
    for beginning in ("open", "running"):
        path = shutil.copy(sqlite_template, tmp_path / f"{beginning}.sqlite3")
        begin(f"sqlite:///{path}", beginning)
        made[beginning] = OnSqlite(path)
    return made


@pytest.mark.rule(*RULES)
def test_any_sequence_of_money_verbs_adds_up(tills):
    run(Tills, examples=6, steps=10, houses=tills, met=Counter())


@pytest.mark.soak
@pytest.mark.rule(*RULES)
def test_many_sequences_of_money_verbs_add_up(tills):
    met = Counter()
    run(Tills, examples=40, steps=30, houses=tills, met=met)
    least = ("entered", "refunded", "re-buy", "buy-back", "moved", "given back")
    assert all(met[name] for name in (*least, "closed", "refund refused")), met


def killed(db, patron, when):
    """Another process takes an entry and is killed, before it is kept or just after."""
    url = db.engine.url.render_as_string(hide_password=False)
    db.engine.dispose()
    if child := os.fork():
        assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
        return
    with Database(url).writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        person = session.get(cast.PatronRow, patron)
        cast.entries.take(session, tournament, person, PAID, at(1, DESK))
        session.flush()
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.rule("HOUSE-TOURN-82")
def test_a_kill_leaves_a_payment_with_its_receipt_or_neither(db):
    cast.open_for_entries(db)
    first, other = cast.patrons(db, 2)
    killed(db, first, "before")
    assert look(db, money.receipts) == []
    killed(db, other, "after")
    [receipt] = look(db, money.receipts)
    assert (receipt.number, receipt.kind) == (1, ReceiptKind.ENTRY)
    assert isinstance(cast.enter(db, other), Refused)  # in already, and paid once
    cast.enter(db, first)
    assert [receipt.number for receipt in look(db, money.receipts)] == [1, 2]
    with db.reading() as session:
        assert verify(session).wrong == ()
