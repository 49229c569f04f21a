"""Promotions that were drawn, with winners known: where everything after begins."""

from datetime import timedelta

from promotions.claims import claiming, handing, standing
from promotions.claims.handing import Over
from promotions.drawing import winners
from promotions.drawing.models import DrawRow, How, SelectionRow
from promotions.freezing.models import FreezeRow
from promotions.path import steps
from promotions.rules.claims import Part
from promotions.rules.goods import Given, PrizeKind
from promotions.rules.lifecycle import Status
from promotions.tickets.holders import reference
from rulebook import Refused
from tests.promotions.frozen_cast import CLOSES, running
from tests.promotions.promo_cast import DRAWN, JONAH, MIRIAM, act, done

REACHED = {"phone": "+61400000001", "email": "wen@example.com"}
AT_HOME = {"street": "1 Quay Street", "suburb": "Sydney", "postcode": "2000"}
LATER = DRAWN + timedelta(hours=1)


def drawn(session, *names, regime="STAR4", changes=(), prize="1", **over):
    """A promotion whose draw is held, and a winner for each of these names."""
    row, people = running(session, *names, regime=regime, changes=changes, **over)
    for one in people.values():
        for field, value in (REACHED | AT_HOME).items():
            setattr(one, field, value)
    freeze = FreezeRow(
        promotion_id=row.pk,
        draw=1,
        closed_at=CLOSES,
        document_id=row.document_id,
        entry_root="0" * 64,
        house="0" * 64,
        holders=len(people),
        tickets=len(people),
    )
    session.add(freeze)
    session.flush()
    draw = DrawRow(
        promotion_id=row.pk,
        draw=1,
        freeze_id=freeze.pk,
        how=How.PROVABLE,
        **steps.signed(act(at=DRAWN)),
    )
    session.add(draw)
    session.flush()
    rows = [
        select_one(session, draw, n, who, prize)
        for n, who in enumerate(people.values(), 1)
    ]
    row.status = Status.DRAWN
    session.flush()
    winners.say_drawn(session, row, rows, act(at=DRAWN))
    return row, people, rows


def select_one(session, draw, position, patron, prize="1", **over):
    """A ticket drawn for a prize."""
    row = SelectionRow(
        draw_id=draw.pk,
        round=over.pop("round", 0),
        position=position,
        prize=prize,
        ticket=position,
        place=position,
        ref=reference(patron.pk, patron.salt),
        patron_id=patron.pk,
        **over,
        **steps.signed(act(at=DRAWN)),
    )
    session.add(row)
    session.flush()
    return row


def money(cents, *given, regime="NSW3"):
    """Changes to the terms: one prize of money."""
    ways = given or (Given.CASH, Given.CHEQUE, Given.TRANSFER)
    if regime == "STAR4" and not given:
        ways = (Given.CHEQUE, Given.TRANSFER)
    return {
        "title": "Prize money",
        "kind": PrizeKind.MONEY,
        "value_cents": cents,
        "given": ways,
        "vehicle": None,
        "alternative_cents": None,
    }


def stands(session, row, selection, at=LATER):
    return standing.one(session, row, selection.pk, at)


def claimed(session, row, selection, at=LATER, by=JONAH):
    """The winner claimed with a paper in hand."""
    asked = act(by, at)
    done(
        claiming.claim(
            session, row, stands(session, row, selection, at), "Licence", asked
        )
    )
    return stands(session, row, selection, at)


def over(*parts, **said):
    """How a prize goes over the counter."""
    given = {"signed_by": "Wen Lee"} | said
    return Over(parts=tuple(Part(way, cents) for way, cents in parts), **given)


def hand_over(session, row, known, what, by=JONAH, second=MIRIAM, at=LATER):
    """One of the house signs first, another second: the prize goes over."""
    first = handing.prepare(session, row, known, what, act(by, at))
    if isinstance(first, Refused):
        return first
    prepared = stands(session, row, known.selection, at)
    return handing.hand_over(session, row, prepared, first.pk, act(second, at))
