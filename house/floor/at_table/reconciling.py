"""A round and the ledger: whatever happened in it, the difference is posted."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import bindparam, func
from sqlmodel import Session, col, select

from game.games import GAMES
from game.line import Line
from game.payments import Intent, Kind
from game.play import State
from house.floor.acts import Act
from house.floor.at_table import due
from house.floor.at_table.due import JACKPOT, Paid, Prize, RoundFacts, guests
from house.floor.at_table.jackpot_wagers import (
    has_jackpot,
    in_play,
    lines_of,
    staked_on,
)
from house.floor.at_table.models import BackedRow, PaidRow
from house.floor.at_table.who import backers, venue
from house.floor.meters.models import ClaimState, MeterClaimRow
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import AnySeat, LineRow, RoundRow, SeatRow
from house.floor.rulings import carrying
from house.floor.rulings.models import CarriedRow, Fate, RulingRow
from house.ledger import queries
from house.ledger import services as ledger
from house.ledger.postings import Cause, difference
from house.payments import services as payments
from house.payments.accounts import owner, patron_of, result
from house.payments.rules import Entry
from rulebook import HOUSE, Refused

STAKED = HOUSE.at("LEDGER-2")
KEYED = "as it was keyed"


def cause(round_: RoundRow) -> Cause:
    """A round, as what postings come from."""
    return Cause("round", str(round_.pk))


def hold_players(session: Session, players: Mapping[int, AnySeat]) -> None:
    """Hold the accounts of everybody at a table, before any meter that they feed."""
    hold_patrons(session, (sits.patron_id for sits in players.values()))


def hold_patrons(session: Session, patron_ids: Iterable[int | None]) -> None:
    """Hold the accounts of patrons, all at once: they may play at two tables."""
    if session.connection().dialect.name == "sqlite":
        return  # it has one writer at a time
    if ids := {id_ for id_ in patron_ids if id_}:
        ledger.hold(session, result(ids))


def reconcile(  # noqa: PLR0913
    session: Session,
    table: TableRow,
    round_: RoundRow,
    state: State[Any],
    act: Act,
    *,
    players: Mapping[int, AnySeat] | None = None,
    checked: Mapping[str, Any] | None = None,
) -> None:
    """Post what a round is due now beyond what was posted for it."""
    facts = facts_of(session, table, round_, state, players)
    about = {
        "table": table.number,
        "round": round_.number,
        "wager": "result" if facts.over else "layout",
        "short": {_name(paid): paid.short for paid in facts.paid if paid.short},
    }
    before = _short_before(session, round_) if about["short"] else {}
    posted = ledger.reconcile(
        session,
        cause(round_),
        due.money(facts),
        act,
        kinds=due.MONEY,
        rules=tuple(dict.fromkeys(line.cite for line in facts.lines)) or (STAKED,),
        facts=about | dict(checked or {}),
    )
    for paid in facts.paid if posted else ():
        if before.get(_name(paid), 0) != paid.short and paid.short:
            _register(session, table, round_, paid, act)


def _name(paid: Paid) -> str:
    return f"seat {paid.seat}, {paid.what}"


def _short_before(session: Session, round_: RoundRow) -> Mapping[str, int]:
    """What seats of a round were paid too little when it was last posted."""
    last = queries.last(session, cause(round_))
    return last.facts.get("short", {}) if last else {}


def _register(
    session: Session, table: TableRow, round_: RoundRow, paid: Paid, act: Act
) -> None:
    """What was paid too much or too little goes into the register; once."""
    if paid.what == KEYED:
        return  # whoever keyed it entered it
    where = f"round {round_.number} at table {table.number}, {_name(paid)}"
    entry = Entry(
        Kind.WAGER,
        paid.paid,
        paid.due,
        paid.at,
        max(act.now, paid.at),
        Intent.UNINTENDED,
        f"{where}: the round was corrected after it was paid.".capitalize(),
        table.number,
        patron_of(paid.owner),
    )
    payments.enter(session, entry, payments.Act(act.by, act.now, venue()))


def reconcile_kept(
    session: Session, table: TableRow, round_: RoundRow, act: Act
) -> None:
    """Post what a round is due that something else than a move in it changed."""
    now = books.position(session, books.REAL, round_, None)
    reconcile(session, table, round_, now.state, act)


def facts_of(
    session: Session,
    table: TableRow,
    round_: RoundRow,
    state: State[Any],
    players: Mapping[int, AnySeat] | None = None,
) -> RoundFacts:
    """Everything about a round that moves money."""
    if players is None:
        players = books.players(session, books.REAL, round_)
    game = GAMES[state.setup.game]
    over = game.over(state)
    facts = RoundFacts(
        table.number,
        game.staked(state),
        {seat: _owner(sits.patron_id, table) for seat, sits in players.items()},
        _settled(state) if over else (),
        over,
    )
    facts = replace(facts, paid=_keyed(session, round_, facts) if over else ())
    if not has_jackpot(state):
        return facts
    prizes, claimed = _prizes(session, table, round_, over=over)
    returned = _returned(session, table, round_, state)
    return replace(
        facts,
        lines=facts.lines if over else given_back(state),
        backers={
            seat: _owner(row.backer_patron_id, table)
            for seat, row in backers(session, round_).items()
        },
        prizes=prizes,
        paid=(*facts.paid, *claimed, *returned),
        carried_in=_carried_in(session, table, round_, state, players),
        carried_out=_carried_out(session, round_, state),
    )


def _owner(patron_id: int | None, table: TableRow) -> str:
    return owner(patron_id) if patron_id else guests(table.number)


def _settled(state: State[Any]) -> tuple[Line, ...]:
    lines = GAMES[state.setup.game].settle(state)
    if isinstance(lines, Refused):
        raise TypeError(f"A round that is over cannot be settled: {lines}")
    return lines


def given_back(state: State[Any]) -> tuple[Line, ...]:
    """The lines of jackpot wagers that went back, also while a round is played."""
    lines = GAMES[state.setup.game].decided(state)
    return tuple(line for line in lines if line.wager == JACKPOT and not line.net)


_LAST = select(func.max(LineRow.settlement)).where(
    col(LineRow.round_id) == bindparam("round")
)
_KEYED = select(PaidRow).where(
    col(PaidRow.round_id) == bindparam("round"),
    col(PaidRow.settlement) == func.coalesce(_LAST.scalar_subquery(), 1),
)


def _keyed(session: Session, round_: RoundRow, facts: RoundFacts) -> tuple[Paid, ...]:
    """What seats were paid, as it was keyed for the settlement that holds."""
    rows = session.exec(_KEYED, params={"round": round_.pk})
    return tuple(
        Paid(row.seat, facts.owner(row.seat, ""), KEYED, row.due, row.paid, row.at)
        for row in rows
    )


def _prizes(
    session: Session, table: TableRow, round_: RoundRow, *, over: bool
) -> tuple[tuple[Prize, ...], tuple[Paid, ...]]:
    """What jackpot wagers are due, and what was paid on claims: once one is paid."""
    prizes, paid = [], []
    for line in lines_of(session, round_):
        mine, award = _owner(line.patron_id, table), line.award if over else 0
        if line.claim_id is not None:
            claim = session.get_one(MeterClaimRow, line.claim_id)
            settled = claim.settled_at if claim.state is ClaimState.PAID else None
            given = sum(p["cents"] for p in claim.payments if p["seat"] == line.seat)
            again = settled is not None and line.at >= settled
            award = (line.award if again else given) if settled else 0
            if settled:
                name = f"claim {claim.pk}"
                paid.append(Paid(line.seat, mine, name, award, given, settled))
        prizes.append(Prize(line.seat, mine, bool(line.stake), award))
    return tuple(prizes), tuple(paid)


def _returned(
    session: Session, table: TableRow, round_: RoundRow, state: State[Any]
) -> Iterator[Paid]:
    """Carried wagers that were given back though none was ever staked."""
    staked = in_play(state)
    for row, end in carrying.carried_from(session, round_.pk):
        if end and end.fate is Fate.RETURNED and row.seat not in staked:
            mine = _owner(_patron(session, row), table)
            yield Paid(row.seat, mine, "wager given back", 0, row.amount, end.at)


def _carried_in(
    session: Session,
    table: TableRow,
    round_: RoundRow,
    state: State[Any],
    players: Mapping[int, AnySeat],
) -> Mapping[int, str]:
    """Whose the jackpot wagers of a round are that were paid in an earlier one."""
    staked = staked_on(state)
    if GAMES[state.setup.game].started(state):
        rows = carrying.played_in(session, round_)
    elif staked:
        waiting = carrying.waiting(session, table.pk)
        rows = [row for row in waiting if _plays(row, staked, players)]
    else:
        rows = []
    return {row.seat: _owner(_patron(session, row), table) for row in rows}


def _plays(
    row: CarriedRow, staked: Collection[int], players: Mapping[int, AnySeat]
) -> bool:
    """Whether a wager that waits is the one that lies before its player now."""
    sits = players.get(row.seat)
    return row.seat in staked and sits is not None and sits.pk == row.sitting_id


def _patron(session: Session, row: CarriedRow) -> int | None:
    """Whose a carried wager is: whoever backed it, else who sat there."""
    ruling = session.get_one(RulingRow, row.ruling_id)
    query = select(BackedRow).where(
        col(BackedRow.round_id) == ruling.round_id, col(BackedRow.seat) == row.seat
    )
    if (backed := session.exec(query).first()) is not None:
        return backed.backer_patron_id
    sits = session.get(SeatRow, row.sitting_id) if row.sitting_id else None
    return sits.patron_id if sits else None


def _carried_out(
    session: Session, round_: RoundRow, state: State[Any]
) -> Mapping[int, int]:
    """The jackpot wagers of a round that wait, or that a later round plays.

    One that a later round plays was paid, whatever became of the round it came from.
    """
    game = GAMES[state.setup.game]
    if not game.started(state):
        return {}
    staked, ends = staked_on(state), carrying.carried_from(session, round_.pk)
    gone = {row.seat for row, end in ends if end and end.fate is Fate.RETURNED}
    waits = {seat: staked[seat] for seat, _ in game.carried(state) if seat in staked}
    played = {row.seat: row.amount for row, end in ends if end and end.is_played}
    return {seat: n for seat, n in waits.items() if seat not in gone} | played


def unreconciled(session: Session) -> Iterator[str]:
    """Rounds at money tables whose postings are not what they are due."""
    rows = session.exec(select(RoundRow).order_by(col(RoundRow.id))).all()
    for row in rows:
        if row.lent_to is not None:
            continue
        table = session.get_one(TableRow, row.table_id)
        state = books.position(session, books.REAL, row, None).state
        owed = due.money(facts_of(session, table, row, state))
        posted = ledger.posted(session, cause(row)).due
        for account, cents in difference(owed, posted, due.MONEY):
            where = f"round {row.number} at table {table.number}"
            yield f"The {account} lacks {cents} of {where}."
