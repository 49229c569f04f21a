"""A tablet at one table through a night: taps, second thoughts, power cuts."""

from collections import Counter
from functools import partial

import pytest
from sqlmodel import select

from house.db import Database
from house.floor.at_table import backing, chips
from house.floor.at_table.chips import ChipsSeen
from house.floor.at_table.models import Chips, JackpotLineRow, PaidRow
from house.floor.meters.models import MeterClaimRow, MeterEntryRow
from house.floor.models import Device
from house.floor.rounds import book as books
from house.floor.rounds import replay, services
from house.floor.rounds.models import ActionRow, LineRow, RoundRow
from house.floor.rounds.taps import Done, Tap
from house.floor.rounds.undoing import UndoRequest, take_back
from house.floor.rulings import carrying, following
from house.floor.rulings.models import (
    CarriedEndRow,
    CarriedRow,
    RulingEvent,
    RulingRow,
)
from house.ledger.models import EntryRow
from house.payments.models import PaymentRow
from rulebook import Refused
from tests.house import meters
from tests.house.at_table_cast import PRIYA, carded, limited, number_of
from tests.house.floor_cast import at, open_table
from tests.house.machine_cast import PowerCut, seeded
from tests.house.night_chance import SEATS, ahead, chosen
from tests.house.night_tally import tally
from tests.house.rounds_cast import FLOOR, NAMES, SEAL, Console, key

CAP = {"maximum_payout": 100_000_00}
BONUS = {"three_card_table": "3CS-01", "cover_all": True}
BACCARAT = {"game": "baccarat", "seats": 12, "device": Device.SHOE}
TABLES = {
    "CROWN3": ({}, CAP, meters.CROWN),
    "MASS": ({}, BONUS, meters.MASS),
    "NSW3": ({}, {}, meters.NSW),
    "STAR4": ({}, {}, meters.STAR),
    "VIC99": ({"game": "caribbean_stud"}, CAP, meters.VIC),
    "VIC99 Baccarat": (BACCARAT, {}, None),
}
LIMIT = 400_00
KEPT = (
    ActionRow,
    LineRow,
    JackpotLineRow,
    MeterEntryRow,
    MeterClaimRow,
    RulingRow,
    CarriedRow,
    CarriedEndRow,
    EntryRow,
    PaidRow,
    PaymentRow,
)


class Tablet:
    """A supervisor's tablet at one table that feeds a meter."""

    def __init__(self, houses):
        self.houses = houses
        self.url = houses.new()
        self.db = Database(self.url)
        self.console = Console(self.db, act=at(by=PRIYA))
        self.rewritten = False  # what was won or lost was changed afterwards
        self.cuts = 0  # so many acts are cut off by a power cut, and sent again
        self.met = Counter()
        self.patch = None

    def end(self):
        """Throw the house away; say what was met on the way."""
        with self.db.reading() as session:
            self.met += tally(session)
        if self.patch is not None:
            self.patch.undo()
        self.db.engine.dispose()
        self.houses.end(self.url)
        return self.met

    def begin(self, code, cards, seed):
        """Open the table, its meter and the first round, with three players."""
        self.patch = seeded(seed)
        layout, options, terms = TABLES[code]
        open_table(self.db, code.partition(" ")[0], **layout)
        if terms is not None:
            with self.db.writing() as session:
                meters.opened(session, terms, (4,), at=at(-30))
        carded(self.db, *NAMES)
        limited(self.db, NAMES[0], LIMIT)
        for seat, name in zip(SEATS, NAMES, strict=False):
            self.sit(seat, name)
        row = self.console.open(options=options | {"cards": cards})
        assert isinstance(row, RoundRow), row

    def sit(self, seat, name):
        """Somebody sits down, and says that they bring no chips."""
        sat = self.console.sit(seat, names=[name], card=number_of(name))
        if not isinstance(sat, Refused):
            self.at(partial(self._tell, seat, Chips.BROUGHT))
        return sat

    def leave(self, seat):
        """Somebody leaves, without chips."""
        self.at(partial(self._tell, seat, Chips.LEFT_WITH))
        return self.console.leave(seat)

    def _tell(self, seat, what, session, table):
        sits = books.seats(session, books.REAL, table)[seat]
        told = ChipsSeen(what, 0, 0, key())
        chips.declare(session, table, sits, told, self.console.act)

    def at(self, work):
        """Do something at the table in a transaction of its own.

        When the power fails, nothing of it is left, and it is done again.
        """
        if self.cuts:
            self.cuts -= 1
            before = self.kept()
            with pytest.raises(PowerCut):
                self.console._in_table(partial(_cut_off, work))
            assert self.kept() == before
            self.met["power cut"] += 1
        return self.console._in_table(work)

    def twice(self, work):
        """Do something, and the very same again: that changes nothing."""
        done = self.at(work)
        if not isinstance(done, Refused):
            before = self.kept()
            self.at(work)
            assert self.kept() == before
        return done

    def kept(self):
        """How many rows of each sort there are."""
        with self.db.reading() as session:
            return {kind: len(session.exec(select(kind.id)).all()) for kind in KEPT}

    def now(self):
        """The round under way, or the last, and how far it has come."""

        def work(session, table):
            here = books.here(session, table)
            return here.round, books.position(session, here.book, here.round, SEAL)

        return self.console.read(work)

    def play(self, rng, taps):
        """Do what is offered, so many times."""
        for _ in range(taps):
            row, now = self.now()
            if row.ended_at is not None:
                assert isinstance(self.console.open(), RoundRow)
            else:
                self.tap(row, now, chosen(rng, now))

    def tap(self, row, now, fields):
        """Do one action, twice under the same key."""
        tap = Tap(key(), row.number, now.seq, fields)
        done = self.twice(partial(self._act, tap))
        assert isinstance(done, Done | Refused), done
        if isinstance(done, Refused):
            self.met.update(f"refused {cite}" for cite in done.cites)
        return done

    def deal(self, rng, antes=3):
        """Bring a round with jackpot wagers to its first card."""
        for _ in range(16):
            row, now = self.now()
            if row.ended_at is not None:
                self.get_ready(rng, 0)
                assert isinstance(self.console.open(), RoundRow)
            elif now.game.started(now.state):
                return
            elif isinstance(self.tap(row, now, ahead(rng, now, antes)), Refused):
                self.get_ready(rng, 0.3)
                self.sit(rng.choice(SEATS), rng.choice(NAMES))

    def _act(self, tap, session, table):
        return services.act(session, table, tap, self.console.act, FLOOR)

    def take_back(self, rng):
        """Take one action of the round back."""
        row, now = self.now()
        held = [slot.seq for slot in now.slots if slot.moves]
        self.undo(row, now, rng.choice([None, *held[-3:], *held]))

    def undo(self, row, now, seq=None):
        """Take an action back, twice under the same key."""
        undo_request = UndoRequest(key(), row.number, now.seq, "Wrong", seq)
        by = self.console.act
        done = self.twice(lambda s, t: take_back(s, t, undo_request, by, FLOOR))
        if not isinstance(done, Refused):
            self.rewritten = self.rewritten or now.over
        return done

    def undo_deal(self, rng):
        """Take the round back to before its first card; often deal it again."""
        for _ in range(40):
            row, now = self.now()
            if not now.game.started(now.state):
                self.met["first card taken back"] += 1
                break
            if isinstance(self.undo(row, now), Refused):
                return
        if rng.random() < 0.5:
            self.deal(rng, rng.choice([1, 2, 3]))

    def get_ready(self, rng, often=0.5):
        """Do what rulings ask for, and perhaps give a carried wager back."""

        def work(session, table):
            for task in following.waiting(session, table.pk):
                row = session.get_one(RulingRow, task.ruling_id)
                following.add(
                    session, row, RulingEvent.DONE, task.place, "All 52.", at(1)
                )
            for row in carrying.waiting(session, table.pk):
                if rng.random() < often:
                    backing.return_carried(session, table, row, "E-1", at(1), SEAL)

        self.at(work)

    def get_ready_only(self, rng):
        """Do what rulings ask for; what was carried over waits."""
        self.get_ready(rng, 0)

    def restart(self, _rng):
        """The server is started anew: nothing it remembered is left."""
        self.met["restart"] += 1
        self.db.engine.dispose()
        replay.MEMORY._kept.clear()
        self.db = self.console.db = Database(self.url)

    def cut_power(self, rng):
        """The power fails in the midst of what is done next."""
        self.cuts = rng.choice([1, 1, 2, 3])


def _cut_off(work, session, table):
    work(session, table)
    raise PowerCut
