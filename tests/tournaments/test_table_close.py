"""A table is counted by one, confirmed blind by another, reconciled and closed."""

import pytest

from house.audit.models import AuditRow
from house.floor.models import TableStatus
from house.floor.rounds import book as books
from house.floor.rounds import corrections
from house.floor.rounds.corrections import Correction, Effect
from house.floor.tables import services as floor_tables
from house.floor.tables import shutting
from house.ledger import queries as ledger
from house.ledger import services as postings
from house.ledger.postings import Cause, Posting
from rulebook import HOUSE, Refused
from tests.house.money_cast import ledger_holds
from tests.house.rounds_cast import key
from tests.tournaments.cast import SLUG, STARTS, at, cites, do, look, recorded
from tests.tournaments.play_cast import (
    DEALT,
    FLOOR,
    SUE,
    TESS,
    asked,
    deal,
    in_session,
    seated,
    stacks,
    tablet,
)
from tournaments import queries
from tournaments.models import EntryRow
from tournaments.money import accounts as money
from tournaments.path import cancelling
from tournaments.play import (
    accounts,
    closing,
    counting,
    marker,
    moving_chips,
    places,
    standing,
    verification,
)
from tournaments.play.closing import Closing, Early
from tournaments.play.models import Moved, TableClosedRow
from tournaments.play.moving_chips import Moving
from tournaments.rules.clauses.statements import EarlyGround
from tournaments.rules.seat_repair import Place
from tournaments.rules.table_count import Counted
from tournaments.seating import moves
from tournaments.seating.models import MoveKind

LATER = STARTS + 30
WHOLE_DECK = 52


def at_table(db, service, *args, number=1, **kwargs):
    """Do something at a table of the session."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        table = floor_tables.get(session, number, lock=True)
        found = standing.at_table(session, table.pk, tournament.pk)
        there = counting.look(session, found.row, table)
        return service(session, tournament, there, *args, **kwargs)


def expected(db, number=1):
    """What a table should hold."""
    with db.reading() as session:
        tournament = queries.get(session, SLUG)
        table = floor_tables.get(session, number)
        found = standing.at_table(session, table.pk, tournament.pk)
        return counting.look(session, found.row, table).expected


def moved(counted, rack=0, **_):
    """A count with so many chips more in the tray."""
    return Counted(counted.rack_chips + rack, counted.stacks)


def both(db, found, number=1):
    """Two people count the same."""
    for service, who in ((counting.count, TESS), (counting.confirm, SUE)):
        verdict = at_table(db, service, found, at(LATER, who), number=number)
        assert not isinstance(verdict, Refused), verdict


def played_out(db):
    """Every hand of the session is played at table 1."""
    in_session(db)
    console = tablet(db)
    for _ in range(6):
        deal(console)
    return console


SAID = Closing(cards=WHOLE_DECK)


@pytest.mark.rule("HOUSE-TOURN-17", "CROWN3-12.4.3(c)", "HOUSE-TOURN-165")
def test_a_table_is_counted_confirmed_and_closed_and_its_chips_are_taken_in(db):
    console = played_out(db)
    found = expected(db)
    both(db, found)
    closed = at_table(db, closing.close, SAID, at(LATER + 1))
    assert isinstance(closed, TableClosedRow), closed
    assert closed.variance_chips == 0
    assert console.read(lambda _, table: table.status) is TableStatus.CLOSED
    assert seated(console) == {}
    with db.reading() as session:
        tray = accounts.rack(1)
        mine = [accounts.stack(entry) for entry in found.stacks]
        assert set(ledger.balances(session, [tray, *mine]).values()) == {0}
        ledger_holds(session)
        again = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert (again.wrong, again.rounds, again.hands) == ([], 6, 6)


@pytest.mark.rule("HOUSE-TOURN-17")
def test_whoever_counted_does_not_confirm_and_nobody_confirms_nothing(db):
    played_out(db)
    found = expected(db)
    early = at_table(db, counting.confirm, found, at(LATER, SUE))
    assert cites(early) == ["HOUSE-TOURN-17"]
    at_table(db, counting.count, found, at(LATER, TESS))
    same = at_table(db, counting.confirm, found, at(LATER, TESS))
    assert "yourself" in same.refusals[0].wrong
    assert cites(at_table(db, closing.close, SAID, at(LATER))) == ["HOUSE-TOURN-17"]


@pytest.mark.rule("HOUSE-TOURN-17")
def test_a_count_is_on_no_record_that_whoever_confirms_could_read(db):
    played_out(db)
    found = Counted(123_457, dict.fromkeys(expected(db).stacks, 98_765))
    at_table(db, counting.count, found, at(LATER, TESS))
    [entry] = recorded(db, "count table")
    assert isinstance(entry, AuditRow)
    assert "98765" not in str(entry.after)
    assert "123457" not in str(entry.after)


@pytest.mark.rule("HOUSE-TOURN-17")
def test_counts_that_differ_are_counted_again(db):
    played_out(db)
    found = expected(db)
    at_table(db, counting.count, found, at(LATER, TESS))
    at_table(db, counting.confirm, moved(found, rack=25), at(LATER, SUE))
    differ = at_table(db, closing.close, SAID, at(LATER))
    assert "differ at the tray" in differ.refusals[0].wrong
    both(db, found)
    assert not isinstance(at_table(db, closing.close, SAID, at(LATER)), Refused)


@pytest.mark.rule("HOUSE-TOURN-17")
def test_a_variance_is_named_with_its_size_and_closed_only_by_a_ruling(db):
    played_out(db)
    both(db, moved(expected(db), rack=-100))
    short = at_table(db, closing.close, SAID, at(LATER))
    assert "100 chips fewer" in short.refusals[0].wrong
    ruled = Closing(cards=WHOLE_DECK, ruling="A chip of 100 fell under the table.")
    closed = at_table(db, closing.close, ruled, at(LATER))
    assert closed.variance_chips == -100
    with db.reading() as session:
        lost = accounts.unexplained(queries.get(session, SLUG).pk)
        assert ledger.balances(session, [lost])[lost] == 100
        ledger_holds(session)
        again = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert again.wrong == []


@pytest.mark.rule("HOUSE-TOURN-17")
def test_two_stacks_off_by_as_much_each_way_are_no_balanced_count(db):
    played_out(db)
    found = expected(db)
    one, two, *_ = found.stacks
    swapped = found.stacks | {one: found.stacks[one] + 25, two: found.stacks[two] - 25}
    both(db, Counted(found.rack_chips, swapped))
    assert cites(at_table(db, closing.close, SAID, at(LATER))) == ["HOUSE-TOURN-17"]


@pytest.mark.rule("CROWN3-12.5.3(d)", "CROWN3-12.5.3(d)(i)", "CROWN3-12.5.3(d)(ii)")
def test_a_table_ends_early_on_the_two_grounds_alone(db):
    in_session(db)
    deal(tablet(db))
    both(db, expected(db))
    none = at_table(db, closing.close, SAID, at(LATER))
    assert cites(none) == ["CROWN3-12.5.3(d)"]
    cashed = Closing(WHOLE_DECK, early=Early(EarlyGround.CASHED, agreed=4))
    assert cites(at_table(db, closing.close, cashed, at(LATER))) == [
        "CROWN3-12.5.3(d)(ii)"
    ]
    settled = Closing(WHOLE_DECK, early=Early(EarlyGround.DECIDED))
    assert cites(at_table(db, closing.close, settled, at(LATER))) == [
        "CROWN3-12.5.3(d)(i)"
    ]
    settled = Closing(WHOLE_DECK, early=Early(EarlyGround.DECIDED, decided=True))
    closed = at_table(db, closing.close, settled, at(LATER))
    assert closed.ground == "decided"


@pytest.mark.rule("HOUSE-TOURN-17")
def test_nothing_is_counted_while_a_hand_is_under_way(db):
    in_session(db)
    console = tablet(db)
    deal(console)
    console.undo()
    refused = at_table(db, counting.count, expected(db), at(LATER, TESS))
    assert "under way" in refused.refusals[0].wrong


@pytest.mark.rule("CROWN3-12.2.5")
def test_the_floor_closes_no_table_that_a_session_is_played_at(db):
    in_session(db)
    with db.writing() as session:
        table = floor_tables.get(session, 1, lock=True)
        refused = shutting.close(session, table, at(LATER), nobody=True)
    assert cites(refused) == ["CROWN3-12.2.5"]


@pytest.mark.rule("HOUSE-TOURN-163")
def test_a_marker_put_right_bets_first_and_goes_on_from_there(db):
    in_session(db)
    console = tablet(db)
    deal(console)
    taken = sorted(seated(console))
    nobody = at_table(db, marker.put_right, 9, "Misplaced", at(LATER))
    assert cites(nobody) == ["HOUSE-TOURN-163"]
    assert isinstance(at_table(db, marker.put_right, taken[-1], "", at(LATER)), Refused)
    at_table(db, marker.put_right, taken[-1], "It lay there", at(LATER))
    assert asked(console, lambda play: play.first_to_bet()) == taken[-1]
    deal(console)
    assert asked(console, lambda play: play.first_to_bet()) == taken[0]
    with db.reading() as session:
        again = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert again.wrong == []


@pytest.mark.rule("HOUSE-TOURN-164")
def test_a_fill_brings_chips_to_the_tray(db):
    in_session(db)
    console = tablet(db)
    before = stacks(db, console)[1]
    nothing, fill = Moving(Moved.FILL, 0), Moving(Moved.FILL, 5_000)
    assert isinstance(at_table(db, moving_chips.move, nothing, at(LATER)), Refused)
    assert at_table(db, moving_chips.move, fill, at(LATER)).chips == 5_000
    assert stacks(db, console)[1] == before + 5_000
    with db.reading() as session:
        again = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert again.wrong == []


@pytest.mark.rule("HOUSE-TOURN-66", "CROWN3-12.4.3(c)")
def test_a_tournament_called_off_closes_its_tables_and_takes_all_chips_in(db):
    in_session(db)
    console = tablet(db)
    deal(console)
    done = do(db, cancelling.cancel, "A flood", at(LATER))
    assert not isinstance(done, Refused), done
    assert console.read(lambda _, table: table.status) is TableStatus.CLOSED
    with db.reading() as session:
        out = accounts.out(queries.get(session, SLUG).pk)
        assert ledger.balances(session, [out])[out] == 0
        ledger_holds(session)


@pytest.mark.rule("HOUSE-TOURN-66")
def test_nothing_is_called_off_in_the_middle_of_a_hand(db):
    in_session(db)
    console = tablet(db)
    deal(console)
    console.undo()
    assert cites(do(db, cancelling.cancel, "A flood", at(LATER))) == ["HOUSE-TOURN-66"]


@pytest.mark.rule("HOUSE-TOURN-164", "HOUSE-TOURN-165")
def test_chips_that_were_paid_for_are_handed_over_once(db):
    in_session(db)
    console = tablet(db)
    entry = next(iter(seated(console).values()))
    with db.writing() as session:
        moves = money.chips(entry, queries.get(session, SLUG).pk, 2_000)
        posting = Posting(Cause("receipt", "901"), (HOUSE.at("TOURN-81"),), moves)
        postings.post(session, posting, at(LATER))
    assert at_table(db, moving_chips.hand_over, entry, at(LATER)).chips == 2_000
    again = at_table(db, moving_chips.hand_over, entry, at(LATER))
    assert cites(again) == ["HOUSE-TOURN-164"]
    assert 12_000 in stacks(db, console)[0].values()
    with db.reading() as session:
        found = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert found.wrong == []


@pytest.mark.rule("HOUSE-TOURN-165")
def test_a_posting_too_many_is_named_with_both_figures(db):
    in_session(db)
    deal(tablet(db))
    with db.writing() as session:
        moves = ((accounts.stack(1), 50), (accounts.rack(1), -50))
        posting = Posting(Cause("mistake", "1"), (HOUSE.at("TOURN-162"),), moves)
        postings.post(session, posting, at(LATER))
    with db.reading() as session:
        found = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
    assert len(found.wrong) == 2
    assert "stack of entry 1" in "".join(found.wrong)


@pytest.mark.rule("HOUSE-TOURN-160", "HOUSE-TOURN-106")
def test_a_moved_player_takes_the_new_seat_with_the_same_chips(db):
    playing = in_session(db)
    one, two = tablet(db), tablet(db, 2)
    deal(one)
    seat, entry = min(seated(one).items())
    free = next(n for n in range(1, 7) if n not in seated(two))
    had = asked(one, lambda play: play.stacks[seat])
    number = look(db, numbered, entry)
    wanted = moves.Move(number, Place(1, 2, free), MoveKind.BY_HAND, "A short table")
    assert not isinstance(do(db, moves.move, wanted, at(LATER)), Refused)
    for console in (one, two):
        assert cites(console.open(options=DEALT)) == ["HOUSE-TOURN-160"]
    done = do(db, places.follow_moves, playing, at(LATER), FLOOR)
    assert done == 1, done
    assert asked(two, lambda play: play.stacks[free]) == had
    deal(one)
    deal(two)
    with db.reading() as session:
        found = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert found.wrong == []


def numbered(session, _tournament, entry_id):
    """The number of an entry."""
    return session.get_one(EntryRow, entry_id).number


def corrected(db, console):
    """Correct the last bet of the round that was played last."""
    with db.writing() as session:
        table = floor_tables.get(session, console.number, lock=True)
        row = books.last(session, books.REAL, table)
        now = books.position(session, books.REAL, row, FLOOR.seal)
        bet = next(s for s in reversed(now.slots) if s.moves[0].act == "bet")
        seat = bet.moves[0].seat
        instead = {"act": "bet", "seat": seat, "amount": 300}
        want = Correction(key(), row.number, now.seq, "Misread", {bet.seq: [instead]})
        by = at(LATER)
        return seat, corrections.correct(session, table, want, by, FLOOR)


@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-TOURN-17")
def test_a_correction_moves_the_difference_until_the_table_is_closed(db):
    in_session(db)
    console = tablet(db)
    for _ in range(6):
        deal(console)
    seat, done = corrected(db, console)
    with db.reading() as session:
        ledger_holds(session)
        found = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert found.wrong == []
    assert isinstance(done, Effect), done
    assert seat in seated(console)
    both(db, expected(db))
    assert not isinstance(at_table(db, closing.close, SAID, at(LATER)), Refused)
    _, refused = corrected(db, console)
    assert "HOUSE-TOURN-17" in cites(refused)
