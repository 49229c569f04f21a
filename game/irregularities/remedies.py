"""The remedies all documents share: void, return, collect, carry over, play on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from game.cautions import Caution, Fault
from game.fates import WAGER_MOVES, Fate
from game.irregularities.facts import JACKPOT, Hand, RoundFacts, Wager
from game.irregularities.ruling import RoundFate, Ruling, Task, Told
from game.play.moves import Move
from game.ranks import Party, Rank
from rulebook import Cite, Cited

MISDEAL = "Misdeal. All hands are void and all wagers go back."
VOID = "The round is void and all wagers go back."
Moves = tuple[Move, ...]
_ACTS = {fate: act for act, fate in WAGER_MOVES.items()}


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
    jackpots = tuple(_jackpot(book)) if _any_jackpot(facts) else ()
    if jackpots and book.jackpot.value is Fate.CARRIED:
        stay = "except jackpot wagers, which stay for the next round"
        spoken = f"{spoken.removesuffix('.')}, {stay}."
    return Ruling(
        book.code, cite, spoken, (*all_back(facts, cite), *jackpots), (), fate
    )


def all_back(facts: RoundFacts, cite: Cite) -> Moves:
    """Every wager of the round goes back, jackpot wagers too."""
    return (Move("void_round", cite=cite),) if facts.hands else ()


def _any_jackpot(facts: RoundFacts) -> bool:
    return any(hand.amount(JACKPOT) for hand in facts.hands)


def _jackpot(book: Book, hand: Hand | None = None) -> Iterator[Move]:
    """What the document does with the jackpot wager of a void hand, or of all."""
    act, cite = _ACTS[book.jackpot.value], book.jackpot.cite
    seat = hand.seat if hand else None
    yield Move(act, seat=seat, wagers=(JACKPOT,), cite=cite)


def voided(book: Book, hand: Hand, cite: Cite) -> Moves:
    """A void hand: its wagers go back, its jackpot wager as the document says."""
    jackpot = _jackpot(book, hand) if hand.amount(JACKPOT) else ()
    return (*returned(hand, cite), *jackpot)


def returned(hand: Hand, cite: Cite) -> Moves:
    """Every wager of a hand goes back, the jackpot wager too."""
    return (Move("void_hand", seat=hand.seat, cite=cite),)


def back(hand: Hand, wager: str, cite: Cite) -> Moves:
    """One wager of a hand goes back, whatever becomes of the hand."""
    return (Move("return_wager", seat=hand.seat, wagers=(wager,), cite=cite),)


def collected(hand: Hand, wagers: Iterable[str], cite: Cite) -> Moves:
    """Single wagers of a hand are collected, whatever becomes of the others."""
    return (Move("collect_wager", seat=hand.seat, wagers=tuple(wagers), cite=cite),)


def forfeited(hand: Hand, by: Rank, cite: Cite) -> Moves:
    """A hand loses its wagers, as many of them as the document names."""
    return (Move("forfeit", seat=hand.seat, by=by, cite=cite),)


def deemed_folded(hand: Hand, by: Rank) -> Moves:
    """A hand counts as folded, with all that a fold means for its wagers."""
    return (Move("deem_folded", seat=hand.seat, by=by),)


def held(hand: Hand, wager: Wager, left: int, cite: Cite) -> Moves:
    """A wager held to what is settled of it; what was keyed beyond that is undone."""
    if wager.amount <= left:
        return ()
    return (Move("cut_back", seat=hand.seat, also=((wager.name, left),), cite=cite),)


def play_on(book: Book, cite: Cite, spoken: str, moves: Iterable[Move] = ()) -> Ruling:
    """Play goes on: whatever the moves do not touch stands as it is."""
    return Ruling(book.code, cite, spoken, tuple(moves))


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


def retractable(
    ruling: Ruling, facts: RoundFacts, cite: Cite, jackpot: Cite | None = None
) -> Ruling:
    """The ruling with the option for players still in to take their wagers back.

    `jackpot` is the rule on their jackpot wagers, where it is one of its own.
    """
    touched = {move.seat for move in ruling.moves}
    seats = tuple(h.seat for h in facts.hands if h.seat not in touched and not h.folded)
    return replace(
        ruling, may_retract=seats, retracting=cite, retracting_jackpot=jackpot
    )


def warned(facts: RoundFacts, hand: Hand, fault: Fault) -> bool:
    """Whether the player of this hand was warned about this fault before."""
    return facts.cautions.has(_player(hand), fault, facts.session)


def caution(facts: RoundFacts, hand: Hand, fault: Fault, cite: Cite) -> Caution:
    """A warning to the player of this hand."""
    return Caution(_player(hand), fault, facts.session, cite)


def _player(hand: Hand) -> str:
    return hand.player or f"seat {hand.seat}"
