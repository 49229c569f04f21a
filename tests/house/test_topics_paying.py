"""What winners are paid at a live table: how much, in what, and whether at all."""

import pytest

from tests.house.topics_cast import proving

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
