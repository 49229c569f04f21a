"""Mississippi Stud, whichever of four documents it is played by.

Every player antes and gets two cards. Three community cards lie face down. Before
each of them is turned a player stays in with a bet of one to three antes, or folds
and loses what is staked: 3rd street on the hole cards alone, 4th street with one
community card showing, 5th street with two. There is no dealer's hand to beat. When
the last card is turned, a pair of jacks or better wins on the ante and on all three
street bets at the odds of the hand, a pair of 6s to 10s gets its stakes back, and
anything less loses. Hands are settled one by one from the dealer's right.

A round is a value (`Round`). What happens in it is a `Move`, and a move gives the next
value or every reason why not. Read the files in this order:

    round.py       what a round is made of: table, boxes, where cards go
    table.py       opening a round: what the document leaves to the house
    antes.py       before the first card: antes, side bets, second thoughts
    dealing.py     the calls, the deal, and the community cards
    streets.py     bet or fold, and how large a bet may be
    ending.py      hands conceded, settled and cleared away
    rulings.py     what a ruling may do here alone
    acts.py        every act with its fields, its guard and its step
    settlement.py  what each wager wins or loses, and under which rule
    handling.py    where the cards of a decided hand go, and what it is paid in
    offers.py      what may happen now
    view.py        what a seat may see, and what a ruling sees
    recorded.py    a round written down on one line, as `flask game settle` takes it
    game.py        all of it behind the interface that every game has

What it shares with the other stud game stands in `game.stud`.
Each guard (`may_bet`) stands above the step it guards (`bet`).
"""
