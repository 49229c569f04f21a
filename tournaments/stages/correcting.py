"""A stack of a closed stage is put right: first what it changes, then a new closing."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.conduct.acting import not_in_charge
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.path import steps
from tournaments.play.closing import stays
from tournaments.rules.lifecycle import Status
from tournaments.rules.session_plan import is_final
from tournaments.seating import seats as seating
from tournaments.stages import closing, counted, field, outcomes
from tournaments.stages.counted import Entrant, Played, Table
from tournaments.stages.models import CountCorrectedRow, StageClosedRow
from tournaments.stages.outcomes import Result

RIGHT: Cite = HOUSE.at("TOURN-306")


@dataclass(frozen=True, slots=True)
class Correction:
    """Whose stack at the end of a stage was what, and how that is known."""

    number: int
    chips: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a correction would change, and everything against it."""

    says: tuple[str, ...]
    refusals: tuple[Refusal, ...]
    table: Table | None = None
    entry: Entrant | None = None
    played: Played | None = None
    after: Result | None = None


def foresee(
    session: Session, tournament: TournamentRow, stage_at: int, wanted: Correction
) -> Foreseen:
    """What changes downstream if this stack is put right."""
    closed = field.closings(session, tournament).get(stage_at)
    if closed is None:
        wrong = "The stage is not closed."
        return Foreseen((), (Refusal(RIGHT, wrong, "Count the table again."),))
    kept = frozenset({*closed.through, *map(int, closed.out)})
    played = replace(counted.look(session, tournament, stage_at), kept=kept)
    entry = next(
        (e for e in played.entries.values() if e.number == wanted.number), None
    )
    tables = [t for t in played.tables if entry and entry.pk in t.stacks]
    if entry is None or not tables:
        wrong = f"Entry {wanted.number} was counted at no table of the stage."
        return Foreseen((), (Refusal(RIGHT, wrong, "", "entry"),))
    right = replace(tables[-1], stacks={**tables[-1].stacks, entry.pk: wanted.chips})
    changed = replace(
        played, tables=[right if t is tables[-1] else t for t in played.tables]
    )
    after = outcomes.result(session, tournament, changed)
    found = (
        *_against(session, tournament, closed, after, wanted),
        *after.refusals,
    )
    says = tuple(_says(closed, after, tables[-1].stacks[entry.pk], wanted))
    return Foreseen(says, found, tables[-1], entry, changed, after)


def _says(
    closed: StageClosedRow, after: Result, was: int, wanted: Correction
) -> Iterator[str]:
    yield f"Entry {wanted.number} had {was:,} chips and has {wanted.chips:,}."
    gone = sorted({*closed.through} - {*after.through})
    came = sorted({*after.through} - {*closed.through})
    if gone and came:
        out = wording.listed(f"entry {n}" for n in gone)
        new = wording.listed(f"entry {n}" for n in came)
        yield f"It replaces {out} by {new} among those who go on."
    elif not gone and not came:
        yield "Who goes on stays as it is; places by stack may change."


def _against(
    session: Session,
    tournament: TournamentRow,
    closed: StageClosedRow,
    after: Result,
    wanted: Correction,
) -> Iterator[Refusal]:
    if tournament.status is not Status.RUNNING:
        wrong = f"The tournament is {tournament.status.words.lower()}."
        yield Refusal(RIGHT, wrong, "Prizes are put right by the cage.")
    if wanted.chips < 0:
        yield Refusal(RIGHT, "A stack is nothing at least.", "", "chips")
    if not wanted.reason.strip():
        yield Refusal(RIGHT, "Nothing says why.", "Give a reason.", "reason")
    changes = {*closed.through} != {*after.through}
    terms = queries.terms_of(session, tournament)
    if stays(terms, closed.stage_at):
        wrong = "Players took their stacks along to the next stage."
        yield Refusal(RIGHT, wrong, "Put the stack right at the table, as a ruling.")
    later = [d for d in seating.draws(session, tournament) if d.released_at]
    if changes and any(
        d.stage_at > closed.stage_at for d in later if d.stage_at < 1000
    ):
        wrong = "The seats of a later stage are released, and who goes on would change."
        yield Refusal(RIGHT, wrong, "What was released holds.")


def correct(
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    wanted: Correction,
    act: Act,
) -> StageClosedRow | Refused:
    """Put a stack right and close the stage once more by it."""
    seen = foresee(session, tournament, stage_at, wanted)
    found = (*not_in_charge(session, tournament, act), *seen.refusals)
    if found or not (seen.played and seen.after and seen.entry and seen.table):
        verdict: StageClosedRow | Refused = Refused(tuple(dict.fromkeys(found)))
    else:
        verdict = _correct(session, tournament, stage_at, wanted, seen, act)
    after: dict[str, Any] = {
        "stage": stage_at,
        "entry": wanted.number,
        "chips": wanted.chips,
    }
    after |= {"reason": wanted.reason, "says": list(seen.says)}
    steps.note(
        session, tournament, "correct count", act, verdict, (RIGHT,), None, after
    )
    return verdict


def _correct(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    wanted: Correction,
    seen: Foreseen,
    act: Act,
) -> StageClosedRow:
    assert seen.played is not None
    assert seen.after is not None
    assert seen.entry is not None
    assert seen.table is not None
    assert seen.table.row is not None, "A counted table was played at."
    reason = fitted(wanted.reason.strip(), 400)
    session.add(
        CountCorrectedRow(
            session_table_id=seen.table.row.pk,
            entry_id=seen.entry.pk,
            was_chips=seen.table.stacks[seen.entry.pk],
            chips=wanted.chips,
            reason=reason,
            **steps.signed(act),
        )
    )
    number = field.closings(session, tournament)[stage_at].number + 1
    row = closing.closed_row(
        tournament, seen.played, seen.after, act, number=number, reason=reason
    )
    session.add(row)
    if not is_final(seen.played.terms, stage_at):
        _let_in(session, tournament, seen.after, act)
        closing.eliminate(session, tournament, seen.after, f"{stage_at}-{number}", act)
    session.flush()
    return row


def _let_in(
    session: Session, tournament: TournamentRow, after: Result, act: Act
) -> None:
    """Whoever goes on by the correction plays again."""
    mine = select(EntryRow).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.number).in_(list(after.through)),
        col(EntryRow.state) == EntryState.ELIMINATED,
    )
    for entry in session.exec(mine.order_by(col(EntryRow.id))):
        entry.state, entry.changed_at = EntryState.ENTERED, act.now
