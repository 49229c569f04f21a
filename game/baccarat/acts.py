"""Every act of Baccarat: what it shares with other games, and its areas."""

from collections.abc import Mapping

from game.baccarat import playing
from game.baccarat.coup import Coup
from game.play.acts import Act, shared, wider
from game.play.phases import Phase
from game.play.sealing import Sealing

SECRET: Sealing[Coup] = Sealing(
    lambda coup: coup.closed,
    lambda coup: bool(coup.player),
    lambda coup: coup.phase is Phase.SETTLING,
)
ACTS: Mapping[str, Act[Coup]] = {
    "bet": Act(
        wider("bet", needs=("spot",), takes=("player",)), playing.may_bet, playing.bet
    ),
    "take_back": Act(
        wider("take_back", needs=("spot",)), playing.may_take_back, playing.take_back
    ),
    "deal": Act(wider("deal", takes=("spot",)), playing.may_deal, playing.deal),
    **shared(
        no_more_bets=(playing.may_call_no_more_bets, playing.no_more_bets),
        close=(playing.may_close, playing.close),
        cut_back=(playing.may_cut_back, playing.cut_back),
        void_hand=(playing.may_void_hand, playing.void_hand),
        void_round=(playing.may_void_round, playing.void_round),
    ),
    **SECRET.acts,
}
