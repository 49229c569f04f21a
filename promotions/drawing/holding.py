"""Holding a draw: once for its number, whatever is pressed and wherever it breaks."""

from collections.abc import Iterable
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house.floor.acts import Act
from house.sealing import Seal
from promotions import nominees, queries
from promotions.drawing import again, certificates, lists, vacancies, winners
from promotions.drawing import room as rooms
from promotions.drawing.models import DrawRow, How, SelectionRow
from promotions.freezing import closing, headers, secret
from promotions.freezing.models import FreezeRow, HeaderRow
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import room as rules
from promotions.rules.lifecycle import Action, Status
from promotions.rules.room import ONCE, SEALED
from proof.draw import Drawn, round_key
from rulebook import HOUSE, Cite, Refusal, Refused

BY_HAND: Cite = HOUSE.at("PROMOTION-110")


@dataclass(frozen=True, slots=True)
class Hands:
    """What a draw is held with: the seal of its secrets, the key of certificates."""

    seal: Seal
    key: Ed25519PrivateKey


@dataclass(frozen=True, slots=True)
class Reveal:
    """What both chains tell for one round."""

    house: bytes
    scrutineer: bytes = b""

    def to_data(self) -> dict[str, str]:
        """As the certificate has it."""
        return {"house": self.house.hex(), "scrutineer": self.scrutineer.hex()}


def hold(
    session: Session, row: PromotionRow, draw: int, hands: Hands, act: Act
) -> DrawRow | Refused:
    """Hold a draw, or say every reason against it; a draw that was held stays so."""
    known = winners.held(session, row, draw)
    if known is not None and not known.aborted:
        return known
    reasons = rules.against(rooms.stands(session, row, draw, act))
    if rooms.how(rooms.terms_for(session, row, draw)) is How.BARREL:
        wrong = "The terms have paper tickets drawn by hand."
        reasons = (*reasons, Refusal(BY_HAND, wrong, "Write down what was drawn."))
    if known is not None:
        wrong = f"Draw {draw} was given up."
        reasons = (Refusal(ONCE, wrong, "Draw under the next number."),)
    frozen = closing.of(session, row, draw)
    if reasons or frozen is None:
        return steps.refused(session, row, "draw", reasons, act)
    made = begun(session, row, frozen, How.PROVABLE, act)
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:  # somebody else held it in this very moment
        return hold(session, row, draw, hands, act)
    _select(session, row, made, frozen, hands, act)
    finish(session, row, act)
    return made


def begun(
    session: Session, row: PromotionRow, frozen: FreezeRow, how: How, act: Act
) -> DrawRow:
    """The row of a draw, with whoever holds it and whoever watches."""
    named, current = nominees.nominated(session, row), nominees.current(session, row)
    return DrawRow(
        promotion_id=row.pk,
        draw=frozen.draw,
        freeze_id=frozen.pk,
        how=how,
        scrutineer_id=current.staff_id if current else None,
        scrutineer_name=named.name if named else "",
        beacon_value=rooms.value(session, row, frozen.draw),
        **steps.signed(act),
    )


def _select(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    made: DrawRow,
    frozen: FreezeRow,
    hands: Hands,
    act: Act,
) -> None:
    """Round nought: every prize in its order, and the certificate that proves it."""
    header = _header(session, frozen)
    told = reveal(session, row, made.draw, 0, hands.seal)
    key = _key(header, 0, told, made.beacon_value)
    drawn = lists.drum(session, frozen).draw(lists.prizes_in(header), key)
    kept = keep(session, made, frozen, drawn, act)
    certificates.issue(session, row, made, told.to_data(), hands.key, act)
    winners.say_drawn(session, row, kept, act)
    after = {"draw": made.draw, "winners": len(drawn), "header": header.sha256}
    steps.note(session, row, "draw", act, None, (ONCE,), None, after)


def _header(session: Session, frozen: FreezeRow) -> HeaderRow:
    header = headers.of(session, frozen)
    if header is None:
        raise ValueError("Nothing is drawn before its header is published.")
    return header


def _key(header: HeaderRow, number: int, told: Reveal, value: str) -> bytes:
    return round_key(header.content, number, told.house, told.scrutineer, value)


def reveal(
    session: Session, row: PromotionRow, draw: int, number: int, seal: Seal
) -> Reveal:
    """What the chains of the house and of the scrutineer tell for a round."""
    kept = secret.of(session, row, draw)
    if kept is None:
        raise ValueError(f"Draw {draw} has no secret.")
    own = seal.open(kept.sealed)
    there = rooms.presence(session, row, draw, number)
    theirs = seal.open(there.sealed) if there and there.sealed else b""
    return Reveal(secret.chain(own)[number + 1], theirs)


def keep(  # noqa: PLR0913
    session: Session,
    made: DrawRow,
    frozen: FreezeRow,
    drawn: Iterable[Drawn],
    act: Act,
    *,
    replaces: SelectionRow | None = None,
    reason: str = "",
) -> list[SelectionRow]:
    """Write down what was drawn, and whose it is."""
    every = [*drawn]
    refs = lists.references_at(session, frozen, (one.index for one in every))
    whose = lists.patrons(session, frozen.promotion_id, refs.values())
    rows = [
        SelectionRow(
            draw_id=made.pk,
            round=one.round,
            position=one.position,
            prize=one.prize,
            ticket=one.ticket,
            place=one.index,
            ref=refs[one.index],
            patron_id=whose[refs[one.index]],
            replaces=replaces.position if replaces else None,
            reason=reason,
            **steps.signed(act),
        )
        for one in every
    ]
    session.add_all(rows)
    session.flush()
    return rows


def open_reserve(
    session: Session, row: PromotionRow, selection: SelectionRow, hands: Hands, act: Act
) -> SelectionRow | Refused:
    """Open the next reserve for a prize that two people signed to be vacant."""
    made = session.get_one(DrawRow, selection.draw_id)
    known = replacement(session, selection)
    if known is not None:
        return known
    room = rooms.stands(session, row, made.draw, act, selection)
    reasons, vacancy = rules.against(room), vacancies.of(session, selection)
    frozen = closing.of(session, row, made.draw)
    if reasons or vacancy is None or frozen is None:
        return steps.refused(session, row, "open reserve", reasons, act)
    told = reveal(session, row, made.draw, room.round, hands.seal)
    key = _key(_header(session, frozen), room.round, told, made.beacon_value)
    drum = lists.drum(session, frozen, winners.selections(session, made))
    one = drum.replace(room.round, selection.prize, key)
    why = vacancies.WHY[vacancy.ground]
    kept = keep(session, made, frozen, (one,), act, replaces=selection, reason=why)
    certificates.issue(session, row, made, told.to_data(), hands.key, act)
    winners.say_drawn(session, row, kept, act)
    after = {"draw": made.draw, "round": room.round, "replaces": selection.position}
    rules_ = (SEALED, vacancies.BY_TWO)
    steps.note(session, row, "open reserve", act, None, rules_, None, after)
    return kept[0]


def replacement(session: Session, selection: SelectionRow) -> SelectionRow | None:
    """Who was drawn in the place of somebody, if a reserve was opened for it."""
    made = session.get_one(DrawRow, selection.draw_id)
    every = winners.selections(session, made)
    return next((one for one in every if one.replaces == selection.position), None)


def finish(session: Session, row: PromotionRow, act: Act) -> None:
    """Once every draw that the terms plan was held, the promotion is drawn."""
    planned = queries.terms_of(session, row).draws
    if row.status is not Status.CLOSED:
        return
    if all(again.is_settled(session, row, draw.number) for draw in planned):
        steps.take(session, row, Action.DRAW, act)
