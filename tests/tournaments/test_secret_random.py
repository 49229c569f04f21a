"""Random hands with secret wagers: chips reconcile, and no amount is told too early."""

from collections import Counter
from random import Random

import pytest
from sqlmodel import select

from game.play import Move
from house.audit.models import AuditRow
from house.floor.rounds import answers
from house.ledger import queries as ledger
from rulebook import HOUSE, Refused
from tests.house.money_cast import ledger_holds
from tests.tournaments.cast import STARTS, at
from tests.tournaments.play_cast import FLOOR
from tests.tournaments.secret_cast import at_table, form, secret_terms
from tournaments.play import accounts
from tournaments.secret.models import Way

HANDS = 12


class Night:
    """A session of random hands; it says how often each path was met."""

    def __init__(self, db, seed):
        made = secret_terms(allowed=6, hands=HANDS)
        self.db, self.random, self.met = db, Random(seed), Counter()
        self.table = at_table(db, made, count=4)
        self.seats = sorted(self.table.entries)
        self.chips = self.held()

    def held(self):
        """The chips of the stacks and of the tray."""
        tray = accounts.rack(1)
        with self.db.reading() as session:
            in_tray = ledger.balances(session, [tray]).get(tray, 0)
        return sum(self.table.stacks.values()) + in_tray

    def hand(self):
        """One hand from its first wager to its end."""
        table, random = self.table, self.random
        table.open()
        for seat in (table.first, *random.sample(self.seats, 2)):
            bet = {"seat": seat, "spot": random.choice(["banker", "player", "tie"])}
            done = table.console.tap("bet", **bet, amount=random.randrange(10, 80))
            self.met["bet" if not isinstance(done, Refused) else "bet refused"] += 1
        forms = self.hand_in()
        table.console.must("no_more_bets")
        self.examine(forms)
        for card in random.sample(SHOE, 6):
            if isinstance(table.console.tap("deal", cards=[card]), Refused):
                break
        self.nothing_told(forms)
        if random.random() < 0.2:
            self.void()
        elif table.announce() and forms:
            self.met["announced"] += len(forms)
        table.console.must("close")
        if random.random() < 0.3:
            table.console.undo()
            table.console.must("close")
            self.met["undone"] += 1

    def hand_in(self):
        """Some of the players hand a form in, with an amount like no other."""
        found = {}
        for seat in self.random.sample(self.seats, self.random.randrange(3)):
            amount = self.random.randrange(101, 500)
            kind = self.random.choice(["banker", "player", "tie"])
            way = self.random.choice(list(Way))
            row = self.table.hand_in(seat, form(amount, kind), way)
            self.met["refused" if isinstance(row, Refused) else way.value] += 1
            if not isinstance(row, Refused):
                found[seat] = (row, amount)
        return found

    def examine(self, forms):
        """Each form is found in order, or goes back."""
        for seat, (row, _) in list(forms.items()):
            if isinstance(self.table.examine(row), Refused):
                assert self.table.give_back(row) is None
                del forms[seat]
                self.met["given back"] += 1

    def seen(self, session, board):
        """What every member of staff may ask of the table."""
        play = FLOOR.play_at(session, board, at(STARTS + 1).now)
        return str(answers.now_at(session, board, FLOOR.seal, play))

    def nothing_told(self, forms):
        """Neither state nor record has an amount that is still sealed."""
        told = self.table.console.read(self.seen)
        with self.db.reading() as session:
            newest = select(AuditRow).order_by(AuditRow.number.desc()).limit(30)
            record = [(r.act, r.after, r.reasons) for r in session.exec(newest).all()]
        mine = [
            entry for entry in record if entry[0] in {"seal", "hand in secret wager"}
        ]
        for _, amount in forms.values():
            assert f"'stake': {amount}" not in told
            assert all(f": {amount}" not in str(entry[1:]) for entry in mine)

    def void(self):
        """A ruling makes the coup void: forms go back unopened and are not used."""
        move = Move("void_round", cite=HOUSE.at("BACCARAT-3"))
        self.table.rule(move)
        self.met["void"] += 1


RANKS, SUITS = "23456789TJQKA", "cdhs"
SHOE = [f"{rank}{suit}" for rank in RANKS for suit in SUITS]


@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-TOURN-233")
@pytest.mark.parametrize(
    "seed", [7, *(pytest.param(n, marks=pytest.mark.soak) for n in range(100, 120))]
)
def test_chips_reconcile_and_nothing_leaks_over_random_hands(db, seed):
    night = Night(db, seed)
    while not night.table.is_over:
        night.hand()
        assert night.held() == night.chips
    with db.reading() as session:
        ledger_holds(session)
    met = dict(night.met)
    assert met.keys() >= {"announced", "bet", "undone"}, met
