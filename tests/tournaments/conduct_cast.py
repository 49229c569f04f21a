"""Players to whom something is done, for the tests of conduct."""

from house.ledger import queries as ledger
from rulebook import Refused
from tests.tournaments.cast import SLUG, STARTS, at
from tests.tournaments.play_cast import FLOOR, seated
from tournaments import queries
from tournaments.conduct import acting, taking_back
from tournaments.models import EntryRow
from tournaments.play import accounts
from tournaments.rules.conducting import Deed, Verb

RUDE = "disorderly conduct"
SLOW = "slow play after a request to go on"
ADVICE = "advising another player"
CHEATS = "collusion"


def entry_at(console, seat):
    """Who sits at a seat."""
    return seated(console)[seat]


def deed(verb, ground="", size=0, reason="Seen by the table"):
    """Something that somebody wants to do."""
    return Deed(verb, ground, size, reason)


def act_on(db, entry_id, done, by=None):
    """Do something to a player."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        entry = session.get_one(EntryRow, entry_id, with_for_update=True)
        return acting.do(session, tournament, entry, done, by or at(STARTS + 2), FLOOR)


def must(db, entry_id, done, by=None):
    """Do something to a player that nothing stands against."""
    row = act_on(db, entry_id, done, by)
    assert not isinstance(row, Refused), row
    return row


def take_back(db, row, reason="It was somebody else", by=None):
    """Take back what was done."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        held = session.get_one(type(row), row.pk)
        return taking_back.take_back(
            session, tournament, held, reason, by or at(STARTS + 3), FLOOR
        )


def chips_of(db, entry_id):
    """The stack of an entrant."""
    with db.reading() as session:
        mine = accounts.stack(entry_id)
        return ledger.balances(session, [mine]).get(mine, 0)


def state_of(db, entry_id):
    """How an entry stands."""
    with db.reading() as session:
        return session.get_one(EntryRow, entry_id).state


__all__ = ["Verb"]
