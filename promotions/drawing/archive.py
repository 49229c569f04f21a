"""Every draw worked out again: each night, and whenever the house is verified."""

import json
from collections.abc import Iterator

from sqlmodel import Session, col, select

from house.audit.checkpoints import keys
from house.audit.checkpoints.signing import Signer
from house.checks import Check, Outcome, Progress
from house.web.request import config
from promotions.drawing import certificates, winners
from promotions.drawing.models import CertificateRow, DrawRow, How
from promotions.models import PromotionRow
from rulebook import HOUSE, Cite
from rulebook.terms import wording

AGAIN: Cite = HOUSE.at("PROMOTION-109")


def look(session: Session, progress: Progress) -> Outcome:
    """Work out every draw again from what is published; name what does not hold."""
    every = session.exec(select(DrawRow).order_by(col(DrawRow.id))).all()
    known, wrong = known_keys(), list[str]()
    for at, draw in enumerate(every):
        progress(at, len(every))
        row = session.get_one(PromotionRow, draw.promotion_id)
        named = f"{row.name}, draw {draw.draw}"
        wrong += [f"{named}: {fault}" for fault in _wrong(session, draw, known)]
    wrong += [*_chains(session)]
    said = f"{wording.many(len(every), 'draw')} worked out again"
    return Outcome(len(every), said, tuple(wrong))


CHECK = Check("draws", look)


def known_keys() -> frozenset[str]:
    """Every key this house has signed with, and the one it signs with now."""
    signer = Signer.of(config())
    kept = signer.read().checkpoints
    found = {key for one in kept for key in (one.key, one.next_key) if key}
    if signer.key_path.exists():
        found.add(keys.public(keys.load(signer.key_path)))
    return frozenset(found)


def _wrong(session: Session, draw: DrawRow, known: frozenset[str]) -> Iterator[str]:
    newest = winners.certificate(session, draw)
    if newest is None:
        yield "it has no certificate"
        return
    if draw.how is How.PROVABLE:
        yield from certificates.faults(session, draw, newest)
    for each in _certificates(session, draw):
        yield from certificates.unlike(session, draw, each)
        if known and json.loads(each.content)["public_key"] not in known:
            yield f"certificate {each.round} is signed with a key of another house"


def _certificates(session: Session, draw: DrawRow) -> Iterator[CertificateRow]:
    mine = select(CertificateRow).where(col(CertificateRow.draw_id) == draw.pk)
    yield from session.exec(mine.order_by(col(CertificateRow.round)))


def _chains(session: Session) -> Iterator[str]:
    """Certificates of a promotion that do not name the one before them."""
    drawn = select(DrawRow.promotion_id).distinct()
    for row in session.exec(
        select(PromotionRow).where(col(PromotionRow.id).in_(drawn))
    ):
        before = ""
        for each in certificates.every(session, row):
            if json.loads(each.content)["previous"] != before:
                yield f"{row.name}: a certificate does not name the one before it"
            before = each.sha256
