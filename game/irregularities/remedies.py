"""The remedies all documents share: void, return, collect, carry over, warn."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from game.cautions import Caution, Fault
from game.fates import WAGER_MOVES, Fate
from game.irregularities import kinds
from game.irregularities.facts import JACKPOT, Hand, RoundFacts, Wager
from game.irregularities.ruling import Choice, RoundFate, Ruling
from game.play.moves import Move
from game.ranks import Rank
from rulebook import CROWN3, HOUSE, NSW3, STAR4, VIC99, Cite, Cited

MISDEAL = "Misdeal. All hands are void and all wagers go back."
VOID = "The round is void and all wagers go back."
Moves = tuple[Move, ...]
DECK = 52
_ACTS = {fate: act for act, fate in WAGER_MOVES.items()}


# What each document does with the jackpot wagers of void hands.
JACKPOTS: Mapping[str, Cited[Fate]] = {
    "CROWN3": Cited(Fate.CARRIED, CROWN3.at("11.12")),
    "MASS": Cited(Fate.RETURNED, HOUSE.at("RULING-2")),
    "NSW3": Cited(Fate.RETURNED, NSW3.at("15.3.1")),
    "STAR4": Cited(Fate.RETURNED, STAR4.at("15.3.1")),
    "VIC99": Cited(Fate.CARRIED, VIC99.at("N25-14.12.2")),
}


def misdeal(facts: RoundFacts, cite: Cite, spoken: str = MISDEAL) -> Ruling:
    """The whole round is a misdeal: every hand is void."""
    return _all_void(facts, cite, spoken, RoundFate.MISDEAL)


def void(facts: RoundFacts, cite: Cite, spoken: str = VOID) -> Ruling:
    """The whole round is void."""
    return _all_void(facts, cite, spoken, RoundFate.VOID)


def _all_void(facts: RoundFacts, cite: Cite, spoken: str, fate: RoundFate) -> Ruling:
    moves = all_back(facts, cite)
    if any(hand.amount(JACKPOT) for hand in facts.hands):
        moves += _jackpot(facts)
        if JACKPOTS[facts.code].value is Fate.CARRIED:
            stay = "except jackpot wagers, which stay for the next round"
            spoken = f"{spoken.removesuffix('.')}, {stay}."
    return Ruling(cite, spoken, moves, round=fate)


def all_back(facts: RoundFacts, cite: Cite) -> Moves:
    """Every wager of the round goes back, jackpot wagers too."""
    return (Move("void_round", cite=cite),) if facts.hands else ()


def _jackpot(facts: RoundFacts, hand: Hand | None = None) -> Moves:
    """What the document does with the jackpot wager of a void hand, or of all."""
    fate, seat = JACKPOTS[facts.code], hand.seat if hand else None
    return (Move(_ACTS[fate.value], seat, wagers=(JACKPOT,), cite=fate.cite),)


def voided(facts: RoundFacts, hand: Hand, cite: Cite) -> Moves:
    """A void hand: its wagers go back, its jackpot wager as the document says."""
    jackpot = _jackpot(facts, hand) if hand.amount(JACKPOT) else ()
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


def may_forfeit(hand: Hand, power: Cited[Rank], lost: str) -> Ruling:
    """Telling others about a hand may cost its wagers, those the document names."""
    cite, rank, seat = power.cite, power.value, f"Seat {hand.seat}"
    choices = (
        Choice(
            "forfeit", f"{seat} forfeits {lost}.", cite, forfeited(hand, rank, cite)
        ),
        Choice("no forfeit", f"{seat} keeps its wagers.", cite),
    )
    ruling = Ruling(cite, f"{seat} told others about a hand.")
    return ruling.decided(rank, choices=choices)


def no_outcome(
    facts: RoundFacts, ground: kinds.Ground, cite: Cite, back: Cite
) -> Ruling:
    """An outcome that is declared invalid: every wager on it is refunded."""
    spoken = f"The outcome is invalid because of {ground}. All wagers go back."
    return Ruling(cite, spoken, all_back(facts, back), round=RoundFate.VOID)


def deemed_folded(hand: Hand, by: Rank) -> Moves:
    """A hand counts as folded, with all that a fold means for its wagers."""
    return (Move("deem_folded", seat=hand.seat, by=by),)


def held(hand: Hand, wager: Wager, left: int, cite: Cite) -> Moves:
    """A wager held to what is settled of it; what was keyed beyond that is undone."""
    if wager.amount <= left:
        return ()
    return (Move("cut_back", seat=hand.seat, also=((wager.name, left),), cite=cite),)


# What the two Victorian documents answer alike, each under its own rule.


def of_52_cards(facts: RoundFacts, found: kinds.DeckFault, cite: Cite) -> Ruling | None:
    """A deck that does not hold 52 cards voids the round."""
    if found.count == DECK and not found.foreign:
        return None
    spoken = f"The deck has {found.count} cards. The round is void: all wagers go back."
    return void(facts, cite, spoken)


def counted_by_hand(
    facts: RoundFacts, count: int | None, cite: Cite, counting: tuple[str, str]
) -> Ruling:
    """A count that a device did not confirm is made by hand, and decides the round."""
    if count is None:
        spoken, task = counting
        return Ruling(cite, spoken).then(task, cite, counted=True)
    if count == DECK:
        return Ruling(cite, "52 cards were counted. The round stands.")
    spoken = f"{count} cards were counted. The round is void: all wagers go back."
    return void(facts, cite, spoken)


def short_in_play(
    facts: RoundFacts, hand: Hand, fault: Fault, lost: Cited[Iterable[str]], back: str
) -> Ruling:
    """A bet that is too small voids the hand; the second time it costs the ante."""
    cite = lost.cite
    moves = voided(facts, hand, cite)
    if warned(facts, hand, fault):
        spoken = f"Seat {hand.seat} was warned: the ante is lost and the cards removed."
        return Ruling(cite, spoken, (*moves, *collected(hand, lost.value, cite)))
    spoken = f"The hand of seat {hand.seat} is void and {back}."
    ruling = Ruling(cite, f"{spoken} The next time the ante is lost.", moves)
    return warning(ruling, facts, hand, fault)


def warned(facts: RoundFacts, hand: Hand, fault: Fault) -> bool:
    """Whether the player of this hand was warned about this fault before."""
    return facts.cautions.has(_player(hand), fault, facts.session)


def warning(ruling: Ruling, facts: RoundFacts, hand: Hand, fault: Fault) -> Ruling:
    """The ruling with a warning to the player of this hand."""
    given = Caution(_player(hand), fault, facts.session, ruling.cite)
    return replace(ruling, cautions=(given,))


def _player(hand: Hand) -> str:
    return hand.player or f"seat {hand.seat}"
