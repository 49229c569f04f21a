"""The gates of a tournament through the services, on both databases."""

from datetime import timedelta

import pytest
from sqlmodel import select

from house.audit import Actor
from house.floor.acts import Act
from house.floor.models import Designation, TableStatus
from house.floor.tables import services as floor
from house.floor.tables.designation import kept_for
from house.notices import outbox
from house.notices.models import Channel, NoticeRow
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import at, cites, do, look, recorded, row
from tests.tournaments.examples import START
from tournaments import queries
from tournaments.models import AdviceRow, Office, TellingRow, TournamentRow
from tournaments.path import (
    advice,
    briefing,
    officials,
    playing,
    presence,
    tables,
    telling,
)
from tournaments.path.tables import AHEAD
from tournaments.rules.changes import Audience as Told
from tournaments.rules.lifecycle import Status


@pytest.mark.rule("CROWN3-12.2.2(a)", "CROWN3-12.2.2(b)", "HOUSE-TOURN-64")
def test_entries_open_once_terms_are_to_be_had_and_the_inspectorate_knows(db):
    cast.published(db)
    verdict = do(db, playing.open_entries, at())
    assert cites(verdict) == ["CROWN3-12.2.2(a)", "CROWN3-12.2.2(b)"]
    assert row(db).status is Status.PUBLISHED
    assert recorded(db, "open entries")[-1].verdict == "refused"
    assert cites(do(db, advice.make_available, "  ", at())) == ["CROWN3-12.2.2(a)"]
    do(db, advice.make_available, "the cage", at())
    cast.contact(db)
    notice = do(db, advice.draft, "https://house.example/t/x", at())
    assert "Harbour Stud Open" in notice.title
    assert "https://house.example/t/x" in notice.body
    again = do(db, advice.draft, "https://house.example/t/x", at(1))
    assert again.pk == notice.pk  # one draft for one version
    assert cites(do(db, playing.open_entries, at(1))) == ["CROWN3-12.2.2(b)"]
    cast.send(db, notice.pk, at(2))
    assert cites(do(db, playing.open_entries, at(1))) == ["CROWN3-12.2.2(b)"]
    assert do(db, playing.open_entries, at(2)) is Status.ENTRIES_OPEN
    facts = look(db, queries.facts_of, at(3).now)
    assert facts.inspectorate_reference == "Letter 2026-118"
    assert cites(do(db, playing.open_entries, at(3))) == ["HOUSE-TOURN-15"]


@pytest.mark.rule("HOUSE-TOURN-64")
def test_by_e_mail_the_inspectorate_is_advised_when_the_mail_server_has_it(db):
    cast.published(db)
    sent = cast.advise(db, at(), Channel.EMAIL)
    with db.reading() as session:
        assert session.exec(select(AdviceRow)).all() == []
    outbox.send_due(db, lambda _letter: None, at(5).now)
    with db.reading() as session:
        [row_] = session.exec(select(AdviceRow)).all()
        assert (row_.notice_id, row_.at) == (sent.pk, at(5).now)
        assert row_.reference == "Letter 2026-118"


@pytest.mark.rule("CROWN3-12.2.1")
def test_a_draft_has_nothing_to_make_available_or_to_advise_of(db):
    cast.draft(db)
    assert cites(do(db, advice.make_available, "here", at())) == ["HOUSE-TOURN-15"]
    assert cites(do(db, advice.draft, "x", at())) == ["HOUSE-TOURN-15"]
    assert cites(do(db, playing.open_entries, at())) == ["HOUSE-TOURN-15"]


@pytest.mark.rule("CROWN3-12.2.3", "CROWN3-12.2.3(a)", "HOUSE-TOURN-62")
def test_the_director_is_appointed_and_alone_appoints_deputies(db):
    cast.published(db)
    assert cites(cast.appoint(db, "amara")) == ["HOUSE-TOURN-62"]
    dealer = cast.appoint(db, "ruth", Office.DIRECTOR, at(1, cast.AMARA))
    assert cites(dealer) == ["HOUSE-TOURN-62"]
    early = cast.appoint(db, "daniel", Office.DEPUTY)
    assert cites(early) == ["CROWN3-12.2.3(a)"]
    assert not isinstance(cast.appoint(db, "ruth"), Refused)
    assert cites(cast.appoint(db, "ruth")) == ["HOUSE-STEP-1"]
    dealer = at(3, cast.AMARA)
    assert cites(cast.appoint(db, "daniel", Office.DEPUTY, dealer)) == [
        "CROWN3-12.2.3(a)"
    ]
    for name in ("daniel", "petra"):
        assert not isinstance(cast.appoint(db, name, Office.DEPUTY, at(4)), Refused)
    assert cites(cast.appoint(db, "ruth", Office.DEPUTY)) == ["CROWN3-12.2.3(a)"]
    assert cites(cast.appoint(db, "amara", Office.DEPUTY)) == ["HOUSE-TOURN-62"]
    facts = look(db, queries.facts_of, at(5).now)
    assert facts.stand_ins == {"Ruth", "Daniel", "Petra"}
    with db.reading() as session:
        petra = cast.who(session, "petra")
    assert not isinstance(do(db, officials.revoke, petra, "ill", at(6)), Refused)
    assert cites(do(db, officials.revoke, petra, "", at(6))) == ["HOUSE-STEP-1"]
    assert look(db, queries.facts_of, at(7).now).stand_ins == {"Ruth", "Daniel"}
    assert recorded(db, "end deputy")[0].after == {"reason": "ill"}


@pytest.mark.rule("CROWN3-12.2.3(a)", "HOUSE-TOURN-62")
def test_a_new_director_appoints_the_deputies_anew(db):
    cast.published(db)
    cast.appoint(db, "ruth")
    cast.appoint(db, "daniel", Office.DEPUTY)
    cast.appoint(db, "hugo", Office.DIRECTOR, at(3))
    facts = look(db, queries.facts_of, at(4).now)
    assert (facts.director, facts.stand_ins) == ("Hugo", {"Hugo"})
    ruth_again = cast.appoint(db, "petra", Office.DEPUTY, at(4))
    assert cites(ruth_again) == ["CROWN3-12.2.3(a)"]
    hugo = at(5, Actor("hugo", "Hugo", "director"))
    assert not isinstance(cast.appoint(db, "daniel", Office.DEPUTY, hugo), Refused)
    assert look(db, queries.facts_of, at(6).now).stand_ins == {"Hugo", "Daniel"}


@pytest.mark.rule("CROWN3-12.2.4", "CROWN3-12.2.5", "HOUSE-TOURN-61")
def test_a_table_is_designated_once_closed_free_and_for_the_game(db):
    cast.published(db)
    cast.set_up_tables(db, 1, 2)
    cast.set_up_tables(db, 3, game="mississippi_stud", seats=5)
    assert not isinstance(cast.designate(db, 1), Refused)
    with db.reading() as session:
        kept = kept_for(floor.get(session, 1))
    assert (kept.kind, kept.name) == ("tournament", "Harbour Stud Open")
    assert cites(cast.designate(db, 1)) == ["CROWN3-12.2.4"]
    assert cites(cast.designate(db, 3)) == ["HOUSE-TOURN-61"]
    with db.writing() as session:
        table = floor.get(session, 2, lock=True)
        table.status = TableStatus.OPEN
    assert cites(cast.designate(db, 2, at_start())) == ["CROWN3-12.2.5"]
    with db.writing() as session:
        table = floor.get(session, 2, lock=True)
        table.status, table.designation = TableStatus.CLOSED, Designation.CLOSED
    assert cites(cast.designate(db, 2)) == ["HOUSE-SIGNS-9"]
    with db.writing() as session:  # nothing else is played there meanwhile
        table = floor.get(session, 1, lock=True)
        refused = floor.open_table(session, table, at_start())
        assert "CROWN3-12.2.5" in cites(refused)
        tournament = queries.get(session, cast.SLUG)
        assert not isinstance(
            tables.release(session, tournament, table, at(6)), Refused
        )
    assert look(db, queries.tables) == []


def at_start(before=AHEAD):
    """The Director so long before the first session."""
    return Act(cast.RUTH, START - before)


@pytest.mark.rule("CROWN3-12.2.4", "CROWN3-12.2.5")
def test_an_open_table_is_kept_from_an_hour_before_the_first_session(db):
    cast.ready_to_seat(db)
    cast.set_up_tables(db, 3)
    with db.writing() as session:
        floor.get(session, 3, lock=True).status = TableStatus.OPEN
    assert not isinstance(cast.designate(db, 3), Refused)
    with db.reading() as session:
        assert floor.get(session, 3).kept_from == START - AHEAD
    just_before = START - AHEAD - cast.TICK
    uses = {now: look(db, queries.facts_of, now).tables for now in (just_before, START)}
    assert [use.other_use for use in uses[just_before]] == ["", "", ""]
    assert [use.other_use for use in uses[START]] == ["", "", "open play"]


@pytest.mark.rule("CROWN3-12.2.4")
def test_when_the_tournament_moves_its_tables_are_kept_from_another_time(db):
    cast.published(db)
    cast.set_up_tables(db, 1)
    cast.designate(db, 1)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG)
        tables.move(session, tournament, at(5), timedelta(hours=3))
        assert floor.get(session, 1).kept_from == START - timedelta(hours=3)
        tables.move(session, tournament, at_start(), AHEAD)  # it has begun: it stays
        assert floor.get(session, 1).kept_from == START - timedelta(hours=3)


@pytest.mark.rule("HOUSE-TOURN-61")
def test_a_table_is_played_by_the_document_of_the_terms(db):
    cast.published(db)
    cast.set_up_tables(db, 1)
    cast.set_up_tables(db, 2, rulebook="STAR4", seats=6)
    [other] = cast.designate(db, 2).refusals
    assert other.cite.id == "HOUSE-TOURN-61"
    assert "STAR4 (The Star Sydney, version 4)" in other.wrong
    assert "CROWN3 (Crown Melbourne, version 3.0)" in other.right
    assert look(db, queries.tables) == []
    assert not isinstance(cast.designate(db, 1), Refused)


@pytest.mark.rule("CROWN3-12.2.5")
def test_a_table_serves_one_tournament(db):
    cast.published(db)
    cast.set_up_tables(db, 1)
    cast.designate(db, 1)
    with db.writing() as session:
        first = queries.get(session, cast.SLUG)
        values = first.model_dump(exclude={"id", "slug", "name"})
        session.add(TournamentRow(slug="sunday-stud", name="Sunday Stud", **values))
    with db.writing() as session:
        other = queries.get(session, "sunday-stud")
        verdict = tables.designate(session, other, floor.get(session, 1), at(3))
    assert cites(verdict) == ["CROWN3-12.2.5"]
    assert verdict.refusals[0].wrong == "Table 1 is designated for Harbour Stud Open."


@pytest.mark.rule("NSW3-6.6.1", "STAR4-6.7.1")
@pytest.mark.parametrize(
    ("document", "rule"), [("NSW3", "NSW3-6.6.1"), ("STAR4", "STAR4-6.7.1")]
)
def test_no_low_limit_table_is_designated(db, document, rule):
    cast.published(db)
    cast.set_up_tables(db, 1)
    with db.writing() as session:
        table = floor.get(session, 1, lock=True)
        table.low_limit, table.rulebook = True, document
    # The terms are of another document, which is a reason of its own.
    assert cites(cast.designate(db, 1)) == [rule, "HOUSE-TOURN-61"]
    assert look(db, queries.tables) == []


@pytest.mark.rule("CROWN3-12.2.3", "CROWN3-12.3.1", "HOUSE-TOURN-63", "HOUSE-TOURN-69")
def test_play_starts_with_everybody_briefed_and_stops_when_nobody_is_there(db):
    cast.seated(db)
    verdict = do(db, playing.start_play, at(cast.STARTS + 5))
    assert cites(verdict) == ["CROWN3-12.3.1", "CROWN3-12.2.3"]
    assert cites(cast.brief_all(db, at(5, cast.AMARA))) == ["CROWN3-12.3.1"]
    assert cast.brief_all(db) == 6
    assert cast.brief_all(db) == 0  # they are ticked already
    stranger = do(db, presence.check, at(6, cast.DANIEL), coming=True)
    assert cites(stranger) == ["CROWN3-12.2.3(a)"]
    assert cites(do(db, playing.start_play, at(cast.STARTS + 6))) == ["CROWN3-12.2.3"]
    do(db, presence.check, at(6), coming=True)
    assert cites(do(db, presence.check, at(6), coming=True)) == ["HOUSE-TOURN-63"]
    assert do(db, playing.start_play, at(cast.STARTS + 7)) is Status.RUNNING
    assert look(db, presence.stops_play, at(8).now) == ()
    do(db, presence.check, at(9), coming=False)
    [refusal] = look(db, presence.stops_play, at(9).now)
    assert refusal.cite.id == "CROWN3-12.2.3"
    cast.appoint(db, "daniel", Office.DEPUTY, at(10))
    do(db, presence.check, at(10, cast.DANIEL), coming=True)
    assert look(db, presence.stops_play, at(10).now) == ()
    with db.reading() as session:
        daniel = cast.who(session, "daniel")
    do(db, officials.revoke, daniel, "", at(11))
    assert look(db, presence.stops_play, at(11).now) != ()
    assert recorded(db, "check out")[0].after == {"present": []}


@pytest.mark.rule("CROWN3-12.3.1", "HOUSE-TOURN-69")
def test_one_player_short_of_the_briefing_nobody_plays(db):
    cast.seated(db)
    do(db, presence.check, at(5), coming=True)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        players = queries.entrants(session, tournament)
        assert briefing.tick(session, tournament, players[:5], at(5)) == 5
    verdict = do(db, playing.start_play, at(cast.STARTS + 6))
    assert verdict.refusals[0].wrong == ("5 of 6 players are briefed; open: Player 06.")
    cast.brief_all(db)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        first = queries.entrants(session, tournament)[:1]
        briefing.tick(session, tournament, first, at(6), understood=False)
    assert cites(do(db, playing.start_play, at(cast.STARTS + 7))) == ["CROWN3-12.3.1"]
    cast.brief_all(db)
    assert do(db, playing.start_play, at(cast.STARTS + 8)) is Status.RUNNING


@pytest.mark.rule("CROWN3-12.4.1(c)")
def test_play_waits_until_the_regulator_knows_of_every_changed_detail(db):
    cast.seated(db)
    cast.brief_all(db)
    do(db, presence.check, at(5), coming=True)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG)
        session.add(
            TellingRow(
                tournament_id=tournament.pk,
                document_id=tournament.document_id,
                audience=Told.REGULATOR,
                paths=["details.location"],
                sentence="Tell the regulator before the tournament: Where it is held.",
                rule_id="CROWN3-12.4.1(c)",
                at=at(5).now,
            )
        )
    verdict = do(db, playing.start_play, at(cast.STARTS + 6))
    assert cites(verdict) == ["CROWN3-12.4.1(c)"]
    assert "Where it is held" in verdict.refusals[0].wrong
    cast.contact(db)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        [untold] = queries.untold(session, tournament)
        notice = telling.draft(session, tournament, untold, at(6))
        assert telling.draft(session, tournament, untold, at(6)).pk == notice.pk
    assert cites(do(db, playing.start_play, at(cast.STARTS + 6))) == [
        "CROWN3-12.4.1(c)"
    ]
    cast.send(db, notice.pk, at(7))
    assert do(db, playing.start_play, at(cast.STARTS + 8)) is Status.RUNNING
    assert recorded(db, "regulator told")[0].after["notice"] == notice.pk


@pytest.mark.rule("HOUSE-TOURN-18", "CROWN3-12.2.5")
def test_the_end_waits_for_the_last_session_and_frees_the_tables(db):
    cast.running(db)
    early = do(db, playing.finish, at(10))
    assert set(cites(early)) == {"HOUSE-TOURN-18"}
    assert "The final is not closed." in [r.wrong for r in early.refusals]
    last = Act(cast.RUTH, START.replace(hour=20, minute=15))  # by the clock it is over
    late = do(db, playing.finish, last)
    assert "The heats is not closed." in [r.wrong for r in late.refusals]
    with db.reading() as session:
        assert floor.get(session, 1).designation is not Designation.OPEN_PLAY


def test_a_notice_of_a_tournament_names_it(db):
    cast.published(db)
    sent = cast.advise(db)
    with db.reading() as session:
        notice = session.get_one(NoticeRow, sent.pk)
        assert (notice.about_kind, notice.about_name) == (
            "tournament",
            "Harbour Stud Open",
        )
