"""Chips that players with a loss limit declare: bought, brought, and left with."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import func
from sqlmodel import Session, col, select

from game.loss_limits import DUTIES, Declarations, Duty
from house.floor.acts import Act, record, signed
from house.floor.at_table.models import Chips, DeclaredRow
from house.floor.models import TableRow
from house.floor.rounds.models import AnySeat, SeatRow
from house.payments.loss_limits import standing
from house.people.patrons.models import PatronRow
from rulebook import HOUSE, STAR4, Cite, Refusal, Refused

WRITTEN = HOUSE.at("ATTABLE-1")
CASHLESS = STAR4.at("1.1:Cashless")
MOST = 100_000_000_000
CITES = {
    Chips.BOUGHT: DUTIES[Duty.PURCHASES],
    Chips.BROUGHT: DUTIES[Duty.CHIPS_IN],
    Chips.LEFT_WITH: DUTIES[Duty.CHIPS_OUT],
}


@dataclass(frozen=True, slots=True)
class ChipsSeen:
    """Chips the dealer saw, and what the player declared of them."""

    chips: Chips
    seen: int
    declared: int
    key: str
    terminal: str = ""  # that sold them, at a cashless table


def declared_by(session: Session, sitting_id: int) -> Declarations:
    """What was seen and declared since somebody sat down."""
    query = (
        select(
            DeclaredRow.chips,
            func.sum(DeclaredRow.seen),
            func.sum(DeclaredRow.declared),
        )
        .where(col(DeclaredRow.sitting_id) == sitting_id)
        .group_by(col(DeclaredRow.chips))
    )
    found = {chips: (int(saw), int(told)) for chips, saw, told in session.exec(query)}
    bought, brought = found.get(Chips.BOUGHT, (0, 0)), found.get(Chips.BROUGHT, (0, 0))
    return Declarations(*bought, *brought)


def has_told(session: Session, sitting_id: int, chips: Chips = Chips.BROUGHT) -> bool:
    """Whether these chips of somebody were asked for and written down."""
    mine = select(DeclaredRow.id).where(
        col(DeclaredRow.sitting_id) == sitting_id, col(DeclaredRow.chips) == chips
    )
    return session.exec(mine.limit(1)).first() is not None


def declare(  # noqa: PLR0913
    session: Session,
    table: TableRow,
    sits: SeatRow,
    seen: ChipsSeen,
    act: Act,
    *,
    against: Iterable[Refusal] = (),  # of whoever the table is lent to
) -> DeclaredRow | Refused:
    """Write down chips as they were seen and as they were declared."""
    taken = select(DeclaredRow).where(col(DeclaredRow.key) == seen.key[:80])
    if (before := session.exec(taken).first()) is not None:
        return before
    refusals = (*against, *_against(table, sits, seen))
    refused = Refused(refusals) if refusals else None
    row = None
    if refused is None and sits.patron_id is not None:
        row = DeclaredRow(
            sitting_id=sits.pk,
            table_id=table.pk,
            patron_id=sits.patron_id,
            chips=seen.chips,
            seen=seen.seen,
            declared=seen.declared,
            terminal=seen.terminal.strip()[:40],
            key=seen.key[:80],
            **signed(act),
        )
        session.add(row)
        session.flush()
    after: dict[str, int | str] = {"seat": sits.seat}
    after |= {"seen": seen.seen, "declared": seen.declared}
    rules: tuple[Cite, ...] = (CITES[seen.chips],)
    if seen.terminal:
        after, rules = after | {"terminal": seen.terminal[:40]}, (*rules, CASHLESS)
    name = f"chips {seen.chips}"
    record(session, act, name, table, refused, rules=rules, after=after)
    return row or refused or Refused(())


def _against(table: TableRow, sits: SeatRow, seen: ChipsSeen) -> Iterator[Refusal]:
    if sits.patron_id is None:
        wrong = f"{sits.player} sits without a player card."
        right = "Chips are declared by players who have a limit, with their card."
        yield Refusal(WRITTEN, wrong, right)
    for field, amount in (("seen", seen.seen), ("declared", seen.declared)):
        if not 0 <= amount <= MOST:
            wrong = "This is no amount of chips."
            yield Refusal(WRITTEN, wrong, "Give an amount in dollars.", field)
    terminal = seen.terminal.strip()
    if table.cashless and seen.chips is Chips.BOUGHT and not terminal:
        wrong = f"Table {table.number} sells chips through a terminal; none is named."
        yield Refusal(CASHLESS, wrong, "Give the number of the terminal.", "terminal")
    elif terminal and not table.cashless:
        wrong = f"Table {table.number} has no terminal that sells chips."
        yield Refusal(CASHLESS, wrong, "Leave it out.", "terminal")


def undeclared(
    session: Session, patron: PatronRow, sits: AnySeat, act: Act
) -> Iterator[Refusal]:
    """A player with a limit says what they brought before they ante."""
    limit = standing(session, patron, act.now)
    if limit is not None and not has_told(session, sits.pk):
        wrong = f"{patron.name} has not declared the chips brought to the table."
        right = "Write them down before the round, even if there are none."
        yield Refusal(CITES[Chips.BROUGHT], wrong, right)
