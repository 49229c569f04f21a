"""The stage: what the big screen shows of a draw, name after name, none skipped."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, func, select

from house.floor.acts import Act
from house.floor.signs.displays import Displays
from house.floor.signs.models import DisplayRow
from house.people.patrons.models import PatronRow
from house.people.patrons.names import public_name
from house.people.patrons.queries import survivor
from promotions import queries
from promotions.drawing import calling, certificates, vacancies, winners
from promotions.drawing.models import DrawRow, SelectionRow, StageRow
from promotions.models import KIND, PromotionRow
from promotions.path import steps
from promotions.rules.clauses.award import Shown
from promotions.rules.room import ASIDE, ONCE
from promotions.rules.terms import Terms
from promotions.tickets.watching import initials
from rulebook import HOUSE, Cite, Refusal, Refused

SHOWN: Cite = HOUSE.at("PROMOTION-108")


@dataclass(frozen=True, slots=True)
class Named:
    """A winner as everybody may know them."""

    position: int
    prize: str
    name: str
    area: str
    ticket: int | None
    is_vacant: bool
    is_again: bool = False  # drawn in the place of somebody
    until: datetime | None = None  # by when they come forward


def _called(terms: Terms, patron: PatronRow) -> str:
    """Initials, unless terms and winner both let the name be shown."""
    by_name = terms.award.published.shown is Shown.NAME
    known = initials(patron)
    return public_name(patron, known).value if by_name else known


def shown(session: Session, draw: DrawRow) -> int:
    """How many names of a draw the stage shows."""
    mine = select(func.max(StageRow.shown)).where(col(StageRow.draw_id) == draw.pk)
    return session.exec(mine).one() or 0


def show_next(
    session: Session, row: PromotionRow, draw: DrawRow, wanted: int, act: Act
) -> int | Refused:
    """Show one name more: the one that was asked for, however often it is pressed."""
    now, every = shown(session, draw), winners.selections(session, draw)
    if wanted <= now:
        return now
    found = []
    if wanted > len(every):
        wrong = "Every name is shown."
        found.append(Refusal(SHOWN, wrong, "There is nobody left to show."))
    elif wanted != now + 1:
        wrong = f"The stage shows {now} names."
        found.append(Refusal(SHOWN, wrong, "Names are shown one after another."))
    if winners.aside(session, draw) is not None:
        wrong = "The result of this draw was set aside."
        found.append(Refusal(ASIDE, wrong, "No name of it is shown any more."))
    if not certificates.is_sound(session, draw):
        wrong = "The draw does not come out the same when it is worked out again."
        found.append(Refusal(ONCE, wrong, "No name is shown: put the draw in doubt."))
    if found:
        return steps.refused(session, row, "show winner", found, act)
    made = StageRow(draw_id=draw.pk, shown=wanted, **steps.signed(act))
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:  # shown in this very moment by somebody else
        return wanted
    after = {"draw": draw.draw, "shown": wanted}
    steps.note(session, row, "show winner", act, None, (SHOWN,), None, after)
    return wanted


def names(session: Session, draw: DrawRow, upto: int | None = None) -> Sequence[Named]:
    """The winners in the order of drawing, as everybody may know them.

    None before the certificate was worked out again and held.
    """
    if not certificates.is_sound(session, draw):
        return ()
    terms, signs = winners.terms_of(session, draw), vacancies.newest(session, draw)
    every = winners.selections(session, draw)
    return [
        _named(session, terms, one, is_vacant=vacancies.is_vacant(signs.get(one.pk)))
        for one in every[:upto]
    ]


def _named(
    session: Session, terms: Terms, one: SelectionRow, *, is_vacant: bool
) -> Named:
    patron = survivor(session, session.get_one(PatronRow, one.patron_id))
    called = calling.of(session, one)
    return Named(
        one.position,
        one.prize,
        _called(terms, patron),
        patron.suburb,
        one.ticket,
        is_vacant,
        one.round > 0,
        called.until if called else None,
    )


def certificate(session: Session, draw: DrawRow) -> dict[str, Any]:
    """What the newest certificate of a draw says."""
    kept = winners.certificate(session, draw)
    said: dict[str, Any] = json.loads(kept.content) if kept else {}
    return said


def screens(row: PromotionRow) -> Displays:
    """The screens that show a promotion's draws."""
    return Displays(KIND, queries.subject(row), SHOWN)


def give(session: Session, row: PromotionRow, act: Act) -> DisplayRow:
    """Give the draws of a promotion a screen."""
    return screens(row).give(session, "Stage", act, said="stage")
