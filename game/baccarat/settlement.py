"""What every bet of a coup wins or loses, each under the rule that settles it."""

from collections.abc import Iterator

from game.baccarat.coup import Bet, Coup
from game.baccarat.playing import unsettled
from game.baccarat.table_of_play import winner
from game.line import Line
from game.play import sealed
from game.play.phases import Phase
from game.play.sealed import Sealed
from game.rulebooks.punto_banco import BaccaratRules, Spot
from rulebook import Refused


def settle(coup: Coup) -> tuple[Line, ...] | Refused:
    """Every bet of a complete coup with its rule; a void one goes back."""
    if coup.is_void:
        back = (line for bet in coup.boxes if (line := ruled(bet)))
        return (*back, *secret_lines(coup, None))
    refusals = tuple(unsettled(coup, Phase.SETTLING, Phase.CLOSED))
    if refusals:
        return Refused(refusals)
    won = winner(coup.rules, coup.player, coup.banker).value
    lines = (ruled(bet) or line_of(coup.rules, won, bet) for bet in coup.boxes)
    return (*lines, *secret_lines(coup, won))


def secret_lines(coup: Coup, won: Spot | None) -> Iterator[Line]:
    """The secret wagers that were announced, settled like any bet on their area."""
    for one in coup.sealed:
        if one.stake is not None:
            yield sealed.line_of(one) or _secret(coup.rules, won, one)


def _secret(rules: BaccaratRules, won: Spot | None, one: Sealed) -> Line:
    assert won is not None, "A coup that is not void has a winner."
    spot = one.spot or Spot.PLAYER
    line = line_of(rules, won, Bet(one.seat, spot, one.stake or 0))
    return line._replace(wager=sealed.named(spot))


def ruled(bet: Bet) -> Line | None:
    """What a ruling has made of a bet, whatever the cards say; else nothing.

    This is the one place that reads the fate of a bet: a void one goes back.
    """
    return Line(bet.seat, bet.spot, bet.stake, 0, bet.ruled) if bet.ruled else None


def line_of(rules: BaccaratRules, won: Spot, bet: Bet) -> Line:
    """One bet, settled in whole cents or chips."""
    seat, spot, stake = bet.seat, bet.spot, bet.stake
    match spot, won:
        case Spot.PLAYER, Spot.PLAYER:
            pays = rules.player_pays
            return Line(seat, spot, stake, stake * pays.value, pays.cite)
        case Spot.BANKER, Spot.BANKER:
            return _banker_wins(rules, seat, stake)
        case Spot.TIE, Spot.TIE:
            pays = rules.tie_pays
            return Line(seat, spot, stake, stake * pays.value, pays.cite)
        case _, Spot.TIE:
            return Line(seat, spot, stake, 0, rules.tie_returns)
        case _:
            return Line(seat, spot, stake, -stake, rules.loses)


def _banker_wins(rules: BaccaratRules, seat: int, stake: int) -> Line:
    won = stake * rules.banker_pays.value
    commission = rules.commission.value
    kept = commission.of(won)
    exact = kept == won * commission.rate
    cite = rules.commission.cite if exact else commission.rounding
    return Line(seat, Spot.BANKER, stake, won - kept, cite)


def so_far(coup: Coup) -> tuple[Line, ...]:
    """Every line once the hands are complete: all bets are settled together."""
    lines = settle(coup)
    return () if isinstance(lines, Refused) else lines


def staked(coup: Coup) -> dict[int, dict[str, int]]:
    """What lies on the table, by place and area."""
    found: dict[int, dict[str, int]] = {}
    for bet in sorted(coup.boxes, key=lambda bet: bet.seat):
        found.setdefault(bet.seat, {})[str(bet.spot)] = bet.stake
    for one in coup.sealed:
        if one.stake is not None:
            name = sealed.named(one.spot or sealed.ANTE)
            found.setdefault(one.seat, {})[name] = one.stake
    return found


def decided(coup: Coup) -> tuple[Line, ...]:
    """The lines of the bets that nothing can change any more but a ruling."""
    return so_far(coup) or tuple(x for bet in coup.boxes if (x := ruled(bet)))
