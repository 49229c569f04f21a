"""Cancelling, postponing and taking up again: each with a reason people may read."""

from sqlmodel import Session

from house.floor.acts import Act
from house.notices import letters
from house.notices import services as posts
from house.notices.contacts import Contact
from house.notices.models import Audience
from house.people.roles import Role
from promotions import queries
from promotions.freezing import closing
from promotions.models import PromotionRow
from promotions.path import entrants, starting, steps
from promotions.rules.lifecycle import Action, Status
from promotions.rules.terms import Terms
from rulebook import HOUSE, Cite, Refused
from rulebook.terms import wording

TOLD: Cite = HOUSE.at("PROMOTION-21")
CANCELLED = "promotion.cancelled"
ENTRANTS = "promotion.entrants"
letters.kind(
    CANCELLED, "A promotion is cancelled", Audience.REGULATOR, "", Role.MARKETING
)


def cancel(
    session: Session, row: PromotionRow, reason: str, act: Act
) -> Status | Refused:
    """Cancel: everybody is told, and nothing of it happens any more."""
    was, terms = row.status, queries.terms_of(session, row)
    verdict = steps.take(session, row, Action.CANCEL, act, reason=reason.strip())
    if isinstance(verdict, Refused):
        return verdict
    starting.call_off(session, row, act)
    closing.call_off(session, row, act)
    if was is not Status.DRAFT:
        _tell_regulator(session, row, terms, reason, act)
    if was in {Status.RUNNING, Status.CLOSED, Status.DRAWN, Status.POSTPONED}:
        _tell_everybody(session, row, terms, reason, act)
        entrants.plan(session, row, act)
    return verdict


def _tell_regulator(
    session: Session, row: PromotionRow, terms: Terms, reason: str, act: Act
) -> None:
    facts = {
        "promotion": row.name,
        "house": wording.phrase(terms.names.operator),
        "at": wording.when(act.now, terms.zone),
        "reason": wording.ended(reason),
    }
    posts.draft(
        session,
        CANCELLED,
        about=queries.subject(row),
        facts=facts,
        cite=terms.regime.terms_lodged.cite,
        under=(TOLD,),
        now=act.now,
        by=act.by,
        key=f"{CANCELLED}:{row.pk}",
    )


def _tell_everybody(
    session: Session, row: PromotionRow, terms: Terms, reason: str, act: Act
) -> None:
    what = (
        f"{row.name} is cancelled and its prizes are not drawn. The reason: "
        f"{wording.ended(reason)}"
    )
    facts = {
        "promotion": row.name,
        "name": "patron",
        "what": what,
        "house": wording.phrase(terms.names.operator),
    }
    posts.draft(
        session,
        ENTRANTS,
        about=queries.subject(row),
        facts=facts,
        cite=TOLD,
        document=terms.regime.code,
        now=act.now,
        by=act.by,
        to=Contact(f"Everybody who takes part in {row.name}"[:120]),
        key=f"{ENTRANTS}:cancelled:{row.pk}",
    )


def postpone(
    session: Session, row: PromotionRow, reason: str, act: Act
) -> Status | Refused:
    """Put the promotion off, until somebody says why it goes on."""
    return steps.take(session, row, Action.POSTPONE, act, reason=reason.strip())


def go_on(
    session: Session, row: PromotionRow, reason: str, act: Act
) -> Status | Refused:
    """Take a postponed promotion up again where it stood."""
    stood = queries.steps(session, row).get(Status.POSTPONED)
    closed = stood is not None and stood.was is Status.CLOSED
    action = Action.GO_ON_TO_THE_DRAW if closed else Action.GO_ON_RUNNING
    verdict = steps.take(session, row, action, act, reason=reason.strip())
    if verdict is Status.RUNNING:  # the closing time may have come meanwhile
        closing.close(session, row, act)
    return verdict
