"""A live hand is seen by its player alone: on one phone, while they sit there."""

import json
import re

import pytest
from sqlmodel import select

from game.cards import show
from house.audit.models import AuditRow
from house.floor.rounds import book as books
from house.floor.rounds import practice, seat_screens
from house.floor.rounds.models import SeatScreenRow
from house.floor.tables import shutting
from house.people.roles import Role
from rulebook import Refused
from tests.house.floor_cast import at, clock_shows, open_table
from tests.house.floor_cast import do as act_on
from tests.house.rounds_cast import SEAL, Console
from tests.house.seat_cast import DEALER, HAND, address, make, opened, phone_at
from tests.house.test_console import OPTIONS, deal, hands, names

SCREENS = "/desk/tables/4/console/screens"
RULES = ("HOUSE-CONSOLE-12", "HOUSE-CONSOLE-13")


@pytest.fixture
def desk(db, sign_in):
    """The dealer who opened the round of table 4, with two players there."""
    with clock_shows():
        open_table(db, "CROWN3")
        console = Console(db, act=at(by=DEALER))
        console.sit(2, 3)
        assert not isinstance(console.open(**OPTIONS), Refused)
        yield sign_in(Role.DEALER), console


def codes(console) -> set[str]:
    """The hole cards of every hand as the game writes them, `"Kd"`."""

    def work(session, table):
        row = books.here(session, table).round
        state = books.position(session, books.REAL, row, SEAL).state
        return {show((card,)) for box in state.boxes for card in box.hole}

    return console.read(work)


def tells(page: str, cards: set[str]) -> bool:
    """Whether a page tells a card of a hand, in words or in code."""
    return bool(names(page) or cards & set(re.findall(r'"([2-9TJQKA][cdhs])"', page)))


def kept(db, act):
    """What the record holds of an act."""
    with db.reading() as session:
        found = session.exec(select(AuditRow).where(AuditRow.act == act)).all()
        return list(found)


@pytest.mark.rule("HOUSE-CONSOLE-7", *RULES)
def test_a_players_phone_shows_their_own_hand_and_no_other_does(desk, app):
    dealer, console = desk
    where = address(dealer, 2)
    phone = opened(app, where)
    deal(console)
    held = hands(console)
    for page in (HAND, f"{HAND}/now"):
        assert names(phone.get(page).text) == held[2]
    assert phone.post(where).status_code == 303  # sent twice, done once
    another = app.test_client()
    assert another.get(where).status_code == 404
    another.set_cookie("seat", "x" * 32)
    assert another.post(where).status_code == 404
    assert another.get(HAND).status_code == 410


@pytest.mark.rule("HOUSE-ACCESS-21", "HOUSE-CONSOLE-12")
@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.DEALER, 403),
        (Role.SUPERVISOR, 403),
        (Role.COMPLIANCE, 403),
        (Role.INSPECTOR, 403),
        (Role.DIRECTOR, 200),
    ],
)
def test_only_whoever_runs_the_table_makes_a_screen(desk, db, sign_in, role, status):
    _, console = desk
    deal(console)
    other = sign_in(role, username="somebody-else")
    assert make(other, 2).status_code == status
    with db.reading() as session:
        assert len(session.exec(select(SeatScreenRow)).all()) == (status == 200)


@pytest.mark.rule("HOUSE-CONSOLE-12")
def test_a_dealer_of_an_earlier_opening_runs_the_table_no_longer(desk, db):
    dealer, console = desk
    assert make(dealer, 2).status_code == 200
    console._in_table(lambda s, t: setattr(t, "opened_at", at(1).now))
    assert make(dealer, 2).status_code == 403


@pytest.mark.rule("HOUSE-CONSOLE-12")
@pytest.mark.parametrize("seat", ["0", "1", "99", "x", "-1", ""])
def test_where_nobody_sits_there_is_nothing_to_show(desk, seat):
    answer = make(desk[0], seat)
    assert answer.status_code == 409
    assert "HOUSE-CONSOLE-12" in answer.text


@pytest.mark.rule("HOUSE-CONSOLE-13")
@pytest.mark.parametrize(("seconds", "status"), [(599, 200), (600, 404)])
def test_an_address_that_nobody_opens_lapses(desk, app, seconds, status):
    where = address(desk[0], 2)
    with clock_shows(0, seconds):
        assert app.test_client().get(where).status_code == status


def leave(console, db):
    console.leave(2)


def close(console, db):
    assert not isinstance(act_on(db, 4, shutting.close, at(1), nobody=True), Refused)


def replaced(console, db):
    console._in_table(lambda s, t: seat_screens.give(s, t, 2, at(1)))


def by_hand(console, db):
    console._in_table(
        lambda s, t: [
            seat_screens.end(s, t, each.pk, at(1)) for each in seat_screens.of(s, t)
        ]
    )


@pytest.mark.rule("HOUSE-CONSOLE-12")
@pytest.mark.parametrize("end", [leave, close, replaced, by_hand])
def test_a_screen_ends_with_its_sitting_on_the_record(desk, db, end):
    dealer, console = desk
    phone = phone_at(dealer, 2)
    assert phone.get(HAND).status_code == 200
    end(console, db)
    assert phone.get(HAND).status_code == 410
    assert phone.get(f"{HAND}/now").status_code == 410
    [made, *_] = kept(db, "make seat screen")
    [ended] = kept(db, "end seat screen")
    assert made.after["seat"] == ended.after["seat"] == 2


@pytest.mark.rule("HOUSE-CONSOLE-12")
def test_practice_that_is_thrown_away_takes_its_screens_along(db, sign_in):
    with clock_shows():
        open_table(db, "CROWN3")
        act_on(db, 4, shutting.close, at(), nobody=True)
        console = Console(db, act=at(by=DEALER))
        console.sit(2, 3)
        assert not isinstance(console.open(practice=True, **OPTIONS), Refused)
        phone = phone_at(sign_in(Role.DEALER), 2)
        assert "Practice" in phone.get(HAND).text
        console._in_table(lambda s, t: practice.purge(s, t, at(1)))
        assert phone.get(HAND).status_code == 410


@pytest.mark.rule(*RULES)
def test_no_address_is_kept_anywhere(desk, db):
    dealer, _ = desk
    secret = address(dealer, 2).rpartition("/")[2]
    assert secret not in dealer.get(SCREENS).text
    with db.engine.connect() as connection:
        kept_rows = connection.exec_driver_sql("SELECT * FROM seat_screen").all()
        record = connection.exec_driver_sql("SELECT * FROM audit").all()
    assert kept_rows
    assert secret not in f"{kept_rows}{record}"


def every_page(app, **blanks):
    """The address of every page of a table, its screens and the record."""
    rooms = {"play", "audit", "displays", "deadlines"}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            about = rule.endpoint.partition(".")[0] in rooms or rule.arguments
            fits = "GET" in rule.methods and rule.arguments <= blanks.keys()
            if about and fits and not rule.rule.endswith(".pdf"):
                yield rule.build(blanks, append_unknown=False)[1]


@pytest.mark.rule("HOUSE-CONSOLE-8", *RULES)
def test_no_address_leads_others_to_a_live_hand(desk, app, sign_in, db):
    """Another table's dealer, compliance, a former player: every page they can ask."""
    dealer, console = desk
    former, seen = phone_at(dealer, 2), address(dealer, 3)
    console.leave(2)
    console.sit(2, names=["Liam O’Rourke"])
    phones = {2: phone_at(dealer, 2), 3: opened(app, seen)}
    deal(console)
    held, cards = hands(console), codes(console)
    assert len(cards) == 4
    for seat, phone in phones.items():
        assert names(phone.get(HAND).text) == held[seat]
    others = [
        sign_in(Role.DEALER, username="of-another-table"),
        sign_in(Role.COMPLIANCE),
        former,
    ]
    pages = set(every_page(app, number=4, round=1, token="x", secret=seen[11:]))
    assert f"{SCREENS[:-8]}/rounds/1" in pages
    for one in others:
        for page in sorted(pages | {seen, "/desk/tables/4/rounds/1/replay?seat=2"}):
            answer = one.get(page)
            assert not tells(answer.text, cards), (page, json.dumps(answer.text)[:300])
