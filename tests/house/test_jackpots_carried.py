"""A carried jackpot wager waits, is played or goes back: one of them, and once."""

import pytest
from sqlmodel import select

from house.floor.at_table import backing, jackpots
from house.floor.meters.models import MeterEntryRow
from house.floor.rounds import book as books
from house.floor.rounds import corrections
from house.floor.rounds.corrections import Correction
from house.floor.rounds.models import ActionRow, RoundRow
from house.floor.rounds.taps import Done
from house.floor.rulings import carrying
from house.floor.rulings.models import CarriedEndRow, CarriedRow
from house.ledger.models import AccountRow
from house.payments import accounts
from house.payments.models import PaymentRow
from rulebook import Refused
from tests.house.at_table_cast import (
    DEPUTY,
    PRIYA,
    ante_all,
    at_table,
    dealt,
    done,
    offers,
    rows,
    rule,
    seat_all,
    table_of,
)
from tests.house.floor_cast import at, cites
from tests.house.money_cast import balances, ledger_holds, standing
from tests.house.rounds_cast import FLOOR, NAMES, SEAL, key, play_through
from tests.house.test_at_table import finish_tasks, house, meter

__all__ = ["house"]
ALSO = {"jackpot": 1_00}


def misdealt(house):
    """A Crown table after a misdeal: the jackpot wagers of two seats wait."""
    console = dealt(house, "CROWN3", jackpot=True, also=ALSO)
    done(rule(console, "wrong-hand-count", DEPUTY, seat="2", cards="3"))
    finish_tasks(house)
    console.open()
    return console


def waiting(console):
    """The seats whose wager waits."""
    found = console.read(lambda s, t: carrying.waiting(s, t.pk))
    return [row.seat for row in found]


def give_back(console, seat, seen=None):
    """Give the carried wager of a seat back."""

    def work(session, table):
        held = seen or carrying.waiting(session, table.pk)
        [row] = [c for c in held if c.seat == seat]
        return backing.return_carried(session, table, row, "", at(3, by=PRIYA), SEAL)

    return at_table(console, work)


def fates(house):
    """What became of the carried wagers, in order."""
    return [end.fate.value for end in rows(house, CarriedEndRow)]


def undo_deal(console, by=None):
    """Take the cards of the round back, up to the first."""
    while isinstance(console.undo(by=by), Done):
        if not console.read(_started):
            return


def _started(session, table):
    return books.here(session, table).round.first_card_at is not None


@pytest.mark.rule("CROWN3-11.12.1", "HOUSE-ATTABLE-3")
def test_a_first_card_taken_back_lets_carried_wagers_wait_again(house):
    console = misdealt(house)
    ante_all(console, (2, 3), also=ALSO)
    assert waiting(console) == []
    undo_deal(console)
    assert waiting(console) == [2, 3]
    assert meter(house).staked_cents == 2_00
    console.must("deal")
    assert waiting(console) == []
    assert meter(house).staked_cents == 2_00


@pytest.mark.rule("CROWN3-11.12.1", "HOUSE-ATTABLE-3")
def test_whoever_leaves_after_the_first_card_was_taken_back_gets_it_back_once(house):
    console = misdealt(house)
    ante_all(console, (2, 3), also=ALSO)
    undo_deal(console)
    seen = console.read(lambda s, t: carrying.waiting(s, t.pk))
    while not isinstance(console.tap("take_back", seat=2), Done):
        console.undo()
    assert not isinstance(console.leave(2), Refused)
    if "no_more_bets" in offers(console):
        console.must("no_more_bets")
    assert cites(console.tap("deal")) == ["CROWN3-11.12.1"]
    assert isinstance(give_back(console, 2, seen), CarriedEndRow)
    assert cites(give_back(console, 2, seen)) == ["CROWN3-11.12.1"]
    assert meter(house).staked_cents == 1_00
    console.must("deal")
    assert waiting(console) == []
    assert fates(house) == [
        "played",
        "played",
        "waiting",
        "waiting",
        "returned",
        "played",
    ]


@pytest.mark.rule("CROWN3-11.12.1", "HOUSE-ATTABLE-3", "HOUSE-ATTABLE-5")
def test_a_carried_wager_that_a_correction_takes_out_of_its_round_waits_again(house):
    console = misdealt(house)
    for seat in (2, 3):
        console.must("ante", seat=seat, amount=10_00, also=ALSO)
    play_through(console, ())
    [ante] = [
        row
        for row in rows(house, ActionRow, round_id=2)
        if row.kind == "ante" and row.data["seat"] == 2
    ]
    last = max(row.seq for row in rows(house, ActionRow, round_id=2))
    bare = {"act": "ante", "seat": 2, "amount": 10_00}
    want = Correction(key(), 2, last, "No jackpot wager lay there", {ante.seq: [bare]})
    by = at(4, by=PRIYA)
    told = at_table(console, lambda s, t: corrections.foresee(s, t, want, by, FLOOR))
    assert "The carried jackpot wager of seat 2 waits again." in told.elsewhere
    at_table(console, lambda s, t: corrections.correct(s, t, want, by, FLOOR))
    assert waiting(console) == [2]
    assert meter(house).staked_cents == 2_00  # it was counted in the first round
    assert not isinstance(give_back(console, 2), Refused)
    assert meter(house).staked_cents == 1_00
    assert sum(entry.wagers for entry in rows(house, MeterEntryRow)) == 1


@pytest.mark.rule("HOUSE-ATTABLE-3", "STAR4-15.3.1")
def test_a_ruling_that_is_taken_back_leaves_those_of_other_rounds_standing(house):
    also = {"jackpot": 5_00}
    console = dealt(house, jackpot=True, also=also)
    done(rule(console, "wrong-hand-count", seat="2", cards="3"))
    assert meter(house).staked_cents == 0
    finish_tasks(house)
    console.open()
    ante_all(console, (2, 3), also=also)
    done(rule(console, "wrong-hand-count", seat="2", cards="3"))
    console.seq = console.replayed().position.seq
    console.undo(by=at(4, by=PRIYA))  # the round is open and not void any more
    assert meter(house).staked_cents == 10_00
    with house.reading() as session:
        assert [len(standing(session, n)) for n in (1, 2)] == [1, 0]
        first = session.get(RoundRow, 1)
        then = books.position(session, books.REAL, first, None)
        assert jackpots.given_back(session, first, then.state) == {2, 3}


@pytest.mark.rule("HOUSE-ATTABLE-3", "CROWN3-11.13")
def test_what_is_staked_after_a_ruling_before_the_deal_feeds_the_meter(house):
    console = table_of(house, "CROWN3", jackpot=True)
    for seat in (2, 3):
        console.must("ante", seat=seat, amount=10_00, also=ALSO)
    done(rule(console, "jackpot-game", DEPUTY))
    now = console.replayed().position
    assert now.game.staked(now.state) == {2: {"ante": 10_00}, 3: {"ante": 10_00}}
    console.seq = now.seq
    console.must("take_back", seat=2)
    console.must("ante", seat=2, amount=10_00, also=ALSO)
    ante_all(console, ())
    assert meter(house).staked_cents == 1_00


@pytest.mark.rule("VIC99-N25-14.12.2", "HOUSE-ATTABLE-3")
def test_a_jackpot_wager_that_the_equipment_never_took_is_not_carried(house):
    console = table_of(house, "VIC99", jackpot=True, game="caribbean_stud")
    console.must("offer_jackpot")
    for seat in (2, 3):
        console.must("ante", seat=seat, amount=10_00, also=ALSO)
    console.must("register_jackpot", seat=2)
    for act in ("no_more_bets", "deal"):
        console.must(act)
    done(rule(console, "wrong-hand-count", DEPUTY, seat="2", cards="6"))
    assert [row.seat for row in rows(house, CarriedRow)] == [2]
    assert sum(entry.wagers for entry in rows(house, MeterEntryRow)) == 1


@pytest.mark.rule("CROWN3-11.13", "HOUSE-ATTABLE-3", "HOUSE-ATTABLE-7")
def test_a_carried_wager_that_a_ruling_gives_back_comes_off_where_it_was_counted(house):
    console = misdealt(house)
    ante_all(console, (2, 3), also=ALSO)
    assert meter(house).staked_cents == 2_00
    done(rule(console, "jackpot-game", DEPUTY))
    assert meter(house).staked_cents == 0
    console.seq = console.replayed().position.seq
    play_through(console, ())
    assert waiting(console) == []
    assert fates(house) == ["played", "played"]
    assert meter(house).staked_cents == 0


@pytest.mark.rule("CROWN3-11.12.1", "HOUSE-ATTABLE-3", "HOUSE-ATTABLE-7")
def test_a_wager_given_back_after_two_misdeals_comes_off_where_it_was_counted(house):
    console = misdealt(house)
    ante_all(console, (2, 3), also=ALSO)
    done(rule(console, "wrong-hand-count", DEPUTY, seat="2", cards="3"))
    finish_tasks(house)
    console.open()
    assert waiting(console) == [2, 3]
    assert meter(house).staked_cents == 2_00
    assert isinstance(give_back(console, 2), CarriedEndRow)
    assert meter(house).staked_cents == 1_00
    assert isinstance(give_back(console, 3), CarriedEndRow)
    assert meter(house).staked_cents == 0
    with house.reading() as session:
        ledger_holds(session)


@pytest.mark.parametrize(
    ("code", "cite"),
    [
        pytest.param("NSW3", "NSW3-13.5", marks=pytest.mark.rule("NSW3-13.5")),
        pytest.param("STAR4", "STAR4-13.10", marks=pytest.mark.rule("STAR4-13.10")),
    ],
)
def test_a_fraudsters_wagers_are_forfeited_in_a_round_that_is_void(house, code, cite):
    console = dealt(house, code, jackpot=True, also={"jackpot": 5_00})
    said = {"ground": "fraud", "fraudsters": ["2"]}
    forfeit = ("forfeit the fraudster's",)
    done(rule(console, "outcome-invalid", chosen=forfeit, **said))
    assert sorted((seat, wager, net) for seat, wager, _, net, _ in console.lines()) == [
        (2, "ante", -10_00),
        (2, "jackpot", -5_00),
        (3, "ante", 0),
        (3, "jackpot", 0),
    ]
    assert meter(house).staked_cents == 5_00


@pytest.mark.rule("HOUSE-ATTABLE-3", "HOUSE-ATTABLE-7")
def test_a_wager_that_a_correction_takes_out_of_the_misdealt_round_does_not_wait(house):
    console = misdealt(house)
    [ante] = [
        row
        for row in rows(house, ActionRow, round_id=1)
        if row.kind == "ante" and row.data["seat"] == 2
    ]
    last = max(row.seq for row in rows(house, ActionRow, round_id=1))
    bare = {"act": "ante", "seat": 2, "amount": 10_00}
    want = Correction(key(), 1, last, "No jackpot wager lay there", {ante.seq: [bare]})
    by = at(4, by=PRIYA)
    told = at_table(console, lambda s, t: corrections.foresee(s, t, want, by, FLOOR))
    assert "The jackpot wager of seat 2 does not wait: there was none." in (
        told.elsewhere
    )
    at_table(console, lambda s, t: corrections.correct(s, t, want, by, FLOOR))
    assert waiting(console) == [3]
    assert meter(house).staked_cents == 1_00
    again = bare | {"also": ALSO}
    more = Correction(key(), 1, last + 1, "It did lie there", {ante.seq: [again]})
    at_table(console, lambda s, t: corrections.correct(s, t, more, by, FLOOR))
    assert waiting(console) == [2, 3]
    assert meter(house).staked_cents == 2_00


@pytest.mark.rule("HOUSE-ROUNDS-10", "HOUSE-ROUNDS-12", "HOUSE-ATTABLE-7")
def test_a_round_that_stays_over_without_an_action_is_settled_again(house):
    console = dealt(house, "CROWN3", cards="keyed", jackpot=True, also=ALSO)
    done(rule(console, "wrong-hand-count", DEPUTY, seat="2", cards="3"))
    now = console.replayed().position
    assert [line[:2] for line in console.lines()] == [(3, "ante"), (2, "ante")]
    verdict = console.undo(seq=1, expected=now.seq, by=at(4, by=PRIYA))
    assert isinstance(verdict, Done), verdict
    assert verdict.position.over
    assert [line[:2] for line in console.lines()] == [(3, "ante")]
    assert console.replayed().agrees
    assert waiting(console) == [3]
    assert meter(house).staked_cents == 1_00


@pytest.mark.rule("HOUSE-ATTABLE-3", "HOUSE-ATTABLE-7")
def test_the_round_it_came_from_follows_when_a_first_card_is_taken_back(house):
    console = misdealt(house)
    ante_all(console, (2, 3), also=ALSO)
    mine = rows(house, ActionRow, round_id=1)
    [ante] = [r for r in mine if r.kind == "ante" and r.data["seat"] == 2]
    bare = {"act": "ante", "seat": 2, "amount": 10_00}
    want = Correction(key(), 1, mine[-1].seq, "None lay there", {ante.seq: [bare]})
    by = at(4, by=PRIYA)
    at_table(console, lambda s, t: corrections.correct(s, t, want, by, FLOOR))
    assert meter(house).staked_cents == 2_00  # the second round has both
    undo_deal(console)
    assert waiting(console) == [3]
    assert meter(house).staked_cents == 1_00
    console.must("deal")
    assert meter(house).staked_cents == 2_00


@pytest.mark.rule("HOUSE-ATTABLE-3", "STAR4-1.1:Loss Limit")
def test_a_seat_that_changed_hands_settles_for_whoever_played_it(house):
    console = table_of(house, "CROWN3", (2,))
    console.must("ante", seat=2, amount=10_00)
    play_through(console, ())
    undo_deal(console, by=at(4, by=PRIYA))
    console.must("take_back", seat=2)
    console.leave(2)
    seat_all(console, (2,), NAMES[1:])
    console.must("ante", seat=2, amount=15_00)
    play_through(console, ())
    [line] = {line.patron_id for line in _lines(console)}
    net = sum(line.net for line in _lines(console))
    with house.reading() as session:
        purses = select(AccountRow).where(AccountRow.kind == accounts.PURSE)
        came = {row.owner: row.balance for row in session.exec(purses) if row.balance}
    assert came == ({accounts.owner(line): net} if net else {})


def _lines(console):
    return console.read(
        lambda s, t: books.lines(s, books.REAL, books.last(s, books.REAL, t))
    )


@pytest.mark.rule("HOUSE-ATTABLE-3", "STAR4-15.3.1")
def test_a_wager_that_a_correction_puts_on_a_void_hand_does_not_feed_the_meter(house):
    console = dealt(house, jackpot=True)
    done(rule(console, "wrong-hand-count", seat="2", cards="3"))
    mine = rows(house, ActionRow, round_id=1)
    [ante] = [r for r in mine if r.kind == "ante" and r.data["seat"] == 2]
    move = {"act": "ante", "seat": 2, "amount": 10_00, "also": {"jackpot": 5_00}}
    want = Correction(key(), 1, mine[-1].seq, "It lay there", {ante.seq: [move]})
    by = at(4, by=PRIYA)
    effect = at_table(console, lambda s, t: corrections.correct(s, t, want, by, FLOOR))
    assert not isinstance(effect, Refused), effect
    assert meter(house).staked_cents == 0


@pytest.mark.rule("HOUSE-ATTABLE-3", "CROWN3-11.12.1")
def test_an_earlier_ruling_on_a_seat_takes_no_wager_off_the_meter(house):
    console = table_of(house, "CROWN3", jackpot=True)
    console.must("ante", seat=2, amount=10_00)
    done(rule(console, "not-covered", DEPUTY, what="A glass fell", chosen=["play on"]))
    console.seq = console.replayed().position.seq
    console.must("take_back", seat=2)
    ante_all(console, (2, 3), also=ALSO)
    done(rule(console, "wrong-hand-count", DEPUTY, seat="2", cards="3"))
    assert waiting(console) == [2, 3]
    assert meter(house).staked_cents == 2_00  # both wait, and were counted


@pytest.mark.rule("HOUSE-LEDGER-2", "HOUSE-ATTABLE-7", "CROWN3-11.12.1")
def test_a_wager_given_back_and_later_found_never_staked_was_paid_too_much(house):
    console = misdealt(house)
    console.leave(2)
    assert isinstance(give_back(console, 2), CarriedEndRow)
    with house.reading() as session:
        assert balances(session, accounts.CARRIED) == 1_00  # of the other seat
        assert balances(session, accounts.OWED) == 0
    mine = rows(house, ActionRow, round_id=1)
    [ante] = [r for r in mine if r.kind == "ante" and r.data["seat"] == 2]
    bare = {"act": "ante", "seat": 2, "amount": 10_00}
    want = Correction(key(), 1, mine[-1].seq, "None lay there", {ante.seq: [bare]})
    by = at(4, by=PRIYA)
    at_table(console, lambda s, t: corrections.correct(s, t, want, by, FLOOR))
    with house.reading() as session:
        assert balances(session, accounts.OWED) == -1_00
        assert balances(session, accounts.PURSE) == 1_00 - 1_00  # the other one waits
        ledger_holds(session)
    [case] = rows(house, PaymentRow)
    assert (case.paid_cents, case.due_cents) == (1_00, 0)
    assert meter(house).staked_cents == 1_00
