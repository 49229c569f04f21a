"""Every act of Mississippi Stud: what it shares with other games, and its own."""

from collections.abc import Mapping

from game.mississippi import antes, dealing, ending, rulings, streets
from game.mississippi.round import Round
from game.play.acts import Act, shared, wider
from game.play.moves import form
from game.stud.antes import take_away
from game.stud.rulings import RULINGS, may_cut_back
from game.stud.secret import secret_acts

ANTE = wider("ante", takes=("standing", "blind", "waiting"))

ACTS: Mapping[str, Act[Round]] = {
    "ante": Act(ANTE, antes.may_ante, antes.ante),
    **shared(
        take_back=(antes.may_take_back, take_away),
        no_more_bets=(dealing.may_call_no_more_bets, dealing.no_more_bets),
        deal=(dealing.may_deal, dealing.deal),
        bet_or_fold=(dealing.may_call_bet_or_fold, dealing.bet_or_fold),
        bet=(streets.may_bet, streets.bet),
        fold=(streets.may_fold, streets.fold),
        reveal=(dealing.may_reveal, dealing.reveal),
        settle=(ending.may_settle, ending.settle),
        close=(ending.may_close, ending.close),
        cut_back=(may_cut_back, rulings.cut_back),
    ),
    **RULINGS,
    **secret_acts(ending.is_played),
    # Before the first card, and a card that is burnt.
    "refuse_wager": Act(
        form("seat", "by", "grounds"), antes.may_refuse_wager, take_away
    ),
    "order_burn": Act(form("by"), dealing.may_order_burn, dealing.order_burn),
    # The streets.
    "bet_blind": Act(form("seat", "amounts"), streets.may_bet_blind, streets.bet_blind),
    "deem_folded": Act(
        form("seat", "by"), streets.may_deem_folded, streets.deem_folded
    ),
    "concede": Act(form("seat"), ending.may_concede, ending.concede),
    # Rulings of its own.
    "forfeit": Act(
        form("seat", "by", takes=("cite",)), rulings.may_forfeit, rulings.forfeit
    ),
    "swap_hands": Act(form("seat", "cite"), rulings.may_swap_hands, rulings.swap_hands),
    "act_first": Act(form("seat", "cite"), rulings.may_act_first, rulings.act_first),
}
