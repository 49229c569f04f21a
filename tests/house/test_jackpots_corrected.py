"""A correction judges the jackpot hands of its round again; a prize counts as won."""

import pytest
from sqlmodel import select

from house.floor.at_table.due import PRIZES
from house.floor.at_table.jackpot_wagers import lines_of
from house.floor.at_table.models import JackpotLineRow
from house.floor.meters import claims, line
from house.floor.meters.ledger import hold
from house.floor.meters.models import (
    ClaimState,
    MeterClaimRow,
    MeterEntryRow,
    MeterTableRow,
)
from house.floor.rounds import corrections
from house.floor.rounds.corrections import Correction
from house.floor.rounds.models import ActionRow, RoundRow
from house.ledger.queries import of_owner
from house.payments.accounts import owner
from house.payments.models import PaymentRow
from rulebook import Refused
from tests.house.at_table_cast import (
    PRIYA,
    at_table,
    limited,
    patron,
    rows,
    table_of,
)
from tests.house.floor_cast import at
from tests.house.money_cast import balances, ledger_holds
from tests.house.rounds_cast import FLOOR, key
from tests.house.test_at_table import MEI, brought, house, keyed_round, meter, stands

__all__ = ["house"]
ROYAL = {2: ["As", "Ks"], 3: ["2c", "7d"]}
BOARD = ["Qs", "Js", "Ts"]


def settled_at(db, seat):
    """The action that settled a seat."""
    found = (row for row in rows(db, ActionRow) if row.kind == "settle")
    return next(row for row in found if row.data["seat"] == seat)


def wanted(db, seat, cards):
    """That a seat really had other cards."""
    last = max(row.seq for row in rows(db, ActionRow, round_id=1))
    move = {"act": "settle", "seat": seat, "cards": cards}
    return Correction(key(), 1, last, "Misread", {settled_at(db, seat).seq: [move]})


def correct(console, want, do=corrections.correct):
    """Correct the first round, or see what that would change."""
    by = at(4, by=PRIYA)
    done = at_table(console, lambda s, t: do(s, t, want, by, FLOOR))
    assert not isinstance(done, Refused), done
    return done


def confirm(db, claim):
    """Confirm a claim as a supervisor."""
    with db.writing() as session:
        held = hold(session, [claim.meter_id])[claim.meter_id]
        mine = session.get_one(MeterClaimRow, claim.pk)
        return claims.confirm(session, held, mine, at(2, by=PRIYA))


def judged(db):
    """What the jackpot wagers came to, as last judged."""
    with db.reading() as session:
        round_ = session.exec(select(RoundRow).where(RoundRow.number == 1)).one()
        return {
            x.seat: (x.hand, x.award, x.claim_id) for x in lines_of(session, round_)
        }


@pytest.mark.rule("HOUSE-ATTABLE-5")
def test_a_claim_that_waits_is_withdrawn_when_the_hand_was_misread(house):
    console = keyed_round(house, ROYAL, BOARD)
    [claim] = rows(house, MeterClaimRow)
    want = wanted(house, 2, ["As", "3s"])
    told = correct(console, want, corrections.foresee).elsewhere
    assert told == (
        "Seat 2 has flush for the jackpot instead of royal flush.",
        f"Claim {claim.pk} on {meter(house).name} is withdrawn.",
    )
    assert rows(house, MeterClaimRow)[0].state is ClaimState.WAITING
    correct(console, want)
    assert correct(console, want).done.repeated
    [claim] = rows(house, MeterClaimRow)
    assert claim.state is ClaimState.WITHDRAWN
    assert judged(house)[2] == ("flush", 100_00, None)
    assert len(rows(house, JackpotLineRow)) == 4


@pytest.mark.rule("HOUSE-ATTABLE-5")
def test_a_claim_is_entered_when_the_hand_was_better_than_it_was_read(house):
    console = keyed_round(house, {2: ["As", "3s"], 3: ["2c", "7d"]}, BOARD)
    assert not rows(house, MeterClaimRow)
    want = wanted(house, 2, ["As", "Ks"])
    told = correct(console, want, corrections.foresee).elsewhere
    assert told[-1] == f"A new claim on {meter(house).name} is entered."
    correct(console, want)
    [claim] = rows(house, MeterClaimRow)
    assert claim.state is ClaimState.WAITING
    assert judged(house)[2] == ("royal_flush", 50_002_00, claim.pk)


@pytest.mark.rule("HOUSE-ATTABLE-5")
def test_what_was_paid_on_a_claim_goes_into_the_register(house):
    console = keyed_round(house, ROYAL, BOARD)
    [claim] = rows(house, MeterClaimRow)
    assert not isinstance(confirm(house, claim), Refused)
    want = wanted(house, 2, ["9s", "3s"])
    told = correct(console, want, corrections.foresee).elsewhere
    assert "too much" in told[-1]
    assert not rows(house, PaymentRow)
    correct(console, want)
    cases = [(case.paid_cents, case.due_cents) for case in rows(house, PaymentRow)]
    # The other player had a share for being at the table.
    assert sorted(cases) == [(1_000_00, 0), (50_002_00, 100_00)]
    assert rows(house, MeterClaimRow)[0].state is ClaimState.PAID
    assert judged(house)[2] == ("flush", 100_00, claim.pk)


@pytest.mark.rule("HOUSE-ATTABLE-5")
def test_a_correction_that_leaves_the_hands_alone_judges_nothing_again(house):
    console = keyed_round(house, ROYAL, BOARD)
    want = wanted(house, 3, ["2d", "7c"])
    assert correct(console, want, corrections.foresee).elsewhere == ()
    correct(console, want)
    assert len(rows(house, JackpotLineRow)) == 2
    assert rows(house, MeterClaimRow)[0].state is ClaimState.WAITING


@pytest.mark.rule("HOUSE-ATTABLE-6", "STAR4-1.1:Loss Limit")
def test_a_prize_counts_as_won_once_it_is_confirmed(house):
    console = table_of(house, cards="keyed", jackpot=True)
    limited(house, MEI, 500_00)
    brought(console, 2, 0)
    keyed_round(house, ROYAL, BOARD, folds=(2,), console=console)
    before = stands(house, MEI)
    assert before.net_loss_cents == 15_00
    [claim] = rows(house, MeterClaimRow)
    assert not isinstance(confirm(house, claim), Refused)
    assert isinstance(confirm(house, claim), Refused)
    assert stands(house, MEI).net_loss_cents == 15_00 - 50_002_00
    with house.reading() as session:
        assert balances(session, PRIZES) == -(1_000_00 + 50_002_00)


@pytest.mark.rule("HOUSE-ATTABLE-5", "STAR4-1.1:Loss Limit")
def test_what_a_corrected_jackpot_wager_came_to_is_counted_once(house):
    console = table_of(house, cards="keyed", jackpot=True)
    limited(house, MEI, 500_00)
    brought(console, 2, 0)
    holes = {2: ["As", "3s"], 3: ["2c", "7d"]}
    keyed_round(house, holes, BOARD, folds=(2,), console=console)
    net = -stands(house, MEI).net_loss_cents
    assert net == 100_00 - 15_00
    correct(console, wanted(house, 2, ["Ad", "3s"]))
    assert -stands(house, MEI).net_loss_cents == -15_00


def without_wager(db, seat):
    """That a seat's ante really had no jackpot wager beside it."""
    mine = rows(db, ActionRow, round_id=1)
    [ante] = [r for r in mine if r.kind == "ante" and r.data["seat"] == seat]
    bare = {"act": "ante", "seat": seat, "amount": 10_00}
    return Correction(key(), 1, mine[-1].seq, "No wager lay there", {ante.seq: [bare]})


@pytest.mark.rule("HOUSE-ATTABLE-3", "HOUSE-ATTABLE-5")
def test_a_wager_that_a_correction_removes_leaves_the_meter_while_a_claim_waits(house):
    console = keyed_round(house, ROYAL, BOARD)
    [claim] = rows(house, MeterClaimRow)
    assert (meter(house).staked_cents, meter(house).value_cents) == (10_00, 50_002_00)
    want = without_wager(house, 3)
    told = correct(console, want, corrections.foresee).elsewhere
    name = meter(house).name
    assert told == (
        "Seat 3 has no jackpot hand for the jackpot instead of high card.",
        f"Claim {claim.pk} on {name} is withdrawn.",
        f"{name} counts 1 jackpot wager of the round instead of 2.",
        f"A new claim on {name} is entered in its place.",
    )
    correct(console, want)
    assert (meter(house).staked_cents, meter(house).value_cents) == (5_00, 50_001_00)
    first, second = rows(house, MeterClaimRow)
    assert (first.state, second.state) == (ClaimState.WITHDRAWN, ClaimState.WAITING)
    assert judged(house)[2] == ("royal_flush", 50_001_00, second.pk)
    assert not isinstance(confirm(house, second), Refused)
    assert meter(house).value_cents == 50_000_00


@pytest.mark.rule("HOUSE-METERS-17", "HOUSE-ATTABLE-5")
def test_a_claim_entered_again_keeps_its_place_and_its_reading_of_the_meter(house):
    console = keyed_round(house, ROYAL, BOARD)
    console.open()
    keyed_round(house, {2: ["9c", "8c"], 3: ["2h", "7h"]}, BOARD, console=console)
    console.open()
    keyed_round(house, ROYAL, BOARD, console=console)
    assert meter(house).staked_cents == 30_00
    correct(console, without_wager(house, 3))
    with house.reading() as session:
        waits = line.open_claims(session, meter(house))
        worth = [line.worth(session, meter(house), one).payments for one in waits]
    assert [(one.round, one.after_entry) for one in waits] == [("1", 3), ("3", 7)]
    assert max(paid.cents for paid in worth[0]) == 50_001_00  # one wager, none since
    assert max(paid.cents for paid in worth[1]) == 50_004_00  # the seed, four since
    late, first = rows(house, MeterClaimRow)[1:]
    assert isinstance(confirm(house, late), Refused)
    assert not isinstance(confirm(house, first), Refused)
    assert not isinstance(confirm(house, late), Refused)
    assert meter(house).value_cents == 50_000_00


@pytest.mark.rule("HOUSE-METERS-17")
def test_a_wager_that_left_in_a_prize_is_not_taken_off_the_meter_again(house):
    console = keyed_round(house, ROYAL, BOARD)
    [claim] = rows(house, MeterClaimRow)
    assert not isinstance(confirm(house, claim), Refused)
    correct(console, without_wager(house, 3))
    after = meter(house)
    assert (after.staked_cents, after.value_cents) == (0, 50_000_00)
    assert after.alarm_at is None
    assert sum(entry.wagers for entry in rows(house, MeterEntryRow)) == 1


@pytest.mark.rule("HOUSE-METERS-18", "HOUSE-ATTABLE-3")
def test_a_meter_that_cannot_count_what_a_correction_adds_gets_an_alarm(house):
    console = keyed_round(house, {2: ["9c", "8c"], 3: ["2h", "7h"]}, BOARD)
    correct(console, without_wager(house, 3))
    with house.writing() as session:
        session.exec(select(MeterTableRow)).one().recorder_works = False
        session.exec(select(MeterTableRow)).one().display_works = False
    mine = rows(house, ActionRow, round_id=1)
    [ante] = [r for r in mine if r.kind == "ante" and r.data["seat"] == 3]
    move = {"act": "ante", "seat": 3, "amount": 10_00, "also": {"jackpot": 5_00}}
    last = mine[-1].seq
    correct(console, Correction(key(), 1, last, "It lay there", {ante.seq: [move]}))
    after = meter(house)
    assert (after.staked_cents, after.alarm_rule) == (5_00, "HOUSE-METERS-18")
    assert after.alarm_text.startswith("Round 1 at table 4 has 2 wagers that count:")


def accounts_of(db, name):
    """What the accounts of a patron come to that are not empty."""
    with db.reading() as session:
        found = of_owner(session, owner(patron(session, name).pk))
        ledger_holds(session)
    return {row.kind: row.balance for row in found if row.balance}


def with_wager(db, seat):
    """That a jackpot wager really lay beside the ante of a seat."""
    mine = rows(db, ActionRow, round_id=1)
    [ante] = [r for r in mine if r.kind == "ante" and r.data["seat"] == seat]
    move = {"act": "ante", "seat": seat, "amount": 10_00, "also": {"jackpot": 5_00}}
    return Correction(key(), 1, mine[-1].seq, "It lay there", {ante.seq: [move]})


@pytest.mark.rule("HOUSE-LEDGER-2", "HOUSE-ATTABLE-3", "HOUSE-ATTABLE-5")
def test_a_wager_that_a_correction_puts_on_a_hand_is_staked_counted_and_judged(house):
    console = table_of(house, cards="keyed", jackpot=True)
    holes = {2: ["As", "3s"], 3: ["2c", "7d"]}
    keyed_round(house, holes, BOARD, console=console)
    kept = accounts_of(house, MEI)
    correct(console, without_wager(house, 2))
    assert accounts_of(house, MEI) == {"purse": kept["purse"] + 5_00 - 100_00}
    correct(console, with_wager(house, 2))
    assert accounts_of(house, MEI) == kept
    assert (meter(house).staked_cents, judged(house)[2][1]) == (10_00, 100_00)


@pytest.mark.rule("HOUSE-LEDGER-2", "HOUSE-ATTABLE-5")
def test_money_paid_on_a_wrong_claim_is_owed_back_on_the_ledger(house):
    console = keyed_round(house, ROYAL, BOARD)
    [claim] = rows(house, MeterClaimRow)
    assert not isinstance(confirm(house, claim), Refused)
    assert "owed" not in accounts_of(house, MEI)
    correct(console, wanted(house, 2, ["9s", "3s"]))
    assert accounts_of(house, MEI)["owed"] == 100_00 - 50_002_00
    correct(console, wanted(house, 2, ["As", "Ks"]))
    assert "owed" not in accounts_of(house, MEI)
    assert len(rows(house, PaymentRow)) == 2  # as they were entered, once each
