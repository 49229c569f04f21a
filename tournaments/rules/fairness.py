"""Whether seats, sessions and sizes of tables treated players alike. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rulebook import HOUSE, Cite

RULE: Cite = HOUSE.at("TOURN-387")
Key = int | str


@dataclass(frozen=True, slots=True)
class Sat:
    """One player at a table, as the close of the stage has it."""

    seat: int
    chips: int
    went_on: bool | None = None  # nothing in a final: nobody goes on from it
    first_bets: int | None = None  # not known of a player who was moved


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a closed stage: whose, which session, who is compared."""

    event: str
    session: str
    seated: int  # down at it, whether they are compared or not
    players: tuple[Sat, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """What one player's table made of them, against all who sat there."""

    table: Table
    sat: Sat
    place: Fraction  # at the table; equal stacks share their places
    even: Fraction  # the place of a player like any other there
    stack: Fraction  # against the average stack of the table


@dataclass(frozen=True, slots=True)
class Group:
    """Players who had something in common, and how they did on average."""

    players: int
    may_go_on: int
    went_on: int
    place: Fraction
    even: Fraction
    stack: Fraction
    first_bets: Fraction | None

    @property
    def share(self) -> Fraction | None:
        """Which part of those who could go on did."""
        return Fraction(self.went_on, self.may_go_on) if self.may_go_on else None


@dataclass(frozen=True, slots=True)
class Spread:
    """How far apart the first bets of one table were, over tables."""

    tables: int
    even: int  # where nobody's differ by more than one
    widest: int


def lines(tables: Iterable[Table]) -> Iterator[Line]:
    """Every player against the others of their table."""
    for table in tables:
        stacks = [sat.chips for sat in table.players]
        average = Fraction(sum(stacks), len(stacks) or 1)
        for sat in table.players:
            higher = sum(1 for chips in stacks if chips > sat.chips)
            place = higher + Fraction(stacks.count(sat.chips) + 1, 2)
            stack = sat.chips / average if average else Fraction(1)
            yield Line(table, sat, place, Fraction(len(stacks) + 1, 2), stack)


def by_size(line: Line) -> int:
    """How many sat down at the table."""
    return line.table.seated


def by_seat(line: Line) -> int:
    """The seat at the table."""
    return line.sat.seat


def by_session(line: Line) -> str:
    """The session."""
    return line.table.session


def grouped(tables: Iterable[Table], by: Callable[[Line], Key]) -> Mapping[Key, Group]:
    """How the players of each size, seat or session did, as they first come."""
    found: dict[Key, list[Line]] = {}
    for line in lines(tables):
        found.setdefault(by(line), []).append(line)
    return {key: _group(each) for key, each in found.items()}


def _group(players: list[Line]) -> Group:
    could = [p.sat.went_on for p in players if p.sat.went_on is not None]
    bets = [p.sat.first_bets for p in players if p.sat.first_bets is not None]
    return Group(
        len(players),
        len(could),
        sum(could),
        _mean(p.place for p in players),
        _mean(p.even for p in players),
        _mean(p.stack for p in players),
        _mean(bets) if bets else None,
    )


def _mean(figures: Iterable[Fraction | int]) -> Fraction:
    every = list(figures)
    return Fraction(sum(every)) / len(every)


def spread(tables: Iterable[Table]) -> Spread:
    """How even first bets were at the tables where they are known of everybody."""
    apart = []
    for table in tables:
        bets = [sat.first_bets for sat in table.players]
        known = [times for times in bets if times is not None]
        if known and len(known) == len(bets):
            apart.append(max(known) - min(known))
    return Spread(len(apart), sum(each <= 1 for each in apart), max(apart, default=0))
