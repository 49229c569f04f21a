"""A round of Caribbean Stud as a ruling sees it, and a ruling as moves of it."""

from game.caribbean.round import ANTE, BET, JACKPOT, Box, Round, Status
from game.caribbean.settlement import NO_HAND
from game.irregularities.facts import Hand, RoundFacts, Stage, Wager
from game.irregularities.from_round import SeenAtTable, steps_of
from game.irregularities.ruling import Ruling
from game.play.moves import Move
from game.play.phases import Phase

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
        tuple(stakes),
        box.player,
        looked=box.seat in seen.looked,
        decided=box.status is not Status.UNDECIDED,
        folded=box.status is Status.FOLDED,
    )


def steps(_now: Round, ruling: Ruling) -> tuple[Move, ...]:
    """What a ruling does to the round, as moves; nobody is deemed to fold here."""
    if ruling.cite == NO_HAND:
        return (Move("no_hand"),)
    return tuple(
        Move("forfeit", move.seat, cite=ruling.cite)
        if move.act in ("deem_folded", "forfeit")
        else move
        for move in steps_of(ruling)
    )
