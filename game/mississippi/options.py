"""What may happen now: the console offers this and greys out the rest."""

from collections.abc import Iterator
from dataclasses import dataclass

from game.mississippi.round import (
    Announce,
    Ante,
    Bet,
    BetBlind,
    Call,
    Close,
    Concede,
    Deal,
    Fold,
    OrderBurn,
    Phase,
    Reveal,
    Round,
    SettleHand,
    Status,
    TakeBack,
)
from game.rulebooks.mississippi import Sizes
from rulebook import Cite, Cited


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may happen now, with the rule that offers it."""

    action: type
    cite: Cite
    seat: int | None = None
    call: Call | None = None
    amounts: Cited[range] | None = None  # what may be staked, where something is


def legal(now: Round) -> tuple[Option, ...]:
    """Everything that may happen now, in the order a dealer would think of it."""
    match now.phase:
        case Phase.BETTING:
            return tuple(_while_betting(now))
        case Phase.DEALING:
            return tuple(_while_dealing(now))
        case Phase.DECIDING:
            return tuple(_while_deciding(now))
        case Phase.SETTLING:
            return tuple(_while_settling(now))
        case _:
            return ()


def _while_betting(now: Round) -> Iterator[Option]:
    rules, dealing = now.table.rules, now.table.dealing
    closed = now.stages_closed > 0
    for seat in range(1, rules.seats.value + 1):
        if now.box(seat):
            if not carries_blind(now, seat):
                yield Option(TakeBack, rules.wagers.untouched, seat)
        elif not closed:
            yield Option(Ante, rules.wagers.ante_offered, seat)
    if now.boxes and not closed:
        yield Option(Announce, dealing.no_more_bets.cite, call=Call.NO_MORE_BETS)
    if now.boxes and (closed or not dealing.no_more_bets.value):
        yield from _while_dealing(now)


def _while_dealing(now: Round) -> Iterator[Option]:
    rules, place = now.table.rules, now.next_place
    if rules.burn and now.burn is None and not now.community:
        yield Option(OrderBurn, rules.burn.cite)
    for box in now.boxes:
        if rules.blind and box.blind and not box.streets and now.phase is Phase.DEALING:
            yield Option(BetBlind, rules.blind.all_streets, box.seat)
    if place is not None and not place.face_up:
        yield Option(Deal, place.cite, place.seat)
    elif rules.bet_or_fold:
        yield Option(Announce, rules.bet_or_fold, call=Call.BET_OR_FOLD)


def _while_deciding(now: Round) -> Iterator[Option]:
    rules, table = now.table.rules, now.table
    street, closed = rules.streets[now.shown], stage_closed(now)
    for box in now.undecided:
        if box.blind and rules.blind:
            yield Option(BetBlind, rules.blind.all_streets, box.seat)
            continue
        least, most = (times * box.ante for times in street.times.value)
        step = box.ante if table.sizes is Sizes.WHOLE_MULTIPLES else table.unit
        if not closed:
            amounts = Cited(range(least, most + 1, step), street.times.cite)
            yield Option(Bet, street.bet, box.seat, amounts=amounts)
        yield Option(Fold, street.fold, box.seat)
    if table.dealing.call_before_reveal and not closed:
        call = table.dealing.call_before_reveal
        yield Option(Announce, call, call=Call.NO_MORE_BETS)
    elif all_decided(now) and not blind_unstaked(now):
        yield _turning(now)


def _turning(now: Round) -> Option:
    place = now.next_place
    face_up = place is not None and place.face_up
    return Option(Deal if face_up else Reveal, now.table.dealing.reveals[now.shown])


def _while_settling(now: Round) -> Iterator[Option]:
    rules, due = now.table.rules, to_settle(now)
    if due and now.shown == 3:
        yield Option(SettleHand, rules.settlement.order, due[0])
    if rules.folding.concede:
        for box in now.boxes:
            if box.status is Status.PLAYING:
                yield Option(Concede, rules.folding.concede, box.seat)
    if now.shown < 3:
        yield _turning(now)
    if not due:
        yield Option(Close, rules.settlement.closed)


def carries_blind(now: Round, seat: int) -> bool:
    """Whether a blind hand hangs on this one: the open hand of the same player."""
    box = now.box(seat)
    if box is None or box.blind or not box.player:
        return False
    return any(other.blind and other.player == box.player for other in now.boxes)


def all_decided(now: Round) -> bool:
    """Whether every player still in has bet on this street."""
    return not any(not box.blind for box in now.undecided)


def blind_unstaked(now: Round) -> bool:
    """Whether a blind hand still owes its three street stakes."""
    return any(b.blind and not b.out and len(b.streets) < 3 for b in now.boxes)


def stage_closed(now: Round) -> bool:
    """Whether “no more bets” was called for the stage of betting going on."""
    stage = 0 if now.phase is Phase.BETTING else now.shown + 1
    return now.stages_closed > stage


def to_settle(now: Round) -> tuple[int, ...]:
    """The seats whose hands are still to be turned, from the dealer's right.

    A hand given up is turned only where its jackpot wager has outlived it; what is
    forfeited, is forfeited with its jackpot wager.
    """
    keeps_jackpot = not now.table.rules.folding.jackpot_lost.value
    return tuple(
        box.seat
        for box in reversed(now.boxes)
        if box.seat not in now.settled
        and box.status not in {Status.VOID, Status.FORFEITED}
        and (not box.given_up or (box.jackpot and keeps_jackpot))
    )
