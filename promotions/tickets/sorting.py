"""What becomes of the rows of a list: new, known, twice, or refused and why."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import repeat
from operator import attrgetter

from sqlmodel import Session

from promotions.models import PromotionRow
from promotions.rules.terms import Terms
from promotions.tickets import earned, holders, writing
from promotions.tickets.holders import Holder
from promotions.tickets.lists import Bad, Block, Given
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


def sort(session: Session, taking: Taking, block: Block, now: datetime) -> Sorted:
    """What would become of these rows now; nothing is written."""
    draws, untimely = _draws(taking, {row.at for row in block.given}, now)
    timely, late = _timely(block.given, untimely)
    cards = holders.by_card(session, {row.card for row in timely})
    mine, nobodys = _with_holder(timely, cards)
    names = map(attrgetter("reference"), reversed(mine))
    first = dict(zip(names, reversed(mine), strict=True))
    known = frozenset(writing.known(session, taking.row.pk, first))
    new: Sequence[Given] = mine
    if known or len(first) < len(mine):
        new = [row for name, row in reversed(first.items()) if name not in known]
    gifts = _gifts(session, taking, new, draws, cards)
    return Sorted(gifts, mine, known, (*block.bad, *late, *nobodys))


def _draws(
    taking: Taking, times: Iterable[datetime], now: datetime
) -> tuple[dict[datetime, int], dict[datetime, str]]:
    """The draw that a time counts for; or why it counts for none."""
    starts = taking.terms.starts_at
    closes = [draw.closes_at for draw in taking.terms.draws]
    closed = max(bisect_right(closes, now), taking.frozen)
    draws: dict[datetime, int] = {}
    untimely: dict[datetime, str] = {}
    for at in times:
        draw = bisect_right(closes, at) + 1
        if starts is None or at < starts:
            untimely[at] = "It was before the start."
        elif at > now:
            untimely[at] = "It has not happened yet."
        elif draw > len(closes):
            untimely[at] = "It was after the closing time."
        elif draw <= closed:
            untimely[at] = f"It came after entries for draw {draw} had closed."
        else:
            draws[at] = draw
    return draws, untimely


def _timely(
    some: Sequence[Given], untimely: Mapping[datetime, str]
) -> tuple[Sequence[Given], list[Bad]]:
    """The rows that count; and those too early or too late."""
    if not untimely:
        return some, []
    out = [row for row in some if row.at in untimely]
    late = [Bad(row.line, row.reference, untimely[row.at]) for row in out]
    return [row for row in some if row.at not in untimely], late


def _with_holder(
    some: Sequence[Given], cards: Mapping[str, Holder]
) -> tuple[Sequence[Given], list[Bad]]:
    """The rows whose card somebody has; and the others."""
    out = [row for row in some if row.card not in cards]
    if not out:
        return some, []
    bad = [Bad(row.line, row.reference, "Nobody has this card.") for row in out]
    return [row for row in some if row.card in cards], bad


def _gifts(
    session: Session,
    taking: Taking,
    some: Sequence[Given],
    draws: Mapping[datetime, int],
    known: Mapping[str, Holder],
) -> list[Gift]:
    counted = [row for row in some if row.came is Came.LIST]
    gifts = [*_counted(taking, counted, draws, known)]
    played = [(row, draws[row.at]) for row in some if row.came is not Came.LIST]
    if played:
        run_id = taking.list.pk
        gifts += earned.gifts(session, taking.row, taking.terms, played, known, run_id)
    return gifts


def _counted(
    taking: Taking,
    some: Sequence[Given],
    draws: Mapping[datetime, int],
    known: Mapping[str, Holder],
) -> Iterator[Gift]:
    """Gifts of tickets as they were sent, column by column: they may be a million."""
    if not some:
        return iter(())
    _, references, cards, times, _, amounts, tiers = zip(*some, strict=True)
    ids, refs = zip(*map(known.__getitem__, cards), strict=True)
    gifts = zip(
        repeat(taking.row.pk),
        map(draws.__getitem__, times),
        refs,
        ids,
        references,
        repeat(Came.LIST.value),  # bare: the driver asks any other how it is kept
        amounts,
        amounts,
        amounts,
        times,
        repeat(taking.list.pk),
        tiers,
        strict=False,
    )
    return map(writing.at_once, gifts)
