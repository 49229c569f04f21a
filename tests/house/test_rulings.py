"""Rulings at a table: shown, decided by the right rank, applied once, kept."""

from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from game.irregularities.ruling import Ruling
from game.play import Move
from house.audit.models import AuditRow
from house.floor.rounds.taps import Done
from house.floor.rulings import following, queries
from house.floor.rulings.making import RulingRequest
from house.floor.rulings.models import (
    CarriedRow,
    CautionRow,
    DirectionRow,
    RulingEvent,
    RulingRow,
)
from house.floor.rulings.queries import Filter
from house.floor.rulings.scenes import at_table
from house.floor.rulings.services import carry_out, named
from house.floor.tables import services as tables
from house.notices.models import Audience, NoticeRow
from rulebook import STAR4, Refused
from tests.house.at_table_cast import (
    DEALER,
    DEPUTY,
    RUTH,
    ante_all,
    bench,
    carded,
    dealt,
    done,
    number_of,
    rows,
    rule,
    step,
    table_of,
)
from tests.house.floor_cast import at, cites, open_table
from tests.house.money_cast import standing
from tests.house.rounds_cast import SEAL, Console, key


@pytest.fixture
def house(app, db):
    """The house, with its clock in reach."""
    with app.app_context():
        yield db


def sit(console, seat, name):
    """Let somebody sit down with a card of their own."""
    carded(console.db, name)
    return console.sit(seat, names=[name], card=number_of(name))


@pytest.mark.rule("STAR4-11.1", "STAR4-11.3", "HOUSE-RULING-5")
def test_a_wrong_count_is_a_misdeal_and_every_wager_goes_back(house):
    console = dealt(house)
    row = done(rule(console, "wrong-hand-count", seat="3", cards="3"))
    assert (row.rule_id, row.returned, row.number) == ("STAR4-11.1", 20_00, 1)
    assert named(row) == "Ruling 4-261120-1"
    assert [m["act"] for m in row.moves] == ["void_round", "close"]
    assert [line[2:4] for line in console.lines()] == [(10_00, 0), (10_00, 0)]
    assert {line[4] for line in console.lines()} == {"STAR4-11.1"}
    with house.reading() as session:
        act = session.exec(select(AuditRow).where(AuditRow.act == "apply ruling")).one()
    assert act.after["decided by"] == "priya"
    assert act.actor == "tess"


@pytest.mark.rule("HOUSE-ROUNDS-11", "HOUSE-RULING-5")
def test_a_ruling_is_taken_back_as_a_whole(house):
    console = dealt(house)
    before = console.seq
    row = done(rule(console, "wrong-hand-count", seat="3", cards="3"))
    assert len(row.moves) == 2
    mine = {"seq": None, "round_": 1, "expected": before + 2, "by": at(4, by=RUTH)}
    key_ = key()
    undone = console.undo("It was two cards", key_=key_, **mine)
    assert isinstance(undone, Done)
    assert undone.position.seq == before + 4  # one for each of its moves
    assert not undone.position.over
    assert [slot.seq for slot in undone.position.slots if slot.moves][-1] == before
    again = console.undo("It was two cards", key_=key_, **mine)
    assert (again.repeated, again.position) == (True, undone.position)
    with house.reading() as session:
        assert standing(session, undone.round.pk) == []


@pytest.mark.rule("HOUSE-RULING-5")
def test_rulings_count_by_table_and_day_and_never_change(house):
    console = dealt(house)
    first = done(rule(console, "wrong-hand-count", seat="3", cards="3"))
    console.open()
    for seat in (2, 3):
        console.must("ante", seat=seat, amount=10_00)
    second = done(rule(console, "deck-fault", count="51"))
    assert (first.number, second.number) == (1, 2)
    console.seq += 2
    tomorrow = 15 * 60
    third = rule(
        console, "not-covered", what="Odd.", chosen=["play on"], minutes=tomorrow
    )
    assert (done(third).day - second.day).days == 1
    assert third.number == 1
    for statement in ("UPDATE ruling SET spoken = 'x'", "DELETE FROM ruling"):
        with pytest.raises(DBAPIError, match="append-only"), house.writing() as session:
            session.execute(text(statement))


@pytest.mark.rule("HOUSE-RULING-7")
def test_a_ruling_is_applied_to_the_round_as_it_was_shown(house):
    console = dealt(house)
    seen = console.seq
    console.must("bet", seat=2, amount=10_00)
    stale = rule(console, "wrong-hand-count", seat="3", cards="3", expected=seen)
    assert cites(stale) == ["HOUSE-RULING-7"]
    assert not rows(house, RulingRow)
    again = rule(console, "wrong-hand-count", seat="3", cards="3")
    assert done(again).returned == 30_00


@pytest.mark.rule("HOUSE-RULING-5")
def test_the_same_key_rules_once(house):
    console, same = dealt(house), key()
    first = done(rule(console, "wrong-hand-count", seat="3", cards="3", key_=same))
    again = done(rule(console, "wrong-hand-count", seat="3", cards="3", key_=same))
    assert first.pk == again.pk
    assert len(rows(house, RulingRow)) == 1


@pytest.mark.rule("HOUSE-RULING-6", "CROWN3-11.2")
def test_the_rank_of_the_rule_decides(house):
    console = dealt(house, "CROWN3")
    refused = rule(console, "wrong-hand-count", seat="3", cards="3")
    assert cites(refused) == ["CROWN3-11.2"]
    assert not rows(house, RulingRow)
    row = done(rule(console, "wrong-hand-count", DEPUTY, seat="3", cards="3"))
    assert (row.decided_by, row.called_by) == ("dan", "tess")
    assert row.rank == "TG Area Manager"
    assert row.decided_under == "CROWN3-11.2"
    with house.reading() as session:
        told = following.events_of(session, row)
    assert [(e.happened, e.place, e.by) for e in told] == [
        (RulingEvent.TOLD, 1, "dan"),
        (RulingEvent.TOLD, 2, "dan"),
    ]


@pytest.mark.rule("HOUSE-RULING-8", "CROWN3-11.2.2")
def test_what_is_to_be_done_comes_before_the_first_ante_of_the_next_round(house):
    console = dealt(house, "CROWN3")
    row = done(rule(console, "wrong-hand-count", DEPUTY, seat="3", cards="3"))
    console.open()
    assert cites(console.tap("ante", seat=2, amount=10_00)) == ["CROWN3-11.2.2"]
    with house.writing() as session:
        held = queries.one(session, row.pk)
        by = at(3, by=DEALER)
        said = following.add(session, held, RulingEvent.DONE, 1, "all there", by)
        assert [r.field for r in said.refusals] == ["note"]  # how many?
        said = following.add(session, held, RulingEvent.DONE, 1, "52 counted", by)
        assert not isinstance(said, Refused)
    assert isinstance(console.tap("ante", seat=2, amount=10_00), Done)


@pytest.mark.rule("HOUSE-RULING-8")
def test_a_ruling_among_the_antes_keeps_the_first_card(house):
    console = table_of(house, "CROWN3", (2, 3))
    console.must("ante", seat=2, amount=10_00)
    done(rule(console, "device-fault", DEPUTY, trouble="jam"))
    console.must("no_more_bets")
    assert len(cites(console.tap("deal"))) == 1


@pytest.mark.rule("HOUSE-RULING-8")
@pytest.mark.parametrize(("place", "times"), [(0, 1), (2, 1), (1, 2)])
def test_a_task_is_done_once_and_only_if_there_is_one(house, place, times):
    console = dealt(house, "CROWN3")
    row = done(rule(console, "wrong-hand-count", DEPUTY, seat="3", cards="3"))
    with house.writing() as session:
        held = queries.one(session, row.pk)
        for _ in range(times):
            said = following.add(session, held, RulingEvent.DONE, place, "52", at(3))
    assert cites(said) == ["HOUSE-RULING-8"]


@pytest.mark.rule("HOUSE-RULING-9", "STAR4-11.9", "STAR4-11.9.4")
def test_surveillance_and_an_inspector_get_their_notices(house):
    console = dealt(house)
    row = done(rule(console, "deck-fault", count="52", foreign="blue 7c"))
    assert row.rule_id == "STAR4-11.9"
    notices = rows(house, NoticeRow, about_kind="ruling", about_id=str(row.pk))
    assert {n.audience for n in notices} == {
        Audience.SURVEILLANCE,
        Audience.INSPECTORATE,
    }
    assert all(n.rule_id == "STAR4-11.9.4" and "Table 4" in n.body for n in notices)


@pytest.mark.rule("STAR4-11.4")
def test_where_the_rule_says_may_a_supervisor_chooses(house):
    console = dealt(house)
    none = rule(console, "community-shown-early", street="3")
    assert cites(none) == ["STAR4-11.4"]
    dealer = rule(console, "community-shown-early", DEALER, street="3", chosen=["void"])
    assert cites(dealer) == ["STAR4-11.4"]
    console.must("bet", seat=2, amount=20_00)
    row = done(rule(console, "community-shown-early", street="3", chosen=["void"]))
    assert row.chosen == ["void"]
    assert row.returned == 10_00
    assert [m["act"] for m in row.moves] == ["void_hand"]


@pytest.mark.rule("CROWN3-11.9")
def test_a_warning_is_kept_while_the_player_stays(house):
    console = dealt(house, "CROWN3")
    first = done(rule(console, "cannot-bet-enough", seat="2", amount="500"))
    assert "The next time" in first.spoken
    [caution] = rows(house, CautionRow)
    assert (caution.seat, caution.player) == (2, "Mei-Lin Zhao")
    console.seq += 1
    rule(console, "not-covered", RUTH, what="End it.", chosen=["void"])
    console.open()
    for seat in (2, 3):
        console.must("ante", seat=seat, amount=10_00)
    while not step(console):
        pass
    second = done(rule(console, "cannot-bet-enough", seat="2", amount="500"))
    assert "was warned" in second.spoken
    assert {(e["wager"], e["fate"]) for e in second.effects if e["seat"] == 2} == {
        ("ante", "is collected")
    }


JACKPOT = {"also": {"jackpot": 1_00}, "jackpot": True}


def again_short(house):
    """A player with a jackpot wager who cannot bet enough for the second time."""
    console = dealt(house, "CROWN3", **JACKPOT)
    done(rule(console, "cannot-bet-enough", seat="2", amount="500"))
    console.seq = console.replayed().position.seq
    done(rule(console, "not-covered", RUTH, what="End it.", chosen=["void"]))
    console.open()
    ante_all(console, (2, 3), also=JACKPOT["also"])
    return console


@pytest.mark.rule("CROWN3-11.9", "CROWN3-11.12")
def test_the_second_time_the_ante_is_lost_and_the_jackpot_wager_waits(house):
    console = again_short(house)
    second = done(rule(console, "cannot-bet-enough", seat="2", amount="500"))
    mine = {e["wager"]: e["fate"] for e in second.effects if e["seat"] == 2}
    assert mine == {"ante": "is collected", "jackpot": "stays for the next round"}
    console.seq = console.replayed().position.seq
    done(rule(console, "not-covered", RUTH, what="End it.", chosen=["void"]))
    lines = {(seat, wager): net for seat, wager, _, net, _ in console.lines(2)}
    assert lines[2, "ante"] == -10_00
    assert (2, "jackpot") not in lines  # it neither wins nor loses in this round
    assert [row.seat for row in rows(house, CarriedRow)][-1] == 2


@pytest.mark.rule("CROWN3-7.4.1(a)")
def test_talk_about_a_hand_never_costs_the_jackpot_wager(house):
    console = dealt(house, "CROWN3", **JACKPOT)
    low = rule(console, "talk", DEPUTY, seat="2", chosen=["forfeit"])
    assert cites(low) == ["CROWN3-7.4.1(a)"]
    row = done(rule(console, "talk", RUTH, seat="2", chosen=["forfeit"]))
    mine = {e["wager"]: e["fate"] for e in row.effects if e["seat"] == 2}
    assert mine == {"ante": "is collected", "jackpot": "stands as it is"}
    position = console.replayed().position
    assert position.game.jackpots(position.state) == {2: 1_00, 3: 1_00}
    lines = {(x.seat, x.wager) for x in position.game.decided(position.state)}
    assert lines == {(2, "ante")}


@pytest.mark.rule("MASS-7(f)(2)")
def test_wrong_community_cards_void_every_hand(house):
    console = dealt(house, "MASS")
    row = done(rule(console, "wrong-community-count", cards="4"))
    assert (row.rule_id, row.returned) == ("MASS-7(f)(2)", 20_00)
    assert {line[3] for line in console.lines()} == {0}


@pytest.mark.rule("MASS-7(f)(2)")
def test_what_is_not_on_offer_cannot_be_chosen(house):
    console = dealt(house, "MASS")
    before = console.replayed().position
    refused = rule(console, "wrong-community-count", cards="4", chosen=["forfeit"])
    assert cites(refused) == ["MASS-7(f)(2)"]
    assert console.replayed().position == before


@pytest.mark.rule("NSW3-13.4.2")
def test_a_fraud_is_ruled_on_with_a_name(house):
    console = dealt(house, "NSW3")
    nobody = rule(console, "outcome-invalid", ground="fraud", chosen=["refund all"])
    assert cites(nobody) == ["NSW3-13.4.2"]
    said = {"ground": "fraud", "fraudsters": ["2"], "others": "Pat Roe"}
    done(rule(console, "outcome-invalid", chosen=["refund all"], **said))
    with house.reading() as session:
        acts = session.exec(select(AuditRow).where(AuditRow.act == "apply ruling"))
        last = acts.all()[-1]
    assert last.after["blamed"] == ["Mei-Lin Zhao", "Pat Roe"]


@pytest.mark.rule("HOUSE-RULING-5")
def test_a_ruling_whose_moves_are_refused_is_not_made_at_all(house):
    console = dealt(house)
    before = console.replayed().position
    moves = (
        Move("void_hand", 2, cite=STAR4.at("11.4")),
        Move("void_hand", 2, cite=STAR4.at("11.4")),
    )
    ruling = Ruling(STAR4.at("11.4"), "Void twice.", moves, code="STAR4")
    asked = RulingRequest("not-covered", {}, console.round, console.seq)
    with house.writing() as session:
        table = tables.get(session, console.number, lock=True)
        seen = at_table(session, table, SEAL)
        refused = carry_out(session, table, seen, asked, ruling, bench())
    assert isinstance(refused, Refused)
    assert refused.cites
    assert console.replayed().position == before
    assert rows(house, RulingRow) == []


@pytest.mark.rule("HOUSE-RULING-5", "HOUSE-RULING-7")
def test_a_ruling_made_twice_is_made_once_and_undone_it_can_be_made_again(house):
    console = dealt(house)
    key_ = key()
    said = {"seat": "3", "cards": "3"}
    first = done(rule(console, "wrong-hand-count", key_=key_, **said))
    again = done(rule(console, "wrong-hand-count", key_=key_, **said))
    assert again.pk == first.pk
    other = rule(console, "wrong-hand-count", **said)  # another sheet, the same round
    assert isinstance(other, Refused)
    lines = console.lines()
    now = console.replayed().position
    undone = console.undo(
        "Two cards", seq=None, round_=1, expected=now.seq, by=at(4, by=RUTH)
    )
    assert isinstance(undone, Done)
    console.seq = undone.position.seq
    second = done(rule(console, "wrong-hand-count", minutes=5, **said))
    assert (second.effects, second.moves) == (first.effects, first.moves)
    assert console.lines() == lines
    assert len(rows(house, RulingRow)) == 2


@pytest.mark.rule("CROWN3-11.9")
def test_leaving_the_table_ends_the_warnings(house):
    console = dealt(house, "CROWN3")
    done(rule(console, "cannot-bet-enough", seat="2", amount="500"))
    console.seq += 1
    rule(console, "not-covered", RUTH, what="End it.", chosen=["void"])
    console.leave(2)
    sit(console, 2, "Mei-Lin Zhao")
    console.open()
    for seat in (2, 3):
        console.must("ante", seat=seat, amount=10_00)
    while not step(console):
        pass
    again = done(rule(console, "cannot-bet-enough", seat="2", amount="500"))
    assert "The next time" in again.spoken


@pytest.mark.rule("CROWN3-11.5")
def test_players_take_all_their_wagers_back(house):
    console = dealt(house, "CROWN3", seats=(2, 3, 4))
    row = done(rule(console, "stray-hand", box="5", looked=["2"], retracted=(3,)))
    assert row.rule_id == "CROWN3-11.5"
    assert row.retracted == [3]
    assert row.moves == [{"act": "void_hand", "seat": 3, "cite": "CROWN3-11.5"}]
    refused = rule(
        console, "stray-hand", box="5", looked=["2"], retracted=(6,), expected=99
    )
    assert isinstance(refused, Refused)


@pytest.mark.rule("STAR4-11.10", "STAR4-11.10.2")
def test_players_directed_to_stay_apart_are_kept_so(house):
    console = dealt(house)
    done(rule(console, "collusion", seats=["2", "3"], chosen=["keep apart"]))
    assert [d.player for d in rows(house, DirectionRow)] == [
        "Mei-Lin Zhao",
        "Arjun Patel",
    ]
    open_table(house, "STAR4", number=5)
    other = Console(house, 5, at(by=DEALER))
    sit(other, 1, "Arjun Patel")
    assert cites(sit(other, 2, "Mei-Lin Zhao")) == ["STAR4-11.10.2"]
    assert not isinstance(sit(other, 2, "Somebody Else"), Refused)


@pytest.mark.rule("STAR4-13.8", "STAR4-13.8.2", "HOUSE-RULING-10")
def test_somebody_excluded_from_the_game_does_not_sit_down_again(house):
    console = dealt(house)
    row = done(
        rule(
            console,
            "rule-broken",
            seat="2",
            with_device="yes",
            chosen=["void the wagers", "exclude from the game"],
        )
    )
    assert row.returned == 10_00
    open_table(house, "STAR4", number=5)
    other = Console(house, 5, at(by=DEALER))
    assert cites(sit(other, 1, "Mei-Lin Zhao")) == ["STAR4-13.8.2"]


@pytest.mark.rule("HOUSE-RULING-1", "HOUSE-RULING-3")
def test_baccarat_has_the_last_resort(house):
    open_table(house, "VIC99", game="baccarat", seats=9)
    console = Console(house, act=at(by=DEALER))
    console.sit(2)
    opened = console.open(options={"cards": "dealt"})
    assert not isinstance(opened, Refused), opened
    console.must("bet", seat=2, amount=10_00, spot="player")
    console.must("no_more_bets")
    console.must("deal")
    refused = rule(console, "wrong-hand-count", seat="2", cards="3")
    assert cites(refused) == ["HOUSE-RULING-3"]
    row = done(rule(console, "not-covered", what="A card fell.", chosen=["void"]))
    assert (row.rule_id, row.returned) == ("HOUSE-RULING-1", 10_00)
    assert [line[3] for line in console.lines()] == [0]


@pytest.mark.rule("VIC99-N25-14.4")
def test_caribbean_before_the_call(house):
    console = dealt(house, "VIC99")
    row = done(rule(console, "wrong-hand-count", seat="2", cards="6", deck_count=""))
    assert row.rule_id.startswith("VIC99-N25-14")


def test_before_the_first_card_stakes_are_taken_off(house):
    console = table_of(house)
    console.must("ante", seat=2, amount=10_00)
    row = done(rule(console, "deck-fault", count="51"))
    assert row.returned == 10_00
    assert row.moves == [{"act": "take_back", "seat": 2}]


def test_with_no_round_under_way_the_cards_are_ruled_on(house):
    open_table(house, "STAR4")
    console = Console(house, act=at(by=DEALER))
    row = done(rule(console, "deck-fault", count="51"))
    assert (row.round, row.effects, row.moves) == (None, [], [])


@pytest.mark.rule("HOUSE-RULING-3", "HOUSE-RULING-4")
def test_what_cannot_be_is_refused_and_recorded(house):
    console = dealt(house)
    assert cites(rule(console, "bet-found-wrong", seat="2")) == ["HOUSE-RULING-3"]
    assert cites(rule(console, "wrong-hand-count", seat="9", cards="x")) == [
        "HOUSE-RULING-4",
        "HOUSE-RULING-4",
    ]
    with house.reading() as session:
        kept = session.exec(select(AuditRow).where(AuditRow.act == "apply ruling"))
        assert [entry.verdict for entry in kept] == ["refused", "refused"]


@pytest.mark.rule("HOUSE-RULING-5")
def test_the_book_is_found_by_table_day_rule_and_rank(house):
    console = dealt(house)
    row = done(rule(console, "wrong-hand-count", seat="3", cards="3"))
    day = row.day

    def found(**wanted):
        with house.reading() as session:
            return [r.pk for r in queries.find(session, Filter(**wanted)).rulings]

    assert found() == found(table=4) == found(day=day) == found(rule="STAR4-11")
    assert found(rank="Dealer") == [row.pk]
    assert found(table=5) == found(day=day - timedelta(days=1)) == found(rule="X") == []
    assert found(rule="%") == []


@pytest.mark.rule("CROWN3-11.12", "VIC99-N25-14.12.2")
def test_no_jackpot_nothing_is_carried(house):
    console = dealt(house, "CROWN3")
    done(rule(console, "wrong-hand-count", DEPUTY, seat="3", cards="3"))
    assert not rows(house, CarriedRow)
    assert col(CarriedRow.id) is not None
