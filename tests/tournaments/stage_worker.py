"""A process that closes a stage or fixes its next draw and is killed."""

import os
import signal
import sys

from house.db import Database
from rulebook import Refused
from tests.tournaments.cast import SEAL, SLUG, at
from tournaments import queries
from tournaments.seating import drawing
from tournaments.stages import closing


def main(url: str, what: str, when: str, minutes: str) -> None:
    """Killed while the transaction is open, or once it is kept."""
    with Database(url).writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        if what == "close":
            done: object = closing.close(session, tournament, 0, at(int(minutes)))
        else:
            done = drawing.fix(session, tournament, at(int(minutes) + 1), SEAL)
        assert not isinstance(done, Refused), done
        session.flush()
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])
