"""What a tournament tells the room of terms about its own."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
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
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms.changes import Change
from rulebook.terms.limits import bounds
from rulebook.terms.terms import Kept
from tournaments import queries
from tournaments.editions import edition_from, rulebook_facts
from tournaments.labels import LABELS
from tournaments.models import StatusChangeRow, TournamentRow
from tournaments.path import duties, steps, tables, telling
from tournaments.printing.document import KIND, document_of
from tournaments.rules import gates, structure
from tournaments.rules.changes import Audience, notice_refusals, tellings, to_accept
from tournaments.rules.contradictions import contradictions
from tournaments.rules.facts import Facts
from tournaments.rules.lifecycle import STEPS, Action, transition
from tournaments.rules.terms import Terms
from tournaments.waiting import offers

ORDER: Cite = HOUSE.at("TOURN-15")
AGAIN: Cite = HOUSE.at("TOURN-19")
BOUND: Cite = HOUSE.at("DOC-6")
ROOM: Cite = HOUSE.at("TOURN-51")


class TournamentTerms(Kind[Terms, TournamentRow]):
    """The terms of a tournament, and what follows from them."""

    noun, plural, document = "tournament", "Tournaments", KIND
    terms, row = Terms, TournamentRow
    written, demands = Cite("CROWN3-12.2.1"), Cite("CROWN3-12.4")
    one_name = HOUSE.at("TOURN-31")
    asked_first = MappingProxyType(
        {"details.names.tournament": "name", "details.location.place": "place"}
    )
    labels = LABELS
    aside = "tournaments/_structure.html"
    follows = "tournaments/_follows.html"
    footer = "tournaments/_complaints.html"

    def subject(self, row: TournamentRow) -> Subject:
        """The tournament as the record, notices and tables name it."""
        return queries.subject(row)

    def public_path(self, row: TournamentRow) -> str:
        """Its public page."""
        return f"/t/{row.slug}"

    def document_of(self, terms: Terms, address: str) -> Document:
        """The terms as the document that is published, printed and accepted."""
        return document_of(terms, address)

    def lede(self, terms: Terms) -> str:
        """The game, its document and the tournament code."""
        return (
            f"{terms.names.game} under {terms.names.rulebook}, tournament code "
            "CROWN3-12. What is written here is printed, and is what the tables "
            "enforce."
        )

    def mirrored(self, terms: Terms) -> Mapping[str, Any]:
        """What lists show of the terms."""
        return {
            "name": fitted(terms.names.tournament, 120),
            "rulebook": fitted(terms.names.rulebook, 16),
            "edition": fitted(terms.names.edition, 120),
            "starts_at": terms.details.dates.starts_at,
        }

    def beside(self, session: Session, terms: Terms, now: datetime) -> Beside:
        """Whether the structure adds up, dates hold, and no rule says otherwise."""
        facts = Facts(terms, now, edition_from=edition_from(session, terms))
        ahead = (*gates.dates_ahead(facts), *gates.edition_in_force(facts))
        reckoned = None if bounds(terms) else structure.check(terms)
        short = reckoned.refusals if reckoned else ()
        return Beside(
            (*ahead, *short),
            "the structure does not add up"
            if short
            else "a date or the rules do not hold",
            contradictions(terms, rulebook_facts(terms.names)),
            reckoned,
        )

    def against_writing(self, row: TournamentRow) -> Iterator[Refusal]:
        """Terms are written while they can still be published or amended."""
        ways = (Action.PUBLISH, Action.AMEND)
        if not any((row.status, way) in STEPS for way in ways):
            wrong = f"The tournament is {row.status.words.lower()}."
            yield Refusal(ORDER, wrong, "Its terms can no longer be changed.")

    def take_step(
        self,
        session: Session,
        row: TournamentRow,
        act: Act,
        besides: tuple[Refusal, ...],
    ) -> Refused | None:
        """Publish: every gate is open, and nothing else stands against it."""
        verdict = steps.take(session, row, Action.PUBLISH, act, besides=besides)
        return verdict if isinstance(verdict, Refused) else None

    def published(
        self, session: Session, row: TournamentRow, terms: Terms, act: Act
    ) -> None:
        """Plan what the terms ask for by a time."""
        duties.plan(session, row, terms, act)

    def consequences(
        self,
        session: Session,
        row: TournamentRow,
        versions: tuple[Kept[Terms], Kept[Terms]],
        changes: tuple[Change, ...],
    ) -> Consequences:
        """The regulator is told, and entrants where there are any."""
        old, new = versions[0].terms, versions[1].terms
        every, accepted = tellings(old, new, changes), to_accept(old, new, changes)
        bound = len(queries.entrants(session, row))
        regulator = (t for t in every if t.audience is Audience.REGULATOR)
        told = every if bound else tuple(regulator)
        spared = "Nobody has entered yet: no entrant is to be told."
        return Consequences(
            told,
            accepted,
            bound,
            _who_accepts(bound if accepted else None),
            spared if len(every) > len(told) else "",
        )

    def against_amending(
        self,
        session: Session,
        row: TournamentRow,
        proposal: Amendment[Terms] | None,
        act: Act,
    ) -> Iterator[Refusal]:
        """The gates of the terms, moved starts, and room for who has entered."""
        facts = queries.facts_of(session, row, act.now, by=act.by)
        if proposal is not None:
            new = proposal.new.terms
            facts = replace(facts, terms=new, edition_from=edition_from(session, new))
        verdict = transition(row.status, Action.AMEND, facts)
        yield from verdict.refusals if isinstance(verdict, Refused) else ()
        if proposal is not None:
            yield from gates.edition_in_force(facts)
            yield from notice_refusals(proposal.old.terms, proposal.new.terms, act.now)
            yield from _room(proposal.new.terms, facts.entries)

    def amended(
        self,
        session: Session,
        row: TournamentRow,
        document: DocumentRow,
        proposal: Amendment[Terms],
        act: Act,
    ) -> Mapping[str, Any]:
        """Write down who must be told, draft the notices, plan what follows."""
        session.add(
            StatusChangeRow(
                tournament_id=row.pk,
                action=Action.AMEND,
                was=row.status,
                becomes=row.status,
                reason=document.note,
                **steps.signed(act),
            )
        )
        follows = proposal.follows
        told = [
            telling.tell(session, row, document, proposal, each, act)
            for each in follows.told
        ]
        duties.plan(session, row, proposal.new.terms, act)
        tables.move(session, row, act)
        offers.offer(session, row, act)
        again = follows.bound if follows.accepted else 0
        return {"told": told, "accept_again": again}


def _who_accepts(bound: int | None) -> Sentence:
    """Who has to accept the changes again; nobody where nothing binding changed."""
    if bound is None:
        text = "Nobody: nothing in it touches an entrant’s money, chances or duties."
        return Sentence(text, (AGAIN,))
    if not bound:
        text = "Nobody has entered yet; whoever enters accepts the new version."
        return Sentence(text, (BOUND,))
    who = "One entrant has" if bound == 1 else f"{bound} entrants have"
    return Sentence(
        f"{who} to accept the new version before play, or may decline it and get "
        "everything back. Until then each is bound to the version accepted.",
        (AGAIN, BOUND),
    )


def _room(terms: Terms, entries: int) -> Iterator[Refusal]:
    """Nobody who has entered is shut out by the change."""
    most = terms.details.players.maximum
    if most is not None and most < entries:
        wrong = f"{entries} entries are taken; the most players would be {most}."
        right = f"Enter {entries} or more."
        yield Refusal(ROOM, wrong, right, "details.players.maximum")


TERMS = TournamentTerms()
