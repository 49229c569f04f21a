"""Jackpot prizes: whom they may be paid to, and that they count as won."""

from collections.abc import Iterator, Sequence

from sqlmodel import Session, col, select

from game.player_cards import CARDS_NEEDED, owed
from house.floor.acts import Act, record
from house.floor.at_table.models import JackpotLineRow
from house.floor.at_table.reconciling import reconcile_kept
from house.floor.meters.models import MeterClaimRow
from house.floor.models import TableRow
from house.floor.rounds.models import RoundRow
from house.people.patrons.models import PatronRow
from rulebook import HOUSE, Refusal

COUNTED = HOUSE.at("ATTABLE-6")


def claim_paid(session: Session, claim: MeterClaimRow, act: Act) -> None:
    """A jackpot prize that was confirmed counts as won for its player, once."""
    table = session.get_one(TableRow, claim.table_id)
    for round_id in {line.round_id for line in _lines(session, claim)}:
        round_ = session.get_one(RoundRow, round_id)
        reconcile_kept(session, table, round_, act)
        said = {"claim": claim.pk, "round": round_.number}
        name = "count jackpot prize"
        record(session, act, name, table, rules=(COUNTED,), after=said)


def against_paying(session: Session, claim: MeterClaimRow) -> Iterator[Refusal]:
    """Nothing need be paid to an employee who bet against the employees' policy."""
    table = session.get_one(TableRow, claim.table_id)
    if table.rulebook not in CARDS_NEEDED:
        return
    for line in {x.seat: x for x in _lines(session, claim)}.values():
        patron = session.get(PatronRow, line.patron_id or 0)
        payable = owed(line.award, in_breach=bool(patron and patron.is_employee))
        if payable.value != line.award:
            wrong = f"{line.player} at seat {line.seat} is an employee."
            yield Refusal(payable.cite, wrong, "Withdraw the claim and say why.")


def _lines(session: Session, claim: MeterClaimRow) -> Sequence[JackpotLineRow]:
    """The wagers of a claimed round, those judged last at the end."""
    mine = select(JackpotLineRow).where(col(JackpotLineRow.claim_id) == claim.pk)
    return session.exec(mine.order_by(col(JackpotLineRow.id))).all()
