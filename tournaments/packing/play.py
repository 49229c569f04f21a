"""Sheets on what was played: draws, sessions, hand logs, counts, secret wagers."""

from typing import Any

from sqlalchemy import Select, and_
from sqlalchemy import select as sa_select
from sqlmodel import col

from house.floor.models import TableRow
from house.floor.rounds.models import ActionRow, LineRow, RoundRow
from house.packs.parts import Sheet
from rulebook import CROWN3, HOUSE
from tournaments.models import EntryRow, TournamentTableRow
from tournaments.packing.reading import columns, entrant, of, sheet, signed
from tournaments.play.models import (
    ChipsMovedRow,
    CountRow,
    HandRow,
    KeyedHandsRow,
    PauseRow,
    PlaySessionRow,
    SessionTableRow,
    StartMovedRow,
    TableClosedRow,
)
from tournaments.seating.models import MoveRow, SeatDrawRow, SeatRow
from tournaments.secret.models import ExaminationRow, SecretFormRow
from tournaments.stages.models import CountCorrectedRow, LotRow


def _tables(id_: int) -> Select[Any]:
    row = TournamentTableRow
    shown = (*columns(TableRow, Table="number"), *columns(row, Designated="designated"))
    found = of(row, id_, *shown, *signed(row))
    return found.join(TableRow, col(TableRow.id) == row.table_id)


def _draws(id_: int) -> Select[Any]:
    row = SeatDrawRow
    first = columns(row, Draw="number", Stage="stage_at", Late="late", Why="why")
    then = columns(row, Promised="commitment", Revealed="secret", Beacon="beacon")
    fixed = columns(row, Fixed="fixed_at", Fixed_by="fixed_by_name")
    held = columns(row, Held="held_at", Held_by="held_by_name", Header="header")
    last = columns(row, Confirmed="confirmed_at", Confirmed_by="confirmed_by_name")
    ends = columns(row, Released="released_at", Released_by="released_by_name")
    return of(row, id_, *first, *fixed, *held, *last, *ends, *then)


def _seats(id_: int) -> Select[Any]:
    shown = columns(SeatRow, Session="session", Table="table_number", Seat="seat")
    return (
        sa_select(*columns(SeatDrawRow, Draw="number"), *shown, *entrant())
        .select_from(SeatRow)
        .join(SeatDrawRow, col(SeatDrawRow.id) == SeatRow.draw_id)
        .join(EntryRow, col(EntryRow.id) == SeatRow.entry_id)
        # Seats of a draw are nobody's business before it is released.
        .where(
            col(SeatDrawRow.tournament_id) == id_,
            col(SeatDrawRow.released_at).is_not(None),
        )
        .order_by(col(SeatRow.id))
    )


def _moves(id_: int) -> Select[Any]:
    row = MoveRow
    first = columns(row, Kind="kind", Session="session", Table="table_number")
    then = columns(row, Seat="seat", From_table="from_table", From_seat="from_seat")
    found = of(
        row, id_, *entrant(), *first, *then, *columns(row, Why="why"), *signed(row)
    )
    return found.join(EntryRow, col(EntryRow.id) == row.entry_id)


def _lots(id_: int) -> Select[Any]:
    row = LotRow
    first = columns(row, Lot="number", Stage="stage_at", For="purpose", Drawn="drawn")
    held = columns(row, Fixed="fixed_at", Held="held_at", Held_by="held_by_name")
    then = columns(row, Promised="commitment", Revealed="secret", Beacon="beacon")
    return of(row, id_, *first, *held, *then, *columns(row, Header="header"))


def _starts(id_: int) -> Select[Any]:
    row = StartMovedRow
    shown = columns(row, Stage="stage_at", Session="session", Starts="starts")
    more = columns(row, Reason="reason", Told_how="told_how")
    return of(row, id_, *shown, *more, *signed(row))


def _sessions(id_: int) -> Select[Any]:
    row = PlaySessionRow
    shown = columns(row, Stage="stage_at", Session="session", Plan="plan")
    return of(row, id_, *shown, *signed(row))


def _at_tables(row: Any, id_: int, *shown: Any) -> Select[Any]:
    """Rows that belong to the tables of sessions, with stage, session and table."""
    where = columns(PlaySessionRow, Stage="stage_at", Session="session")
    return (
        sa_select(*where, *columns(TableRow, Table="number"), *shown)
        .select_from(row)
        .join(SessionTableRow, col(SessionTableRow.id) == row.session_table_id)
        .join(PlaySessionRow, col(PlaySessionRow.id) == SessionTableRow.session_id)
        .join(TableRow, col(TableRow.id) == SessionTableRow.table_id)
        .where(col(PlaySessionRow.tournament_id) == id_)
        .order_by(row.id)
    )


def _pauses(id_: int) -> Select[Any]:
    shown = columns(PauseRow, Paused="paused", Reason="reason")
    where = columns(PlaySessionRow, Stage="stage_at", Session="session")
    return (
        sa_select(*where, *shown, *signed(PauseRow))
        .select_from(PauseRow)
        .join(PlaySessionRow, col(PlaySessionRow.id) == PauseRow.session_id)
        .where(col(PlaySessionRow.tournament_id) == id_)
        .order_by(col(PauseRow.id))
    )


def _hands(id_: int) -> Select[Any]:
    shown = columns(HandRow, Round="round_number", Counts="counts", First="first_seat")
    return _at_tables(HandRow, id_, *shown, *columns(HandRow, When="at"))


def _log(id_: int) -> Select[Any]:
    """Every act of every hand that is over, with the digest that chains it."""
    row = ActionRow
    shown = columns(row, Act="seq", What="kind", Data="data", Takes_back="takes_back")
    more = (
        *columns(row, Reason="reason"),
        *signed(row),
        *columns(row, Digest="digest"),
    )
    found = _at_tables(
        HandRow, id_, *columns(HandRow, Round="round_number"), *shown, *more
    )
    return (
        found.join(RoundRow, col(RoundRow.id) == HandRow.round_id)
        .join(row, col(row.round_id) == RoundRow.id)
        .where(col(RoundRow.ended_at).is_not(None))
        .order_by(None)
        .order_by(col(HandRow.id), col(row.seq))
    )


def _lines(id_: int) -> Select[Any]:
    row = LineRow
    shown = columns(row, Seat="seat", Player="player", Wager="wager", Staked="stake")
    more = columns(row, Won="net", Rule="rule_id", Settlement="settlement")
    found = _at_tables(
        HandRow, id_, *columns(HandRow, Round="round_number"), *shown, *more
    )
    return (
        found.join(row, col(row.round_id) == HandRow.round_id)
        .order_by(None)
        .order_by(col(HandRow.id), col(row.settlement), col(row.place))
    )


def _keyed(id_: int) -> Select[Any]:
    row = KeyedHandsRow
    shown = columns(row, Number="number", Hands="hands", Played="played")
    more = columns(row, Takes_back="takes_back", Stacks="stacks", Reason="reason")
    return _at_tables(row, id_, *shown, *more, *signed(row))


def _chips(id_: int) -> Select[Any]:
    row = ChipsMovedRow
    shown = columns(row, What="kind", Chips="chips", Pieces="pieces", Reason="reason")
    found = _at_tables(row, id_, *entrant(), *shown, *signed(row))
    return found.join(EntryRow, col(EntryRow.id) == row.entry_id, isouter=True)


def _counts(id_: int) -> Select[Any]:
    row = CountRow
    shown = columns(row, Which="which", Tray="rack_chips", Stacks="stacks")
    return _at_tables(row, id_, *shown, *columns(row, Pieces="pieces"), *signed(row))


def _closed(id_: int) -> Select[Any]:
    row = TableClosedRow
    shown = columns(row, Ground="ground", Variance="variance_chips", Ruling="ruling")
    return _at_tables(row, id_, *shown, *signed(row))


def _corrected(id_: int) -> Select[Any]:
    row = CountCorrectedRow
    shown = columns(row, Was="was_chips", Is="chips", Reason="reason", Ruling="ruling")
    found = _at_tables(row, id_, *entrant(), *shown, *signed(row))
    return found.join(EntryRow, col(EntryRow.id) == row.entry_id)


def _secret(id_: int) -> Select[Any]:
    """Forms as they were handed in; what they said is in the log once announced."""
    row, seen = SecretFormRow, ExaminationRow
    shown = columns(row, Seat="seat", Way="way", Promise="promise")
    where = columns(PlaySessionRow, Stage="stage_at", Session="session")
    found = columns(seen, Examined="at", Examined_by="by_name")
    mine = and_(
        col(PlaySessionRow.id) == row.session_id,
        col(PlaySessionRow.tournament_id) == id_,
    )
    return (
        sa_select(
            *where,
            *columns(RoundRow, Round="number"),
            *entrant(),
            *shown,
            *signed(row),
            *found,
        )
        .select_from(row)
        .join(PlaySessionRow, mine)
        .join(RoundRow, col(RoundRow.id) == row.round_id)
        .join(EntryRow, col(EntryRow.id) == row.entry_id)
        .join(seen, col(seen.form_id) == row.id, isouter=True)
        .order_by(col(row.id))
    )


SHEETS = (
    Sheet("tables", "Tables it was played at", CROWN3.at("12.2.4"), sheet(_tables)),
    Sheet("draws", "Draws of seats", HOUSE.at("TOURN-60"), sheet(_draws)),
    Sheet("seats", "Seats as they were drawn", HOUSE.at("TOURN-60"), sheet(_seats)),
    Sheet("moves", "Seats changed by hand", CROWN3.at("12.4.3(a)(ii)"), sheet(_moves)),
    Sheet("lots", "Lots drawn", HOUSE.at("TOURN-303"), sheet(_lots)),
    Sheet("starts-moved", "Starts moved", CROWN3.at("12.4.1(b)"), sheet(_starts)),
    Sheet("sessions", "Sessions begun", CROWN3.at("12.4.3(a)(i)"), sheet(_sessions)),
    Sheet("pauses", "Pauses", CROWN3.at("12.2.3"), sheet(_pauses)),
    Sheet("hands", "Hands played", CROWN3.at("12.4.3(a)(i)"), sheet(_hands)),
    Sheet("hand-log", "Every act of every hand", CROWN3.at("12.1"), sheet(_log)),
    Sheet("settlements", "What every hand came to", CROWN3.at("12.1"), sheet(_lines)),
    Sheet("keyed-stacks", "Stacks keyed", HOUSE.at("TOURN-17"), sheet(_keyed)),
    Sheet("chips", "Chips moved between hands", CROWN3.at("12.4.3(b)"), sheet(_chips)),
    Sheet("counts", "Counts of tables", HOUSE.at("TOURN-17"), sheet(_counts)),
    Sheet(
        "variances", "Tables closed, variances", HOUSE.at("TOURN-17"), sheet(_closed)
    ),
    Sheet("corrections", "Stacks put right", HOUSE.at("TOURN-306"), sheet(_corrected)),
    Sheet(
        "secret-wagers",
        "The register of secret wagers",
        CROWN3.at("12.4.4(c)"),
        sheet(_secret),
    ),
)
