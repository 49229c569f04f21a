"""Ready terms for common formats, complete but for what only the director knows."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from rulebook import VIC99
from tournaments.rules.clauses.chances import Qualifies, RepechageOffer
from tournaments.rules.clauses.details import DatesClause
from tournaments.rules.clauses.other_games import BaccaratClause, CaribbeanClause
from tournaments.rules.clauses.prizes import (
    PrizeSplitClause,
    PrizeTable,
    SplitBy,
)
from tournaments.rules.clauses.secret import SecretOn
from tournaments.rules.clauses.winners import EliminationClause, WinnerBy, WinnerClause
from tournaments.rules.occasion import Occasion
from tournaments.rules.stages import GoesOn, Stage, StageKind
from tournaments.rules.standard import standard
from tournaments.rules.terms import Details, Terms

SESSION_MINUTES = 75


@dataclass(frozen=True, slots=True)
class Template:
    """A format by its name, and the terms it gives for an occasion."""

    key: str
    title: str
    sentence: str
    build: Callable[[Terms, datetime], Terms]
    game: str = ""  # where it is for one game alone, whatever else is chosen

    def terms(self, occasion: Occasion) -> Terms:
        """The terms of this format for an occasion."""
        if self.game:
            occasion = replace(occasion, document=VIC99, game=self.game)
        usual = standard(occasion.starts_at, occasion.names)
        terms = self.build(usual, occasion.starts_at)
        if not terms.format.stages.stages:
            return terms
        over = max(terms.format.stages.stages[-1].ends()) + timedelta(minutes=60)
        dates = replace(terms.details.dates, ends_at=over)
        return replace(terms, details=replace(terms.details, dates=dates))


def _starts(first: datetime, *after_minutes: int) -> tuple[datetime, ...]:
    return tuple(first + timedelta(minutes=m) for m in after_minutes)


def _final(first: datetime, after: int, hands: int = 18) -> Stage:
    return Stage(
        name="Final",
        starts=_starts(first, after),
        minutes=SESSION_MINUTES,
        tables=1,
        seats=6,
        hands=hands,
    )


def _with(
    terms: Terms,
    stages: tuple[Stage, ...],
    players: tuple[int, int, int],
    shares: tuple[tuple[int, tuple[int, ...]], ...],
) -> Terms:
    """Terms with these stages, numbers of players and prize shares in per cent."""
    least, likely, most = players
    counts = replace(
        terms.details.players, minimum=least, expected=likely, maximum=most
    )
    tables = tuple(
        PrizeTable(start, tuple(Fraction(share, 100) for share in parts))
        for start, parts in shares
    )
    return replace(
        terms,
        details=replace(terms.details, players=counts),
        format=replace(
            terms.format, stages=replace(terms.format.stages, stages=stages)
        ),
        winners=replace(terms.winners, split=PrizeSplitClause(tables=tables)),
    )


def _heat(first: datetime, name: str, *after: int) -> Stage:
    return Stage(
        name=name,
        starts=_starts(first, *after),
        minutes=SESSION_MINUTES,
        tables=6,
        seats=6,
        hands=18,
        goes_on=GoesOn(top_per_table=2),
    )


def _heats(terms: Terms, first: datetime) -> Terms:
    semi = Stage(
        name="Semi-final",
        starts=_starts(first, 180),
        minutes=SESSION_MINUTES,
        tables=4,
        seats=6,
        hands=18,
        goes_on=GoesOn(top_per_table=1, best_others=2),
    )
    stages = (_heat(first, "Heats", 0, 80), semi, _final(first, 300))
    split = ((36, (50, 30, 20)), (54, (50, 25, 15, 10)))
    return _with(terms, stages, (36, 54, 72), split)


def _second_chance(terms: Terms, first: datetime) -> Terms:
    repechage = replace(
        _heat(first, "Repechage", 165),
        kind=StageKind.REPECHAGE,
        minutes=55,
        hands=12,
        goes_on=GoesOn(top_per_table=1),
    )
    two = replace(
        _heat(first, "Round two", 250), tables=5, goes_on=GoesOn(best_others=6)
    )
    stages = (_heat(first, "Round one", 0, 80), repechage, two, _final(first, 355))
    split = ((36, (50, 30, 20)), (54, (50, 25, 15, 10)))
    terms = _with(terms, stages, (36, 60, 72), split)
    clause = replace(
        terms.format.repechage,
        offer=RepechageOffer.PLANNED,
        qualifies=Qualifies.HIGHEST_STACKS,
    )
    return replace(terms, format=replace(terms.format, repechage=clause))


def _accumulation(terms: Terms, first: datetime) -> Terms:
    qualifying = Stage(
        name="Qualifying round",
        starts=_starts(first, 0, 80, 160, 240),
        minutes=SESSION_MINUTES,
        tables=4,
        seats=6,
        hands=18,
        goes_on=GoesOn(best_others=6),
    )
    stages = (qualifying, _final(first, 350))
    split = ((24, (50, 30, 20)), (60, (45, 25, 15, 9, 6)))
    return _with(terms, stages, (24, 60, 96), split)


def _elimination(terms: Terms, first: datetime) -> Terms:
    one = replace(
        _heat(first, "Round one", 0),
        minutes=110,
        hands=30,
        goes_on=GoesOn(top_per_table=1),
    )
    final = replace(_final(first, 150, hands=30), minutes=110)
    terms = _with(terms, (one, final), (24, 30, 36), ((24, (60, 25, 15)),))
    clause = EliminationClause(
        not_through=True, broke=True, lowest_after_hands=(8, 16, 25)
    )
    return replace(terms, elimination=replace(terms.elimination, elimination=clause))


def _satellite(terms: Terms, first: datetime) -> Terms:
    only = Stage(
        name="Satellite",
        starts=_starts(first, 0, 80),
        minutes=SESSION_MINUTES,
        tables=4,
        seats=6,
        hands=18,
    )
    terms = _with(terms, (only,), (12, 30, 48), ())
    winners = replace(
        terms.winners,
        winner=WinnerClause(by=WinnerBy.SESSION_STACK),
        split=PrizeSplitClause(by=SplitBy.SEATS, seat_cents=1_000_00),
    )
    return replace(terms, winners=winners)


def _baccarat(terms: Terms, first: datetime) -> Terms:
    """Heats of seven at a table, on Banker, Player and Tie."""
    made = _heats(terms, first)
    stages = tuple(
        replace(stage, seats=7, hands=21) for stage in made.format.stages.stages
    )
    secret = replace(made.wagers.secret, per_session=3, on=SecretOn.AREAS, stated=False)
    return replace(
        made,
        format=replace(made.format, stages=replace(made.format.stages, stages=stages)),
        wagers=replace(made.wagers, secret=secret, baccarat=BaccaratClause(tie=True)),
    )


def _caribbean(terms: Terms, first: datetime) -> Terms:
    """Heats of six at a table, the Bet after the Ante printed."""
    made = _heats(terms, first)
    return replace(
        made, wagers=replace(made.wagers, caribbean=CaribbeanClause(stated=True))
    )


def _blank(terms: Terms, first: datetime) -> Terms:
    """Nothing but the names and the start: every item is asked for."""
    dates = DatesClause(starts_at=first)
    return Terms(details=Details(names=terms.details.names, dates=dates))


BLANK = Template(
    "blank",
    "Blank",
    "Nothing is filled in but names and start; the checklist asks for every item.",
    _blank,
)
TEMPLATES = (
    Template(
        "heats",
        "Heats, semi-final, final",
        "The two highest stacks of each table go on, stage by stage, to one table.",
        _heats,
    ),
    Template(
        "second-chance",
        "Heats with a repechage",
        "The best of those who lose round one play once more for the places left.",
        _second_chance,
    ),
    Template(
        "accumulation",
        "Accumulation",
        "All sessions are ranked together; the six highest stacks play the final.",
        _accumulation,
    ),
    Template(
        "elimination",
        "Elimination hands",
        "The lowest stack of each table is out after hands 8, 16 and 25.",
        _elimination,
    ),
    Template(
        "satellite",
        "Satellite",
        "One stage whose highest stacks win seats in a larger tournament.",
        _satellite,
    ),
    Template(
        "baccarat",
        "Baccarat",
        "Heats of seven on Banker, Player and Tie, with three secret wagers a session.",
        _baccarat,
        game="Baccarat",
    ),
    Template(
        "caribbean",
        "Caribbean Stud",
        "Heats of six at Caribbean Stud, the Bet after the Ante as its rules have it.",
        _caribbean,
        game="Caribbean Stud",
    ),
)
