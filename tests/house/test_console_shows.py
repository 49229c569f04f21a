"""What a console and the screens at the seats show because a rule asks for it."""

import re
from html import unescape

import pytest

from house.people.roles import Role
from tests.house.at_table_cast import table_of
from tests.house.floor_cast import clock_shows, open_table
from tests.house.rounds_cast import Console, dealer
from tests.house.seat_cast import HAND, phone_at

HOME = "/desk/tables/4/console"
STAFF = {"CROWN3": "CROWN3-13.1", "NSW3": "NSW3-13.2", "STAR4": "STAR4-13.7"}
ADVICE = {"CROWN3": "CROWN3-13.5", "NSW3": "NSW3-13.6", "STAR4": "STAR4-13.11"}


@pytest.fixture
def tablet(db, sign_in):
    """A table whose cards are keyed, just before its first street."""

    def open_(code, role):
        console = table_of(db, code, cards="keyed")
        for seat in (2, 3):
            console.must("ante", seat=seat, amount=10_00)
        for act in ("no_more_bets", "deal", "bet_or_fold"):
            console.tap(act)
        return console, sign_in(role)

    with clock_shows(1):
        yield open_


def page(client):
    """The console as it reads now."""
    return unescape(client.get(HOME).text)


@pytest.mark.rule("CROWN3-13.5", "NSW3-13.6", "STAR4-13.11")
@pytest.mark.parametrize("code", ADVICE)
def test_whoever_deals_is_told_to_give_no_advice(tablet, code):
    _, client = tablet(code, Role.DEALER)
    deciding = page(client)
    assert "Say what is allowed, never how to play." in deciding
    assert f">{ADVICE[code]}</a>" in deciding


@pytest.mark.rule("CROWN3-13.1", "NSW3-13.2", "STAR4-13.7")
@pytest.mark.parametrize("code", STAFF)
@pytest.mark.parametrize("role", [Role.DEALER, Role.CASHIER])
def test_which_cards_are_left_is_for_staff_on_duty(tablet, code, role):
    console, client = tablet(code, role)
    for seat in (2, 3):
        console.must("bet", seat=seat, amount=10_00)
    console.tap("no_more_bets")  # the community card is keyed next
    shown = page(client)
    assert ("data-card=" in shown) is (role is Role.DEALER)
    withheld = "Which cards are left is for staff on duty." in shown
    assert withheld is (role is not Role.DEALER)
    assert (f">{STAFF[code]}</a>" in shown) is withheld


@pytest.mark.rule("NSW3-15.2.2", "STAR4-15.2.2")
@pytest.mark.parametrize("code", ["NSW3", "STAR4"])
def test_a_seats_screen_says_whether_its_jackpot_wager_is_in(db, sign_in, code):
    with clock_shows(1):
        console = table_of(db, code, jackpot=True)
        client = sign_in(Role.DIRECTOR)
        phones = {seat: phone_at(client, seat) for seat in (2, 3)}

        def shown(seat):
            return phones[seat].get(HAND).text

        assert "jackpot wager" not in shown(2)  # nobody has put anything down
        console.must("ante", seat=2, amount=10_00, also={"jackpot": 5_00})
        console.must("ante", seat=3, amount=10_00)
        assert f"Your jackpot wager is in. {code}-15.2.2" in shown(2)
        assert f"Your jackpot wager is not in. {code}-15.2.2" in shown(3)


@pytest.mark.rule("MASS-12(e)")
def test_once_the_cards_are_out_the_odds_of_that_many_players_are_shown(db, sign_in):
    with clock_shows(1):
        open_table(db, "MASS")
        console = Console(db, act=dealer(1))
        console.sit(1, 3, 5)
        console.open(options={"cards": "keyed", "cover_all": True})
        client = sign_in(Role.DEALER)
        for seat in (1, 3, 5):
            also = {"cover_all": 5_00}
            console.must("ante", seat=seat, amount=10_00, also=also)
        assert "MASS-12(e)" not in page(client)
        for act in ("no_more_bets", "deal", "bet_or_fold"):
            console.tap(act)
        counted = re.search(r"Cover All, 3 players: (.*?) <", page(client))
        assert "flush 20 to 1, straight 12 to 1" in counted[1]
        console.must("fold", seat=3)
        assert counted[0] in page(client)  # a fold changes nothing


def test_the_settlement_says_where_the_cards_go(db, sign_in):
    with clock_shows(1):
        console = table_of(db, "CROWN3", cards="keyed")
        for seat in (2, 3):
            console.must("ante", seat=seat, amount=10_00)
        for act in ("no_more_bets", "deal", "bet_or_fold"):
            console.tap(act)
        console.must("fold", seat=2)
        shown = page(sign_in(Role.DEALER))
    assert "Cards to the discard rack" in shown
