"""The draw of HR-DRAW-1 against a second implementation, written from the text."""

import csv
import hashlib
import hmac
import io
import itertools
import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proof import chains, gaps, tree
from proof import frozen as lists
from proof.commitments import commitment, keeps
from proof.draw import Drum, Header, Prize, round_key
from proof.stream import Stream

# --- the second implementation: plain lists, nothing clever, nothing imported ---


def h(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def root_of(leaves):
    """RFC 6962, 2.1: split at the largest power of two below n."""
    if not leaves:
        return h(b"")
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return h(b"\x01", root_of(leaves[:split]), root_of(leaves[split:]))


def frozen(people):
    """Rows of index, first, count and leaf, for (ref, count, salt)."""
    rows, first = [], 0
    for index, (ref, count, salt) in enumerate(
        sorted(people, key=lambda one: one[0].encode("utf-8"))
    ):
        ends = first.to_bytes(8, "big"), count.to_bytes(8, "big")
        rows.append((index, first, count, h(b"\0", salt, ref.encode("utf-8"), *ends)))
        first += count
    return rows


def numbers(key):
    block = 0
    while True:
        mac = hmac.new(key, b"HR-DRAW-1" + block.to_bytes(8, "big"), "sha256").digest()
        for word in range(4):
            yield int.from_bytes(mac[8 * word : 8 * word + 8], "big")
        block += 1


def below(words, n):
    if n == 1:
        return 0
    bits = 0
    while 1 << bits < n:
        bits += 1
    while True:
        value = next(words) >> (64 - bits)
        if value < n:
            return value


def whole_draw(rows, header, house, scrutineer, beacon, vacated):
    """Every (round, prize, ticket, index), round nought and one for each vacated."""
    left = [
        ticket for _, first, count, _ in rows for ticket in range(first, first + count)
    ]
    text = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    drawn = []
    first = [p["id"] for p in header["prizes"] for _ in range(p["quantity"])]
    for number, prizes in enumerate([first, *[[prize] for prize in vacated]]):
        told = house[number + 1] + (scrutineer[number + 1] if scrutineer else b"")
        key = h(text.encode(), number.to_bytes(4, "big"), told, beacon.encode())
        words = numbers(key)
        for prize in prizes:
            if not left:
                return drawn
            ticket = left[below(words, len(left))]
            [mine] = [r for r in rows if r[1] <= ticket < r[1] + r[2]]
            drawn.append((number, prize, ticket, mine[0]))
            whole = range(mine[1], mine[1] + mine[2])
            gone = whole if header["one_win_per_holder"] else [ticket]
            left = [each for each in left if each not in gone]
    return drawn


# --- both against each other ---

REFS = st.text("aäZ0é€", min_size=1, max_size=3)
PEOPLE = st.lists(
    st.tuples(REFS, st.integers(1, 9), st.binary(min_size=16, max_size=16)),
    min_size=4,
    max_size=12,
    unique_by=lambda one: one[0],
)
HOUSE, SCRUTINEER = bytes(range(32)), bytes(range(32, 64))


def parts_of(people):
    """The list of these people, frozen with the salts that they bring."""
    ordered = sorted(people, key=lambda one: one[0].encode())
    salts = iter([salt for _, _, salt in ordered])
    return [
        *lists.freeze(
            ((ref, count) for ref, count, _ in ordered),
            lambda size: b"".join(itertools.islice(salts, size // lists.SALT)),
        )
    ]


def drum_of(parts, *, one_win):
    *firsts, tickets = [n for part in parts for n in part.tickets()[:-1]] + [
        parts[-1].tickets()[-1]
    ]
    return Drum(firsts, tickets, one_win)


def header_for(parts, *, one_win, scrutineer):
    return Header(
        promotion="summer-car-draw",
        draw=1,
        terms_sha256="ab" * 32,
        entry_root=lists.root_of([part.root() for part in parts]).hex(),
        holders=sum(part.size for part in parts),
        tickets=parts[-1].tickets()[-1],
        one_win_per_holder=one_win,
        prizes=(Prize("car", 1), Prize("voucher – $50", 2)),
        reserves=1,
        house=chains.chain(HOUSE, 3)[0].hex(),
        scrutineer=chains.chain(SCRUTINEER, 3)[0].hex() if scrutineer else "",
        beacon="the word said in the room",
    )


@settings(max_examples=60)
@given(PEOPLE, st.booleans(), st.booleans(), st.text(max_size=5))
def test_a_stranger_gets_the_same_winners(people, one_win, scrutineer, word):
    parts = parts_of(people)
    rows = frozen(people)
    assert [line for part in parts for line in part.lines()] == [
        f"{index},{first},{count},{leaf.hex()}" for index, first, count, leaf in rows
    ]
    header = header_for(parts, one_win=one_win, scrutineer=scrutineer)
    assert header.entry_root == root_of([row[3] for row in rows]).hex()
    house = chains.chain(HOUSE, chains.length_for(header.reserves))
    theirs = chains.chain(SCRUTINEER, 3) if scrutineer else ()
    drum = drum_of(parts, one_win=one_win)

    def key(number):
        told = theirs[number + 1] if theirs else b""
        return round_key(header.content(), number, house[number + 1], told, word)

    drawn = [*drum.draw(header.prizes, key(0)), drum.replace(1, "car", key(1))]
    again = whole_draw(rows, header.to_data(), house, theirs, word, ["car"])
    assert [(d.round, d.prize, d.ticket, d.index) for d in drawn] == again
    assert [d.position for d in drawn] == [0, 1, 2, 3]
    gone = {d.index for d in drawn} if one_win else {d.ticket for d in drawn}
    assert len(gone) == 4


def a_list(dice):
    """One holder or many, of one ticket each or of very different holdings."""
    most = dice.choice((1, 1, 3, 40))
    return [
        (f"{dice.getrandbits(40):010x}", dice.randint(1, most), dice.randbytes(16))
        for _ in range(dice.choice((1, 2, 5, 30)))
    ]


@pytest.mark.rule("HOUSE-PROMOTION-45")
def test_a_thousand_draws_with_replacements_come_out_the_same():
    dice = random.Random(20)
    rounds = 0
    for _ in range(1_000):
        people, one_win = a_list(dice), dice.random() < 0.5
        parts, rows = parts_of(people), frozen(people)
        prizes = (Prize("1", dice.randint(1, 4)), Prize("2", dice.randint(1, 9)))
        asked = {"one_win": one_win, "scrutineer": dice.random() < 0.5}
        header = replace(header_for(parts, **asked), prizes=prizes, reserves=4)
        house = chains.chain(dice.randbytes(32), 6)
        theirs = chains.chain(SCRUTINEER, 6) if asked["scrutineer"] else ()
        drum, word = drum_of(parts, one_win=one_win), dice.choice(("", "6 2 5"))
        keys = [
            round_key(
                header.content(),
                n,
                house[n + 1],
                theirs[n + 1] if theirs else b"",
                word,
            )
            for n in range(5)
        ]
        drawn = [*drum.draw(prizes, keys[0])]
        vacated = [dice.choice("12") for _ in range(dice.randint(0, 4))]
        for number, prize in enumerate(vacated, start=1):
            if drum.left:
                drawn.append(drum.replace(number, prize, keys[number]))
        again = whole_draw(rows, header.to_data(), house, theirs, word, vacated)
        assert [(d.round, d.prize, d.ticket, d.index) for d in drawn] == again
        rounds += len({d.round for d in drawn})
    assert rounds > 1_500


def test_the_header_is_published_in_exactly_these_bytes():
    [one] = parts_of([("a", 3, bytes(16))])
    made = replace(header_for([one], one_win=True, scrutineer=False), house="00")
    assert (
        made.content()
        == (
            '{"beacon":"the word said in the room","commitments":{"house":"00",'
            '"scrutineer":""},"draw":1,"entry_root":"'
            + one.leaves.hex()
            + '","holders":1,'
            '"one_win_per_holder":true,"prizes":[{"id":"car","quantity":1},'
            '{"id":"voucher – $50","quantity":2}],"promotion":"summer-car-draw",'
            '"protocol":"HR-DRAW-1","reserves":1,"terms_sha256":"' + "ab" * 32 + '",'
            '"tickets":3}'
        ).encode()
    )


def test_the_entry_file_has_a_row_for_each_holder_in_order():
    [part] = parts_of([("b", 2, bytes(16)), ("a", 5, bytes(16))])
    rows = [*csv.reader(io.StringIO("\n".join(part.lines())))]
    assert [row[:3] for row in rows] == [["0", "0", "5"], ["1", "5", "2"]]
    assert b"".join(bytes.fromhex(row[3]) for row in rows) == part.leaves


def test_the_same_list_in_parts_has_the_same_root_and_proves_each_holder(monkeypatch):
    people = [(f"{n:03}", n % 7 + 1, bytes([n]) * 16) for n in range(45)]
    [whole] = parts_of(people)
    monkeypatch.setattr(lists, "PART", 8)
    parts = parts_of(people)
    roots = [part.root() for part in parts]
    assert lists.root_of(roots) == whole.root() == root_of(list(whole.hashes()))
    assert [part.size for part in parts] == [8] * 5 + [5]
    assert [line for part in parts for line in part.lines()] == [*whole.lines()]
    for part, (ref, count, _) in ((parts[i // 8], one) for i, one in enumerate(people)):
        given = lists.receipt(part, part.find(ref), roots, 45)
        assert (given.ref, given.count) == (ref, count)
        assert lists.is_in(given, whole.root())
        assert not lists.is_in(replace(given, count=count + 1), whole.root())
        assert not lists.is_in(replace(given, index=given.index ^ 1), whole.root())
    assert parts[0].find("044") is None


@pytest.mark.parametrize(
    ("people", "says"),
    [
        ([("a", 0)], "one ticket or more"),
        ([("b", 1), ("a", 1)], "ascending order"),
        ([("a", 1), ("a", 1)], "ascending order"),
        ([("a\nb", 1)], "one line"),
    ],
)
def test_a_list_out_of_order_or_without_tickets_is_not_frozen(people, says):
    with pytest.raises(ValueError, match=says):
        [*lists.freeze(people)]


def test_order_is_kept_from_one_part_to_the_next(monkeypatch):
    monkeypatch.setattr(lists, "PART", 2)
    with pytest.raises(ValueError, match="ascending order"):
        [*lists.freeze([("a", 1), ("c", 1), ("b", 1)])]


def test_nobody_is_drawn_from_an_empty_drum():
    drum = drum_of(parts_of([("a", 2, bytes(16))]), one_win=True)
    assert [one.position for one in drum.draw([Prize("car", 2)], bytes(32))] == [0]
    assert drum.left == 0
    with pytest.raises(ValueError, match="no number below 0"):
        drum.replace(1, "car", bytes(32))
    assert Drum((), 0, one_win_per_holder=False).left == 0


@settings(max_examples=30)
@given(st.permutations(range(700)))
def test_what_is_left_of_a_row_is_found_whatever_was_taken(order):
    row, found = list(range(1000)), gaps.Gaps()
    for each in order[:650]:
        found.take(each, each + 1)
        row.remove(each)
    assert found.total == 650
    for place in range(0, len(row), 37):
        assert found.left_at(place) == row[place]


# --- the stream ---


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 255, 256, 257, 2**63, 2**64 - 1, 2**64])
def test_numbers_are_those_of_the_text_at_every_edge(n):
    stream, words = Stream(b"key"), numbers(b"key")
    assert [stream.below(n) for _ in range(9)] == [below(words, n) for _ in range(9)]


def test_no_number_is_below_nought_or_above_a_word():
    for n in (0, -1, 2**64 + 1):
        with pytest.raises(ValueError, match="no number below"):
            Stream(b"key").below(n)


# --- the tree ---

# Known answers of the reference implementation of RFC 6962.
LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", ""]
LEAVES[7] = "606162636465666768696a6b6c6d6e6f"
ROOTS = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}


@pytest.mark.parametrize("count", ROOTS)
def test_roots_are_those_of_the_standard(count):
    leaves = [tree.leaf(bytes.fromhex(text)) for text in LEAVES[:count]]
    assert tree.Tree.over(leaves).root.hex() == ROOTS[count]


@pytest.mark.parametrize("size", [*range(1, 18), 33, 100])
def test_every_leaf_is_proved_by_its_path_and_by_no_other(size):
    leaves = [tree.leaf(bytes([n])) for n in range(size)]
    made = tree.Tree.over(leaves)
    assert made.root == root_of(leaves)
    for index, leaf in enumerate(leaves):
        path = made.path(index)
        assert tree.root_by(leaf, index, size, path) == made.root
        assert tree.root_by(tree.leaf(b"other"), index, size, path) != made.root
        assert tree.root_by(leaf, index, size, (*path, leaf)) == b""
        if path:
            assert tree.root_by(leaf, index, size, path[:-1]) == b""
            assert tree.root_by(leaf, (index + 1) % size, size, path) != made.root


def test_places_outside_the_tree_have_no_path():
    made = tree.Tree.over([tree.leaf(b"a")])
    for index in (-1, 1):
        with pytest.raises(IndexError):
            made.path(index)
        assert tree.root_by(made.root, index, 1, ()) == b""
    assert tree.Tree.over([]).root == h(b"")


# --- promises and chains ---


def test_a_promise_is_kept_by_its_secret_alone():
    assert keeps(commitment(b"secret"), b"secret")
    assert not keeps(commitment(b"secret"), b"another")


def test_each_value_of_a_chain_is_the_hash_of_the_next():
    values = chains.chain(HOUSE, 5)
    assert values[-1] == HOUSE
    assert all(h(two) == one for one, two in itertools.pairwise(values))


@pytest.mark.parametrize(("last", "length"), [(b"short", 3), (HOUSE, 0)])
def test_a_chain_has_whole_values_and_at_least_one(last, length):
    with pytest.raises(ValueError, match="A chain"):
        chains.chain(last, length)


def test_a_guess_at_a_phrase_is_made_expensive():
    slow = hashlib.pbkdf2_hmac("sha256", b"Blaues Meer", bytes(16), 600_000)
    assert chains.from_phrase("Blaues Meer", bytes(16)) == slow


def test_a_phrase_gives_the_same_chain_however_it_is_typed():
    salt = bytes(16)
    typed = chains.from_phrase("  Blaues  Meer é", salt)
    assert typed == chains.from_phrase("Blaues Meer e\u0301", salt)
    assert typed != chains.from_phrase("Blaues Meer é", b"x" * 16)
    assert len(typed) == chains.BYTES
