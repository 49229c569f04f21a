"""Every act of Baccarat: its fields, its words, its guard and its step."""

from collections.abc import Mapping

from game.baccarat import playing, rulings
from game.baccarat.coup import Coup
from game.play.acts import Act
from game.play.moves import form

ACTS: Mapping[str, Act[Coup]] = {
    "bet": Act(
        form("seat", "amount", "spot", takes=("player",)),
        label="{what}",
        sentence="Seat {seat} bets",
        record="take a bet",
        may=playing.may_bet,
        do=playing.bet,
    ),
    "take_back": Act(
        form("seat", "spot"),
        label="Take back {what}",
        sentence="Seat {seat} takes the wager back",
        record="give a wager back",
        may=playing.may_take_back,
        do=playing.take_back,
    ),
    "no_more_bets": Act(
        form(),
        label="No more bets",
        sentence="No more bets",
        record="call “no more bets”",
        may=playing.may_call_no_more_bets,
        do=playing.no_more_bets,
    ),
    "deal": Act(
        form(takes=("cards", "spot")),
        label="Card to the {what}",
        sentence="Cards dealt",
        record="deal the cards",
        may=playing.may_deal,
        do=playing.deal,
    ),
    "close": Act(
        form(),
        label="{what}",
        sentence="Round closed",
        record="close the round",
        may=playing.may_close,
        do=playing.close,
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
        label="Void the bets",
        sentence="Seat {seat} is void",
        record="declare a hand void",
        may=rulings.may_void_hand,
        do=rulings.void_hand,
    ),
    "void_round": Act(
        form("cite"),
        label="Void the coup",
        sentence="The round is void",
        record="declare the round void",
        may=rulings.may_void_round,
        do=rulings.void_round,
    ),
}
