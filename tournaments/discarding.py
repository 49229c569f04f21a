"""Throwing away a draft of changes: the terms in force stay as they are."""

from collections.abc import Iterator

from sqlmodel import Session

from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries, services
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.rules.terms import Terms

THROWN_AWAY: Cite = HOUSE.at("TOURN-52")
LONGEST = 400


def discard(
    session: Session, tournament: TournamentRow, version: int, reason: str, act: Act
) -> TournamentRow | Refused:
    """Let the draft say again what the version in force says, and keep why."""
    draft, terms = queries.draft_of(tournament), queries.terms_of(session, tournament)
    why = reason.strip()
    found = (
        *services.fresh(tournament, version),
        *services.writable(tournament),
        *_against(tournament, draft, terms, why),
    )
    refused = Refused(found) if found else None
    before, after = services.told(draft, terms) if refused is None else ({}, {})
    if refused is None:
        services.keep_draft(tournament, terms, act)
        session.flush()
        after = {"reason": why, **after}
    rules = (THROWN_AWAY,)
    name = "throw away draft"
    steps.note(session, tournament, name, act, refused, rules, before, after)
    return refused or tournament


def _against(
    tournament: TournamentRow, draft: Terms, terms: Terms, why: str
) -> Iterator[Refusal]:
    if tournament.document_id is None:
        wrong, right = "No version is published yet.", "Change the draft itself."
        yield Refusal(THROWN_AWAY, wrong, right)
    elif draft == terms:
        wrong = "The draft changes nothing."
        yield Refusal(THROWN_AWAY, wrong, "There is nothing to throw away.")
    if not why:
        wrong, right = "No reason is given.", "Say why the changes are dropped."
        yield Refusal(THROWN_AWAY, wrong, right, "reason")
    elif len(why) > LONGEST:
        wrong = f"The reason has {len(why):,} characters."
        yield Refusal(THROWN_AWAY, wrong, f"Say it in {LONGEST}.", "reason")
