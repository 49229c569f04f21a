"""What the page of the structure says, from the terms alone. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from rulebook import CROWN3, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules import structure
from tournaments.rules.chipping import denominations
from tournaments.rules.clauses.prizes import SplitBy
from tournaments.rules.seats import Chance, StagePlan, TableSize
from tournaments.rules.structure import Plan, Structure
from tournaments.rules.terms import Terms
from tournaments.rules.tokens import ChipCount, worth

STAFF_ONLY: Cite = CROWN3.at("13.1")
MOST_ASKED = 10_000  # players that somebody may ask about


@dataclass(frozen=True, slots=True)
class Column:
    """The tournament with one number of players, under the name of that number."""

    label: str
    plan: Plan

    @property
    def worth_chips(self) -> int:
        """What all chips needed at once add up to."""
        return worth(self.plan.chips)


@dataclass(frozen=True, slots=True)
class Cell:
    """One stage with one number of players."""

    plan: StagePlan
    sessions: int  # that so many tables need

    @property
    def tables(self) -> str:
        """Two tables of six and one of five."""
        return said_sizes(self.plan.sizes)


@dataclass(frozen=True, slots=True)
class Line:
    """One stage of the terms, and how it goes with each number of players."""

    name: str
    is_second_chance: bool
    planned: str  # as the terms plan it
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything the page shows."""

    structure: Structure
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    asked: Column | None = None  # for the number somebody asked about

    @property
    def drawn(self) -> Column | None:
        """The plan the pictures show: the one asked about, or the expected one."""
        if self.asked is not None:
            return self.asked
        return self.columns[len(self.columns) // 2] if self.columns else None

    @property
    def shortfalls(self) -> tuple[Refusal, ...]:
        """Everything that does not add up, once."""
        return tuple(dict.fromkeys(self.structure.refusals))

    @property
    def notes(self) -> tuple[Refusal, ...]:
        """What is allowed and worth knowing, once."""
        return tuple(dict.fromkeys(self.structure.notes))

    @property
    def situation(self) -> str:
        """How the structure stands, in a sentence."""
        short = len(self.shortfalls)
        if short:
            things = wording.capital(wording.many(short, "thing"))
            verb = "does" if short == 1 else "do"
            return f"{things} {verb} not add up."
        counts = wording.listed(str(column.plan.players) for column in self.columns)
        return f"The structure adds up for {counts} players."

    @property
    def denominations(self) -> tuple[int, ...]:
        """Every denomination any of the plans needs, smallest first."""
        plans = (column.plan for column in self.every)
        return tuple(sorted({c.denomination_chips for p in plans for c in p.chips}))

    @property
    def every(self) -> tuple[Column, ...]:
        """All columns, the one asked about last."""
        return (*self.columns, self.asked) if self.asked else self.columns


def chips_of(plan: Plan, denomination: int) -> int:
    """How many chips of one denomination a plan needs at once."""
    held = (c.count for c in plan.chips if c.denomination_chips == denomination)
    return next(held, 0)


def sheet(terms: Terms, asked: int | None = None) -> Sheet:
    """Reckon the page for the terms as they stand, and for the number asked about."""
    reckoned = structure.check(terms)
    columns = tuple(_columns(terms, reckoned))
    extra = None
    if asked is not None and reckoned.plans:
        extra = Column("asked about", structure.plan(terms, asked))
    plans = [c.plan for c in (*columns, *([extra] if extra else []))]
    return Sheet(reckoned, columns, tuple(_lines(terms, plans)), extra)


def check_asked(text: str) -> int | Refusal:
    """The number of players somebody typed, or what is wrong with it."""
    typed = text.strip().replace(",", "")
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= MOST_ASKED:
        return int(typed[:9])
    return Refusal(
        Cite("CROWN3-12.4.1(a)(iii)"),
        f"“{text.strip()[:20]}” is no number of players.",
        f"Ask about 1 to {MOST_ASKED:,}.",
        "players",
    )


def _columns(terms: Terms, reckoned: Structure) -> Iterator[Column]:
    players = terms.details.players
    for plan in reckoned.plans:
        names = [
            name
            for name, count in (
                ("fewest", players.minimum),
                ("expected", players.expected),
                ("most", players.maximum),
            )
            if count == plan.players
        ]
        yield Column(wording.listed(names) if names else "players", plan)


def _lines(terms: Terms, plans: list[Plan]) -> Iterator[Line]:
    for at, r in enumerate(terms.format.stages.stages) if plans else ():
        sessions = wording.figure(len(r.starts), "session") if r.starts else "sessions"
        open_ended = "as many as needed" if r.tables is None else f"{r.tables}"
        seats = wording.figure(r.seats or 0, "seat")
        yield Line(
            r.name,
            r.is_second_chance,
            f"{sessions} of {open_ended} × {seats}, {r.length()}",
            tuple(
                Cell(plan.stages[at], _sessions(plan.stages[at], r.tables))
                for plan in plans
            ),
        )


def _sessions(plan: StagePlan, tables: int | None) -> int:
    return ceil(plan.tables / tables) if tables else min(1, plan.tables)


def said_sizes(sizes: tuple[TableSize, ...]) -> str:
    """Six tables of 6 and three of 5, in figures."""
    if not sizes:
        return "no table"
    first, *rest = sizes
    start = f"{wording.figure(first.tables, 'table')} of {first.seated}"
    return wording.listed([start, *(f"{s.tables} of {s.seated}" for s in rest)])


def per_cent(chance: Fraction) -> str:
    """A chance as it is read out: 33.3%."""
    tenths = round(chance * 1000)
    return f"{tenths // 10}.{tenths % 10}%"


@dataclass(frozen=True, slots=True)
class Unequal:
    """A stage in which the size of the table decides how likely one goes on."""

    called: str
    worst: Chance
    best: Chance


def unequal(plan: Plan) -> tuple[Unequal, ...]:
    """The stages in which tables of two sizes give different chances."""
    found = []
    for called in dict.fromkeys(chance.called for chance in plan.chances):
        own = sorted(
            (c for c in plan.chances if c.called == called), key=lambda c: c.chance
        )
        if own[0].chance != own[-1].chance:
            found.append(Unequal(called, own[0], own[-1]))
    return tuple(found)


def prize_shares(terms: Terms, plan: Plan) -> tuple[str, ...]:
    """Which part of the pool each place gets, as the terms print it."""
    table = terms.winners.split.table_for(plan.players)
    if terms.winners.split.by is not SplitBy.SHARES or table is None:
        return ("",) * len(plan.prizes_cents)
    said = [wording.per_cent(share) for share in table.shares]
    return tuple(said[: len(plan.prizes_cents)])


def bank_said(terms: Terms) -> tuple[ChipCount, ...]:
    """The chips one bank is made of, the largest first."""
    made: tuple[ChipCount, ...] = terms.format.bank.made_of
    return tuple(sorted(made, reverse=True)) if denominations(terms) else ()
