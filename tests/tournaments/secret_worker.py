"""A process that hands a form in and is killed, before or after it is kept."""

import os
import signal

from house.db import Database
from house.floor.tables import services as floor_tables
from tests.house.rounds_cast import key
from tests.tournaments.cast import STARTS, at
from tests.tournaments.play_cast import FLOOR, TESS
from tests.tournaments.secret_cast import form
from tournaments.secret import handing_in
from tournaments.secret.handing_in import HandingIn
from tournaments.secret.models import SecretFormRow, Way


def work(url: str, seat: int, when: str) -> None:
    """Hand a form in at table 1; killed while the transaction is open, or after it."""
    act = at(STARTS + 1, TESS)
    with Database(url).writing() as session:
        table = floor_tables.get(session, 1, lock=True)
        play = FLOOR.play_at(session, table, act.now)
        asked = HandingIn(seat, form(300), Way.PASS, key())
        row = handing_in.hand_in(play, asked, act, FLOOR)
        assert isinstance(row, SecretFormRow), row
        session.flush()
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
