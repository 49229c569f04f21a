"""Cards for the tests: whatever the console asks for before a round, done as asked."""

from game import deck
from house.floor.decks import services
from house.floor.decks.models import CardAct
from house.floor.decks.orders import CardsAtTable, Ordered, carry_out, expected_now
from house.floor.decks.standing import cards_of
from house.floor.models import TableStatus


def as_asked(session, table, act, seal, key):
    """Count the stub where that is due, and say what else was done to the deck."""
    if table.status is not TableStatus.OPEN:
        return None
    cards = cards_of(session, table)
    if deck.count_due(cards.pack):
        expected = expected_now(CardsAtTable(session, table, act, seal, cards)).value
        back = deck.in_rack(cards.pack)
        counted = Ordered(f"{key}-c", CardAct.COUNT, found=expected, back=back)
        carry_out(session, table, counted, act, seal)
    return services.asked_for(session, table)
