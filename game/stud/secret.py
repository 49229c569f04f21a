"""A secret ante: it rides on the open ante of its seat and plays that hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from game.line import Line
from game.play import sealed
from game.play.acts import Act
from game.play.phases import Phase
from game.play.sealed import ANTE
from game.play.sealing import Sealing
from rulebook import HOUSE, Refusal

RIDES = HOUSE.at("TOURN-232")


def secret_wagers(
    now: Any, box: Any, ante: int | None = None
) -> Iterator[tuple[str, int]]:
    """An announced secret ante of a box and what follows it, or one of this amount.

    Where the terms say so it is bet after as the open ante is, as many times over.
    """
    one = sealed.at(now, box.seat)
    stake = ante if ante is not None else one.stake if one else None
    if stake is None:
        return
    follows = now.setup.secret == sealed.ANTE_AND_STREETS and not (one and one.deducted)
    for name, lies in now.main_wagers(box):
        if name == ANTE:
            yield sealed.named(name), stake
        elif follows:
            yield sealed.named(name), stake * lies // box.ante


def secret_stakes(now: Any, seat: int, ante: int) -> tuple[int, ...]:
    """What a secret ante of this amount comes to at a seat, bet by bet."""
    box = now.box(seat)
    if box is None:
        return (ante,)
    return tuple(stake for _, stake in secret_wagers(now, box, ante))


def secret_lines(
    now: Any, box: Any, settled: Callable[[Mapping[str, int]], Iterable[Line]]
) -> Iterator[Line]:
    """The lines of an announced secret ante, settled as the open hand is."""
    one = sealed.at(now, box.seat)
    if one is None or one.stake is None:
        return
    if line := sealed.line_of(one):
        yield line
        return
    stakes = dict(secret_wagers(now, box))
    mine = {name: stakes.get(sealed.named(name), 0) for name, _ in now.main_wagers(box)}
    for line in settled(mine):
        if line.stake:
            yield line._replace(wager=sealed.named(line.wager))


def anted_first(now: Any) -> Iterator[Refusal]:
    """Without an open ante there is no hand that a secret one could ride on."""
    for one in now.sealed:
        if not one.ruled and now.box(one.seat) is None:
            wrong = f"Seat {one.seat} made a secret wager and has no ante."
            right = "Place the ante, or give the form back."
            yield Refusal(RIDES, wrong, right, "seat")
    yield from sealed.before_deal(now)


def secret_acts(concluded: Callable[[Any], bool]) -> Mapping[str, Act[Any]]:
    """What may be done with secret wagers in a stud game."""
    return Sealing(
        lambda now: now.phase is not Phase.BETTING or bool(now.stages_closed),
        lambda now: bool(now.cards_out),
        concluded,
    ).acts
