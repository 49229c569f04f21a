"""At the door of a session: let in, stopped with every reason, absent and back."""

import pytest

from house.people.patrons.models import ExcludedBy, ExclusionRow, PlayerCardRow
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import at, cites, clock, do, look, recorded
from tests.tournaments.test_path_pages import HOME, as_, sent
from tournaments.arrival import absence, arriving, codes, roster
from tournaments.arrival.arriving import Door
from tournaments.entrants import passes
from tournaments.models import EntryRow, EntryState
from tournaments.path import ledgers
from tournaments.rules.clauses.conduct import LateEffect

__all__ = ["as_"]
DOOR, NO_PAPERS = Door(1), Door(1, identity_asked=False)
BEFORE, START = cast.STARTS - 10, cast.STARTS
PAGE = f"{HOME}/arrival"


def arrive(db, number, minutes=BEFORE, door=NO_PAPERS, *, seen=False):
    """A player arrives at the door of the first session."""
    with db.writing() as session:
        tournament = cast.queries.get(session, cast.SLUG, lock=True)
        entry = ledgers.entry(session, tournament, number)
        act = at(minutes, cast.DESK)
        return arriving.arrive(session, tournament, entry, door, act, seen=seen)


def at_door(db):
    """The entry numbers of who is here, missing and absent."""
    every = sorted(look(db, roster.players), key=lambda p: p.entry.number)
    return (
        [p.entry.number for p in every if p.is_here],
        [p.entry.number for p in every if not p.is_here and not p.is_absent],
        [p.entry.number for p in every if p.is_absent],
    )


@pytest.mark.rule("HOUSE-TOURN-123")
def test_players_arrive_once_at_their_session_and_it_can_be_taken_back(db):
    cast.with_entries(db, 4)
    assert cites(arrive(db, 1)) == ["HOUSE-TOURN-15"]  # no seats yet
    assert not isinstance(cast.appoint(db), Refused)
    cast.set_up_tables(db, 1, 2)
    for number in (1, 2):
        cast.designate(db, number)
    cast.draw(db)
    first = arrive(db, 1)
    assert (first.again, first.late) == (False, "")
    assert arrive(db, 1).again  # said, and harmless
    assert len(recorded(db, "arrive")) == 2
    assert at_door(db) == ([1], [2, 3, 4], [])
    assert cites(arrive(db, 99)) == ["HOUSE-TOURN-123"]
    elsewhere = arrive(db, 2, door=Door(2, identity_asked=False))
    assert "plays in session 1" in elsewhere.refusals[0].wrong
    assert "table" in elsewhere.refusals[0].right
    with db.writing() as session:
        tournament = cast.queries.get(session, cast.SLUG, lock=True)
        one = ledgers.entry(session, tournament, 1)
        assert not isinstance(
            arriving.take_back(session, tournament, one, at(BEFORE)), Refused
        )
        twice = arriving.take_back(session, tournament, one, at(BEFORE))
    assert cites(twice) == ["HOUSE-TOURN-123"]
    assert at_door(db) == ([], [1, 2, 3, 4], [])
    cast.end(db, cast.ending.Cause.WITHDRAWN, number=3, act=at(BEFORE))
    assert cites(arrive(db, 3)) == ["HOUSE-TOURN-123"]


@pytest.mark.rule("HOUSE-TOURN-124", "HOUSE-TOURN-19", "CROWN3-12.4.2(a)(ii)")
def test_whoever_may_not_play_is_stopped_with_every_reason(db, monkeypatch):
    cast.seated(db, 4)
    assert cites(arrive(db, 1, door=DOOR)) == ["HOUSE-TOURN-124"]
    assert not arrive(db, 1, door=DOOR, seen=True).again
    with db.writing() as session:
        session.add(
            ExclusionRow(
                patron_id=look(db, ledgers.entry, 2).patron_id,
                by=ExcludedBy.SELF,
                reason="asked",
                from_at=at(2).now,
                recorded_by="erin",
            )
        )
    assert cites(arrive(db, 2)) == ["CROWN3-12.4.2(a)(ii)"]
    bound = look(db, ledgers.entry, 2).document_id
    monkeypatch.setattr(arriving.queries, "behind", lambda *_: frozenset({bound}))
    monkeypatch.setattr(arriving.money, "of_entry", lambda *_: arriving.money.NOTHING)
    every = arrive(db, 2, door=DOOR)
    assert cites(every) == [
        "CROWN3-12.4.2(a)(ii)",
        "HOUSE-TOURN-19",
        "HOUSE-TOURN-65",
        "HOUSE-TOURN-124",
    ]
    assert "$240" in every.refusals[2].wrong


@pytest.mark.rule("CROWN3-12.5.3(b)(i)", "CROWN3-12.5.3(b)(ii)", "HOUSE-TOURN-125")
def test_no_shows_are_absent_in_one_step_and_may_come_until_the_place_is_lost(db):
    cast.seated(db, 5, cast.terms(("conduct.late.out_after_minutes", 30)))
    arrive(db, 1)
    early = do(db, absence.set_absent, 1, at(START - 1 / 60))
    assert cites(early) == ["CROWN3-12.5.3(b)(ii)"]
    assert cites(do(db, absence.set_absent, 7, at(START))) == ["HOUSE-TOURN-125"]
    assert do(db, absence.set_absent, 1, at(START)) == 4
    assert cites(do(db, absence.set_absent, 1, at(START))) == ["HOUSE-TOURN-125"]
    assert at_door(db) == ([1], [], [2, 3, 4, 5])
    assert do(db, absence.take_back, 1, at(START)) == 4
    assert cites(do(db, absence.take_back, 1, at(START))) == ["HOUSE-TOURN-125"]
    assert do(db, absence.set_absent, 1, at(START)) == 4
    # Play starts without them: nobody waits for their briefing.
    cast.brief_all(db, at(START))
    do(db, cast.presence.check, at(START), coming=True)
    assert not isinstance(do(db, cast.playing.start_play, at(START)), Refused)
    late = arrive(db, 2, START + 29)
    assert "least Ante" in late.late
    assert look(db, ledgers.entry, 2).state is EntryState.ENTERED
    assert cites(arrive(db, 3, START + 30)) == ["CROWN3-12.5.3(b)(i)"]
    assert at_door(db) == ([1, 2], [], [3, 4, 5])


@pytest.mark.rule("CROWN3-12.5.3(b)(i)")
def test_where_the_terms_eliminate_the_late_nobody_comes_after_the_start(db):
    made = cast.terms(("conduct.late.effect", LateEffect.ELIMINATED))
    cast.running(db, 4, made)
    assert not isinstance(arrive(db, 1, START - 1 / 60), Refused)
    assert cites(arrive(db, 2, START)) == ["CROWN3-12.5.3(b)(i)"]


@pytest.mark.rule("HOUSE-TOURN-123")
def test_a_pass_a_card_a_number_and_a_name_are_all_understood(db):
    cast.seated(db, 4)
    with db.writing() as session:
        tournament = cast.queries.get(session, cast.SLUG)
        one = session.get_one(EntryRow, ledgers.entry(session, tournament, 1).pk)
        row = passes.issue(session, tournament, one, cast.SEAL, at(5))
        token = passes.token_in(row, cast.SEAL)
        card = PlayerCardRow(
            number="SB100068", patron_id=one.patron_id, issued_at=at().now
        )
        session.add(card)

    def numbers(typed):
        return [entry.number for entry in look(db, codes.meant, typed)]

    where = f"https://house.example/t/{cast.SLUG}/pass/{token}"
    for typed in (where, token, "sb 100068", "#1", " 1 ", "player 01"):
        assert numbers(typed) == [1], typed
    assert numbers("player") == [1, 2, 3, 4]
    for typed in ("", "nobody", "99", "9" * 40, "/pass/", "pass/guessed"):
        assert numbers(typed) == [], typed


@clock(9)
@pytest.mark.rule("HOUSE-TOURN-123", "HOUSE-TOURN-124", "HOUSE-TOURN-125")
def test_the_door_by_its_page(db, as_):
    cast.seated(db, 4)
    erin, ruth = as_("erin"), as_("ruth")
    door = erin.get(PAGE)
    assert "0 of 4 players of session 1 are here" in door.text
    stopped = erin.post(PAGE, data=sent(code="2", session="1"))
    assert stopped.status_code == 409
    for page in (door, stopped):  # the camera, and nothing else
        policy = page.headers["Permissions-Policy"]
        assert policy.startswith("camera=(self), geolocation=(), microphone=()")
    other = erin.get(f"{HOME}/entries").headers["Permissions-Policy"]
    assert other.startswith("camera=()")
    assert "I have seen a document of Player 02" in stopped.text
    form = sent(code="2", session="1", seen="yes")
    for _ in range(2):  # a scan that is sent twice is one arrival
        assert erin.post(PAGE, data=form).status_code == 303
    assert "is here: table" in erin.get(PAGE).text
    again = sent(code="2", session="1")
    assert erin.post(PAGE, data=again, follow_redirects=True).text.count(
        "is here already"
    )
    assert "Who is it?" in erin.post(PAGE, data=sent(code="player")).text
    assert erin.post(PAGE, data=sent(code="nobody")).status_code == 409
    polled = erin.get(f"{PAGE}/list?session=1")
    tag = {"If-None-Match": polled.headers["ETag"]}
    assert erin.get(f"{PAGE}/list?session=1", headers=tag).status_code == 304
    assert erin.post(f"{PAGE}/2/back", data=sent()).status_code == 303
    assert erin.get(f"{PAGE}/list?session=1", headers=tag).status_code == 200
    assert ruth.post(f"{PAGE}/absent", data=sent(session="1")).status_code == 409
    assert erin.post(f"{PAGE}/absent", data=sent(session="1")).status_code == 403
    assert as_("amara").get(PAGE).status_code == 200
    assert as_("amara").post(PAGE, data=form).status_code == 403


@clock(9)
def test_one_search_says_where_somebody_is_now(db, as_):
    cast.seated(db, 4)
    arrive(db, 2)
    cast.end(db, cast.ending.Cause.WITHDRAWN, number=3, act=at(BEFORE))
    amara = as_("amara")
    for words in ("player 02", "1-00002"):
        found = amara.get("/desk/search", query_string={"q": words}).text
        assert "Player 02, entry 2 of" in found
        assert "session 1, table" in found
        assert ", here" in found
    assert "withdrawn" in amara.get("/desk/search?q=player 03").text
    assert "not here yet" in amara.get("/desk/search?q=player 04").text
