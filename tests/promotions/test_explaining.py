"""Each ticket explains itself, to staff on a page."""

import pytest
import time_machine

from house.people.roles import Role
from promotions.rules.earning import Rate, Source, Times, Weekday
from promotions.tickets import explaining, granting, importing
from promotions.tickets.granting import ByHand
from tests.promotions.frozen_cast import NOON, give, ref, running
from tests.promotions.promo_cast import HOUR, act, done, queries, reach

EARNING = {
    "rates": (Rate(Source.PLAY, 10_00, 1),),
    "times": (Times(days=(Weekday.FRIDAY,)),),
    "most_each": 8,
}


@pytest.fixture
def opened(db, tmp_path):
    with db.writing() as session:
        reach(session)
        change = ("entry.earning", EARNING)
        row, people = running(session, "ada", changes=(change,))
    at = NOON.isoformat()
    file = tmp_path / "play.csv"
    file.write_text(f"reference,card,at,play\na,SBADA,{at},2500\nb,SBADA,{at},3000\n")
    done(importing.take(db, row.slug, file, lambda: act(at=NOON)))
    return row, people["ada"]


@pytest.mark.rule("HOUSE-PROMOTION-66")
def test_play_is_explained_by_rate_hours_and_limit_as_it_was_counted(
    db, opened, tmp_path
):
    row, ada = opened
    give(db, row, tmp_path, at=NOON + HOUR, ada=4)
    with db.writing() as session:
        mine = queries.get(session, row.slug, lock=True)
        wish = ByHand("SBADA", 2, "A broken kiosk", "k")
        done(granting.change(session, mine, wish, act(at=NOON + 2 * HOUR)))
    with db.reading() as session:
        refs = explaining.refs_of(session, ada.pk, NOON)
        (held,) = explaining.explained(session, row, refs)
    hand, listed, second, first = held.gifts
    assert held.tickets == 14
    assert [g.tickets for g in held.gifts] == [2, 4, 3, 5]
    said = [text for text, _ in first.why]
    assert said == [
        "$25 wagered at one ticket for every $10 wagered.",
        "It counts 2 times on Fridays.",
    ]
    assert "3 of 6: at most 8 tickets for this draw." in second.why[-1][0]
    assert listed.why[0][0].startswith("Counted by the system that sent it in “")
    assert hand.why[0][0] == "Given by hand: A broken kiosk."


@pytest.mark.rule("HOUSE-PROMOTION-66")
def test_staff_ask_by_card_or_reference_and_see_no_name(db, opened, sign_in):
    row, ada = opened
    path = f"/desk/promotions/{row.slug}/tickets/of"
    with time_machine.travel(NOON, tick=False):
        client = sign_in(Role.MARKETING, now=NOON)
        for who in ("sb ada", ref(ada)):
            page = client.get(path, query_string={"who": who}).text
            assert "a. L. has 8 tickets." in page
            assert "It counts 2 times on Fridays." in page
            assert "Lee" not in page
        assert client.get(path, query_string={"who": "SBX"}).status_code == 404
        assert client.get(path).status_code == 200
