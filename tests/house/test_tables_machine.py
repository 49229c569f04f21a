"""Tables as a night plays them: rulings, jackpots, limits, corrections, restarts."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from house.floor import services as tables
from house.payments import loss_limits
from tests.house.at_table_cast import patron
from tests.house.floor_cast import at
from tests.house.money_cast import table_adds_up
from tests.house.night_cast import LIMIT, NAMES, TABLES, Night

BETWEEN = ("get_ready", "confirm", "pay", "cut_back")
SEEDS = st.integers(0, 2**20)
RULES = ("HOUSE-ROUNDS-7", "HOUSE-ROUNDS-10", "HOUSE-ATTABLE-3", "HOUSE-ATTABLE-5")


class Nights(RuleBasedStateMachine):
    """Whatever happens at a table, and the money after each of it."""

    template = None
    codes = tuple(TABLES)

    def __init__(self):
        super().__init__()
        self.night = Night(self.template)
        self.begun = False

    def teardown(self):
        self.night.end()

    @initialize(data=st.data(), cards=st.sampled_from(["keyed", "dealt"]))
    def begin(self, data, cards):
        self.night.begin(data.draw(st.sampled_from(self.codes)), cards)
        self.begun = True

    @rule(seed=SEEDS, taps=st.integers(2, 9))
    def play(self, seed, taps):
        self.night.play(Random(seed), taps)

    @rule(seed=SEEDS, taps=st.integers(8, 20))
    def play_long(self, seed, taps):
        self.night.play(Random(seed), taps)

    @rule(seed=SEEDS)
    def something_goes_wrong(self, seed):
        self.night.rule(Random(seed))

    @rule(seed=SEEDS, which=st.sampled_from(["take_back", "correct"]))
    def second_thoughts(self, seed, which):
        getattr(self.night, which)(Random(seed))

    @rule(
        seed=SEEDS, which=st.sampled_from(["get_ready", "confirm", "pay", "cut_back"])
    )
    def between_rounds(self, seed, which):
        getattr(self.night, which)(Random(seed))

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
    _run(sqlite_template, tuple(TABLES), examples=5, steps=7)


@pytest.mark.soak
@pytest.mark.parametrize("code", TABLES)
@pytest.mark.rule(*RULES)
def test_whatever_happens_in_many_nights_money_adds_up(sqlite_template, code):
    _run(sqlite_template, (code,), examples=15, steps=40)


def _run(template, codes, examples, steps):
    class Here(Nights):
        pass

    Here.template, Here.codes = template, codes
    run_state_machine_as_test(
        Here,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
