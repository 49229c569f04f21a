"""What a kiosk does for whoever holds a card: their tickets, and swiping in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from house.floor.signs.models import DisplayRow
from house.people.accounts.throttle import Limit
from house.people.patrons.models import PatronRow
from house.people.patrons.queries import card_number
from promotions import queries
from promotions.freezing.reading import frozen_up_to
from promotions.kiosks.devices import KIOSK
from promotions.models import PromotionRow
from promotions.rules.lifecycle import Status
from promotions.rules.series import PlannedDraw
from promotions.rules.terms import Terms
from promotions.tickets import explaining, holders
from promotions.tickets.explaining import Held
from promotions.tickets.holders import Holder
from promotions.tickets.models import ActivationRow, KioskMissRow
from promotions.tickets.watching import initials
from rulebook import Refusal, Refused

GUESSES = Limit(5, timedelta(minutes=5), KIOSK)


@dataclass(frozen=True, slots=True)
class Served:
    """A patron at a kiosk: initials, reference, tickets and why, and swiping in."""

    initials: str
    ref: str
    held: Sequence[Held]
    draw: PlannedDraw | None  # that is open
    tickets: int  # for it
    needs_swipe: bool
    opens_at: datetime | None
    swiped_at: datetime | None
    cannot: Sequence[Refusal]  # why nobody could swipe in now


def card_of(
    session: Session, kiosk: DisplayRow, typed: str, now: datetime
) -> Holder | Refused:
    """Whose card it is; numbers that nobody has are counted, and soon waited for."""
    mine = select(KioskMissRow.at).where(
        col(KioskMissRow.display_id) == kiosk.pk,
        col(KioskMissRow.at) > now - GUESSES.within,
    )
    free = GUESSES.free_at([*session.exec(mine)], now)
    if free is not None:
        wrong = "Too many numbers were wrong."
        minutes = max(1, -(-int((free - now).total_seconds()) // 60))
        right = f"Wait {minutes} min, or ask at the promotions desk."
        return Refused((Refusal(KIOSK, wrong, right, "card"),))
    number = card_number(typed)
    found = holders.by_card(session, [number]).get(number) if number else None
    if found is None:
        session.add(KioskMissRow(display_id=kiosk.pk, at=now))
        session.flush()
        wrong, right = "Nobody has this card.", "Swipe it again, or ask at the desk."
        return Refused((Refusal(KIOSK, wrong, right, "card"),))
    return found


def served(
    session: Session, row: PromotionRow, holder: Holder, now: datetime
) -> Served:
    """Everything a kiosk shows somebody of their own."""
    terms, refs = _terms(session, row), _refs(session, holder, now)
    draw = open_draw(session, row, terms, now)
    held = explaining.explained(session, row, refs)
    tickets = _towards(held, draw, terms)
    kept = swiped(session, row, draw, refs)
    patron = session.get_one(PatronRow, holder.patron_id)
    clause = terms.entry.activation
    return Served(
        initials(patron),
        holder.ref,
        held,
        draw,
        tickets,
        clause.needed,
        clause.opens_at(draw) if clause.needed and draw else None,
        kept.at if kept else None,
        tuple(clause.against(draw, tickets, now)),
    )


def swipe_in(
    session: Session,
    row: PromotionRow,
    kiosk: DisplayRow,
    holder: Holder,
    now: datetime,
) -> ActivationRow | Refused:
    """Let somebody's tickets count for the draw that is open; once is enough."""
    terms, refs = _terms(session, row), _refs(session, holder, now)
    draw = open_draw(session, row, terms, now)
    if (known := swiped(session, row, draw, refs)) is not None:
        return known
    tickets = _towards(explaining.explained(session, row, refs), draw, terms)
    reasons = tuple(terms.entry.activation.against(draw, tickets, now))
    if reasons or draw is None:
        return Refused(reasons)
    made = ActivationRow(
        promotion_id=row.pk,
        draw=draw.number,
        holder=holder.ref,
        patron_id=holder.patron_id,
        display_id=kiosk.pk,
        at=now,
    )
    session.add(made)
    session.flush()
    return made


def swiped(
    session: Session, row: PromotionRow, draw: PlannedDraw | None, refs: Sequence[str]
) -> ActivationRow | None:
    """That somebody swiped in for a draw, if they did."""
    mine = select(ActivationRow).where(
        col(ActivationRow.promotion_id) == row.pk,
        col(ActivationRow.draw) == (draw.number if draw else 0),
        col(ActivationRow.holder).in_(refs),
    )
    return session.exec(mine).first()


def open_draw(
    session: Session, row: PromotionRow, terms: Terms, now: datetime
) -> PlannedDraw | None:
    """The draw whose entries are open, while the promotion runs."""
    if row.status is not Status.RUNNING:
        return None
    fixed = frozen_up_to(session, row.pk)
    ahead: Iterator[PlannedDraw] = (
        draw for draw in terms.draws if now < draw.closes_at and draw.number > fixed
    )
    return next(ahead, None)


def _towards(held: Sequence[Held], draw: PlannedDraw | None, terms: Terms) -> int:
    """Tickets that are in the draw: of earlier ones too, where entries stay."""
    if draw is None:
        return 0
    stay = terms.award.series.entries_stay
    mine = (h for h in held if h.draw == draw.number or (stay and h.draw < draw.number))
    return sum(h.tickets for h in mine)


def _terms(session: Session, row: PromotionRow) -> Terms:
    return queries.terms_of(session, row)


def _refs(session: Session, holder: Holder, now: datetime) -> Sequence[str]:
    return explaining.refs_of(session, holder.patron_id, now)
