"""The scrutineer in the room, and the public value that everybody there sees."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house.floor.acts import Act
from house.people.models import StaffRow
from house.sealing import Seal
from promotions import nominees
from promotions.drawing import room as rooms
from promotions.drawing import winners
from promotions.drawing.models import BeaconRow, PresenceRow, SelectionRow
from promotions.freezing import headers
from promotions.freezing.secret import LENGTH
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import room as rules
from promotions.rules.room import PUBLIC, THERE, Room
from proof import chains
from rulebook import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Consent:
    """What the scrutineer says: the phrase, and the public value as they see it."""

    draw: int
    phrase: str = ""
    saw: str = ""
    selection: SelectionRow | None = None  # whose place a reserve is opened for


def enter_value(
    session: Session, row: PromotionRow, draw: int, said: str, act: Act
) -> BeaconRow | Refused:
    """Keep the public value of a draw: once, and before anything is drawn."""
    taken = rooms.terms_for(session, row, draw).award.beacon.taken(said)
    reasons = [*taken.refusals] if isinstance(taken, Refused) else []
    room, known = rooms.stands(session, row, draw, act), rooms.value(session, row, draw)
    if not room.header or winners.held(session, row, draw) is not None:
        wrong = f"Draw {draw} is not about to be held."
        right = "The value is entered after the header is published, before the draw."
        reasons.append(Refusal(PUBLIC, wrong, right))
    elif known and known != taken:
        wrong = f"“{known}” is entered already."
        reasons.append(Refusal(PUBLIC, wrong, "It holds. If it is wrong, give up."))
    if reasons or isinstance(taken, Refused):
        return steps.refused(session, row, "enter value", reasons, act)
    made = BeaconRow(promotion_id=row.pk, draw=draw, value=taken, **steps.signed(act))
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:  # the same value, entered in this very moment or before
        return made
    after = {"draw": draw, "value": taken}
    steps.note(session, row, "enter value", act, None, (PUBLIC,), None, after)
    return made


def come(
    session: Session, row: PromotionRow, consent: Consent, seal: Seal, act: Act
) -> PresenceRow | Refused:
    """Mark the scrutineer as present for one round; the phrase is kept nowhere."""
    room = rooms.stands(session, row, consent.draw, act, consent.selection)
    reasons, link = [*_against(room, consent, act)], b""
    if not reasons and room.watched:
        told = _link(session, row, consent, room.round)
        link = told if isinstance(told, bytes) else b""
        reasons += [] if isinstance(told, bytes) else [told]
    current = nominees.current(session, row)
    if reasons or current is None:
        return steps.refused(session, row, "be present", reasons, act)
    made = PresenceRow(
        promotion_id=row.pk,
        draw=consent.draw,
        round=room.round,
        staff_id=session.get_one(StaffRow, current.staff_id).pk,
        sealed=seal.seal(link) if link else b"",
        beacon=consent.saw,
        **steps.signed(act),
    )
    session.add(made)
    session.flush()
    after = {"draw": made.draw, "round": made.round, "value": made.beacon}
    steps.note(session, row, "be present", act, None, (THERE,), None, after)
    return made


def _against(room: Room, consent: Consent, act: Act) -> Iterator[Refusal]:
    nominee = room.facts.scrutineer
    if nominee is None or nominee.username != act.by.id:
        wrong = "You are not the scrutineer of this promotion."
        yield Refusal(THERE, wrong, "Who is nominated comes in person.")
    yield from rules.against_presence(room)
    if consent.saw != room.value:
        wrong = f"The public value entered is “{room.value}”."
        yield Refusal(PUBLIC, wrong, "Look at it again and confirm it.", "saw")


def _link(
    session: Session, row: PromotionRow, consent: Consent, number: int
) -> bytes | Refusal:
    """The value of the chain for a round, from the phrase as it was promised."""
    promise = headers.promise_of(session, row, consent.draw)
    if promise is not None:
        last = chains.from_phrase(consent.phrase, bytes.fromhex(promise.salt))
        chain = chains.chain(last, LENGTH)
        if chain[0].hex() == promise.promise:
            return chain[number + 1]
    wrong = "This is not the phrase that was promised."
    right = "Type it as you chose it; spaces do not count twice. Nothing was kept."
    return Refusal(THERE, wrong, right, "phrase")
