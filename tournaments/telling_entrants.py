"""Telling the entrants what a new version of the terms changes for them."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.audit import Actor
from house.documents.models import DocumentRow
from house.documents.queries import read
from house.floor.acts import Act
from house.notices import letters
from house.notices.contacts import Contact
from house.notices.models import Audience, NoticeRow
from house.notices.services import on_sent
from house.terms.kind import Amendment
from rulebook import HOUSE, Cite
from rulebook.terms.changes import Change
from tournaments import queries
from tournaments.entrants import reaching
from tournaments.models import TellingRow, ToldRow, TournamentRow
from tournaments.path import notices, steps
from tournaments.rules.terms import Terms

CHANGED = "tournament.changed-entrants"
TOLD: Cite = HOUSE.at("TOURN-19")
letters.kind(CHANGED, "Changed terms, to entrants", Audience.ENTRANTS, "", *notices.RUN)


@dataclass(frozen=True, slots=True)
class About:
    """What the entrants are told of: the version, and what it changed."""

    document: DocumentRow
    proposal: Amendment[Terms]

    def of(self, telling: TellingRow) -> tuple[Change, ...]:
        """The changes one telling is about."""
        paths, changes = set(telling.paths), self.proposal.changes
        return tuple(c for c in changes if c.path in paths or paths & {*c.fields})


def draft(
    session: Session,
    tournament: TournamentRow,
    telling: TellingRow,
    about: About,
    act: Act,
) -> NoticeRow:
    """Draft what the entrants are told, with its deadline."""
    changes = about.of(telling)
    again = {change.path for change in about.proposal.follows.accepted}
    terms = about.proposal.new.terms
    facts = notices.changed(terms, about.document, telling.sentence, changes)
    facts["accept"] = [change.title for change in changes if change.path in again]
    facts["address"] = read(about.document).document.address
    notice = notices.draft(
        session,
        tournament,
        CHANGED,
        facts,
        Cite.kept(telling.rule_id) or TOLD,
        act,
        key=str(telling.pk),
        to=Contact(f"All entrants of {tournament.name}"[:120]),
        due_at=telling.due_at,
    )
    entrants = queries.entrants(session, tournament)
    reaching.write_to(session, tournament, notice, entrants, act)
    return notice


@on_sent(CHANGED)
def sent(session: Session, notice: NoticeRow) -> None:
    """The notice is out: the entrants have been told of this change."""
    keep_told(session, notice, "entrants told", TOLD)


def keep_told(session: Session, notice: NoticeRow, name: str, rule: Cite) -> None:
    """Keep that whoever had to be told of a change was, by this notice."""
    telling = session.get(TellingRow, int(notice.key.rpartition(":")[2]))
    known = select(ToldRow).where(col(ToldRow.notice_id) == notice.pk)
    if telling is None or notice.sent_at is None or session.exec(known).first():
        return
    by = Actor(notice.posted_by, notice.posted_by_name, "")
    act = Act(by, notice.sent_at)
    session.add(
        ToldRow(
            telling_id=telling.pk,
            notice_id=notice.pk,
            how=notice.channel.value if notice.channel else "",
            reference=notice.reference,
            **steps.signed(act),
        )
    )
    tournament = session.get_one(TournamentRow, telling.tournament_id)
    after = {"notice": notice.pk, "changes": telling.paths}
    steps.note(session, tournament, name, act, None, (rule,), {}, after)
