"""What rulings keep from happening: a deal that must wait, a seat that is barred."""

from collections.abc import Iterator

from sqlmodel import Session, col, or_, select

from game.conduct import BARS
from game.games import GAMES
from game.play import Move
from house.floor.rounds import book as books
from house.floor.rounds.hooks import MoveAsked, Room, Sitting
from house.floor.rulings import directions, following
from house.floor.rulings.corrected import ruled_otherwise
from house.floor.rulings.models import Direction, DirectionRow, RulingRow
from rulebook import HOUSE, Cite, Refusal, Refused

FIRST = HOUSE.at("RULING-8")
# A direction given without a rule that says how long it holds.
KEPT = HOUSE.at("RULING-10")
DECISIONS = frozenset({"bet", "fold"})
SPOKEN = {
    Direction.GAME: ("game", "is excluded from the game"),
    Direction.CASINO: ("casino", "is excluded from the casino"),
}


def round_waits(asked: MoveAsked) -> Iterator[Refusal]:
    """The first wager and the first card wait for what rulings said comes before."""
    game = GAMES[asked.after.setup.game]
    under_way = game.started(asked.before) or game.staked(asked.before)
    if under_way and not asked.begins:
        return
    for task in following.waiting(asked.session, asked.table.pk):
        wrong = f"A ruling says: {task.what}."
        right = "Say at the console that it is done, and what came of it."
        yield Refusal(Cite.kept(task.rule_id) or FIRST, wrong, right)


def directed_act_first(asked: MoveAsked) -> Iterator[Refusal]:
    """Whoever was directed to act first does so in later rounds too, while they sit."""
    move, state = asked.move, asked.before
    if move.act not in DECISIONS or "first" not in BARS.get(asked.table.rulebook, {}):
        return
    game = GAMES[state.setup.game]
    for one in directions.holding(asked.session, asked.table, asked.seats):
        if one.direction is Direction.FIRST:
            for seat in one.seats:
                cite = Cite.kept(one.rule_id) or FIRST
                after = game.apply(state, Move("act_first", seat, cite=cite))
                state = state if isinstance(after, Refused) else after
    verdict = game.apply(state, move)
    yield from verdict.refusals if isinstance(verdict, Refused) else ()


def barred(sitting: Sitting) -> Iterator[Refusal]:
    """Whoever was directed to stay away or apart does not sit down."""
    for direction, ruling in _directed(sitting):
        if direction.direction is Direction.APART:
            yield from _apart(sitting, ruling)
        elif direction.direction in SPOKEN:
            bar, said = SPOKEN[direction.direction]
            if direction.direction is Direction.CASINO or _same_game(sitting, ruling):
                cite = BARS.get(ruling.document, {}).get(bar, KEPT)
                yield Refusal(cite, f"{sitting.player} {said}.", "", "player")


def _directed(sitting: Sitting) -> list[tuple[DirectionRow, RulingRow]]:
    """What somebody was directed: as the patron they are, or else by name."""
    known = col(DirectionRow.patron_id) == sitting.patron_id
    named = col(DirectionRow.player) == sitting.player
    mine = or_(known, named) if sitting.patron_id else named
    query = select(DirectionRow, RulingRow).join(
        RulingRow, col(RulingRow.id) == DirectionRow.ruling_id
    )
    return list(sitting.session.exec(query.where(mine)).all())


def _same_game(sitting: Sitting, ruling: RulingRow) -> bool:
    return ruling.document == sitting.table.rulebook


def _apart(sitting: Sitting, ruling: RulingRow) -> Iterator[Refusal]:
    others = _others(sitting.session, ruling)
    taken = books.seats(sitting.session, books.REAL, sitting.table)
    for sits in taken.values():
        if sits.player in others and sits.player != sitting.player:
            wrong = f"{sitting.player} and {sits.player} may not play at one table."
            cite = BARS.get(ruling.document, {}).get("pairs", KEPT)
            yield Refusal(cite, wrong, "Choose another table.", "player")


def _others(session: Session, ruling: RulingRow) -> set[str]:
    mine = select(DirectionRow.player).where(
        col(DirectionRow.ruling_id) == ruling.pk,
        col(DirectionRow.direction) == Direction.APART,
    )
    return set(session.exec(mine))


ROOM = Room(
    before_sitting=(barred,),
    before_action=(round_waits, directed_act_first),
    foresees=(ruled_otherwise,),
)
