"""Irregularities at Crown Melbourne: rule 11, and invalid outcomes under rule 13."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from game.cautions import Fault
from game.irregularities import kinds, remedies
from game.irregularities.facts import ANTE, JACKPOT, Hand, RoundFacts, Wager, named
from game.irregularities.ruling import JackpotGame, Ruling
from game.play.moves import Move
from game.ranks import Rank
from game.rulebooks.crown3 import RULES
from rulebook import CROWN3, Cited

FORFEIT = RULES.folding.forfeit
INITIAL = Cited(frozenset({ANTE}), CROWN3.at("1.1:Initial-Wagers"))
SUBSEQUENT = Cited(frozenset({"3rd", "4th", "5th"}), CROWN3.at("1.1:Subsequent-Wagers"))
JACKPOT_WAGER = Cited(JACKPOT, CROWN3.at("1.1:Jackpot-wager"))


def cards_exposed(facts: RoundFacts, found: kinds.CardsExposed) -> Ruling | None:
    """A card shown in the initial deal is a misdeal; later it is one shown early."""
    if not facts.called:
        return remedies.misdeal(facts, CROWN3.at("11.1"))
    return _shown_early(facts) if found.community else None


def wrong_hand_count(facts: RoundFacts, found: kinds.WrongHandCount) -> Ruling:
    """No cards, too few or too many at a staked box: a misdeal whenever it is found."""
    spoken = f"Seat {found.seat} has {found.cards} cards. Misdeal: all wagers go back."
    notice = CROWN3.at("11.2")
    ruling = remedies.misdeal(facts, CROWN3.at("11.2.1"), spoken)
    ruling = ruling.telling(Rank.SUPERVISOR, Rank.AREA_MANAGER, cite=notice)
    ruling = ruling.then("count all the cards", CROWN3.at("11.2.2"), counted=True)
    if found.deck_count == remedies.DECK:
        ruling = ruling.then("shuffle and use the same cards", CROWN3.at("11.2.2(a)"))
    elif found.deck_count is not None:
        what = "box the cards with a card slip, seal them, and bring new decks"
        ruling = ruling.then(what, CROWN3.at("11.2.2(b)"))
    return ruling.decided(Rank.AREA_MANAGER, notice)


def wrong_community(facts: RoundFacts, found: kinds.WrongCommunityCount) -> Ruling:
    """Play goes on if the order of the community cards is known."""
    if not found.order_known:
        ruling = remedies.misdeal(facts, CROWN3.at("11.3.2"))
    else:
        spoken = "The order of the cards is known. Play goes on with the first three."
        what = "put the surplus cards into the discard rack"
        cite = CROWN3.at("11.3.1(b)")
        if found.community_first:
            what = "deal the surplus cards next, to the betting areas in turn"
            cite = CROWN3.at("11.3.1(a)")
        ruling = Ruling(CROWN3.at("11.3.1"), spoken)
        ruling = ruling.then(what, cite, before_next_deal=False)
    notice = CROWN3.at("11.3")
    return ruling.telling(Rank.SUPERVISOR, Rank.AREA_MANAGER, cite=notice)


def stray_hand(facts: RoundFacts, found: kinds.StrayHand) -> Ruling:
    """Cards at an unstaked box: a misdeal, unless players have looked at theirs."""
    if not facts.anyone_looked:
        ruling = remedies.misdeal(facts, CROWN3.at("11.4"))
    else:
        spoken = f"The cards at box {found.box} are burnt and play goes on."
        cite, apart = CROWN3.at("11.5"), CROWN3.at("11.5.1")
        ruling = Ruling(cite, spoken).retractable(facts, cite, jackpot=apart)
    return ruling.telling(Rank.SUPERVISOR).decided(Rank.SUPERVISOR)


def cards_swept(facts: RoundFacts, found: kinds.CardsSwept) -> Ruling:
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
        return Ruling(cite, spoken)
    spoken = f"The cards of seat {hand.seat} stay discarded; its wagers go back."
    return Ruling(cite, spoken, remedies.returned(hand, CROWN3.at("11.6.3")))


def shown_early(facts: RoundFacts, found: kinds.CommunityShownEarly) -> Ruling:
    """A community card shown too soon: the round goes on, the undecided still act."""
    if not facts.called:
        return remedies.misdeal(facts, CROWN3.at("11.1"))
    return _shown_early(facts, f"{found.name} card")


def _shown_early(facts: RoundFacts, card: str = "card") -> Ruling:
    seats = named(hand.seat for hand in facts.undecided)
    spoken = f"The {card} was shown early. Play goes on; still to decide: {seats}."
    return Ruling(CROWN3.at("11.7"), spoken)


def deck_fault(facts: RoundFacts, found: kinds.DeckFault) -> Ruling | None:
    """A deck that does not hold 52 cards voids the round."""
    return remedies.of_52_cards(facts, found, CROWN3.at("11.8"))


def cannot_bet_enough(facts: RoundFacts, found: kinds.CannotBetEnough) -> Ruling:
    """A short street bet in play voids the hand; the second time it costs the ante."""
    hand, fault = facts.hand(found.seat), Fault.SHORT_STREET_IN_PLAY
    lost = Cited(INITIAL.value, CROWN3.at("11.9"))
    return remedies.short_in_play(facts, hand, fault, lost, "its wagers go back")


def bet_found_wrong(facts: RoundFacts, found: kinds.BetFoundWrong) -> Ruling | None:
    """A street bet found wrong at settlement: the excess back, or settled as placed."""
    hand = facts.hand(found.seat)
    if found.wager not in SUBSEQUENT.value:  # an ante has limits, not multiples
        return None
    wager = next(w for w in hand.wagers if w.name == found.wager)
    lies = wager.amount if found.lies is None else found.lies
    if lies > found.most:
        cite, left = CROWN3.at("11.10.1"), min(wager.amount, found.most)
        spoken = f"What the {wager.name} bet has too much goes back; the rest counts."
        return Ruling(cite, spoken, remedies.held(hand, wager, left, cite))
    if lies >= found.least:
        return None
    return _short(facts, hand, wager, lies)


def _short(facts: RoundFacts, hand: Hand, wager: Wager, lies: int) -> Ruling:
    cite, name = CROWN3.at("11.10.2"), wager.name
    if remedies.warned(facts, hand, Fault.SHORT_STREET_AT_SETTLEMENT):
        spoken = f"The {name} bet is too small again and goes back."
        return Ruling(cite, spoken, remedies.back(hand, name, cite))
    spoken = f"The {name} bet is too small; it is settled as it lies."
    ruling = Ruling(cite, spoken, remedies.held(hand, wager, lies, cite))
    return remedies.warning(ruling, facts, hand, Fault.SHORT_STREET_AT_SETTLEMENT)


def hands_viewed(facts: RoundFacts, found: kinds.HandsViewed) -> Ruling | None:
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
        ruling = Ruling(cite, spoken, moves)
    else:
        cite = CROWN3.at("11.11.2")
        others = [seat for seat in found.viewed if seat != found.seated_at]
        gone = tuple(
            m for s in others for m in remedies.voided(facts, facts.hand(s), cite)
        )
        spoken = f"Hand {found.seated_at} plays. Void, wagers back: {named(others)}."
        ruling = Ruling(cite, spoken, gone)
        ruling = ruling.retractable(facts, CROWN3.at("11.11.2(a)"))
        player = facts.hand(found.seated_at).player
        innocent = tuple(
            seat for seat in ruling.may_retract if facts.hand(seat).player != player
        )
        ruling = replace(ruling, may_retract=innocent)
    notice = CROWN3.at("11.11")
    return ruling.telling(Rank.SUPERVISOR, cite=notice).decided(Rank.SUPERVISOR, notice)


def jackpot_started(facts: RoundFacts, _: kinds.JackpotGameStartedByMistake) -> Ruling:
    """A jackpot game begun by mistake is cancelled and opened again for all."""
    cite = CROWN3.at("11.13")
    moves = tuple(
        move
        for hand, w in facts.stakes()
        if w.name == JACKPOT_WAGER.value
        for move in remedies.back(hand, w.name, cite)
    )
    spoken = "The jackpot game is cancelled. All may place a jackpot wager again."
    ruling = Ruling(cite, spoken, moves, jackpot_game=JackpotGame((), cite))
    return ruling.telling(Rank.SUPERVISOR).decided(Rank.SUPERVISOR)


def device_fault(facts: RoundFacts, found: kinds.DeviceFault) -> Ruling:
    """A shuffler that fails: reshuffle; an unconfirmed count is made by hand."""
    if found.trouble is kinds.DeviceTrouble.UNVERIFIED:
        counting = "The Dealer counts all the cards.", "count all the cards"
        return remedies.counted_by_hand(
            facts, found.count, CROWN3.at("11.15"), counting
        )
    cite = CROWN3.at("11.14")
    ruling = Ruling(cite, "The shuffling machine failed: reshuffle.")
    return ruling.then("shuffle the cards again", cite)


def outcome_invalid(facts: RoundFacts, found: kinds.OutcomeInvalid) -> Ruling:
    """An outcome declared invalid: every wager on it is refunded."""
    cite = CROWN3.at("13.3.1")
    if found.ground is kinds.Ground.FRAUD:
        cite = CROWN3.at("13.3.2")
    ruling = remedies.no_outcome(facts, found.ground, cite, CROWN3.at("13.4"))
    return ruling.decided(Rank.SUPERVISOR, CROWN3.at("13.3"))


def talk_about_hands(facts: RoundFacts, found: kinds.TalkAboutHands) -> Ruling:
    """Sharing information may cost the ante and the street bets, no other wager."""
    hand = facts.hand(found.seat)
    return remedies.may_forfeit(hand, FORFEIT, "the ante and its street bets")


RULINGS: Mapping[type, Callable[[RoundFacts, Any], Ruling | None]] = {
    kinds.CardsExposed: cards_exposed,
    kinds.WrongHandCount: wrong_hand_count,
    kinds.WrongCommunityCount: wrong_community,
    kinds.StrayHand: stray_hand,
    kinds.CardsSwept: cards_swept,
    kinds.CommunityShownEarly: shown_early,
    kinds.DeckFault: deck_fault,
    kinds.CannotBetEnough: cannot_bet_enough,
    kinds.BetFoundWrong: bet_found_wrong,
    kinds.HandsViewed: hands_viewed,
    kinds.JackpotGameStartedByMistake: jackpot_started,
    kinds.DeviceFault: device_fault,
    kinds.OutcomeInvalid: outcome_invalid,
    kinds.TalkAboutHands: talk_about_hands,
}
