"""Sheets on what was decided: stages, ties, rulings, penalties, disputes, prizes."""

from typing import Any

from sqlalchemy import Select, and_
from sqlalchemy import select as sa_select
from sqlmodel import col

from house.floor.disputes.models import DisputeEventRow, DisputeRow
from house.floor.rulings.models import RulingRow
from house.packs.parts import Sheet
from rulebook import CROWN3
from tournaments.conduct.models import (
    CallAnswerRow,
    CallRow,
    ConductBackRow,
    ConductRow,
)
from tournaments.models import KIND, EntryRow
from tournaments.packing.reading import columns, entrant, of, sheet, signed
from tournaments.prizes.models import PrizePaidRow, PrizeRow
from tournaments.stages.models import SecondChanceRow, StageClosedRow, TieStepRow


def _stages(id_: int) -> Select[Any]:
    row = StageClosedRow
    shown = columns(row, Stage="stage_at", Number="number", Says="says")
    more = columns(row, Through="through", Out="out", Reason="reason")
    return of(row, id_, *shown, *more, *signed(row))


def _ties(id_: int) -> Select[Any]:
    row = TieStepRow
    shown = columns(row, Stage="stage_at", Between="players", Step="step", Said="said")
    return of(row, id_, *shown, *columns(row, Scores="scores"), *signed(row))


def _chances(id_: int) -> Select[Any]:
    row = SecondChanceRow
    shown = columns(row, Stage="stage_at", Held="held", Reason="reason")
    return of(row, id_, *shown, *signed(row))


def _rulings(id_: int) -> Select[Any]:
    row = RulingRow
    shown = columns(row, Table="table_number", Round="round", What="what")
    more = columns(row, Rule="rule_id", Spoken="spoken", Fate="fate", Effects="effects")
    ends = columns(row, Called_by="called_by_name", By="decided_by_name", When="at")
    return (
        sa_select(*shown, *more, *ends)
        .where(col(row.lent_kind) == KIND, col(row.lent_id) == str(id_))
        .order_by(col(row.id))
    )


def _penalties(id_: int) -> Select[Any]:
    row, back = ConductRow, ConductBackRow
    shown = columns(row, Number="number", Player="player", Verb="verb", Ground="ground")
    more = columns(row, Reason="reason", Rule="rule_id", Takes="takes_chips")
    ends = columns(back, Taken_back="at", Taken_back_for="reason")
    found = of(row, id_, *shown, *more, *signed(row), *ends)
    return found.join(back, col(back.conduct_id) == row.id, isouter=True)


def _calls(id_: int) -> Select[Any]:
    row, answer = CallRow, CallAnswerRow
    shown = columns(row, Table="table_number", Hand="hand", What="what")
    more = columns(answer, Answer="answer", Note="note", Answered="at")
    found = of(row, id_, *shown, *signed(row), *more)
    return found.join(answer, col(answer.call_id) == row.id, isouter=True)


def _disputes(id_: int) -> Select[Any]:
    row, event = DisputeRow, DisputeEventRow
    shown = columns(row, Dispute="id", Table="table_number", Raised_by="raised_by")
    more = columns(row, What="what", Raised="raised_at")
    then = columns(event, Happened="happened", Note="note", How="how", Rule="rule_id")
    mine = and_(col(row.lent_kind) == KIND, col(row.lent_id) == str(id_))
    return (
        sa_select(*shown, *more, *then, *signed(event))
        .select_from(row)
        .join(event, col(event.dispute_id) == row.id, isouter=True)
        .where(mine)
        .order_by(col(row.id), col(event.id))
    )


def _prizes(id_: int) -> Select[Any]:
    row, paid = PrizeRow, PrizePaidRow
    shown = columns(row, Slip="number", Place="finished", Rule="rule_id")
    worth = [col(row.cents).label("$ Prize"), *columns(row, Collect_by="collect_by")]
    handed = columns(paid, Paid="at", Method="method", Identity="identity")
    ends = columns(paid, By="by_name", Witness="witness", Marked="marked")
    found = of(row, id_, *entrant(), *shown, *worth, *handed, *ends)
    found = found.join(EntryRow, col(EntryRow.id) == row.entry_id)
    return found.join(paid, col(paid.prize_id) == row.id, isouter=True)


SHEETS = (
    Sheet(
        "stages",
        "Stages closed, who went on",
        CROWN3.at("12.4.3(a)(iii)"),
        sheet(_stages),
    ),
    Sheet(
        "ties", "Ties and how they were decided", CROWN3.at("12.5.2(a)"), sheet(_ties)
    ),
    Sheet(
        "second-chances",
        "Repechages decided on",
        CROWN3.at("12.4.3(a)(v)"),
        sheet(_chances),
    ),
    Sheet("rulings", "Rulings", CROWN3.at("12.5.3(c)"), sheet(_rulings)),
    Sheet(
        "penalties",
        "Penalties and what else was decided on players",
        CROWN3.at("12.5.3(a)(i)"),
        sheet(_penalties),
    ),
    Sheet("calls", "Calls of the Director", CROWN3.at("12.5.3(g)"), sheet(_calls)),
    Sheet("disputes", "Disputes", CROWN3.at("12.5.3(h)"), sheet(_disputes)),
    Sheet(
        "prizes", "Prizes and their handing out", CROWN3.at("12.5.2(c)"), sheet(_prizes)
    ),
)
