"""A ruling as moves of its round, and what the round itself does not record."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from game.cautions import Cautions
from game.irregularities.facts import JACKPOT
from game.irregularities.ruling import Effect, Fate, RoundFate, Ruling
from game.play.moves import Move


@dataclass(frozen=True, slots=True)
class SeenAtTable:
    """What the round itself does not record: who has looked, and who was warned."""

    looked: Collection[int] = ()
    session: str = ""
    cautions: Cautions = field(default_factory=Cautions)
    number: int = 1


def steps_of(ruling: Ruling) -> tuple[Move, ...]:
    """What a ruling does to a round: void, cut back or forfeit."""
    if ruling.round is not RoundFate.PLAYS_ON:
        return (Move("void_round", cite=ruling.cite), *_forfeited(ruling))
    seats = dict.fromkeys(effect.seat for effect in ruling.effects)
    return tuple(move for seat in seats for move in _at_seat(ruling, seat))


def _forfeited(ruling: Ruling) -> Iterator[Move]:
    """Whoever does not get back what everybody else gets back of a void round."""
    lost = [effect.seat for effect in ruling.effects if effect.fate is Fate.COLLECTED]
    for seat in dict.fromkeys(lost):
        yield Move("forfeit", seat, by=ruling.decided_by, cite=ruling.cite)


def _at_seat(ruling: Ruling, seat: int) -> Iterator[Move]:
    mine = [effect for effect in ruling.effects if effect.seat == seat]
    main = {effect.fate for effect in mine if effect.wager != JACKPOT}
    if main == {Fate.RETURNED}:
        yield Move("void_hand", seat, cite=ruling.cite)
        return
    yield from _cuts(ruling, mine)
    if Fate.COLLECTED in main:
        keeps = any(e.wager == JACKPOT and e.fate is Fate.STANDS for e in mine)
        if keeps:  # a fold that is deemed keeps the jackpot wager alive
            yield Move("deem_folded", seat, by=ruling.decided_by)
        else:
            yield Move("forfeit", seat, by=ruling.decided_by, cite=ruling.cite)


def _cuts(ruling: Ruling, effects: Sequence[Effect]) -> Iterator[Move]:
    back = dict.fromkeys(e.wager for e in effects if e.fate is Fate.RETURNED)
    for wager in back:
        left = sum(
            effect.amount
            for effect in effects
            if effect.wager == wager and effect.fate is not Fate.RETURNED
        )
        seat = effects[0].seat
        yield Move("cut_back", seat, also=((wager, left),), cite=ruling.cite)
