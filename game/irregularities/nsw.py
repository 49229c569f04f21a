"""Irregularities under the two New South Wales rulebooks: rules 11 and 12.

The earlier rules and version 4 print the same list; they part over who loses a hand
when a card is shown before 3rd street, and over the jackpot of a folded hand.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.irregularities.facts import JACKPOT, Hand, RoundFacts, Stage, named
from game.irregularities.kinds import (
    AbsentPlayer,
    CardsDropped,
    CardsExposed,
    CommunityShownEarly,
    CommunitySpreadWrongly,
    DeckFault,
    DeviceFault,
    DeviceTrouble,
    JackpotEquipmentFails,
    OutcomeInvalid,
    StrayHand,
    SuspectedCollusion,
    TalkAboutHands,
    WrongCommunityCount,
    WrongHandCount,
)
from game.irregularities.nsw_cites import NswCites
from game.irregularities.nsw_invalid import invalid_outcome
from game.irregularities.remedies import (
    Book,
    decided,
    deemed_folded,
    forfeited,
    misdeal,
    play_on,
    returned,
    then,
    told,
    void,
)
from game.irregularities.ruling import Choice, Ruling, Task
from game.play.moves import Move
from game.ranks import Party, Rank
from rulebook import Cite

DECK = 52


@dataclass(frozen=True, slots=True)
class NswRulings:
    """The rulings of one of the two documents."""

    book: Book
    cites: NswCites
    undecided_only: bool  # a card shown before 3rd street touches only the undecided
    folded_jackpot_lives: bool

    def _misdeal(self, facts: RoundFacts, cite: Cite, why: str = "") -> Ruling:
        """A misdeal: all stakes are void and a new round is dealt."""
        spoken = f"{why} Misdeal: all wagers go back.".strip()
        ruling = misdeal(self.book, facts, self.cites.misdeal, spoken)
        ruling = then(ruling, Task("shuffle and deal a new round", self.cites.misdeal))
        return replace(ruling, cite=cite)

    def wrong_hand_count(self, facts: RoundFacts, found: WrongHandCount) -> Ruling:
        """A wrong number of hole cards is a misdeal."""
        why = f"Seat {found.seat} has {found.cards} cards."
        return self._wrong_count(facts, why)

    def wrong_community(self, facts: RoundFacts, found: WrongCommunityCount) -> Ruling:
        """A wrong number of community cards is a misdeal."""
        return self._wrong_count(facts, f"There are {found.cards} community cards.")

    def _wrong_count(self, facts: RoundFacts, why: str) -> Ruling:
        cite = self.cites.wrong_count
        return misdeal(self.book, facts, cite, f"{why} Misdeal: all wagers go back.")

    def cards_exposed(self, facts: RoundFacts, found: CardsExposed) -> Ruling | None:
        """A card shown during the deal is a misdeal."""
        if facts.called or (found.community and _third_placed(facts)):
            return None
        return self._misdeal(facts, self.cites.exposed, "A card was shown in the deal.")

    def shown_early(self, facts: RoundFacts, found: CommunityShownEarly) -> Ruling:
        """A community card shown too soon, before or after the 3rd street wagers."""
        without = [h for h in facts.hands if not (h.folded or h.amount("3rd"))]
        if not without:
            return self._turned_down(found)
        if not self.undecided_only:
            why = "A community card was shown before every 3rd street wager."
            return self._misdeal(facts, self.cites.shown_before_third, why)
        return self._undecided_may_be_void(without)

    def _turned_down(self, found: CommunityShownEarly) -> Ruling:
        cite = self.cites.shown_after_third
        spoken = f"The {found.name} card is turned down again; play goes on."
        ruling = play_on(self.book, cite, spoken)
        what = f"record that the {found.name} card was seen"
        return then(ruling, Task(what, cite, before_next_deal=False))

    def _undecided_may_be_void(self, undecided: list[Hand]) -> Ruling:
        cite = self.cites.shown_before_third
        seats = named(hand.seat for hand in undecided)
        gone = tuple(move for hand in undecided for move in returned(hand, cite))
        choices = (
            Choice("void", f"Void, with wagers back: the hand of {seats}.", cite, gone),
            Choice("continue", f"Play goes on for {seats}.", cite),
        )
        spoken = f"A community card was shown before {seats} had bet."
        ruling = play_on(self.book, cite, spoken, gone)
        return decided(replace(ruling, choices=choices), Rank.SUPERVISOR)

    def spread_wrongly(self, facts: RoundFacts, _: CommunitySpreadWrongly) -> Ruling:
        """Community cards spread in the wrong order are a misdeal."""
        why = "The community cards were spread wrongly."
        return self._misdeal(facts, self.cites.spread, why)

    def stray_hand(self, facts: RoundFacts, found: StrayHand) -> Ruling:
        """Cards at a box without an ante: a misdeal unless somebody has looked."""
        if not facts.anyone_looked:
            why = f"Box {found.box} was dealt in without an ante."
            return self._misdeal(facts, self.cites.stray, why)
        spoken = f"The hand at box {found.box} is spread and discarded; play goes on."
        return play_on(self.book, self.cites.stray_looked, spoken)

    def deck_fault(self, facts: RoundFacts, found: DeckFault) -> Ruling | None:
        """A missing or foreign card: this round is void, earlier ones stand."""
        if found.count == DECK and not found.foreign:
            return None
        cites = self.cites
        ruling = void(self.book, facts, cites.deck_void)
        ruling = told(
            ruling, Party.SURVEILLANCE, Party.INSPECTOR, cite=cites.deck_notified
        )
        ruling = then(
            ruling,
            Task("check and verify the deck at the table", cites.deck_verified),
        )
        spoken = f"A card is missing or foreign. {ruling.spoken} Earlier rounds stand."
        return replace(
            ruling,
            cite=cites.deck,
            spoken=spoken,
            earlier_rounds_stand=cites.deck_earlier_stand,
        )

    def _act_first(
        self, facts: RoundFacts, found: SuspectedCollusion
    ) -> tuple[Move, ...]:
        """Suspects decide before the others while bets are to come in this round."""
        late = facts.stage is Stage.SETTLING
        seats = [] if late else [s for s in found.seats if s not in facts.acting_first]
        cite = self.cites.act_first
        return tuple(Move("act_first", seat, cite=cite) for seat in seats)

    def collusion(self, facts: RoundFacts, found: SuspectedCollusion) -> Ruling:
        """Suspected looking or collecting: a supervisor may give three directions."""
        cites, seats = self.cites, named(found.seats)
        options = (
            (
                "act first",
                f"First to play, before others lift cards: {seats}.",
                cites.act_first,
                self._act_first(facts, found),
            ),
            (
                "keep apart",
                f"No longer together at one table: {seats}.",
                cites.kept_apart,
                (),
            ),
            ("English only", "Only English at this table.", cites.english_only, ()),
        )
        choices = tuple(
            Choice(name, spoken, cite, moves, orders=(Task(spoken, cite),))
            for name, spoken, cite, moves in options
        )
        spoken = f"Suspected of sharing information: {seats}."
        ruling = play_on(self.book, cites.collusion, spoken)
        ruling = replace(ruling, choices=choices, combinable=True)
        return decided(ruling, Rank.SUPERVISOR)

    def talk(self, facts: RoundFacts, found: TalkAboutHands) -> Ruling:
        """Telling others about a hand may cost all its wagers."""
        cite, hand = self.cites.talk, facts.hand(found.seat)
        yes = f"Seat {hand.seat} forfeits all its wagers."
        no = f"Seat {hand.seat} keeps its wagers."
        lost = forfeited(hand, Rank.SUPERVISOR, cite)
        choices = (
            Choice("forfeit", yes, cite, lost),
            Choice("no forfeit", no, cite),
        )
        ruling = play_on(self.book, cite, f"Seat {hand.seat} told others about a hand.")
        return decided(replace(ruling, choices=choices), Rank.SUPERVISOR)

    def absent(self, facts: RoundFacts, found: AbsentPlayer) -> Ruling:
        """A player who is not there to decide is deemed to have folded."""
        cite, hand = self.cites.absent, facts.hand(found.seat)
        spoken = f"Seat {hand.seat} is absent and deemed folded."
        if self.folded_jackpot_lives and hand.amount(JACKPOT):
            spoken = f"{spoken} The hand is held for its jackpot wager."
        folded = deemed_folded(hand, Rank.SUPERVISOR)
        return decided(play_on(self.book, cite, spoken, folded), Rank.SUPERVISOR)

    def device(self, facts: RoundFacts, found: DeviceFault) -> Ruling:
        """A jam means a reshuffle; a device that is done for, once dealing, a void."""
        cites = self.cites
        if found.trouble is not DeviceTrouble.UNUSABLE or not facts.cards_out:
            spoken = "The shuffling device failed: reshuffle."
            ruling = play_on(self.book, cites.device_jam, spoken)
            return then(ruling, Task("shuffle the cards again", cites.device_jam))
        ruling = void(self.book, facts, cites.device_void)
        what = "use another device or a shoe, with new cards checked and prepared"
        return replace(
            then(ruling, Task(what, cites.device_resume)),
            cite=cites.device_unusable,
            spoken=f"The device cannot go on. {ruling.spoken} Earlier rounds stand.",
            earlier_rounds_stand=cites.device_earlier_stand,
        )

    def dropped(self, facts: RoundFacts, found: CardsDropped) -> Ruling | None:
        """Dropped cards: a supervisor confirms that all of them are back."""
        cite = self.cites.dropped
        if found.recovered is not None and found.recovered != DECK:
            return self.deck_fault(facts, DeckFault(found.recovered))
        spoken = "Cards were dropped. Play waits until a supervisor confirms all 52."
        ruling = told(play_on(self.book, cite, spoken), Rank.SUPERVISOR)
        if found.recovered == DECK:
            return replace(ruling, spoken="All 52 cards are back. Play goes on.")
        return decided(then(ruling, Task("confirm 52 cards", cite)), Rank.SUPERVISOR)

    def equipment(self, _: RoundFacts, found: JackpotEquipmentFails) -> Ruling | None:
        """Jackpot equipment that fails is reported to an inspector."""
        cite = self.cites.equipment
        if cite is None:
            return None
        spoken = f"The jackpot equipment of table {found.table} has failed."
        ruling = play_on(self.book, cite, spoken)
        what = f"record when table {found.table} failed and when the inspector was told"
        return then(told(ruling, Party.INSPECTOR), Task(what, cite))

    def invalid(self, facts: RoundFacts, found: OutcomeInvalid) -> Ruling:
        """An invalid outcome: wagers go back, but a fraudster's may be forfeited."""
        return invalid_outcome(self.cites, facts, found)

    @property
    def table(self) -> Mapping[type, Callable[[RoundFacts, Any], Ruling | None]]:
        """Which ruling answers which irregularity."""
        equipment = {JackpotEquipmentFails: self.equipment}
        return (equipment if self.cites.equipment else {}) | {
            CardsDropped: self.dropped,
            TalkAboutHands: self.talk,
            WrongHandCount: self.wrong_hand_count,
            WrongCommunityCount: self.wrong_community,
            CardsExposed: self.cards_exposed,
            CommunityShownEarly: self.shown_early,
            CommunitySpreadWrongly: self.spread_wrongly,
            StrayHand: self.stray_hand,
            DeckFault: self.deck_fault,
            SuspectedCollusion: self.collusion,
            AbsentPlayer: self.absent,
            DeviceFault: self.device,
            OutcomeInvalid: self.invalid,
        }


def _third_placed(facts: RoundFacts) -> bool:
    return any(hand.amount("3rd") for hand in facts.hands)
