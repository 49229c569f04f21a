"""The regulator's word on changed terms, bound to the very words it was given for."""

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from promotions import queries
from promotions.models import PromotionRow, RegulatorWordRow
from promotions.path import steps
from promotions.rules.lifecycle import Status
from promotions.rules.terms import Terms
from proof.canonical import canonical, sha256
from rulebook import Refusal, Refused


def fingerprint(terms: Terms) -> str:
    """The hash of terms as they are written."""
    return sha256(canonical(terms.public().to_data()))


def note_word(
    session: Session, row: PromotionRow, reference: str, act: Act
) -> RegulatorWordRow | Refused:
    """Keep where the regulator's approval of the draft as it stands is found."""
    terms = queries.draft_of(row)
    cite = terms.regime.approval_to_amend
    reasons = []
    if cite is None:
        cite = terms.regime.terms_lodged.cite
        wrong = f"{terms.regime.code} asks for no approval of changed terms."
        reasons.append(Refusal(cite, wrong, "Change them; they are sent again."))
    if row.status is not Status.RUNNING:
        wrong = "The promotion is not running."
        reasons.append(Refusal(cite, wrong, "Before the start no word is needed."))
    if not reference.strip():
        wrong = "The reference of the approval is not given."
        reasons.append(Refusal(cite, wrong, "Enter it.", "reference"))
    if reasons:
        refused = Refused(tuple(reasons))
        steps.note(session, row, "note approval", act, refused)
        return refused
    word = RegulatorWordRow(
        promotion_id=row.pk,
        terms_sha256=fingerprint(terms),
        reference=fitted(reference.strip(), 200),
        **steps.signed(act),
    )
    session.add(word)
    session.flush()
    after = {"reference": word.reference, "terms_sha256": word.terms_sha256}
    steps.note(session, row, "note approval", act, None, (cite,), None, after)
    return word
