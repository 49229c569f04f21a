"""The money table: a round where the guests of the house stake their own money."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from game.play import Limits, SeatLimits
from house.floor.at_table import jackpots, judging, keying, stakes
from house.floor.meters.models import MeterStatus
from house.floor.meters.queries import meter_of
from house.floor.rounds.hooks import MoveAsked
from house.floor.rounds.play import Play
from house.floor.signs.models import MarkerKind
from house.floor.tables import closing
from house.floor.tables.documents import own_card
from house.floor.tables.standing import Standing, standing
from rulebook import Cite, Refusal

# Limits agreed at a seat go before a minimum that was kept there.
GOES_BEFORE = {MarkerKind.KEPT_MINIMUM: 0, MarkerKind.PERSONAL: 1}


@dataclass(frozen=True)
class MoneyTable(Play):
    """Open play: the limits of the sign, the jackpot of the meter, everybody seated."""

    unit = "cents"
    # Player cards, loss limits and jackpots: what money brings to a table.
    rooms = (jackpots.ROOM, judging.ROOM, keying.ROOM, stakes.ROOM)

    @cached_property
    def stands(self) -> Standing:
        """How the table stands; what has come due there happens first."""
        found = standing(self.session, self.table)
        due = (found.due_change, found.due_closing)
        if any(each is not None and each <= self.now for each in due):
            return closing.catch_up(self.session, self.table, self.now)
        return found

    def is_open(self) -> bool:
        """Whether the table is open to patrons."""
        return self.stands.is_open(self.now)

    def limits(self, hand: int) -> Limits:  # noqa: ARG002
        """The figures of the sign, whichever hand it is."""
        figures = self.stands.in_force(self.now)
        return Limits(figures.minimum, figures.maximum, figures.unit)

    def own_limits(self) -> tuple[SeatLimits, ...]:
        """The figures of seats with a marker."""
        markers = [*self.stands.kept_at(self.now), *self.stands.personal]
        found = {
            marker.seat: SeatLimits(
                marker.seat, marker.minimum_cents, marker.maximum_cents
            )
            for marker in sorted(markers, key=lambda one: GOES_BEFORE[one.kind])
        }
        return tuple(found[seat] for seat in sorted(found))

    def jackpot_price(self) -> int | None:
        """What a jackpot wager costs at a table that feeds an open meter."""
        meter = meter_of(self.session, self.table)
        if meter is None or meter.status is not MeterStatus.OPEN:
            return None
        return meter.price_cents or None

    def player_card(self) -> Cite | None:
        """The rule by which nobody plays without a card, if the document has one."""
        return own_card(self.table)

    def before_first_card(self, asked: MoveAsked) -> Iterable[Refusal]:
        """The meter must be able to take the jackpot wagers of the round."""
        return jackpots.meter_ready(asked)
