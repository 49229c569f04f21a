"""Closing by itself: the list of a draw is fixed as of its closing instant, once."""

from collections.abc import Iterable
from typing import Any

from flask import current_app
from sqlmodel import Session, col, insert, select

from house import collector
from house.documents import queries as documents
from house.documents.models import DocumentRow
from house.floor.acts import Act, by_itself
from house.notices import deadlines, kinds
from house.notices.models import DeadlineRow
from house.people.roles import Role
from house.sealing import Seal
from promotions import queries
from promotions.freezing import headers, listing, screening, secret
from promotions.freezing.models import FreezeRow, FrozenPartRow
from promotions.freezing.screening import Scope
from promotions.freezing.secret import FIXED
from promotions.models import PromotionRow
from promotions.nominees import DOCUMENT
from promotions.path import steps
from promotions.rules.lifecycle import Action, Status
from promotions.rules.series import PlannedDraw
from proof import frozen
from proof.frozen import Holder, Part

SEALS, CLOSES = "promotion.secrets", "promotion.closes"
OPEN = (Status.RUNNING, Status.POSTPONED)
kinds.describe(SEALS, "The secrets of its draws are sealed", Role.MARKETING)
kinds.describe(CLOSES, "Entries close and the list is frozen", Role.MARKETING)


def plan(session: Session, row: PromotionRow, act: Act) -> None:
    """From the start on: secrets now, and every draw closes by itself at its time."""
    terms, about = queries.terms_of(session, row), queries.subject(row)
    deadlines.plan(
        session,
        SEALS,
        key=f"{SEALS}:{row.pk}:{len(terms.draws)}",
        subject=about,
        title=f"{row.name}: secrets are sealed",
        due_at=act.now,
        cite=FIXED,
    )
    for draw in terms.draws:
        deadlines.plan(
            session,
            CLOSES,
            key=key(row, draw),
            subject=about,
            title=f"{row.name}: entries close for draw {draw.number}",
            due_at=draw.closes_at,
            cite=FIXED,
        )


def key(row: PromotionRow, draw: PlannedDraw) -> str:
    """What tells this closing from every other: changed terms may move it."""
    return f"{CLOSES}:{row.pk}:{draw.number}:{draw.closes_at.isoformat()}"


def call_off(session: Session, row: PromotionRow, act: Act) -> None:
    """Nothing of a cancelled promotion closes any more."""
    for draw in queries.terms_of(session, row).draws:
        deadlines.call_off(session, key(row, draw), now=act.now)


@deadlines.on(SEALS)
def seal_by_itself(session: Session, deadline: DeadlineRow) -> None:
    """Make the secret of every draw that is planned."""
    row = session.get(PromotionRow, deadline.subject_id, with_for_update=True)
    if row is None or row.status not in OPEN:
        return
    seal: Seal = current_app.extensions["seal"]
    for draw in queries.terms_of(session, row).draws:
        secret.make(session, row, draw.number, seal, by_itself(deadline.due_at))


@deadlines.on(CLOSES)
def close_by_itself(session: Session, deadline: DeadlineRow) -> None:
    """Freeze the list that was there at the closing instant, however late the tick."""
    row = session.get(PromotionRow, deadline.subject_id, with_for_update=True)
    if row is None or row.status not in OPEN:
        return
    seal: Seal = current_app.extensions["seal"]
    act = by_itself(deadline.due_at)
    document = in_force(session, row, act)
    draws = queries.terms_in(document).draws if document else ()
    mine = [draw for draw in draws if key(row, draw) == deadline.key]
    if document and mine:
        freeze(session, row, document, mine[0], seal)
        close(session, row, act)


def in_force(session: Session, row: PromotionRow, act: Act) -> DocumentRow | None:
    """The version of the terms that held at an instant."""
    every = documents.versions(session, DOCUMENT, row.pk)
    return next((each for each in every if each.published_at <= act.now), None)


def close(session: Session, row: PromotionRow, act: Act) -> None:
    """Once the list of the last draw is fixed, a running promotion is closed."""
    draws = queries.terms_of(session, row).draws
    last = of(session, row, draws[-1].number) if draws else None
    if last is not None and row.status is Status.RUNNING:
        steps.take(session, row, Action.CLOSE, act)


def of(session: Session, row: PromotionRow, draw: int) -> FreezeRow | None:
    """The frozen list of a draw, if it is fixed."""
    mine = select(FreezeRow).where(
        col(FreezeRow.promotion_id) == row.pk, col(FreezeRow.draw) == draw
    )
    return session.exec(mine).first()


def freeze(
    session: Session,
    row: PromotionRow,
    document: DocumentRow,
    draw: PlannedDraw,
    seal: Seal,
) -> FreezeRow:
    """Fix the list of a draw as of its closing instant; a fixed one stays as it is."""
    known = of(session, row, draw.number)
    if known is not None:
        return known
    act, terms = by_itself(draw.closes_at), queries.terms_in(document)
    own = seal.open(secret.make(session, row, draw.number, seal, act).sealed)
    screened = screening.screen(session, Scope(row, terms, draw.closes_at))
    drum = listing.drum(session, row.pk, draw.number, terms, screened)
    roots, holders, tickets = keep(
        session, row, draw.number, drum.holders(session), own
    )
    made = FreezeRow(
        promotion_id=row.pk,
        draw=draw.number,
        closed_at=draw.closes_at,
        document_id=document.pk,
        entry_root=frozen.root_of(roots).hex(),
        house=secret.chain(own)[0].hex(),
        holders=holders,
        tickets=tickets,
    )
    session.add(made)
    session.flush()
    session.add_all(listing.left_out(session, drum, made.pk))
    session.flush()
    about = {"draw": draw.number, "root": made.entry_root, "tickets": tickets}
    steps.note(session, row, "freeze list", act, None, (FIXED,), None, about)
    headers.publish(session, row, made, act)
    return made


@collector.paused()
def keep(
    session: Session,
    row: PromotionRow,
    draw: int,
    everybody: Iterable[Holder],
    own: bytes,
) -> tuple[list[bytes], int, int]:
    """Write the list down part by part: the roots of all parts, holders, tickets."""
    roots: list[bytes] = []
    holders = tickets = 0
    for part in frozen.freeze(everybody, secret.salts(own)):
        root = part.root()
        session.exec(insert(FrozenPartRow), params=[_kept(row, draw, part, root)])
        roots.append(root)
        holders, tickets = holders + part.size, part.end
    return roots, holders, tickets


def _kept(row: PromotionRow, draw: int, part: Part, root: bytes) -> dict[str, Any]:
    return {
        "promotion_id": row.pk,
        "draw": draw,
        "number": part.number,
        "first_ref": part.refs.split(b"\n", 1)[0].decode(),
        "root": root,
        "refs": part.refs,
        "bounds": part.bounds,
        "salts": part.salts,
        "leaves": part.leaves,
    }
