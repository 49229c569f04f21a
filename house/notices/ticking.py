"""The ticking process: looks at the clock every few seconds and does what is due."""

import threading
from datetime import datetime

import structlog
from flask import Flask
from sqlalchemy.exc import DBAPIError

from house import clock, sealed_with
from house.audit import nightly
from house.backup import nightly as backups
from house.config import Config
from house.db import Database
from house.notices import heartbeat
from house.notices.deadlines import run_due
from house.notices.outbox import Post, send_due, to_folder
from house.notices.smtp import to_server
from house.payments import month_end
from house.retention.forgetting import forget
from house.venue import Venue
from house.web.health import Behind, require_current

log = structlog.get_logger()


class Ticker:
    """Does what is due, again and again; trouble is said once, until it is over."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.db: Database = app.extensions["database"]
        config: Config = app.extensions["config"]
        self.keep = config.keep
        self.venue = Venue(config.house_name, config.zone)
        self.post: Post = (
            to_server(config.smtp)
            if config.smtp
            else to_folder(config.outbox, "house-rules@localhost")
        )
        self.trouble = ""
        self._ready = False
        self._beaten: datetime | None = None
        self._stopping = threading.Event()
        self.idle = threading.Event()
        self.idle.set()

    def stop(self) -> None:
        """Take up nothing new."""
        self._stopping.set()

    def tick(self) -> bool:
        """Do what is due now; say whether the database could be worked on."""
        self.idle.clear()
        try:
            with self.app.app_context():
                self._work()
        except Behind as behind:
            return self._waits(str(behind.description))
        except DBAPIError as error:
            why = str(error.orig).strip().splitlines() or ["no reason given"]
            return self._waits(f"The database does not answer: {why[0]}")
        except Exception:
            log.exception("tick failed")
            return self._waits("The tick failed; the log says why.")
        finally:
            self.idle.set()
        if self.trouble:
            log.info("the database answers again")
            self.trouble = ""
        return True

    def _work(self) -> None:
        if not self._ready:
            require_current(self.db)
            with self.db.writing() as session:
                nightly.plan_next(session, self.venue, clock.now())
                month_end.plan_next(session, self.venue, clock.now())
                sealed_with.note(session, self.app.extensions["seal"], clock.now())
                if self.app.extensions["config"].backups:
                    backups.plan_next(session, self.venue, clock.now())
            self._ready = True
        stopped = self._stopping.is_set
        self._beat()
        fired = run_due(self.db, clock.now(), stopped=stopped)
        sent = send_due(self.db, self.post, clock.now(), stopped=stopped)
        forgotten = forget(self.db, self.keep, clock.now())
        if fired.fired or sent.fired or forgotten:
            log.info("tick", fired=fired.fired, sent=sent.fired, forgotten=forgotten)

    def _beat(self) -> None:
        """Leave a sign of life, unless there is a fresh one."""
        now = clock.now()
        if self._beaten is None or abs(now - self._beaten) >= heartbeat.EVERY:
            heartbeat.beat(self.db, now)
            self._beaten = now

    def _waits(self, sentence: str) -> bool:
        """Say what is wrong the first time; from then on only wait."""
        self._ready = False
        if sentence != self.trouble:
            log.warning("waiting", why=sentence)
            self.trouble = sentence
        return False
