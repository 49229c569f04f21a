"""The pack of a tournament with 500 entrants and 2,000 hands, and the memory for it."""

import resource
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from flask import Flask
from sqlalchemy import insert
from sqlmodel import Session, select

from bench import Benchmark, Better, Measured
from bench.floor import BOSS, House
from bench.tournament import SLUG, tournament
from house import clock
from house.config import ROOT, Config, Mode
from house.floor.rounds.models import ActionRow, LineRow, RoundRow
from house.notices.deadlines import run_due
from house.packs import making, parts, queries, sealing
from house.packs.models import PackRow
from house.web import pages, request
from tournaments import queries as tournaments
from tournaments.models import KIND, TournamentRow
from tournaments.packing.room import PACKED
from tournaments.play.models import HandRow, SessionTableRow

TABLES, ENTRANTS, HANDS, ACTS = 100, 500, 20, 18
LINES = 15  # of a hand: three for each of five players
MOST_MB = 400  # more than the house itself has when it starts


def _measure() -> Measured:
    with tournament(TABLES, ENTRANTS) as found, _app(found) as app:
        with found.db.writing() as session:
            row = _tournament(session)
            for table in session.exec(select(SessionTableRow)).all():
                _played(session, row, table)
        began = perf_counter()
        path = _made(app, found)
        took = perf_counter() - began
        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        if held > MOST_MB:
            raise MemoryError(f"The pack took {held:.0f} MB; {MOST_MB} are allowed.")
        return Measured(took, _zipped_anew(path))


@contextmanager
def _app(found: House) -> Iterator[Flask]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        config = Config(
            Mode.DEMO,
            found.url,
            found.secret,
            checkpoints=folder / "checkpoints",
            checkpoint_key=folder / "key",
            packs=folder / "packs",
            press=folder / "press",
        )
        app = Flask("bench", template_folder=str(ROOT / "templates"))
        request.init_app(app, config)
        pages.init_app(app)
        parts.init_app(app, {KIND: PACKED})
        yield app


def _tournament(session: Session) -> TournamentRow:
    row = tournaments.get(session, SLUG)
    assert row is not None
    return row


def _played(session: Session, row: TournamentRow, table: SessionTableRow) -> None:
    """Hands of a table as they are kept, without playing them."""
    now = clock.now()
    for hand in range(1, HANDS + 1):
        round_ = RoundRow(
            table_id=table.table_id,
            number=1_000 + hand,
            setup={},
            lent_kind=KIND,
            lent_id=str(row.pk),
            lent_name=row.name,
            opened_at=now,
            opened_by=BOSS.id,
            key=f"bench-{table.pk}-{hand}",
            ended_at=now,
        )
        session.add(round_)
        session.flush()
        session.execute(insert(ActionRow), _acts(round_))
        session.execute(insert(LineRow), _lines(round_))
        session.add(
            HandRow(
                session_table_id=table.pk,
                round_id=round_.pk,
                round_number=round_.number,
                settlement=1,
                counts=True,
                first_seat=1,
                at=now,
            )
        )
    session.flush()


def _acts(round_: RoundRow) -> Sequence[dict[str, object]]:
    return [
        {
            "round_id": round_.pk,
            "seq": seq,
            "kind": "bet",
            "data": {"seat": seq % 5 + 1, "chips": 1_000, "street": seq // 5},
            "reason": "",
            "at": round_.opened_at + timedelta(seconds=seq),
            "by": BOSS.id,
            "by_name": BOSS.name,
            "key": f"{round_.key}-{seq}",
            "digest": "0" * 64,
        }
        for seq in range(1, ACTS + 1)
    ]


def _lines(round_: RoundRow) -> Sequence[dict[str, object]]:
    return [
        {
            "round_id": round_.pk,
            "settlement": 1,
            "place": place,
            "seat": place % 5 + 1,
            "player": "Somebody",
            "wager": "ante",
            "stake": 1_000,
            "net": -1_000,
            "rule_id": "CROWN3-11.1",
            "at": round_.opened_at,
            "by": BOSS.id,
            "reason": "",
        }
        for place in range(LINES)
    ]


def _made(app: Flask, found: House) -> Path:
    """Have the pack made as the ticking process makes it, tick after tick."""
    now = clock.now()
    with found.db.writing() as session:
        subject = tournaments.subject(_tournament(session))
        pack = making.ask(session, subject, by=BOSS, now=now)
    with app.test_request_context():
        while not _is_ready(found, pack):
            run_due(found.db, clock.now())
        return sealing.zip_of(pack)


def _is_ready(found: House, pack: PackRow) -> bool:
    with found.db.reading() as session:
        standing = queries.standing(session, pack)
    if standing.trouble:
        raise RuntimeError(standing.trouble)
    return standing.file is not None


def _zipped_anew(path: Path) -> float:
    """How long it takes to pack the same bytes, and nothing else."""
    with zipfile.ZipFile(path) as pack:
        files = {name: pack.read(name) for name in pack.namelist()}
    began = perf_counter()
    with zipfile.ZipFile(path.with_suffix(".anew"), "w", zipfile.ZIP_DEFLATED) as anew:
        for name, content in files.items():
            anew.writestr(name, content)
    return perf_counter() - began


BENCHMARK = Benchmark(
    name="pack",
    unit="s",
    against="zipping the same bytes",
    goal=60,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
