"""A ruling: what is done to the round, who is told, what is to be done, and why.

What becomes of each stake is not said here: it is read off the round after the moves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.cautions import Caution
from game.fates import Fate
from game.irregularities.facts import JACKPOT, RoundFacts
from game.play.moves import Move
from game.ranks import LADDERS, Party, Rank, may_act
from rulebook import Cite, Refusal, Refused


class RoundFate(StrEnum):
    """What becomes of the round."""

    PLAYS_ON = "play goes on"
    MISDEAL = "misdeal"
    VOID = "the round is void"


@dataclass(frozen=True, slots=True)
class Effect:
    """What became of one stake, or of a part of it; `won` is what the house adds."""

    seat: int
    wager: str
    amount: int
    fate: Fate
    cite: Cite
    won: int = 0


@dataclass(frozen=True, slots=True)
class MustBeTold:
    """Somebody who must be told."""

    who: Rank | Party
    cite: Cite


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be done and recorded; the next deal may have to wait for it."""

    what: str
    cite: Cite
    before_next_deal: bool = True
    counted: bool = False  # it is done with the number that was found


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be decided where the rule says “may”."""

    name: str
    spoken: str
    cite: Cite
    moves: tuple[Move, ...] = ()
    orders: tuple[Task, ...] = ()
    round: RoundFate | None = None  # where it decides over the whole round
    effects: tuple[Effect, ...] = ()  # read off


@dataclass(frozen=True, slots=True)
class JackpotGame:
    """A jackpot game cancelled and registered again without a second charge."""

    seats: tuple[int, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Ruling:
    """The outcome of an irregularity, as it is read aloud at the table."""

    cite: Cite
    spoken: str
    moves: tuple[Move, ...] = ()
    effects: tuple[Effect, ...] = ()  # read off the round before and after the moves
    round: RoundFate = RoundFate.PLAYS_ON
    tell: tuple[MustBeTold, ...] = ()
    tasks: tuple[Task, ...] = ()
    decided_by: Rank = Rank.DEALER
    decided_under: Cite | None = None  # the rule that names this rank
    choices: tuple[Choice, ...] = ()
    combinable: bool = False  # several choices may be made at once
    may_retract: tuple[int, ...] = ()
    retracting: Cite | None = None
    retracting_jackpot: Cite | None = None  # where a rule of its own says so
    cautions: tuple[Caution, ...] = ()
    jackpot_game: JackpotGame | None = None
    earlier_rounds_stand: Cite | None = None
    code: str = ""  # the document it is ruled by, once it is

    def telling(self, *who: Rank | Party, cite: Cite | None = None) -> "Ruling":
        """The ruling with those who must be told of it."""
        more = (MustBeTold(each, cite or self.cite) for each in who)
        return replace(self, tell=(*self.tell, *more))

    def then(
        self,
        what: str,
        cite: Cite,
        *,
        before_next_deal: bool = True,
        counted: bool = False,
    ) -> "Ruling":
        """The ruling with something to be done after it."""
        task = Task(what, cite, before_next_deal, counted)
        return replace(self, tasks=(*self.tasks, task))

    def decided(
        self, by: Rank, under: Cite | None = None, choices: Sequence[Choice] = ()
    ) -> "Ruling":
        """The ruling with the rank on whose word it holds, and what that may choose."""
        return replace(
            self,
            decided_by=by,
            decided_under=under or self.cite,
            choices=tuple(choices),
        )

    def retractable(
        self, facts: RoundFacts, cite: Cite, jackpot: Cite | None = None
    ) -> "Ruling":
        """The ruling with the option for players still in to take their wagers back.

        `jackpot` is the rule on their jackpot wagers, where it is one of its own.
        """
        touched = {move.seat for move in self.moves}
        untouched = (h for h in facts.hands if h.seat not in touched)
        return replace(
            self,
            may_retract=tuple(hand.seat for hand in untouched if not hand.folded),
            retracting=cite,
            retracting_jackpot=jackpot,
        )

    def back(self, seat: int | None = None) -> int:
        """What goes back, to one seat or to all."""
        return self.total(Fate.RETURNED, seat)

    def total(self, fate: Fate, seat: int | None = None) -> int:
        """What meets this fate, at one seat or at all."""
        return sum(
            effect.amount
            for effect in self.effects
            if effect.fate is fate and seat in (None, effect.seat)
        )

    def read_aloud(self) -> str:
        """The ruling with its rule, as it is read out and recorded."""
        parts = [self.spoken]
        if self.choices:
            names = " or ".join(choice.name for choice in self.choices)
            title = LADDERS[self.code].title(self.decided_by)
            more = ", or several of these" if self.combinable else ""
            parts.append(f"The {title} decides: {names}{more}.")
        if self.may_retract:
            parts.append("Players may now take their wagers back.")
        return f"{' '.join(parts)} [{self.cite}]"


def in_force(ruling: Ruling, by: Rank) -> Refused | None:
    """Whether a ruling holds on the word of this rank; until then it is pending."""
    cite = ruling.decided_under or ruling.cite
    return may_act(ruling.code, by, ruling.decided_by, cite)


def choose(ruling: Ruling, names: str | Sequence[str], by: Rank) -> Ruling | Refused:
    """Settle on a choice, or on several where they may be combined."""
    if refused := in_force(ruling, by):
        return refused
    wanted = (names,) if isinstance(names, str) else tuple(names)
    chosen = [choice for choice in ruling.choices if choice.name in wanted]
    if len(chosen) != len(set(wanted)) or not chosen:
        return _no_choice(ruling, f"“{', '.join(wanted)}” is no choice here.")
    if len(chosen) > 1 and not ruling.combinable:
        return _no_choice(ruling, "Only one of them may be chosen.")
    # At most one of the choices that may be combined touches the round.
    acts = next((choice for choice in chosen if choice.moves), chosen[0])
    return replace(
        ruling,
        spoken=" ".join(choice.spoken for choice in chosen),
        moves=acts.moves,
        effects=acts.effects,
        cite=chosen[0].cite,
        round=chosen[0].round or ruling.round,
        tasks=(*ruling.tasks, *(task for choice in chosen for task in choice.orders)),
        choices=(),
    )


def _no_choice(ruling: Ruling, wrong: str) -> Refused:
    names = ", ".join(choice.name for choice in ruling.choices) or "nothing"
    return Refused((Refusal(ruling.cite, wrong, f"There is {names} to choose."),))


def retract(
    facts: RoundFacts, ruling: Ruling, seats: Iterable[int]
) -> Ruling | Refused:
    """Let players take back all their wagers together, never single ones.

    A jackpot wager comes back with the others: the jackpot game is cancelled and the
    remaining wagers are registered again for this round.
    """
    leaving = sorted(set(seats))
    barred = [seat for seat in leaving if seat not in ruling.may_retract]
    if barred or ruling.retracting is None:
        wrong = f"Seats {barred} may not take their wagers back."
        return Refused((Refusal(ruling.retracting or ruling.cite, wrong),))
    cite = ruling.retracting
    staked = [hand.seat for hand in facts.hands if hand.amount(JACKPOT)]
    moves = [Move("void_hand", seat=seat, cite=cite) for seat in leaving]
    if (apart := ruling.retracting_jackpot) is not None:
        moves += [
            Move("return_wager", seat=seat, wagers=(JACKPOT,), cite=apart)
            for seat in leaving
            if seat in staked
        ]
    out = {*leaving, *(move.seat for move in ruling.moves)}
    again = tuple(seat for seat in staked if seat not in out)
    gone = any(seat in leaving for seat in staked)
    under = ruling.retracting_jackpot or cite
    game = JackpotGame(again, under) if gone else ruling.jackpot_game
    return replace(
        ruling, moves=(*ruling.moves, *moves), may_retract=(), jackpot_game=game
    )
