"""A deck may be verified by a checking device, and the record says so."""

import pytest
from sqlmodel import select

from house.audit.models import AuditRow
from house.floor.decks import services as decks
from house.floor.decks.services import Checked
from house.floor.tables import services
from tests.house.decks_cast import closed_table
from tests.house.floor_cast import at


@pytest.mark.rule("NSW3-1.1:Deck-Checking Device", "STAR4-1.1:Deck-Checking Device")
@pytest.mark.parametrize("code", ["NSW3", "STAR4"])
@pytest.mark.parametrize(
    ("by", "cited"), [("a checking device", True), ("hand", False)]
)
def test_a_checking_device_is_a_way_to_check_a_deck(db, code, by, cited):
    closed_table(db, code)
    with db.writing() as session:
        table = services.get(session, 4)
        row = decks.check(session, table, Checked(by=by), at(1), "checked")
        assert row.figures["by"] == by
        noted = select(AuditRow).where(AuditRow.act == "cards: check")
        rules = session.exec(noted.order_by(AuditRow.number)).all()[-1].rules
        assert (f"{code}-1.1:Deck-Checking Device" in rules) is cited
