"""What happens next at a tournament table by chance: stakes, cards, second thoughts."""

from house.floor.rounds import book as books
from tests.house.night_chance import chosen
from tests.tournaments.play_cast import FLOOR, asked

BACK = ("take_back", "ante", "bet_blind", "concede", "refuse_wager")
LEAST = 100


def now(console):
    """The round under way, and where it is; nothing where none was opened."""

    def work(session, table):
        here = books.here(session, table)
        if here.round is None:
            return None, None
        return here.round, books.position(session, here.book, here.round, FLOOR.seal)

    return console.read(work)


def stake(rng, seat, game, has):
    """A first wager that the stack allows, and now and then one that it does not."""
    amount = rng.choice([LEAST, LEAST, 2 * LEAST, 300])
    if rng.random() < 0.08:
        amount = rng.choice([has - has % 25, has + 25])
    if game != "baccarat":
        return {"act": "ante", "seat": seat, "amount": amount}
    spot = rng.choice(["player", "banker", "tie"])
    return {"act": "bet", "seat": seat, "amount": amount, "spot": spot}


def forward(rng, console, position):
    """Something that brings the hand nearer to its end, mostly in its turn."""
    game, state = position.game, position.state
    play = asked(console, lambda p: (p.first_to_bet(), sorted(p.playing), p.stacks))
    first, playing, stacks = play
    staked = game.staked(state)
    waiting = [seat for seat in playing if seat not in staked]
    opened = not state.closed if hasattr(state, "closed") else True
    if waiting and opened and not game.started(state):
        turn = first if first in waiting and rng.random() < 0.9 else rng.choice(waiting)
        return stake(rng, turn, state.setup.game, stacks[turn])
    return chosen(rng, position, without=BACK, seats=tuple(playing))
