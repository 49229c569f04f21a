"""Processes of their own for tests that kill: forked from one that has read the house.

Reading it takes seconds, and a test kills many.
"""

import multiprocessing
import signal
from collections.abc import Callable

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(
    [
        "psycopg",
        "tests.house.workers",
        "tests.house.rounds_workers",
        "tests.tournaments.play_workers",
        "tests.tournaments.secret_worker",
        "tests.tournaments.stage_worker",
    ]
)


def killed(work: Callable[..., None], *given: object) -> None:
    """Have a process do this, which kills itself on the way."""
    process = processes.Process(target=work, args=given)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
