"""A tablet at a tournament table in a process of its own, played until it is killed."""

from datetime import datetime
from typing import Any

from app import BORROWERS, ROOMS
from house.audit import Actor
from house.db import Database
from house.floor.acts import Act
from house.floor.at_table.money import MoneyTable
from house.floor.rounds import book as books
from house.floor.rounds.play import Floor
from house.floor.rounds.taps import Done
from house.floor.tables import services as tables
from house.sealing import Seal
from rulebook import Refused
from tests.house.rounds_workers import FIRST, carry_out

TESS = Actor("tess", "Tess", "supervisor")
TABLE = 1


def play_until_killed(
    url: str, secret: str, told: Any, at: datetime, pending: dict | None
) -> None:
    """Play on for ever; say what is about to be sent, and what was answered."""
    db, act = Database(url), Act(TESS, at)
    floor = Floor(Seal((secret,)), ROOMS, MoneyTable, BORROWERS)
    if pending is not None:  # the answer never came: send the very same again
        _send(db, floor, act, told, pending)
    while True:
        _send(db, floor, act, told, next_tap(db, floor, act))


def _send(db: Database, floor: Floor, act: Act, told: Any, tap: dict) -> None:
    told.send(("sending", tap))
    with db.writing() as session:
        table = tables.get(session, TABLE, lock=True)
        answer = carry_out(session, table, tap, act, floor)
    if isinstance(answer, Refused):
        told.send(("refused", tap, str(answer)))
        return
    seq = answer.position.seq if isinstance(answer, Done) else 0
    told.send(("done", tap, seq))


def next_tap(db: Database, floor: Floor, act: Act) -> dict:
    """What a dealer would do now; every ninth action is taken back once."""
    with db.reading() as session:
        table = tables.get(session, TABLE)
        row = books.here(session, table).round
        if row is None or row.ended_at is not None:
            return {"open": row.number + 1 if row else 1}
        now = books.position(session, books.REAL, row, floor.seal)
        play = floor.play_at(session, table, act.now)
        action = _choice(now, play.first_to_bet(), sorted(play.playing))
    place = {"round": row.number, "expected": now.seq}
    named = f"{row.number:06}-{now.seq:04}"
    if now.seq and now.seq % 9 == 0:
        return place | {"undo": f"undo-{named}-key"}
    return place | {"key": f"act-{named}-keyed", "action": action}


def _choice(now: Any, first: int, playing: list[int]) -> dict:
    by_act: dict = {}
    for offer in now.game.offers(now.state):
        by_act.setdefault(offer.act, offer)
    staked = now.game.staked(now.state)
    waits = [seat for seat in (first, *playing) if seat not in staked]
    if "ante" in by_act and waits:
        return {"act": "ante", "seat": waits[0], "amount": 100}
    if "no_more_bets" in by_act and "bet" not in by_act:
        return {"act": "no_more_bets"}
    for act in FIRST:
        if (offer := by_act.get(act)) is not None:
            plain = {"act": act}
            if act in ("bet", "settle"):
                plain["seat"] = offer.seat
            if act == "bet":
                plain["amount"] = offer.amounts.least
            return plain
    return {"act": "close"}
