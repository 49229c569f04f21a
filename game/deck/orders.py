"""What is ordered of the cards of a table: a shuffle, a cut, a count, new cards."""

from collections.abc import Iterator
from dataclasses import replace

from game.deck.pack import ASKED_FOR, Pack, Step
from game.deck.steps import cut_needed
from game.ranks import Rank, beyond
from game.rulebooks.decks import DeckRules
from game.rulebooks.devices import Device
from rulebook import HOUSE, Cite, Cited, Refusal, Refused, refusing

LASTS = HOUSE.at("CARDS-2")
# Where a document says nothing of what becomes of a deck whose count is wrong.
SENT_AWAY = HOUSE.at("CARDS-3")


def order_shuffle(
    pack: Pack, by: Rank, *, abnormal: bool, reason: str = ""
) -> Pack | Refused:
    """Have the deck shuffled again, for an abnormal run or another stated cause."""
    rules = pack.rules.shuffle
    power = rules.abnormal if abnormal else rules.cause
    refusals = tuple(beyond(by, power.value, power.cite, "order a shuffle"))
    if not abnormal and not reason.strip():
        wrong, right = "No cause is stated.", "Say why."
        refusals += (Refusal(rules.cause.cite, wrong, right, "reason"),)
    if refusals:
        return Refused(refusals)
    steps = [Step.SHUFFLE]
    if rules.by_hand_first and pack.device is Device.SHUFFLER:
        steps.append(Step.BY_HAND)  # before the device is loaded once more
    return replace(pack, shuffled=False, cut=False, ordered=_with(pack, *steps))


def order_cut(pack: Pack, by: Rank, *, first_card_dealt: bool) -> Pack | Refused:
    """Order a fresh cut when the cut was faulty, before any card is dealt."""
    again, usual = pack.rules.cut.again, cut_needed(pack)
    refusals = list(beyond(by, again.value, again.cite, "order a fresh cut"))
    if first_card_dealt:
        wrong, right = "The first card is out.", "A fresh cut comes before it."
        refusals.append(Refusal(again.cite, wrong, right))
    elif usual.value and not pack.cut:
        wrong, right = "The deck is not cut yet.", "Confirm its cut."
        refusals.append(Refusal(again.cite, wrong, right))
    loads = pack.rules.shuffle.by_hand_first is not None
    if not usual.value and not loads:
        wrong, right = "These cards are not cut.", "Order a shuffle instead."
        refusals.append(Refusal(usual.cite, wrong, right))
    if refusals:
        return Refused(tuple(refusals))
    # A device is loaded again once its cards were cut.
    shuffled = pack.shuffled and usual.value
    return replace(pack, shuffled=shuffled, cut=False, ordered=_with(pack, Step.CUT))


def _with(pack: Pack, *steps: Step) -> tuple[Step, ...]:
    return tuple(step for step in Step if step in (*pack.ordered, *steps))


def order_count(pack: Pack, by: Rank, *, inspector: bool = False) -> Pack | Refused:
    """Order a card count at any moment."""
    power = pack.rules.count_ordered_by
    refusals = tuple(beyond(by, power.value, power.cite, "order a card count"))
    if refusals and not (inspector and pack.rules.inspector):
        return Refused(refusals)
    return replace(pack, count_ordered=True)


def expected_stub(rules: DeckRules, players: int, boxed: int = 0) -> Cited[int]:
    """How many cards are left once a round with so many players is dealt."""
    dealt = 2 * players + 3 if players else 0
    left = rules.size.value - dealt - boxed
    return Cited(left, rules.count.stub if rules.count else rules.size.cite)


def in_rack(pack: Pack) -> str:
    """The back of the deck that was dealt last, or else of the one to be dealt."""
    before = (pack.in_play - 1) % len(pack.backs)
    return pack.backs[before] if pack.played else pack.back


def count(pack: Pack, found: int, expected: Cited[int], back: str) -> Pack | Refused:
    """Count the cards: a wrong count sends the deck away."""
    if refused := _uncountable(pack, found, back):
        return refused
    pack = replace(pack, uncounted=0, count_ordered=False)
    if found == expected.value:
        return pack
    return _gone(pack, pack.rules.count.adds_up if pack.rules.count else SENT_AWAY)


@refusing
def _uncountable(pack: Pack, found: int, back: str) -> Iterator[Refusal]:
    if pack.away:
        wrong, right = "The deck was sent away.", "Bring other cards first."
        yield Refusal(pack.away, wrong, right, "count")
    if not pack.count_ordered and pack.rules.count is None:
        wrong, right = "Nobody ordered a count.", "Go on."
        yield Refusal(pack.rules.count_ordered_by.cite, wrong, right, "count")
    if back != (held := in_rack(pack)):
        wrong = f"A {back or 'nameless'} card is none of the deck in the rack."
        right = f"The rack holds one deck at a time, now the {held} one."
        yield Refusal(pack.rules.second.rack, wrong, right, "deck")
    if found > 2 * pack.rules.size.value:
        wrong, right = f"{found} cards are no deck.", "Count again."
        yield Refusal(ASKED_FOR, wrong, right, "count")


def machine_count(pack: Pack, found: int) -> Pack | Refused:
    """What the shuffler itself counted; a wrong count sends the deck away."""
    count_, size = pack.rules.count, pack.rules.size
    cite = count_.by_machine if count_ else ASKED_FOR
    if not pack.machine_counts:
        wrong, right = "No shuffler counts here.", "Count by hand."
        return Refused((Refusal(cite, wrong, right, "count"),))
    if found == size.value:
        wrong, right = "A right count needs no word.", "Confirm the shuffle."
        return Refused((Refusal(ASKED_FOR, wrong, right, "count"),))
    return _gone(pack, cite)


def counted_at_end(pack: Pack, found: int | None) -> Pack | Refused:
    """The count when gaming ends, where the document asks for one."""
    cite = pack.rules.counted_at_end
    if cite is None or not pack.played:
        return pack
    if found is None:
        wrong = "The deck is not counted."
        right = "Count the whole deck when gaming ends."
        return Refused((Refusal(cite, wrong, right, "count"),))
    return pack if found == pack.rules.size.value else _gone(pack, cite)


def _gone(pack: Pack, cite: Cite) -> Pack:
    return replace(pack, checked=False, shuffled=False, cut=False, away=cite)


def replace_cards(pack: Pack, by: Rank, *, round_open: bool) -> Pack | Refused:
    """Bring full new cards between rounds: they are checked, mixed and cut anew."""
    power = pack.rules.replace
    refusals = tuple(beyond(by, power.value, power.cite, "replace the cards"))
    if round_open:
        wrong, right = "A round is being played.", "Cards are replaced after it."
        refusals += (Refusal(power.cite, wrong, right),)
    return Refused(refusals) if refusals else brought(pack)


def brought(pack: Pack) -> Pack:
    """The pack of a table whose cards have just been brought."""
    new = Pack(pack.rules, pack.device, pack.method, pack.backs, pack.machine_counts)
    return replace(new, unmixed=pack.backs, round=pack.round)


def end_shoe(pack: Pack, *, round_open: bool) -> Pack | Refused:
    """The cutting card is out: the shoe is shuffled and cut before the next round."""
    each = pack.rules.shuffle.each_round
    if each is not None:
        wrong = "Every round is shuffled here."
        return Refused((Refusal(each, wrong, "Confirm the shuffle."),))
    if round_open:
        wrong, right = "A round is being played.", "The shoe is changed after it."
        return Refused((Refusal(LASTS, wrong, right),))
    if not pack.shuffled:
        wrong, right = "The shoe is not in use.", "Shuffle it for the next round."
        return Refused((Refusal(ASKED_FOR, wrong, right),))
    return replace(pack, shuffled=False, cut=False)
