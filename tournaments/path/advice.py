"""Before the first entry: terms to be had by patrons, the inspectorate advised."""

from sqlmodel import Session

from house.audit import Actor
from house.audit.plain import fitted
from house.floor.acts import Act
from house.notices.models import NoticeRow
from house.notices.services import on_sent
from house.terms import versions
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import AdviceRow, AvailableRow, TournamentRow
from tournaments.path import duties, notices, steps
from tournaments.rules.lifecycle import Status

AVAILABLE: Cite = Cite("CROWN3-12.2.2(a)")
ADVISED: Cite = Cite("CROWN3-12.2.2(b)")
COUNTS: Cite = HOUSE.at("TOURN-64")
NOT_NOW = frozenset({Status.DRAFT, Status.SETTLED, Status.CANCELLED})


def _published(tournament: TournamentRow) -> tuple[Refusal, ...]:
    if tournament.status not in NOT_NOW and tournament.document_id is not None:
        return ()
    status = tournament.status.words.lower()
    return (
        Refusal(
            HOUSE.at("TOURN-15"),
            f"The tournament is {status}.",
            "Publish the terms first."
            if tournament.status is Status.DRAFT
            else "It is over.",
        ),
    )


def make_available(
    session: Session, tournament: TournamentRow, places: str, act: Act
) -> AvailableRow | Refused:
    """Note where patrons get the terms in force, from now on."""
    refusals = list(_published(tournament))
    if not places.strip():
        right = "Name the public page, the cage, or where else they lie."
        refusals.append(Refusal(AVAILABLE, "It is not said where.", right, "places"))
    if len(places) > 400:
        wrong = f"The places have {len(places):,} characters."
        refusals.append(Refusal(AVAILABLE, wrong, "Say it in 400.", "places"))
    if refusals:
        refused = Refused(tuple(refusals))
        steps.note(session, tournament, "make terms available", act, refused)
        return refused
    assert tournament.document_id is not None
    row = AvailableRow(
        tournament_id=tournament.pk,
        document_id=tournament.document_id,
        places=fitted(places.strip(), 400),
        **steps.signed(act),
    )
    session.add(row)
    after = {"places": row.places, "document": row.document_id}
    steps.note(
        session, tournament, "make terms available", act, None, (AVAILABLE,), {}, after
    )
    return row


def draft(
    session: Session, tournament: TournamentRow, address: str, act: Act
) -> NoticeRow | Refused:
    """Draft the notice that advises the inspectorate, once for each version."""
    refusals = _published(tournament)
    if refusals:
        refused = Refused(refusals)
        steps.note(session, tournament, "advise inspectorate", act, refused)
        return refused
    document = versions.document_of(session, tournament)
    assert document is not None
    terms = queries.terms_in(document)
    director = queries.table_facts(session, tournament, act.now).director
    facts = notices.opening(terms, document, director, address)
    return notices.draft(
        session,
        tournament,
        notices.OPENS,
        facts,
        ADVISED,
        act,
        key=str(document.number),
    )


@on_sent(notices.OPENS)
def sent(session: Session, notice: NoticeRow) -> None:
    """The notice is out: from this moment the inspectorate counts as advised."""
    tournament = session.get(TournamentRow, int(notice.about_id))
    if tournament is None or tournament.document_id is None or notice.sent_at is None:
        return
    by = Actor(notice.posted_by, notice.posted_by_name, "")
    act = Act(by, notice.sent_at)
    reference = notice.reference or f"notice {notice.pk}"
    session.add(
        AdviceRow(
            tournament_id=tournament.pk,
            document_id=tournament.document_id,
            notice_id=notice.pk,
            reference=reference,
            **steps.signed(act),
        )
    )
    words = f"Notice {notice.pk}, {reference}"
    duties.meet(session, tournament, duties.ADVISE, words, act)
    after = {"notice": notice.pk, "reference": reference}
    rules = (ADVISED, COUNTS)
    steps.note(session, tournament, "inspectorate advised", act, None, rules, {}, after)
