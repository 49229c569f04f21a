"""What a stack can pay of the wagers that the game offers. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from game.play import Amounts, Offer
from game.play.offers import between
from rulebook import HOUSE, Cited

# Nobody is offered what would be refused: chips that they do not have.
BET_AFTER_ANTE = Cited("bet", HOUSE.at("TOURN-162"))


def affordable(
    offers: Iterable[Offer],
    stacks: Mapping[int, int],
    staked: Mapping[int, Mapping[str, int]],
    street_most: int,
) -> Iterator[Offer]:
    """The offers that stacks and terms leave, with what may be staked of each."""
    for offer in offers:
        seat, amounts = offer.seat, offer.amounts
        if seat is None or amounts is None or seat not in stacks:
            yield offer
            continue
        lies = staked.get(seat, {})
        most = min(amounts.most, stacks[seat] - sum(lies.values()))
        if offer.act == BET_AFTER_ANTE.value and lies.get("ante"):
            most = min(most, street_most * lies["ante"])
        if most >= amounts.least:
            yield replace(offer, amounts=_up_to(amounts, most))


def _up_to(amounts: Amounts, most: int) -> Amounts:
    """The same steps, no further than this."""
    least, step = amounts.least, amounts.step
    last = least + (most - least) // step * step
    return between(least, last, step, amounts.taps, amounts.cite)
