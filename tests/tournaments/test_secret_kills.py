"""Killed between sealing and dealing: a form is there with its mark, or not at all."""

import pytest

from house.floor.rounds import book as books
from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.processes import killed
from tests.tournaments import secret_worker
from tests.tournaments.cast import cites, recorded
from tests.tournaments.play_cast import FLOOR
from tests.tournaments.secret_cast import BANK, BANKER_WINS, at_table, form
from tournaments.secret.kept import forms_in


def dies(db, seat, when):
    """A process hands a form in and is killed."""
    url = db.engine.url.render_as_string(hide_password=False)
    killed(secret_worker.work, url, seat, when)


def kept(session, board):
    """The marks in the round, and the forms kept for it."""
    here = books.here(session, board)
    state = books.position(session, books.REAL, here.round, FLOOR.seal).state
    marks = {one.promise for one in state.sealed}
    return marks, {row.promise: row for row in forms_in(session, here.round)}


@pytest.mark.rule("HOUSE-TOURN-233", "VIC99-N26-14.6.7")
def test_a_kill_loses_no_form_that_is_marked_and_marks_none_that_is_lost(db):
    table = at_table(db)
    seat = min(table.entries)
    table.open()
    dies(db, seat, "before")
    assert table.console.read(kept) == (set(), {})
    assert recorded(db, "hand in secret wager") == []
    dies(db, seat, "after")
    marks, rows = table.console.read(kept)
    assert marks == rows.keys()
    [row] = rows.values()
    table.follow()
    assert cites(table.hand_in(seat, form(10))) == ["HOUSE-TOURN-231"]
    table.console.must("no_more_bets")
    assert cites(table.console.tap("deal", cards=["2c"])) == ["VIC99-N26-14.6.7"]
    assert not isinstance(table.examine(row), Refused)
    table.deal(BANKER_WINS)
    assert not isinstance(table.announce(), Refused)
    table.console.must("close")
    assert table.stacks[seat] == BANK + 285
    with db.reading() as session:
        ledger_holds(session)
