"""Moves that one tap makes together: the usual ones, in the order they come. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.play import Game, Move, Offer, State
from game.play.moves import write
from game.rulebooks.mississippi import Medium
from house.units import written
from rulebook import HOUSE, Cite, Refused

TAPPED_ONCE = HOUSE.at("CONSOLE-11")
PLACED = ("ante", "bet")
FEWEST = 2  # seats; one alone has its own button


@dataclass(frozen=True, slots=True)
class Together:
    """One tap for several seats: what it says, and the moves it stands for."""

    label: str
    small: str
    moves: tuple[Mapping[str, Any], ...]
    cite: Cite


def together(
    game: Game,
    state: State[Any],
    sitting: Mapping[int, str],
    before: State[Any] | None,
    unit: str,
) -> tuple[Together, ...]:
    """Every tap that does for several seats what each of them would do now."""
    found = (
        *(_again(game, state, sitting, before, unit) if before else ()),
        *_each(game, state, "The rest bet", _least_bet),
        *_each(game, state, "Register", _named("register_jackpot")),
        *_each(game, state, "Settle", _named("settle")),
    )
    return tuple(one for one in found if len(one.moves) >= FEWEST)


def _again(
    game: Game,
    state: State[Any],
    sitting: Mapping[int, str],
    before: State[Any],
    unit: str,
) -> Iterator[Together]:
    """What those who still sit there put down in the round before, where it stands."""
    if game.started(state):
        return
    seen = game.seen(before, None)["seats"]
    stayed = {s["seat"] for s in seen if sitting.get(s["seat"]) == s["player"]}
    moves = []
    for move in _put_down(before.moves):
        after = game.apply(state, move) if move.seat in stayed else None
        if after is not None and not isinstance(after, Refused):
            state = after
            moves.append(move)
    lies = sum(move.stake + sum(stake for _, stake in move.also) for move in moves)
    small = f"{_seats(moves)}, {written(lies, unit)}"
    label = "Same bets" if any(move.spot for move in moves) else "Same antes"
    yield _tap(label, small, moves)


def _put_down(moves: Sequence[Move]) -> tuple[Move, ...]:
    """What was placed in chips before the cards and not taken back, seat by seat."""
    found: dict[tuple[str, int | None, str | None], Move] = {}
    for move in moves:
        if move.act == "take_back":
            gone = [k for k in found if k[1] == move.seat and move.spot in (None, k[2])]
            for key in gone:
                del found[key]
        elif move.act in PLACED and not move.blind and move.medium is Medium.CHIPS:
            found[move.act, move.seat, move.spot] = move
    return tuple(found.values())


def _each(
    game: Game,
    state: State[Any],
    label: str,
    choose: Callable[[Offer], Mapping[str, Any] | None],
) -> Iterator[Together]:
    """One move after another of a kind, as long as it is offered."""
    moves = []
    while (
        plain := next(filter(None, map(choose, game.offers(state))), None)
    ) is not None:
        move = game.read(plain)
        after = move if isinstance(move, Refused) else game.apply(state, move)
        if isinstance(after, Refused) or isinstance(move, Refused):
            break
        state = after
        moves.append(move)
    yield _tap(label, _seats(moves), moves)


def _tap(label: str, small: str, moves: Sequence[Move]) -> Together:
    return Together(label, small, tuple(map(_asked, moves)), TAPPED_ONCE)


def _least_bet(offer: Offer) -> Mapping[str, Any] | None:
    """The least that keeps a hand in play once the cards are out."""
    if offer.act != "bet" or offer.amounts is None or offer.spot is not None:
        return None
    return {"act": "bet", "seat": offer.seat, "amount": offer.amounts.least}


def _named(act: str) -> Callable[[Offer], Mapping[str, Any] | None]:
    """An act that asks for nothing but its seat."""

    def choose(offer: Offer) -> Mapping[str, Any] | None:
        plain = offer.act == act and offer.cards is None
        return {"act": act, "seat": offer.seat} if plain else None

    return choose


def _asked(move: Move) -> Mapping[str, Any]:
    """A move as a tap asks for it: whose seat it is, the house knows itself."""
    return {k: v for k, v in write(move).items() if k not in ("player", "changed")}


def _seats(moves: Sequence[Move]) -> str:
    seats = list(dict.fromkeys(str(move.seat) for move in moves))
    return f"{'seat' if len(seats) == 1 else 'seats'} {', '.join(seats)}"
