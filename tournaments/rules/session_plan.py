"""How one session is played: hands, banks, limits and first bets, from the terms."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any

from game.play import Limits, SeatLimits
from game.play.sealed import ON_A_SPOT
from tournaments.rules.chipping import bank_of
from tournaments.rules.clauses.format import Stacks
from tournaments.rules.clauses.seating import Direction, FirstBettor
from tournaments.rules.clauses.wagers import (
    BetLevel,
    CompulsoryWagerClause,
    ShortStack,
)
from tournaments.rules.terms import Terms
from tournaments.rules.tokens import ChipCount, Pieces, pieces_of, worth

LAST_HANDS = (10, 5, 3, 1)  # which counts are announced
# How many times the least Ante a stack needs for the bet after it, by game.
BET_AFTER = {"mississippi_stud": 1, "caribbean_stud": 2, "baccarat": 0}


class Keyed(StrEnum):
    """What is keyed at the tables of a session."""

    CARDS = "cards"  # every hand at the console
    HANDS = "hands"  # the stacks alone, after each hand
    COUNTS = "counts"  # the stacks alone, at counts of several hands


@dataclass(frozen=True, slots=True)
class How:
    """What the terms leave open about a session: the game's name, what is keyed."""

    game: str = "mississippi_stud"
    keyed: Keyed = Keyed.CARDS


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """A session as the terms had it when it started; nothing of it changes since."""

    called: str
    hands: int | None  # none: the clock alone ends it
    minutes: int | None
    bank_chips: int
    rack_chips: int
    levels: tuple[BetLevel, ...]
    compulsory: bool
    street_most: int
    short: ShortStack
    first: FirstBettor
    moves: Direction
    bank_of: tuple[ChipCount, ...] = ()  # none where that is not known
    rack_of: tuple[ChipCount, ...] = ()
    carries: bool = False  # stacks come along from the stage before
    game: str = "mississippi_stud"
    keyed: Keyed = Keyed.CARDS
    secret_wagers: int = 0  # that each player has
    secret_on: str = ""
    is_final: bool = False
    tie: bool = True  # at Baccarat, whether a Tie may be bet on

    @classmethod
    def of(
        cls,
        terms: Terms,
        stage_at: int,
        called: str,
        how: "How" = How(),  # noqa: B008
    ) -> "SessionPlan":
        """What the terms say about the sessions of a stage."""
        stage, wagers = terms.format.stages.stages[stage_at], terms.wagers
        order, compulsory = terms.house.bet_order, wagers.compulsory
        carries = brings_stacks(terms, stage_at)
        return cls(
            called,
            stage.hands,
            stage.minutes,
            stage.bank_chips or terms.format.bank.bank_chips or 0,
            worth(wagers.chips.rack),
            compulsory.levels,
            bool(compulsory.compulsory),
            compulsory.street_most,
            wagers.short_stack.rule or ShortStack.RETURNED_ONCE,
            order.first or FirstBettor.SEAT_ONE,
            order.moves,
            () if carries else bank_of(terms, stage) or (),
            wagers.chips.rack,
            carries,
            how.game,
            how.keyed,
            (wagers.secret.per_session or 0) if wagers.secret.allowed else 0,
            wagers.secret.on,
            is_final(terms, stage_at),
            wagers.baccarat.tie is not False,
        )

    @classmethod
    def kept(cls, data: Mapping[str, Any]) -> "SessionPlan":
        """A plan as it was kept with its session."""
        return cls(
            **dict(data)
            | {
                "levels": tuple(BetLevel(**level) for level in data["levels"]),
                "short": ShortStack(data["short"]),
                "first": FirstBettor(data["first"]),
                "moves": Direction(data["moves"]),
                "keyed": Keyed(data.get("keyed", Keyed.CARDS)),
            }
            | {
                name: tuple(ChipCount(**chip) for chip in data.get(name, ()))
                for name in ("bank_of", "rack_of")
            }
        )

    def plain(self) -> dict[str, Any]:
        """The plan as it is kept."""
        return asdict(self)

    def in_secret(self, game: str) -> str | None:
        """What may be wagered in secret where this game is played."""
        fits = (game == "baccarat") == (self.secret_on in ON_A_SPOT)
        return str(self.secret_on) if self.secret_wagers and fits else None

    def secret_at(self, game: str) -> str | None:
        """What is taken under seal: nothing where nobody keys cards."""
        return self.in_secret(game) if self.keyed is Keyed.CARDS else None

    @property
    def on_paper(self) -> bool:
        """Whether secret wagers are made, and examined by hand alone."""
        return bool(self.secret_wagers) and self.keyed is not Keyed.CARDS

    def level(self, hand: int) -> BetLevel:
        """The limits of an Ante in this hand."""
        return CompulsoryWagerClause(levels=self.levels).level_at(hand)

    def limits(self, hand: int, stacks: Iterable[int]) -> Limits:
        """The limits of the table: without a maximum, the highest stack is the most."""
        level = self.level(hand)
        least = max(level.least_chips, 1)
        most = level.most_chips or max((least, *stacks))
        return Limits(least, most, level.step_chips or None)

    def limits_at(self, seat: int, hand: int, stack: int) -> SeatLimits:
        """The limits of one seat: nobody stakes more than the stack."""
        table = self.limits(hand, (stack,))
        most = min(table.maximum, stack)
        if table.step:
            most -= most % table.step
        return SeatLimits(seat, table.minimum, max(table.minimum, most))

    def can_play(self, hand: int, stack: int) -> bool:
        """Whether a stack meets the least wager and, where terms ask, a bet after."""
        asks = self.short is ShortStack.ELIMINATED
        times = 1 + (BET_AFTER[self.game] if asks else 0)
        return stack >= max(self.level(hand).least_chips, 1) * times

    @property
    def wager(self) -> str:
        """What the first wager of a hand is called."""
        return "wager" if self.game == "baccarat" else "Ante"

    @property
    def begins_with(self) -> Pieces | None:
        """The pieces of a bank, where everybody begins with one whose chips are known.

        Nothing is known of chips that players bring from another table.
        """
        return pieces_of(self.bank_of) if self.bank_of and self.rack_of else None

    def ends_at(self, started: datetime, paused: timedelta) -> datetime | None:
        """When the clock ends it, where no number of hands does."""
        if self.hands is not None or self.minutes is None:
            return None
        return started + timedelta(minutes=self.minutes) + paused

    def announced(self, played: int) -> str:
        """What is called out before the next hand, where something is."""
        left = (self.hands or 0) - played
        if self.hands is None or left not in LAST_HANDS:
            return ""
        return "The last hand." if left == 1 else f"{left} hands to go."


def brings_stacks(terms: Terms, stage_at: int) -> bool:
    """Whether players of a stage bring the stack of the stage before."""
    carried = terms.format.progression.stacks is Stacks.CARRY_OVER
    return (
        carried
        and bool(stage_at)
        and not terms.format.stages.stages[stage_at].is_second_chance
    )


def is_final(terms: Terms, stage_at: int) -> bool:
    """Whether a stage is the last one on the way, second chances aside."""
    main = (
        n
        for n, stage in enumerate(terms.format.stages.stages)
        if not stage.is_second_chance
    )
    return stage_at == max(main, default=-1)


def first_seat(plan: SessionPlan, seats: Sequence[int], lot: str) -> int:
    """The seat that bets first in the first hand: the lowest taken, or by lot."""
    taken = sorted(seats)
    if plan.first is FirstBettor.SEAT_ONE:
        return taken[0]
    drawn = int.from_bytes(sha256(lot.encode()).digest())
    return taken[drawn % len(taken)]


def next_seat(seat: int, seats: Iterable[int], moves: Direction) -> int | None:
    """The next seat that is taken: seats count up from the dealer's left."""
    taken = sorted(seats)
    if not taken:
        return None
    if moves is Direction.RIGHT:
        return next((s for s in taken if s > seat), taken[0])
    return next((s for s in reversed(taken) if s < seat), taken[-1])


def held_by(seat: int, seats: Iterable[int], moves: Direction) -> int | None:
    """Who has the marker: the seat it lies at, or the next one that is taken."""
    taken = set(seats)
    return seat if seat in taken else next_seat(seat, taken, moves)
