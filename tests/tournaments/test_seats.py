"""The draw of seats: fair, repeatable, promised beforehand."""

import hashlib
import hmac
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook import Refusal, Refused
from tests.tournaments import cast
from tests.tournaments.cast import SEAL, at, cites, do, recorded, row
from tournaments import queries
from tournaments.path import drawing, ledgers
from tournaments.rules import seat_draw
from tournaments.rules.lifecycle import Status
from tournaments.rules.refunds import Cause
from tournaments.rules.seat_draw import Place, Table
from tournaments.rules.seats import table_sizes
from tournaments.rules.stages import Stage

SECRET = bytes(range(32))
SIX = Stage("Heats", starts=(at().now, at(90).now), tables=2, seats=6)
FLOOR = (Table(4, 6), Table(5, 6))


def seats_of(db):
    """The seats that hold, by entry."""
    with db.reading() as session:
        tournament = queries.get(session, cast.SLUG)
        return ledgers.seats(session, ledgers.held_draw(session, tournament))


def drawn(entries, secret=SECRET, word="harbour"):
    """Seats for these entries at two tables in two sessions."""
    places = seat_draw.places(len(entries), SIX, FLOOR)
    fixed = seat_draw.header("slug", 1, "ab" * 32, (entries, places), secret)
    return fixed, seat_draw.seats(fixed, secret, word)


@pytest.mark.rule("HOUSE-TOURN-60")
@given(st.lists(st.integers(1, 500), min_size=1, max_size=24, unique=True))
def test_everybody_has_one_seat_and_tables_are_even(entries):
    _, seats = drawn(entries)
    assert sorted(s.entry for s in seats) == sorted(entries)
    assert len({s.place for s in seats}) == len(entries)
    sizes = Counter((s.place.session, s.place.table) for s in seats)
    assert tuple(sorted(sizes.values(), reverse=True)) == table_sizes(len(entries), 6)


@pytest.mark.rule("HOUSE-TOURN-60")
def test_a_stranger_gets_the_same_seats_from_the_published_values():
    """A second implementation of the protocol, word by word from its description."""
    entries = list(range(1, 12))
    fixed, seats = drawn(entries)
    text = json.dumps(fixed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    key = hashlib.sha256(text.encode() + SECRET + b"harbour").digest()
    words = (
        int.from_bytes(block[at : at + 8], "big")
        for number in range(100)
        for block in [
            hmac.digest(key, b"HR-DRAW-1" + number.to_bytes(8, "big"), "sha256")
        ]
        for at in (0, 8, 16, 24)
    )
    order = sorted(entries)
    for last in range(len(order) - 1, 0, -1):
        bits = last.bit_length()
        pick = next(v for v in (w >> (64 - bits) for w in words) if v <= last)
        order[last], order[pick] = order[pick], order[last]
    assert [s.entry for s in seats] == order
    assert fixed["commitment"] == hashlib.sha256(SECRET).hexdigest()


@pytest.mark.rule("HOUSE-TOURN-60")
def test_word_and_secret_both_matter_and_the_secret_was_promised():
    entries = list(range(1, 25))
    fixed, first = drawn(entries)
    assert drawn(entries)[1] == first
    assert drawn(entries, word="another")[1] != first
    assert drawn(entries, secret=b"x" * 32)[1] != first
    with pytest.raises(ValueError, match="not the secret"):
        seat_draw.seats(fixed, b"x" * 32, "harbour")


@pytest.mark.rule("HOUSE-TOURN-60")
def test_every_entry_is_as_likely_to_sit_anywhere():
    """Three thousand draws: no seat of twelve is far from its share."""
    counts = Counter(
        drawn(list(range(1, 13)), n.to_bytes(32, "big"))[1][0].entry
        for n in range(3_000)
    )
    assert len(counts) == 12
    assert max(counts.values()) < 330  # 250 expected; this is five deviations away
    assert min(counts.values()) > 175


@pytest.mark.rule("HOUSE-TOURN-61", "CROWN3-12.4.3(a)(ii)")
def test_too_few_tables_are_named_with_the_figures():
    [refusal] = seat_draw.places(24, SIX, FLOOR[:1])
    assert isinstance(refusal, Refusal)
    assert refusal.wrong == (
        "The heats need 2 tables of 6 seats at once; 1 is designated."
    )
    assert refusal.right == "Designate 1 table more."
    small = seat_draw.places(24, SIX, (FLOOR[0], Table(5, 5)))
    assert [r.cite.id for r in small] == ["HOUSE-TOURN-61"]
    many = seat_draw.places(25, SIX, (*FLOOR, Table(6, 6)))
    assert [r.cite.id for r in many] == ["CROWN3-12.4.3(a)(ii)"]
    assert len(seat_draw.places(24, SIX, FLOOR)) == 24


@pytest.mark.rule("HOUSE-TOURN-60", "HOUSE-TOURN-61")
def test_the_list_is_fixed_then_drawn_and_anybody_can_repeat_it(db):
    cast.with_entries(db)
    early = do(db, drawing.fix, at(2), SEAL)
    assert cites(early) == ["CROWN3-12.2.3", "CROWN3-12.2.4"]
    cast.appoint(db)
    cast.set_up_tables(db, 1, 2)
    cast.designate(db, 1)
    assert cites(do(db, drawing.hold, "word", at(3), SEAL)) == ["HOUSE-TOURN-60"]
    fixed = do(db, drawing.fix, at(3), SEAL)
    assert fixed.header["entries"] == [1, 2, 3, 4, 5, 6]
    assert fixed.secret == ""  # promised, not told
    assert recorded(db, "prepare draw")[-1].after["commitment"] == fixed.commitment
    cast.designate(db, 2)  # a table more changes nothing: the places are the same
    assert cites(do(db, drawing.hold, "w" * 121, at(4), SEAL)) == ["HOUSE-TOURN-60"]
    held = do(db, drawing.hold, "harbour", at(4), SEAL)
    assert row(db).status is Status.SEATED
    seats = seats_of(db)
    assert len(seats) == 6
    assert drawing.replay(held)
    told = recorded(db, "seats drawn")[0].after
    assert hashlib.sha256(bytes.fromhex(told["secret"])).hexdigest() == fixed.commitment
    with db.reading() as session:
        tournament = queries.get(session, cast.SLUG)
        numbers = {e.pk: e.number for e in queries.entrants(session, tournament)}
    again = seat_draw.seats(held.header, bytes.fromhex(held.secret), "harbour")
    assert {
        numbers[e]: Place(s.session, s.table_number, s.seat) for e, s in seats.items()
    } == {s.entry: s.place for s in again}
    assert cites(do(db, drawing.hold, "again", at(5), SEAL)) == [
        "HOUSE-TOURN-15",
        "HOUSE-TOURN-60",
    ]


@pytest.mark.rule("HOUSE-TOURN-60")
def test_a_list_that_changed_is_fixed_again(db):
    cast.ready_to_seat(db, 6)
    do(db, drawing.fix, at(3), SEAL)
    cast.end(db, Cause.WITHDRAWN, number=6)
    assert cites(do(db, drawing.hold, "w", at(4), SEAL)) == ["HOUSE-TOURN-60"]
    assert row(db).status is Status.ENTRIES_OPEN
    assert do(db, drawing.fix, at(5), SEAL).number == 2
    assert not isinstance(do(db, drawing.hold, "w", at(6), SEAL), Refused)
    assert len(seats_of(db)) == 5


@pytest.mark.rule("CROWN3-12.4.1(a)(iii)")
def test_too_few_players_are_not_seated(db):
    cast.ready_to_seat(db, 3)
    assert cites(do(db, drawing.fix, at(3), SEAL)) == ["CROWN3-12.4.1(a)(iii)"]
