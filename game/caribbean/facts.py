"""A round of Caribbean Stud as a ruling sees it."""

from game.caribbean.round import BET, Box, Round, Status
from game.fates import ruled_on
from game.irregularities.facts import Hand, RoundFacts, SeenAtTable, Stage, Wager
from game.play.phases import Phase
from game.stud.round import ANTE, JACKPOT

STAGES = {Phase.BETTING: Stage.DEALING, Phase.DEALING: Stage.DEALING}
STAGES |= {Phase.DECIDING: Stage.DECIDING}


def facts(now: Round, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The facts of the round; a void hand has none, as its stakes are back."""
    seen = seen_at_table or SeenAtTable()
    hands = (_hand(now, b, seen) for b in now.boxes if b.status is not Status.VOID)
    stage = STAGES.get(now.phase, Stage.SETTLING)
    return RoundFacts(
        code=now.table.rules.source.code,
        hands=tuple(hands),
        stage=stage,
        called=stage is not Stage.DEALING,
        number=seen.number,
        cards_out=now.cards_out,
        session=seen.session,
        cautions=seen.cautions,
    )


def _hand(now: Round, box: Box, seen: SeenAtTable) -> Hand:
    # Once cards are out, a wager the equipment never took is in no jackpot game.
    is_in = box.jackpot and (box.registered or not now.cards_out)
    stakes = [Wager(ANTE, box.ante)]
    stakes += [Wager(JACKPOT, box.jackpot)] if is_in else []
    stakes += [Wager(BET, box.bet)] if box.bet else []
    return Hand(
        box.seat,
        tuple(w for w in stakes if not ruled_on(box.fates, w.name)),
        box.player,
        looked=box.seat in seen.looked,
        decided=box.status is not Status.UNDECIDED,
        folded=box.status is Status.FOLDED,
    )
