"""What stands on a table's sign at an instant, line by line with its rule: pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from game.rulebooks.limits import LimitRules
from house.floor.meters.pot import Coming, Pot
from house.floor.models import Designation, Game, TableRow
from house.floor.signs.models import ClosingRow, LimitChangeRow, SignKind, SignRow
from house.floor.tables.closing import cite_of
from house.floor.tables.designation import ONLY_FOR, holds, kept_for
from house.floor.tables.documents import limit_rules, own_card, rules_shown
from house.floor.tables.standing import Figures, Standing
from rulebook import HOUSE, Cite, Cited

METER: Cite = HOUSE.at("SIGNS-15")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sign of one table, as it reads at one instant."""

    table: TableRow
    rules: LimitRules
    figures: Figures
    kept: tuple[int, ...]  # the old minimums that still hold for some, lowest first
    kept_since: datetime | None
    change: LimitChangeRow | None
    closing: ClosingRow | None
    limits_sign: SignRow | None
    change_sign: SignRow | None
    is_open: bool
    reserved: bool = False  # kept for a tournament by now
    pot: Pot | None = None
    coming: tuple[Coming, ...] = ()  # changes of the prize meter
    played: str = ""  # how far it is, of what the table is kept for
    played_for: str = ""  # and within which limits

    @property
    def is_up(self) -> bool:
        """Whether this sign is in force: open for money, and the sign is up."""
        signed = self.is_open and self.limits_sign is not None
        return signed and not self.tournament

    @property
    def tournament(self) -> str:
        """The tournament that the table is kept for, if it is."""
        return (self.table.kept_for_name or "A tournament") if self.reserved else ""

    @property
    def only_for(self) -> Cite:
        """The rule that keeps a designated table from any other use."""
        return ONLY_FOR

    @property
    def out_of_use(self) -> bool:
        """Whether the table serves nothing at all."""
        return self.table.designation is Designation.CLOSED

    @property
    def wager(self) -> str:
        """What the limits are about."""
        return "wager" if self.table.game is Game.BACCARAT else "Ante"

    @property
    def wait(self) -> Cited[timedelta]:
        """How long the announced minimum is on the sign, and under which rule."""
        kept = self.rules.kept_minimum
        return kept.raised_again if kept and self.kept else self.rules.raise_notice

    @property
    def closing_cite(self) -> Cite:
        """The rule under which the table closes."""
        return cite_of(self.table)

    @property
    def hands_left(self) -> int | None:
        """How many whole hands are still played before the table closes."""
        closing = self.closing
        if closing is None or closing.hands_needed is None:
            return None
        return max(0, closing.hands_needed - closing.hands_played)

    @property
    def own_card(self) -> Cite | None:
        """The rule that asks every player for a card of their own."""
        return own_card(self.table)

    @property
    def meter_shown(self) -> Cite:
        """The rule by which a meter, its price and prizes stand on the sign."""
        return METER

    @property
    def rules_shown(self) -> Cite:
        """The rule by which whoever asks gets the rules of the game."""
        return rules_shown(self.table)

    @property
    def number(self) -> str:
        """The number of the newest notice on the sign."""
        newest = self.change_sign or self.limits_sign
        return f"{self.table.number}-{newest.serial}" if newest else ""

    @property
    def put_up(self) -> SignRow | None:
        """The newest notice on the sign."""
        return self.change_sign or self.limits_sign


def sheet(
    stands: Standing,
    now: datetime,
    pot: Pot | None = None,
    coming: tuple[Coming, ...] = (),
) -> Sheet:
    """The sign of a table as it reads at this instant."""
    kept = stands.kept_at(now)
    waits = stands.waits(now)
    is_open = stands.is_open(now)
    return Sheet(
        table=stands.table,
        rules=limit_rules(stands.table),
        figures=stands.in_force(now),
        kept=tuple(sorted({marker.minimum_cents for marker in kept})),
        kept_since=max((marker.since for marker in kept), default=None),
        change=waits if waits and waits.sign_id else None,
        closing=stands.closing if is_open else None,
        limits_sign=stands.sign(SignKind.LIMITS),
        change_sign=stands.sign(SignKind.RAISE) if waits else None,
        is_open=is_open,
        reserved=kept_for(stands.table) is not None and holds(stands.table, now),
        pot=pot,
        coming=coming,
    )
