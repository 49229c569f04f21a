"""A draft of changes thrown away: nothing published moves, and why is kept."""

import pytest
from sqlmodel import select

from house.audit.models import AuditRow
from house.documents.models import DocumentRow
from house.people.roles import Role
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.test_amending import PAGE, PLACE, rewrite, rows, rules
from tournaments import queries

WHY = "The hall stays as it is."


def throw_away(db, *, reason=WHY, version=None):
    seen = cast.row(db).version if version is None else version
    return cast.do(db, cast.discard, seen, reason, cast.at(7))


def place(db):
    return queries.draft_of(cast.row(db)).details.location.place


@pytest.mark.rule("HOUSE-TERMS-8")
def test_the_draft_says_again_what_is_in_force_and_the_record_keeps_both(db):
    cast.published(db)
    was, published = place(db), rows(db, DocumentRow)
    rewrite(db, PLACE, ("details.players.expected", 41))
    done = throw_away(db)
    assert not isinstance(done, Refused), done
    assert place(db) == was
    draft = queries.draft_of(cast.row(db))
    assert draft.details.players.expected == 41  # for the house only, in no version
    kept = rows(db, DocumentRow)
    assert [(d.pk, d.sha256) for d in kept] == [(d.pk, d.sha256) for d in published]
    with db.reading() as session:
        last = select(AuditRow).order_by(AuditRow.number.desc()).limit(1)
        row = session.exec(last).one()
    assert row.act == "throw away draft"
    assert row.before == {"details.location.place": PLACE[1]}
    assert row.after == {"reason": WHY, "details.location.place": was}


@pytest.mark.rule("HOUSE-TERMS-8")
@pytest.mark.parametrize("reason", ["", "   ", "x" * 401])
def test_it_needs_a_reason_that_can_be_kept(db, reason):
    cast.published(db)
    rewrite(db, PLACE)
    assert rules(throw_away(db, reason=reason)) == {"HOUSE-TERMS-8"}
    assert place(db) == PLACE[1]


@pytest.mark.rule("HOUSE-TERMS-8")
def test_nothing_changed_or_nothing_published_is_refused(db):
    cast.draft(db)
    assert rules(throw_away(db)) == {"HOUSE-TERMS-8"}


@pytest.mark.rule("HOUSE-STALE-1")
def test_changes_saved_meanwhile_are_not_thrown_away(db):
    cast.published(db)
    seen = cast.row(db).version
    rewrite(db, PLACE)
    assert rules(throw_away(db, version=seen)) == {"HOUSE-STALE-1"}
    assert place(db) == PLACE[1]


@pytest.mark.rule("HOUSE-TERMS-8")
def test_the_page_of_changes_throws_them_away(db, sign_in):
    cast.published(db)
    rewrite(db, PLACE)
    with cast.clock(8):
        ruth = sign_in(Role.DIRECTOR, username="rita")
        assert "Throw away this change" in ruth.get(f"{PAGE}/changes").text
        form = {"version": cast.row(db).version, "reason": "", "_key": "d" * 20}
        refused = ruth.post(f"{PAGE}/changes/discard", data=form)
        assert refused.status_code == 409
        assert "Nothing was thrown away." in refused.text
        form |= {"reason": WHY, "_key": "e" * 20}
        assert ruth.post(f"{PAGE}/changes/discard", data=form).status_code == 303
        assert "Nothing is changed since version 1." in ruth.get(f"{PAGE}/changes").text
