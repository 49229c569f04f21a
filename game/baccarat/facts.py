"""A coup of Baccarat as a ruling sees it."""

from game.baccarat.coup import Coup
from game.baccarat.settlement import staked
from game.irregularities.facts import Hand, RoundFacts, SeenAtTable, Stage, Wager
from game.play.phases import Phase


def facts(coup: Coup, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The facts of the coup; void bets are none, as they are back."""
    seen = seen_at_table or SeenAtTable()
    early = coup.phase in (Phase.BETTING, Phase.DEALING)
    return RoundFacts(
        code=coup.setup.document,
        hands=tuple(
            Hand(seat, tuple(Wager(name, stake) for name, stake in bets.items()))
            for seat, bets in staked(coup).items()
            if not coup.voided(seat)
        ),
        stage=Stage.DEALING if early else Stage.SETTLING,
        called=coup.closed,
        number=seen.number,
        cards_out=len(coup.player) + len(coup.banker),
        session=seen.session,
        cautions=seen.cautions,
    )
