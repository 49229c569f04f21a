"""Where secret wagers stand at a table: its round, the forms in it, what they cost."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from game.play import State
from game.play.sealed import at
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import RoundRow
from house.floor.rounds.replay import Position
from house.ledger import services as ledger
from house.people.models import StaffRow
from house.sealing import Seal
from tournaments.models import SubstitutionRow
from tournaments.play import accounts, chips, standing
from tournaments.play.play import TournamentPlay
from tournaments.rules.clauses.secret import SecretOn
from tournaments.rules.secret_wagers import AtStake, used_up
from tournaments.secret.kept import forms_in, layout
from tournaments.secret.models import SecretFormRow


@dataclass(frozen=True, slots=True)
class SessionRound:
    """A table of a session, and the round there that counts: under way, or the last."""

    play: TournamentPlay
    at: standing.AtTable
    round: RoundRow
    now: Position

    @property
    def session(self) -> Session:
        """The session of the database."""
        return self.play.session

    @property
    def table(self) -> TableRow:
        """The table."""
        return self.play.table

    @property
    def state(self) -> State[object]:
        """The round as it stands."""
        return self.now.state

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self.round.ended_at is not None


def look(
    play: TournamentPlay, seal: Seal, number: int | None = None
) -> SessionRound | None:
    """The table with its newest round of the session, or the one of this number."""
    session, table, there = play.session, play.table, play.there
    if there is None or not play.is_open():
        return None
    if number is None:
        row = books.last(session, books.REAL, table)
    else:
        row = books.numbered(session, books.REAL, table, number)
    if not isinstance(row, RoundRow) or row.number <= there.row.after_round:
        return None
    return SessionRound(
        play, there, row, books.position(session, books.REAL, row, seal)
    )


def at_stake(here: SessionRound, seat: int, entry_id: int) -> AtStake:
    """What a form is held against, as if its round had paid nothing yet."""
    limits, cause = here.state.setup.limits, chips.cause(here.round)
    posted = ledger.posted(here.session, cause).due
    has = standing.stacks(here.session, [entry_id])[entry_id]
    return AtStake(
        SecretOn(here.state.setup.secret or SecretOn.ANTE),
        limits.minimum,
        limits.maximum,
        limits.step or 0,
        has - posted.get(accounts.stack(entry_id), 0),
        layout(here.state, seat),
    )


def holding(here: SessionRound) -> Mapping[int, SecretFormRow]:
    """The forms that hold in a round, by seat."""
    held = {one.promise for one in here.state.sealed}
    forms = forms_in(here.session, here.round) if held else ()
    return {form.seat: form for form in forms if form.promise in held}


def used(here: SessionRound, entry_id: int, seal: Seal) -> int:
    """How many secret wagers an entrant has made in the session; void ones are none."""
    session, of = here.session, here.at.session
    mine = select(SecretFormRow, RoundRow).where(
        col(SecretFormRow.session_id) == of.pk,
        col(SecretFormRow.entry_id) == entry_id,
        col(RoundRow.id) == SecretFormRow.round_id,
    )
    count = 0
    for form, row in session.exec(mine).all():
        state = books.position(session, books.REAL, row, seal).state
        count += used_up(at(state, form.seat), form.promise).value
    return count


def allowance(here: SessionRound, entry_id: int) -> int:
    """How many the terms give an entrant in the session; a substitute maybe none."""
    last = (
        select(SubstitutionRow)
        .where(
            col(SubstitutionRow.entry_id) == entry_id,
            col(SubstitutionRow.at) >= here.at.session.at,
        )
        .order_by(col(SubstitutionRow.id).desc())
    )
    took_over = here.session.exec(last).first()
    if took_over is not None and not took_over.takes_secret_wagers:
        return 0
    return here.at.plan.secret_wagers


def supervisor(session: Session, table: TableRow) -> str:
    """Who watches over a table, by the name they sign in with; nobody’s is empty."""
    row = session.get(StaffRow, table.supervisor_id) if table.supervisor_id else None
    return row.username if row else ""
