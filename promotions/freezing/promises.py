"""The scrutineer's promise: a phrase typed once; only a chain's end is kept."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session

from house.floor.acts import Act
from house.people.models import StaffRow
from promotions import nominees, queries
from promotions.freezing import closing, headers, reading
from promotions.freezing.models import PromiseRow
from promotions.freezing.secret import LENGTH
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import scrutineer
from promotions.rules.lifecycle import Status
from proof import chains
from rulebook import HOUSE, Cite, Refusal, Refused

PROMISED: Cite = HOUSE.at("PROMOTION-51")
SHORTEST = 20  # characters
SALT = 16
TIME = (
    Status.APPROVED,
    Status.LODGED,
    Status.RUNNING,
    Status.CLOSED,
    Status.DRAWN,
    Status.POSTPONED,
)


@dataclass(frozen=True, slots=True)
class Promise:
    """What a scrutineer gives for a draw: the phrase, twice, so that it is the same."""

    draw: int
    phrase: str
    again: str
    salt: bytes = b""  # chance’s, unless it is known


def give(
    session: Session, row: PromotionRow, promise: Promise, act: Act
) -> PromiseRow | Refused:
    """Keep the end of the chain that a phrase gives, and the phrase nowhere."""
    current = nominees.current(session, row)
    staff = session.get_one(StaffRow, current.staff_id) if current else None
    reasons = [*against(session, row, promise.draw, act), *_phrase(promise)]
    if reasons or staff is None:
        refused = Refused(tuple(reasons))
        steps.note(session, row, "promise draw", act, refused)
        return refused
    salt = promise.salt or secrets.token_bytes(SALT)
    last = chains.from_phrase(promise.phrase, salt)
    made = PromiseRow(
        promotion_id=row.pk,
        draw=promise.draw,
        staff_id=staff.pk,
        salt=salt.hex(),
        promise=chains.chain(last, LENGTH)[0].hex(),
        **steps.signed(act),
    )
    session.add(made)
    session.flush()
    after = {"draw": made.draw, "promise": made.promise}
    steps.note(session, row, "promise draw", act, None, (PROMISED,), None, after)
    frozen = closing.of(session, row, promise.draw)
    if frozen is not None:
        headers.publish(session, row, frozen, act)
    return made


def against(
    session: Session, row: PromotionRow, draw: int, act: Act
) -> Iterator[Refusal]:
    """Why somebody cannot promise a draw: not theirs, too late, or no such draw."""
    nominee = nominees.nominated(session, row)
    if nominee is None or nominee.username != act.by.id:
        wrong = "You are not the scrutineer of this promotion."
        yield Refusal(PROMISED, wrong, "Who is nominated promises in person.")
    else:
        yield from scrutineer.check(nominee)
    if row.status not in TIME:
        wrong = f"The promotion is {row.status.words.lower()}."
        yield Refusal(PROMISED, wrong, "A draw is promised before it is held.")
    every = reading.numbers(session, row, queries.terms_of(session, row))
    if draw not in {each.number for each in every}:
        yield Refusal(PROMISED, f"There is no draw {draw}.", "Choose one.", "draw")
    frozen = closing.of(session, row, draw)
    if frozen is not None and headers.of(session, frozen) is not None:
        wrong = f"The header of draw {draw} is published."
        yield Refusal(PROMISED, wrong, "What it promises holds.")


def _phrase(promise: Promise) -> Iterator[Refusal]:
    said = " ".join(promise.phrase.split())
    if len(said) < SHORTEST:
        wrong = f"The phrase has {len(said)} characters."
        right = f"Choose {SHORTEST} or more, such as five words nobody would guess."
        yield Refusal(PROMISED, wrong, right, "phrase")
    if said != " ".join(promise.again.split()):
        wrong = "The two phrases differ."
        yield Refusal(PROMISED, wrong, "Type the same twice.", "again")
