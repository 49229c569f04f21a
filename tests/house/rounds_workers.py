"""A tablet in a process of its own, which plays rounds until it is killed."""

from datetime import datetime
from typing import Any

from app import ROOMS
from house.audit import Actor
from house.db import Database
from house.floor.acts import Act
from house.floor.at_table.money import MoneyTable
from house.floor.rounds import book as books
from house.floor.rounds import opening, services
from house.floor.rounds.opening import RoundRequest
from house.floor.rounds.play import Floor
from house.floor.rounds.taps import Done, Tap
from house.floor.rounds.undoing import UndoRequest, take_back
from house.floor.tables import services as tables
from house.sealing import Seal
from rulebook import Refused

TESS = Actor("tess", "Tess", "supervisor")
FIRST = ("deal", "bet_or_fold", "bet", "reveal", "settle")


def play_until_killed(
    url: str, secret: str, told: Any, at: datetime, pending: dict | None
) -> None:
    """Play on for ever; say what is about to be sent, and what was answered."""
    db, act = Database(url), Act(TESS, at)
    floor = Floor(Seal((secret,)), ROOMS, MoneyTable)
    if pending is not None:  # the answer never came: send the very same again
        _send(db, floor, act, told, pending)
    while True:
        _send(db, floor, act, told, next_tap(db, floor.seal))


def _send(db: Database, floor: Floor, act: Act, told: Any, tap: dict) -> None:
    told.send(("sending", tap))
    with db.writing() as session:
        table = tables.get(session, 4, lock=True)
        answer = carry_out(session, table, tap, act, floor)
    if isinstance(answer, Refused):
        told.send(("refused", tap, str(answer)))
        return
    seq = answer.position.seq if isinstance(answer, Done) else 0
    told.send(("done", tap, seq))


def carry_out(session, table, tap: dict, act: Act, floor: Floor):
    """Do what a tap asks for."""
    match tap:
        case {"open": number}:
            options = {"cards": "dealt", "maximum_payout": 10_000_000}
            wanted = RoundRequest(f"open-round-{number:06}", options)
            play = floor.play_at(session, table, act.now)
            return opening.open_round(session, table, wanted, play, act, floor.seal)
        case {"undo": key, "round": number, "expected": seq}:
            undo_request = UndoRequest(key, number, seq, "Pressed twice")
            return take_back(session, table, undo_request, act, floor)
        case {"key": key, "round": number, "expected": seq, "action": action}:
            asked = Tap(key, number, seq, action)
            return services.act(session, table, asked, act, floor)
    raise ValueError(tap)


def next_tap(db: Database, seal: Seal) -> dict:
    """What a dealer would do now; every ninth action is taken back once."""
    with db.reading() as session:
        table = tables.get(session, 4)
        here = books.here(session, table)
        row = here.round
        if row is None or row.ended_at is not None:
            return {"open": row.number + 1 if row else 1}
        now = books.position(session, here.book, row, seal)
        offers = now.game.offers(now.state)
    place = {"round": row.number, "expected": now.seq}
    named = f"{row.number:06}-{now.seq:04}"
    if now.seq and now.seq % 9 == 0:
        return place | {"undo": f"undo-{named}-key"}
    return place | {"key": f"act-{named}-keyed", "action": _choice(offers, now)}


def _choice(offers, now) -> dict:
    staked = now.game.staked(now.state)
    by_act = {}
    for offer in offers:
        by_act.setdefault(offer.act, offer)
    for seat in (2, 3):
        if "ante" in by_act and seat not in staked:
            return {"act": "ante", "seat": seat, "amount": 10_00 * seat}
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
