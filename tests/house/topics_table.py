"""A table to play at in the tests of topics, and what its services said there."""

from house.floor.at_table.models import JackpotLineRow
from house.floor.meters.models import MeterRow
from house.floor.models import Device
from house.floor.rounds import book as books
from house.floor.rounds import services
from house.floor.rounds.taps import Done, Tap
from house.floor.rulings import following, queries
from house.floor.rulings.models import RulingEvent, RulingTaskRow
from house.floor.tables import services as tables
from rulebook import Refused
from tests.house import meters
from tests.house.at_table_cast import (
    DEALER,
    POSTED,
    TERMS,
    carded,
    done,
    number_of,
    rows,
    rule,
)
from tests.house.floor_cast import at, open_table
from tests.house.rounds_cast import FLOOR, NAMES, SEAL, Console, key

PLAYERS = (*NAMES, "Grace Nguyen", "Tom Becker", "Ana Silva")
PAYS_UP_TO = 50_000_00


class Table(Console):
    """The tablet of one table, played with cards that are keyed."""

    def __init__(self, floor, code, seats=(1, 3), **wanted):
        self.floor, self.code, self.seats = floor, code, tuple(seats)
        self._now = None
        super().__init__(floor.db, wanted.pop("number", 4), at(by=DEALER))
        device = Device(wanted.pop("device", "shuffler"))
        open_table(floor.db, code, self.number, device=device)
        if terms := wanted.pop("jackpot", None):
            terms = TERMS.get(code, terms) if terms is True else terms
            with floor.db.writing() as session:
                name = f"Grand {self.number}"
                meters.opened(session, terms, (self.number,), name, at=at(-30))
        if wanted.pop("any_stake", False):
            self._take_any_stake()
        self.sit_down(*self.seats)
        cap = {"maximum_payout": PAYS_UP_TO} if code in POSTED else {}
        self.options = {"cards": "keyed"} | cap | wanted
        self.next_round(options=self.options)

    def _take_any_stake(self):
        with self.db.writing() as session:
            row = tables.get(session, self.number, lock=True)
            row.minimum_cents, row.maximum_cents, row.unit_cents = 1, 10**6, 1

    def sit_down(self, *seats):
        """Let people sit down, with a player card where the document wants one."""
        for seat in seats:
            self._went(self.try_to_sit(seat))

    def try_to_sit(self, seat):
        """The player of a seat asks to sit down there."""
        name = PLAYERS[(seat - 1 + self.number - 4) % len(PLAYERS)]
        if self.code != "STAR4":
            return self.sit(seat, names=[name])
        carded(self.db, name)
        return self.sit(seat, names=[name], card=number_of(name))

    def next_round(self, **wanted):
        """Open the next round."""
        self._now = None
        return self._went(self.open(**wanted))

    def _went(self, verdict):
        assert not isinstance(verdict, Refused), verdict
        return verdict

    def _saw(self, verdict):
        if isinstance(verdict, Done):
            self._now = verdict.position
        return super()._saw(verdict)

    @property
    def position(self):
        """The last round as the service last told of it, or as it is kept."""
        if self._now is None:
            self._now = self.read(_kept)
        return self._now

    @property
    def state(self):
        """The round as it stands."""
        return self.position.state

    @property
    def offers(self):
        """Everything that may happen now."""

        now = self.position
        return now.game.offers(now.state)

    def shown(self, seat=None):
        """The round as a seat, or the room, is shown it."""
        now = self.position
        return now.game.seen(now.state, seat)

    def offer(self, act, seat=None):
        """One thing that may happen now, and under which rule; none is None."""
        for offer in self.offers:
            if offer.act == act and seat in (None, offer.seat):
                self.floor.saw(offer.cite.id)
                return offer
        return None

    def refused(self, act, *rules, **fields):
        """What is refused under these rules, and on record as refused."""
        verdict = self.tap(act, **fields)
        assert isinstance(verdict, Refused), (act, fields)
        cited = [refusal.cite.id for refusal in verdict.refusals]
        assert set(rules) <= set(cited), cited
        entry = self.floor.seen_on_record("act in round")
        assert (entry.verdict, set(rules) <= set(entry.rules)) == ("refused", True)
        self.floor.saw(*rules)
        return verdict

    def must_all(self, *actions):
        """Do several actions at once, as a tablet does that held them back."""
        taps = [Tap(key(), self.round, self.seq, action) for action in actions]

        def work(session, table):
            here = books.here(session, table, [tap.key for tap in taps])
            return services.act_on(session, here, taps, self.act, FLOOR)

        done, count = self._in_table(work)
        assert count == len(taps), done
        return self._saw(done)

    def antes(self, amount=10_00, seats=None, **fields):
        """Everybody antes."""
        ante = {"act": "ante", "amount": amount, **fields}
        self.must_all(*({**ante, "seat": seat} for seat in seats or self.seats))

    def deal_out(self, up_card=None):
        """Close the betting and deal until the first decision."""
        acts = ("offer_jackpot", "deal", "turn_up", "bet_or_fold", "no_more_bets")
        while "bet" not in (found := {offer.act for offer in self.offers}):
            act = next(a for a in acts if a in found and not self._offered(a))
            self.must(act, **({"cards": [up_card]} if act == "turn_up" else {}))

    def _offered(self, act):
        return act == "offer_jackpot" and self.state.jackpot_offered

    def street(self, card, bets):
        """Bet or fold everywhere, then turn a card."""
        self.bet_all(bets)
        self.turn(card)

    def bet_all(self, bets):
        """Bet these amounts, or fold."""
        self.must_all(
            *(
                {"act": "fold", "seat": seat}
                if amount == "fold"
                else {"act": "bet", "seat": seat, "amount": amount}
                for seat, amount in bets.items()
            )
        )

    def turn(self, card):
        """Turn the next community card, or deal it face up."""
        found = {offer.act for offer in self.offers}
        if "no_more_bets" in found:
            self.must("no_more_bets")
            found = {offer.act for offer in self.offers}
        self.must("reveal" if "reveal" in found else "deal", cards=[card])

    def finish(self, hands):
        """Settle every hand that is due, from the dealer's right, and close."""
        while "close" not in (found := {o.act: o for o in self.offers}):
            if "key_jackpot" in found:
                self.must("key_jackpot", seat=found["key_jackpot"].seat)
                continue
            seat = found["settle"].seat
            self.must("settle", seat=seat, cards=hands[seat])
        self.must("close")
        return self.came_to()

    def came_to(self, number=None):
        """What is kept of a round: stake, net and rule by seat and wager."""
        lines = self.lines(number)
        self.floor.saw(*(line[4] for line in lines))
        return {(line[0], line[1]): line[2:] for line in lines}

    def ruled(self, sort, /, *rules, **asked):
        """A ruling that is made and kept under these rules, every cent accounted."""
        by = (asked.pop("by"),) if "by" in asked else ()
        at_stake = self.at_stake
        row = done(rule(self, sort, *by, **asked))
        if row.effects:
            assert sum(effect["amount"] for effect in row.effects) == at_stake
        cited = {row.rule_id, row.decided_under}
        cited |= {effect["rule"] for effect in row.effects}
        cited |= {told["rule"] for told in row.told}
        cited |= {task.rule_id for task in self.tasks(row)}
        cited |= set(self.floor.seen_on_record("apply ruling").rules)
        assert set(rules) <= cited, (rules, cited)
        self.floor.saw(*rules)
        self.look()
        return row

    @property
    def at_stake(self):
        """Everything that lies on the table."""
        now = self.position
        wagers = now.game.staked(now.state)
        return sum(sum(each.values()) for each in wagers.values())

    def meter(self):
        """The only meter of the house."""
        [meter] = rows(self.db, MeterRow)
        return meter

    def at_meter(self):
        """What the meter of the house counts as staked."""
        return self.meter().staked_cents

    def jackpot_lines(self):
        """What the jackpot wagers of the table came to, in paying order."""
        found = rows(self.db, JackpotLineRow)
        self.floor.saw(*(line.rule_id for line in found))
        return found

    def tasks(self, row):
        """What a ruling asks for."""
        return rows(self.db, RulingTaskRow, ruling_id=row.pk)

    def waits(self, row, *rules):
        """The next wager or first card waits for what a ruling asks for, then comes."""
        if fresh := self.position.over:
            self.next_round()
            self.refused("ante", *rules, seat=self.seats[0], amount=10_00)
        else:
            self._no_more_bets()
            self.refused("deal", *rules)
        for task in self.tasks(row):
            with self.db.writing() as session:
                held = queries.one(session, row.pk)
                following.add(
                    session, held, RulingEvent.DONE, task.place, "All 52.", at(2)
                )
        if fresh:
            self.antes()
            self._no_more_bets()
        self.must("deal")

    def _no_more_bets(self):
        if self.offer("deal") is None:
            self.must("no_more_bets")

    def not_ruled(self, sort, /, *rules, **asked):
        """A ruling that is refused under these rules."""
        by = (asked.pop("by"),) if "by" in asked else ()
        verdict = rule(self, sort, *by, **asked)
        assert isinstance(verdict, Refused), verdict
        cited = {refusal.cite.id for refusal in verdict.refusals}
        assert set(rules) <= cited, cited
        self.floor.saw(*rules)

    def look(self):
        """See the last action of the round as it is kept."""
        self._now = None
        self.seq = self.position.seq


def _kept(session, table):
    here = books.here(session, table)
    return books.position(session, here.book, here.round, SEAL)
