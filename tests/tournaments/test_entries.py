"""Entries: who may enter, for how much, bound to what, and how an entry ends."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from sqlmodel import select

from house.documents.models import DocumentAcceptanceRow, DocumentRow, How
from house.floor.acts import Act
from house.people.patrons.models import ExcludedBy, ExclusionRow, PatronRow
from house.terms.amending import Amend
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import PAID, at, cites, do, end, enter, look, recorded
from tests.tournaments.examples import START, with_
from tournaments import queries
from tournaments.models import EntryState
from tournaments.money.taking import Tender
from tournaments.path import ledgers, playing, signing
from tournaments.path.entries import TakeEntry
from tournaments.rules.payments import Method
from tournaments.rules.refunds import Cause
from tournaments.rules.tokens import ChipCount


def one(db, number=1):
    """The entry of this number."""
    return look(db, ledgers.entry, number)


@pytest.mark.rule("CROWN3-12.4.2(a)(i)", "CROWN3-12.4.2(c)", "HOUSE-TOURN-65")
def test_an_entry_is_numbered_paid_and_bound_to_the_terms_in_force(db):
    cast.open_for_entries(db)
    first, second = cast.patrons(db, 2)
    short = enter(db, first, replace(PAID, entry_fee_cents=39_99))
    assert cites(short) == ["HOUSE-TOURN-65"]
    assert "$39.99" in short.refusals[0].wrong
    assert enter(db, first).number == 1
    assert enter(db, second, TakeEntry(How.SPOKEN, 40_00, 200_00)).number == 2
    assert cites(enter(db, first)) == ["CROWN3-12.4.2(d)"]  # once is all
    with db.reading() as session:
        tournament = queries.get(session, cast.SLUG)
        mine = ledgers.entry(session, tournament, 1)
        accepted = session.exec(
            select(DocumentAcceptanceRow).where(DocumentAcceptanceRow.who_id == mine.pk)
        ).one()
        version = session.get_one(DocumentRow, mine.document_id)
        assert (accepted.document_id, version.number) == (version.pk, 1)
    assert one(db).signed_at == at(1).now
    assert one(db, 2).signed_at is None
    assert recorded(db, "take entry")[-2].after["paid_cents"] == 240_00
    assert [e.verdict for e in recorded(db, "take entry")] == [
        "refused",
        "done",
        "done",
        "refused",
    ]


@pytest.mark.rule("CROWN3-12.4.2(a)(ii)")
def test_nobody_enters_who_is_excluded_or_too_young(db):
    cast.open_for_entries(db)
    barred, young, eighteen = cast.patrons(db, 3)
    with db.writing() as session:
        session.add(
            ExclusionRow(
                patron_id=barred,
                by=ExcludedBy.SELF,
                reason="asked",
                from_at=at(-90).now,
                recorded_by="erin",
            )
        )
        session.get_one(PatronRow, young).born_on = date(2008, 11, 13)
        session.get_one(PatronRow, eighteen).born_on = date(2008, 11, 12)
    assert cites(enter(db, barred)) == ["CROWN3-12.4.2(a)(ii)"]
    assert cites(enter(db, young)) == ["CROWN3-12.4.2(a)(ii)"]  # 18 tomorrow
    assert enter(db, eighteen).number == 1  # 18 today, by the venue's day
    assert cites(enter(db, 0)) == ["HOUSE-TOURN-65"]


@pytest.mark.rule("CROWN3-12.4.2(a)(v)", "CROWN3-12.4.2(a)(iv)")
def test_staff_play_in_charity_events_with_approval_and_the_selected_only(db):
    made = cast.terms(
        ("entry.selection.applies", True),
        ("entry.selection.criteria", "Members of the club."),
    )
    cast.open_for_entries(db, made)
    [staff] = cast.patrons(db, 1, is_employee=True)
    verdict = enter(db, staff)
    assert cites(verdict) == ["CROWN3-12.4.2(a)(v)", "CROWN3-12.4.2(a)(iv)"]
    assert verdict.refusals[1].right == "Members of the club."
    chosen = replace(PAID, selected=True, approval="CEO, 1 November")
    assert cites(enter(db, staff, chosen)) == ["CROWN3-12.4.2(a)(v)"]


@pytest.mark.rule("CROWN3-12.4.2(a)(v)")
def test_with_approval_an_employee_enters_a_charity_event(db):
    cast.open_for_entries(db, cast.terms(("entry.staff.charity_or_media", True)))
    [staff] = cast.patrons(db, 1, is_employee=True)
    assert cites(enter(db, staff)) == ["CROWN3-12.4.2(a)(v)"]
    entry = enter(db, staff, replace(PAID, approval="CEO, 1 November"))
    assert entry.reason == "Approved: CEO, 1 November"


@pytest.mark.rule("CROWN3-12.4.1(a)(iii)", "CROWN3-12.4.2(c)")
def test_entries_stop_at_the_last_place_and_at_their_close(db):
    cast.with_entries(db, 11)
    a, b, c = cast.patrons(db, 3)
    assert enter(db, a).number == 12
    assert cites(enter(db, b)) == ["CROWN3-12.4.1(a)(iii)"]
    end(db, Cause.WITHDRAWN)
    shut = look(db, queries.terms_of).entry.method.closes_at
    late = Act(cast.DESK, shut)
    assert cites(enter(db, b, act=late)) == ["CROWN3-12.4.2(c)"]
    last = Act(cast.DESK, shut - cast.TICK)
    assert enter(db, b, act=last).number == 13
    assert cites(enter(db, c, act=late)) == [
        "CROWN3-12.4.2(c)",
        "CROWN3-12.4.1(a)(iii)",
    ]


@pytest.mark.rule("CROWN3-12.4.2(d)", "CROWN3-12.5.3(a)(iv)", "HOUSE-TOURN-20")
def test_what_comes_back_follows_from_how_and_when_an_entry_ends(db):
    until = START - timedelta(days=1)
    cast.with_entries(db, 4, cast.terms(("entry.withdrawal.free_until", until)))
    free = Act(cast.DESK, until - cast.TICK)
    late = Act(cast.DESK, until)
    assert not isinstance(end(db, Cause.WITHDRAWN, act=free), Refused)
    assert cast.back(db) == 240_00
    assert not isinstance(end(db, Cause.WITHDRAWN, act=late, number=2), Refused)
    assert cast.back(db, 2) < 240_00
    assert cites(end(db, Cause.VOID, number=3)) == ["HOUSE-TOURN-20"]
    void = end(db, Cause.VOID, "Two people under one name", number=3)
    assert (void.state, cast.back(db, 3)) == (EntryState.VOID, 240_00)
    assert cites(end(db, Cause.WITHDRAWN, number=3)) == ["HOUSE-STEP-1"]
    assert cites(end(db, Cause.ELIMINATED, number=4)) == ["HOUSE-STEP-1"]
    assert look(db, queries.entries_count) == 1
    assert enter(db, one(db).patron_id).number == 5  # may enter again


@pytest.mark.rule("CROWN3-12.4.2(a)(iii)")
@pytest.mark.parametrize("reserved", [True, False])
def test_an_application_is_refused_at_will_only_where_the_terms_say_so(db, reserved):
    cast.with_entries(db, 4, cast.terms(("entry.refusal.reserved", reserved)))
    verdict = end(db, Cause.REFUSED, "Unwelcome")
    if reserved:
        assert (verdict.state, cast.back(db)) == (EntryState.REFUSED, 240_00)
    else:
        assert cites(verdict) == ["CROWN3-12.4.2(a)(iii)"]


@pytest.mark.rule("HOUSE-TOURN-67")
def test_a_refund_is_handed_out_once_and_how_is_written_down(db):
    cast.with_entries(db, 4)
    end(db, Cause.WITHDRAWN)
    [owed] = look(db, ledgers.unpaid)
    by_card = Tender(Method.CARD)
    bare = cast.hand_out(db, owed.row.pk, tender=by_card)
    assert cites(bare) == ["HOUSE-TOURN-67"]  # which transfer?
    assert cites(cast.hand_out(db, 999)) == ["HOUSE-TOURN-67"]
    assert not isinstance(cast.hand_out(db, owed.row.pk), Refused)
    assert cites(cast.hand_out(db, owed.row.pk)) == ["HOUSE-TOURN-67"]
    assert look(db, ledgers.unpaid) == ()
    assert cast.back(db) == owed.cents == 240_00


@pytest.mark.rule("CROWN3-12.4.2(b)(iii)")
def test_where_signatures_are_asked_for_nobody_unsigned_plays(db):
    cast.ready_to_seat(db, 4, cast.terms(("entry.signature.required", True)))
    [patron] = cast.patrons(db, 1)
    enter(db, patron, replace(PAID, how=How.SPOKEN))
    assert one(db, 5).signed_at is None
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        row = ledgers.entry(session, tournament, 5, lock=True)
        signed = signing.sign(session, tournament, row, at(3, cast.DESK))
        assert signed.signed_at == at(3).now
    end(db, Cause.WITHDRAWN, number=5)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        row = ledgers.entry(session, tournament, 5, lock=True)
        assert cites(signing.sign(session, tournament, row, at(4))) == ["HOUSE-STEP-1"]


@pytest.mark.rule("HOUSE-TOURN-19", "CROWN3-12.4.2(a)(i)")
def test_changed_terms_are_accepted_again_before_play_or_declined(db):
    cast.ready_to_seat(db, 5)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        changed = cast.terms(("format.bank.bank_chips", 20_000))
        tournament.draft = with_(
            changed, ("format.bank.made_of", (ChipCount(1_000, 20),))
        ).to_data()
        session.flush()
        command = Amend(tournament.version, 1, "Larger banks", "https://x.y/t")
        version = cast.amend(session, tournament, command, at(3))
        assert not isinstance(version, Refused), version
    bound = {one(db).document_id}
    assert look(db, queries.behind, bound) == bound
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        first = ledgers.entry(session, tournament, 1, lock=True)
        signing.sign(session, tournament, first, at(4, cast.DESK))
        assert first.document_id == version.pk
    declined = end(db, Cause.TERMS_DECLINED, "The banks", number=2)
    assert (declined.state, cast.back(db, 2)) == (EntryState.DECLINED, 240_00)
    cast.draw(db)
    refused = do(db, playing.start_play, at(cast.STARTS))
    assert cites(refused).count("HOUSE-TOURN-19") == 3  # entries 3, 4 and 5
