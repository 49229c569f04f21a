"""Every act of Mississippi Stud: its fields, its guard and its step."""

from collections.abc import Mapping

from game.mississippi import antes, dealing, ending, rulings, streets
from game.mississippi.round import Round
from game.play.acts import Act
from game.play.moves import form
from game.stud.antes import take_away
from game.stud.rulings import RULINGS, may_cut_back
from game.stud.secret import secret_acts

ANTE_TAKES = ("player", "also", "medium", "changed", "standing", "blind", "waiting")

ACTS: Mapping[str, Act[Round]] = {
    # Before the first card.
    "ante": Act(form("seat", "amount", takes=ANTE_TAKES), antes.may_ante, antes.ante),
    "take_back": Act(form("seat"), antes.may_take_back, take_away),
    "refuse_wager": Act(
        form("seat", "by", "grounds"), antes.may_refuse_wager, take_away
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
    "swap_hands": Act(form("seat", "cite"), rulings.may_swap_hands, rulings.swap_hands),
    "act_first": Act(form("seat", "cite"), rulings.may_act_first, rulings.act_first),
    "cut_back": Act(form("seat", "also", "cite"), may_cut_back, rulings.cut_back),
    **RULINGS,
    # Wagers made in secret.
    **secret_acts(ending.is_played),
}
