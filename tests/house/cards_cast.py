"""Cards for the tests: what is said of them at a table."""

from game.deck import Prepared, Step
from house.floor.decks import services
from house.floor.decks.models import CardAct
from house.floor.decks.orders import Ordered, carry_out
from house.floor.decks.standing import cards_of, history
from house.floor.tables import services as tables
from tests.house.rounds_cast import SEAL, dealer, key


class Cards:
    """What a dealer or supervisor says of the cards at one table."""

    def __init__(self, db, number=4, act=None):
        self.db, self.number, self.act = db, number, act or dealer()

    def _at(self, work):
        with self.db.writing() as session:
            return work(session, tables.get(session, self.number, lock=True))

    def check(self, wrong=None, *, by=None, key_=None):
        """Every deck was checked; this is wrong with some."""
        found, name = services.Checked(wrong or {}), key_ or key()
        return self._at(lambda s, t: services.check(s, t, found, by or self.act, name))

    def prepare(self, *steps, back="red", by=None, key_=None, **more):
        """The deck of the next round was prepared."""
        said, name = Prepared(back, tuple(Step(s) for s in steps), **more), key_
        return self._at(
            lambda s, t: services.prepare(s, t, said, by or self.act, name or key())
        )

    def order(self, act, *, by=None, key_=None, **more):
        """Something is ordered or counted."""
        asked = Ordered(key_ or key(), CardAct(act), **more)
        return self._at(lambda s, t: carry_out(s, t, asked, by or self.act, SEAL))

    def pack(self):
        """How the cards stand before the next round."""
        with self.db.reading() as session:
            return cards_of(session, tables.get(session, self.number)).pack

    def asked(self):
        """The steps that the console asks for now."""
        with self.db.reading() as session:
            found = services.asked_for(session, tables.get(session, self.number))
        return [step.value for step in found.steps] if found else []

    def rows(self):
        """Everything that was done to the cards, oldest first."""
        with self.db.reading() as session:
            table = tables.get(session, self.number)
            return list(reversed(history(session, table, most=10_000)))
