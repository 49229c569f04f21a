"""What the hands of a tournament ask of secret wagers: marks, and forms that wait."""

from collections.abc import Iterator

from sqlmodel import col, select

from game.play.sealed import waiting
from house.floor.rounds import book as books
from house.floor.rounds.hooks import MoveAsked, Room
from house.floor.rounds.models import RoundRow
from rulebook import Cite, Refusal
from tournaments.play import standing
from tournaments.play.parts import Asked, Part
from tournaments.secret.kept import is_examined
from tournaments.secret.last_hand import opens_early
from tournaments.secret.models import SecretFormRow

BEFORE_DEAL: Cite = Cite("VIC99-N26-14.6.11.1")


def _open_round(asked: Asked) -> RoundRow | None:
    """The round under way, where its terms take secret wagers."""
    if not asked.at.plan.secret_wagers:
        return None
    return books.under_way(asked.session, asked.table)


def unexamined(asked: Asked) -> Iterator[str]:
    """The seats whose forms the supervisor has still to examine before this hand."""
    row = _open_round(asked)
    if row is None or row.first_card_at is not None:
        return
    mine = select(SecretFormRow).where(col(SecretFormRow.round_id) == row.pk)
    forms = asked.session.exec(mine.order_by(col(SecretFormRow.seat))).all()
    if not forms:
        return
    state = books.position(asked.session, books.REAL, row, None).state
    held = {one.promise for one in state.sealed if not one.ruled}
    for form in forms:
        if form.promise in held and not is_examined(asked.session, form, state):
            yield f"seat {form.seat}"


def announced_first(asked: MoveAsked) -> Iterator[Refusal]:
    """In the last hand of the final all secret wagers are announced before the deal."""
    lent, waits = asked.round.lent_to, waiting(asked.before)
    if not (asked.begins and waits) or lent is None:
        return
    where = (asked.round.table_id, int(lent.id), asked.round.number)
    there = standing.at_table(asked.session, *where)
    if there is None:
        return
    hand = standing.played(standing.hands(asked.session, there)) + 1
    if opens_early(there.plan, hand, asked.before, asked.seats):
        wrong = "Every player of the last hand of the final wagers in secret."
        right = "The Game Supervisor announces all of it before the cards."
        yield Refusal(BEFORE_DEAL, wrong, right)


PART = Part(unexamined=unexamined, room=Room(before_action=(announced_first,)))
