"""The remedies all documents share: void, return, collect, carry over, play on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from game.cautions import Caution, Fault
from game.irregularities.facts import JACKPOT, Hand, RoundFacts, Wager
from game.irregularities.ruling import Effect, Fate, RoundFate, Ruling, Task, Told
from game.ranks import Party, Rank
from rulebook import Cite, Cited

MISDEAL = "Misdeal. All hands are void and all wagers go back."
VOID = "The round is void and all wagers go back."


@dataclass(frozen=True, slots=True)
class Book:
    """One document, and what it does with the jackpot wagers of void hands."""

    code: str
    jackpot: Cited[Fate]


def misdeal(book: Book, facts: RoundFacts, cite: Cite, spoken: str = MISDEAL) -> Ruling:
    """The whole round is a misdeal: every hand is void."""
    return _all_void(book, facts, cite, spoken, RoundFate.MISDEAL)


def void(book: Book, facts: RoundFacts, cite: Cite, spoken: str = VOID) -> Ruling:
    """The whole round is void."""
    return _all_void(book, facts, cite, spoken, RoundFate.VOID)


def _all_void(
    book: Book, facts: RoundFacts, cite: Cite, spoken: str, fate: RoundFate
) -> Ruling:
    effects = tuple(voided(book, hand, cite) for hand in facts.hands)
    flat = tuple(effect for group in effects for effect in group)
    if any(effect.fate is Fate.CARRIED for effect in flat):
        stay = "except jackpot wagers, which stay for the next round"
        spoken = f"{spoken.removesuffix('.')}, {stay}."
    return Ruling(book.code, cite, spoken, flat, fate)


def voided(book: Book, hand: Hand, cite: Cite) -> tuple[Effect, ...]:
    """A void hand: its wagers go back, its jackpot wager as the document says."""
    return tuple(
        Effect(hand.seat, JACKPOT, w.amount, book.jackpot.value, book.jackpot.cite)
        if w.name == JACKPOT
        else Effect(hand.seat, w.name, w.amount, Fate.RETURNED, cite)
        for w in hand.wagers
    )


def returned(hand: Hand, cite: Cite) -> tuple[Effect, ...]:
    """Every wager of a hand goes back, the jackpot wager too."""
    return tuple(
        Effect(hand.seat, w.name, w.amount, Fate.RETURNED, cite) for w in hand.wagers
    )


def collected(hand: Hand, cite: Cite, keep: Iterable[str] = ()) -> tuple[Effect, ...]:
    """Every wager of a hand is collected, apart from those that stand."""
    return tuple(
        Effect(
            hand.seat,
            w.name,
            w.amount,
            Fate.STANDS if w.name in keep else Fate.COLLECTED,
            cite,
        )
        for w in hand.wagers
    )


def play_on(
    book: Book,
    facts: RoundFacts,
    cite: Cite,
    spoken: str,
    changed: Iterable[Effect] = (),
) -> Ruling:
    """Play goes on: whatever the ruling does not touch stands as it is."""
    changed = tuple(changed)
    touched = {(effect.seat, effect.wager) for effect in changed}
    others = tuple(
        Effect(hand.seat, w.name, w.amount, Fate.STANDS, cite)
        for hand, w in facts.stakes()
        if (hand.seat, w.name) not in touched
    )
    return Ruling(book.code, cite, spoken, (*changed, *others))


def cut(hand: Hand, wager: Wager, most: int, cite: Cite) -> tuple[Effect, ...]:
    """A wager held to the most it may be: the excess goes back."""
    excess = wager.amount - most
    return (
        Effect(hand.seat, wager.name, most, Fate.STANDS, cite),
        Effect(hand.seat, wager.name, excess, Fate.RETURNED, cite),
    )


def held(hand: Hand, wager: Wager, left: int, cite: Cite) -> tuple[Effect, ...]:
    """A wager held to what is settled of it; what was keyed beyond that is undone."""
    return cut(hand, wager, left, cite) if wager.amount > left else ()


def told(ruling: Ruling, *who: Rank | Party, cite: Cite | None = None) -> Ruling:
    """The ruling with those who must be told of it."""
    more = tuple(Told(each, cite or ruling.cite) for each in who)
    return replace(ruling, tell=(*ruling.tell, *more))


def then(ruling: Ruling, *tasks: Task) -> Ruling:
    """The ruling with what is to be done after it."""
    return replace(ruling, tasks=(*ruling.tasks, *tasks))


def decided(ruling: Ruling, by: Rank, under: Cite | None = None) -> Ruling:
    """The ruling with the rank on whose word it holds."""
    return replace(ruling, decided_by=by, decided_under=under or ruling.cite)


def retractable(ruling: Ruling, facts: RoundFacts, cite: Cite) -> Ruling:
    """The ruling with the option for players still in to take their wagers back."""
    touched = {e.seat for e in ruling.effects if e.fate is not Fate.STANDS}
    seats = tuple(h.seat for h in facts.hands if h.seat not in touched and not h.folded)
    return replace(ruling, may_retract=seats, retracting=cite)


def warned(facts: RoundFacts, hand: Hand, fault: Fault) -> bool:
    """Whether the player of this hand was warned about this fault before."""
    return facts.cautions.has(_player(hand), fault, facts.session)


def caution(facts: RoundFacts, hand: Hand, fault: Fault, cite: Cite) -> Caution:
    """A warning to the player of this hand."""
    return Caution(_player(hand), fault, facts.session, cite)


def _player(hand: Hand) -> str:
    return hand.player or f"seat {hand.seat}"


def unbalanced(facts: RoundFacts, effects: Iterable[Effect]) -> Iterator[str]:
    """Every stake a ruling forgets or counts twice; a sound ruling has none."""
    left = {(hand.seat, w.name): w.amount for hand, w in facts.stakes()}
    for effect in effects:
        key = (effect.seat, effect.wager)
        left[key] = left.get(key, 0) - effect.amount
    yield from (
        f"{seat} {wager}: {rest}" for (seat, wager), rest in left.items() if rest
    )
