"""Every act of Mississippi Stud: its fields, its words, its guard and its step."""

from collections.abc import Mapping

from game.mississippi import antes, dealing, ending, rulings, streets
from game.mississippi.round import Round
from game.play import wager_rulings
from game.play.acts import Act
from game.play.moves import form

ANTE_TAKES = ("player", "also", "medium", "changed", "standing", "blind", "waiting")

ACTS: Mapping[str, Act[Round]] = {
    # Before the first card.
    "ante": Act(
        form("seat", "amount", takes=ANTE_TAKES),
        label="{what}",
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
        do=antes.take_away,
    ),
    "refuse_wager": Act(
        form("seat", "by", "grounds"),
        label="Refuse the wager",
        sentence="Seat {seat} has the wager refused",
        record="refuse a wager",
        may=antes.may_refuse_wager,
        do=antes.take_away,
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
    "order_burn": Act(
        form("by"),
        label="Burn a card",
        sentence="A card burnt",
        record="have a card burnt",
        may=dealing.may_order_burn,
        do=dealing.order_burn,
    ),
    "deal": Act(
        form(takes=("cards",)),
        label="Deal {what}",
        sentence="Cards dealt",
        record="deal the cards",
        may=dealing.may_deal,
        do=dealing.deal,
    ),
    "bet_or_fold": Act(
        form(),
        label="Bet or fold",
        sentence="Bet or fold",
        record="call “bet or fold”",
        may=dealing.may_call_bet_or_fold,
        do=dealing.bet_or_fold,
    ),
    # The streets.
    "bet": Act(
        form("seat", "amount"),
        label="Bet {what}",
        sentence="Seat {seat} bets",
        record="take a bet",
        may=streets.may_bet,
        do=streets.bet,
    ),
    "bet_blind": Act(
        form("seat", "amounts"),
        label="All three streets",
        sentence="Seat {seat} bets blind",
        record="take blind bets",
        may=streets.may_bet_blind,
        do=streets.bet_blind,
    ),
    "fold": Act(
        form("seat"),
        label="Fold",
        sentence="Seat {seat} folds",
        record="take in a folded hand",
        may=streets.may_fold,
        do=streets.fold,
    ),
    "deem_folded": Act(
        form("seat", "by"),
        label="Absent, deemed folded",
        sentence="Seat {seat} is absent and deemed folded",
        record="deem a hand folded",
        may=streets.may_deem_folded,
        do=streets.deem_folded,
    ),
    "reveal": Act(
        form(takes=("cards",)),
        label="Turn {what}",
        sentence="Turned",
        record="turn the next cards",
        may=dealing.may_reveal,
        do=dealing.reveal,
        shows_cards=True,
    ),
    # The end.
    "concede": Act(
        form("seat"),
        label="Concede",
        sentence="Seat {seat} concedes",
        record="take in a conceded hand",
        may=ending.may_concede,
        do=ending.concede,
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
    "close": Act(
        form(),
        label="Close the round",
        sentence="Round closed",
        record="close the round",
        may=ending.may_close,
        do=ending.close,
    ),
    # Rulings.
    "forfeit": Act(
        form("seat", "by", takes=("cite",)),
        label="Forfeit for sharing information",
        sentence="Seat {seat} forfeits the hand",
        record="declare a hand forfeit",
        may=rulings.may_forfeit,
        do=rulings.forfeit,
    ),
    "cut_back": Act(
        form("seat", "also", "cite"),
        label="Cut back",
        sentence="Seat {seat} is cut back",
        record="cut a wager back",
        may=rulings.may_cut_back,
        do=rulings.cut_back,
    ),
    "swap_hands": Act(
        form("seat", "cite"),
        label="Play it open",
        sentence="Seat {seat} is played open, as it was looked at",
        record="play a blind hand open",
        may=rulings.may_swap_hands,
        do=rulings.swap_hands,
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
    "act_first": Act(
        form("seat", "cite"),
        label="Act first",
        sentence="Seat {seat} is to act first",
        record="have a player act first",
        may=rulings.may_act_first,
        do=rulings.act_first,
    ),
}
