"""The places of everybody: by the stage they reached and their stack at its end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.people.patrons.models import PatronRow
from rulebook import Cite, Refusal
from rulebook.terms import wording
from tournaments import queries
from tournaments.conduct.models import ConductBackRow, ConductRow
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money import queries as money
from tournaments.path.entries import affiliation
from tournaments.play.models import PlaySessionRow, SessionTableRow
from tournaments.rules import tie_steps
from tournaments.rules.clauses.consequences import RetiredPlace
from tournaments.rules.clauses.eligibility import Affiliation
from tournaments.rules.play_offs import stage_of
from tournaments.rules.prizes import prizes_cents
from tournaments.rules.progress import Tie
from tournaments.rules.ranking import placings
from tournaments.rules.session_plan import is_final
from tournaments.rules.terms import Terms
from tournaments.rules.tie_steps import Group, Open, Standing
from tournaments.stages import counted, field, outcomes
from tournaments.stages.counted import called
from tournaments.stages.outcomes import TieState

WINS: Cite = Cite("CROWN3-12.5.2(a)")
PLACED = frozenset({EntryState.ENTERED, EntryState.ELIMINATED, EntryState.RETIRED})
LAST = -1  # the stack of who is placed last of a stage


@dataclass(frozen=True, slots=True)
class Placing:
    """Everybody in order, those who are equal together, and what is still tied."""

    groups: tuple[Group, ...]
    ties: Mapping[int, tuple[TieState, ...]]  # by stage
    entries: Mapping[str, EntryRow]
    barred: frozenset[str]  # who can win nothing
    prizes: tuple[int, ...]
    pool_cents: int

    @property
    def open(self) -> tuple[Open, ...]:
        """Ties that prizes depend on and nobody has decided."""
        states = (state for each in self.ties.values() for state in each)
        return tuple(open_ for state in states for open_ in state.standing.open)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Why the places are not decided."""
        return tuple(
            Refusal(
                WINS,
                f"{wording.capital(wording.listed(tie.players))} are tied for prizes "
                f"from place {tie.first_place} on.",
                "Decide the tie as the terms say.",
            )
            for tie in self.open
        )


def placing(session: Session, tournament: TournamentRow) -> Placing:
    """The places as stages, ties and the prizes of the terms have them now."""
    terms = queries.terms_of(session, tournament)
    entries = _entries(session, tournament)
    pool = money.pool_cents(session, tournament, terms)
    taken = queries.entries_count(session, tournament)
    prizes = prizes_cents(terms, pool, taken)
    barred = frozenset(_barred(session, terms, entries))
    groups: list[Group] = []
    ties: dict[int, tuple[TieState, ...]] = {}
    for at, stacks in _by_stage(session, tournament, terms, entries):
        steps = outcomes.steps_of(session, tournament, at)
        above = sum(name not in barred for group in groups for name in group)
        known = (terms, steps, barred, prizes)
        found, states = _decided(placings(stacks), known, above)
        groups += found
        ties[at] = states
    return Placing(tuple(groups), ties, entries, barred, prizes, pool)


def _decided(
    equal: Sequence[Group],
    known: tuple[Terms, Sequence[tie_steps.Step], frozenset[str], Sequence[int]],
    above: int,
) -> tuple[list[Group], tuple[TieState, ...]]:
    """Groups of equals as far as ties are decided; only prizes make a tie matter."""
    terms, steps, barred, prizes = known
    groups: list[Group] = []
    states: list[TieState] = []
    for group in equal:
        may_win = tuple(name for name in group if name not in barred)
        worth = _worth(prizes, above, len(may_win))
        if len(may_win) < 2 or len(set(worth)) == 1:
            groups.append(group)
        else:
            order, size = terms.house.ties.order, len(may_win)
            found = tie_steps.stands(may_win, size, order, steps, every_place=True)
            still = tuple(
                _numbered(o, above) for o in found.open if _pays(prizes, o, above)
            )
            standing = Standing(found.groups, found.won, still)
            tie = Tie(f"place {above + 1}", may_win, size)
            states.append(TieState(tie, standing, every_place=True))
            rest = tuple(name for name in group if name in barred)
            groups += [*found.groups, *((rest,) if rest else ())]
        above += len(may_win)
    return groups, tuple(states)


def _worth(prizes: Sequence[int], above: int, size: int) -> list[int]:
    return [prizes[at] if at < len(prizes) else 0 for at in range(above, above + size)]


def _pays(prizes: Sequence[int], tie: Open, above: int) -> bool:
    """Whether it matters who of the tied comes first."""
    first = above + tie.first_place - 1
    return len(set(_worth(prizes, first, len(tie.players)))) > 1


def _numbered(tie: Open, above: int) -> Open:
    return Open(tie.players, tie.places, above + tie.first_place, tie.by)


def _entries(session: Session, tournament: TournamentRow) -> Mapping[str, EntryRow]:
    mine = select(EntryRow).where(
        col(EntryRow.tournament_id) == tournament.pk, col(EntryRow.state).in_(PLACED)
    )
    rows = session.exec(mine.order_by(col(EntryRow.number)))
    return {called(row): row for row in rows}


def _barred(
    session: Session, terms: Terms, entries: Mapping[str, EntryRow]
) -> Sequence[str]:
    """The operator's own people, who play and win nothing."""
    who = affiliations(session, entries.values())
    return [
        name
        for name, entry in entries.items()
        if not terms.entry.staff.may_win(who.get(entry.pk, Affiliation.GUEST))
    ]


def affiliations(
    session: Session, entries: Iterable[EntryRow]
) -> Mapping[int, Affiliation]:
    """What binds each of these entrants to the operator."""
    of = {entry.pk: entry.patron_id for entry in entries if entry.patron_id}
    mine = select(PatronRow).where(col(PatronRow.id).in_(set(of.values())))
    people = {row.pk: affiliation(row) for row in session.exec(mine)}
    return {entry: people[patron] for entry, patron in of.items() if patron in people}


def _by_stage(
    session: Session,
    tournament: TournamentRow,
    terms: Terms,
    entries: Mapping[str, EntryRow],
) -> Sequence[tuple[int, Mapping[str, int]]]:
    """The stacks that place people, by the stage they ended in, the final first."""
    seen: set[str] = set()
    found = []
    closed = field.closings(session, tournament)
    gone = _gone(session, tournament)
    for at in reversed(range(len(terms.format.stages.stages))):
        ended = closed[at].out if at in closed else {}
        stacks = {f"entry {number}": has for number, has in ended.items()}
        if is_final(terms, at):
            played = counted.look(session, tournament, at)
            for each in played.numbers.values():
                stacks |= each
        stacks |= gone.get(at, {})
        mine = {n: has for n, has in stacks.items() if n in entries and n not in seen}
        seen |= mine.keys()
        found.append((at, mine))
    return found


def _gone(
    session: Session, tournament: TournamentRow
) -> Mapping[int, Mapping[str, int]]:
    """Who left a stage during play and still has a place, by stage."""
    back = select(ConductBackRow.conduct_id)
    mine = (
        select(ConductRow, EntryRow, PlaySessionRow)
        .join(EntryRow, col(EntryRow.id) == ConductRow.entry_id)
        .join(
            SessionTableRow,
            col(SessionTableRow.id) == ConductRow.session_table_id,
            isouter=True,
        )
        .join(
            PlaySessionRow,
            col(PlaySessionRow.id) == SessionTableRow.session_id,
            isouter=True,
        )
        .where(
            col(ConductRow.tournament_id) == tournament.pk,
            col(ConductRow.id).not_in(back),
            col(ConductRow.place).in_(
                [RetiredPlace.BY_STACK_THEN.value, RetiredPlace.LAST_OF_STAGE.value]
            ),
        )
        .order_by(col(ConductRow.id))
    )
    found: dict[int, dict[str, int]] = {}
    for row, entry, playing in session.exec(mine):
        by_stack = row.place == RetiredPlace.BY_STACK_THEN.value
        stack = row.stack_chips if by_stack else LAST
        at = stage_of(playing.stage_at) if playing else 0
        found.setdefault(at, {})[called(entry)] = stack
    return found
