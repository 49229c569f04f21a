"""The page of a table's console after thousands of rounds, and after a handful."""

import copy
from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any

from sqlalchemy import Table, insert, select
from sqlmodel import Session

from bench import Benchmark, Better, Measured
from bench.floor import House, house, served
from bench.tablet import Tablet
from house.floor.decks.models import DeckRow
from house.floor.rounds.models import ActionRow, LineRow, RoundRow, SeatRow

FEW, MANY = 5, 5_000
GOES = 40


def _measure() -> Measured:
    with house(2) as found, served(found) as port:
        tablets = [Tablet(port, found.token, number) for number in (1, 2)]
        for tablet in tablets:
            for _ in range(FEW):
                tablet.round()
        _repeat(found, MANY - FEW)
        few, many = pages(tablets)
        return Measured(1000 * many, 1000 * few)


def pages(tablets: Sequence[Tablet]) -> list[float]:
    """Seconds for the console of each table at its best, asked in turn."""
    best = [float("inf") for _ in tablets]
    for tablet in tablets:
        tablet.line.close()  # the server does not wait this long for more
    for _ in range(GOES):
        for place, tablet in enumerate(tablets):
            begun = perf_counter()
            status, _, _ = tablet.get(f"/desk/tables/{tablet.number}/console")
            best[place] = min(best[place], perf_counter() - begun)
            if status != 200:
                raise RuntimeError(f"The console answered {status}.")
    return best


def _repeat(found: House, times: int) -> None:
    """Copy the last round of the second table until it has as many as wanted."""
    with found.db.writing() as session:
        last = (
            session.execute(
                select(_table(RoundRow)).order_by(_table(RoundRow).c.id.desc()).limit(1)
            )
            .mappings()
            .one()
        )
        rounds = list(_copies([last], times, last["id"], "id"))
        session.execute(insert(RoundRow), rounds)
        for kind in (ActionRow, LineRow):
            table = _table(kind)
            mine = session.execute(
                select(table).where(table.c.round_id == last["id"])
            ).mappings()
            rows = [{k: v for k, v in row.items() if k != "id"} for row in mine]
            session.execute(
                insert(kind),
                [row | {"round_id": new["id"]} for new in rounds for row in rows],
            )
        seat = (
            session.execute(
                select(_table(SeatRow)).order_by(_table(SeatRow).c.id.desc()).limit(1)
            )
            .mappings()
            .one()
        )
        came_and_went = [
            {**seat, "id": None, "key": f"again-{number}", "seat": 6, "happened": word}
            for number in range(times)
            for word in (("sit", "leave")[number % 2],)
        ]
        for row in came_and_went:
            row.pop("id")
        session.execute(insert(SeatRow), came_and_went)
        _cards_follow(session, times)


def _cards_follow(session: Session, times: int) -> None:
    """The cards of the second table stand where so many more rounds leave them."""
    deck = _table(DeckRow)
    newest = select(deck).order_by(deck.c.id.desc()).limit(1)
    row = dict(session.execute(newest).mappings().one())
    stands = row["stands"] | {"round": row["stands"]["round"] + times}
    later = {"round": row["round"] + times, "stands": stands, "key": "again"}
    session.execute(insert(DeckRow), [row | later | {"id": row["id"] + 1}])


def _copies(
    rows: Iterable[Any], times: int, first: int, name: str
) -> Iterator[dict[str, Any]]:
    for number in range(1, times + 1):
        for row in rows:
            copied = copy.copy(dict(row))
            yield copied | {
                name: first + number,
                "number": row["number"] + number,
                "key": f"again-{number}",
            }


def _table(kind: Any) -> Table:
    table: Table = kind.__table__
    return table


BENCHMARK = Benchmark(
    name="console-page",
    unit="ms",
    against=f"the same page of a table with {FEW} rounds behind it",
    goal=0.8,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
