"""Chips bought at a table, and chips swapped for others: each on the record."""

from collections.abc import Iterable

from sqlmodel import Session

from game.payments import CHANGES, CHANGES_UNDER, Change, Intent, may_change
from house.floor.acts import Act, record
from house.floor.at_table.who import money_act
from house.floor.models import TableRow
from house.floor.rounds.models import SeatRow
from house.money import dollars
from house.payments import services as payments
from house.payments.rules import Entry
from rulebook import Refusal, Refused


def change(  # noqa: PLR0913
    session: Session,
    table: TableRow,
    sits: SeatRow,
    given: Change,
    act: Act,
    *,
    against: Iterable[Refusal] = (),  # of whoever the table is lent to
) -> Change | Refused:
    """Write a change down; what does not come out even goes into the register."""
    refusals = [*against, *may_change(given)]
    cite = CHANGES[given.kind]
    if table.rulebook not in CHANGES_UNDER:
        wrong = f"{table.rulebook} knows no changes at the table."
        refusals.append(Refusal(cite, wrong, f"{', '.join(CHANGES_UNDER)} does."))
    refused = Refused(tuple(refusals)) if refusals else None
    after = {
        "seat": sits.seat,
        "given_cents": given.given_cents,
        "chips_cents": given.chips_cents,
        "means": given.means.strip()[:40],
    }
    name = str(given.kind).removeprefix("a ")
    record(session, act, name, table, refused, rules=(cite,), after=after)
    if refused is None and given.short_cents:
        payments.enter(session, _uneven(table, sits, given, act), money_act(act))
    return refused or given


def _uneven(table: TableRow, sits: SeatRow, given: Change, act: Act) -> Entry:
    note = (
        f"{str(given.kind).capitalize()} of {sits.player} at seat {sits.seat}: "
        f"{dollars(given.chips_cents)} in chips for {dollars(given.given_cents)}."
    )
    return Entry(
        given.kind,
        given.chips_cents,
        given.given_cents,
        act.now,
        act.now,
        Intent.UNINTENDED,
        note,
        table.number,
        sits.patron_id,
    )
