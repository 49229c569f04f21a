"""Winners as the terms publish them: initials and area, or the name by consent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from house.people.patrons.models import PatronRow
from house.people.patrons.names import public_name
from promotions import queries
from promotions.claims import standing
from promotions.claims.standing import Standing, State
from promotions.drawing import vacancies
from promotions.drawing import winners as drawn
from promotions.drawing.models import DrawRow, Ground
from promotions.models import PromotionRow
from promotions.rules.clauses.award import Shown
from promotions.rules.terms import Terms
from rulebook import HOUSE, Cite

AS_STATED: Cite = HOUSE.at("PROMOTION-81")
SAID = {
    State.HANDED: "handed over",
    State.CLAIMED: "claimed",
    State.PREPARED: "claimed",
    State.VACANT: "not claimed, or refused",
}


@dataclass(frozen=True, slots=True)
class Result:
    """One place of a prize as everybody may know it."""

    prize: str
    winner: str
    stands: str
    drawn_before: int  # how many were drawn for it and do not have it


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw as everybody may know it."""

    number: int
    at: datetime
    scrutineer: str
    aborted: str
    set_aside: str  # why, where the result does not stand
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """Everything published of a promotion's draws."""

    draws: tuple[Draw, ...]
    refused: int
    lapsed: int
    until: datetime | None

    def are_up(self, now: datetime) -> bool:
        """Whether the terms still publish them; their last instant included."""
        return bool(self.draws) and (self.until is None or now <= self.until)


def name_of(patron: PatronRow, shown: Shown) -> str:
    """A winner by name where they consent and the terms say so, else by initials."""
    letters = (patron.given_name[:1], patron.family_name[:1])
    initials = " ".join(f"{letter.upper()}." for letter in letters if letter)
    known = f"{initials}, {patron.suburb}" if patron.suburb else initials
    return public_name(patron, known).value if shown is Shown.NAME else known


def of(session: Session, row: PromotionRow, now: datetime) -> Results:
    """What is published of every draw that was held or given up."""
    terms = queries.terms_of(session, row)
    every = standing.of(session, row, now)
    held = drawn.draws(session, row)
    signs = [
        sign
        for draw in held
        for sign in vacancies.newest(session, draw).values()
        if vacancies.is_vacant(sign)
    ]
    return Results(
        tuple(_draw(session, draw, terms, every) for draw in held),
        sum(sign.ground is Ground.REFUSED for sign in signs),
        sum(sign.ground is Ground.LAPSED for sign in signs),
        _until(terms, held),
    )


def _draw(
    session: Session, draw: DrawRow, terms: Terms, every: Sequence[Standing]
) -> Draw:
    aside = drawn.aside(session, draw)
    mine = [one for one in every if one.winner.draw.pk == draw.pk]
    return Draw(
        draw.draw,
        draw.at,
        draw.scrutineer_name,
        draw.aborted,
        aside.reason if aside else "",
        tuple(_result(one, terms.award.published.shown) for one in mine),
    )


def _result(one: Standing, shown: Shown) -> Result:
    return Result(
        one.winner.prize.title,
        "" if one.winner.is_vacant else name_of(one.patron, shown),
        _stands(one),
        len(one.winner.replaced),
    )


def _stands(one: Standing) -> str:
    sign = one.winner.vacancy
    if one.state is State.VACANT and sign and sign.ground is Ground.SET_ASIDE:
        return "set aside"
    return SAID.get(one.state, "to be claimed")


def _until(terms: Terms, held: Sequence[DrawRow]) -> datetime | None:
    """When results are taken down: so many days after the last draw."""
    days = terms.award.published.for_days
    last = max((draw.at for draw in held), default=None)
    return last + timedelta(days=days) if last and days else None
