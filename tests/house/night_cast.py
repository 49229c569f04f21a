"""A night at one table, act by act: whatever may happen there, by a seed."""

from functools import partial

from sqlmodel import select

from game.fates import Fate as Ruled
from game.irregularities.possible import possible
from game.loss_limits import Duty
from house.floor.at_table import backing
from house.floor.at_table.paying import due, key_paid
from house.floor.at_table.wrong_wagers import cut_back
from house.floor.meters import claims
from house.floor.meters.ledger import hold
from house.floor.meters.line import open_claims
from house.floor.meters.models import MeterClaimRow, MeterRow
from house.floor.rounds import book as books
from house.floor.rounds import corrections
from house.floor.rounds.corrections import Correction
from house.floor.rounds.models import RoundRow
from house.floor.rulings import carrying
from house.floor.rulings import services as rulings
from house.floor.rulings.making import RulingRequest, propose
from house.floor.rulings.models import (
    RulingRow,
)
from house.floor.rulings.scenes import at_table
from house.payments import loss_limits
from house.payments.models import PaymentRow
from rulebook import Refused
from tests.house.at_table_cast import PRIYA, RUTH, bench, patron
from tests.house.floor_cast import at
from tests.house.night_chance import SEATS, answered, changed, chosen
from tests.house.night_tablet import LIMIT, TABLES, Tablet
from tests.house.rounds_cast import FLOOR, NAMES, SEAL, key

__all__ = ["LIMIT", "NAMES", "TABLES", "Night"]


class Night(Tablet):
    """Whatever else may happen at the table, by a seed."""

    def rule(self, rng):
        """Something goes wrong: pick it, see the ruling, let a director decide."""
        self._rule(self.console.read(partial(self._picked, rng)))

    def misdeal(self, rng):
        """A round with jackpot wagers goes wrong, so that they go back or wait."""
        self.deal(rng)
        for fate in rng.sample([Ruled.CARRIED, Ruled.RETURNED], 2):
            for _ in range(30):
                asked = self.console.read(partial(self._picked, rng, jackpot=fate))
                if asked is not None:
                    return self._rule(asked)
        return None

    def _rule(self, asked):
        if asked is not None:
            bench_ = bench(RUTH, PRIYA, 1, key())
            verdict = self.twice(lambda s, t: rulings.apply(s, t, asked, bench_))
            assert isinstance(verdict, RulingRow | Refused), asked

    def _picked(self, rng, session, table, *, jackpot=None):
        seen = at_table(session, table, SEAL)
        sort = rng.choice(possible(seen.scene))
        given = {q.name: answered(rng, q) for q in sort.questions}
        made = propose(seen, sort.name, given)
        if isinstance(made, Refused) or not moves_jackpot(made.ruling, jackpot):
            return None
        names = [choice.name for choice in made.ruling.choices]
        picked = (rng.choice(names),) if names else ()
        back = tuple(s for s in made.ruling.may_retract if rng.random() < 0.3)
        return RulingRequest(sort.name, given, seen.round, seen.seq, picked, back)

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
        row, now = self.now()
        if row.ended_at is not None:
            assert isinstance(self.console.open(), RoundRow)
        for box in (seat, backer):
            row, now = self.now()
            if box not in now.game.staked(now.state):
                self.tap(row, now, {"act": "ante", "seat": box, "amount": 10_00})
        bench_ = bench(RUTH, PRIYA, 1, key())
        verdict = self.at(lambda s, t: backing.back(s, t, seat, backer, bench_))
        self.met["backed another's box"] += not isinstance(verdict, Refused)

    def tighten(self, rng):
        """A player lowers the limit while wagers lie on the table, and is cut back."""
        self.deal(rng, 3)
        with self.db.writing() as session:
            lower = loss_limits.LimitRequest(
                rng.choice([5_00, 15_00]), 1, frozenset(Duty)
            )
            mine = patron(session, NAMES[0])
            loss_limits.set_limit(session, mine, lower, at(1, by=PRIYA))
        self.rewritten = True
        for seat in SEATS:
            bench_ = bench(RUTH, PRIYA, 2, key())
            cut = self.at(lambda s, t, n=seat, b=bench_: cut_back(s, t, n, b))
            assert isinstance(cut, RulingRow | Refused)
        self.play(rng, 8)

    def cut_back(self, rng):
        """Cut a player back to the loss limit."""
        bench_, seat = bench(RUTH, PRIYA, 1, key()), rng.choice(SEATS)
        cut = self.at(lambda s, t: cut_back(s, t, seat, bench_))
        assert isinstance(cut, RulingRow | Refused)

    def win(self, rng):
        """Play a round to its end in which somebody has the best of hands."""
        self.deal(rng)
        for _ in range(40):
            row, now = self.now()
            if row.ended_at is not None:
                return
            self.tap(row, now, chosen(rng, now, luck=1, without={"fold"}))

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
        foreseen = self.at(lambda s, t: corrections.foresee(s, t, wanted, by, FLOOR))
        assert self.kept() == before
        done = self.twice(lambda s, t: corrections.correct(s, t, wanted, by, FLOOR))
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


def _seats(book, session, table):
    return books.seats(session, book, table)


def moves_jackpot(ruling, fate):
    """Whether a jackpot wager meets this fate by a ruling, if one is asked for."""
    effects = [e for part in (ruling, *ruling.choices) for e in part.effects]
    met = any(e.wager == "jackpot" and e.fate is fate for e in effects)
    return fate is None or met
