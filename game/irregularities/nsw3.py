"""Irregularities under the earlier New South Wales rules: rules 11, 12 and 13.

Version 4 takes most of this over: `star4` states what it changed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.irregularities import kinds, remedies
from game.irregularities.facts import Hand, RoundFacts, Stage, named
from game.irregularities.ruling import Choice, Ruling, Task
from game.play.moves import Move
from game.ranks import Party, Rank
from rulebook import NSW3, Cite, Cited


def _new_deal(facts: RoundFacts, cite: Cite, why: str) -> Ruling:
    """A misdeal: all stakes are void and a new round is dealt."""
    new, spoken = NSW3.at("11.3"), f"{why} Misdeal: all wagers go back."
    ruling = remedies.misdeal(facts, new, spoken).then(
        "shuffle and deal a new round", new
    )
    return replace(ruling, cite=cite)


def _wrong_count(facts: RoundFacts, why: str) -> Ruling:
    return remedies.misdeal(
        facts, NSW3.at("11.1"), f"{why} Misdeal: all wagers go back."
    )


def wrong_hand_count(facts: RoundFacts, found: kinds.WrongHandCount) -> Ruling:
    """A wrong number of hole cards is a misdeal."""
    return _wrong_count(facts, f"Seat {found.seat} has {found.cards} cards.")


def wrong_community(facts: RoundFacts, found: kinds.WrongCommunityCount) -> Ruling:
    """A wrong number of community cards is a misdeal."""
    return _wrong_count(facts, f"There are {found.cards} community cards.")


def cards_exposed(facts: RoundFacts, found: kinds.CardsExposed) -> Ruling | None:
    """A card shown during the deal is a misdeal."""
    third_placed = any(hand.amount("3rd") for hand in facts.hands)
    if facts.called or (found.community and third_placed):
        return None
    return _new_deal(facts, NSW3.at("11.2"), "A card was shown in the deal.")


def without_third(facts: RoundFacts) -> Sequence[Hand]:
    """The hands in play that have no 3rd street wager yet."""
    return [hand for hand in facts.hands if not (hand.folded or hand.amount("3rd"))]


def shown_early(facts: RoundFacts, found: kinds.CommunityShownEarly) -> Ruling:
    """A community card shown too soon, before or after the 3rd street wagers."""
    if without_third(facts):
        why = "A community card was shown before every 3rd street wager."
        return _new_deal(facts, NSW3.at("11.4"), why)
    cite = NSW3.at("11.6")
    spoken = f"The {found.name} card is turned down again; play goes on."
    what = f"record that the {found.name} card was seen"
    return Ruling(cite, spoken).then(what, cite, before_next_deal=False)


def spread_wrongly(facts: RoundFacts, _: kinds.CommunitySpreadWrongly) -> Ruling:
    """Community cards spread in the wrong order are a misdeal."""
    why = "The community cards were spread wrongly."
    return _new_deal(facts, NSW3.at("11.5"), why)


def stray_hand(facts: RoundFacts, found: kinds.StrayHand) -> Ruling:
    """Cards at a box without an ante: a misdeal unless somebody has looked."""
    if not facts.anyone_looked:
        why = f"Box {found.box} was dealt in without an ante."
        return _new_deal(facts, NSW3.at("11.7"), why)
    spoken = f"The hand at box {found.box} is spread and discarded; play goes on."
    return Ruling(NSW3.at("11.8"), spoken)


def deck_fault(facts: RoundFacts, found: kinds.DeckFault) -> Ruling | None:
    """A missing or foreign card: this round is void, earlier ones stand."""
    if found.count == remedies.DECK and not found.foreign:
        return None
    ruling = remedies.void(facts, NSW3.at("11.9.2"))
    ruling = ruling.telling(
        Party.SURVEILLANCE, Party.INSPECTOR, cite=NSW3.at("11.9.4")
    ).then("check and verify the deck at the table", NSW3.at("11.9.3"))
    return replace(
        ruling,
        cite=NSW3.at("11.9"),
        spoken=f"A card is missing or foreign. {ruling.spoken} Earlier rounds stand.",
        earlier_rounds_stand=NSW3.at("11.9.1"),
    )


def _act_first(facts: RoundFacts, seats: Sequence[int], cite: Cite) -> tuple[Move, ...]:
    """Suspects decide before the others while bets are to come in this round."""
    late = facts.stage is Stage.SETTLING
    told = () if late else (seat for seat in seats if seat not in facts.acting_first)
    return tuple(Move("act_first", seat, cite=cite) for seat in told)


def collusion(facts: RoundFacts, found: kinds.SuspectedCollusion) -> Ruling:
    """Suspected looking or collecting: a supervisor may give three directions."""
    seats, first = named(found.seats), NSW3.at("11.10.1")
    directions: Mapping[str, tuple[str, Cite]] = {
        "act first": (f"First to play, before others lift cards: {seats}.", first),
        "keep apart": (
            f"No longer together at one table: {seats}.",
            NSW3.at("11.10.2"),
        ),
        "English only": ("Only English at this table.", NSW3.at("11.10.3")),
    }
    choices = [
        Choice(name, spoken, cite, orders=(Task(spoken, cite),))
        for name, (spoken, cite) in directions.items()
    ]
    choices[0] = replace(choices[0], moves=_act_first(facts, found.seats, first))
    spoken = f"Suspected of sharing information: {seats}."
    ruling = Ruling(NSW3.at("11.10"), spoken, combinable=True)
    return ruling.decided(Rank.SUPERVISOR, choices=choices)


def talk(facts: RoundFacts, found: kinds.TalkAboutHands) -> Ruling:
    """Telling others about a hand may cost all its wagers."""
    power = Cited(Rank.SUPERVISOR, NSW3.at("9.8"))
    return remedies.may_forfeit(facts.hand(found.seat), power, "all its wagers")


def absent(facts: RoundFacts, found: kinds.AbsentPlayer) -> Ruling:
    """A player who is not there to decide is deemed to have folded."""
    hand, spoken = facts.hand(found.seat), f"Seat {found.seat} is absent"
    folded = remedies.deemed_folded(hand, Rank.SUPERVISOR)
    ruling = Ruling(NSW3.at("11.11"), f"{spoken} and deemed folded.", folded)
    return ruling.decided(Rank.SUPERVISOR)


def device(facts: RoundFacts, found: kinds.DeviceFault) -> Ruling:
    """A jam means a reshuffle; a device that is done for, once dealing, a void."""
    if found.trouble is not kinds.DeviceTrouble.UNUSABLE or not facts.cards_out:
        cite, spoken = NSW3.at("12.1"), "The shuffling device failed: reshuffle."
        return Ruling(cite, spoken).then("shuffle the cards again", cite)
    ruling = remedies.void(facts, NSW3.at("12.2.1"))
    what = "use another device or a shoe, with new cards checked and prepared"
    return replace(
        ruling.then(what, NSW3.at("12.2.3")),
        cite=NSW3.at("12.2"),
        spoken=f"The device cannot go on. {ruling.spoken} Earlier rounds stand.",
        earlier_rounds_stand=NSW3.at("12.2.2"),
    )


def dropped(facts: RoundFacts, found: kinds.CardsDropped) -> Ruling | None:
    """Dropped cards: a supervisor confirms that all of them are back."""
    cite = NSW3.at("4.2.1")
    if found.recovered is not None and found.recovered != remedies.DECK:
        return deck_fault(facts, kinds.DeckFault(found.recovered))
    if found.recovered == remedies.DECK:
        ruling = Ruling(cite, "All 52 cards are back. Play goes on.")
        return ruling.telling(Rank.SUPERVISOR)
    spoken = "Cards were dropped. Play waits until a supervisor confirms all 52."
    ruling = Ruling(cite, spoken).telling(Rank.SUPERVISOR)
    return ruling.then("confirm 52 cards", cite, counted=True).decided(Rank.SUPERVISOR)


def invalid(facts: RoundFacts, found: kinds.OutcomeInvalid) -> Ruling:
    """An invalid outcome: wagers go back, but a fraudster's may be forfeited."""
    ruling = remedies.no_outcome(
        facts, found.ground, NSW3.at("13.4.1"), NSW3.at("13.5")
    )
    choices: Sequence[Choice] = ()
    if found.ground is kinds.Ground.FRAUD:
        fraud = NSW3.at("13.4.2")
        seats = named(found.fraudsters) if found.fraudsters else ""
        who = " and ".join(filter(None, (found.others, seats)))
        ruling = replace(ruling, cite=fraud)
        ruling = ruling.then(f"record who committed the fraud: {who}", fraud)
        choices = _fraudsters(facts, found, ruling)
    return ruling.decided(Rank.SUPERVISOR, NSW3.at("13.4"), choices)


def _fraudsters(
    facts: RoundFacts, found: kinds.OutcomeInvalid, ruling: Ruling
) -> Sequence[Choice]:
    """Players who committed the fraud may lose their wagers."""
    cite, seats = NSW3.at("13.5"), named(found.fraudsters)
    cheats = [hand for hand in facts.hands if hand.seat in found.fraudsters]
    if not cheats:
        return ()
    lost = [
        move
        for hand in cheats
        for move in remedies.collected(hand, [w.name for w in hand.wagers], cite)
    ]
    forfeit = f"Wagers go back, except those of {seats}, which are forfeited."
    return (
        Choice("refund all", ruling.spoken, cite, ruling.moves),
        Choice("forfeit the fraudster's", forfeit, cite, (*ruling.moves, *lost)),
    )


RULINGS: Mapping[type, Callable[[RoundFacts, Any], Ruling | None]] = {
    kinds.CardsDropped: dropped,
    kinds.TalkAboutHands: talk,
    kinds.WrongHandCount: wrong_hand_count,
    kinds.WrongCommunityCount: wrong_community,
    kinds.CardsExposed: cards_exposed,
    kinds.CommunityShownEarly: shown_early,
    kinds.CommunitySpreadWrongly: spread_wrongly,
    kinds.StrayHand: stray_hand,
    kinds.DeckFault: deck_fault,
    kinds.SuspectedCollusion: collusion,
    kinds.AbsentPlayer: absent,
    kinds.DeviceFault: device,
    kinds.OutcomeInvalid: invalid,
}
