"""Irregularities at Caribbean Stud under the notice of 1999: rule 14.

Much turns on the call “Bet or Fold”: an error found before it is a misdeal, an error
found after it is put right with the cards counted.
"""

from collections.abc import Callable, Mapping
from typing import Any

from game.cautions import Fault
from game.irregularities import kinds, remedies
from game.irregularities.facts import ANTE, JACKPOT, RoundFacts
from game.irregularities.ruling import JackpotGame, Ruling
from game.play.moves import Move
from game.ranks import Party, Rank
from rulebook import VIC99, Cite, Cited

TOO_MANY_EXPOSED = Cited(3, VIC99.at("N25-14.2"))


def cards_exposed(facts: RoundFacts, found: kinds.CardsExposed) -> Ruling:
    """One or two cards shown by the dealer do not matter; three are a misdeal."""
    counted = found.cards - found.dealers_up_card if found.by_dealer else 0
    if counted >= TOO_MANY_EXPOSED.value:
        spoken = f"{counted} cards were exposed. Misdeal: all wagers go back."
        return remedies.misdeal(facts, TOO_MANY_EXPOSED.cite, spoken)
    if found.dealers_up_card:
        cite = VIC99.at("N25-14.3")
        spoken = "The card shown is the Dealer's up card; the fifth is dealt face down."
        return Ruling(cite, spoken)
    cite = TOO_MANY_EXPOSED.cite if counted > 1 else VIC99.at("N25-14.1")
    return Ruling(cite, "The card is turned over and dealing goes on.")


def wrong_hand_count(facts: RoundFacts, found: kinds.WrongHandCount) -> Ruling:
    """A wrong number of cards: a misdeal before the call, counted after it."""
    if not facts.called:
        ruling = remedies.misdeal(facts, VIC99.at("N25-14.4"))
        return ruling.telling(Rank.SUPERVISOR).decided(Rank.SUPERVISOR)
    notice = VIC99.at("N25-14.6") if found.seat is None else VIC99.at("N25-14.5")
    ruling = _counted(facts, found, notice)
    ruling = ruling.telling(Rank.SUPERVISOR, Party.PIT_BOSS, cite=notice)
    ruling = ruling.then(
        "count all the cards", notice, before_next_deal=False, counted=True
    )
    return ruling.decided(Rank.SUPERVISOR, notice)


def _counted(facts: RoundFacts, found: kinds.WrongHandCount, notice: Cite) -> Ruling:
    if found.deck_count is None:
        return Ruling(notice, "The Dealer counts all the cards.")
    if found.deck_count != remedies.DECK:
        by_dealer = found.seat is None
        cite = VIC99.at("N25-14.6.1") if by_dealer else VIC99.at("N25-14.5.1")
        spoken = f"{found.deck_count} cards were counted. Misdeal: all wagers go back."
        return remedies.misdeal(facts, cite, spoken)
    return _no_hand(facts) if found.seat is None else _one_hand(facts, found.seat)


def _one_hand(facts: RoundFacts, seat: int) -> Ruling:
    cite = VIC99.at("N25-14.5.2")
    spoken = f"The hand of seat {seat} is void and its wagers go back."
    gone = remedies.returned(facts.hand(seat), cite)
    return Ruling(cite, spoken, gone).retractable(facts, cite)


def _no_hand(facts: RoundFacts) -> Ruling:
    """The dealer has no hand: every ante is paid, folded ones come back to life."""
    spoken = "The Dealer has no hand. Every ante is paid even money; Bets go back."
    ruling = Ruling(VIC99.at("N25-14.6.2"), spoken, (Move("no_hand"),))
    if not any(hand.amount(JACKPOT) for hand in facts.hands):
        return ruling
    look, cite = "look at every jackpot hand, folded or not", VIC99.at("N25-14.6.2.2")
    return ruling.then(look, cite, before_next_deal=False)


def stray_hand(facts: RoundFacts, found: kinds.StrayHand) -> Ruling:
    """Cards at a box without an ante: a misdeal before the call, burnt after it."""
    if not facts.called:
        return remedies.misdeal(facts, VIC99.at("N25-14.7"))
    cite = VIC99.at("N25-14.8")
    spoken = f"The cards at box {found.box} are burnt and play goes on."
    return Ruling(cite, spoken).retractable(facts, cite)


def deck_fault(facts: RoundFacts, found: kinds.DeckFault) -> Ruling | None:
    """A deck that does not hold 52 cards voids the round."""
    return remedies.of_52_cards(facts, found, VIC99.at("N25-14.9"))


def cannot_bet_enough(facts: RoundFacts, found: kinds.CannotBetEnough) -> Ruling:
    """No Bet of exactly twice the ante: the hand is void, then the ante is lost."""
    hand, fault = facts.hand(found.seat), Fault.SHORT_BET_IN_PLAY
    lost = Cited((ANTE,), VIC99.at("N25-14.10"))
    return remedies.short_in_play(facts, hand, fault, lost, "the ante goes back")


def bet_found_wrong(facts: RoundFacts, found: kinds.BetFoundWrong) -> Ruling | None:
    """A Bet found wrong at settlement: the excess back, or settled as placed."""
    hand = facts.hand(found.seat)
    wager = next(w for w in hand.wagers if w.name == found.wager)
    lies = wager.amount if found.lies is None else found.lies
    if lies > found.most:
        cite = VIC99.at("N25-14.11.1")
        spoken = "What the Bet has too much goes back; the rest is settled."
        return Ruling(cite, spoken, remedies.held(hand, wager, found.most, cite))
    if lies >= found.least:
        return None
    cite = VIC99.at("N25-14.11.2")
    spoken = "The Bet is too small; it is settled as it lies."
    ruling = Ruling(cite, spoken, remedies.held(hand, wager, lies, cite))
    return remedies.warning(ruling, facts, hand, Fault.SHORT_BET_AT_SETTLEMENT)


def jackpot_button(facts: RoundFacts, _: kinds.JackpotGameStartedByMistake) -> Ruling:
    """A wrong press of the button: markers show who is already in the jackpot."""
    cite = VIC99.at("N25-14.12.3")
    seats = tuple(hand.seat for hand in facts.hands if hand.amount(JACKPOT))
    spoken = "Markers show who is already in the jackpot; nobody pays twice."
    return Ruling(cite, spoken, jackpot_game=JackpotGame(seats, cite))


def device_fault(facts: RoundFacts, found: kinds.DeviceFault) -> Ruling:
    """A shuffling shoe that fails: reshuffle; an unconfirmed count is made by hand."""
    if found.trouble is kinds.DeviceTrouble.UNVERIFIED:
        counting = (
            "The Dealer counts hands and stub.",
            "count every hand and the undealt cards",
        )
        return remedies.counted_by_hand(
            facts, found.count, VIC99.at("N25-14.14"), counting
        )
    cite = VIC99.at("N25-14.13")
    ruling = Ruling(cite, "The shuffling shoe failed: reshuffle.")
    return ruling.then("shuffle the cards again", cite)


RULINGS: Mapping[type, Callable[[RoundFacts, Any], Ruling | None]] = {
    kinds.CardsExposed: cards_exposed,
    kinds.WrongHandCount: wrong_hand_count,
    kinds.StrayHand: stray_hand,
    kinds.DeckFault: deck_fault,
    kinds.CannotBetEnough: cannot_bet_enough,
    kinds.BetFoundWrong: bet_found_wrong,
    kinds.JackpotGameStartedByMistake: jackpot_button,
    kinds.DeviceFault: device_fault,
}
