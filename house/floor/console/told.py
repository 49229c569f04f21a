"""A move in words, as the log of a round tells it. Pure."""

from collections.abc import Mapping

from game.cards import show
from game.play import Move
from house.floor.console import wording

ACTS: Mapping[str, str] = {
    "ante": "antes",
    "bet": "bets",
    "bet_blind": "bets blind",
    "fold": "folds",
    "concede": "concedes",
    "deem_folded": "is absent and deemed folded",
    "forfeit": "forfeits the hand",
    "take_back": "takes the wager back",
    "refuse_wager": "has the wager refused",
    "register_jackpot": "has the jackpot wager registered",
    "settle": "is settled",
    "show": "is looked at",
    "void_hand": "is void",
    "cut_back": "is cut back",
    "swap_hands": "is played open, as it was looked at",
}
CALLS: Mapping[str, str] = {
    "no_more_bets": "No more bets",
    "bet_or_fold": "Bet or fold",
    "deal": "Cards dealt",
    "reveal": "Turned",
    "turn_up": "Up card turned",
    "offer_jackpot": "Jackpot offered",
    "order_burn": "A card burnt",
    "no_hand": "The Dealer has no hand",
    "void_round": "The round is void",
    "close": "Round closed",
}


def told(move: Move, unit: str, *, cards: bool = True) -> str:
    """One move in words; a card only where everybody could see it."""
    parts = [called(move.act, move.seat)]
    if move.amount is not None:
        parts.append(wording.amount(move.amount, unit))
    if move.spot is not None:
        parts.append(f"on {move.spot.title()}")
    parts += [f"{wording.wager(w)} {wording.amount(a, unit)}" for w, a in move.also]
    if cards and move.act in ("reveal", "turn_up", "settle", "show"):
        parts += [_pretty(show((card,))) for card in move.cards]
    return " ".join(parts)


def called(act: str, seat: int | None) -> str:
    """An act and whose it is, without what was staked or dealt."""
    if seat is not None:
        return f"Seat {seat} {ACTS.get(act, act.replace('_', ' '))}"
    return CALLS.get(act, act.replace("_", " ").capitalize())


def _pretty(code: str) -> str:
    rank = "10" if code[0] == "T" else code[0]
    return rank + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[code[1]]
