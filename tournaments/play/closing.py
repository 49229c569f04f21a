"""A table of a session is closed by its counts, and its chips are taken in."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.tables import shutting
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause, Posting
from rulebook import Cite, Refusal, Refused
from tournaments import queries
from tournaments.conduct import ending, lowest
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.play import accounts, standing
from tournaments.play.counting import COUNTED, Table, read, while_open
from tournaments.play.models import CountRow, TableClosedRow
from tournaments.rules import facts as known
from tournaments.rules import play_offs, table_count
from tournaments.rules.clauses.format import Stacks
from tournaments.rules.clauses.statements import EarlyGround
from tournaments.rules.lifecycle import Action, transition
from tournaments.rules.table_count import Counted
from tournaments.rules.terms import Terms
from tournaments.stages.counted import tables_of

TAKEN_BACK: Cite = Cite("CROWN3-12.4.3(c)")
EARLY: Cite = Cite("CROWN3-12.5.3(d)")


@dataclass(frozen=True, slots=True)
class Early:
    """Why a table ends before its last hand: the ground, and who agrees."""

    ground: EarlyGround | None = None
    decided: bool = False
    agreed: int = 0


@dataclass(frozen=True, slots=True)
class Closing:
    """What whoever closes a table says: cards counted, a ruling, an early ground."""

    cards: int | None = None
    ruling: str = ""
    early: Early = Early()


def against_closing(
    session: Session, tournament: TournamentRow, there: Table, said: Closing, act: Act
) -> tuple[Refusal, ...]:
    """Every reason why a table of the session cannot be closed now."""
    if there.closed is not None:
        return while_open(session, there)
    found = [
        *while_open(session, there),
        *lowest.against(session, there.at, there.table),
    ]
    ruled = bool(said.ruling.strip())
    if there.off and not there.variance and not ruled:
        found += table_count.unexplained(there.off)
    facts = _facts(session, tournament, there, said, act, ruled=ruled)
    asked = [Action.CLOSE_TABLE]
    if not is_over(session, there, act):
        asked.append(Action.END_TABLE_EARLY)
    for action in asked:
        verdict = transition(tournament.status, action, facts)
        found += verdict.refusals if isinstance(verdict, Refused) else ()
    return tuple(dict.fromkeys(found))


def is_over(session: Session, there: Table, act: Act) -> bool:
    """Whether every hand of the session is played at the table, or its time is over."""
    parts = (there.at, there.table, there.tally.played, act.now)
    return standing.hand(session, *parts).is_over


def _facts(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    there: Table,
    said: Closing,
    act: Act,
    *,
    ruled: bool,
) -> known.TableFacts:
    one, two = there.count, there.confirmed
    counts = table_count.as_fact(
        (one.by_name, read(one)) if one else None,
        (two.by_name, read(two)) if two else None,
        there.names,
        there.variance if there.agree else 0,
        is_ruled_on=ruled,
    )
    early = said.early
    play = known.Play(
        f"table {there.table.number}",
        early_ground=early.ground,
        decided=early.decided,
        agreed=early.agreed,
        players=len(there.names),
    )
    facts = queries.table_facts(session, tournament, act.now, by=act.by)
    terms = queries.terms_of(session, tournament)
    return replace(facts, play=play, terms=terms, count=counts)


def close(
    session: Session, tournament: TournamentRow, there: Table, said: Closing, act: Act
) -> TableClosedRow | Refused:
    """Close a table by its counts: what was found is posted, and chips are taken in."""
    refusals = against_closing(session, tournament, there, said, act)
    if not refusals:
        use = queries.subject(tournament)
        parts = (session, there.table, act)
        shut = shutting.close(*parts, nobody=True, counted=said.cards, use=use)
        refusals = shut.refusals if isinstance(shut, Refused) else ()
    if refusals or there.count is None:
        verdict: TableClosedRow | Refused = Refused(refusals)
    else:
        verdict = _close(session, tournament, there, there.count, said, act)
    rules = (COUNTED, TAKEN_BACK, *((EARLY,) if said.early.ground else ()))
    rules = (*dict.fromkeys((*rules, *(off.cite for off in there.off))),)
    after = {
        "table": there.table.number,
        "off by": there.variance,
        "ruling": said.ruling,
        "ground": said.early.ground or "",
    }
    steps.note(session, tournament, "close table", act, verdict, rules, None, after)
    return verdict


def _close(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    there: Table,
    counted: CountRow,
    said: Closing,
    act: Act,
) -> TableClosedRow:
    row = TableClosedRow(
        session_table_id=there.at.row.pk,
        count_id=counted.pk,
        ground=said.early.ground or "",
        ruling=fitted(said.ruling.strip(), 400),
        variance_chips=there.variance,
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    due = _taken_in(session, tournament, there, read(counted))
    due |= _pieces_in(session, tournament, there)
    if due:
        cause = Cause("table closed", str(row.pk))
        rules = (COUNTED, TAKEN_BACK, table_count.BY_PIECE)
        facts = {"table": there.table.number, "variance": there.variance}
        ledger.post(session, Posting(cause, rules, tuple(due.items()), facts), act)
    ending.at_close(session, there.at, act)
    return row


def _pieces_in(
    session: Session, tournament: TournamentRow, there: Table
) -> dict[Account, int]:
    """The pieces of a table go back; what both counts missed is unexplained."""
    held = there.expected.pieces
    if held is None:  # what lies there is not known, and yet goes back
        held = standing.ledger_pieces(session, there.table)
    due = accounts.brought(
        tournament.pk, there.table.number, {d: -n for d, n in held.items()}
    )
    for off in table_count.pieces_off(there.expected.pieces, there.counted.pieces):
        out = accounts.pieces_out(tournament.pk, off.denomination)
        lost = accounts.pieces_unexplained(tournament.pk, off.denomination)
        due[out] = due.get(out, 0) + off.chips
        due[lost] = -off.chips
    return {account: count for account, count in due.items() if count}


def stays(terms: Terms, stage_at: int) -> bool:
    """Whether stacks are carried over from a stage to the next."""
    carried = terms.format.progression.stacks is Stacks.CARRY_OVER
    return carried and stage_at < len(terms.format.stages.stages) - 1


def _kept(
    session: Session,
    tournament: TournamentRow,
    terms: Terms,
    there: Table,
    counted: Counted,
) -> Mapping[int, int]:
    """The stacks that players keep: after a play-off, those they brought to it."""
    at = there.at.session.stage_at
    if not stays(terms, play_offs.stage_of(at)):
        return {}
    if not play_offs.is_play_off(at):
        return counted.stacks
    before = tables_of(session, tournament, play_offs.stage_of(at))
    return {e: n for each in before for e, n in each.stacks.items()}


def _taken_in(
    session: Session, tournament: TournamentRow, there: Table, counted: Counted
) -> dict[Account, int]:
    """Stacks become what was counted and, where they do not go on, are taken in."""
    terms = queries.terms_of(session, tournament)
    on = _kept(session, tournament, terms, there, counted)
    gone = ending.gone(session, there.at) if on else frozenset()
    left = {entry: has for entry, has in on.items() if entry not in gone}
    due = {
        accounts.stack(entry): left.get(entry, 0) - has
        for entry, has in there.expected.stacks.items()
    }
    due[accounts.rack(there.table.number)] = -there.expected.rack_chips
    due[accounts.unexplained(tournament.pk)] = -there.variance
    due[accounts.out(tournament.pk)] = -sum(due.values())
    return {account: chips for account, chips in due.items() if chips}
