"""Signing and accepting the terms in force after an entry was taken."""

from sqlmodel import Session

from house.documents import acceptance
from house.documents.models import How
from house.floor.acts import Act
from house.terms import versions
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.path import steps
from tournaments.path.ending import BEFORE_PLAY
from tournaments.path.entries import ACCEPTED


def sign(
    session: Session, tournament: TournamentRow, entry: EntryRow, act: Act
) -> EntryRow | Refused:
    """Note that an entrant signed the terms in force, and is bound to them."""
    document = versions.document_of(session, tournament)
    refusals = []
    if tournament.status not in BEFORE_PLAY or document is None:
        wrong = f"The tournament is {tournament.status.words.lower()}."
        refusals.append(Refusal(HOUSE.at("TOURN-15"), wrong, "It is too late."))
    if entry.state is not EntryState.ENTERED:
        wrong = f"Entry {entry.number} is {entry.state.value}."
        refusals.append(Refusal(HOUSE.at("STEP-1"), wrong))
    after = {"entry": entry.number, "version": document.number if document else 0}
    if refusals or document is None:
        refused = Refused(tuple(refusals))
        steps.note(session, tournament, "sign terms", act, refused, (), {}, after)
        return refused
    who = steps.entry_subject(entry)
    acceptance.accept(session, document, who, How.SIGNED, by=act.by, now=act.now)
    entry.document_id, entry.accepted_at = document.pk, act.now
    entry.signed_at = entry.changed_at = act.now
    session.flush()
    rules = (Cite("CROWN3-12.4.2(b)(iii)"), ACCEPTED)
    steps.note(session, tournament, "sign terms", act, None, rules, {}, after)
    return entry
