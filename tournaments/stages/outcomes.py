"""What comes of a stage: who goes on, what is tied and how far that is decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from rulebook import Cite, Refusal
from rulebook.terms import wording
from tournaments.models import EntryRow, TournamentRow
from tournaments.rules import play_offs, progress, tie_steps
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.lots import DRAWN, Lot
from tournaments.rules.progress import Field, Outcome, Tie
from tournaments.rules.tie_steps import Standing, Step
from tournaments.seating import seats as seating
from tournaments.seating.models import SeatDrawRow
from tournaments.stages import lots
from tournaments.stages.counted import Played, number_of, tables_of
from tournaments.stages.models import LotRow, TieStepRow

GOES_ON: Cite = Cite("CROWN3-12.4.3(a)(iii)")


@dataclass(frozen=True, slots=True)
class TieState:
    """A tie of a stage, and how far the steps of the terms have decided it."""

    tie: Tie
    standing: Standing
    every_place: bool = False

    @property
    def is_open(self) -> bool:
        """Whether somebody is still equal who must not be."""
        return bool(self.standing.open)


@dataclass(frozen=True, slots=True)
class Result:
    """A stage's outcome with the ties and the lot that belong to it."""

    outcome: Outcome
    ties: tuple[TieState, ...]
    lot: Lot | None  # that has to be drawn, or was
    lot_row: LotRow | None
    through: tuple[int, ...]  # by number, wild cards with them
    out: Mapping[int, int]  # the stack of each who does not go on, by number
    says: tuple[str, ...]

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What is still to be decided before the stage can close."""
        found = list(progress.tie_refusals(self.outcome))
        if self.lot and (self.lot_row is None or self.lot_row.held_at is None):
            places = wording.many(self.lot.places, "place")
            wrong = f"{wording.capital(places)} go to players drawn by lot."
            found.append(Refusal(DRAWN, wrong, "Draw the wild card."))
        return tuple(found)


def steps_of(
    session: Session, tournament: TournamentRow, stage_at: int
) -> Sequence[Step]:
    """What ties of a stage were decided by, play-offs included, in order of time."""
    mine = select(TieStepRow).where(
        col(TieStepRow.tournament_id) == tournament.pk,
        col(TieStepRow.stage_at) == stage_at,
    )
    found: list[tuple[datetime, Step]] = [
        (row.at, Step(row.step, {f"entry {n}": s for n, s in row.scores.items()}))
        for row in session.exec(mine.order_by(col(TieStepRow.id)))
    ]
    for at in played_off(session, tournament, stage_at):
        tables = tables_of(session, tournament, at)
        closed = [t.closed_at for t in tables if t.closed_at]
        if tables and len(closed) == len(tables):
            found.append((max(closed), _play_off(session, tournament, at)))
    found.sort(key=lambda each: each[0])
    return [step for _, step in found]


def played_off(
    session: Session, tournament: TournamentRow, stage_at: int
) -> Sequence[int]:
    """The play-offs of a stage whose seats are released."""
    mine = select(SeatDrawRow.stage_at).where(
        col(SeatDrawRow.tournament_id) == tournament.pk,
        col(SeatDrawRow.stage_at) >= play_offs.FIRST,
        col(SeatDrawRow.released_at).is_not(None),
    )
    every = session.exec(mine)
    return sorted(at for at in every if play_offs.stage_of(at) == stage_at)


def _play_off(session: Session, tournament: TournamentRow, at: int) -> Step:
    """What a play-off gave: the stacks counted; whoever was out before it, nothing."""
    stacks = {
        e: n for t in tables_of(session, tournament, at) for e, n in t.stacks.items()
    }
    seats = seating.seats_now(session, tournament, at)
    mine = select(EntryRow.id, EntryRow.number)
    mine = mine.where(col(EntryRow.id).in_(list(seats)))
    numbers = dict(session.exec(mine).all())
    scores = {f"entry {numbers[entry]}": stacks.get(entry, -1) for entry in seats}
    return Step(TieBreak.PLAY_OFF, scores)


def result(session: Session, tournament: TournamentRow, played: Played) -> Result:
    """The outcome of a stage as its counts, ties and lots have it now."""
    steps = steps_of(session, tournament, played.at)
    order = [b for b in played.terms.house.ties.order if b is not TieBreak.SHARED]
    tables, decided = played.numbers, dict[Tie, Sequence[str]]()
    states: dict[Tie, TieState] = {}
    short, field = played.terms.house.short_tables, Field(played.seated)
    while True:
        found = progress.who_goes_on(tables, played.planned, short, decided, field)
        for tie in found.ties:
            standing = tie_steps.stands(tie.players, tie.places, order, steps)
            states[tie] = TieState(tie, standing)
            if not standing.open:
                decided[tie] = standing.won
        if not any(tie in decided for tie in found.ties):
            break
    decided_by = tuple(states.values())
    return _together(session, tournament, (played.at, tables), found, decided_by)


def _together(
    session: Session,
    tournament: TournamentRow,
    played: tuple[int, Mapping[str, Mapping[str, int]]],
    found: Outcome,
    ties: tuple[TieState, ...],
) -> Result:
    at, tables = played
    through = [number_of(name) for name in found.through]
    left = [number_of(name) for name in found.left]
    lot = Lot(lots.WILD_CARD, tuple(left), found.to_draw) if found.to_draw else None
    row = lots.find(session, tournament, at, lot) if lot else None
    says = [*progress.arithmetic(tables, found)]
    if row is not None and row.held_at is not None:
        drawn = row.drawn[: found.to_draw]
        through += drawn
        said = wording.listed(f"entry {number}" for number in drawn)
        says.append(f"Lot {row.number}: {said} drawn from {len(left)}.")
    chips = {
        number_of(name): stack
        for stacks in tables.values()
        for name, stack in stacks.items()
    }
    on = frozenset(through)
    out = {n: chips[n] for n in sorted(chips) if n not in on}
    return Result(found, ties, lot, row, tuple(sorted(on)), out, tuple(says))
