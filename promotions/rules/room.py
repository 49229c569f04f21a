"""What a draw waits for in its room: gates over plain values, each with its rule."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from promotions.rules import requirements, scrutineer
from promotions.rules.clauses.beacon import PublicValue
from promotions.rules.facts import Facts
from promotions.rules.lifecycle import Status
from rulebook import HOUSE, Cite, Cited, Refusal
from rulebook.terms import wording
from rulebook.terms.path import Gate, Tick

READY: Cite = HOUSE.at("PROMOTION-100")
ONCE: Cite = HOUSE.at("PROMOTION-101")
THERE: Cite = HOUSE.at("PROMOTION-102")
PUBLIC: Cite = HOUSE.at("PROMOTION-103")
SEALED: Cite = HOUSE.at("PROMOTION-104")
SCREENED: Cite = HOUSE.at("PROMOTION-105")
ASIDE: Cite = HOUSE.at("PROMOTION-112")
STAYS = Cited(timedelta(minutes=30), HOUSE.at("PROMOTION-102"))
OPEN = (Status.RUNNING, Status.CLOSED, Status.DRAWN)


class Remedy(StrEnum):
    """The act in the room that settles a gate."""

    WAIT = "wait"
    NOMINATE = "nominate"
    PROMISE = "promise"
    SET_UP = "set-up"
    WAIVE = "waive"
    VALUE = "value"
    BE_THERE = "be-there"
    GIVE_UP = "give-up"
    ANOTHER_DRAWS = "another-draws"
    VALIDATE = "validate"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Presence:
    """The scrutineer in the room: for which round, since when, and what they saw."""

    at: datetime
    by: str
    saw: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """A draw or a replacement round as it stands before it is held."""

    facts: Facts
    status: Status
    draw: int
    drawn_at: datetime | None  # as planned
    round: int = 0
    frozen: bool = False
    header: bool = False
    holders: int = 0
    watched: bool = False  # a scrutineer's promise is in the header
    promised: bool = True  # by whoever is the scrutineer now
    drawer: str = ""  # as the room was set up; by username
    drawer_name: str = ""
    watcher: str = ""  # whom the room was set up with
    bonds: tuple[str, ...] = ()
    waived: bool = False
    value_named: bool = False
    value: str = ""
    value_by: str = ""  # who entered it; by username
    presence: Presence | None = None
    reserves: int = 0
    vacant: bool = False  # the place of this round is nobody's
    set_aside: bool = False  # with the whole result of its draw
    forfeited: bool = False  # nobody claimed it, and the terms leave it at that
    left: int = 1  # tickets that can still be drawn

    @property
    def needs_watching(self) -> bool:
        """Whether a scrutineer has to be there: by the sum, or as it was promised."""
        return self.over or self.watched or self.facts.scrutineer is not None

    @property
    def over(self) -> bool:
        """Whether a single prize is worth more than the document lets pass alone."""
        terms = self.facts.terms
        exempt = terms.promotion.scope.is_exempt
        needed = scrutineer.is_needed(terms.regime, terms.largest_prize_cents)
        return needed and not exempt

    @property
    def watching(self) -> Cite:
        """The rule that wants the scrutineer there."""
        return (
            self.facts.terms.regime.scrutineer_over_cents.cite if self.over else THERE
        )


def time_has_come(room: Room) -> Iterator[Refusal]:
    """No draw is held before the time of the terms, nor after the promotion ended."""
    terms = room.facts.terms
    if room.status not in OPEN:
        wrong = f"The promotion is {room.status.words.lower()}."
        yield Refusal(READY, wrong, "A draw is held once entries are closed.")
    if room.drawn_at is not None and room.facts.now < room.drawn_at:
        when = wording.when(room.drawn_at, terms.zone)
        wrong = f"The terms say that it is drawn {when}."
        yield Refusal(terms.regime.items.awarded, wrong, "It is held then or later.")


def list_is_frozen(room: Room) -> Iterator[Refusal]:
    """There is a list, and somebody in it."""
    if not room.frozen:
        wrong = f"The list of draw {room.draw} is not frozen."
        yield Refusal(READY, wrong, "It is when entries close.")
    elif not room.holders:
        wrong = "Nobody is in the list."
        yield Refusal(READY, wrong, "There is nobody who can win: give the draw up.")


def header_is_published(room: Room) -> Iterator[Refusal]:
    """What the draw promises is public, by the scrutineer who is here now."""
    if room.frozen and not room.header:
        wrong = "The header waits for the scrutineer’s promise."
        yield Refusal(READY, wrong, "The scrutineer promises the draw with a phrase.")
    elif room.header and not room.promised:
        wrong = "Its promise is of somebody who is not the scrutineer now."
        right = "Give this draw up: it is drawn under the next number."
        yield Refusal(READY, wrong, right)


def watched_over(room: Room) -> Iterator[Refusal]:
    """The scrutineer whom the document asks for, whom nothing binds."""
    yield from requirements.scrutineer_named(room.facts)


def without_doubt(room: Room) -> Iterator[Refusal]:
    """Every doubt was validated in writing."""
    yield from requirements.without_doubt(room.facts)


def set_up(room: Room) -> Iterator[Refusal]:
    """Who draws, presents and watches is said, and held against the list."""
    named = room.facts.scrutineer.username if room.facts.scrutineer else ""
    if not room.drawer:
        wrong = "It is not said who draws and who presents."
        yield Refusal(READY, wrong, "Set up the room.")
    elif room.watcher != named:
        wrong = "The scrutineer has changed since the room was set up."
        yield Refusal(READY, wrong, "Set up the room again.")


def no_bonds(room: Room) -> Iterator[Refusal]:
    """Nobody in the room belongs to somebody in the list, or it was waived."""
    if room.bonds and not room.waived:
        for bond in room.bonds:
            wrong = f"{bond} is in the list."
            right = "Set up the room with others, or have it waived."
            yield Refusal(SCREENED, wrong, right)


def value_is_there(room: Room) -> Iterator[Refusal]:
    """The public value that the header names was read out."""
    if not room.value_named:
        return
    if not room.value:
        wrong = "The public value is not entered."
        yield Refusal(PUBLIC, wrong, _entered(room))
    elif not room.needs_watching and room.value_by == room.drawer:
        wrong = f"{room.drawer_name} entered the public value and draws."
        right = "Two people look at it: set up the room with somebody else to draw."
        yield Refusal(PUBLIC, wrong, right)


def _entered(room: Room) -> str:
    """How the value comes into the room, and what is done when it cannot be had."""
    if room.facts.terms.award.beacon.value is not PublicValue.ROUND:
        return "Enter it as everybody in the room sees it."
    return (
        "Enter it as it is published. Where it is not, wait for it, or give the draw "
        "up: the next number takes the first value published after that."
    )


def scrutineer_is_there(room: Room) -> Iterator[Refusal]:
    """The scrutineer gave the phrase for this round only just now."""
    if not room.needs_watching:
        return
    there = room.presence
    if there is None or there.at + STAYS.value <= room.facts.now:
        wrong = "The scrutineer is not there."
        right = "The scrutineer signs in and gives the phrase for this round."
        yield Refusal(room.watching, wrong, right)
    elif there.saw != room.value:
        wrong = "The scrutineer saw another public value."
        yield Refusal(PUBLIC, wrong, "The scrutineer looks at it again.")


def another_draws(room: Room) -> Iterator[Refusal]:
    """Whoever draws is who was named, and never who watches."""
    actor, nominee = room.facts.actor, room.facts.scrutineer
    if nominee is not None and actor == nominee.username:
        wrong = "You are the scrutineer of this draw."
        yield Refusal(THERE, wrong, "Somebody else draws.")
    if room.drawer and actor and actor != room.drawer:
        wrong = f"The room was set up with {room.drawer_name} to draw."
        yield Refusal(READY, wrong, "They draw, or set up the room again.")


def reserve_is_there(room: Room) -> Iterator[Refusal]:
    """A vacated place, a reserve that was promised, and somebody to draw."""
    if not room.vacant:
        wrong = "Two people have not signed that this prize fell vacant."
        yield Refusal(SEALED, wrong, "Both sign first, with the reason.")
    if room.set_aside:
        wrong = "The result of this draw was set aside."
        yield Refusal(ASIDE, wrong, "It is drawn again under the next number.")
    if room.forfeited:
        wrong = "Nobody claimed it: the terms leave it with the casino."
        cite = room.facts.terms.regime.items.claiming
        yield Refusal(cite, wrong, "No reserve is opened for it.")
    if room.round > room.reserves:
        many = wording.many(room.reserves, "reserve")
        wrong = f"The header promises {many}, and all are opened."
        yield Refusal(SEALED, wrong, "The prize stays with the casino.")
    if not room.left:
        wrong = "Everybody in the list was drawn."
        yield Refusal(SEALED, wrong, "There is nobody left to win.")


def who_draws(room: Room) -> str:
    """Who draws."""
    return room.drawer_name


def who_watches(room: Room) -> str:
    """Who watches, or that nobody needs to."""
    nominee = room.facts.scrutineer
    return nominee.name if nominee else "not needed"


def screened(room: Room) -> str:
    """What holding the people in the room against the list came to."""
    if not room.drawer:
        return ""
    return "waived" if room.bonds else "checked, none"


def the_value(room: Room) -> str:
    """The public value."""
    return room.value if room.value_named else "none is named"


BEFORE = (
    Gate("The time of the draw", READY, time_has_come, Remedy.WAIT),
    Gate("The list is frozen", READY, list_is_frozen, Remedy.WAIT),
    Gate("The header is published", READY, header_is_published, Remedy.PROMISE),
    Gate("A scrutineer", THERE, watched_over, Remedy.NOMINATE, who_watches),
    Gate("No doubt", HOUSE.at("PROMOTION-4"), without_doubt, Remedy.VALIDATE),
    Gate("The room is set up", READY, set_up, Remedy.SET_UP, who_draws),
    Gate(
        "Nobody here is bound to an entrant", SCREENED, no_bonds, Remedy.WAIVE, screened
    ),
    Gate("The public value", PUBLIC, value_is_there, Remedy.VALUE, the_value),
)
THEN = (
    Gate("The scrutineer is there", THERE, scrutineer_is_there, Remedy.BE_THERE),
    Gate("Somebody else draws", THERE, another_draws, Remedy.ANOTHER_DRAWS),
)
DRAW = (*BEFORE, *THEN)
RESERVE = (
    Gate("The prize is vacant", SEALED, reserve_is_there, Remedy.SIGN),
    *DRAW,
)


# A gate that has nothing to look at yet is neither open nor shut: it is not shown.
LOOKS_AT: Mapping[Callable[[Room], Iterator[Refusal]], Callable[[Room], bool]] = {
    header_is_published: lambda room: room.frozen,
    watched_over: lambda room: room.needs_watching,
    no_bonds: lambda room: bool(room.drawer),
    value_is_there: lambda room: room.value_named,
    scrutineer_is_there: lambda room: room.needs_watching,
    another_draws: lambda room: bool(room.drawer),
}


def ticks(room: Room) -> tuple[Tick, ...]:
    """Every gate of the round that has something to look at, open or not."""
    every = (
        (gate, tuple(gate.guard(room))) for gate in (RESERVE if room.round else DRAW)
    )
    return tuple(
        Tick(gate.title, gate.cite, refusals, gate.remedy, gate.detail(room))
        for gate, refusals in every
        if refusals or LOOKS_AT.get(gate.guard, _always)(room)
    )


def _always(_room: Room) -> bool:
    return True


def against(room: Room) -> tuple[Refusal, ...]:
    """Every reason why the round cannot be held now."""
    return tuple(dict.fromkeys(r for tick in ticks(room) for r in tick.refusals))


def against_presence(room: Room) -> tuple[Refusal, ...]:
    """Why the scrutineer cannot be marked present yet: everything that comes before."""
    gates = (RESERVE[0], *BEFORE) if room.round else BEFORE
    return tuple(dict.fromkeys(r for gate in gates for r in gate.guard(room)))
