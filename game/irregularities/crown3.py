"""Irregularities at Crown Melbourne: rule 11, and invalid outcomes under rule 13."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from game.cautions import Fault
from game.fates import Fate
from game.irregularities.facts import ANTE, JACKPOT, Hand, RoundFacts, Wager, named
from game.irregularities.kinds import (
    BetFoundWrong,
    CannotBetEnough,
    CardsExposed,
    CardsSwept,
    CommunityShownEarly,
    DeckFault,
    DeviceFault,
    DeviceTrouble,
    Ground,
    HandsViewed,
    JackpotGameStartedByMistake,
    OutcomeInvalid,
    StrayHand,
    TalkAboutHands,
    WrongCommunityCount,
    WrongHandCount,
)
from game.irregularities.remedies import (
    Book,
    all_back,
    back,
    caution,
    collected,
    decided,
    forfeited,
    held,
    misdeal,
    play_on,
    retractable,
    returned,
    then,
    told,
    void,
    voided,
    warned,
)
from game.irregularities.ruling import Choice, JackpotGame, RoundFate, Ruling, Task
from game.play.moves import Move
from game.ranks import Rank
from game.rulebooks.crown3 import RULES
from rulebook import CROWN3, Cited

# After a misdeal jackpot wagers wait for the next round instead of going back.
BOOK = Book("CROWN3", Cited(Fate.CARRIED, CROWN3.at("11.12")))
DECK = 52
FORFEIT = RULES.folding.forfeit
INITIAL = Cited(frozenset({ANTE}), CROWN3.at("1.1:Initial-Wagers"))
SUBSEQUENT = Cited(frozenset({"3rd", "4th", "5th"}), CROWN3.at("1.1:Subsequent-Wagers"))
JACKPOT_WAGER = Cited(JACKPOT, CROWN3.at("1.1:Jackpot-wager"))


def cards_exposed(facts: RoundFacts, found: CardsExposed) -> Ruling | None:
    """A card shown in the initial deal is a misdeal; later it is one shown early."""
    if not facts.called:
        return misdeal(BOOK, facts, CROWN3.at("11.1"))
    return _shown_early(facts) if found.community else None


def wrong_hand_count(facts: RoundFacts, found: WrongHandCount) -> Ruling:
    """No cards, too few or too many at a staked box: a misdeal whenever it is found."""
    spoken = f"Seat {found.seat} has {found.cards} cards. Misdeal: all wagers go back."
    ruling = misdeal(BOOK, facts, CROWN3.at("11.2.1"), spoken)
    ruling = told(ruling, Rank.SUPERVISOR, Rank.AREA_MANAGER, cite=CROWN3.at("11.2"))
    ruling = then(ruling, Task("count all the cards", CROWN3.at("11.2.2")))
    if found.deck_count is not None:
        ruling = then(ruling, after_count(found.deck_count))
    return decided(ruling, Rank.AREA_MANAGER, CROWN3.at("11.2"))


def after_count(count: int) -> Task:
    """What the count of the deck leads to."""
    if count == DECK:
        return Task("shuffle and use the same cards", CROWN3.at("11.2.2(a)"))
    what = "box the cards with a card slip, seal them, and bring new decks"
    return Task(what, CROWN3.at("11.2.2(b)"))


def wrong_community_count(facts: RoundFacts, found: WrongCommunityCount) -> Ruling:
    """Play goes on if the order of the community cards is known."""
    if not found.order_known:
        ruling = misdeal(BOOK, facts, CROWN3.at("11.3.2"))
    else:
        spoken = "The order of the cards is known. Play goes on with the first three."
        ruling = play_on(BOOK, CROWN3.at("11.3.1"), spoken)
        ruling = then(ruling, _surplus(found))
    notice = CROWN3.at("11.3")
    return told(ruling, Rank.SUPERVISOR, Rank.AREA_MANAGER, cite=notice)


def _surplus(found: WrongCommunityCount) -> Task:
    if found.community_first:
        what = "deal the surplus cards next, to the betting areas in turn"
        return Task(what, CROWN3.at("11.3.1(a)"), before_next_deal=False)
    what = "put the surplus cards into the discard rack"
    return Task(what, CROWN3.at("11.3.1(b)"), before_next_deal=False)


def stray_hand(facts: RoundFacts, found: StrayHand) -> Ruling:
    """Cards at an unstaked box: a misdeal, unless players have looked at theirs."""
    if not facts.anyone_looked:
        ruling = misdeal(BOOK, facts, CROWN3.at("11.4"))
    else:
        spoken = f"The cards at box {found.box} are burnt and play goes on."
        ruling = play_on(BOOK, CROWN3.at("11.5"), spoken)
        apart = CROWN3.at("11.5.1")
        ruling = retractable(ruling, facts, CROWN3.at("11.5"), jackpot=apart)
    return decided(told(ruling, Rank.SUPERVISOR), Rank.SUPERVISOR)


def cards_swept(facts: RoundFacts, found: CardsSwept) -> Ruling:
    """Cards taken by mistake come back if named rightly, or if no others lie there."""
    hand = facts.hand(found.seat)
    top = found.discards[:2]
    if len(found.discards) == 2:
        cite, restored = CROWN3.at("11.6.2"), True
    else:
        restored = len(found.named) == 2 and sorted(found.named) == sorted(top)
        cite = CROWN3.at("11.6.1") if restored else CROWN3.at("11.6.2")
    if restored:
        spoken = f"Seat {hand.seat} gets the two cards back, and any wagers taken."
        return play_on(BOOK, cite, spoken)
    spoken = f"The cards of seat {hand.seat} stay discarded; its wagers go back."
    return play_on(BOOK, cite, spoken, returned(hand, CROWN3.at("11.6.3")))


def community_shown_early(facts: RoundFacts, found: CommunityShownEarly) -> Ruling:
    """A community card shown too soon: the round goes on, the undecided still act."""
    if not facts.called:
        return misdeal(BOOK, facts, CROWN3.at("11.1"))
    return _shown_early(facts, f"{found.name} card")


def _shown_early(facts: RoundFacts, card: str = "card") -> Ruling:
    seats = named(hand.seat for hand in facts.undecided)
    spoken = f"The {card} was shown early. Play goes on; still to decide: {seats}."
    return play_on(BOOK, CROWN3.at("11.7"), spoken)


def deck_fault(facts: RoundFacts, found: DeckFault) -> Ruling | None:
    """A deck that does not hold 52 cards voids the round."""
    if found.count == DECK and not found.foreign:
        return None
    spoken = f"The deck has {found.count} cards. The round is void: all wagers go back."
    return void(BOOK, facts, CROWN3.at("11.8"), spoken)


def cannot_bet_enough(facts: RoundFacts, found: CannotBetEnough) -> Ruling:
    """A short street bet in play voids the hand; the second time it costs the ante."""
    hand, cite = facts.hand(found.seat), CROWN3.at("11.9")
    moves = voided(BOOK, hand, cite)
    if warned(facts, hand, Fault.SHORT_STREET_IN_PLAY):
        spoken = f"Seat {hand.seat} was warned: the ante is lost and the cards removed."
        return play_on(
            BOOK, cite, spoken, (*moves, *collected(hand, INITIAL.value, cite))
        )
    spoken = f"The hand of seat {hand.seat} is void and its wagers go back."
    warning = caution(facts, hand, Fault.SHORT_STREET_IN_PLAY, cite)
    spoken = f"{spoken} The next time the ante is lost."
    return replace(play_on(BOOK, cite, spoken, moves), cautions=(warning,))


def bet_found_wrong(facts: RoundFacts, found: BetFoundWrong) -> Ruling | None:
    """A street bet found wrong at settlement: the excess back, or settled as placed."""
    hand = facts.hand(found.seat)
    if found.wager not in SUBSEQUENT.value:  # an ante has limits, not multiples
        return None
    wager = next(w for w in hand.wagers if w.name == found.wager)
    lies = wager.amount if found.lies is None else found.lies
    if lies > found.most:
        cite, left = CROWN3.at("11.10.1"), min(wager.amount, found.most)
        spoken = f"What the {wager.name} bet has too much goes back; the rest counts."
        return play_on(BOOK, cite, spoken, held(hand, wager, left, cite))
    if lies >= found.least:
        return None
    return _short(facts, hand, wager, lies)


def _short(facts: RoundFacts, hand: Hand, wager: Wager, lies: int) -> Ruling:
    cite, name = CROWN3.at("11.10.2"), wager.name
    if warned(facts, hand, Fault.SHORT_STREET_AT_SETTLEMENT):
        spoken = f"The {name} bet is too small again and goes back."
        return play_on(BOOK, cite, spoken, back(hand, name, cite))
    spoken = f"The {name} bet is too small; it is settled as it lies."
    warning = caution(facts, hand, Fault.SHORT_STREET_AT_SETTLEMENT, cite)
    ruling = play_on(BOOK, cite, spoken, held(hand, wager, lies, cite))
    return replace(ruling, cautions=(warning,))


def hands_viewed(facts: RoundFacts, found: HandsViewed) -> Ruling | None:
    """A player of several areas looked where they may not."""
    if set(found.viewed) <= {found.seated_at}:
        return None
    if len(found.viewed) == 1:
        cite, seen = CROWN3.at("11.11.1"), found.viewed[0]
        spoken = (
            f"Hand {seen} counts as the hand of seat {found.seated_at}; "
            f"hand {found.seated_at} is now played unseen."
        )
        swap = Move("swap_hands", seat=seen, cite=cite)
        moves = (swap,) if facts.hand(seen).may_open else ()
        ruling = play_on(BOOK, cite, spoken, moves)
    else:
        cite = CROWN3.at("11.11.2")
        others = [seat for seat in found.viewed if seat != found.seated_at]
        gone = [m for s in others for m in voided(BOOK, facts.hand(s), cite)]
        spoken = f"Hand {found.seated_at} plays. Void, wagers back: {named(others)}."
        ruling = play_on(BOOK, cite, spoken, gone)
        ruling = retractable(ruling, facts, CROWN3.at("11.11.2(a)"))
        player = facts.hand(found.seated_at).player
        innocent = tuple(
            seat for seat in ruling.may_retract if facts.hand(seat).player != player
        )
        ruling = replace(ruling, may_retract=innocent)
    ruling = told(ruling, Rank.SUPERVISOR, cite=CROWN3.at("11.11"))
    return decided(ruling, Rank.SUPERVISOR, CROWN3.at("11.11"))


def jackpot_started(facts: RoundFacts, _: JackpotGameStartedByMistake) -> Ruling:
    """A jackpot game begun by mistake is cancelled and opened again for all."""
    cite = CROWN3.at("11.13")
    moves = [
        move
        for hand, w in facts.stakes()
        if w.name == JACKPOT_WAGER.value
        for move in back(hand, w.name, cite)
    ]
    spoken = "The jackpot game is cancelled. All may place a jackpot wager again."
    ruling = told(play_on(BOOK, cite, spoken, moves), Rank.SUPERVISOR)
    ruling = replace(ruling, jackpot_game=JackpotGame((), cite))
    return decided(ruling, Rank.SUPERVISOR)


def device_fault(facts: RoundFacts, found: DeviceFault) -> Ruling:
    """A shuffler that fails: reshuffle; an unconfirmed count is made by hand."""
    if found.trouble is DeviceTrouble.UNVERIFIED:
        return _unverified(facts, found)
    cite = CROWN3.at("11.14")
    ruling = play_on(BOOK, cite, "The shuffling machine failed: reshuffle.")
    return then(ruling, Task("shuffle the cards again", cite))


def _unverified(facts: RoundFacts, found: DeviceFault) -> Ruling:
    cite = CROWN3.at("11.15")
    if found.count == DECK:
        return play_on(BOOK, cite, "52 cards were counted. The round stands.")
    if found.count is None:
        ruling = play_on(BOOK, cite, "The Dealer counts all the cards.")
        return then(ruling, Task("count all the cards", cite))
    spoken = f"{found.count} cards were counted. The round is void: all wagers go back."
    return void(BOOK, facts, cite, spoken)


def outcome_invalid(facts: RoundFacts, found: OutcomeInvalid) -> Ruling:
    """An outcome declared invalid: every wager on it is refunded."""
    cite = CROWN3.at("13.3.1")
    if found.ground is Ground.FRAUD:
        cite = CROWN3.at("13.3.2")
    spoken = f"The outcome is invalid because of {found.ground}. All wagers go back."
    moves = all_back(facts, CROWN3.at("13.4"))
    ruling = Ruling(BOOK.code, cite, spoken, moves, round=RoundFate.VOID)
    return decided(ruling, Rank.SUPERVISOR, CROWN3.at("13.3"))


def talk_about_hands(facts: RoundFacts, found: TalkAboutHands) -> Ruling:
    """Sharing information may cost the ante and the street bets, no other wager."""
    cite, hand, rank = FORFEIT.cite, facts.hand(found.seat), FORFEIT.value
    yes = f"Seat {hand.seat} forfeits the ante and its street bets."
    choices = (
        Choice("forfeit", yes, cite, forfeited(hand, rank, cite)),
        Choice("no forfeit", f"Seat {hand.seat} keeps its wagers.", cite),
    )
    ruling = play_on(BOOK, cite, f"Seat {hand.seat} told others about a hand.")
    return decided(replace(ruling, choices=choices), rank, cite)


RULINGS: Mapping[type, Callable[[RoundFacts, Any], Ruling | None]] = {
    CardsExposed: cards_exposed,
    WrongHandCount: wrong_hand_count,
    WrongCommunityCount: wrong_community_count,
    StrayHand: stray_hand,
    CardsSwept: cards_swept,
    CommunityShownEarly: community_shown_early,
    DeckFault: deck_fault,
    CannotBetEnough: cannot_bet_enough,
    BetFoundWrong: bet_found_wrong,
    HandsViewed: hands_viewed,
    JackpotGameStartedByMistake: jackpot_started,
    DeviceFault: device_fault,
    OutcomeInvalid: outcome_invalid,
    TalkAboutHands: talk_about_hands,
}
