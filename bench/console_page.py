"""The page of a table's console after thousands of rounds, and after a handful."""

import copy
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import Table, insert, select

from app import create_app
from bench import Benchmark, Better, Measured
from bench.floor import SECRET, House, house
from bench.floor import Tablet as Remote
from house.config import Config, Mode
from house.floor.rounds.models import ActionRow, LineRow, RoundRow, SeatRow

FEW, MANY = 5, 5_000
GOES = 40


class Tablet(Remote):
    """A tablet that asks the application itself, without a network in between."""

    client: FlaskClient

    def _send(self, path: str, said: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        answer = self.client.post(path, json=said)
        return answer.status_code, answer.get_json()


def _measure() -> Measured:
    with house(2) as found:
        app = create_app(Config(Mode.DEMO, found.url, SECRET))
        app.config["WTF_CSRF_ENABLED"] = False
        client = app.test_client()
        client.set_cookie("session", found.token)
        for number in (1, 2):
            tablet = Tablet(0, found.token, number)
            tablet.client = client
            for _ in range(FEW):
                tablet.round()
        _repeat(found, MANY - FEW)
        few, many = _pages(client)
        app.extensions["database"].engine.dispose()
        return Measured(1000 * many, 1000 * few)


def _pages(client: FlaskClient) -> tuple[float, float]:
    """Seconds for the console of both tables at their best, asked in turn."""
    best = [float("inf")] * 2
    for _ in range(GOES):
        for place, number in enumerate((1, 2)):
            begun = perf_counter()
            answer = client.get(f"/desk/tables/{number}/console")
            best[place] = min(best[place], perf_counter() - begun)
            if answer.status_code != 200:
                raise RuntimeError(f"The console answered {answer.status_code}.")
    return best[0], best[1]


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
