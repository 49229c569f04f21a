"""The file of checkpoints: whatever was done to it is named; a crash leaves no harm."""

import json
from dataclasses import replace

import pytest

from house.audit.chain import GENESIS
from house.audit.checkpoints import keys
from house.audit.checkpoints.book import Book, judged, received
from house.audit.checkpoints.checkpoint import Checkpoint, leaf_of, read
from house.audit.checkpoints.keys import KeyTrouble
from house.audit.checkpoints.telling import letter
from house.notices.outbox import Letter, as_email
from proof.growing import Frontier
from tests.house.conftest import NOON

AT = "2026-11-20T17:00:00.000000Z"


def hash_of(n):
    return f"{n:064x}"


def grown(size):
    return Frontier().grown(leaf_of(hash_of(n)) for n in range(1, size + 1))


def following(last, size, key, **changes):
    """The next checkpoint of a record whose entries hash to 1, 2, 3, …"""
    number, before = (last.number + 1, last.hash) if last else (1, GENESIS)
    plain = Checkpoint(number, AT, hash_of(size), grown(size), "", before)
    return keys.sign(replace(plain, **changes), key)


@pytest.fixture
def key(tmp_path):
    return keys.make(tmp_path / "key")


@pytest.fixture
def four(key):
    found = [following(None, 1, key)]
    for size in (3, 3, 8):
        found.append(following(found[-1], size, key))
    return found


@pytest.fixture
def book(tmp_path, four):
    kept = Book(tmp_path / "checkpoints")
    with kept.held():
        for one in four:
            kept.append(one)
    return kept


def lines(checkpoints):
    return [one.line()[:-1] for one in checkpoints]


@pytest.mark.rule("HOUSE-RECORD-10")
def test_what_was_appended_is_read_and_its_file_is_the_owners_alone(book, four):
    assert book.read().checkpoints == tuple(four)
    assert book.read().faults == ()
    assert book.newest() == four[-1]
    assert book.path.stat().st_mode & 0o777 == 0o600
    assert book.folder.stat().st_mode & 0o777 == 0o700


def test_no_file_is_no_checkpoint(tmp_path):
    none = Book(tmp_path / "nowhere")
    assert (none.read().newest, none.read().faults, none.newest()) == (None, (), None)


def test_half_a_line_is_none_and_the_next_one_takes_its_place(book, four, key):
    whole = book.path.read_bytes()
    book.path.write_bytes(whole + four[0].line()[:50])
    assert book.read().checkpoints == tuple(four)
    assert book.read().faults == ()
    assert book.newest() == four[-1]
    fifth = following(four[-1], 9, key)
    book.append(fifth)
    assert book.path.read_bytes() == whole + fifth.line()


def other(name, value):
    """The third checkpoint with one field written over."""

    def change(found):
        data = found[2].to_data() | {name: value}
        spelt = json.dumps(data, sort_keys=True, separators=(",", ":")).encode()
        return [*lines(found[:2]), spelt, *lines(found[3:])]

    return change


ALTERED = {
    "a time": (other("at", AT.replace("20T", "21T")), "Checkpoint 3 was altered"),
    "a size": (other("size", 4), "Line 3 of the checkpoints was altered"),
    "a root": (other("root", hash_of(7)), "Line 3 of the checkpoints was altered"),
    "a head": (other("head", hash_of(7)), "Checkpoint 3 was altered"),
    "no size": (other("size", None), "Line 3 of the checkpoints was altered"),
    "one more field": (other("more", 1), "Line 3 of the checkpoints was altered"),
    "a signature": (other("signature", "00"), "Checkpoint 3 was altered"),
    "another spelling": (
        lambda found: [lines(found)[0].replace(b":", b": ", 1), *lines(found[1:])],
        "Line 1 of the checkpoints was altered",
    ),
    "garbage": (lambda found: [b"[" * 5_000], "Line 1 of the checkpoints was altered"),
    "one gone": (
        lambda found: [*lines(found[:1]), *lines(found[2:])],
        "Checkpoint 2 was removed: 3 stands in its place.",
    ),
    "the first gone": (lambda found: lines(found[1:]), "Checkpoint 1 was removed"),
    "swapped": (
        lambda found: lines([found[0], found[2], found[1], found[3]]),
        "Checkpoint 2 was removed",
    ),
}


@pytest.mark.rule("HOUSE-RECORD-11")
@pytest.mark.parametrize("what", sorted(ALTERED))
def test_what_was_done_to_the_file_is_named(four, what):
    change, said = ALTERED[what]
    faults = judged(change(four)).faults
    assert faults
    assert faults[0].startswith(said)


@pytest.mark.rule("HOUSE-RECORD-11")
def test_another_key_is_found_unless_the_old_one_signed_for_it(four, key, tmp_path):
    new = keys.make(tmp_path / "new")
    [fault] = judged(lines([*four, following(four[-1], 9, new)])).faults
    assert fault.startswith("Checkpoint 5 is signed with the wrong key")
    named = following(four[-1], 9, key, next_key=keys.public(new))
    rotated = [*four, named, following(named, 10, new)]
    assert judged(lines(rotated)).faults == ()
    [fault] = judged(lines([*rotated[:-1], following(named, 10, key)])).faults
    assert fault.startswith("Checkpoint 6 is signed with the wrong key")
    lost = judged(lines([*four, following(four[-1], 9, new, key_lost=True)]))
    assert lost.faults == ()
    assert [one.number for one in lost.unannounced] == [5]


def test_a_checkpoint_that_goes_back_or_stands_beside_another_is_found(four, key):
    [fault] = judged(lines([*four, following(four[-1], 7, key)])).faults
    assert fault == "Checkpoint 5 has fewer entries than the one before it."
    beside = replace(following(four[-1], 9, key), previous=four[0].hash)
    [fault] = judged(lines([*four, keys.sign(beside, key)])).faults
    assert fault.startswith("Checkpoint 5 does not follow the one before it")


@pytest.mark.rule("HOUSE-RECORD-10")
def test_a_letter_holds_the_checkpoint_itself(four):
    body = letter(four[-1], "Southbank House")
    assert received(body.encode()) == (four[-1],)
    post = Letter("k", "a@example.com", "s", body, NOON)
    assert received(as_email(post, "house@example.com").as_bytes()) == (four[-1],)
    altered = body.replace('"number":4', '"number":5')
    assert received(altered.encode()) == ()


def test_a_key_is_made_once_and_never_shown_to_others(tmp_path):
    path = tmp_path / "instance" / "key"
    made = keys.make(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert keys.public(keys.load(path)) == keys.public(made)
    with pytest.raises(KeyTrouble, match="cannot be written"):
        keys.make(path)
    path.chmod(0o644)
    with pytest.raises(KeyTrouble, match="chmod 600"):
        keys.load(path)
    path.chmod(0o600)
    path.write_bytes(b"-----BEGIN NOTHING-----")
    with pytest.raises(KeyTrouble, match="holds no key"):
        keys.load(path)
    with pytest.raises(KeyTrouble, match="No such file"):
        keys.load(tmp_path / "none")


def test_a_line_reads_back_as_it_was(four):
    assert all(read(one.line()) == one for one in four)
