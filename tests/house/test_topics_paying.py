"""What winners are paid at a live table: how much, in what, and whether at all."""

import re
from html import unescape

import pytest

from house.floor.at_table import paying
from house.floor.meters import claims
from house.floor.meters.ledger import hold
from house.floor.meters.models import MeterClaimRow
from house.floor.rounds import book as books
from house.people.roles import Role
from tests.house.at_table_cast import RUTH, patron, rows
from tests.house.floor_cast import at, cites, clock_shows
from tests.house.topics_cast import proving
from tests.house.topics_table import PLAYERS

BOARD = ("2c", "7d", "9h")
JACKS = {1: ["Jd", "Jc"], 3: ["5s", "Qc"]}  # a pair of jacks pays evens; nothing


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


def played(table, antes):
    """A round that seat 1 wins with a pair of jacks, each bet the size of its ante."""
    for seat, amount in antes.items():
        table.must("ante", seat=seat, amount=amount)
    table.deal_out()
    for card in BOARD:
        table.street(card, antes)
    return table.finish(JACKS)


@pytest.mark.rule("CROWN3-6.2.3")
@pytest.mark.parametrize(
    ("chip", "paid"), [(5_00, 15_00), (2_50, 12_50), (1_00, 12_00), (None, 12_00)]
)
def test_a_win_off_the_steps_is_paid_up_to_what_chips_can_pay(floor, chip, paid):
    table = floor.table("CROWN3", smallest_chip=chip)
    lines = played(table, {1: 12_00, 3: 12_00})
    for wager in ("ante", "3rd", "4th", "5th"):
        stake, net, cite = lines[1, wager]
        assert (stake, net) == (12_00, paid)
        assert (cite == "CROWN3-6.2.3") == (paid != 12_00)
        assert lines[3, wager][1] == -12_00  # what is lost is collected as it lies
    floor.holds(net == paid, "CROWN3-6.2.3")


@pytest.mark.rule("NSW3-1.1:Casino Promotional Token", "NSW3-5.1")
def test_winnings_of_a_stake_in_tokens_are_paid_in_chips(floor):
    table = floor.table("NSW3")
    table.refused("ante", "NSW3-5.1", seat=1, amount=10_00, medium="cash")
    table.must("ante", seat=1, amount=10_00, medium="casino promotional tokens")
    table.must("ante", seat=3, amount=10_00)
    table.deal_out()
    for card in BOARD:
        table.street(card, {1: 10_00, 3: 10_00})
    table.finish(JACKS)
    found = due(table)
    assert found[3].paid_in is None
    assert found[1].paid_in.value == "chips"
    pay(table, 1, 80_00)
    floor.seen_on_record("key paid")


@pytest.mark.rule("STAR4-1.1:Casino Promotional Token")
def test_a_page_says_what_tokens_win(floor, sign_in):
    table = floor.table("STAR4")
    for seat in (1, 3):
        tokens = {"medium": "casino promotional tokens"}
        table.must("ante", seat=seat, amount=10_00, **tokens)
    table.deal_out()
    table.bet_all({1: "fold", 3: "fold"})
    table.must("close")
    with clock_shows(2):
        page = sign_in(Role.DEALER).get("/desk/tables/4/rounds/1/paid").text
    said = "Staked in casino promotional tokens; winnings in chips"
    floor.holds(page.count(said) == 2, "STAR4-1.1:Casino Promotional Token")


@pytest.mark.rule("VIC99-N25-5.1", "CROWN3-5.1")
def test_where_only_chips_count_the_console_refuses_anything_else(floor, sign_in):
    rules = {4: ("CROWN3", "CROWN3-5.1"), 5: ("VIC99", "VIC99-N25-5.1")}
    for number, (code, rule) in rules.items():
        table = floor.table(code, number=number)
        table.refused("ante", rule, seat=1, amount=10_00, medium="cash")
        table.refused("ante", seat=1, amount=10_00, medium="a spoken bet")
    with clock_shows(2):
        client = sign_in(Role.DEALER)
        pages = [client.get(f"/desk/tables/{number}/console").text for number in rules]
    for page in pages:
        choice = page[page.index("data-medium") :]
        shown = re.findall(r'<option value="([^"]+)"', choice[: choice.index("</sel")])
        assert shown == ["chips", "cash", "a spoken bet", "a spoken bet"]


@pytest.mark.parametrize(
    ("code", "rule"), [("CROWN3", "CROWN3-5.3"), ("VIC99", "VIC99-N25-5.6")]
)
def test_a_spoken_bet_counts_once_it_is_changed_into_chips(floor, sign_in, code, rule):
    table = floor.table(code, number=4)
    spoken = {"seat": 1, "amount": 10_00, "medium": "a spoken bet"}
    table.refused("ante", rule, **spoken)
    with clock_shows(2):
        page = sign_in(Role.DEALER).get("/desk/tables/4/console").text
    assert 'value="a spoken bet" data-changed' in page
    table.must("ante", **spoken, changed=True)


SUITS, ORDER = "No suit is above another", "A K Q J 10 9"
LOWEST, FIVE = "5 4 3 2 A is the lowest straight", "5 cards make the hand"


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        (SUITS, "CROWN3-3.5"),
        (ORDER, "CROWN3-3.5.1"),
        (LOWEST, "CROWN3-3.6.1(e)"),
        (FIVE, "CROWN3-1.1:Community-cards"),
        (SUITS, "MASS-1:Suit"),
        (ORDER, "MASS-1:Rank"),
        (LOWEST, "MASS-5(a)"),
        (FIVE, "MASS-1:Community card"),
        (SUITS, "NSW3-3.3"),
        (ORDER, "NSW3-8.1"),
        (FIVE, "NSW3-1.1:Player’s Hand"),
        (SUITS, "STAR4-3.3"),
        (ORDER, "STAR4-8.1"),
        (FIVE, "STAR4-1.1:Player’s Hand"),
    ],
)
def test_the_price_list_on_the_table_says_how_hands_are_read(
    floor, sign_in, said, rule
):
    floor.table(rule.partition("-")[0], number=4)
    with clock_shows(2):
        page = unescape(sign_in(Role.DEALER).get("/desk/tables/4/console").text)
    notes = re.findall(r"<li>(.*?) <a[^>]*>([^<]+)</a></li>", page)
    floor.holds([each for text, each in notes if text.startswith(said)] == [rule], rule)


def employ(table, name):
    """Somebody works for the house."""
    with table.db.writing() as session:
        patron(session, name).is_employee = True


def due(table):
    """What each seat of the last round is to be paid, and why nothing is."""

    def work(session, row):
        held = books.numbered(session, books.REAL, row, table.round)
        return {one.seat: one for one in paying.due(session, held)}

    return table.read(work)


def pay(table, seat, cents):
    """Key what a seat was paid."""

    def work(session, row):
        held = books.numbered(session, books.REAL, row, table.round)
        return paying.key_paid(session, row, held, seat, cents, at(5))

    return table._in_table(work)


@pytest.mark.rule("STAR4-13.19")
def test_nothing_is_owed_to_an_employee_who_bet(floor):
    table = floor.table("STAR4")
    employ(table, PLAYERS[0])
    played(table, {1: 10_00, 3: 10_00})
    mine = due(table)[1]
    floor.holds((mine.cents, mine.held.id) == (0, "STAR4-13.19"), "STAR4-13.19")
    assert pay(table, 1, 0).payment_id is None
    assert "STAR4-13.19" in floor.seen_on_record("key paid").rules


def test_somebody_else_is_paid_stakes_and_winnings(floor):
    table = floor.table("STAR4")
    played(table, {1: 10_00, 3: 10_00})
    assert (due(table)[1].cents, due(table)[1].held) == (80_00, None)


@pytest.mark.rule("STAR4-13.19")
def test_a_jackpot_claim_of_an_employee_is_held(floor):
    table = floor.table("STAR4", jackpot=True)
    table.antes(also={"jackpot": 5_00})
    table.deal_out()
    for card in ("Th", "Jh", "Qh"):
        table.street(card, {1: 10_00, 3: 10_00})
    table.finish({1: ["Kh", "9h"], 3: ["5s", "Qc"]})
    employ(table, PLAYERS[0])
    [claim] = rows(table.db, MeterClaimRow)

    def confirm(session, row):
        meter = hold(session, [claim.meter_id])[claim.meter_id]
        mine = session.get_one(MeterClaimRow, claim.pk)
        return claims.confirm(session, meter, mine, at(3, by=RUTH))

    verdict = table._in_table(confirm)
    assert cites(verdict) == ["STAR4-13.19"]
    floor.saw(*cites(verdict))
