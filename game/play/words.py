"""Every act in words: on its button, in the log of the round, in the record.

An act is told in the same words in every game that has it, so that a record can be read
without knowing what was played. In the words, {seat} is the seat of the move and {what}
names the street or the hand it is about.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Words(NamedTuple):
    """What an act is called."""

    label: str  # on the button that offers it
    sentence: str  # as the log of the round tells it
    record: str  # as the audit names it: something that somebody does
    shows_cards: bool = False  # whether everybody sees the cards of the move


WORDS: Mapping[str, Words] = {
    # Before the first card.
    "ante": Words("Ante", "Seat {seat} antes", "take an ante"),
    "bet": Words("Bet {what}", "Seat {seat} bets", "take a bet"),
    "take_back": Words(
        "Take back", "Seat {seat} takes the wager back", "give a wager back"
    ),
    "refuse_wager": Words(
        "Refuse the wager", "Seat {seat} has the wager refused", "refuse a wager"
    ),
    "offer_jackpot": Words("Offer the jackpot", "Jackpot offered", "offer the jackpot"),
    "register_jackpot": Words(
        "Jackpot light on",
        "Seat {seat} has the jackpot wager registered",
        "register a jackpot wager",
    ),
    "no_more_bets": Words("No more bets", "No more bets", "call “no more bets”"),
    # Wagers made in secret.
    "seal": Words(
        "Secret wager", "Seat {seat} makes a secret wager", "take a secret wager"
    ),
    "hand_back": Words(
        "Give the form back",
        "Seat {seat} has the form of its secret wager back",
        "give a secret-wager form back",
    ),
    "announce": Words(
        "Announce the secret wager",
        "Seat {seat} has its secret wager announced",
        "announce a secret wager",
    ),
    "deduct": Words(
        "Deduct the minimum",
        "Seat {seat} loses the minimum for its secret wager",
        "deduct the minimum for a secret wager",
    ),
    "place": Words(
        "Place {what}",
        "Seat {seat} places the chips that were announced",
        "take announced chips",
    ),
    # The deal.
    "order_burn": Words("Burn a card", "A card burnt", "have a card burnt"),
    "deal": Words("Deal {what}", "Cards dealt", "deal the cards"),
    "turn_up": Words(
        "Turn the up card",
        "Up card turned",
        "turn up the Dealer’s card",
        shows_cards=True,
    ),
    "bet_or_fold": Words("Bet or fold", "Bet or fold", "call “bet or fold”"),
    # Decisions.
    "bet_blind": Words(
        "All three streets", "Seat {seat} bets blind", "take blind bets"
    ),
    "fold": Words("Fold", "Seat {seat} folds", "take in a folded hand"),
    "deem_folded": Words(
        "Absent, deemed folded",
        "Seat {seat} is absent and deemed folded",
        "deem a hand folded",
    ),
    "reveal": Words("Turn {what}", "Turned", "turn the next cards", shows_cards=True),
    # The end.
    "concede": Words("Concede", "Seat {seat} concedes", "take in a conceded hand"),
    "show": Words(
        "Look at seat {seat}",
        "Seat {seat} is looked at",
        "look at a hand",
        shows_cards=True,
    ),
    "settle": Words(
        "Settle seat {seat}",
        "Seat {seat} is settled",
        "settle the wagers",
        shows_cards=True,
    ),
    "key_jackpot": Words(
        "Key the jackpot hand of seat {seat}",
        "Seat {seat} has the jackpot hand keyed",
        "key a jackpot hand",
    ),
    "close": Words("Close the round", "Round closed", "close the round"),
    # Rulings.
    "no_hand": Words(
        "No hand", "The Dealer has no hand", "announce that the Dealer has no hand"
    ),
    "forfeit": Words(
        "Forfeit for sharing information",
        "Seat {seat} forfeits the hand",
        "declare a hand forfeit",
    ),
    "act_first": Words(
        "Act first", "Seat {seat} is to act first", "have a player act first"
    ),
    "swap_hands": Words(
        "Play it open",
        "Seat {seat} is played open, as it was looked at",
        "play a blind hand open",
    ),
    "cut_back": Words("Cut back", "Seat {seat} is cut back", "cut a wager back"),
    "void_hand": Words("Void the hand", "Seat {seat} is void", "declare a hand void"),
    "void_round": Words(
        "Void the round", "The round is void", "declare the round void"
    ),
    "return_wager": Words(
        "Give a wager back",
        "A wager goes back by a ruling",
        "give a wager back by a ruling",
    ),
    "collect_wager": Words(
        "Collect a wager",
        "A wager is lost by a ruling",
        "collect a wager by a ruling",
    ),
    "carry_wager": Words(
        "Carry a wager over",
        "Jackpot wagers stay for the next round",
        "carry a wager over to the next round",
    ),
}


NAMES: Mapping[str, str] = {
    "three_card_bonus": "3 Card Bonus",
    "cover_all": "Cover All",
    "jackpot": "Jackpot",
    "3rd": "3rd street",
    "4th": "4th street",
    "5th": "5th street",
}


def named(wager: str) -> str:
    """A wager as it stands on the layout."""
    return NAMES.get(wager, wager.capitalize())
