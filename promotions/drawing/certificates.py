"""Certificates: what proves a draw to anybody, signed, each naming the one before."""

import json
from collections.abc import Iterator
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlmodel import Session, col, select

from house.audit.checkpoints import keys
from house.audit.plain import instant
from house.floor.acts import Act
from promotions import verify
from promotions.drawing import room as rooms
from promotions.drawing import winners
from promotions.drawing.models import CertificateRow, DrawRow, How, SelectionRow
from promotions.freezing import headers, reading
from promotions.freezing.models import FreezeRow, HeaderRow
from promotions.models import PromotionRow
from proof.canonical import canonical, sha256

_SOUND: set[str] = set()  # certificates that this process has worked out again


def issue(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    draw: DrawRow,
    told: dict[str, str] | None,
    key: Ed25519PrivateKey,
    act: Act,
) -> CertificateRow:
    """Sign what was drawn so far, with what was told for the newest round."""
    earlier = winners.certificate(session, draw)
    before = json.loads(earlier.content) if earlier else None
    frozen = session.get_one(FreezeRow, draw.freeze_id)
    rounds = [*(before["times"]["rounds"] if before else ()), instant(act.now)]
    content: dict[str, Any] = {
        "header": json.loads(_header(session, frozen).content),
        "reveals": [*(before["reveals"] if before else ()), *([told] if told else ())],
        "beacon_value": draw.beacon_value,
        "transcript": [as_drawn(one) for one in winners.selections(session, draw)],
        "drawn_by": draw.by_name,
        "scrutineer": draw.scrutineer_name,
        "times": {"closed": instant(frozen.closed_at), "rounds": rounds},
        "previous": _previous(session, row),
    }
    if screened := rooms.held_against(session, row, draw.draw):
        content["screened"] = screened  # people in the room bound to an entrant
    if again := reading.made_from(session, frozen):
        first = session.get_one(FreezeRow, again.of_id).draw
        content["again"] = {"of": first, "reason": again.reason}
    if draw.aborted:
        content["aborted"] = draw.aborted
    if draw.how is How.BARREL:  # nobody can repeat it, and it says so
        content |= {"by_hand": True, "photograph": draw.evidence}
    return _kept(session, draw, len(rounds) - 1, signed(content, key), act)


def set_aside(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    draw: DrawRow,
    reason: str,
    key: Ed25519PrivateKey,
    act: Act,
) -> CertificateRow:
    """Sign a result once more with why it was set aside; what was drawn stays in it."""
    newest = winners.certificate(session, draw)
    if newest is None:
        raise ValueError("A result without a certificate cannot be set aside.")
    content = json.loads(newest.content)
    for name in ("public_key", "signature"):
        del content[name]
    content["times"] |= {"set_aside": instant(act.now)}
    content |= {"set_aside": reason, "previous": _previous(session, row)}
    return _kept(session, draw, newest.round + 1, signed(content, key), act)


def _header(session: Session, frozen: FreezeRow) -> HeaderRow:
    header = headers.of(session, frozen)
    if header is None:
        raise ValueError("Nothing is certified before its header is published.")
    return header


def as_drawn(one: SelectionRow) -> dict[str, Any]:
    """One line of the transcript."""
    line: dict[str, Any] = {
        "round": one.round,
        "position": one.position,
        "prize": one.prize,
        "ticket": one.ticket,
        "index": one.place,
    }
    if one.paper:
        line = {"round": one.round, "position": one.position, "prize": one.prize}
        line["paper"] = one.paper
    if one.round:
        line |= {"replaces": one.replaces, "reason": one.reason}
    return line


def signed(content: dict[str, Any], key: Ed25519PrivateKey) -> bytes:
    """The certificate to the byte, as it is published."""
    named = {**content, "public_key": keys.public(key)}
    return canonical({**named, "signature": key.sign(canonical(named)).hex()})


def _kept(
    session: Session, draw: DrawRow, number: int, content: bytes, act: Act
) -> CertificateRow:
    made = CertificateRow(
        draw_id=draw.pk,
        round=number,
        content=content,
        sha256=sha256(content),
        at=act.now,
    )
    session.add(made)
    session.flush()
    return made


def every(session: Session, row: PromotionRow) -> list[CertificateRow]:
    """Every certificate of a promotion in the order they were signed."""
    mine = (
        select(CertificateRow)
        .join(DrawRow, col(DrawRow.id) == col(CertificateRow.draw_id))
        .where(col(DrawRow.promotion_id) == row.pk)
    )
    return list(session.exec(mine.order_by(col(CertificateRow.id))))


def _previous(session: Session, row: PromotionRow) -> str:
    earlier = every(session, row)
    return earlier[-1].sha256 if earlier else ""


def faults(
    session: Session, draw: DrawRow, certificate: CertificateRow
) -> tuple[str, ...]:
    """What does not hold when a draw is worked out again, as a stranger would."""
    frozen = session.get_one(FreezeRow, draw.freeze_id)
    lines = (
        line for some in reading.entries(session, frozen) for line in some.splitlines()
    )
    return tuple(verify.faults(json.loads(certificate.content), lines))


def is_sound(session: Session, draw: DrawRow) -> bool:
    """Whether the draw comes out the same: asked before any name is shown."""
    certificate = winners.certificate(session, draw)
    if certificate is None:
        return False
    if draw.how is How.BARREL:
        return not [*unlike(session, draw, certificate)]
    if certificate.sha256 not in _SOUND and not faults(session, draw, certificate):
        _SOUND.add(certificate.sha256)
    return certificate.sha256 in _SOUND


def unlike(
    session: Session, draw: DrawRow, certificate: CertificateRow
) -> Iterator[str]:
    """Where what is kept of a draw is not what its certificate says."""
    said = json.loads(certificate.content)
    rows = [
        as_drawn(one)
        for one in winners.selections(session, draw)
        if one.round <= certificate.round
    ]
    if said["transcript"] != rows:
        yield "the rows of the winners are not those of the certificate"
    frozen = session.get_one(FreezeRow, draw.freeze_id)
    if canonical(said["header"]) != _header(session, frozen).content:
        yield "its header is not the one that was published"
    if sha256(certificate.content) != certificate.sha256:
        yield "its hash is not the one that was kept"
