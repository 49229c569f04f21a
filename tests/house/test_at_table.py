"""Cards, limits, jackpots and payments at a table in play."""

import pytest
from sqlmodel import select

from game.player_cards import Claim
from house.audit.models import AuditRow
from house.floor.at_table import backing, chips, paying, wrong_wagers
from house.floor.at_table.chips import ChipsSeen
from house.floor.at_table.models import BackedRow, Chips, JackpotLineRow, PaidRow
from house.floor.at_table.wrong_wagers import Finding
from house.floor.meters import claims
from house.floor.meters.ledger import hold
from house.floor.meters.models import ClaimState, MeterClaimRow, MeterRow, MeterTableRow
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.taps import Done
from house.floor.rulings import carrying, following, queries
from house.floor.rulings.models import (
    CarriedEndRow,
    CarriedRow,
    RulingEvent,
    RulingTaskRow,
)
from house.ledger import queries as ledger
from house.payments import accounts, loss_limits
from house.payments.models import PaymentRow
from house.people.patrons.models import ExcludedBy, ExclusionRow, PlayerCardRow
from rulebook import Refused
from tests.house import meters
from tests.house.at_table_cast import (
    DEALER,
    DEPUTY,
    PRIYA,
    RUTH,
    ante_all,
    at_table,
    bench,
    carded,
    dealt,
    done,
    limited,
    number_of,
    offers,
    patron,
    rows,
    rule,
    seat_all,
    step,
    table_of,
)
from tests.house.floor_cast import NOON, at, cites, open_table
from tests.house.rounds_cast import NAMES, SEAL, Console, key

MEI, ARJUN = NAMES[:2]


@pytest.fixture
def house(app, db):
    """The house, with its clock in reach."""
    with app.app_context():
        yield db


def meter(db):
    [row] = rows(db, MeterRow)
    return row


def lies(db, name):
    """What lies on the layout in the name of a patron."""
    with db.reading() as session:
        mine = accounts.at_risk([patron(session, name).pk])
        return sum(ledger.balances(session, mine).values())


def stands(db, name):
    with db.reading() as session:
        return loss_limits.standing(session, patron(session, name), at(5).now)


def brought(console, seat, seen, declared=None, what=Chips.BROUGHT, terminal=""):
    """Write down the chips of a seat."""

    def work(session, table):
        sits = books.seats(session, books.REAL, table)[seat]
        said = seen if declared is None else declared
        told = ChipsSeen(what, seen, said, key(), terminal)
        return chips.declare(session, table, sits, told, at(by=DEALER))

    return at_table(console, work)


# Player cards.


@pytest.mark.rule("STAR4-5.1", "STAR4-1.1:Player Card")
def test_nobody_sits_down_without_a_card(house):
    open_table(house, "STAR4")
    console = Console(house, act=at(by=DEALER))
    assert "STAR4-5.1" in cites(console.sit(2))
    carded(house, MEI)
    assert not isinstance(console.sit(2, card=number_of(MEI)), Refused)


@pytest.mark.rule("STAR4-5.1")
def test_other_documents_ask_for_no_card(house):
    open_table(house, "NSW3")
    console = Console(house, act=at(by=DEALER))
    assert not isinstance(console.sit(2), Refused)


@pytest.mark.rule("STAR4-5.1", "HOUSE-ROUNDS-6")
def test_a_cancelled_card_is_none(house):
    open_table(house, "STAR4")
    carded(house, MEI)
    with house.writing() as session:
        card = session.exec(select(PlayerCardRow)).one()
        card.cancelled_at = NOON
    console = Console(house, act=at(by=DEALER))
    assert set(cites(console.sit(2, card=number_of(MEI)))) == {
        "HOUSE-ROUNDS-6",
        "STAR4-5.1",
    }


@pytest.mark.rule("STAR4-13.1")
def test_a_card_cancelled_during_play_stops_the_next_wager(house):
    console = dealt(house)
    with house.writing() as session:
        session.exec(select(PlayerCardRow)).first().cancelled_at = NOON
    assert cites(console.tap("bet", seat=2, amount=10_00)) == ["STAR4-13.1"]
    assert isinstance(console.tap("bet", seat=3, amount=10_00), Done)


def test_somebody_excluded_meanwhile_stakes_no_more(house):
    console = dealt(house)
    with house.writing() as session:
        session.add(
            ExclusionRow(
                patron_id=patron(session, MEI).pk,
                by=ExcludedBy.SELF,
                reason="Asked for it.",
                from_at=NOON,
                recorded_by="ann",
            )
        )
    assert isinstance(console.tap("bet", seat=2, amount=10_00), Refused)
    assert isinstance(console.tap("fold", seat=2), Done)


# Invalid wagers, by when they are found.


def invalid(console, by=PRIYA, **finding):
    def work(session, table):
        found = Finding(finding.pop("seat", 2), **finding)
        return wrong_wagers.rule_invalid(session, table, found, bench(by))

    return at_table(console, work)


@pytest.mark.rule("STAR4-11.16", "STAR4-11.16.1")
def test_found_before_the_hand_the_stake_goes_back_and_no_cards_come(house):
    console = table_of(house)
    for seat in (2, 3):
        console.must("ante", seat=seat, amount=20_00)
    row = done(invalid(console, holder="Somebody Else"))
    assert (row.rule_id, row.returned) == ("STAR4-11.16.1", 20_00)
    assert row.moves == [{"act": "take_back", "seat": 2}]
    assert stands(house, MEI) is None


@pytest.mark.rule("STAR4-11.16.2", "STAR4-13.1.1", "STAR4-13.1.2")
def test_found_during_the_hand_every_stake_goes_back(house):
    console = dealt(house)
    console.must("bet", seat=2, amount=30_00)
    claims_ = (Claim.POWER_OF_ATTORNEY, Claim.OWN_MONEY)
    row = done(invalid(console, holder="Somebody Else", claims=claims_))
    assert (row.rule_id, row.returned) == ("STAR4-11.16.2", 40_00)
    assert [m["act"] for m in row.moves] == ["void_hand"]


@pytest.mark.rule("STAR4-11.16.3")
def test_a_settled_hand_keeps_its_result(house):
    console = dealt(house)
    for seat in (2, 3):
        console.must("fold", seat=seat)
    console.must("close")
    before = console.lines()
    row = done(invalid(console, no_card=True))
    assert (row.rule_id, row.moves, row.returned) == ("STAR4-11.16.3", [], 0)
    assert console.lines() == before


@pytest.mark.rule("STAR4-13.21", "STAR4-1.1:Proxy Betting")
def test_betting_for_another_is_invalid_but_physical_help_is_not(house):
    console = dealt(house)
    helps = {"on_behalf_of": ARJUN, "principal_at_table": True, "holder": ARJUN}
    fine = invalid(console, **helps, physical_help_only=True)
    assert cites(fine) == ["STAR4-11.16"]
    row = done(invalid(console, on_behalf_of=ARJUN))
    assert row.rule_id == "STAR4-11.16.2"


@pytest.mark.rule("STAR4-11.16", "STAR4-1.1:Invalid wager")
def test_nothing_invalid_and_nobody_there(house):
    console = dealt(house)
    assert cites(invalid(console)) == ["STAR4-11.16"]
    assert cites(invalid(console, seat=6)) == ["STAR4-11.16"]


# Loss limits.


@pytest.mark.rule("STAR4-13.3")
def test_no_wager_passes_the_limit(house):
    console = table_of(house)
    limited(house, MEI, 50_00)
    brought(console, 2, 300_00)
    assert isinstance(console.tap("ante", seat=2, amount=20_00), Done)
    console.must("ante", seat=3, amount=10_00)
    while not step(console):
        pass
    assert cites(console.tap("bet", seat=2, amount=60_00)) == ["STAR4-13.3"]
    assert isinstance(console.tap("bet", seat=2, amount=30_00), Done)
    assert stands(house, MEI).at_risk == 50_00


@pytest.mark.rule("STAR4-13.2.2")
def test_chips_brought_are_declared_before_the_ante(house):
    console = table_of(house)
    limited(house, MEI, 500_00)
    assert cites(console.tap("ante", seat=2, amount=10_00)) == ["STAR4-13.2.2"]
    brought(console, 2, 300_00, 100_00)
    assert cites(console.tap("ante", seat=2, amount=10_00)) == ["STAR4-13.2.2"]
    brought(console, 2, 0, 200_00)
    assert isinstance(console.tap("ante", seat=2, amount=10_00), Done)


@pytest.mark.rule("STAR4-13.2.1")
def test_chips_bought_are_declared_before_the_round(house):
    console = table_of(house)
    limited(house, MEI, 500_00)
    brought(console, 2, 0)
    brought(console, 2, 100_00, 0, Chips.BOUGHT)
    assert cites(console.tap("ante", seat=2, amount=10_00)) == ["STAR4-13.2.1"]


@pytest.mark.rule("STAR4-1.1:Cashless")
def test_chips_bought_at_a_cashless_table_name_the_terminal(house):
    console = table_of(house)
    terminal = {"what": Chips.BOUGHT, "terminal": "CTT-14"}
    refused = brought(console, 2, 100_00, **terminal)  # it has none
    assert cites(refused) == ["STAR4-1.1:Cashless"]
    with house.writing() as session:
        session.exec(select(TableRow)).one().cashless = True
    nameless = brought(console, 2, 100_00, what=Chips.BOUGHT)
    assert cites(nameless) == ["STAR4-1.1:Cashless"]
    assert brought(console, 2, 100_00, **terminal).terminal == "CTT-14"
    assert brought(console, 2, 50_00).terminal == ""  # brought along, not bought


@pytest.mark.rule("STAR4-13.2.3")
def test_chips_left_with_are_declared_on_leaving(house):
    console = table_of(house)
    limited(house, MEI, 500_00)
    assert cites(console.leave(2)) == ["STAR4-13.2.3"]
    brought(console, 2, 80_00, what=Chips.LEFT_WITH)
    assert not isinstance(console.leave(2), Refused)
    assert not isinstance(console.leave(3), Refused)


@pytest.mark.rule("HOUSE-ATTABLE-1")
@pytest.mark.parametrize("amount", [-1, 10**15])
def test_no_amount_of_chips(house, amount):
    console = table_of(house)
    assert set(cites(brought(console, 2, amount))) == {"HOUSE-ATTABLE-1"}


@pytest.mark.rule("STAR4-13.4")
def test_a_pause_stops_the_betting(house):
    console = table_of(house)
    limited(house, MEI, 500_00)
    brought(console, 2, 0)
    with house.writing() as session:
        loss_limits.pause(session, patron(session, MEI), at(by=PRIYA), on=True)
    assert cites(console.tap("ante", seat=2, amount=10_00)) == ["STAR4-13.4"]


@pytest.mark.rule("STAR4-1.1:Loss Limit")
def test_what_a_round_came_to_counts_once_it_is_settled(house):
    console = table_of(house)
    limited(house, MEI, 500_00)
    brought(console, 2, 0)
    ante_all(console, (2, 3))
    console.must("fold", seat=2)
    console.must("fold", seat=3)
    assert stands(house, MEI).at_risk == 10_00
    console.must("close")
    found = stands(house, MEI)
    assert (found.at_risk, found.limit.lost_cents) == (0, 10_00)


@pytest.mark.rule("STAR4-1.1:Loss Limit")
def test_what_is_taken_back_is_no_longer_at_risk(house):
    console = table_of(house)
    limited(house, MEI, 500_00)
    brought(console, 2, 0)
    console.must("ante", seat=2, amount=10_00)
    console.must("take_back", seat=2)
    assert stands(house, MEI).at_risk == 0
    console.must("ante", seat=2, amount=25_00)
    assert stands(house, MEI).at_risk == 25_00
    assert isinstance(console.undo(), Done)
    assert stands(house, MEI).at_risk == 0
    assert lies(house, MEI) == 0


@pytest.mark.rule("STAR4-11.17", "STAR4-11.17:13.1.1", "STAR4-11.17:13.1.2")
def test_wagers_past_the_limit_are_cut_back_from_the_last(house):
    console = table_of(house)
    limited(house, MEI, 500_00)
    brought(console, 2, 0)
    ante_all(console, (2, 3), 20_00)
    console.must("bet", seat=2, amount=60_00)
    console.must("bet", seat=3, amount=20_00)
    limited(house, MEI, 70_00, minutes=1)

    def work(session, table):
        return wrong_wagers.cut_back(session, table, 2, bench(DEALER))

    row = done(at_table(console, work))
    assert (row.rule_id, row.returned) == ("STAR4-11.17", 10_00)
    assert row.moves == [
        {"act": "cut_back", "seat": 2, "also": {"3rd": 50_00}, "cite": "STAR4-11.17"}
    ]
    assert stands(house, MEI).at_risk == 70_00
    assert cites(at_table(console, work)) == ["STAR4-11.17"]


@pytest.mark.rule("STAR4-11.17")
def test_a_limit_that_leaves_nothing_voids_the_hand(house):
    console = dealt(house)
    limited(house, MEI, 1, minutes=1)
    row = done(
        at_table(
            console,
            lambda s, t: wrong_wagers.cut_back(s, t, 2, bench(DEALER)),
        )
    )
    assert row.returned == 9_99
    seat = at_table(console, lambda s, t: wrong_wagers.cut_back(s, t, 3, bench()))
    assert cites(seat) == ["STAR4-11.17"]


# Jackpots.


JACKPOT = {"jackpot": 5_00}


@pytest.mark.rule("HOUSE-ATTABLE-3", "STAR4-15.1.3")
def test_wagers_feed_the_meter_with_the_first_card(house):
    console = table_of(house, jackpot=True)
    before = meter(house).value_cents
    for seat in (2, 3):
        console.must("ante", seat=seat, amount=10_00, also=JACKPOT)
    console.must("no_more_bets")
    assert meter(house).value_cents == before
    console.must("deal")
    assert meter(house).value_cents == before + 2_00  # 20% of two wagers of $5
    assert meter(house).staked_cents == 10_00
    with house.reading() as session:
        act = AuditRow.act == "contribute to meter"
        counted = session.exec(select(AuditRow).where(act)).one()
    assert counted.rules == ["STAR4-2.3", "HOUSE-ATTABLE-3"]
    console.undo()
    assert meter(house).value_cents == before
    console.must("deal")
    assert meter(house).value_cents == before + 2_00


@pytest.mark.rule("STAR4-15.3.1")
def test_a_misdeal_returns_jackpot_wagers_and_reverses_the_meter(house):
    console = dealt(house, jackpot=True, also=JACKPOT)
    before = meter(house)
    assert before.staked_cents == 10_00
    row = done(rule(console, "wrong-hand-count", seat="2", cards="3"))
    assert row.returned == 30_00
    assert meter(house).staked_cents == 0
    assert meter(house).value_cents == 50_000_00
    assert not rows(house, CarriedRow)
    assert pay(console, 2, 15_00).payment_id is None  # ante and jackpot wager


@pytest.mark.rule("CROWN3-11.12", "CROWN3-11.12.2", "HOUSE-ATTABLE-3")
def test_a_misdeal_carries_jackpot_wagers_and_nobody_pays_twice(house):
    also = {"jackpot": 1_00}
    console = dealt(house, "CROWN3", jackpot=True, also=also)
    done(rule(console, "wrong-hand-count", DEPUTY, seat="2", cards="3"))
    assert [(c.seat, c.amount) for c in rows(house, CarriedRow)] == [
        (2, 1_00),
        (3, 1_00),
    ]
    assert meter(house).staked_cents == 2_00
    finish_tasks(house)
    console.open()
    ante_all(console, (2, 3), also=also)
    assert meter(house).staked_cents == 2_00
    assert [e.fate.value for e in rows(house, CarriedEndRow)] == ["played", "played"]


@pytest.mark.rule("CROWN3-11.12.1", "HOUSE-ATTABLE-3")
def test_whoever_leaves_gets_the_carried_wager_back(house):
    also = {"jackpot": 1_00}
    console = dealt(house, "CROWN3", jackpot=True, also=also)
    done(rule(console, "wrong-hand-count", DEPUTY, seat="2", cards="3"))
    finish_tasks(house)
    console.leave(2)
    console.open()
    console.must("ante", seat=3, amount=10_00, also=also)
    console.must("no_more_bets")
    assert cites(console.tap("deal")) == ["CROWN3-11.12.1"]

    def work(session, table):
        [row] = [c for c in carrying.waiting(session, table.pk) if c.seat == 2]
        act = at(3, by=PRIYA)
        return backing.return_carried(session, table, row, "", act, SEAL)

    assert isinstance(at_table(console, work), CarriedEndRow)
    assert meter(house).staked_cents == 1_00
    assert isinstance(console.tap("deal"), Done)


def finish_tasks(db):
    """Say that everything rulings ask for is done."""
    for task in rows(db, RulingTaskRow):
        with db.writing() as session:
            row = queries.one(session, task.ruling_id)
            following.add(session, row, RulingEvent.DONE, task.place, "All 52.", at(2))


def keyed_round(
    house, holes, board, *, folds=(), code="STAR4", console=None, also=None
):
    """A keyed round with these hands, played to its end."""
    seats = tuple(holes)
    if console is None:
        console = table_of(house, "STAR4", seats, cards="keyed", jackpot=True)
    ante_all(console, seats, also=JACKPOT)
    for number, card in enumerate(board):
        for seat in seats:
            if number == 0 and seat in folds:
                console.must("fold", seat=seat)
            elif seat not in folds:
                console.must("bet", seat=seat, amount=10_00)
        if "no_more_bets" in offers(console):
            console.must("no_more_bets")
        if "reveal" in offers(console):
            console.must("reveal", cards=[card])
    for seat in sorted(seats, reverse=True):
        console.must("settle", seat=seat, cards=holes[seat])
    console.must("close")
    return console


@pytest.mark.rule("HOUSE-ATTABLE-4", "STAR4-15.2.9.1", "STAR4-15.1.4")
def test_a_folded_royal_flush_is_claimed_and_confirmed_by_a_supervisor(house):
    holes = {2: ["As", "Ks"], 3: ["2c", "7d"]}
    keyed_round(house, holes, ["Qs", "Js", "Ts"], folds=(2,))
    lines = rows(house, JackpotLineRow)
    assert [(x.seat, x.hand, x.folded) for x in lines] == [
        (3, "high_card", False),
        (2, "royal_flush", True),
    ]
    [claim] = rows(house, MeterClaimRow)
    assert claim.state is ClaimState.WAITING
    won = next(x for x in lines if x.seat == 2)
    assert (won.claim_id, won.award) == (claim.pk, 50_002_00)
    with house.reading() as session:
        act = AuditRow.act == "enter jackpot claim"
        entered = session.exec(select(AuditRow).where(act)).one()
    assert "HOUSE-ATTABLE-4" in entered.rules
    with house.writing() as session:
        held = hold(session, [claim.meter_id])[claim.meter_id]
        mine = session.get_one(MeterClaimRow, claim.pk)
        dealer = claims.confirm(session, held, mine, at(2, by=DEALER))
        assert isinstance(dealer, Refused)
        paid = claims.confirm(session, held, mine, at(2, by=PRIYA))
        assert not isinstance(paid, Refused), paid
    assert meter(house).value_cents == 50_000_00


@pytest.mark.rule("STAR4-15.2.9.4", "STAR4-15.2.8")
def test_other_prizes_are_paid_at_the_table(house):
    holes = {2: ["As", "Ad"], 3: ["Kc", "7d"]}
    keyed_round(house, holes, ["Ac", "Kh", "Ks"])
    found = {x.seat: (x.hand, x.award, x.claim_id) for x in rows(house, JackpotLineRow)}
    assert found == {2: ("full_house", 150_00, None), 3: ("three_of_a_kind", 0, None)}
    assert not rows(house, MeterClaimRow)


@pytest.mark.rule("STAR4-15.2.7", "STAR4-1.1:Loss Limit")
def test_a_jackpot_wager_counts_towards_the_limit(house):
    console = table_of(house, cards="keyed", jackpot=True)
    limited(house, MEI, 500_00)
    brought(console, 2, 0)
    holes = {2: ["9s", "2d"], 3: ["Kc", "7d"]}
    keyed_round(house, holes, ["Ac", "4h", "6s"], console=console)
    found = stands(house, MEI)
    assert (found.at_risk, found.limit.lost_cents) == (0, 45_00)


def back(console, by=PRIYA, seat=2, backer=3):
    """One player backs the box of another."""
    return at_table(console, lambda s, t: backing.back(s, t, seat, backer, bench(by)))


def to_first_decision(console):
    """Deal until somebody must decide, going on from the last action."""
    console.seq = console.read(_last_seq)
    while not step(console):
        pass


def _last_seq(session, table):
    here = books.here(session, table)
    return books.position(session, here.book, here.round, SEAL).seq


def cut(console, seat):
    """Cut the wagers of a player back to the loss limit."""
    return at_table(
        console, lambda s, t: wrong_wagers.cut_back(s, t, seat, bench(DEALER))
    )


@pytest.mark.rule("STAR4-15.2.1.1")
def test_a_jackpot_wager_on_anothers_box(house):
    console = table_of(house, jackpot=True)
    assert cites(back(console)) == ["STAR4-15.2.1.1"]  # the box does not play
    console.must("ante", seat=2, amount=10_00)
    console.must("ante", seat=3, amount=10_00)
    assert cites(back(console, DEALER)) == ["STAR4-15.2.1.1"]
    assert isinstance(back(console), BackedRow)
    assert "STAR4-15.2.1.1" in cites(back(console))
    assert (lies(house, MEI), lies(house, ARJUN)) == (10_00, 15_00)


@pytest.mark.rule("STAR4-15.2.1.1")
def test_a_guest_backs_a_box_without_an_ante_of_their_own(house):
    console = table_of(house, jackpot=True)
    console.must("ante", seat=2, amount=10_00)
    assert isinstance(back(console), BackedRow)
    limited(house, ARJUN, 500_00, minutes=1)
    assert stands(house, ARJUN).at_risk == 5_00


@pytest.mark.rule("STAR4-15.2.1.1", "STAR4-13.2.2")
def test_a_guest_with_a_limit_declares_their_chips_before_backing(house):
    console = table_of(house, jackpot=True)
    limited(house, ARJUN, 500_00)
    console.must("ante", seat=2, amount=10_00)
    assert cites(back(console)) == ["STAR4-13.2.2"]
    brought(console, 3, 100_00)
    assert isinstance(back(console), BackedRow)


@pytest.mark.rule("STAR4-11.17", "STAR4-15.2.1.1")
def test_a_backed_jackpot_wager_is_no_part_of_its_owners_limit(house):
    console = table_of(house, jackpot=True)
    limited(house, MEI, 500_00)
    brought(console, 2, 0)
    console.must("ante", seat=2, amount=10_00)
    assert isinstance(back(console), BackedRow)
    to_first_decision(console)
    limited(house, MEI, 10_00, minutes=1)
    assert cites(cut(console, 2)) == ["STAR4-11.17"]  # $10 is within the limit
    limited(house, MEI, 8_00, minutes=2)
    row = done(cut(console, 2))
    assert (row.returned, row.moves[0]["also"]) == (2_00, {"ante": 8_00})


@pytest.mark.rule("STAR4-11.17", "STAR4-15.2.1.1")
@pytest.mark.parametrize("anted", [False, True])
def test_a_backed_jackpot_wager_is_cut_back_to_its_backers_limit(house, anted):
    console = table_of(house, jackpot=True)
    if anted:
        console.must("ante", seat=3, amount=10_00)
    console.must("ante", seat=2, amount=10_00)
    assert isinstance(back(console), BackedRow)
    to_first_decision(console)
    limited(house, ARJUN, 10_00 * anted + 1, minutes=1)
    row = done(cut(console, 3))
    assert row.returned == 4_99
    assert [(m["seat"], m["also"]) for m in row.moves] == [(2, {"jackpot": 1})]
    assert stands(house, ARJUN).at_risk == 10_00 * anted + 1


@pytest.mark.rule("HOUSE-ATTABLE-3")
def test_a_recorder_that_fails_keeps_the_first_card(house):
    console = table_of(house, jackpot=True)
    console.must("ante", seat=2, amount=10_00, also=JACKPOT)
    console.must("no_more_bets")
    with house.writing() as session:
        session.exec(select(MeterTableRow)).one().display_works = False
    assert isinstance(console.tap("deal"), Refused)


@pytest.mark.rule("STAR4-15.2.13", "HOUSE-METERS-16")
def test_claims_of_two_tables_stand_in_the_order_they_were_keyed(house):
    holes = {2: ["As", "Ks"], 3: ["2c", "7d"]}
    open_table(house, "STAR4", number=5)
    open_table(house, "STAR4", number=4)
    with house.writing() as session:
        meters.opened(session, meters.STAR, (4, 5), at=at(-30))
    consoles = []
    for number, names in ((4, NAMES[:2]), (5, NAMES[2:])):
        console = Console(house, number, at(by=DEALER))
        seat_all(console, (2, 3), names)
        assert not isinstance(console.open(options={"cards": "keyed"}), Refused)
        keyed_round(house, holes, ["Qs", "Js", "Ts"], console=console)
        consoles.append(console)
    first, second = rows(house, MeterClaimRow)
    with house.writing() as session:
        held = hold(session, [first.meter_id])[first.meter_id]
        late = session.get_one(MeterClaimRow, second.pk)
        refused = claims.confirm(session, held, late, at(2, by=RUTH))
    assert "HOUSE-METERS-16" in cites(refused)


# What was paid.


def pay(console, seat, cents):
    def work(session, table):
        row = books.numbered(session, books.REAL, table, console.round)
        return paying.key_paid(session, table, row, seat, cents, at(4, by=DEALER))

    return at_table(console, work)


@pytest.mark.rule("HOUSE-ATTABLE-2", "STAR4-11.13")
def test_a_difference_opens_an_entry_of_the_register(house):
    holes = {2: ["As", "Ad"], 3: ["Kc", "7d"]}
    console = keyed_round(house, holes, ["Ac", "Kh", "Ks"])
    row = pay(console, 2, 500_00)
    assert isinstance(row, PaidRow)
    # A full house pays 10 to 1 on four wagers of $10, and $150 for the jackpot.
    assert row.due == 40_00 + 400_00 + 150_00
    [entry] = rows(house, PaymentRow)
    assert (entry.paid_cents, entry.due_cents) == (500_00, 590_00)
    assert (entry.table_number, entry.pk) == (4, row.payment_id)
    assert entry.patron_id == row.patron_id is not None
    assert cites(pay(console, 2, 590_00)) == ["HOUSE-ATTABLE-2"]


@pytest.mark.rule("HOUSE-ATTABLE-2")
def test_what_is_right_opens_nothing(house):
    holes = {2: ["As", "Ad"], 3: ["Kc", "7d"]}
    console = keyed_round(house, holes, ["Ac", "Kh", "Ks"])
    assert pay(console, 2, 590_00).payment_id is None
    assert not rows(house, PaymentRow)
    assert cites(pay(console, 6, 1)) == ["HOUSE-ATTABLE-2"]
    assert cites(pay(console, 3, -1)) == ["HOUSE-ATTABLE-2"]
    assert cites(pay(console, 3, 10**12)) == ["HOUSE-ATTABLE-2"]


@pytest.mark.rule("HOUSE-ATTABLE-2")
def test_nothing_is_paid_before_the_round_is_settled(house):
    console = dealt(house)
    assert cites(pay(console, 2, 1)) == ["HOUSE-ATTABLE-2"]
