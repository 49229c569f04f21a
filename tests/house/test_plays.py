"""Rounds of chips, run by a play of the test's own: no money, another's limits."""

from dataclasses import dataclass, replace
from unittest.mock import Mock

import pytest

from game.play import Limits, SeatLimits
from house.audit import Subject
from house.floor.at_table import paying
from house.floor.decks.services import WHOLE
from house.floor.models import Designation
from house.floor.rounds.hooks import Room, Settled
from house.floor.rounds.models import RoundRow
from house.floor.rounds.play import Borrower, Play
from house.floor.tables import designation, shutting
from house.floor.tables import services as tables
from house.ledger import queries
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause
from house.payments.accounts import AT_RISK, PURSE
from rulebook import HOUSE, Refusal, Refused
from tests.house.at_table_cast import rows
from tests.house.floor_cast import at, cites, do, open_table
from tests.house.money_cast import balances, ledger_holds
from tests.house.rounds_cast import FLOOR, NAMES, Console, play_through

CUP = Subject("tournament", "7", "Friday Night Stud")
SETTLED: list[Settled] = []
OPTIONS = {"cards": "dealt", "maximum_payout": 10_000_000}


def stacks_follow(settled):
    """Chips go between the stacks of entrants and the rack, by the one reconcile."""
    due = {Account("rack", "table 4", "chips"): -sum(x.net for x in settled.lines)}
    for line in settled.lines:
        stack = Account("stack", settled.players[line.seat].player, "chips")
        due[stack] = due.get(stack, 0) + line.net
    asked = {"kinds": {"rack", "stack"}, "rules": (HOUSE.at("TOURN-14"),)}
    cause = Cause("round", str(settled.round.pk))
    ledger.reconcile(settled.session, cause, due, settled.act, **asked)


@dataclass(frozen=True)
class Cup(Play):
    """A tournament: chips, limits that rise, seat 3 first, nobody at seat 5."""

    unit = "chips"
    rooms = (Room(after_settlement=(SETTLED.append, stacks_follow)),)
    director = True

    def is_open(self):
        return True

    def limits(self, hand):
        return Limits(25 * hand, 1_000 * hand, 25)

    def own_limits(self):
        return (SeatLimits(2, 25, 60),)

    def seats(self, sitting):
        return {seat: sits for seat, sits in sitting.items() if seat != 5}

    def first_to_bet(self):
        return 3

    def before_first_card(self, asked):
        if not self.director:
            yield Refusal(HOUSE.at("TOURN-14"), "The director is away.")

    def against_money(self):
        yield Refusal(HOUSE.at("TOURN-14"), "Chips are counted, not paid.")


def lends(play):
    """The floor as it is while a tournament plays there."""
    return replace(FLOOR, borrowers={"tournament": Borrower(Mock(), play)})


LENT = lends(Cup)


@dataclass(frozen=True)
class Unattended(Cup):
    """The same while its director is away."""

    director = False


def lent(db, play=Cup, code="CROWN3"):
    """A table that a tournament has, with five players seated."""
    SETTLED.clear()
    open_table(db, code)
    do(db, 4, shutting.close, at(), nobody=True)
    do(db, 4, designation.designate, Designation.TOURNAMENT, at(), CUP)
    do(db, 4, tables.open_table, at(), CUP, cards=WHOLE)
    console = Console(db, floor=lends(play))
    console.sit(2, 3, 4, 5, names=(*NAMES, "Nora Quinn"))
    return console


@pytest.mark.rule("HOUSE-ROUNDS-1", "CROWN3-12.2.5")
def test_a_lent_table_serves_whoever_has_it_alone(db):
    console = lent(db)
    console.running = FLOOR  # nobody says how a tournament is played
    assert "CROWN3-12.2.5" in cites(console.open(options=OPTIONS))
    console.running = LENT
    row = console.open(options=OPTIONS)
    assert (row.unit, row.lent_to, row.setup["jackpot"]) == ("chips", CUP, None)


@pytest.mark.rule("HOUSE-ROUNDS-17")
def test_a_round_of_chips_has_the_limits_of_its_play_and_not_of_the_sign(db):
    console = lent(db)
    row = console.open(options=OPTIONS)
    limits = {"minimum": 25, "maximum": 1_000, "step": 25, "player_maximum": None}
    assert row.setup["limits"] == limits
    console.must("ante", seat=3, amount=25)
    assert rows(db, RoundRow)[0].setup["limits"] == limits  # the sign says $10 to $500
    assert "CROWN3-6.2.1" in cites(console.tap("ante", seat=4, amount=20))
    assert isinstance(console.tap("ante", seat=2, amount=75), Refused)  # its own: 60


@pytest.mark.rule("HOUSE-ROUNDS-19")
def test_the_seat_that_bets_first_stakes_before_any_other(db):
    console = lent(db)
    console.open(options=OPTIONS)
    assert cites(console.tap("ante", seat=2, amount=50)) == ["HOUSE-ROUNDS-19"]
    console.must("ante", seat=3, amount=50)
    console.must("ante", seat=2, amount=50)


@pytest.mark.rule("HOUSE-ROUNDS-19")
def test_nobody_waits_for_a_seat_where_nobody_takes_part(db):
    console = lent(db)
    console.leave(3)
    console.open(options=OPTIONS)
    console.must("ante", seat=2, amount=50)


@pytest.mark.rule("HOUSE-ROUNDS-5")
def test_only_who_takes_part_stakes(db):
    console = lent(db)
    console.open(options=OPTIONS)
    console.must("ante", seat=3, amount=50)
    assert cites(console.tap("ante", seat=5, amount=50)) == ["HOUSE-ROUNDS-5"]


@pytest.mark.rule("HOUSE-ROUNDS-1")
def test_the_first_card_waits_for_what_the_play_wants(db):
    console = lent(db, Unattended)
    console.open(options=OPTIONS)
    console.must("ante", seat=3, amount=50)
    console.must("no_more_bets")
    [away] = console.tap("deal").refusals
    assert away.wrong == "The director is away."
    console.running = LENT
    console.must("deal")


@pytest.mark.rule("HOUSE-ROUNDS-10", "HOUSE-ATTABLE-2", "HOUSE-LEDGER-2")
def test_a_round_of_chips_is_settled_for_its_play_and_counts_no_money(db):
    console = lent(db, code="STAR4")  # where money asks for player cards
    console.open(options={"cards": "dealt"})
    play_through(console, antes=((3, 50), (4, 50)))
    [settled] = SETTLED
    assert {line.seat for line in settled.lines} == {3, 4}
    assert all(line.stake % 25 == 0 for line in settled.lines)
    with db.reading() as session:
        for seat in (3, 4):
            net = sum(line.net for line in settled.lines if line.seat == seat)
            stack = Account("stack", settled.players[seat].player, "chips")
            assert queries.balances(session, (stack,)).get(stack, 0) == net
        assert balances(session, PURSE) == balances(session, AT_RISK) == 0
        ledger_holds(session)
    with db.writing() as session:
        table, row = tables.get(session, 4), session.get(RoundRow, settled.round.pk)
        play = console.running.play_of(session, table, row, at().now)
        parts = (session, table, row, 3, 50, at())
        verdict = paying.key_paid(*parts, against=play.against_money())
    assert verdict.refusals[0].wrong == "Chips are counted, not paid."
