"""The press: anything slow is made once, one at a time, from our own files alone."""

import fcntl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from house.press import as_pdf, once, sheet, turns
from house.web.gate import Busy
from rulebook import Cited

PAGE = "<!doctype html><html lang=en><title>One</title><p>One page."


@pytest.fixture
def at_once(app, config, tmp_path, monkeypatch):
    """A house with a press of its own, whose people do not wait for it."""
    app.extensions["config"] = replace(config, press=tmp_path / "press")
    monkeypatch.setattr(turns, "PATIENCE", Cited(0.0, turns.ONCE))
    with app.app_context():
        yield tmp_path / "press"


@pytest.mark.rule("HOUSE-CROWD-5")
def test_a_page_is_printed_once_and_lies_on_the_shelf(at_once, monkeypatch):
    printed = []
    monkeypatch.setattr(turns, "as_pdf", lambda page: printed.append(page) or b"%PDF")
    assert [sheet(PAGE), sheet(PAGE), sheet(f"{PAGE} Another.")] == [b"%PDF"] * 3
    assert printed == [PAGE, f"{PAGE} Another."]
    kept = list(at_once.glob("*.pdf"))
    assert len(kept) == 2
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}
    assert at_once.stat().st_mode & 0o777 == 0o700


@pytest.mark.rule("HOUSE-CROWD-5")
def test_while_another_process_prints_one_is_told_to_come_again(at_once):
    at_once.mkdir()
    with (at_once / turns.LOCK).open("wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(Busy) as told:
            sheet(PAGE)
    assert told.value.retry_after >= 2
    assert once(lambda: None, lambda: "made") == "made"  # the lock ended with its file


@pytest.mark.rule("HOUSE-CROWD-5")
def test_a_hundred_ask_at_once_and_it_is_made_once(app, at_once):
    made = []

    def make():
        made.append("a copy")
        return "a copy"

    def ask(_number):
        with app.app_context():
            try:
                return once(lambda: made[0] if made else None, make)
            except Busy:
                return "busy"

    with ThreadPoolExecutor(20) as strangers:
        answers = list(strangers.map(ask, range(100)))
    assert len(made) == 1
    assert set(answers) <= {"a copy", "busy"}
    assert "a copy" in answers


@pytest.mark.rule("HOUSE-CROWD-5")
def test_what_was_made_while_somebody_waited_is_not_made_again(at_once):
    found = iter([None, "made by another"])
    assert once(lambda: next(found), lambda: "made twice") == "made by another"


def test_the_oldest_sheets_are_put_away(at_once, monkeypatch):
    monkeypatch.setattr(turns, "ON_THE_SHELF", 2)
    monkeypatch.setattr(turns, "as_pdf", str.encode)
    for number in range(4):
        sheet(f"page {number}")
    assert len(list(at_once.glob("*.pdf"))) == 2
    assert sheet("page 3") == b"page 3"


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "http://127.0.0.1:9/x.css", "../app.py"]
)
def test_a_printed_page_loads_nothing_but_our_files(address, caplog):
    page = f'{PAGE}<link rel="stylesheet" href="{address}">'
    assert as_pdf(page).startswith(b"%PDF-")
    assert "loads nothing from" in caplog.text or "No such file" in caplog.text
