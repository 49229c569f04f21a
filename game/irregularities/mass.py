"""Irregularities in Massachusetts: section 14, the stub count and talk at the table."""

from collections.abc import Callable, Mapping
from typing import Any

from game.irregularities import kinds
from game.irregularities.facts import RoundFacts
from game.irregularities.remedies import DECK, VOID, forfeited, returned, void
from game.irregularities.ruling import Ruling
from game.ranks import Rank
from rulebook import MASS, Cited

REMOVE = "remove the whole deck from the table"
BOXED_ALLOWED = Cited(1, MASS.at("14(b)"))


def cards_exposed(facts: RoundFacts, found: kinds.CardsExposed) -> Ruling | None:
    """A community card shown before the call that closes its bets voids all hands."""
    if found.community and not facts.called:
        return void(facts, MASS.at("14(a)"))
    return None


def shown_early(facts: RoundFacts, _: kinds.CommunityShownEarly) -> Ruling | None:
    """A community card shown before the call that closes its bets voids all hands."""
    return None if facts.called else void(facts, MASS.at("14(a)"))


def boxed_cards(facts: RoundFacts, found: kinds.BoxedCards) -> Ruling:
    """One card found face up is left out; more than one voids the round."""
    cite = BOXED_ALLOWED.cite
    if found.cards > BOXED_ALLOWED.value:
        ruling = void(facts, cite)
        return ruling.then("shuffle the cards again", cite)
    spoken = "The card goes to the discard rack unused and dealing goes on."
    ruling = Ruling(cite, spoken)
    return ruling.then("keep the card in the count and reshuffle all 52", cite)


def card_drawn(_facts: RoundFacts, _: kinds.CardDrawnInError) -> Ruling:
    """A card drawn by mistake and not shown is simply the next card."""
    spoken = "The card was not shown: it is the next card dealt."
    return Ruling(MASS.at("14(c)"), spoken)


def wrong_hand_count(facts: RoundFacts, found: kinds.WrongHandCount) -> Ruling | None:
    """A player with a wrong number of cards has only that hand voided."""
    if found.seat is None:  # this game has no dealer's hand
        return None
    cite = MASS.at("14(d)")
    spoken = f"The hand of seat {found.seat} is void and its wagers go back."
    return Ruling(cite, spoken, returned(facts.hand(found.seat), cite))


def wrong_community(facts: RoundFacts, found: kinds.WrongCommunityCount) -> Ruling:
    """Community cards dealt wrongly void all hands, not only one player's."""
    spoken = f"There are {found.cards} community cards. {VOID}"
    return void(facts, MASS.at("7(f)(2)"), spoken)


def deck_fault(facts: RoundFacts, found: kinds.DeckFault) -> Ruling | None:
    """A stub count that is wrong voids all hands; the deck goes if it is the fault."""
    if found.count == DECK and not found.foreign and not found.misdealt:
        return None
    cite = MASS.at("7(f)(2)")
    ruling = void(facts, cite)
    if found.misdealt and found.count == DECK:
        return ruling
    return ruling.then(REMOVE, cite)


def device_fault(facts: RoundFacts, found: kinds.DeviceFault) -> Ruling:
    """A shuffler that fails: reshuffle; a dealing shoe that fails voids the round."""
    if found.deals_cards:
        cite = MASS.at("14(f)")
        what = "take the cards out and reshuffle them with those already dealt"
        return void(facts, cite).then(what, cite)
    if found.trouble is kinds.DeviceTrouble.UNVERIFIED:
        return _miscounted(found.count)
    cite = MASS.at("14(e)")
    ruling = Ruling(cite, "The shuffling device failed: reshuffle.")
    return ruling.then("reshuffle by the approved procedure", cite)


def _miscounted(count: int | None) -> Ruling:
    """A shuffler that counts wrongly sends the deck away; one that is right, nothing.

    Where it gives no count at all, the stub is counted by hand.
    """
    cite = MASS.at("9(f)")
    if count is None:
        ruling = Ruling(cite, "The shuffler gives no count: count by hand.")
        return ruling.then("count the deck by hand", cite, counted=True)
    if count == DECK:
        return Ruling(cite, "The shuffler counts 52 cards. Play goes on.")
    spoken = f"The shuffler counts {count} cards. The whole deck is removed."
    return Ruling(cite, spoken).then(REMOVE, cite)


def talk_about_hands(facts: RoundFacts, found: kinds.TalkAboutHands) -> Ruling:
    """Telling others about a hand costs all its stakes; there is no discretion."""
    hand, cite = facts.hand(found.seat), MASS.at("10(c)")
    spoken = f"Seat {hand.seat} told others about a hand: all its wagers are lost."
    ruling = Ruling(cite, spoken, forfeited(hand, Rank.SUPERVISOR, cite))
    return ruling.decided(Rank.SUPERVISOR)


RULINGS: Mapping[type, Callable[[RoundFacts, Any], Ruling | None]] = {
    kinds.CardsExposed: cards_exposed,
    kinds.CommunityShownEarly: shown_early,
    kinds.BoxedCards: boxed_cards,
    kinds.CardDrawnInError: card_drawn,
    kinds.WrongHandCount: wrong_hand_count,
    kinds.WrongCommunityCount: wrong_community,
    kinds.DeckFault: deck_fault,
    kinds.DeviceFault: device_fault,
    kinds.TalkAboutHands: talk_about_hands,
}
