"""Keep the house's clocks from the command line."""

import logging
import os
import signal
import sys
from datetime import UTC
from types import FrameType

import click
import structlog
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.blocking import BlockingScheduler
from flask import Flask, current_app
from flask.cli import with_appcontext

from house import clock
from house.notices.ticking import Ticker
from house.web.health import require_current

log = structlog.get_logger()
GRACE = 3.0
EVERY = 2.0


class AskedToEnd(BaseException):
    """Somebody asked the process to end."""


@click.command("tick")
@click.option("--once", is_flag=True, help="Look at the clock once, then end.")
@click.option(
    "--every",
    type=click.FloatRange(0.1, 60),
    default=EVERY,
    show_default=True,
    help="Seconds between two looks.",
)
@with_appcontext
def tick(*, once: bool, every: float) -> None:
    """Do what is due, deliver what waits, forget what is old; again and again."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    require_current(app.extensions["database"])
    if not once:
        keep_ticking(app, every)
    elif not (ticker := Ticker(app)).tick():
        raise click.ClickException(ticker.trouble)


def keep_ticking(app: Flask, every: float = EVERY) -> None:
    """Look at the clock every few seconds until somebody asks us to end."""
    ticker = Ticker(app)
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    log.info("ticking", every=every)
    try:
        _scheduler(ticker, every).start()
    except AskedToEnd:
        _leave(ticker)


def _scheduler(ticker: Ticker, every: float) -> BlockingScheduler:
    scheduler = BlockingScheduler(
        timezone=UTC, executors={"default": ThreadPoolExecutor(1)}
    )
    scheduler.add_job(
        ticker.tick,
        "interval",
        seconds=every,
        next_run_time=clock.now(),
        coalesce=True,
        max_instances=1,
        misfire_grace_time=None,
    )
    return scheduler


def _end(_number: int, _frame: FrameType | None) -> None:
    raise AskedToEnd


def _leave(ticker: Ticker) -> None:
    """Let what is under way finish; what takes longer is undone and done again."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    ticker.stop()
    finished = ticker.idle.wait(GRACE)
    log.info("ended", finished=finished)
    # A thread in a long look at the record would keep the process; nothing it has
    # not committed is lost by leaving it.
    sys.stdout.flush()
    os._exit(0)
