"""Commands of promotions, as a person at a terminal meets them."""

import json
from pathlib import Path

import pytest

from promotions.cli import promotions
from proof.canonical import canonical
from tests.promotions.test_ticket_lists import ADA, NOON, held, listed, running
from tests.promotions.test_verify import held as held_draw

__all__ = ["running"]  # a fixture


@pytest.fixture
def files(tmp_path):
    certificate, lines = held_draw()
    (tmp_path / "c.json").write_bytes(canonical(certificate))
    (tmp_path / "e.csv").write_text("".join(lines))
    return str(tmp_path / "c.json"), str(tmp_path / "e.csv")


@pytest.mark.rule("HOUSE-PROMOTION-45")
def test_a_draw_is_checked_from_two_files(app, files):
    runner = app.test_cli_runner()
    fine = runner.invoke(promotions, ["verify", *files])
    assert (fine.exit_code, fine.output) == (
        0,
        "The draw is sound: it comes out the same.\n",
    )
    swapped = runner.invoke(promotions, ["verify", *reversed(files)])
    assert swapped.exit_code == 1
    assert "It cannot be read" in swapped.output


@pytest.mark.rule("HOUSE-PROMOTION-45")
def test_what_was_changed_is_told_as_json(app, files):
    certificate, entries = files
    path = Path(certificate)
    changed = {**json.loads(path.read_bytes()), "beacon_value": "6 6 6"}
    path.write_text(json.dumps(changed))
    told = app.test_cli_runner().invoke(
        promotions, ["verify", certificate, entries, "--json"]
    )
    assert told.exit_code == 1
    found = json.loads(told.output)
    assert found["holds"] is False
    assert found["wrong"][0].startswith("position 0: the transcript has")


def test_a_list_is_taken_from_a_terminal(app, db, running, tmp_path, monkeypatch):
    monkeypatch.setattr("house.clock.now", lambda: NOON)
    file = tmp_path / "list.csv"
    file.write_text(listed(ADA))
    asked = ["import-tickets", str(file), "--promotion", running]
    runner = app.test_cli_runner()
    told = runner.invoke(promotions, asked)
    assert told.output == "1 rows: 1 taken, 0 known already, 0 refused; 5 tickets.\n"
    again = runner.invoke(promotions, [*asked, "--json"])
    assert json.loads(again.output)["tickets"] == 5
    assert held(db) == {"SB100001": 5}
    stranger = runner.invoke(promotions, [*asked, "--by", "nobody"])
    assert "nobody does not work in marketing." in stranger.output
    missing = runner.invoke(promotions, [*asked[:-1], "nothing"])
    assert "There is no promotion “nothing”." in missing.output
