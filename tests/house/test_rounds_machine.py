"""Random rounds of every game, with second thoughts, rulings and power cuts."""

from collections import Counter
from functools import partial
from random import Random
from typing import ClassVar

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from sqlmodel import select

from game.irregularities.possible import possible
from game.play import Move
from house.audit.verification import verify
from house.db import Database
from house.floor.models import Device
from house.floor.rounds import book as books
from house.floor.rounds import corrections, history, replay, services
from house.floor.rounds.corrections import Correction
from house.floor.rounds.models import ActionRow, LineRow, RoundRow
from house.floor.rounds.taps import Done, Stale, TableAct, Tap
from house.floor.rounds.undoing import UndoRequest, take_back
from house.floor.rulings import following
from house.floor.rulings import services as rulings
from house.floor.rulings.making import RulingRequest, propose
from house.floor.rulings.models import RulingEvent, RulingRow
from house.floor.rulings.scenes import at_table
from house.floor.tables import services as tables
from rulebook import CROWN3, MASS, NSW3, VIC99, Refused
from tests.house.at_table_cast import PRIYA, RUTH, bench
from tests.house.floor_cast import at, open_table
from tests.house.machine_cast import (
    OnSqlite,
    PowerCut,
    houses,
    run,
    run_until_met,
    seeded,
    too_rare,
)
from tests.house.night_chance import SEATS, answered, changed, chosen
from tests.house.rounds_cast import FLOOR, NAMES, SEAL, Console, key
from tests.house.test_rounds_faults import assert_money_adds_up

__all__ = ["houses"]
SEEDS = st.integers(0, 2**20)
CAP = {"maximum_payout": 100_000_00}
STUD = {"game": "mississippi_stud"}
GAMES = {
    "CROWN3": (STUD, CAP, CROWN3.at("11.1")),
    "MASS": (
        STUD,
        {"three_card_table": "3CS-01", "cover_all": True},
        MASS.at("14(a)"),
    ),
    "NSW3": (STUD, {}, NSW3.at("11.1")),
    "VIC99": ({"game": "caribbean_stud"}, CAP, VIC99.at("N25-14.2")),
    "VIC99 Baccarat": (
        {"game": "baccarat", "seats": 12, "device": Device.SHOE},
        {},
        VIC99.at("N25-14.2"),
    ),
}


class Rounds(RuleBasedStateMachine):
    """A console that does anything on offer, and sometimes something else."""

    houses = None
    codes = tuple(GAMES)
    met: ClassVar[Counter] = Counter()

    def __init__(self):
        super().__init__()
        self.url = self.houses.new()
        self.db = Database(self.url)
        self.last = self.console = self.patch = None
        self.seen, self.over = Counter(), set()

    def teardown(self):
        self.met.update(self.seen)
        for name in self.seen:
            event(name)
        if self.patch is not None:
            self.patch.undo()
        self.db.engine.dispose()
        self.houses.end(self.url)

    @initialize(data=st.data(), dealt=st.booleans(), seed=SEEDS)
    def a_table(self, data, dealt, seed):
        code = data.draw(st.sampled_from(self.codes))
        self.patch = seeded(seed)
        layout, options, self.cite = GAMES[code]
        open_table(self.db, code.partition(" ")[0], **layout)
        self.console = Console(self.db, act=at(by=PRIYA))
        cards = "dealt" if dealt else "keyed"
        row = self.console.open(options=options | {"cards": cards})
        assert isinstance(row, RoundRow), row
        self.console.sit(*SEATS)

    def now(self):
        def work(session, table):
            here = books.here(session, table)
            return here.round, books.position(session, here.book, here.round, SEAL)

        return self.console.read(work)

    @precondition(lambda self: self.console is not None)
    @rule(data=st.data())
    def do_what_is_offered(self, data):
        row, now = self.now()
        self.console.round, self.console.seq = row.number, now.seq
        if row.ended_at is not None:
            assert isinstance(self.console.open(), RoundRow)
            return
        offers = [
            offer
            for offer in now.game.offers(now.state)
            if not offer.blind and offer.seat in (None, *SEATS)
        ]
        if not offers:  # betting was closed before anybody bet: the way out is back
            assert isinstance(self.console.undo("Nobody had bet yet"), Done)
            return
        self.seen["offered"] += 1
        fields = filled(data, data.draw(st.sampled_from(offers)), now)
        self.last = (key(), row.number, now.seq, fields)
        done = self.console.tap(fields["act"], **self._sent(self.last))
        assert isinstance(done, Done | Refused)

    @rule(seed=SEEDS, taps=st.integers(4, 30))
    def play_on(self, seed, taps):
        """So that rounds come to their end, and more than one of them."""
        rng = Random(seed)
        for _ in range(taps):
            row, now = self.now()
            if row.ended_at is not None:
                assert isinstance(self.console.open(), RoundRow)
                continue
            fields = chosen(rng, now)
            self.console.tap(**fields, round_=row.number, expected=now.seq)

    @rule(seed=SEEDS)
    def play_to_the_end(self, seed):
        self.play_on(seed, 60)

    def _sent(self, last):
        name, number, seq, fields = last
        rest = {k: v for k, v in fields.items() if k != "act"}
        return rest | {"key_": name, "round_": number, "expected": seq}

    @precondition(lambda self: self.last is not None)
    @rule()
    def send_it_again(self):
        before = self.count()
        done = self.console.tap(self.last[3]["act"], **self._sent(self.last))
        assert self.count() in (before, before + 1)
        if self.count() > before:  # it had been refused, and now nothing is in its way
            assert isinstance(done, Done)
            assert not done.repeated

    @rule()
    def send_something_stale(self):
        row, now = self.now()
        verdict = self.console.tap("deal", round_=row.number, expected=now.seq + 7)
        assert isinstance(verdict, Stale)

    @rule(data=st.data())
    def take_something_back(self, data):
        row, now = self.now()
        seqs = [slot.seq for slot in now.slots]
        seq = data.draw(st.none() | st.sampled_from([None, *seqs]))
        verdict = self.console.undo(
            "Second thoughts", seq=seq, round_=row.number, expected=now.seq
        )
        self.saw("taken back", verdict)
        if now.over:
            self.saw("settled round taken back", verdict)

    @rule()
    def take_back_how_it_ended(self):
        row, now = self.now()
        if now.over:
            place = {"round_": row.number, "expected": now.seq}
            verdict = self.console.undo("It was not over", **place)
            self.saw("settled round taken back", verdict)

    @rule(seed=SEEDS)
    def correct_an_earlier_round(self, seed):
        rng = Random(seed)
        wanted = self.console.read(partial(self._misread, rng))
        if wanted is None:
            return
        by, before = at(2, by=RUTH), self.count()
        self.console.read(lambda s, t: corrections.foresee(s, t, wanted, by, FLOOR))
        assert self.count() == before

        def work(session, table):
            return corrections.correct(session, table, wanted, by, FLOOR)

        self.saw("corrected", self.console._in_table(work))

    def _misread(self, rng, session, _table):
        over = select(RoundRow).where(RoundRow.ended_at.is_not(None))
        ended = session.exec(over.order_by(RoundRow.id)).all()
        if not ended:
            return None
        row = rng.choice(ended[-6:])
        now = books.position(session, books.REAL, row, SEAL)
        slot = rng.choice([slot for slot in now.slots if slot.moves])
        instead = [changed(rng, now, move) for move in slot.moves]
        return Correction(key(), row.number, now.seq, "Misread", {slot.seq: instead})

    @rule(seed=SEEDS)
    def people_come_and_go(self, seed):
        rng = Random(seed)
        seat, (_, now) = rng.choice(SEATS), self.now()
        seats = self.console.read(lambda s, t: books.seats(s, books.REAL, t))
        if seat in seats:
            self.saw("left", self.console.leave(seat))
        elif seat not in now.game.staked(now.state) or now.over:
            free = [n for n in NAMES if n not in {x.player for x in seats.values()}]
            self.saw("sat down", self.console.sit(seat, names=[rng.choice(free)]))

    @rule(data=st.data())
    def cut_the_power(self, data):
        row, now = self.now()
        before = self.count()
        offers = [o.act for o in now.game.offers(now.state)]
        tap = Tap(key(), row.number, now.seq, {"act": offers[-1] if offers else "deal"})
        undo_request = UndoRequest(key(), row.number, now.seq, "A power cut")
        undoes = row.ended_at is not None or data.draw(st.booleans())

        def work(session, table):
            if undoes:
                take_back(session, table, undo_request, self.console.act, FLOOR)
            else:
                services.act(session, table, tap, self.console.act, FLOOR)
            raise PowerCut

        with pytest.raises(PowerCut):
            self.console._in_table(work)
        assert self.count() == before
        self.seen["power cut"] += 1

    @rule()
    def start_the_server_again(self):
        self.db.engine.dispose()
        replay.MEMORY._kept.clear()
        self.db = self.console.db = Database(self.url)
        self.seen["restart"] += 1

    @rule(whole=st.booleans(), seat=st.sampled_from(SEATS))
    def void_something(self, whole, seat):
        row, now = self.now()
        forms = now.game.acts
        if row.ended_at is not None or "void_hand" not in forms:
            return
        void = Move("void_round", cite=self.cite)
        if not whole or "void_round" not in forms:
            void = Move("void_hand", seat=seat, cite=self.cite)
        tap = Tap(key(), row.number, now.seq, {})

        def work(session, table):
            where = TableAct(session, table, self.console.act, FLOOR)
            return services.rule(session, table, tap, [void], where)

        verdict = self.console._in_table(work)
        assert isinstance(verdict, Done | Refused)
        self.saw("made void", verdict)

    @rule(seed=SEEDS)
    def rule_on_what_went_wrong(self, seed):
        asked = self.console.read(partial(self._picked, Random(seed)))
        if asked is None:
            return
        bench_ = bench(RUTH, PRIYA, 1, key())
        verdict = self.console._in_table(
            lambda s, t: rulings.apply(s, t, asked, bench_)
        )
        assert isinstance(verdict, RulingRow | Refused)
        self.saw(f"ruled {asked.what}", verdict)
        self.console._in_table(_do_what_is_asked)

    def _picked(self, rng, session, table):
        scene = at_table(session, table, SEAL)
        sort = self._rarest(rng, [*possible(scene.scene)])
        given = {q.name: answered(rng, q) for q in sort.questions}
        made = propose(scene, sort.name, given)
        if isinstance(made, Refused):
            return None
        names = [choice.name for choice in made.ruling.choices]
        picked = (rng.choice(names),) if names else ()
        return RulingRequest(sort.name, given, scene.round, scene.seq, picked)

    def _rarest(self, rng, sorts):
        """Of what can have happened, what was asked about least until now."""
        rng.shuffle(sorts)
        asked = self.met + self.seen
        rarest = min(sorts, key=lambda sort: asked[f"asked about {sort.name}"])
        self.seen[f"asked about {rarest.name}"] += 1
        return rarest

    def saw(self, name, verdict):
        """Count what was done, and what was refused."""
        refused = isinstance(verdict, Refused)
        self.seen[f"{name}, refused" if refused else name] += 1

    def count(self):
        with self.db.reading() as session:
            return len(session.exec(select(ActionRow.id)).all())

    @invariant()
    def what_is_kept_is_what_was_played_and_money_adds_up(self):
        with self.db.reading() as session:
            table = tables.get(session, 4)
            if table is None:
                return
            for row in session.exec(select(RoundRow).order_by(RoundRow.number)):
                played = history.replay(session, books.REAL, row, SEAL)
                known = books.position(session, books.REAL, row, SEAL)
                assert played.state == known.state
                assert played.position == known
                assert (row.ended_at is not None) == known.over
                assert row.first_card_at == known.first_card_at
                if known.over:
                    assert played.agrees
                    assert_money_adds_up(played)
                    self.seen["settled"] += row.pk not in self.over
                    self.over.add(row.pk)
            lines = session.exec(select(LineRow)).all()
            assert all(line.net >= -line.stake for line in lines)
            assert verify(session).holds


def _do_what_is_asked(session, table):
    """Say that everything rulings ask for is done, so that the next deal may come."""
    for task in following.waiting(session, table.pk):
        row = session.get_one(RulingRow, task.ruling_id)
        following.add(session, row, RulingEvent.DONE, task.place, "All 52.", at(1))


def filled(data, offer, now):
    """An offer with everything filled in that it asks for."""
    fields = {"act": offer.act}
    if offer.seat is not None and "seat" in fields_of(now, offer.act):
        fields["seat"] = offer.seat
    if offer.spot is not None:
        fields["spot"] = offer.spot
    if offer.amounts is not None and "amount" in fields_of(now, offer.act):
        over = offer.amounts.most + offer.amounts.step
        taps = offer.amounts.taps or (offer.amounts.least,)
        fields["amount"] = data.draw(st.sampled_from([*taps, over]))
    if offer.cards is not None:
        left = offer.cards.left
        cards = data.draw(
            st.lists(
                st.sampled_from(left),
                min_size=offer.cards.count,
                max_size=offer.cards.count,
                unique=True,
            )
        )
        fields["cards"] = now.game.write(Move("deal", cards=tuple(cards)))["cards"]
    if "grounds" in offer.needs:
        fields["grounds"] = "Seen to touch the cards"
    return fields


def fields_of(now, act):
    form = now.game.acts[act].form
    return form.needs | form.takes


RULES = ("HOUSE-ROUNDS-7", "HOUSE-ROUNDS-10", "HOUSE-ROUNDS-11", "HOUSE-ROUNDS-13")


@pytest.mark.rule(*RULES)
def test_random_rounds_always_add_up(sqlite_template):
    run(Rounds, examples=4, steps=20, houses=OnSqlite(sqlite_template))


# How often a soak meets each of these at least.
LEAST = {
    "settled": 100,
    "taken back": 3,
    "settled round taken back": 1,
    "corrected": 1,
    "made void": 3,
    "left": 10,
    "sat down": 5,
    "power cut": 5,
    "restart": 20,
}


@pytest.mark.soak
@pytest.mark.rule(*RULES)
def test_many_random_rounds_always_add_up(houses):
    met = Counter()
    play = partial(run, Rounds, examples=50, steps=40, houses=houses, met=met)
    assert not run_until_met(play, partial(too_rare, met, LEAST, 8)), met
