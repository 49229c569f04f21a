"""A round and the ledger: whatever happened in it, the difference is posted."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlmodel import Session, col, select

from game.payments import Intent, Kind
from game.play import State
from house.floor.acts import Act
from house.floor.at_table import due
from house.floor.at_table.due import Paid
from house.floor.at_table.round_facts import KEYED, facts_of
from house.floor.at_table.who import money_act, seal
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import AnySeat, RoundRow
from house.ledger import queries
from house.ledger import services as ledger
from house.ledger.postings import Cause, difference
from house.payments import services as payments
from house.payments.accounts import patron_of
from house.payments.rules import Entry
from house.sealing import BrokenSeal
from rulebook import HOUSE

STAKED = HOUSE.at("LEDGER-2")


def cause(round_: RoundRow) -> Cause:
    """A round, as what postings come from."""
    return Cause("round", str(round_.pk))


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
    payments.enter(session, entry, money_act(act))


def reconcile_kept(
    session: Session, table: TableRow, round_: RoundRow, act: Act
) -> None:
    """Post what a round is due that something else than a move in it changed."""
    now = books.position(session, books.REAL, round_, seal())
    reconcile(session, table, round_, now.state, act)


def unreconciled(session: Session) -> Iterator[str]:
    """Rounds at money tables whose postings are not what they are due."""
    rows = session.exec(select(RoundRow).order_by(col(RoundRow.id))).all()
    for row in rows:
        if row.lent_to is not None:
            continue
        table = session.get_one(TableRow, row.table_id)
        try:
            state = books.position(session, books.REAL, row, seal()).state
        except BrokenSeal:
            where = f"Round {row.number} at table {table.number}"
            yield f"{where} is sealed with a key that the house does not have."
            continue
        owed = due.money(facts_of(session, table, row, state))
        posted = ledger.posted(session, cause(row)).due
        for account, cents in difference(owed, posted, due.MONEY):
            where = f"round {row.number} at table {table.number}"
            yield f"The {account} lacks {cents} of {where}."
