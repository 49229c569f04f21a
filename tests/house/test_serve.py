"""Serving: whatever is killed comes back, and nothing outlives its parent."""

import itertools
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing

import pytest
from sqlmodel import select

from bench.floor import FLOOR
from bench.patient import Night
from bench.serving import PARTS, alive
from house import orphans, serve
from house.audit.verification import verify
from house.cli import LEDGER_CHECKS
from house.config import ROOT
from house.floor.rounds import book as books
from house.floor.rounds import history
from house.floor.rounds.models import ActionRow, RoundRow
from house.ledger import verification

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
KILLS, BETWEEN = 20, 30  # seconds: twice a minute for ten minutes


@pytest.mark.network
def test_a_port_in_use_is_said_before_anything_starts():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(serve.PortTaken, match=f"127.0.0.1:{port} cannot be used"):
            serve.require_free("127.0.0.1", port, tries=2)


def test_pauses_grow_while_a_part_keeps_ending_and_are_short_again_after_health():
    pauses = serve.Pauses()
    grown = [pauses.after(lived=1) for _ in range(12)]
    assert grown[:4] == [0.1, 0.2, 0.4, 0.8]
    assert grown == sorted(grown)
    assert grown[-1] == serve.LONGEST_PAUSE
    assert pauses.after(lived=serve.HEALTHY - 1) == serve.LONGEST_PAUSE
    assert pauses.after(lived=serve.HEALTHY) == serve.FIRST_PAUSE


ORPHAN = """
import os, sys
sys.path.insert(0, {root!r})
from house import orphans
parent = os.getpid()
if os.fork():
    sys.stdin.read()
else:
    {watch}
    os.write(1, b"up")
    import signal
    signal.pause()
"""


WATCHES = (
    "from threading import Thread; Thread(target=orphans.watch, args=[parent]).start()"
)


@pytest.mark.parametrize(
    "watch",
    [
        pytest.param("orphans.end_with(parent)", marks=LINUX),
        WATCHES,
    ],
)
def test_a_child_ends_when_its_parent_is_killed(watch):
    code = ORPHAN.format(root=str(ROOT), watch=watch)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe) as one:
        assert one.stdout.read(2) == b"up"
        one.kill()
        assert one.stdout.read() == b""  # nobody is left who could write


def test_a_child_whose_parent_has_ended_already_ends_too(monkeypatch):
    ended = []
    monkeypatch.setattr(orphans.os, "kill", lambda *args: ended.append(args))
    orphans.watch(parent=-1)
    assert ended == [(os.getpid(), signal.SIGKILL)]


def nothing_is_lost_or_doubled(night):
    with night.db.reading() as session:
        rounds = session.exec(select(RoundRow).order_by(RoundRow.number)).all()
        actions = session.exec(select(ActionRow)).all()
        for row in rounds:
            played = history.replay(session, books.REAL, row, FLOOR.seal)
            assert played.agrees
            assert played.position.over
        assert verification.verify(session, LEDGER_CHECKS).wrong == ()
        assert verify(session).holds
    kept = [row.key for row in (*rounds, *actions)]
    answered = [key for tablet in night.tablets for key in tablet.answered]
    assert sorted(kept) == sorted(answered)
    numbers = [row.number for row in rounds]
    assert Counter(numbers) == Counter(
        number for t in night.tablets for number in range(1, t.playing + 1)
    )


@LINUX
@pytest.mark.network
@pytest.mark.rule("HOUSE-CLOCK-9", "HOUSE-ONCE-1")
def test_each_process_that_is_killed_comes_back_under_play(sqlite_url, tmp_path):
    with closing(Night(sqlite_url, tmp_path)) as night:
        night.under_kills(PARTS, Night.another_round)
        nothing_is_lost_or_doubled(night)
        it_ticks_again_and_ends_whole(night.house)


def it_ticks_again_and_ends_whole(house):
    seen = house.until(lambda: house.health()["ticker_seen_at"])
    house.kill("ticker")
    house.until(lambda: house.health()["ticker_seen_at"] != seen)
    last = house.parts()
    assert house.end() == 0
    assert not any(alive(pid) for pids in last.values() for pid in pids)
    assert "Traceback" not in house.log.read_text()


@LINUX
@pytest.mark.soak
@pytest.mark.network
@pytest.mark.rule("HOUSE-CLOCK-9", "HOUSE-ONCE-1")
def test_ten_minutes_of_kills_under_play(database_url, tmp_path, record_property):
    parts = [part for part, _ in zip(itertools.cycle(PARTS), range(KILLS))]
    with closing(Night(database_url, tmp_path)) as night:
        took = night.under_kills(parts, lambda _: time.sleep(BETWEEN))
        mended = [
            f"{part} {seconds:.1f}" for part, seconds in zip(parts, took, strict=True)
        ]
        record_property("seconds until it answered again", ", ".join(mended))
        waited = max(tablet.longest for tablet in night.tablets)
        slowest = f"{max(took):.1f} s, a tablet waited {waited:.1f} s at most"
        record_property("slowest", slowest)
        nothing_is_lost_or_doubled(night)
        it_ticks_again_and_ends_whole(night.house)
