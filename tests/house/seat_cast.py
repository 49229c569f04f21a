"""A player's phone at a seat: made by whoever runs the table, opened once."""

import re

from house.audit import Actor
from house.floor.rounds import seat_screens
from tests.house.floor_cast import at
from tests.house.rounds_cast import key

DEALER = Actor("dealer", "Dealer", "dealer")
HAND = "/play/seat"


def make(client, seat, number=4):
    """The answer to whoever asks for a screen at a seat."""
    home = f"/desk/tables/{number}/console/seat-screens"
    return client.post(home, data={"seat": str(seat), "_key": key()})


def address(client, seat, number=4):
    """The address that is shown, once, to whoever runs the table."""
    page = make(client, seat, number)
    assert page.status_code == 200, page.text
    return re.search(r"https?://[^/]+(/play/open/[\w-]+)", page.text)[1]


def opened(app, where):
    """A phone that scanned an address and said yes."""
    phone = app.test_client()
    page = phone.get(where)
    assert page.status_code == 200, page.text
    assert phone.post(where).status_code == 303
    return phone


def phone_at(client, seat, number=4):
    """A phone that shows the hand of whoever sits there."""
    return opened(client.application, address(client, seat, number))


def phone_in(session, table, seat):
    """A phone, known by its seat, that shows the hand of whoever sits there."""
    given = seat_screens.give(session, table, seat, at())
    assert seat_screens.open_on(session, given.secret, f"phone-{seat}", at().now)
