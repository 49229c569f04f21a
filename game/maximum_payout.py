"""Maximum payouts: how much a round may win at most, whatever the odds come to."""

from collections.abc import Mapping, Sequence

from game.line import Line
from game.rulebooks.limits import CapScope, PayoutCap
from rulebook import Cited, Refusal, Refused


def most_payable(
    cap: PayoutCap, minimum_wager: int, posted: int | None = None
) -> Cited[int] | Refused:
    """The cap in force: the posted figure, or the document's own with the minimum's.

    Where the document compares a sum with what the minimum wager could win, the
    greater of the two holds.
    """
    if cap.least_cents:
        at_minimum = cap.minimum_wager_units * minimum_wager * cap.best_odds
        return Cited(max(cap.least_cents, at_minimum), cap.posted)
    if posted is None or posted <= 0:
        wrong = "No maximum payout is posted at the table."
        right = "Write the figure on the notice before the round opens."
        return Refused((Refusal(cap.posted, wrong, right, "maximum_payout"),))
    return Cited(posted, cap.posted)


def hold(
    cap: PayoutCap,
    most: Cited[int],
    lines: Sequence[Line],
    scope: CapScope | None = None,
    whose: Mapping[int, str] | None = None,
) -> tuple[Line, ...]:
    """The lines with what each hand, each player or the table wins held to the cap.

    `whose` names the player of each seat, as one may hold several hands. The cap is on
    winnings: stakes go back on top, and losing wagers do not count. A cut payment is
    shared over its wagers in proportion, to the last cent.
    """
    together: dict[object, list[int]] = {}
    for place, line in enumerate(lines):
        if line.wager in cap.wagers and line.net > 0:
            key = _counted_with(scope or cap.scope, line.seat, whose or {})
            together.setdefault(key, []).append(place)
    held = list(lines)
    for places in together.values():
        won = [lines[place].net for place in places]
        for place, net in zip(places, _share(most.value, won), strict=True):
            if net < lines[place].net:
                held[place] = lines[place]._replace(net=net, cite=most.cite)
    return tuple(held)


def _counted_with(scope: CapScope, seat: int, whose: Mapping[int, str]) -> object:
    """What the winnings of a seat are counted together with."""
    match scope:
        case CapScope.TABLE:
            return "the table"
        case CapScope.PLAYER:
            return whose.get(seat) or seat
        case _:
            return seat


def _share(most: int, won: Sequence[int]) -> Sequence[int]:
    """The winnings as they are, or the cap shared in proportion to them."""
    total = sum(won)
    if total <= most:
        return won
    shares = [most * each // total for each in won]
    for place in range(most - sum(shares)):  # the odd cents, from the first wager on
        shares[place] += 1
    return shares
