"""What a ruling may do here alone: to a hand, to a stake, to the order of turns."""

from collections.abc import Iterator
from dataclasses import replace

from game.mississippi.round import Box, Round, Status
from game.play.moves import Move
from game.play.phases import Phase
from game.ranks import beyond
from game.stud.antes import no_box
from game.stud.round import ANTE, JACKPOT
from rulebook import Refusal


def may_forfeit(now: Round, move: Move) -> Iterator[Refusal]:
    """Until all cards show, a hand may be forfeited by somebody of the right rank."""
    box, power = now.box(move.seat), now.table.rules.folding.forfeit
    yield from no_box(now, move.number)
    if move.cite is None:
        yield from beyond(move.rank, power.value, power.cite, "rule a hand forfeited")
    played = now.phase in (Phase.DEALING, Phase.DECIDING)
    if not played or (box and box.out):
        wrong, right = "The hand is not being played.", "Leave it as it is."
        yield Refusal(power.cite, wrong, right)


def forfeit(now: Round, move: Move) -> Round:
    """Take the stakes of a player who told others of the hand, or as it is ruled."""
    lost = now.changed(move.number, status=Status.FORFEITED, ruled=move.cite)
    return lost.at_its_end()


def cut_back(now: Round, move: Move) -> Round:
    """Leave less of a stake; what is left stays valid, whatever the ratio asks for."""
    box, left = now.box(move.seat), dict(move.also)
    if box is None:
        return now
    names = (street.name for street in now.table.rules.streets)
    staked = zip(names, box.streets, strict=False)
    return now.changed(
        box.seat,
        ante=left.get(ANTE, box.ante),
        jackpot=left.get(JACKPOT, box.jackpot),
        streets=tuple(left.get(street, stake) for street, stake in staked),
    )


def open_hand_for(now: Round, seat: int) -> Box | None:
    """The open hand that may still be played blind in place of the one at a seat."""
    box = now.box(seat)
    early = now.phase in (Phase.DEALING, Phase.DECIDING) and not now.shown
    if box is None or not box.blind or not early:
        return None
    own = (b for b in now.boxes if b.player == box.player and not b.blind)
    return next((b for b in own if not (b.out or b.streets or box.streets)), None)


def may_swap_hands(now: Round, move: Move) -> Iterator[Refusal]:
    """A blind hand that was looked at is played open while neither has a street bet."""
    if open_hand_for(now, move.number) is None:
        wrong = f"Hand {move.seat} cannot be played open any more."
        right = "Only before either hand has a street bet."
        yield Refusal(move.rule, wrong, right, "seat")


def swap_hands(now: Round, move: Move) -> Round:
    """Play a blind hand open, as it was looked at, and the player's own unseen."""
    own = open_hand_for(now, move.number)
    if own is None:
        return now
    opened = now.changed(move.number, blind=False)
    return opened.changed(own.seat, blind=True)


def may_act_first(now: Round, move: Move) -> Iterator[Refusal]:
    """Somebody who plays this round may be directed to act before the others."""
    yield from no_box(now, move.number)
    if now.phase in (Phase.SETTLING, Phase.CLOSED):
        wrong, right = f"The round is {now.phase}.", "It holds from the next round on."
        yield Refusal(move.rule, wrong, right, "seat")
    elif move.seat in dict(now.first):
        wrong = f"Seat {move.seat} acts first already."
        yield Refusal(move.rule, wrong, "Go on with the round.", "seat")


def act_first(now: Round, move: Move) -> Round:
    """Let a seat decide before the others for the rest of the round."""
    return replace(now, first=(*now.first, (move.number, move.rule)))
