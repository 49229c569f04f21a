"""The address a console talks to: JSON in and out, safe to repeat, never guessing."""

import json

import pytest
from sqlalchemy import event
from sqlmodel import select

from game.cards import show
from house.audit.models import AuditRow
from house.floor.rounds import book as books
from house.floor.rounds import decks
from house.floor.rounds.models import ActionRow, LineRow
from house.floor.tables import services as tables
from house.floor.tables import shutting
from house.people.roles import Role
from tests.house.floor_cast import at, clock_shows, do, open_table
from tests.house.rounds_cast import SEAL, key

HOME = "/desk/tables/4/rounds"
OPTIONS = {"maximum_payout": 100_000_00}


@pytest.fixture
def desk(db, sign_in):
    """A dealer’s tablet at an open table."""
    with clock_shows():
        open_table(db, "CROWN3")
        client = sign_in(Role.DEALER)
        yield Tablet(client)


# What a continuous machine does before a round; nobody cuts its cards.
SHUFFLED = {"back": "red", "steps": ["shuffle"]}


class Tablet:
    def __init__(self, client):
        self.client, self.round, self.seq = client, 0, 0

    def post(self, what, **said):
        said = {"key": key()} | said
        answer = self.client.post(f"{HOME}/{what}", json=said)
        if answer.status_code == 200 and "seq" in answer.json:
            self.round = answer.json.get("round", self.round)
            self.seq = answer.json["seq"]
        return answer

    def state(self):
        return self.client.get(f"{HOME}/state").json

    def open(self, dealt="dealt"):
        return self.post("open", dealt=dealt, options=OPTIONS, deck=SHUFFLED)

    def act(self, act, **fields):
        action = {"act": act, **fields}
        return self.post("actions", round=self.round, expected=self.seq, action=action)


def test_a_round_by_tablet_from_the_first_seat_to_the_lines(desk, db):
    assert desk.client.get(f"{HOME}/state").json["round"] is None
    assert desk.post("sit", seat=2, player="Mei-Lin Zhao").json["seats"] == [
        {"seat": 2, "player": "Mei-Lin Zhao", "card": False}
    ]
    opened = desk.open()
    assert opened.status_code == 200, opened.json
    assert opened.json == {"done": 1, "round": 1, "seq": 0, "refused": []}
    offer = next(o for o in desk.state()["offers"] if o["seat"] == 2)
    assert (offer["act"], offer["amounts"]["least"]) == ("ante", 10_00)
    assert offer["rule"].startswith("CROWN3-")
    paid = desk.act("ante", seat=2, amount=10_00)
    assert paid.json == {"done": 1, "seq": 1, "refused": []}  # and no more
    for act in ("no_more_bets", "deal", "bet_or_fold"):
        assert desk.act(act).status_code == 200, act
    for _ in range(3):
        assert desk.act("bet", seat=2, amount=10_00).status_code == 200
        desk.act("reveal")
    desk.act("settle", seat=2)
    assert desk.act("close").status_code == 200
    over = desk.state()
    assert over["over"]
    assert [line["wager"] for line in over["lines"]] == ["ante", "3rd", "4th", "5th"]
    with db.reading() as session:
        kept = session.exec(select(LineRow)).all()
    assert [line["net"] for line in over["lines"]] == [row.net for row in kept]
    steps = desk.client.get(f"{HOME}/1/replay").json["steps"]
    assert [step["seq"] for step in steps] == list(range(1, len(steps) + 1))
    from_seat = desk.client.get(f"{HOME}/1/replay?seat=2").json["steps"]
    assert len(from_seat) == len(steps)
    assert desk.client.get(f"{HOME}/9/replay").status_code == 404


def test_a_tap_asks_six_things_of_the_database(desk, db):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open()
    desk.act("ante", seat=2, amount=10_00)
    asked = []

    def note(_connection, _cursor, statement, *_rest):
        asked.append(" ".join(statement.split()[:3]))

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        assert desk.act("no_more_bets").status_code == 200
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
    locks = 0 if db.is_sqlite else 2  # of the table, and of the end of the record
    assert len(asked) == 6 + locks, asked


def test_a_tap_knows_whoever_sat_down_or_left_since_the_last(desk):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open()
    desk.act("ante", seat=2, amount=10_00)
    assert desk.act("ante", seat=3, amount=10_00).status_code == 409  # nobody there
    desk.post("sit", seat=3, player="Ana Costa")
    assert desk.act("ante", seat=3, amount=10_00).status_code == 200
    desk.post("sit", seat=4, player="Ben Okafor")
    desk.post("leave", seat=4)
    assert desk.act("ante", seat=4, amount=10_00).status_code == 409


@pytest.mark.rule("HOUSE-ONCE-1")
def test_the_same_request_twice_is_one_action_and_one_answer(desk, db):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open()
    said = {
        "key": "a-key-that-comes-twice",
        "round": 1,
        "expected": 0,
        "action": {"act": "ante", "seat": 2, "amount": 10_00},
    }
    first = desk.client.post(f"{HOME}/actions", json=said)
    again = desk.client.post(f"{HOME}/actions", json=said)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json == again.json
    with db.reading() as session:
        assert len(session.exec(select(ActionRow)).all()) == 1


@pytest.mark.rule("HOUSE-ONCE-1")
def test_a_request_replayed_a_day_later_gets_the_answer_of_then(desk, db, sign_in):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open()
    said = {
        "key": "a-key-from-yesterday",
        "round": 1,
        "expected": 0,
        "action": {"act": "ante", "seat": 2, "amount": 10_00},
    }
    first = desk.client.post(f"{HOME}/actions", json=said)
    desk.round, desk.seq = 1, 1
    desk.act("no_more_bets")
    with clock_shows(24 * 60 + 1):
        later = sign_in(Role.DEALER, username="tomorrow")
        again = later.post(f"{HOME}/actions", json=said)
    assert again.status_code == 200
    assert again.json == first.json
    with db.reading() as session:
        assert len(session.exec(select(ActionRow)).all()) == 2


@pytest.mark.rule("HOUSE-STALE-1")
def test_a_stale_tap_shows_both_and_what_holds_now(desk):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open()
    desk.act("ante", seat=2, amount=10_00)
    desk.seq = 0
    late = desk.act("no_more_bets")
    assert late.status_code == 409
    assert late.json == {
        "done": 0,
        "seq": 1,
        "refused": [
            {
                "rule": "HOUSE-STALE-1",
                "wrong": "You saw action 0 of round 1; table 4 is at action 1 of"
                " round 1.",
                "right": "Look at what happened since, then key again what is still"
                " meant.",
                "field": "expected",
            }
        ],
    }


@pytest.mark.rule("HOUSE-CONSOLE-1")
@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"round": "x", "expected": 0, "action": {}}, "round"),
        ({"round": 1, "expected": -1, "action": {}}, "expected"),
        ({"round": 1, "expected": 0, "action": "deal"}, "action"),
        ({"round": 1, "expected": 0}, "action"),
        ({"round": 1, "expected": True, "action": {}}, "expected"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_done(desk, said, field):
    desk.open()
    answer = desk.post("actions", **said)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json["refused"]] == [field]


def test_a_request_without_a_key_is_not_done(desk):
    desk.open()
    said = {"round": 1, "expected": 0, "action": {"act": "deal"}}
    assert desk.client.post(f"{HOME}/actions", json=said).status_code == 400
    assert desk.client.post(f"{HOME}/actions", data="[]").status_code in (400, 422)


def test_a_form_does_as_well_as_json(desk):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open()
    action = json.dumps({"act": "ante", "seat": 2, "amount": 10_00})
    form = {"_key": key(), "round": "1", "expected": "0", "action": action}
    assert desk.client.post(f"{HOME}/actions", data=form).json["seq"] == 1
    undone = {"_key": key(), "round": "1", "expected": "1", "reason": "Wrong seat"}
    answer = desk.client.post(f"{HOME}/undo", data=undone)
    assert (answer.status_code, answer.json["seq"]) == (200, 2)
    assert desk.state()["staked"] == {}


@pytest.mark.rule("HOUSE-ACCESS-21")
def test_a_supervisor_keeps_the_rounds_of_their_own_table(desk, db, sign_in):
    stranger = sign_in(Role.SUPERVISOR, username="elsewhere")
    answer = stranger.post(f"{HOME}/open", json={"key": key(), "options": OPTIONS})
    assert answer.status_code == 403
    assert sign_in(Role.INSPECTOR).post(f"{HOME}/open").status_code == 403
    assert sign_in(Role.MARKETING).post(f"{HOME}/actions").status_code == 403
    assert sign_in(Role.COMPLIANCE).get(f"{HOME}/state").status_code == 200


@pytest.mark.rule("HOUSE-ROUNDS-13")
def test_a_correction_shows_its_effect_before_it_is_made(desk, db, sign_in):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open("keyed")
    desk.act("ante", seat=2, amount=10_00)
    for act in ("no_more_bets", "deal", "bet_or_fold"):
        desk.act(act)
    for card in ("Ah", "Kd", "2c"):
        desk.act("bet", seat=2, amount=10_00)
        desk.act("reveal", cards=[card])
    desk.act("settle", seat=2, cards=["Ac", "3s"])
    desk.act("close")
    settled = desk.seq - 1
    boss = sign_in(Role.DIRECTOR)
    wanted = {
        "round": 1,
        "expected": desk.seq,
        "reason": "The card was the king of spades",
        "instead": {
            str(settled): [{"act": "settle", "seat": 2, "cards": ["Ac", "Ks"]}]
        },
    }
    shown = boss.post(f"{HOME}/corrections", json={"key": key(), **wanted})
    assert shown.status_code == 200, shown.json
    assert shown.json["seats"] == {"2": 40_00}  # a pair of aces was two pairs
    assert not shown.json["done"]
    with db.reading() as session:
        assert {row.settlement for row in session.exec(select(LineRow))} == {1}
    made = boss.post(
        f"{HOME}/corrections", json={"key": key(), "confirm": True, **wanted}
    )
    assert made.json["done"]
    with db.reading() as session:
        lines = session.exec(select(LineRow).where(LineRow.settlement == 2)).all()
        assert {row.net for row in lines} == {20_00}
        assert {row.reason for row in lines} == {"The card was the king of spades"}
    late = boss.post(
        f"{HOME}/corrections", json={"key": key(), "confirm": True, **wanted}
    )
    [reason] = late.json["refused"]
    assert reason["rule"] == "HOUSE-STALE-1"
    assert f"at action {desk.seq + 1} of" in reason["wrong"]
    no_reason = wanted | {"reason": "", "expected": desk.seq + 1}
    refused = boss.post(f"{HOME}/corrections", json={"key": key(), **no_reason})
    assert refused.json["refused"][0]["rule"] == "HOUSE-ROUNDS-13"
    assert (
        sign_in(Role.DEALER, username="d2")
        .post(f"{HOME}/corrections", json={"key": key(), **wanted})
        .status_code
        == 403
    )


@pytest.mark.rule("HOUSE-ROUNDS-3")
def test_a_closed_table_practises_and_says_so(desk, db):
    do(db, 4, shutting.close, at(), nobody=True)
    assert desk.open().status_code == 200
    assert desk.state()["practice"] is True
    with db.reading() as session:
        acts = {row.act for row in session.exec(select(AuditRow))}
    assert "open round" not in acts


@pytest.mark.rule("HOUSE-ROUNDS-9", "HOUSE-CONSOLE-8")
def test_no_card_face_down_is_in_anything_the_console_fetches(desk, db):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open()
    desk.act("ante", seat=2, amount=10_00)
    desk.act("no_more_bets")
    dealt = desk.act("deal").get_data(as_text=True)
    state = desk.client.get(f"{HOME}/state").get_data(as_text=True)
    replay = desk.client.get(f"{HOME}/1/replay").get_data(as_text=True)
    from_seat = desk.client.get(f"{HOME}/1/replay?seat=2")
    assert from_seat.status_code == 409
    assert from_seat.json["refused"][0]["rule"] == "HOUSE-CONSOLE-8"
    with db.reading() as session:
        row = books.under_way(session, tables.get(session, 4))
        hidden = [show((card,)) for card in decks.cards(row, SEAL)[:5]]
    for card in hidden:
        for fetched in (dealt, state, replay, from_seat.text):
            assert f'"{card}"' not in fetched


def test_a_state_that_has_not_changed_is_not_sent_again(desk):
    desk.open()
    first = desk.client.get(f"{HOME}/state")
    again = desk.client.get(
        f"{HOME}/state", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304


def test_the_command_line_replays_to_the_lines_of_settle(desk, app, db):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open("keyed")
    desk.act("ante", seat=2, amount=10_00)
    for act in ("no_more_bets", "deal", "bet_or_fold"):
        desk.act(act)
    for card in ("Ah", "Kd", "2c"):
        desk.act("bet", seat=2, amount=10_00)
        desk.act("reveal", cards=[card])
    desk.act("settle", seat=2, cards=["Ac", "Ks"])
    desk.act("close")
    run = app.test_cli_runner()
    told = run.invoke(args=["floor", "replay", "4", "1"])
    assert told.exit_code == 0, told.output
    *steps, wire = told.output.splitlines()
    assert "Round 1, mississippi_stud under CROWN3" in steps[0]
    recorded = {
        "id": "r1",
        "rulebook": "CROWN3",
        "game": "mississippi_stud",
        "community": "AhKd2c",
        "seats": [{"seat": 2, "hole": "AcKs", "ante": 10_00, "streets": [10_00] * 3}],
    }
    asked = json.dumps(recorded) + "\n"
    settled = run.invoke(args=["game", "settle"], input=asked)
    theirs = json.loads(settled.output)["seats"][0]
    ours = json.loads(wire)["seats"][0]
    assert (ours["lines"], ours["net"]) == (theirs["lines"], theirs["net"])
    assert run.invoke(args=["floor", "replay", "4", "2"]).exit_code == 1


def held_back(*actions):
    return [{"key": key(), "action": action} for action in actions]


@pytest.mark.rule("HOUSE-ONCE-1")
def test_what_a_tablet_held_back_is_done_in_order_and_once(desk, db):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open()
    said = {
        "round": 1,
        "expected": 0,
        "actions": held_back(
            {"act": "ante", "seat": 2, "amount": 10_00},
            {"act": "no_more_bets"},
            {"act": "deal"},
        ),
    }
    first = desk.client.post(f"{HOME}/actions", json=said)
    again = desk.client.post(f"{HOME}/actions", json=said)
    assert (first.status_code, first.json["seq"], first.json["done"]) == (200, 3, 3)
    assert again.json == first.json
    with db.reading() as session:
        assert len(session.exec(select(ActionRow)).all()) == 3
        entry = session.exec(select(AuditRow).where(AuditRow.act == "act in round"))
        assert [each["act"] for each in entry.one().after["actions"]] == [
            "ante",
            "no_more_bets",
            "deal",
        ]


@pytest.mark.rule("HOUSE-STALE-1")
def test_what_was_held_back_is_done_up_to_the_first_refusal(desk, db):
    desk.post("sit", seat=2, player="Mei-Lin Zhao")
    desk.open()
    said = {
        "round": 1,
        "expected": 0,
        "actions": held_back(
            {"act": "ante", "seat": 2, "amount": 10_00},
            {"act": "reveal"},
            {"act": "no_more_bets"},
        ),
    }
    answer = desk.client.post(f"{HOME}/actions", json=said)
    assert answer.status_code == 409
    assert (answer.json["done"], answer.json["seq"]) == (1, 1)
    assert all(each["rule"] and each["wrong"] for each in answer.json["refused"])
    with db.reading() as session:
        assert [row.kind for row in session.exec(select(ActionRow))] == ["ante"]
    late = desk.client.post(
        f"{HOME}/actions", json=said | {"actions": held_back({"act": "deal"})}
    )
    assert late.json["refused"][0]["rule"] == "HOUSE-STALE-1"
    assert (late.json["done"], late.json["seq"]) == (0, 1)


@pytest.mark.parametrize(
    "actions",
    [[], [{}], "deal", [{"key": "short", "action": {}}], [1], [{"key": []}]],
)
def test_held_back_actions_are_read_strictly(desk, actions):
    desk.open()
    answer = desk.post("actions", round=1, expected=0, actions=actions)
    assert answer.status_code == 422
    same = {"key": key(), "action": {"act": "deal"}}
    answer = desk.post("actions", round=1, expected=0, actions=[same, same])
    assert answer.status_code == 422
