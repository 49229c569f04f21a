"""What is done to a player at a tournament: why it may not be, and what it does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.arrivals import Arriving, NoShows
from tournaments.rules.clauses.conduct import LateEffect
from tournaments.rules.clauses.penalties import Penalty, Sanction
from tournaments.rules.eliminating import LOWEST
from tournaments.rules.facts import Application
from tournaments.rules.terms import Terms

ASKED: Cite = HOUSE.at("TOURN-260")
AWAY: Cite = HOUSE.at("TOURN-261")
STALE: Cite = HOUSE.at("STALE-1")
PENALISED: Cite = Cite("CROWN3-12.5.3(a)(i)")
LATE: Cite = Cite("CROWN3-12.5.3(b)(i)")
ABSENT: Cite = Cite("CROWN3-12.5.3(b)(ii)")
SHORT: Cite = HOUSE.at("TOURN-3")
PHONE = "telephone or similar device in play"  # the ground of its own clause


class Verb(StrEnum):
    """What is done; each has an effect of its own on stack, place and money."""

    WARNING = "warning"
    CHIPS = "chips taken"
    HANDS = "hands sat out"
    DISQUALIFIED = "disqualified"
    RETIRED = "retired"
    LATE = "late"
    OUT = "out, too late"
    ABSENT = "absent"
    BROKE = "out, too few chips"
    LOWEST = "out, lowest stack"
    BACK = "back at the seat"


VERB_OF: Mapping[Sanction, Verb] = {
    Sanction.WARNING: Verb.WARNING,
    Sanction.CHIPS: Verb.CHIPS,
    Sanction.HANDS: Verb.HANDS,
    Sanction.DISQUALIFICATION: Verb.DISQUALIFIED,
}
SANCTION_OF = {verb: sanction for sanction, verb in VERB_OF.items()}
SIZED = frozenset({Verb.CHIPS, Verb.HANDS})
GROUNDED = frozenset(VERB_OF.values())
# What is done wherever the player is; all else is done at the table.
ANYWHERE = frozenset({Verb.WARNING, Verb.DISQUALIFIED, Verb.RETIRED})
# Who is away takes no part in hands until they are back, or for good.
AWAY_BY = frozenset({Verb.LATE, Verb.ABSENT, Verb.DISQUALIFIED})


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody wants to do to a player, on which ground and why."""

    verb: Verb
    ground: str = ""
    size: int = 0  # chips taken or hands sat out
    reason: str = ""
    seen: int | None = None  # the stack that its effect was shown for


@dataclass(frozen=True, slots=True)
class Player:
    """A player as an act finds them."""

    name: str
    starts: datetime  # their session, as published
    now: datetime
    zone: ZoneInfo
    stack_chips: int = 0
    ante_chips: int = 0  # the least of the next hand
    hands_left: int | None = None
    is_entered: bool = True
    at_table: bool = True  # of a session that is under way
    can_play: bool = True  # the stack meets what the terms ask for a hand
    is_lowest: bool = False  # after a hand that eliminates, with every tie decided
    in_hand: bool = False  # cards are out at the table
    away: Verb | None = None  # by which act, while they are
    session: int = 1
    warnings: int = 0  # on this ground, in the whole tournament
    penalties: int = 0  # of every kind, in the whole tournament


@dataclass(frozen=True, slots=True)
class Effect:
    """What an act does, as it is shown before and kept after."""

    rule: Cite
    takes: int = 0  # chips that go to the tray
    sits_out: int = 0  # hands
    takes_antes: bool = False  # while the player is away
    keeps_seat: bool = True
    place: str = ""  # how the player is placed, where it ends the tournament for them
    says: tuple[str, ...] = ()


def against(deed: Deed, player: Player, terms: Terms) -> Iterator[Refusal]:
    """Every reason why this is not done to this player now."""
    yield from _stands(deed, player)
    if deed.verb in GROUNDED:
        yield from listed(deed, terms)
    if not deed.reason.strip() and deed.verb not in (Verb.BACK, Verb.LATE):
        wrong = "Nothing says what happened."
        yield Refusal(ASKED, wrong, "Write it down.", "reason")
    yield from _sized(deed, player)
    yield from _by_clause(deed, player, terms)


def _stands(deed: Deed, player: Player) -> Iterator[Refusal]:
    """The player still plays, and no cards are out where chips or the seat change."""
    if not player.is_entered:
        wrong = f"{player.name} is out of the tournament."
        yield Refusal(ASKED, wrong, "Take back what ended it, if that was wrong.")
    if deed.verb not in ANYWHERE and not player.at_table:
        wrong = f"{player.name} sits at no table of a session under way."
        yield Refusal(ASKED, wrong, "It is done at the table, during the session.")
    elif deed.verb is not Verb.WARNING and player.in_hand:
        wrong = "A hand is under way at the table."
        right = "Settle it, or rule on it at the console; then do this."
        yield Refusal(ASKED, wrong, right)
    if deed.seen is not None and deed.seen != player.stack_chips:
        has = wording.chips(player.stack_chips)
        wrong = (
            f"{player.name} has {has} by now; the effect was shown for {deed.seen:,}."
        )
        yield Refusal(STALE, wrong, "Look at what it would do now.")


def listed(deed: Deed, terms: Terms) -> Iterator[Refusal]:
    """Only what the terms list is done, on a ground that they list."""
    conduct, sanction = terms.conduct, SANCTION_OF[deed.verb]
    throws_out = deed.verb is Verb.DISQUALIFIED
    if throws_out and deed.ground in conduct.disqualification.grounds:
        return
    size = deed.size if deed.verb in SIZED else 0
    if deed.ground == PHONE:
        found = conduct.phone.refuse(sanction, size)
    elif throws_out and not any(
        p.ground == deed.ground for p in conduct.penalties.penalties
    ):
        found = conduct.disqualification.refuse(deed.ground)
    else:
        found = conduct.penalties.refuse(deed.ground, sanction, size)
    if found is not None:
        yield found


def _sized(deed: Deed, player: Player) -> Iterator[Refusal]:
    if deed.verb not in SIZED:
        return
    if deed.size < 1:
        what = "chips" if deed.verb is Verb.CHIPS else "hands"
        wrong = f"It is not said how many {what}."
        yield Refusal(PENALISED, wrong, "One at least, as the terms list.", "size")
    elif deed.verb is Verb.CHIPS and deed.size > player.stack_chips:
        has = wording.chips(player.stack_chips)
        wrong = f"{player.name} has {has} and no more."
        yield Refusal(PENALISED, wrong, "Nobody loses more than the stack.", "size")


def _by_clause(deed: Deed, player: Player, terms: Terms) -> Iterator[Refusal]:
    """What the clause of a verb has against it."""
    match deed.verb:
        case Verb.LATE:
            yield from _late(player, terms)
        case Verb.OUT:
            yield from _too_late(player, terms)
        case Verb.ABSENT:
            asks = NoShows(player.session, player.starts, player.now, player.zone)
            yield from terms.conduct.absence.guard(asks)
        case Verb.BROKE if player.can_play:
            has = wording.chips(player.stack_chips)
            wrong = f"{player.name} has {has}, enough for a hand."
            yield Refusal(SHORT, wrong, "Nobody who can play on is out.")
        case Verb.LOWEST if not player.is_lowest:
            wrong = f"{player.name} is not to be eliminated as the lowest stack now."
            right = "After an elimination hand whoever is lowest goes, ties decided."
            yield Refusal(LOWEST, wrong, right)
        case Verb.BACK:
            yield from _back(player, terms)
    if deed.verb in (Verb.LATE, Verb.ABSENT) and player.away is deed.verb:
        wrong = f"{player.name} is {deed.verb.value} already."
        yield Refusal(AWAY, wrong, "Say when they are back.")


def _late(player: Player, terms: Terms) -> Iterator[Refusal]:
    if terms.conduct.late.effect is LateEffect.ELIMINATED:
        wrong = "The terms keep no place for somebody who is late."
        yield Refusal(LATE, wrong, "Whoever is not seated then is out.")
    elif player.now < player.starts:
        starts = wording.when(player.starts, player.zone)
        wrong = f"The session starts {starts}."
        yield Refusal(LATE, wrong, "Nobody is late before that.")


def _too_late(player: Player, terms: Terms) -> Iterator[Refusal]:
    lost = terms.conduct.late.lost_at(player.starts)
    if lost is None:
        wrong = "The terms keep the place to the end of the session."
        yield Refusal(LATE, wrong, "Note that they are late.")
    elif player.now < lost:
        wrong = f"The place is kept until {wording.when(lost, player.zone)}."
        yield Refusal(LATE, wrong, "Note that they are late until then.")


def _back(player: Player, terms: Terms) -> Iterator[Refusal]:
    if player.away not in (Verb.LATE, Verb.ABSENT):
        wrong = f"{player.name} is not away."
        yield Refusal(AWAY, wrong, "Nothing is to be done.")
    elif player.away is Verb.LATE:
        yield from terms.conduct.late.guard(
            Arriving(
                player.name,
                player.starts,
                player.now,
                player.zone,
                Application(player.name),
                play_began=True,
            )
        )


def offered(terms: Terms) -> tuple[tuple[str, Penalty], ...]:
    """Every penalty that the terms list, with its ground; the telephone's own last."""
    conduct = terms.conduct
    found = [(p.ground, p) for p in conduct.penalties.penalties]
    found += [
        (ground, Penalty(ground, Sanction.DISQUALIFICATION))
        for ground in conduct.disqualification.grounds
    ]
    if conduct.phone.penalty is not None:
        found.append((PHONE, conduct.phone.penalty))
    return tuple(found)
