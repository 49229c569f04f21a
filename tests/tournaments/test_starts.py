"""The start of a session is moved on the notice of the terms, and never forgotten."""

import pytest

from rulebook import Refused
from tests.tournaments.cast import NOW, SLUG, STARTS, at, cites, clock, do
from tests.tournaments.examples import MELBOURNE, MINUTE
from tests.tournaments.play_cast import begun, short_terms, start
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_play_pages import HOME
from tournaments import queries
from tournaments.play import sessions, starts
from tournaments.play.starts import NewStart

RULE = "CROWN3-12.4.1(b)"


def notice():
    """The notice of the terms, in minutes."""
    return short_terms().details.starts.notice_minutes


def move(db, minutes, to, reason="The room is late", *, told=True):
    """Move the start of the heats."""
    wanted = NewStart(NOW + to * MINUTE, reason, told)
    with db.reading() as session:
        slot = sessions.find(session, queries.get(session, SLUG), 0, 1)
    return do(db, starts.move, slot, wanted, at(minutes))


@pytest.mark.rule(RULE)
def test_a_start_is_moved_with_the_notice_of_the_terms_and_not_a_minute_less(db):
    begun(db)
    told = STARTS - 10
    assert cites(move(db, told, told + notice() - 1)) == [RULE]
    assert not isinstance(move(db, told, told + notice()), Refused)
    assert isinstance(start(db, at(STARTS)), Refused)
    assert isinstance(start(db, at(told + notice() - 1)), Refused)
    assert not isinstance(start(db, at(told + notice())), Refused)
    late = move(db, told + notice(), told + 3 * notice())
    assert "started already" in late.refusals[0].wrong


@pytest.mark.rule(RULE)
def test_a_start_is_moved_with_a_reason_once_the_players_are_told(db):
    begun(db)
    refused = move(db, STARTS, STARTS + 60, " ", told=False)
    assert cites(refused) == [RULE, RULE]
    with db.reading() as session:
        tournament = queries.get(session, SLUG)
        slot = sessions.find(session, tournament, 0, 1)
        assert slot.starts == NOW + STARTS * MINUTE


@pytest.mark.rule(RULE)
def test_a_start_is_moved_from_the_page(db, as_):  # noqa: F811
    begun(db)
    with clock(STARTS):
        ruth = as_("ruth", at(STARTS).now)
        local = (NOW + (STARTS + 90) * MINUTE).astimezone(MELBOURNE)
        typed = {"starts": local.strftime("%Y-%m-%dT%H:%M"), "reason": "A fire alarm"}
        refused = ruth.post(f"{HOME}/0/1/move-start", data=sent(**typed))
        assert refused.status_code == 409
        wrong = ruth.post(f"{HOME}/0/1/move-start", data=sent(starts="soon", told="y"))
        assert "No new start is given." in wrong.text
        done = ruth.post(f"{HOME}/0/1/move-start", data=sent(**typed, told="y"))
        assert done.status_code == 303
        assert isinstance(start(db, at(STARTS)), Refused)
