"""The fairness report: four comparisons, each as bars and as a table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlmodel import Session

from rulebook.terms import wording
from tournaments.fairness import seen
from tournaments.models import TournamentRow
from tournaments.rules import fairness
from tournaments.rules.fairness import Group, Key, Line, Table
from tournaments.structure import bars
from tournaments.structure.bars import Bars
from tournaments.structure.sheet import per_cent

NONE = "–"
Column = tuple[str, Callable[[Group], str]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One comparison: what is compared, by which figure, and what the table has."""

    name: str
    title: str
    by: Callable[[Line], Key]
    over: str  # what stands over the groups
    label: str  # of one group, with its key
    figure: Callable[[Group], Fraction | None]
    said: Callable[[Group], str]
    columns: tuple[Column, ...]
    note: str  # nothing where the spread of first bets is told


@dataclass(frozen=True, slots=True)
class Part:
    """One comparison as it is shown: bars, and the same in figures."""

    asked: Comparison
    bars: Bars
    # Each group: what it is called, this event's figures, the earlier events' figures.
    rows: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    note: str


@dataclass(frozen=True, slots=True)
class Report:
    """What is known of this event and of those before it."""

    tables: int
    players: int
    events: int
    earlier_tables: int
    parts: tuple[Part, ...]


def report(session: Session, tournament: TournamentRow) -> Report:
    """How even this event was so far, beside those before it."""
    now = [*seen.tables(session, tournament)]
    past = [
        table
        for event in seen.earlier(session, tournament)
        for table in seen.tables(session, event)
    ]
    return Report(
        len(now),
        sum(len(table.players) for table in now),
        len({table.event for table in past}),
        len(past),
        tuple(_part(asked, now, past) for asked in ASKED) if now or past else (),
    )


def _part(asked: Comparison, now: Sequence[Table], past: Sequence[Table]) -> Part:
    here, before = (fairness.grouped(each, asked.by) for each in (now, past))
    keys = sorted({*here, *before}, key=_in_order)
    if asked.by is fairness.by_session:  # they are in the order of play
        keys = [*dict.fromkeys((*here, *before))]
    rows = tuple(
        (asked.label.format(k), _cells(asked, here, k), _cells(asked, before, k))
        for k in keys
    )
    note = asked.note or _bets_said(fairness.spread(now), fairness.spread(past))
    return Part(asked, _bars(asked, (here, before), keys), rows, note)


def _in_order(key: Key) -> tuple[int, str]:
    """Seats and sizes from the lowest on."""
    return (key, "") if isinstance(key, int) else (0, key)


def _cells(asked: Comparison, side: Mapping[Key, Group], key: Key) -> tuple[str, ...]:
    """The figures of one group; a dash for each where nobody was in it."""
    return tuple(said(side[key]) if key in side else NONE for _, said in asked.columns)


def _bars(
    asked: Comparison, sides: Sequence[Mapping[Key, Group]], keys: Sequence[Key]
) -> Bars:
    """A bar for each group, and one below it for the earlier events."""
    lines = []
    for key in keys:
        for side, more in zip(sides, ("", ", earlier"), strict=True):
            size = asked.figure(side[key]) if key in side else None
            if size is not None:
                label = asked.label.format(key) + more
                lines.append((label, asked.said(side[key]), size))
    return bars.below_one_another(lines, asked.title)


def _bets_said(now: fairness.Spread, past: fairness.Spread) -> str:
    """How even first bets were, in sentences."""
    return " ".join(
        f"{which}: at {each.even} of {wording.figure(each.tables, 'table')} the first "
        f"bets of the players differ by one at most; the widest difference is "
        f"{each.widest}."
        for which, each in (("This event", now), ("Earlier events", past))
        if each.tables
    )


def tenths(figure: Fraction | None) -> str:
    """A figure with one decimal: 3.4."""
    return NONE if figure is None else f"{float(figure):.1f}"


def _share(group: Group) -> str:
    return per_cent(group.share) if group.share is not None else NONE


def _went_on(group: Group) -> str:
    return f"{group.went_on:,}" if group.may_go_on else NONE


def _both(group: Group) -> str:
    return f"{_share(group)}, {group.went_on:,} of {group.may_go_on:,}"


PLAYERS: Column = ("Players", lambda group: f"{group.players:,}")
MAY_GO_ON: Column = ("Players", lambda group: f"{group.may_go_on:,}")
WENT_ON: Column = ("Went on", _went_on)
SHARE: Column = ("Share", _share)
STACK: Column = ("Stack", lambda group: per_cent(group.stack))
PLACE: Column = ("Place", lambda group: tenths(group.place))
EVEN: Column = ("Even", lambda group: tenths(group.even))
BETS: Column = ("First bets each", lambda group: tenths(group.first_bets))
ASKED = (
    Comparison(
        "sizes",
        "Who went on, by size of table",
        fairness.by_size,
        "Seated",
        "Table of {}",
        lambda group: group.share,
        _both,
        (MAY_GO_ON, WENT_ON, SHARE),
        "Players of stages from which somebody goes on; finals are left out.",
    ),
    Comparison(
        "bets",
        "First bets of each player",
        fairness.by_seat,
        "Seat",
        "Seat {}",
        lambda group: group.first_bets,
        lambda group: tenths(group.first_bets),
        (PLAYERS, BETS),
        "",
    ),
    Comparison(
        "seats",
        "Seats compared",
        fairness.by_seat,
        "Seat",
        "Seat {}",
        lambda group: group.stack,
        lambda group: per_cent(group.stack),
        (PLAYERS, STACK, PLACE, EVEN, SHARE),
        "The stack is a part of the average stack of the same table: 100.0% is even. "
        "The place is the average one at the table, and even is what it would be if "
        "every player were like any other.",
    ),
    Comparison(
        "sessions",
        "Sessions compared",
        fairness.by_session,
        "Session",
        "{}",
        lambda group: group.share,
        _both,
        (PLAYERS, WENT_ON, SHARE, BETS),
        "Sessions stand beside those of the same name; nobody goes on from a final.",
    ),
)
