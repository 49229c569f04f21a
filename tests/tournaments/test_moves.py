"""Players moved after the release, and seats on paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from rulebook import Refusal, Refused
from tests.tournaments import cast
from tests.tournaments.cast import CLOSED, at, cites, do, look, recorded
from tests.tournaments.test_seats import condition, files, numbers
from tournaments import queries
from tournaments.entrants import passes
from tournaments.models import EntryRow
from tournaments.rules.clauses.seating import MovedFirst
from tournaments.rules.refunds import Cause
from tournaments.rules.seat_moves import Player, Room, balanced, broken, sizes
from tournaments.rules.seat_repair import Place
from tournaments.rules.seat_replay import differences
from tournaments.seating import moves, paper
from tournaments.seating.models import Condition, MoveKind, MoveRow
from tournaments.seating.moves import Move

LOT, HIGHEST = MovedFirst.BY_LOT, MovedFirst.HIGHEST_SEAT


def room(first=LOT, seats=6, **partners):
    """Tables of one session."""
    foes = {int(k[1:]): frozenset(v) for k, v in partners.items()}
    return Room(1, seats, first, foes)


def at_tables(*counts):
    """So many players at tables 1, 2, …; the lowest number has the lowest rank."""
    places = [Place(1, t, s) for t, n in enumerate(counts, 1) for s in range(1, n + 1)]
    return [Player(n, p, n.to_bytes(8, "big")) for n, p in enumerate(places, 1)]


@pytest.mark.rule("HOUSE-TOURN-101", "HOUSE-TOURN-106")
def test_whoever_the_terms_name_moves_first_to_the_smallest_table():
    players = at_tables(6, 4, 3)
    assert [(p.entry, p.place) for p in balanced(room(), players)] == [
        (1, Place(1, 3, 4))
    ]
    assert [p.entry for p in balanced(room(HIGHEST), players)] == [6]
    apart = balanced(room(e1=[11]), players)  # entry 11 sits at table 3
    assert (apart[0].entry, apart[0].place.table) == (1, 2)
    even = balanced(room(), at_tables(5, 4))
    assert (even.cite.id, even.right) == ("HOUSE-TOURN-101", "Nobody has to be moved.")
    gone = broken(room(), at_tables(5, 4, 3), 3)
    assert [(p.entry, p.place.table, p.place.seat) for p in gone] == [
        (10, 2, 5),
        (11, 1, 6),
        (12, 2, 6),
    ]
    assert isinstance(broken(room(), at_tables(6, 6), 1), Refusal)
    assert isinstance(broken(room(), at_tables(6, 6), 9), Refusal)


@pytest.mark.rule("HOUSE-TOURN-106")
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=6), st.sampled_from([*MovedFirst])
)
def test_balanced_tables_differ_by_one_and_nobody_is_lost(counts, first):
    players = at_tables(*counts)
    found = balanced(room(first), players)
    if isinstance(found, Refusal):
        assert max(counts) - min(counts) <= 1
        return
    now = {p.entry: p for p in players} | {p.entry: p for p in found}
    assert len({p.place for p in now.values()}) == len(players)
    left = sizes(list(now.values()))
    assert max(left.values()) - min(left.values()) <= 1


@pytest.mark.rule("HOUSE-TOURN-106")
def test_somebody_is_moved_by_hand_changes_seats_and_is_brought_back(db):
    cast.seated(db, 8)
    before, now = numbers(db), at(CLOSED + 10)
    free = Place(1, before[1].table, 5)
    why = "Sat down at the wrong table"
    given = Move(1, free, MoveKind.WRONG_SEAT, why)
    assert not isinstance(do(db, moves.move, given, now), Refused)
    assert numbers(db)[1] == free
    assert cites(do(db, moves.move, given, now)) == ["HOUSE-TOURN-106"]
    taken = do(db, moves.move, Move(2, free, MoveKind.BY_HAND, why), now)
    assert taken.refusals[0].wrong == "Entry 1 sits there."
    swap = Move(1, free, MoveKind.ACCESSIBLE, "Entry 2 cannot reach the seat")
    assert len(do(db, moves.swap, swap, 2, now)) == 2
    assert (numbers(db)[1], numbers(db)[2]) == (before[2], free)
    [first] = [m for m in look(db, moves.recent) if m.row.why == why]
    full = do(db, moves.undo, first.row.pk, now)
    assert not isinstance(full, Refused)  # where entry 1 came from is free
    assert numbers(db)[1] == before[1]
    assert len(look(db, moves.recent)) == 4
    assert len(look(db, moves.recent, now.now)) == 0
    assert len(look(db, moves.recent, at(CLOSED + 9).now)) == 4
    assert recorded(db, "move player")[-1].after["kind"] == "undo"
    assert differences(files(db)[0]) == ()  # the draw stays what it was


@pytest.mark.rule("HOUSE-TOURN-106")
@pytest.mark.parametrize(
    ("entry", "place", "why", "said"),
    [
        (99, Place(1, 1, 6), "x", "Entry 99 has no seat."),
        (1, Place(1, 9, 6), "x", "Table 9 has no seat 6 here."),
        (1, Place(1, 1, 7), "x", "Table 1 has no seat 7 here."),
        (1, Place(4, 1, 6), "x", "There is no session 4."),
        (1, Place(1, 1, 6), " ", "No reason is given."),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_its_reason(db, entry, place, why, said):
    cast.seated(db, 8)
    verdict = do(db, moves.move, Move(entry, place, MoveKind.BY_HAND, why), at(CLOSED))
    assert said in [r.wrong for r in verdict.refusals]
    assert look(db, moves.recent) == ()


@pytest.mark.rule("HOUSE-TOURN-106", "HOUSE-TOURN-102")
def test_two_kept_apart_are_not_moved_together_and_a_seat_is_given_once(db):
    cast.ready_to_seat(db, 8)
    condition(db, Condition.APART, entry=1, other=2)
    early = Move(1, Place(1, 1, 6), MoveKind.BY_HAND, "x")
    assert cites(do(db, moves.move, early, at(3))) == ["HOUSE-TOURN-15"]
    cast.draw(db)
    there = numbers(db)[2]
    wanted = Move(1, Place(1, there.table, 6), MoveKind.BY_HAND, "They asked")
    met = do(db, moves.move, wanted, at(CLOSED + 5))
    assert met.refusals[0].wrong == "Entries 1 and 2 are kept apart."
    other = Move(1, Place(1, numbers(db)[1].table, 6), MoveKind.BY_HAND, "Air")
    [row] = do(db, moves.move, other, at(CLOSED + 5))
    same = row.model_dump(exclude={"id", "entry_id"}) | {"entry_id": row.entry_id + 1}
    with pytest.raises(IntegrityError):
        do(db, lambda session, _: session.add(MoveRow(**same)) or session.flush())


@pytest.mark.rule("HOUSE-TOURN-101", "HOUSE-TOURN-106")
def test_a_table_is_kept_even_or_broken_by_the_terms(db):
    cast.seated(db, 8)
    even = do(db, moves.balance, 1, at(CLOSED + 5))
    assert cites(even) == ["HOUSE-TOURN-101"]
    for entry in [n for n, p in numbers(db).items() if p.table == 1][:2]:
        cast.end(db, Cause.WITHDRAWN, number=entry, act=at(CLOSED + 5))
    [row] = do(db, moves.balance, 1, at(CLOSED + 6))
    assert (row.kind, row.from_table, row.table_number) == (MoveKind.BALANCE, 2, 1)
    assert do(db, moves.break_table, 1, 2, at(CLOSED + 7))
    assert look(db, paper.sheets)[0].table == 1
    assert len(look(db, paper.sheets)) == 1
    assert cites(do(db, moves.break_table, 1, 1, at(CLOSED + 8))) == ["HOUSE-TOURN-106"]


def printed(db, numbers, minute):
    """The cards of these entries, counted and made out."""
    rows = do(db, paper.hand_out, numbers, cast.SEAL, at(minute))
    if isinstance(rows, Refused):
        return rows
    return look(db, paper.cards, rows[0].pk, rows[-1].pk)


@pytest.mark.rule("HOUSE-TOURN-107")
def test_cards_are_counted_and_a_card_printed_again_says_so(db):
    cast.ready_to_seat(db, 6)
    assert cites(printed(db, [], CLOSED)) == ["HOUSE-TOURN-107"]
    cast.draw(db)
    first = printed(db, [], CLOSED + 5)
    assert [card.reprint for card in first] == [0] * 6
    [card] = printed(db, [4], CLOSED + 6)
    assert (card.reprint, card.sitting.entry.number) == (1, 4)
    assert cites(printed(db, [99], CLOSED)) == ["HOUSE-TOURN-107"]


@pytest.mark.rule("HOUSE-TOURN-170")
def test_a_card_leads_to_the_pass_it_was_counted_with_and_to_none_made_since(db):
    cast.seated(db, 6)
    [first] = printed(db, [4], CLOSED + 5)
    [again] = printed(db, [4], CLOSED + 6)
    assert first.pass_ is not None
    assert again.pass_.pk == first.pass_.pk  # a reprint opens the same page
    with db.writing() as session:
        entry = session.get_one(EntryRow, first.sitting.entry.pk)
        held = queries.get(session, cast.SLUG)
        passes.issue(session, held, entry, cast.SEAL, at(CLOSED + 7))
    for card in (first, again):
        [now] = look(db, paper.cards, card.row.pk, card.row.pk)
        assert now.pass_ is None  # the lost one opens nothing, nor does its card
    [newest] = printed(db, [4], CLOSED + 8)
    assert newest.reprint == 2
    assert newest.pass_.pk > first.pass_.pk
