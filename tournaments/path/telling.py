"""Telling the regulator of changed details before the tournament, and entrants."""

from sqlmodel import Session

from house.audit.plain import fitted
from house.documents import queries as documents
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.notices.models import NoticeRow
from house.notices.services import on_sent
from house.terms import versions
from house.terms.kind import Amendment
from rulebook import Cite
from rulebook.terms.changes import Change, differences
from tournaments import queries, telling_entrants
from tournaments.models import TellingRow, TournamentRow
from tournaments.path import notices
from tournaments.rules.changes import Audience, Telling
from tournaments.rules.terms import Terms
from tournaments.telling_entrants import keep_told

TOLD: Cite = Cite("CROWN3-12.4.1(c)")


def tell(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    document: DocumentRow,
    proposal: Amendment[Terms],
    one: Telling,
    act: Act,
) -> str:
    """Write down that somebody must be told, and draft the notice."""
    row = TellingRow(
        tournament_id=tournament.pk,
        document_id=document.pk,
        audience=one.audience,
        paths=list(one.paths),
        sentence=fitted(one.sentence, 1000),
        rule_id=one.cite.id,
        due_at=one.by,
        at=act.now,
    )
    session.add(row)
    session.flush()
    if one.audience is Audience.REGULATOR:
        draft(session, tournament, row, act)
    else:
        about = telling_entrants.About(document, proposal)
        telling_entrants.draft(session, tournament, row, about, act)
    return one.audience.value


def draft(
    session: Session, tournament: TournamentRow, telling: TellingRow, act: Act
) -> NoticeRow:
    """Draft the notice of one change of the terms, once."""
    document = session.get_one(DocumentRow, telling.document_id)
    terms = queries.terms_in(document)
    changes = _changes(session, document, telling)
    facts = notices.changed(terms, document, telling.sentence, changes)
    return notices.draft(
        session,
        tournament,
        notices.CHANGED,
        facts,
        TOLD,
        act,
        key=str(telling.pk),
        due_at=telling.due_at,
    )


def _changes(
    session: Session, document: DocumentRow, telling: TellingRow
) -> tuple[Change, ...]:
    """What the version changed, as far as the regulator has to know."""
    before = documents.at(
        session, document.kind, document.subject_id, document.number - 1
    )
    if before is None:
        return ()
    kept = (versions.kept_in(Terms, each) for each in (before, document))
    every = differences(*kept)
    return tuple(change for change in every if change.path in telling.paths)


@on_sent(notices.CHANGED)
def sent(session: Session, notice: NoticeRow) -> None:
    """The notice is out: the regulator has been told of this change."""
    keep_told(session, notice, "regulator told", TOLD)
