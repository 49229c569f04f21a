"""How each prize of a promotion stands: told, claimed, handed over, refused, lapsed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from sqlmodel import Session, col, select

from house.people.patrons.models import PatronRow
from promotions.claims.models import ClaimRow, HandedRow, HandingRow, RefusedClaimRow
from promotions.drawing import calling, vacancies
from promotions.drawing import winners as drawn
from promotions.drawing.models import AgainRow, CallRow, SelectionRow, Sign
from promotions.drawing.winners import Winner
from promotions.freezing import screening
from promotions.freezing.models import FreezeRow
from promotions.freezing.screening import Scope
from promotions.models import PromotionRow
from promotions.rules import claims as rules
from promotions.rules.screening import Removal
from promotions.rules.terms import Terms
from promotions.telling import winners as telling
from promotions.telling.winners import WinnerNotice

Kept = TypeVar("Kept", ClaimRow, HandedRow, HandingRow, RefusedClaimRow)


class State(StrEnum):
    """How far a prize is on its way to its winner."""

    TO_TELL = "to be told"
    WAITS = "waits for the claim"
    CLAIMED = "claimed"
    PREPARED = "waits for the second to sign"  # that it is handed over
    HANDED = "handed over"
    LAPSED = "lapsed"  # its time is over, and it is not vacant yet
    SIGNED_ONCE = "waits for a second signature"
    VACANT = "vacant"


@dataclass(frozen=True, slots=True)
class Standing:
    """One place of a prize: whose it is, and how far it came."""

    winner: Winner
    terms: Terms
    patron: PatronRow
    told: WinnerNotice
    claim: ClaimRow | None
    handed: HandedRow | None
    refused: RefusedClaimRow | None
    now: datetime
    called: CallRow | None = None  # where the winner has to be there
    handing: HandingRow | None = None  # as somebody signed first
    drawn_again: bool = False  # under a later number, from the list less its winners

    @property
    def selection(self) -> SelectionRow:
        """What was drawn for it last."""
        return self.winner.selection

    @property
    def lapses_at(self) -> datetime | None:
        """The last instant of claiming it: after the call, or after the draw."""
        if self.terms.award.claiming.presence_required:
            return self.called.until if self.called else None
        return rules.lapses_at(self.terms, self.selection.at)

    @property
    def state(self) -> State:
        """How it stands in a word."""
        if self.handed is not None:
            return State.HANDED
        if self.winner.is_vacant:
            return State.VACANT
        if vacancies.waits_for_second(self.winner.vacancy):
            return State.SIGNED_ONCE
        if self.claim is not None:
            return State.PREPARED if self.handing else State.CLAIMED
        if self.is_late:
            return State.LAPSED
        return State.WAITS if self.told.is_told else State.TO_TELL

    @property
    def is_given_back(self) -> bool:
        """Whether it had fallen vacant, and that was taken back."""
        sign = self.winner.vacancy
        return sign is not None and sign.sign is Sign.REOPENED

    @property
    def is_late(self) -> bool:
        """Whether the last instant to claim it has passed."""
        over = self.lapses_at is not None and self.now > self.lapses_at
        return over and not self.is_given_back

    @property
    def is_unclaimed(self) -> bool:
        """Whether it is too late to claim it, nobody did and it is not vacant yet."""
        taken = self.claim is not None or self.handed is not None
        return self.is_late and not taken and not self.winner.is_vacant

    @property
    def is_forfeited(self) -> bool:
        """Whether it is nobody's, and stays with the casino."""
        return vacancies.is_forfeited(self.terms, self.winner.vacancy)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to do: handed over, forfeited or drawn again."""
        return self.handed is not None or self.is_forfeited or self.drawn_again


def of(session: Session, row: PromotionRow, now: datetime) -> Sequence[Standing]:
    """Every prize that was drawn, in the order of drawing."""
    every = drawn.of_promotion(session, row)
    return [_standing(session, one, now) for one in every]


def one(
    session: Session, row: PromotionRow, selection_id: int, now: datetime
) -> Standing | None:
    """One prize by the selection that holds it."""
    found = drawn.one(session, row, selection_id)
    return _standing(session, found, now) if found else None


def _standing(session: Session, winner: Winner, now: datetime) -> Standing:
    selection = winner.selection
    return Standing(
        winner,
        drawn.terms_of(session, winner.draw),
        telling.patron_of(session, selection),
        telling.told(session, selection),
        _newest(session, ClaimRow, selection),
        _newest(session, HandedRow, selection),
        _newest(session, RefusedClaimRow, selection),
        now,
        calling.of(session, selection),
        _newest(session, HandingRow, selection),
        _drawn_again(session, winner),
    )


def _drawn_again(session: Session, winner: Winner) -> bool:
    """Whether this place is drawn under a later number."""
    later = select(AgainRow).where(col(AgainRow.of_id) == winner.draw.freeze_id)
    vacated = {at for row in session.exec(later) for at in row.positions}
    return winner.is_vacant and winner.selection.position in vacated


def _newest(
    session: Session, table: type[Kept], selection: SelectionRow
) -> Kept | None:
    mine = select(table).where(col(table.selection_id) == selection.pk)
    return session.exec(mine.order_by(col(table.id).desc())).first()


def grounds(
    session: Session, row: PromotionRow, standing: Standing, now: datetime
) -> Sequence[Removal]:
    """What stands against the winner: when entries closed, and since."""
    freeze = session.get(FreezeRow, standing.winner.draw.freeze_id or 0)
    times = [freeze.closed_at, now] if freeze else [now]
    found: dict[tuple[str, str], Removal] = {}
    for at in times:
        asked = Scope(row, standing.terms, at, standing.patron.pk)
        for removal in screening.again(session, asked):
            found.setdefault((removal.ground, removal.why), removal)
    return tuple(found.values())
