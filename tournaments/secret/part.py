"""What the hands of a tournament ask of secret wagers: marks, and forms that wait."""

from collections.abc import Iterator

from game.play.sealed import waiting
from house.floor.rounds import book as books
from house.floor.rounds.hooks import MoveAsked, Room
from house.floor.rounds.models import RoundRow
from rulebook import Cite, Refusal
from rulebook.terms import wording
from tournaments.play import standing
from tournaments.play.parts import Part, TableInPlay
from tournaments.rules.clauses.other_games import BaccaratClause
from tournaments.secret.kept import forms_in, is_examined
from tournaments.secret.last_hand import opens_early

BEFORE_DEAL: Cite = Cite("VIC99-N26-14.6.11.1")


def _open_round(asked: TableInPlay) -> RoundRow | None:
    """The round under way, where its terms take secret wagers."""
    return asked.round if asked.at.plan.secret_wagers else None


def unexamined(asked: TableInPlay) -> Iterator[str]:
    """The seats whose forms the supervisor has still to examine before this hand."""
    row = _open_round(asked)
    if row is None or row.first_card_at is not None:
        return
    forms = sorted(forms_in(asked.session, row), key=lambda form: form.seat)
    if not forms:
        return
    state = books.position(asked.session, books.REAL, row, None).state
    held = {one.promise for one in state.sealed if not one.ruled}
    for form in forms:
        if form.promise in held and not is_examined(asked.session, form, state):
            yield f"seat {form.seat}"


def on_its_areas(asked: MoveAsked) -> Iterator[Refusal]:
    """At Baccarat nobody bets on a Tie where the terms say so."""
    there = _there(asked) if asked.move.act == "bet" and asked.move.spot else None
    if there is not None:
        why = BaccaratClause(tie=there.plan.tie).refuse(str(asked.move.spot))
        yield from (why,) if why else ()


def _there(asked: MoveAsked) -> standing.AtTable | None:
    """The session that the round of a move belongs to."""
    lent = asked.round.lent_to
    if lent is None:
        return None
    where = (asked.round.table_id, int(lent.id), asked.round.number)
    return standing.at_table(asked.session, *where)


def announced_first(asked: MoveAsked) -> Iterator[Refusal]:
    """In the last hand of the final all secret wagers are announced before the deal."""
    there = _there(asked) if asked.begins and waiting(asked.before) else None
    if there is None:
        return
    hand = standing.tally(asked.session, there).played + 1
    if opens_early(there.plan, hand, asked.before, asked.seats):
        wrong = "Every player of the last hand of the final wagers in secret."
        right = "The Game Supervisor announces all of it before the cards."
        yield Refusal(BEFORE_DEAL, wrong, right)


def ways(asked: TableInPlay) -> Iterator[tuple[str, str]]:
    """The page of secret wagers at the table, and what waits there."""
    if not asked.at.plan.secret_wagers:
        return
    row, says = _open_round(asked), "Secret wagers"
    if row is not None and forms_in(asked.session, row):
        waits = wording.listed(unexamined(asked))
        says += f": examine {waits}" if waits else ": sealed"
        if row.first_card_at is not None:
            says = "Secret wagers: announce them after the hand"
    yield says, f"/desk/tables/{asked.table.number}/secret"


PART = Part(
    unexamined=unexamined,
    ways=ways,
    room=Room(before_action=(on_its_areas, announced_first)),
)
