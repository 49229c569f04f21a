"""Invalid outcomes under the two New South Wales rulebooks, and who is to blame."""

from dataclasses import replace

from game.irregularities.facts import RoundFacts, named
from game.irregularities.kinds import Ground, OutcomeInvalid
from game.irregularities.nsw_cites import NswCites
from game.irregularities.remedies import all_back, collected, decided, then
from game.irregularities.ruling import Choice, RoundFate, Ruling, Task
from game.ranks import Rank


def invalid_outcome(
    cites: NswCites, facts: RoundFacts, found: OutcomeInvalid
) -> Ruling:
    """An invalid outcome: wagers go back, but a fraudster's may be forfeited."""
    fraud = found.ground is Ground.FRAUD
    ruling = Ruling(
        facts.code,
        cites.fraud if fraud else cites.disruption,
        f"The outcome is invalid because of {found.ground}. All wagers go back.",
        all_back(facts, cites.refund),
        round=RoundFate.VOID,
    )
    if fraud:
        ruling = _fraudsters(cites, facts, found, ruling)
    return decided(ruling, Rank.SUPERVISOR, cites.invalid)


def _fraudsters(
    cites: NswCites, facts: RoundFacts, found: OutcomeInvalid, ruling: Ruling
) -> Ruling:
    """Who committed the fraud goes on the record; players of them may lose."""
    cite, seats = cites.refund, named(found.fraudsters)
    who = " and ".join(filter(None, (found.others, seats if found.fraudsters else "")))
    ruling = then(ruling, Task(f"record who committed the fraud: {who}", cites.fraud))
    cheats = [hand for hand in facts.hands if hand.seat in found.fraudsters]
    if not cheats or not facts.cards_out:  # before the first card stakes come off
        return ruling
    lost = [
        move
        for hand in cheats
        for move in collected(hand, [w.name for w in hand.wagers], cite)
    ]
    forfeit = f"Wagers go back, except those of {seats}, which are forfeited."
    choices = (
        Choice("refund all", ruling.spoken, cite, ruling.moves),
        Choice("forfeit the fraudster's", forfeit, cite, (*ruling.moves, *lost)),
    )
    return replace(ruling, choices=choices)
