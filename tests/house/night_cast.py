"""A night at one table, act by act: whatever may happen there, by a seed."""

import itertools
import shutil
import tempfile
from functools import partial
from pathlib import Path

import pytest
from sqlmodel import select

from game.irregularities.asked import Answer
from game.irregularities.possible import possible
from game.play import Move
from house.db import Database
from house.floor.at_table import backing, chips, wrong_wagers
from house.floor.at_table.chips import Seen
from house.floor.at_table.models import Chips, JackpotLineRow, PaidRow
from house.floor.at_table.paying import due, key_paid
from house.floor.meters import claims
from house.floor.meters.ledger import OPEN_CLAIMS, hold
from house.floor.meters.models import MeterClaimRow, MeterEntryRow
from house.floor.models import Device
from house.floor.rounds import book as books
from house.floor.rounds import corrections, decks, replay, services
from house.floor.rounds.corrections import Correction
from house.floor.rounds.models import ActionRow, LineRow, RoundRow
from house.floor.rounds.taps import Done, Tap
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
SEATS = (1, 2, 4)
LIMIT = 400_00
LUCKY = ("Ah", "Kh", "Qh", "Jh", "Th", "9h")
BACK = {"take_back", "refuse_wager", "concede", "deem_folded", "forfeit"}
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
_files = itertools.count()


class PowerCut(Exception):
    """The transaction never comes to its end."""


class Night:
    """A supervisor's tablet at one table that feeds a meter."""

    def __init__(self, template):
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / f"night-{next(_files)}.sqlite3"
        shutil.copy(template, path)
        self.url = f"sqlite:///{path}"
        self.db = Database(self.url)
        self.console = Console(self.db, act=at(by=PRIYA))
        self.rewritten = False  # what was won or lost was changed afterwards

    def end(self):
        """Throw the house away."""
        self.db.engine.dispose()
        self.folder.cleanup()

    def begin(self, code, cards):
        """Open the table, its meter and the first round, with three players."""
        layout, options, terms = TABLES[code]
        open_table(self.db, code.partition(" ")[0], **layout)
        if terms is not None:
            with self.db.writing() as session:
                meters.opened(session, terms, (4,), at=at(-30))
        carded(self.db, *NAMES[:3])
        limited(self.db, NAMES[0], LIMIT)
        for seat, name in zip(SEATS, NAMES, strict=False):
            sat = self.console.sit(seat, names=[name], card=number_of(name))
            assert not isinstance(sat, Refused), sat
        self.at(self._brought)
        row = self.console.open(options=options | {"cards": cards})
        assert isinstance(row, RoundRow), row

    def _brought(self, session, table):
        sits = books.seats(session, books.REAL, table)[SEATS[0]]
        told = Seen(Chips.BROUGHT, 0, 0, key())
        chips.declare(session, table, sits, told, self.console.act)

    def at(self, work):
        """Do something at the table in a transaction of its own."""
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
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(decks, "fresh", partial(decks.fresh, by=rng))
                    assert isinstance(self.console.open(), RoundRow)
                continue
            tap = Tap(key(), row.number, now.seq, chosen(rng, now))
            done = self.twice(partial(self._act, tap))
            assert isinstance(done, Done | Refused), done

    def _act(self, tap, session, table):
        return services.act(session, table, tap, self.console.act, SEAL)

    def take_back(self, rng):
        """Take one action of the round back, twice under the same key."""
        row, now = self.now()
        held = [slot.seq for slot in now.slots if slot.moves]
        seq = rng.choice([None, *held[-3:], *held])
        asked = {"seq": seq, "round_": row.number, "expected": now.seq, "key_": key()}
        done = self.console.undo("Wrong", **asked)
        if not isinstance(done, Refused):
            self.rewritten = self.rewritten or now.over
            before = self.kept()
            assert self.console.undo("Wrong", **asked).repeated
            assert self.kept() == before

    def rule(self, rng):
        """Something goes wrong: pick it, see the ruling, let a director decide."""
        asked = self.console.read(partial(self._picked, rng))
        if asked is None:
            return
        bench_ = bench(RUTH, PRIYA, 1, key())
        verdict = self.twice(lambda s, t: rulings.apply(s, t, asked, bench_))
        assert isinstance(verdict, RulingRow | Refused), asked

    def _picked(self, rng, session, table):
        seen = at_table(session, table, SEAL)
        sort = rng.choice(possible(seen.scene))
        given = {q.name: answered(rng, q) for q in sort.questions}
        made = propose(seen, sort.name, given)
        if isinstance(made, Refused):
            return None
        names = [choice.name for choice in made.ruling.choices]
        picked = (rng.choice(names),) if names else ()
        back = tuple(s for s in made.ruling.may_retract if rng.random() < 0.3)
        return Asked(sort.name, given, seen.round, seen.seq, picked, back)

    def cut_back(self, rng):
        """Cut a player back to the loss limit."""
        bench_, seat = bench(RUTH, PRIYA, 1, key()), rng.choice(SEATS)
        cut = self.at(lambda s, t: wrong_wagers.cut_back(s, t, seat, bench_))
        assert isinstance(cut, RulingRow | Refused)

    def get_ready(self, rng):
        """Do what rulings ask for, and perhaps give a carried wager back."""

        def work(session, table):
            for task in following.waiting(session, table.pk):
                row = session.get_one(RulingRow, task.ruling_id)
                following.add(session, row, Happened.DONE, task.place, "", at(1))
            for row in carrying.waiting(session, table.pk):
                if rng.random() < 0.5:
                    backing.return_carried(session, table, row, "E-1", at(1), SEAL)

        self.at(work)

    def confirm(self, _rng):
        """Confirm the first claim that waits."""

        def work(session, _table):
            waits = select(MeterClaimRow).where(MeterClaimRow.state.in_(OPEN_CLAIMS))
            claim = session.exec(waits.order_by(MeterClaimRow.id)).first()
            if claim is not None:
                meter = hold(session, [claim.meter_id])[claim.meter_id]
                claims.confirm(session, meter, claim, at(1, by=RUTH))

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
        wanted = self.console.read(partial(self._misread, rng))
        if wanted is None:
            return
        by, before = at(2, by=RUTH), self.kept()
        foreseen = self.at(lambda s, t: corrections.foresee(s, t, wanted, by, SEAL))
        assert self.kept() == before
        done = self.twice(lambda s, t: corrections.correct(s, t, wanted, by, SEAL))
        assert isinstance(done, Refused) == isinstance(foreseen, Refused)
        if not isinstance(done, Refused):
            self.rewritten = True
            assert done.lines == foreseen.lines

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

    def restart(self, _rng):
        """The server is started anew: nothing it remembered is left."""
        self.db.engine.dispose()
        replay.MEMORY._kept.clear()
        self.db = self.console.db = Database(self.url)

    def cut_power(self, rng):
        """The power fails before an action is committed."""
        row, now = self.now()
        if row.ended_at is not None:
            return
        before, tap = self.kept(), Tap(key(), row.number, now.seq, chosen(rng, now))

        def work(session, table):
            self._act(tap, session, table)
            raise PowerCut

        with pytest.raises(PowerCut):
            self.at(work)
        assert self.kept() == before


def chosen(rng, now):
    """One thing on offer with everything filled in, mostly one that goes forward."""
    mine = [o for o in now.game.offers(now.state) if o.seat in (None, *SEATS)]
    offers = [o for o in mine if not o.blind and o.act != "bet_blind"]
    ahead = [o for o in offers if o.act not in BACK] or offers
    calls = [o for o in ahead if o.seat is None]
    offer = rng.choice(calls if calls and rng.random() < 0.3 else ahead)
    if rng.random() < 0.03:
        offer = rng.choice(offers)
    form = now.game.forms[offer.act]
    taken, fields = form.needs | form.takes, {"act": offer.act}
    if offer.seat is not None and "seat" in taken:
        fields["seat"] = offer.seat
    if offer.spot is not None:
        fields["spot"] = offer.spot
    if offer.amounts is not None and "amount" in taken:
        low, over = offer.amounts.least, offer.amounts.most + offer.amounts.step
        fields["amount"] = rng.choice([low, low, *offer.amounts.taps, over])
    if offer.extras and rng.random() < 0.8:
        fields["also"] = {extra.wager: extra.amounts.least for extra in offer.extras}
    if offer.cards is not None:
        fields["cards"] = keyed(rng, now, offer)
    if "grounds" in offer.needs:
        fields["grounds"] = "Seen to touch the cards"
    return fields


def keyed(rng, now, offer):
    """Cards that are left, often ones that make a straight or a royal flush."""
    left = now.game.write(Move("deal", cards=tuple(offer.cards.left)))["cards"]
    good = [card for card in left if card in LUCKY]
    if len(good) >= offer.cards.count and rng.random() < 0.6:
        return good[: offer.cards.count]
    return rng.sample(left, offer.cards.count)


def changed(rng, now, move):
    """A move as it should have been: another amount, other cards, or as it was."""
    plain = now.game.write(move)
    if "amount" in plain and rng.random() < 0.5:
        plain["amount"] = rng.choice([10_00, 15_00, 20_00, 30_00])
    if "also" in plain and move.act == "ante" and rng.random() < 0.5:
        plain.pop("also")
    if move.cards and now.state.setup.cards == "dealt":
        plain.pop("cards")
    elif move.cards and len(move.cards) <= len(LUCKY) and rng.random() < 0.5:
        plain["cards"] = rng.sample([*LUCKY, "2c", "7d", "8s"], len(move.cards))
    return plain


def answered(rng, question):
    """An answer that can be true."""
    values = [value for value, _ in question.options]
    match question.answer:
        case Answer.SEAT | Answer.ONE_OF:
            return rng.choice(values)
        case Answer.SEATS:
            return rng.sample(values, 1)
        case Answer.YES_OR_NO:
            return rng.random() < 0.5
        case Answer.WORDS:
            return "Nobody saw it." if question.needed else ""
        case Answer.CARDS:
            return "AsKd" if question.needed else ""
    most = min(question.most, 80_00)
    return str(rng.choice([question.least, max(question.least, min(52, most)), most]))
