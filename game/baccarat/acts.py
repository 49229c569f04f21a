"""Every act of Baccarat: its fields, its guard and its step."""

from collections.abc import Mapping

from game.baccarat import playing
from game.baccarat.coup import Coup
from game.play.acts import Act
from game.play.moves import form
from game.play.phases import Phase
from game.play.sealing import Sealing

SECRET: Sealing[Coup] = Sealing(
    lambda coup: coup.closed,
    lambda coup: bool(coup.player),
    lambda coup: coup.phase is Phase.SETTLING,
)
ACTS: Mapping[str, Act[Coup]] = {
    "bet": Act(
        form("seat", "amount", "spot", takes=("player",)), playing.may_bet, playing.bet
    ),
    "take_back": Act(form("seat", "spot"), playing.may_take_back, playing.take_back),
    "no_more_bets": Act(form(), playing.may_call_no_more_bets, playing.no_more_bets),
    "deal": Act(form(takes=("cards", "spot")), playing.may_deal, playing.deal),
    "close": Act(form(), playing.may_close, playing.close),
    "cut_back": Act(
        form("seat", "also", "cite"), playing.may_cut_back, playing.cut_back
    ),
    "void_hand": Act(form("seat", "cite"), playing.may_void_hand, playing.void_hand),
    "void_round": Act(form("cite"), playing.may_void_round, playing.void_round),
    **SECRET.acts,
}
