"""People at a live table: who may leave, who is asked to, who is told what."""

import pytest

from house.floor.at_table import idling
from house.floor.at_table.models import VacateRow
from house.floor.console import screens
from house.floor.rounds import book as books
from house.floor.rounds.models import RoundRow
from house.floor.rulings import directions
from house.people.roles import Role
from rulebook import Refused
from tests.house.at_table_cast import rows
from tests.house.floor_cast import at, clock_shows
from tests.house.rounds_cast import key
from tests.house.seat_cast import HAND, phone_in
from tests.house.topics_cast import proving


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


def idle_now(session, table):
    """Whoever may be asked for their seat, of those who sit at the table."""
    return idling.idle(session, table, books.seats(session, books.REAL, table))


def cites(verdict):
    """The rules under which something was refused."""
    assert isinstance(verdict, Refused), verdict
    return [refusal.cite.id for refusal in verdict.refusals]


@pytest.mark.rule("MASS-6(e)")
def test_whoever_holds_cards_stays_until_the_round_is_over(floor):
    table = floor.table("MASS", (1, 3, 5))
    table.antes(seats=(1, 3))
    assert not isinstance(table.leave(5), Refused)  # without a wager
    table.deal_out()
    floor.saw(*cites(table.leave(1)))
    assert floor.seen_on_record("leave seat").verdict == "refused"
    table.bet_all({1: "fold", 3: "fold"})
    assert cites(table.leave(1)) == ["MASS-6(e)"]  # a folded player received cards too
    table.must("close")
    assert not isinstance(table.leave(1), Refused)


def test_where_the_document_is_silent_a_player_may_leave_with_cards_out(floor):
    table = floor.table("CROWN3")
    table.antes()
    table.deal_out()
    assert not isinstance(table.leave(1), Refused)


# Directions of a supervisor, shown where they must be followed.


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(c, marks=pytest.mark.rule(f"{c}-11.10.1", f"{c}-11.10.3"))
        for c in ("NSW3", "STAR4")
    ],
)
def test_a_direction_stands_at_the_table_while_it_concerns_somebody(floor, code):
    table = floor.table(code)
    table.antes()
    table.deal_out()
    suspects = {"seats": ["1"], "chosen": ["act first", "English only"]}
    row = table.ruled("collusion", f"{code}-11.10.1", **suspects)
    found = table.read(directions.holding)
    assert [(one.says, one.seats, one.ruling_id) for one in found] == [
        ("Seat 1 to act first, before others lift their cards.", (1,), row.pk),
        ("English only at this table.", (1,), row.pk),
    ]
    assert [one.is_for_all for one in found] == [False, True]
    floor.saw(*(one.rule_id for one in found))
    table.bet_all({1: "fold", 3: "fold"})
    table.must("close")
    table.leave(1)
    assert table.read(directions.holding) == ()


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(c, marks=pytest.mark.rule(f"{c}-11.10.1"))
        for c in ("NSW3", "STAR4")
    ],
)
def test_whoever_acts_first_does_so_in_later_rounds_until_they_leave(floor, code):
    table = floor.table(code)
    table.antes()
    table.deal_out()
    suspect = {"seats": ["3"], "chosen": ["act first"]}
    row = table.ruled("collusion", f"{code}-11.10.1", **suspect)
    for seat in (3, 1):
        table.must("fold", seat=seat)
    table.must("close")
    table.waits(row, f"{code}-11.10.1")
    while "bet" not in (found := {offer.act for offer in table.offers}):
        table.must("deal" if "deal" in found else "bet_or_fold")
    table.refused("fold", f"{code}-11.10.1", seat=1)
    table.refused("bet", f"{code}-11.10.1", seat=1, amount=10_00)
    table.must("bet", seat=3, amount=10_00)
    table.must("bet", seat=1, amount=10_00)
    table.must("reveal", cards=["2c"])
    table.refused("fold", f"{code}-11.10.1", seat=1)  # on every street
    for seat in (3, 1):
        table.must("fold", seat=seat)
    table.must("close")
    table.leave(3)
    assert table.read(directions.holding) == ()


@pytest.mark.rule("STAR4-11.10.3")
def test_english_only_is_said_on_every_page_of_the_table(floor, sign_in):
    table = floor.table("STAR4")
    table.antes()
    table.deal_out()
    table.ruled(
        "collusion", "STAR4-11.10.3", seats=["3"], chosen=["English only", "act first"]
    )
    room = table._in_table(lambda s, t: screens.give(s, t, at()))
    table._in_table(lambda s, t: [phone_in(s, t, seat) for seat in (1, 3)])
    with clock_shows(2):
        client = sign_in(Role.DIRECTOR)
        pages = [
            client.get("/desk/tables/4").text,
            client.get("/desk/tables/4/console").text,
            client.get(f"/play/{room.token}").text,
        ]
        for seat in (1, 3):
            client.set_cookie("seat", f"phone-{seat}")
            pages.append(client.get(HAND).text)
    assert all("English only at this table." in page for page in pages)
    first = ["to act first" in page for page in pages]
    assert first == [True, True, False, False, True]  # staff, and whom it concerns


SITS_OUT = {"CROWN3": "CROWN3-13.8", "NSW3": "NSW3-13.9", "STAR4": "STAR4-13.14"}


def ask_to_vacate(table, seat, key_=None):
    """Ask a player for the seat."""

    def work(session, row):
        return idling.ask(session, row, seat, key_ or key(), at(2))

    return table._in_table(work)


def folded_rounds(table, count):
    """Rounds in which all but the last seat bet and fold."""
    for number in range(count):
        if number:
            table.next_round()
        seats = table.seats[:-1]
        table.antes(seats=seats)
        table.deal_out()
        table.bet_all(dict.fromkeys(seats, "fold"))
        table.must("close")


@pytest.mark.parametrize(
    "code",
    [pytest.param(c, marks=pytest.mark.rule(r)) for c, r in SITS_OUT.items()],
)
def test_whoever_sits_out_three_rounds_at_a_full_table_is_asked_to_go(floor, code):
    table = floor.table(code, tuple(range(1, 7)))
    folded_rounds(table, 2)
    assert cites(ask_to_vacate(table, 6)) == [SITS_OUT[code]]
    table.next_round()
    folded_rounds(table, 1)
    found = table.read(idle_now)
    assert {seat: one.rounds for seat, one in found.items()} == {6: 3}
    assert cites(ask_to_vacate(table, 5)) == [SITS_OUT[code]]
    again = key()
    first, second = ask_to_vacate(table, 6, again), ask_to_vacate(table, 6, again)
    assert first.id == second.id
    [asked] = rows(table.db, VacateRow)
    assert (asked.idle_rounds, asked.rule_id) == (3, SITS_OUT[code])
    floor.seen_on_record("ask to vacate")
    assert table.read(idle_now)[6].asked is not None
    table.leave(2)
    assert table.read(idle_now) == {}
    assert cites(ask_to_vacate(table, 6)) == [SITS_OUT[code]]  # a seat is free


def test_whoever_bets_again_is_not_asked(floor):
    table = floor.table("CROWN3", tuple(range(1, 7)))
    folded_rounds(table, 3)
    table.next_round()
    table.antes(seats=(6,))
    assert table.read(idle_now) == {}
    assert len(rows(table.db, RoundRow)) == 4


def test_a_document_without_such_a_rule_asks_nobody(floor):
    table = floor.table("MASS", (1, 2))
    assert cites(ask_to_vacate(table, 1)) == ["HOUSE-ROUNDS-5"]
