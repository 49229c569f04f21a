"""Who plays a stage, and which seats are to be drawn next."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Cause, Posting
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money import accounts as money
from tournaments.money import places
from tournaments.money import queries as paid
from tournaments.rules import play_offs, second_chances, tie_steps
from tournaments.rules.clauses.chances import Qualifies
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.progress import Tie
from tournaments.rules.ranking import highest
from tournaments.rules.second_chances import SecondChance
from tournaments.rules.session_plan import brings_stacks
from tournaments.rules.stages import Stage
from tournaments.rules.terms import Terms
from tournaments.seating import seats as seating
from tournaments.seating.models import SeatDrawRow, SeatRow
from tournaments.stages import counted, outcomes
from tournaments.stages.models import SecondChanceRow, StageClosedRow
from tournaments.stages.outcomes import TieState

NEXT: Cite = HOUSE.at("TOURN-301")
PAID: Cite = HOUSE.at("TOURN-420")


@dataclass(frozen=True, slots=True)
class Due:
    """Whose seats are to be drawn next: for which stage, and who plays it."""

    stage_at: int
    planned: Stage
    numbers: tuple[int, ...]
    refusals: tuple[Refusal, ...] = ()
    tie: TieState | None = None  # for the last seats of a repechage


def closings(
    session: Session, tournament: TournamentRow
) -> Mapping[int, StageClosedRow]:
    """How each stage was closed, the newest closing of each, by stage."""
    mine = select(StageClosedRow).where(
        col(StageClosedRow.tournament_id) == tournament.pk
    )
    rows = session.exec(mine.order_by(col(StageClosedRow.number)))
    return {row.stage_at: row for row in rows}


def current(session: Session, tournament: TournamentRow) -> int | None:
    """The stage that is played or comes next; none once all are closed."""
    mine = select(StageClosedRow.stage_at).where(
        col(StageClosedRow.tournament_id) == tournament.pk
    )
    closed = frozenset(session.exec(mine))
    stages = queries.terms_of(session, tournament).format.stages.stages
    return next((at for at in range(len(stages)) if at not in closed), None)


def first_play_off(
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    states: Sequence[TieState],
) -> Due | None:
    """The first play-off that these ties wait for and nobody has drawn yet."""
    drawn = outcomes.played_off(session, tournament, stage_at)
    sat = {
        frozenset(d.header.get("entries", []))
        for d in seating.draws(session, tournament)
        if d.stage_at in drawn
    }
    for open_ in (each for state in states for each in state.standing.open):
        numbers = tuple(sorted(map(counted.number_of, open_.players)))
        if open_.by is TieBreak.PLAY_OFF and frozenset(numbers) not in sat:
            at = play_offs.numbered(stage_at, len(drawn) + 1)
            terms = queries.terms_of(session, tournament)
            return Due(at, play_offs.planned(terms, at, len(numbers)), numbers)
    return None


def stage(session: Session, tournament: TournamentRow, at: int) -> Due:
    """Who plays the stage that comes next: all who still play, or a second chance."""
    terms = queries.terms_of(session, tournament)
    planned = terms.format.stages.stages[at]
    if planned.is_second_chance:
        return second_chance(session, tournament, terms, at)
    numbers = tuple(seating.playing(session, tournament))
    found = () if numbers else (Refusal(NEXT, "Nobody is left to play on."),)
    return Due(at, planned, numbers, found)


def decision(
    session: Session, tournament: TournamentRow, stage_at: int
) -> SecondChanceRow | None:
    """What the Director decided about a second chance."""
    one = select(SecondChanceRow).where(
        col(SecondChanceRow.tournament_id) == tournament.pk,
        col(SecondChanceRow.stage_at) == stage_at,
    )
    return session.exec(one).first()


def second_chance(
    session: Session, tournament: TournamentRow, terms: Terms, at: int
) -> Due:
    """Who plays a second chance: the eliminated who qualify, as many as have seats."""
    chance = second_chances.of(terms, at)
    planned, found = chance.stage, list[Refusal]()
    if chance.director_decides:
        said = decision(session, tournament, at)
        if said is None:
            wrong = f"Nobody has decided whether {planned.called} is played."
            right = "The Director decides, with a reason."
            found.append(Refusal(chance.cite, wrong, right))
        elif not said.held:
            return Due(at, planned, ())
    stacks = _candidates(session, tournament, terms, chance)
    if chance.qualifies is Qualifies.HIGHEST_STACKS:
        return _highest(session, tournament, (at, planned, terms), stacks, found)
    if chance.qualifies is Qualifies.FIRST_TO_ENTER:
        return Due(at, planned, tuple(stacks)[: planned.places], tuple(found))
    if len(stacks) > planned.places:
        wrong = f"{len(stacks)} players would play on {planned.places} seats."
        found.append(Refusal(chance.cite, wrong, "Have more tables, or sessions."))
    return Due(at, planned, tuple(sorted(stacks)), tuple(found))


def _highest(
    session: Session,
    tournament: TournamentRow,
    about: tuple[int, Stage, Terms],
    stacks: Mapping[int, int],
    found: list[Refusal],
) -> Due:
    at, planned, terms = about
    cut = highest({f"entry {n}": has for n, has in stacks.items()}, planned.places)
    chosen, state = cut.chosen, None
    if cut.tied:
        order = [b for b in terms.house.ties.order if b is not TieBreak.SHARED]
        steps = outcomes.steps_of(session, tournament, at)
        standing = tie_steps.stands(cut.tied, cut.places, order, steps)
        state = TieState(Tie(planned.called, cut.tied, cut.places), standing)
        chosen += () if standing.open else standing.won
        if standing.open:
            wrong = f"{wording.capital(wording.listed(cut.tied))} are tied for a seat."
            found.append(Refusal(HOUSE.at("TOURN-2"), wrong, "Decide the tie."))
    numbers = tuple(sorted(map(counted.number_of, chosen)))
    return Due(at, planned, numbers, tuple(found), state)


def _candidates(
    session: Session, tournament: TournamentRow, terms: Terms, chance: SecondChance
) -> Mapping[int, int]:
    """The stack each eliminated player ended with; who paid first comes first."""
    mine = select(EntryRow).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.state) == EntryState.ELIMINATED,
    )
    rows = {row.pk: row for row in session.exec(mine.order_by(col(EntryRow.number)))}
    ended: dict[int, int] = {}
    for stage, closed in sorted(closings(session, tournament).items()):
        if stage < chance.at:
            ended |= {int(number): chips for number, chips in closed.out.items()}
    order: Sequence[int] = list(rows)
    if chance.price_cents:
        about = (session, tournament, terms, chance.what)
        order = places.who_paid(*about, chance.at)
    return {
        rows[pk].number: ended.get(rows[pk].number, 0) for pk in order if pk in rows
    }


def without_seat(
    session: Session, tournament: TournamentRow, terms: Terms, at: int
) -> Sequence[int]:
    """The numbers of those who paid for a second chance that has no seat for them."""
    chance = second_chances.of(terms, at)
    later = any(c.at > at for c in second_chances.every(terms, chance.what))
    if not chance.price_cents or later:
        return ()
    about = (session, tournament, terms, chance.what)
    entries = places.who_paid(*about, at + 1)
    return sorted(seating.numbered_by(session, entries))


def on_release(
    session: Session, tournament: TournamentRow, draw: SeatDrawRow, act: Act
) -> None:
    """Whoever has a seat in a second chance plays again, with the bank of the stage."""
    at, terms = draw.stage_at, queries.terms_of(session, tournament)
    if not at or play_offs.is_play_off(at) or brings_stacks(terms, at):
        return
    seated = select(SeatRow.entry_id).where(col(SeatRow.draw_id) == draw.pk)
    again = select(EntryRow).where(
        col(EntryRow.id).in_(seated), col(EntryRow.state) == EntryState.ELIMINATED
    )
    for entry in session.exec(again.order_by(col(EntryRow.id))):
        entry.state, entry.changed_at = EntryState.ENTERED, act.now
    session.flush()
    lapse(session, tournament, session.exec(seated).all(), f"{draw.pk}", act)


def lapse(
    session: Session,
    tournament: TournamentRow,
    entries: Collection[int],
    key: str,
    act: Act,
) -> None:
    """Chips that wait for players lapse: the bank of the stage takes their place."""
    waiting = paid.chips_due(session, tournament)
    for entry in sorted({*entries} & waiting.keys()):
        moves = money.chips(entry, tournament.pk, -waiting[entry])
        cause = Cause("chips lapse", f"{key}-{entry}")
        known = {"entry": entry}
        ledger.post(session, Posting(cause, (NEXT,), moves, known), act)
