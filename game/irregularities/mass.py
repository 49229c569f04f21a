"""Irregularities in Massachusetts: section 14, the stub count and talk at the table."""

from collections.abc import Callable, Mapping
from typing import Any

from game.fates import Fate
from game.irregularities.facts import RoundFacts
from game.irregularities.kinds import (
    BoxedCards,
    CardDrawnInError,
    CardsExposed,
    CommunityShownEarly,
    DeckFault,
    DeviceFault,
    DeviceTrouble,
    TalkAboutHands,
    WrongCommunityCount,
    WrongHandCount,
)
from game.irregularities.remedies import (
    VOID,
    Book,
    decided,
    forfeited,
    play_on,
    returned,
    then,
    void,
)
from game.irregularities.ruling import Ruling, Task
from game.ranks import Rank
from rulebook import HOUSE, MASS, Cited

# The document does not carry wagers over: a void hand gives every stake back.
BOOK = Book("MASS", Cited(Fate.RETURNED, HOUSE.at("RULING-2")))
DECK = 52
REMOVE = "remove the whole deck from the table"
BOXED_ALLOWED = Cited(1, MASS.at("14(b)"))


def cards_exposed(facts: RoundFacts, found: CardsExposed) -> Ruling | None:
    """A community card shown before the call that closes its bets voids all hands."""
    if found.community and not facts.called:
        return void(BOOK, facts, MASS.at("14(a)"))
    return None


def community_shown_early(facts: RoundFacts, _: CommunityShownEarly) -> Ruling | None:
    """A community card shown before the call that closes its bets voids all hands."""
    return None if facts.called else void(BOOK, facts, MASS.at("14(a)"))


def boxed_cards(facts: RoundFacts, found: BoxedCards) -> Ruling:
    """One card found face up is left out; more than one voids the round."""
    cite = BOXED_ALLOWED.cite
    if found.cards > BOXED_ALLOWED.value:
        ruling = void(BOOK, facts, cite)
        return then(ruling, Task("shuffle the cards again", cite))
    spoken = "The card goes to the discard rack unused and dealing goes on."
    ruling = play_on(BOOK, cite, spoken)
    return then(ruling, Task("keep the card in the count and reshuffle all 52", cite))


def card_drawn(_facts: RoundFacts, _: CardDrawnInError) -> Ruling:
    """A card drawn by mistake and not shown is simply the next card."""
    spoken = "The card was not shown: it is the next card dealt."
    return play_on(BOOK, MASS.at("14(c)"), spoken)


def wrong_hand_count(facts: RoundFacts, found: WrongHandCount) -> Ruling | None:
    """A player with a wrong number of cards has only that hand voided."""
    if found.seat is None:  # this game has no dealer's hand
        return None
    cite = MASS.at("14(d)")
    spoken = f"The hand of seat {found.seat} is void and its wagers go back."
    return play_on(BOOK, cite, spoken, returned(facts.hand(found.seat), cite))


def wrong_community_count(facts: RoundFacts, found: WrongCommunityCount) -> Ruling:
    """Community cards dealt wrongly void all hands, not only one player's."""
    spoken = f"There are {found.cards} community cards. {VOID}"
    return void(BOOK, facts, MASS.at("7(f)(2)"), spoken)


def deck_fault(facts: RoundFacts, found: DeckFault) -> Ruling | None:
    """A stub count that is wrong voids all hands; the deck goes if it is the fault."""
    if found.count == DECK and not found.foreign and not found.misdealt:
        return None
    cite = MASS.at("7(f)(2)")
    ruling = void(BOOK, facts, cite)
    if found.misdealt and found.count == DECK:
        return ruling
    return then(ruling, Task(REMOVE, cite))


def device_fault(facts: RoundFacts, found: DeviceFault) -> Ruling:
    """A shuffler that fails: reshuffle; a dealing shoe that fails voids the round."""
    if found.deals_cards:
        cite = MASS.at("14(f)")
        what = "take the cards out and reshuffle them with those already dealt"
        return then(void(BOOK, facts, cite), Task(what, cite))
    if found.trouble is DeviceTrouble.UNVERIFIED:
        return _miscounted(found.count)
    cite = MASS.at("14(e)")
    ruling = play_on(BOOK, cite, "The shuffling device failed: reshuffle.")
    return then(ruling, Task("reshuffle by the approved procedure", cite))


def _miscounted(count: int | None) -> Ruling:
    """A shuffler that counts wrongly sends the deck away; one that is right, nothing.

    Where it gives no count at all, the stub is counted by hand.
    """
    cite = MASS.at("9(f)")
    if count is None:
        ruling = play_on(BOOK, cite, "The shuffler gives no count: count by hand.")
        return then(ruling, Task("count the deck by hand", cite))
    if count == DECK:
        return play_on(BOOK, cite, "The shuffler counts 52 cards. Play goes on.")
    spoken = f"The shuffler counts {count} cards. The whole deck is removed."
    return then(play_on(BOOK, cite, spoken), Task(REMOVE, cite))


def talk_about_hands(facts: RoundFacts, found: TalkAboutHands) -> Ruling:
    """Telling others about a hand costs all its stakes; there is no discretion."""
    hand, cite = facts.hand(found.seat), MASS.at("10(c)")
    spoken = f"Seat {hand.seat} told others about a hand: all its wagers are lost."
    ruling = play_on(BOOK, cite, spoken, forfeited(hand, Rank.SUPERVISOR, cite))
    return decided(ruling, Rank.SUPERVISOR)


RULINGS: Mapping[type, Callable[[RoundFacts, Any], Ruling | None]] = {
    CardsExposed: cards_exposed,
    CommunityShownEarly: community_shown_early,
    BoxedCards: boxed_cards,
    CardDrawnInError: card_drawn,
    WrongHandCount: wrong_hand_count,
    WrongCommunityCount: wrong_community_count,
    DeckFault: deck_fault,
    DeviceFault: device_fault,
    TalkAboutHands: talk_about_hands,
}
