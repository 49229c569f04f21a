"""What a round asks of whoever runs it, and the floor on which that is found.

A round knows no money and no tournament. What it is played for, within which limits
and by whom is a `Play`: the money table is one, a tournament brings another from its
own room. A round keeps who lent its table, and by that its play is found again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar

from sqlmodel import Session

from game.play import Limits, Offer, SeatLimits, State
from house.audit import Subject
from house.floor.acts import Act, record
from house.floor.disputes.rules import Umpire
from house.floor.models import Designation, TableRow, TableStatus
from house.floor.rounds import book as books
from house.floor.rounds.hooks import MoveAsked, Room, Rooms
from house.floor.rounds.models import AnyRound, AnySeat
from house.floor.tables.designation import designate, holds, kept_for
from house.sealing import Seal
from rulebook import Cite, Refusal, Refused


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something that is played at a table is, as the screens there say it."""

    says: str  # hand 7 of 18
    limits: str
    calls: str = ""  # what is called out before the next round
    seats: Mapping[int, str] = field(default_factory=dict)  # said beside each seat
    until: datetime | None = None  # when its clock ends it
    stops: tuple[Refusal, ...] = ()  # why no further round may be opened
    ways: tuple[tuple[str, str], ...] = ()  # where more of it is done, and its label


@dataclass(frozen=True)
class Play(ABC):
    """What is played for at a table now; what is not said here is as at any table."""

    session: Session
    table: TableRow
    now: datetime
    lent_to: Subject | None  # whose the table is meanwhile, where the house lent it
    round: AnyRound | None = None  # the one that is asked about, where it is one

    unit: ClassVar[str]  # what is staked: cents, or chips that are no money
    # Who takes part in its rounds beside the rooms that take part in all.
    rooms: ClassVar[tuple[Room, ...]] = ()

    @abstractmethod
    def is_open(self) -> bool:
        """Whether a round that counts may be played."""

    @abstractmethod
    def limits(self, hand: int) -> Limits:
        """The least and the most of a stake in this hand, and the steps between."""

    def own_limits(self) -> tuple[SeatLimits, ...]:
        """The limits that hold at single seats."""
        return ()

    def jackpot_price(self) -> int | None:
        """What a jackpot wager costs, where one is offered."""
        return None

    def player_card(self) -> Cite | None:
        """The rule that asks everybody who plays for a card of their own."""
        return None

    def secret(self) -> str | None:
        """What may be wagered in secret; mostly nothing."""
        return None

    @cached_property
    def sitting(self) -> Mapping[int, AnySeat]:
        """Who sits at the table, asked once."""
        return books.seats(self.session, books.REAL, self.table)

    def seats(self, sitting: Mapping[int, AnySeat]) -> Mapping[int, AnySeat]:
        """Who takes part, of those who sit at the table."""
        return sitting

    def stays(self, sitting: Mapping[int, AnySeat]) -> Mapping[int, int]:
        """Which stays at a table are those of who sits at a seat now, by their ids.

        Warnings are remembered for them; usually leaving the table ends that.
        """
        return {sits.pk: seat for seat, sits in sitting.items()}

    def offered(
        self,
        state: State[Any],  # noqa: ARG002
        offers: Sequence[Offer],
    ) -> Sequence[Offer]:
        """What players can take up of what the game offers now; mostly all of it."""
        return offers

    def first_to_bet(self) -> int | None:
        """The seat that stakes before every other; none, where any may."""
        return None

    def against_opening(self) -> Iterable[Refusal]:
        """Why no further round may be opened, beyond a table that is closed."""
        return ()

    def against_correcting(self, round_number: int) -> Iterable[Refusal]:  # noqa: ARG002
        """Why a round that was settled is not corrected any more."""
        return ()

    def progress(self, *, stops: bool = True) -> Progress | None:  # noqa: ARG002
        """How far it is, where it has a beginning and an end."""
        return None

    def before_first_card(self, asked: MoveAsked) -> Iterable[Refusal]:  # noqa: ARG002
        """What must be put right before the move that brings the first card."""
        return ()

    def against_money(self) -> Iterable[Refusal]:
        """Why no money, nor chips that stand for it, changes hands at the table."""
        return ()


@dataclass(frozen=True, slots=True)
class Way:
    """Where the console of a lent table leads beside the floor's own ways."""

    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Borrower:
    """Somebody whom the house lends tables to, as their own room of it answers."""

    # Give a table back that the desk asks for, or say what stands against it.
    give_back: Callable[[Session, TableRow, Subject, Act], object | Refused]
    play: type[Play] | None = None  # where rounds of theirs are kept on the floor
    # Who decides disputes at a table of theirs, seen by whoever acts.
    umpire: Callable[[Session, Subject, Act], Umpire] | None = None
    # Their own ways from the console of a table.
    ways: Callable[[Session, TableRow, Subject], tuple[Way, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Floor:
    """How a house runs its rounds: sealed decks, who takes part, what is played for."""

    seal: Seal
    rooms: tuple[Room, ...]  # of every round, in the order they are asked
    own: type[Play]  # what the house plays at its tables itself
    borrowers: Mapping[str, Borrower] = field(default_factory=dict)  # by their kind

    def play_at(self, session: Session, table: TableRow, now: datetime) -> Play:
        """What is played for at a table now: what it is designated for comes first."""
        return self._play(
            session, table, now, kept_for(table) if holds(table, now) else None
        )

    def play_of(
        self, session: Session, table: TableRow, row: AnyRound, now: datetime
    ) -> Play:
        """What a round is played for, as when it was opened."""
        return self._play(session, table, now, row.lent_to, row)

    def _play(
        self,
        session: Session,
        table: TableRow,
        now: datetime,
        to: Subject | None,
        row: AnyRound | None = None,
    ) -> Play:
        lent = self.borrowers.get(to.kind) if to else None
        if lent is None or lent.play is None:
            return self.own(session, table, now, None, row)
        return lent.play(session, table, now, to, row)

    def umpire_of(
        self, session: Session, user: Subject | None, act: Act
    ) -> Umpire | None:
        """Who decides disputes instead of the ranks, where a table was lent."""
        lent = self.borrowers.get(user.kind) if user else None
        if user is None or lent is None or lent.umpire is None:
            return None
        return lent.umpire(session, user, act)

    def ways_from(
        self, session: Session, table: TableRow, now: datetime
    ) -> tuple[Way, ...]:
        """The ways of whoever has a table, from its console."""
        user = kept_for(table) if holds(table, now) else None
        lent = self.borrowers.get(user.kind) if user else None
        if user is None or lent is None or lent.ways is None:
            return ()
        return lent.ways(session, table, user)

    def rooms_in(self, play: Play) -> Rooms:
        """Everybody who takes part in a round: those of every round, then its own."""
        return Rooms((*self.rooms, *play.rooms))

    def release(
        self, session: Session, table: TableRow, to: Designation, act: Act
    ) -> TableRow | Refused:
        """Release a table or take it out of use; whoever has it is asked first.

        They hold what is theirs before the table, as in all they do with it.
        """
        user = kept_for(table)
        lent = self.borrowers.get(user.kind) if user else None
        in_use = to is Designation.CLOSED and table.status is not TableStatus.CLOSED
        if user is not None and lent is not None and not in_use:
            verdict = lent.give_back(session, table, user, act)
            if isinstance(verdict, Refused):
                record(session, act, "release table", table, verdict)
                return verdict
            if to is table.designation:
                return table
        session.refresh(table, with_for_update=True)
        return designate(session, table, to, act)
