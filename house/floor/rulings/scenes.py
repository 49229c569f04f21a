"""The round at a table as a ruling needs it: its facts, its seats, its warnings."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from game.cautions import Caution, Cautions, Fault
from game.irregularities.facts import RoundFacts, SeenAtTable
from game.irregularities.scene import Scene
from house.audit import Subject
from house.floor.models import Game, TableRow
from house.floor.rounds import book as books
from house.floor.rounds.book import RoundAtTable
from house.floor.rounds.models import AnySeat
from house.floor.rounds.play import Play
from house.floor.rounds.replay import Position
from house.floor.rulings import upheld
from house.floor.rulings.models import CautionRow
from house.sealing import Seal
from rulebook import Cite


@dataclass(frozen=True, slots=True)
class AtTable:
    """What is being played at a table, for somebody who must rule on it."""

    here: RoundAtTable
    position: Position | None
    seats: Mapping[int, AnySeat]
    scene: Scene
    play: Play | None = None  # what is played for there, where it was asked

    @property
    def round(self) -> int:
        """The number of the round under way; none is nought."""
        return self.here.round.number if self.here.round and self.position else 0

    @property
    def seq(self) -> int:
        """The last action of the round under way."""
        return self.position.seq if self.position else 0

    @property
    def unit(self) -> str:
        """What is staked here."""
        if self.position is not None:
            return self.position.state.setup.unit
        return self.play.unit if self.play else "cents"

    @property
    def lent_to(self) -> Subject | None:
        """Whose the table is meanwhile, where it is lent."""
        return self.play.lent_to if self.play else None


def at_table(
    session: Session, table: TableRow, seal: Seal, play: Play | None = None
) -> AtTable:
    """The table as it stands now; a round that is over is ruled on no more."""
    here = books.here(session, table)
    seats = books.seats(session, here.book, table)
    position = None
    if here.round is not None and here.under_way:
        position = books.position(session, here.book, here.round, seal)
    whose = play.stays(seats) if play else {s.pk: n for n, s in seats.items()}
    scene = _scene(session, table, here, position, (seats, whose))
    return AtTable(here, position, seats, scene, play)


def _scene(
    session: Session,
    table: TableRow,
    here: RoundAtTable,
    position: Position | None,
    sitting: tuple[Mapping[int, AnySeat], Mapping[int, int]],
) -> Scene:
    covered = table.game is not Game.BACCARAT  # its notice has no such rules
    number = str(table.number)
    if position is None or here.round is None:
        facts = RoundFacts(table.rulebook, ())
        return Scene(facts, table.seats, table=number, covered=covered)
    session_name = f"table {table.number}"
    seen = SeenAtTable(
        session=session_name,
        cautions=_cautions(session, *sitting, session_name),
        number=here.round.number,
    )
    state = position.state
    return Scene(
        position.game.facts(state, seen),
        state.setup.seats,
        shown=position.game.shown(state),
        table=number,
        jackpot=state.setup.jackpot is not None,
        covered=covered,
        game=position.game,
        state=state,
    )


def _cautions(
    session: Session,
    seats: Mapping[int, AnySeat],
    whose: Mapping[int, int],
    name: str,
) -> Cautions:
    """The warnings of those who sit here now, in every stay of theirs that counts."""
    mine = select(CautionRow).where(
        col(CautionRow.sitting_id).in_(list(whose)),
        ~upheld.taken_back(col(CautionRow.ruling_id)),
    )
    given = Cautions()
    for row in session.exec(mine.order_by(col(CautionRow.id))):
        cite = Cite.kept(row.rule_id)
        player = seats[whose[row.sitting_id or 0]].player
        if cite is not None:
            given = given.add(Caution(player, Fault(row.fault), name, cite))
    return given
