"""What a promotion tells the room of terms about its own."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from sqlmodel import Session

from house.audit import Subject
from house.audit.plain import fitted
from house.documents.content import Document
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.terms.kind import Amendment, Beside, Consequences, Kind, Sentence
from house.terms.versions import document_of as version_in_force
from promotions import duties, queries
from promotions.freezing import closing
from promotions.labels import LABELS
from promotions.models import PromotionRow, PromotionWriterRow
from promotions.path import approving, lodging, steps
from promotions.printing import KIND, document_of
from promotions.rules import gates
from promotions.rules.clauses.prizes import prescribed
from promotions.rules.lifecycle import STEPS, Action, Status, transition
from promotions.rules.terms import Terms
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms.changes import Change
from rulebook.terms.terms import Kept

ORDER: Cite = HOUSE.at("PROMOTION-11")
AGAIN: Cite = HOUSE.at("PROMOTION-23")


class Recipient:
    """Somebody who hears of changed terms."""

    def __init__(self, sentence: str, cite: Cite) -> None:
        self.sentence, self.cite, self.by = sentence, cite, None


class PromotionTerms(Kind[Terms, PromotionRow]):
    """The terms of a promotion, and what follows from them."""

    noun, plural, document = "promotion", "Promotions", KIND
    terms, row = Terms, PromotionRow
    written = demands = HOUSE.at("PROMOTION-10")
    one_name = HOUSE.at("PROMOTION-17")
    asked_first = MappingProxyType(
        {"promotion.names.promotion": "name", "promotion.held.place": "place"}
    )
    verb, done = "approve", "approved"
    labels = LABELS
    aside = "promotions/_aside.html"
    follows = "promotions/_follows.html"
    footer = "promotions/_complaints.html"

    def subject(self, row: PromotionRow) -> Subject:
        """The promotion as the record, notices and documents name it."""
        return queries.subject(row)

    def public_path(self, row: PromotionRow) -> str:
        """Its public page."""
        return f"/p/{row.slug}"

    def document_of(self, terms: Terms, address: str) -> Document:
        """The terms as the document that is approved, lodged and printed."""
        return document_of(terms, address)

    def lede(self, terms: Terms) -> str:
        """Which document governs it."""
        return (
            f"A promotion under rule 14 of {terms.regime.code}. What is written here "
            "is printed, lodged, and is what the draw enforces."
        )

    def mirrored(self, terms: Terms) -> Mapping[str, Any]:
        """What lists show of the terms."""
        return {
            "name": fitted(terms.names.promotion, 120),
            "regime": fitted(terms.names.regime, 16),
            "starts_at": terms.starts_at,
            "closes_at": terms.last_close_at,
            "drawn_at": terms.last_draw_at,
        }

    def beside(self, session: Session, terms: Terms, now: datetime) -> Beside:
        """Whether a prize is on the list of prescribed things."""
        things = queries.prescribed(session)
        stops = tuple(prescribed(terms.each_prize, terms.regime, things))
        return Beside(stops, "a prize is barred", (), terms.regime)

    def against_writing(self, row: PromotionRow) -> Iterator[Refusal]:
        """Terms are written while they can still be approved or amended."""
        ways = (Action.APPROVE, Action.AMEND)
        if not any((row.status, way) in STEPS for way in ways):
            wrong = f"The promotion is {row.status.words.lower()}."
            yield Refusal(ORDER, wrong, "Its terms can no longer be changed.")

    def saved(self, session: Session, row: PromotionRow, act: Act) -> None:
        """Remember who wrote on which version: they do not approve it."""
        document = version_in_force(session, row)
        number = document.number if document else 0
        wrote = PromotionWriterRow(
            promotion_id=row.pk, after_number=number, **steps.signed(act)
        )
        session.add(wrote)
        session.flush()

    def take_step(
        self,
        session: Session,
        row: PromotionRow,
        act: Act,
        besides: tuple[Refusal, ...],
    ) -> Refused | None:
        """Approve: every gate is open, and somebody else wrote the terms."""
        verdict = steps.take(session, row, Action.APPROVE, act, besides=besides)
        return verdict if isinstance(verdict, Refused) else None

    def against_publishing(
        self, session: Session, row: PromotionRow, act: Act
    ) -> Iterator[Refusal]:
        """Every gate before approval, the second person among them."""
        facts = steps.facts_of(session, row, act)
        verdict = transition(row.status, Action.APPROVE, facts)
        yield from verdict.refusals if isinstance(verdict, Refused) else ()

    def consequences(
        self,
        session: Session,
        row: PromotionRow,
        versions: tuple[Kept[Terms], Kept[Terms]],
        changes: tuple[Change, ...],
    ) -> Consequences:
        """The regulator approves first or hears again; before the start, lodge anew."""
        regime = versions[1].terms.regime
        started = row.status is Status.RUNNING
        again = regime.terms_resubmitted
        if not started:
            said = f"{regime.regulator} gets the new version before the start."
            told: tuple[Recipient, ...] = (Recipient(said, AGAIN),)
        elif again:
            said = f"{regime.regulator} gets the changed terms as soon as possible."
            told = (Recipient(said, again.cite),)
        else:
            assert regime.approval_to_amend is not None
            said = f"{regime.regulator} has approved the change first."
            told = (Recipient(said, regime.approval_to_amend),)
        nobody = Sentence("Nobody accepts anything again.", (ORDER,))
        return Consequences(told, (), 0, nobody)

    def against_amending(
        self,
        session: Session,
        row: PromotionRow,
        proposal: Amendment[Terms] | None,
        act: Act,
    ) -> Iterator[Refusal]:
        """The gates of the terms, the second person, and the regulator's word."""
        new = proposal.new.terms if proposal else queries.draft_of(row)
        facts = queries.facts_of(session, row, act.now, by=act.by, terms=new)
        verdict = transition(row.status, Action.AMEND, facts)
        yield from verdict.refusals if isinstance(verdict, Refused) else ()
        yield from _same_document(row, new)
        word = queries.word_on(session, row, approving.fingerprint(new))
        approval = word.reference if word else ""
        started = row.status is Status.RUNNING and not _exempt(new)
        regime = new.regime
        yield from gates.check_amendment(regime, started=started, approval=approval)

    def amended(
        self,
        session: Session,
        row: PromotionRow,
        document: DocumentRow,
        proposal: Amendment[Terms],
        act: Act,
    ) -> Mapping[str, Any]:
        """Before the start it is lodged anew; after it, sent again where asked."""
        new, was = proposal.new.terms, row.status
        becomes = STEPS[was, Action.AMEND].to
        steps.note_step(session, row, Action.AMEND, becomes, act, document.note)
        if was is not Status.RUNNING:
            return {"status": becomes.value}
        closing.plan(session, row, act)
        word = queries.word_on(session, row, approving.fingerprint(new))
        text = lodging.as_text(document_of(new, ""))
        told = duties.amend(
            session,
            queries.as_run(row, new),
            duties.Terms(document.number, text),
            act,
            started=not _exempt(new),
            approval=word.reference if word else "",
        )
        assert not isinstance(told, Refused), "The same gate was open a moment ago."
        return {"notice": told.pk if told else None}


def _exempt(terms: Terms) -> bool:
    return terms.promotion.scope.is_exempt


def _same_document(row: PromotionRow, new: Terms) -> Iterator[Refusal]:
    """What was approved under one document does not pass to another."""
    if row.document_id is not None and new.names.regime != row.regime:
        wrong = f"The terms in force stand under {row.regime}."
        right = "Begin another promotion under the other document."
        yield Refusal(HOUSE.at("PROMOTION-18"), wrong, right)


TERMS = PromotionTerms()
