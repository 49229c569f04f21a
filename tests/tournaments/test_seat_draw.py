"""The draw of seats itself: fair, even, respecting its conditions, repeatable."""

import json
from collections import Counter
from copy import deepcopy

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import Refusal
from tests.tournaments import stranger
from tests.tournaments.cast import at
from tournaments.cli import tournaments
from tournaments.rules import seat_draw
from tournaments.rules.seat_draw import Lists, Occasion, Table
from tournaments.rules.seat_repair import Place
from tournaments.rules.seat_replay import differences
from tournaments.rules.seats import table_sizes
from tournaments.rules.stages import Stage

SECRET = bytes(range(32))
SIX = Stage("Heats", starts=(at().now, at(90).now), tables=2, seats=6)
FLOOR = (Table(4, 6), Table(5, 6))
OCCASION = Occasion("slug", 1, 0, "ab" * 32)


def fixed(entries, secret=SECRET, **respected):
    """The header of a draw at two tables in two sessions."""
    places = respected.pop("places", None)
    places = places or seat_draw.places(len(entries), SIX, FLOOR)
    lists = Lists(tuple(entries), tuple(places), **respected)
    return seat_draw.header(OCCASION, lists, secret)


def drawn(entries, secret=SECRET, word="harbour", **respected):
    """Seats for these entries."""
    return seat_draw.drawn(fixed(entries, secret, **respected), secret, word)


def public(head, secret=SECRET, word="harbour"):
    """The file of a released draw."""
    found = seat_draw.drawn(head, secret, word)
    return {
        "header": head,
        "promise": head["commitment"],
        "secret": secret.hex(),
        "word": word,
        "swaps": [swap.to_data() for swap in found.swaps],
        "seats": [
            {
                "entry": s.entry,
                "table": s.place.table,
                "seat": s.place.seat,
                "session": s.place.session,
            }
            for s in found.seats
        ],
    }


@pytest.mark.rule("HOUSE-TOURN-60")
@given(st.lists(st.integers(1, 500), min_size=1, max_size=24, unique=True))
def test_everybody_has_one_seat_and_tables_are_even(entries):
    seats = drawn(entries).seats
    assert sorted(s.entry for s in seats) == sorted(entries)
    assert len({s.place for s in seats}) == len(entries)
    sizes = Counter((s.place.session, s.place.table) for s in seats)
    assert tuple(sorted(sizes.values(), reverse=True)) == table_sizes(len(entries), 6)


@st.composite
def headers(draw):
    """Lists of any size with entries kept apart, locked seats and reachable seats."""
    entries = draw(st.lists(st.integers(1, 99), min_size=2, max_size=24, unique=True))
    free = draw(st.integers(0, 3))
    places = seat_draw.places(min(24, len(entries) + free), SIX, FLOOR)
    some = st.sampled_from(entries)
    pair = st.tuples(some, some).filter(lambda p: p[0] < p[1])
    index = st.integers(0, len(places) - 1)
    limited = draw(
        st.dictionaries(
            some, st.lists(index, min_size=1, max_size=6, unique=True), max_size=4
        )
    )
    return fixed(
        entries,
        places=places,
        apart=tuple(draw(st.lists(pair, max_size=4, unique=True))),
        limited=tuple((e, tuple(at)) for e, at in limited.items()),
    )


@pytest.mark.rule("HOUSE-TOURN-60", "HOUSE-TOURN-102", "HOUSE-TOURN-105")
@given(headers(), st.binary(min_size=1, max_size=8), st.text(max_size=8))
def test_a_stranger_gets_the_same_seats_and_swaps_from_the_recipe_alone(
    head, seed, word
):
    secret = seed.ljust(32, b"\0")
    head = {**head, "commitment": seat_draw.commitment(secret)}
    if "\ud800" <= max(word, default="") <= "\udfff":
        word = ""
    found = seat_draw.drawn(head, secret, word)
    file = {"header": head, "secret": secret.hex(), "word": word}
    told = stranger.again(file)
    if isinstance(found, Refusal):
        assert told is None
        assert seat_draw.impossible(head) is not None
        return
    assert told[0] == [swap.to_data() for swap in found.swaps]
    assert told[1] == {s.entry: tuple(s.place.to_data()) for s in found.seats}
    where = {s.entry: s.place for s in found.seats}
    assert all(where[a].at != where[b].at for a, b in head["apart"])
    places = [Place(*place) for place in head["places"]]
    assert all(places.index(where[e]) in spots for e, spots in head["limited"])
    assert differences(public(head, secret, word)) == ()


@pytest.mark.rule("HOUSE-TOURN-60")
def test_word_and_secret_both_matter_and_the_secret_was_promised():
    entries = list(range(1, 25))
    first = drawn(entries)
    assert drawn(entries) == first
    assert drawn(entries, word="another") != first
    assert drawn(entries, secret=b"x" * 32) != first
    with pytest.raises(ValueError, match="not the secret"):
        seat_draw.drawn(fixed(entries), b"x" * 32, "harbour")


@pytest.mark.rule("HOUSE-TOURN-60")
def test_every_entry_is_as_likely_to_sit_anywhere():
    """Three thousand draws: no seat of twelve is far from its share."""
    counts = Counter(
        drawn(list(range(1, 13)), n.to_bytes(32, "big")).seats[0].entry
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


@pytest.mark.rule("HOUSE-TOURN-102")
def test_what_cannot_be_respected_is_named_before_the_secret_is():
    one_table = [Place(1, 4, seat) for seat in range(1, 7)]
    apart = fixed([1, 2, 3, 4, 5, 6], places=one_table, apart=((2, 5),))
    assert seat_draw.impossible(apart).wrong == (
        "No place is left for entry 5, which has to sit apart from 2."
    )
    locked = fixed([1, 2, 3], places=one_table[:3], limited=((1, (0,)), (3, (0,))))
    assert seat_draw.impossible(locked).wrong == (
        "No place is left for entry 3, which has to sit at one of 1 places."
    )
    fits = fixed([1, 2, 3], places=one_table[:3], limited=((1, (0,)), (3, (0, 1))))
    assert seat_draw.impossible(fits) is None


@pytest.mark.rule("HOUSE-TOURN-102")
def test_forty_pairs_among_two_hundred_are_kept_apart_by_few_swaps():
    places = [Place(1, table, seat) for table in range(1, 35) for seat in range(1, 7)]
    entries = list(range(1, 201))
    pairs = tuple((n, n + 100) for n in range(1, 41))
    found = drawn(entries, places=places[:200], apart=pairs)
    where = {s.entry: s.place.at for s in found.seats}
    assert all(where[a] != where[b] for a, b in pairs)
    assert len(found.swaps) <= 8


def damaged(change):
    """A file of a draw with conditions in which somebody changed something."""
    head = fixed(
        list(range(1, 13)), apart=((1, 2), (3, 4), (5, 6)), limited=((7, (0, 1)),)
    )
    file = json.loads(json.dumps(public(head)))
    change(file)
    return file


def _swap_seats(file):
    one, two = file["seats"][3], file["seats"][9]
    one["entry"], two["entry"] = two["entry"], one["entry"]


BROKEN = [
    (lambda f: f.update(secret="00" * 32), "The promise is not kept"),
    (lambda f: f.update(promise="x"), "The promise beside the list"),
    (lambda f: f.update(word="another"), "Entry "),
    (_swap_seats, "in the file; the draw gives session"),
    (lambda f: f["seats"].pop(), "has no seat in the file"),
    (lambda f: f["seats"].append(f["seats"][0]), "has two seats"),
    (lambda f: f["seats"].append({"entry": 0}), "Seat 13 in the file is not an entry"),
    (
        lambda f: f["swaps"].append({"entry": 8, "with": 9, "why": "apart"}),
        "in the file has no cause",
    ),
    (lambda f: f["header"]["entries"].reverse(), "The list is not in order"),
    (lambda f: f["header"]["places"].pop(), "12 entries and only 11 places"),
    (lambda f: f["header"]["apart"].append([1, 99]), "Entry 99 has a condition"),
    (lambda f: f["header"]["limited"].append([8, [77]]), "a place that is not on"),
    (lambda f: f["header"].update(entries=["1"]), "not whole numbers"),
    (lambda f: f["header"].update(protocol="X"), "its protocol is not HR-DRAW-1"),
    (lambda f: f.update(secret="zz"), "promise and secret are not both there"),
    (lambda f: f.update(swaps={}), "its swaps and seats are not lists"),
    (lambda f: f.pop("word"), "its word is not there"),
    (lambda f: f.pop("seats"), "are not released"),
    (lambda f: f.pop("header"), "it has no header"),
]


@pytest.mark.rule("HOUSE-TOURN-105")
@pytest.mark.parametrize(("change", "said"), BROKEN, ids=[said for _, said in BROKEN])
def test_whatever_differs_is_named(change, said):
    found = differences(damaged(change))
    assert any(said in each.wrong for each in found), found
    assert all(each.cite.id == "HOUSE-TOURN-105" for each in found)


@pytest.mark.rule("HOUSE-TOURN-105")
def test_the_command_repeats_a_draw_from_its_file_alone(tmp_path):
    run, path = CliRunner().invoke, tmp_path / "draw.json"
    path.write_text(json.dumps(damaged(lambda file: None)))
    good = run(tournaments, ["replay-seats", str(path)])
    assert (good.exit_code, good.output) == (
        0,
        "The draw repeats: all 12 seats are as they were drawn.\n",
    )
    path.write_text(json.dumps(damaged(_swap_seats)))
    bad = run(tournaments, ["replay-seats", str(path), "--json"])
    said = json.loads(bad.output)
    assert (bad.exit_code, said["holds"], len(said["wrong"])) == (1, False, 2)
    for content in (b"[" * 100_000, b"\xff", b'"seats"', b"null", b"1" * 5_000):
        path.write_bytes(content)
        odd = run(tournaments, ["replay-seats", str(path)])
        assert odd.exit_code == 1
        assert odd.exception is None or isinstance(odd.exception, SystemExit)
        assert len(odd.output.splitlines()) == 2
    gone = run(tournaments, ["replay-seats", str(tmp_path / "none")])
    assert (gone.exit_code, "No such file" in gone.output) == (1, True)


@pytest.mark.rule("HOUSE-TOURN-105")
@settings(max_examples=25)
@given(st.recursive(st.none() | st.integers() | st.text(max_size=3), st.lists))
def test_no_header_is_too_odd_to_be_told(value):
    file = deepcopy(damaged(lambda _: None))
    for name in ("entries", "places", "limited", "apart", "commitment", "kept"):
        odd = {**file, "header": {**file["header"], name: value}}
        assert differences(odd) or value == file["header"][name]
    assert differences({**file, "seats": value if isinstance(value, list) else []})
