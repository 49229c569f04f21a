"""Baccarat (punto banco), as Victoria has it.

Players bet on the Player, the Banker or a tie. The first four cards decide whether the
Player draws a third, and that card whether the Banker does: nobody chooses anything.
The hand that counts nearer to nine wins; the Banker's pays a commission.

A coup is a value (`Coup`). What happens in it is a `Move`, and a move gives the next
value or every reason why not. Read the files in this order:

    coup.py           what a coup is made of, and opening one
    table_of_play.py  what hands count, and who takes a third card
    playing.py        bets, the cards one by one, and the end
    rulings.py        what a ruling may do to bets
    acts.py           every act with its fields and its words, its guard and its step
    settlement.py     what each bet wins or loses, and under which rule
    view.py           what everybody sees, and what may happen now
    facts.py          the coup as a ruling sees it
    recorded.py       a coup written down on one line, as `flask game settle` takes it
    game.py           all of it behind the interface that every game has
"""
