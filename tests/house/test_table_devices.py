"""A table deals from a device that is there, approved, and off before another comes."""

from dataclasses import replace

import pytest

from house.floor.decks.services import WHOLE
from house.floor.models import Device, TableRow
from house.floor.rounds import book as books
from house.floor.tables import services
from house.floor.tables.rules import layout_of
from house.people.roles import Role
from rulebook import Refused
from tests.house.decks_cast import KEYED, closed_table, tables
from tests.house.floor_cast import at, do
from tests.house.test_patrons import sent
from tests.house.test_tables import FORM

SHOE, SHUFFLER = Device.SHOE, Device.SHUFFLER
APPROVED = "Order 12, two-card shoe"


def opened(session, table):
    return services.open_table(session, table, at(), cards=WHOLE)


def changed(session, table, **to):
    wanted = replace(layout_of(table), **to)
    return services.change(session, table, table.version, wanted, at())


def cited(verdict):
    assert isinstance(verdict, Refused), verdict
    return [refusal.cite.id for refusal in verdict.refusals]


@pytest.mark.rule("CROWN3-2.3", "HOUSE-FLOOR-9")
@pytest.mark.parametrize(
    ("code", "device", "rule"),
    [
        ("CROWN3", SHOE, "CROWN3-2.3"),
        ("CROWN3", SHUFFLER, "CROWN3-2.3"),
        ("NSW3", SHOE, "HOUSE-FLOOR-9"),
    ],
)
def test_a_table_opens_only_with_what_it_deals_from(db, code, device, rule):
    closed_table(db, code, device)
    assert isinstance(do(db, 4, changed, device_off=True), TableRow)
    assert cited(do(db, 4, opened)) == [rule]
    assert isinstance(do(db, 4, changed, device_off=False), TableRow)
    assert isinstance(do(db, 4, opened), TableRow)


@pytest.mark.rule("MASS-9(a)")
def test_an_automated_shoe_is_used_only_with_its_approval(db):
    closed_table(db, "MASS", SHUFFLER)
    for empty in ("", "  "):
        do(db, 4, changed, device_approval=empty)
        assert cited(do(db, 4, opened)) == ["MASS-9(a)"]
    do(db, 4, changed, device_approval=APPROVED)
    assert isinstance(do(db, 4, opened), TableRow)


@pytest.mark.rule("MASS-9(a)")
def test_a_shoe_needs_no_approval(db):
    closed_table(db, "MASS", SHOE)
    do(db, 4, changed, device_approval="")
    assert isinstance(do(db, 4, opened), TableRow)


@pytest.mark.rule("MASS-14(g)")
@pytest.mark.parametrize(
    ("begins", "to"),
    [
        ({"device": SHUFFLER}, {"device": SHOE}),
        ({"device": SHUFFLER}, {"method": "manual"}),
        ({"device": SHOE, "method": "asm"}, {"method": "manual"}),
    ],
)
def test_a_machine_leaves_before_cards_are_mixed_another_way(db, begins, to):
    closed_table(db, "MASS", **begins)
    assert cited(do(db, 4, changed, **to)) == ["MASS-14(g)"]
    assert isinstance(do(db, 4, changed, device_off=True), TableRow)
    assert isinstance(do(db, 4, changed, **to, device_off=False), TableRow)


@pytest.mark.rule("MASS-14(g)")
@pytest.mark.parametrize(
    ("code", "device", "to"), [("MASS", SHOE, SHUFFLER), ("CROWN3", SHUFFLER, SHOE)]
)
def test_other_devices_change_at_once(db, code, device, to):
    closed_table(db, code, device)
    assert isinstance(do(db, 4, changed, device=to), TableRow)


def test_the_page_of_a_table_has_both_settings(db, sign_in):
    more = {"rulebook": "MASS", "device_off": "y", "device_approval": APPROVED}
    answer = sign_in(Role.DIRECTOR).post("/desk/tables/new", data=sent(**FORM | more))
    assert answer.status_code == 303
    with db.reading() as session:
        table = services.get(session, 4)
    assert (table.device_off, table.device_approval) == (True, APPROVED)


@pytest.mark.rule("CROWN3-1.4.2")
def test_a_wager_is_a_bet_and_an_amount(db):
    console, _ = tables(db, "CROWN3")
    assert not isinstance(console.open(options=KEYED), Refused)
    bare = console.tap("ante", seat=2, amount=10_00, also={"jackpot": 0})
    assert cited(bare) == ["CROWN3-1.4.2"]
    console.tap("ante", seat=2, amount=10_00)

    def staked(session, table):
        row = books.under_way(session, table)
        [action] = books.actions(session, books.REAL, row)
        now = books.position(session, books.REAL, row, None)
        return action.kind, action.data["amount"], now.game.staked(now.state)[2]

    assert console.read(staked) == ("ante", 10_00, {"ante": 10_00})
