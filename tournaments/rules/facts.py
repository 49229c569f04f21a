"""What is known about a tournament at one moment: everything the gates ask for."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from tournaments.rules.clauses.eligibility import Affiliation
from tournaments.rules.clauses.statements import EarlyGround
from tournaments.rules.payments import PaidFor
from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class Deputy:
    """Somebody who may stand in for the Director, and who appointed them."""

    name: str
    appointed_by: str


@dataclass(frozen=True, slots=True)
class TableUse:
    """A designated table and what else it is used for."""

    name: str
    other_use: str = ""
    low_limit: bool = False
    rulebook: str = "CROWN3"


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player with a seat, and what has been done for them."""

    name: str
    bank_chips: int
    briefed_by: str = ""  # the Director who is satisfied that they understand
    signed: bool = False
    accepted: bool = True  # the version of the terms that binds them now
    boxes: int = 1


@dataclass(frozen=True, slots=True)
class Play:
    """What is going on at the table asked about."""

    table: str = ""
    open_hand: int | None = None
    unexamined_forms: tuple[str, ...] = ()  # the seats they came from
    early_ground: EarlyGround | None = None
    decided: bool = False  # the Director finds it settled who goes on
    agreed: int = 0
    players: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """The stacks of a table as two people counted them."""

    counted_by: str = ""
    confirmed_by: str = ""
    counted: tuple[tuple[str, int], ...] = ()  # seat and stack
    confirmed: tuple[tuple[str, int], ...] = ()
    variance_chips: int = 0  # of tray and stacks against what went in
    is_ruled_on: bool = False


@dataclass(frozen=True, slots=True)
class Remaining:
    """What is still open at the end."""

    open_tables: tuple[str, ...] = ()
    open_ties: tuple[str, ...] = ()
    unpaid_prizes: int = 0
    unpaid_refunds: int = 0
    chips_out: int = 0


@dataclass(frozen=True, slots=True)
class DeskSays:
    """What the desk says about an application once it is to be taken."""

    entry_fee_cents: int
    buy_in_cents: int
    selected: bool = False  # by the criteria, where there are any
    approved: bool = False  # one of the operator's own people, by whom the terms name


@dataclass(frozen=True, slots=True)
class Sale:
    """Somebody entered who wants to pay for more, and what is known of their play."""

    what: PaidFor
    cents: int  # that are offered
    taken: int = 0  # of the same kind, by this player
    sold: int = 0  # of the same kind, to everybody
    eliminated: bool = False
    is_playing: bool = False  # play has begun and is not over
    stage: str = ""  # whose seats hold; empty while none are drawn
    hand: int | None = None  # at the player's table, where somebody knows it
    now: datetime | None = None  # where the clock has a say
    waits: bool = False  # has paid for the second chance that comes next
    drawn: frozenset[int] = frozenset()  # stages whose seats are released
    closed: frozenset[int] = frozenset()  # stages that are closed
    held: frozenset[int] = frozenset()  # second chances the Director has decided on


@dataclass(frozen=True, slots=True)
class Application:
    """Somebody who asks to enter; nobody in particular while no name is known."""

    name: str = ""
    age: int | None = None
    excluded: bool = False
    affiliation: Affiliation = Affiliation.GUEST
    entries: int = 0  # made already
    was_replaced: bool = False  # a substitute has taken over their entry
    desk: DeskSays | None = None


def stand_ins(director: str, deputies: Iterable[Deputy]) -> frozenset[str]:
    """Whose presence counts: the Director and deputies the Director appointed."""
    mine = {d.name for d in deputies if d.appointed_by == director}
    return frozenset({director, *mine} if director else ())


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What the gates of a hand ask: who is there, and what goes on at the table."""

    now: datetime
    actor: str = ""
    director: str = ""
    deputies: tuple[Deputy, ...] = ()
    present: frozenset[str] = frozenset()
    play: Play = Play()
    terms: Terms | None = None
    count: Count = Count()

    @property
    def stand_ins(self) -> frozenset[str]:
        """Whose presence counts."""
        return stand_ins(self.director, self.deputies)


@dataclass(frozen=True, slots=True)
class Facts:
    """A tournament at one moment, as its records have it."""

    terms: Terms | None
    now: datetime
    actor: str = ""
    director: str = ""
    deputies: tuple[Deputy, ...] = ()
    present: frozenset[str] = frozenset()
    play: Play = Play()
    edition_from: datetime | None = None  # when the edition comes into force
    seat_costs: int | None = None  # in the tournament whose seats are the prizes
    terms_available_at: datetime | None = None
    inspectorate_advised_at: datetime | None = None
    inspectorate_reference: str = ""
    entries: int = 0
    held_places: int = 0  # for people who wait and come first
    held_online: int = 0  # for people who applied, for the minutes the house sets
    late_places: int = 0  # kept, where entries close after the start
    application: Application | None = None  # while somebody asks to enter
    tables: tuple[TableUse, ...] = ()
    players: tuple[SeatedPlayer, ...] = ()
    untold_changes: tuple[str, ...] = ()  # details the regulator has not been told of
    count: Count = Count()
    remaining: Remaining = Remaining()
    reason: str = ""  # for cancelling

    @property
    def stand_ins(self) -> frozenset[str]:
        """Whose presence counts."""
        return stand_ins(self.director, self.deputies)

    @property
    def zone(self) -> ZoneInfo:
        """The zone of the venue's wall clocks."""
        return self.terms.zone if self.terms else ZoneInfo("UTC")


AtTable = TableFacts | Facts
