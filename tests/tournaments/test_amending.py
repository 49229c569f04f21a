"""Terms that change after publication: one act, and everybody told in time."""

from datetime import timedelta

import pytest
from sqlmodel import col, select

from house.documents import acceptance
from house.documents import queries as documents
from house.documents.models import DocumentRow, How
from house.notices.models import DeadlineRow, NoticeRow
from house.people.roles import Role
from house.terms.amending import Amend
from rulebook import Refused
from tests.house.test_documents import bound
from tests.tournaments import cast
from tests.tournaments.examples import START, with_
from tournaments import queries
from tournaments.models import TellingRow, ToldRow
from tournaments.path import steps
from tournaments.printing.document import KIND
from tournaments.rules.lifecycle import Status

PAGE = f"/desk/tournaments/{cast.SLUG}"
ADDRESS = "https://house.example/t/x"
PLACE = ("details.location.place", "the river room")
FEE = ("details.fees.entry_fee_cents", 55_00)
WHY = "The hall is being rebuilt."


def rewrite(db, *changes, act=None):
    """Save changed terms; the draft then differs from the version in force."""
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        terms = with_(queries.draft_of(tournament), *changes)
        verdict = cast.save(
            session, tournament, tournament.version, terms, act or cast.at(5)
        )
        assert not isinstance(verdict, Refused), verdict
        return tournament.version


def amend(db, *, note=WHY, seen=1, draft=None, act=None):
    """Publish the draft as the next version."""
    version = cast.row(db).version if draft is None else draft
    return cast.do(
        db, cast.amend, Amend(version, seen, note, ADDRESS), act or cast.at(10)
    )


def rules(refused):
    assert isinstance(refused, Refused), refused
    return {cite.id for cite in refused.cites}


def rows(db, kind, *where):
    with db.reading() as session:
        return session.exec(select(kind).where(*where).order_by(kind.id)).all()


@pytest.mark.rule("HOUSE-TERMS-7")
def test_a_change_is_a_new_version_with_everybody_told(db):
    cast.with_entries(db, 6)
    rewrite(db, PLACE)
    version = amend(db)
    assert isinstance(version, DocumentRow), version
    assert (version.number, version.note) == (2, WHY)
    assert cast.row(db).document_id == version.pk
    told = rows(db, TellingRow)
    assert [t.audience.value for t in told] == ["regulator", "entrants"]
    assert {t.rule_id for t in told} == {"CROWN3-12.4.1(c)", "HOUSE-TOURN-19"}
    assert all(t.due_at == START for t in told)
    drafts = rows(db, NoticeRow, col(NoticeRow.kind).like("tournament.changed%"))
    assert [n.audience.value for n in drafts] == ["inspectorate", "entrants"]
    for notice in drafts:
        assert "the river room" in notice.body
        assert "the tournament area on level 1" in notice.body
        assert version.sha256 in notice.body
        assert notice.due_at == START
    due = rows(db, DeadlineRow, col(DeadlineRow.kind) == "notice.send")
    assert {d.subject_id for d in due} >= {n.pk for n in drafts}


@pytest.mark.rule("CROWN3-12.4.1(c)", "CROWN3-1.1:VCGLR")
def test_play_waits_until_the_regulator_is_told(db):
    cast.published(db)
    rewrite(db, PLACE)
    amend(db)
    facts = cast.look(db, steps.facts_of, cast.at(11))
    assert facts.untold_changes == ("Where it is held",)
    [notice] = rows(db, NoticeRow, col(NoticeRow.kind) == "tournament.changed")
    cast.contact(db)  # the inspectorate on site, unless the house says otherwise
    told = cast.send(db, notice.pk, cast.at(12))
    assert told.recipient == "Inspectors on site"
    assert cast.look(db, steps.facts_of, cast.at(13)).untold_changes == ()


def test_telling_the_entrants_is_noted_with_its_notice(db):
    cast.with_entries(db, 4)
    rewrite(db, PLACE)
    amend(db)
    kind = "tournament.changed-entrants"
    [notice] = rows(db, NoticeRow, col(NoticeRow.kind) == kind)
    cast.send(db, notice.pk, cast.at(12))
    [told] = rows(db, ToldRow)
    assert (told.notice_id, told.how) == (notice.pk, "hand delivery")


def test_where_nobody_has_entered_nobody_but_the_regulator_is_told(db):
    cast.published(db)
    rewrite(db, PLACE, FEE)
    amend(db)
    assert [t.audience.value for t in rows(db, TellingRow)] == ["regulator"]


@pytest.mark.rule("HOUSE-DOC-6", "HOUSE-TOURN-19")
def test_each_entrant_stays_bound_to_the_version_accepted(db):
    cast.with_entries(db, 4)
    rewrite(db, FEE)
    version = amend(db)
    [first, *_] = cast.look(db, queries.entrants)
    who = steps.entry_subject(first)
    with db.writing() as session:
        assert bound(session, who.kind)[int(who.id)] == 1
        row = session.get_one(DocumentRow, version.pk)
        acceptance.accept(session, row, who, How.SIGNED, by=cast.DESK, now=cast.NOW)
        assert bound(session, who.kind)[int(who.id)] == 2
    [_, notice] = rows(db, NoticeRow, col(NoticeRow.kind).like("tournament.changed%"))
    assert "you may decline it and get back everything you paid" in notice.body


def test_a_change_that_touches_nobody_is_accepted_by_nobody_again(db):
    cast.with_entries(db, 4)
    rewrite(db, ("entry.copies.how", "At the desk."))
    assert cast.look(db, cast.proposed).follows.accepted == ()
    amend(db)
    [_, notice] = rows(db, NoticeRow, col(NoticeRow.kind).like("tournament.changed%"))
    assert "decline" not in notice.body


@pytest.mark.rule("CROWN3-12.4.1(b)")
@pytest.mark.parametrize(
    ("before", "taken"),
    [(timedelta(minutes=30), True), (timedelta(minutes=30) - cast.TICK, False)],
)
def test_a_start_is_moved_with_the_notice_the_terms_promise(db, before, taken):
    cast.published(db)
    later = START + timedelta(minutes=10)
    rewrite(
        db,
        ("format.stages.stages.0.starts", (later,)),
        ("details.dates.starts_at", later),
    )
    verdict = amend(db, act=cast.Act(cast.RUTH, later - before))
    if taken:
        assert isinstance(verdict, DocumentRow), verdict
    else:
        assert "CROWN3-12.4.1(b)" in rules(verdict)


def test_a_moved_start_is_told_in_the_time_of_the_terms(db):
    cast.with_entries(db, 4)
    later = START + timedelta(minutes=10)
    rewrite(
        db,
        ("format.stages.stages.0.starts", (later,)),
        ("details.dates.starts_at", later),
    )
    assert isinstance(amend(db), DocumentRow)
    moved = [t for t in rows(db, TellingRow) if t.rule_id == "CROWN3-12.4.1(b)"]
    assert [t.due_at for t in moved] == [later - timedelta(minutes=30)]
    [_, notice] = rows(db, NoticeRow, col(NoticeRow.kind).like("tournament.changed%"))
    assert "14:10" in notice.body
    assert cast.row(db).starts_at == later


@pytest.mark.rule("HOUSE-TOURN-51")
@pytest.mark.parametrize(("most", "taken"), [(6, True), (5, False)])
def test_the_entries_taken_keep_their_places(db, most, taken):
    cast.with_entries(db, 6)
    expected = ("details.players.expected", min(most, 5))
    rewrite(db, ("details.players.maximum", most), expected)
    verdict = amend(db)
    if taken:
        assert isinstance(verdict, DocumentRow), verdict
    else:
        assert "HOUSE-TOURN-51" in rules(verdict)


@pytest.mark.rule("HOUSE-TERMS-7")
def test_every_reason_is_given_at_once_and_nothing_is_half_done(db):
    cast.published(db)
    rewrite(db, PLACE, ("details.fees.entry_fee_cents", None))
    refused = amend(db, note="", seen=4, draft=1)
    assert rules(refused) >= {
        "HOUSE-STALE-1",
        "HOUSE-DOC-3",
        "HOUSE-DOC-4",
        "CROWN3-12.4.1(a)(ii)",
    }
    with db.reading() as session:
        [only] = documents.versions(session, KIND, cast.row(db).pk)
    assert cast.row(db).document_id == only.pk
    assert rows(db, TellingRow) == []
    assert rows(db, NoticeRow, col(NoticeRow.kind).like("tournament.changed%")) == []


@pytest.mark.rule("HOUSE-DOC-2")
def test_how_many_the_house_expects_is_no_change(db):
    cast.published(db)
    rewrite(db, ("details.players.expected", 7))
    assert cast.look(db, cast.proposed).changes == ()
    assert rules(amend(db)) == {"HOUSE-DOC-2"}


def test_only_published_terms_that_are_not_played_yet_can_change(db):
    cast.draft(db)
    assert cast.look(db, cast.proposed) is None
    assert rules(amend(db)) == {"HOUSE-TOURN-15"}
    do = cast.do(db, cast.publish, 1, ADDRESS, cast.at(-30))
    assert not isinstance(do, Refused), do
    rewrite(db, PLACE)
    with db.writing() as session:
        queries.get(session, cast.SLUG, lock=True).status = Status.RUNNING
    assert "HOUSE-TOURN-15" in rules(amend(db))


def form(db, **over):
    given = {"version": cast.row(db).version, "seen": 1, "note": WHY, "_key": "k" * 20}
    return given | over


def test_the_page_shows_the_change_and_publishes_it(db, sign_in):
    cast.with_entries(db, 4)
    rewrite(db, PLACE, FEE)
    with cast.clock(6):
        ruth = sign_in(Role.DIRECTOR, username="rita")
        page = ruth.get(f"{PAGE}/changes").text
        assert "Version 2 would change" in page
        assert "<ins>river room</ins>" in page
        assert "4 entrants have to accept the new version" in page
        assert "CROWN3-12.4.1(c)" in page
        assert "aria-disabled" not in page
        refused = ruth.post(f"{PAGE}/amend", data=form(db, note=" "))
        assert refused.status_code == 409
        assert "No reason is given" in refused.text
        done = ruth.post(f"{PAGE}/amend", data=form(db, _key="j" * 20))
        assert (done.status_code, done.location) == (303, PAGE)
        assert "Nothing is changed since version 2." in ruth.get(f"{PAGE}/changes").text
        assert "river room" in ruth.get(f"/t/{cast.SLUG}").text


def test_what_stands_against_a_change_is_shown_before_it_is_tried(db, sign_in):
    cast.published(db)
    rewrite(db, PLACE, ("details.fees.entry_fee_cents", None))
    with cast.clock(6):
        page = sign_in(Role.DIRECTOR, username="rita").get(f"{PAGE}/changes").text
    assert 'aria-disabled="true"' in page
    assert "The entry fee has no amount." in page


def test_a_draft_has_no_changes(db, sign_in):
    cast.draft(db)
    with cast.clock(6):
        ruth = sign_in(Role.DIRECTOR, username="rita")
        assert ruth.get(f"{PAGE}/changes").status_code == 404


@pytest.mark.parametrize("junk", ["", "x", "9" * 40, "-1", "٣"])
def test_a_form_without_its_numbers_is_refused(db, sign_in, junk):
    cast.published(db)
    rewrite(db, PLACE)
    with cast.clock(6):
        ruth = sign_in(Role.DIRECTOR, username="rita")
        answer = ruth.post(f"{PAGE}/amend", data=form(db, version=junk, seen=junk))
    assert answer.status_code == 409
    assert "HOUSE-STALE-1" in answer.text
    assert "HOUSE-DOC-3" in answer.text
