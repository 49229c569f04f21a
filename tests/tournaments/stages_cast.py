"""A stage for the tests: its tables are counted and closed with the stacks wanted."""

from sqlmodel import select

from house.floor.models import TableRow
from rulebook import Refused
from tests.tournaments.cast import NOW, SEAL, SLUG, at, do
from tests.tournaments.play_cast import SUE, TESS
from tests.tournaments.test_table_close import WHOLE_DECK, at_table, expected
from tournaments import queries
from tournaments.models import EntryRow
from tournaments.play import closing, counting
from tournaments.play.closing import Closing, Early
from tournaments.rules.clauses.statements import EarlyGround
from tournaments.rules.table_count import Counted
from tournaments.seating import drawing
from tournaments.seating.drawing import Fixing

RULED = Closing(WHOLE_DECK, "As counted.", Early(EarlyGround.DECIDED, decided=True))


def numbers(db):
    """The number of every entry, by entry."""
    with db.reading() as session:
        tournament = queries.get(session, SLUG)
        mine = select(EntryRow).where(EntryRow.tournament_id == tournament.pk)
        return {row.pk: row.number for row in session.exec(mine)}


def state(db, number):
    """How an entry stands."""
    with db.reading() as session:
        mine = select(EntryRow.state).where(EntryRow.number == number)
        return session.exec(mine).one()


def open_tables(db):
    """The tables that are open."""
    with db.reading() as session:
        every = session.exec(select(TableRow).order_by(TableRow.number)).all()
        return [table.number for table in every if table.status.value == "open"]


def count(db, minutes, stack_of, number=1, second=SUE):
    """A table is counted twice with these stacks, its tray takes the difference."""
    found, of = expected(db, number), numbers(db)
    stacks = {entry: stack_of(of[entry], has) for entry, has in found.stacks.items()}
    total = found.rack_chips + sum(found.stacks.values())
    counted = Counted(total - sum(stacks.values()), stacks)
    for service, who in ((counting.count, TESS), (counting.confirm, second)):
        if who is not None:
            at_table(db, service, counted, at(minutes, who), number=number)
    return {of[entry]: has for entry, has in stacks.items()}


def close_tables(db, minutes, stack_of):
    """Every open table is closed with the stack that each entry is given."""
    found = {}
    for number in open_tables(db):
        found |= count(db, minutes, stack_of, number)
        closed = at_table(db, closing.close, RULED, at(minutes), number=number)
        assert not isinstance(closed, Refused), closed
    return found


def draw_next(db, minutes, word="harbour"):
    """The seats of the next stage or play-off are drawn and released."""
    verdict = None
    for service, *given in (
        (drawing.fix, at(minutes), SEAL, Fixing(secret=b"t" * 32)),
        (drawing.hold, word, at(minutes), SEAL),
        (drawing.confirm, at(minutes)),
        (drawing.release, at(minutes)),
    ):
        verdict = do(db, service, *given)
        assert not isinstance(verdict, Refused), verdict
    return verdict


def starts(made, stage_at):
    """When a stage starts, in minutes of the tests."""
    first = made.format.stages.stages[stage_at].starts[0]
    return int((first - NOW).total_seconds()) // 60
