"""What lies on a Mississippi Stud table."""

from game.mississippi.round import Round
from game.play.state import State
from game.play.wager_rulings import JACKPOT

Stud = State[Round]


def staked(state: Stud) -> dict[int, dict[str, int]]:
    """What lies on the table, by seat and wager."""
    now, found = state.round, dict[int, dict[str, int]]()
    for box in now.boxes:
        wagers = {"ante": box.ante}
        streets = zip(now.table.rules.streets, box.streets, strict=False)
        wagers |= {street.name: stake for street, stake in streets}
        wagers |= {s.wager: s.stake for s in state.sides if s.seat == box.seat}
        wagers |= {JACKPOT: box.jackpot} if box.jackpot else {}
        found[box.seat] = wagers
    return found
