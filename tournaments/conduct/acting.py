"""Something is done to a player: stack, seat and place, all at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.rounds import seating as console
from house.floor.rounds.play import Floor
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.conduct import chips, finding
from tournaments.conduct.finding import Where
from tournaments.conduct.models import ConductRow
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money import accounts as money
from tournaments.money import queries as paid
from tournaments.path import steps
from tournaments.play import accounts
from tournaments.rules import conduct_effects, conducting
from tournaments.rules.conducting import Deed, Effect, Player, Verb

CONDUCTS: Cite = Cite("CROWN3-12.5.3(g)")
TAKEN_BACK: Cite = HOUSE.at("TOURN-262")
KINDS = frozenset(
    {accounts.STACK, accounts.RACK, accounts.OUT, money.CHIPS_DUE, money.CHIPS_PROMISED}
)
# Whoever is at the table may note these; all else is the Director's.
AT_TABLE = frozenset({Verb.LATE, Verb.BACK})
BECOMES: Mapping[Verb, EntryState] = {
    Verb.DISQUALIFIED: EntryState.DISQUALIFIED,
    Verb.RETIRED: EntryState.RETIRED,
    Verb.OUT: EntryState.ELIMINATED,
    Verb.BROKE: EntryState.ELIMINATED,
    Verb.LOWEST: EntryState.ELIMINATED,
}


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an act would do, and everything against it."""

    deed: Deed
    player: Player
    effect: Effect
    refusals: tuple[Refusal, ...]


def foresee(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    deed: Deed,
    act: Act,
    there: Where | None = None,
) -> Foreseen:
    """Everything against an act, and what it would do to stack, place and money."""
    there = there or finding.where(session, tournament, entry)
    terms = queries.terms_of(session, tournament)
    player = finding.player(session, tournament, entry, there, act.now, deed.ground)
    refusals = (
        *in_charge(session, tournament, deed.verb, act),
        *conducting.against(deed, player, terms),
    )
    effect = conduct_effects.effect(deed, player, terms)
    return Foreseen(deed, player, effect, tuple(dict.fromkeys(refusals)))


def in_charge(
    session: Session, tournament: TournamentRow, verb: Verb, act: Act
) -> Iterator[Refusal]:
    """The Director, or a deputy, who is there, decides what is done to a player."""
    if verb not in AT_TABLE:
        yield from not_in_charge(session, tournament, act)


def not_in_charge(
    session: Session, tournament: TournamentRow, act: Act
) -> Iterator[Refusal]:
    """Why somebody does not decide for the tournament now."""
    facts = queries.table_facts(session, tournament, act.now, by=act.by)
    if facts.actor not in facts.stand_ins & facts.present:
        wrong = f"{act.by.name} is not the Director or a deputy who is checked in."
        right = "Call the Director; whoever decides is there."
        yield Refusal(CONDUCTS, wrong, right)


def do(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    deed: Deed,
    act: Act,
    floor: Floor,
) -> ConductRow | Refused:
    """Do something to a player: all of it, or nothing."""
    there = finding.where(session, tournament, entry, lock=True)
    seen = foresee(session, tournament, entry, deed, act, there)
    if seen.refusals:
        verdict: ConductRow | Refused = Refused(seen.refusals)
    else:
        with session.begin_nested() as all_or_none:
            verdict = _done(session, tournament, entry, seen, there, act, floor)
            if isinstance(verdict, Refused):
                all_or_none.rollback()
    after = {
        "entry": entry.number,
        "ground": deed.ground,
        "size": deed.size,
        "reason": deed.reason,
        "effect": list(seen.effect.says),
    }
    rules = (conducting.ASKED, seen.effect.rule, CONDUCTS)
    before = {"state": seen_state(verdict, entry), "chips": seen.player.stack_chips}
    steps.note(session, tournament, deed.verb.value, act, verdict, rules, before, after)
    return verdict


def seen_state(verdict: ConductRow | Refused, entry: EntryRow) -> str:
    """How the entry stood before."""
    was = verdict.was if isinstance(verdict, ConductRow) else entry.state
    return was.value


def _done(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    seen: Foreseen,
    there: Where | None,
    act: Act,
    floor: Floor,
) -> ConductRow | Refused:
    row = _row(session, tournament, entry, seen, there, act)
    session.add(row)
    session.flush()
    if row.becomes is not entry.state:
        entry.state, entry.changed_at = row.becomes, act.now
        entry.reason = row.reason
    post(session, tournament, row, act)
    if there is not None and not row.keeps_seat:
        key, why = f"conduct-{row.pk}", f"{seen.deed.verb.value.capitalize()}"
        gone = console.leave(
            session, there.table, there.seat, act, floor, key=key, why=why
        )
        if isinstance(gone, Refused):
            return gone
    if there is not None:
        chips.follow_since(session, there.at, there.table, there.last_round, act)
    session.flush()
    return row


def _row(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    seen: Foreseen,
    there: Where | None,
    act: Act,
) -> ConductRow:
    deed, effect = seen.deed, seen.effect
    ends = BECOMES.get(deed.verb, entry.state)
    if deed.verb is Verb.ABSENT and not effect.keeps_seat:
        ends = EntryState.ABSENT
    lapses = paid.of_entry(session, entry.pk).chips_due if deed.verb in BECOMES else 0
    return ConductRow(
        tournament_id=tournament.pk,
        number=next_number(session, tournament),
        entry_id=entry.pk,
        player=entry.name,
        verb=deed.verb,
        ground=fitted(deed.ground, 400),
        size=deed.size,
        reason=fitted(deed.reason.strip(), 400),
        rule_id=effect.rule.id,
        session_table_id=there.at.row.pk if there else None,
        table_number=there.table.number if there else None,
        seat=there.seat if there else None,
        after_round=there.last_round if there else 0,
        hand=there.hand if there else 0,
        stack_chips=seen.player.stack_chips,
        takes_chips=effect.takes,
        lapsed_chips=lapses,
        takes_antes=effect.takes_antes,
        keeps_seat=effect.keeps_seat,
        place=effect.place,
        was=entry.state,
        becomes=ends,
        says=list(effect.says),
        **steps.signed(act),
    )


def next_number(session: Session, tournament: TournamentRow) -> int:
    """The next number of the tournament's book; the tournament is held meanwhile."""
    mine = select(func.max(ConductRow.number)).where(
        col(ConductRow.tournament_id) == tournament.pk
    )
    return (session.exec(mine).one() or 0) + 1


def cause(row: ConductRow) -> Cause:
    """An act, as what its chips come from."""
    return Cause("conduct", str(row.pk))


def due(row: ConductRow) -> dict[Account, int]:
    """The chips that an act moves while it stands: to the tray, shared out to nobody.

    Of somebody who sits nowhere they go back to those that are not handed out.
    """
    number = row.table_number
    to = accounts.out(row.tournament_id) if number is None else accounts.rack(number)
    found = {accounts.stack(row.entry_id): -row.takes_chips, to: row.takes_chips}
    found |= dict(money.chips(row.entry_id, row.tournament_id, -row.lapsed_chips))
    return {account: moved for account, moved in found.items() if moved}


def post(
    session: Session,
    tournament: TournamentRow,
    row: ConductRow,
    act: Act,
    *,
    stands: bool = True,
) -> None:
    """Post what an act moves, or the difference that taking it back makes."""
    ledger.reconcile(
        session,
        cause(row),
        due(row) if stands else {},
        act,
        kinds=KINDS,
        rules=(conducting.ASKED if stands else TAKEN_BACK, _rule(row)),
        facts={"tournament": tournament.pk, "entry": row.entry_id},
    )


def _rule(row: ConductRow) -> Cite:
    return Cite.kept(row.rule_id) or conducting.ASKED
