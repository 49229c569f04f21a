"""What a winner was told is taken back only after the inspectors were told why."""

import pytest
import time_machine

from house.audit import Act
from house.notices import services as posts
from house.notices.models import Channel, NoticeRow
from house.notices.services import Posting
from house.people.roles import Role
from promotions.incidents import services as incidents
from promotions.incidents.services import Finding
from promotions.rules.gates import Decision
from promotions.telling import attempts, retracting
from tests.house.test_patrons import sent
from tests.promotions.drawn_cast import LATER, drawn, stands
from tests.promotions.promo_cast import HOUR, JONAH, MIRIAM, TICK, act, done, reasons
from tests.promotions.test_claims import house, tried  # noqa: F401
from tests.promotions.test_completing import prove

WHY = "The list held a name twice."
PHONED = Posting(Channel.PHONE, "call 7")


def doubt(session, row, at):
    found = Finding(at, "Edith Calloway", WHY, Decision.POSTPONED)
    filed = done(incidents.report(session, row, found, act(at=at)))
    return session.get_one(NoticeRow, filed.notice_id)


@pytest.mark.rule("HOUSE-PROMOTION-87", "STAR4-14.12")
def test_a_notice_is_taken_back_only_after_the_inspectors_were_told(house):  # noqa: F811
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen")
        early = retracting.retract(session, row, one, WHY, act(MIRIAM, LATER))
        assert reasons(early) == ["HOUSE-PROMOTION-87"]  # nobody was told of it
        done(attempts.note(session, row, one, tried(), act(at=LATER)))
        ask = (session, row, one, WHY)
        bare = retracting.retract(*ask, act(MIRIAM, LATER))
        assert reasons(bare) == ["HOUSE-PROMOTION-87"]
        notice, after = doubt(session, row, LATER + TICK), act(MIRIAM, LATER + HOUR)
        drafted = retracting.retract(*ask, after)
        assert reasons(drafted) == ["HOUSE-PROMOTION-87"]  # on file, not sent
        at = Act(JONAH, LATER + 2 * TICK)
        done(posts.post(session, notice, PHONED, at))
        silent = retracting.retract(session, row, one, " ", after)
        assert reasons(silent) == ["HOUSE-PROMOTION-87"]
        letter = done(retracting.retract(*ask, after))
        assert letter.recipient == "Wen Lee"
        assert WHY in letter.body
        assert done(retracting.retract(*ask, after)).pk == letter.pk
        letter.recipient = "Eve Stone"
        by = Act(MIRIAM, LATER + HOUR)
        other = posts.post(session, letter, PHONED, by)
        assert "HOUSE-PROMOTION-87" in reasons(other)
        letter.recipient = "Wen Lee"
        done(posts.post(session, letter, PHONED, by))
        assert not stands(session, row, one).winner.is_vacant


def test_the_page_takes_a_notice_back_by_the_approver_alone(house, sign_in):  # noqa: F811
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen")
        done(attempts.note(session, row, one, tried(), act(at=LATER)))
        notice = doubt(session, row, LATER + TICK)
        slug, number = row.slug, one.pk
    at = f"/desk/promotions/{slug}/prizes/{number}"
    with time_machine.travel(LATER + HOUR, tick=False):
        miriam, jonah = sign_in(Role.APPROVER), sign_in(Role.MARKETING)
        prove(house)
        assert "The inspectors were not told" in miriam.get(at).text
        early = miriam.post(f"{at}/retract", data=sent(reason=WHY))
        assert early.status_code == 409
        with house.writing() as session:
            told = session.get_one(NoticeRow, notice.pk)
            done(posts.post(session, told, PHONED, Act(JONAH, LATER + HOUR)))
        assert jonah.post(f"{at}/retract", data=sent(reason=WHY)).status_code == 403
        drafted = miriam.post(f"{at}/retract", data=sent(reason=WHY))
        assert drafted.status_code == 303
        assert "Send: About the prize we told you of" in jonah.get("/desk/").text
