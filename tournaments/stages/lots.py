"""Lots of a tournament: the list is fixed with a promise, a word is said, one draws."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from sqlmodel import Session, col, select

from house.audit.plain import fitted, instant, text
from house.backup.keys import keeps_sealed
from house.floor.acts import Act
from house.sealing import Seal
from house.terms import versions
from proof.commitments import commitment
from rulebook import Refusal, Refused
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.rules import lots
from tournaments.rules.lots import DRAWN, Lot
from tournaments.rules.seat_draw import SECRET_BYTES, Occasion
from tournaments.stages.models import LotRow

LONGEST_WORD = 120
WILD_CARD, TIE, HIGH_CARD = "wild card", "tie", "high card"


def every(session: Session, tournament: TournamentRow) -> Sequence[LotRow]:
    """Every lot, the newest first."""
    mine = select(LotRow).where(col(LotRow.tournament_id) == tournament.pk)
    return session.exec(mine.order_by(col(LotRow.number).desc())).all()


def find(
    session: Session, tournament: TournamentRow, stage_at: int, wanted: Lot
) -> LotRow | None:
    """The lot of a stage for exactly these entries and places."""
    asked = (wanted.purpose, sorted(wanted.entries), wanted.places)
    for row in every(session, tournament):
        said = (row.purpose, row.header["entries"], row.header["places"])
        if row.stage_at == stage_at and said == asked:
            return row
    return None


def fix(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    wanted: Lot,
    act: Act,
    seal: Seal,
    secret: bytes | None = None,
) -> LotRow | Refused:
    """Fix who is in the lot, and promise a secret before it is told."""
    found = find(session, tournament, stage_at, wanted)
    after: dict[str, Any] = {"purpose": wanted.purpose, "places": wanted.places}
    if found is not None or not wanted.entries:
        wrong = "The list is fixed already." if found else "There is nobody to draw."
        refused = Refused((Refusal(DRAWN, wrong, "Draw the lot."),))
        steps.note(session, tournament, "prepare lot", act, refused, (), None, after)
        return refused
    own = secret or secrets.token_bytes(SECRET_BYTES)
    number = len(every(session, tournament)) + 1
    document = versions.document_of(session, tournament)
    sha256 = document.sha256 if document else ""
    occasion = Occasion(tournament.slug, number, stage_at, sha256)
    row = LotRow(
        tournament_id=tournament.pk,
        number=number,
        stage_at=stage_at,
        purpose=wanted.purpose,
        header=lots.header(occasion, wanted, own),
        commitment=commitment(own),
        sealed=seal.seal(own),
        fixed_at=act.now,
        fixed_by=act.by.id,
        fixed_by_name=fitted(act.by.name, 120),
    )
    session.add(row)
    session.flush()
    after |= {"lot": number, "commitment": row.commitment}
    steps.note(session, tournament, "prepare lot", act, None, (DRAWN,), None, after)
    return row


def hold(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    row: LotRow,
    word: str,
    act: Act,
    seal: Seal,
) -> LotRow | Refused:
    """Draw the lot from its list; secret and order are public from then on."""
    found = []
    if row.held_at is not None:
        found.append(Refusal(DRAWN, "The lot is drawn already."))
    if len(word) > LONGEST_WORD:
        wrong = f"The word has {len(word):,} characters."
        found.append(Refusal(DRAWN, wrong, f"At most {LONGEST_WORD} fit.", "word"))
    if found:
        refused = Refused(tuple(found))
        steps.note(session, tournament, "draw lot", act, refused)
        return refused
    secret, said = seal.open(row.sealed), text(word.strip())
    row.drawn = list(lots.drawn(row.header, secret, said))
    row.secret, row.beacon = secret.hex(), said
    row.held_at, row.held_by = act.now, act.by.id
    row.held_by_name = fitted(act.by.name, 120)
    session.flush()
    after = {"lot": row.number, "order": row.drawn, "word": said}
    steps.note(session, tournament, "draw lot", act, None, (DRAWN,), None, after)
    return row


def file(row: LotRow) -> dict[str, Any]:
    """The public file of a lot: list and promise at once, the rest once it is drawn."""
    made: dict[str, Any] = {
        "header": row.header,
        "promise": row.commitment,
        "fixed_at": instant(row.fixed_at),
    }
    if row.held_at is not None:
        made |= {
            "held_at": instant(row.held_at),
            "secret": row.secret,
            "word": row.beacon,
            "order": row.drawn,
        }
    return made


@keeps_sealed("lots of tournaments that are prepared: prepare these again")
def sealed(session: Session) -> Iterator[bytes]:
    """The secrets of lots that are not drawn yet."""
    waiting = col(LotRow.held_at).is_(None)
    return iter(session.exec(select(LotRow.sealed).where(waiting)))
