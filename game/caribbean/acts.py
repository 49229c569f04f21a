"""Every act of Caribbean Stud: its fields, its guard and its step."""

from collections.abc import Mapping

from game.caribbean import antes, dealing, ending
from game.caribbean.round import Round
from game.play.acts import Act
from game.play.moves import form
from game.stud.antes import may_take_back, take_away
from game.stud.rulings import RULINGS, may_cut_back
from game.stud.secret import secret_acts

ACTS: Mapping[str, Act[Round]] = {
    # Before the first card.
    "ante": Act(
        form("seat", "amount", takes=("player", "also", "medium", "changed")),
        antes.may_ante,
        antes.ante,
    ),
    "take_back": Act(form("seat"), may_take_back, take_away),
    "offer_jackpot": Act(form(), antes.may_offer_jackpot, antes.offer_jackpot),
    "register_jackpot": Act(
        form("seat"), antes.may_register_jackpot, antes.register_jackpot
    ),
    "no_more_bets": Act(form(), dealing.may_call_no_more_bets, dealing.no_more_bets),
    # The deal.
    "deal": Act(form(takes=("cards",)), dealing.may_deal, dealing.deal),
    "turn_up": Act(form(takes=("cards",)), dealing.may_turn_up, dealing.turn_up),
    "bet_or_fold": Act(form(), dealing.may_call_bet_or_fold, dealing.bet_or_fold),
    # Bet or fold.
    "bet": Act(form("seat", "amount"), dealing.may_bet, dealing.bet),
    "fold": Act(form("seat"), dealing.may_fold, dealing.fold),
    # The end.
    "reveal": Act(form(takes=("cards",)), ending.may_reveal, ending.reveal),
    "show": Act(form("seat", "cards"), ending.may_show, ending.show),
    "settle": Act(form("seat", takes=("cards",)), ending.may_settle, ending.settle),
    "key_jackpot": Act(form("seat"), ending.may_key_jackpot, ending.key_jackpot),
    "close": Act(form(), ending.may_close, ending.close),
    # Rulings.
    "no_hand": Act(form(), ending.may_declare_no_hand, ending.no_hand),
    "cut_back": Act(form("seat", "also", "cite"), may_cut_back, ending.cut_back),
    **RULINGS,
    # Wagers made in secret.
    **secret_acts(ending.is_played),
}
