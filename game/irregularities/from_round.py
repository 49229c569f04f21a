"""A round in play, as the facts a ruling is made on."""

from collections.abc import Collection
from dataclasses import dataclass, field

from game.caribbean import round as caribbean_round
from game.cautions import Cautions
from game.irregularities.facts import ANTE, JACKPOT, Hand, RoundFacts, Stage, Wager
from game.mississippi.options import stage_closed
from game.mississippi.round import Box, Phase, Round, Status

BET = "bet"
_STAGES = {
    Phase.BETTING: Stage.DEALING,
    Phase.DEALING: Stage.DEALING,
    Phase.DECIDING: Stage.DECIDING,
    Phase.SETTLING: Stage.SETTLING,
    Phase.CLOSED: Stage.SETTLING,
}


@dataclass(frozen=True, slots=True)
class SeenAtTable:
    """What the round itself does not record: who has looked, and who was warned."""

    looked: Collection[int] = ()
    session: str = ""
    cautions: Cautions = field(default_factory=Cautions)
    number: int = 1


def of_mississippi(now: Round, seen: SeenAtTable | None = None) -> RoundFacts:
    """The facts of a Mississippi Stud round."""
    seen = seen or SeenAtTable()
    return RoundFacts(
        code=now.table.rules.code,
        hands=tuple(
            _stud_hand(now, box, seen)
            for box in now.boxes
            if box.status is not Status.VOID  # its stakes are back already
        ),
        stage=_STAGES[now.phase],
        called=_called(now),
        number=seen.number,
        cards_out=now.cards_out,
        session=seen.session,
        cautions=seen.cautions,
    )


def _called(now: Round) -> bool:
    """Whether the call that an early card is measured by has been made."""
    if now.phase is Phase.DECIDING and now.table.dealing.call_before_reveal:
        return stage_closed(now)  # every street has a call of its own
    if now.phase is Phase.DECIDING and now.table.rules.bet_or_fold is None:
        # Nobody calls the end of the deal here: the first decision shows it.
        return now.shown > 0 or any(box.streets or box.given_up for box in now.boxes)
    return _STAGES[now.phase] is not Stage.DEALING


def _stud_hand(now: Round, box: Box, seen: SeenAtTable) -> Hand:
    streets = zip(now.table.rules.streets, box.streets, strict=False)
    stakes = [Wager(ANTE, box.ante)]
    stakes += [Wager(JACKPOT, box.jackpot)] if box.jackpot else []
    stakes += [Wager(street.name, amount) for street, amount in streets]
    deciding = now.phase is Phase.DECIDING
    return Hand(
        box.seat,
        tuple(stakes),
        box.player,
        looked=box.seat in seen.looked,
        decided=deciding and box not in now.undecided,
        folded=box.given_up,
    )


def of_caribbean(
    now: caribbean_round.Round, seen: SeenAtTable | None = None
) -> RoundFacts:
    """The facts of a Caribbean Stud round."""
    seen = seen or SeenAtTable()
    return RoundFacts(
        code="VIC99",
        hands=tuple(
            _caribbean_hand(now, box, seen)
            for box in now.boxes
            if box.status is not caribbean_round.Status.VOID
        ),
        stage=_STAGES[now.phase],
        called=_STAGES[now.phase] is not Stage.DEALING,
        number=seen.number,
        cards_out=now.cards_out,
        session=seen.session,
        cautions=seen.cautions,
    )


def _caribbean_hand(
    now: caribbean_round.Round, box: caribbean_round.Box, seen: SeenAtTable
) -> Hand:
    # Once cards are out, a wager the equipment never took is in no jackpot game.
    is_in = box.jackpot and (box.registered or not now.cards_out)
    stakes = [Wager(ANTE, box.ante)]
    stakes += [Wager(JACKPOT, box.jackpot)] if is_in else []
    stakes += [Wager(BET, box.bet)] if box.bet else []
    status = caribbean_round.Status
    return Hand(
        box.seat,
        tuple(stakes),
        box.player,
        looked=box.seat in seen.looked,
        decided=box.status is not status.UNDECIDED,
        folded=box.status is status.FOLDED,
    )
