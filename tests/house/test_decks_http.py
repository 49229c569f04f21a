"""The cards of a table as tablets and pages speak of them."""

import pytest
from sqlmodel import select

from house.audit.models import AuditRow
from house.floor.models import Device
from house.people.roles import Role
from tests.house.floor_cast import clock_shows, open_table
from tests.house.rounds_cast import key
from tests.house.test_patrons import sent
from tests.house.test_tables import FORM

HOME = "/desk/tables/4/rounds"
OPTIONS = {"maximum_payout": 100_000_00, "cards": "keyed"}
READY = {"back": "red", "steps": ["shuffle", "cut"]}


@pytest.fixture
def tablet(db, sign_in):
    """A dealer’s tablet at a table that deals from a shoe."""
    with clock_shows():
        open_table(db, "CROWN3", device=Device.SHOE)
        yield Tablet(sign_in(Role.DEALER))


class Tablet:
    """What a tablet sends, and the rules that an answer names."""

    def __init__(self, client):
        self.client = client

    def post(self, what, **said):
        return self.client.post(f"{HOME}/{what}", json={"key": key()} | said)

    def cards(self, act, **said):
        return self.post("cards", act=act, **said)


def rules(answer, status=409):
    assert answer.status_code == status, answer.text
    return [each["rule"] for each in answer.json["refused"]]


@pytest.mark.rule("CROWN3-4.1.1(a)", "CROWN3-4.2.1")
def test_a_round_opens_with_the_steps_it_asks_for_and_no_others(tablet):
    bare = tablet.post("open", options=OPTIONS)
    assert rules(bare) == ["CROWN3-4.1.1(a)", "CROWN3-4.2.1"]
    uncut = tablet.post("open", options=OPTIONS, deck=READY | {"steps": ["shuffle"]})
    assert rules(uncut) == ["CROWN3-4.2.1"]
    player = tablet.post("open", options=OPTIONS, deck=READY | {"cut_by": "player"})
    assert rules(player) == ["CROWN3-4.2.1"]
    washed = READY | {"steps": ["wash", *READY["steps"]]}
    assert rules(tablet.post("open", options=OPTIONS, deck=washed)) == ["HOUSE-CARDS-1"]
    assert tablet.client.get(f"{HOME}/state").json["round"] is None
    again = {"key": key(), "options": OPTIONS, "deck": READY}
    for _ in range(2):
        assert tablet.client.post(f"{HOME}/open", json=again).json["round"] == 1


@pytest.mark.parametrize(
    "deck",
    [
        "red",
        {"back": "red"},
        {"back": "red", "steps": "cut"},
        {"back": "red", "steps": ["juggle"]},
        {"back": "red", "steps": [["cut"]]},
        {"back": 7, "steps": ["cut"]},
        {"back": "r" * 17, "steps": ["cut"]},
        {"back": "red", "steps": ["cut"], "cut_by": "cat"},
        {"back": "red", "steps": ["cut"], "lifted": -1},
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_done(tablet, deck):
    answer = tablet.post("open", options=OPTIONS, deck=deck)
    assert set(rules(answer, 422)) == {"HOUSE-CONSOLE-1"}
    assert set(rules(tablet.cards("prepare", deck=deck), 422)) == {"HOUSE-CONSOLE-1"}


@pytest.mark.parametrize(
    "said",
    [
        {"act": "juggle"},
        {"act": ""},
        {"act": "put away"},
        {"act": "prepare"},
        {"act": "count", "found": "many"},
        {"act": "count", "found": -1},
        {"act": "check", "missing-red": "1z"},
    ],
)
def test_an_act_that_cannot_be_read_is_refused(tablet, said):
    assert set(rules(tablet.post("cards", **said), 422)) == {"HOUSE-CONSOLE-1"}


@pytest.mark.rule("CROWN3-3.3", "CROWN3-3.4", "CROWN3-4.1.1(b)")
def test_orders_are_for_a_supervisor(tablet, sign_in):
    assert rules(tablet.cards("order count")) == ["CROWN3-3.3"]
    assert rules(tablet.cards("replace")) == ["CROWN3-3.4"]
    ordered = tablet.cards("order shuffle", abnormal=True)
    assert rules(ordered) == ["CROWN3-4.1.1(b)"]
    boss = Tablet(sign_in(Role.DIRECTOR))
    done = boss.cards("order count", reason="Thin deck")
    assert done.json["says"] == "Count ordered"
    assert rules(tablet.post("open", options=OPTIONS, deck=READY)) == ["CROWN3-3.3"]
    counted = tablet.cards("count", found=51, back="red")
    assert counted.json["stands"] == "The deck was sent away."
    assert boss.cards("replace").status_code == 200
    bad = tablet.cards("check", **{"missing-red": "2c, 9H", "extra-red": "joker"})
    assert rules(bad) == ["CROWN3-3.1"] * 2
    assert tablet.cards("check", by_device=True).status_code == 200
    assert tablet.post("open", options=OPTIONS, deck=READY).status_code == 200


@pytest.mark.rule("NSW3-3.8")
@pytest.mark.parametrize(("code", "fits"), [("NSW3", True), ("CROWN3", False)])
def test_an_inspector_orders_a_count_where_the_document_says_so(
    db, sign_in, code, fits
):
    with clock_shows():
        open_table(db, code, device=Device.SHOE)
        inspector = sign_in(Role.INSPECTOR)
        ordered = inspector.post("/desk/tables/4/cards/count", data=sent())
        assert ordered.status_code == (303 if fits else 409)
        page = inspector.get("/desk/tables/4/cards?before=9999999999999999999").text
        assert ("Count ordered" in page) is fits
        shuffle = Tablet(inspector).cards("order shuffle", abnormal=True)
        assert shuffle.status_code == 403


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("NSW3", marks=pytest.mark.rule("NSW3-1.1:Inspector")),
        pytest.param("STAR4", marks=pytest.mark.rule("STAR4-1.1:Inspector")),
    ],
)
def test_an_inspectors_demand_to_verify_cards_is_on_the_record_at_the_table(
    db, sign_in, code
):
    with clock_shows():
        open_table(db, code, device=Device.SHOE)
        boss = sign_in(Role.SUPERVISOR)
        assert f"{code}-1.1:Inspector" in boss.get("/desk/tables/4").text
        asked = {"inspector": "Iris Okafor", "reason": "A bent corner"}
        done = boss.post("/desk/tables/4/cards/count", data=sent(**asked))
        assert done.status_code == 303
        page = boss.get("/desk/tables/4/cards").text
        assert "Count ordered, an inspector demands it: Iris Okafor" in page
    with db.reading() as session:
        mine = select(AuditRow).where(AuditRow.act == "cards: order count")
        (entry,) = session.exec(mine).all()
    assert f"{code}-1.1:Inspector" in entry.rules


@pytest.mark.rule("CROWN3-3.2")
def test_the_page_of_a_table_asks_for_check_and_count(tablet, sign_in):
    boss = sign_in(Role.DIRECTOR)
    page = boss.get("/desk/tables/4").text
    assert "Cards counted" not in page  # nothing was played
    assert boss.post("/desk/tables/4/close", data=sent()).status_code == 303
    assert "One red deck checked" in boss.get("/desk/tables/4").text
    unread = boss.post("/desk/tables/4/open", data=sent(**{"missing-red": "xx"}))
    assert unread.status_code == 409
    assert "HOUSE-CONSOLE-1" in unread.text
    bare = boss.post("/desk/tables/4/open", data=sent())
    assert bare.status_code == 409
    assert "CROWN3-3.2" in bare.text
    opened = boss.post("/desk/tables/4/open", data=sent(checked="1"))
    assert opened.status_code == 303


def test_the_form_of_a_table_knows_its_cards(db, sign_in):
    boss = sign_in(Role.DIRECTOR)
    two = FORM | {"method": "asm", "backs": "red blue", "device": "shoe"}
    made = boss.post("/desk/tables/new", data=sent(**two, machine_counts="y"))
    assert made.status_code == 303, made.text
    assert 'value="red blue"' in boss.get("/desk/tables/4/edit").text
    wrong = boss.post("/desk/tables/new", data=sent(**two | {"method": "csm"}))
    assert "CROWN3-4.1.3" in wrong.text
