"""A coup of Baccarat as a ruling sees it."""

from game.baccarat.coup import Coup
from game.baccarat.settlement import staked
from game.irregularities.facts import Hand, RoundFacts, SeenAtTable, Wager


def facts(coup: Coup, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The facts of the coup; void bets are none, as they are back."""
    seen = seen_at_table or SeenAtTable()
    hands = (
        Hand(seat, tuple(Wager(name, stake) for name, stake in bets.items()))
        for seat, bets in staked(coup).items()
        if not coup.voided(seat)
    )
    code, out = coup.setup.document, len(coup.player) + len(coup.banker)
    return seen.facts(code, hands, coup.phase, called=coup.closed, cards_out=out)
