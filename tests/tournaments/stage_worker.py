"""A process that closes a stage or fixes its next draw and is killed."""

import os
import signal

from house.db import Database
from rulebook import Refused
from tests.tournaments.cast import SEAL, SLUG, at
from tournaments import queries
from tournaments.seating import drawing
from tournaments.stages import closing


def work(url: str, what: str, when: str, minutes: int) -> None:
    """Killed while the transaction is open, or once it is kept."""
    with Database(url).writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        if what == "close":
            done: object = closing.close(session, tournament, 0, at(minutes))
        else:
            done = drawing.fix(session, tournament, at(minutes + 1), SEAL)
        assert not isinstance(done, Refused), done
        session.flush()
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
