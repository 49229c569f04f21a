"""The move that somebody asks for: read strictly, filled in from what is known."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from game.games import GAMES
from game.play import Game, Move
from game.play.face_down import HANDS_OFF
from game.play.setup import DEALT
from house.floor.ranks import rank_of
from house.floor.rounds import decks, seating
from house.floor.rounds.book import Book
from house.floor.rounds.hooks import MoveAsked
from house.floor.rounds.models import AnyRound, AnySeat
from house.floor.rounds.play import Play
from house.floor.rounds.replay import Position
from house.floor.rounds.taps import TableAct
from house.sealing import Seal
from rulebook import HOUSE, Refusal, Refused

SEATED = HOUSE.at("ROUNDS-5")
RULED = HOUSE.at("ROUNDS-8")
FIRST = HOUSE.at("ROUNDS-19")


def asked_move(
    at: TableAct, row: AnyRound, now: Position, asked: Mapping[str, Any]
) -> Move | Refused:
    """The move that is asked for, with what the house itself knows filled in."""
    game, name = now.game, asked.get("act")
    act = game.acts.get(name) if isinstance(name, str) else None
    if act is None:
        return _unread(game, asked)
    form = act.form
    if "cite" in form.needs or "cite" in asked:
        wrong = f"“{name}” under a rule follows from a ruling."
        right = "Say what went wrong; the ruling then does this."
        return Refused((Refusal(RULED, wrong, right, "act"),))
    plain = {key: value for key, value in asked.items() if key != "by"}
    if "by" in form.needs | form.takes:
        plain["by"] = rank_of(at.act.by).title
    if now.state.setup.cards != DEALT:
        return game.read(plain)
    return _off_the_deck(game, row, now, plain, at.seal)


def _unread(game: Game, asked: Mapping[str, Any]) -> Refused:
    """Why an act that the game does not know cannot be read."""
    found = game.read(dict(asked))
    assert isinstance(found, Refused)
    return found


def _off_the_deck(
    game: Game, row: AnyRound, now: Position, plain: dict[str, Any], seal: Seal
) -> Move | Refused:
    """A move where the house deals: its cards come off the deck and nowhere else."""
    if "cards" in plain:
        wrong, right = "The house deals here.", "Leave the cards to the deck."
        return Refused((Refusal(HANDS_OFF, wrong, right, "cards"),))
    move = game.read(plain)
    if isinstance(move, Refused) or move.act != "deal":
        return move
    return game.deal_next(now.state, decks.cards(row, seal)) or move


def player_of(game: Game, move: Move, seats: Mapping[int, AnySeat]) -> AnySeat | None:
    """Who acts: whoever sits there, or whoever is named and sits elsewhere."""
    if move.player and "player" in game.acts[move.act].form.takes:
        return seating.named(seats, move.player)
    return seats.get(move.seat) if move.seat is not None else None


def for_player(game: Game, move: Move, player: AnySeat | None) -> Move:
    """A stake with the name of whoever places it."""
    if "player" not in game.acts[move.act].form.takes or move.player:
        return move
    return replace(move, player=player.player if player else f"Seat {move.seat}")


def nobody_there(
    game: Game, move: Move, player: AnySeat | None, book: Book
) -> Iterator[Refusal]:
    """Refuse a stake of nobody who sits at the table."""
    if book.practice or player or "player" not in game.acts[move.act].form.takes:
        return
    if move.player:
        wrong = f"{move.player} does not sit at this table."
    else:
        wrong = f"Nobody sits at seat {move.seat}."
    yield Refusal(SEATED, wrong, "Let the player sit down first.", "seat")


def out_of_turn(play: Play, asked: MoveAsked) -> Iterator[Refusal]:
    """Refuse a stake before that of the seat which bets first."""
    game, move = GAMES[asked.before.setup.game], asked.move
    stakes = "player" in game.acts[move.act].form.takes
    if not stakes or game.staked(asked.before):
        return
    first = play.first_to_bet()
    if any(one.seat == first for one in asked.before.sealed):
        return  # in secret, as everybody can see
    if first is not None and first in asked.seats and move.seat != first:
        wrong = f"Seat {first} bets first in this round."
        yield Refusal(FIRST, wrong, f"Key the stake of seat {first}.", "seat")
