"""Rounds for the tests: a table with players, and the taps of a dealer."""

import itertools
from dataclasses import replace

from app import ROOMS
from house.floor.acts import Act
from house.floor.at_table.money import MoneyTable
from house.floor.rounds import book as books
from house.floor.rounds import history, opening, seating, services
from house.floor.rounds.opening import RoundRequest
from house.floor.rounds.play import Floor
from house.floor.rounds.seating import Guest
from house.floor.rounds.taps import Done, Tap
from house.floor.rounds.undoing import UndoRequest, take_back
from house.floor.tables import services as tables
from house.sealing import Seal
from rulebook import Refused
from tests.house.conftest import SECRET
from tests.house.deck_asked import as_asked
from tests.house.floor_cast import at

SEAL = Seal((SECRET,))
FLOOR = Floor(SEAL, ROOMS, MoneyTable)
NAMES = ("Mei-Lin Zhao", "Arjun Patel", "Sofia Marchetti", "Liam O’Rourke")
_keys = itertools.count(1)


def key():
    """A key that nobody used before."""
    return f"test-key-{next(_keys):012}"


class Console:
    """A tablet at a table: it remembers the round and the last action it saw."""

    def __init__(self, db, number=4, act=None, floor=FLOOR):
        self.db, self.number, self.running = db, number, floor
        self.act = act or at()
        self.round, self.seq = 0, 0

    def _in_table(self, work):
        with self.db.writing() as session:
            table = tables.get(session, self.number, lock=True)
            return work(session, table)

    def _saw(self, verdict):
        if isinstance(verdict, Done):
            self.round, self.seq = verdict.round.number, verdict.position.seq
        return verdict

    def open(self, *, key_=None, act=None, **wanted):
        """Open the next round."""
        want = RoundRequest(key_ or key(), wanted.pop("options", {}), **wanted)

        def work(session, table):
            by = act or self.act
            ready = want
            if want.prepared is None:
                done = as_asked(session, table, by, SEAL, want.key)
                ready = replace(want, prepared=done)
            play = self.running.play_at(session, table, by.now)
            return opening.open_round(session, table, ready, play, by, SEAL)

        row = self._in_table(work)
        if not isinstance(row, Refused):
            self.round, self.seq = row.number, 0
        return row

    def sit(self, *seats, names=NAMES, key_=None, **guest):
        """Let players sit down."""
        done = None
        for seat, name in zip(seats, names, strict=False):
            g = Guest(seat, key_ or key(), **({"player": name} | guest))
            done = self._in_table(
                lambda s, t, g=g: seating.sit(s, t, g, self.act, self.running)
            )
        return done

    def leave(self, seat):
        """Let a player leave."""
        return self._in_table(
            lambda s, t: seating.leave(s, t, seat, self.act, self.running, key=key())
        )

    def tap(self, act, *, key_=None, expected=None, round_=None, by=None, **fields):
        """Do one action."""
        tap = Tap(
            key_ or key(),
            self.round if round_ is None else round_,
            self.seq if expected is None else expected,
            {"act": act, **fields},
        )

        def work(session, table):
            return services.act(session, table, tap, by or self.act, self.running)

        return self._saw(self._in_table(work))

    def must(self, act, **fields):
        """Do one action that nothing stands against."""
        done = self.tap(act, **fields)
        assert isinstance(done, Done), done
        return done

    def undo(self, reason="Keyed by mistake", *, seq=None, by=None, **wanted):
        """Take an action back."""
        undo_request = UndoRequest(
            wanted.get("key_") or key(),
            wanted.get("round_", self.round),
            wanted.get("expected", self.seq),
            reason,
            seq,
        )

        def work(session, table):
            return take_back(session, table, undo_request, by or self.act, self.running)

        return self._saw(self._in_table(work))

    def read(self, work):
        """Look at the table."""
        with self.db.reading() as session:
            return work(session, tables.get(session, self.number))

    def lines(self, number=None, *, practice=False):
        """The lines kept of a round."""
        book = books.PRACTICE if practice else books.REAL

        def work(session, table):
            row = books.numbered(session, book, table, number or self.round)
            return [
                (line.seat, line.wager, line.stake, line.net, line.rule_id)
                for line in books.lines(session, book, row)
            ]

        return self.read(work)

    def replayed(self, number=None, *, practice=False):
        """A round played again from what is kept."""
        book = books.PRACTICE if practice else books.REAL

        def work(session, table):
            row = books.numbered(session, book, table, number or self.round)
            return history.replay(session, book, row, SEAL)

        return self.read(work)


def play_through(console, antes=((2, 1000), (3, 1500)), times=(1, 1, 1)):
    """A dealt Mississippi Stud round from its antes to its end."""
    for seat, amount in antes:
        console.must("ante", seat=seat, amount=amount)
    while not (done := finish_step(console, dict(antes), times)).position.over:
        pass
    return done


def finish_step(console, antes, times=(1, 1, 1)):
    """Take the first thing on offer that brings a round nearer to its end."""
    offers = {}

    def work(session, table):
        here = books.here(session, table)
        position = books.position(session, here.book, here.round, SEAL)
        return position.game.offers(position.state)

    for offer in console.read(work):
        offers.setdefault(offer.act, offer)
    for act in ("no_more_bets", "deal", "bet_or_fold", "bet", "reveal", "settle"):
        if act in offers and act != "no_more_bets":
            return _take(console, offers[act], times)
        if act in offers and "bet" not in offers:
            return _take(console, offers[act], times)
    return console.must("close")


def _take(console, offer, times):
    fields = {"seat": offer.seat} if offer.seat is not None else {}
    if offer.act == "deal":
        fields = {}
    if offer.amounts is not None:
        fields["amount"] = offer.amounts.least * times[0]
    return console.must(offer.act, **fields)


def dealer(minutes=0):
    """A dealer acting so long after noon."""
    from house.audit import Actor  # noqa: PLC0415

    return at(minutes, by=Actor("tess", "Tess", "dealer"))


__all__ = ["FLOOR", "SEAL", "Act", "Console", "dealer", "key", "play_through"]
