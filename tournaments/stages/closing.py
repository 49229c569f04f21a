"""A stage is closed once all of it is counted and decided; whoever is out is out."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, select

from house import collector
from house.audit.plain import fitted
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Cause, Posting
from rulebook import Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.conduct.acting import not_in_charge
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.path import steps
from tournaments.play import accounts, standing
from tournaments.rules import second_chances
from tournaments.rules.lifecycle import Status
from tournaments.rules.session_plan import is_final
from tournaments.rules.terms import Terms
from tournaments.seating import seats as seating
from tournaments.stages import counted, field, outcomes
from tournaments.stages.counted import CLOSED, Played
from tournaments.stages.models import SecondChanceRow, StageClosedRow
from tournaments.stages.outcomes import GOES_ON, Result

OUT: Cite = Cite("CROWN3-12.5(a)")
AGAIN: Cite = Cite("CROWN3-12.4.3(a)(v)")
TAKEN_BACK: Cite = Cite("CROWN3-12.4.3(c)")


def against(
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    played: Played | None = None,
    result: Result | None = None,
) -> Iterator[Refusal]:
    """Everything that keeps a stage from being closed now."""
    if tournament.status is not Status.RUNNING:
        wrong = f"The tournament is {tournament.status.words.lower()}."
        yield Refusal(CLOSED, wrong, "Stages are closed while it runs.")
    now = field.current(session, tournament)
    if now != stage_at:
        done = now is None or stage_at < now
        wrong = "The stage is closed already." if done else "An earlier stage is open."
        yield Refusal(CLOSED, wrong, "Stages are closed in their order.")
        return
    yield from _paid_for_nothing(session, tournament, stage_at)
    if is_unplayed(session, tournament, stage_at):
        return
    played = played or counted.look(session, tournament, stage_at)
    yield from played.refusals
    if played.is_over:
        result = result or outcomes.result(session, tournament, played)
        yield from result.refusals


def is_unplayed(session: Session, tournament: TournamentRow, stage_at: int) -> bool:
    """Whether a second chance is not played: nobody qualifies, or it was decided so."""
    terms = queries.terms_of(session, tournament)
    planned = terms.format.stages.stages[stage_at]
    if not planned.is_second_chance or seating.released(session, tournament, stage_at):
        return False
    due = field.second_chance(session, tournament, terms, stage_at)
    return not due.numbers and not due.refusals


def _paid_for_nothing(
    session: Session, tournament: TournamentRow, stage_at: int
) -> Iterator[Refusal]:
    """Whoever paid for a second chance and got no seat has the money back first."""
    terms = queries.terms_of(session, tournament)
    if not terms.format.stages.stages[stage_at].is_second_chance:
        return
    drawn = seating.released(session, tournament, stage_at) is not None
    if not drawn and not is_unplayed(session, tournament, stage_at):
        return
    for number in field.without_seat(session, tournament, terms, stage_at):
        wrong = f"Entry {number} has paid for a place and has no seat."
        yield Refusal(field.PAID, wrong, "Give the payment back at the desk.")


@collector.paused()
def close(
    session: Session, tournament: TournamentRow, stage_at: int, act: Act
) -> StageClosedRow | Refused:
    """Close a stage: who goes on is kept, and everybody else is eliminated."""
    stages = queries.terms_of(session, tournament).format.stages.stages
    known = stage_at < len(stages)
    played = counted.look(session, tournament, stage_at) if known else None
    over = played is not None and played.is_over
    result = outcomes.result(session, tournament, played) if played and over else None
    found = (
        *not_in_charge(session, tournament, act),
        *against(session, tournament, stage_at, played, result),
    )
    if found or played is None:
        verdict: StageClosedRow | Refused = Refused(tuple(dict.fromkeys(found)))
    else:
        verdict = _close(session, tournament, played, result, act)
    after: dict[str, object] = {"stage": stage_at}
    if isinstance(verdict, StageClosedRow):
        after |= {"through": verdict.through, "out": verdict.out}
    rules = (CLOSED, GOES_ON, OUT)
    steps.note(session, tournament, "close stage", act, verdict, rules, None, after)
    return verdict


def _close(
    session: Session,
    tournament: TournamentRow,
    played: Played,
    found: Result | None,
    act: Act,
) -> StageClosedRow:
    """The closing; nothing is found of a second chance that is not played."""
    stage_at = played.at
    if found is None:
        called = wording.capital(played.planned.called)
        row = _row(tournament, stage_at, act, says=[f"{called} is not played."])
    else:
        row = closed_row(tournament, played, found, act)
        if not is_final(played.terms, stage_at):
            eliminate(session, tournament, found, f"{stage_at}", act)
    session.add(row)
    session.flush()
    return row


def closed_row(
    tournament: TournamentRow, played: Played, found: Result, act: Act, **more: Any
) -> StageClosedRow:
    """A closing with its arithmetic."""
    return _row(
        tournament,
        played.at,
        act,
        through=list(found.through),
        out={str(number): chips for number, chips in found.out.items()},
        says=list(found.says),
        **more,
    )


def _row(
    tournament: TournamentRow, stage_at: int, act: Act, **more: Any
) -> StageClosedRow:
    known: dict[str, Any] = {"number": 1, "through": [], "out": {}, "says": []}
    return StageClosedRow(
        tournament_id=tournament.pk,
        stage_at=stage_at,
        **(known | more),
        **steps.signed(act),
    )


def eliminate(
    session: Session, tournament: TournamentRow, found: Result, key: str, act: Act
) -> None:
    """Whoever does not go on is out; chips they would carry along are taken back."""
    mine = select(col(EntryRow.id)).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.number).in_(list(found.out)),
        col(EntryRow.state) == EntryState.ENTERED,
    )
    locked = mine.order_by(col(EntryRow.id)).with_for_update()
    entries = [entry for entry in session.exec(locked) if entry]
    gone = update(EntryRow).where(col(EntryRow.id).in_(entries))
    later = col(EntryRow.version) + 1
    state = EntryState.ELIMINATED
    session.execute(gone.values(state=state, changed_at=act.now, version=later))
    field.lapse(session, tournament, entries, f"stage {key}", act)
    held, out = standing.held(session, tournament), {*entries}
    moves = {accounts.stack(e): -has for e, has in sorted(held.items()) if e in out}
    if moves:
        moves[accounts.out(tournament.pk)] = -sum(moves.values())
        cause = Cause("stage closed", f"{tournament.pk}-{key}")
        known = {"tournament": tournament.pk}
        posting = Posting(cause, (TAKEN_BACK,), tuple(moves.items()), known)
        ledger.post(session, posting, act)


def leaves_open(terms: Terms, stage_at: int) -> bool:
    """Whether the terms let the Director decide if this stage is played."""
    stages = terms.format.stages.stages
    known = stage_at < len(stages) and stages[stage_at].is_second_chance
    return known and second_chances.of(terms, stage_at).director_decides


def decide_chance(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    reason: str,
    act: Act,
    *,
    held: bool,
) -> SecondChanceRow | Refused:
    """The Director decides whether a second chance is played, once, with a reason."""
    found = [*not_in_charge(session, tournament, act)]
    if not leaves_open(queries.terms_of(session, tournament), stage_at):
        wrong = "The terms leave nothing to decide about this stage."
        found.append(Refusal(AGAIN, wrong))
    if field.decision(session, tournament, stage_at) is not None:
        found.append(Refusal(AGAIN, "It is decided already."))
    if not reason.strip():
        wrong = "Nothing says why."
        found.append(Refusal(AGAIN, wrong, "Give a reason.", "reason"))
    row = SecondChanceRow(
        tournament_id=tournament.pk,
        stage_at=stage_at,
        held=held,
        reason=fitted(reason.strip(), 400),
        **steps.signed(act),
    )
    verdict: SecondChanceRow | Refused = Refused(tuple(found)) if found else row
    if not found:
        session.add(row)
        session.flush()
    after = {"stage": stage_at, "held": held, "reason": reason}
    rules = (AGAIN,)
    steps.note(
        session, tournament, "decide repechage", act, verdict, rules, None, after
    )
    return verdict
