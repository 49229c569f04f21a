"""The words of a notice's draft, changed until it goes out."""

from sqlmodel import Session

from house.audit import Act
from house.audit.plain import fitted, text
from house.notices.letters import Letter
from house.notices.models import NoticeRow
from house.notices.notice_rules import (
    FIXED,
    check_draft,
)
from house.notices.pdf import sha256
from house.notices.services import note
from rulebook import Refused


def reword(
    session: Session, notice: NoticeRow, seen: int, letter: Letter, act: Act
) -> NoticeRow | Refused:
    """Change the words of a draft, unless it is out or somebody else changed it."""
    refusals = tuple(check_draft(notice, seen, letter))
    refused = Refused(refusals) if refusals else None
    before = {"title": notice.title, "sha256": sha256(notice.body.encode())}
    if refused is None:
        notice.title, notice.body = fitted(letter.title, 200), text(letter.body)
        session.flush()
    after = {"title": letter.title[:200], "sha256": sha256(letter.body.encode())}
    note(
        session,
        "reword notice",
        notice,
        act,
        verdict=refused,
        rules=(FIXED,),
        before=before,
        after=after,
    )
    return refused or notice
