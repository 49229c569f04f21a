"""A winner claims a prize: in time, with a paper that says who they are."""

from collections.abc import Iterator

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from promotions.claims import lapsing
from promotions.claims.models import ClaimRow
from promotions.claims.standing import Standing
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import claims as rules
from rulebook import HOUSE, Cite, Refusal, Refused

ONCE: Cite = HOUSE.at("PROMOTION-74")


def claim(
    session: Session, row: PromotionRow, standing: Standing, identity: str, act: Act
) -> ClaimRow | Refused:
    """Note that the winner claims; a second after the last instant it is too late."""
    standing = lapsing.locked(session, row, standing.selection.pk, act) or standing
    found = (*against(standing, act), *rules.identified(identity))
    if found:
        return steps.refused(session, row, "claim prize", found, act)
    made = ClaimRow(
        selection_id=standing.selection.pk,
        identity=fitted(identity.strip(), 120),
        **steps.signed(act),
    )
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:  # claimed in this very moment
        return steps.refused(session, row, "claim prize", (_claimed(),), act)
    lapsing.call_off(session, standing.selection, act)
    after = {"selection": standing.selection.pk, "identity": made.identity}
    cites = (ONCE, rules.SEEN)
    steps.note(session, row, "claim prize", act, None, cites, None, after)
    return made


def against(standing: Standing, act: Act) -> Iterator[Refusal]:
    """Why the prize cannot be claimed now: the button asks the same."""
    if standing.claim is not None:
        yield _claimed()
    if standing.winner.is_vacant:
        wrong = "This prize is vacant: it lapsed, or two people signed so."
        yield Refusal(ONCE, wrong, "It is claimed by whoever replaces the winner.")
    if standing.claim is None and not standing.is_given_back:
        yield from rules.in_time(standing.terms, standing.lapses_at, act.now)


def _claimed() -> Refusal:
    return Refusal(ONCE, "The prize is claimed already.", "Hand it over, or refuse it.")
