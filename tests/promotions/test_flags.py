"""What stands out while tickets come in, at its boundary; information only."""

import pytest
import time_machine

from house.people.roles import Role
from promotions.rules.flags import Filling, flags
from tests.promotions.frozen_cast import NOON, give, running
from tests.promotions.promo_cast import reach


@pytest.mark.rule("HOUSE-PROMOTION-69")
@pytest.mark.parametrize(
    ("filling", "said"),
    [
        (Filling(1_000, 100, [("h", 200)]), ""),  # 20 times the mean
        (Filling(1_000, 100, [("h", 201)]), "h holds 201 tickets; the mean is 10."),
        (Filling(1_000, 9, [("h", 999)]), ""),  # too few to tell
        (Filling(100, sources={"a": 50, "b": 25, "c": 25}), ""),
        (Filling(100, sources={"a": 51, "b": 25, "c": 24}), "came in “a”."),
        (Filling(100, sources={"a": 99, "b": 1}), ""),
        (Filling(100, hours={str(n): 10 for n in range(10)}), ""),
        (Filling(100, hours={str(n): n == 3 and 51 for n in range(10)}), "from 3;"),
        (Filling(100, hours={str(n): n == 3 and 50 for n in range(10)}), ""),
        (Filling(100, by_hand=2), ""),
        (Filling(100, by_hand=3), "3 tickets of 100 were given by hand."),
        (Filling(100, near_limit=1, limit=50), "1 holder has nine tenths"),
    ],
)
def test_what_stands_out_at_its_boundary(filling, said):
    found = [*flags(filling)]
    assert len(found) == bool(said)
    assert said in "".join(found)


@pytest.mark.rule("HOUSE-PROMOTION-69")
def test_marketing_sees_it_on_the_page_of_tickets(db, sign_in, tmp_path):
    limit = ("entry.earning", {"most_each": 10})
    with db.writing() as session:
        reach(session)
        row, _ = running(session, "ada", "ben", changes=(limit,))
    give(db, row, tmp_path, ada=9, ben=8)
    path = f"/desk/promotions/{row.slug}/tickets"
    with time_machine.travel(NOON, tick=False):
        page = sign_in(Role.MARKETING, now=NOON).get(path).text
    assert "1 holder has nine tenths or more of the limit of 10." in page
    assert "Information only" in page
