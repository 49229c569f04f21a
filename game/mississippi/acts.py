"""Every act of Mississippi Stud: its fields, its guard and its step."""

from collections.abc import Mapping

from game.mississippi import antes, dealing, ending, rulings, streets
from game.mississippi.round import Round
from game.play import wager_rulings
from game.play.acts import Act
from game.play.moves import form

ANTE_TAKES = ("player", "also", "medium", "changed", "standing", "blind", "waiting")

ACTS: Mapping[str, Act[Round]] = {
    # Before the first card.
    "ante": Act(form("seat", "amount", takes=ANTE_TAKES), antes.may_ante, antes.ante),
    "take_back": Act(form("seat"), antes.may_take_back, antes.take_away),
    "refuse_wager": Act(
        form("seat", "by", "grounds"), antes.may_refuse_wager, antes.take_away
    ),
    "no_more_bets": Act(form(), dealing.may_call_no_more_bets, dealing.no_more_bets),
    # The deal.
    "order_burn": Act(form("by"), dealing.may_order_burn, dealing.order_burn),
    "deal": Act(form(takes=("cards",)), dealing.may_deal, dealing.deal),
    "bet_or_fold": Act(form(), dealing.may_call_bet_or_fold, dealing.bet_or_fold),
    # The streets.
    "bet": Act(form("seat", "amount"), streets.may_bet, streets.bet),
    "bet_blind": Act(form("seat", "amounts"), streets.may_bet_blind, streets.bet_blind),
    "fold": Act(form("seat"), streets.may_fold, streets.fold),
    "deem_folded": Act(
        form("seat", "by"), streets.may_deem_folded, streets.deem_folded
    ),
    "reveal": Act(form(takes=("cards",)), dealing.may_reveal, dealing.reveal),
    # The end.
    "concede": Act(form("seat"), ending.may_concede, ending.concede),
    "settle": Act(form("seat", takes=("cards",)), ending.may_settle, ending.settle),
    "close": Act(form(), ending.may_close, ending.close),
    # Rulings.
    "forfeit": Act(
        form("seat", "by", takes=("cite",)), rulings.may_forfeit, rulings.forfeit
    ),
    "cut_back": Act(
        form("seat", "also", "cite"), rulings.may_cut_back, rulings.cut_back
    ),
    "swap_hands": Act(form("seat", "cite"), rulings.may_swap_hands, rulings.swap_hands),
    "void_hand": Act(form("seat", "cite"), rulings.may_void_hand, rulings.void_hand),
    "void_round": Act(form("cite"), rulings.may_void_round, rulings.void_round),
    "return_wager": Act(
        wager_rulings.FORM, rulings.may_rule_wagers, rulings.rule_wagers
    ),
    "collect_wager": Act(
        wager_rulings.FORM, rulings.may_rule_wagers, rulings.rule_wagers
    ),
    "carry_wager": Act(
        wager_rulings.FORM, rulings.may_rule_wagers, rulings.rule_wagers
    ),
    "act_first": Act(form("seat", "cite"), rulings.may_act_first, rulings.act_first),
}
