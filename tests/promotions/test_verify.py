"""A stranger checks a draw with one script and finds exactly what was changed."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from promotions import verify
from proof import chains, frozen
from proof.canonical import canonical
from proof.draw import Drum, Header, Prize, round_key

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
HOUSE, SCRUTINEER = bytes(32), bytes([1] * 32)


def signed(certificate):
    body = {k: v for k, v in certificate.items() if k != "signature"}
    return {**body, "signature": KEY.sign(canonical(body)).hex()}


def held(
    counts=(5, 1, 3, 9, 2, 4), prizes=(("car", 1), ("voucher", 2)), *, one_win=True
):
    """A draw with one replacement, as the product holds it."""
    people = [(f"holder-{n:05}", count) for n, count in enumerate(counts)]
    parts = [*frozen.freeze(people)]
    bounds = [n for part in parts for n in part.tickets()[:-1]]
    tickets = parts[-1].tickets()[-1]
    house, scrutineer = chains.chain(HOUSE, 4), chains.chain(SCRUTINEER, 4)
    header = Header(
        promotion="summer-car-draw",
        draw=1,
        terms_sha256="ab" * 32,
        entry_root=frozen.root_of([part.root() for part in parts]).hex(),
        holders=len(people),
        tickets=tickets,
        one_win_per_holder=one_win,
        prizes=tuple(Prize(*prize) for prize in prizes),
        reserves=2,
        house=house[0].hex(),
        scrutineer=scrutineer[0].hex(),
        beacon="three dice",
    )
    drum = Drum(bounds, tickets, one_win)
    keys = [
        round_key(header.content(), n, house[n + 1], scrutineer[n + 1], "2 5 1")
        for n in (0, 1)
    ]
    rows = [row_of(d) for d in drum.draw(header.prizes, keys[0])]
    later = row_of(drum.replace(1, "car", keys[1]))
    certificate = {
        "header": header.to_data(),
        "reveals": [
            {"house": house[n + 1].hex(), "scrutineer": scrutineer[n + 1].hex()}
            for n in (0, 1)
        ],
        "beacon_value": "2 5 1",
        "transcript": [*rows, {**later, "replaces": 0, "reason": "not in the room"}],
        "drawn_by": "Ann",
        "scrutineer": "Cy",
        "times": {"drawn": "2026-11-18T09:00:00+00:00"},
        "previous": "",
        "public_key": KEY.public_key()
        .public_bytes(Encoding.Raw, PublicFormat.Raw)
        .hex(),
    }
    return signed(certificate), [f"{line}\n" for part in parts for line in part.lines()]


def row_of(drawn):
    return {
        "round": drawn.round,
        "position": drawn.position,
        "prize": drawn.prize,
        "ticket": drawn.ticket,
        "index": drawn.index,
    }


def wrong(certificate, lines):
    return [*verify.faults(certificate, lines)]


def test_a_draw_that_was_held_is_sound():
    certificate, lines = held()
    assert wrong(certificate, lines) == []
    assert wrong(certificate, ["index,first,count,leaf\n", *lines]) == []


@settings(max_examples=40)
@given(st.lists(st.integers(1, 30), min_size=4, max_size=40), st.booleans())
def test_every_draw_is_sound_whatever_the_holders_have(counts, one_win):
    assert wrong(*held(tuple(counts), one_win=one_win)) == []


CHANGES = {
    "a later winner": (
        lambda c: c["transcript"][1].update(ticket=c["transcript"][1]["ticket"] ^ 1),
        "position 1: the transcript has",
    ),
    "a winner too many": (
        lambda c: c["transcript"].append({**c["transcript"][0], "position": 4}),
        "position 4: the transcript has",
    ),
    "a winner left out": (lambda c: c["transcript"].pop(2), "position 2:"),
    "the house's reveal": (
        lambda c: c["reveals"][0].update(house="00" * 32),
        "round 0: what the house revealed was not promised",
    ),
    "the scrutineer's reveal": (
        lambda c: c["reveals"][1].update(scrutineer="00" * 32),
        "round 1: what the scrutineer revealed was not promised",
    ),
    "the dice": (
        lambda c: c.update(beacon_value="6 6 6"),
        "position ",
    ),  # some other ticket
    "the list's root": (
        lambda c: c["header"].update(entry_root="00" * 32),
        "entry_root: the header says",
    ),
    "how many hold": (
        lambda c: c["header"].update(holders=7),
        "holders: the header says 7, the list 6",
    ),
    "a replacement without a reason": (
        lambda c: c["transcript"][3].update(reason=""),
        "round 1: no vacated place",
    ),
    "a replacement of another prize": (
        lambda c: c["transcript"][3].update(replaces=1),
        "round 1: no vacated place",
    ),
    "a replacement of itself": (
        lambda c: c["transcript"][3].update(replaces=3),
        "round 1: no vacated place",
    ),
    "fewer reserves": (
        lambda c: c["header"].update(reserves=0),
        "1 replacement rounds, and 0 were allowed",
    ),
    "a reveal too many": (
        lambda c: c["reveals"].append(c["reveals"][0]),
        "3 reveals do not fit the rounds",
    ),
    "called off after all": (
        lambda c: c.update(aborted="The list was wrong."),
        "2 reveals do not fit the rounds",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_is_named_even_if_it_is_signed_again(what):
    certificate, lines = held()
    change, says = CHANGES[what]
    change(certificate)
    assert any(
        sentence.startswith(says) for sentence in wrong(signed(certificate), lines)
    )


def test_a_name_changed_after_the_signature_is_named():
    certificate, lines = held()
    certificate["drawn_by"] = "Eve"
    assert wrong(certificate, lines) == ["the signature is not of this certificate"]


@pytest.mark.parametrize("at", [0, 3, 5])
def test_an_entry_that_was_changed_is_found(at):
    certificate, lines = held()
    index, first, count, leaf = lines[at].split(",")
    lines[at] = f"{index},{first},{count},{'00' * 32}\n"
    assert wrong(certificate, lines)[0].startswith("entry_root: the header says")
    lines[at] = f"{index},{first},{int(count) + 1},{leaf}"
    if at < 5:
        with pytest.raises(ValueError, match=f"row {at + 1} of the entries"):
            wrong(certificate, lines)
    else:
        assert any(
            text.startswith("tickets: the header") for text in wrong(certificate, lines)
        )


def test_more_prizes_than_holders_draw_until_nobody_is_left():
    certificate, lines = held((1, 2, 3, 4))
    _, firsts, tickets = verify.entries(lines)
    certificate["header"]["prizes"][1]["quantity"] = 9
    drawn = [*verify.drawn(certificate, firsts, tickets)]
    assert sorted(index for *_, index in drawn) == [0, 1, 2, 3]


def test_the_script_runs_alone_and_under_150_lines(tmp_path):
    script = Path(verify.__file__)
    assert len(script.read_text().splitlines()) < 150
    shutil.copy(script, tmp_path / "verify.py")
    certificate, lines = held()
    (tmp_path / "c.json").write_bytes(canonical(certificate))
    (tmp_path / "e.csv").write_text("".join(lines))

    def run(*arguments):
        return subprocess.run(
            [sys.executable, "-I", "verify.py", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    fine = run("c.json", "e.csv")
    assert (fine.returncode, fine.stderr) == (0, "")
    assert fine.stdout == "The draw is sound: it comes out the same.\n"
    (tmp_path / "c.json").write_text(json.dumps({**certificate, "beacon_value": "6"}))
    changed = run("c.json", "e.csv")
    assert changed.returncode == 1
    assert "position 0: the transcript has" in changed.stderr
    for names in (["missing.json", "e.csv"], ["c.json"], ["e.csv", "c.json"]):
        bad = run(*names)
        assert bad.returncode == 1
        assert bad.stderr.startswith("It cannot be read: ")
