"""Each entrant is reached by their own channel, and it is known who has been."""

import pytest
from sqlmodel import select

from house.notices import outbox
from house.notices.models import NoticeRow, OutboxRow
from house.people.patrons.models import PatronRow
from tests.tournaments import cast
from tests.tournaments.cast import at, clock, look
from tests.tournaments.test_amending import PLACE, amend, rewrite, rows
from tests.tournaments.test_path_pages import HOME, as_, sent
from tournaments.entrants import reaching
from tournaments.entrants.models import ReachRow
from tournaments.models import ToldRow
from tournaments.path import cancelling, notices
from tournaments.rules.lifecycle import Status

__all__ = ["as_"]
TOLD = f"{HOME}/told"
CHANGED = "tournament.changed-entrants"


def with_mail(db, count=3):
    """So many entrants, all but the last with an e-mail address."""
    cast.with_entries(db, count)
    with db.writing() as session:
        every = session.exec(select(PatronRow).order_by(PatronRow.id)).all()
        every[-1].phone = "+61390000123"
        for patron in every[:-1]:
            patron.email = f"player{patron.pk}@example.com"


def states(db):
    """How far each entrant has been reached with the newest notice."""
    [newest, *_] = look(db, reaching.told)
    return [reach.state for reach in newest.reaches]


def post_all(db, minutes, post=lambda _letter: None):
    """The post is delivered, or fails."""
    outbox.send_due(db, post, at(minutes).now)


@pytest.mark.rule("HOUSE-TOURN-146")
def test_a_cancelled_tournament_is_told_to_each_entrant(db, as_):
    with_mail(db)
    assert cast.do(db, cancelling.cancel, "The river rose.", at(8)) is Status.CANCELLED
    letters = [row for row in rows(db, OutboxRow) if row.key.startswith("entrant:")]
    assert len(letters) == 2
    assert letters[0].body.startswith("Player 01, entry 1\n\n")
    assert "The river rose." in letters[0].body
    assert states(db) == ["in the post", "in the post", "no address: tell them"]

    def broken(_letter):
        raise OSError("The mail server is away.")

    post_all(db, 9, broken)
    assert states(db)[0] == "failed, is tried again"
    post_all(db, 60)
    assert states(db) == ["sent", "sent", "no address: tell them"]
    [notice] = [n for n in look(db, notices.every) if n.kind == notices.CALLED_OFF]
    assert notice.sent_at is None
    with clock(61):
        ruth = as_("ruth", at(60).now)
        page = ruth.get(TOLD).text
        assert "1 entrant is not reached" in page
        assert "+61 3 9000 0123" in page
        assert "9000 0123" not in as_("amara", at(60).now).get(TOLD).text
        reach = rows(db, ReachRow)[-1].pk
        blank = ruth.post(f"{TOLD}/{reach}", data=sent(how=" "))
        assert blank.status_code == 409
        form = sent(how="Called +61 3 9000 0000")
        for _ in range(2):
            assert ruth.post(f"{TOLD}/{reach}", data=form).location == TOLD
        assert ruth.post(f"{TOLD}/{reach}", data=sent(how="x")).status_code == 409
        assert ruth.post(f"{TOLD}/99", data=sent(how="x")).status_code == 409
        assert "Every entrant was reached." in ruth.get(TOLD).text
        assert TOLD in ruth.get(f"{HOME}/entries").text
        dealer = as_("amara", at(60).now)
        assert dealer.post(f"{TOLD}/{reach}", data=sent(how="x")).status_code == 403
    [notice] = [n for n in look(db, notices.every) if n.kind == notices.CALLED_OFF]
    assert notice.sent_at == at(61).now
    assert notice.reference == "Three entrants, each by their own channel"


@pytest.mark.rule("HOUSE-TOURN-146", "HOUSE-TOURN-19")
def test_changed_terms_are_told_once_the_last_letter_is_delivered(db):
    with_mail(db, 3)
    with db.writing() as session:
        last = session.exec(select(PatronRow).order_by(PatronRow.id.desc())).first()
        last.email = "last@example.com"
    rewrite(db, PLACE)
    amend(db)
    assert rows(db, ToldRow) == []
    delivered = []

    def only_two(letter):
        if letter.key.startswith("entrant:") and len(delivered) == 2:
            raise OSError("full")
        delivered.append(letter.key)

    post_all(db, 20, only_two)
    assert sorted(states(db)) == ["failed, is tried again", "sent", "sent"]
    assert rows(db, ToldRow) == []
    post_all(db, 90)
    [told] = rows(db, ToldRow)
    [notice] = rows(db, NoticeRow, NoticeRow.kind == CHANGED)
    assert (told.notice_id, notice.sent_at) == (notice.pk, at(90).now)
    assert states(db) == ["sent"] * 3
