"""Conduct from the pages: a penalty with its effect, a call, the book, a handover."""

import re
from datetime import timedelta

import pytest

from house.people.roles import READERS, Role
from rulebook import Refused
from tests.tournaments.cast import (
    DANIEL,
    RUTH,
    SLUG,
    STARTS,
    appoint,
    at,
    cites,
    clock,
    do,
    who,
)
from tests.tournaments.conduct_cast import chips_of, state_of
from tests.tournaments.play_cast import TESS, in_session, tablet
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tournaments.conduct import calling, handing_over, roster
from tournaments.conduct.models import Answer, CallRow, Post
from tournaments.conduct.roster import Place
from tournaments.models import EntryState, Office
from tournaments.pages import SEE
from tournaments.path import presence
from tournaments.play import standing
from tournaments.rules.duty import On, conflicts

HOME = f"/desk/tournaments/{SLUG}"
WHEN = STARTS + 5


def entry(db, number=1):
    """An entry by its number, and its key."""
    with db.reading() as session:
        numbers = standing.numbers(session, range(1, 20))
    return next(id_ for id_, n in numbers.items() if n == number)


@pytest.mark.rule("HOUSE-TOURN-260", "CROWN3-12.5.3(a)(i)", "HOUSE-STALE-1")
def test_the_effect_of_a_penalty_is_shown_done_and_taken_back(db, as_):  # noqa: F811
    in_session(db)
    one = entry(db)
    page = f"{HOME}/entries/1/conduct"
    with clock(WHEN):
        ruth, tess = as_("ruth", at(WHEN).now), as_("tess", at(WHEN).now)
        assert "plays at table" in ruth.get(page).text
        shown = ruth.get(f"{page}?what=p2").text
        assert "The stack goes from 10,000 to 9,500 chips." in shown
        assert "from 10,000 to 9,900" in ruth.get(f"{page}?what=p2&size=100").text
        assert "aria-disabled" in tess.get(f"{page}?what=p2").text
        asks = {"what": "p2", "size": "100", "reason": "Showed a card", "seen": "10000"}
        stale = ruth.post(page, data=sent(**asks | {"seen": "9000"}))
        assert (stale.status_code, "HOUSE-STALE-1" in stale.text) == (409, True)
        assert tess.post(page, data=sent(**asks)).status_code == 409
        assert ruth.post(page, data=sent(what="p99")).status_code == 404
        assert ruth.post(page, data=sent(**asks)).status_code == 303
        assert chips_of(db, one) == 9_900
        assert "Showed a card" in ruth.get(page).text
        assert "Showed a card" in ruth.get(f"{HOME}/book").text
        wrong = sent(reason="Somebody else did")
        assert ruth.post(f"{HOME}/conduct/1/back", data=wrong).status_code == 303
        assert chips_of(db, one) == 10_000
        assert "Taken back: Somebody else did" in ruth.get(f"{HOME}/book").text
        gone = ruth.post(f"{HOME}/conduct/7/back", data=sent(reason="None"))
        assert gone.status_code == 404


@pytest.mark.rule("CROWN3-12.5.3(b)(v)", "HOUSE-TOURN-260", "HOUSE-ACCESS-1")
def test_a_player_is_disqualified_from_the_page_of_the_table(db, as_):  # noqa: F811
    in_session(db)
    one = entry(db)
    with clock(WHEN):
        ruth, dealer = as_("ruth", at(WHEN).now), as_("amara", at(WHEN).now)
        table = ruth.get(f"{HOME}/play/0/1/table/1").text
        assert "Penalty, late, out" in table
        page = f"{HOME}/entries/1/conduct"
        shown = ruth.get(f"{page}?what=p5").text
        assert "go to the tray and are shared out to nobody" in shown
        data = sent(what="p5", reason="Signals to seat 3", seen="10000")
        assert dealer.post(page, data=data).status_code == 403
        assert ruth.post(page, data=data).status_code == 303
        assert "is disqualified" in ruth.get(page).text
    assert (chips_of(db, one), state_of(db, one)) == (0, EntryState.DISQUALIFIED)


@pytest.mark.rule("HOUSE-TOURN-264", "HOUSE-TOURN-265")
def test_a_table_calls_and_the_desk_answers(db, as_):  # noqa: F811
    in_session(db)
    with clock(WHEN):
        ruth, dealer = as_("ruth", at(WHEN).now), as_("amara", at(WHEN).now)
        assert "Call the director" in dealer.get("/desk/tables/1/console").text
        call = f"{HOME}/tables/1/call"
        assert dealer.post(call, data=sent(what="Chips moved")).status_code == 303
        assert "Director is called" in dealer.get("/desk/tables/1/console").text
        assert dealer.post(call, data=sent(what="Again")).status_code == 409
        assert "Table 1 calls the Director" in ruth.get("/desk/").text
        book = ruth.get(f"{HOME}/book").text
        assert "Chips moved" in book
        assert ruth.post(f"{HOME}/calls/1/coming", data=sent()).status_code == 303
        assert "is on the way" in dealer.get(call).text
        nothing = ruth.post(f"{HOME}/calls/1/done", data=sent(note=" "))
        assert nothing.status_code == 409
        done = sent(note="Counted: nothing moved")
        assert ruth.post(f"{HOME}/calls/1/done", data=done).status_code == 303
        assert "calls the Director" not in ruth.get("/desk/").text
        assert "Counted: nothing moved" in ruth.get(f"{HOME}/book").text
        assert dealer.post(call, data=sent(what="")).status_code == 303


@pytest.mark.rule("HOUSE-TOURN-264", "HOUSE-ACCESS-1")
def test_the_console_offers_a_call_only_to_whom_it_opens(db, sign_in):
    in_session(db)
    with clock(WHEN):
        for role in Role:
            client = sign_in(role, now=at(WHEN).now)
            console = client.get("/desk/tables/1/console").text
            opens = client.get(f"{HOME}/tables/1/call").status_code == 200
            assert ("Call the director" in console) == opens, role
            assert opens == (role in {*SEE, *READERS}), role


@pytest.mark.rule("HOUSE-TOURN-264")
def test_only_tables_of_the_tournament_call_and_only_those_in_charge_answer(db):
    in_session(db)
    with db.writing() as session:
        tournament = calling.queries.get(session, SLUG)
        table = tablet(db).read(lambda _, table: table)
        row = calling.call(session, tournament, table, "", at(WHEN, TESS))
        assert isinstance(row, CallRow)
        late = calling.answer(
            session, tournament, row, Answer.DONE, "Fine", at(WHEN, TESS)
        )
        assert cites(late) == ["CROWN3-12.5.3(g)"]
        args = (session, tournament, row, Answer.DONE, "Fine", at(WHEN))
        assert not isinstance(calling.answer(*args), Refused)
        assert cites(calling.answer(*args)) == ["HOUSE-TOURN-264"]


@pytest.mark.rule("HOUSE-TOURN-267", "CROWN3-12.2.3(a)")
def test_the_tournament_is_handed_over_and_taken(db, as_):  # noqa: F811
    in_session(db)
    appoint(db, "daniel", Office.DEPUTY, at(STARTS))
    with clock(WHEN):
        ruth, daniel = as_("ruth", at(WHEN).now), as_("daniel", at(WHEN).now)
        data = sent(what="p0", reason="Slow again", seen="10000")
        ruth.post(f"{HOME}/entries/1/conduct", data=data)
        with db.reading() as session:
            him, dealer = who(session, "daniel"), who(session, "amara")
        page = f"{HOME}/handover"
        assert "Slow again" in ruth.get(page).text
        wrong = ruth.post(page, data=sent(to=str(dealer), note=""))
        assert wrong.status_code == 409
        ok = sent(to=str(him), note="Seat 4 argues")
        assert ruth.post(page, data=ok).status_code == 303
        assert "hands the tournament over" in daniel.get(page).text
        assert ruth.post(f"{page}/1/take", data=sent()).status_code == 409
        assert daniel.post(f"{page}/1/take", data=sent()).status_code == 303
        assert daniel.post(f"{page}/1/take", data=sent()).status_code == 409
        assert "Seat 4 argues" in daniel.get(page).text
    assert len(do(db, handing_over.since)) == 0


@pytest.mark.rule("HOUSE-TOURN-268")
def test_who_is_on_duty_is_kept_and_what_does_not_fit_is_shown(db, as_):  # noqa: F811
    in_session(db)
    with db.reading() as session:
        dealer, tess, clerk = (who(session, n) for n in ("amara", "tess", "erin"))
        sue = who(session, "sue")
    with clock(WHEN):
        ruth = as_("ruth", at(WHEN).now)
        page = f"{HOME}/duty"
        assert "Nobody is on duty yet" in ruth.get(page).text
        twice = {"dealer-1": str(dealer), "dealer-2": str(dealer)}
        assert ruth.post(f"{page}/0/1", data=sent(**twice)).status_code == 303
        text = re.sub(r"\s+", " ", ruth.get(page).text)
        assert "Amara is dealer at table 1 in" in text
        one = {"dealer-1": str(dealer), "dealer-2": "", "supervisor-1": str(sue)}
        assert ruth.post(f"{page}/0/1", data=sent(**one)).status_code == 303
        text = re.sub(r"\s+", " ", ruth.get(page).text)
        assert "On the floor table 1 is Tess’s, not Sue’s." in text
        clerk_deals = {"dealer-2": str(clerk)}
        assert ruth.post(f"{page}/0/1", data=sent(**clerk_deals)).status_code == 409
        mine = {"supervisor-1": str(tess)}
        assert ruth.post(f"{page}/0/1", data=sent(**mine)).status_code == 303
        assert "The roster fits." in ruth.get(page).text
    nowhere = do(db, roster.put, Place(0, 9, 1, Post.DEALER), dealer, at(WHEN))
    assert cites(nowhere) == ["HOUSE-TOURN-268"]


@pytest.mark.rule("HOUSE-TOURN-268")
def test_one_after_the_other_fits_and_players_do_not_deal():
    noon, hour = at(0).now, timedelta(hours=1)
    first = On("Ann", 1, "dealer", "session 1", noon, noon + hour)
    later = On("Ann", 2, "dealer", "session 2", noon + hour, noon + 2 * hour)
    sooner = On("Ann", 2, "dealer", "session 2", noon + hour / 2, noon + 2 * hour)
    assert list(conflicts([first, later], frozenset())) == []
    assert len(list(conflicts([first, sooner], frozenset()))) == 1
    assert len(list(conflicts([first], frozenset({"Ann"})))) == 1


@pytest.mark.rule("HOUSE-TOURN-267", "CROWN3-12.2.3")
def test_nobody_hands_over_who_is_not_there(db):
    in_session(db)
    appoint(db, "daniel", Office.DEPUTY, at(STARTS))
    with db.reading() as session:
        him = who(session, "daniel")
    do(db, presence.check, at(STARTS + 1, RUTH), coming=False)
    gone = do(db, handing_over.hand_over, him, "", at(STARTS + 2))
    assert cites(gone) == ["CROWN3-12.5.3(g)"]
    do(db, presence.check, at(STARTS + 2, DANIEL), coming=True)
    with db.reading() as session:
        her = who(session, "ruth")
    back = do(db, handing_over.hand_over, her, "", at(STARTS + 3, DANIEL))
    assert not isinstance(back, Refused)
    assert back.to_id == her
