"""Chips of a round: within the stack when they are staked, posted when it ends."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from sqlalchemy import bindparam, insert
from sqlmodel import Session, col, select

from game.games import GAMES
from game.line import Line
from house.floor.rounds import book as books
from house.floor.rounds.hooks import MoveAsked, Room, Settled, Sitting, TakenBack
from house.floor.rounds.models import AnySeat, RoundRow
from house.floor.rounds.settling import counts
from house.ledger import services as ledger
from house.ledger.postings import Cause
from rulebook import HOUSE, Cite, Refusal
from tournaments.play import accounts, standing
from tournaments.play.models import HandRow
from tournaments.rules.session_plan import SessionPlan
from tournaments.secret.kept import openly, staked_by

SEATED: Cite = HOUSE.at("TOURN-160")
WITHIN: Cite = HOUSE.at("TOURN-162")
FIXED: Cite = Cite("CROWN3-12.4.4(b)")
_NOTE = insert(HandRow)
_NOTED = select(HandRow.id).where(
    col(HandRow.round_id) == bindparam("round"),
    col(HandRow.settlement) == bindparam("settlement"),
)


class Chips(Protocol):
    """What a round at a tournament table knows of its chips, read once an act."""

    @property
    def stacks(self) -> Mapping[int, int]: ...  # noqa: D102
    @property
    def plan(self) -> SessionPlan: ...  # noqa: D102
    def there_in(self, round_: RoundRow) -> standing.AtTable | None: ...  # noqa: D102


def cause(round_: RoundRow) -> Cause:
    """A round, as what its chips come from."""
    return Cause("round", str(round_.pk))


def entrants_alone(sitting: Sitting) -> Iterator[Refusal]:
    """Nobody sits down at a table of a session but who was drawn or moved there."""
    if not sitting.entrant:
        wrong = f"{sitting.player} was not drawn to this table."
        right = "Entrants sit where the draw or a move has them."
        yield Refusal(SEATED, wrong, right, "seat")


def within_stack(asked: MoveAsked) -> Iterator[Refusal]:
    """Nobody stakes chips that they do not have, nor more than the terms let them."""
    seat, sits = asked.move.seat, asked.seated
    if seat is None or sits is None or asked.move.promise:
        return  # what was wagered in secret is held to the stack by whoever opens it
    lay, lies = staked_by(asked.before, seat), staked_by(asked.after, seat)
    before, total = sum(lay.values()), sum(lies.values())
    if total <= before:
        return
    played_for: Chips = asked.play
    has = played_for.stacks.get(seat, 0)
    if total > has:
        wrong = f"{sits.player} has {has - before:,} chips left for this."
        yield Refusal(WITHIN, wrong, "Key a smaller wager, or a fold.", "amount")
    more = sum(openly(lies).values()) - sum(openly(lay).values())
    yield from _on_step(asked, more)
    yield from _street(played_for.plan, lay.get("ante", 0), more)


def _on_step(asked: MoveAsked, more: int) -> Iterator[Refusal]:
    """A wager goes in the steps of the terms, whatever the document would take."""
    step = asked.before.setup.limits.step
    if step and more % step:
        wrong = f"The wager is {more:,} chips."
        yield Refusal(FIXED, wrong, f"It goes in steps of {step:,}.", "amount")


def _street(plan: SessionPlan, ante: int, more: int) -> Iterator[Refusal]:
    """A bet after the Ante is at most so many times the Ante as the terms say."""
    if ante and more > plan.street_most * ante:
        wrong = f"The bet is {more:,} chips after an Ante of {ante:,}."
        right = f"The terms let it be {plan.street_most} times the Ante."
        yield Refusal(FIXED, wrong, right, "amount")


def posted(settled: Settled) -> None:
    """Post what a round came to, or the difference that a correction makes."""
    won = won_by(settled.lines, settled.players)
    _post(settled, won, tuple(line.cite for line in settled.lines))
    _note_hand(settled)


def won_by(
    lines: tuple[Line, ...], players: Mapping[int, AnySeat]
) -> Mapping[int, int]:
    """What each entrant won or lost in a round."""
    won: dict[int, int] = {}
    for line in lines:
        entry_id = standing.entrant(players[line.seat])
        won[entry_id] = won.get(entry_id, 0) + line.net
    return won


def taken_back(taken: TakenBack) -> None:
    """A round that is no longer over has moved no chips."""
    if not GAMES[taken.state.setup.game].over(taken.state):
        _post(taken, {}, (WITHIN,))


def _post(
    at: Settled | TakenBack, won: Mapping[int, int], rules: tuple[Cite, ...]
) -> None:
    posted = ledger.posted(at.session, cause(at.round))
    before = posted.due
    # Whoever has no line any more gives back what they won, and may have it no more.
    mine = (accounts.entry_of(a) for a in before if a.kind == accounts.STACK)
    won = dict.fromkeys(mine, 0) | dict(won)
    has = {
        entry_id: chips - before.get(accounts.stack(entry_id), 0)
        for entry_id, chips in standing.stacks(at.session, won).items()
    }
    ledger.reconcile(
        at.session,
        cause(at.round),
        accounts.due(at.table.number, won, has),
        at.act,
        kinds=accounts.OF_ROUNDS,
        rules=rules or (WITHIN,),
        facts={"table": at.table.number, "round": at.round.number},
        before=posted,
    )


def _note_hand(settled: Settled) -> None:
    """Write down whether a round counts as a hand, and who bet first in it."""
    session, round_ = settled.session, settled.round
    at = settled.play.there_in(round_)
    which = {"round": round_.pk, "settlement": settled.settlement}
    if at is None or session.exec(_NOTED, params=which).first():
        return
    hand = {
        "session_table_id": at.row.pk,
        "round_id": round_.pk,
        "round_number": round_.number,
        "settlement": settled.settlement,
        "counts": counts(settled.state, settled.lines),
        "first_seat": first_of(session, at, settled),
        "at": settled.act.now,
    }
    session.connection().execute(_NOTE, hand)


def first_of(session: Session, at: standing.AtTable, settled: Settled) -> int:
    """Whose the first bet of a round was: the seat with the marker, of who played.

    A first stake that was taken back and placed anew, after those of others, is still
    the first: else the same seat would have the marker twice.
    """
    number = settled.round.number
    before = standing.last_before(session, at, number)
    taken = settled.players or books.seats(session, books.REAL, settled.table)
    return standing.marker(session, at, before, taken, number) or at.row.first_seat


ROOM = Room(
    before_sitting=(entrants_alone,),
    before_action=(within_stack,),
    after_taking_back=(taken_back,),
    after_settlement=(posted,),
)
