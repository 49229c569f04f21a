"""After the draw: winners told, prizes claimed, handed over, refused and lapsed."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import select

from house.audit import Act
from house.ledger.models import EntryRow
from house.notices import services as posts
from house.notices.models import Channel, NoticeRow
from house.notices.services import Posting
from house.people.patrons.models import ExcludedBy, ExclusionRow
from promotions import duties, queries
from promotions.claims import claiming, handing, refusing, standing
from promotions.claims.models import RefusedClaimRow, RefusedFor
from promotions.claims.refusing import Denial
from promotions.claims.standing import State
from promotions.drawing import calling
from promotions.drawing.models import DrawRow
from promotions.rules.clauses.award import Unclaimed
from promotions.rules.goods import Given
from promotions.rules.means import Means
from promotions.telling import attempts
from promotions.telling import winners as telling
from promotions.telling.attempts import Attempt
from promotions.telling.models import Outcome
from tests.promotions.drawn_cast import (
    LATER,
    claimed,
    drawn,
    hand_over,
    money,
    over,
    select_one,
    stands,
)
from tests.promotions.promo_cast import (
    ANA,
    DAY,
    DRAWN,
    JONAH,
    MIRIAM,
    TICK,
    act,
    add_staff,
    begin,
    done,
    reach,
    reasons,
)

TWO_DAYS = timedelta(days=2)
SECOND = timedelta(seconds=1)


def terms_with(session, regime, **prize):
    """What to change in the template so that its first prize reads so."""
    draft = queries.draft_of(begin(session, name="Shape", regime=regime))
    first, *_ = draft.each_prize
    return (("prizes.prizes", {"prizes": (replace(first, **prize),)}),)


@pytest.fixture
def house(db):
    """A house with its people, whose inspectors can be reached."""
    with db.writing() as session:
        add_staff(session, JONAH, MIRIAM)
        reach(session)
    return db


def tried(means=Means.TELEPHONE, where="+61400000001", outcome=Outcome.TOLD, at=LATER):
    return Attempt(means, where, outcome, at)


REGIMES = [
    pytest.param("NSW3", "NSW3-14.8", marks=pytest.mark.rule("NSW3-14.8"), id="NSW3"),
    pytest.param("STAR4", "STAR4-14.9", marks=pytest.mark.rule("STAR4-14.9"), id="S4"),
]


@pytest.mark.parametrize(("regime", "rule"), REGIMES)
def test_each_winner_has_a_notice_due_two_days_after_the_draw(house, regime, rule):
    with house.writing() as session:
        row, people, (one, two) = drawn(session, "Wen", "Zoe", regime=regime)
        for selection, who in ((one, "Wen Lee"), (two, "Zoe Lee")):
            notice = telling.told(session, selection).notice
            assert (notice.recipient, notice.rule_id) == (who, rule)
            assert notice.due_at == DRAWN + TWO_DAYS
        telling.tell(session, row, (one, two), act(at=LATER))  # sent twice: once
        assert len(telling.tellings(session, one)) == 1
        assert people["Wen"].pk == one.patron_id


@pytest.mark.rule("HOUSE-PROMOTION-71")
def test_nobody_but_the_winners_of_the_certificate_is_told(house):
    with house.writing() as session:
        _row, people, (one,) = drawn(session, "Wen")
        notice = telling.told(session, one).notice
        notice.recipient = "Eve Stone"
        how = Posting(Channel.PHONE, "call 7")
        other = posts.post(session, notice, how, Act(JONAH, LATER))
        assert "HOUSE-PROMOTION-71" in reasons(other)
        notice.recipient = "Wen Lee"
        draw = session.get_one(DrawRow, one.draw_id)
        select_one(session, draw, 2, people["Wen"], replaces=1, round=1)
        replaced = posts.post(session, notice, how, Act(JONAH, LATER))
        assert reasons(replaced) == ["HOUSE-PROMOTION-71"]
        assert notice.posted_at is None


@pytest.mark.rule("HOUSE-PROMOTION-72")
def test_attempts_are_kept_and_only_one_that_reached_the_winner_counts(house):
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen")
        missed = tried(outcome=Outcome.NOT_REACHED)
        done(attempts.note(session, row, one, missed, act(at=LATER)))
        media = tried(None, "@wen", Outcome.NOT_REACHED)
        done(attempts.note(session, row, one, media, act(at=LATER)))
        assert not telling.told(session, one).is_told
        alone = tried(None, "@wen", Outcome.TOLD)
        assert reasons(attempts.note(session, row, one, alone, act(at=LATER))) == [
            "STAR4-14.9"
        ]
        ahead = tried(at=LATER + TICK)
        early = attempts.note(session, row, one, ahead, act(at=LATER))
        assert "HOUSE-PROMOTION-72" in reasons(early)
        done(attempts.note(session, row, one, tried(), act(at=LATER)))
        known = telling.told(session, one)
        assert known.is_told
        assert [each.outcome for each in known.attempts] == [
            Outcome.NOT_REACHED,
            Outcome.NOT_COUNTED,
            Outcome.TOLD,
        ]
        last = known.attempts[-1]
        assert (last.means, last.reached_at, last.by) == (
            "telephone",
            "+61400000001",
            "jonah",
        )
        again = attempts.note(session, row, one, tried(), act(at=LATER))
        assert reasons(again) == ["HOUSE-PROMOTION-72"]


@pytest.mark.rule("HOUSE-PROMOTION-72", "STAR4-14.9")
def test_what_came_back_is_told_again_by_the_same_time(house):
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen")
        done(attempts.note(session, row, one, tried(), act(at=LATER)))
        bare = attempts.returned(session, row, one, " ", act(at=LATER + DAY))
        assert reasons(bare) == ["HOUSE-PROMOTION-72"]
        back = attempts.returned(
            session, row, one, "Wrong number.", act(at=LATER + DAY)
        )
        assert done(back).due_at == DRAWN + TWO_DAYS
        assert not telling.told(session, one).is_told
        assert stands(session, row, one, LATER + DAY).state is State.TO_TELL


PRESENT = (
    (
        "award.claiming",
        {"presence_required": True, "within_minutes": 5, "within_days": None},
    ),
)


@pytest.mark.rule("STAR4-14.9")
def test_winners_who_had_to_be_there_claim_within_their_minutes(house):
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen", changes=PRESENT)
        assert telling.told(session, one).notice is None
        assert stands(session, row, one, DRAWN + DAY).lapses_at is None  # not called
        called = done(calling.call(session, row, one, act(at=DRAWN)))
        last = DRAWN + timedelta(minutes=5)
        assert called.until == last
        at = stands(session, row, one, last)
        assert (at.lapses_at, at.state) == (last, State.WAITS)
        late = stands(session, row, one, last + SECOND)
        assert late.state is State.LAPSED
        refused = claiming.claim(session, row, late, "Licence", act(at=last + SECOND))
        assert reasons(refused) == ["STAR4-14.8.8"]
        done(claiming.claim(session, row, at, "Licence", act(at=last)))


@pytest.mark.rule("HOUSE-PROMOTION-73", "HOUSE-PROMOTION-74")
def test_a_prize_is_claimed_once_with_a_paper(house):
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen")
        bare = claiming.claim(
            session, row, stands(session, row, one), " ", act(at=LATER)
        )
        assert reasons(bare) == ["HOUSE-PROMOTION-73"]
        kept = claimed(session, row, one)
        assert kept.state is State.CLAIMED
        twice = claiming.claim(session, row, kept, "Licence", act(at=LATER))
        assert reasons(twice) == ["HOUSE-PROMOTION-74"]


CHOICE = [
    ("NSW3", "NSW3-14.4", ((Given.CASH, 5_000_00), (Given.TRANSFER, 7_000_00))),
    ("STAR4", "STAR4-14.5", ((Given.CHEQUE, 5_000_00), (Given.TRANSFER, 7_000_00))),
]


@pytest.mark.parametrize(("regime", "rule", "parts"), CHOICE)
@pytest.mark.rule("HOUSE-PROMOTION-77")
def test_over_10_000_the_winner_chooses_parts_that_add_up_to_the_cent(
    house, regime, rule, parts
):
    with house.writing() as session:
        changes = terms_with(session, regime, **money(12_000_00, regime=regime))
        row, _, (one,) = drawn(session, "Wen", regime=regime, changes=changes)
        known = claimed(session, row, one)
        (way, cents), last = parts
        short = over((way, cents - 1), last)
        refused = hand_over(session, row, known, short)
        assert reasons(refused) == [rule]
        done(hand_over(session, row, known, over(*parts)))
        moved = sorted(entry.amount for entry in session.exec(select(EntryRow)))
        assert moved == [-12_000_00, 5_000_00, 7_000_00]
        known = stands(session, row, one)
        assert known.state is State.HANDED
        again = hand_over(session, row, known, over(*parts))
        assert done(again).id == known.handed.id
        other = act(ANA, LATER)
        for late in (
            handing.hand_over(session, row, known, known.handing.pk, other),
            handing.prepare(session, row, known, over(*parts, note="Now"), other),
        ):
            assert "HOUSE-PROMOTION-76" in reasons(late)


@pytest.mark.rule("STAR4-14.4", "STAR4-14.5")
def test_cash_is_never_paid_under_star4(house):
    with house.writing() as session:
        changes = terms_with(session, "STAR4", **money(12_000_00, regime="STAR4"))
        row, _, (one,) = drawn(session, "Wen", changes=changes)
        known = claimed(session, row, one)
        cash = over((Given.CASH, 12_000_00))
        refused = hand_over(session, row, known, cash)
        assert reasons(refused) == ["STAR4-14.4"]


@pytest.mark.rule("NSW3-14.4", "HOUSE-PROMOTION-75")
@pytest.mark.parametrize(
    ("cents", "barred"),
    [(10_000_00, ["HOUSE-PROMOTION-75"]), (10_000_01, [])],
)
def test_up_to_10_000_the_terms_say_how_and_above_the_winner_does(house, cents, barred):
    with house.writing() as session:
        every = (Given.CASH, Given.CHEQUE, Given.TRANSFER)
        stated = (Given.TRANSFER,) if barred else every
        shape = money(cents, *stated)
        changes = terms_with(session, "NSW3", **shape)
        row, _, (one,) = drawn(session, "Wen", regime="NSW3", changes=changes)
        known = claimed(session, row, one)
        cash = over((Given.CASH, cents))
        verdict = hand_over(session, row, known, cash)
        if barred:
            assert reasons(verdict) == barred
        else:
            done(verdict)


@pytest.mark.rule("NSW3-14.3")
def test_money_instead_only_where_the_terms_state_it(house):
    with house.writing() as session:
        shape = {
            "alternative_cents": 9_000_00,
            "given": (Given.HANDED_OVER, Given.CHEQUE),
        }
        changes = terms_with(session, "NSW3", **shape)
        row, _, (one,) = drawn(session, "Wen", regime="NSW3", changes=changes)
        known = claimed(session, row, one)
        wanted = over((Given.CHEQUE, 9_000_00), instead=True)
        done(hand_over(session, row, known, wanted))
    with house.writing() as session:
        shape = {"alternative_cents": None, "given": (Given.HANDED_OVER,)}
        changes = terms_with(session, "NSW3", **shape)
        row, _, (one,) = drawn(
            session, "Zoe", regime="NSW3", changes=changes, name="Another"
        )
        known = claimed(session, row, one)
        refused = hand_over(session, row, known, wanted)
        assert "NSW3-14.3" in reasons(refused)


@pytest.mark.rule("HOUSE-PROMOTION-76", "STAR4-13.19")
def test_nothing_is_handed_to_somebody_excluded_since_or_in_breach_at_work(house):
    thing = over(way=Given.HANDED_OVER)
    with house.writing() as session:
        changes = terms_with(session, "STAR4", given=(Given.HANDED_OVER,))
        row, people, (one, two, three) = drawn(
            session, "Wen", "Zoe", "Kim", changes=changes
        )
        session.add(
            ExclusionRow(
                patron_id=people["Wen"].pk,
                by=ExcludedBy.SELF,
                reason="Asked for it.",
                from_at=DRAWN + TICK,
                recorded_by="ann",
            )
        )
        people["Zoe"].is_employee = True
        session.flush()
        out = hand_over(session, row, claimed(session, row, one), thing)
        assert reasons(out) == ["HOUSE-PROMOTION-53"]
        staff = hand_over(session, row, claimed(session, row, two), thing)
        assert reasons(staff) == ["STAR4-13.19"]
        known = claimed(session, row, three)
        alone = hand_over(session, row, known, thing, second=JONAH)
        assert reasons(alone) == ["HOUSE-PROMOTION-76"]
        assert stands(session, row, three).state is State.PREPARED
        done(hand_over(session, row, known, thing))


DENIED = Denial(RefusedFor.INELIGIBLE, "You were not 18 yet.", "Licence, file 7")
KEPT = [("NSW3", "NSW3-14.10.1"), ("STAR4", "STAR4-14.10.1")]


@pytest.mark.parametrize(("regime", "rule"), KEPT)
@pytest.mark.parametrize("cents", [100_00, 100_01])
def test_a_refused_claim_over_100_keeps_name_and_address(house, regime, rule, cents):
    with house.writing() as session:
        shape = money(cents, Given.TRANSFER, regime=regime)
        changes = terms_with(session, regime, **shape)
        row, _, (one,) = drawn(session, "Wen", regime=regime, changes=changes)
        known = claimed(session, row, one)
        bare = refusing.begin(session, row, known, DENIED, act(at=LATER))
        if cents > 100_00:
            assert reasons(bare) == [rule, rule]
            full = replace(DENIED, name="Wen Lee", address="1 Quay Street")
            done(refusing.begin(session, row, known, full, act(at=LATER)))
            kept = session.exec(select(RefusedClaimRow)).one()
            assert (kept.name, kept.address) == ("Wen Lee", "1 Quay Street")
        else:
            done(bare)


NAMED = replace(DENIED, name="Wen Lee", address="1 Quay Street")


@pytest.mark.rule("HOUSE-PROMOTION-78", "STAR4-14.10", "NSW3-14.10")
@pytest.mark.parametrize("regime", ["NSW3", "STAR4"])
def test_a_claim_is_refused_by_two_and_the_reason_is_told_at_once(house, regime):
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen", regime=regime)
        known = claimed(session, row, one)
        silent = refusing.begin(
            session, row, known, replace(NAMED, reason=" "), act(at=LATER)
        )
        assert f"{regime}-14.10" in reasons(silent)
        unshown = replace(NAMED, evidence=" ")
        assert reasons(refusing.begin(session, row, known, unshown, act(at=LATER))) == [
            "HOUSE-PROMOTION-78"
        ]
        early = refusing.confirm(session, row, known, act(MIRIAM, LATER))
        assert reasons(early) == ["HOUSE-PROMOTION-78"]
        done(refusing.begin(session, row, known, NAMED, act(at=LATER)))
        known = stands(session, row, one)
        assert known.state is State.SIGNED_ONCE
        same = refusing.confirm(session, row, known, act(JONAH, LATER))
        assert reasons(same) == ["HOUSE-PROMOTION-104"]
        done(refusing.confirm(session, row, known, act(MIRIAM, LATER)))
        assert stands(session, row, one).state is State.VACANT
        mine = select(NoticeRow).where(NoticeRow.kind == duties.REFUSED)
        notice = session.exec(mine).one()
        assert (notice.rule_id, notice.due_at) == (f"{regime}-14.10", LATER)
        assert NAMED.reason in notice.body


@pytest.mark.rule("HOUSE-PROMOTION-78")
def test_a_refusal_in_error_is_taken_back_while_its_reserve_is_sealed(house):
    with house.writing() as session:
        row, people, (one,) = drawn(session, "Wen")
        known = claimed(session, row, one)
        done(refusing.begin(session, row, known, NAMED, act(at=LATER)))
        known = stands(session, row, one)
        done(refusing.confirm(session, row, known, act(MIRIAM, LATER)))
        known = stands(session, row, one)
        done(refusing.reopen(session, row, known, "It was another Wen.", act(MIRIAM)))
        known = stands(session, row, one)
        assert known.state is State.CLAIMED
        mine = select(NoticeRow).where(NoticeRow.kind == duties.REFUSED)
        assert session.exec(mine).one().channel is Channel.NONE
        done(refusing.begin(session, row, known, NAMED, act(at=LATER)))
        known = stands(session, row, one)
        done(refusing.confirm(session, row, known, act(MIRIAM, LATER)))
        draw = session.get_one(DrawRow, one.draw_id)
        select_one(session, draw, 2, people["Wen"], replaces=1, round=1)
        late = refusing.reopen(session, row, known, "Too late.", act(MIRIAM))
        assert reasons(late) == ["HOUSE-PROMOTION-104"]


@pytest.mark.rule("STAR4-14.8.8")
@pytest.mark.parametrize("unclaimed", list(Unclaimed))
def test_what_nobody_claims_in_time_lapses_by_two(house, unclaimed):
    changes = (("award.claiming", {"within_days": 30, "unclaimed": unclaimed}),)
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen", changes=changes)
        last = DRAWN + 30 * DAY
        early = refusing.lapse(
            session, row, stands(session, row, one, last), "Nobody.", act(at=last)
        )
        assert reasons(early) == ["STAR4-14.8.8"]
        after = last + SECOND
        for by in (JONAH, MIRIAM):
            known = stands(session, row, one, after)
            done(refusing.lapse(session, row, known, "Nobody came.", act(by, after)))
        known = stands(session, row, one, after)
        assert known.state is State.VACANT
        assert known.is_forfeited is (unclaimed is Unclaimed.FORFEITED)
        assert [one.is_settled for one in standing.of(session, row, after)] == [
            unclaimed is Unclaimed.FORFEITED
        ]
