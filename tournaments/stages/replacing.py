"""Whoever goes on by a correction takes the seat that was drawn for another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.play import counting, standing
from tournaments.rules import play_offs
from tournaments.rules.seat_repair import Place
from tournaments.rules.stages import Stage
from tournaments.seating import seats as seating
from tournaments.stages import field

RIGHT: Cite = HOUSE.at("TOURN-306")
BEGUN: Cite = HOUSE.at("TOURN-430")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that goes from one entry to another, and the table where play is on."""

    gone: int  # by their numbers
    came: int
    place: Place
    there: counting.Table | None = None  # none while its session has not begun


@dataclass(frozen=True, slots=True)
class Exchange:
    """The seats of a later stage that a correction gives to others."""

    stage_at: int
    planned: Stage
    seats: tuple[Seat, ...]
    vacant: tuple[int, ...]  # whoever leaves a seat that nobody takes
    without: tuple[int, ...]  # whoever goes on and finds no seat
    begun: bool
    closed: bool

    @property
    def played(self) -> tuple[tuple[Seat, counting.Table], ...]:
        """The seats at tables where play is on, each with its table."""
        return tuple((each, each.there) for each in self.seats if each.there)

    @property
    def called(self) -> str:
        """The stage inside a sentence."""
        return self.planned.called


def foresee(
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    gone: Sequence[int],
    came: Sequence[int],
) -> Exchange | None:
    """The seats that change hands; none where no later seats are released."""
    later = [
        draw.stage_at
        for draw in seating.draws(session, tournament)
        if draw.released_at and not play_offs.is_play_off(draw.stage_at)
    ]
    at = min((each for each in later if each > stage_at), default=None)
    if at is None or not (gone or came):
        return None
    found = [*_seats(session, tournament, at, gone, came)]
    return Exchange(
        at,
        queries.terms_of(session, tournament).format.stages.stages[at],
        tuple(found),
        tuple(gone[len(found) :]),
        tuple(came[len(found) :]),
        any(stage == at for stage, _ in standing.sessions(session, tournament)),
        at in field.closings(session, tournament),
    )


def _seats(
    session: Session,
    tournament: TournamentRow,
    at: int,
    gone: Sequence[int],
    came: Sequence[int],
) -> Iterator[Seat]:
    """From the lowest number on, each who comes takes the seat of one who goes."""
    ids = seating.numbered(session, tournament, gone)
    sat = seating.seats_now(session, tournament, at, list(ids.values()))
    begun = standing.sessions(session, tournament)
    for left, new in zip(gone, came, strict=False):
        place = sat[ids[left]].place
        playing = begun.get((at, place.session))
        found = playing and standing.table_of(session, playing, place.table)
        yield Seat(left, new, place, counting.look(session, *found) if found else None)


def says(exchange: Exchange) -> Iterator[str]:
    """What happens at the tables of the later stage, said before it is done."""
    called = exchange.called
    for each in exchange.seats:
        where = f"table {each.place.table}, seat {each.place.seat} of {called}"
        yield (
            f"It replaces entry {each.gone} by entry {each.came} at {where}, "
            "already seated."
        )
        if each.there is not None:
            bank = wording.chips(each.there.at.plan.bank_chips)
            played = wording.figure(each.there.tally.played, "hand")
            yield (
                f"{wording.capital(played)} played there stand; entry {each.came} "
                f"begins with {bank} and plays what is left."
            )
    for number in exchange.vacant:
        yield f"Entry {number} leaves {called}, and nobody takes the seat."


def against(session: Session, exchange: Exchange, ruling: str) -> Iterator[Refusal]:
    """Why seats of a later stage cannot change hands."""
    name = wording.capital(exchange.called)
    if exchange.planned.is_second_chance:
        wrong = f"The seats of {exchange.called} are released, and who plays it depends"
        yield Refusal(RIGHT, f"{wrong} on who is out.", "What was released holds.")
    if exchange.without:
        who = wording.listed(f"entry {number}" for number in exchange.without)
        wrong = f"Nobody leaves a seat of {exchange.called} to {who}."
        yield Refusal(RIGHT, wrong, "What was released holds.")
    if exchange.closed:
        yield Refusal(BEGUN, f"{name} is closed.", "What was played there stands.")
    elif exchange.begun and not ruling.strip():
        wrong = f"{name} has begun, and who plays it would change."
        right = "It stays as it is, unless a ruling with its reason says otherwise."
        yield Refusal(BEGUN, wrong, right, "ruling")
    for _, there in exchange.played:
        yield from _at_table(session, there)


def _at_table(session: Session, there: counting.Table) -> Iterator[Refusal]:
    """Seats change hands between hands, until the table is counted."""
    yield from counting.while_open(session, there)
    if there.count is not None and there.closed is None:
        wrong = f"Table {there.table.number} is counted."
        yield Refusal(BEGUN, wrong, "What was played there stands.")
