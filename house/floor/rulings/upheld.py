"""Rulings that still stand: what they did to their round was not taken back."""

from typing import Any

from sqlalchemy import ColumnElement, func
from sqlalchemy.orm import Mapped, aliased
from sqlmodel import col, select

from house.floor.rounds.models import ActionRow
from house.floor.rulings.models import RulingRow


def taken_back(ruling_id: Mapped[Any]) -> ColumnElement[bool]:
    """Whether the place of a ruling in its round is empty by now, as a condition."""
    mine, gone, later = aliased(RulingRow), aliased(ActionRow), aliased(ActionRow)
    replaced = select(later.id).where(
        col(later.round_id) == gone.round_id,
        col(later.takes_back) == gone.takes_back,
        col(later.seq) > gone.seq,
    )
    undone = (
        select(mine.id)
        .join(
            ActionRow,
            (col(ActionRow.round_id) == mine.round_id)
            & (col(ActionRow.key) == func.substr(mine.key, 1, 64)),
        )
        .join(
            gone,
            (col(gone.round_id) == ActionRow.round_id)
            & (col(gone.takes_back) == ActionRow.seq),
        )
        .where(
            col(mine.id) == ruling_id,
            func.json_array_length(col(gone.data)["moves"]) == 0,
            ~replaced.exists(),
        )
    )
    return undone.exists()
