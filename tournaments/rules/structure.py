"""Does the structure add up? Reckoned for the fewest, expected and most players."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.limits import bounds
from tournaments.rules.chipping import chip_refusals, chips_needed, stock_refusals
from tournaments.rules.clauses.format import Stacks
from tournaments.rules.clauses.seating import FirstBets
from tournaments.rules.prizes import (
    Takings,
    example_refusals,
    planned_pool_cents,
    prize_refusals,
    prizes_cents,
)
from tournaments.rules.seats import (
    Chance,
    FirstBetCount,
    StagePlan,
    chances,
    first_bets,
    run,
)
from tournaments.rules.shortfalls import shortfalls
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import (
    STAGES,
    timetable_notes,
    timetable_refusals,
)
from tournaments.rules.tokens import ChipCount

MOST_COUNTS = 400  # between the fewest and the most players


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole tournament with one number of players."""

    players: int
    stages: tuple[StagePlan, ...]
    pool_cents: int
    prizes_cents: tuple[int, ...]
    chips: tuple[ChipCount, ...]
    chances: tuple[Chance, ...]  # for staff only
    first_bets: tuple[FirstBetCount, ...]
    refusals: tuple[Refusal, ...]
    notes: tuple[Refusal, ...]

    @property
    def adds_up(self) -> bool:
        """Whether nothing is short with this many players."""
        return not self.refusals


@dataclass(frozen=True, slots=True)
class Structure:
    """The plans for each number of players, and everything that does not add up."""

    plans: tuple[Plan, ...]
    refusals: tuple[Refusal, ...]
    notes: tuple[Refusal, ...]


def check(terms: Terms, stock: tuple[ChipCount, ...] | None = None) -> Structure:
    """Reckon the structure; a stock of chips is checked when it is given."""
    beyond = bounds(terms) or tuple(_unknown(terms))
    if beyond:  # figures no house could mean are not reckoned with
        return Structure((), beyond, ())
    counts = terms.details.players.counts
    plans = tuple(plan(terms, players, stock) for players in counts)
    general = (
        *timetable_refusals(terms),
        *_hands_against_seats(terms),
        *_stacks(terms),
        *chip_refusals(terms),
        *example_refusals(terms),
    )
    each = tuple(_with(p.players, r) for p in plans for r in p.refusals)
    each += tuple(_between(terms, each))
    notes = tuple(_with(p.players, note) for p in plans for note in p.notes)
    return Structure(plans, general + each, timetable_notes(terms) + notes)


def _between(terms: Terms, known: tuple[Refusal, ...]) -> Iterator[Refusal]:
    """What is short with some number of players between the fewest and the most.

    Losers and finalists do not grow evenly with the field, so three counts prove
    little; each shortfall not known yet is told with the first count that has it.
    """
    counts = terms.details.players.counts
    low, high = min(counts), max(counts)
    told = {(refusal.cite, refusal.field) for refusal in known}
    for players in range(low + 1, high, 1 + (high - low) // MOST_COUNTS):
        for refusal in shortfalls(terms, run(terms, players)):
            if (refusal.cite, refusal.field) not in told:
                told.add((refusal.cite, refusal.field))
                yield _with(players, refusal)


def _with(players: int, refusal: Refusal) -> Refusal:
    return replace(refusal, wrong=f"With {players} players: {refusal.wrong}")


def plan(
    terms: Terms, players: int, stock: tuple[ChipCount, ...] | None = None
) -> Plan:
    """Reckon the tournament with this many players."""
    stages = run(terms, players)
    pool = planned_pool_cents(terms, Takings(players))
    needed = chips_needed(terms, stages)
    return Plan(
        players,
        stages,
        pool,
        prizes_cents(terms, pool, players),
        needed,
        tuple(chance for r in stages if not r.is_final for chance in chances(r)),
        tuple(_first_bets(terms, stages)),
        (
            *shortfalls(terms, stages),
            *prize_refusals(terms, players, pool),
            *(stock_refusals(needed, stock) if stock is not None else ()),
        ),
        tuple(_notes(terms, stages)),
    )


def _unknown(terms: Terms) -> Iterator[Refusal]:
    """What has to be entered before anything can be reckoned."""
    if not terms.details.players.counts:
        yield _short("No number of players is entered.", "details.players.minimum")
    if not terms.format.stages.stages:
        yield _short("There is no stage to reckon with.", "format.stages.stages")
    for at, r in enumerate(terms.format.stages.stages):
        if not r.seats:
            yield _short(
                f"The seats of {r.called} are missing.", f"{STAGES}.{at}.seats"
            )
        if not r.tables and not terms.format.tables.basis.strip():
            wrong = f"The tables of {r.called} are missing."
            yield _short(wrong, f"{STAGES}.{at}.tables")
        if not r.starts and not terms.format.stages.basis.strip():
            wrong = f"The sessions of {r.called} are missing."
            yield _short(wrong, f"{STAGES}.{at}.starts")


def _short(wrong: str, field: str) -> Refusal:
    return Refusal(HOUSE.at("TOURN-10"), wrong, "Enter it to reckon further.", field)


def _hands_against_seats(terms: Terms) -> Iterator[Refusal]:
    if terms.house.first_bets.rule is not FirstBets.EQUAL:
        return
    for at, r in enumerate(terms.format.stages.stages):
        if r.hands and r.seats and r.hands % r.seats:
            least, more = divmod(r.hands, r.seats)
            yield Refusal(
                HOUSE.at("TOURN-6"),
                f"{wording.capital(wording.does(r.called, 'has'))} {r.hands} hands for "
                f"{r.seats} seats: "
                f"{wording.figure(more, 'player')} would bet first {least + 1} times, "
                f"the others {least}.",
                f"Play {least * r.seats or r.seats} or {(least + 1) * r.seats} hands.",
                f"{STAGES}.{at}.hands",
            )


def _stacks(terms: Terms) -> Iterator[Refusal]:
    """A stack that is carried over cannot start again."""
    if terms.format.progression.stacks is not Stacks.CARRY_OVER:
        return
    for at, r in enumerate(terms.format.stages.stages):
        if at and r.bank_chips:
            yield Refusal(
                Cite("CROWN3-12.4.3(b)"),
                f"Stacks carry over, and {wording.does(r.called, 'has')} a bank apart.",
                "Let stacks start again, or clear that bank.",
                f"{STAGES}.{at}.bank_chips",
            )


def _first_bets(terms: Terms, stages: tuple[StagePlan, ...]) -> Iterator[FirstBetCount]:
    for r in stages:
        if hands := terms.format.stages.stages[r.at].hands:
            yield from first_bets(r, hands)


def _notes(terms: Terms, stages: tuple[StagePlan, ...]) -> Iterator[Refusal]:
    """What is allowed and worth knowing about this number of players."""
    for count in _first_bets(terms, stages):
        if not count.is_equal:
            yield Refusal(
                HOUSE.at("TOURN-6"),
                f"At a table of {count.seated} in {count.called}, "
                f"{wording.figure(count.once_more, 'player')} bet first "
                f"{count.least + 1} times, the others {count.least}.",
                "",
                "house.first_bets.rule",
            )
    for r in stages:
        sessions = len(terms.format.stages.stages[r.at].starts)
        if r.players and r.tables < sessions:
            yield Refusal(
                HOUSE.at("TOURN-10"),
                f"{wording.capital(wording.does(r.called, 'needs'))} "
                f"{wording.figure(r.tables, 'table')} for "
                f"{wording.figure(sessions, 'session')}: some stay empty.",
                "",
                f"{STAGES}.{r.at}.starts",
            )
