"""How each prize of a promotion stands: told, claimed, handed over, refused, lapsed."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlmodel import Session, col, select

from house.people.patrons.models import PatronRow
from promotions.claims.models import ClaimRow, HandedRow, HandingRow, RefusedClaimRow
from promotions.drawing import about, vacancies
from promotions.drawing import winners as drawn
from promotions.drawing.about import Among
from promotions.drawing.models import AgainRow, CallRow, DrawRow, SelectionRow, Sign
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
    draws = about.of_draws(*(winner.draw for winner in every))
    return _standings(session, every, draws, now)


def one(
    session: Session, row: PromotionRow, selection_id: int, now: datetime
) -> Standing | None:
    """One prize by the selection that holds it."""
    found = drawn.one(session, row, selection_id)
    if found is None:
        return None
    return _standings(session, [found], about.this(found.selection), now)[0]


def _standings(
    session: Session, winners: Sequence[Winner], among: Among, now: datetime
) -> Sequence[Standing]:
    """How these stand, each kind of row asked for once however many have won."""
    draws = {winner.draw.pk: winner.draw for winner in winners}
    terms = {pk: drawn.terms_of(session, draw) for pk, draw in draws.items()}
    again = {pk: _drawn_again(session, draw) for pk, draw in draws.items()}
    patrons = telling.patrons(session, among)
    told = telling.all_told(session, among)
    claims = about.newest(session, ClaimRow, among)
    handed = about.newest(session, HandedRow, among)
    refused = about.newest(session, RefusedClaimRow, among)
    called = about.newest(session, CallRow, among)
    handing = about.newest(session, HandingRow, among)
    return [
        Standing(
            winner,
            terms[winner.draw.pk],
            patrons[pk],
            told.get(pk, telling.UNTOLD),
            claims.get(pk),
            handed.get(pk),
            refused.get(pk),
            now,
            called.get(pk),
            handing.get(pk),
            winner.is_vacant and winner.selection.position in again[winner.draw.pk],
        )
        for winner in winners
        if (pk := winner.selection.pk)
    ]


def _drawn_again(session: Session, draw: DrawRow) -> Set[int]:
    """The places of a draw that are drawn under a later number."""
    later = select(AgainRow).where(col(AgainRow.of_id) == draw.freeze_id)
    return {at for row in session.exec(later) for at in row.positions}


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
