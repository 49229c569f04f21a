"""A claim is refused by two people on one ground; a mistake is taken back in time."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.notices import answers
from promotions import duties, queries
from promotions.claims.models import RefusedClaimRow, RefusedFor
from promotions.claims.standing import Standing
from promotions.drawing import calling, vacancies
from promotions.drawing.models import Ground, VacancyRow
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import gates
from promotions.rules.gates import RefusedClaim
from promotions.telling.winners import contact_of
from rulebook import HOUSE, Cite, Refusal, Refused

BY_TWO: Cite = HOUSE.at("PROMOTION-78")


@dataclass(frozen=True, slots=True)
class Denial:
    """Why a claim is refused: the ground, the reason as told, and the evidence."""

    ground: RefusedFor
    reason: str
    evidence: str
    name: str = ""
    address: str = ""


def begin(
    session: Session, row: PromotionRow, standing: Standing, said: Denial, act: Act
) -> RefusedClaimRow | Refused:
    """Sign a refusal first; nothing is refused until somebody else signs as well."""
    regime, why = standing.terms.regime, _why(standing, said)
    found = (*_against(standing, said), *gates.check_refused_claim(regime, why))
    if found:
        return steps.refused(session, row, "refuse claim", found, act)
    signed = _sign(session, row, standing, said.reason, act)
    if isinstance(signed, Refused):
        return signed
    made = RefusedClaimRow(
        selection_id=standing.selection.pk,
        ground=said.ground,
        reason=fitted(said.reason.strip(), 400),
        evidence=fitted(said.evidence.strip(), 400),
        prize_cents=why.prize_cents,
        name=fitted(said.name.strip(), 160),
        address=fitted(said.address.strip(), 300),
        **steps.signed(act),
    )
    session.add(made)
    session.flush()
    return made


def confirm(
    session: Session, row: PromotionRow, standing: Standing, act: Act
) -> VacancyRow | Refused:
    """Sign a refusal second: now the claim is refused, and the patron is told."""
    kept = standing.refused
    if kept is None:
        wrong = "Nobody has signed a refusal of this claim."
        reason = Refusal(BY_TWO, wrong, "The first writes ground and evidence.")
        return steps.refused(session, row, "refuse claim", (reason,), act)
    signed = _sign(session, row, standing, kept.reason, act)
    if isinstance(signed, Refused):
        return signed
    to = contact_of(standing.patron)
    claim = duties.Claim(f"{kept.pk}", standing.winner.prize.title, to.email, to.phone)
    why = RefusedClaim(kept.prize_cents, kept.reason, kept.name, kept.address)
    run = queries.as_run(row, standing.terms)
    told = duties.refuse_claim(session, run, claim, why, act)
    if isinstance(told, Refused):
        raise TypeError("What the first signature was let do, the second is not.")
    return signed


def _sign(
    session: Session, row: PromotionRow, standing: Standing, reason: str, act: Act
) -> VacancyRow | Refused:
    selection = standing.selection
    return vacancies.sign(session, row, selection, Ground.REFUSED, reason, act)


def _why(standing: Standing, said: Denial) -> RefusedClaim:
    value = standing.winner.value_cents
    return RefusedClaim(value, said.reason, said.name, said.address)


def _against(standing: Standing, said: Denial) -> Iterator[Refusal]:
    if standing.handed is not None:
        wrong = "The prize was handed over already."
        yield Refusal(BY_TWO, wrong, "What was handed over is not refused.")
    if standing.claim is None and said.ground is not RefusedFor.LATE:
        wrong = "Nobody has claimed this prize."
        yield Refusal(BY_TWO, wrong, "Let it lapse, or enter the claim.")
    if vacancies.waits_for_second(standing.winner.vacancy):
        wrong = "Somebody signed already."
        yield Refusal(BY_TWO, wrong, "Sign beside them.")
    if not said.evidence.strip():
        wrong = "It is not said what shows the ground."
        yield Refusal(BY_TWO, wrong, "Write where it is found.", "evidence")


def reopen(
    session: Session, row: PromotionRow, standing: Standing, reason: str, act: Act
) -> VacancyRow | Refused:
    """Take a refusal back while its reserve is sealed: the prize is claimed again."""
    opened = vacancies.reopen(session, row, standing.selection, reason, act)
    if isinstance(opened, Refused) or standing.refused is None:
        return opened
    for notice in queries.notices(session, row):
        mine = notice.key.endswith(f":{standing.refused.pk}")
        if notice.kind == duties.REFUSED and mine and notice.posted_at is None:
            why = "The claim is taken up again."
            answers.set_aside(session, notice, why, act, replaced=True)
    return opened


def lapse(
    session: Session, row: PromotionRow, standing: Standing, reason: str, act: Act
) -> VacancyRow | Refused:
    """Sign, as first or second, that nobody claimed the prize in time."""
    last, selection = standing.lapses_at, standing.selection
    if standing.terms.award.claiming.presence_required and standing.claim is None:
        return calling.sign(session, row, selection, Ground.LAPSED, reason, act)
    if standing.claim is not None or last is None or act.now <= last:
        wrong = "The time to claim it is not over, or it was claimed."
        right = "It lapses once the last instant of the terms has passed."
        cite = standing.terms.regime.items.claiming
        return steps.refused(session, row, "lapse", (Refusal(cite, wrong, right),), act)
    return vacancies.sign(session, row, selection, Ground.LAPSED, reason, act)
