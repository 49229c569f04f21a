"""What becomes of the rows of a list: new, known, twice, or refused and why."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlmodel import Session

from promotions.models import PromotionRow
from promotions.rules.terms import Terms
from promotions.tickets import earned, holders, writing
from promotions.tickets.earned import Timed
from promotions.tickets.lists import Bad, Given
from promotions.tickets.models import Came, ListBatchRow, ListRow
from promotions.tickets.writing import Gift


class Outcome(StrEnum):
    """What becomes of a row."""

    NEW = "new"
    KNOWN = "known"  # its reference was taken before
    TWICE = "twice"  # its reference stands further up
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Taking:
    """A list that is being taken, and the terms it is taken by."""

    row: PromotionRow
    list: ListRow
    terms: Terms
    so_far: ListBatchRow | None
    frozen: int = 0  # the highest draw whose list is fixed

    @property
    def is_over(self) -> bool:
        """Whether all of it was taken."""
        return self.so_far is not None and self.so_far.over

    @property
    def read(self) -> int:
        """How many rows were read."""
        return self.so_far.rows if self.so_far else 0


@dataclass(frozen=True, slots=True)
class Fate:
    """One row, what becomes of it, its tickets, and why it has none."""

    line: int
    reference: str
    outcome: Outcome
    tickets: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Sorted:
    """Rows of a list by what becomes of them."""

    gifts: Sequence[Gift]
    rows: Sequence[Given]  # those that count or did, in the order of the list
    known: frozenset[str]
    refused: Sequence[Bad]

    @property
    def not_new(self) -> int:
        """How many rows have a reference that counts already."""
        return len(self.rows) - len(self.gifts)

    def fates(self) -> Sequence[Fate]:
        """Row by row, in the order of the list."""
        every = (*self._counted(), *(_refused(bad) for bad in self.refused))
        return sorted(every, key=lambda fate: fate.line)

    def _counted(self) -> Iterator[Fate]:
        tickets = {gift.reference: gift.tickets for gift in self.gifts}
        for row in self.rows:
            if row.reference in self.known:
                yield Fate(row.line, row.reference, Outcome.KNOWN)
            elif (count := tickets.pop(row.reference, None)) is None:
                yield Fate(row.line, row.reference, Outcome.TWICE)
            else:
                yield Fate(row.line, row.reference, Outcome.NEW, count)


def _refused(bad: Bad) -> Fate:
    return Fate(bad.line, bad.reference, Outcome.REFUSED, 0, bad.why)


def sort(
    session: Session, taking: Taking, some: Sequence[Given | Bad], now: datetime
) -> Sorted:
    """What would become of these rows now; nothing is written."""
    bad = [row for row in some if isinstance(row, Bad)]
    given = [row for row in some if isinstance(row, Given)]
    good, late = _timely(taking, given, now)
    cards = holders.by_card(session, (row.card for row, _ in good))
    nobody = [
        Bad(row.line, row.reference, "Nobody has this card.")
        for row, _ in good
        if row.card not in cards
    ]
    mine = [each for each in good if each[0].card in cards]
    first = {row.reference: (row, draw) for row, draw in reversed(mine)}
    known = frozenset(writing.known(session, taking.row.pk, first))
    new = [each for name, each in reversed(first.items()) if name not in known]
    gifts = _gifts(session, taking, new, cards)
    return Sorted(gifts, [row for row, _ in mine], known, (*bad, *late, *nobody))


def _timely(
    taking: Taking, some: Sequence[Given], now: datetime
) -> tuple[list[Timed], list[Bad]]:
    """The rows that count, each for its draw; and those too early or too late."""
    starts = taking.terms.starts_at
    closes = [draw.closes_at for draw in taking.terms.draws]
    closed = max(bisect_right(closes, now), taking.frozen)

    def draw_or_why(at: datetime) -> int | str:
        draw = bisect_right(closes, at) + 1
        if starts is None or at < starts:
            return "It was before the start."
        if at > now:
            return "It has not happened yet."
        if draw > len(closes):
            return "It was after the closing time."
        if draw <= closed:
            return f"It came after entries for draw {draw} had closed."
        return draw

    found = {at: draw_or_why(at) for at in {row.at for row in some}}
    good: list[Timed] = []
    late: list[Bad] = []
    for row in some:
        draw = found[row.at]
        if isinstance(draw, str):
            late.append(Bad(row.line, row.reference, draw))
        else:
            good.append((row, draw))
    return good, late


def _gifts(
    session: Session,
    taking: Taking,
    good: Sequence[Timed],
    known: Mapping[str, holders.Holder],
) -> list[Gift]:
    counted = [each for each in good if each[0].came is Came.LIST]
    played = [each for each in good if each[0].came is not Came.LIST]
    promotion_id, run_id, came = taking.row.pk, taking.list.pk, Came.LIST.value
    gifts = [
        Gift(
            promotion_id,
            draw,
            known[row.card].ref,
            known[row.card].patron_id,
            row.reference,
            came,
            row.amount,
            row.amount,
            row.amount,
            row.at,
            run_id,
        )
        for row, draw in counted
    ]
    if played:
        gifts += earned.gifts(session, taking.row, taking.terms, played, known, run_id)
    return gifts
