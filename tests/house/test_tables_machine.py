"""Tables as a night plays them: rulings, jackpots, limits, corrections, restarts."""

from collections import Counter
from functools import partial
from random import Random
from typing import ClassVar

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from house.floor.rounds.models import ActionRow, LineRow
from house.floor.tables import services as tables
from house.payments import loss_limits
from tests.house.at_table_cast import patron, rows
from tests.house.floor_cast import at
from tests.house.machine_cast import (
    OnSqlite,
    houses,
    run,
    run_until_met,
    too_rare,
)
from tests.house.money_cast import table_adds_up
from tests.house.night_cast import LIMIT, NAMES, TABLES, Night

__all__ = ["houses"]
SEEDS = st.integers(0, 2**20)
RULES = (
    "HOUSE-ROUNDS-7",
    "HOUSE-ROUNDS-10",
    "HOUSE-ATTABLE-3",
    "HOUSE-ATTABLE-5",
    "HOUSE-ATTABLE-7",
    "HOUSE-METERS-17",
)
# Where a night begins: what chance alone would seldom come to.
BEGINNINGS = {
    "a new table": (),
    "a misdeal": ("misdeal", "get_ready_only"),
    "carried wagers in play": ("misdeal", "get_ready_only", "deal"),
    "a first card taken back": ("misdeal", "deal", "undo_deal", "leave_carried"),
    "a claim": ("win", "correct_claimed"),
    "a prize": ("win", "correct_claimed", "confirm", "correct_claimed"),
    "a lower limit": ("tighten",),
    "a box of another": ("back", "back", "back", "win"),
}
WON = {"a claim", "a prize", "a box of another"}


class Nights(RuleBasedStateMachine):
    """Whatever happens at a table, and the money after each of it."""

    houses = None
    codes = tuple(TABLES)
    beginnings = tuple(BEGINNINGS)
    met: ClassVar[Counter] = Counter()

    def __init__(self):
        super().__init__()
        self.night = Night(self.houses)
        self.begun = False

    def teardown(self):
        met = self.night.end()
        self.met.update(met)
        for name in met:
            event(name)

    @initialize(data=st.data(), seed=SEEDS)
    def begin(self, data, seed):
        code = data.draw(st.sampled_from(self.codes))
        how = data.draw(st.sampled_from(self.beginnings))
        cards = data.draw(st.sampled_from(["keyed", "keyed", "dealt"]))
        self.night.begin(code, "keyed" if how in WON else cards, seed)
        self.begun = True
        for number, act in enumerate(BEGINNINGS[how]):
            getattr(self.night, act)(Random(seed + number))
            self.money_adds_up()

    @rule(seed=SEEDS, taps=st.integers(2, 9))
    def play(self, seed, taps):
        self.night.play(Random(seed), taps)

    @rule(seed=SEEDS, taps=st.integers(8, 20))
    def play_long(self, seed, taps):
        self.night.play(Random(seed), taps)

    @rule(seed=SEEDS, which=st.sampled_from(["rule", "misdeal", "tighten"]))
    def something_goes_wrong(self, seed, which):
        getattr(self.night, which)(Random(seed))

    @rule(seed=SEEDS, which=st.sampled_from(["take_back", "undo_deal"]))
    def second_thoughts(self, seed, which):
        getattr(self.night, which)(Random(seed))

    @rule(seed=SEEDS, which=st.sampled_from(["correct", "correct_claimed"]))
    def what_was_wrong_is_corrected(self, seed, which):
        getattr(self.night, which)(Random(seed))

    @rule(seed=SEEDS, which=st.sampled_from(["win", "confirm", "pay"]))
    def prizes(self, seed, which):
        getattr(self.night, which)(Random(seed))

    @rule(seed=SEEDS, which=st.sampled_from(["change_seats", "leave_carried", "back"]))
    def people_move(self, seed, which):
        getattr(self.night, which)(Random(seed))

    @rule(seed=SEEDS)
    def get_ready(self, seed):
        self.night.get_ready(Random(seed))

    @rule(seed=SEEDS, which=st.sampled_from(["restart", "cut_power"]))
    def machines_fail(self, seed, which):
        getattr(self.night, which)(Random(seed))

    @invariant()
    def money_adds_up(self):
        if not self.begun:
            return
        with self.night.db.reading() as session:
            table_adds_up(session)
            if not self.night.rewritten and tables.get(session, 4).rulebook == "STAR4":
                player, now = patron(session, NAMES[0]), at(3).now
                found = loss_limits.standing(session, player, now)
                assert LIMIT - found.net_loss_cents - found.at_risk >= 0


@pytest.mark.rule(*RULES)
def test_whatever_happens_at_a_table_money_adds_up(sqlite_template):
    run(Nights, examples=6, steps=6, houses=OnSqlite(sqlite_template))


@pytest.mark.rule("HOUSE-ROUNDS-7")
def test_the_same_seeds_play_the_same_night(sqlite_template):
    assert _played(sqlite_template) == _played(sqlite_template)


def _played(template):
    night = Night(OnSqlite(template))
    night.begin("CROWN3", "dealt", 5)
    for seed, act in enumerate(["misdeal", "deal", "undo_deal", "rule", "take_back"]):
        getattr(night, act)(Random(seed))
    night.play(Random(9), 30)
    actions = [(row.kind, row.data) for row in rows(night.db, ActionRow)]
    lines = [(row.seat, row.wager, row.net) for row in rows(night.db, LineRow)]
    night.end()
    assert lines
    return actions, lines


# How often a soak meets each of these at least, at a table of each document.
ALWAYS = {
    "take back": 20,
    "correction": 4,
    "power cut": 6,
    "restart": 4,
    "first card taken back": 5,
    "seat leave": 3,
    "rounds over": 30,
}
METER = {
    "meter contribution": 30,
    "meter correction": 8,
    "jackpot wager goes back": 4,
}
CLAIMS = {
    "claim paid": 1,
    "claim withdrawn": 1,
    "claim in the place of another": 1,
}
CARRIED = {
    "jackpot wager stays for the next round": 4,
    "carried played": 3,
    "carried waiting": 1,
    "carried returned": 2,
    "fate misdeal": 1,
}
BOX = {"backed another's box": 1}
LIMITS = {"ruled past-limit": 1, "refused STAR4-13.3": 1}
LEAST = {
    "CROWN3": ALWAYS | METER | CLAIMS | CARRIED,
    "MASS": ALWAYS | METER,  # its hands seldom come to a royal flush here
    "NSW3": ALWAYS | METER | CLAIMS,
    "STAR4": ALWAYS | METER | CLAIMS | BOX | LIMITS,
    "VIC99": ALWAYS | CARRIED | {"carried waiting": 0},  # its misdeals are seldom
    "VIC99 Baccarat": ALWAYS,
}
# How many kinds of irregularities are ruled on.
KINDS = {"CROWN3": 6, "MASS": 4, "NSW3": 6, "STAR4": 6, "VIC99": 4}


@pytest.mark.soak
@pytest.mark.parametrize("code", TABLES)
@pytest.mark.rule(*RULES)
def test_whatever_happens_in_many_nights_money_adds_up(houses, code):
    met = Counter()
    given = {"houses": houses, "codes": (code,), "met": met}

    def nights():
        for how in BEGINNINGS:
            run(Nights, examples=5, steps=22, beginnings=(how,), **given)

    thin = partial(too_rare, met, LEAST[code], KINDS.get(code, 1))
    assert not run_until_met(nights, thin), met
