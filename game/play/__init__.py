"""A round of any game as everything above the engine plays it: the protocol alone.

What is played stands in `game.mississippi`, `game.caribbean` and `game.baccarat`;
`game.games` lists them.
"""

from game.play.acts import Act as Act
from game.play.game import Game as Game
from game.play.moves import Move as Move
from game.play.offers import Amounts as Amounts
from game.play.offers import CardsToKey as CardsToKey
from game.play.offers import Extra as Extra
from game.play.offers import Offer as Offer
from game.play.setup import Limits as Limits
from game.play.setup import SeatLimits as SeatLimits
from game.play.setup import Setup as Setup
from game.play.setup import read_setup as read_setup
from game.play.setup import write_setup as write_setup
from game.play.state import State as State
