"""Whether a table may end early, as its stacks and its terms have it; for staff."""

from collections.abc import Iterator

from sqlmodel import Session

from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.play import standing
from tournaments.play.counting import Table
from tournaments.rules import early_finish, play_offs
from tournaments.rules.early_finish import AtTable, Finding
from tournaments.rules.progress import Field
from tournaments.rules.terms import Terms
from tournaments.seating import seats as seating


def finding(session: Session, tournament: TournamentRow, there: Table) -> Finding:
    """Whether it is settled who goes on from a table, with the proof."""
    terms = queries.terms_of(session, tournament)
    at = there.at.session.stage_at
    stage = terms.format.stages.stages[play_offs.stage_of(at)]
    ahead = early_finish.stakes(there.at.plan, there.tally.played)
    numbers = standing.numbers(session, there.names)
    stacks = {
        f"{there.names[entry]} (entry {numbers[entry]})": has
        for entry, has in there.expected.stacks.items()
    }
    where = f"table {there.table.number}"
    sat = seating.seats_now(session, tournament, at).values()
    mine = (there.at.session.session, there.table.number)
    field = Field({where: sum(sits.place.at == mine for sits in sat)})
    wanted = early_finish.places(stage, terms.house.short_tables, where, field)
    besides = (*_besides(terms, at, known=ahead is not None),)
    if not besides:
        besides = early_finish.over_all(stage)
    return early_finish.finding(AtTable(stacks, wanted, ahead or (), besides))


def _besides(terms: Terms, stage_at: int, *, known: bool) -> Iterator[str]:
    """What beyond the hands left could change who goes on."""
    if play_offs.is_play_off(stage_at):
        yield "A play-off decides a tie by its stacks."
    if not known:
        yield "How much may still be won is not bounded: the clock or the game is open."
    fees = terms.details.fees
    if fees.rebuy_cents or fees.add_on_cents or terms.format.buy_back.offered:
        yield "Chips may still be bought."
