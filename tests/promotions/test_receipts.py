"""Receipts: checked by a stranger's script and on the page; forged ones fail."""

import hashlib
import json
import re

import pytest

from promotions import queries
from promotions.freezing import reading
from tests.promotions.frozen_cast import CLOSES, frozen, give, ref, run_due, running
from tests.promotions.promo_cast import EDITH, JONAH, MIRIAM, add_staff, reach

NAMES = ("ada", "ben", "cleo", "dora", "eva")


@pytest.fixture
def closed(app, db, tmp_path):
    """A frozen list of five holders."""
    with db.writing() as session:
        reach(session)
        add_staff(session, JONAH, MIRIAM, EDITH)
        row, people = running(session, *NAMES)
    give(db, row, tmp_path, **{name: n for n, name in enumerate(NAMES, start=1)})
    run_due(app, db, CLOSES)
    return row, people


def strangers_root(receipt):
    """Written from the protocol's text alone."""
    sha = lambda data: hashlib.sha256(data).digest()  # noqa: E731
    numbers = receipt["first"].to_bytes(8, "big") + receipt["count"].to_bytes(8, "big")
    salt, name = bytes.fromhex(receipt["salt"]), receipt["ref"].encode()
    node, path = sha(b"\0" + salt + name + numbers), list(receipt["path"])

    def climb(start, size):
        """RFC 6962: split at the largest power of two below the size."""
        nonlocal node
        if size == 1:
            return
        split = 1 << (size - 1).bit_length() - 1
        if receipt["index"] < start + split:
            climb(start, split)
            node = sha(b"\1" + node + bytes.fromhex(path.pop(0)))
        else:
            climb(start + split, size - split)
            node = sha(b"\1" + bytes.fromhex(path.pop(0)) + node)

    climb(0, receipt["holders"])
    inside = receipt["index"] < receipt["holders"]
    return node.hex() if inside and not path else ""


def post(client, slug, path, **given):
    page = client.get(f"/p/{slug}/check").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
    return client.post(f"/p/{slug}/{path}", data={"csrf_token": token, **given})


def ask(client, slug, **given):
    """The page's answer in one line."""
    answer = post(client, slug, "check", **given)
    return answer.status_code, " ".join(answer.text.split())


def receipt_of(client, slug, person):
    answer = post(client, slug, "receipt.json", code=ref(person))
    assert answer.status_code == 200
    return answer.json


@pytest.mark.rule("HOUSE-PROMOTION-58")
def test_every_receipt_leads_to_the_root_by_a_strangers_script(app, db, closed):
    row, people = closed
    client = app.test_client()
    with db.reading() as session:
        root = frozen(session).entry_root
    for person in people.values():
        receipt = receipt_of(client, row.slug, person)
        assert strangers_root(receipt) == root
        for name in ("first", "count", "index"):
            assert strangers_root({**receipt, name: receipt[name] ^ 1}) != root
        assert strangers_root({**receipt, "ref": "0" * 16}) != root


@pytest.mark.rule("HOUSE-PROMOTION-58")
def test_the_page_checks_a_receipt_and_shows_nobody_else(app, db, closed):
    row, people = closed
    client = app.test_client()
    _, shown = ask(client, row.slug, code=ref(people["cleo"]))
    assert "You are in the list of draw 1 with 3 tickets." in shown
    receipt = receipt_of(client, row.slug, people["cleo"])
    _, good = ask(client, row.slug, receipt=json.dumps(receipt))
    assert "Your 3 tickets are in the frozen list." in good
    another = (receipt["index"] + 1) % len(NAMES)
    forged = {"count": 4, "index": another, "holders": 6, "ref": "x", "path": []}
    for name, value in forged.items():
        _, said = ask(client, row.slug, receipt=json.dumps({**receipt, name: value}))
        assert "does not lead to the published fingerprint" in said
    for bad in ("", "{", "[]", '{"ref": 1}', "x" * 20_001, "[" * 9_000):
        status, said = ask(client, row.slug, receipt=bad)
        assert (status, "This is no receipt." in said) == (422, True)
    assert "Nobody with this reference code" in ask(client, row.slug, code="0")[1]
    others = [ref(person) for name, person in people.items() if name != "cleo"]
    assert not any(other in shown for other in others)


@pytest.mark.rule("HOUSE-PROMOTION-59")
def test_the_published_list_is_rows_without_names(app, db, closed):
    row, people = closed
    client = app.test_client()
    answer = client.get(f"/p/{row.slug}/entries.csv")
    lines = answer.text.splitlines()
    assert len(lines) == len(NAMES)
    first = 0
    for at, line in enumerate(lines):
        index, begins, count, leaf = line.split(",")
        assert (int(index), int(begins)) == (at, first)
        assert re.fullmatch("[0-9a-f]{64}", leaf)
        first += int(count)
    assert first == 15
    every = answer.text + client.get(f"/p/{row.slug}/check").text
    assert not any(ref(person) in every for person in people.values())
    header = client.get(f"/p/{row.slug}/header.json")
    assert header.status_code == 404  # a car: the scrutineer has promised nothing


@pytest.mark.rule("HOUSE-PROMOTION-59")
def test_before_closing_there_is_nothing_to_check(app, db):
    with db.writing() as session:
        reach(session)
        row, _ = running(session)
    client = app.test_client()
    assert client.get(f"/p/{row.slug}/entries.csv").status_code == 404
    assert "not frozen yet" in client.get(f"/p/{row.slug}/check").text
    assert client.get("/p/nothing-here/check").status_code == 404


def test_a_holder_of_the_last_part_is_found(app, db, closed):
    _, people = closed
    with db.reading() as session:
        fixed = frozen(session)
        assert queries.get(session, closed[0].slug) is not None
        found = {reading.receipt(session, fixed, ref(p)).index for p in people.values()}
    assert found == set(range(5))
