"""The cards on their way to the table: checked, mixed, cut, counted, replaced.

A table whose dealer keys the cards confirms each step, and the first card of a round
waits until every step its document asks for has been taken. Where the engine deals it
takes the same steps itself.
"""

from game.deck.engine import mixed as mixed
from game.deck.orders import brought as brought
from game.deck.orders import count as count
from game.deck.orders import counted_at_end as counted_at_end
from game.deck.orders import end_shoe as end_shoe
from game.deck.orders import expected_stub as expected_stub
from game.deck.orders import in_rack as in_rack
from game.deck.orders import machine_count as machine_count
from game.deck.orders import order_count as order_count
from game.deck.orders import order_cut as order_cut
from game.deck.orders import order_shuffle as order_shuffle
from game.deck.orders import replace_cards as replace_cards
from game.deck.pack import Pack as Pack
from game.deck.pack import Step as Step
from game.deck.pack import assemble as assemble
from game.deck.pack import check as check
from game.deck.pack import kept as kept
from game.deck.pack import standing as standing
from game.deck.steps import Prepared as Prepared
from game.deck.steps import at_round as at_round
from game.deck.steps import before as before
from game.deck.steps import count_due as count_due
from game.deck.steps import prepare as prepare
from game.deck.steps import ready as ready
from game.deck.steps import steps as steps
from game.deck.steps import vacate as vacate
