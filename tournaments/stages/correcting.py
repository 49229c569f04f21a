"""A stack of a closed stage is put right: first what it changes, then a new closing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.rounds.play import Floor
from rulebook import Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.conduct.acting import not_in_charge
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.path import steps
from tournaments.play.closing import stays
from tournaments.rules.lifecycle import Status
from tournaments.rules.session_plan import is_final
from tournaments.stages import (
    closing,
    counted,
    field,
    outcomes,
    replacing,
    reseating,
    telling,
)
from tournaments.stages.counted import Entrant, Played, Table
from tournaments.stages.models import CountCorrectedRow, StageClosedRow
from tournaments.stages.outcomes import Result
from tournaments.stages.replacing import RIGHT, Exchange


@dataclass(frozen=True, slots=True)
class Correction:
    """Whose stack at the end of a stage was what, and how that is known."""

    number: int
    chips: int
    reason: str = ""
    ruling: str = ""  # that who plays changes, though the next session has begun


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a correction would change, and everything against it."""

    says: tuple[str, ...]
    refusals: tuple[Refusal, ...]
    table: Table | None = None
    entry: Entrant | None = None
    played: Played | None = None
    after: Result | None = None
    changes: frozenset[int] = frozenset()  # whoever goes on now, or no longer does
    exchange: Exchange | None = None

    @property
    def asks_ruling(self) -> bool:
        """Whether only a ruling can change who plays now."""
        return any(refusal.field == "ruling" for refusal in self.refusals)


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
    gone = sorted({*closed.through} - {*after.through})
    came = sorted({*after.through} - {*closed.through})
    exchange = replacing.foresee(session, tournament, stage_at, gone, came)
    found = (
        *_against(session, tournament, closed, wanted),
        *after.refusals,
        *(replacing.against(session, exchange, wanted.ruling) if exchange else ()),
    )
    was = tables[-1].stacks[entry.pk]
    said = f"Entry {wanted.number} had {was:,} chips and has {wanted.chips:,}."
    says = (said, *(replacing.says(exchange) if exchange else _says(gone, came)))
    parts = (tables[-1], entry, changed, after)
    return Foreseen(says, found, *parts, frozenset({*gone, *came}), exchange)


def _says(gone: Sequence[int], came: Sequence[int]) -> Iterator[str]:
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
    wanted: Correction,
) -> Iterator[Refusal]:
    if tournament.status is not Status.RUNNING:
        wrong = f"The tournament is {tournament.status.words.lower()}."
        yield Refusal(RIGHT, wrong, "Prizes are put right by the cage.")
    if wanted.chips < 0:
        yield Refusal(RIGHT, "A stack is nothing at least.", "", "chips")
    if not wanted.reason.strip():
        yield Refusal(RIGHT, "Nothing says why.", "Give a reason.", "reason")
    terms = queries.terms_of(session, tournament)
    if stays(terms, closed.stage_at):
        wrong = "Players took their stacks along to the next stage."
        yield Refusal(RIGHT, wrong, "Put the stack right at the table, as a ruling.")


def correct(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    wanted: Correction,
    act: Act,
    floor: Floor,
) -> StageClosedRow | Refused:
    """Put a stack right and close the stage once more by it."""
    seen = foresee(session, tournament, stage_at, wanted)
    found = (*not_in_charge(session, tournament, act), *seen.refusals)
    if found or not (seen.played and seen.after and seen.entry and seen.table):
        verdict: StageClosedRow | Refused = Refused(tuple(dict.fromkeys(found)))
    else:
        with session.begin_nested() as all_or_none:
            verdict = _correct(session, tournament, stage_at, wanted, seen, act, floor)
            if isinstance(verdict, Refused):
                all_or_none.rollback()
    after: dict[str, Any] = {
        "stage": stage_at,
        "entry": wanted.number,
        "chips": wanted.chips,
    }
    after |= {"reason": wanted.reason, "says": list(seen.says)}
    after |= {"ruling": wanted.ruling} if wanted.ruling.strip() else {}
    begun = seen.exchange is not None and seen.exchange.begun
    rules = (RIGHT, replacing.BEGUN) if begun else (RIGHT,)
    steps.note(session, tournament, "correct count", act, verdict, rules, None, after)
    return verdict


def _correct(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    wanted: Correction,
    seen: Foreseen,
    act: Act,
    floor: Floor,
) -> StageClosedRow | Refused:
    assert seen.played is not None
    assert seen.after is not None
    _put_right(session, wanted, seen, act)
    number = field.closings(session, tournament)[stage_at].number + 1
    reason, found = fitted(wanted.reason.strip(), 400), list[Refusal]()
    row = closing.closed_row(
        tournament, seen.played, seen.after, act, number=number, reason=reason
    )
    session.add(row)
    about = (session, tournament)
    if (seats := seen.exchange) is not None:
        found += reseating.stand_up(*about, seats, reason, act)
    if not is_final(seen.played.terms, stage_at):
        _let_in(*about, seen.after, act)
        closing.eliminate(*about, seen.after, f"{stage_at}-{number}", act)
    session.flush()
    if seats is not None:
        found += reseating.sit_down(*about, seats, reason, act, floor)
    telling.tell(*about, row, seen.changes, seats, act)
    return Refused(tuple(found)) if found else row


def _put_right(session: Session, wanted: Correction, seen: Foreseen, act: Act) -> None:
    """The stack as it should have been counted."""
    assert seen.entry is not None
    assert seen.table is not None
    assert seen.table.row_id is not None, "A counted table was played at."
    begun = seen.exchange is not None and seen.exchange.begun
    session.add(
        CountCorrectedRow(
            session_table_id=seen.table.row_id,
            entry_id=seen.entry.pk,
            was_chips=seen.table.stacks[seen.entry.pk],
            chips=wanted.chips,
            reason=fitted(wanted.reason.strip(), 400),
            ruling=fitted(wanted.ruling.strip(), 400) if begun else "",
            **steps.signed(act),
        )
    )


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
