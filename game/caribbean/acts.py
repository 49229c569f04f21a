"""Every act of Caribbean Stud: its fields, its words, its guard and its step."""

from collections.abc import Mapping

from game.caribbean import antes, dealing, deciding, ending, rulings
from game.caribbean.round import Round
from game.play import wager_rulings
from game.play.acts import Act
from game.play.moves import form

ACTS: Mapping[str, Act[Round]] = {
    # Before the first card.
    "ante": Act(
        form("seat", "amount", takes=("player", "also", "medium", "changed")),
        label="Ante",
        sentence="Seat {seat} antes",
        record="take an ante",
        may=antes.may_ante,
        do=antes.ante,
    ),
    "take_back": Act(
        form("seat"),
        label="Take back",
        sentence="Seat {seat} takes the wager back",
        record="give a wager back",
        may=antes.may_take_back,
        do=antes.take_back,
    ),
    "offer_jackpot": Act(
        form(),
        label="Offer the jackpot",
        sentence="Jackpot offered",
        record="offer the jackpot",
        may=antes.may_offer_jackpot,
        do=antes.offer_jackpot,
    ),
    "register_jackpot": Act(
        form("seat"),
        label="Jackpot light on",
        sentence="Seat {seat} has the jackpot wager registered",
        record="register a jackpot wager",
        may=antes.may_register_jackpot,
        do=antes.register_jackpot,
    ),
    "no_more_bets": Act(
        form(),
        label="No more bets",
        sentence="No more bets",
        record="call “no more bets”",
        may=dealing.may_call_no_more_bets,
        do=dealing.no_more_bets,
    ),
    # The deal.
    "deal": Act(
        form(takes=("cards",)),
        label="Deal {what}",
        sentence="Cards dealt",
        record="deal the cards",
        may=dealing.may_deal,
        do=dealing.deal,
    ),
    "turn_up": Act(
        form(takes=("cards",)),
        label="Turn the up card",
        sentence="Up card turned",
        record="turn up the Dealer’s card",
        may=dealing.may_turn_up,
        do=dealing.turn_up,
        shows_cards=True,
    ),
    "bet_or_fold": Act(
        form(),
        label="Bet or fold",
        sentence="Bet or fold",
        record="call “bet or fold”",
        may=dealing.may_call_bet_or_fold,
        do=dealing.bet_or_fold,
    ),
    # Bet or fold.
    "bet": Act(
        form("seat", "amount"),
        label="Bet",
        sentence="Seat {seat} bets",
        record="take a bet",
        may=deciding.may_bet,
        do=deciding.bet,
    ),
    "fold": Act(
        form("seat"),
        label="Fold",
        sentence="Seat {seat} folds",
        record="take in a folded hand",
        may=deciding.may_fold,
        do=deciding.fold,
    ),
    # The end.
    "reveal": Act(
        form(takes=("cards",)),
        label="Turn the Dealer's hand",
        sentence="Turned",
        record="turn the next cards",
        may=ending.may_reveal,
        do=ending.reveal,
        shows_cards=True,
    ),
    "show": Act(
        form("seat", "cards"),
        label="Look at seat {seat}",
        sentence="Seat {seat} is looked at",
        record="look at a hand",
        may=ending.may_show,
        do=ending.show,
        shows_cards=True,
    ),
    "settle": Act(
        form("seat", takes=("cards",)),
        label="Settle seat {seat}",
        sentence="Seat {seat} is settled",
        record="settle the wagers",
        may=ending.may_settle,
        do=ending.settle,
        shows_cards=True,
    ),
    "key_jackpot": Act(
        form("seat"),
        label="Key the jackpot hand of seat {seat}",
        sentence="Seat {seat} has the jackpot hand keyed",
        record="key a jackpot hand",
        may=ending.may_key_jackpot,
        do=ending.key_jackpot,
    ),
    "close": Act(
        form(),
        label="Close the round",
        sentence="Round closed",
        record="close the round",
        may=ending.may_close,
        do=ending.close,
    ),
    # Rulings.
    "no_hand": Act(
        form(),
        label="No hand",
        sentence="The Dealer has no hand",
        record="announce that the Dealer has no hand",
        may=ending.may_declare_no_hand,
        do=ending.no_hand,
    ),
    "return_wager": Act(
        wager_rulings.FORM,
        label="Give a wager back",
        sentence="A wager goes back by a ruling",
        record="give a wager back by a ruling",
        may=rulings.may_rule_wagers,
        do=rulings.rule_wagers,
    ),
    "collect_wager": Act(
        wager_rulings.FORM,
        label="Collect a wager",
        sentence="A wager is lost by a ruling",
        record="collect a wager by a ruling",
        may=rulings.may_rule_wagers,
        do=rulings.rule_wagers,
    ),
    "carry_wager": Act(
        wager_rulings.FORM,
        label="Carry a wager over",
        sentence="Jackpot wagers stay for the next round",
        record="carry a wager over to the next round",
        may=rulings.may_rule_wagers,
        do=rulings.rule_wagers,
    ),
    "cut_back": Act(
        form("seat", "also", "cite"),
        label="Cut back",
        sentence="Seat {seat} is cut back",
        record="cut a wager back",
        may=rulings.may_cut_back,
        do=rulings.cut_back,
    ),
    "void_hand": Act(
        form("seat", "cite"),
        label="Void the hand",
        sentence="Seat {seat} is void",
        record="declare a hand void",
        may=rulings.may_void_hand,
        do=rulings.void_hand,
    ),
    "void_round": Act(
        form("cite"),
        label="Void the round",
        sentence="The round is void",
        record="declare the round void",
        may=rulings.may_void_round,
        do=rulings.void_round,
    ),
}
