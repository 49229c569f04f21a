"""Caribbean Stud, as Victoria has it.

Every player antes and gets five cards; so does the Dealer, who shows one of them. On
the call “Bet or Fold” a player gives the hand up and loses the ante, or stays in with
a Bet of exactly two antes. Then the Dealer turns all five cards. They play only with
an ace and a king or better: otherwise every ante still in is paid even money and the
Bets go back. When they play, each hand is compared from the Dealer's right. A higher
hand wins even money on the ante and the odds of the hand on the Bet, a lower one
loses both, an equal one neither wins nor loses.

A round is a value (`Round`). What happens in it is a `Move`, and a move gives the next
value or every reason why not. Read the files in this order:

    round.py       what a round is made of: table, boxes, where cards go
    table.py       opening a round: what the house has posted
    antes.py       before the first card: antes, and the jackpot where one is run
    dealing.py     the calls, the deal, the Dealer's up card, and bet or fold
    ending.py      the Dealer's hand, then each hand from the Dealer's right
    acts.py        every act with its fields, its guard and its step
    settlement.py  what each wager wins or loses, and under which rule
    offers.py      what may happen now
    view.py        what a seat may see, and what a ruling sees
    recorded.py    a round written down on one line, as `flask game settle` takes it
    game.py        all of it behind the interface that every game has

What it shares with the other stud game stands in `game.stud`.
Each guard (`may_bet`) stands above the step it guards (`bet`).
"""
