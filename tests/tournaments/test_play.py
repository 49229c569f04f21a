"""A session is played: tables open, hands are dealt in chips, stacks are posted."""

from random import Random

import pytest
from sqlmodel import select

from game.play import Move
from game.play.phases import Phase
from house.floor.models import TableStatus
from house.floor.rounds import book as books
from house.floor.rounds import services
from house.floor.rounds.taps import Done, TableAct, Tap
from house.floor.tables import services as floor_tables
from rulebook import CROWN3, Refused
from tests.house.money_cast import ledger_holds
from tests.house.rounds_cast import finish_step, key
from tests.tournaments.cast import SLUG, STARTS, at, cites, do, look
from tests.tournaments.play_cast import (
    DEALT,
    FLOOR,
    asked,
    begun,
    deal,
    in_session,
    seated,
    stacks,
    start,
    tablet,
)
from tournaments import queries
from tournaments.models import EntryRow
from tournaments.path import presence
from tournaments.play import sessions, standing, verification
from tournaments.seating.seats import seats_now

BANK = 5_000


def tray():
    return 400 * 25 + 200 * 100 + 20 * 1_000


@pytest.mark.rule("HOUSE-TOURN-160", "CROWN3-12.4.3(b)")
def test_a_session_opens_its_tables_with_everybody_where_the_draw_put_them(db):
    playing = in_session(db)
    released = look(db, seats_now)
    for number in (1, 2):
        console = tablet(db, number)
        drawn = {s.seat: e for e, s in released.items() if s.table_number == number}
        assert seated(console) == drawn
        bank = playing.plan["bank_chips"]
        assert stacks(db, console) == (dict.fromkeys(drawn, bank), tray())
        assert console.read(lambda _, table: table.status) is TableStatus.OPEN
    with db.reading() as session:
        ledger_holds(session)


@pytest.mark.rule("HOUSE-TOURN-160")
def test_a_session_starts_not_before_its_published_start_and_once(db):
    begun(db)
    early = start(db, at(STARTS - 1))
    assert cites(early) == ["HOUSE-TOURN-160"]
    assert "starts" in early.refusals[0].wrong
    assert not isinstance(start(db, at(STARTS)), Refused)
    assert "already" in start(db, at(STARTS + 1)).refusals[0].wrong


@pytest.mark.rule("HOUSE-TOURN-160", "CROWN3-12.2.3")
def test_nobody_starts_a_session_while_no_director_is_there(db):
    begun(db)
    assert not isinstance(do(db, presence.check, at(STARTS), coming=False), Refused)
    assert cites(start(db)) == ["CROWN3-12.2.3"]


@pytest.mark.rule("HOUSE-TOURN-160")
def test_no_table_opens_where_one_of_them_cannot(db):
    begun(db)
    with db.writing() as session:
        floor_tables.get(session, 2).supervisor_id = None
    assert cites(start(db)) == ["HOUSE-FLOOR-6"]
    for number in (1, 2):
        console = tablet(db, number)
        assert console.read(lambda _, table: table.status) is TableStatus.CLOSED
        assert seated(console) == {}
    assert not look(db, standing.sessions)


@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-TOURN-161", "CROWN3-12.2.5")
def test_a_hand_is_played_in_chips_and_the_ledger_follows(db):
    in_session(db)
    console = tablet(db)
    before, rack = stacks(db, console)
    done = deal(console)
    assert isinstance(done, Done)
    lines = console.lines()
    won = {seat: sum(n for s, _, _, n, _ in lines if s == seat) for seat in before}
    after, left = stacks(db, console)
    assert after == {seat: has + won[seat] for seat, has in before.items()}
    assert left == rack - sum(won.values())
    assert asked(console, lambda play: play.hand.says) == "Hand 2 of 6"
    with db.reading() as session:
        ledger_holds(session)


@pytest.mark.rule("HOUSE-TOURN-162")
def test_what_is_taken_back_moves_no_chips_and_counts_as_no_hand(db):
    in_session(db)
    console = tablet(db)
    before = stacks(db, console)
    deal(console)
    console.undo()
    assert stacks(db, console) == before
    assert asked(console, lambda play: play.hand.says) == "Hand 1 of 6"


@pytest.mark.rule("HOUSE-TOURN-163")
def test_the_marker_moves_one_taken_seat_with_every_hand(db):
    in_session(db)
    console = tablet(db)
    taken = sorted(seated(console))
    first = []
    for _ in range(5):
        first.append(asked(console, lambda play: play.first_to_bet()))
        deal(console)
    assert first == [*taken, taken[0]]


@pytest.mark.rule("HOUSE-TOURN-163")
def test_a_first_stake_that_is_placed_anew_is_still_the_first_bet(db):
    in_session(db)
    console = tablet(db)
    first, *others = sorted(seated(console))
    console.open(options=DEALT)
    for seat in (first, *others):
        console.must("ante", seat=seat, amount=100)
    assert not isinstance(console.undo("Miscounted", seq=1), Refused)
    console.must("ante", seat=first, amount=200)
    while not finish_step(console, {}).position.over:
        pass
    assert asked(console, lambda play: play.first_to_bet()) == others[0]
    assert asked(console, lambda play: play.tally.first_bets) == {first: 1}


@pytest.mark.rule("HOUSE-TOURN-162")
def test_nobody_stakes_more_than_the_stack(db):
    in_session(db)
    console = tablet(db)
    has = asked(console, lambda play: dict(play.stacks))
    first = asked(console, lambda play: play.first_to_bet())
    console.open(options=DEALT)
    assert isinstance(console.tap("ante", seat=first, amount=has[first] + 25), Refused)
    console.must("ante", seat=first, amount=has[first])
    for seat in sorted(has.keys() - {first}):
        console.must("ante", seat=seat, amount=100)
    console.must("no_more_bets")
    while finish_step(console, {}).position.state.phase is not Phase.DECIDING:
        pass
    beyond = console.tap("bet", seat=first, amount=has[first])
    assert cites(beyond) == ["HOUSE-TOURN-162"]
    console.must("fold", seat=first)


@pytest.mark.rule("CROWN3-12.4.4(b)")
def test_the_compulsory_ante_is_placed_before_the_first_card(db):
    in_session(db)
    console = tablet(db)
    first = asked(console, lambda play: play.first_to_bet())
    console.open(options=DEALT)
    console.must("ante", seat=first, amount=100)
    console.must("no_more_bets")
    refused = console.tap("deal")
    assert set(cites(refused)) == {"CROWN3-12.4.4(b)"}
    assert len(refused.refusals) == len(seated(console)) - 1


@pytest.mark.rule("HOUSE-TOURN-161")
def test_no_hand_is_dealt_beyond_those_of_the_session(db):
    in_session(db)
    console = tablet(db)
    for _ in range(6):
        deal(console)
    assert cites(console.open(options=DEALT)) == ["HOUSE-TOURN-161"]
    assert asked(console, lambda play: play.hand.is_over)
    assert not asked(tablet(db, 2), lambda play: play.hand.is_over)


@pytest.mark.rule("HOUSE-TOURN-161")
def test_a_paused_session_deals_nothing_until_it_goes_on(db):
    playing = in_session(db)
    console = tablet(db)
    assert isinstance(do(db, sessions.pause, playing, " ", at(STARTS + 1)), Refused)
    verdict = do(db, sessions.pause, playing, "A fire alarm", at(STARTS + 1))
    assert not isinstance(verdict, Refused)
    assert cites(console.open(options=DEALT)) == ["HOUSE-TOURN-161"]
    verdict = do(db, sessions.go_on, playing, at(STARTS + 5))
    assert not isinstance(verdict, Refused)
    deal(console)


@pytest.mark.rule("CROWN3-12.2.3")
def test_the_next_hand_waits_for_the_director(db):
    in_session(db)
    console = tablet(db)
    do(db, presence.check, at(STARTS), coming=False)
    assert cites(console.open(options=DEALT)) == ["CROWN3-12.2.3"]


@pytest.mark.rule("HOUSE-TOURN-161", "HOUSE-TOURN-163")
def test_a_void_hand_is_played_again_with_the_same_seat_first(db):
    in_session(db)
    console = tablet(db)
    deal(console)
    first = asked(console, lambda play: play.first_to_bet())
    console.open(options=DEALT)
    for seat in (first, *sorted(asked(console, lambda p: p.playing) - {first})):
        console.must("ante", seat=seat, amount=100)
    console.must("no_more_bets")
    console.must("deal")
    before = stacks(db, console)
    void_all(console)
    assert stacks(db, console) == before
    assert asked(console, lambda play: play.hand.says) == "Hand 2 of 6"
    assert asked(console, lambda play: play.first_to_bet()) == first


def void_all(console):
    """The round under way is void by a ruling and over."""
    moves = (Move("void_round", cite=CROWN3.at("5.5")), Move("close"))

    def work(session, table):
        at_ = TableAct(session, table, console.act, FLOOR)
        tap = Tap(key(), console.round, console.seq, {"act": "void_round"})
        return services.rule(session, table, tap, moves, at_)

    done = console._saw(console._in_table(work))
    assert isinstance(done, Done), done


@pytest.mark.rule("HOUSE-TOURN-160")
def test_two_of_one_name_sit_apart_by_their_entries(db):
    begun(db)
    with db.writing() as session:
        for entry in session.exec(select(EntryRow)):
            entry.name = "Sam Lee"
    assert not isinstance(start(db), Refused)
    names = tablet(db).read(
        lambda session, table: [
            sits.player for sits in books.seats(session, books.REAL, table).values()
        ]
    )
    assert len(set(names)) == len(names) == 4
    assert all(name.startswith("Sam Lee (entry ") for name in names)


@pytest.mark.rule("HOUSE-TOURN-160")
def test_nobody_but_entrants_sits_down_at_a_table_of_a_session(db):
    in_session(db)
    console = tablet(db)
    free = next(n for n in range(1, 7) if n not in seated(console))
    assert cites(console.sit(free, names=("A passer-by",))) == ["HOUSE-TOURN-160"]


@pytest.mark.rule("HOUSE-TOURN-165", "HOUSE-TOURN-162")
@pytest.mark.parametrize("seed", [3, 17])
def test_a_session_played_at_random_is_rebuilt_chip_for_chip(db, seed):
    in_session(db)
    chance, consoles = Random(seed), (tablet(db, 1), tablet(db, 2))
    for _ in range(5):
        for console in consoles:
            deal(console, ante=25 * chance.randint(4, 7), times=chance.randint(1, 3))
            if chance.random() < 0.4:
                console.undo()
                console.must("close")
    with db.reading() as session:
        found = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert (found.wrong, found.rounds, found.hands) == ([], 10, 10)
        ledger_holds(session)
    for console in consoles:
        has, tray_left = stacks(db, console)
        assert sum(has.values()) + tray_left == 4 * 10_000 + tray()
        assert min(has.values()) >= 0
