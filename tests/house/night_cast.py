"""A night at one table, act by act: whatever may happen there, by a seed."""

from collections import Counter
from functools import partial

import pytest
from sqlmodel import select

from game.irregularities.possible import possible
from game.irregularities.ruling import Fate as Ruled
from house.db import Database
from house.floor.at_table import backing, chips, wrong_wagers
from house.floor.at_table.chips import Seen
from house.floor.at_table.models import Chips, JackpotLineRow, PaidRow
from house.floor.at_table.paying import due, key_paid
from house.floor.meters import claims
from house.floor.meters.corrections import SPENT
from house.floor.meters.ledger import hold
from house.floor.meters.line import open_claims
from house.floor.meters.models import MeterClaimRow, MeterEntryRow, MeterRow
from house.floor.models import Device
from house.floor.rounds import book as books
from house.floor.rounds import corrections, replay, services
from house.floor.rounds.corrections import Correction
from house.floor.rounds.models import ActionRow, LineRow, RoundRow, SeatRow
from house.floor.rounds.taps import Done, Tap
from house.floor.rounds.undoing import Regret, take_back
from house.floor.rulings import carrying, following
from house.floor.rulings import services as rulings
from house.floor.rulings.making import Asked, propose
from house.floor.rulings.models import (
    CarriedEndRow,
    CarriedRow,
    Happened,
    RulingRow,
)
from house.floor.rulings.scenes import at_table
from house.payments.models import PaymentRow, WagerRow
from rulebook import Refused
from tests.house import meters
from tests.house.at_table_cast import PRIYA, RUTH, bench, carded, limited, number_of
from tests.house.floor_cast import at, open_table
from tests.house.machine_cast import PowerCut, seeded
from tests.house.night_chance import SEATS, ahead, answered, changed, chosen
from tests.house.rounds_cast import NAMES, SEAL, Console, key

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
    WagerRow,
    PaidRow,
    PaymentRow,
)


class Night:
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
        told = Seen(what, 0, 0, key())
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

    def deal(self, rng, antes=2):
        """Bring a round with jackpot wagers to its first card."""
        for _ in range(16):
            row, now = self.now()
            if row.ended_at is not None:
                self.get_ready(rng, 0)
                assert isinstance(self.console.open(), RoundRow)
            elif now.game.started(now.state):
                return
            else:
                self.tap(row, now, ahead(rng, now, antes))

    def _act(self, tap, session, table):
        return services.act(session, table, tap, self.console.act, SEAL)

    def take_back(self, rng):
        """Take one action of the round back."""
        row, now = self.now()
        held = [slot.seq for slot in now.slots if slot.moves]
        self.undo(row, now, rng.choice([None, *held[-3:], *held]))

    def undo(self, row, now, seq=None):
        """Take an action back, twice under the same key."""
        regret = Regret(key(), row.number, now.seq, "Wrong", seq)
        by = self.console.act
        done = self.twice(lambda s, t: take_back(s, t, regret, by, SEAL))
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
            self.deal(rng, rng.choice([1, 2]))

    def rule(self, rng):
        """Something goes wrong: pick it, see the ruling, let a director decide."""
        self._rule(self.console.read(partial(self._picked, rng)))

    def misdeal(self, rng):
        """A round with jackpot wagers goes wrong, so that they go back or wait."""
        self.deal(rng)
        for _ in range(30):
            asked = self.console.read(partial(self._picked, rng, jackpot=True))
            if asked is not None:
                return self._rule(asked)
        return None

    def _rule(self, asked):
        if asked is not None:
            bench_ = bench(RUTH, PRIYA, 1, key())
            verdict = self.twice(lambda s, t: rulings.apply(s, t, asked, bench_))
            assert isinstance(verdict, RulingRow | Refused), asked

    def _picked(self, rng, session, table, *, jackpot=False):
        seen = at_table(session, table, SEAL)
        sort = rng.choice(possible(seen.scene))
        given = {q.name: answered(rng, q) for q in sort.questions}
        made = propose(seen, sort.name, given)
        if isinstance(made, Refused) or (jackpot and not moves_jackpot(made.ruling)):
            return None
        names = [choice.name for choice in made.ruling.choices]
        picked = (rng.choice(names),) if names else ()
        back = tuple(s for s in made.ruling.may_retract if rng.random() < 0.3)
        return Asked(sort.name, given, seen.round, seen.seq, picked, back)

    def change_seats(self, rng):
        """Somebody leaves a seat, or somebody takes a free one."""
        _, now = self.now()
        seats = self.console.read(partial(_seats, books.REAL))
        seat = rng.choice(SEATS)
        if seat in seats:
            self.leave(seat)
        elif seat not in now.game.staked(now.state) or now.over:
            free = [n for n in NAMES if n not in {x.player for x in seats.values()}]
            self.sit(seat, rng.choice(free))

    def leave_carried(self, rng):
        """Somebody whose jackpot wager waits leaves, and mostly gets it back."""
        held = self.console.read(lambda s, t: carrying.waiting(s, t.pk))
        if not held:
            return
        row, now = self.now()
        seat = rng.choice(held).seat
        if seat in now.game.staked(now.state) and not now.over:
            self.tap(row, now, {"act": "take_back", "seat": seat})
        if seat in self.console.read(partial(_seats, books.REAL)):
            self.leave(seat)
        if rng.random() < 0.7:
            self.get_ready(rng, 1)

    def back(self, rng):
        """Somebody bets on the jackpot on another's box."""
        seat, backer = rng.sample(SEATS, 2)
        bench_ = bench(RUTH, PRIYA, 1, key())
        verdict = self.at(lambda s, t: backing.back(s, t, seat, backer, bench_))
        self.met["backed another's box"] += not isinstance(verdict, Refused)

    def cut_back(self, rng):
        """Cut a player back to the loss limit."""
        bench_, seat = bench(RUTH, PRIYA, 1, key()), rng.choice(SEATS)
        cut = self.at(lambda s, t: wrong_wagers.cut_back(s, t, seat, bench_))
        assert isinstance(cut, RulingRow | Refused)

    def get_ready(self, rng, often=0.5):
        """Do what rulings ask for, and perhaps give a carried wager back."""

        def work(session, table):
            for task in following.waiting(session, table.pk):
                row = session.get_one(RulingRow, task.ruling_id)
                following.add(session, row, Happened.DONE, task.place, "", at(1))
            for row in carrying.waiting(session, table.pk):
                if rng.random() < often:
                    backing.return_carried(session, table, row, "E-1", at(1), SEAL)

        self.at(work)

    def get_ready_only(self, rng):
        """Do what rulings ask for; what was carried over waits."""
        self.get_ready(rng, 0)

    def win(self, rng):
        """Play a round to its end in which somebody has the best of hands."""
        self.deal(rng)
        for _ in range(40):
            row, now = self.now()
            if row.ended_at is not None:
                return
            self.tap(row, now, chosen(rng, now, luck=1))

    def confirm(self, rng):
        """Confirm the first claim that waits; sometimes a director withdraws it."""
        gone = rng.random() < 0.2

        def work(session, _table):
            for meter_id in session.exec(select(MeterRow.id)).all():
                meter, act = hold(session, [meter_id])[meter_id], at(1, by=RUTH)
                for claim in open_claims(session, meter)[:1]:
                    if gone:
                        claims.withdraw(session, meter, claim, "Not a claim", act)
                    else:
                        claims.confirm(session, meter, claim, act)

        self.at(work)

    def pay(self, rng):
        """Key what seats were paid, sometimes too much."""

        def work(session, table):
            over = select(RoundRow).where(RoundRow.ended_at.is_not(None))
            for row in session.exec(over):
                for one in due(session, row):
                    if one.paid is None and rng.random() < 0.5:
                        paid = one.cents + rng.choice([0, 0, 5_00])
                        key_paid(session, table, row, one.seat, paid, at(1, by=PRIYA))

        self.at(work)

    def correct(self, rng):
        """Correct a round that is over; what was foreseen is what happens."""
        self._correct(self.console.read(partial(self._misread, rng)))

    def correct_claimed(self, rng):
        """Correct the wagers of a round whose claim waits, or was paid."""
        self._correct(self.console.read(partial(self._misstaked, rng)))

    def _correct(self, wanted):
        if wanted is None:
            return
        by, before = at(2, by=RUTH), self.kept()
        foreseen = self.at(lambda s, t: corrections.foresee(s, t, wanted, by, SEAL))
        assert self.kept() == before
        done = self.twice(lambda s, t: corrections.correct(s, t, wanted, by, SEAL))
        assert isinstance(done, Refused) == isinstance(foreseen, Refused)
        if not isinstance(done, Refused):
            self.rewritten = True
            assert (done.lines, done.elsewhere) == (foreseen.lines, foreseen.elsewhere)
            said = " ".join(done.elsewhere)
            for words in ("is withdrawn", "instead of", "in its place", "waits again"):
                self.met[f"foreseen: {words}"] += words in said
            after = self.kept()
            new = after[MeterClaimRow] - before[MeterClaimRow]
            assert new == ("A new claim" in said)
            assert (after[PaymentRow] > before[PaymentRow]) == ("register" in said)

    def _misread(self, rng, session, _table):
        over = select(RoundRow).where(RoundRow.ended_at.is_not(None))
        ended = session.exec(over.order_by(RoundRow.id)).all()
        if not ended:
            return None
        row = rng.choice(ended)
        now = books.position(session, books.REAL, row, SEAL)
        slot = rng.choice([slot for slot in now.slots if slot.moves])
        instead = [changed(rng, now, move) for move in slot.moves]
        return Correction(key(), row.number, now.seq, "Misread", {slot.seq: instead})

    def _misstaked(self, rng, session, table):
        query = select(MeterClaimRow).order_by(MeterClaimRow.id.desc())
        claim = session.exec(query).first()
        if claim is None:
            return None
        row = books.numbered(session, books.REAL, table, int(claim.round))
        now = books.position(session, books.REAL, row, SEAL)
        antes = [s for s in now.slots if any(m.act == "ante" for m in s.moves)]
        if not antes or row.ended_at is None:
            return None
        slot = rng.choice(antes)
        instead = [now.game.write(move) for move in slot.moves]
        price = {"jackpot": now.state.setup.jackpot}
        for plain in instead:
            beside = plain.pop("also", {})
            plain["also"] = {k: v for k, v in (beside | price).items() if v}
            if "jackpot" in beside:
                plain["also"].pop("jackpot")
        return Correction(key(), row.number, now.seq, "Misread", {slot.seq: instead})

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


def _seats(book, session, table):
    return books.seats(session, book, table)


def moves_jackpot(ruling):
    """Whether a ruling gives jackpot wagers back, or lets them wait."""
    effects = [e for part in (ruling, *ruling.choices) for e in part.effects]
    moved = {Ruled.RETURNED, Ruled.CARRIED}
    return any(e.wager == "jackpot" and e.fate in moved for e in effects)


def tally(session):
    """What was met in a house: counted from what it keeps."""
    met = Counter()
    for action in session.exec(select(ActionRow)):
        if action.takes_back is not None:
            met["correction" if action.data["moves"] else action.kind] += 1
    for ruling in session.exec(select(RulingRow)):
        met[f"ruled {ruling.what}"] += 1
        met[f"fate {ruling.fate.value}"] += 1
        fates = {e["fate"] for e in ruling.effects if e["wager"] == "jackpot"}
        met.update(f"jackpot wager {fate}" for fate in fates)
    for end in session.exec(select(CarriedEndRow)):
        met[f"carried {end.fate.value}"] += 1
    for claim in session.exec(select(MeterClaimRow)):
        met[f"claim {claim.state.value}"] += 1
        met["claim in the place of another"] += claim.place is not None
    for entry in session.exec(select(MeterEntryRow)):
        met[f"meter {entry.kind.value}"] += 1
        met["meter spent"] += entry.key.endswith(SPENT)
    for sits in session.exec(select(SeatRow)):
        met[f"seat {sits.happened.value}"] += 1
    met["rounds over"] += len(
        session.exec(select(RoundRow).where(RoundRow.ended_at.is_not(None))).all()
    )
    return met
