"""Chips that move at a table beside the hands: fills, colour-ups, penalties, more."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.rounds import book as books
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause, Posting
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.models import TournamentRow
from tournaments.money import accounts as money
from tournaments.money import queries as paid
from tournaments.path import steps
from tournaments.play import accounts
from tournaments.play.counting import Table
from tournaments.play.models import ChipsMovedRow, Moved
from tournaments.rules import chips_moved
from tournaments.rules.tokens import Pieces, made_up, pieces_of

MOVED: Cite = HOUSE.at("TOURN-164")


@dataclass(frozen=True, slots=True)
class Moving:
    """Chips that somebody wants to move: so many come, or go where it is below 0."""

    kind: Moved
    chips: int = 0
    entry_id: int | None = None
    pieces: Pieces = field(default_factory=dict)  # none: as few as make it up
    reason: str = ""
    rules: tuple[Cite, ...] = ()  # beside the rule of the move itself


def hand_over(
    session: Session, tournament: TournamentRow, there: Table, entry_id: int, act: Act
) -> ChipsMovedRow | Refused:
    """Give an entrant at the table the chips that were paid for and wait."""
    waits = 0
    if entry_id in there.names:
        waits = paid.of_entry(session, entry_id).chips_due
    wanted = Moving(Moved.HANDED_OVER, waits, entry_id)
    return move(session, tournament, there, wanted, act)


def move(
    session: Session,
    tournament: TournamentRow,
    there: Table,
    wanted: Moving,
    act: Act,
) -> ChipsMovedRow | Refused:
    """Move chips at a table, or say everything that stands against it."""
    came = _pieces(there, wanted)
    found = (*_between_hands(session, there, wanted), *_against(there, wanted, came))
    row = ChipsMovedRow(
        session_table_id=there.at.row.pk,
        kind=wanted.kind,
        entry_id=wanted.entry_id,
        chips=wanted.chips,
        pieces={str(d): n for d, n in (came or {}).items()},
        reason=fitted(wanted.reason.strip(), 400),
        **steps.signed(act),
    )
    verdict: ChipsMovedRow | Refused = Refused(found) if found else row
    rules = tuple(dict.fromkeys((MOVED, *wanted.rules)))
    if not found:
        session.add(row)
        session.flush()
        _post(session, tournament, there, row, rules, act)
    after = {
        "table": there.table.number,
        "entry": wanted.entry_id,
        "chips": wanted.chips,
        "reason": wanted.reason,
    }
    name = f"chips: {wanted.kind.value}"
    steps.note(session, tournament, name, act, verdict, rules, None, after)
    return verdict


def changes(there: Table, wanted: Moving) -> tuple[str, ...]:
    """What a move of chips would change, said before it is made."""
    tray = there.expected.rack_chips
    found = []
    if wanted.entry_id in there.names and wanted.entry_id is not None:
        name, has = there.names[wanted.entry_id], there.expected.stacks
        before = has.get(wanted.entry_id, 0)
        found.append((f"The stack of {name}", before, before + wanted.chips))
        if wanted.kind is not Moved.HANDED_OVER:
            found.append(("The tray", tray, tray - wanted.chips))
    elif wanted.chips:
        found.append(("The tray", tray, tray + wanted.chips))
    return tuple(f"{what}: {was:,} becomes {now:,}." for what, was, now in found)


def _pieces(there: Table, wanted: Moving) -> Pieces | None:
    """The pieces that come: as keyed, or as few as make it up; none that can."""
    plan = there.at.plan
    if wanted.pieces or wanted.kind in chips_moved.WITHIN or not plan.rack_of:
        return wanted.pieces
    known = {*pieces_of(plan.rack_of), *pieces_of(plan.bank_of)}
    found = made_up(abs(wanted.chips), known)
    if found is None:
        return None
    sign = 1 if wanted.chips > 0 else -1
    return {d: sign * n for d, n in pieces_of(found).items()}


def _against(there: Table, wanted: Moving, came: Pieces | None) -> Iterator[Refusal]:
    if wanted.entry_id is not None and wanted.entry_id not in there.names:
        wrong = "The entrant does not sit at this table."
        yield Refusal(MOVED, wrong, "Choose one of its players.", "entry")
        return
    entry = wanted.entry_id
    asked = chips_moved.ChipMove(
        wanted.kind,
        wanted.chips,
        came,
        wanted.reason,
        there.expected.rack_chips,
        None if entry is None else there.expected.stacks.get(entry, 0),
        there.expected.pieces,
    )
    yield from chips_moved.against(asked)


def _between_hands(session: Session, there: Table, wanted: Moving) -> Iterator[Refusal]:
    if there.closed is not None:
        yield Refusal(MOVED, f"Table {there.table.number} is closed.")
    dealt = books.under_way(session, there.table)
    if wanted.kind is not Moved.FILL and dealt and dealt.first_card_at is not None:
        wrong = "A hand is under way."
        yield Refusal(MOVED, wrong, "Chips are moved between hands.")


def due(
    tournament_id: int, table_number: int, row: ChipsMovedRow
) -> Mapping[Account, int]:
    """What such a move is due: stacks, the tray, pieces, and what was handed out."""
    tray, out = accounts.rack(table_number), accounts.out(tournament_id)
    came = {int(d): n for d, n in row.pieces.items()}
    found = dict(accounts.brought(tournament_id, table_number, came))
    if row.entry_id is None:
        found |= {tray: row.chips, out: -row.chips}
    else:
        other = out if row.kind is Moved.HANDED_OVER else tray
        found |= {accounts.stack(row.entry_id): row.chips, other: -row.chips}
    return {account: amount for account, amount in found.items() if amount}


def _post(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    there: Table,
    row: ChipsMovedRow,
    rules: tuple[Cite, ...],
    act: Act,
) -> None:
    moves = dict(due(tournament.pk, there.table.number, row))
    if row.kind is Moved.HANDED_OVER and row.entry_id is not None:
        moves |= dict(money.chips(row.entry_id, tournament.pk, -row.chips))
    cause = Cause("chips moved", str(row.pk))
    facts = {"table": there.table.number, "kind": row.kind.value}
    ledger.post(session, Posting(cause, rules, tuple(moves.items()), facts), act)
