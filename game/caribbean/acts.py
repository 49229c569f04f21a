"""Every act of Caribbean Stud: what it shares with other games, and its own."""

from collections.abc import Mapping

from game.caribbean import antes, dealing, ending
from game.caribbean.round import Round
from game.play.acts import Act, shared
from game.play.moves import form
from game.stud.antes import may_take_back, take_away
from game.stud.rulings import RULINGS, may_cut_back
from game.stud.secret import secret_acts

ACTS: Mapping[str, Act[Round]] = {
    **shared(
        ante=(antes.may_ante, antes.ante),
        take_back=(may_take_back, take_away),
        no_more_bets=(dealing.may_call_no_more_bets, dealing.no_more_bets),
        deal=(dealing.may_deal, dealing.deal),
        bet_or_fold=(dealing.may_call_bet_or_fold, dealing.bet_or_fold),
        bet=(dealing.may_bet, dealing.bet),
        fold=(dealing.may_fold, dealing.fold),
        reveal=(ending.may_reveal, ending.reveal),
        settle=(ending.may_settle, ending.settle),
        close=(ending.may_close, ending.close),
        cut_back=(may_cut_back, ending.cut_back),
    ),
    **RULINGS,
    **secret_acts(ending.is_played),
    # The jackpot and its equipment.
    "offer_jackpot": Act(form(), antes.may_offer_jackpot, antes.offer_jackpot),
    "register_jackpot": Act(
        form("seat"), antes.may_register_jackpot, antes.register_jackpot
    ),
    "key_jackpot": Act(form("seat"), ending.may_key_jackpot, ending.key_jackpot),
    # The Dealer's hand.
    "turn_up": Act(form(takes=("cards",)), dealing.may_turn_up, dealing.turn_up),
    "show": Act(form("seat", "cards"), ending.may_show, ending.show),
    "no_hand": Act(form(), ending.may_declare_no_hand, ending.no_hand),
}
