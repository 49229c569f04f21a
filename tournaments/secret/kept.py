"""What is kept of secret wagers, as the hands of a tournament ask for it."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session, col, select

from game.games import GAMES
from game.play import State
from game.play.sealed import BEFORE_NAME
from house.floor.rounds.models import RoundRow
from tournaments.secret.models import ExaminationRow, SecretFormRow


def layout(state: State[object], seat: int) -> Mapping[str, int]:
    """What a seat has wagered openly."""
    return openly(staked_by(state, seat))


def staked_by(state: State[object], seat: int) -> Mapping[str, int]:
    """What a seat has staked, openly and in secret."""
    return GAMES[state.setup.game].staked(state).get(seat, {})


def openly(staked: Mapping[str, int]) -> Mapping[str, int]:
    """What of the wagers of a seat everybody saw."""
    return {name: n for name, n in staked.items() if not name.startswith(BEFORE_NAME)}


def forms_in(session: Session, row: RoundRow) -> Sequence[SecretFormRow]:
    """Every form that was handed in for a round, also those that went back."""
    mine = select(SecretFormRow).where(col(SecretFormRow.round_id) == row.pk)
    return session.exec(mine.order_by(col(SecretFormRow.id))).all()


def examined(session: Session, form: SecretFormRow) -> ExaminationRow | None:
    """The last time a form was found in order."""
    mine = select(ExaminationRow).where(col(ExaminationRow.form_id) == form.pk)
    return session.exec(mine.order_by(col(ExaminationRow.id).desc())).first()


def is_examined(session: Session, form: SecretFormRow, state: State[object]) -> bool:
    """Whether a form was found in order beside what lies on the layout now."""
    row = examined(session, form)
    return row is not None and row.layout == dict(layout(state, form.seat))
