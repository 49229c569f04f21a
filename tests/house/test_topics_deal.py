"""The deal at a live table: calls, order, places and who may look, device by device."""

from dataclasses import replace

import pytest

from house.floor.rounds import book as books
from house.floor.rounds import decks
from house.people.roles import Role
from tests.house.at_table_cast import DEPUTY, PRIYA, RUTH
from tests.house.floor_cast import at
from tests.house.rounds_cast import SEAL
from tests.house.test_tables import FORM, sent
from tests.house.topics_cast import proving

HIDDEN = [None, None]


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


def deck(table):
    """The sealed deck of the round, in the order in which it is dealt."""

    def work(session, row):
        found = books.numbered(session, books.REAL, row, table.round)
        return tuple(decks.cards(found, SEAL))

    return table.read(work)


def places(table):
    """The rules under which the cards of the round lie where they lie."""
    found = table.state.places
    table.floor.saw(*(place.cite.id for place in found))
    return found


def holes(table):
    """The hole cards of each box."""
    return {box.seat: box.hole for box in table.state.boxes}


def looks(table, seat):
    """What a seat sees of its own cards."""
    return {s["seat"]: s["cards"] for s in table.shown(seat)["seats"]}[seat]


def in_passes(cards, seats):
    """Two cards to a box, one in each pass."""
    return {s: (cards[n], cards[n + len(seats)]) for n, s in enumerate(seats)}


def in_pairs(cards, seats):
    """Two cards to a box at once."""
    return {s: tuple(cards[2 * n : 2 * n + 2]) for n, s in enumerate(seats)}


SEATS = (1, 3, 5)


@pytest.mark.parametrize(
    ("code", "device", "first", "passes"),
    [
        pytest.param(
            "CROWN3",
            "shuffler",
            True,
            in_pairs,
            marks=pytest.mark.rule(
                "CROWN3-7.1",
                "CROWN3-7.3.1",
                "CROWN3-7.3.2",
                "CROWN3-7.3.2(a)",
            ),
        ),
        pytest.param(
            "CROWN3",
            "shoe",
            False,
            in_passes,
            marks=pytest.mark.rule(
                "CROWN3-7.3.1", "CROWN3-7.3.2", "CROWN3-7.3.2(a)", "CROWN3-7.3.2(b)"
            ),
        ),
        pytest.param(
            "MASS",
            "shoe",
            False,
            in_pairs,
            marks=pytest.mark.rule(
                "MASS-4(c)(2)", "MASS-7(d)", "MASS-7(d)(1)", "MASS-7(d)(2)"
            ),
        ),
        pytest.param(
            "MASS",
            "shuffler",
            False,
            in_pairs,
            marks=pytest.mark.rule("MASS-4(c)(2)", "MASS-9(c)", "MASS-9(d)"),
        ),
        pytest.param(
            "NSW3",
            "shuffler",
            True,
            in_pairs,
            marks=pytest.mark.rule(
                "NSW3-3.6",
                "NSW3-7.1",
                "NSW3-7.3",
                "NSW3-7.3.1",
                "NSW3-7.3.2",
                "NSW3-7.3.3",
            ),
        ),
        pytest.param(
            "STAR4",
            "shuffler",
            True,
            in_pairs,
            marks=pytest.mark.rule(
                "STAR4-3.6",
                "STAR4-7.1",
                "STAR4-7.3",
                "STAR4-7.3.1",
                "STAR4-7.3.2",
                "STAR4-7.3.3",
            ),
        ),
        pytest.param(
            "NSW3",
            "shoe",
            None,  # the community cards come only as the streets are reached
            in_passes,
            marks=pytest.mark.rule(
                "NSW3-3.6", "NSW3-7.1", "NSW3-7.2", "NSW3-7.2.1", "NSW3-7.2.2"
            ),
        ),
        pytest.param(
            "STAR4",
            "shoe",
            None,
            in_passes,
            marks=pytest.mark.rule(
                "STAR4-3.6", "STAR4-7.1", "STAR4-7.2", "STAR4-7.2.1", "STAR4-7.2.2"
            ),
        ),
    ],
)
def test_cards_go_clockwise_to_staked_boxes_as_the_device_deals(
    floor, code, device, first, passes
):
    table = floor.table(code, (*SEATS, 2), device=device, cards="dealt")
    table.refused("deal", "HOUSE-CONSOLE-1", device="hand")
    for seat in reversed(SEATS):  # whoever antes first is dealt to in turn all the same
        table.must("ante", seat=seat, amount=10_00)
    table.deal_out()
    cards, now = deck(table), table.state
    laid = places(table)
    to_hands = cards[3:] if first else cards
    clockwise = holes(table) == passes(to_hands, SEATS)
    order = list(dict.fromkeys(p.seat for p in laid if p.seat))
    floor.holds(clockwise and order == list(SEATS), *CLOCKWISE[code])
    assert now.box(2) is None  # nobody staked there
    on_board = {True: cards[:3], False: cards[6:9], None: ()}[first]
    floor.holds(now.community == on_board, *BOARD[code, device])
    floor.holds(table.state.setup.device == device, *DEVICE[code])


CLOCKWISE = {
    "CROWN3": ("CROWN3-7.3.2",),
    "MASS": ("MASS-7(d)",),
    "NSW3": ("NSW3-7.1",),
    "STAR4": ("STAR4-7.1",),
}
BOARD = {
    ("CROWN3", "shuffler"): ("CROWN3-7.3.1",),
    ("CROWN3", "shoe"): ("CROWN3-7.3.1",),
    ("MASS", "shoe"): ("MASS-7(d)(2)",),
    ("MASS", "shuffler"): ("MASS-9(d)",),
    # Of a stack the first card out lies at the bottom and is the card of 3rd street.
    ("NSW3", "shuffler"): ("NSW3-7.3", "NSW3-7.3.1", "NSW3-7.3.2"),
    ("STAR4", "shuffler"): ("STAR4-7.3", "STAR4-7.3.1", "STAR4-7.3.2"),
    ("NSW3", "shoe"): ("NSW3-7.2",),
    ("STAR4", "shoe"): ("STAR4-7.2",),
}
DEVICE = {
    "CROWN3": ("CROWN3-7.1",),
    "MASS": ("MASS-4(c)(2)",),
    "NSW3": ("NSW3-3.6",),
    "STAR4": ("STAR4-3.6",),
}


@pytest.mark.rule("CROWN3-7.3.1", "CROWN3-7.3.2(a)", "CROWN3-7.3.2(b)")
def test_at_crown_the_table_says_how_its_device_deals(floor):
    shape = {"community_first": False, "at_once": 1}
    table = floor.table("CROWN3", SEATS, cards="dealt", **shape)
    table.antes()
    table.deal_out()
    cards = deck(table)
    assert {"CROWN3-7.3.2(a)", "CROWN3-7.3.2(b)"} <= {p.cite.id for p in places(table)}
    assert holes(table) == in_passes(cards, SEATS)
    floor.holds(table.state.community == cards[6:9], "CROWN3-7.3.1")


@pytest.mark.rule("MASS-8(a)")
def test_the_house_says_whether_its_dealers_deal_from_the_hand(floor, app, sign_in):
    client = sign_in(Role.DIRECTOR)
    form = FORM | {"rulebook": "MASS", "maximum_cents": "500", "device": "hand"}
    usual = app.extensions["config"]
    app.extensions["config"] = replace(usual, from_hand=False)
    refused = client.post("/desk/tables/new", data=sent(**form))
    app.extensions["config"] = usual
    floor.holds("MASS-8(a)" in refused.text, "MASS-8(a)")
    assert client.post("/desk/tables/new", data=sent(**form)).status_code == 303


@pytest.mark.parametrize(
    ("rule", "code", "device"),
    [
        ("CROWN3-7.2", "CROWN3", "shuffler"),
        ("MASS-7(b)", "MASS", "shoe"),
        ("MASS-9(b)(2)", "MASS", "shuffler"),
        ("VIC99-N25-7.1", "VIC99", "shuffler"),
    ],
)
def test_betting_is_called_closed_before_the_first_card(floor, rule, code, device):
    table = floor.table(code, SEATS, device=device)
    table.antes(seats=(1, 3))
    table.refused("deal", rule)
    assert table.offer("deal") is None
    assert table.offer("no_more_bets").cite.id == rule
    table.must("no_more_bets")
    table.refused("ante", rule, seat=5, amount=10_00)
    table.must("deal")


@pytest.mark.parametrize(
    ("rule", "code"), [("NSW3-7.1", "NSW3"), ("STAR4-7.1", "STAR4")]
)
def test_elsewhere_the_call_is_a_choice(floor, rule, code):
    table = floor.table(code, SEATS)
    table.antes(seats=(1, 3))
    assert table.offer("no_more_bets").cite.id == rule
    table.must("no_more_bets")
    table.refused("ante", rule, seat=5, amount=10_00)
    table.must("deal")


@pytest.mark.rule("MASS-7(b)")
def test_in_massachusetts_each_community_card_waits_for_a_call_of_its_own(floor):
    table = floor.table("MASS")
    table.antes()
    table.deal_out()
    for card in ("2c", "7d", "9h"):
        for seat in table.seats:
            table.must("bet", seat=seat, amount=10_00)
        table.refused("reveal", "MASS-7(b)", cards=[card])
        table.must("no_more_bets")
        table.must("reveal", cards=[card])


@pytest.mark.parametrize(
    ("rule", "code", "device"),
    [
        ("CROWN3-7.4.1", "CROWN3", "shuffler"),
        ("MASS-7(d)(3)", "MASS", "shoe"),
        ("MASS-9(c)", "MASS", "shuffler"),
        ("NSW3-7.3.4", "NSW3", "shuffler"),
        ("NSW3-7.2.3", "NSW3", "shoe"),
        ("STAR4-7.3.4", "STAR4", "shuffler"),
        ("STAR4-7.2.3", "STAR4", "shoe"),
    ],
)
def test_players_look_once_every_hole_card_is_out(floor, rule, code, device):
    table = floor.table(code, device=device, cards="dealt")
    table.antes()
    table.refused("bet", rule, seat=1, amount=10_00)
    if code in {"CROWN3", "MASS"}:
        table.must("no_more_bets")
    table.must("deal")
    if code == "CROWN3":
        floor.holds(looks(table, 1) == HIDDEN, rule)
        table.refused("bet", rule, seat=1, amount=10_00)
        assert table.offer("bet_or_fold").cite.id == "CROWN3-7.4.1"
        table.must("bet_or_fold")
    floor.holds(looks(table, 1) != HIDDEN, rule)
    others = {s["seat"]: s["cards"] for s in table.shown(1)["seats"]}[3]
    room = [s["cards"] for s in table.shown()["seats"]]
    floor.holds(others == HIDDEN and room == [HIDDEN, HIDDEN], rule)


@pytest.mark.parametrize(
    ("code", "reveals"),
    [
        pytest.param(
            "NSW3",
            ("NSW3-7.2.4", "NSW3-7.2.5", "NSW3-7.2.6"),
            marks=pytest.mark.rule("NSW3-7.2.4", "NSW3-7.2.5", "NSW3-7.2.6"),
        ),
        pytest.param(
            "STAR4",
            ("STAR4-7.2.4", "STAR4-7.2.5", "STAR4-7.2.6"),
            marks=pytest.mark.rule("STAR4-7.2.4", "STAR4-7.2.5", "STAR4-7.2.6"),
        ),
    ],
)
def test_from_a_shoe_each_street_card_is_dealt_face_up_after_the_bets(
    floor, code, reveals
):
    table = floor.table(code, device="shoe")
    table.antes()
    table.deal_out()
    for rule, card in zip(reveals, ("2c", "7d", "9h"), strict=True):
        table.must("bet", seat=1, amount=10_00)
        table.refused("deal", rule, cards=[card])
        table.must("bet", seat=3, amount=10_00)
        assert table.offer("deal").cite.id == rule
        table.must("deal", cards=[card])


@pytest.mark.rule("CROWN3-7.3.1(a)")
def test_an_assistant_casino_manager_has_one_card_burnt(floor):
    table = floor.table("CROWN3", device="shoe", cards="dealt")
    table.antes()
    table.must("no_more_bets")
    for low in (PRIYA, DEPUTY):
        table.refused("order_burn", "CROWN3-7.3.1(a)", by=at(by=low))
    table.must("order_burn", by=at(by=RUTH))
    table.must("deal")
    cards, now = deck(table), table.state
    floor.holds(now.burnt == (cards[4],) and now.community == cards[5:8])
    table.refused("order_burn", "CROWN3-7.3.1(a)", by=at(by=RUTH))


@pytest.mark.parametrize(
    ("code", "rule", "again"),
    [
        ("CROWN3", "CROWN3-8.1.1", "CROWN3-8.1"),
        ("MASS", "MASS-10(i)", "MASS-10(i)"),
        pytest.param(
            "NSW3", "NSW3-10.1", "NSW3-10.4", marks=pytest.mark.rule("NSW3-10.4")
        ),
        pytest.param(
            "STAR4", "STAR4-10.1", "STAR4-10.4", marks=pytest.mark.rule("STAR4-10.4")
        ),
        ("VIC99", "VIC99-N25-9.4", "HOUSE-CARIBBEAN-2"),
    ],
)
def test_hands_are_settled_one_by_one_from_the_dealers_right(floor, code, rule, again):
    table = floor.table(code, SEATS)
    table.antes()
    table.deal_out("2c")
    if code == "VIC99":
        for seat in SEATS:
            table.must("bet", seat=seat, amount=20_00)
        table.must("reveal", cards=["2d", "7d", "9h", "As"])
    else:
        for card in ("2c", "7d", "9h"):
            table.street(card, dict.fromkeys(SEATS, 10_00))
    size = 5 if code == "VIC99" else 2
    hands = dict(zip(SEATS, (HANDS[:5], HANDS[5:10], HANDS[10:]), strict=True))
    for seat in reversed(SEATS):
        assert table.offer("settle").seat == seat
        for other in (n for n in SEATS if n < seat):
            table.refused("settle", rule, seat=other, cards=hands[other][:size])
        table.must("settle", seat=seat, cards=hands[seat][:size])
        if seat != SEATS[0]:
            table.refused("settle", again, seat=seat)
    table.must("close")
    assert table.position.game.said(table.state, 5)  # the hand as it was called


HANDS = [rank + suit for suit in "shd" for rank in "346JQ"]  # worth nothing


@pytest.mark.parametrize(
    "device",
    [
        pytest.param(
            "shoe",
            marks=pytest.mark.rule(
                "VIC99-N25-7.2",
                "VIC99-N25-7.2.1",
                "VIC99-N25-7.2.2",
                "VIC99-N25-7.2.3",
            ),
        ),
        pytest.param(
            "shuffler",
            marks=pytest.mark.rule(
                "VIC99-N25-7.3",
                "VIC99-N25-7.3.1",
                "VIC99-N25-7.3.2",
                "VIC99-N25-7.3.3",
            ),
        ),
    ],
)
def test_caribbean_cards_go_round_in_passes_or_in_sets_of_five(floor, device):
    table = floor.table("VIC99", (1, 3), device=device, cards="dealt")
    for seat in (3, 1):
        table.must("ante", seat=seat, amount=10_00)
    table.must("no_more_bets")
    table.must("deal")
    while (offer := table.offer("deal")) is not None:
        floor.saw(offer.cite.id)
        table.must("deal")
    if turn := table.offer("turn_up"):
        table.must(turn.act)
    cards, now = deck(table), table.state
    one, three, dealer = now.box(1).cards, now.box(3).cards, now.dealer
    floor.saw(*(place.cite.id for place in now.places))
    up = [card for card in table.shown()["board"] if card["card"]]
    if device == "shoe":
        floor.holds(
            (one, three, dealer) == (cards[0:15:3], cards[1:15:3], cards[2:15:3]),
            "VIC99-N25-7.2",
        )
        floor.holds(len(up) == 1 and now.table.dealing.up_card.value == 4)
    else:
        floor.holds(
            (one, three, dealer) == (cards[:5], cards[5:10], cards[10:15]),
            "VIC99-N25-7.3",
        )
        floor.holds(len(up) == 1 and now.table.dealing.up_card.value == 0)
