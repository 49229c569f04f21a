"""Giving a draw up, and drawing again under the next number from the same list."""

from collections.abc import Iterator, Mapping

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlmodel import Session, col, func, select

from house.audit.plain import fitted
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.sealing import Seal
from promotions import queries
from promotions.drawing import certificates, lists, vacancies, winners
from promotions.drawing import room as rooms
from promotions.drawing.models import AgainRow, DrawRow
from promotions.freezing import closing, headers, reading, secret
from promotions.freezing.models import FreezeRow
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.requirements import LONGEST
from promotions.rules.room import OPEN
from proof import frozen as proofs
from proof.frozen import Holder
from rulebook import HOUSE, Cite, Refusal, Refused

AGAIN: Cite = HOUSE.at("PROMOTION-106")


def is_settled(session: Session, row: PromotionRow, draw: int) -> bool:
    """Whether a draw was held and stands, or everything of it under later numbers."""
    held = winners.held(session, row, draw)
    if held is None:
        return False
    if not held.aborted and winners.aside(session, held) is None:
        return True
    after = numbers_after(session, row, draw)
    drawn = all(is_settled(session, row, number) for number in after)
    return bool(after) and drawn and not to_draw(session, row, draw)


def numbers_after(session: Session, row: PromotionRow, draw: int) -> list[int]:
    """The numbers under which something of a draw is drawn again."""
    frozen = closing.of(session, row, draw)
    later = reading.later(session, frozen) if frozen else ()
    return [session.get_one(FreezeRow, one.freeze_id).draw for one in later]


def next_number(session: Session, row: PromotionRow) -> int:
    """The number after every draw that is planned or was made."""
    mine = select(func.max(FreezeRow.draw)).where(col(FreezeRow.promotion_id) == row.pk)
    planned = [draw.number for draw in queries.terms_of(session, row).draws]
    return max(session.exec(mine).one() or 0, *planned, 0) + 1


def to_draw(session: Session, row: PromotionRow, draw: int) -> dict[int, str]:
    """The places a draw left without a winner, each with its prize."""
    held, frozen = winners.held(session, row, draw), closing.of(session, row, draw)
    if held is None or frozen is None:
        return {}
    taken = {at for one in reading.later(session, frozen) for at in one.positions}
    if held.aborted:
        header = headers.of(session, frozen)
        whole = lists.prizes_in(header) if header else ()
        places = [prize.id for prize in whole for _ in range(prize.quantity)]
        return {} if reading.later(session, frozen) else dict(enumerate(places))
    terms = winners.terms_of(session, held)
    return {
        one.selection.position: one.selection.prize
        for one in winners.of_draw(session, row, held)
        if one.is_vacant
        and one.selection.position not in taken
        and not vacancies.is_forfeited(terms, one.vacancy)
    }


def prepare(  # noqa: PLR0913, PLR0917
    session: Session, row: PromotionRow, draw: int, reason: str, seal: Seal, act: Act
) -> FreezeRow | Refused:
    """Make the list of the next number: the same people, less those who were drawn."""
    places = to_draw(session, row, draw)
    frozen = closing.of(session, row, draw)
    found = tuple(_against(row, draw, places, reason))
    if found or frozen is None:
        return steps.refused(session, row, "draw again", found, act)
    made = _frozen(session, row, frozen, seal, act)
    again = AgainRow(
        freeze_id=made.pk,
        of_id=frozen.pk,
        prizes=[*places.values()],
        positions=[*places],
        reason=fitted(reason.strip(), LONGEST),
        **steps.signed(act),
    )
    session.add(again)
    session.flush()
    after = {"of": draw, "draw": made.draw, "reason": again.reason}
    steps.note(session, row, "draw again", act, None, (AGAIN,), None, after)
    headers.publish(session, row, made, act)
    return made


def _against(
    row: PromotionRow, draw: int, places: Mapping[int, str], said: str
) -> Iterator[Refusal]:
    if not places:
        wrong = f"Draw {draw} left no prize to be drawn."
        right = "A draw is given up, or a prize falls vacant, before it is drawn again."
        yield Refusal(AGAIN, wrong, right)
    if row.status not in OPEN:
        wrong = f"The promotion is {row.status.words.lower()}."
        yield Refusal(AGAIN, wrong, "Nothing of it is drawn any more.")
    yield from _reason(said)


def _reason(reason: str) -> Iterator[Refusal]:
    if not reason.strip() or len(reason.strip()) > LONGEST:
        wrong = "There is no reason of a few sentences."
        right = f"Write it in {LONGEST} characters or less: everybody reads it."
        yield Refusal(AGAIN, wrong, right, "reason")


def _frozen(
    session: Session, row: PromotionRow, old: FreezeRow, seal: Seal, act: Act
) -> FreezeRow:
    """The list under a new number, with a secret and salts of its own."""
    number = next_number(session, row)
    own = seal.open(secret.make(session, row, number, seal, act).sealed)
    left = remaining(session, row, old)
    roots, holders, tickets = closing.keep(session, row, number, left, own)
    made = FreezeRow(
        promotion_id=row.pk,
        draw=number,
        closed_at=old.closed_at,
        document_id=session.get_one(DocumentRow, old.document_id).pk,
        entry_root=proofs.root_of(roots).hex(),
        house=secret.chain(own)[0].hex(),
        holders=holders,
        tickets=tickets,
    )
    session.add(made)
    session.flush()
    return made


def remaining(session: Session, row: PromotionRow, old: FreezeRow) -> Iterator[Holder]:
    """Everybody in a list with the tickets that were not drawn from it."""
    header = headers.of(session, old)
    once = header is not None and lists.once_in(header)
    gone: dict[str, int] = {}
    for ref in _drawn_from(session, row, old.draw):
        gone[ref] = gone.get(ref, 0) + 1
    for ref, count in reading.holders(session, old):
        left = count - gone.get(ref, 0)
        if ref in gone and (once or left < 1):
            continue
        yield ref, left


def _drawn_from(session: Session, row: PromotionRow, draw: int) -> Iterator[str]:
    """Whose tickets left a list: all that were drawn from it, under any number.

    Of a result that was set aside only those who keep a prize of it.
    """
    held = winners.held(session, row, draw)
    if held is not None and winners.aside(session, held) is not None:
        for one in winners.standing(session, row, held):
            yield one.selection.ref
    elif held is not None:
        for drawn in winners.selections(session, held):
            yield drawn.ref
    for number in numbers_after(session, row, draw):
        yield from _drawn_from(session, row, number)


def give_up(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    draw: int,
    reason: str,
    key: Ed25519PrivateKey,
    act: Act,
) -> DrawRow | Refused:
    """Give up a draw before anything was drawn: number and reason stay, in public."""
    known, frozen = winners.held(session, row, draw), closing.of(session, row, draw)
    found = [*_reason(reason)]
    if known is not None:
        wrong = f"Draw {draw} was {'given up' if known.aborted else 'held'} already."
        found.append(Refusal(AGAIN, wrong, "One number has one result."))
    if frozen is None or headers.of(session, frozen) is None:
        wrong = f"Draw {draw} has no published header."
        right = "Postpone or cancel the promotion instead."
        found.append(Refusal(AGAIN, wrong, right))
    if found or frozen is None:
        return steps.refused(session, row, "give up draw", found, act)
    made = DrawRow(
        promotion_id=row.pk,
        draw=draw,
        freeze_id=frozen.pk,
        how=rooms.how(rooms.terms_for(session, row, draw)),
        aborted=fitted(reason.strip(), LONGEST),
        **steps.signed(act),
    )
    session.add(made)
    session.flush()
    certificates.issue(session, row, made, None, key, act)
    after = {"draw": draw, "reason": made.aborted}
    steps.note(session, row, "give up draw", act, None, (AGAIN,), None, after)
    return made
